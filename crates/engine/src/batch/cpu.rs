//! A batch of knights on the CPU.

use std::ops::{ControlFlow, Range};

use courser_board::Path;
use courser_solve::warnsdorff::{self, WalkOutcome};
use rayon::prelude::*;

use crate::Result;
use crate::batch::plan::stretches;
use crate::batch::{Batch, BatchPlan, Tally, WalkResult};

/// Approximate maximum number of moves that all knights of a stretch make together. A stretch is a range of knights.
/// Progress is reported after each stretch.
const STRETCH: u64 = 1 << 24;

/// Many knights on the CPU, on all threads of rayon's pool. Each knight walks independently of the others.
#[derive(Clone, Debug)]
pub struct CpuBatch {
    plan: BatchPlan,
}

impl CpuBatch {
    /// Creates the batch of a plan.
    pub const fn new(plan: BatchPlan) -> Self {
        Self { plan }
    }

    /// Runs the knights of a range in stretches, and reports progress after each stretch.
    ///
    /// Within a stretch, the knights are distributed over the threads one by one. Whole cohorts are not distributed,
    /// because a batch can consist of a single cohort.
    fn each_stretch(
        &self,
        range: Range<u64>,
        progress: &mut dyn FnMut(u64),
        reported: &mut dyn FnMut(Range<u64>, Vec<WalkResult>),
    ) -> Result<()> {
        assert!(range.end <= self.plan.knights(), "there is no knight {} among {}", range.end, self.plan.knights());
        let board = self.plan.board();
        for stretch in stretches(range.clone(), (STRETCH / board.playable()).max(1)) {
            let walk = |knight| Ok(WalkResult::of(&self.outcome(knight)?, board));
            let walks: Result<Vec<WalkResult>> = stretch.clone().into_par_iter().map(walk).collect();
            let walked = stretch.end - range.start;
            reported(stretch, walks?);
            progress(walked);
        }
        Ok(())
    }

    /// Runs a knight to the end of its walk and returns the outcome.
    fn outcome(&self, knight: u64) -> Result<WalkOutcome> {
        let (start, walker) = self.plan.knight(knight);
        Ok(warnsdorff::run_with(self.plan.board(), start, &walker, &mut |_| ControlFlow::Continue(()))?)
    }
}

impl Batch for CpuBatch {
    fn plan(&self) -> &BatchPlan {
        &self.plan
    }

    fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>> {
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

    fn walks(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<WalkResult>> {
        let mut all = Vec::new();
        self.each_stretch(range, progress, &mut |_, walks| all.extend(walks))?;
        Ok(all)
    }

    fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>> {
        let path = |&knight| Ok(self.outcome(knight)?.into_path(self.plan.board()));
        knights.par_iter().map(path).collect()
    }
}
