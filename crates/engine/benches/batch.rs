//! Knights' moves per second of the batch: every kernel on the card, one core and all cores of the CPU beside it.
//!
//! `cargo bench -p courser-engine --bench batch` prints the adapter first. Before anything is timed the
//! devices have to tell the same of all knights. A move is a square visited: knights who get stuck make fewer.

use std::hint::black_box;

use courser_board::{Board, MoveOrder};
use courser_engine::batch::{Batch, Bounds, Card, CpuBatch, GpuBatch, KernelKind, Plan, Squad, Tally};
use courser_solve::warnsdorff::{Rider, Rule};
use criterion::{BenchmarkId, Throughput};

mod common;

/// Sides of the boards, and knights on the software adapter and the CPU; a real card gets more.
const BOARDS: [(u32, u32); 2] = [(8, 1 << 15), (32, 1 << 11)];

/// How many times more knights a real card gets.
const REAL: u32 = 64;

fn plan(side: u32, rule: Rule, knights: u32) -> Plan {
    let board = Board::new(side, side).expect("a board");
    let starts = board.squares().collect();
    let rider = Rider { rule, order: MoveOrder::SLIDES, seed: 1, knight: 0 };
    Plan::new(board, vec![Squad { rider, starts, count: knights }]).expect("they can ride")
}

fn all(batch: &mut dyn Batch) -> Tally {
    batch.tallies(&mut |_| {}).expect("they ride")[0]
}

fn main() {
    let mut criterion = common::criterion(2);
    let device = common::device();
    let is_real = device.adapter().kind().is_real();
    let card = Card::new(&device);
    let one = common::one_core();

    for rule in [Rule::Warnsdorff, Rule::Random] {
        for (side, knights) in BOARDS {
            let mut group = criterion.benchmark_group(format!("batch {side}x{side} {rule}"));
            let told = all(&mut CpuBatch::new(plan(side, rule, knights)));
            group.throughput(Throughput::Elements(told.visited));
            group.bench_function("cpu, one core", |bencher| {
                let mut batch = CpuBatch::new(plan(side, rule, knights));
                bencher.iter(|| one.install(|| black_box(all(&mut batch))));
            });
            group.bench_function("cpu, all cores", |bencher| {
                let mut batch = CpuBatch::new(plan(side, rule, knights));
                bencher.iter(|| black_box(all(&mut batch)));
            });
            for kind in KernelKind::ALL {
                if !kind.takes(plan(side, rule, 1).board()) {
                    continue;
                }
                let (widths, knights): (&[u32], u32) =
                    if is_real { (&[32, 64, 128], knights * REAL) } else { (&[8, 64], knights) };
                let told = all(&mut CpuBatch::new(plan(side, rule, knights)));
                for &width in widths {
                    let plan = plan(side, rule, knights);
                    let mut batch =
                        GpuBatch::with(&card, plan, kind, Some(width), Bounds::default()).expect("the card takes it");
                    // The first rides build the kernel and find the pace.
                    for _ in 0..4 {
                        assert_eq!(all(&mut batch), told, "{kind} and the CPU tell the same");
                    }
                    group.throughput(Throughput::Elements(told.visited));
                    let name = format!("{kind}, {width} lanes");
                    group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                        bencher.iter(|| black_box(all(&mut batch)));
                    });
                }
            }
            group.finish();
        }
    }
    criterion.final_summary();
}
