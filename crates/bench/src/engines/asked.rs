//! A tour that is asked for and no more said: from the question to the proof, the method found and the device opened.

use courser_board::{Board, TourSpec};
use courser_engine::DeviceChoice;

use super::{Engine, Times, closed_if_even, timed};
use crate::BenchError;
use crate::places::Place;

/// Makes the tour that is asked for on the device that is chosen, and returns the number of squares that are proven, or
/// why the tour could not be made. It is handed in, since it stands above all engines.
pub type Answers<'a> = &'a (dyn Fn(&TourSpec, &DeviceChoice) -> Result<u64, String> + Sync);

/// Questions in a place.
pub(super) struct Asked<'a> {
    spec: TourSpec,
    place: &'a Place,
    answers: Answers<'a>,
    proven: u64,
}

impl<'a> Asked<'a> {
    pub(super) fn new(board: &Board, place: &'a Place, answers: Answers<'a>) -> Self {
        Self { spec: closed_if_even(board), place, answers, proven: 0 }
    }
}

impl Engine for Asked<'_> {
    fn board(&self) -> &Board {
        self.spec.board()
    }

    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        let Self { spec, place, answers, .. } = self;
        let answer = timed(&mut times.compute, || place.install(|| answers(spec, &place.choice)));
        self.proven = answer.map_err(BenchError::Unanswered)?;
        Ok(())
    }

    fn check(&mut self) -> Result<(), BenchError> {
        match self.proven == self.spec.board().playable() {
            true => Ok(()),
            false => Err(BenchError::Differs(format!("a proof of {} squares", self.proven))),
        }
    }
}
