//! How far a tour has grown, and what it took.

use web_time::Duration;

use super::pass::{Pass, Step};

/// How far a tour has grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many of so many passes of melting are done.
    Melting(u32, u32),
    /// So many cycles are left, after so many shakes.
    Joining(u32, u32),
    /// One cycle is left, and gets its numbers.
    Numbering,
}

/// How a tour has grown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How long each pass took, all times that it came, in the order of [`Pass::ALL`].
    pub passes: [Duration; Pass::ALL.len()],
    /// How long the proof took, and the numbers on their way to the host.
    pub proof: Duration,
    /// For each labelling, how many cycles were left after it and after each round that joined some.
    pub cycles: Vec<Vec<u32>>,
    /// Bytes of memory that the state takes, on whichever device.
    pub bytes: u64,
}

impl Report {
    /// How often the squares around what was left over were melted again.
    pub fn shakes(&self) -> u32 {
        self.cycles.len().saturating_sub(1) as u32
    }

    /// How long a step took.
    pub fn step(&self, step: Step) -> Duration {
        Pass::ALL.into_iter().zip(self.passes).filter(|(pass, _)| pass.step() == step).map(|(_, time)| time).sum()
    }

    /// Rounds of joining.
    pub fn rounds(&self) -> u32 {
        self.cycles.iter().map(|left| left.len() as u32 - 1).sum()
    }
}
