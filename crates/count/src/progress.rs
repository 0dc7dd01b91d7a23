//! Options, progress and forecasts of a count.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::CountError;

/// Options of a count: limits, the location of its layers, and a callback for progress.
#[derive(Clone, Default)]
pub struct CountOptions<'a> {
    /// Flag that another thread sets to stop the count.
    pub stop: Option<&'a AtomicBool>,
    /// Callback that receives the progress of the count at intervals.
    pub progress: Option<&'a (dyn Fn(CountProgress) + Sync)>,
    /// Maximum memory of the count in bytes, or `None` for no limit.
    pub memory: Option<u64>,
    /// The folder for layers, or `None` to keep layers in memory.
    pub disk: Option<Disk>,
    /// Version of the program. Files can be read only by the version that wrote them.
    pub build: &'a str,
}

/// The folder for layers.
#[derive(Clone, Debug)]
pub struct Disk {
    /// Path of the folder. The folder is created if it does not exist.
    pub folder: PathBuf,
    /// Free disk space for layers, in bytes.
    pub room: u64,
    /// True if all layers are stored in the folder, so that an interrupted count can be resumed. If the value is false,
    /// the layers of a shard are in memory, and only the last layer of each half of the board is written, so that other
    /// shards can read it.
    pub all: bool,
}

/// The progress of a count.
#[derive(Clone, Copy, Debug)]
pub struct CountProgress {
    /// Current stage of the count.
    pub stage: CountStage,
    /// Number of states in the current layer.
    pub states: u64,
    /// Largest number of states in a layer so far.
    pub peak: u64,
    /// Size of the current layer in bytes.
    pub bytes: u64,
    /// Estimated fraction of the work that is done, from 0 to 1.
    pub done: f64,
}

impl CountProgress {
    /// Converts the progress of one part to the progress of the whole. The whole consists of equal parts: `of` is their
    /// number, and `at` is the index of this part.
    pub(crate) fn of_part(self, [at, of]: [usize; 2]) -> Self {
        Self { done: (at as f64 + self.done) / of as f64, ..self }
    }
}

/// A forecast of the remaining time of a count, based on the progress of the count.
///
/// ```
/// use std::time::Duration;
/// use courser_count::{CountProgress, Forecast, CountStage};
///
/// let mut forecast = Forecast::default();
/// let mut after = |seconds, done| {
///     let stage = CountStage::Layer { at: 0, of: 1 };
///     let progress = CountProgress { stage, states: 0, peak: 0, bytes: 0, done };
///     forecast.left(Duration::from_secs(seconds), &progress)
/// };
/// assert_eq!(after(0, 0.0), None);
/// // No forecast is made in the first tenth.
/// assert_eq!(after(40, 0.0625), None);
/// // Two sixteenths took 25 s, and thirteen sixteenths are left.
/// assert_eq!(after(65, 0.1875), Some(Duration::from_secs_f64(162.5)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    /// Elapsed times, each with the finished fraction at that time. The fractions are at least a twentieth apart.
    marks: Vec<(Duration, f64)>,
}

impl Forecast {
    /// Minimum fraction of the work that must be finished before a forecast is made.
    const KNOWN: f64 = 0.1;

    /// Minimum number of layers of a long board. All layers of a long board are similar.
    const LONG: usize = 500;

    /// Number of layers after which a forecast is made for a long board.
    const ALIKE: usize = 60;

    /// Returns the estimated remaining time of a count, or `None` if it is too early for an estimate. `elapsed` is the
    /// time since the beginning of the count.
    ///
    /// The remaining work is assumed to proceed at the pace of the second half of the finished work, since the first
    /// steps also build tables and start threads.
    pub fn left(&mut self, elapsed: Duration, progress: &CountProgress) -> Option<Duration> {
        let done = progress.done;
        // If a count starts again with a larger number type, the pace of the count changes. Therefore the earlier marks
        // are removed.
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
            CountStage::Layer { at, of } if of >= Self::LONG => at >= Self::ALIKE && gained > 0.0,
            _ => gained >= Self::KNOWN,
        };
        let pace = elapsed.saturating_sub(since).as_secs_f64() / (done - share);
        is_known.then(|| Duration::try_from_secs_f64(pace * (1.0 - done)).ok())?
    }
}

/// The stage of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountStage {
    /// The next layer is being computed. This step of the count decides which moves of a square are used.
    Layer {
        /// Number of finished layers.
        at: usize,
        /// Total number of layers.
        of: usize,
    },
    /// Another shard is computing the halves of the board.
    Waiting,
    /// The halves of the board are being joined. The work is divided into independent classes.
    Join {
        /// Number of states in the finished classes.
        at: u64,
        /// Number of states in all classes.
        of: u64,
    },
}

impl CountOptions<'_> {
    /// Returns an error if the count has been stopped.
    pub(crate) fn check(&self) -> Result<(), CountError> {
        match self.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => Err(CountError::Stopped),
            _ => Ok(()),
        }
    }

    /// Reports that another shard is computing the halves.
    pub(crate) fn wait(&self) {
        self.report(CountProgress { stage: CountStage::Waiting, states: 0, peak: 0, bytes: 0, done: 0.0 });
    }

    pub(crate) fn report(&self, progress: CountProgress) {
        if let Some(report) = self.progress {
            report(progress);
        }
    }

    /// Calls `count` for one of several equal parts. The options passed to `count` convert the progress of the part to
    /// the progress of the whole.
    pub(crate) fn part<T>(&self, part: [usize; 2], count: impl FnOnce(&CountOptions<'_>) -> T) -> T {
        let progress = |progress: CountProgress| self.report(progress.of_part(part));
        count(&CountOptions { progress: Some(&progress), ..self.clone() })
    }

    /// Returns an error if `needed` bytes exceed the memory limit.
    pub(crate) fn affords(&self, needed: f64) -> Result<(), CountError> {
        crate::afford(needed, self.memory)
    }
}
