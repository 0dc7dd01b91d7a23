//! Tours that look grown: by all squares at once where the board serves, else by factor and merge on the CPU.
//!
//! Both may miss a tour that exists, though rarely. Then tiles make it where they can, and the hooks receive a note.

use std::time::Instant;

use courser_board::Tour;
use courser_board::proof::order_from_visits;
use courser_engine::grown::{self, GrownOn, Setup};
use courser_engine::worth::Work;
use courser_engine::{Device, EngineError};
use courser_solve::{mosaic, relay};

use crate::TourError;
use crate::answer::{Answer, How, NoTour};
use crate::auto::{Run, by_factor, by_mosaic, judged};
use crate::request::{Compared, Note, Progress};
use crate::stream::{Source, Stream, fits_in_memory, grow};

/// Rounds of factor and merge. Without holes the first round has always been enough.
const ROUNDS: u32 = 8;

/// Grows a tour by all squares at once, or none.
pub(crate) fn grown(run: &Run<'_>) -> Result<Answer, TourError> {
    let setup = Setup::new(&run.request.spec, run.request.seed.unwrap_or(0)).map_err(EngineError::from)?;
    match from(setup, run) {
        Err(TourError::Engine(error)) if error.is_unjoined() => Ok(Answer::None(NoTour::NotGrown)),
        answer => answer,
    }
}

/// Makes a tour that looks grown, by any method that finds one.
pub(crate) fn tour(run: &Run<'_>) -> Result<Answer, TourError> {
    let (spec, hooks) = (&run.request.spec, &run.request.hooks);
    let seed = run.request.seed.unwrap_or(0);
    match Setup::new(spec, seed).map(|setup| from(setup, run)) {
        Ok(Err(TourError::Engine(error))) if error.is_unjoined() => hooks.note(Note::NotGrown(error.to_string())),
        Ok(answer) => return answer,
        Err(unfit) => hooks.note(Note::NotGrown(unfit.to_string())),
    }
    fits_in_memory(spec.board())?;
    let begun = Instant::now();
    if let Some(tour) = by_factor(run, ROUNDS)?.and_then(|order| judged(spec, order)) {
        return Ok(Answer::Tour(tour, run.how("factor", begun)));
    }
    if mosaic::serves(spec.board()) {
        hooks.note(Note::NotGrown("no such tour was found".into()));
        return by_mosaic(run);
    }
    Ok(Answer::None(NoTour::NotGrown))
}

/// Grows a tour from a relay.
pub(crate) fn melted(run: &Run<'_>, plan: &relay::Plan, passes: u32) -> Result<Answer, TourError> {
    let (spec, seed) = (&run.request.spec, run.request.seed.unwrap_or(0));
    let board = spec.board();
    grown::serves(board).map_err(|_| TourError::Melt(board.clone()))?;
    fits_in_memory(board)?;
    let mut visits = vec![0_u32; board.cells() as usize];
    plan.fill(0..board.rows(), &mut visits)?;
    let tour = Tour::new(board.clone(), order_from_visits(&visits).unwrap_or_default())?;
    // The end that is asked for is the last square of a path.
    let closed = plan.closed && spec.end().is_none();
    let setup = Setup::from_tour(&tour, closed, seed).map_err(EngineError::from)?;
    from(setup.with_melts(passes), run)
}

/// Grows a tour on the device that is asked for. The answer is a stream, except on a board with holes: the proof of a
/// stream does not allow holes, so the whole tour is judged in memory.
fn from(setup: Setup, run: &Run<'_>) -> Result<Answer, TourError> {
    let request = run.request;
    let device = run.device(Work::Grown { squares: setup.board().cells() })?;
    let begun = Instant::now();
    let how = How { device: device.details(), ..run.how("grown", begun) };
    if setup.board().hole_count() == 0 {
        return Ok(Answer::Stream(Box::new(Stream::new(run, Source::Grown(Box::new(setup)), device, how))));
    }
    fits_in_memory(setup.board())?;
    let expected = match request.verify {
        true => Some(order(grown::on(&Device::CPU, setup.clone())?, run)?),
        false => None,
    };
    let order = order(grown::on(&device, setup)?, run)?;
    if let Some(expected) = expected {
        if expected != order {
            return Err(EngineError::Differs("the grown tour is not the CPU's".into()).into());
        }
        let what = Compared::Numbers(order.len() as u64);
        request.hooks.note(Note::Compared { what, on_cpu: device.is_cpu() });
    }
    let tour = Tour::new(request.spec.board().clone(), order)?;
    if !request.spec.is_met_by(&tour) {
        return Err(EngineError::Damaged("the grown tour is not the one asked for".into()).into());
    }
    Ok(Answer::Tour(tour, How { work: begun.elapsed(), ..how }))
}

/// Runs all passes, unless the request ends before. Returns the squares in visiting order.
fn order(mut grown: Box<GrownOn<'_>>, run: &Run<'_>) -> Result<Vec<u32>, TourError> {
    grow(&mut grown, &run.request.hooks, &|at| run.go_on(at))?;
    let order = grown.order()?;
    run.request.hooks.report(Progress::Done);
    Ok(order)
}
