//! Grows tours and says how long each step took, beside factor and merge on one core.
//!
//! ```text
//! cargo run --release -p courser-engine --example grown -- 1000x1000 open 7 factor
//! ```

#![expect(clippy::print_stdout, reason = "it is what an example is for")]

use std::error::Error;
use std::time::Instant;

use courser_board::{Board, TourSpec};
use courser_engine::EngineError;
use courser_engine::grown::{CpuGrown, Grown, Pass, Setup, Step};
use courser_solve::factor;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|other| other == word);
    let board: Board = words.first().map_or("1000x1000", String::as_str).parse()?;
    let seed = words.iter().find_map(|word| word.parse().ok()).unwrap_or(0_u64);
    let spec = if has("open") { TourSpec::open(&board) } else { TourSpec::closed(&board) };
    let squares = board.playable() as f64;
    let each = |time: std::time::Duration| time.as_secs_f64() * 1e9 / squares;
    if has("factor") {
        let begun = Instant::now();
        let order = factor::tour(&spec, seed, 8)?;
        println!("factor: {} squares, {:.1} ns each", order.len(), each(begun.elapsed()));
    }
    let begun = Instant::now();
    let setup = Setup::new(&spec, seed)?;
    let mut grown = Grown::new(CpuGrown::new(setup)?);
    let plan = begun.elapsed();
    grown.finish(&mut |_| {})?;
    grown.for_each_band(|_, _| Ok::<(), EngineError>(()))?;
    let report = grown.report();
    println!("{board}: {:.1} ns each in all, plan and memory {:.1}", each(begun.elapsed()), each(plan));
    for step in Step::ALL {
        print!("{}: {:.1} ns each;", step.name(), each(report.step(step)));
        for (pass, time) in Pass::ALL.into_iter().zip(report.passes).filter(|(pass, _)| pass.step() == step) {
            print!(" {} {:.1}", pass.name(), each(time));
        }
        println!();
    }
    println!(
        "proof: {:.1} ns each; {:.2} bytes each; {} shakes, {} rounds: {:?}",
        each(report.proof),
        report.bytes as f64 / squares,
        report.shakes(),
        report.rounds(),
        report.cycles
    );
    Ok(())
}
