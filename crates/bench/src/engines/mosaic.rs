//! The mosaic: every square finds its own place. Closed where the board allows it.

use courser_board::Board;
use courser_solve::mosaic::{Plan, proof};
use rayon::ThreadPool;

use super::{Engine, Times, timed};
use crate::BenchError;

#[cfg(feature = "gpu")]
use courser_engine::mosaic::{Clock, GpuMosaic, Passes};
#[cfg(feature = "gpu")]
use std::time::Duration;

/// Boards of more squares than this are numbered on a card and proven there, and not read back.
#[cfg(feature = "gpu")]
const MOST_READ: u64 = 1 << 28;

fn plan(board: &Board) -> Result<Plan, BenchError> {
    let closed = board.cells().is_multiple_of(2);
    Plan::new(board, closed, None, None, None).map_err(|error| BenchError::Differs(error.to_string()))
}

fn prove(plan: &Plan, visits: &[u32]) -> Result<(), BenchError> {
    proof::prove(plan.rows, plan.cols, plan.closed, visits).map_err(|fault| BenchError::Differs(fault.to_string()))
}

pub(super) struct OnCpu<'pool> {
    board: Board,
    plan: Plan,
    visits: Vec<u32>,
    pool: &'pool ThreadPool,
}

impl<'pool> OnCpu<'pool> {
    pub(super) fn new(board: &Board, pool: &'pool ThreadPool) -> Result<Self, BenchError> {
        Ok(Self { board: board.clone(), plan: plan(board)?, visits: vec![0; board.cells() as usize], pool })
    }
}

impl Engine for OnCpu<'_> {
    fn visits(&self) -> u64 {
        self.board.cells()
    }

    fn tour(&self) -> u64 {
        self.board.cells()
    }

    fn run(&mut self, repeat: u32) -> Result<Times, BenchError> {
        let mut times = Times::default();
        for _ in 0..repeat {
            let (made, took) = timed(|| plan(&self.board));
            self.plan = made?;
            times.upload += took;
            let ((), took) = timed(|| self.pool.install(|| self.plan.fill(&mut self.visits)));
            times.compute += took;
        }
        Ok(times)
    }

    fn check(&mut self) -> Result<(), BenchError> {
        prove(&self.plan, &self.visits)
    }
}

#[cfg(feature = "gpu")]
pub(super) struct OnCard<'passes, 'device> {
    board: Board,
    passes: &'passes Passes<'device>,
    plan: Plan,
    visits: Vec<u32>,
    clock: Clock,
    last: Duration,
}

#[cfg(feature = "gpu")]
impl<'passes, 'device> OnCard<'passes, 'device> {
    pub(super) fn new(board: &Board, passes: &'passes Passes<'device>) -> Result<Self, BenchError> {
        let visits = if board.cells() <= MOST_READ { vec![0; board.cells() as usize] } else { Vec::new() };
        let plan = plan(board)?;
        Ok(Self { board: board.clone(), passes, plan, visits, clock: Clock::Host, last: Duration::ZERO })
    }
}

#[cfg(feature = "gpu")]
impl Engine for OnCard<'_, '_> {
    fn visits(&self) -> u64 {
        self.board.cells()
    }

    fn tour(&self) -> u64 {
        self.board.cells()
    }

    /// The parts come from the engine's own report, since on a card they go on side by side; the card's check
    /// is in none of them.
    fn run(&mut self, repeat: u32) -> Result<Times, BenchError> {
        let mut times = Times::default();
        for _ in 0..repeat {
            let (card, took) = timed(|| {
                self.plan = plan(&self.board)?;
                Ok::<_, BenchError>(GpuMosaic::new(self.passes, &self.plan)?)
            });
            times.upload += took;
            let mut card = card?;
            let report = if self.visits.is_empty() { card.prove(&mut |_| {})? } else { card.fill(&mut self.visits)? };
            (self.clock, self.last) = (report.clock, report.compute);
            times.compute += report.compute;
            times.read_back += report.read_back;
        }
        Ok(times)
    }

    fn check(&mut self) -> Result<(), BenchError> {
        // What was not read back was proven on the card.
        if self.visits.is_empty() { Ok(()) } else { prove(&self.plan, &self.visits) }
    }

    fn on_card(&mut self) -> Result<Option<Duration>, BenchError> {
        Ok((self.clock == Clock::Card).then_some(self.last))
    }
}
