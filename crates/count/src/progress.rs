//! Options, progress and forecasts of a count.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::CountError;

/// How to count: limits, where layers lie, and who is called while it goes on.
#[derive(Clone, Default)]
pub struct CountOptions<'a> {
    /// Raised by another thread to stop the count.
    pub stop: Option<&'a AtomicBool>,
    /// Called with the progress of the count now and then.
    pub progress: Option<&'a (dyn Fn(CountProgress) + Sync)>,
    /// The most bytes of memory that the count may take; `None` for no limit.
    pub memory: Option<u64>,
    /// The folder for layers; `None` for layers in memory.
    pub disk: Option<Disk>,
    /// The version of the program; its files are read by the same version only.
    pub build: &'a str,
}

/// The folder in which layers lie.
#[derive(Clone, Debug)]
pub struct Disk {
    /// The folder, created if it does not exist.
    pub folder: PathBuf,
    /// Bytes of the folder's disk that layers may take.
    pub room: u64,
    /// Whether all layers lie there, so that a count that was stopped can be continued; of a shard's layers in memory only
    /// the last one of each half is written, for other shards.
    pub all: bool,
}

/// The progress of a count.
#[derive(Clone, Copy, Debug)]
pub struct CountProgress {
    /// The stage that the count is in.
    pub stage: Stage,
    /// States in the present layer.
    pub states: u64,
    /// The most states of a layer so far.
    pub peak: u64,
    /// Bytes that the present layer takes.
    pub bytes: u64,
    /// The share of the work that is done, by estimate, from 0 to 1.
    pub done: f64,
}

impl CountProgress {
    /// The progress of a part of the work, by its place among parts alike, as that of the whole.
    pub(crate) fn of_part(self, [at, of]: [usize; 2]) -> Self {
        Self { done: (at as f64 + self.done) / of as f64, ..self }
    }
}

/// Forecasts the end of a count from its progress.
///
/// ```
/// use std::time::Duration;
/// use courser_count::{CountProgress, Forecast, Stage};
///
/// let mut forecast = Forecast::default();
/// let mut after = |seconds, done| {
///     let stage = Stage::Layer { at: 0, of: 1 };
///     let progress = CountProgress { stage, states: 0, peak: 0, bytes: 0, done };
///     forecast.left(Duration::from_secs(seconds), &progress)
/// };
/// assert_eq!(after(0, 0.0), None);
/// // The first tenth says nothing yet.
/// assert_eq!(after(40, 0.0625), None);
/// // Since then two sixteenths have taken 25 s, and 13 are left.
/// assert_eq!(after(65, 0.1875), Some(Duration::from_secs_f64(162.5)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    /// Times and shares, the shares growing by a twentieth or more.
    marks: Vec<(Duration, f64)>,
}

impl Forecast {
    /// The share after which there is a forecast.
    const KNOWN: f64 = 0.1;

    /// The number of layers of a long board, on which one layer is like another.
    const LONG: usize = 500;

    /// The number of layers after which there is a forecast on a long board.
    const ALIKE: usize = 60;

    /// The time that the rest of a count takes, which has begun `elapsed` ago; `None` while nothing honest can be said.
    ///
    /// The rest is expected to go on at the pace of the last half of what is done: the first steps also make tables and
    /// start threads.
    pub fn left(&mut self, elapsed: Duration, progress: &CountProgress) -> Option<Duration> {
        let done = progress.done;
        // A count that begins again with larger numbers has another pace.
        if self.marks.last().is_some_and(|&(_, before)| done < before) {
            self.marks.clear();
        }
        let first = self.marks.first().map_or(done, |&(_, share)| share);
        let gained = done - first;
        let base = self.marks.iter().rev().find(|&&(_, share)| share - first <= gained / 2.0).copied();
        if self.marks.last().is_none_or(|&(_, share)| done - share > gained / 20.0) {
            self.marks.push((elapsed, done));
        }
        let (since, share) = base?;
        let is_known = match progress.stage {
            Stage::Layer { at, of } if of >= Self::LONG => at >= Self::ALIKE && gained > 0.0,
            _ => gained >= Self::KNOWN,
        };
        let pace = elapsed.saturating_sub(since).as_secs_f64() / (done - share);
        is_known.then(|| Duration::try_from_secs_f64(pace * (1.0 - done)).ok())?
    }
}

/// The stage of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// A square is being decided.
    Layer {
        /// Layers that are done.
        at: usize,
        /// Layers there are altogether.
        of: usize,
    },
    /// Another shard makes the halves of the board.
    Waiting,
    /// The halves of the board are being joined, in parts that have nothing to do with each other.
    Join {
        /// States of the parts that are done.
        at: u64,
        /// States of all parts.
        of: u64,
    },
}

impl CountOptions<'_> {
    /// Returns an error if the count is stopped.
    pub(crate) fn check(&self) -> Result<(), CountError> {
        match self.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => Err(CountError::Stopped),
            _ => Ok(()),
        }
    }

    /// Reports that another shard makes the halves.
    pub(crate) fn wait(&self) {
        self.report(CountProgress { stage: Stage::Waiting, states: 0, peak: 0, bytes: 0, done: 0.0 });
    }

    pub(crate) fn report(&self, progress: CountProgress) {
        if let Some(report) = self.progress {
            report(progress);
        }
    }

    /// Calls with options by which the progress of a part, by its place among parts alike, is reported as that of the
    /// whole.
    pub(crate) fn part<T>(&self, part: [usize; 2], count: impl FnOnce(&CountOptions<'_>) -> T) -> T {
        let progress = |progress: CountProgress| self.report(progress.of_part(part));
        count(&CountOptions { progress: Some(&progress), ..self.clone() })
    }

    /// Returns an error if this number of bytes does not fit into memory.
    pub(crate) fn affords(&self, needed: f64) -> Result<(), CountError> {
        crate::afford(needed, self.memory)
    }
}
