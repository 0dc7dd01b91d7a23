//! Tours that cannot be grown, or were not finished.

use courser_board::words::a_board;
use courser_board::{Board, ErrorClass, Leaper};

/// The shortest side of a board: the switches of a narrower one reach only a handful of tours.
pub(crate) const MIN_SIDE: u32 = 5;

/// The minimum number of squares, for the same reason.
pub const MIN_SQUARES: u64 = 64;

/// Maximum number of cells: a gadget's number, six times a cell plus its shape, has 32 bits.
pub(crate) const MAX_CELLS: u64 = u32::MAX as u64 / 6;

/// Why no tour can be grown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrowthObstacle {
    /// Another piece than the knight: gadgets are made of a knight's moves.
    #[error("only a knight's tour can be grown, and this is the {0} leaper")]
    Leaper(Leaper),
    /// A board whose switches reach only a few tours.
    #[error("{} is too small for a grown tour: it takes sides of {MIN_SIDE} and {MIN_SQUARES} squares", a_board(.0))]
    Small(Board),
    /// A board with more gadgets than 32 bits can number.
    #[error("{} is too large for a grown tour: at most {MAX_CELLS} squares can be grown", a_board(.0))]
    Large(Board),
    /// Too many holes: cycles are left over that no gadget joins with the others.
    #[error("{} has {holes} holes, and a tour is grown around at most {most}", a_board(.board))]
    Holes {
        /// The requested board.
        board: Board,
        /// Holes of the board.
        holes: u64,
        /// Maximum number of holes.
        most: u64,
    },
    /// No initial edges: the tour does not exist, or tiles cannot make it.
    #[error("nothing was found on {} that such a tour could grow from", a_board(.0))]
    Start(Board),
}

/// Why a tour cannot be grown, or was not finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrowError {
    /// The board or the tour is not one that can be grown.
    #[error(transparent)]
    Unfit(#[from] GrowthObstacle),
    /// The board melts into more cycles than the adapter's list can hold.
    #[error("the board melts into {cycles} cycles, and the list holds {room}")]
    Crowded {
        /// Number of cycles found.
        cycles: u32,
        /// The capacity of the list.
        room: u32,
    },
    /// Cycles are left that no switch of edges joins.
    #[error("{cycles} cycles are left that nothing joins, after {shakes} attempts to loosen them")]
    Unjoined {
        /// Cycles that are left.
        cycles: u32,
        /// Times that the squares around the cycles that are left were melted again.
        shakes: u32,
    },
}

impl From<GrowthObstacle> for super::EngineError {
    fn from(unfit: GrowthObstacle) -> Self {
        GrowError::Unfit(unfit).into()
    }
}

impl GrowError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        if self.is_unjoined() { ErrorClass::NoTour } else { ErrorClass::Input }
    }

    /// Returns whether the growth ended without a tour: another seed, or another method, makes one.
    pub const fn is_unjoined(&self) -> bool {
        matches!(self, Self::Unjoined { .. } | Self::Crowded { .. })
    }
}
