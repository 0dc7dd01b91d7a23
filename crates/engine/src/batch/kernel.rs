//! The batch's kernels.

use courser_board::{Board, Leaper};
use courser_gpu::Binding::{Read, ReadWrite, Uniform};
use courser_gpu::KernelSpec;
use courser_shaders::{RULES, batch as shaders, looking};
use courser_solve::warnsdorff::Rule;

/// Maximum number of squares of a board for the kernel `small`.
pub(super) const SMALL_CELLS: u64 = 64;

/// Invocations in a workgroup of `init_knights` and `init_boards`, as in their files.
pub(super) const INIT_WIDTH: u32 = 64;

/// Words that a workgroup of `init_boards` writes, as in its file.
pub(super) const INIT_WORDS: u32 = INIT_WIDTH * 16;

/// One of the kernels by which knights walk.
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

    /// Describes the kernel for knights by `rule`, in workgroups of `width` lanes. With `paths` it records every
    /// square.
    pub(super) fn spec(self, rule: Rule, paths: bool, width: u32) -> KernelSpec {
        let ahead = looking(rule.look_ahead());
        let in_storage = |own| vec![shaders::STATE, RULES, ahead, shaders::RULE, shaders::STEPS, own];
        let (wgsl, bindings) = match self {
            Self::Small => (
                vec![
                    shaders::STATE,
                    shaders::SLICES,
                    shaders::INIT,
                    RULES,
                    ahead,
                    shaders::RULE,
                    shaders::BITS,
                    shaders::SMALL,
                ],
                &[Uniform, Read, Read, ReadWrite, Read][..],
            ),
            Self::Bitboard => (in_storage(shaders::BITBOARD), &[Uniform, ReadWrite, ReadWrite, ReadWrite][..]),
            Self::Lane => (in_storage(shaders::LANE), &[Uniform, ReadWrite, ReadWrite, ReadWrite][..]),
        };
        let constants =
            vec![("RULE", rule.number().into()), ("PATHS", f64::from(u8::from(paths))), ("WIDTH", f64::from(width))];
        KernelSpec { constants, ..KernelSpec::new(self.name(), self.name(), &wgsl, bindings) }
    }
}

/// Describes the kernel that sets every knight to its first move.
pub(super) fn init_knights() -> KernelSpec {
    let wgsl = [shaders::STATE, shaders::SLICES, shaders::INIT, shaders::INIT_KNIGHTS];
    KernelSpec::new("init_knights", "init_knights", &wgsl, &[Uniform, Read, Read, ReadWrite])
}

/// Describes the kernel that creates a board for every knight.
pub(super) fn init_boards() -> KernelSpec {
    KernelSpec::new("init_boards", "init_boards", &[shaders::STATE, shaders::INIT_BOARDS], &[Uniform, Read, ReadWrite])
}

/// Describes the kernel that sums the results, one tally per slice.
pub(super) fn tally() -> KernelSpec {
    let wgsl = [shaders::STATE, shaders::SLICES, shaders::TALLY];
    KernelSpec::new("tally", "tally", &wgsl, &[Uniform, Read, ReadWrite, Read])
}

/// Lists every kernel of the batch, by every rule, with and without recorded squares, in the workgroup width of a GPU.
pub fn kernels() -> Vec<KernelSpec> {
    let mut all = vec![init_knights(), init_boards(), tally()];
    for kind in KernelKind::ALL {
        for paths in [false, true] {
            all.extend(Rule::ALL.map(|rule| kind.spec(rule, paths, WIDTH_ON_GPU)));
        }
    }
    all
}

/// Lanes of a workgroup on a GPU, which runs 32 or 64 side by side.
pub(super) const WIDTH_ON_GPU: u32 = 64;
