//! Tours that look grown: by all squares at once where the board is one for it, else by factor and merge, and by tiles
//! before there is none.

use courser::board::Board;
use courser::engine::EngineError;
use courser::engine::grown::{CpuGrown, Grown, Passes, Progress, Setup};
use courser::solve::auto;
use courser::solve::mosaic;
use courser::solve::search::Wish;

use super::solve::by_mosaic;
use super::{How, Made, judged, mosaic_device};
use crate::args::TourArgs;
use crate::device::Chosen;
use crate::error::{Failure, note};
use crate::progress;

/// A tour that looks grown.
pub(super) fn run(board: &Board, wish: &Wish, args: &TourArgs, quiet: bool) -> Result<(Made, How), Failure> {
    let seed = args.seed.unwrap_or(0);
    let device = mosaic_device(args, quiet)?;
    if let Some(setup) = Setup::new(board, wish.closed, wish.start, wish.end, seed) {
        match order(setup, &device, quiet) {
            Ok(order) => {
                let how = How { device: device.details(), ..How::on_cpu("grown") };
                return Ok((Made::Tour(judged(board.clone(), order)?), how));
            }
            Err(error @ EngineError::Unjoined { .. }) => {
                note(quiet, format_args!("{error}; factor and merge is tried instead, on the CPU"));
            }
            Err(error) => return Err(error.into()),
        }
    } else if args.device.ask_for_card() {
        note(quiet, "this board is toured by factor and merge, on the CPU");
    }
    if let Some(tour) = auto::organic(board, wish, seed) {
        return Ok((Made::Tour(tour), How::on_cpu("factor")));
    }
    if mosaic::serves(board) {
        note(quiet, "no grown tour was found; this one is of tiles");
        return Ok((by_mosaic(board, wish, args, &Chosen::Cpu)?, How::on_cpu("mosaic")));
    }
    Err(Failure::no(
        "no grown tour was found",
        "try another --seed, or leave out --organic: then every board that has a tour gets one",
    ))
}

/// Grows the tour on a device: its squares in visiting order, proven there unless the board has holes.
fn order(setup: Setup, device: &Chosen, quiet: bool) -> Result<Vec<u32>, EngineError> {
    match device {
        Chosen::Cpu => grow(CpuGrown::new(setup)?, quiet),
        #[cfg(feature = "gpu")]
        Chosen::Gpu(device) => {
            use courser::engine::grown::{GpuGrown, GrownKernels};

            let kernels = GrownKernels::new(device, GpuGrown::cell_bytes(&setup))?;
            grow(GpuGrown::new(&kernels, setup)?, quiet)
        }
    }
}

fn grow(passes: impl Passes, quiet: bool) -> Result<Vec<u32>, EngineError> {
    let bar = progress::of(None, "{spinner} {elapsed}: {msg}", quiet);
    let mut grown = Grown::new(passes);
    let done = grown.finish(&mut |progress| {
        bar.set_message(match progress {
            Progress::Melting(done, all) => format!("melting, {done} of {all} passes"),
            Progress::Joining(left, _) => format!("{left} cycles left"),
            Progress::Numbering => "numbering".into(),
        });
        bar.tick();
    });
    done?;
    let order = grown.order();
    bar.finish_and_clear();
    order
}
