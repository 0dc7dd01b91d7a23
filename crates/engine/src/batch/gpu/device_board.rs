//! A board laid out for a kernel, if it fits the GPU.

use courser_board::Board;
use courser_gpu::Device;

use crate::batch::BatchError;
use crate::batch::kernel::{KernelKind, SMALL_CELLS, WIDTH_ON_GPU};
use crate::batch::layout::{self, Params};

/// A board as a kernel has it before the first move.
pub(super) struct DeviceBoard {
    pub(super) params: Params,
    /// The squares of `small`, or the board of a knight that has not begun.
    pub(super) board: Vec<u32>,
}

impl DeviceBoard {
    /// Lays `board` for `kind`. No buffer may have more than `bytes` bytes.
    ///
    /// # Errors
    /// [`BatchError::Kernel`] if the board does not fit, [`BatchError::KnightOnly`] if the kernel walks another piece.
    pub(super) fn new(board: &Board, kind: KernelKind, bytes: u64) -> Result<Self, BatchError> {
        if !kind.takes(board) {
            return Err(match kind {
                KernelKind::Bitboard => BatchError::KnightOnly { kernel: kind.name(), leaper: board.leaper() },
                _ => no_room(kind, board, board.cells().div_ceil(8), "registers", SMALL_CELLS / 8),
            });
        }
        // The largest board has 2³¹ squares: what does not fit is known before it is laid.
        let words = match kind {
            KernelKind::Small => 0,
            KernelKind::Bitboard => layout::bitboard_words(board).1,
            KernelKind::Lane => board.cells().div_ceil(8),
        };
        if words * 4 > bytes {
            return Err(no_room(kind, board, words * 4, "a storage binding", bytes));
        }
        let mut params = Params::new(board);
        let laid = match kind {
            KernelKind::Small => {
                params.begin_small(&layout::ranks(board));
                layout::squares(board).concat()
            }
            KernelKind::Bitboard => layout::bitboard(board),
            KernelKind::Lane => layout::nibbles(&layout::ranks(board)),
        };
        params.words = words as u32;
        params.row_words = layout::bitboard_words(board).0 as u32;
        Ok(Self { params, board: laid })
    }
}

/// The kernel has no room for the board: a knight takes `needed` bytes of `what`, and there are `there`.
pub(super) fn no_room(kind: KernelKind, board: &Board, needed: u64, what: &str, there: u64) -> BatchError {
    BatchError::Kernel { kernel: kind.name(), board: board.clone(), needed, what: what.to_owned(), there }
}

/// The lanes of a workgroup: the number asked for, or the number that suits the adapter, up to its maximum. The software
/// adapter runs eight lanes side by side, as measured.
pub(super) fn width(device: &Device, asked: Option<u32>) -> u32 {
    let limits = device.raw().limits();
    let widest = limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x);
    let suits = if device.adapter().kind().is_real() { WIDTH_ON_GPU } else { 8 };
    asked.unwrap_or(suits).clamp(1, widest)
}
