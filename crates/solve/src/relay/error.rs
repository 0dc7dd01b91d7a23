//! The reasons why a relay is refused, each with a hint.

use super::SIDES;
use crate::TilingObstacle;
use crate::warnsdorff::Rule;
use courser_board::ErrorClass;

/// Why a relay could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelayError {
    /// The board is not one for a relay, or the tour does not exist.
    #[error(transparent)]
    Unfit(#[from] TilingObstacle),
    /// A region of this size is not possible.
    #[error("a region of {rows}x{cols} is not possible: its sides are {} to {}", SIDES.start(), SIDES.end())]
    Region {
        /// Number of rows of the region.
        rows: u32,
        /// Number of columns of the region.
        cols: u32,
    },
    /// The rule is not one by which a region's knight walks.
    #[error("the rule {rule} is not for a relay")]
    Rule {
        /// The rule.
        rule: Rule,
    },
    /// Both ends are given, and no way to cut the board goes with them.
    #[error("no relay was found between these ends")]
    Ends,
    /// A list of the regions does not fit into memory.
    #[error("the {regions} regions take {} MiB of memory, and there are {}", .needed >> 20, .there >> 20)]
    Memory {
        /// Regions of the board.
        regions: u64,
        /// Bytes that the list takes.
        needed: u64,
        /// Bytes that are available.
        there: u64,
    },
    /// A knight did not complete its region.
    #[error("no knight toured the region from row {row} and column {col} on in {} tries", super::MAX_TRIES)]
    Stuck {
        /// The first row of the region.
        row: u32,
        /// The first column of the region.
        col: u32,
    },
}

impl RelayError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Unfit(unfit) => unfit.class(),
            Self::Region { .. } | Self::Rule { .. } => ErrorClass::Input,
            Self::Stuck { .. } | Self::Ends => ErrorClass::NoTour,
            Self::Memory { .. } => ErrorClass::Machine,
        }
    }

    /// Returns whether the method got stuck, though there may be a tour.
    pub const fn is_stuck(&self) -> bool {
        matches!(self, Self::Stuck { .. } | Self::Ends)
    }
}
