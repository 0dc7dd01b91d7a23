"""Knight's tours of any board that has one: found, checked, counted, drawn.

Every tour is checked before it is returned. Work runs without the GIL, and Ctrl-C ends it. Every exception has a
`message` and a `hint`.
"""

from __future__ import annotations

import base64
import io
import os
import sys
from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypedDict, TypeVar, cast, overload

import numpy as np

from . import _native
from ._errors import Error, InputError, LimitReached, MachineError, NotFound, NoTour, TooLarge

if TYPE_CHECKING:
    from typing import TypeAlias, Unpack

    import networkx as nx
    from numpy.typing import ArrayLike, NDArray

    Square: TypeAlias = str | tuple[int, int]
    Leaper: TypeAlias = str | tuple[int, int]

__all__ = [
    "Error", "Existence", "Graph", "InputError", "LimitReached", "MachineError", "NoTour", "NotFound", "Part", "Route",
    "SurveyPart", "Tour", "TooLarge", "check", "count", "count_queens", "existence", "from_networkx", "hunt", "many",
    "merge", "queens", "survey", "to_networkx", "tour",
]  # fmt: skip

# On a Linux machine without a login session, Mesa's device-select layer prints an error at every search for adapters.
# The layer only reorders adapters. This variable disables the layer.
if sys.platform == "linux" and "XDG_RUNTIME_DIR" not in os.environ:
    os.environ.setdefault("NODEVICE_SELECT", "1")

_Asked = ParamSpec("_Asked")
_Answer = TypeVar("_Answer")


