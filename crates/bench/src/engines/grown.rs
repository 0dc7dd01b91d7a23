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

/// A device that grows a tour.
pub(super) trait Device {
    /// Grows it once, proves it as its numbers come to the host, and says what that took.
    fn grow(&mut self, board: &Board, times: &mut Times) -> Result<Report, BenchError>;
}

/// Grown tours on a device.
pub(super) struct GrownOn<D> {
    board: Board,
    device: D,
    report: Report,
}

/// All passes, and the proof; memory and plan are what comes before.
fn grow<P: Passes>(times: &mut Times, ready: impl FnOnce() -> Result<P, EngineError>) -> Result<Report, BenchError> {
    let (passes, took) = timed(ready);
    times.upload += took;
    let mut grown = Grown::new(passes?);
    let (done, took) = timed(|| grown.finish(&mut |_| {}).cloned());
    times.compute += took;
    done?;
    let (proven, took) = timed(|| grown.for_each_band(|_, _| Ok::<(), EngineError>(())));
    times.read_back += took;
    proven?;
    Ok(grown.report().clone())
}

impl<D: Device> Engine for GrownOn<D> {
    fn visits(&self) -> u64 {
        self.board.cells()
    }

    fn tour(&self) -> u64 {
        self.board.cells()
    }

    fn run(&mut self, repeat: u32) -> Result<Times, BenchError> {
        let mut times = Times::default();
        for _ in 0..repeat {
            self.report = self.device.grow(&self.board, &mut times)?;
        }
        Ok(times)
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

/// Threads of the CPU.
pub(super) struct Cpu<'pool>(&'pool ThreadPool);

impl<'pool> GrownOn<Cpu<'pool>> {
    pub(super) fn cpu(board: &Board, pool: &'pool ThreadPool) -> Self {
        Self { board: board.clone(), device: Cpu(pool), report: Report::default() }
    }
}

impl Device for Cpu<'_> {
    fn grow(&mut self, board: &Board, times: &mut Times) -> Result<Report, BenchError> {
        self.0.install(|| grow(times, || CpuGrown::new(setup(board)?)))
    }
}

/// A GPU.
#[cfg(feature = "gpu")]
pub(super) struct Gpu<'device>(GrownKernels<'device>);

#[cfg(feature = "gpu")]
impl<'device> GrownOn<Gpu<'device>> {
    pub(super) fn gpu(board: &Board, device: &'device courser_gpu::Device) -> Result<Self, BenchError> {
        let kernels = GrownKernels::new(device, GpuGrown::cell_bytes(&setup(board)?))?;
        Ok(Self { board: board.clone(), device: Gpu(kernels), report: Report::default() })
    }
}

#[cfg(feature = "gpu")]
impl Device for Gpu<'_> {
    fn grow(&mut self, board: &Board, times: &mut Times) -> Result<Report, BenchError> {
        grow(times, || GpuGrown::new(&self.0, setup(board)?))
    }
}
