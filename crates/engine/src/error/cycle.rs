//! Boards on which the decision cycle does not run.

use courser_board::words::{a_board, bytes};
use courser_board::{Board, ErrorClass};

/// Why the decision cycle does not run on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CycleError {
    /// The board has more squares than the cycle's 32-bit indices can number.
    #[error("the decision cycle on {} takes {} of memory; it runs on at most {most} squares, and this board has {squares}", a_board(.board), bytes(*.needed as f64))]
    TooMany {
        /// The requested board.
        board: Board,
        /// Squares of the board.
        squares: u64,
        /// Maximum number of squares.
        most: u64,
        /// Bytes that the cycle would take.
        needed: u64,
    },
    /// The board is so long that the rule roth would compare numbers of more than 31 bits.
    #[error("the rule roth compares differences of up to {needed} on {}, and the decision cycle those below {most}", a_board(.board))]
    RothSides {
        /// The requested board.
        board: Board,
        /// The greatest difference that the rule would compare.
        needed: u64,
        /// The bound that differences have to stay below.
        most: u64,
    },
}

impl CycleError {
    /// Returns the class of the error: the input is wrong.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
