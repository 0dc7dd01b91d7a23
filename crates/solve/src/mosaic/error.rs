//! Errors of a mosaic, with their hints.

use courser_board::words::article;
use courser_board::{ErrorClass, Square};

use crate::TilingObstacle;

/// The reasons why a mosaic cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MosaicError {
    /// The board is not suitable for a mosaic, or the tour does not exist.
    #[error(transparent)]
    Unfit(#[from] TilingObstacle),
    /// No tiles were found for the two given ends. If a side of the board is 5, the tour possibly does not exist.
    #[error("found no mosaic of {} {rows}x{cols} board from {} to {}", article(*.rows), .start.name(*.rows), .end.name(*.rows))]
    Ends {
        /// The first square of the tour, as given.
        start: Square,
        /// The last square of the tour, as given.
        end: Square,
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
    },
}

impl MosaicError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Unfit(unfit) => unfit.class(),
            _ => ErrorClass::Input,
        }
    }
}
