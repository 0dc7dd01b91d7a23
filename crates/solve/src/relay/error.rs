//! Errors of a relay, with their hints.

use super::SIDES;
use crate::TilingObstacle;
use crate::warnsdorff::Rule;
use courser_board::ErrorClass;

/// The reasons why a relay cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelayError {
    /// The board is not suitable for a relay, or the tour does not exist.
    #[error(transparent)]
    Unfit(#[from] TilingObstacle),
    /// The requested size of the regions is outside [`SIDES`].
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
    /// Both ends are given, and no division of the board fits both ends.
    #[error("no relay was found between these ends")]
    Ends,
    /// The list of the regions does not fit in memory.
    #[error("the {regions} regions take {} MiB of memory, and there are {}", .needed >> 20, .there >> 20)]
    Memory {
        /// Number of regions of the board.
        regions: u64,
        /// Size of the list in bytes.
        needed: u64,
        /// Available memory in bytes.
        there: u64,
    },
    /// A knight did not complete its region.
    #[error("no knight toured the region from row {row} and column {col} on in {} tries", super::MAX_TRIES)]
    Stuck {
        /// First row of the region.
        row: u32,
        /// First column of the region.
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

    /// Returns whether the method got stuck. In this case, it is possible that a tour exists.
    pub const fn is_stuck(&self) -> bool {
        matches!(self, Self::Stuck { .. } | Self::Ends)
    }
}
