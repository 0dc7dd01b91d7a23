//! Grown tours. On suitable boards, a tour grows in passes, each of which processes all squares in parallel. On other
//! boards, the method *factor and merge* makes the tour on the CPU.
//!
//! In rare cases, a tour exists, but neither the growth nor *factor and merge* finds one. The result is then a mosaic,
//! if the board allows it. The hooks receive a note if the growth is not used or fails.

use std::time::Instant;

use courser_board::Tour;
use courser_board::proof::order_from_visits;
use courser_engine::EngineError;
use courser_engine::grown::{self, GrowthSetup};
use courser_engine::worth::Workload;
use courser_solve::{mosaic, relay};

use crate::found::TourSource;
use crate::memory::fits_in_memory;
use crate::plans::{by_factor, by_mosaic};
use crate::request::Note;
use crate::run::RequestRun;
use crate::{Answer, FoundTour, NoTour, Provenance, TourError};

/// Maximum number of rounds of the method *factor and merge*. On boards without holes the first round has always been
/// sufficient.
const ROUNDS: u32 = 8;

/// Makes a grown tour. If the growth does not support the board or fails, tries *factor and merge* and then a mosaic.
pub(crate) fn grown(run: &RequestRun<'_>) -> Result<Answer, TourError> {
    let (spec, hooks) = (&run.request.spec, &run.request.hooks);
    let seed = run.request.seed.unwrap_or(0);
    match GrowthSetup::new(spec, seed).map(|setup| from(setup, "grown", run)) {
        Ok(Err(TourError::Engine(error))) if error.is_unjoined() => hooks.note(Note::NotGrown(error.to_string())),
        Ok(answer) => return answer,
        Err(unfit) => hooks.note(Note::NotGrown(unfit.to_string())),
    }
    fits_in_memory(spec.board())?;
    let begun = Instant::now();
    if let Some(answer) = by_factor(run, ROUNDS)?.and_then(|order| run.checked(order, run.how("factor", begun))) {
        return Ok(answer);
    }
    if mosaic::serves(spec.board()) {
        hooks.note(Note::NotGrown("no such tour was found".into()));
        return by_mosaic(run);
    }
    Ok(Answer::None(NoTour::NotGrown))
}

/// Returns a tour grown from a relay, by `passes` passes of melting.
pub(crate) fn melted(run: &RequestRun<'_>, plan: &relay::RelayPlan, passes: u32) -> Result<Answer, TourError> {
    let (spec, seed) = (&run.request.spec, run.request.seed.unwrap_or(0));
    let board = spec.board();
    grown::serves(board).map_err(|_| TourError::Melt(board.clone()))?;
    fits_in_memory(board)?;
    let mut visits = vec![0_u32; board.cells() as usize];
    plan.fill(0..board.rows(), &mut visits)?;
    let tour = Tour::new(board.clone(), order_from_visits(&visits).unwrap_or_default())?;
    // If a last square is requested, the tour is a path that ends on this square.
    let closed = plan.closed && spec.end().is_none();
    let setup = GrowthSetup::from_tour(&tour, closed, seed).map_err(EngineError::from)?;
    from(setup.with_melts(passes), "melted-relay", run)
}

/// Grows a tour on the requested device, or prepares the growth. `method` is the name of the method in the provenance
/// of the tour.
///
/// On a board with holes, this function grows the tour immediately, so that the caller can use another method if cycles
/// remain. On a board without holes, this function only prepares the growth, which begins when the visit numbers are
/// requested. If the prepared growth fails, a growth from a mosaic returns the mosaic as the tour, and a growth from a
/// relay returns an error.
fn from(setup: GrowthSetup, method: &'static str, run: &RequestRun<'_>) -> Result<Answer, TourError> {
    let device = run.device(Workload::Grown { squares: setup.board().cells() })?;
    let how = Provenance { device: device.details(), ..run.how(method, Instant::now()) };
    let has_holes = setup.board().hole_count() > 0;
    let found = FoundTour::new(run.request, run.deadline, TourSource::Grown(Box::new(setup)), device, how);
    if !has_holes {
        return Ok(Answer::Found(found));
    }
    let (tour, report) = found.tour(&run.request.hooks)?;
    Ok(run.found(tour, report.how))
}
