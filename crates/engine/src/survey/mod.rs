//! How often a rule succeeds: boards x rules x orders x seeds, from many squares each.
//!
//! A [`Survey`] is a list of [`Combination`]s in an order of its own, and a
//! combination is a squad of the [batch](crate::batch): on a card it comes back as
//! one tally, on the CPU it is the same tally. The main decision: the place of a
//! combination in the list follows from the survey alone. So a survey that was cut
//! off goes on where it was, and machines that share one, each with every n-th
//! combination, need to know nothing of each other. The price is that the work
//! cannot be dealt out by what it costs; with many combinations that evens out.
//!
//! ```
//! use courser_engine::batch::{Batch, CpuBatch, Plan, Tally};
//! use courser_engine::survey::{Starts, Survey};
//! use courser_solve::warnsdorff::Rule;
//!
//! let survey = Survey::new("5..=8".parse().unwrap(), vec![Rule::Warnsdorff, Rule::Roth]);
//! let survey = Survey { starts: Starts::Spread(16), ..survey };
//! assert_eq!(survey.rows(), 8);
//!
//! // Every board is a batch, here one on the CPU.
//! let on_cpu = |plan: Plan| Ok(Box::new(CpuBatch::new(plan)) as Box<dyn Batch>);
//! let mut complete = Vec::new();
//! for board in survey.boards.each() {
//!     let combinations = survey.combinations(&board).unwrap();
//!     let mut told = |_, tally: Tally| {
//!         complete.push((tally.complete, tally.tries));
//!         Ok::<(), courser_engine::EngineError>(())
//!     };
//!     survey.ride(&on_cpu, &board, &combinations, &mut |_| {}, &mut told).unwrap();
//! }
//! assert_eq!(complete.len(), 8);
//! assert_eq!(complete[7], (16, 16), "Roth's rule tours the chessboard from anywhere");
//! ```

mod boards;
mod ride;
mod starts;

use std::sync::Arc;

use courser_board::{Board, Leaper, MoveOrder, Square};
use courser_solve::warnsdorff::{self, Rider, Rule};

use crate::EngineError;
use crate::batch::{Plan, Squad};

pub use boards::Boards;
pub use starts::Starts;

/// The most squares of a board on which knights begin.
pub const MAX_STARTS: u64 = 1 << 24;

/// What is asked: every board with every rule, order and seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The boards, for [`Survey::leaper`].
    pub boards: Boards,
    /// The piece.
    pub leaper: Leaper,
    /// Where the knights begin.
    pub starts: Starts,
    /// A combination a start, instead of one for all of them.
    pub by_start: bool,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The move orders.
    pub orders: Vec<MoveOrder>,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// Knights a start; they differ in their dice only.
    pub tries: u32,
}

/// One row of the answer: one board, rule, order and seed, and where its knights begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// How the knights ride.
    pub rule: Rule,
    /// The order in which they look at neighbours.
    pub order: MoveOrder,
    /// The seed of their dice.
    pub seed: u64,
    /// Where they begin; shared by combinations that have the same.
    pub starts: Arc<[Square]>,
    /// How many they are.
    pub knights: u32,
}

impl Combination {
    fn squad(&self) -> Squad {
        let rider = Rider { rule: self.rule, order: self.order, seed: self.seed, knight: 0 };
        Squad { rider, starts: Arc::clone(&self.starts), count: self.knights }
    }
}

impl Survey {
    /// A survey of these boards and rules from up to 256 squares a board, by one order and one seed.
    pub fn new(boards: Boards, rules: Vec<Rule>) -> Self {
        Self {
            boards,
            leaper: Leaper::KNIGHT,
            starts: Starts::default(),
            by_start: false,
            rules,
            orders: vec![MoveOrder::default()],
            seeds: vec![0],
            tries: 1,
        }
    }

    /// The combinations of one board, in the survey's order.
    ///
    /// A rule that can begin on some of the starts only, as `squirrel-cull` in its corner, begins
    /// on these; where it cannot begin at all it has no combination.
    ///
    /// # Errors
    /// [`EngineError::BatchBoard`] if the board is too large for a batch, [`EngineError::Start`] if it has no
    /// such start, [`EngineError::Crowd`] if a combination has 2³² knights or more, or begins on more than
    /// [`MAX_STARTS`] squares.
    pub fn combinations(&self, board: &Board) -> Result<Vec<Combination>, EngineError> {
        // A board that no batch rides on has no starts to be listed.
        Plan::new(board.clone(), Vec::new())?;
        let count = self.starts.count(board);
        if count > MAX_STARTS || count * u64::from(self.tries) > u32::MAX.into() {
            return Err(EngineError::Crowd { starts: count, most: MAX_STARTS, tries: self.tries });
        }
        let everyone = self.starts.of(board)?;
        let mut all = Vec::new();
        for &rule in &self.rules {
            let starts = possible(rule, board, &self.starts, &everyone);
            // One start each, or all in one; no start, no combination.
            let groups: Vec<Arc<[Square]>> = match starts.len() {
                0 => Vec::new(),
                _ if self.by_start => starts.iter().map(|&start| Arc::from([start])).collect(),
                _ => vec![starts],
            };
            for &order in &self.orders {
                for &seed in &self.seeds {
                    for starts in &groups {
                        // No more than of everyone, which was looked at.
                        let knights = starts.len() as u32 * self.tries;
                        all.push(Combination { rule, order, seed, starts: Arc::clone(starts), knights });
                    }
                }
            }
        }
        Ok(all)
    }

    /// How many combinations there are on all boards.
    pub fn rows(&self) -> u64 {
        let each = self.orders.len() as u64 * self.seeds.len() as u64;
        let of_board = |board: Board| {
            let all = self.starts.count(&board);
            let of_rule = |&rule: &Rule| {
                let starts =
                    if rule == Rule::SquirrelCull { u64::from(corner_begins(&board, &self.starts)) } else { all };
                if self.by_start { starts } else { starts.min(1) }
            };
            self.rules.iter().map(of_rule).sum::<u64>() * each
        };
        self.boards_with_leaper().map(of_board).sum()
    }

    /// The boards, for the piece asked for.
    pub fn boards_with_leaper(&self) -> impl Iterator<Item = Board> + '_ {
        self.boards.each().map(|board| board.with_leaper(self.leaper))
    }
}

/// The starts on which a rule can begin.
fn possible(rule: Rule, board: &Board, starts: &Starts, everyone: &Arc<[Square]>) -> Arc<[Square]> {
    match rule {
        Rule::SquirrelCull if corner_begins(board, starts) => Arc::from([Square::new(0, 0)]),
        Rule::SquirrelCull => Arc::from([]),
        _ => Arc::clone(everyone),
    }
}

/// Whether Squirrel and Cull's knight can begin: he needs his corner, which is among all squares and
/// those spread over the board, and must be named where starts are.
fn corner_begins(board: &Board, starts: &Starts) -> bool {
    let corner = Square::new(0, 0);
    warnsdorff::legs(board, corner).is_ok() && starts.may_be(board, corner)
}
