//! Implements `courser bench`, which compares the GPU with the CPU.

pub(crate) mod args;
mod chart;
mod timed;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use courser::bench::{
    BenchMethod, Case, Probes, Report, SkippedCase, Spec, TimeLimits, Width, csv, markdown, terminal,
};
use courser::board::Board;
use courser::survey::Boards;
use courser::{Content, Device, DeviceChoice, DeviceNote, FileFormat};

use indicatif::ProgressBar;

use self::timed::BenchDevice;
use crate::bench::args::BenchArgs;
use crate::error::{Failure, Result, note, refuse};
use crate::output::{self, OutputTarget};
use crate::terminal::stdout_columns;
use crate::{input, interrupt, picture, progress};

/// Measures the requested methods, or reads an earlier report. Prints the results. `command` is the current command
/// line. Only a report of new measurements contains it.
pub(crate) fn run(args: &BenchArgs, command: String) -> Result<()> {
    let format = |file: &PathBuf| output::format_by_extension(file, Content::Report, "");
    let formats: Vec<FileFormat> = args.output.iter().map(format).collect::<Result<_, _>>()?;
    // The files are opened first. A file that cannot be written is therefore reported before the measurement, which can
    // take hours.
    let outputs = OutputTarget::open_all(&args.output)?;
    let report = match &args.from {
        Some(file) => part(args, file)?,
        None => measure(args, command)?,
    };
    let width = if args.wide { Width::Wide } else { Width::Narrow };
    for (output, format) in outputs.into_iter().zip(formats) {
        let bytes = match format {
            FileFormat::Json => (report.to_json() + "\n").into_bytes(),
            FileFormat::Csv => csv(&report).into_bytes(),
            FileFormat::Md => markdown(&report, width).into_bytes(),
            format => {
                picture::write_plots(output, format, &[chart::plot(&report)], chart::SIZE)?;
                continue;
            }
        };
        output.put(|out| out.write_all(&bytes))?;
    }
    let text = if args.json { report.to_json() + "\n" } else { terminal(&report, width, stdout_columns()) };
    OutputTarget::Stdout.put(|out| out.write_all(text.as_bytes()))?;
    let cases = report.failed.iter().map(|failed| format!("{}: {}", failed.case, failed.why));
    let probed = |probes: &Probes| Some(format!("probing {}: {}", probes.device, probes.failed.as_ref()?));
    let mut failed = cases.chain(report.probes.iter().filter_map(probed));
    let first = failed.next();
    if args.from.is_some() || (report.complete && first.is_none()) {
        return Ok(());
    }
    if !report.complete {
        return Err(Failure::stopped(
            "cut off: what was measured so far is printed and written",
            "--quick, --boards, --methods and --runs take less time",
        ));
    }
    Err(Failure::machine(
        format!("{} of the cases failed, the first of them {}", failed.count() + 1, first.unwrap_or_default()),
        "the others are printed and written; `courser devices` shows what the adapters can do",
    ))
}

/// Reads the requested part of a saved report.
fn part(args: &BenchArgs, file: &Path) -> Result<Report> {
    let boards: Option<Vec<(u32, u32)>> =
        args.boards.as_ref().map(|boards| boards.each().map(|board| (board.rows(), board.cols())).collect());
    let whole = kept(file)?;
    let (mut sizes, mut names) = (BTreeSet::new(), BTreeSet::new());
    for case in cases(&whole) {
        sizes.insert((case.rows, case.cols));
        names.insert(case.method.family());
    }
    let part = whole.of(&methods(args), boards.as_deref());
    let text = format_args!("{} has none of these boards with these methods", input::name(file));
    let sizes: Vec<String> = sizes.iter().map(|(rows, cols)| format!("{rows}x{cols}")).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let cure = format!("its boards are {}, and its methods are {}", sizes.join(", "), names.join(", "));
    refuse(!sizes.is_empty() && cases(&part).next().is_none(), text, cure)?;
    Ok(part)
}

/// Returns the cases of a report, including those without a time.
fn cases(report: &Report) -> impl Iterator<Item = &Case> {
    let untimed = report.failed.iter().chain(&report.left_out).map(|skipped| &skipped.case);
    report.cases.iter().map(|measured| &measured.case).chain(untimed)
}

/// Reads a saved report.
fn kept(file: &Path) -> Result<Report> {
    Report::from_json(&input::read_text(file)?).map_err(|error| {
        let cure = "give a file that `courser bench -o FILE.json` has written";
        Failure::input(format!("{}: {error}", input::name(file)), cure)
    })
}

