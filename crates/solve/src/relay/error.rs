//! The reasons for which a relay is refused, with a cure for each.

use courser_board::Leaper;
use courser_board::words::article;

use super::SIDES;
use crate::existence::Reason;
use crate::warnsdorff::Rule;

/// Why a relay could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelayError {
    /// The board has holes.
    #[error("a relay runs on whole rectangles, and this {rows}x{cols} board has {holes} holes")]
    Holes {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Holes in the board.
        holes: u64,
    },
    /// The board's leaper is not the knight.
    #[error("the gates of a relay are the knight's, not the {leaper} leaper's")]
    Leaper {
        /// The board's leaper.
        leaper: Leaper,
    },
    /// A side of the board is shorter than a region.
    #[error("{} {rows}x{cols} board is smaller than a region: both sides must be at least {}", article(*.rows), SIDES.start())]
    Narrow {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
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
    /// The tour does not exist, for this reason.
    #[error(transparent)]
    None(Reason),
}

impl RelayError {
    /// The cure, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Holes { .. } | Self::Leaper { .. } => "choose another method, such as grown or search".into(),
            Self::Narrow { .. } => "choose another method, such as mosaic or search, or a larger board".into(),
            Self::Region { .. } => "choose a region between 6x6 and 12x12, such as 8x8".into(),
            Self::Rule { .. } => "choose random, warnsdorff, pohl or roth".into(),
            Self::Ends => "leave out the start or the end, try another seed, or choose the method mosaic".into(),
            Self::Memory { .. } => "choose a smaller board, or the method mosaic".into(),
            Self::None(reason) => reason.hint(),
            Self::Stuck { .. } => "try another seed or another size of the regions".into(),
        }
    }
}
