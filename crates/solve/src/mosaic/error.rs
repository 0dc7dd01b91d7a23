//! Errors of a mosaic, and their cures.

use courser_board::Square;
use courser_board::words::article;

use crate::existence::Reason;

/// Why a mosaic could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MosaicError {
    /// The board has holes.
    #[error("a mosaic covers whole rectangles, and this {rows}x{cols} board has {holes} holes")]
    Holes {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Holes in the board.
        holes: u64,
    },
    /// The board's leaper is not the knight. Holds the board's leaper.
    #[error("the mosaic's tiles are the knight's, not the {0} leaper's")]
    Leaper(courser_board::Leaper),
    /// A side of the board is shorter than the shortest tile.
    #[error("{} {rows}x{cols} board is too narrow for a mosaic: both sides must be at least 5", article(*.rows))]
    Narrow {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// The tour does not exist, for this reason.
    #[error(transparent)]
    None(Reason),
    /// No tiles for these two ends were found; on boards with a side of 5 there may be no such tour.
    #[error("found no mosaic of {} {rows}x{cols} board from {} to {}", article(*.rows), .start.name(*.rows), .end.name(*.rows))]
    Ends {
        /// The first square of the tour, as given.
        start: Square,
        /// The last square of the tour, as given.
        end: Square,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
}

impl MosaicError {
    /// Returns the cure of the error in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Holes { .. } | Self::Leaper { .. } => "choose another method, such as search".into(),
            Self::Narrow { .. } => {
                "choose another method, such as search, or a board with both sides at least 5".into()
            }
            Self::None(reason) => reason.hint(),
            Self::Ends { .. } => "choose another end, or another method, such as search".into(),
        }
    }
}
