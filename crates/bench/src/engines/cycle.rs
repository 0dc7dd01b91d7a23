//! The decision cycle: a tour, or as many of its first moves as a run has time for.

use std::time::Duration;

use courser_board::{Board, MoveOrder, Path};
use courser_engine::cycle::{self, Cycle, PASSES, Schedule, Setup, order_of};

use super::{Engine, Times, good_start, timed};
use crate::BenchError;
use crate::places::Place;

/// Passes of a move.
const A_MOVE: u64 = PASSES.len() as u64;

/// Squares that the knight is on before the clock starts: its first move is decided by passes over the whole
/// board on every schedule, and would weigh on a run that is short.
const OPENING: u64 = 2;

/// Squares that the shortest run visits, of a board of more than [`SMALL`] squares.
const SHORTEST: u64 = 9;

/// Squares up to which a tour is always run whole: the opening of a run would weigh too much on a part of it.
const SMALL: u64 = 64;

/// The runs of the cycle on any device.
struct Walk {
    board: Board,
    setup: Setup,
    /// Squares that a run visits.
    visits: u64,
    /// The last answer, in visiting order.
    last: Vec<u32>,
}

impl Walk {
    fn new(board: &Board) -> Result<Self, BenchError> {
        let start = good_start(board)?;
        let setup = Setup::new(board.clone(), start, MoveOrder::SLIDES)?;
        let visits = if board.playable() <= SMALL { board.playable() } else { SHORTEST };
        Ok(Self { board: board.clone(), setup, visits, last: Vec::new() })
    }

    /// Passes on which the clock is.
    const fn passes(&self) -> u64 {
        (self.visits - OPENING) * A_MOVE
    }

    /// Runs on `cycle`, which has not done a pass yet.
    fn once(&mut self, cycle: &mut dyn Cycle, times: &mut Times) -> Result<(), BenchError> {
        timed(&mut times.upload, || cycle.advance((OPENING - 1) * A_MOVE))?;
        timed(&mut times.compute, || cycle.advance(self.passes()))?;
        self.last = order_of(&timed(&mut times.read_back, || cycle.state())?)?;
        Ok(())
    }

    fn check(&self) -> Result<(), BenchError> {
        if self.last.len() as u64 != self.visits {
            return Err(BenchError::Differs(format!("{} squares, not {}", self.last.len(), self.visits)));
        }
        Path::new(self.board.clone(), self.last.clone())?;
        Ok(())
    }

    /// Makes the run longer, so that it takes about `aim` if the last took `took`; whether it could.
    fn lengthen(&mut self, took: Duration, aim: Duration) -> bool {
        if self.visits == self.board.playable() || took >= aim / 2 {
            return false;
        }
        let factor = (aim.as_secs_f64() / took.as_secs_f64().max(1e-9)).clamp(1.5, 16.0);
        self.visits = ((self.visits as f64 * factor) as u64).min(self.board.playable());
        true
    }
}

/// The cycle in a place.
pub(super) struct CycleIn<'a> {
    walk: Walk,
    cycle: Box<dyn Cycle + 'a>,
    place: &'a Place,
}

impl<'a> CycleIn<'a> {
    pub(super) fn new(board: &Board, schedule: Schedule, place: &'a Place) -> Result<Self, BenchError> {
        let walk = Walk::new(board)?;
        let cycle = cycle::on(&place.device, walk.setup.clone(), schedule)?;
        Ok(Self { walk, cycle, place })
    }
}

impl Engine for CycleIn<'_> {
    fn board(&self) -> &Board {
        &self.walk.board
    }

    fn visits(&self) -> u64 {
        self.walk.visits - OPENING
    }

    fn tour(&self) -> u64 {
        self.walk.board.playable() - OPENING
    }

    fn fit(&mut self, aim: Duration) -> Result<(), BenchError> {
        loop {
            let took = self.fastest()?;
            if !self.walk.lengthen(took, aim) {
                return Ok(());
            }
        }
    }

    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        timed(&mut times.upload, || self.cycle.restart())?;
        self.walk.once(&mut *self.cycle, times)
    }

    fn check(&mut self) -> Result<(), BenchError> {
        self.walk.check()
    }

    fn on_gpu(&mut self) -> Result<Option<Duration>, BenchError> {
        if self.place.device.is_cpu() {
            return Ok(None);
        }
        self.cycle.restart()?;
        self.cycle.advance((OPENING - 1) * A_MOVE)?;
        let (status, spent) = self.place.device.metered(|| self.cycle.advance(self.walk.passes()))?;
        status?;
        Ok(spent)
    }
}
