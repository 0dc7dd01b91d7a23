//! Many knights at once, by Warnsdorff's rule from squares all over the board in turn.

use std::sync::Arc;
use std::time::Duration;

use courser_board::{Board, Square};
use courser_engine::batch::{Batch, BatchPlan, Cohort, CpuBatch, Tally};
use courser_engine::survey::Starts;
use courser_solve::warnsdorff::Walker;
use rayon::ThreadPool;

use super::{Engine, Times, timed};
use crate::BenchError;

#[cfg(feature = "gpu")]
use courser_engine::batch::{BatchKernels, GpuBatch};

/// The most moves of a run: even a GPU that is a thousand times a CPU core is done with these in a second.
const MOST_MOVES: u64 = 1 << 34;

/// The longest that a run may become where more knights at once are still faster.
#[cfg(feature = "gpu")]
const LONGEST: Duration = Duration::from_secs(1);

/// By so much must four times as many knights be faster, for more of them to be tried.
#[cfg(feature = "gpu")]
const FASTER: f64 = 1.25;

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

    /// Those of complete tours: what the others have cost is theirs.
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

    /// More rounds, so that a run takes about `aim` if the last took `took`; whether there are more.
    fn more(&mut self, took: Duration, aim: Duration) -> bool {
        if took >= aim / 2 {
            return false;
        }
        self.times((aim.as_secs_f64() / took.as_secs_f64().max(1e-9)).clamp(2.0, 64.0))
    }

    /// So many times the rounds, or as many as there may be; whether there are more.
    fn times(&mut self, factor: f64) -> bool {
        let most = (MOST_MOVES / self.round.visited).min(u64::from(u32::MAX) / self.starts.len() as u64).max(1);
        let before = self.rounds;
        self.rounds = ((f64::from(before) * factor) as u64).min(most).max(before.into()) as u32;
        self.rounds > before
    }
}

/// Where knights walk.
enum Place<'a> {
    Cpu(&'a ThreadPool, CpuBatch),
    #[cfg(feature = "gpu")]
    Gpu(&'a courser_gpu::Device, &'a BatchKernels<'a>, Box<GpuBatch<'a>>),
}

/// Knights in a place.
pub(super) struct BatchIn<'a> {
    knights: Knights,
    place: Place<'a>,
}

impl<'a> BatchIn<'a> {
    pub(super) fn cpu(board: &Board, pool: &'a ThreadPool) -> Result<Self, BenchError> {
        let knights = Knights::new(board)?;
        let batch = CpuBatch::new(knights.plan()?);
        Ok(Self { knights, place: Place::Cpu(pool, batch) })
    }

    #[cfg(feature = "gpu")]
    pub(super) fn gpu(
        board: &Board,
        device: &'a courser_gpu::Device,
        kernels: &'a BatchKernels<'a>,
    ) -> Result<Self, BenchError> {
        let knights = Knights::new(board)?;
        let batch = GpuBatch::new(kernels, knights.plan()?)?;
        Ok(Self { knights, place: Place::Gpu(device, kernels, Box::new(batch)) })
    }
}

impl BatchIn<'_> {
    /// What the fastest of some runs takes, with as many knights as there are now.
    fn fastest_of_these(&mut self) -> Result<Duration, BenchError> {
        let plan = self.knights.plan()?;
        match &mut self.place {
            Place::Cpu(_, batch) => *batch = CpuBatch::new(plan),
            #[cfg(feature = "gpu")]
            Place::Gpu(_, kernels, batch) => **batch = GpuBatch::new(kernels, plan)?,
        }
        self.fastest()
    }

    /// As many knights as a graphics card needs to be as fast as it can: few leave most of its lanes without work.
    #[cfg(feature = "gpu")]
    fn fill(&mut self, mut took: Duration) -> Result<(), BenchError> {
        let is_card = matches!(&self.place, Place::Gpu(device, ..) if device.adapter().kind().is_real());
        while is_card && took < LONGEST {
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
        #[cfg(feature = "gpu")]
        self.fill(took)?;
        Ok(())
    }

    /// What comes back is one tally: on a GPU its read-back is a part of compute.
    fn once(&mut self, times: &mut Times) -> Result<(), BenchError> {
        let tallies = timed(&mut times.compute, || match &mut self.place {
            Place::Cpu(pool, batch) => pool.install(|| batch.tallies(&mut |_| {})),
            #[cfg(feature = "gpu")]
            Place::Gpu(.., batch) => batch.tallies(&mut |_| {}),
        });
        self.knights.last = tallies?[0];
        Ok(())
    }

    fn check(&mut self) -> Result<(), BenchError> {
        self.knights.check()
    }

    #[cfg(feature = "gpu")]
    fn on_gpu(&mut self) -> Result<Option<Duration>, BenchError> {
        let Place::Gpu(device, _, batch) = &mut self.place else { return Ok(None) };
        let metered = device.metered(|| batch.tallies(&mut |_| {}));
        let (tallies, spent) = metered.map_err(courser_engine::EngineError::from)?;
        tallies?;
        Ok(spent)
    }
}
