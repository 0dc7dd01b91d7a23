//! The walk of a knight, as its passes and as a path show it.

use courser::board::{Board, Square};
use courser::engine::EngineError;
use courser::engine::cycle::{Schedule, Setup};
use courser::solve::warnsdorff::{Rule, Walker};

/// The walk of a knight: board, start, rule and move order.
#[derive(Clone)]
pub(super) struct Walk {
    pub(super) schedule: Schedule,
    pub(super) board: Board,
    pub(super) start: Square,
    pub(super) walker: Walker,
}

impl Walk {
    /// Returns the setup of the cycle for this walk.
    pub(super) fn setup(&self) -> Result<Setup, EngineError> {
        Setup::by_rule(self.board.clone(), self.start, self.walker)
    }

    /// Lists the same walk by the other rules, in their order, beginning after its own.
    pub(super) fn by_others(&self) -> impl Iterator<Item = Self> {
        let at = Rule::ALL.iter().position(|&other| other == self.walker.rule).unwrap_or(0);
        let rules = (1..Rule::ALL.len()).map(move |step| Rule::ALL[(at + step) % Rule::ALL.len()]);
        rules.map(|rule| Self { walker: Walker { rule, ..self.walker }, ..self.clone() })
    }
}
