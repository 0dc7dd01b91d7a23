//! The kernels, each built for a device when it is first needed.

use courser_gpu::Binding::{self, Read, ReadWrite, Uniform, Unused};
use courser_gpu::{Device, GpuError, Kernel, KernelSpec, wgpu};
use courser_shaders::{grown as shaders, mosaic};
#[cfg(not(target_arch = "wasm32"))]
use rayon::prelude::*;

use crate::EngineError;

/// Parts of cells that are split.
pub(super) const PARTS: usize = 8;

/// A buffer of a growing tour; its place in [`Use::ALL`] is the number of its binding, after the job's 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Planes,
    Marks,
    Cycles,
    Pieces,
    Status,
    Cells,
}

impl Use {
    pub(super) const ALL: [Self; 6] =
        [Self::Planes, Self::Marks, Self::Cycles, Self::Pieces, Self::Status, Self::Cells];
}

/// Invocations in a workgroup, if nothing else is asked for.
const WIDTH: u32 = 64;

/// A kernel by the work that it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Task {
    Melt,
    Prepare,
    Hook,
    Tie,
    Roots,
    Compress,
    Mark,
    Dilate,
    Clear,
    Scan,
    Pick,
    Apply,
    Splitters,
    Rank,
    Number,
}

impl Task {
    pub(super) const ALL: [Self; 15] = [
        Self::Melt,
        Self::Prepare,
        Self::Hook,
        Self::Tie,
        Self::Roots,
        Self::Compress,
        Self::Mark,
        Self::Dilate,
        Self::Clear,
        Self::Scan,
        Self::Pick,
        Self::Apply,
        Self::Splitters,
        Self::Rank,
        Self::Number,
    ];

    /// The module's name, its WGSL with the cells in one binding and in several, and the entry point.
    const fn source(self) -> (&'static str, [&'static str; 2], &'static str) {
        let label = [shaders::LABEL, shaders::LABEL_SPLIT];
        let mark = [shaders::MARK, shaders::MARK_SPLIT];
        let scan = [shaders::SCAN, shaders::SCAN_SPLIT];
        match self {
            Self::Melt => ("grown melt", [shaders::MELT; 2], "melt"),
            Self::Prepare => ("grown label", [shaders::LABEL; 2], "prepare"),
            Self::Hook => ("grown label", [shaders::LABEL; 2], "hook"),
            Self::Tie => ("grown label", label, "tie"),
            Self::Roots => ("grown label", [shaders::LABEL; 2], "number"),
            Self::Compress => ("grown label", label, "compress"),
            Self::Mark => ("grown mark", mark, "mark"),
            Self::Dilate => ("grown mark", mark, "dilate"),
            Self::Clear => ("grown scan", scan, "clear"),
            Self::Scan => ("grown scan", scan, "scan"),
            Self::Pick => ("grown pick", [shaders::PICK; 2], "pick"),
            Self::Apply => ("grown apply", [shaders::APPLY; 2], "apply"),
            Self::Splitters => ("grown splitters", [shaders::SPLITTERS; 2], "splitters"),
            Self::Rank => ("grown rank", [shaders::RANK; 2], "rank"),
            Self::Number => ("grown number", [shaders::NUMBER, shaders::NUMBER_SPLIT], "number"),
        }
    }

    /// The buffers that the module declares.
    pub(super) const fn uses(self) -> &'static [Use] {
        match self {
            Self::Melt => &[Use::Planes, Use::Marks],
            Self::Prepare | Self::Hook | Self::Tie | Self::Roots | Self::Compress => {
                &[Use::Planes, Use::Cycles, Use::Status, Use::Cells]
            }
            Self::Mark | Self::Dilate => &[Use::Marks, Use::Cycles, Use::Cells],
            Self::Clear | Self::Scan => &[Use::Planes, Use::Marks, Use::Cycles, Use::Cells],
            Self::Pick => &[Use::Planes, Use::Cycles],
            Self::Apply => &[Use::Planes, Use::Cycles, Use::Status],
            Self::Splitters => &[Use::Planes, Use::Pieces, Use::Status],
            Self::Rank => &[Use::Pieces],
            Self::Number => &[Use::Planes, Use::Pieces, Use::Cells],
        }
    }

    fn is_split(self) -> bool {
        let (_, [whole, split], _) = self.source();
        whole != split
    }

    /// Whether a dispatch works on one part of the cells, and is bound to it alone.
    pub(super) fn is_local(self) -> bool {
        self.uses().contains(&Use::Cells) && !self.is_split()
    }

    /// The kernel with so many invocations in a workgroup, and the cells in parts of `1 << split`, if they are split.
    fn spec(self, width: u32, split: Option<u32>) -> KernelSpec {
        let (module, [whole, parts], entry) = self.source();
        let split = split.filter(|_| self.is_split());
        let mut constants = vec![("WIDTH", f64::from(width))];
        constants.extend(split.map(|bits| ("PART_BITS", f64::from(bits))));
        let wgsl = if split.is_some() { parts } else { whole };
        KernelSpec { module, wgsl: wgsl.into(), entry, bindings: self.bindings(split.is_some()), constants }
    }

    fn bindings(self, split: bool) -> Vec<Binding> {
        let mut bindings = vec![Uniform];
        for buffer in Use::ALL {
            let kind = if self.uses().contains(&buffer) { ReadWrite } else { Unused };
            let count = if buffer == Use::Cells && split { PARTS } else { 1 };
            bindings.resize(bindings.len() + count, kind);
        }
        bindings
    }
}

