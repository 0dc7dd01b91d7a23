//! The engines: each makes tours its own way on its own device, and times the parts of it.

mod batch;
mod cycle;
mod mosaic;
mod warnsdorff;

use std::time::{Duration, Instant};

use courser_board::{Board, Square};
use courser_engine::survey::Starts;
use courser_solve::warnsdorff::{Rule, run};

use crate::places::Place;
use crate::{BenchError, Method};

/// The parts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Times {
    /// What comes before: memory, plans, a state on the card.
    pub(crate) upload: Duration,
    /// The work.
    pub(crate) compute: Duration,
    /// Bringing the answer to the host.
    pub(crate) read_back: Duration,
}

/// One way of making tours on one device and board.
pub(crate) trait Engine {
    /// Squares visited in one repetition.
    fn visits(&self) -> u64;

    /// Squares of one tour.
    fn tour(&self) -> u64;

    /// Makes as much of one repetition as a run of this length asks for, where the engine has a choice.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails.
    fn fit(&mut self, run: Duration) -> Result<(), BenchError> {
        let _ = run;
        Ok(())
    }

    /// Runs so many times, and tells what they took together.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails.
    fn run(&mut self, repeat: u32) -> Result<Times, BenchError>;

    /// The compute of one repetition, the fastest of three: one alone may have been held up, and the first runs find a
    /// card's pace.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails.
    fn fastest(&mut self) -> Result<Duration, BenchError> {
        let mut fastest = Duration::MAX;
        for _ in 0..3 {
            fastest = fastest.min(self.run(1)?.compute);
        }
        Ok(fastest)
    }

    /// Judges the last answer.
    ///
    /// # Errors
    /// [`BenchError::Wrong`] or [`BenchError::Differs`] if it is wrong.
    fn check(&mut self) -> Result<(), BenchError>;

    /// Runs once more, by the card's own clock: compute, if there is such a clock.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails.
    fn on_card(&mut self) -> Result<Option<Duration>, BenchError> {
        Ok(None)
    }
}

/// The engine of a method in a place, if the method runs there.
pub(crate) fn engine<'a, 'device>(
    method: Method,
    board: &Board,
    place: &'a Place<'device>,
) -> Result<Option<Box<dyn Engine + 'a>>, BenchError> {
    Ok(match (method, place) {
        // One knight is one thread's work.
        (Method::Cycle(_) | Method::Warnsdorff, Place::Cpu(pool)) if pool.current_num_threads() > 1 => None,
        (Method::Cycle(schedule), Place::Cpu(_)) => Some(Box::new(cycle::CycleOn::cpu(board, schedule)?)),
        (Method::Warnsdorff, Place::Cpu(_)) => Some(Box::new(warnsdorff::Warnsdorff::new(board)?)),
        (Method::Batch, Place::Cpu(pool)) => Some(Box::new(batch::BatchOn::cpu(board, pool)?)),
        (Method::Mosaic, Place::Cpu(pool)) => Some(Box::new(mosaic::MosaicOn::cpu(board, pool)?)),
        #[cfg(feature = "gpu")]
        (Method::Cycle(schedule), Place::Card { device, .. }) => {
            Some(Box::new(cycle::CycleOn::card(board, schedule, device)?))
        }
        #[cfg(feature = "gpu")]
        (Method::Warnsdorff, Place::Card { .. }) => None,
        #[cfg(feature = "gpu")]
        (Method::Batch, Place::Card { device, batch, .. }) => {
            Some(Box::new(batch::BatchOn::card(board, device, batch)?))
        }
        #[cfg(feature = "gpu")]
        (Method::Mosaic, Place::Card { device, mosaic, .. }) => {
            Some(Box::new(mosaic::MosaicOn::card(board, Place::passes(device, mosaic)?)?))
        }
        #[cfg(not(feature = "gpu"))]
        (_, Place::Nowhere(never, _)) => match *never {},
    })
}

/// A square from which Warnsdorff's rule tours the board, or of some tried the one from which it comes farthest.
fn good_start(board: &Board) -> Result<Square, BenchError> {
    let mut best = (0, Square::new(0, 0));
    for &start in &*Starts::Spread(24).of(board)? {
        let visited = run(board, start, Rule::Warnsdorff, courser_board::MoveOrder::SLIDES, 0)?.order.len();
        if visited > best.0 {
            best = (visited, start);
        }
        if visited as u64 == board.playable() {
            break;
        }
    }
    Ok(best.1)
}

/// How long `work` takes, with what it returns.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = std::hint::black_box(work());
    (result, begun.elapsed())
}
