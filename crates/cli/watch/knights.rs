//! Many knights side by side, each on a board of its own.

use std::sync::Arc;

use courser::board::{Board, Path, Square};
use courser::engine::batch::{Batch, BatchPlan, Cohort, CpuBatch, GpuBatch};
use courser::gpu::Device;
use courser::solve::warnsdorff::Walker;
use courser::view::window::{End, Moment, Spot, Squares};

use super::numbers::{self, Numbers};
use super::played::Known;
use super::solo::{Walk, after};
use crate::error::Failure;

/// A wall of boards.
pub(super) struct Knights<'device> {
    device: &'device Device,
    walk: Walk,
    count: u32,
    /// Set if they start on all squares in turn.
    everywhere: bool,
    numbers: Numbers,
    /// Visits of each, board by board.
    walks: Vec<u32>,
}

impl<'device> Knights<'device> {
    /// Lets `count` knights walk.
    pub(super) fn new(device: &'device Device, walk: Walk, count: u32, everywhere: bool) -> Result<Self, Failure> {
        let paths = paths(device, &walk, count, everywhere)?;
        let numbers = Numbers::new(device, &walk.board, &paths)?;
        let walks = paths.iter().map(|path| path.order().len() as u32).collect();
        Ok(Self { device, walk, count, everywhere, numbers, walks })
    }

    /// Restarts their walks; returns the reason if that is impossible, and changes nothing then.
    fn again(&mut self, walk: Walk, everywhere: bool) -> Result<Option<String>, Failure> {
        match Self::new(self.device, walk, self.count, everywhere) {
            Ok(knights) => {
                *self = knights;
                Ok(None)
            }
            Err(failure) => failure.refusal().map(Some),
        }
    }
}

/// The paths of all knights: walked on a real GPU, or, faster than by a GPU that the CPU plays, by the CPU itself.
fn paths(device: &Device, walk: &Walk, count: u32, everywhere: bool) -> Result<Vec<Path>, Failure> {
    // Given before the walk that would be for nothing.
    numbers::room(device, &walk.board, count.into())?;
    let walker = Walker { rule: walk.rule, order: walk.order, seed: walk.seed, knight: 0 };
    let starts: Arc<[Square]> = if everywhere { walk.board.squares().collect() } else { [walk.start].into() };
    let plan = BatchPlan::new(walk.board.clone(), vec![Cohort { walker, starts, count }])?;
    let all: Vec<u64> = (0..plan.knights()).collect();
    if device.adapter().kind().is_real() {
        Ok(GpuBatch::new(device, plan)?.paths(&all)?)
    } else {
        Ok(CpuBatch::new(plan).paths(&all)?)
    }
}

impl Known for Knights<'_> {
    fn board(&self) -> &Board {
        &self.walk.board
    }

    fn boards(&self) -> u32 {
        self.count
    }

    fn name(&self, moment: &Moment) -> String {
        let Self { walk, count, walks, .. } = self;
        let ended = |end| walks.iter().filter(|&&visits| moment.end_of(visits) == Some(end)).count();
        let (through, stuck) = (ended(End::Done), ended(End::Stuck));
        format!("{count} knights on {}, {}, {stuck} stuck, {through} through", walk.board, walk.rule)
    }

    fn walks(&self) -> &[u32] {
        &self.walks
    }

    fn squares(&self) -> Squares<'_> {
        self.numbers.squares()
    }

    fn number(&self, spot: Spot) -> u64 {
        self.numbers.of(&self.walk.board, spot)
    }

    fn length(&self) -> u64 {
        self.walks.iter().max().map_or(1, |&visits| visits.into())
    }

    fn start_on(&mut self, start: Square) -> Result<Option<String>, Failure> {
        self.again(Walk { start, ..self.walk.clone() }, false)
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        for rule in after(self.walk.rule) {
            if self.again(Walk { rule, ..self.walk.clone() }, self.everywhere)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some("no other rule can walk from here".into()))
    }
}
