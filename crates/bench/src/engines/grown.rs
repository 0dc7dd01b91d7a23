//! Grown tours: a mosaic melts into cycles, they join, the one that is left is numbered. Closed where the board allows it.

use std::time::Duration;

use courser_board::Board;
use courser_engine::EngineError;
use courser_engine::grown::{self, Report, Setup, Step};

use super::{Engine, Times, closed_if_even, timed};
use crate::BenchError;
use crate::places::Place;

/// The seed of all tours.
const SEED: u64 = 7;

/// Grown tours in a place.
pub(super) struct GrownIn<'a> {
    board: Board,
    place: &'a Place,
    report: Report,
}

impl<'a> GrownIn<'a> {
    pub(super) fn new(board: &Board, place: &'a Place) -> Self {
        Self { board: board.clone(), place, report: Report::default() }
    }
}

impl Engine for GrownIn<'_> {
    fn board(&self) -> &Board {
        &self.board
    }

    /// Grows a tour, and proves it as its numbers come to the host; memory and plan are what comes before.
    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        let Self { board, place, .. } = self;
        let grow = || {
            let ready = || grown::on(&place.device, Setup::new(&closed_if_even(board), SEED)?);
            let mut grown = timed(&mut times.upload, ready)?;
            timed(&mut times.compute, || grown.finish(&mut |_| {}).map(drop))?;
            timed(&mut times.read_back, || grown.for_each_band(|_, _| Ok::<(), EngineError>(())))?;
            Ok::<_, EngineError>(grown.report().clone())
        };
        self.report = place.install(grow)?;
        Ok(())
    }

    /// Every run has been proven.
    fn check(&mut self) -> Result<(), BenchError> {
        Ok(())
    }

    fn steps(&self) -> Vec<(&'static str, Duration)> {
        let steps = Step::ALL.map(|step| (step.name(), self.report.step(step)));
        steps.into_iter().chain([("proven", self.report.proof)]).collect()
    }
}
