//! Common interface of the plans that compute visit numbers several rows at a time.

use std::ops::Range;

use courser_board::Square;
use courser_board::proof::VisitNumbers;

use crate::mosaic::{self, CpuMosaic, Mosaic};
#[cfg(feature = "gpu")]
use crate::mosaic::{GpuMosaic, LANE, Limits};
use crate::{Device, Result};

/// A plan for the visit numbers of a board, which are computed several rows at a time.
#[derive(Clone, Debug)]
pub enum StreamedTour {
    /// A mosaic: each number follows from the position of its square in the tiles.
    Mosaic(courser_solve::mosaic::MosaicPlan),
    /// A tame tour of lines and heels: each number follows from two tables.
    Tame(courser_solve::tame::TamePlan),
    /// A relay: each region is toured by its own knight.
    Relay(courser_solve::relay::RelayPlan),
}

impl StreamedTour {
    /// Returns the name of the method.
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Mosaic(_) => "mosaic",
            Self::Tame(_) => "tame",
            Self::Relay(_) => "relay",
        }
    }

    /// Returns the first square of the tour.
    pub const fn start(&self) -> Square {
        match self {
            Self::Mosaic(plan) => plan.start,
            Self::Tame(plan) => plan.start,
            Self::Relay(plan) => plan.start,
        }
    }

    /// Does the same as [`mosaic::verify`].
    ///
    /// # Errors
    /// See [`mosaic::verify`].
    pub fn verify(&self, rows: Range<u32>, found: VisitNumbers<'_>) -> Result<u64> {
        match self {
            Self::Mosaic(plan) => mosaic::verify(plan, rows, found),
            Self::Tame(plan) => mosaic::verify(plan, rows, found),
            Self::Relay(plan) => mosaic::verify(plan, rows, found),
        }
    }
}

/// Creates the numbering of a plan on a device.
///
/// # Errors
/// [`EngineError::LongRows`](crate::EngineError::LongRows) if five rows, or one row of regions, do not fit a binding
/// of the GPU, [`EngineError::Gpu`](crate::EngineError::Gpu) if the GPU fails.
pub fn on<'device>(device: &'device Device, plan: &StreamedTour) -> Result<Box<dyn Mosaic + 'device>> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = device.gpu() {
        let limits = Limits::of(gpu);
        match plan {
            StreamedTour::Mosaic(plan) => return Ok(Box::new(GpuMosaic::with_limits(gpu, plan, limits)?)),
            StreamedTour::Tame(plan) => return Ok(Box::new(GpuMosaic::tame(gpu, plan, limits)?)),
            StreamedTour::Relay(plan) if plan.largest() <= LANE => {
                return Ok(Box::new(GpuMosaic::relay(gpu, plan, limits)?));
            }
            StreamedTour::Relay(_) => {}
        }
    }
    let _ = device;
    Ok(match plan {
        StreamedTour::Mosaic(plan) => Box::new(CpuMosaic::new(plan.clone())),
        StreamedTour::Tame(plan) => Box::new(CpuMosaic::new(plan.clone())),
        StreamedTour::Relay(plan) => Box::new(CpuMosaic::new(plan.clone())),
    })
}
