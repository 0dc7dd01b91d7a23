//! Success rates of rules. Each combination of a board, a rule, an order and a seed is tried from many squares.
//!
//! A [`Survey`] is an ordered list of [`Combination`]s, and a combination is a cohort of the
//! [batch](courser_engine::batch). A combination results in one tally, which is the same on a GPU and on the CPU. The
//! index of a combination in the list depends only on the survey. Therefore an interrupted survey can be resumed.
//! Several computers can share a survey without communication, if each computer processes every n-th combination. This
//! division ignores the costs of combinations, but with many combinations the shares are almost equal.
//!
//! ```
//! use courser::Device;
//! use courser::engine::batch::Tally;
//! use courser::survey::{Combination, Starts, Survey};
//! use courser::solve::warnsdorff::Rule;
//!
//! let survey = Survey::new("5..=8".parse().unwrap(), vec![Rule::Warnsdorff, Rule::Roth]);
//! let survey = Survey { starts: Starts::Spread(16), ..survey };
//! assert_eq!(survey.rows(), 8);
//!
//! // Every board is a batch.
//! let mut complete = Vec::new();
//! for board in survey.boards.each() {
//!     let combinations = survey.combinations(&board).unwrap();
//!     let mut reported = |_: &Combination, tally: Tally| {
//!         complete.push((tally.complete, tally.tries));
//!         Ok::<(), courser::engine::EngineError>(())
//!     };
//!     survey.walk(&Device::CPU, &board, combinations.iter(), &mut |_| {}, &mut reported).unwrap();
//! }
//! assert_eq!(complete.len(), 8);
//! assert_eq!(complete[7], (16, 16), "Roth's rule tours the chessboard from anywhere");
//! ```

use std::sync::Arc;

use courser_board::{Board, BoardError, ErrorClass, Leaper, MoveOrder, ShardError, Square};
use courser_engine::EngineError;
use courser_engine::batch::{BatchPlan, Cohort};
use courser_engine::worth::Workload;
use courser_solve::warnsdorff::{self, Rule, Walker};
use serde::{Deserialize, Serialize};

use self::header::{text, texts};

mod boards;
mod header;
mod list;
mod seeds;
mod starts;
mod walk;

pub use boards::Boards;
pub use header::Header;
pub use seeds::Seeds;
pub use starts::Starts;

/// Maximum number of starts on a board.
pub const MAX_STARTS: u64 = 1 << 24;

/// A survey, which combines every board with every rule, move order and seed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Survey {
    /// The sizes of the boards.
    #[serde(with = "text")]
    pub boards: Boards,
    /// The leaper that walks on the boards.
    #[serde(with = "text")]
    pub leaper: Leaper,
    /// The squares on which the knights begin.
    #[serde(with = "text")]
    pub starts: Starts,
    /// True if every start is a separate combination. Otherwise all starts form one combination.
    pub by_start: bool,
    /// The rules by which the knights walk. Each rule is combined with every order and every seed.
    #[serde(with = "texts")]
    pub rules: Vec<Rule>,
    /// The orders in which neighbours are examined.
    #[serde(with = "texts")]
    pub orders: Vec<MoveOrder>,
    /// The seeds of the random bits.
    #[serde(with = "text")]
    pub seeds: Seeds,
    /// Number of knights per start. The knights of a start differ only in their random bits.
    pub tries: u32,
}

/// One row of a survey: a board, a rule, an order, a seed, and the squares on which the knights begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The rule by which the knights walk.
    pub rule: Rule,
    /// The order in which the knights examine neighbours.
    pub order: MoveOrder,
    /// The seed of the knights' random bits.
    pub seed: u64,
    /// The squares on which knights begin. Successive knights use successive squares, cyclically. Several combinations
    /// can share one list in memory.
    pub starts: Arc<[Square]>,
    /// Number of knights.
    pub knights: u32,
}

impl Combination {
    fn cohort(&self) -> Cohort {
        let walker = Walker { rule: self.rule, order: self.order, seed: self.seed, knight: 0 };
        Cohort { walker, starts: Arc::clone(&self.starts), count: self.knights }
    }
}

impl Survey {
    /// Creates a survey of these boards and rules with up to 256 starts per board, one order and one seed.
    pub fn new(boards: Boards, rules: Vec<Rule>) -> Self {
        Self {
            boards,
            leaper: Leaper::KNIGHT,
            starts: Starts::default(),
            by_start: false,
            rules,
            orders: vec![MoveOrder::default()],
            seeds: Seeds::default(),
            tries: 1,
        }
    }

