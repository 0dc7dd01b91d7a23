//! Moves per second of the decision cycle: every schedule on the card, the CPU reference beside it.
//!
//! `cargo bench -p courser-engine` prints the adapter first, then moves per second for each
//! schedule on 8x8, 32x32 and 128x128. The opening (the first two passes, which number the ranks of the
//! whole board) is not in the time; every result that is timed is checked.

use std::hint::black_box;
use std::time::{Duration, Instant};

use courser_board::{Board, MoveOrder, Path, Square, Tour};
use courser_engine::cycle::{CpuCycle, Cycle, GpuCycle, MAX_LANES, Schedule, Setup, StatusWord, order_of};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

mod common;

/// The boards, and a start from which the knight gets through.
const BOARDS: [(u32, Square); 3] = [(8, Square::new(2, 4)), (32, Square::new(9, 15)), (128, Square::new(64, 64))];

/// Moves in one timed run: a tour, or as many of its first moves as a schedule makes in bearable time.
fn moves(side: u32, schedule: Schedule, on_card: bool) -> u64 {
    let most = match (schedule, on_card) {
        (Schedule::Whole, _) => 48,
        (Schedule::Near, true) => 1023,
        _ => u64::MAX,
    };
    (u64::from(side) * u64::from(side) - 1).min(most)
}

/// Runs the first `moves` moves, after the first decision.
fn run(cycle: &mut dyn Cycle, moves: u64) {
    black_box(cycle.advance(3 * moves).expect("the run goes on"));
}

/// What was timed must be right: a tour, or a path of as many moves.
fn judge(cycle: &mut dyn Cycle, moves: u64) {
    let board = cycle.setup().board().clone();
    let order = order_of(&cycle.state().expect("there is a state")).expect("the state is sound");
    assert_eq!(order.len() as u64, moves + 1, "the knight got stuck on {board}");
    if moves + 1 == board.playable() {
        assert_eq!(cycle.status().expect("there is a status").word(), StatusWord::Done);
        Tour::new(board, order).expect("the tour is a tour");
    } else {
        Path::new(board, order).expect("the path is a path");
    }
}

fn cycle(criterion: &mut Criterion) {
    let device = common::device();

    for (side, start) in BOARDS {
        let setup = Setup::new(Board::new(side, side).expect("a board"), start, MoveOrder::SLIDES).expect("a setup");
        let mut group = criterion.benchmark_group(format!("cycle {side}x{side}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        let lanes = [1, MAX_LANES];
        let on_card = Schedule::ALL
            .into_iter()
            .flat_map(|schedule| lanes.map(|lanes| (schedule, lanes)))
            .filter(|&(schedule, lanes)| schedule == Schedule::Resident || lanes == 1);
        for (schedule, lanes) in on_card {
            let moves = moves(side, schedule, true);
            let name = if lanes == 1 { format!("gpu {schedule}") } else { format!("gpu {schedule}, {lanes} lanes") };
            group.throughput(Throughput::Elements(moves));
            let mut card = GpuCycle::with_lanes(&device, setup.clone(), schedule, lanes).expect("the card takes it");
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter_custom(|times| {
                    let mut total = Duration::ZERO;
                    for _ in 0..times {
                        card.restart().expect("it restarts");
                        card.advance(2).expect("it opens");
                        let begun = Instant::now();
                        run(&mut card, moves);
                        total += begun.elapsed();
                    }
                    total
                });
            });
            if card.passes() > 0 {
                judge(&mut card, moves);
            }
        }
        for schedule in Schedule::ALL {
            let moves = moves(side, schedule, false);
            group.throughput(Throughput::Elements(moves));
            let mut last = None;
            group.bench_function(BenchmarkId::from_parameter(format!("cpu {schedule}")), |bencher| {
                bencher.iter_custom(|times| {
                    let mut total = Duration::ZERO;
                    for _ in 0..times {
                        let mut cpu = CpuCycle::new(setup.clone(), schedule).expect("there is memory");
                        cpu.advance(2).expect("it opens");
                        let begun = Instant::now();
                        run(&mut cpu, moves);
                        total += begun.elapsed();
                        last = Some(cpu);
                    }
                    total
                });
            });
            if let Some(mut cpu) = last {
                judge(&mut cpu, moves);
            }
        }
        group.finish();
    }
}

criterion_group!(benches, cycle);
criterion_main!(benches);
