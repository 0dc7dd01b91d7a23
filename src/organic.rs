//! Tours that look grown: by all squares at once where the board serves, else by factor and merge on the CPU.
//!
//! Both may end without a tour where there is one, which is seldom: then tiles make it where they can, and the hooks
//! are told.

use std::time::Instant;

use courser_board::Tour;
use courser_engine::EngineError;
use courser_engine::grown::{self, CpuGrown, Grown, Passes, Setup};
use courser_solve::{factor, mosaic};

use crate::TourError;
use crate::answer::{Answer, How, NoTour, Stopped};
use crate::auto::{Run, by_mosaic, turned};
use crate::device::Device;
use crate::request::{Note, Progress};

/// Rounds of factor and merge. Without holes the first has always been enough.
const ROUNDS: u32 = 8;

/// A tour that looks grown, of any board that has one.
pub(crate) fn tour(run: &Run<'_>) -> Result<Answer, TourError> {
    let (spec, hooks) = (&run.request.spec, &run.request.hooks);
    let seed = run.request.seed.unwrap_or(0);
    if let Some(setup) = Setup::new(spec, seed) {
        let device =
            if run.request.device.asks_for_gpu() { Device::open(&run.request.device, hooks)? } else { Device::Cpu };
        let begun = Instant::now();
        match on(&device, setup, run) {
            Ok(order) => {
                let tour = Tour::new(spec.board().clone(), order)?;
                if !spec.is_met_by(&tour) {
                    return Err(EngineError::Damaged("the grown tour is not the one asked for".into()).into());
                }
                return Ok(Answer::Tour(tour, How { device: device.details(), ..run.how("grown", begun) }));
            }
            Err(TourError::Stopped(stopped)) => return Ok(Answer::Stopped(stopped)),
            Err(TourError::Engine(error @ EngineError::Unjoined { .. })) => {
                hooks.note(Note::NotGrown(error.to_string()));
            }
            Err(error) => return Err(error),
        }
    } else if run.request.device.asks_for_gpu() {
        hooks.note(Note::OnCpu);
    }
    let begun = Instant::now();
    let order = factor::tour(spec, seed, ROUNDS).ok();
    if let Some(tour) = order.and_then(|order| turned(spec, order)) {
        return Ok(Answer::Tour(tour, run.how("factor", begun)));
    }
    if mosaic::serves(spec.board()) {
        hooks.note(Note::NotGrown("no grown tour was found".into()));
        return by_mosaic(run);
    }
    Ok(Answer::None(NoTour::NotGrown))
}

/// Grows the tour on a device: its squares in visiting order.
fn on(device: &Device, setup: Setup, run: &Run<'_>) -> Result<Vec<u32>, TourError> {
    match device {
        Device::Cpu => grow(CpuGrown::new(setup)?, run),
        #[cfg(feature = "gpu")]
        Device::Gpu(device) => {
            use courser_engine::grown::{GpuGrown, GrownKernels};

            let kernels = GrownKernels::new(device, GpuGrown::cell_bytes(&setup))?;
            grow(GpuGrown::new(&kernels, setup)?, run)
        }
    }
}

/// All passes, one after another, until the request is to end.
fn grow(passes: impl Passes, run: &Run<'_>) -> Result<Vec<u32>, TourError> {
    let mut grown = Grown::new(passes);
    while grown.advance()?.is_some() {
        let at = match grown.progress() {
            grown::Progress::Melting(done, all) => Progress::Melting(done, all),
            grown::Progress::Joining(cycles, _) => Progress::Joining(cycles),
            grown::Progress::Numbering => Progress::Numbering,
        };
        run.request.hooks.tell(at);
        if let Some(why) = run.ended() {
            return Err(TourError::Stopped(Stopped { why, at, limit: run.request.limit }));
        }
    }
    let order = grown.order()?;
    run.request.hooks.tell(Progress::Done);
    Ok(order)
}