fn measure(args: &BenchArgs, command: String) -> Result<Report> {
    let (boards, run, most, total) = match (args.quick, args.full) {
        (true, _) => ("8,128,1000", 5, 250, Some(25)),
        (_, true) => ("8,16,32,64,128,256,512,1000,2000,4000,8000,16000", 50, 5000, Some(540)),
        _ => ("8,32,128,512,1000,4000", 20, 1500, None),
    };
    let boards: Boards = match &args.boards {
        Some(boards) => boards.clone(),
        None => boards.parse().expect("a list of boards that is a constant"),
    };
    let gpus = devices(args)?;
    let mut places = Vec::new();
    let named = |choice: &DeviceChoice| args.device.contains(choice);
    if args.device.is_empty() || named(&DeviceChoice::Auto) || named(&DeviceChoice::Cpu) {
        let most = std::thread::available_parallelism().map_or(1, usize::from);
        let cpu =
            if most > 1 { vec![1, most] } else { vec![1] }.into_iter().map(BenchDevice::cpu).collect::<Result<_, _>>();
        places = cpu.map_err(|error| Failure::machine(&error, "let courser have a thread"))?;
    }
    let gpus = gpus.into_iter().filter(|(device, _)| !device.is_cpu()).enumerate();
    places.extend(gpus.map(|(nth, (device, choice))| BenchDevice::gpu(nth, device, choice)));
    let cases = |board: Board| {
        let pairs = methods(args).into_iter().flat_map(|method| (0..places.len()).map(move |at| (method, at)));
        let all = pairs.filter(|&(method, at)| places[at].serves(method, &board)).collect();
        (board, all)
    };
    let mut spec = Spec {
        devices: places.iter().map(|place| place.info.clone()).collect(),
        boards: boards.each().map(cases).collect(),
        effort: TimeLimits {
            runs: args.runs,
            run: Duration::from_millis(run),
            most: Duration::from_millis(most),
            total: total.filter(|_| args.runs.is_none()).map(Duration::from_secs),
        },
        command,
    };
    let bar = progress::of(Some(1000), "{bar:30} {eta} left  {wide_msg}");
    let report = interrupt::searching(|stop| {
        let begun = Instant::now();
        let probes = if args.full { probes(&places, stop, &bar) } else { Vec::new() };
        spec.effort.total = spec.effort.total.map(|total| total.saturating_sub(begun.elapsed()));
        let begin = |method: &'static BenchMethod, board: &Board, at: usize| places[at].begin(method, board);
        let report = courser::bench::run(&spec, &begin, stop, &mut |what, part| {
            bar.set_position((part * 1000.0) as u64);
            bar.set_message(what.to_owned());
        });
        Report { probes, ..report }
    });
    bar.finish_and_clear();
    if report.cases.is_empty() && report.failed.is_empty() && report.complete {
        if let Some(SkippedCase { case, why }) = report.left_out.first() {
            let text = format!("there is nothing to time: {}x{}: {why}", case.rows, case.cols);
            return Err(Failure::input(text, "choose other --boards or --methods"));
        }
        return Err(Failure::input(
            "none of the methods runs on these boards and devices",
            "choose other --boards: the mosaic begins at 6x6, the cycle ends at 1024x1024, the batch at 256x256",
        ));
    }
    Ok(report)
}

/// Measures the limits of the GPUs. Ends early if `stop` is set.
fn probes(places: &[BenchDevice], stop: &AtomicBool, bar: &ProgressBar) -> Vec<Probes> {
    let probed = places.iter().filter_map(|BenchDevice { info, device, .. }| {
        courser::bench::probe(&info.label, device, &mut |what| {
            bar.set_message(format!("{}: {what}", info.label));
            !stop.load(Ordering::Relaxed)
        })
    });
    probed.collect()
}

/// Returns the methods to measure.
fn methods(args: &BenchArgs) -> Vec<&'static BenchMethod> {
    let wanted = |method: &&BenchMethod| match &args.methods[..] {
        [] => args.full || args.from.is_some() || ["cycle", "warnsdorff", "batch", "mosaic"].contains(&method.family()),
        asked => asked.iter().any(|asked| asked == method.family()),
    };
    BenchMethod::ALL.iter().filter(wanted).collect()
}

/// Opens the requested graphics adapters. Returns each adapter once, with the choice that selected it. If several
/// choices select the same adapter, the first of these choices is returned.
fn devices(args: &BenchArgs) -> Result<Vec<(Device, DeviceChoice)>> {
    // Prints only the note that the CPU replaces a missing GPU. Other notes are irrelevant, since the benchmark
    // compares the adapters.
    let note = |remark: DeviceNote| {
        if let DeviceNote::CpuInstead(why) = remark {
            note(format_args!("{why}; the CPU is measured alone"));
        }
    };
    let choices = if args.device.is_empty() { &[DeviceChoice::Auto][..] } else { &args.device };
    let mut opened: Vec<(Device, DeviceChoice)> = Vec::new();
    for choice in choices {
        let (device, choice) = match choice {
            DeviceChoice::Auto => (Device::open_any(choice, &note)?, DeviceChoice::Gpu),
            choice => (Device::open(choice, &note)?, choice.clone()),
        };
        if opened.iter().all(|(other, _)| other.adapter_index() != device.adapter_index()) {
            opened.push((device, choice));
        }
    }
    Ok(opened)
}
