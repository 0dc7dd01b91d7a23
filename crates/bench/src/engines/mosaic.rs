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

/// A device that numbers the squares.
pub(super) trait Device {
    /// Numbers them all once. If `visits` has no room they are proven there, and not read back.
    fn number(&mut self, plan: &Plan, visits: &mut [u32], times: &mut Times) -> Result<(), BenchError>;

    /// Compute of the last run by the device's own clock, if it has one.
    fn on_gpu(&self) -> Option<Duration> {
        None
    }
}

/// The mosaic on a device.
pub(super) struct MosaicOn<D> {
    board: Board,
    plan: Plan,
    visits: Vec<u32>,
    device: D,
}

impl<D> MosaicOn<D> {
    /// Reads up to `most` squares back.
    fn new(board: &Board, most: u64, device: D) -> Result<Self, BenchError> {
        let squares = if board.cells() <= most { board.cells() } else { 0 };
        Ok(Self { board: board.clone(), plan: plan(board)?, visits: vec![0; squares as usize], device })
    }
}

impl<D: Device> Engine for MosaicOn<D> {
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
            self.device.number(&self.plan, &mut self.visits, &mut times)?;
        }
        Ok(times)
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
        Ok(self.device.on_gpu())
    }
}

/// Threads of the CPU.
pub(super) struct Cpu<'pool>(&'pool ThreadPool);

impl<'pool> MosaicOn<Cpu<'pool>> {
    pub(super) fn cpu(board: &Board, pool: &'pool ThreadPool) -> Result<Self, BenchError> {
        Self::new(board, u64::MAX, Cpu(pool))
    }
}

impl Device for Cpu<'_> {
    fn number(&mut self, plan: &Plan, visits: &mut [u32], times: &mut Times) -> Result<(), BenchError> {
        let ((), took) = timed(|| self.0.install(|| plan.fill(visits)));
        times.compute += took;
        Ok(())
    }
}

/// A GPU.
#[cfg(feature = "gpu")]
pub(super) struct Gpu<'passes, 'device> {
    passes: &'passes Passes<'device>,
    spent: Option<Duration>,
}

#[cfg(feature = "gpu")]
impl<'passes, 'device> MosaicOn<Gpu<'passes, 'device>> {
    pub(super) fn gpu(board: &Board, passes: &'passes Passes<'device>) -> Result<Self, BenchError> {
        Self::new(board, MOST_READ, Gpu { passes, spent: None })
    }
}

#[cfg(feature = "gpu")]
impl Device for Gpu<'_, '_> {
    /// The parts come from the engine's own report, since on a GPU they go on side by side; the GPU's check
    /// is in none of them.
    fn number(&mut self, plan: &Plan, visits: &mut [u32], times: &mut Times) -> Result<(), BenchError> {
        let (gpu, took) = timed(|| GpuMosaic::new(self.passes, plan));
        times.upload += took;
        let mut gpu = gpu?;
        let report = if visits.is_empty() { gpu.prove(&mut |_| {})? } else { gpu.fill(visits)? };
        self.spent = (report.clock == Clock::Gpu).then_some(report.compute);
        times.compute += report.compute;
        times.read_back += report.read_back;
        Ok(())
    }

    fn on_gpu(&self) -> Option<Duration> {
        self.spent
    }
}
