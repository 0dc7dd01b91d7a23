//! The table of the kernels of grown tours.

#[cfg(feature = "gpu")]
use courser_gpu::KernelSpec;
use courser_shaders::grown as shaders;

use super::memory::{CELLS, CYCLES, GrowthMemory, MARKS, PIECES, PLANES, STATUS};
use super::{apply, label, mark, melt, number, pick, rank, scan, splitters};
#[cfg(feature = "gpu")]
use crate::machine::Build;
use crate::machine::Part::{Choice, Text};
#[cfg(feature = "gpu")]
use crate::machine::parts::SplitArray;
use crate::machine::{Access, Part, ShaderKernel, Twin};

/// Task of a kernel. The value of a task is the index of the task's kernel in [`KERNELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GrowthTask {
    Melt,
    Prepare,
    Hook,
    Tie,
    Roots,
    Compress,
    Mark,
    Dilate,
    Scan,
    Pick,
    Apply,
    Splitters,
    Rank,
    Number,
}

impl GrowthTask {
    /// Returns the kernel of the task.
    pub(super) fn kernel(self) -> &'static ShaderKernel<GrowthMemory> {
        &KERNELS[self as usize]
    }
}

/// Shader texts in the module of the *melt* pass. They precede the pass's own file. The texts in this constant, and in
/// each of the following constants, declare no buffers except those that the module uses.
const MELT: &[Part] = &[Text(shaders::STATE)];
const LABEL: &[Part] =
    &[Text(shaders::STATE), Choice("cells"), Text(shaders::LINKS), Text(shaders::CYCLES), Text(shaders::STATUS)];
/// Shader texts as in [`LABEL`], but for kernels that process and bind only one part of the cells. In contrast, a
/// kernel with the texts of [`LABEL`] selects the part of the cells at every access to a cell. This selection is slow
/// on a software adapter, which tries the parts one after another.
const LOCAL: &[Part] =
    &[Text(shaders::STATE), Text(shaders::CELLS), Text(shaders::LINKS), Text(shaders::CYCLES), Text(shaders::STATUS)];
const MARK: &[Part] = &[Text(shaders::STATE), Choice("cells"), Text(shaders::CYCLES)];
const SCAN: &[Part] = &[Text(shaders::STATE), Choice("cells"), Text(shaders::LINKS), Text(shaders::CYCLES)];
const PICK: &[Part] = &[Text(shaders::STATE), Text(shaders::LINKS), Text(shaders::CYCLES)];
const APPLY: &[Part] = &[Text(shaders::STATE), Text(shaders::CYCLES), Text(shaders::STATUS)];
const SPLITTERS: &[Part] =
    &[Text(shaders::STATE), Text(shaders::LINKS), Text(shaders::PIECES), Text(shaders::WALK), Text(shaders::STATUS)];
const RANK: &[Part] = &[Text(shaders::STATE), Text(shaders::PIECES)];
const NUMBER: &[Part] =
    &[Text(shaders::STATE), Choice("cells"), Text(shaders::LINKS), Text(shaders::PIECES), Text(shaders::WALK)];

/// A module as a tuple: its name, the parts shared with other modules, its own file, and its buffers with their kinds
/// of access.
type Module = (&'static str, &'static [Part], &'static str, &'static [(usize, Access)]);

/// Returns the module of the *label* pass. `shared` contains the parts that the module shares with other modules.
const fn labels(shared: &'static [Part]) -> Module {
    const BUFFERS: &[(usize, Access)] =
        &[(PLANES, Access::Write), (CYCLES, Access::Write), (STATUS, Access::Write), (CELLS, Access::Write)];
    ("grown label", shared, shaders::LABEL, BUFFERS)
}

/// Module of the passes *mark* and *dilate*.
const MARKS_OF: Module =
    ("grown mark", MARK, shaders::MARK, &[(MARKS, Access::Write), (CYCLES, Access::Write), (CELLS, Access::Write)]);

