//! Compares two kernels: the kernel `lanes` of a relay with regions of 8x8 squares, and the kernel `small` of a batch
//! on a board of 8x8 squares. Measures the kernels alternately, and prints the number of squares per second of each
//! kernel. Usage: `lanes [RUNS]`.
//!
//! `cargo run --release -p courser-engine --features gpu --example lanes`

#![expect(clippy::print_stdout, reason = "it is what an example is for")]

use std::time::Instant;

use courser_board::{Board, TourSpec};
use courser_engine::batch::{Batch, BatchLimits, BatchPlan, Cohort, GpuBatch, KernelKind};
use courser_engine::mosaic::{GpuMosaic, Limits};
use courser_gpu::{AdapterChoice, Adapters, GpuDevice};
use courser_solve::relay::{RelayChoices, RelayPlan};
use courser_solve::warnsdorff::Walker;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runs = std::env::args().nth(1).map_or(Ok(9), |text| text.parse::<usize>())?;
    let adapters = Adapters::find();
    let adapter = adapters.pick(&AdapterChoice::Auto)?;
    println!("{adapter}");
    let device = GpuDevice::open(adapter)?;
    let board = Board::new(8, 8)?;
    let cohort = Cohort { walker: Walker::default(), starts: board.squares().collect(), count: 1 << 15 };
    let plan = BatchPlan::new(board, vec![cohort])?;
    let mut batch = GpuBatch::with(&device, plan, KernelKind::Small, None, BatchLimits::default())?;
    let plan = RelayPlan::new(&TourSpec::closed(&Board::new(1024, 1024)?), &RelayChoices::default())?;
    let mut lanes = GpuMosaic::relay(&device, &plan, Limits::of(&device))?;
    let mut ratios = Vec::new();
    for _ in 0..runs.max(1) {
        let begun = Instant::now();
        let visited: u64 = batch.tallies(&mut |_| {})?.iter().map(|tally| tally.visited).sum();
        let by_batch = visited as f64 / begun.elapsed().as_secs_f64();
        let report = lanes.prove(&mut |_| {})?;
        let by_lanes = report.rate(report.compute);
        println!("small {:8.1}, lanes {:8.1} million squares/s", by_batch / 1e6, by_lanes / 1e6);
        ratios.push(by_lanes / by_batch);
    }
    ratios.sort_by(f64::total_cmp);
    println!("lanes / small: {:.2} (median of {})", ratios[ratios.len() / 2], ratios.len());
    Ok(())
}
