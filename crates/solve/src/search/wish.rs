//! What one may ask of the search, and what it answers.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use courser_board::{Board, BoardError, Kind, MoveOrder, Square, Tour};

/// The most squares that the search keeps a state for.
pub const MAX_SQUARES: u64 = 1 << 29;

/// Bytes that the search takes for each square, its restarts included.
const BYTES: u64 = 256;

/// The tour that is wished for; by default an open one from anywhere to anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Closed: the last square is a move away from the first.
    pub closed: bool,
    /// The first square, if it matters.
    pub start: Option<Square>,
    /// The last square, if it matters.
    pub end: Option<Square>,
}

impl Wish {
    /// An open tour from one square to another.
    pub const fn from_to(start: Square, end: Square) -> Self {
        Self { closed: false, start: Some(start), end: Some(end) }
    }

    /// Whether a tour is what is wished for.
    pub fn is_met_by(&self, tour: &Tour) -> bool {
        let right = |wished: Option<Square>, found| wished.is_none() || wished == found;
        right(self.start, tour.squares().next())
            && right(self.end, tour.squares().next_back())
            && (!self.closed || tour.kind() == Kind::Closed)
    }

    /// The wish with its ends on the board.
    pub(super) fn ends(&self, board: &Board) -> Result<Self, SearchError> {
        if board.playable() > MAX_SQUARES || board.cells() > u64::from(u32::MAX) {
            return Err(SearchError::TooLarge { squares: board.playable() });
        }
        let on = |square: Option<Square>| square.map(|at| board.playable_square(at)).transpose();
        let (start, end) = (on(self.start)?, on(self.end)?);
        if let (Some(square), true) = (start, start == end && board.playable() > 1) {
            return Err(SearchError::SameEnds { square, rows: board.rows() });
        }
        Ok(Self { start, end, ..*self })
    }
}

/// How to search, and how long.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// The order in which moves are tried, among squares of equal rank.
    pub order: MoveOrder,
    /// The seed of the restarts.
    pub seed: u64,
    /// How long at most; without one, until the answer is known.
    pub limit: Option<Duration>,
    /// The memory it may take, in bytes; without it, what it needs. The need is estimated before the search begins.
    pub memory: Option<u64>,
    /// Raised by another thread to stop the search.
    pub stop: Option<&'a AtomicBool>,
    /// Called now and then with the nodes searched so far and the most moves known at once; a tour has about one a square.
    pub progress: Option<&'a dyn Fn(u64, u64)>,
}

impl Options<'_> {
    /// Whether a search of this board keeps to [`Options::memory`].
    pub(super) fn afford(&self, board: &Board) -> Result<(), SearchError> {
        let (squares, needed) = (board.playable(), board.playable() * BYTES);
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

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("order", &self.order)
            .field("seed", &self.seed)
            .field("limit", &self.limit)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A tour as wished.
    Tour(Tour),
    /// There is none, and this is why.
    None(Proof),
    /// The search was ended before it knew.
    Stopped {
        /// By what.
        why: Why,
        /// Decisions made.
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
    /// [`Options::limit`] has passed.
    Limit,
    /// [`Options::stop`] was raised.
    Asked,
}

/// Why there is no tour as wished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The argument.
    pub reason: Reason,
    /// Decisions that were tried and refuted; 0 where none was needed.
    pub nodes: u64,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Searched => write!(f, "all {} choices lead nowhere", self.nodes),
            reason => reason.fmt(f),
        }
    }
}

/// The argument of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Every move changes the colour (or, for leapers that keep it, something
    /// just as two-fold), so a closed tour has as many squares of one as of the other,
    /// and an open one at most one more.
    Colours {
        /// Squares of the colour that has more.
        more: u64,
        /// Squares of the other.
        fewer: u64,
    },
    /// The ends wished for are of colours that no tour's ends have.
    Ends,
    /// A closed tour's ends are a move apart; those wished for are not.
    NoMoveApart,
    /// No way leads from one square to another.
    Apart {
        /// A square.
        one: Square,
        /// A square that cannot be reached from it.
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
    /// Every choice was tried.
    Searched,
}

impl fmt::Display for Reason {
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

/// What keeps a search from being begun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The knight cannot stand on an end.
    #[error(transparent)]
    End(#[from] BoardError),
    /// A tour of more than one square ends elsewhere than it starts.
    #[error("the tour is to start and to end at {}", .square.name(*.rows))]
    SameEnds {
        /// The square.
        square: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// More memory than there is.
    #[error(
        "a search of {squares} squares takes about {} MiB of memory, and {} MiB are available",
        .needed >> 20,
        .available >> 20
    )]
    Memory {
        /// Squares that are no holes.
        squares: u64,
        /// Bytes that the search is estimated to take.
        needed: u64,
        /// Bytes that it may take.
        available: u64,
    },
    /// More squares than the search has numbers for.
    #[error("a board of {squares} squares is too large to search: at most {MAX_SQUARES}")]
    TooLarge {
        /// Squares that are no holes.
        squares: u64,
    },
}

impl SearchError {
    /// What to do about it, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::End(error) => error.hint(),
            Self::SameEnds { .. } => "name two different squares; for a tour that returns, ask for a closed one".into(),
            Self::Memory { .. } | Self::TooLarge { .. } => {
                "use a smaller board, or the mosaic for a knight's rectangle".into()
            }
        }
    }
}
