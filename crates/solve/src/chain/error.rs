//! Errors of a chain of regions, and their cures.

use courser_board::{BoardError, Flaw, Square};

use super::Region;

/// An error in a chain of regions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// A line has a word that does not belong there, or lacks one.
    #[error("line {line}: {}", .word.as_ref().map_or("the line ends too early".into(), |word| format!("'{word}' is out of place")))]
    Unclear {
        /// Line of the file, from 1.
        line: usize,
        /// The word that does not belong there; `None` if one is missing.
        word: Option<String>,
    },
    /// A size or a square cannot be read, or is not on the board.
    #[error("line {line}: {error}")]
    Board {
        /// Line of the file, from 1.
        line: usize,
        /// The error in the size or the square.
        error: BoardError,
    },
    /// The chain was made for another board.
    #[error("line {line}: the chain is for a {made_for} board, this one is {board}")]
    OtherBoard {
        /// Line of the file, from 1.
        line: usize,
        /// The board that the chain names.
        made_for: String,
        /// The board that is to be toured.
        board: String,
    },
    /// The chain has no region.
    #[error("the chain has no region")]
    Empty,
    /// The board has more squares than a tour has numbers for. Holds the number of squares of the board.
    #[error("a board of {0} squares is too large for a chain: at most {most}", most = u32::MAX)]
    TooLarge(u64),
    /// A region is not wholly on the board.
    #[error("line {}: the {region} region at {} is not wholly on the {rows}x{cols} board", .region.line, .region.at.name(*.rows))]
    Outside {
        /// The region that leaves the board.
        region: Region,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// A region has no square that is not a hole. Holds the line of the region, from 1.
    #[error("line {0}: the region has only holes")]
    OnlyHoles(usize),
    /// A square is in two regions.
    #[error("line {line}: {} belongs to the region of line {first} already", .square.name(*.rows))]
    Overlap {
        /// Line of the second region, from 1.
        line: usize,
        /// Line of the first region, from 1.
        first: usize,
        /// The first square that they share.
        square: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// A square is in no region.
    #[error("{} belongs to no region", .square.name(*.rows))]
    Uncovered {
        /// The first such square, row by row.
        square: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// An entry or exit is not in its region.
    #[error("line {line}: {} is not in the region", .square.name(*.rows))]
    Elsewhere {
        /// Line of the region, from 1.
        line: usize,
        /// The entry or exit.
        square: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// A given exit and the next region's given entry are not a move apart.
    #[error("line {line}: {} is not a move away from {}, where the region before is left", .entry.name(*.rows), .exit.name(*.rows))]
    Joint {
        /// Line of the second region, from 1.
        line: usize,
        /// The square where the first region is left.
        exit: Square,
        /// The square where the second region is entered.
        entry: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// The tour is to be closed, and the last exit and the first entry, both given, are not a move apart.
    #[error("the chain does not close: {} is not a move away from {}", .entry.name(*.rows), .exit.name(*.rows))]
    Closing {
        /// The square where the last region is left.
        exit: Square,
        /// The square where the first region is entered.
        entry: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// A region has no tour, whichever joints are chosen.
    #[error("line {}: no way was found on from the {region} region at {}", .region.line, .region.at.name(*.rows))]
    NoWay {
        /// The last region that could be entered.
        region: Region,
        /// Rows of the board.
        rows: u32,
    },
    /// A tour of the solver is not a tour of its region.
    #[error("a region was toured wrongly: {0}")]
    Solver(Flaw),
}

impl ChainError {
    /// Returns the cure of the error in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Unclear { .. } | Self::Empty => {
                "write one line per region: rows x columns, its top left square, and if they matter its first and last square, as in 5x5 at a10 from e6 to e8".into()
            }
            Self::Board { error, .. } => error.hint(),
            Self::OtherBoard { made_for, .. } => format!("ask for a tour of {made_for}, or change the line"),
            Self::TooLarge { .. } => "use a smaller board, or the mosaic".into(),
            Self::Outside { .. } => "name the top left square after 'at', and rows before columns".into(),
            Self::OnlyHoles { .. } => "leave the region out".into(),
            Self::Overlap { .. } | Self::Uncovered { .. } => {
                "make the regions cover the board, each square once; 'at' names the top left square".into()
            }
            Self::Elsewhere { .. } => {
                "'from' and 'to' name squares of the whole board that lie in the line's region".into()
            }
            Self::Joint { .. } => "leave out one of the two, and it will be chosen".into(),
            Self::Closing { .. } => "leave out one of the two, or do not ask for a closed tour".into(),
            Self::NoWay { .. } => {
                "leave out its 'from' or 'to' or that of a neighbour; a region needs its ends on the right colours, and sides of 5 or more are easiest".into()
            }
            Self::Solver(_) => "this is a flaw in the solver, not in the chain".into(),
        }
    }
}
