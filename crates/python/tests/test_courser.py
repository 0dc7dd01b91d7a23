"""Tests the installed wheel, in an environment without Rust."""

import itertools
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import networkx as nx
import numpy as np
import pytest

import courser


def test_a_tour_is_an_array_of_visit_numbers():
    tour = courser.tour(5, 8, start="a1")
    assert tour.dtype == np.uint32 and sorted(tour.ravel()) == list(range(1, 41))
    assert tour[4, 0] == 1 and tour.moves[0] == "a1" and tuple(tour.squares[0]) == (4, 0)
    steps = np.abs(np.diff(tour.squares, axis=0))
    assert (np.sort(steps, axis=1) == [1, 2]).all()
    assert tour.kind == courser.check(tour) == courser.check(" ".join(tour.moves))
    assert isinstance(tour + 0, courser.Tour) and (tour + 0).svg() == tour.svg()
    tour[0, 0] = 0
    assert tour[4, 0] == 1


def test_a_list_of_squares_is_checked():
    tour = courser.tour(6, closed=True)
    for form in (tour.moves, tour.squares, tour.squares.tolist(), [tuple(pair) for pair in tour.squares.tolist()]):
        assert courser.check(form) == "closed"
    with pytest.raises(courser.InputError, match="second time|twice|again"):
        courser.check([*tour.moves, tour.moves[0]])
    with pytest.raises(courser.InputError, match="is not a move"):
        courser.check([(0, 0), (0, 1), (2, 0)])


@pytest.mark.parametrize("wrong", [0, 2.5, (1, 2.5), True, [None, 1]])
def test_a_start_that_is_no_square_is_an_input_error_with_the_forms(wrong):
    for ask in (lambda: courser.tour(8, start=wrong), lambda: courser.count(5, end=wrong)):
        with pytest.raises(courser.InputError, match="not a square|is not") as raised:
            ask()
        assert "e6" in str(raised.value) or "e6" in raised.value.hint


@pytest.mark.parametrize("asked", [
    {"rows": 8, "closed": True, "seed": 3}, {"rows": 30, "cols": 40, "method": "grown"}, {"rows": 9, "rule": "roth"},
    {"rows": 10, "leaper": (2, 3)}, {"rows": 20, "closed": True, "start": "c3", "end": "d5"}, {"rows": 700, "cols": 3},
])  # fmt: skip
def test_a_tour_is_the_one_that_the_program_makes(asked):
    tour = courser.tour(**asked)
    rows = asked["rows"]
    options = {**asked, "board": f"{rows}x{asked.get('cols', rows)}"}
    line = ["courser", "walk" if "rule" in asked else "tour", options.pop("board"), "--format", "grid"]
    for name, value in options.items():
        if name not in ("rows", "cols"):
            text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
            line += [f"--{name}"] if value is True else [f"--{name}", text]
    grid = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    assert np.array_equal(tour, np.array([row.split() for row in grid.splitlines()], np.uint32))


def test_many_tours_are_drawn_uniformly_and_by_the_seed():
    tours = courser.many(5, 6, count=2000, seed=3)
    assert tours.dtype == np.uint32 and tours.shape == (2000, 5, 6)
    assert np.array_equal(courser.many(5, 6, count=7, seed=3), tours[:7])
    times = np.unique(tours, axis=0, return_counts=True)[1]
    assert len(times) == courser.count(5, 6) == 8 and times.min() > 180
    assert {courser.check(tour) for tour in tours[:40]} == {"closed"}
    assert courser.many(5, count=3, start="a1")[:, 4, 0].tolist() == [1, 1, 1]
    assert courser.many(5, 6, count=0).shape == (0, 5, 6)
    with pytest.raises(courser.NoTour, match="colour"):
        courser.many(5, count=1)
    with pytest.raises(courser.TooLarge):
        courser.many(6, count=1 << 50)
    with pytest.raises(courser.InputError):
        courser.many(6, count=-1)


def test_a_tour_has_the_symmetry_asked_for():
    tour = courser.tour(10, closed=True, symmetry="quarter-turn")
    steps = (np.rot90(tour).astype(int) - tour) % 100
    assert len(np.unique(steps)) == 1
    for closed, symmetry, error in [
        (True, "spin", courser.InputError), (False, "mirror", courser.InputError), (True, "mirror", courser.NotFound),
    ]:  # fmt: skip
        with pytest.raises(error):
            courser.tour(8, closed=closed, symmetry=symmetry)


