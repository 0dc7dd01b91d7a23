//! Why factor and merge has no tour to return.

/// Why [`tour`](super::tour) returns no tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The tour does not exist: the board does not even have a cover by cycles.
    #[error("no set of paths and cycles of moves covers the board as this tour would")]
    Impossible,
    /// No tour was found in the given number of rounds.
    #[error("no tour was found in the given rounds")]
    GaveUp,
    /// The caller ended the work through its hook.
    #[error("the search for a tour was stopped")]
    Stopped,
}
