//! The mosaic, in which every square finds its own place, and the relay, whose numbers come in the same way. Closed where
//! the board allows it.

use std::ops::ControlFlow;
use std::time::Duration;

use courser_board::Board;
use courser_engine::mosaic::{self, Clock};
use courser_engine::relay;
use courser_solve::mosaic::Plan;
use courser_solve::relay::Options;

use super::{Engine, Times, closed_if_even, timed};
use crate::BenchError;
use crate::places::Place;

/// Boards of more squares than this are numbered on a GPU and proven there, and not read back.
const MOST_READ: u64 = 1 << 28;

/// The mosaic in a place.
pub(super) struct MosaicIn<'a> {
    board: Board,
    place: &'a Place,
    is_relay: bool,
    /// Compute of the last run by the device's own clock, if it has one.
    spent: Option<Duration>,
}

impl<'a> MosaicIn<'a> {
    pub(super) fn new(board: &Board, place: &'a Place, is_relay: bool) -> Self {
        Self { board: board.clone(), place, is_relay, spent: None }
    }
}

impl Engine for MosaicIn<'_> {
    fn board(&self) -> &Board {
        &self.board
    }

    /// The parts come from the engine's own report, since on a GPU they go on side by side. The proof is in none of them.
    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        let Self { board, place, is_relay, .. } = self;
        let ready = || {
            let spec = closed_if_even(board);
            if *is_relay {
                let plan = courser_solve::relay::Plan::new(&spec, &Options::default());
                return Ok(relay::on(&place.device, &plan.map_err(|error| BenchError::Differs(error.to_string()))?)?);
            }
            let plan = Plan::new(&spec, None);
            Ok(mosaic::on(&place.device, &plan.map_err(|error| BenchError::Differs(error.to_string()))?)?)
        };
        let mut mosaic = timed(&mut times.upload, ready).map_err(|error: BenchError| error)?;
        let reads = board.cells() <= MOST_READ;
        let report = place.install(|| mosaic.run(reads, &mut |_, _| ControlFlow::Continue(())))?;
        let report = report.expect("nothing has ended the run");
        self.spent = (report.clock == Clock::Gpu).then_some(report.compute);
        times.compute += report.compute;
        times.read_back += report.read_back;
        Ok(())
    }

    /// Every run has been proven.
    fn check(&mut self) -> Result<(), BenchError> {
        Ok(())
    }

    fn on_gpu(&mut self) -> Result<Option<Duration>, BenchError> {
        Ok(self.spent)
    }
}
