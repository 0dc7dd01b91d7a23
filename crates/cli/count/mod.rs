//! `courser count`: how many tours there are.

mod known;
mod list;
mod together;

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use courser::board::Square;
use courser::count::BigUint;
use courser::count::{self, Checkpoint, CountError, Options, Progress, Stage, Task, Tours};
use courser::engine::memory;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::args::{CountArgs, VERSION};
use crate::details::BoardDetails;
use crate::error::{Failure, note};
use crate::output::Output;
use crate::{input, interrupt, progress};

/// The answer, as JSON has it.
#[derive(Debug, Serialize)]
struct Answer {
    board: BoardDetails,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<[u32; 2]>,
    directed: bool,
    symmetry: bool,
    /// A string, since it outgrows a double.
    count: String,
    method: &'static str,
    seconds: f64,
    /// The most states of a layer.
    states: u64,
}

pub(crate) fn run(args: &CountArgs, quiet: bool) -> Result<(), Failure> {
    if let Some(effort) = args.known {
        return known::run(effort, quiet);
    }
    let task = task(args, quiet)?;
    if args.list {
        return list::run(&task);
    }
    let begun = Instant::now();
    let watch = Watch::new(quiet);
    let number = if args.workers.is_some() || args.hostfile.is_some() {
        together::run(args, &task, &watch)
    } else {
        alone(args, &task, &watch)
    };
    let states = watch.finish();
    let text = number?.to_string();
    let (kind, start, end) = match task.tours() {
        Tours::Closed => ("closed", None, None),
        Tours::Open { start, end } => ("open", start, end),
    };
    let numbers = |square: Option<Square>| square.map(|square| [square.row, square.col]);
    let answer = Answer {
        board: BoardDetails::new(task.board()),
        kind,
        start: numbers(start),
        end: numbers(end),
        directed: args.directed,
        symmetry: args.symmetry,
        count: text,
        method: "frontier",
        seconds: begun.elapsed().as_secs_f64(),
        states,
    };
    tell(&answer, args.json)
}

/// Counts on all cores of this machine.
fn alone(args: &CountArgs, task: &Task, watch: &Watch) -> Result<BigUint, Failure> {
    let number = interrupt::searching(|stop| {
        let progress = |progress| watch.see(progress);
        let options = Options {
            stop: Some(stop),
            progress: Some(&progress),
            memory: Some(memory::available()),
            checkpoint: checkpoint(args),
            build: VERSION,
        };
        if args.symmetry { count::classes(task, &options) } else { count::count(task, &options) }
    });
    Ok(number?)
}

fn tell(answer: &Answer, json: bool) -> Result<(), Failure> {
    let written = |out: &mut dyn Write| {
        if json {
            serde_json::to_writer_pretty(&mut *out, answer)?;
            return writeln!(out);
        }
        writeln!(out, "{}", answer.count)
    };
    Output::Stdout.put(written)
}

/// What the arguments ask for.
fn task(args: &CountArgs, quiet: bool) -> Result<Task, Failure> {
    let (board, marked) = input::board(&args.board)?;
    let (start, end) = (input::square(&board, &args.start, "--start")?, input::square(&board, &args.end, "--end")?);
    let tours = if args.open || start.is_some() || end.is_some() {
        Tours::Open { start: start.or(marked), end }
    } else {
        if !args.closed {
            note(quiet, "closed tours are counted; --open counts the open ones");
        }
        Tours::Closed
    };
    Ok(Task::new(board, tours)?.directed(args.directed))
}

fn checkpoint(args: &CountArgs) -> Option<Checkpoint> {
    args.checkpoint.as_ref().map(|folder| Checkpoint { folder: folder.clone(), every: args.every.into() })
}

/// Follows a count on the terminal, and remembers its peak.
#[derive(Clone)]
struct Watch {
    bar: ProgressBar,
    peak: Arc<Mutex<u64>>,
}

impl Watch {
    fn new(quiet: bool) -> Self {
        let bar = progress::of(Some(1000), "{bar:30} {elapsed}: {msg} (Ctrl-C stops)", quiet);
        Self { bar, peak: Arc::default() }
    }

    fn see(&self, progress: Progress) {
        let mut peak = self.peak.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *peak = progress.peak.max(*peak);
        let what = match progress.stage {
            Stage::Layer { at, of } => format!("layer {at} of {of}"),
            Stage::Join { .. } => "joining the halves".to_owned(),
            _ => String::new(),
        };
        self.bar.set_position((progress.done * 1000.0) as u64);
        let elapsed = self.bar.elapsed();
        // What has just begun tells nothing of its end.
        let left = if progress.done > 0.01 {
            let left = elapsed.as_secs_f64() * (1.0 - progress.done) / progress.done;
            format!(", about {} left", humantime::format_duration(Duration::from_secs(left as u64)))
        } else {
            String::new()
        };
        let bytes = match progress.bytes {
            0 => String::new(),
            bytes => format!(", {}", count::bytes(bytes as f64)),
        };
        self.bar.set_message(format!("{what}, {} states{bytes}{left}", progress.states));
    }

    /// Takes the bar away; tells the most states of a layer.
    fn finish(self) -> u64 {
        self.bar.finish_and_clear();
        *self.peak.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl From<CountError> for Failure {
    fn from(error: CountError) -> Self {
        let hint = error.hint();
        match error {
            CountError::Stopped => Self::stopped(&error, hint),
            CountError::Classes { .. } => Self::no(&error, hint),
            CountError::Disk { path, error } => Self::writing(&path.display().to_string(), &error),
            error if error.is_input() => Self::input(&error, hint),
            error => Self::machine(&error, hint),
        }
    }
}
