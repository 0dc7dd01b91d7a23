//! A tour that is asked for and no more said: from the question to the proof, the method found and the device opened.

use courser_board::{Board, TourSpec};

use super::{Engine, Times, closed_if_even, timed};
use crate::BenchError;
use crate::places::Place;

/// Who answers: makes the tour that is asked for, on the GPU of this number among the [`Places`](crate::Places) or on the CPU,
/// and says how many squares it has proven, or what has failed. It is handed in, for it stands above all engines.
pub type Answers<'a> = &'a (dyn Fn(&TourSpec, Option<usize>) -> Result<u64, String> + Sync);

/// Questions in a place.
pub(super) struct Asked<'a, 'device> {
    spec: TourSpec,
    place: &'a Place<'device>,
    answers: Answers<'a>,
    proven: u64,
}

impl<'a, 'device> Asked<'a, 'device> {
    pub(super) fn new(board: &Board, place: &'a Place<'device>, answers: Answers<'a>) -> Self {
        Self { spec: closed_if_even(board), place, answers, proven: 0 }
    }
}

impl Engine for Asked<'_, '_> {
    fn board(&self) -> &Board {
        self.spec.board()
    }

    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        let Self { spec, place, answers, .. } = self;
        let answer = timed(&mut times.compute, || match place {
            Place::Cpu(pool) => pool.install(|| answers(spec, None)),
            #[cfg(feature = "gpu")]
            Place::Gpu { nth, .. } => answers(spec, Some(*nth)),
            #[cfg(not(feature = "gpu"))]
            Place::Nowhere(never, _) => match *never {},
        });
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
