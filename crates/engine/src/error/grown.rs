//! Errors for tours that cannot be grown or that were not completed.

use courser_board::words::a_board;
use courser_board::{Board, ErrorClass, Leaper};

/// Minimum length of a board's side. On a narrower board, only a few tours can be reached by switching edges.
pub(crate) const MIN_SIDE: u32 = 5;

/// Minimum number of squares. On a smaller board, only a few tours can be reached by switching edges.
pub const MIN_SQUARES: u64 = 64;

/// Maximum number of cells. The number of a gadget is 6 x cell + shape, and must fit in 32 bits.
pub(crate) const MAX_CELLS: u64 = u32::MAX as u64 / 6;

/// The reason why a tour cannot be grown or was not completed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrowError {
    /// The leaper is not the knight. Gadgets consist of a knight's moves.
    #[error("only a knight's tour can be grown, and this is the {0} leaper")]
    Leaper(Leaper),
    /// The board is so small that switches of edges reach only a few tours.
    #[error("{} is too small for a grown tour: it takes sides of {MIN_SIDE} and {MIN_SQUARES} squares", a_board(.0))]
    Small(Board),
    /// The board has more gadgets than can be numbered in 32 bits.
    #[error("{} is too large for a grown tour: at most {MAX_CELLS} squares can be grown", a_board(.0))]
    Large(Board),
    /// The board has so many holes that some of the cycles could not be joined with the other cycles by any gadget.
    #[error("{} has {holes} holes, and a tour is grown around at most {max}", a_board(.board))]
    Holes {
        /// The requested board.
        board: Board,
        /// Number of holes in the board.
        holes: u64,
        /// Maximum number of holes.
        max: u64,
    },
    /// No initial edges were found: the tour does not exist, or it cannot be made from tiles.
    #[error("nothing was found on {} that such a tour could grow from", a_board(.0))]
    Start(Board),
    /// The board consists of more cycles than the lists of cycles can hold.
    #[error("the board melts into {cycles} cycles, and the list holds {room}")]
    Crowded {
        /// Number of cycles found.
        cycles: u32,
        /// Maximum number of cycles that the lists of cycles can hold.
        room: u32,
    },
    /// Several cycles remain, and no switch of edges joins two of these cycles.
    #[error("{cycles} cycles are left that nothing joins, after {shakes} attempts to loosen them")]
    Unjoined {
        /// Number of remaining cycles.
        cycles: u32,
        /// Number of shakes. A shake is a series of additional melting passes on the squares around the remaining
        /// cycles.
        shakes: u32,
    },
}

impl GrowError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        if self.is_unjoined() { ErrorClass::NoTour } else { ErrorClass::Input }
    }

    /// Returns whether the growth ended without a tour although a tour of the requested kind exists. Another seed or
    /// another method can find a tour.
    pub const fn is_unjoined(&self) -> bool {
        matches!(self, Self::Unjoined { .. } | Self::Crowded { .. })
    }
}
