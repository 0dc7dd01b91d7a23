//! Tests counts on boards whose sides are joined, and on boards that consist of several stacked layers.

use courser_board::graph::{NamedGraph, Space};
use courser_board::{Board, Kind, Square, Symmetry, Wrap};
use courser_count::{CountOptions, CountTask, Tours, classes, count_graph, count_shard, invariant};
use courser_count::{Layers, by_move, by_slope, tours};

fn space(size: &str, wrap: Wrap) -> NamedGraph {
    size.parse::<Space>().unwrap().wrapping(wrap).graph().unwrap()
}

fn count(graph: &NamedGraph, kind: Kind) -> u64 {
    count_graph(graph, kind, [None, None], &CountOptions::default()).unwrap().try_into().unwrap()
}

/// Counts the Hamiltonian paths and the Hamiltonian cycles that begin with `path`, and adds the two counts to `found`.
/// Every path and every cycle is counted once for each direction.
fn walked(graph: &NamedGraph, path: &mut Vec<u32>, found: &mut [u64; 2]) {
    let vertices = graph.names().len();
    if path.len() == vertices {
        found[0] += 1;
        found[1] += u64::from(path[0] == 0 && graph.neighbours(path[vertices - 1]).contains(&0));
        return;
    }
    let next = match path.last() {
        None => (0..vertices as u32).collect(),
        Some(&last) => graph.neighbours(last).to_vec(),
    };
    for to in next {
        if !path.contains(&to) {
            path.push(to);
            walked(graph, path, found);
            path.pop();
        }
    }
}

#[test]
fn tori_have_as_many_closed_tours_as_are_known() {
    // Counting the 335,750,676,480 closed tours of the 5x5 torus takes most of a minute.
    for (size, known) in [("3x3", 48), ("4x4", 1_344)] {
        assert_eq!(count(&space(size, Wrap::Both), Kind::Closed), known, "{size}");
    }
}

#[test]
fn counts_of_spaces_are_those_of_an_exhaustive_search() {
    let spaces = [
        ("3x3", Wrap::Both),
        ("3x4", Wrap::Rows),
        ("3x4", Wrap::Cols),
        ("4x3", Wrap::Both),
        ("2x3x2", Wrap::None),
        ("3x2x2", Wrap::Cols),
        ("2x2x3", Wrap::Both),
    ];
    let mut sum = 0;
    for (size, wrap) in spaces {
        let graph = space(size, wrap);
        let mut found = [0; 2];
        walked(&graph, &mut Vec::new(), &mut found);
        let counted = [count(&graph, Kind::Open), count(&graph, Kind::Closed)];
        assert_eq!(counted, found.map(|number| number / 2), "{size} {wrap:?}");
        sum += counted[1];
    }
    assert!(sum > 48);
}

#[test]
fn a_count_on_a_board_with_joined_sides_is_that_of_its_graph_and_of_the_lister() {
    for (size, wrap) in [
        ("3x3", Wrap::Both),
        ("3x4", Wrap::Rows),
        ("3x4", Wrap::Cols),
        ("2x5", Wrap::Both),
        ("1x6", Wrap::Rows),
        ("2x2", Wrap::Both),
        ("1x2", Wrap::Cols),
    ] {
        let whole = size.parse::<Board>().unwrap().wrapping(wrap);
        let holed = whole.clone().with_holes([Square::new(0, 1)]).unwrap();
        for board in [whole, holed] {
            let [start, end] = [board.squares().next(), board.squares().last()];
            let open = |start, end| Tours::Open { start, end };
            for asked in [Tours::Closed, open(None, None), open(start, None), open(start, end.filter(|_| start != end))]
            {
                let task = CountTask::new(board.clone(), asked).unwrap();
                let mut listed = 0_u64;
                tours(&task, &CountOptions::default(), &mut |_| {
                    listed += 1;
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap();
                let number = courser_count::count(&task, &CountOptions::default()).unwrap();
                assert_eq!(number, listed.into(), "{board:?}, {asked:?}");
            }
            let graph = Space::new(board.clone()).graph().unwrap();
            let closed = CountTask::new(board, Tours::Closed).unwrap();
            let number = courser_count::count(&closed, &CountOptions::default()).unwrap();
            assert_eq!(number, count(&graph, Kind::Closed).into(), "{closed:?}");
        }
    }
}

#[test]
fn what_is_not_known_on_a_board_with_joined_sides_is_refused() {
    let board = "4x4".parse::<Board>().unwrap().wrapping(Wrap::Both);
    let task = CountTask::new(board, Tours::Closed).unwrap();
    let options = CountOptions::default();
    for error in [
        classes(&task, &options).unwrap_err(),
        invariant(&task, Symmetry::HalfTurn, &options).unwrap_err(),
        count_shard(&task, "0/2".parse().unwrap(), &options).unwrap_err(),
        by_move(&task, &options).unwrap_err(),
        by_slope(&task, &options).unwrap_err(),
        Layers::make(&task, &options).err().unwrap(),
    ] {
        assert!(error.to_string().ends_with("for boards with joined sides"), "{error}");
    }
}
