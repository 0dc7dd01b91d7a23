//! The passes, each built for a device when it is first needed.

use courser_gpu::Binding::{Read, ReadWrite, Uniform};
use courser_gpu::{Binding, Device, GpuError, Kernel, KernelSpec, Kernels, wgpu};
use courser_shaders::mosaic as shaders;

use super::numbers::Width;
use crate::EngineError;
use crate::mosaic::spans::Kind;

/// Invocations in a workgroup, as in `row_window.wgsl`.
pub(super) const WIDTH: u64 = 64;

/// Rows that an invocation checks, as in `check.wgsl`.
pub(super) const CHECK_ROWS: u32 = 32;

const VISITS: &[Binding] = &[Uniform, Uniform, Read, Read, Read, ReadWrite];

const CHECK: &[Binding] = &[Uniform, Read, ReadWrite];

/// The pass that numbers tiles of this kind.
pub(super) fn visits(kind: Kind, width: Width) -> KernelSpec {
    let is_eight = matches!(kind, Kind::Eight | Kind::Varied);
    let entry = match (is_eight, width) {
        (false, Width::Narrow) => "narrow",
        (false, Width::Wide) => "wide",
        (true, Width::Narrow) => "narrow_eight",
        (true, Width::Wide) => "wide_eight",
    };
    let cuts = if kind == Kind::Any { 4.0 } else { 1.0 };
    let varied = f64::from(u8::from(kind == Kind::Varied));
    let constants = vec![("CUTS", cuts), ("VARIED", varied)];
    KernelSpec { constants, ..KernelSpec::new("mosaic visits", entry, shaders::VISITS, VISITS) }
}

/// The pass that checks.
pub(super) fn check(width: Width) -> KernelSpec {
    let entry = if width == Width::Narrow { "narrow" } else { "wide" };
    KernelSpec::new("mosaic check", entry, shaders::CHECK, CHECK)
}

/// Every kernel of the mosaic.
pub fn kernels() -> Vec<KernelSpec> {
    let widths = [Width::Narrow, Width::Wide];
    let visits = Kind::ALL.into_iter().flat_map(|kind| widths.map(|width| visits(kind, width)));
    visits.chain(widths.map(check)).collect()
}

/// The passes of the mosaic on one device, each built when a plan first needs it: all plans on the device can share
/// them.
#[derive(Debug)]
pub struct Passes<'device> {
    kernels: Kernels<'device>,
    pub(super) visits_layout: wgpu::BindGroupLayout,
    pub(super) check_layout: wgpu::BindGroupLayout,
}

impl<'device> Passes<'device> {
    /// The passes on `device`, none of them built yet.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if it cannot.
    pub fn new(device: &'device Device) -> Result<Self, EngineError> {
        Ok(Self {
            kernels: Kernels::new(device),
            visits_layout: device.layout("mosaic visits", VISITS)?,
            check_layout: device.layout("mosaic check", CHECK)?,
        })
    }

    pub(super) const fn device(&self) -> &'device Device {
        self.kernels.device()
    }

    /// How many passes are built.
    pub fn built(&self) -> usize {
        self.kernels.len()
    }

    pub(super) fn get(&self, spec: &KernelSpec) -> Result<Kernel, GpuError> {
        self.kernels.get(spec)
    }
}
