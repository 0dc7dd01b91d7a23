//! Why there is no mosaic, and what to do instead.

use courser_board::{Flaw, Square};

use courser_board::words::article;

/// Why a tour could not be made from tiles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MosaicError {
    /// A board with holes.
    #[error("a mosaic covers whole rectangles, and this {rows}x{cols} board has {holes} holes")]
    Holes {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Holes in the board.
        holes: u64,
    },
    /// Another piece than the knight.
    #[error("the mosaic's tiles are the knight's, not the {leaper} leaper's")]
    Leaper {
        /// The board's leaper.
        leaper: courser_board::Leaper,
    },
    /// A side shorter than the shortest tile.
    #[error("{} {rows}x{cols} board is too narrow for a mosaic: both sides must be at least 5", article(*.rows))]
    Narrow {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// A closed tour of an odd number of squares.
    #[error("{} {rows}x{cols} board has no closed tour: {} squares, and every move changes colour", article(*.rows), u64::from(*.rows) * u64::from(*.cols))]
    OddClosed {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// The ends of a closed tour are not a move apart.
    #[error("a closed tour ends a move from where it starts, and {} is no move from {}", .end.name(*.rows), .start.name(*.rows))]
    EndsApart {
        /// Where it should start.
        start: Square,
        /// Where it should end.
        end: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// A square that is not on the board.
    #[error("row {}, column {} is outside the {rows}x{cols} board", .square.row, .square.col)]
    Outside {
        /// The square asked for.
        square: Square,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// An end of the wrong colour on a board with one square more of the other.
    #[error("no tour of {} {rows}x{cols} board starts or ends on {}: the other colour has one square more", article(*.rows), .square.name(*.rows))]
    MinorColour {
        /// The square asked for.
        square: Square,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// Two ends of the same colour on a board of an even number of squares.
    #[error("no tour of {} {rows}x{cols} board leads from {} to {}: both have the same colour", article(*.rows), .start.name(*.rows), .end.name(*.rows))]
    SameColour {
        /// Where it should start.
        start: Square,
        /// Where it should end.
        end: Square,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// Both ends are one square.
    #[error("a tour of {} {rows}x{cols} board cannot start and end on the same square", article(*.rows))]
    SameSquare {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// No tiles for these two ends were found; on boards with a side of 5 there may be no such tour.
    #[error("found no mosaic of {} {rows}x{cols} board from {} to {}", article(*.rows), .start.name(*.rows), .end.name(*.rows))]
    Ends {
        /// Where it should start.
        start: Square,
        /// Where it should end.
        end: Square,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// More squares than a tour in memory can have.
    #[error("a tour of {squares} squares does not fit into memory as one: at most {max}")]
    TooLarge {
        /// Squares of the board.
        squares: u64,
        /// The most squares.
        max: u64,
    },
    /// The numbers of a plan are no numbering: a mistake in this crate.
    #[error("the mosaic is wrong: its numbers are not 1 to {squares}, each once")]
    Numbers {
        /// Squares of the board.
        squares: u64,
    },
    /// The judge found a flaw: a mistake in this crate.
    #[error("the mosaic is wrong: {0}")]
    Flaw(#[from] Flaw),
}

impl MosaicError {
    /// What to do about it, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Holes { .. } | Self::Leaper { .. } => "choose another method, such as search".into(),
            Self::Narrow { .. } => {
                "choose another method, such as search, or a board with both sides at least 5".into()
            }
            Self::OddClosed { rows, cols } => {
                format!("leave out --closed, or try {rows}x{}", cols + 1)
            }
            Self::EndsApart { .. } => "choose an end a move from the start, or leave out --closed".into(),
            Self::Outside { rows, cols, .. } => {
                format!("choose a square from a1 to {}", Square::new(0, cols - 1).name(*rows))
            }
            Self::MinorColour { .. } => "choose a square of the corners' colour".into(),
            Self::SameColour { .. } => "choose an end of the other colour".into(),
            Self::SameSquare { .. } => "choose two different squares, or leave out --end".into(),
            Self::Ends { .. } => "choose another end, or another method, such as search".into(),
            Self::TooLarge { .. } => "take the plan instead, and number the squares a band of rows at a time".into(),
            Self::Numbers { .. } | Self::Flaw(_) => {
                "this is a bug in courser: please report it with the board and the squares".into()
            }
        }
    }
}
