//! Common checks of mosaics, relays and tame tours.

use courser_board::words::a_board;
use courser_board::{Board, ErrorClass, Leaper, TourSpec};

use crate::existence::{Existence, Reason, decide};

/// The reasons why a board is not suitable for tours made of rectangles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TilingObstacle {
    /// The board has holes. Contains the name of the construction, such as "a mosaic".
    #[error("{0} covers whole rectangles, and {board} has {holes} holes", board = a_board(.1), holes = .1.hole_count())]
    Holes(&'static str, Board),
    /// The leaper of the board is not the knight. Contains the name of the construction.
    #[error("{0} is the knight's, not the {1} leaper's")]
    Leaper(&'static str, Leaper),
    /// A side of the board is too short. Contains the name of the construction, and the minimum number of rows and
    /// columns.
    #[error("{board} is too small for {0}: both sides must be at least {2}", board = a_board(.1))]
    Small(&'static str, Board, u32),
    /// The tour does not exist. Contains the reason.
    #[error(transparent)]
    None(Box<Reason>),
}

impl TilingObstacle {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::None(_) => ErrorClass::NoTour,
            _ => ErrorClass::Input,
        }
    }
}

/// Checks that a board is a knight's board without holes, and that both sides are at least `least`. `what` is the name
/// of the construction in errors, such as "a mosaic".
///
/// # Errors
/// [`TilingObstacle`] with the first failed condition.
pub(crate) fn check_board(what: &'static str, board: &Board, least: u32) -> Result<(), TilingObstacle> {
    if board.hole_count() > 0 {
        Err(TilingObstacle::Holes(what, board.clone()))
    } else if board.leaper() != Leaper::KNIGHT {
        Err(TilingObstacle::Leaper(what, board.leaper()))
    } else if board.rows().min(board.cols()) < least {
        Err(TilingObstacle::Small(what, board.clone(), least))
    } else {
        Ok(())
    }
}

/// Checks the board of a request by [`check_board`]. Also checks that the requested tour exists.
///
/// # Errors
/// [`TilingObstacle`] with the first failed condition.
pub(crate) fn check(what: &'static str, spec: &TourSpec, least: u32) -> Result<(), TilingObstacle> {
    check_board(what, spec.board(), least)?;
    match decide(spec) {
        Existence::None(reason) => Err(TilingObstacle::None(Box::new(reason))),
        _ => Ok(()),
    }
}
