//! Knights that cannot walk as a batch.

use courser_board::words::{a_board, bytes};
use courser_board::{Board, ErrorClass, Leaper};

/// Why knights cannot walk as a batch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A cohort has no square to begin on.
    #[error("cohort {cohort} has no start")]
    NoStart {
        /// The cohort's index in the batch, from 0.
        cohort: usize,
    },
    /// The board has longer sides than a batch can compute with.
    #[error("a batch walks on boards of at most {most} rows and columns and {squares} squares, and this is {board}")]
    Board {
        /// The requested board.
        board: Board,
        /// Maximum number of rows and of columns.
        most: u32,
        /// Maximum number of squares.
        squares: u64,
    },
    /// A kernel of the batch has no room for the board.
    #[error("the kernel '{kernel}' has no room for {}: a knight takes {} of {what}, and there is {}", a_board(.board), bytes(*.needed as f64), bytes(*.there as f64))]
    Kernel {
        /// The name of the kernel.
        kernel: &'static str,
        /// The requested board.
        board: Board,
        /// Bytes that one knight takes.
        needed: u64,
        /// The kind of memory, as in `storage`.
        what: String,
        /// Bytes that are available.
        there: u64,
    },
    /// A kernel of the batch walks the knight only, and the board has another leaper.
    #[error("the kernel '{kernel}' walks the 1,2 leaper, the knight, and not the {leaper} leaper")]
    KnightOnly {
        /// The name of the kernel.
        kernel: &'static str,
        /// The leaper of the board.
        leaper: Leaper,
    },
}

impl BatchError {
    /// Returns the class of the error: the input is wrong.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
