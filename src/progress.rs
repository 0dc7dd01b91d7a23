//! Types for the progress of the work and for stopped work.

use std::time::Duration;

use courser_solve::search::StopReason;

/// The progress of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Number of squares visited or numbered, and total number of squares.
    Squares(u64, u64),
    /// Number of knights that have finished walking, and total number of knights.
    Knights(u64, u64),
    /// Number of decisions of the search, and maximum number of simultaneously fixed moves. For a symmetric tour:
    /// number of finished searches, and 0.
    Choices(u64, u64),
    /// Number of visits undone by backtracking, and number of currently visited squares.
    TakenBack(u64, u64),
    /// Number of squares covered by paths and cycles, and total number of squares.
    Covering(u64, u64),
    /// Number of completed melting passes, and total number of melting passes.
    Melting(u32, u32),
    /// Number of cycles that remain to be joined.
    Joining(u32),
    /// The only remaining cycle gets its visit numbers.
    Numbering,
    /// This stage of the work is finished.
    Done,
}

/// Data about stopped work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The reason for stopping.
    pub why: StopReason,
    /// The progress at the time of stopping.
    pub at: Progress,
    /// The requested time limit.
    pub limit: Option<Duration>,
}
