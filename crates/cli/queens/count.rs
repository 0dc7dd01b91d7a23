//! Implements `courser queens N --count`, which counts placements.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use courser::board::Square;
use courser::board::format::DeviceDetails;
use courser::engine::queens::{MIN_SIDE, QueensPlan, beside, on};
use courser::engine::worth::Workload;
use courser::solve::queens::{self, GivenQueens};
use courser::{Device, FileFormat};
use serde::Serialize;

use super::BoardJson;
use crate::error::{Result, note};
use crate::queens::args::QueensArgs;
use crate::{output, progress};

#[derive(Debug, Serialize)]
struct QueensCount {
    board: BoardJson,
    fundamental: bool,
    /// Number of placements. The number is a string because a double is not exact enough.
    count: String,
    device: DeviceDetails,
    seconds: f64,
}

/// Counts the placements with queens on the squares in `given`.
pub(super) fn run(args: &QueensArgs, given: &[Square], format: FileFormat) -> Result<()> {
    let output = args.output.open()?;
    let device = if given.is_empty() { device(args)? } else { Device::CPU };
    if device.details().backend.as_deref() == Some("gl") {
        note("the driver translates the search by OpenGL first, which can take minutes");
    }
    let begun = Instant::now();
    let bar = progress::of(None, "{bar:30} {percent} % of the search, {eta} left");
    let notice = progress::LongRunNotice::new();
    let see = |done, all: u64| {
        bar.set_length(all);
        bar.set_position(done);
        notice.see(&bar, done as f64 / all.max(1) as f64);
    };
    let count = if !given.is_empty() {
        match GivenQueens::new(args.n, given) {
            Ok(given) => given.count(&AtomicBool::new(false), &see).expect("nothing stops the count").to_string(),
            Err(attack) => {
                note(format_args!("no placement has these queens: {attack}"));
                "0".into()
            }
        }
    } else if device.is_cpu() {
        if args.verify_cpu {
            note("no adapter was compared: the CPU counts alone");
        }
        // No stop flag is needed, since Ctrl-C ends the program.
        let ways = queens::count(args.n, &AtomicBool::new(false), &see).expect("nothing stops the count");
        if args.fundamental { ways.fundamental.to_string() } else { ways.all.to_string() }
    } else {
        let mut queens = if args.verify_cpu { beside(&device)? } else { on(&device)? };
        let plan = QueensPlan::new(args.n, queens.wanted());
        let below = queens.count(&plan, &mut |done| see(done, plan.prefixes().len() as u64))?;
        if args.verify_cpu {
            note(format_args!("{} prefixes agree with the CPU reference", queens.compared()));
        }
        plan.total(&below).to_string()
    };
    bar.finish_and_clear();
    let reported = QueensCount {
        board: BoardJson::square(args.n),
        fundamental: args.fundamental,
        count,
        device: device.details(),
        seconds: begun.elapsed().as_secs_f64(),
    };
    output.put(|out| {
        if format == FileFormat::Json {
            return output::json(out, &reported);
        }
        writeln!(out, "{}", reported.count)
    })
}

/// Returns the GPU if it is requested and the count is large enough, otherwise the CPU.
fn device(args: &QueensArgs) -> Result<Device> {
    let choice = args.device.device.clone();
    if (choice.asks_for_gpu() || args.verify_cpu) && args.n < MIN_SIDE {
        note(format_args!("fewer than {MIN_SIDE} queens are not divided among lanes; the CPU counts them"));
        return Ok(Device::CPU);
    }
    Ok(match (args.verify_cpu, args.fundamental) {
        (true, _) => Device::open_any(&choice, &progress::remark_on_device)?,
        (false, true) => Device::CPU,
        (false, false) => Device::open_for(&choice, Workload::Queens { n: args.n }, &progress::remark_on_device)?,
    })
}
