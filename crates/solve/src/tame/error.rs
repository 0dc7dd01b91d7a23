//! Errors of a tame tour, with their hints.

use courser_board::words::article;
use courser_board::{ErrorClass, Square};

use crate::TilingObstacle;

/// The reasons why a tame tour cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TameError {
    /// The board is not suitable for a tame tour, or the tour does not exist.
    #[error(transparent)]
    Unfit(#[from] TilingObstacle),
    /// The requested end is not possible, since the construction determines the ends of the tour.
    #[error("a tame tour of {} {rows}x{cols} board has its own ends: {} cannot be chosen", article(*.rows), .square.name(*.rows))]
    Ends {
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
        /// The requested first or last square.
        square: Square,
    },
    /// A part of a symmetric tour has given ends, but the ends of a tame tour cannot be given.
    #[error("a tame tour has its own ends, so it is not a half or a quarter of a symmetric tour")]
    Symmetric,
    /// The board is too small for a tame tour with few crossings.
    #[error("no tame tour of few crossings is made of {} {rows}x{cols} board", article(*.rows))]
    Crossings {
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
    },
    /// No choice of corners gives a single tour.
    #[error("no corners make a tame tour of {} {rows}x{cols} board", article(*.rows))]
    NoCorners {
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
    },
}

impl TameError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Unfit(unfit) => unfit.class(),
            _ => ErrorClass::Input,
        }
    }
}
