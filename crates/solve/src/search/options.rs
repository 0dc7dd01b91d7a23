//! The options of the search, and its answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use courser_board::{MoveOrder, Tour};

use super::graph::MAX_DEGREE;
use crate::existence::Reason;

/// The most squares that the search keeps a state for.
pub const MAX_SQUARES: u64 = 1 << 29;

/// Bytes that the search takes for each square, its restarts included.
const BYTES: u64 = 256;

/// Bytes that a slot takes beyond that: the edge, its reverse, and entries on the trails of two runs.
const SLOT: u64 = 16;

/// The options of a search, and its limits.
#[derive(Clone, Copy, Default)]
pub struct SearchOptions<'a> {
    /// The order in which moves are tried, among squares of equal rank.
    pub order: MoveOrder,
    /// The seed of the random choices after a restart.
    pub seed: u64,
    /// The longest time that the search may take; `None` for no limit.
    pub limit: Option<Duration>,
    /// The most bytes of memory that the search may take; `None` for no limit. The need is estimated before the
    /// search begins.
    pub memory: Option<u64>,
    /// Raised by another thread to stop the search.
    pub stop: Option<&'a AtomicBool>,
    /// Called now and then with the nodes searched so far and the most moves known at once; a tour has about one per square.
    pub progress: Option<&'a dyn Fn(u64, u64)>,
}

impl SearchOptions<'_> {
    /// Checks that a search keeps to [`SearchOptions::memory`], and that its squares have numbers; `wide` are the slots of
    /// a vertex beyond the 8 of a square.
    pub(super) fn afford(&self, cells: u64, squares: u64, wide: u64) -> Result<(), SearchError> {
        let needed = squares * (BYTES + wide * SLOT);
        if squares > MAX_SQUARES || cells > u64::from(u32::MAX) {
            return Err(SearchError::TooLarge(squares));
        }
        match self.memory {
            Some(available) if needed > available => Err(SearchError::Memory { squares, needed, available }),
            _ => Ok(()),
        }
    }

    pub(super) fn stop_now(&self, began: Instant) -> Option<Why> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(Why::Asked);
        }
        let late = self.limit.is_some_and(|limit| began.elapsed() >= limit);
        late.then_some(Why::Limit)
    }
}

/// The answer of a search: on a board a tour, or the reason why it does not exist; in any other graph a path, or the reason
/// in one clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found<T = Tour, R = Reason> {
    /// A tour as it was asked for.
    Tour(T),
    /// Such a tour does not exist, for this reason.
    None(R),
    /// The search was ended before it knew the answer.
    Stopped {
        /// The reason why the search ended.
        why: Why,
        /// Nodes of the search tree: decisions that were made.
        nodes: u64,
        /// The most moves of the tour that were known at once.
        deepest: u64,
    },
}

impl<T, R> Found<T, R> {
    /// The tour, if one was found.
    pub fn tour(self) -> Option<T> {
        if let Self::Tour(tour) = self { Some(tour) } else { None }
    }

    /// The same answer, with the tour and the reason in other words.
    pub(super) fn map<U, V>(self, tour: impl FnOnce(T) -> U, reason: impl FnOnce(R) -> V) -> Found<U, V> {
        match self {
            Self::Tour(found) => Found::Tour(tour(found)),
            Self::None(because) => Found::None(reason(because)),
            Self::Stopped { why, nodes, deepest } => Found::Stopped { why, nodes, deepest },
        }
    }
}

/// The reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// [`SearchOptions::limit`] has passed.
    Limit,
    /// [`SearchOptions::stop`] was raised.
    Asked,
}

/// Why a search cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// More memory than there is.
    #[error(
        "a search of {squares} squares takes about {} MiB of memory, and {} MiB are available",
        .needed >> 20,
        .available >> 20
    )]
    Memory {
        /// Squares of the board that are not holes.
        squares: u64,
        /// Bytes that the search is estimated to take.
        needed: u64,
        /// Bytes that it may take.
        available: u64,
    },
    /// A vertex has more edges than the search has slots for.
    #[error("vertex {vertex} has {degree} edges, and a search takes at most {MAX_DEGREE}")]
    Degree {
        /// The name of the vertex.
        vertex: String,
        /// Edges of the vertex.
        degree: usize,
    },
    /// The ends of a path are the same vertex.
    #[error("a path of several vertices does not end where it starts")]
    SameEnds,
    /// The board has more squares than the search has numbers for. Holds the number of squares of the board that are not holes.
    #[error("a board of {0} squares is too large to search: at most {MAX_SQUARES}")]
    TooLarge(u64),
}

impl SearchError {
    /// Returns the cure of the error in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Memory { .. } | Self::TooLarge { .. } => {
                "use a smaller board, or the mosaic for a knight's rectangle".into()
            }
            Self::Degree { vertex, .. } => {
                format!("leave out edges of {vertex}: a path that is found without them is one of the whole graph")
            }
            Self::SameEnds => "choose another end, or leave it out".into(),
        }
    }
}
