//! Why factor and merge has no tour to return.

/// Why there is no tour to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// There is none: not even a cover by cycles.
    #[error("no set of paths and cycles of moves covers the board as this tour would")]
    Impossible,
    /// None was found in the given rounds.
    #[error("no tour was found in the given rounds")]
    GaveUp,
    /// It was told to stop.
    #[error("the search for a tour was stopped")]
    Stopped,
}
