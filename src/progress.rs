//! The progress of the work, and where it was when it ended early.

use std::time::Duration;

use courser_solve::search::Why;

/// The progress of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Squares visited or numbered, and squares in all.
    Squares(u64, u64),
    /// Knights that have walked, and knights in all.
    Knights(u64, u64),
    /// Decisions that the search has made, and the most moves of the tour that were known at once.
    Choices(u64, u64),
    /// Steps that were taken back, and the squares that are visited.
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

/// The state of work that was ended, and the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The cause.
    pub why: Why,
    /// The progress of the work.
    pub at: Progress,
    /// The time limit that was asked for.
    pub limit: Option<Duration>,
}
