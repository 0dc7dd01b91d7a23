//! Many knights at once, by Warnsdorff's rule from squares all over the board in turn.

use std::sync::Arc;
use std::time::Duration;

use courser_board::{Board, Square};
use courser_engine::Device;
use courser_engine::batch::{self, Batch, BatchPlan, Cohort, Tally};
use courser_engine::survey::Starts;
use courser_solve::warnsdorff::Walker;

use super::{Engine, Times, timed};
use crate::BenchError;
use crate::places::Place;

/// The most moves of a run: even a GPU that is a thousand times a CPU core is done with these in a second.
const MOST_MOVES: u64 = 1 << 34;

/// The longest that a run may become where more knights at once are still faster.
const LONGEST: Duration = Duration::from_secs(1);

/// Minimum speed-up for which the number of knights is quadrupled again.
const FASTER: f64 = 1.25;

/// A knight from each of the starts, some rounds of them.
struct Knights {
    board: Board,
    starts: Arc<[Square]>,
    rounds: u32,
    /// The tally of one round, by the CPU.
    round: Tally,
    last: Tally,
}

impl Knights {
    fn new(board: &Board) -> Result<Self, BenchError> {
        let starts = Starts::default().of(board)?;
        let mut knights =
            Self { board: board.clone(), starts, rounds: 1, round: Tally::default(), last: Tally::default() };
        knights.round = batch::on(&Device::CPU, knights.plan()?)?.tallies(&mut |_| {})?[0];
        if knights.round.complete == 0 {
            return Err(BenchError::NoTour("every knight gets stuck".into()));
        }
        Ok(knights)
    }

    fn plan(&self) -> Result<BatchPlan, BenchError> {
        let count = self.starts.len() as u32 * self.rounds;
        let cohort = Cohort { walker: Walker::default(), starts: Arc::clone(&self.starts), count };
        Ok(BatchPlan::new(self.board.clone(), vec![cohort])?)
    }

    /// The visits of complete tours: they bear the cost of the knights that get stuck.
    fn visits(&self) -> u64 {
        self.round.complete * self.board.playable() * u64::from(self.rounds)
    }

    /// Every round comes to the same: only the dice would make two knights on one square differ.
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

    /// Adds rounds, so that a run takes about `aim` if the last took `took`. Returns whether there are more of them.
    fn more(&mut self, took: Duration, aim: Duration) -> bool {
        if took >= aim / 2 {
            return false;
        }
        self.times((aim.as_secs_f64() / took.as_secs_f64().max(1e-9)).clamp(2.0, 64.0))
    }

    /// Multiplies the rounds by `factor`, up to their maximum. Returns whether there are more of them.
    fn times(&mut self, factor: f64) -> bool {
        let most = (MOST_MOVES / self.round.visited).min(u64::from(u32::MAX) / self.starts.len() as u64).max(1);
        let before = self.rounds;
        self.rounds = ((f64::from(before) * factor) as u64).min(most).max(before.into()) as u32;
        self.rounds > before
    }
}

/// Knights in a place.
pub(super) struct BatchIn<'a> {
    knights: Knights,
    batch: Box<dyn Batch + 'a>,
    place: &'a Place,
}

impl<'a> BatchIn<'a> {
    pub(super) fn new(board: &Board, place: &'a Place) -> Result<Self, BenchError> {
        let knights = Knights::new(board)?;
        let batch = batch::on(&place.device, knights.plan()?)?;
        Ok(Self { knights, batch, place })
    }

    /// Compute of the fastest of some runs, with as many knights as there are now.
    fn fastest_of_these(&mut self) -> Result<Duration, BenchError> {
        self.batch = batch::on(&self.place.device, self.knights.plan()?)?;
        self.fastest()
    }

    /// Adds knights until more of them are not faster: few knights leave most lanes of a graphics card without work.
    fn fill(&mut self, mut took: Duration) -> Result<(), BenchError> {
        while self.place.device.is_graphics_card() && took < LONGEST {
            let before = self.knights.rounds;
            if !self.knights.times(4.0) {
                break;
            }
            let (more, now) = (f64::from(self.knights.rounds) / f64::from(before), self.fastest_of_these()?);
            if took.as_secs_f64() * more < now.as_secs_f64() * FASTER {
                break;
            }
            took = now;
        }
        Ok(())
    }
}

impl Engine for BatchIn<'_> {
    fn board(&self) -> &Board {
        &self.knights.board
    }

    fn visits(&self) -> u64 {
        self.knights.visits()
    }

    fn fit(&mut self, aim: Duration) -> Result<(), BenchError> {
        let mut took = self.fastest()?;
        while self.knights.more(took, aim) {
            took = self.fastest_of_these()?;
        }
        self.fill(took)
    }

    /// One tally is read back: on a GPU that is a part of compute.
    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        let Self { batch, place, .. } = self;
        let tallies = timed(&mut times.compute, || place.install(|| batch.tallies(&mut |_| {})));
        self.knights.last = tallies?[0];
        Ok(())
    }

    fn check(&mut self) -> Result<(), BenchError> {
        self.knights.check()
    }

    fn on_gpu(&mut self) -> Result<Option<Duration>, BenchError> {
        if self.place.device.is_cpu() {
            return Ok(None);
        }
        let (tallies, spent) = self.place.device.metered(|| self.batch.tallies(&mut |_| {}))?;
        tallies?;
        Ok(spent)
    }
}
