//! The walk of a knight, which can be run pass by pass or shown as a path.

use courser_board::{Board, Square};
use courser_engine::EngineError;
use courser_engine::cycle::{Schedule, Setup};
use courser_solve::warnsdorff::{Rule, Walker};

/// The walk of a knight: its board, start, rule and move order, and the schedule of the passes.
#[derive(Clone)]
pub struct Walk {
    /// Schedule of the passes.
    pub schedule: Schedule,
    /// Board on which the knight walks.
    pub board: Board,
    /// First square.
    pub start: Square,
    /// Rule and move order.
    pub walker: Walker,
}

impl Walk {
    /// Returns the setup of the decision cycle for this walk.
    pub fn setup(&self) -> Result<Setup, EngineError> {
        Setup::by_rule(self.board.clone(), self.start, self.walker)
    }

    /// Returns a copy of this walk for each of the other rules. The rules follow the cyclic order of [`Rule::ALL`],
    /// starting after the rule of this walk.
    pub(super) fn by_others(&self) -> impl Iterator<Item = Self> {
        let at = Rule::ALL.iter().position(|&other| other == self.walker.rule).unwrap_or(0);
        let rules = (1..Rule::ALL.len()).map(move |step| Rule::ALL[(at + step) % Rule::ALL.len()]);
        rules.map(|rule| Self { walker: Walker { rule, ..self.walker }, ..self.clone() })
    }
}