def test_holes_are_a_boolean_array():
    holes = np.zeros((6, 7), bool)
    holes[2, 3] = holes[0, 0] = True
    tour = courser.tour(6, 7, holes=holes, closed=True)
    assert np.array_equal(tour == 0, holes) and len(tour.squares) == 40
    assert "<svg" in tour.svg() and courser.check(tour) == "closed"
    for wrong in (holes.astype(int), holes[0], holes[:5], [["x"]], np.ones((6, 7), bool)):
        with pytest.raises(courser.InputError):
            courser.tour(6, 7, holes=wrong)


def test_pictures_are_drawn_of_tours_only():
    tour = courser.tour(6, closed=True)
    assert tour.png(square=20)[:8] == b"\x89PNG\r\n\x1a\n" and len(tour.svg(palette="dark", curve=True)) > 1000
    assert tour._repr_html_() == tour.svg() and tour[0]._repr_html_() is None and (tour + 1)._repr_html_() is None
    assert "base64" in courser.tour(100)._repr_html_()
    assert courser.tour(10, leaper=(2, 3), limit=60).svg().startswith("<svg")
    for style in ({"palette": "beige"}, {"square": 0}, {"square": -1}, {"colour": 1}, {"look": ""}):
        with pytest.raises(courser.InputError) as error:
            tour.svg(**style)
        assert error.value.hint
    with pytest.raises(courser.InputError, match="not a tour|visit|number|twice"):
        (tour // 2).svg()


def test_the_judge_names_the_first_flaw():
    tour = courser.tour(6)
    swapped = tour.copy()
    swapped[tour == 1], swapped[tour == 20] = 20, 1
    for wrong in (swapped, tour.astype(float) / 2, np.zeros((3, 3), int), np.array([[-1]]), "a1 b2", "", "\0"):
        with pytest.raises(courser.InputError) as error:
            courser.check(wrong)
        assert error.value.message and error.value.hint in str(error.value)
    for wrong in (np.array([object()]), ["a", "b"]):
        with pytest.raises((ValueError, TypeError)):
            courser.check(wrong)


def test_a_board_without_a_tour_has_a_theorem():
    with pytest.raises(courser.NoTour, match="5x5 board has no closed tour: 25 squares"):
        courser.tour(5, closed=True)
    assert courser.existence(5, closed=True).exists is False and "Schwenk" in courser.existence(4, 9, closed=True).theorem
    assert courser.existence(6, closed=True) == (True, "") and courser.existence(10, leaper="zebra").exists is None
    with pytest.raises(courser.NotFound):
        courser.tour(300, method="warnsdorff", rule="bottom")


@pytest.mark.parametrize("wrong", [
    {"rows": 0}, {"rows": -3}, {"rows": 2**70}, {"rows": 8, "cols": 2**40}, {"cols": 8}, {}, {"rows": 8, "start": "j9"},
    {"rows": 8, "start": (8, 0)}, {"rows": 8, "start": "a1", "end": "a1"}, {"rows": 8, "leaper": (0, 0)},
    {"rows": 8, "leaper": "horse"}, {"rows": 8, "seed": -1}, {"rows": 8, "seed": 2**64}, {"rows": 8, "limit": -1.0},
    {"rows": 8, "limit": float("nan")}, {"rows": 8, "method": "magic"}, {"rows": 8, "rule": "no"},
    {"rows": 8, "method": "organic"}, {"rows": 8, "method": "search", "rule": "roth"},
])  # fmt: skip
def test_wrong_input_is_a_value_error_with_a_hint(wrong):
    with pytest.raises(courser.InputError) as error:
        courser.tour(**wrong)
    assert isinstance(error.value, ValueError) and error.value.hint


def test_what_does_not_fit_into_memory_is_a_memory_error():
    for large in (lambda: courser.tour(10**6), lambda: courser.to_networkx(2**20), lambda: courser.count(30)):
        with pytest.raises(courser.TooLarge) as error:
            large()
        assert isinstance(error.value, MemoryError)
    with pytest.raises((TypeError, courser.Error)):
        courser.tour(2.5)
    with pytest.raises(courser.InputError, match="no such adapter|no graphics adapter"):
        courser.tour(100, closed=True, method="mosaic", device="no such adapter")


def test_numbers_are_exact_and_of_any_size():
    assert courser.count(6) == 9862 and courser.count(6, start="a1") == 524486
    assert courser.count(5, closed=False) == 864 and courser.count(5, closed=False, directed=True) == 1728
    assert courser.count(3, 400) > 10**80 and courser.count(5) == 0
    assert courser.count_queens(8, fundamental=True) == 12
    with pytest.raises(courser.InputError):
        courser.count_queens(99)
    with pytest.raises(courser.LimitReached):
        courser.count(8, limit=0.2)


def test_shards_pickle_and_make_the_whole():
    parts = [pickle.loads(pickle.dumps(courser.count(6, 8, shard=(i, 3)))) for i in range(3)]
    assert courser.merge(reversed(parts)) == courser.count(6, 8) == 55488142
    start = [courser.count(6, start="a1", directed=True, shard=(i, 2)) for i in range(2)]
    assert courser.merge(start) == 524486
    assert json.loads(parts[1])["shard"] == "1/3" and type(parts[1]) is courser.Part
    for wrong, why in [(parts[:2], "2/3 is missing"), ([*parts, parts[0]], "both shard 0/3"), ([], "missing"),
                       ([*parts[:2], start[1]], "not shards of one whole"),
                       ([parts[0], parts[1].replace("8", "9"), parts[2]], r"parts\[1\]")]:  # fmt: skip
        with pytest.raises(courser.InputError, match=why):
            courser.merge(wrong)
    for wrong_shard in ((3, 3), (0, 0), (-1, 3)):
        with pytest.raises(courser.InputError):
            courser.count(6, shard=wrong_shard)
    with pytest.raises(courser.InputError):
        courser.count(6, layers="somewhere")


def test_shards_share_the_halves_of_the_board(tmp_path):
    parts = [courser.count(6, 7, shard=(i, 2), layers=tmp_path / "halves") for i in range(2)]
    assert courser.merge(parts) == 1067638 and (tmp_path / "halves" / "upper.index").exists()


def test_shards_of_a_survey_make_the_whole():
    asked = {"boards": "5..=9", "rules": ["roth", "random"], "starts": 10, "seeds": "0..=2", "device": "cpu"}
    parts = [pickle.loads(pickle.dumps(courser.survey(**asked, shard=(i, 4)))) for i in range(4)]
    whole = courser.survey(**asked)
    merged = courser.merge([parts[2], parts[0], parts[3], parts[1]])
    assert list(merged) == list(whole) and all((merged[name] == whole[name]).all() for name in whole)
    for wrong in (parts[:3], [*parts, parts[1]], [*parts[:3], parts[3]._replace(rows=[])]):
        with pytest.raises(courser.InputError):
            courser.merge(wrong)


def test_queens_do_not_attack_each_other():
    rows = courser.queens(1000)
    files = np.arange(1000)
    assert all(len(np.unique(line)) == 1000 for line in (rows, rows + files, rows - files))
    with pytest.raises(courser.NoTour):
        courser.queens(3)


def test_a_path_planted_in_a_graph_is_found():
    dice = random.Random(3)
    for _ in range(200):
        order = dice.sample(range(99), dice.randint(6, 60))
        edges = set(zip(order, order[1:]))
        for _ in range(len(order) // dice.choice([1, 2, 4])):
            one, other = dice.sample(order, 2)
            if (other, one) not in edges:
                edges.add((one, other))
        closed = dice.random() < 0.5
        if closed and (order[0], order[-1]) not in edges:
            edges.add((order[-1], order[0]))
        ends = dice.choice([{}, {"start": order[0]}, {"end": order[-1]}, {"start": order[0], "end": order[-1]}])
        found = courser.Graph(order, sorted(edges)).tour(closed=closed, **ends)
        assert sorted(found) == sorted(order)
        assert all((a, b) in edges or (b, a) in edges for a, b in zip(found, found[1:]))


def test_graphs_go_both_ways():
    board = courser.to_networkx(5, 6)
    assert (len(board), board.size()) == (30, 2 * (4 * 4 + 3 * 5))
    cycle = courser.from_networkx(board).tour(closed=True, seed=1)
    assert len(set(cycle)) == 30 and all(board.has_edge(*two) for two in zip(cycle, cycle[1:] + cycle[:1]))
    with pytest.raises(courser.NoTour, match="Petersen|no Hamiltonian cycle"):
        courser.from_networkx(nx.petersen_graph()).tour(closed=True)
    lonely = nx.path_graph(4)
    lonely.add_nodes_from(['<"&>', "4"])
    with pytest.raises(courser.NoTour):
        courser.from_networkx(lonely).tour()
    mixed = courser.Graph([1, "1", 2], [(1, "1"), ("1", 2)])
    assert mixed.tour(start=2) == [2, "1", 1] and mixed.count(closed=False) == 1
    with pytest.raises(courser.InputError, match="parallel edges"):
        courser.from_networkx(nx.MultiGraph([(1, 2)]))
    for wrong in (lambda: courser.Graph([1], [(1, 2)]), lambda: courser.Graph([1, 2], [(1, 1)]).tour(),
                  lambda: courser.Graph([], []).tour(), lambda: mixed.tour(start=9)):  # fmt: skip
        with pytest.raises(courser.InputError):
            wrong()


def test_directed_graphs_are_followed_in_their_direction():
    dice = random.Random(7)
    for _ in range(100):
        nodes = dice.sample(range(99), dice.randint(2, 6))
        pairs = [(a, b) for a in nodes for b in nodes if a != b]
        graph = nx.DiGraph(dice.sample(pairs, dice.randint(1, len(pairs))))
        paths = [p for p in itertools.permutations(graph) if all(graph.has_edge(*two) for two in zip(p, p[1:]))]
        directed = any(not graph.has_edge(b, a) for a, b in graph.edges)
        assert courser.from_networkx(graph).count(closed=False) == len(paths) // (1 if directed else 2)
        if paths:
            assert tuple(courser.from_networkx(graph).tour()) in paths
        else:
            with pytest.raises(courser.NoTour):
                courser.from_networkx(graph).tour()
    one_way = courser.Graph("abc", ["ab", "bc"], directed=True)
    assert one_way.tour() == ["a", "b", "c"] and one_way.count(closed=False, end="c") == 1
    with pytest.raises(courser.InputError, match="has no reverse"):
        courser.Graph("abc", ["ab", "ba", "bc"]).tour()


def test_surveys_have_columns_and_hunts_a_route():
    table = courser.survey("6,8", ["roth", "warnsdorff"], starts="all", seeds="0..=1")
    assert {len(column) for column in table.values()} == {8} and table["tries"].sum() == 400
    route = courser.hunt("N...x\n.....\n..x..\n")
    assert route.collects.sum() == 2 and route.moves >= route.at_least and route.squares.shape[1] == 2
    for wrong in (lambda: courser.survey("x"), lambda: courser.survey("8", ["horse"]), lambda: courser.hunt("")):
        with pytest.raises(courser.InputError):
            wrong()


# If the tests run in the background, Ctrl-C may be ignored. The script therefore installs the default handler.
ENDLESS = """
import courser, signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
try:
    {}
except KeyboardInterrupt:
    print("interrupted", flush=True)
# The loop ends as soon as the threads no longer use processor time.
used = -1.0
while time.process_time() > used + 0.02:
    used = time.process_time()
    time.sleep(0.2)
print("idle", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends Ctrl-C to whole groups of processes")
@pytest.mark.parametrize("call", ["courser.count_queens(24)", "courser.count(8)",
                                  "courser.survey('200..=400', starts='all', device='cpu')"])  # fmt: skip
def test_ctrl_c_ends_the_work(call):
    child = subprocess.Popen([sys.executable, "-c", ENDLESS.format(call)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "begun\n"
    # The work usually begins during this delay. The call must also end if the signal arrives before the work begins.
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=600)[0] == "interrupted\nidle\n" and child.returncode == 0


def test_other_threads_run_meanwhile():
    turns = []
    other = threading.Thread(target=lambda: [turns.append(courser.tour(8).kind) for _ in range(20)])
    other.start()
    with pytest.raises(courser.LimitReached):
        courser.count(8, limit=1)
    other.join()
    assert len(turns) == 20


@pytest.mark.parametrize("call", [
    lambda: courser.from_networkx(None), lambda: courser.from_networkx(nx.MultiGraph()), lambda: courser.tour("8x8"),
    lambda: courser.tour(8.5), lambda: courser.tour(8, start=7), lambda: courser.tour(8, limit="1s"),
    lambda: courser.tour(8, method=3), lambda: courser.tour(8, holes=[[True], [True, False]]), lambda: courser.tour(-8),
    lambda: courser.tour(8, leaper=None), lambda: courser.tour(1 << 80), lambda: courser.tour(8, colour="red"),
    lambda: courser.many(6, count="3"), lambda: courser.check(None), lambda: courser.check("\ud800"),
    lambda: courser.count(6, directed=None), lambda: courser.existence(None), lambda: courser.survey(8),
    lambda: courser.survey("8", rules=3), lambda: courser.queens("8"), lambda: courser.count_queens(None),
    lambda: courser.hunt(8), lambda: courser.Graph(None, []), lambda: courser.Graph([1, 2], [(1, 2, 3)]),
    lambda: courser.Graph([[]], []), lambda: courser.Graph([1], []).tour(seed="x"),
    lambda: courser.tour(8).svg(square="wide"), lambda: courser.tour(8).png(curve="yes"),
])  # fmt: skip
def test_every_exception_is_one_of_the_module(call):
    with pytest.raises(courser.InputError) as caught:
        call()
    assert caught.value.message and caught.value.hint
