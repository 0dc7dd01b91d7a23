//! Grows closed tours on the CPU and on a GPU, and prints the time of each step. With `passes`, also prints the
//! processor time of each pass. With `factor`, also prints the time of the method *factor and merge* on one core. Every
//! tour is checked.
//!
//! Usage: `grown [BOARD].. [seed=SEED] [cpu] [gpu] [factor] [passes]`
//!
//! ```text
//! cargo run --release -p courser-engine --example grown -- 1000x1000 4000x4000 factor cpu gpu
//! ```

#![expect(clippy::print_stdout, reason = "it is what an example is for")]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use courser_board::{Board, Tour, TourSpec};
use courser_engine::EngineError;
use courser_engine::grown::{CpuGrown, GpuGrown, Grown, GrowthPass, GrowthSetup, GrowthStep, Passes};
use courser_gpu::{AdapterChoice, Adapters, GpuDevice};
use courser_solve::factor;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| words.iter().any(|other| other == word);
    let boards = words.iter().filter_map(|word| word.parse().ok());
    let boards: Vec<Board> = boards.collect();
    let seed = words.iter().find_map(|word| word.strip_prefix("seed=")?.parse().ok()).unwrap_or(1);
    let device = if has("gpu") { Some(GpuDevice::open(Adapters::find().pick(&AdapterChoice::Auto)?)?) } else { None };
    if let Some(device) = &device {
        println!("{}", device.adapter());
    }
    println!(
        "| board | by | cycles | rounds | shakes | start | melt | join | number | proof | whole | processor | bytes |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for board in &boards {
        let spec = TourSpec::closed(board);
        if has("factor") {
            let (begun, before) = (Instant::now(), processor());
            let order = factor::tour(&spec, seed, 8)?;
            let made = begun.elapsed();
            let squares = Tour::new(board.clone(), order)?.order().len();
            let spent = processor().saturating_sub(before);
            let [proof, whole, spent] = [begun.elapsed() - made, begun.elapsed(), spent].map(|time| ns(time, squares));
            println!("| {board} | factor | | | | | | | | {proof} | {whole} | {spent} | |");
        }
        let setup = || GrowthSetup::new(&spec, seed).map_err(EngineError::from);
        if has("cpu") {
            row(board, "CPU", has("passes"), || CpuGrown::new(setup()?))?;
        }
        if let Some(device) = &device {
            row(board, "GPU", has("passes"), || GpuGrown::new(device, setup()?))?;
        }
    }
    Ok(())
}

/// Grows a tour and prints a row of the table, with times in nanoseconds per square.
fn row<P: Passes>(
    board: &Board,
    by: &str,
    passes: bool,
    start: impl FnOnce() -> Result<P, EngineError>,
) -> Result<(), EngineError> {
    let squares = board.playable() as usize;
    let (begun, before) = (Instant::now(), processor());
    let mut grown = Grown::new(start()?);
    let mut times = vec![("New".into(), processor().saturating_sub(before))];
    times.extend(GrowthPass::ALL.map(|pass| (format!("{pass:?}"), Duration::ZERO)));
    let mut last = processor();
    while let Some(pass) = grown.advance()? {
        let now = processor();
        times[1 + pass as usize].1 += now.saturating_sub(last);
        last = now;
    }
    grown.for_each_band(&mut |_, _| ControlFlow::Continue(()))?;
    let (whole, end) = (ns(begun.elapsed(), squares), processor());
    times.push(("Proof".into(), end.saturating_sub(last)));
    let processor = ns(end.saturating_sub(before), squares);
    let report = grown.report();
    let cycles: Vec<String> =
        report.cycles.iter().map(|left| left.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")).collect();
    let steps: Vec<String> = GrowthStep::ALL.into_iter().map(|step| ns(report.step(step), squares)).collect();
    println!(
        "| {board} | {by} | {} | {} | {} | {} | {} | {whole} | {processor} | {:.2} |",
        cycles.join("; "),
        report.rounds(),
        report.shakes(),
        steps.join(" | "),
        ns(report.proof, squares),
        report.bytes as f64 / squares as f64,
    );
    if passes {
        let times: Vec<String> = times.iter().map(|(pass, time)| format!("{pass} {}", ns(*time, squares))).collect();
        println!("processor: {}", times.join(", "));
    }
    Ok(())
}

fn ns(time: Duration, squares: usize) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e9 / squares as f64)
}

/// Returns the processor time of all current threads of this process; 0 if Linux does not report it.
fn processor() -> Duration {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let texts = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("schedstat")).ok());
    Duration::from_nanos(texts.filter_map(|text| text.split_whitespace().next()?.parse::<u64>().ok()).sum())
}
