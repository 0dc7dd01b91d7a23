//! One knight by Warnsdorff's rule on one core.

use courser_board::{Board, MoveOrder, Path, Square};
use courser_solve::warnsdorff::{Outcome, Rule, run};

use super::{Engine, Times, good_start, timed};
use crate::BenchError;

pub(super) struct Warnsdorff {
    board: Board,
    start: Square,
    last: Outcome,
}

impl Warnsdorff {
    pub(super) fn new(board: &Board) -> Result<Self, BenchError> {
        let start = good_start(board)?;
        let last = run(board, start, Rule::Warnsdorff, MoveOrder::SLIDES, 0)?;
        Ok(Self { board: board.clone(), start, last })
    }
}

impl Engine for Warnsdorff {
    fn visits(&self) -> u64 {
        self.last.order.len() as u64
    }

    fn tour(&self) -> u64 {
        self.board.playable()
    }

    fn run(&mut self, repeat: u32) -> Result<Times, BenchError> {
        let mut times = Times::default();
        for _ in 0..repeat {
            let (outcome, took) = timed(|| run(&self.board, self.start, Rule::Warnsdorff, MoveOrder::SLIDES, 0));
            self.last = outcome?;
            times.compute += took;
        }
        Ok(times)
    }

    fn check(&mut self) -> Result<(), BenchError> {
        Path::new(self.board.clone(), self.last.order.clone())?;
        Ok(())
    }
}
