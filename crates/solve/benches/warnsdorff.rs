//! Benchmarks of the rules and of a plain walk, in nanoseconds per square.
//!
//! The plain walk `recount` recounts every rank at every visit. The rules are compared with `recount` in the same run,
//! since times differ between computers and between runs. Throughput is measured in visited squares, since a rule that
//! gets stuck visits only a part of the board.

use std::hint::black_box;
use std::time::Duration;

use courser_board::{Board, MoveOrder, Square};
use courser_solve::warnsdorff::{Rule, run};
use criterion::{BenchmarkId, Criterion, Throughput};

/// Follows the rule `warnsdorff` from the corner until the knight is stuck or the tour is complete. At every visit,
/// recomputes the ranks of all candidate squares. Returns the number of visited squares.
fn recount(side: i64) -> usize {
    let moves = [(2, 1), (-2, 1), (2, -1), (-2, -1), (1, 2), (-1, 2), (1, -2), (-1, -2)];
    let mut free = vec![true; (side * side) as usize];
    let mut order = Vec::with_capacity(free.len());
    let at = |row: i64, col: i64| (row * side + col) as usize;
    let is_free =
        |free: &[bool], row: i64, col: i64| (0..side).contains(&row) && (0..side).contains(&col) && free[at(row, col)];
    let (mut row, mut col) = (0, 0);
    loop {
        free[at(row, col)] = false;
        order.push(at(row, col) as u32);
        let mut best = (usize::MAX, 0, 0);
        for (down, right) in moves {
            let (r, c) = (row + down, col + right);
            if is_free(&free, r, c) {
                let rank = moves.iter().filter(|m| is_free(&free, r + m.0, c + m.1)).count();
                if rank < best.0 {
                    best = (rank, r, c);
                }
            }
        }
        if best.0 == usize::MAX {
            return black_box(order).len();
        }
        (row, col) = (best.1, best.2);
    }
}

fn walk(board: &Board, rule: Rule) -> usize {
    let outcome = run(board, Square::new(0, 0), rule, MoveOrder::SLIDES, 1).unwrap();
    black_box(outcome.order).len()
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    for side in [100_u32, 1000, 4000] {
        let board = Board::new(side, side).unwrap();
        let mut group = criterion.benchmark_group(format!("warnsdorff/{side}x{side}"));
        let visited = recount(side.into());
        assert_eq!(visited, walk(&board, Rule::Warnsdorff), "both walk the same tour");
        group.throughput(Throughput::Elements(visited as u64));
        group.bench_function("recount", |bencher| bencher.iter(|| recount(side.into())));
        for rule in [Rule::Warnsdorff, Rule::Pohl, Rule::Roth, Rule::Random] {
            group.throughput(Throughput::Elements(walk(&board, rule) as u64));
            group.bench_function(BenchmarkId::from_parameter(rule), |bencher| {
                bencher.iter(|| walk(&board, rule));
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
