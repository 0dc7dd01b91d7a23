//! The table of the batch's kernels, and the build options that the host chooses.

use courser_board::{Board, Leaper};
#[cfg(feature = "gpu")]
use courser_gpu::KernelSpec;
use courser_shaders::{RULES, batch as shaders, looking};
use courser_solve::warnsdorff::Rule;

use super::memory::{BOARD, BOUND, BatchMemory, CELLS, KNIGHTS, RESULTS, SLICES, STARTS, TALLIES};
use super::mirrors;
use crate::machine::Part::{Choice, Text};
use crate::machine::{Access, Build, Part, ShaderKernel, Twin};

/// Maximum number of squares on a board for the kernel `small`.
pub(super) const SMALL_CELLS: u64 = 64;

/// Number of invocations in a workgroup of the kernels that run before or after the walks. The shader files of these
/// kernels contain the same number.
pub(super) const WIDTH: u32 = 64;

/// Number of words that an invocation of `init_boards` writes. The file of the shader contains the same number.
pub(super) const INIT_STEPS: u32 = 16;

/// Number of lanes in a workgroup on a GPU. A GPU runs 32 or 64 lanes in parallel.
pub(super) const WIDTH_ON_GPU: u32 = 64;

/// A kernel that makes the moves of knights. The value of a variant is the index of the kernel in the table of the
/// batch's kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum KernelKind {
    /// One knight per lane on a board of at most 64 squares, with all data in registers.
    Small,
    /// One knight per lane, with its board as bits in a buffer. This kernel supports only the knight, and no other
    /// leaper.
    Bitboard,
    /// One leaper per lane. The ranks of the leaper's board are in a buffer.
    Lane,
}

impl KernelKind {
    /// All kernels that make moves.
    pub const ALL: [Self; 3] = [Self::Small, Self::Bitboard, Self::Lane];

    /// Returns the name of the kernel, which is also its entry point and the stem of its file name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether the kernel supports `board`. The answer is the same for every adapter.
    pub fn takes(self, board: &Board) -> bool {
        match self {
            Self::Small => board.cells() <= SMALL_CELLS,
            Self::Bitboard => board.leaper() == Leaper::KNIGHT,
            Self::Lane => true,
        }
    }
}

/// Shader parts that precede a kernel's own file. These parts are for the kernels that store the knights' boards in a
/// buffer.
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

/// Indices of the kernels that run before and after the walks. These indices follow the indices of the kernels of
/// [`KernelKind`].
pub(super) const INIT_KNIGHTS: usize = 3;
pub(super) const INIT_BOARDS: usize = 4;
pub(super) const TALLY: usize = 5;

/// All kernels of the batch.
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

/// A module: its name, the parts before its own file, and the text of its own file.
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
        fixed: &[],
        buffers,
        local: None,
        width,
        max_invocations: u32::MAX,
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

/// Returns the build options for knights that use `rule`, in workgroups of `width` lanes. If `paths` is true, the
/// kernels record every visited square.
pub(super) fn build(rule: Rule, paths: bool, width: u32) -> Build {
    Build {
        parts: vec![("ahead", looking(rule.look_ahead()).into())],
        constants: vec![("RULE", rule.number().into()), ("PATHS", paths.into()), ("WIDTH", width.into())],
        bindings: vec![1; BOUND.len()],
    }
}

/// Lists every kernel of the batch for the workgroup width of a GPU. A kernel that makes moves is listed twice per
/// rule: once with and once without the recording of visited squares.
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
