//! The mosaic: every square finds its own place. Closed where the board allows it.

use std::time::Duration;

use courser_board::{Board, proof};
use courser_solve::mosaic::Plan;
use rayon::ThreadPool;

use super::{Engine, Times, closed_if_even, timed};
use crate::BenchError;

#[cfg(feature = "gpu")]
use courser_engine::mosaic::{Clock, GpuMosaic, Passes};

/// Boards of more squares than this are numbered on a GPU and proven there, and not read back.
#[cfg(feature = "gpu")]
const MOST_READ: u64 = 1 << 28;

fn plan(board: &Board) -> Result<Plan, BenchError> {
    Plan::new(&closed_if_even(board), None).map_err(|error| BenchError::Differs(error.to_string()))
}

/// Where the squares are numbered.
enum Place<'a> {
    Cpu(&'a ThreadPool),
    #[cfg(feature = "gpu")]
    Gpu(&'a Passes<'a>),
}

/// The mosaic in a place.
pub(super) struct MosaicIn<'a> {
    board: Board,
    plan: Plan,
    /// Empty where the numbers are proven where they are, and not read back.
    visits: Vec<u32>,
    place: Place<'a>,
    /// Compute of the last run by the device's own clock, if it has one.
    spent: Option<Duration>,
}

impl<'a> MosaicIn<'a> {
    /// Reads up to `most` squares back.
    fn new(board: &Board, most: u64, place: Place<'a>) -> Result<Self, BenchError> {
        let squares = if board.cells() <= most { board.cells() } else { 0 };
        Ok(Self { board: board.clone(), plan: plan(board)?, visits: vec![0; squares as usize], place, spent: None })
    }

    pub(super) fn cpu(board: &Board, pool: &'a ThreadPool) -> Result<Self, BenchError> {
        Self::new(board, u64::MAX, Place::Cpu(pool))
    }

    #[cfg(feature = "gpu")]
    pub(super) fn gpu(board: &Board, passes: &'a Passes<'a>) -> Result<Self, BenchError> {
        Self::new(board, MOST_READ, Place::Gpu(passes))
    }
}

impl Engine for MosaicIn<'_> {
    fn board(&self) -> &Board {
        &self.board
    }

    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        self.plan = timed(&mut times.upload, || plan(&self.board))?;
        let (plan, visits) = (&self.plan, &mut self.visits[..]);
        match self.place {
            Place::Cpu(pool) => timed(&mut times.compute, || pool.install(|| plan.fill(visits))),
            // The parts come from the engine's own report, since on a GPU they go on side by side; the GPU's check is
            // in none of them.
            #[cfg(feature = "gpu")]
            Place::Gpu(passes) => {
                let mut gpu = timed(&mut times.upload, || GpuMosaic::new(passes, plan))?;
                let report = if visits.is_empty() { gpu.prove(&mut |_| {})? } else { gpu.fill(visits)? };
                self.spent = (report.clock == Clock::Gpu).then_some(report.compute);
                times.compute += report.compute;
                times.read_back += report.read_back;
            }
        }
        Ok(())
    }

    fn check(&mut self) -> Result<(), BenchError> {
        // What was not read back was proven where it is.
        if self.visits.is_empty() {
            return Ok(());
        }
        let Plan { rows, cols, closed, .. } = self.plan;
        proof::prove(rows, cols, closed, &self.visits).map_err(|fault| BenchError::Differs(fault.to_string()))
    }

    fn on_gpu(&mut self) -> Result<Option<Duration>, BenchError> {
        Ok(self.spent)
    }
}
