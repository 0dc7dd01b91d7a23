//! The options of the search, and its result.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use courser_board::words::bytes;
use courser_board::{ErrorClass, MoveOrder, Tour};

use crate::existence::Reason;

/// Maximum number of squares of a board for the search.
pub const MAX_SQUARES: u64 = 1 << 29;

/// Memory of the search in bytes per square, including restarts.
const BYTES: u64 = 256;

/// Memory of the search in bytes per additional slot. The first 8 slots of a square are included in [`BYTES`]. The
/// memory of a slot contains an edge, the reverse edge, and the entries on the trails of two runs.
const SLOT: u64 = 16;

/// The options of a search, and its limits.
#[derive(Clone, Copy, Default)]
pub struct SearchOptions<'a> {
    /// The order in which the search tries moves to squares of equal rank.
    pub order: MoveOrder,
    /// Seed of the random choices after a restart. For a graph that is not a board, the seed also determines the order
    /// of the edges.
    pub seed: u64,
    /// Time limit of the search, or `None` for no limit.
    pub limit: Option<Duration>,
    /// Maximum memory of the search in bytes, or `None` for no limit. The required memory is estimated before the
    /// search begins.
    pub memory: Option<u64>,
    /// A flag that another thread sets to stop the search.
    pub stop: Option<&'a AtomicBool>,
    /// Callback called from time to time with two values: the number of nodes so far, and the maximum number of
    /// simultaneously fixed moves so far. [`SearchResult::Stopped`] describes both values. A tour has about one move
    /// per square.
    pub progress: Option<&'a dyn Fn(u64, u64)>,
}

impl SearchOptions<'_> {
    /// Checks that the memory of a search stays within [`SearchOptions::memory`], and that the squares can be numbered.
    /// [`BYTES`] includes 8 slots per square. `wide` is the number of further slots per square.
    ///
    /// # Errors
    /// [`SearchError`] if the memory does not suffice or there are too many squares.
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

    pub(crate) fn stop_now(&self, began: Instant) -> Option<StopReason> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(StopReason::Asked);
        }
        let late = self.limit.is_some_and(|limit| began.elapsed() >= limit);
        late.then_some(StopReason::Limit)
    }
}

/// The result of a search. For a board, the result is a tour, or the reason why the tour does not exist. For any other
/// graph, the result is a path, or a text with the reason why the path does not exist. For a count of the solutions of
/// a puzzle, the result is the number of solutions, or the reason why no solution exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult<T = Tour, R = Reason> {
    /// The requested tour.
    Tour(T),
    /// The tour does not exist. Contains the reason.
    None(R),
    /// The search ended before the answer was found.
    Stopped {
        /// The reason why the search ended.
        why: StopReason,
        /// Number of nodes of the search tree. Each node is a decision.
        nodes: u64,
        /// Maximum number of simultaneously fixed moves. A move is fixed if the search has decided or deduced that the
        /// tour contains it.
        deepest: u64,
    },
}

impl<T, R> SearchResult<T, R> {
    /// Returns the tour, or `None` if none was found.
    pub fn tour(self) -> Option<T> {
        if let Self::Tour(tour) = self { Some(tour) } else { None }
    }

    /// Converts the result of a search. If the search found a tour, this function applies `tour` to it. If no tour
    /// exists, this function applies `reason` to the reason.
    pub(super) fn map<U, V>(self, tour: impl FnOnce(T) -> U, reason: impl FnOnce(R) -> V) -> SearchResult<U, V> {
        match self {
            Self::Tour(found) => SearchResult::Tour(tour(found)),
            Self::None(because) => SearchResult::None(reason(because)),
            Self::Stopped { why, nodes, deepest } => SearchResult::Stopped { why, nodes, deepest },
        }
    }
}

/// The reasons why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The search reached the time limit [`SearchOptions::limit`].
    Limit,
    /// The flag [`SearchOptions::stop`] was set.
    Asked,
}

/// The reasons why a search cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The search needs more memory than is available.
    #[error(
        "a search of {squares} squares needs about {} of memory, and {} are available",
        bytes(*.needed as f64),
        bytes(*.available as f64)
    )]
    Memory {
        /// Number of squares of the board that are not holes.
        squares: u64,
        /// Estimated memory of the search, in bytes.
        needed: u64,
        /// Available memory in bytes.
        available: u64,
    },
    /// A vertex has too many edges for the search.
    #[error("vertex {vertex} has {degree} edges, and a search takes at most {max}")]
    Degree {
        /// Name of the vertex.
        vertex: String,
        /// Number of edges of the vertex. In a directed graph, the number of edges in one direction.
        degree: usize,
        /// Maximum number of edges.
        max: usize,
    },
    /// Both ends of a path are the same vertex.
    #[error("a tour does not end where it starts, and both ends are the same vertex")]
    SameEnds,
    /// The board has too many squares for the search. Contains the number of squares of the board that are not holes.
    #[error("a board of {0} squares is too large to search: at most {MAX_SQUARES}")]
    TooLarge(u64),
}

impl SearchError {
    /// Returns the class of the error, which is always [`ErrorClass::Input`].
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
