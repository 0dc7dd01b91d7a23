//! Boards whose tour need not be in memory: numbered and proven a band of rows at a time, on the card or the CPU.

use std::io::Write;
use std::time::{Duration, Instant};

use courser::board::Board;
use courser::board::format::npy_header;
use courser::board::words::a_board;
use courser::engine::memory;
use courser::solve::mosaic::proof::{Fault, Proof};
use courser::solve::mosaic::{self, Number, Plan};
use courser::solve::search::Wish;
use courser::view::{self, HeatStream};
use indicatif::ProgressBar;

use crate::args::{OutputFormat, TourArgs};
use crate::device::{self, Chosen};
use crate::error::{Failure, remark};
use crate::output::Output;
use crate::picture::failure as picture_failure;
use crate::progress::bar;

/// Boards of fewer squares are toured in memory, where every format can be written.
pub(crate) const FEWEST: u64 = 1 << 24;

/// Squares in a band of the CPU's: enough for all cores, little enough for any memory.
pub(crate) const BAND: u64 = 1 << 22;

/// Whether the board can be streamed, and is worth it.
pub(super) fn serves(board: &Board, format: Option<OutputFormat>) -> bool {
    board.cells() >= FEWEST
        && matches!(format, None | Some(OutputFormat::None | OutputFormat::Npy | OutputFormat::Png))
        && mosaic::serves(board)
}

/// What a run did, and how long each part took.
struct Told {
    on: String,
    parts: Vec<(&'static str, Duration)>,
    clock: &'static str,
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
    let plan = Plan::new(board, wish.closed, wish.start, wish.end, args.seed)
        .map_err(|error| Failure::input(&error, error.hint()))?;
    let wide = board.cells() > u64::from(u32::MAX);
    // The line at the end says where it ran.
    let device = device::choose(&args.device, true)?;
    let bar = bar(board.cells(), "squares", quiet);
    let number = |sink: &mut Sink<'_>| match &device {
        Chosen::Cpu => {
            enough_memory(board, wide)?;
            if wide { on_cpu::<u64>(&plan, sink, &bar) } else { on_cpu::<u32>(&plan, sink, &bar) }
        }
        #[cfg(feature = "gpu")]
        Chosen::Gpu(device) => on_card(device, &plan, sink, &bar),
    };
    let told = match format {
        Some(OutputFormat::Npy) => {
            let mut told = None;
            output.write(|out| {
                let header = npy_header(board.rows(), board.cols(), if wide { 8 } else { 4 });
                out.write_all(&header).map_err(|error| Failure::writing("the tour", &error))?;
                told = Some(number(&mut Sink::Npy(out))?);
                Ok(())
            })?;
            told
        }
        Some(OutputFormat::Png) => {
            let map = heat_map(board, args)?;
            let mut sink = Sink::Heat(Box::new(map));
            let told = number(&mut sink)?;
            if let Sink::Heat(map) = sink {
                let picture = map.finish().map_err(picture_failure)?;
                output.write(|out| view::write_png(&picture, out).map_err(picture_failure))?;
            }
            Some(told)
        }
        _ => {
            let told = number(&mut Sink::Nothing)?;
            bar.finish_and_clear();
            let summary = summary(board, &plan, &told);
            return output.put(|out| writeln!(out, "{summary}"));
        }
    };
    bar.finish_and_clear();
    if let Some(told) = told {
        remark(quiet, summary(board, &plan, &told));
    }
    Ok(())
}

/// Where the numbers go, once they are proven.
enum Sink<'out> {
    Nothing,
    Npy(&'out mut dyn Write),
    Heat(Box<HeatStream>),
}

impl Sink<'_> {
    fn take<T: Bytes + Copy + Into<u64> + Sync>(&mut self, numbers: &[T]) -> Result<(), Failure> {
        match self {
            Self::Nothing => Ok(()),
            Self::Npy(out) => T::write(numbers, out).map_err(|error| Failure::writing("the tour", &error)),
            Self::Heat(map) => map.push(numbers).map_err(picture_failure),
        }
    }
}

/// An empty picture of the board, in the scale asked for.
pub(super) fn heat_map(board: &Board, args: &TourArgs) -> Result<HeatStream, Failure> {
    let args = &args.picture;
    HeatStream::new(board.rows(), board.cols(), args.scale, &args.style()).map_err(picture_failure)
}

