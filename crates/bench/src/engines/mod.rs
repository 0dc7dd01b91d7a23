//! The engines: each makes tours its own way on its own device, and times the parts of it.

mod asked;
mod batch;
mod cycle;
mod grown;
mod mosaic;
mod one;

use std::time::{Duration, Instant};

pub use asked::Answers;

use courser_board::{Board, MoveOrder, Square, TourSpec};
use courser_engine::survey::Starts;
use courser_solve::warnsdorff::{Rule, run};

use crate::places::Place;
use crate::{BenchError, Method};

/// The parts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Times {
    /// Preparation: memory, plans, a state on the GPU.
    pub(crate) upload: Duration,
    /// The work.
    pub(crate) compute: Duration,
    /// Bringing the answer to the host.
    pub(crate) read_back: Duration,
}

/// One way of making tours on one device and board.
pub(crate) trait Engine {
    /// The board that is toured.
    fn board(&self) -> &Board;

    /// Squares visited in one repetition.
    fn visits(&self) -> u64 {
        self.tour()
    }

    /// Squares of one tour.
    fn tour(&self) -> u64 {
        self.board().playable()
    }

    /// Makes as much of one repetition as a run of this length asks for, where the engine has a choice.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails.
    fn fit(&mut self, run: Duration) -> Result<(), BenchError> {
        let _ = run;
        Ok(())
    }

    /// Runs once, and adds what the parts of it took.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails.
    fn once(&mut self, times: &mut Times) -> Result<(), BenchError>;

    /// Runs `repeat` times, and returns the sum of their times.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails.
    fn run(&mut self, repeat: u32) -> Result<Times, BenchError> {
        let mut times = Times::default();
        for _ in 0..repeat {
            self.once(&mut times)?;
        }
        Ok(times)
    }

    /// The compute of one repetition, the fastest of three: one alone may have been held up, and the first runs find a
    /// GPU's pace.
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

    /// The times of the steps of the last repetition; empty for methods without steps.
    fn steps(&self) -> Vec<(&'static str, Duration)> {
        Vec::new()
    }

    /// Runs once more, by the GPU's own clock: compute, if there is such a clock.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails.
    fn on_gpu(&mut self) -> Result<Option<Duration>, BenchError> {
        Ok(None)
    }
}

/// Returns `true` if a method runs in a place, and tours the board there in bearable time.
pub(crate) fn runs_on(method: Method, board: &Board, place: &Place) -> bool {
    // Work that threads can share can be shared by a GPU's lanes.
    let is_shared = matches!(method, Method::Batch | Method::Mosaic | Method::Grown | Method::Auto);
    let suits = match place.threads() {
        Some(threads) => threads == 1 || is_shared || method == Method::Relay,
        None => is_shared || matches!(method, Method::Cycle(_)),
    };
    suits && method.takes(board)
}

/// The engine of a method in a place on which it [runs](runs_on).
pub(crate) fn engine<'a>(
    method: Method,
    board: &Board,
    place: &'a Place,
    answers: Answers<'a>,
) -> Result<Box<dyn Engine + 'a>, BenchError> {
    Ok(match method {
        Method::Cycle(schedule) => Box::new(cycle::CycleIn::new(board, schedule, place)?),
        Method::DepthFirst => Box::new(one::OneTour::depth_first(board)),
        Method::Search => Box::new(one::OneTour::search(board)),
        Method::Warnsdorff => Box::new(one::OneTour::warnsdorff(board)?),
        Method::Batch => Box::new(batch::BatchIn::new(board, place)?),
        Method::Regions => Box::new(one::OneTour::regions(board)?),
        Method::Factor => Box::new(one::OneTour::factor(board)),
        Method::Mosaic => Box::new(mosaic::MosaicIn::new(board, place, false)),
        Method::Relay => Box::new(mosaic::MosaicIn::new(board, place, true)),
        Method::Grown => Box::new(grown::GrownIn::new(board, place)),
        Method::Auto => Box::new(asked::Asked::new(board, place, answers)),
    })
}

/// The tour that is built on a board: closed where the number of squares allows it.
fn closed_if_even(board: &Board) -> TourSpec {
    if board.playable().is_multiple_of(2) { TourSpec::closed(board) } else { TourSpec::open(board) }
}

/// Squares from which Warnsdorff's rule is tried.
const STARTS: u32 = 24;

/// A square from which Warnsdorff's rule tours the board.
///
/// # Errors
/// [`BenchError::NoTour`] if there is none among those tried.
fn good_start(board: &Board) -> Result<Square, BenchError> {
    let mut farthest = 0;
    for &start in &*Starts::Spread(STARTS).of(board)? {
        let visited = run(board, start, Rule::Warnsdorff, MoveOrder::SLIDES, 0)?.order.len() as u64;
        if visited == board.playable() {
            return Ok(start);
        }
        farthest = farthest.max(visited);
    }
    Err(BenchError::NoTour(format!(
        "Warnsdorff's rule gets stuck from every start that was tried, at best after {farthest} of {} squares",
        board.playable()
    )))
}

/// Runs `work` and adds its time to `total`.
fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = std::hint::black_box(work());
    *total += begun.elapsed();
    result
}