    /// Checks that every board contains the squares in [`Starts::Named`], and that no combination has too many knights.
    /// The combinations are not computed one by one.
    ///
    /// # Errors
    /// Returns the errors of [`Survey::combinations`], and [`SurveyError::NoKnights`] if `tries` is 0.
    pub fn check(&self) -> Result<(), SurveyError> {
        if self.tries == 0 {
            return Err(SurveyError::NoKnights);
        }
        self.boards_with_leaper().try_for_each(|board| self.check_on(&board))
    }

    fn check_on(&self, board: &Board) -> Result<(), SurveyError> {
        // The starts of a board are listed only if the batch supports the board.
        BatchPlan::new(board.clone(), Vec::new())?;
        let count = self.starts.count(board);
        if count > MAX_STARTS || count * u64::from(self.tries) > u32::MAX.into() {
            return Err(SurveyError::Crowd { starts: count, max: MAX_STARTS, tries: self.tries });
        }
        Ok(self.starts.check(board)?)
    }

    /// Returns the combinations of one board, in the order of the survey. The combinations are created on request,
    /// since a list of all combinations can be too large for the memory.
    ///
    /// Some rules can begin only on some of the starts, and are tried only on these starts. For example,
    /// `squirrel-cull` can begin only in a corner. If a rule cannot begin on any start, the rule has no combination.
    ///
    /// # Errors
    /// [`SurveyError::Engine`] if the board is too large for a batch, [`SurveyError::Board`] if a square in
    /// [`Starts::Named`] is not on the board, [`SurveyError::Crowd`] if a combination has 2³² knights or more, or
    /// begins on more than [`MAX_STARTS`] squares.
    pub fn combinations(&self, board: &Board) -> Result<Combinations<'_>, SurveyError> {
        self.check_on(board)?;
        let corner = if corner_begins(board, &self.starts) { vec![Square::new(0, 0)] } else { Vec::new() };
        Ok(Combinations { survey: self, everyone: self.starts.of(board)?, corner: corner.into() })
    }

    /// Returns the number of rows of the survey, which is the number of combinations on all boards together.
    pub fn rows(&self) -> u64 {
        self.blocks().map(|block| block.rows).fold(0, u64::saturating_add)
    }

    /// Returns the number of the survey's combinations on `board`. Each combination is one row of the survey.
    pub fn rows_on(&self, board: &Board) -> u64 {
        self.blocks_on(board).map(|block| block.rows).fold(0, u64::saturating_add)
    }

    /// Returns the amount of work, for selecting a device. The knights that use the same rule on the same board walk in
    /// parallel.
    pub fn work(&self) -> Workload {
        let moves = self.blocks().map(|block| block.rows.saturating_mul(block.moves)).fold(0, u64::saturating_add);
        // `alone`: number of moves of one walk, summed over all boards. `most`: maximum total number of moves of all
        // walks that run in parallel on a board, summed over all boards.
        let (alone, most) = self.boards_with_leaper().fold((0, 0), |(alone, most): (u64, u64), board| {
            (alone.saturating_add(board.playable()), most.saturating_add(walk::STRETCH))
        });
        let by_rule = moves / (self.rules.len() as u64).max(1);
        Workload::Knights { moves, together: by_rule.min(most) / alone.max(1) }
    }

    /// Returns two numbers for each board and rule: the number of combinations, and the maximum number of moves per
    /// combination. The combinations are not listed.
    fn blocks(&self) -> impl Iterator<Item = SurveyBlock> {
        self.boards_with_leaper().flat_map(|board| self.blocks_on(&board))
    }

    fn blocks_on(&self, board: &Board) -> impl Iterator<Item = SurveyBlock> + use<'_> {
        let walkers = self.orders.len() as u64 * self.seeds.as_slice().len() as u64;
        let everyone = self.starts.count(board);
        let corner = u64::from(corner_begins(board, &self.starts));
        let moves = u64::from(self.tries).saturating_mul(board.playable());
        self.rules.iter().map(move |&rule| {
            let starts = if rule == Rule::SquirrelCull { corner } else { everyone };
            match self.by_start {
                true => SurveyBlock { rows: walkers.saturating_mul(starts), moves },
                false => SurveyBlock { rows: walkers * starts.min(1), moves: moves.saturating_mul(starts) },
            }
        })
    }

    /// Returns the boards of the survey. Each board has the leaper of the survey.
    pub fn boards_with_leaper(&self) -> impl Iterator<Item = Board> + '_ {
        self.boards.each().map(|board| board.with_leaper(self.leaper))
    }
}

