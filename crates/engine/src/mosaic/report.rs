//! How long a run took, and by which clock.

use std::time::Duration;

/// Whose clock measured the parts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The GPU's: what it did, without the waiting in between. The parts may overlap with what the host does.
    Gpu,
    /// The host's, which waited for every part: the GPU has no clock, and the run is slower for it.
    Host,
}

/// How long a run took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Squares numbered and checked; of a part of a board, those checked.
    pub squares: u64,
    /// Bands that the board was cut into.
    pub bands: u64,
    /// Numbering the squares, and making states if they were asked for.
    pub compute: Duration,
    /// Checking them.
    pub check: Duration,
    /// Copying the result to where the host can read it; zero if nothing was read back.
    pub read_back: Duration,
    /// From the first submission to the last answer, with all that the host did meanwhile.
    pub wall: Duration,
    /// Whose clock measured compute, check and read-back.
    pub clock: Clock,
}

impl Report {
    /// Squares a second, if a part took this long.
    pub fn rate(&self, part: Duration) -> f64 {
        self.squares as f64 / part.as_secs_f64()
    }
}
