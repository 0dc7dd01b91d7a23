//! The reasons why the method *factor and merge* returns no tour.

/// The reasons why [`tour`](super::tour) returns no tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FactorFailure {
    /// The board has no cover by cycles, so the tour does not exist.
    #[error("no set of paths and cycles of moves covers the board as this tour would")]
    Impossible,
    /// No tour was found in the given number of rounds.
    #[error("no tour was found in the given rounds")]
    GaveUp,
    /// The callback stopped the search.
    #[error("the search for a tour was stopped")]
    Stopped,
}
