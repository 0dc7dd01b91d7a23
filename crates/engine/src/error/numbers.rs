//! Errors for visit numbers that do not fit in a buffer.

use courser_board::ErrorClass;
use courser_board::words::bytes;

/// Why the numbers of a mosaic do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumbersError {
    /// The rows are so long that the five rows of a check do not fit the adapter.
    #[error("five rows of a {rows}x{cols} board take {} of a storage binding, and {adapter} has {}", bytes(*.needed as f64), bytes(*.there as f64))]
    LongRows {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Bytes that five rows of numbers take.
        needed: u64,
        /// The name of the adapter.
        adapter: String,
        /// Bytes that a binding of the adapter may have.
        there: u64,
    },
    /// The board was requested in one buffer of the GPU, and does not fit.
    #[error("the numbers of a {rows}x{cols} board take {} of one storage binding, and {adapter} has {}", bytes(*.needed as f64), bytes(*.there as f64))]
    Whole {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Bytes that the numbers take.
        needed: u64,
        /// The name of the adapter.
        adapter: String,
        /// Bytes that a binding of the adapter may have.
        there: u64,
    },
}

impl NumbersError {
    /// Returns the class of the error: the input is wrong.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
