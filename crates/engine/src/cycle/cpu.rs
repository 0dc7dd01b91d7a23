//! The cycle on the CPU: the reference that a GPU is compared with, and the engine without a GPU.

use std::ops::Range;

use rayon::prelude::*;

use crate::cycle::{
    A_MOVE, Cell, Cycle, Pass, Schedule, Setup, Status, StatusWord, WORK, decide, pass_after, resident, setup,
};
use crate::{Result, memory};

/// A run of the decision cycle on the CPU. It takes two states of memory, and a third for callers that ask for the
/// state.
#[derive(Clone, Debug)]
pub struct CpuCycle {
    setup: Setup,
    schedule: Schedule,
    /// The state, and the one before it.
    now: Vec<Cell>,
    other: Vec<Cell>,
    /// One per knight.
    statuses: Vec<Status>,
    passes: u64,
    /// `true` if the untrusted choices in `now` are up to date (resident lets them lag).
    fresh: bool,
}

/// Passes until the knight has first decided, on every schedule over the whole board.
pub(crate) const OPENING: u64 = 2;

impl CpuCycle {
    /// A run that has not done a pass yet.
    ///
    /// # Errors
    /// [`EngineError::TooLarge`](crate::EngineError::TooLarge) if the memory for it is not there.
    pub fn new(setup: Setup, schedule: Schedule) -> Result<Self> {
        memory::check(WORK, setup.board(), setup::cpu_memory(setup.board().cells()))?;
        Ok(Self::begun(setup, schedule))
    }

    fn begun(setup: Setup, schedule: Schedule) -> Self {
        let now = setup.first_cells(0..setup.board().cells());
        let other = now.clone();
        let statuses = setup.first_statuses();
        let schedule = setup.laid(schedule);
        Self { setup, schedule, now, other, statuses, passes: 0, fresh: true }
    }

    /// The state of some squares, where nothing has to be brought up to date first: on every schedule but `resident`.
    pub(crate) fn peek(&self, squares: &Range<u64>) -> &[Cell] {
        debug_assert!(self.fresh, "a resident run has to be asked for its state");
        &self.now[squares.start as usize..squares.end as usize]
    }

    fn whole(&mut self, pass: &Pass) {
        let (setup, now) = (&self.setup, &self.now);
        match setup.relay() {
            None => {
                for (square, after) in (0..).zip(&mut self.other) {
                    *after = (pass.mirror)(setup, now, square, &mut self.statuses[0]);
                }
            }
            Some(relay) => {
                relay.split(&mut self.other, &mut self.statuses).into_par_iter().for_each(
                    |(first, cells, statuses)| {
                        for (square, after) in (first..).zip(cells) {
                            *after = (pass.mirror)(setup, now, square, &mut statuses[relay.across(square)]);
                        }
                    },
                );
            }
        }
        std::mem::swap(&mut self.now, &mut self.other);
    }

    /// Only the squares at most two moves from the knight: no other differs from the state before last.
    fn near(&mut self, pass: &Pass) {
        let knight = (pass.knight)(&self.statuses[0]);
        for &offset in self.setup.ball() {
            if let Some(square) = self.setup.index_at(knight, offset) {
                self.other[square as usize] = (pass.mirror)(&self.setup, &self.now, square, &mut self.statuses[0]);
            }
        }
        std::mem::swap(&mut self.now, &mut self.other);
    }

    fn pass(&mut self) {
        let pass = pass_after(self.passes);
        // The first move changes every square's rank and choice.
        if self.schedule == Schedule::Near && self.passes >= A_MOVE {
            self.near(pass)
        } else {
            self.whole(pass)
        }
        self.passes += 1;
    }
}

impl Cycle for CpuCycle {
    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn schedule(&self) -> Schedule {
        self.schedule
    }

    fn passes(&self) -> u64 {
        self.passes
    }

    fn advance(&mut self, passes: u64) -> Result<Status> {
        let until = self.passes + passes;
        if self.schedule == Schedule::Resident {
            while self.passes < OPENING {
                self.pass();
            }
            if self.passes < until {
                let moves = (until - self.passes).div_ceil(A_MOVE);
                resident::mirror(&self.setup, &mut self.now, &mut self.statuses[0], moves);
                self.passes += A_MOVE * moves;
                self.fresh = false;
            }
        } else {
            while self.passes < until {
                self.pass();
            }
        }
        Ok(self.setup.fold(&self.statuses))
    }

    fn status(&mut self) -> Result<Status> {
        Ok(self.setup.fold(&self.statuses))
    }

    fn cells(&mut self, squares: Range<u64>) -> Result<Vec<Cell>> {
        if !self.fresh {
            self.whole(&decide::PASS);
            self.fresh = true;
        }
        Ok(self.peek(&squares).to_vec())
    }

    fn restart(&mut self) -> Result<()> {
        *self = Self::begun(self.setup.clone(), self.schedule);
        Ok(())
    }

    fn finish(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Status> {
        // The first passes go over the whole board on every schedule, which takes long on a large one.
        let mut opening = self.passes < A_MOVE;
        while opening {
            if !go_on(0) {
                return self.status();
            }
            opening = self.passes < A_MOVE;
            if opening {
                self.advance(1)?;
            }
        }
        // A reference in lockstep looks often; a run to the end need not.
        let stride = match self.schedule {
            Schedule::Whole => A_MOVE,
            Schedule::Near => A_MOVE << 10,
            Schedule::Resident => A_MOVE << 16,
        };
        loop {
            let status = self.status()?;
            if status.word() != StatusWord::Running {
                return Ok(status);
            }
            self.setup.check_end(self.passes)?;
            let status = self.advance(stride)?;
            if !go_on(status.visit.into()) {
                return Ok(status);
            }
        }
    }
}