const CHECK: &[Binding] = &[Uniform, Read, ReadWrite];

/// The proof of the numbers.
fn check() -> KernelSpec {
    let wgsl = mosaic::CHECK.into();
    KernelSpec { module: "mosaic check", wgsl, entry: "narrow", bindings: CHECK.to_vec(), constants: Vec::new() }
}

/// Every kernel of grown tours, as it is built for boards whose cells fit one binding, and for others.
pub fn kernels() -> Vec<KernelSpec> {
    let whole = Task::ALL.map(|task| task.spec(WIDTH, None));
    let split = Task::ALL.into_iter().filter(|task| task.is_split()).map(|task| task.spec(WIDTH, Some(25)));
    // The check is among the mosaic's.
    whole.into_iter().chain(split).collect()
}

/// The kernels of grown tours as one device takes them.
#[derive(Clone, Debug)]
pub struct GrownKernels<'device> {
    device: &'device Device,
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

    /// With so many invocations in a workgroup, and with the cells in parts of `1 << split`, if they are to be split.
    /// Results do not depend on either.
    ///
    /// # Errors
    /// As [`GrownKernels::new`].
    pub fn with(device: &'device Device, width: u32, split: Option<u32>) -> Result<Self, EngineError> {
        let layout = |task: Task| {
            let spec = task.spec(width, split);
            device.layout(spec.module, &spec.bindings)
        };
        Ok(Self {
            width,
            split,
            layouts: Task::ALL.into_iter().map(layout).collect::<Result<_, _>>()?,
            check_layout: device.layout("grown check", CHECK)?,
            device,
        })
    }

    pub(super) const fn device(&self) -> &'device Device {
        self.device
    }

    /// The layout of what a kernel is bound to.
    pub(super) fn layout(&self, task: Task) -> &wgpu::BindGroupLayout {
        &self.layouts[task as usize]
    }

    pub(super) fn get(&self, task: Task) -> Result<Kernel, GpuError> {
        self.device.kernel(&task.spec(self.width, self.split))
    }

    pub(super) fn check(&self) -> Result<Kernel, GpuError> {
        self.device.kernel(&check())
    }

    /// Builds all kernels at once: every tour needs all of them, and one after another they take a driver longer than the
    /// tour of a million squares.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn build(&self) -> Result<(), GpuError> {
        let tasks = Task::ALL.into_par_iter().filter(|&task| task != Task::Tie || self.split.is_some());
        tasks.map(|task| self.get(task).map(drop)).chain(rayon::iter::once(self.check().map(drop))).collect()
    }
}
