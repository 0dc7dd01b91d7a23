//! The table of the batch's kernels, and what the host chooses in them.

use courser_board::{Board, Leaper};
#[cfg(feature = "gpu")]
use courser_gpu::KernelSpec;
use courser_shaders::{RULES, batch as shaders, looking};
use courser_solve::warnsdorff::Rule;

use super::memory::BatchMemory;
use super::mirrors;
use crate::machine::Part::{Choice, Text};
use crate::machine::{Access, Build, Part, ShaderKernel, Twin};

/// The buffers: each is in the slot of its own number.
pub(super) const SLICES: usize = 0;
pub(super) const STARTS: usize = 1;
pub(super) const BOARD: usize = 2;
pub(super) const KNIGHTS: usize = 3;
pub(super) const CELLS: usize = 4;
pub(super) const RESULTS: usize = 5;
pub(super) const TALLIES: usize = 6;

/// The buffers in the slots.
pub(super) const BOUND: &[usize] = &[SLICES, STARTS, BOARD, KNIGHTS, CELLS, RESULTS, TALLIES];

/// Maximum number of squares of a board for the kernel `small`.
pub(super) const SMALL_CELLS: u64 = 64;

/// Invocations in a workgroup of the kernels around the walks, as in their files.
pub(super) const WIDTH: u32 = 64;

/// Words that an invocation of `init_boards` writes, as in its file.
pub(super) const INIT_STEPS: u32 = 16;

/// Lanes of a workgroup on a GPU, which runs 32 or 64 side by side.
pub(super) const WIDTH_ON_GPU: u32 = 64;

/// One of the kernels by which knights walk; its index in [`KERNELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum KernelKind {
    /// One knight per lane, everything in registers: at most 64 squares.
    Small,
    /// One knight per lane, its board as bits in storage; for the knight only.
    Bitboard,
    /// One leaper per lane, its board as ranks in storage.
    Lane,
}

impl KernelKind {
    /// Every kernel.
    pub const ALL: [Self; 3] = [Self::Small, Self::Bitboard, Self::Lane];

    /// Returns the kernel's name, which is also its entry point and the stem of its file.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns `true` if the kernel supports `board`, on any adapter.
    pub fn takes(self, board: &Board) -> bool {
        match self {
            Self::Small => board.cells() <= SMALL_CELLS,
            Self::Bitboard => board.leaper() == Leaper::KNIGHT,
            Self::Lane => true,
        }
    }
}

/// The parts of a kernel whose knights have their boards in storage, before its own file.
const STORED: &[Part] =
    &[Text(shaders::STATE), Text(RULES), Choice("ahead"), Text(shaders::RULE), Text(shaders::STEPS)];
const REGISTERS: &[Part] = &[
    Text(shaders::STATE),
    Text(shaders::SLICES),
    Text(shaders::INIT),
    Text(RULES),
    Choice("ahead"),
    Text(shaders::RULE),
    Text(shaders::BITS),
];

/// The kernels around the walks, after those of [`KernelKind`].
pub(super) const INIT_KNIGHTS: usize = 3;
pub(super) const INIT_BOARDS: usize = 4;
pub(super) const TALLY: usize = 5;

/// Every kernel of the batch.
pub(super) static KERNELS: [ShaderKernel<BatchMemory>; 6] = [
    walk(
        KernelKind::Small,
        ("small", REGISTERS, shaders::SMALL),
        &[(SLICES, Access::Read), (STARTS, Access::Read), (BOARD, Access::Read), (RESULTS, Access::Write)],
        mirrors::small,
    ),
    walk(KernelKind::Bitboard, ("bitboard", STORED, shaders::BITBOARD), WALKERS, mirrors::bitboard),
    walk(KernelKind::Lane, ("lane", STORED, shaders::LANE), WALKERS, mirrors::lane),
    around(
        INIT_KNIGHTS,
        ("init_knights", &[Text(shaders::STATE), Text(shaders::SLICES), Text(shaders::INIT)], shaders::INIT_KNIGHTS),
        &[(SLICES, Access::Read), (STARTS, Access::Read), (KNIGHTS, Access::Write)],
        Twin::One(mirrors::init_knights),
    ),
    around(
        INIT_BOARDS,
        ("init_boards", &[Text(shaders::STATE)], shaders::INIT_BOARDS),
        &[(BOARD, Access::Read), (CELLS, Access::Write)],
        Twin::All(mirrors::init_boards),
    ),
    around(
        TALLY,
        ("tally", &[Text(shaders::STATE), Text(shaders::SLICES)], shaders::TALLY),
        &[(SLICES, Access::Read), (RESULTS, Access::Read), (TALLIES, Access::Write)],
        Twin::All(mirrors::tally),
    ),
];

const WALKERS: &[(usize, Access)] = &[(KNIGHTS, Access::Write), (CELLS, Access::Write), (RESULTS, Access::Write)];

/// A module: its name, the parts before its own file, and that file.
type Module = (&'static str, &'static [Part], &'static str);

const fn around(
    id: usize,
    (name, shared, own): Module,
    buffers: &'static [(usize, Access)],
    mirror: Twin<BatchMemory>,
) -> ShaderKernel<BatchMemory> {
    let width = Some(WIDTH);
    ShaderKernel {
        id,
        name,
        entry: name,
        shared,
        own,
        constants: &[],
        buffers,
        local: None,
        width,
        most: u32::MAX,
        mirror,
    }
}

const fn walk(
    kind: KernelKind,
    module: Module,
    buffers: &'static [(usize, Access)],
    mirror: fn(&mut BatchMemory, u32),
) -> ShaderKernel<BatchMemory> {
    let constants = &["RULE", "PATHS", "WIDTH"];
    ShaderKernel { constants, width: None, ..around(kind as usize, module, buffers, Twin::One(mirror)) }
}

/// Returns the choices for knights by `rule`, in workgroups of `width` lanes. With `paths` they record every square.
pub(super) fn build(rule: Rule, paths: bool, width: u32) -> Build {
    Build {
        parts: vec![("ahead", looking(rule.look_ahead()).into())],
        constants: vec![("RULE", rule.number().into()), ("PATHS", paths.into()), ("WIDTH", width.into())],
        bindings: vec![1; BOUND.len()],
    }
}

/// Lists every kernel of the batch, by every rule, with and without recorded squares, in the workgroup width of a GPU.
#[cfg(feature = "gpu")]
pub fn kernels() -> Vec<KernelSpec> {
    let of = |kernel: &ShaderKernel<BatchMemory>, rule, paths| kernel.spec(&build(rule, paths, WIDTH_ON_GPU));
    let mut all: Vec<KernelSpec> =
        KERNELS[INIT_KNIGHTS..].iter().map(|kernel| of(kernel, Rule::Random, false)).collect();
    for kernel in &KERNELS[..INIT_KNIGHTS] {
        all.extend([false, true].into_iter().flat_map(|paths| Rule::ALL.map(|rule| of(kernel, rule, paths))));
    }
    all
}
