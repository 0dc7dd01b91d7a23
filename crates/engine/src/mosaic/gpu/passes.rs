//! The passes, built for a device.

use std::fmt;

use courser_gpu::{Binding, Device, Kernel, wgpu};
use courser_shaders::mosaic as shaders;

use crate::EngineError;
use crate::mosaic::runs::Kind;

/// Invocations in a workgroup, as in `window.wgsl`.
pub(super) const WIDTH: u64 = 64;

/// Rows that an invocation checks, as in `check.wgsl`.
pub(super) const CHECK_ROWS: u32 = 32;

/// The passes of the mosaic, built for one device: what all plans on it have in common.
pub struct Passes<'device> {
    pub(super) device: &'device Device,
    /// For each kind of tiles, in their order; each for narrow numbers, and for wide ones.
    pub(super) visits: [[Kernel; 2]; Kind::ALL.len()],
    pub(super) check: [Kernel; 2],
    pub(super) state: Kernel,
    pub(super) visits_layout: wgpu::BindGroupLayout,
    pub(super) check_layout: wgpu::BindGroupLayout,
}

impl fmt::Debug for Passes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Passes on {}", self.device.adapter().name())
    }
}

impl<'device> Passes<'device> {
    /// Builds the passes.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the driver refuses one.
    pub fn new(device: &'device Device) -> Result<Self, EngineError> {
        let visits_layout = device.layout(
            "mosaic visits",
            &[Binding::Uniform, Binding::Uniform, Binding::Read, Binding::Read, Binding::Read, Binding::ReadWrite],
        );
        let check_layout = device.layout("mosaic check", &[Binding::Uniform, Binding::Read, Binding::ReadWrite]);
        let visits = device.module("mosaic visits", shaders::VISITS)?;
        let check = device.module("mosaic check", shaders::CHECK)?;
        let state = device.module("mosaic state", shaders::STATE)?;
        let both = |entries: [&str; 2], cuts: f64, varied: bool| -> Result<[Kernel; 2], EngineError> {
            let constants = [("CUTS", cuts), ("VARIED", f64::from(u8::from(varied)))];
            let [narrow, wide] = entries.map(|entry| device.kernel(&visits, entry, &visits_layout, &constants));
            Ok([narrow?, wide?])
        };
        let (tiles, chains) = (["narrow", "wide"], ["narrow_chain", "wide_chain"]);
        let [any, one_cut, chain, varied] = Kind::ALL.map(|kind| match kind {
            Kind::Any => both(tiles, 4.0, false),
            Kind::OneCut => both(tiles, 1.0, false),
            Kind::Chain => both(chains, 1.0, false),
            Kind::Varied => both(chains, 1.0, true),
        });
        let [narrow, wide] = ["narrow", "wide"].map(|entry| device.kernel(&check, entry, &check_layout, &[]));
        Ok(Self {
            device,
            visits: [any?, one_cut?, chain?, varied?],
            check: [narrow?, wide?],
            state: device.kernel(&state, "narrow", &check_layout, &[])?,
            visits_layout,
            check_layout,
        })
    }
}
