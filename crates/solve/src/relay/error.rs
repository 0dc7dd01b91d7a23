//! The reasons for which a relay is refused, with a cure for each.

use super::SIDES;
use crate::Unfit;
use crate::warnsdorff::Rule;

/// Why a relay could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelayError {
    /// The board is not one for a relay, or the tour does not exist.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// A region of this size is not possible.
    #[error("a region of {rows}x{cols} is not possible: its sides are {} to {}", SIDES.start(), SIDES.end())]
    Region {
        /// Rows of the region.
        rows: u32,
        /// Columns of the region.
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
    /// A knight did not get through its region.
    #[error("no knight toured the region from row {row} and column {col} on in {} tries", super::MOST_TRIES)]
    Stuck {
        /// The first row of the region.
        row: u32,
        /// The first column of the region.
        col: u32,
    },
}

impl RelayError {
    /// Returns whether the method got stuck, though there may be a tour.
    pub const fn is_stuck(&self) -> bool {
        matches!(self, Self::Stuck { .. } | Self::Ends)
    }

    /// The cure, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Unfit(unfit) => unfit.hint(),
            Self::Region { .. } => "choose a region between 6x6 and 12x12, such as 8x8".into(),
            Self::Rule { .. } => "choose random, warnsdorff, pohl or roth".into(),
            Self::Ends => "leave out the start or the end, try another seed, or choose the method mosaic".into(),
            Self::Memory { .. } => "choose a smaller board, or the method mosaic".into(),
            Self::Stuck { .. } => "try another seed or another size of the regions".into(),
        }
    }
}
