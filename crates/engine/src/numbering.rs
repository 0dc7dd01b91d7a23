//! Plans for the visit numbers of a board, some rows at a time, behind a common interface.

use std::ops::Range;

use courser_board::Square;
use courser_board::proof::VisitNumbers;

use crate::mosaic::{self, CpuMosaic, Mosaic};
#[cfg(feature = "gpu")]
use crate::mosaic::{GpuMosaic, LANE, Limits};
use crate::{Device, Result};

/// Such a plan.
#[derive(Clone, Debug)]
pub enum StreamedTour {
    /// Tiles: each number follows from its square's position.
    Mosaic(courser_solve::mosaic::MosaicPlan),
    /// Lines and heels: each number from two tables.
    Tame(courser_solve::tame::TamePlan),
    /// Regions, each toured by its own knight.
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

/// Opens a plan on a device.
///
/// # Errors
/// [`NumbersError::LongRows`](mosaic::NumbersError::LongRows) if five rows, or one row of regions, do not fit a binding
/// of the GPU, [`EngineError::Gpu`](crate::EngineError::Gpu) if it fails.
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
