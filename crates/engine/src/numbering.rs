//! Common interface of the plans that compute visit numbers several rows at a time.

#[cfg(feature = "gpu")]
use courser_gpu::GpuDevice;

use crate::mosaic::{CpuMosaic, Limits, MirrorMosaic, Mosaic};
#[cfg(feature = "gpu")]
use crate::mosaic::{GpuMosaic, LANE};
use crate::{Device, Result};

pub use crate::mosaic::StreamedTour;

/// Creates a [`Mosaic`] that computes the visit numbers of a plan on a device.
///
/// # Errors
/// [`EngineError::LongRows`](crate::EngineError::LongRows) if five rows do not fit into one binding of the GPU. For a
/// relay, four rows and one row of regions must fit. [`EngineError::Gpu`](crate::EngineError::Gpu) if the GPU fails.
pub fn on<'device>(device: &'device Device, plan: &StreamedTour) -> Result<Box<dyn Mosaic + 'device>> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = gpu(device, plan) {
        return Ok(Box::new(GpuMosaic::of(gpu, plan, Limits::of(gpu))?));
    }
    let _ = device;
    Ok(match plan {
        StreamedTour::Mosaic(plan) => Box::new(CpuMosaic::new(plan.clone())),
        StreamedTour::Tame(plan) => Box::new(CpuMosaic::new(plan.clone())),
        StreamedTour::Relay(plan) => Box::new(CpuMosaic::new(plan.clone())),
    })
}

/// Creates a [`Mosaic`] that computes the visit numbers of a plan twice at the same time: on a device, and with the
/// mirrors on the CPU. Every buffer is compared after every submission.
///
/// # Errors
/// Returns the errors of [`on`]. Also returns [`EngineError::TooLarge`](crate::EngineError::TooLarge) if too little
/// main memory is available for the mirrors' buffers. A run that finds a difference returns
/// [`EngineError::Lockstep`](crate::EngineError::Lockstep) with the first difference.
pub fn beside<'device>(device: &'device Device, plan: &StreamedTour) -> Result<Box<dyn Mosaic + 'device>> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = gpu(device, plan) {
        // Every part is submitted and compared separately. Therefore the host measures the time of each part.
        let limits = Limits { host_clock: true, ..Limits::of(gpu) };
        return Ok(Box::new(GpuMosaic::of(gpu, plan, limits)?.beside_mirrors(plan)?));
    }
    let _ = device;
    Ok(Box::new(MirrorMosaic::new(plan, Limits::default())?.beside_mirrors(plan)?))
}

/// Returns the GPU of a device if the GPU supports a plan. On a GPU, the lanes of a relay support only small regions.
#[cfg(feature = "gpu")]
fn gpu<'device>(device: &'device Device, plan: &StreamedTour) -> Option<&'device GpuDevice> {
    device.gpu().filter(|_| !matches!(plan, StreamedTour::Relay(plan) if plan.largest() > LANE))
}
