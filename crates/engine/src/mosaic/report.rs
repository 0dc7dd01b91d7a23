//! The report of a run of the mosaic.

use std::time::Duration;

use courser_solve::relay::Tries;

/// The amount of work in a run of the mosaic, and the time of each part of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MosaicReport {
    /// Number of squares whose visit numbers were checked. In a run over a part of a board, some computed squares are
    /// not checked. These squares are not counted.
    pub squares: u64,
    /// Number of bands into which the board was divided.
    pub bands: u64,
    /// Time for computing the visit numbers.
    pub compute: Duration,
    /// Time for checking the visit numbers.
    pub check: Duration,
    /// Time for copying the result to a buffer that the host can read; zero if nothing was read back.
    pub read_back: Duration,
    /// Time from the first submission to the last result, including all work of the host in between.
    pub wall: Duration,
    /// True if `compute`, `check` and `read_back` are measured by the GPU's clock. These times do not include waiting,
    /// and can overlap with work of the host. If false, the times are measured by the host's clock. Such a run is
    /// slower, since the host waits for every part.
    pub by_gpu: bool,
    /// Tries of a relay's knights; `None` if the tour is not a relay.
    pub tries: Option<Tries>,
}

impl MosaicReport {
    /// Returns the number of squares per second for a part of the run. `part` is the duration of this part.
    pub fn rate(&self, part: Duration) -> f64 {
        self.squares as f64 / part.as_secs_f64()
    }
}
