//! The progress of the work, and where it was when it ended early.

use std::time::Duration;

use courser_solve::search::StopReason;

/// The progress of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Squares visited or numbered, and squares in all.
    Squares(u64, u64),
    /// Knights that have walked, and knights in all.
    Knights(u64, u64),
    /// Number of decisions of the search, and the largest number of moves of the tour known at the same time.
    Choices(u64, u64),
    /// Number of undone steps, and of visited squares.
    TakenBack(u64, u64),
    /// Squares that paths and cycles cover, of all.
    Covering(u64, u64),
    /// Passes of melting that are done, of all.
    Melting(u32, u32),
    /// Cycles that are left to be joined.
    Joining(u32),
    /// The one cycle gets its numbers.
    Numbering,
    /// This part of the work is over.
    Done,
}

/// The state of stopped work, and the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The cause.
    pub why: StopReason,
    /// The progress of the work.
    pub at: Progress,
    /// The requested time limit.
    pub limit: Option<Duration>,
}
