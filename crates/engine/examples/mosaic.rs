//! Computes the visit numbers of a large board on the GPU and proves that they form a tour. The numbers are not stored.
//! Usage: `mosaic [ROWS] [COLS] [wide]`.
//!
//! `cargo run --release -p courser-engine --example mosaic -- 20000 20000`

#![expect(clippy::print_stdout, reason = "it is what an example is for")]

use std::time::Duration;

use courser_board::{Board, TourSpec};
use courser_engine::mosaic::{GpuMosaic, Limits};
use courser_gpu::{AdapterChoice, Adapters, GpuDevice};
use courser_solve::mosaic::MosaicPlan;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let side = |nth: usize| arguments.get(nth).map_or(Ok(20_000), |text| text.parse());
    let board = Board::new(side(0)?, side(1)?)?;
    let adapters = Adapters::find();
    let adapter = adapters.pick(&AdapterChoice::Auto)?;
    println!("{adapter}");
    let device = GpuDevice::open(adapter)?;
    let spec = if board.cells().is_multiple_of(2) { TourSpec::closed(&board) } else { TourSpec::open(&board) };
    let plan = MosaicPlan::new(&spec, None)?;
    let wide = arguments.iter().any(|argument| argument == "wide");
    let mut mosaic = GpuMosaic::with_limits(&device, &plan, Limits { wide, ..Limits::of(&device) })?;
    let report = mosaic.prove(&mut |_| {})?;
    println!("{board}: {} squares in {} bands, proven", report.squares, report.bands);
    let print = |part: &str, time: Duration| {
        println!("{part:>9}  {:8.3} s  {:9.1} million squares/s", time.as_secs_f64(), report.rate(time) / 1e6);
    };
    print("compute", report.compute);
    print("check", report.check);
    print("wall", report.wall);
    println!("compute and check are timed by the {}", if report.by_gpu { "GPU" } else { "host" });
    Ok(())
}
