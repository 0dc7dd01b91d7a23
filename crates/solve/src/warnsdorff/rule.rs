//! The rules by name, and what keeps a rule from being ridden.

use std::fmt;
use std::str::FromStr;

use courser_board::{BoardError, Square};

use super::field::MAX_CELLS;
use courser_board::words::shorten;

/// How the next square is picked among the unvisited neighbours.
///
/// All but the last two take a square of lowest rank and differ in what they
/// do when several share it. "First" is first in the
/// [`MoveOrder`](courser_board::MoveOrder).
///
/// ```
/// use courser_solve::warnsdorff::Rule;
///
/// assert_eq!("squirrel-cull".parse::<Rule>().unwrap(), Rule::SquirrelCull);
/// assert!(Rule::ALL.iter().all(|rule| rule.to_string().parse() == Ok(*rule)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The first square of lowest rank (Warnsdorff 1823).
    #[default]
    Warnsdorff,
    /// Among equals, the one whose own unvisited neighbours include the lowest
    /// rank; then the first (I. Pohl, "A Method for Finding Hamilton Paths and
    /// Knight's Tours", Communications of the ACM 10, 1967, to one level).
    ///
    /// This is what "Knight's Tour in HANA GraphScript" says in words. The
    /// procedure printed there also counts visited neighbours, as 0, so that it
    /// never tells two candidates apart and takes the last.
    Pohl,
    /// Among equals, the one farthest from the centre of the board by Euclid's
    /// distance; then the first (A. Roth, in the same article).
    Roth,
    /// Among equals, one by the dice: see [`roll`](super::roll).
    Random,
    /// First lowest rank in a move order that changes at certain squares
    /// (D. Squirrel and P. Cull, "A Warnsdorff-Rule Algorithm for Knight's Tours
    /// on Square Chessboards", 1996).
    ///
    /// It brings its own orders, so the one asked for is not looked at. It needs a
    /// knight's square board of side 5 or more without holes, ridden from the
    /// top left corner, and completes every side from 5 to 512 but 74.
    SquirrelCull,
    /// Greedy: the lowest row of the board, in it the leftmost square. Fails on
    /// purpose: it fills the bottom half and is caught there.
    ///
    /// The article writes "greatest row, then greatest column" with row 8 drawn
    /// at the bottom and column H at the left; that is bottom and left here.
    Bottom,
    /// Greedy: the least distance to the centre, rows plus columns; then the
    /// first. Fails on purpose: it cuts the corners off.
    Center,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 7] =
        [Self::Warnsdorff, Self::Pohl, Self::Roth, Self::Random, Self::SquirrelCull, Self::Bottom, Self::Center];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warnsdorff => "warnsdorff",
            Self::Pohl => "pohl",
            Self::Roth => "roth",
            Self::Random => "random",
            Self::SquirrelCull => "squirrel-cull",
            Self::Bottom => "bottom",
            Self::Center => "center",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let lower = text.trim().to_ascii_lowercase();
        let found = Self::ALL.into_iter().find(|rule| rule.name() == lower);
        found.ok_or_else(|| RuleError::Unknown { text: shorten(text) })
    }
}

/// Why a rule cannot be ridden.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// Not the name of a rule.
    #[error("'{text}' is no rule")]
    Unknown {
        /// What was read.
        text: String,
    },
    /// The knight cannot stand on the start.
    #[error(transparent)]
    Start(#[from] BoardError),
    /// The board has more squares than the ranks have numbers for.
    #[error("a board of {cells} squares is too large for a rule: at most {MAX_CELLS}")]
    TooLarge {
        /// Squares of the board, with the frame that the leaper's jumps need.
        cells: u64,
    },
    /// Squirrel and Cull's orders are made for one corner of square boards.
    #[error("squirrel-cull has no move orders for {what}")]
    SquirrelCull {
        /// What there is instead of what the rule needs.
        what: String,
        /// The square it must start from, and the rows of the board.
        corner: Square,
        /// Rows of the board.
        rows: u32,
    },
}

impl RuleError {
    /// What to do about it, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Unknown { .. } => {
                format!("choose {}", Rule::ALL.map(|rule| rule.to_string()).join(", "))
            }
            Self::Start(error) => error.hint(),
            Self::TooLarge { .. } => "use a smaller board, or the mosaic".into(),
            Self::SquirrelCull { corner, rows, .. } => format!(
                "it needs a knight on a square board of side 5 or more without holes, starting at {}; elsewhere try roth",
                corner.name(*rows)
            ),
        }
    }
}
