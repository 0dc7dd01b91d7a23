//! A board laid out for a kernel, where the card has room for it.

use courser_board::Board;
use courser_gpu::Device;

use crate::EngineError;
use crate::batch::kernel::{KernelKind, SMALL_CELLS, group_words};
use crate::batch::layout::{self, Params};

/// A board as a kernel has it before the first move, and how the kernel is built for it.
pub(super) struct Laid {
    /// Lanes of a workgroup.
    pub(super) width: u32,
    /// Words of workgroup memory, for the kernel `group`.
    pub(super) group_words: u32,
    pub(super) params: Params,
    /// The squares of `small`, or the board of a knight who has not begun.
    pub(super) board: Vec<u32>,
}

impl Laid {
    /// Lays `board` for `kind`, in workgroups of `width` lanes, or of as many as suit the adapter. No buffer may have
    /// more than `bytes` bytes.
    ///
    /// # Errors
    /// [`EngineError::Kernel`] if there is no room, [`EngineError::KnightOnly`] if the kernel rides another piece.
    pub(super) fn new(
        device: &Device,
        board: &Board,
        kind: KernelKind,
        width: Option<u32>,
        bytes: u64,
    ) -> Result<Self, EngineError> {
        // The largest board has 2³¹ squares: what does not fit is known before it is laid.
        let words = match kind {
            KernelKind::Small => 0,
            KernelKind::Window => layout::window_words(board).1,
            KernelKind::Lane => board.cells().div_ceil(8),
            KernelKind::Group => board.cells().div_ceil(32),
        };
        // Interleaved boards of a workgroup: there is room for all of them or for none.
        let together = |width: u32| words * 4 * if kind.interleaves() { u64::from(width) } else { 1 };
        let width = width.unwrap_or_else(|| {
            let mut width = default_width(kind, device);
            while width > 1 && together(width) > bytes {
                width /= 2;
            }
            width
        });
        let limits = device.raw().limits();
        let widest = limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x);
        let width = width.clamp(1, widest);
        if together(width) > bytes {
            return Err(no_room(kind, board, together(width), "a storage binding", bytes));
        }
        if !kind.takes(board) {
            return Err(match kind {
                KernelKind::Window => EngineError::KnightOnly { kernel: kind.name(), leaper: board.leaper() },
                _ => no_room(kind, board, board.cells().div_ceil(8), "registers", SMALL_CELLS / 8),
            });
        }
        let there = limits.max_compute_workgroup_storage_size;
        let group_words = match kind {
            KernelKind::Group => group_words(words as u32, there)
                .ok_or_else(|| no_room(kind, board, words * 4, "workgroup memory", there.into()))?,
            _ => 0,
        };

        let mut params = Params::new(board);
        let laid = match kind {
            KernelKind::Small => {
                params.begin_small(&layout::ranks(board));
                layout::squares(board).concat()
            }
            KernelKind::Window => layout::window(board),
            KernelKind::Lane => layout::nibbles(&layout::ranks(board)),
            KernelKind::Group => layout::bits(&layout::ranks(board)),
        };
        params.words = words as u32;
        params.row_words = layout::window_words(board).0 as u32;
        params.slab = params.words.div_ceil(device.max_groups()).max(64);
        Ok(Self { width, group_words, params, board: laid })
    }
}

/// The kernel has no room for the board: a knight takes `needed` bytes of `what`, and there are `there`.
pub(super) fn no_room(kind: KernelKind, board: &Board, needed: u64, what: &str, there: u64) -> EngineError {
    EngineError::Kernel { kernel: kind.name(), board: board.clone(), needed, what: what.to_owned(), there }
}

/// What suits the adapter. The software adapter has eight lanes side by side, as measured; a card has 32
/// or 64, and that two of these in a workgroup are best is a guess until one is measured.
fn default_width(kind: KernelKind, device: &Device) -> u32 {
    match (device.adapter().kind().is_real(), kind) {
        (false, _) => 8,
        (true, KernelKind::Group) => 32,
        (true, _) => 64,
    }
}
