//! Several workers come to the same number as one.

use courser_board::{Board, Leaper, Square};
use courser_count::{Cluster, CountOptions, Task, Tours, count, count_together};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

fn gone(message: &str) -> ! {
    panic!("{message}")
}

#[test]
fn a_process_that_is_none_of_the_hosts_is_refused() {
    let task = Task::new(Board::new(6, 6).unwrap(), Tours::Closed).unwrap();
    for (hosts, process) in [(Vec::new(), 1), (vec!["localhost:1".into(), "localhost:2".into()], 2)] {
        let cluster = Cluster { hosts, process, ..Cluster::new(1, gone) };
        assert!(count_together(&task, &cluster, None, None).unwrap_err().is_input());
    }
}

#[test]
fn any_number_of_workers_counts_the_same() {
    let open = |start: Option<(u32, u32)>| {
        let square = |(row, col)| Square::new(row, col);
        Tours::Open { start: start.map(square), end: None }
    };
    let hole = Board::new(5, 6).unwrap().with_holes([Square::new(0, 0), Square::new(2, 3)]).unwrap();
    // Three rows of a wide board: nine pairs of open ends meet in the middle one.
    let wide = Board::new(18, 18).unwrap().with_leaper("wazir".parse().unwrap());
    let strip = wide.clone().with_holes(wide.squares().filter(|square| !(7..=9).contains(&square.row))).unwrap();
    let margin = Board::new(3, 6).unwrap();
    let margin = margin.clone().with_holes(margin.squares().filter(|square| square.col >= 4)).unwrap();
    for (board, tours) in [
        (strip, Tours::Closed),
        (margin, open(None)),
        (Board::new(1, 1).unwrap(), open(None)),
        (Board::new(4, 4).unwrap(), Tours::Closed),
        (Board::new(5, 5).unwrap(), Tours::Closed),
        (Board::new(6, 6).unwrap(), Tours::Closed),
        (Board::new(5, 10).unwrap(), Tours::Closed),
        // Numbers that outgrow 64 bits: on the way, and foreseen.
        (Board::new(3, 90).unwrap(), Tours::Closed),
        (Board::new(5, 40).unwrap(), Tours::Closed),
        (Board::new(3, 7).unwrap(), open(None)),
        (Board::new(5, 6).unwrap(), open(None)),
        (Board::new(4, 7).unwrap(), open(Some((0, 0)))),
        (hole, open(None)),
    ] {
        let task = Task::new(board, tours).unwrap();
        let alone = count(&task, &CountOptions::default()).unwrap();
        // Small layers and many workers: some are far ahead of others.
        for workers in [1, 2, 3, 7] {
            let cluster = Cluster::new(workers, gone);
            assert_eq!(count_together(&task, &cluster, None, None).unwrap(), alone, "{task:?}, {workers} workers");
        }
    }
}

/// Boards of few squares: some with holes, some with one half of the squares left out.
fn boards() -> impl Strategy<Value = Board> {
    let sizes =
        [(1, 4), (3, 3), (3, 4), (4, 3), (3, 7), (7, 3), (3, 8), (4, 5), (5, 5), (5, 6), (6, 6), (8, 5), (4, 10)];
    let leapers = [(1, 2), (1, 2), (1, 2), (0, 1), (0, 2), (1, 3), (2, 3)];
    let holes = prop_oneof![Just(0_u64), any::<u64>()];
    (select(sizes.to_vec()), select(leapers.to_vec()), 0..6_u32, holes).prop_map(
        |((rows, cols), (r, s), half, holes)| {
            let board = Board::new(rows, cols).unwrap().with_leaper(Leaper::new(r, s).unwrap());
            let is_hole = |square: &Square| {
                let is_out = match half {
                    0 => square.row < rows / 2,
                    1 => square.row >= rows.div_ceil(2),
                    2 => square.col < cols / 2,
                    3 => square.col >= cols.div_ceil(2),
                    _ => false,
                };
                is_out || (holes >> (board.index(*square) % 61)) & 7 == 7
            };
            board.clone().with_holes(board.squares().filter(is_hole)).unwrap_or(board)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        rng_seed: RngSeed::Fixed(20_220_002),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// The unit tests check counts without workers against a lister.
    #[test]
    fn two_workers_count_what_one_does_on_any_board(board in boards(), ends in any::<Option<[Option<u32>; 2]>>()) {
        let squares: Vec<Square> = board.squares().collect();
        let tours = match ends.map(|ends| ends.map(|end| end.map(|end| squares[end as usize % squares.len()]))) {
            Some([start, end]) if start.is_none() || start != end => Tours::Open { start, end },
            _ => Tours::Closed,
        };
        let task = Task::new(board, tours).unwrap();
        let alone = count(&task, &CountOptions::default()).unwrap();
        prop_assert_eq!(count_together(&task, &Cluster::new(2, gone), None, None).unwrap(), alone);
    }
}
