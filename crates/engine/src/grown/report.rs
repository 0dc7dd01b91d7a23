//! The progress and the report of the growth of a tour.

use web_time::Duration;

use super::pass::{Pass, Step};

/// The progress of the growth of a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Melting: passes done and total.
    Melting(u32, u32),
    /// Joining: cycles left, and shakes so far.
    Joining(u32, u32),
    /// One cycle is left, and gets its numbers.
    Numbering,
}

/// The report of the growth of a tour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The time of each pass, over all its runs, in the order of [`Pass::ALL`].
    pub passes: [Duration; Pass::ALL.len()],
    /// The time of the proof and of the read-back of the numbers.
    pub proof: Duration,
    /// For each melting the cycles after it, and those left after each round that joined some.
    pub cycles: Vec<Vec<u32>>,
    /// Bytes of memory that the state takes on its device.
    pub bytes: u64,
}

impl Report {
    /// The number of shakes: the squares around the cycles that were left were melted again.
    pub fn shakes(&self) -> u32 {
        self.cycles.len().saturating_sub(1) as u32
    }

    /// The time of a step.
    pub fn step(&self, step: Step) -> Duration {
        Pass::ALL.into_iter().zip(self.passes).filter(|(pass, _)| pass.step() == step).map(|(_, time)| time).sum()
    }

    /// Rounds of joining.
    pub fn rounds(&self) -> u32 {
        self.cycles.iter().map(|left| left.len() as u32 - 1).sum()
    }
}
