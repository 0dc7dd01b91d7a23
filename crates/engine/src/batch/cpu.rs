//! The batch on the CPU: the mirror of every kernel.

use std::ops::{ControlFlow, Range};

use courser_board::{Board, Path, Square};
use courser_solve::warnsdorff::{self, Outcome, Walker};
use rayon::prelude::*;

use crate::EngineError;
use crate::batch::{Batch, BatchPlan, Tally, Walk};

/// Knights between two reports of progress take about as long as this many moves.
const STRETCH: u64 = 1 << 24;

/// Many knights on the CPU, on all threads of rayon's pool: each walks independently of the others.
#[derive(Clone, Debug)]
pub struct CpuBatch {
    plan: BatchPlan,
}

impl CpuBatch {
    /// The knights of `plan`, none of which has walked yet.
    pub const fn new(plan: BatchPlan) -> Self {
        Self { plan }
    }

    /// Lets the knights of a range walk in stretches, and reports progress after each.
    ///
    /// Cohorts may be as small as one knight, so the threads share stretches and not cohorts.
    fn each_stretch(
        &self,
        range: Range<u64>,
        progress: &mut dyn FnMut(u64),
        reported: &mut dyn FnMut(Range<u64>, Vec<Walk>),
    ) -> Result<(), EngineError> {
        assert!(range.end <= self.plan.knights(), "there is no knight {} among {}", range.end, self.plan.knights());
        let board = self.plan.board();
        let most = (STRETCH / board.playable()).max(1);
        let mut at = range.start;
        while at < range.end {
            let to = range.end.min(at + most);
            let walks: Result<Vec<Walk>, EngineError> = (at..to)
                .into_par_iter()
                .map(|knight| {
                    let (start, walker) = self.plan.knight(knight);
                    Ok(Walk::of(&outcome(board, start, &walker)?, board))
                })
                .collect();
            reported(at..to, walks?);
            at = to;
            progress(at - range.start);
        }
        Ok(())
    }
}

/// One walk to its end.
fn outcome(board: &Board, start: Square, walker: &Walker) -> Result<Outcome, EngineError> {
    Ok(warnsdorff::run_with(board, start, walker, &mut |_| ControlFlow::Continue(()))?)
}

impl Batch for CpuBatch {
    fn plan(&self) -> &BatchPlan {
        &self.plan
    }

    fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>, EngineError> {
        let mut tallies = vec![Tally::default(); self.plan.cohorts().len()];
        self.each_stretch(range, progress, &mut |stretch, walks| {
            let mut knights = stretch.clone().zip(walks);
            for piece in self.plan.pieces(&stretch) {
                for (knight, walk) in knights.by_ref().take(piece.count as usize) {
                    tallies[piece.cohort] = tallies[piece.cohort].and(Tally::of(walk, knight, self.plan.board()));
                }
            }
        })?;
        Ok(tallies)
    }

    fn walks(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Walk>, EngineError> {
        let mut all = Vec::new();
        self.each_stretch(range, progress, &mut |_, walks| all.extend(walks))?;
        Ok(all)
    }

    fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>, EngineError> {
        knights
            .par_iter()
            .map(|&knight| {
                let (start, walker) = self.plan.knight(knight);
                Ok(outcome(self.plan.board(), start, &walker)?.into_path(self.plan.board()))
            })
            .collect()
    }
}
