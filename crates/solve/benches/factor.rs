//! Benchmarks of two methods: the method *factor and merge*, and the column automaton. The benchmarks measure the time
//! per path, per tour and per square.
//!
//! Run with `cargo bench -p courser-solve --bench factor`. Every result is checked before the time is measured.

use std::hint::black_box;
use std::time::Duration;

use courser_board::{Board, Kind, Square, Tour, TourSpec};
use courser_solve::existence::{Existence, decide};
use courser_solve::factor::{self, small};
use courser_solve::narrow;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Returns all pairs of a light and a dark square. The board must have an even number of squares.
fn pairs(board: &Board) -> Vec<(Square, Square)> {
    let light = |square: Square| (square.row + square.col).is_multiple_of(2);
    let (light, dark): (Vec<Square>, Vec<Square>) = board.squares().partition(|&square| light(square));
    light.iter().flat_map(|&from| dark.iter().map(move |&to| (from, to))).collect()
}

fn small_boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("small");
    for side in [6, 8, 12, 14] {
        let board = Board::new(side, side).unwrap();
        let pairs = pairs(&board);
        for &(from, to) in &pairs {
            let order = small::path(side, side, from, to, &[], 1).unwrap();
            Tour::new(board.clone(), order).unwrap();
        }
        // Each measurement uses one pair. Successive measurements go through all pairs.
        let mut turn = (0..).map(|round: usize| (pairs[round % pairs.len()], (round / pairs.len()) as u64));
        group.bench_function(BenchmarkId::from_parameter(&board), |b| {
            b.iter_batched(
                || turn.next().unwrap(),
                |((from, to), seed)| small::path(side, side, from, to, &[], seed),
                criterion::BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn large_boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("large");
    group.sample_size(10).measurement_time(Duration::from_secs(8));
    for side in [100, 1000] {
        let board = Board::new(side, side).unwrap();
        let spec = TourSpec::closed(&board);
        Tour::new(board.clone(), factor::tour(&spec, 0, 8).unwrap()).unwrap();
        group.throughput(Throughput::Elements(board.cells()));
        let mut seed = 0;
        group.bench_function(BenchmarkId::new("closed", &board), |b| {
            b.iter(|| {
                seed += 1;
                factor::tour(&spec, seed, 8)
            });
        });
    }
    group.finish();
}

fn narrow_boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("narrow");
    for (rows, cols) in [(3, 30_000), (4, 30_000)] {
        let board = Board::new(rows, cols).unwrap();
        // The automaton is built before the timed part.
        let spec = TourSpec::open(&board);
        Tour::new(board.clone(), narrow::tour(&spec, 0).unwrap()).unwrap();
        group.throughput(Throughput::Elements(board.cells()));
        group.bench_function(BenchmarkId::new("open", &board), |b| {
            b.iter(|| narrow::tour(&spec, black_box(1)));
        });
    }
    group.finish();
}

fn theorems(c: &mut Criterion) {
    let board = Board::new(5, 1000).unwrap();
    let (start, end) = (Some(Square::new(2, 1)), Some(Square::new(0, 4)));
    let spec = TourSpec::new(&board, Kind::Open, start, end).unwrap();
    assert!(matches!(decide(&spec), Existence::None(_)));
    c.bench_function("decide", |b| b.iter(|| decide(black_box(&spec)) == Existence::Exists));
}

criterion_group!(benches, small_boards, large_boards, narrow_boards, theorems);
criterion_main!(benches);
