//! How the search is to be done, and what it answers.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use courser_board::{Board, MoveOrder, Square, Tour};

/// The most squares that the search keeps a state for.
pub const MAX_SQUARES: u64 = 1 << 29;

/// Bytes that the search takes for each square, its restarts included.
const BYTES: u64 = 256;

/// How to search, and how long.
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
    /// Whether a search of this board keeps to [`SearchOptions::memory`], and has numbers enough.
    pub(super) fn afford(&self, board: &Board) -> Result<(), SearchError> {
        let (squares, needed) = (board.playable(), board.playable() * BYTES);
        if squares > MAX_SQUARES || board.cells() > u64::from(u32::MAX) {
            return Err(SearchError::TooLarge { squares });
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

impl fmt::Debug for SearchOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchOptions")
            .field("order", &self.order)
            .field("seed", &self.seed)
            .field("limit", &self.limit)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A tour as it was asked for.
    Tour(Tour),
    /// Proof that the tour does not exist.
    None(Refutation),
    /// The search was ended before it knew the answer.
    Stopped {
        /// What ended the search.
        why: Why,
        /// Nodes of the search tree: decisions that were made.
        nodes: u64,
        /// The most moves of the tour that were known at once.
        deepest: u64,
    },
}

impl Found {
    /// The tour, if one was found.
    pub fn tour(self) -> Option<Tour> {
        match self {
            Self::Tour(tour) => Some(tour),
            _ => None,
        }
    }
}

/// What ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// [`SearchOptions::limit`] has passed.
    Limit,
    /// [`SearchOptions::stop`] was raised.
    Asked,
}

/// Proof that the tour that was asked for does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The argument of the proof.
    pub reason: Argument,
    /// Decisions that were tried and refuted; 0 where none was needed.
    pub nodes: u64,
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Argument::Searched => write!(f, "all {} choices lead nowhere", self.nodes),
            reason => reason.fmt(f),
        }
    }
}

/// The argument of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Argument {
    /// Every move changes the colour (or, for leapers that keep it, something
    /// just as two-fold), so a closed tour has as many squares of one as of the other,
    /// and an open one at most one more.
    Colours {
        /// Squares of the colour that has more.
        more: u64,
        /// Squares of the colour that has fewer.
        fewer: u64,
    },
    /// The given ends are of colours that the ends of a tour cannot have.
    Ends,
    /// The tour is to be closed, and the given ends are not a move apart.
    NoMoveApart,
    /// No way leads from one square to another.
    Apart {
        /// A square of one component.
        one: Square,
        /// A square that cannot be reached from `one`.
        other: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// One or two squares have no closed tour.
    TooFew {
        /// Squares of the board.
        squares: u64,
    },
    /// What every tour must have contradicts itself: squares with two moves need both,
    /// and there may be no way to give every square its two, or only ways that fall apart.
    Forced,
    /// Every choice was tried without success.
    Searched,
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Colours { more, fewer } => {
                write!(f, "every move changes the colour, and there are {more} squares of one and {fewer} of the other")
            }
            Self::Ends => f.write_str("every move changes the colour, and the ends have the wrong ones"),
            Self::NoMoveApart => f.write_str("the ends of a closed tour are a move apart, these are not"),
            Self::Apart { one, other, rows } => {
                write!(f, "no way leads from {} to {}", one.name(rows), other.name(rows))
            }
            Self::TooFew { squares } => {
                write!(f, "a closed tour has at least 3 squares, the board has {squares}")
            }
            Self::Forced => f.write_str("the moves that every tour must have contradict each other"),
            Self::Searched => f.write_str("every choice leads nowhere"),
        }
    }
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
    /// The board has more squares than the search has numbers for.
    #[error("a board of {squares} squares is too large to search: at most {MAX_SQUARES}")]
    TooLarge {
        /// Squares of the board that are not holes.
        squares: u64,
    },
}

impl SearchError {
    /// What to do about the error, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Memory { .. } | Self::TooLarge { .. } => {
                "use a smaller board, or the mosaic for a knight's rectangle".into()
            }
        }
    }
}