/// The combinations that a survey contains for one board, accessed by index.
#[derive(Debug)]
pub struct Combinations<'survey> {
    survey: &'survey Survey,
    everyone: Arc<[Square]>,
    /// The starts for the rule of Squirrel and Cull: the corner, or no start.
    corner: Arc<[Square]>,
}

impl Combinations<'_> {
    /// Returns all combinations that belong to the board, in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = Combination> {
        (0..).map_while(|place| self.at(place))
    }

    /// Returns the combination with index `place`, or `None` beyond the last combination.
    pub fn at(&self, place: u64) -> Option<Combination> {
        let Survey { by_start, rules, orders, seeds, tries, .. } = self.survey;
        let seeds = seeds.as_slice();
        let mut place = place;
        for &rule in rules {
            let starts = if rule == Rule::SquirrelCull { &self.corner } else { &self.everyone };
            let groups = if *by_start { starts.len() } else { starts.len().min(1) };
            let rows = groups as u64 * seeds.len() as u64 * orders.len() as u64;
            if place >= rows {
                place -= rows;
                continue;
            }
            // The numbers of starts, seeds and orders fit in `usize`.
            let (group, walker) = ((place % groups as u64) as usize, place / groups as u64);
            let (seed, order) = ((walker % seeds.len() as u64) as usize, (walker / seeds.len() as u64) as usize);
            let starts = if *by_start { Arc::from([starts[group]]) } else { Arc::clone(starts) };
            // This product does not overflow: it is at most the number of knights on all starts, which `check_on`
            // limits.
            let knights = starts.len() as u32 * tries;
            return Some(Combination { rule, order: orders[order], seed: seeds[seed], starts, knights });
        }
        None
    }
}

/// The part of a survey for one board and one rule: number of combinations, and maximum number of moves in each
/// combination.
struct SurveyBlock {
    /// Number of combinations.
    rows: u64,
    /// Maximum number of moves per combination.
    moves: u64,
}

/// Returns whether a knight of the rule Squirrel and Cull can begin on one of the starts. Such a knight can begin only
/// in one corner. `Starts::All` and `Starts::Spread` always include this corner; `Starts::Named` possibly includes it.
fn corner_begins(board: &Board, starts: &Starts) -> bool {
    let corner = Square::new(0, 0);
    warnsdorff::legs(board, corner).is_ok() && starts.may_be(board, corner)
}

/// The reasons why a survey cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// A board of the survey is invalid, or a square in `Starts::Named` is missing from at least one board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A text is not a valid shard.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The knights cannot walk, or the device fails.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A text is not a valid list of boards.
    #[error("'{text}' {why}")]
    Boards {
        /// The beginning of the invalid text.
        text: String,
        /// The error in the text.
        why: String,
    },
    /// A text is not a valid list of seeds.
    #[error("'{text}' {why}")]
    Seeds {
        /// The beginning of the invalid text.
        text: String,
        /// The error in the text.
        why: String,
    },
    /// The text for the starts is empty or 0. Contains the text.
    #[error("'{0}' is not a number of squares")]
    Starts(String),
    /// The first line of a survey file is not valid.
    #[error("{why}")]
    Header {
        /// The error in the line.
        why: String,
    },
    /// The survey has no knights.
    #[error("tries must be at least 1")]
    NoKnights,
    /// A combination has more knights than a cohort can have, or more starts than a list can have.
    #[error("{starts} starts with {tries} knights each are too many: at most {max} starts and {} knights", u32::MAX)]
    Crowd {
        /// Number of squares on which knights would begin.
        starts: u64,
        /// Maximum number of starts.
        max: u64,
        /// Number of knights per start.
        tries: u32,
    },
}

impl SurveyError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Board(error) => error.class(),
            Self::Engine(error) => error.class(),
            _ => ErrorClass::Input,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_knights_of_a_board_and_a_rule_walk_together_as_far_as_a_stretch_of_moves_goes() {
        let survey = |boards: &str, rules: &[Rule], tries| {
            let starts = Starts::All;
            Survey { starts, tries, ..Survey::new(boards.parse().unwrap(), rules.to_vec()) }.work()
        };
        for rules in [&[Rule::Warnsdorff][..], &[Rule::Warnsdorff, Rule::Pohl, Rule::Random]] {
            let all = rules.len() as u64;
            assert_eq!(survey("8", rules, 5), Workload::Knights { moves: all * 64 * 64 * 5, together: 64 * 5 });
            // The board has 2^14 squares, so each knight makes up to 2^14 moves. The limit is 2^26 moves of all knights
            // that walk at the same time. Therefore 2^12 knights walk at the same time.
            assert_eq!(survey("128", rules, 1), Workload::Knights { moves: all << 28, together: 1 << 12 });
        }
    }
}
