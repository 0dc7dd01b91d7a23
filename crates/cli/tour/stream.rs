//! Boards whose tour need not be in memory: numbered and proven a band of rows at a time.

use std::io::Write;
use std::time::{Duration, Instant};

use courser::board::format::npy_header;
use courser::board::{Board, Leaper};
use courser::engine::memory;
use courser::solve::mosaic::proof::{Fault, Proof};
use courser::solve::mosaic::{Number, Plan};
use courser::solve::search::Wish;

use super::bar;
use crate::args::{OutputFormat, TourArgs};
use crate::error::Failure;
use crate::output::Output;

/// Boards of fewer squares are toured in memory, where every format can be written.
const FEWEST: u64 = 1 << 24;

/// Squares in a band: enough for all cores, little enough for any memory.
const BAND: u64 = 1 << 22;

/// Whether the board can be streamed, and is worth it.
pub(super) fn serves(board: &Board, format: Option<OutputFormat>) -> bool {
    board.cells() >= FEWEST
        && matches!(format, None | Some(OutputFormat::None | OutputFormat::Npy))
        && board.leaper() == Leaper::KNIGHT
        && board.hole_count() == 0
        && board.rows().min(board.cols()) >= 5
}

/// How long each part took.
#[derive(Default)]
struct Times {
    numbering: Duration,
    proof: Duration,
    writing: Duration,
}

/// Numbers the squares, proves the tour, writes the numbers if they are asked for, and tells it in one line.
pub(super) fn run(
    board: &Board,
    wish: &Wish,
    args: &TourArgs,
    format: Option<OutputFormat>,
    output: Output,
    quiet: bool,
) -> Result<(), Failure> {
    super::solve::possible(board, wish)?;
    let plan = Plan::new(board, wish.closed, wish.start, wish.end, args.seed)
        .map_err(|error| Failure::input(&error, error.hint()))?;
    let wide = board.cells() > u64::from(u32::MAX);
    enough_memory(board, wide)?;
    let bar = bar(board.cells(), quiet);
    let mut times = Times::default();
    let mut number = |out: Option<&mut dyn Write>| match wide {
        false => bands::<u32>(&plan, out, &bar, &mut times),
        true => bands::<u64>(&plan, out, &bar, &mut times),
    };
    if format == Some(OutputFormat::Npy) {
        output.write(|out| {
            let header = npy_header(board.rows(), board.cols(), if wide { 8 } else { 4 });
            out.write_all(&header).map_err(|error| Failure::writing("the tour", &error))?;
            number(Some(out))
        })?;
        bar.finish_and_clear();
        if !quiet {
            anstream::eprintln!("{}", summary(board, &plan, &times));
        }
        Ok(())
    } else {
        number(None)?;
        bar.finish_and_clear();
        let summary = summary(board, &plan, &times);
        output.write(|out| writeln!(out, "{summary}").map_err(|error| Failure::writing("the summary", &error)))
    }
}

/// All bands from the top: numbered, proven with their seams, written.
fn bands<T: Number + Bytes>(
    plan: &Plan,
    mut out: Option<&mut dyn Write>,
    bar: &indicatif::ProgressBar,
    times: &mut Times,
) -> Result<(), Failure> {
    let (rows, cols) = (plan.rows, plan.cols);
    // Whole tiles of eight rows, so that no tile is worked out twice.
    let height = ((BAND / u64::from(cols)).max(1) as u32).next_multiple_of(8).min(rows);
    let mut numbers = vec![T::default(); height as usize * cols as usize];
    let mut proof = Proof::<T>::new(rows, cols, plan.closed);
    let mut top = 0;
    while top < rows {
        let bottom = (top + height).min(rows);
        let band = &mut numbers[..(bottom - top) as usize * cols as usize];
        timed(&mut times.numbering, || plan.fill_rows(top..bottom, band));
        timed(&mut times.proof, || proof.push(band)).map_err(wrong)?;
        if let Some(out) = out.as_deref_mut() {
            timed(&mut times.writing, || T::write(band, out)).map_err(|error| Failure::writing("the tour", &error))?;
        }
        top = bottom;
        bar.set_position(u64::from(top) * u64::from(cols));
    }
    timed(&mut times.proof, || proof.finish()).map_err(wrong)
}

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = work();
    *total += begun.elapsed();
    result
}

fn wrong(fault: Fault) -> Failure {
    Failure::machine(
        format!("the mosaic made a wrong tour: {fault}"),
        "nothing was written; please report this with the command",
    )
}

/// Numbers as the bytes of an array file.
trait Bytes: Sized {
    fn write(numbers: &[Self], out: &mut dyn Write) -> std::io::Result<()>;
}

macro_rules! bytes {
    ($($number:ty),+) => {$(
        impl Bytes for $number {
            fn write(numbers: &[Self], out: &mut dyn Write) -> std::io::Result<()> {
                let mut bytes = [0; 1 << 13];
                for piece in numbers.chunks(bytes.len() / size_of::<Self>()) {
                    for (slot, number) in bytes.chunks_exact_mut(size_of::<Self>()).zip(piece) {
                        slot.copy_from_slice(&number.to_le_bytes());
                    }
                    out.write_all(&bytes[..piece.len() * size_of::<Self>()])?;
                }
                Ok(())
            }
        }
    )+};
}

bytes!(u32, u64);

/// A band and the rows that the proof keeps must fit: on boards of very long rows they may not.
fn enough_memory(board: &Board, wide: bool) -> Result<(), Failure> {
    let band = (BAND / u64::from(board.cols())).max(1).next_multiple_of(8).min(board.rows().into());
    let needed = (2 * band + 4) * u64::from(board.cols()) * if wide { 8 } else { 4 };
    if needed < 1 << 28 {
        return Ok(());
    }
    let there = memory::available();
    if needed > there {
        return Err(Failure::input(
            format!("a band of a {board} board takes {} MiB of memory, and there are {}", needed >> 20, there >> 20),
            "choose a board with shorter rows: a band is as wide as the board",
        ));
    }
    Ok(())
}

fn summary(board: &Board, plan: &Plan, times: &Times) -> String {
    let squares = board.cells();
    let rate = |time: Duration| squares as f64 / time.as_secs_f64().max(1e-9) / 1e6;
    let mut line = format!(
        "{} tour of {board}: {squares} squares from {}, mosaic on the CPU; numbered in {:.3} s ({:.0} million squares a second), proven in {:.3} s ({:.0})",
        if plan.closed { "closed" } else { "open" },
        plan.start.name(board.rows()),
        times.numbering.as_secs_f64(),
        rate(times.numbering),
        times.proof.as_secs_f64(),
        rate(times.proof),
    );
    if times.writing > Duration::ZERO {
        line += &format!(", written in {:.3} s ({:.0})", times.writing.as_secs_f64(), rate(times.writing));
    }
    line
}
