//! The rules, the names of the rules, and the reasons why a rule cannot be used.

use courser_board::{BoardError, ErrorClass, Square};

use super::field::MAX_CELLS;
use courser_board::words::shorten;

/// The choice of the next square among the unvisited neighbours.
///
/// All rules except [`Rule::Bottom`] and [`Rule::Center`] choose a square of lowest rank, and differ only if several
/// squares have this rank. "First" means first in the [`MoveOrder`](courser_board::MoveOrder).
///
/// ```
/// use courser_solve::warnsdorff::Rule;
///
/// assert_eq!("squirrel-cull".parse::<Rule>().unwrap(), Rule::SquirrelCull);
/// assert!(Rule::ALL.iter().all(|rule| rule.to_string().parse() == Ok(*rule)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = RuleError, parse_err_fn = unknown)]
pub enum Rule {
    /// Chooses the first square of lowest rank (Warnsdorff 1823).
    #[default]
    Warnsdorff,
    /// Finds, for each neighbour of lowest rank, the lowest rank among the unvisited squares one move further. Chooses
    /// the neighbour for which this second rank is lowest. Among several such neighbours, chooses the first (I. Pohl,
    /// "A Method for Finding Hamilton Paths and Knight's Tours", Communications of the ACM 10, 1967, with one level of
    /// look-ahead).
    ///
    /// The text of the article "Knight's tour in HANA" describes this rule. The procedure printed in that article also
    /// takes visited squares into account for the second rank, as squares of rank 0. Therefore the procedure never
    /// distinguishes two candidates, and chooses the last one.
    Pohl,
    /// Among the neighbours of lowest rank, chooses the square farthest from the centre of the board by Euclidean
    /// distance. Among equally distant squares, chooses the first (A. Roth, in "Knight's tour in HANA").
    Roth,
    /// Chooses a random square among the neighbours of lowest rank: see [`roll`](super::roll).
    Random,
    /// Chooses the first square of lowest rank. The move order changes at certain squares (D. Squirrel and P. Cull, "A
    /// Warnsdorff-Rule Algorithm for Knight's Tours on Square Chessboards", 1996).
    ///
    /// The rule has its own orders, so the requested order is ignored. The board must be a square without holes, with a
    /// side of at least 5, and its leaper must be the knight. The tour starts in the top left corner. The rule
    /// completes the tour for every side from 5 to 512 except 74.
    SquirrelCull,
    /// Chooses the uppermost unvisited neighbour. If two such neighbours are in the same row, chooses the right one
    /// ("Knight's tour in HANA"). This greedy rule is an example of failure: it fills the upper half of the board and
    /// gets stuck there.
    ///
    /// In the article, the rule chooses the largest row number. The article draws row 8 at the bottom, so that its
    /// knight goes down. Courser draws row 8 at the top, as in chess.
    Bottom,
    /// Chooses the square with the minimum distance to the centre, in rows plus columns ("Knight's tour in HANA").
    /// Among squares of equal distance, the first one is chosen. This greedy rule is included because it fails: it
    /// leaves the corners unvisited.
    Center,
    /// Applies [`Rule::Pohl`] recursively, two levels deep: if squares are equal after the first level, the neighbours
    /// of their neighbours decide. See [`Rule::look_ahead`].
    #[strum(serialize = "pohl-2")]
    Pohl2,
    /// Applies [`Rule::Pohl`] recursively, three levels deep.
    #[strum(serialize = "pohl-3")]
    Pohl3,
}

impl Rule {
    /// All rules, in the order of their numbers in shaders.
    pub const ALL: [Self; 9] = [
        Self::Warnsdorff,
        Self::Pohl,
        Self::Roth,
        Self::Random,
        Self::SquirrelCull,
        Self::Bottom,
        Self::Center,
        Self::Pohl2,
        Self::Pohl3,
    ];

    /// Maximum number of levels of [`Rule::look_ahead`].
    pub const MAX_LOOK_AHEAD: u32 = 3;

    /// Maximum number of levels that [`run_ahead`](super::run_ahead) can look ahead on the CPU.
    pub const MAX_LEVELS: u32 = 10;

    /// Returns the name that commands use for the rule.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the number of the rule in shaders, which is its index in [`Rule::ALL`].
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Returns the look-ahead depth. A rule with look-ahead breaks ties between candidates of lowest rank. To break a
    /// tie, the rule examines this number of moves beyond the move to a candidate. Returns 0 for a rule that breaks
    /// ties in another way.
    ///
    /// From each candidate, the rule follows every path over this number of unvisited squares, except paths in which a
    /// move reverses the previous move. The paths are compared by the sequences of the current ranks of their squares.
    /// The sequence of a path that ends early is padded with 9. The rule chooses the candidate with the
    /// lexicographically smallest sequence, or the first of several such candidates.
    ///
    /// The sources are "Repeatedly apply the selection mechanism on the candidate nodes" ("Knight's tour in HANA"), and
    /// "2, 3, … n square look ahead: tie arbitration" ("Knight's Tour in Cg", 2007).
    pub const fn look_ahead(self) -> u32 {
        match self {
            Self::Pohl => 1,
            Self::Pohl2 => 2,
            Self::Pohl3 => 3,
            Self::Warnsdorff | Self::Roth | Self::Random | Self::SquirrelCull | Self::Bottom | Self::Center => 0,
        }
    }

    /// Returns the rule that looks `levels` levels ahead. This is [`Rule::Warnsdorff`] for zero levels. Returns `None`
    /// for more than [`Rule::MAX_LOOK_AHEAD`] levels.
    ///
    /// ```
    /// use courser_solve::warnsdorff::Rule;
    ///
    /// let rules: Vec<Rule> = (0..9).map_while(Rule::looking_ahead).collect();
    /// assert_eq!(rules, [Rule::Warnsdorff, Rule::Pohl, Rule::Pohl2, Rule::Pohl3]);
    /// ```
    pub fn looking_ahead(levels: u32) -> Option<Self> {
        [Self::Warnsdorff, Self::Pohl, Self::Pohl2, Self::Pohl3].get(levels as usize).copied()
    }
}

/// Returns the error for an unknown name of a rule.
fn unknown(text: &str) -> RuleError {
    RuleError::Unknown(shorten(text))
}

/// The reasons why a rule cannot be used on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A text is not the name of a rule. Contains the shortened text.
    #[error("'{0}' is not a rule")]
    Unknown(String),
    /// The start is a hole or outside the board.
    #[error(transparent)]
    Start(#[from] BoardError),
    /// The board has too many squares for a walk. Contains the number of squares of the board, including the border for
    /// the leaper's jumps.
    #[error("a board of {0} squares is too large for a rule: at most {MAX_CELLS}")]
    TooLarge(u64),
    /// The move orders of Squirrel and Cull do not apply to the board or the start. They require a knight, a square
    /// board with at least 5 rows and without holes, and the top left corner as the start.
    #[error("squirrel-cull has no move orders for {what}")]
    SquirrelCull {
        /// The unsupported board or start.
        what: String,
        /// The required start, which is a corner.
        corner: Square,
        /// Number of rows of the board.
        rows: u32,
    },
}

impl RuleError {
    /// Returns the class of the error, which is always [`ErrorClass::Input`].
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
