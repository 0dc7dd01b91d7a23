//! The kernels, built for a device.

use std::fmt;

use courser_gpu::{Binding, Device, Kernel, wgpu};
use courser_shaders::{grown as shaders, mosaic};

use crate::EngineError;

/// Parts of cells that are split.
pub(super) const PARTS: usize = 8;

/// Bindings before the cells: the job, planes, marks, cycles, pieces, status.
const BEFORE_CELLS: usize = 6;

/// Invocations in a workgroup, if nothing else is asked for.
const WIDTH: u32 = 64;

/// The kernels of grown tours, built for one device: what all tours on it have in common.
pub struct GrownKernels<'device> {
    pub(super) device: &'device Device,
    pub(super) width: u32,
    /// Cells of a part as a power of two, if the cells are in several bindings.
    pub(super) split: Option<u32>,
    pub(super) layout: wgpu::BindGroupLayout,
    pub(super) melt: Kernel,
    pub(super) prepare: Kernel,
    pub(super) hook: Kernel,
    pub(super) compress: Kernel,
    pub(super) roots: Kernel,
    pub(super) mark: Kernel,
    pub(super) dilate: Kernel,
    pub(super) clear: Kernel,
    pub(super) scan: Kernel,
    pub(super) pick: Kernel,
    pub(super) apply: Kernel,
    pub(super) flatten: Kernel,
    pub(super) splitters: Kernel,
    pub(super) rank: Kernel,
    pub(super) number: Kernel,
    pub(super) check_layout: wgpu::BindGroupLayout,
    pub(super) check: Kernel,
}

impl fmt::Debug for GrownKernels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GrownKernels on {}", self.device.adapter().name())
    }
}

impl<'device> GrownKernels<'device> {
    /// Builds the kernels; for boards whose cells take `cells` bytes.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the driver refuses one.
    pub fn new(device: &'device Device, cells: u64) -> Result<Self, EngineError> {
        let most = device.max_binding();
        let split = (cells > most).then(|| (most / 4).ilog2().min(30));
        Self::with(device, WIDTH, split)
    }

    /// The same with so many invocations in a workgroup, and with the cells in parts of `1 << split`, if they are
    /// to be split. Results do not depend on either.
    ///
    /// # Errors
    /// As [`GrownKernels::new`].
    pub fn with(device: &'device Device, width: u32, split: Option<u32>) -> Result<Self, EngineError> {
        let cells = if split.is_some() { PARTS } else { 1 };
        let mut bindings = vec![Binding::Uniform];
        bindings.resize(BEFORE_CELLS + cells, Binding::ReadWrite);
        let layout = device.layout("grown", &bindings);
        let width_of = ("WIDTH", f64::from(width));
        let of_parts: Vec<(&str, f64)> =
            [Some(width_of), split.map(|bits| ("PART_BITS", f64::from(bits)))].into_iter().flatten().collect();
        let plain = |name: &str, wgsl: &str, entry: &str| -> Result<Kernel, EngineError> {
            let module = device.module(&format!("grown {name}"), wgsl)?;
            Ok(device.kernel(&module, entry, &layout, &[width_of])?)
        };
        let either = |name: &str, one: &str, several: &str, entries: &[&str]| -> Result<Vec<Kernel>, EngineError> {
            let module = device.module(&format!("grown {name}"), if split.is_some() { several } else { one })?;
            entries.iter().map(|entry| Ok(device.kernel(&module, entry, &layout, &of_parts)?)).collect()
        };
        let one = |mut kernels: Vec<Kernel>| kernels.remove(0);
        let [prepare, hook, compress, roots] =
            take(either("label", shaders::LABEL, shaders::LABEL_SPLIT, &["prepare", "hook", "compress", "number"])?);
        let [mark, dilate] = take(either("mark", shaders::MARK, shaders::MARK_SPLIT, &["mark", "dilate"])?);
        let [clear, scan] = take(either("scan", shaders::SCAN, shaders::SCAN_SPLIT, &["clear", "scan"])?);
        let check_layout = device.layout("grown check", &[Binding::Uniform, Binding::Read, Binding::ReadWrite]);
        let check = device.module("mosaic check", mosaic::CHECK)?;
        Ok(Self {
            melt: plain("melt", shaders::MELT, "melt")?,
            prepare,
            hook,
            compress,
            roots,
            mark,
            dilate,
            clear,
            scan,
            pick: one(either("pick", shaders::PICK, shaders::PICK_SPLIT, &["pick"])?),
            apply: one(either("apply", shaders::APPLY, shaders::APPLY_SPLIT, &["apply"])?),
            flatten: one(either("flatten", shaders::FLATTEN, shaders::FLATTEN_SPLIT, &["flatten"])?),
            splitters: plain("splitters", shaders::SPLITTERS, "splitters")?,
            rank: plain("rank", shaders::RANK, "rank")?,
            number: one(either("number", shaders::NUMBER, shaders::NUMBER_SPLIT, &["number"])?),
            check: device.kernel(&check, "narrow", &check_layout, &[])?,
            check_layout,
            layout,
            device,
            width,
            split,
        })
    }
}

/// A list as an array; it must be as long.
fn take<const COUNT: usize>(kernels: Vec<Kernel>) -> [Kernel; COUNT] {
    let count = kernels.len();
    kernels.try_into().unwrap_or_else(|_| panic!("{count} kernels, not {COUNT}"))
}
