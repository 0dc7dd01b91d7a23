//! The kernels, each built for a device when it is first needed.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use courser_gpu::Binding::{self, Read, ReadWrite, Uniform, Unused};
use courser_gpu::{Device, GpuError, KernelSpec, wgpu};
use courser_shaders::{grown as shaders, mosaic};
#[cfg(not(target_arch = "wasm32"))]
use rayon::prelude::*;

use crate::EngineError;
use crate::grown::task::{Buffer, KERNELS, Kernel, Task};

/// Parts of cells that are split.
pub(super) const PARTS: usize = 8;

/// Invocations in a workgroup, if nothing else is asked for.
const WIDTH: u32 = 64;

/// Returns whether an invocation looks at cells of any part.
fn is_split(kernel: &Kernel) -> bool {
    kernel.buffers.contains(&Buffer::Cells) && !kernel.task.is_local()
}

/// The kernel with `width` invocations in a workgroup, and the cells in parts of `1 << split`, if they are split.
fn spec(task: Task, width: u32, split: Option<u32>) -> KernelSpec {
    let Kernel { module, wgsl, entry, buffers, .. } = *task.kernel();
    let split = split.filter(|_| is_split(task.kernel()));
    let constants = [("WIDTH", Some(width)), ("PART_BITS", split)];
    let constants = constants.into_iter().filter_map(|(name, value)| Some((name, f64::from(value?)))).collect();
    let mut bindings = vec![Uniform];
    for buffer in Buffer::ALL {
        let kind = if buffers.contains(&buffer) { ReadWrite } else { Unused };
        let count = if buffer == Buffer::Cells && split.is_some() { PARTS } else { 1 };
        bindings.resize(bindings.len() + count, kind);
    }
    let wgsl = if split.is_some() { in_parts(wgsl).into() } else { wgsl.into() };
    KernelSpec { module, wgsl, entry, bindings, constants }
}

/// A shader as it is for cells in parts of `1 << PART_BITS`: the binding of `cells.wgsl` and its functions are replaced. Each
/// access goes through a choice of all parts, which a software adapter tries one by one: so a task that is local is
/// bound to its part alone.
fn in_parts(shader: &str) -> String {
    let (before, after) = shader.split_once(shaders::CELLS).expect("the cells are declared in cells.wgsl");
    let mut wgsl = format!("{before}override PART_BITS: u32;\n");
    for part in 0..PARTS {
        let binding = Buffer::Cells as usize + 1 + part;
        let _ =
            writeln!(wgsl, "@group(0) @binding({binding}) var<storage, read_write> cells_{part}: array<atomic<u32>>;");
    }
    for (head, access, rest) in [
        ("cell_at(cell: u32) -> u32", "return atomicLoad(", ")"),
        ("set_cell(cell: u32, value: u32)", "atomicStore(", ", value)"),
        (
            "exchange_cell(cell: u32, old: u32, value: u32) -> bool",
            "return atomicCompareExchangeWeak(",
            ", old, value).exchanged",
        ),
    ] {
        wgsl +=
            &format!("fn {head} {{\n    let at = cell & ((1u << PART_BITS) - 1u);\n    switch cell >> PART_BITS {{\n");
        for part in (0..PARTS).rev() {
            let case = if part == 0 { "default".into() } else { format!("case {part}u") };
            let _ = writeln!(wgsl, "        {case}: {{ {access}&cells_{part}[at]{rest}; }}");
        }
        wgsl += "    }\n}\n";
    }
    wgsl + after
}

const CHECK: &[Binding] = &[Uniform, Read, ReadWrite];

/// The proof of the numbers.
fn check() -> KernelSpec {
    let wgsl = mosaic::CHECK.into();
    KernelSpec { module: "mosaic check", wgsl, entry: "narrow", bindings: CHECK.to_vec(), constants: Vec::new() }
}

/// Every kernel of grown tours, as it is built for boards whose cells fit one binding, and for others.
pub fn kernels() -> Vec<KernelSpec> {
    let whole = KERNELS.iter().map(|kernel| spec(kernel.task, WIDTH, None));
    let split = KERNELS.iter().filter(|kernel| is_split(kernel));
    let split = split.map(|kernel| spec(kernel.task, WIDTH, Some(25)));
    // The check is among the mosaic's.
    whole.chain(split).collect()
}

/// The kernels of grown tours as one device takes them.
#[derive(Clone, Debug)]
pub struct GrownKernels<'device> {
    device: &'device Device,
    /// The kernel of each task that has been built.
    built: Arc<[OnceLock<courser_gpu::Kernel>; KERNELS.len()]>,
    pub(super) width: u32,
    /// Cells of a part as a power of two, if the cells are in several bindings.
    pub(super) split: Option<u32>,
    layouts: Vec<wgpu::BindGroupLayout>,
    pub(super) check_layout: wgpu::BindGroupLayout,
}

impl<'device> GrownKernels<'device> {
    /// For boards whose cells take `cells` bytes.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the device cannot bind what the kernels need.
    pub fn new(device: &'device Device, cells: u64) -> Result<Self, EngineError> {
        let most = device.max_binding();
        let split = (cells > most).then(|| (most / 4).ilog2().min(30));
        Self::with(device, WIDTH, split)
    }

    /// With `width` invocations in a workgroup, and with the cells in parts of `1 << split`, if they are to be split.
    /// Results do not depend on either.
    ///
    /// # Errors
    /// As [`GrownKernels::new`].
    pub fn with(device: &'device Device, width: u32, split: Option<u32>) -> Result<Self, EngineError> {
        let layout = |kernel: &Kernel| {
            let spec = spec(kernel.task, width, split);
            device.layout(spec.module, &spec.bindings)
        };
        Ok(Self {
            width,
            split,
            layouts: KERNELS.iter().map(layout).collect::<Result<_, _>>()?,
            check_layout: device.layout("grown check", CHECK)?,
            device,
            built: Arc::default(),
        })
    }

    pub(super) const fn device(&self) -> &'device Device {
        self.device
    }

    /// The layout of what a kernel is bound to.
    pub(super) fn layout(&self, task: Task) -> &wgpu::BindGroupLayout {
        &self.layouts[task as usize]
    }

    pub(super) fn get(&self, task: Task) -> Result<&courser_gpu::Kernel, GpuError> {
        let built = &self.built[task as usize];
        if let Some(kernel) = built.get() {
            return Ok(kernel);
        }
        let kernel = self.device.kernel(&spec(task, self.width, self.split))?;
        Ok(built.get_or_init(|| kernel))
    }

    pub(super) fn check(&self) -> Result<courser_gpu::Kernel, GpuError> {
        self.device.kernel(&check())
    }

    /// Builds all kernels at once: every tour needs all of them, and one after another they take a driver longer than the
    /// tour of a million squares.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn build(&self) -> Result<(), GpuError> {
        let kernels = KERNELS.par_iter().filter(|kernel| kernel.task != Task::Tie || self.split.is_some());
        kernels.map(|kernel| self.get(kernel.task).map(drop)).chain(rayon::iter::once(self.check().map(drop))).collect()
    }
}