/// The kernels, indexed by their task.
pub(super) static KERNELS: [ShaderKernel<GrowthMemory>; 14] = [
    kernel(
        GrowthTask::Melt,
        ("grown melt", MELT, shaders::MELT, &[(PLANES, Access::Write), (MARKS, Access::Write)]),
        "melt",
        1 << 18,
        melt::melt,
    ),
    kernel(GrowthTask::Prepare, labels(LOCAL), "prepare", 1 << 21, label::prepare),
    kernel(GrowthTask::Hook, labels(LOCAL), "hook", 1 << 21, label::hook),
    kernel(GrowthTask::Tie, labels(LABEL), "tie", 1 << 21, label::tie),
    kernel(GrowthTask::Roots, labels(LOCAL), "number", 1 << 21, label::number),
    kernel(GrowthTask::Compress, labels(LABEL), "compress", 1 << 21, label::compress),
    kernel(GrowthTask::Mark, MARKS_OF, "mark", 1 << 18, mark::mark),
    kernel(GrowthTask::Dilate, MARKS_OF, "dilate", 1 << 18, mark::dilate),
    kernel(
        GrowthTask::Scan,
        (
            "grown scan",
            SCAN,
            shaders::SCAN,
            &[(PLANES, Access::Write), (MARKS, Access::Write), (CYCLES, Access::Write), (CELLS, Access::Write)],
        ),
        "scan",
        1 << 18,
        scan::scan,
    ),
    kernel(
        GrowthTask::Pick,
        ("grown pick", PICK, shaders::PICK, &[(PLANES, Access::Write), (CYCLES, Access::Write)]),
        "pick",
        1 << 20,
        pick::pick,
    ),
    kernel(
        GrowthTask::Apply,
        (
            "grown apply",
            APPLY,
            shaders::APPLY,
            &[(PLANES, Access::Write), (CYCLES, Access::Write), (STATUS, Access::Write)],
        ),
        "apply",
        1 << 20,
        apply::apply,
    ),
    kernel(
        GrowthTask::Splitters,
        (
            "grown splitters",
            SPLITTERS,
            shaders::SPLITTERS,
            &[(PLANES, Access::Write), (PIECES, Access::Write), (STATUS, Access::Write)],
        ),
        "splitters",
        1 << 16,
        splitters::splitters,
    ),
    kernel(
        GrowthTask::Rank,
        ("grown rank", RANK, shaders::RANK, &[(PIECES, Access::Write)]),
        "rank",
        1 << 20,
        rank::rank,
    ),
    kernel(
        GrowthTask::Number,
        (
            "grown number",
            NUMBER,
            shaders::NUMBER,
            &[(PLANES, Access::Write), (PIECES, Access::Write), (CELLS, Access::Write)],
        ),
        "number",
        1 << 16,
        number::number,
    ),
];

const fn kernel(
    task: GrowthTask,
    (name, shared, own, buffers): Module,
    entry: &'static str,
    max_invocations: u32,
    mirror: fn(&mut GrowthMemory, u32),
) -> ShaderKernel<GrowthMemory> {
    let local =
        if matches!(task, GrowthTask::Prepare | GrowthTask::Hook | GrowthTask::Roots) { Some(CELLS) } else { None };
    let sees_parts = local.is_none() && buffers[buffers.len() - 1].0 == CELLS;
    ShaderKernel {
        id: task as usize,
        name,
        entry,
        shared,
        own,
        constants: if sees_parts { &["WIDTH", "PART_BITS"] } else { &["WIDTH"] },
        fixed: &[],
        buffers,
        local,
        width: None,
        max_invocations,
        mirror: Twin::One(mirror),
    }
}

/// Default number of invocations in a workgroup.
#[cfg(feature = "gpu")]
pub(super) const WIDTH: u32 = 64;

/// Returns the build options for workgroups of `width` invocations. `cells` is the division of the cells into parts.
#[cfg(feature = "gpu")]
pub(super) fn build(width: u32, cells: SplitArray) -> Build {
    Build {
        parts: vec![("cells", if cells.bits().is_some() { in_parts(cells).into() } else { shaders::CELLS.into() })],
        constants: [("WIDTH", Some(width)), ("PART_BITS", cells.bits())]
            .into_iter()
            .filter_map(|(name, value)| Some((name, f64::from(value?))))
            .collect(),
        bindings: vec![1, 1, 1, 1, 1, cells.count()],
    }
}

/// Returns WGSL text that declares the parts in which the cells are stored, and defines the functions that access a
/// cell. A part contains `1 << PART_BITS` cells.
#[cfg(feature = "gpu")]
fn in_parts(cells: SplitArray) -> String {
    let function = |head: &str, access: &str, rest: &str| {
        cells.function(head, "cell", "PART_BITS", |part| format!("{access}&cells_{part}[at]{rest};"))
    };
    let exchange = "exchange_cell(cell: u32, old: u32, value: u32) -> bool";
    [
        "override PART_BITS: u32;\n".to_owned(),
        cells.declarations("cells", "storage, read_write", "atomic<u32>", CELLS as u64 + 1),
        function("cell_at(cell: u32) -> u32", "return atomicLoad(", ")"),
        function("set_cell(cell: u32, value: u32)", "atomicStore(", ", value)"),
        function(exchange, "return atomicCompareExchangeWeak(", ", old, value).exchanged"),
    ]
    .concat()
}

/// Lists every kernel of grown tours in two forms: for boards whose cells fit in one binding, and for larger boards.
#[cfg(feature = "gpu")]
pub fn kernels() -> Vec<KernelSpec> {
    let spec = |kernel: &ShaderKernel<GrowthMemory>, cells| kernel.spec(&build(WIDTH, cells));
    let whole = KERNELS.iter().map(|kernel| spec(kernel, SplitArray::whole(1)));
    let is_split = |kernel: &&ShaderKernel<GrowthMemory>| {
        kernel.buffers.iter().any(|(slot, _)| *slot == CELLS) && kernel.local.is_none()
    };
    let split = KERNELS.iter().filter(is_split).map(|kernel| spec(kernel, SplitArray::of(8 << 25, 25)));
    // One more kernel checks the visit numbers. That kernel is in the list of the mosaic's kernels.
    whole.chain(split).collect()
}
