//! The kernels, each built for a device when it is first needed.

use courser_gpu::Binding::{self, Read, ReadWrite, Uniform};
use courser_gpu::{Device, GpuError, Kernel, KernelSpec, Kernels, wgpu};
use courser_shaders::{grown as shaders, mosaic};

use crate::EngineError;

/// Parts of cells that are split.
pub(super) const PARTS: usize = 8;

/// Bindings before the cells: the job, planes, marks, cycles, pieces, status.
const BEFORE_CELLS: usize = 6;

/// Invocations in a workgroup, if nothing else is asked for.
const WIDTH: u32 = 64;

/// A kernel by the work that it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    Melt,
    Prepare,
    Hook,
    Compress,
    Roots,
    Mark,
    Dilate,
    Clear,
    Scan,
    Pick,
    Apply,
    Flatten,
    Splitters,
    Rank,
    Number,
}

impl Task {
    const ALL: [Self; 15] = [
        Self::Melt,
        Self::Prepare,
        Self::Hook,
        Self::Compress,
        Self::Roots,
        Self::Mark,
        Self::Dilate,
        Self::Clear,
        Self::Scan,
        Self::Pick,
        Self::Apply,
        Self::Flatten,
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
            Self::Prepare => ("grown label", label, "prepare"),
            Self::Hook => ("grown label", label, "hook"),
            Self::Compress => ("grown label", label, "compress"),
            Self::Roots => ("grown label", label, "number"),
            Self::Mark => ("grown mark", mark, "mark"),
            Self::Dilate => ("grown mark", mark, "dilate"),
            Self::Clear => ("grown scan", scan, "clear"),
            Self::Scan => ("grown scan", scan, "scan"),
            Self::Pick => ("grown pick", [shaders::PICK, shaders::PICK_SPLIT], "pick"),
            Self::Apply => ("grown apply", [shaders::APPLY, shaders::APPLY_SPLIT], "apply"),
            Self::Flatten => ("grown flatten", [shaders::FLATTEN, shaders::FLATTEN_SPLIT], "flatten"),
            Self::Splitters => ("grown splitters", [shaders::SPLITTERS; 2], "splitters"),
            Self::Rank => ("grown rank", [shaders::RANK; 2], "rank"),
            Self::Number => ("grown number", [shaders::NUMBER, shaders::NUMBER_SPLIT], "number"),
        }
    }

    /// The kernel with so many invocations in a workgroup, and the cells in parts of `1 << split`, if they are split.
    fn spec(self, width: u32, split: Option<u32>) -> KernelSpec {
        let (module, [whole, parts], entry) = self.source();
        let mut constants = vec![("WIDTH", f64::from(width))];
        let wgsl = if split.is_some() { parts } else { whole };
        constants.extend(split.filter(|_| wgsl != whole).map(|bits| ("PART_BITS", f64::from(bits))));
        KernelSpec { module, wgsl: wgsl.into(), entry, bindings: bindings(split.is_some()), constants }
    }
}

fn bindings(split: bool) -> Vec<Binding> {
    let mut bindings = vec![Uniform];
    bindings.resize(BEFORE_CELLS + if split { PARTS } else { 1 }, ReadWrite);
    bindings
}

const CHECK: &[Binding] = &[Uniform, Read, ReadWrite];

/// The proof of the numbers.
fn check() -> KernelSpec {
    let wgsl = mosaic::CHECK.into();
    KernelSpec { module: "mosaic check", wgsl, entry: "narrow", bindings: CHECK.to_vec(), constants: Vec::new() }
}

/// Every kernel of grown tours, as it is built for boards whose cells fit one binding, and for others.
pub fn kernels() -> Vec<KernelSpec> {
    let of = |split: Option<u32>| Task::ALL.map(|task| task.spec(WIDTH, split));
    of(None).into_iter().chain(of(Some(25))).chain([check()]).collect()
}

/// The kernels of grown tours on one device: what all tours on it have in common. Each is built when it is first needed.
#[derive(Debug)]
pub struct GrownKernels<'device> {
    kernels: Kernels<'device>,
    pub(super) width: u32,
    /// Cells of a part as a power of two, if the cells are in several bindings.
    pub(super) split: Option<u32>,
    pub(super) layout: wgpu::BindGroupLayout,
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
        Ok(Self {
            width,
            split,
            layout: device.layout("grown", &bindings(split.is_some()))?,
            check_layout: device.layout("grown check", CHECK)?,
            kernels: Kernels::new(device),
        })
    }

    pub(super) const fn device(&self) -> &'device Device {
        self.kernels.device()
    }

    pub(super) fn get(&self, task: Task) -> Result<Kernel, GpuError> {
        self.kernels.get(&task.spec(self.width, self.split))
    }

    pub(super) fn check(&self) -> Result<Kernel, GpuError> {
        self.kernels.get(&check())
    }
}