def _judged(function: Callable[_Asked, _Answer]) -> Callable[_Asked, _Answer]:
    """Raises `InputError` if Python or NumPy raises an error because of an argument of a wrong type or form."""

    @wraps(function)
    def call(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Answer:
        try:
            return function(*args, **kwargs)
        except Error:
            raise
        except (AttributeError, OverflowError, TypeError, ValueError) as error:
            name = function.__qualname__.removesuffix(".__init__")
            raise InputError(f"{name}: {error}", f"help(courser.{name}) says what it takes") from error

    return call


# A notebook shows a tour as lines if its board has at most this number of squares. Tours of larger boards are shown as
# bitmaps.
_LINES = 1 << 12


class Style(TypedDict, total=False):
    """The style of a picture. Missing values have the defaults of `courser draw`."""

    look: str | None
    """`line`, `numbers`, `heat` or `arrows`."""
    palette: str | None
    """`light`, `dark`, `cividis`, `ember` or `paper`."""
    square: int | None
    """The side of a square in pixels."""
    numbers: bool | None
    """Whether the visit numbers are drawn."""
    coordinates: bool | None
    """Whether files and ranks are drawn."""
    curve: bool
    """Whether the corners of the line are rounded."""


class Tour(np.ndarray[Any, np.dtype[np.uint32]]):
    """The visit numbers of a tour, an array of rows x columns: 1 for the first square, 0 for a hole.

    The tour is stored only in the array. Every method checks the array first, and raises `InputError` if it was
    modified and is no longer a tour.
    """

    leaper: str
    """The piece, by name or as `r,s`."""
    method: str
    """The method by which the tour was found."""
    made_on: str
    """The device that did the work."""

    def __array_finalize__(self, obj: Any) -> None:
        self.leaper = getattr(obj, "leaper", "knight")
        self.method = getattr(obj, "method", "")
        self.made_on = getattr(obj, "made_on", "")

    @property
    def kind(self) -> str:
        """The kind of the tour, `open` or `closed`; checks the tour."""
        return check(self)

    @property
    def squares(self) -> NDArray[np.intp]:
        """The squares in visiting order, an array of visits x 2: row from the top and column, both from 0."""
        check(self)
        flat = np.asarray(self).ravel()
        order = np.argsort(flat, kind="stable")[flat.size - np.count_nonzero(flat) :]
        return np.stack(np.divmod(order, self.shape[1]), axis=1)

    @property
    def moves(self) -> list[str]:
        """The names of the squares in visiting order, as `e6`."""
        rows = self.shape[0]
        return [f"{_file(col)}{rows - row}" for row, col in self.squares.tolist()]

    @_judged
    def svg(self, **style: Unpack[Style]) -> str:
        """Returns the tour as SVG."""
        return _draw(self, True, style).decode()

    @_judged
    def png(self, **style: Unpack[Style]) -> bytes:
        """Returns the tour as PNG."""
        return _draw(self, False, style)

    def _repr_html_(self) -> str | None:
        """Returns the board as HTML for a notebook; `None` if the array is not a complete tour."""
        try:
            if self.size <= _LINES:
                return self.svg()
            return f'<img src="data:image/png;base64,{base64.b64encode(self.png()).decode()}">'
        except InputError:
            return None


class Existence(NamedTuple):
    """What the theorems prove about the existence of a tour."""

    exists: bool | None
    """Whether the tour exists; `None` if no theorem decides it."""
    theorem: str
    """The reason why the tour does not exist, in one sentence; empty if it exists or no theorem decides it."""


class Route(NamedTuple):
    """A path over the treasures of a map."""

    squares: NDArray[np.intp]
    """The squares in order, an array of steps x 2: row and column."""
    collects: NDArray[np.bool_]
    """Whether a treasure is collected on each of these squares."""
    at_least: int
    """A lower bound of the number of moves."""

    @property
    def moves(self) -> int:
        """The number of moves."""
        return len(self.squares) - 1


class Part(str):
    """A shard of a count, for `merge`: one line of JSON with the question, the sum, the states and their SHA-256."""


class SurveyPart(NamedTuple):
    """A shard of a survey, for `merge`."""

    question: str
    """The survey and the shard."""
    rows: list[_native._Row]
    """The rows of the shard."""


@_judged
def tour(
    rows: int | None = None,
    cols: int | None = None,
    *,
    closed: bool = False,
    start: Square | None = None,
    end: Square | None = None,
    holes: ArrayLike | None = None,
    leaper: Leaper = "knight",
    method: str | None = None,
    rule: str | None = None,
    seed: int | None = None,
    limit: float | None = None,
    device: str = "auto",
    symmetry: str | None = None,
) -> Tour:
    """Finds a tour of a board of `rows` x `cols` squares, or of `rows` x `rows`.

    `holes` is a boolean array of rows x columns, true for a hole; then the size may be left out. A square is `"e6"` or
    `(row, column)`, from 0 at the top left; a leaper is `"camel"` or `(1, 3)`. `limit` is in seconds. `device` is
    `"auto"`, `"cpu"`, `"gpu"`, or an adapter by its number or a part of its name. `symmetry`, for closed tours, is
    `"half-turn"`, `"quarter-turn"` or `"mirror"`.

    Raises `NoTour` with the theorem if there is no such tour, `NotFound` if the method does not find one,
    `LimitReached`, `TooLarge` (a `MemoryError`), `InputError` (a `ValueError`) and `MachineError`.
    """
    board = _board(rows, cols, holes, leaper)
    how: _native._How = {
        "method": method,
        "rule": rule,
        "seed": None if seed is None else _whole(seed, "a seed", 64),
        "limit": limit,
        "device": device,
        "symmetry": symmetry,
    }
    if symmetry is not None and not closed:
        raise InputError("an open tour with a symmetry", "ask for a closed one: closed=True")
    numbers, made_by, made_on = _native.tour(board, _ends(closed, start, end), how)
    found = _arrays(numbers, board).view(Tour)
    found.leaper, found.method, found.made_on = board[1], made_by, made_on
    return found


@_judged
def many(
    rows: int | None = None,
    cols: int | None = None,
    *,
    count: int,
    closed: bool = True,
    start: Square | None = None,
    end: Square | None = None,
    holes: ArrayLike | None = None,
    leaper: Leaper = "knight",
    seed: int = 0,
) -> NDArray[np.uint32]:
    """Samples `count` tours, each equally likely among all tours of the board: an array of count x rows x columns.

    First counts all tours of the board: for 8 x 8 this takes seconds and about a gigabyte, for any `count`. With
    `start` or `end`, samples open tours. Raises `NoTour`, `TooLarge` and `InputError`.
    """
    board, ends = _board(rows, cols, holes, leaper), _ends(closed and start is None and end is None, start, end)
    return _arrays(_native.many(board, ends, _whole(count, "tours", 64), _whole(seed, "a seed", 64)), board, -1)


@_judged
def check(tour: ArrayLike | str, *, leaper: Leaper | None = None) -> str:
    """Checks a tour: returns `"open"` or `"closed"`, or raises `InputError` with the first violation.

    A tour is an array of visit numbers, 0 for a hole; a list of squares, as `tour.moves` or `tour.squares`; or a text in any
    format that `courser check` reads. Pairs are row and column, from 0 at the top left. A list of pairs is read as visit
    numbers only if it has each number from 1 once.
    """
    return _native.check(*_judge(tour, leaper))


@overload
def count(
    rows: int | None = None,
    cols: int | None = None,
    *,
    closed: bool = True,
    start: Square | None = None,
    end: Square | None = None,
    holes: ArrayLike | None = None,
    leaper: Leaper = "knight",
    directed: bool = False,
    limit: float | None = None,
    shard: None = None,
    layers: None = None,
) -> int: ...
@overload
def count(
    rows: int | None = None,
    cols: int | None = None,
    *,
    closed: bool = True,
    start: Square | None = None,
    end: Square | None = None,
    holes: ArrayLike | None = None,
    leaper: Leaper = "knight",
    directed: bool = False,
    limit: float | None = None,
    shard: tuple[int, int],
    layers: str | os.PathLike[str] | None = None,
) -> Part: ...
@_judged
def count(
    rows: int | None = None,
    cols: int | None = None,
    *,
    closed: bool = True,
    start: Square | None = None,
    end: Square | None = None,
    holes: ArrayLike | None = None,
    leaper: Leaper = "knight",
    directed: bool = False,
    limit: float | None = None,
    shard: tuple[int, int] | None = None,
    layers: str | os.PathLike[str] | None = None,
) -> int | Part:
    """Counts the closed or open tours of a board exactly; a tour and its reverse count as one, unless `directed`.

    With `start` or `end`, counts open tours. `shard=(i, n)` counts one of `n` shards, `i` from 0, and returns a `Part`
    for `merge`, which can be pickled. Shards with the same folder as `layers` compute the halves of the board only
    once: the first shard computes them, the others wait for it.
    """
    board, ends = _board(rows, cols, holes, leaper), _ends(closed and start is None and end is None, start, end)
    if shard is None:
        if layers is not None:
            raise InputError("layers without a shard", "give the shard, as in shard=(0, 4)")
        return int.from_bytes(_native.count(board, ends, directed, limit), "little")
    folder = None if layers is None else os.fspath(layers)
    return Part(_native.count_shard(board, ends, directed, limit, _shard(shard), folder))


@overload
def merge(parts: Iterable[Part]) -> int: ...
@overload
def merge(parts: Iterable[SurveyPart]) -> dict[str, NDArray[Any]]: ...
@_judged
def merge(parts: Iterable[Part] | Iterable[SurveyPart]) -> int | dict[str, NDArray[Any]]:
    """Merges all shards of a count or of a survey, in any order: returns the result of the whole.

    Raises `InputError` if a part is damaged, missing, duplicated, or of another question or version.
    """
    every = list(parts)
    if not every or not isinstance(every[0], SurveyPart):
        return int.from_bytes(_native.merge(cast("list[Part]", every)), "little")
    surveys = cast("list[SurveyPart]", every)
    ordered = [surveys[at].rows for at in _native.order([(part.question, len(part.rows)) for part in surveys])]
    longest = max(len(rows) for rows in ordered)
    return _table([rows[at] for at in range(longest) for rows in ordered if at < len(rows)])


@_judged
def existence(
    rows: int | None = None,
    cols: int | None = None,
    *,
    closed: bool = False,
    start: Square | None = None,
    end: Square | None = None,
    holes: ArrayLike | None = None,
    leaper: Leaper = "knight",
) -> Existence:
    """Decides by theorems whether a tour exists, before any search."""
    return Existence(*_native.existence(_board(rows, cols, holes, leaper), _ends(closed, start, end)))


@overload
def survey(
    boards: str,
    rules: Iterable[str] = ("warnsdorff",),
    *,
    starts: int | str = 256,
    seeds: int | str = 0,
    tries: int = 1,
    leaper: Leaper = "knight",
    device: str = "auto",
    shard: None = None,
) -> dict[str, NDArray[Any]]: ...
@overload
def survey(
    boards: str,
    rules: Iterable[str] = ("warnsdorff",),
    *,
    starts: int | str = 256,
    seeds: int | str = 0,
    tries: int = 1,
    leaper: Leaper = "knight",
    device: str = "auto",
    shard: tuple[int, int],
) -> SurveyPart: ...
@_judged
def survey(
    boards: str,
    rules: Iterable[str] = ("warnsdorff",),
    *,
    starts: int | str = 256,
    seeds: int | str = 0,
    tries: int = 1,
    leaper: Leaper = "knight",
    device: str = "auto",
    shard: tuple[int, int] | None = None,
) -> dict[str, NDArray[Any]] | SurveyPart:
    """Lets knights walk by rules from many squares of each board, and counts those that complete a tour.

    `boards` is a list such as `"5..=20"` or `"8x8,6x10"`, `starts` a number of squares or `"all"`. Returns columns of
    equal length by name, suitable for a data frame. `shard=(i, n)` runs one of `n` shards, `i` from 0, and returns a
    `SurveyPart` for `merge`, which can be pickled.
    """
    names = [rules] if isinstance(rules, str) else list(rules)
    args = (boards, names, str(starts), str(seeds), _whole(tries, "tries", 32), _name(leaper), device)
    part = SurveyPart(*_native.survey(*args, _shard((0, 1) if shard is None else shard)))
    return _table(part.rows) if shard is None else part


def _table(rows: list[_native._Row]) -> dict[str, NDArray[Any]]:
    """Returns the rows of a survey as columns."""
    columns = ["rows", "cols", "rule", "seed", "starts", "tries", "successes", "closed", "mean_visited", "min_visited"]
    table = list(zip(*rows, strict=True)) or [()] * len(columns)
    return {name: np.array(column) for name, column in zip(columns, table, strict=True)}


@_judged
def to_networkx(
    rows: int | None = None, cols: int | None = None, *, holes: ArrayLike | None = None, leaper: Leaper = "knight"
) -> nx.Graph:
    """Returns a board as a graph: a node `(row, column)` for each square, an edge for each move."""
    try:
        import networkx
    except ImportError as error:
        raise MachineError("networkx is not installed", "pip install networkx") from error
    squares, moves = _native.edges(_board(rows, cols, holes, leaper))
    graph = networkx.Graph()
    graph.add_nodes_from(squares)
    graph.add_edges_from(moves)
    return graph


class Graph:
    """A graph, for Hamiltonian paths and cycles; a directed graph has edges from their first node to their second.

    A directed graph in which every edge has its reverse is the same as the undirected graph.
    """

    @_judged
    def __init__(
        self, nodes: Iterable[Hashable], edges: Iterable[tuple[Hashable, Hashable]], *, directed: bool = False
    ) -> None:
        self.nodes = list(nodes)
        self._number = {node: number for number, node in enumerate(self.nodes)}
        names = [str(node) for node in self.nodes]
        self._names = names if len(set(names)) == len(names) else [str(number) for number in range(len(names))]
        self._edges = [(self._place(a), self._place(b)) for a, b in edges]
        self._directed = directed

    def _place(self, node: Hashable) -> int:
        if node not in self._number:
            raise InputError(f"the graph has no node {node!r}", "name a node of the graph")
        return self._number[node]

    def _asked(self, closed: bool, start: Hashable | None, end: Hashable | None) -> _native._Graph:
        ends = [None if node is None else self._place(node) for node in (start, end)]
        return {
            "names": self._names,
            "edges": self._edges,
            "directed": self._directed,
            "closed": closed,
            "start": ends[0],
            "end": ends[1],
        }

    @_judged
    def tour(
        self,
        *,
        closed: bool = False,
        start: Hashable | None = None,
        end: Hashable | None = None,
        seed: int = 0,
        limit: float | None = None,
    ) -> list[Hashable]:
        """Returns all nodes in the order of a Hamiltonian path or cycle; raises `NoTour` if there is none."""
        asked = self._asked(closed, start, end)
        return [self.nodes[number] for number in _native.graph_tour(asked, _whole(seed, "a seed", 64), limit)]

    @_judged
    def count(self, *, closed: bool = True, start: Hashable | None = None, end: Hashable | None = None) -> int:
        """Counts Hamiltonian cycles, or paths, exactly; in an undirected graph, a path and its reverse are one."""
        asked = self._asked(closed and start is None and end is None, start, end)
        return int.from_bytes(_native.graph_count(asked), "little")


@_judged
def from_networkx(graph: nx.Graph) -> Graph:
    """Converts any graph of networkx, directed or not, without parallel edges."""
    if not hasattr(graph, "is_directed"):
        raise InputError(f"an object of the type {type(graph).__name__} is not a graph", "give a networkx.Graph")
    if graph.is_multigraph():
        raise InputError("the graph has parallel edges", "give networkx.Graph(graph) or networkx.DiGraph(graph)")
    return Graph(graph.nodes, graph.edges, directed=graph.is_directed())


@_judged
def queens(n: int) -> NDArray[np.intp]:
    """Places `n` queens that do not attack each other: the row of each column's queen. `n` is 1, or 4 or more."""
    rows = _native.queens(_whole(n, "queens", 32))
    if rows is None:
        raise NoTour(f"{n} queens cannot be placed on a board of {n}x{n}", "choose 1, or 4 or more")
    return np.array(rows, np.intp)


@_judged
def count_queens(n: int, *, fundamental: bool = False) -> int:
    """Counts the placements of `n` queens, or those that differ by more than rotations and reflections."""
    return _native.count_queens(_whole(n, "queens", 32))[fundamental]


@_judged
def hunt(
    map: str,
    *,
    leaper: Leaper = "knight",
    start: Square | None = None,
    in_order: bool = False,
    back: bool = False,
    fast: bool = False,
) -> Route:
    """Finds a shortest path over all treasures of a map, whose text has the format of `courser hunt`.

    `in_order` collects the treasures in the order of their numbers, `back` returns to the start, and `fast` finds a
    good path instead of a shortest one.
    """
    name = None if start is None else _square(start, "start")
    squares, collects, at_least = _native.hunt(map, _name(leaper), name, in_order, back, fast)
    return Route(np.array(squares, np.intp).reshape(-1, 2), np.array(collects, np.bool_), at_least)


def _file(col: int) -> str:
    """Returns the letters of a column: a, b … z, aa, ab …"""
    letters = ""
    while col >= 0:
        letters = chr(ord("a") + col % 26) + letters
        col = col // 26 - 1
    return letters


def _whole(number: int, what: str, bits: int) -> int:
    """Returns the number if it is a non-negative integer of at most `bits` bits."""
    if not 0 <= index(number) < 1 << bits:
        raise InputError(f"{what}: {number}", f"give a whole number from 0 to {(1 << bits) - 1}")
    return index(number)


def _shard(shard: tuple[int, int]) -> tuple[int, int]:
    index, of = shard
    return _whole(index, "a shard", 64), _whole(of, "shards", 64)


def _name(pair: Square | Leaper) -> str:
    return pair if isinstance(pair, str) else ",".join(str(index(part)) for part in pair)


def _square(square: Square, what: str) -> str:
    """Returns the name of a square, or raises an error that lists the valid forms."""
    try:
        return _name(square)
    except (TypeError, ValueError):
        forms = "give file and rank, as 'e6', or (row, column) from 0 at the top left, as (2, 4)"
        raise InputError(f"{what} is {square!r:.60}, not a square", forms) from None


def _ends(closed: bool, start: Square | None, end: Square | None) -> _native._Ends:
    names = [None if square is None else _square(square, what) for square, what in ((start, "start"), (end, "end"))]
    return {"closed": bool(closed), "start": names[0], "end": names[1]}


def _board(rows: int | None, cols: int | None, holes: ArrayLike | None, leaper: Leaper) -> _native._Board:
    mask = None if holes is None else np.asarray(holes)
    if mask is not None and (mask.dtype != np.bool_ or mask.ndim != 2):
        message = f"holes are an array of {mask.dtype} with {mask.ndim} dimensions"
        raise InputError(message, "give a boolean array of rows x columns, true for a hole")
    if rows is None:
        if mask is None or cols is not None:
            raise InputError("the board has no size", "give rows and columns, or holes")
        rows, cols = mask.shape
    height, width = index(rows), index(rows if cols is None else cols)
    if mask is not None and mask.shape != (height, width):
        message = f"holes of {mask.shape[0]}x{mask.shape[1]} squares on a board of {height}x{width}"
        raise InputError(message, "give holes for every square, or leave out the size")
    return f"{height}x{width}", _name(leaper), None if mask is None else mask.tobytes()


def _arrays(numbers: bytearray, board: _native._Board, *many: int) -> NDArray[np.uint32]:
    """Returns visit numbers as an array of rows x columns, or of several such arrays."""
    height, _, width = board[0].partition("x")
    return np.frombuffer(numbers, np.uint32).reshape(*many, int(height), int(width))


def _judge(tour: ArrayLike | str, leaper: Leaper | None) -> tuple[bytes, str | None]:
    """Returns a tour as bytes for the checker, and the requested leaper or that of the array."""
    if isinstance(tour, str):
        return tour.encode(), None if leaper is None else _name(leaper)
    array = np.asarray(tour)
    names = array.tolist() if array.ndim == 1 and array.size and array.dtype.kind == "U" else []
    if not isinstance(tour, Tour) and array.ndim == 2 and array.shape[1] == 2 and array.dtype.kind in "iu":
        if sorted(array.ravel().tolist()) != list(range(1, array.size + 1)):
            names = [f"{row},{col}" for row, col in array.tolist()]
    if names:
        return " ".join(names).encode(), None if leaper is None else _name(leaper)
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return file.getvalue(), _name(leaper if leaper is not None else getattr(tour, "leaper", "knight"))


def _draw(tour: Tour, is_svg: bool, style: Style) -> bytes:
    if unknown := style.keys() - Style.__annotations__.keys():
        raise InputError(f"a style has no {min(unknown)}", f"choose {', '.join(Style.__annotations__)}")
    if (square := style.get("square")) is not None:
        style = {**style, "square": _whole(square, "a square", 32)}
    return _native.draw(*_judge(tour, None), is_svg, {"curve": False, **style})
