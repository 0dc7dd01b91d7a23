//! Grown tours: a mosaic melts into cycles, they join, the one that is left is numbered. Closed where the board allows it.

use std::time::Duration;

use courser_board::Board;
use courser_engine::EngineError;
use courser_engine::grown::{CpuGrown, Grown, Passes, Report, Setup, Step};
use rayon::ThreadPool;

use super::{Engine, Times, closed_if_even, timed};
use crate::BenchError;

#[cfg(feature = "gpu")]
use courser_engine::grown::{GpuGrown, GrownKernels};

/// The seed of all tours.
const SEED: u64 = 7;

fn setup(board: &Board) -> Result<Setup, EngineError> {
    Ok(Setup::new(&closed_if_even(board), SEED)?)
}

/// Where a tour grows.
enum Place<'a> {
    Cpu(&'a ThreadPool),
    #[cfg(feature = "gpu")]
    Gpu(Box<GrownKernels<'a>>),
}

/// Grown tours in a place.
pub(super) struct GrownIn<'a> {
    board: Board,
    place: Place<'a>,
    report: Report,
}

impl<'a> GrownIn<'a> {
    fn new(board: &Board, place: Place<'a>) -> Self {
        Self { board: board.clone(), place, report: Report::default() }
    }

    pub(super) fn cpu(board: &Board, pool: &'a ThreadPool) -> Self {
        Self::new(board, Place::Cpu(pool))
    }

    #[cfg(feature = "gpu")]
    pub(super) fn gpu(board: &Board, device: &'a courser_gpu::Device) -> Result<Self, BenchError> {
        let kernels = GrownKernels::new(device, GpuGrown::cell_bytes(&setup(board)?))?;
        Ok(Self::new(board, Place::Gpu(Box::new(kernels))))
    }
}

/// Grows a tour, and proves it as its numbers come to the host; memory and plan are what comes before.
fn grow<P: Passes>(times: &mut Times, ready: impl FnOnce() -> Result<P, EngineError>) -> Result<Report, BenchError> {
    let mut grown = Grown::new(timed(&mut times.upload, ready)?);
    timed(&mut times.compute, || grown.finish(&mut |_| {}).map(drop))?;
    timed(&mut times.read_back, || grown.for_each_band(|_, _| Ok::<(), EngineError>(())))?;
    Ok(grown.report().clone())
}

impl Engine for GrownIn<'_> {
    fn board(&self) -> &Board {
        &self.board
    }

    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        let board = &self.board;
        self.report = match &self.place {
            Place::Cpu(pool) => pool.install(|| grow(times, || CpuGrown::new(setup(board)?)))?,
            #[cfg(feature = "gpu")]
            Place::Gpu(kernels) => grow(times, || GpuGrown::new(kernels, setup(board)?))?,
        };
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
