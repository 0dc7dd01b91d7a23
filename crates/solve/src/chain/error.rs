//! Errors of a chain of regions.

use courser_board::{BoardError, ErrorClass, Square, TourViolation};

use super::ChainRegion;

/// An error in a chain of regions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// A line contains an unexpected word, or a word is missing.
    #[error("line {line}: {}", .word.as_ref().map_or("the line ends too early".into(), |word| format!("'{word}' is out of place")))]
    Unclear {
        /// Line number in the file, counted from 1.
        line: usize,
        /// The unexpected word, or `None` if a word is missing.
        word: Option<String>,
    },
    /// A size or a square cannot be parsed, or the square is not on the board.
    #[error("line {line}: {error}")]
    Board {
        /// Line number in the file, counted from 1.
        line: usize,
        /// Reason why the size or the square on this line is invalid.
        error: BoardError,
    },
    /// The chain belongs to another board.
    #[error("line {line}: the chain is for a {made_for} board, this one is {board}")]
    OtherBoard {
        /// Line number in the file, counted from 1.
        line: usize,
        /// The board for which the chain was made.
        made_for: String,
        /// The requested board.
        board: String,
    },
    /// The chain has no region.
    #[error("the chain has no region")]
    Empty,
    /// The board has more squares than a visit number can represent. Contains the number of squares of the board.
    #[error("a board of {0} squares is too large for a chain: at most {most}", most = u32::MAX)]
    TooLarge(u64),
    /// A region extends beyond the board.
    #[error("line {}: the {region} region at {} is not wholly on the {rows}x{cols} board", .region.line, .region.at.name(*.rows))]
    Outside {
        /// The region that extends beyond the board.
        region: ChainRegion,
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
    },
    /// A region consists only of holes. The value is the line number of the region, counted from 1.
    #[error("line {0}: the region has only holes")]
    OnlyHoles(usize),
    /// A square is in two regions.
    #[error("line {line}: {} belongs to the region of line {first} already", .square.name(*.rows))]
    Overlap {
        /// Line number of the later one of the two regions, counted from 1.
        line: usize,
        /// Line number of the earlier one of the two regions, counted from 1.
        first: usize,
        /// The first shared square.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// A square is in no region.
    #[error("{} belongs to no region", .square.name(*.rows))]
    Uncovered {
        /// The first uncovered square in row-major order.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// An entry or exit of a region is outside the region.
    #[error("line {line}: {} is not in the region", .square.name(*.rows))]
    Elsewhere {
        /// Line number of the region, counted from 1.
        line: usize,
        /// The entry or exit that is outside the region.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// A given exit and the given entry of the next region are not one move apart.
    #[error("line {line}: {} is not a move away from {}, where the region before is left", .entry.name(*.rows), .exit.name(*.rows))]
    Joint {
        /// Line number, from 1, of the region with the given entry square.
        line: usize,
        /// The given exit of the preceding region.
        exit: Square,
        /// The given entry of the region.
        entry: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// A closed tour is impossible, since the given exit of the last region and the given entry of the first region are
    /// not one move apart.
    #[error("the chain does not close: {} is not a move away from {}", .entry.name(*.rows), .exit.name(*.rows))]
    Closing {
        /// The exit of the last region.
        exit: Square,
        /// The entry of the first region.
        entry: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// For every choice of joints, at least one region has no tour.
    #[error("line {}: no way was found on from the {region} region at {}", .region.line, .region.at.name(*.rows))]
    NoWay {
        /// The last region, in the order of the chain, that could be entered.
        region: ChainRegion,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The solver returned a wrong tour of a region.
    #[error("a region was toured wrongly: {0}")]
    Solver(TourViolation),
}

impl ChainError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::NoWay { .. } => ErrorClass::NoTour,
            Self::Solver(_) => ErrorClass::Machine,
            _ => ErrorClass::Input,
        }
    }
}
