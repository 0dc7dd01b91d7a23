//! Boards, plans and runs for the tests.

use std::ops::{ControlFlow, Range};

use courser_board::proof::{VisitNumber, VisitNumbers};
use courser_board::{Board, Kind, Square, TourSpec};
use courser_engine::EngineError;
use courser_engine::mosaic::{GpuMosaic, Limits, Mosaic};
use courser_gpu::GpuDevice;
use courser_solve::mosaic::MosaicPlan;

pub(crate) fn plan(rows: u32, cols: u32, closed: bool, start: Option<Square>, seed: Option<u64>) -> MosaicPlan {
    let kind = if closed { Kind::Closed } else { Kind::Open };
    let spec = TourSpec::new(&Board::new(rows, cols).unwrap(), kind, start, None);
    MosaicPlan::new(&spec.unwrap(), seed).unwrap_or_else(|error| panic!("{rows}x{cols} {start:?}: {error}"))
}

/// Returns all visit numbers of a plan, computed on the CPU.
pub(crate) fn filled<T: VisitNumber>(plan: &MosaicPlan) -> Vec<T> {
    let mut visits = vec![T::default(); plan.cells() as usize];
    plan.fill(&mut visits);
    visits
}

/// Returns limits for which a band has `height` new rows.
pub(crate) fn bands_of(device: &GpuDevice, plan: &MosaicPlan, height: u32) -> Limits {
    Limits::of(device).with_bands(u64::from(height) * u64::from(plan.cols))
}

/// Returns all visit numbers, computed on the GPU and converted to 64 bits. Also returns the range of rows of each
/// band.
pub(crate) fn from_gpu(mosaic: &mut GpuMosaic<'_>) -> Result<(Vec<u64>, Vec<Range<u32>>), EngineError> {
    let (mut all, mut bands) = (Vec::new(), Vec::new());
    mosaic.run(true, &mut |rows, numbers| {
        bands.push(rows);
        match numbers.expect("they are read") {
            VisitNumbers::Narrow(numbers) => all.extend(numbers.iter().map(|&number| u64::from(number))),
            VisitNumbers::Wide(numbers) => all.extend_from_slice(numbers),
        }
        ControlFlow::Continue(())
    })?;
    Ok((all, bands))
}

/// Compares visit numbers from the GPU with the visit numbers of the plan. The error contains the first square whose
/// two numbers differ, and these two numbers.
pub(crate) fn compare(plan: &MosaicPlan, gpu: &[u64]) -> Result<(), String> {
    let cpu: Vec<u64> = filled(plan);
    let board = format!("{}x{}, closed: {}, from {:?}", plan.rows, plan.cols, plan.closed, plan.start);
    if gpu.len() != cpu.len() {
        return Err(format!("{board}: {} numbers for {} squares", gpu.len(), cpu.len()));
    }
    match cpu.iter().zip(gpu).position(|(cpu, gpu)| cpu != gpu) {
        None => Ok(()),
        Some(at) => {
            let (row, col) = (at / plan.cols as usize, at % plan.cols as usize);
            Err(format!("{board}: row {row}, column {col} is {} on the CPU and {} on the GPU", cpu[at], gpu[at]))
        }
    }
}

/// Runs the plan on the GPU and compares the visit numbers with those of the CPU.
pub(crate) fn same(device: &GpuDevice, plan: &MosaicPlan, limits: Limits) {
    let mut mosaic = GpuMosaic::with_limits(device, plan, limits).unwrap();
    let (gpu, _) = from_gpu(&mut mosaic).unwrap_or_else(|error| {
        panic!("{}x{}, closed: {}, {limits:?}: {error}", plan.rows, plan.cols, plan.closed);
    });
    compare(plan, &gpu).unwrap_or_else(|difference| panic!("{difference}, under {limits:?}"));
}

/// Returns a hash of `nth`. The hash is the same in every run.
pub(crate) fn hash(nth: u64) -> u64 {
    // This is the finaliser of SplitMix64 (Sebastiano Vigna).
    let mut hash = nth.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}
