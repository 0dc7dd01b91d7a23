//! Errors for visit numbers that do not fit in a buffer.

use courser_board::ErrorClass;
use courser_board::words::bytes;

/// The reason why the visit numbers of a mosaic do not fit a binding of the GPU.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumbersError {
    /// The rows are so long that the five rows of a check do not fit a binding of the adapter.
    #[error("five rows of a {rows}x{cols} board take {} of a storage binding, and {adapter} has {}", bytes(*.needed as f64), bytes(*.there as f64))]
    LongRows {
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
        /// Size of five rows of numbers in bytes.
        needed: u64,
        /// Name of the adapter.
        adapter: String,
        /// Maximum size, in bytes, of a binding of the adapter.
        there: u64,
    },
    /// The board was requested in one buffer of the GPU, but does not fit.
    #[error("the numbers of a {rows}x{cols} board take {} of one storage binding, and {adapter} has {}", bytes(*.needed as f64), bytes(*.there as f64))]
    Whole {
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
        /// Size of the numbers in bytes.
        needed: u64,
        /// Name of the adapter.
        adapter: String,
        /// Maximum size, in bytes, of a binding of the adapter.
        there: u64,
    },
}

impl NumbersError {
    /// Returns the class of the error, which is always a wrong input.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
