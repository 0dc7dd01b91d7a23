//! Benchmarks of a mosaic: building its plan, numbering its squares, and proving the tour.
//!
//! Compare `fill` with `plain`, which writes one number to every square of an equally large array on all cores. The
//! time of `plain` is the limit set by memory bandwidth.

use std::hint::black_box;
use std::time::Duration;

use courser_board::{Board, Kind, Square, TourSpec, proof};
use courser_solve::mosaic::MosaicPlan;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;

fn numbers(c: &mut Criterion) {
    let mut group = c.benchmark_group("mosaic");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    for side in [1000, 4000, 10_000] {
        let board = Board::new(side, side).unwrap();
        let mut visits = vec![0_u32; board.cells() as usize];
        group.throughput(Throughput::Elements(board.cells()));
        group.bench_function(BenchmarkId::new("plain", side), |b| {
            b.iter(|| black_box(&mut visits).par_chunks_mut(1 << 16).for_each(|part| part.fill(black_box(7))));
        });
        let kinds = [
            ("fill", true, None, None, None),
            ("fill from a start", true, Some(Square::new(side / 2, side / 3)), None, None),
            ("fill with a seed", true, None, None, Some(1)),
            (
                "fill from corner to centre",
                false,
                Some(Square::new(0, 0)),
                Some(Square::new(side / 2, side / 2 + 1)),
                None,
            ),
        ];
        for (name, closed, start, end, seed) in kinds {
            let plan = MosaicPlan::new(&spec(&board, closed, start, end), seed).unwrap();
            group.bench_function(BenchmarkId::new(name, side), |b| b.iter(|| plan.fill(black_box(&mut visits))));
            plan.fill(&mut visits);
            assert_eq!(proof::prove(side, side, closed, &visits), Ok(()));
        }
        group.bench_function(BenchmarkId::new("proof", side), |b| {
            b.iter(|| proof::prove(side, side, false, black_box(&visits)).unwrap());
        });
    }
    group.finish();
}

fn spec(board: &Board, closed: bool, start: Option<Square>, end: Option<Square>) -> TourSpec {
    TourSpec::new(board, if closed { Kind::Closed } else { Kind::Open }, start, end).unwrap()
}

fn plans(c: &mut Criterion) {
    let mut group = c.benchmark_group("plan");
    let large = Board::new(10_000, 10_000).unwrap();
    group.bench_function("closed 10000x10000", |b| {
        b.iter(|| MosaicPlan::new(black_box(&spec(&large, true, None, None)), None))
    });
    let (a, z) = (Square::new(5000, 2000), Square::new(77, 9000));
    group.bench_function("from-to 10000x10000", |b| {
        b.iter(|| {
            MosaicPlan::new(black_box(&spec(&large, false, Some(a), Some(z.with_other_colour(a)))), None).unwrap()
        });
    });
    let board = Board::new(30, 30).unwrap();
    let mut pair = 0_u64;
    group.bench_function("any pair of 30x30", |b| {
        b.iter(|| {
            // The step and the number of pairs are coprime, so all pairs are visited, in an irregular order.
            pair = (pair + 7_654_321) % 810_000;
            let (from, to) = (board.at(pair / 900), board.at(pair % 900));
            let to = to.with_other_colour(from);
            MosaicPlan::new(&spec(&board, false, Some(from), Some(to)), None).unwrap()
        });
    });
    group.finish();
}

/// Adds a method to squares. The method returns `self` if the colours of `self` and `from` differ, and otherwise the
/// neighbour of `self` in the row.
trait OtherColour {
    fn with_other_colour(self, from: Square) -> Square;
}

impl OtherColour for Square {
    fn with_other_colour(self, from: Square) -> Square {
        if self.colour() == from.colour() { Square::new(self.row, self.col ^ 1) } else { self }
    }
}

criterion_group!(benches, numbers, plans);
criterion_main!(benches);
