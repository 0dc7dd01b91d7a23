//! Many knights side by side, each on a board of its own.

use std::sync::Arc;

use courser::board::{Board, Path, Square};
use courser::engine::batch::{Batch, BatchKernels, BatchPlan, Cohort, CpuBatch, GpuBatch};
use courser::gpu::Device;
use courser::solve::warnsdorff::Walker;
use courser::view::window::{Spot, Squares};

use super::numbers::{self, Numbers};
use super::played::Known;
use super::solo::{Walk, after};
use crate::error::Failure;

/// A wall of boards.
pub(super) struct Knights<'device> {
    device: &'device Device,
    walk: Walk,
    count: u32,
    /// Whether they start on all squares in turn.
    everywhere: bool,
    numbers: Numbers,
    /// Knights that have visited every square.
    complete: usize,
    /// Visits of the one that came farthest.
    longest: u64,
}

impl<'device> Knights<'device> {
    /// Lets so many knights walk.
    pub(super) fn new(device: &'device Device, walk: Walk, count: u32, everywhere: bool) -> Result<Self, Failure> {
        let paths = paths(device, &walk, count, everywhere)?;
        let numbers = Numbers::new(device, &walk.board, &paths)?;
        let lengths = || paths.iter().map(|path| path.order().len() as u64);
        let of = walk.board.playable();
        let (complete, longest) = (lengths().filter(|&visits| visits == of).count(), lengths().max().unwrap_or(1));
        Ok(Self { device, walk, count, everywhere, numbers, complete, longest })
    }

    /// Lets them walk anew; answers why they cannot, if they cannot, and leaves everything as it was.
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
        let gpu = BatchKernels::new(device);
        Ok(GpuBatch::new(&gpu, plan)?.paths(&all)?)
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

    fn name(&self) -> String {
        let Self { walk, count, complete, .. } = self;
        format!("{count} knights on {}, {}, {complete} get through", walk.board, walk.rule)
    }

    fn squares(&self) -> Squares<'_> {
        self.numbers.squares()
    }

    fn number(&self, spot: Spot) -> u64 {
        self.numbers.of(&self.walk.board, spot)
    }

    fn length(&self) -> u64 {
        self.longest
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
