//! Several workers come to the same number as one.

use courser_board::{Board, Square};
use courser_count::{Cluster, CountOptions, Task, Tours, count, count_together};

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
