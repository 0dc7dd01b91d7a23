//! Many knights at once, by Warnsdorff's rule from squares all over the board in turn.

use std::sync::Arc;
use std::time::Duration;

use courser_board::{Board, Square};
use courser_engine::batch::{Batch, CpuBatch, Plan, Squad, Tally};
use courser_engine::survey::Starts;
use courser_solve::warnsdorff::Rider;
use rayon::ThreadPool;

use super::{Engine, Times, timed};
use crate::BenchError;

#[cfg(feature = "gpu")]
use courser_engine::batch::{Card, GpuBatch};
#[cfg(feature = "gpu")]
use courser_gpu::Device;

/// The most moves of a run: even a card that is a thousand times a CPU core is done with these in a second.
const MOST_MOVES: u64 = 1 << 34;

/// A knight from each of the starts, some rounds of them.
struct Knights {
    board: Board,
    starts: Arc<[Square]>,
    rounds: u32,
    /// What one round comes to, by the CPU.
    round: Tally,
    last: Tally,
}

impl Knights {
    fn new(board: &Board) -> Result<Self, BenchError> {
        let starts = Starts::default().of(board)?;
        let mut knights =
            Self { board: board.clone(), starts, rounds: 1, round: Tally::default(), last: Tally::default() };
        knights.round = CpuBatch::new(knights.plan()?).tallies(&mut |_| {})?[0];
        Ok(knights)
    }

    fn plan(&self) -> Result<Plan, BenchError> {
        let count = self.starts.len() as u32 * self.rounds;
        let squad = Squad { rider: Rider::default(), starts: Arc::clone(&self.starts), count };
        Ok(Plan::new(self.board.clone(), vec![squad])?)
    }

    fn visits(&self) -> u64 {
        self.round.visited * u64::from(self.rounds)
    }

    /// Every round comes to the same: only the dice would tell two knights on one square apart.
    fn check(&self) -> Result<(), BenchError> {
        let rounds = u64::from(self.rounds);
        let expected = Tally {
            tries: self.round.tries * rounds,
            complete: self.round.complete * rounds,
            closed: self.round.closed * rounds,
            visited: self.round.visited * rounds,
            ..self.round
        };
        match self.last == expected {
            true => Ok(()),
            false => Err(BenchError::Differs(format!("{:?}, not {expected:?}", self.last))),
        }
    }

    /// More rounds, so that a run takes about `aim` if the last took `took`; whether there are more.
    fn more(&mut self, took: Duration, aim: Duration) -> bool {
        let most = (MOST_MOVES / self.round.visited).min(u64::from(u32::MAX) / self.starts.len() as u64).max(1);
        if took >= aim / 2 || u64::from(self.rounds) >= most {
            return false;
        }
        let factor = (aim.as_secs_f64() / took.as_secs_f64().max(1e-9)).clamp(2.0, 64.0);
        self.rounds = ((f64::from(self.rounds) * factor) as u64).min(most) as u32;
        true
    }
}

pub(super) struct OnCpu<'pool> {
    knights: Knights,
    pool: &'pool ThreadPool,
}

impl<'pool> OnCpu<'pool> {
    pub(super) fn new(board: &Board, pool: &'pool ThreadPool) -> Result<Self, BenchError> {
        Ok(Self { knights: Knights::new(board)?, pool })
    }
}

impl Engine for OnCpu<'_> {
    fn visits(&self) -> u64 {
        self.knights.visits()
    }

    fn tour(&self) -> u64 {
        self.knights.board.playable()
    }

    fn fit(&mut self, aim: Duration) -> Result<(), BenchError> {
        while {
            let took = self.run(1)?.compute;
            self.knights.more(took, aim)
        } {}
        Ok(())
    }

    fn run(&mut self, repeat: u32) -> Result<Times, BenchError> {
        let mut batch = CpuBatch::new(self.knights.plan()?);
        let mut times = Times::default();
        for _ in 0..repeat {
            let (tallies, took) = timed(|| self.pool.install(|| batch.tallies(&mut |_| {})));
            self.knights.last = tallies?[0];
            times.compute += took;
        }
        Ok(times)
    }

    fn check(&mut self) -> Result<(), BenchError> {
        self.knights.check()
    }
}

#[cfg(feature = "gpu")]
pub(super) struct OnCard<'device> {
    knights: Knights,
    device: &'device Device,
    card: &'device Card<'device>,
    batch: GpuBatch<'device>,
}

#[cfg(feature = "gpu")]
impl<'device> OnCard<'device> {
    pub(super) fn new(
        board: &Board,
        device: &'device Device,
        card: &'device Card<'device>,
    ) -> Result<Self, BenchError> {
        let knights = Knights::new(board)?;
        let batch = GpuBatch::new(card, knights.plan()?)?;
        Ok(Self { knights, device, card, batch })
    }
}

#[cfg(feature = "gpu")]
impl Engine for OnCard<'_> {
    fn visits(&self) -> u64 {
        self.knights.visits()
    }

    fn tour(&self) -> u64 {
        self.knights.board.playable()
    }

    fn fit(&mut self, aim: Duration) -> Result<(), BenchError> {
        loop {
            // The first runs find the card's pace.
            let mut took = Duration::MAX;
            for _ in 0..3 {
                took = took.min(self.run(1)?.compute);
            }
            if !self.knights.more(took, aim) {
                return Ok(());
            }
            self.batch = GpuBatch::new(self.card, self.knights.plan()?)?;
        }
    }

    /// What the card tells is one tally: its read-back is a part of compute.
    fn run(&mut self, repeat: u32) -> Result<Times, BenchError> {
        let mut times = Times::default();
        for _ in 0..repeat {
            let (tallies, took) = timed(|| self.batch.tallies(&mut |_| {}));
            self.knights.last = tallies?[0];
            times.compute += took;
        }
        Ok(times)
    }

    fn check(&mut self) -> Result<(), BenchError> {
        self.knights.check()
    }

    fn on_card(&mut self) -> Result<Option<Duration>, BenchError> {
        let metered = self.device.metered(|| self.batch.tallies(&mut |_| {}));
        let (tallies, spent) = metered.map_err(courser_engine::EngineError::from)?;
        tallies?;
        Ok(spent)
    }
}
