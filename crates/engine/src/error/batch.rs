//! Errors for knights that cannot walk as a batch.

use courser_board::words::{a_board, bytes};
use courser_board::{Board, ErrorClass, Leaper};

/// The reason why knights cannot walk as a batch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A cohort has no starting square.
    #[error("cohort {cohort} has no start")]
    NoStart {
        /// Index of the cohort in the batch, from 0.
        cohort: usize,
    },
    /// The board exceeds the maximum sides or the maximum number of squares that a batch supports.
    #[error("a batch walks on boards of at most {most} rows and columns and {squares} squares, and this is {board}")]
    Board {
        /// The requested board.
        board: Board,
        /// Maximum number of rows and of columns.
        most: u32,
        /// Maximum number of squares.
        squares: u64,
    },
    /// The memory for one knight of a kernel is too small for the board.
    #[error("the kernel '{kernel}' has no room for {}: a knight takes {} of {what}, and there is {}", a_board(.board), bytes(*.needed as f64), bytes(*.there as f64))]
    Kernel {
        /// Name of the kernel.
        kernel: &'static str,
        /// The requested board.
        board: Board,
        /// Memory needed by one knight, in bytes.
        needed: u64,
        /// Kind of the memory, for example `storage`.
        what: String,
        /// Available memory, in bytes.
        there: u64,
    },
    /// The kernel supports only the knight, and the board has another leaper.
    #[error("the kernel '{kernel}' walks the 1,2 leaper, the knight, and not the {leaper} leaper")]
    KnightOnly {
        /// Name of the kernel.
        kernel: &'static str,
        /// Leaper of the board.
        leaper: Leaper,
    },
}

impl BatchError {
    /// Returns the class of the error, which is always a wrong input.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
