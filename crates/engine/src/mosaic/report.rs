//! The times of a run.

use std::time::Duration;

use courser_solve::relay::Tries;

/// The work of a run of the mosaic, and the time of each part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MosaicReport {
    /// Squares numbered and checked; of a part of a board, those checked.
    pub squares: u64,
    /// Bands that the board was cut into.
    pub bands: u64,
    /// Time of numbering the squares.
    pub compute: Duration,
    /// Time of checking the numbers.
    pub check: Duration,
    /// Time of copying the result to where the host can read it; zero if nothing was read back.
    pub read_back: Duration,
    /// Time from the first submission to the last answer, with all that the host did meanwhile.
    pub wall: Duration,
    /// `true` if `compute`, `check` and `read_back` are measured by the GPU's clock: times of the GPU without waiting,
    /// which may overlap with work of the host. `false` if they are measured by the host's clock: a run on a GPU
    /// without a clock is slower, since the host waits for every part.
    pub by_gpu: bool,
    /// Tries of the knights, of a relay.
    pub tries: Option<Tries>,
}

impl MosaicReport {
    /// Returns the squares per second, for this time of a part of the run.
    pub fn rate(&self, part: Duration) -> f64 {
        self.squares as f64 / part.as_secs_f64()
    }
}