/// All bands from the top on the card: the next is numbered and checked while one is written.
#[cfg(feature = "gpu")]
fn on_card(
    device: &courser::gpu::Device,
    plan: &Plan,
    sink: &mut Sink<'_>,
    bar: &ProgressBar,
) -> Result<Told, Failure> {
    use courser::engine::mosaic::{Clock, GpuMosaic, Numbers, Passes};

    let passes = Passes::new(device)?;
    let mut card = GpuMosaic::new(&passes, plan)?;
    let mut writing = Duration::ZERO;
    let report = match sink {
        Sink::Nothing => card.prove(&mut |squares| bar.set_position(squares))?,
        sink => card.for_each_band(|rows, numbers| {
            bar.set_position(u64::from(rows.end) * u64::from(plan.cols));
            timed(&mut writing, || match numbers {
                Numbers::Narrow(numbers) => sink.take(numbers),
                Numbers::Wide(numbers) => sink.take(numbers),
            })
        })?,
    };
    Ok(Told {
        on: device.adapter().name().to_owned(),
        parts: vec![
            ("computed", report.compute),
            ("checked", report.check),
            ("read back", report.read_back),
            ("written", writing),
        ],
        clock: match report.clock {
            Clock::Card => ", by the card's clock",
            Clock::Host => ", by the host's clock",
        },
    })
}

/// All bands from the top on the CPU: numbered, proven with their seams, written.
fn on_cpu<T>(plan: &Plan, sink: &mut Sink<'_>, bar: &ProgressBar) -> Result<Told, Failure>
where
    T: Number + Bytes + Into<u64>,
{
    let (rows, cols) = (plan.rows, plan.cols);
    // Whole tiles of eight rows, so that no tile is worked out twice.
    let height = ((BAND / u64::from(cols)).max(1) as u32).next_multiple_of(8).min(rows);
    let mut numbers = vec![T::default(); height as usize * cols as usize];
    let mut proof = Proof::<T>::new(rows, cols, plan.closed);
    let [mut numbering, mut proving, mut writing] = [Duration::ZERO; 3];
    let mut top = 0;
    while top < rows {
        let bottom = (top + height).min(rows);
        let band = &mut numbers[..(bottom - top) as usize * cols as usize];
        timed(&mut numbering, || plan.fill_rows(top..bottom, band));
        timed(&mut proving, || proof.push(band)).map_err(wrong)?;
        if !matches!(sink, Sink::Nothing) {
            timed(&mut writing, || sink.take(band))?;
        }
        top = bottom;
        bar.set_position(u64::from(top) * u64::from(cols));
    }
    timed(&mut proving, || proof.finish()).map_err(wrong)?;
    let parts = vec![("computed", numbering), ("checked", proving), ("written", writing)];
    Ok(Told { on: "the CPU".into(), parts, clock: "" })
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
        "no file was written; please report this with the command",
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
pub(crate) fn enough_memory(board: &Board, wide: bool) -> Result<(), Failure> {
    let band = (BAND / u64::from(board.cols())).max(1).next_multiple_of(8).min(board.rows().into());
    let needed = (2 * band + 4) * u64::from(board.cols()) * if wide { 8 } else { 4 };
    if needed < 1 << 28 {
        return Ok(());
    }
    let there = memory::available();
    if needed > there {
        return Err(Failure::input(
            format!("a band of {} takes {} MiB of memory, and there are {}", a_board(board), needed >> 20, there >> 20),
            "choose a board with shorter rows: a band is as wide as the board",
        ));
    }
    Ok(())
}

fn summary(board: &Board, plan: &Plan, told: &Told) -> String {
    let squares = board.cells();
    let parts: Vec<String> = told
        .parts
        .iter()
        .filter(|(_, time)| *time > Duration::ZERO)
        .map(|(part, time)| {
            let rate = squares as f64 / time.as_secs_f64() / 1e6;
            format!("{part} in {:.3} s ({rate:.0} million squares a second)", time.as_secs_f64())
        })
        .collect();
    format!(
        "{} tour of {board}: {squares} squares from {}, mosaic on {}: {}{}",
        if plan.closed { "closed" } else { "open" },
        plan.start.name(board.rows()),
        told.on,
        parts.join(", "),
        told.clock
    )
}
