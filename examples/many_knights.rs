//! Runs thousands of knights side by side, which suits a GPU better than one fast knight.
//!
//! Every knight breaks ties by dice of its own. What comes back is one tally, put together on the GPU; a tour is
//! read back only of the knight that is named.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::sync::Arc;

use courser::board::{Board, Kind, MoveOrder, Square, Tour};
use courser::engine::batch::{Batch, BatchKernels, BatchPlan, Cohort, CpuBatch, Goal, GpuBatch};
use courser::gpu::{Adapters, Choice, Device};
use courser::solve::warnsdorff::{Rule, Walker};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = "8x8".parse()?;
    let starts: Arc<[Square]> = board.squares().collect();
    let walker = Walker { rule: Rule::Random, order: MoveOrder::SLIDES, seed: 1, knight: 0 };
    let knights = Cohort { walker, starts, count: 64 * 256 };
    let plan = BatchPlan::new(board.clone(), vec![knights])?;

    // On the GPU where there is one, and on the CPU in any case: they give the same.
    let mut cpu = CpuBatch::new(plan.clone());
    let tally = cpu.tallies(&mut |_| {})?[0];
    let adapters = Adapters::find();
    if let Ok(adapter) = adapters.pick(&Choice::Auto) {
        let device = Device::open(adapter)?;
        let gpu = BatchKernels::new(&device);
        let mut gpu = GpuBatch::new(&gpu, plan)?;
        assert_eq!(gpu.tallies(&mut |_| {})?[0], tally);
        println!("{} knights on {}:", tally.tries, adapter.name());
    } else {
        println!("{} knights on the CPU:", tally.tries);
    }
    println!("{} toured the board, {} of them closed their tour", tally.complete, tally.closed);

    // One of them, seen.
    let first = cpu.first(0..tally.tries, Goal::Closed, &mut |_| {})?.ok_or("none closed")?;
    let path = cpu.paths(&[first])?.remove(0);
    let tour = Tour::new(board.clone(), path.order().to_vec())?;
    assert_eq!(tour.kind(), Kind::Closed);
    let names: Vec<String> = tour.squares().map(|square| square.name(board.rows()).to_string()).collect();
    println!("knight {first} was the first: {}", names.join(" "));
    Ok(())
}
