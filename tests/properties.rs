//! Tests that the result for any board, rule, order, seed and method is either the requested tour or a reason why no
//! tour exists.

use std::collections::HashSet;

use courser::{Answer, DeviceChoice, Request};
use courser_board::format::{Format, TourMetadata, read, write};
use courser_board::graph::NamedGraph;
use courser_board::{Board, Kind, Leaper, MoveOrder, Square, Tour, TourSpec, TourViolation, check};
use courser_count::{CountOptions, count_graph};
use courser_solve::existence::{Existence, decide};
use courser_solve::search::{SearchOptions, SearchResult, path};
use courser_solve::warnsdorff::{self, Rule};
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use proptest::test_runner::RngSeed;

/// Returns a configuration with three thousand cases per test. The cases are the same in every run.
fn fixed() -> ProptestConfig {
    ProptestConfig {
        cases: 3000,
        rng_seed: RngSeed::Fixed(18_230_001),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Generates boards with at most `most` rows and columns. A third of the boards are for the knight. Independently of
/// the leaper, a third of the boards can have holes.
fn boards(most: (u32, u32)) -> impl Strategy<Value = Board> {
    let leapers = vec![(1, 2), (1, 2), (1, 2), (0, 1), (1, 1), (1, 3), (2, 3), (0, 2), (1, 4)];
    ((1..=most.0, 1..=most.1), select(leapers)).prop_flat_map(|((rows, cols), (r, s))| {
        let leaper = Leaper::new(r, s).expect("it is a leaper");
        let board = Board::new(rows, cols).expect("it is a board").with_leaper(leaper);
        let squares: Vec<Square> = board.squares().skip(1).collect();
        let most = squares.len() / 4;
        let holes = prop_oneof![2 => Just(Vec::new()), 1 => subsequence(squares, 0..=most)];
        holes.prop_map(move |holes| board.clone().with_holes(holes).expect("a square is left"))
    })
}

fn orders() -> impl Strategy<Value = MoveOrder> {
    Just([1_u8, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle().prop_map(|codes| MoveOrder::new(codes).expect("each once"))
}

/// Returns the square that a random index selects on the board.
fn square(board: &Board, at: Index) -> Square {
    let squares: Vec<Square> = board.squares().collect();
    squares[at.index(squares.len())]
}

/// Returns whether a tour exists. Searches all reachable states. A state consists of the set of visited squares and the
/// last visited square.
fn exists(board: &Board, closed: bool, start: Option<Square>) -> bool {
    let squares: Vec<Square> = board.squares().collect();
    let number = |square: Square| squares.iter().position(|&other| other == square).expect("it is on the board");
    let moves: Vec<Vec<usize>> = squares.iter().map(|&square| board.neighbours(square).map(number).collect()).collect();
    let all = (1_u32 << squares.len()) - 1;
    let starts = match start {
        Some(start) => vec![number(start)],
        None if closed => vec![0],
        None => (0..squares.len()).collect(),
    };
    starts.into_iter().any(|start| {
        // The set of visited squares and the last square determine which continuations exist (Held and Karp 1962).
        let mut seen = HashSet::new();
        let mut open = vec![(1_u32 << start, start)];
        while let Some((visited, at)) = open.pop() {
            if visited == all && (!closed || squares.len() > 2 && moves[at].contains(&start)) {
                return true;
            }
            for &to in &moves[at] {
                let next = (visited | 1 << to, to);
                if visited >> to & 1 == 0 && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    })
}

/// Returns the answer of the automatic method.
fn ask(spec: &TourSpec, seed: Option<u64>) -> Answer {
    courser::tour(&Request { seed, device: DeviceChoice::Cpu, ..Request::new(spec.clone()) }).unwrap()
}

fn spec(board: &Board, closed: bool, start: Option<Square>) -> TourSpec {
    TourSpec::new(board, if closed { Kind::Closed } else { Kind::Open }, start, None).unwrap()
}

/// Asserts that a tour satisfies the requirements of the request.
fn meets(tour: &Tour, spec: &TourSpec) {
    let kind = check(spec.board(), tour.squares()).expect("what comes out is a tour");
    assert_eq!(kind, tour.kind());
    assert!(spec.is_met_by(tour), "{spec:?}");
}

#[test]
fn trying_every_walk_answers_as_the_theorems_do() {
    // The expected results are from Schwenk 1991, and from Cull and De Curtins 1978.
    for (board, closed, there) in
        [("3x3", false, false), ("3x4", false, true), ("3x5", false, false), ("4x5", false, true), ("4x4", true, false)]
    {
        assert_eq!(exists(&board.parse().unwrap(), closed, None), there, "{board}");
    }
    let wazir = Board::new(4, 5).unwrap().with_leaper(Leaper::new(0, 1).unwrap());
    assert!(exists(&wazir, true, None) && !exists(&wazir.with_holes([Square::new(0, 0)]).unwrap(), true, None));
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn a_small_board_is_answered_as_every_walk_answers_it(
        board in boards((4, 5)), closed: bool, start in any::<Option<Index>>(), seed in any::<Option<u64>>()
    ) {
        let start = start.map(|at| square(&board, at));
        let there = exists(&board, closed, start);
        let spec = spec(&board, closed, start);
        match decide(&spec) {
            Existence::Exists => prop_assert!(there, "{board:?} is said to have a tour"),
            Existence::None(reason) => prop_assert!(!there, "{board:?}: {reason}"),
            Existence::Unknown => {}
        }
        match ask(&spec, seed) {
            Answer::None(reason) => prop_assert!(!there, "{spec:?}: {reason}"),
            answer => meets(&answer.into_tour().unwrap().expect("a tour"), &spec),
        }
    }

    #[test]
    fn whatever_a_rule_walks_is_a_path_and_the_same_again(
        board in boards((14, 14)), start: Index, rule in select(Rule::ALL.to_vec()), order in orders(), seed: u64
    ) {
        let start = square(&board, start);
        let Ok(outcome) = warnsdorff::run(&board, start, rule, order, seed) else {
            // The rule of Squirrel and Cull supports only some boards and returns an error for other boards.
            prop_assert_eq!(rule, Rule::SquirrelCull);
            return Ok(());
        };
        let squares = || outcome.order.iter().map(|&index| board.at(index.into()));
        prop_assert_eq!(squares().next(), Some(start));
        match check(&board, squares()) {
            Ok(_) => prop_assert!(outcome.is_complete()),
            Err(TourViolation::Missing { .. }) => {
                prop_assert!(!outcome.is_complete());
                let last = squares().next_back().unwrap();
                prop_assert!(board.neighbours(last).all(|next| squares().any(|visited| visited == next)), "not stuck");
            }
            Err(flaw) => prop_assert!(false, "{board:?} {rule} {order} {seed}: {flaw}"),
        }
        prop_assert_eq!(&warnsdorff::run(&board, start, rule, order, seed).unwrap().order, &outcome.order);
    }

    #[test]
    fn a_tour_comes_as_wished_and_survives_every_format_and_no_damage(
        rows in 5_u32..=16, cols in 5_u32..=16, closed: bool, start in any::<Option<Index>>(),
        seed in any::<Option<u64>>(), first: Index, second: Index
    ) {
        let board = Board::new(rows, cols).unwrap();
        let spec = spec(&board, closed, start.map(|at| square(&board, at)));
        let tour = match ask(&spec, seed) {
            // On these boards, only the colours can exclude a tour (Schwenk 1991; Conrad, Hindrichs, Morsy and Wegener
            // 1994).
            Answer::None(reason) => {
                let lesser = spec.start().is_some_and(|start| start.colour() == 1);
                prop_assert!(board.cells() % 2 == 1 && (closed || lesser), "{}: {}", board, reason);
                return Ok(());
            }
            answer => answer.into_tour().unwrap().expect("a tour"),
        };
        meets(&tour, &spec);
        for format in Format::ALL {
            let mut file = Vec::new();
            write(format, &tour, Some(tour.kind()), &TourMetadata::default(), &mut file).unwrap();
            let found = read(&file, None, None).unwrap().remove(0);
            prop_assert!(found.board == board && found.squares.iter().copied().eq(tour.squares()), "{}", format);
        }

        let squares: Vec<Square> = tour.squares().collect();
        let (one, other) = (first.index(squares.len()), second.index(squares.len()));
        let mut left_out = squares.clone();
        left_out.remove(one);
        prop_assert!(check(&board, left_out).is_err(), "without visit {}", one + 1);
        let mut doubled = squares.clone();
        doubled.insert(other, squares[one]);
        prop_assert!(check(&board, doubled).is_err(), "visit {} again at {}", one + 1, other + 1);
        let mut swapped = squares.clone();
        swapped.swap(one, other);
        // Swapping two visits gives a tour if all moves of the new order are valid. The validity of these moves is
        // computed from the definition of a move.
        let moves = |pair: &[Square]| board.neighbours(pair[0]).any(|to| to == pair[1]);
        prop_assert_eq!(check(&board, swapped.iter().copied()).is_ok(), swapped.windows(2).all(moves));
    }
}

/// Generates sparse and dense graphs of up to 8 vertices, undirected and directed.
fn graphs() -> impl Strategy<Value = NamedGraph> {
    (1..=8_u32, 1..=9_u8, any::<bool>()).prop_flat_map(|(vertices, tenths, directed)| {
        let is_edge = move |&(a, b): &(u32, u32)| if directed { a != b } else { a < b };
        let pairs = (0..vertices).flat_map(|a| (0..vertices).map(move |b| (a, b))).filter(is_edge);
        let pairs: Vec<(u32, u32)> = pairs.collect();
        proptest::collection::vec(0..10_u8, pairs.len()).prop_map(move |dice| {
            let names = (0..vertices).map(|vertex| vertex.to_string());
            let edges = pairs.iter().zip(dice).filter(|(_, roll)| *roll < tenths).map(|(&edge, _)| edge);
            let graph = if directed { NamedGraph::directed(names, edges) } else { NamedGraph::new(names, edges) };
            graph.expect("it is a graph")
        })
    })
}

/// Counts the paths through all vertices by trying every walk. A path and its reverse count as two.
fn walks(graph: &NamedGraph, order: &mut Vec<u32>, ends: (Option<u32>, Option<u32>), closed: bool) -> u32 {
    if order.len() == graph.names().len() {
        let closes = order.len() > 2 && graph.neighbours(order[order.len() - 1]).contains(&order[0]);
        return u32::from((!closed || closes) && ends.1.is_none_or(|end| order.last() == Some(&end)));
    }
    let next = match order.last() {
        Some(&at) => graph.neighbours(at).to_vec(),
        None => ends.0.map_or_else(|| (0..graph.names().len() as u32).collect(), |start| vec![start]),
    };
    let mut found = 0;
    for to in next {
        if !order.contains(&to) {
            order.push(to);
            found += walks(graph, order, ends, closed);
            order.pop();
        }
    }
    found
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn search_and_count_of_any_graph_agree_with_trying_every_walk(
        graph in graphs(),
        closed: bool,
        ends in (proptest::option::of(any::<Index>()), proptest::option::of(any::<Index>())),
        seed: u64,
    ) {
        let vertices = graph.names().len();
        let vertex = |at: Option<Index>| at.map(|at| at.index(vertices) as u32);
        let ends = (vertex(ends.0), vertex(ends.1));
        prop_assume!(vertices == 1 || ends.0.is_none() || ends.0 != ends.1);
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let expected = walks(&graph, &mut Vec::new(), ends, closed);
        let options = SearchOptions { seed, ..SearchOptions::default() };
        match path(&graph, kind, ends.0, ends.1, &options).unwrap() {
            SearchResult::Tour(order) => {
                prop_assert!(expected > 0);
                prop_assert!(graph.check(&order).is_ok_and(|found| found == kind || !closed));
                prop_assert!(ends.0.is_none_or(|start| order[0] == start));
                prop_assert!(ends.1.is_none_or(|end| order[vertices - 1] == end));
            }
            SearchResult::None(reason) => prop_assert_eq!(expected, 0, "{}", reason),
            stopped => prop_assert!(false, "{:?}", stopped),
        }
        // Closed tours are counted only if no ends are given. `expected` counts each closed tour once for every pair of
        // a first vertex and a direction. In a directed graph, each closed tour has only one direction.
        let ways = if graph.is_directed() { 1 } else { 2 };
        if closed && ends == (None, None) {
            let each = ways * vertices as u32;
            prop_assert_eq!(count_graph(&graph, kind, [None, None], &CountOptions::default()).unwrap(), (expected / each).into());
        } else if !closed {
            let each = if ends == (None, None) && vertices > 1 { ways } else { 1 };
            prop_assert_eq!(count_graph(&graph, kind, ends.into(), &CountOptions::default()).unwrap(), (expected / each).into());
        }
    }
}
