//! The batch on the CPU: the mirror of every kernel.

use std::ops::{ControlFlow, Range};

use courser_board::{Board, Path, Square};
use courser_solve::warnsdorff::{self, Outcome, Rider};
use rayon::prelude::*;

use crate::EngineError;
use crate::batch::{Batch, Plan, Ride, Tally};

/// Knights between two reports of progress take about as long as this many moves.
const STRETCH: u64 = 1 << 24;

/// Many knights on the CPU, on all threads of rayon's pool: each rides by himself.
#[derive(Clone, Debug)]
pub struct CpuBatch {
    plan: Plan,
}

impl CpuBatch {
    /// The knights of `plan`.
    pub const fn new(plan: Plan) -> Self {
        Self { plan }
    }

    /// Lets the knights of a range ride in stretches, and reports progress after each.
    ///
    /// Squads may be as small as one knight, so the threads share stretches and not squads.
    fn each_stretch(
        &self,
        range: Range<u64>,
        progress: &mut dyn FnMut(u64),
        told: &mut dyn FnMut(Range<u64>, Vec<Ride>),
    ) -> Result<(), EngineError> {
        assert!(range.end <= self.plan.knights(), "there is no knight {} among {}", range.end, self.plan.knights());
        let board = self.plan.board();
        let most = (STRETCH / board.playable()).max(1);
        let mut at = range.start;
        while at < range.end {
            let to = range.end.min(at + most);
            let rides: Result<Vec<Ride>, EngineError> = (at..to)
                .into_par_iter()
                .map(|knight| {
                    let (start, rider) = self.plan.knight(knight);
                    Ok(Ride::of(&outcome(board, start, &rider)?, board))
                })
                .collect();
            told(at..to, rides?);
            at = to;
            progress(at - range.start);
        }
        Ok(())
    }
}

/// One ride to its end.
fn outcome(board: &Board, start: Square, rider: &Rider) -> Result<Outcome, EngineError> {
    Ok(warnsdorff::run_with(board, start, rider, &mut |_| ControlFlow::Continue(()))?)
}

impl Batch for CpuBatch {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>, EngineError> {
        let mut tallies = vec![Tally::default(); self.plan.squads().len()];
        self.each_stretch(range, progress, &mut |stretch, rides| {
            let mut knights = stretch.clone().zip(rides);
            for piece in self.plan.pieces(&stretch) {
                for (knight, ride) in knights.by_ref().take(piece.count as usize) {
                    tallies[piece.squad] = tallies[piece.squad].and(Tally::of(ride, knight, self.plan.board()));
                }
            }
        })?;
        Ok(tallies)
    }

    fn rides(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Ride>, EngineError> {
        let mut all = Vec::new();
        self.each_stretch(range, progress, &mut |_, rides| all.extend(rides))?;
        Ok(all)
    }

    fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>, EngineError> {
        knights
            .par_iter()
            .map(|&knight| {
                let (start, rider) = self.plan.knight(knight);
                Ok(outcome(self.plan.board(), start, &rider)?.into_path(self.plan.board()))
            })
            .collect()
    }
}
