//! Errors and common checks of mosaics, tame tours and relays. These constructions make tours of rectangles.

use courser_board::words::{a_board, article, bytes};
use courser_board::{Board, ErrorClass, Leaper, Square, TourSpec};

use crate::existence::{Existence, Reason, decide};
use crate::relay::{MAX_TRIES, SIDES};
use crate::warnsdorff::Rule;

/// The reasons why a mosaic, a tame tour or a relay cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TilingError {
    /// The board has holes. Contains the name of the construction, such as "a mosaic", and the board.
    #[error("{0} covers whole rectangles, and {board} has {holes} holes", board = a_board(.1), holes = .1.hole_count())]
    Holes(&'static str, Board),
    /// The leaper of the board is not the knight. Contains the name of the construction.
    #[error("{0} is the knight's, not the {1} leaper's")]
    Leaper(&'static str, Leaper),
    /// A side of the board is too short. Contains the name of the construction, and the minimum length of each side in
    /// squares.
    #[error("{board} is too small for {0}: both sides must be at least {2}", board = a_board(.1))]
    Small(&'static str, Board, u32),
    /// The tour does not exist. Contains the reason.
    #[error(transparent)]
    None(Box<Reason>),
    /// No mosaic with the requested ends was found. On boards with a side of 5, a few pairs of ends have no tour.
    #[error("found no mosaic of {} {rows}x{cols} board from {} to {}", article(*.rows), .start.name(*.rows), .end.name(*.rows))]
    MosaicEnds {
        /// The requested first square of the tour.
        start: Square,
        /// The requested last square of the tour.
        end: Square,
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
    },
    /// The requested end is not possible, since the construction determines the ends of a tame tour.
    #[error("a tame tour of {} {rows}x{cols} board has its own ends: {} cannot be chosen", article(*.rows), .square.name(*.rows))]
    TameEnds {
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
        /// The requested first or last square.
        square: Square,
    },
    /// The parts of a symmetric tour cannot be tame tours: the ends of a part are fixed in advance, but the ends of a
    /// tame tour cannot be chosen.
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
    /// No choice of corners gives a tame tour of the whole board.
    #[error("no corners make a tame tour of {} {rows}x{cols} board", article(*.rows))]
    NoCorners {
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
    },
    /// The requested size of a relay's regions is outside [`SIDES`].
    #[error("a region of {rows}x{cols} is not possible: its sides are {} to {}", SIDES.start(), SIDES.end())]
    Region {
        /// Number of rows of the region.
        rows: u32,
        /// Number of columns of the region.
        cols: u32,
    },
    /// The knights of a relay cannot walk by this rule.
    #[error("the rule {rule} is not for a relay")]
    Rule {
        /// The requested rule.
        rule: Rule,
    },
    /// Both ends are given, and no division of the board into regions of a relay fits both ends.
    #[error("no relay was found between these ends")]
    RelayEnds,
    /// The list of a relay's regions does not fit in memory.
    #[error(
        "a list of {regions} regions needs {} of memory, and {} are available",
        bytes(*.needed as f64),
        bytes(*.there as f64)
    )]
    Memory {
        /// Number of regions of the board.
        regions: u64,
        /// Size of the list in bytes.
        needed: u64,
        /// Available memory in bytes.
        there: u64,
    },
    /// A knight of a relay did not complete its region.
    #[error("no knight toured the region from row {row} and column {col} on in {MAX_TRIES} tries")]
    Stuck {
        /// First row of the region.
        row: u32,
        /// First column of the region.
        col: u32,
    },
}

impl TilingError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::None(_) | Self::RelayEnds | Self::Stuck { .. } => ErrorClass::NoTour,
            Self::Memory { .. } => ErrorClass::Machine,
            _ => ErrorClass::Input,
        }
    }

    /// Returns whether a relay failed although a tour possibly exists.
    pub const fn is_stuck(&self) -> bool {
        matches!(self, Self::Stuck { .. } | Self::RelayEnds)
    }
}

/// Checks that a board is a knight's board without holes, and that both sides are at least `least`. `what` is the name
/// of the construction in errors, such as "a mosaic".
///
/// # Errors
/// [`TilingError`] with the first failed condition.
pub(crate) fn check_board(what: &'static str, board: &Board, least: u32) -> Result<(), TilingError> {
    if board.hole_count() > 0 {
        Err(TilingError::Holes(what, board.clone()))
    } else if board.leaper() != Leaper::KNIGHT {
        Err(TilingError::Leaper(what, board.leaper()))
    } else if board.rows().min(board.cols()) < least {
        Err(TilingError::Small(what, board.clone(), least))
    } else {
        Ok(())
    }
}

/// Checks the board of a request by [`check_board`]. Also checks that the requested tour exists.
///
/// # Errors
/// [`TilingError`] with the first failed condition.
pub(crate) fn check(what: &'static str, spec: &TourSpec, least: u32) -> Result<(), TilingError> {
    check_board(what, spec.board(), least)?;
    match decide(spec) {
        Existence::None(reason) => Err(TilingError::None(Box::new(reason))),
        _ => Ok(()),
    }
}
