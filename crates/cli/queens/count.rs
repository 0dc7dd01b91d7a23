//! `courser queens N --count`: the number of placements.

use std::time::Instant;

use courser::Format;
use courser::board::format::DeviceDetails;
use courser::engine::worth::Work;
use courser::engine::{
    self,
    queens::{MIN_SIDE, QueensPlan, verify},
};
use courser::solve::queens;
use serde::Serialize;

use super::Sides;
use crate::args::QueensArgs;
use crate::device::{self, Chosen};
use crate::error::{Failure, note};
use crate::output::Output;
use crate::{format, progress};

#[derive(Debug, Serialize)]
struct Counted {
    board: Sides,
    fundamental: bool,
    /// A string: counts outgrow a double.
    count: String,
    device: DeviceDetails,
    seconds: f64,
}

pub(super) fn run(args: &QueensArgs, format: Format, quiet: bool) -> Result<(), Failure> {
    let output = Output::open(args.output.output.as_deref())?;
    let device = device(args, quiet)?;
    if device.details().backend.as_deref() == Some("gl") {
        note(quiet, "the driver translates the search by OpenGL first, which can take minutes");
    }
    let begun = Instant::now();
    let bar = progress::of(None, "{bar:40} {percent} % of the search, {eta} left", quiet);
    let notice = progress::LongRunNotice::new(quiet);
    let count = if device.is_cpu() {
        if args.verify_cpu {
            note(quiet, "no adapter was compared: the CPU counts alone");
        }
        let ways = queens::count(args.n, &|done, all| {
            bar.set_length(all);
            bar.set_position(done);
            notice.see(&bar, done as f64 / all.max(1) as f64);
        });
        if args.fundamental { ways.fundamental.to_string() } else { ways.all.to_string() }
    } else {
        let mut queens = engine::queens::on(&device);
        let plan = QueensPlan::new(args.n, queens.wanted());
        bar.set_length(plan.prefixes().len() as u64);
        let all = plan.prefixes().len() as f64;
        let below = queens.count(&plan, &mut |done| {
            bar.set_position(done);
            notice.see(&bar, done as f64 / all.max(1.0));
        })?;
        if args.verify_cpu {
            let compared = verify(&plan, &below)?;
            note(quiet, format_args!("{compared} prefixes agree with the CPU reference"));
        }
        plan.total(&below).to_string()
    };
    bar.finish_and_clear();
    let reported = Counted {
        board: Sides::square(args.n),
        fundamental: args.fundamental,
        count,
        device: device.details(),
        seconds: begun.elapsed().as_secs_f64(),
    };
    output.put(|out| {
        if format == Format::Json {
            return format::json(out, &reported);
        }
        writeln!(out, "{}", reported.count)
    })
}

/// The GPU where it is asked for, and where there is enough to count for it to be worth its while.
fn device(args: &QueensArgs, quiet: bool) -> Result<Chosen, Failure> {
    if (args.device.ask_for_gpu() || args.verify_cpu) && args.n < MIN_SIDE {
        note(quiet, format_args!("fewer than {MIN_SIDE} queens are not divided among lanes; the CPU counts them"));
        return Ok(Chosen::CPU);
    }
    if args.verify_cpu {
        return device::choose_any(&args.device, quiet);
    }
    if args.fundamental {
        return Ok(Chosen::CPU);
    }
    device::choose_for(&args.device, Work::Queens { n: args.n }, quiet)
}
