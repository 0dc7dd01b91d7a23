//! What a count reports on its way, and how it is stopped.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::CountError;

/// How to count: limits, checkpoints, and who is called while it goes on.
#[derive(Clone, Default)]
pub struct CountOptions<'a> {
    /// Raised by another thread to stop the count.
    pub stop: Option<&'a AtomicBool>,
    /// Called with the progress of the count now and then.
    pub progress: Option<&'a (dyn Fn(CountProgress) + Sync)>,
    /// The most bytes of memory that the count may take; `None` for no limit.
    pub memory: Option<u64>,
    /// Where to keep a layer, so that a count that was stopped can be continued.
    pub checkpoint: Option<Checkpoint>,
    /// The version of the program; a checkpoint is continued by the same version only.
    pub build: &'a str,
}

/// Where layers are kept, and how often.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The folder for the layers, made if it does not exist.
    pub folder: PathBuf,
    /// The least time between two layers that are kept.
    pub every: Duration,
}

/// How far a count has come.
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

/// What a count is doing.
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
    /// The halves of the board are being joined, in parts that have nothing to do with each other.
    Join {
        /// States of the parts that are done.
        at: u64,
        /// States of all parts.
        of: u64,
    },
}

impl CountOptions<'_> {
    /// Whether to go on.
    pub(crate) fn check(&self) -> Result<(), CountError> {
        match self.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => Err(CountError::Stopped),
            _ => Ok(()),
        }
    }

    pub(crate) fn report(&self, progress: CountProgress) {
        if let Some(report) = self.progress {
            report(progress);
        }
    }

    /// Whether there is memory for the next layer, judged by the one at hand.
    pub(crate) fn affords(&self, needed: u64) -> Result<(), CountError> {
        crate::afford(needed as f64, self.memory)
    }
}
