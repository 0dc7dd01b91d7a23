//! Errors for boards on which the decision cycle cannot run.

use courser_board::words::{a_board, bytes};
use courser_board::{Board, ErrorClass};

/// The reason why the decision cycle cannot run on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CycleError {
    /// The board has more squares than the cycle's 32-bit indices support.
    #[error("the decision cycle on {} takes {} of memory; it runs on at most {most} squares, and this board has {squares}", a_board(.board), bytes(*.needed as f64))]
    TooMany {
        /// The requested board.
        board: Board,
        /// Number of squares of the board.
        squares: u64,
        /// Maximum number of squares.
        most: u64,
        /// Memory that the cycle would need, in bytes.
        needed: u64,
    },
    /// The sides of the board are so long that the rule `roth` would compare numbers of more than 31 bits.
    #[error("the rule roth compares differences of up to {needed} on {}, and the decision cycle those below {most}", a_board(.board))]
    RothSides {
        /// The requested board.
        board: Board,
        /// Maximum difference that the rule would compare.
        needed: u64,
        /// Exclusive upper bound of the differences that the rule can compare.
        most: u64,
    },
}

impl CycleError {
    /// Returns the class of the error, which is always a wrong input.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
