//! The kernels that the passes are made of: their shaders and their mirrors.

use courser_shaders::grown as shaders;

use self::Buffer::{Cells, Cycles, Marks, Pieces, Planes, Status};
use super::mirror::Memory;
use super::{apply, label, mark, melt, number, pick, rank, scan, splitters};

/// A buffer of a growing tour; its place in [`Buffer::ALL`] is the number of its binding, after the job's 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// The edges, as bit planes.
    Planes,
    /// The marks, and the widened marks.
    Marks,
    /// The lists of cycles.
    Cycles,
    /// Two lists of pieces.
    Pieces,
    /// The report.
    Status,
    /// A word per cell: its cycle, later its visit number.
    Cells,
}

impl Buffer {
    /// All buffers, by their bindings.
    pub const ALL: [Self; 6] = [Planes, Marks, Cycles, Pieces, Status, Cells];
}

/// A kernel by its work; its place in [`KERNELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
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

/// An entry point of a shader.
#[derive(Debug)]
#[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "the mirrors run without the shaders"))]
pub(super) struct Kernel {
    pub(super) task: Task,
    /// The name of the module.
    pub(super) module: &'static str,
    pub(super) wgsl: &'static str,
    pub(super) entry: &'static str,
    /// The buffers that the module declares.
    pub(super) buffers: &'static [Buffer],
    /// The most invocations of a dispatch: a tenth of a second on a software adapter.
    pub(super) most: u32,
    /// One invocation, by its number in the whole pass.
    pub(super) mirror: fn(&mut Memory, u32),
}

/// The buffers of the shader that labels.
const LABEL: &[Buffer] = &[Planes, Cycles, Status, Cells];

/// Every kernel, by its task.
pub(super) static KERNELS: [Kernel; 14] = [
    kernel(Task::Melt, "grown melt", shaders::MELT, "melt", &[Planes, Marks], 1 << 18, melt::melt),
    kernel(Task::Prepare, "grown label", shaders::LABEL, "prepare", LABEL, 1 << 21, label::prepare),
    kernel(Task::Hook, "grown label", shaders::LABEL, "hook", LABEL, 1 << 21, label::hook),
    kernel(Task::Tie, "grown label", shaders::LABEL, "tie", LABEL, 1 << 21, label::tie),
    kernel(Task::Roots, "grown label", shaders::LABEL, "number", LABEL, 1 << 21, label::number),
    kernel(Task::Compress, "grown label", shaders::LABEL, "compress", LABEL, 1 << 21, label::compress),
    kernel(Task::Mark, "grown mark", shaders::MARK, "mark", &[Marks, Cycles, Cells], 1 << 18, mark::mark),
    kernel(Task::Dilate, "grown mark", shaders::MARK, "dilate", &[Marks, Cycles, Cells], 1 << 18, mark::dilate),
    kernel(Task::Scan, "grown scan", shaders::SCAN, "scan", &[Planes, Marks, Cycles, Cells], 1 << 18, scan::scan),
    kernel(Task::Pick, "grown pick", shaders::PICK, "pick", &[Planes, Cycles], 1 << 20, pick::pick),
    kernel(Task::Apply, "grown apply", shaders::APPLY, "apply", &[Planes, Cycles, Status], 1 << 20, apply::apply),
    kernel(
        Task::Splitters,
        "grown splitters",
        shaders::SPLITTERS,
        "splitters",
        &[Planes, Pieces, Status],
        1 << 16,
        splitters::splitters,
    ),
    kernel(Task::Rank, "grown rank", shaders::RANK, "rank", &[Pieces], 1 << 20, rank::rank),
    kernel(Task::Number, "grown number", shaders::NUMBER, "number", &[Planes, Pieces, Cells], 1 << 16, number::number),
];

const fn kernel(
    task: Task,
    module: &'static str,
    wgsl: &'static str,
    entry: &'static str,
    buffers: &'static [Buffer],
    most: u32,
    mirror: fn(&mut Memory, u32),
) -> Kernel {
    Kernel { task, module, wgsl, entry, buffers, most, mirror }
}

impl Task {
    /// The kernel that does it.
    pub(super) fn kernel(self) -> &'static Kernel {
        &KERNELS[self as usize]
    }

    /// Returns whether a dispatch works on one part of the cells, and is bound to it alone.
    pub(super) const fn is_local(self) -> bool {
        matches!(self, Self::Prepare | Self::Hook | Self::Roots)
    }
}
