//! Errors for invalid puzzles, and reasons why a puzzle has no solution.

use std::fmt;

use courser_board::words::bytes;
use courser_board::{BoardError, ErrorClass};

use super::MAX_SQUARES;
use crate::existence::Reason;

/// The reasons why visit numbers do not form a puzzle, or why the search for a solution cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A numbered square is a hole or is not on the board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A number is 0, or exceeds the number of squares.
    #[error("{name} cannot have the number {visit}: the numbers of this board are 1 to {squares}")]
    Number {
        /// Name of the square.
        name: String,
        /// The number given for the square.
        visit: u64,
        /// Number of squares that a tour visits.
        squares: u64,
    },
    /// Two squares have the same number.
    #[error("{} and {} both have the number {visit}", .names[0], .names[1])]
    SameNumber {
        /// The number given twice.
        visit: u32,
        /// The names of the two squares.
        names: [String; 2],
    },
    /// A square has two numbers.
    #[error("{name} has the numbers {} and {}", .visits[0], .visits[1])]
    SameSquare {
        /// Name of the square.
        name: String,
        /// The two numbers given for the square.
        visits: [u32; 2],
    },
    /// The board has too many squares. Contains the number of squares that are not holes.
    #[error("a partly numbered board has at most {MAX_SQUARES} squares, and this one has {0}")]
    TooLarge(u64),
    /// The search needs more memory than is available.
    #[error(
        "a partly numbered board of {squares} squares needs about {} of memory, and {} are available",
        bytes(*.needed as f64),
        bytes(*.available as f64)
    )]
    Memory {
        /// Number of squares that a tour visits.
        squares: u64,
        /// Estimated memory of the search, in bytes.
        needed: u64,
        /// Available memory, in bytes.
        available: u64,
    },
    /// The board has no tour, so that no puzzle can be made from it.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
}

impl PuzzleError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Board(error) => error.class(),
            Self::Memory { .. } => ErrorClass::Machine,
            Self::Unsolvable(error) => error.class(),
            _ => ErrorClass::Input,
        }
    }
}

/// The reasons why a partly numbered board has no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsolvable {
    /// The board has no tour with the given start and end, even if all other given numbers are ignored.
    #[error("{0}")]
    Tour(Box<Reason>),
    /// No path of the required length leads from one given number to the next.
    #[error("{0}")]
    Gap(PuzzleGap),
    /// The consequences of the given numbers contradict each other.
    #[error("what follows from the given numbers contradicts itself")]
    Forced,
    /// An exact search tried every choice without success. Contains the number of refuted choices.
    #[error("all {0} choices for the other numbers lead nowhere (exact search)")]
    Searched(u64),
}

impl Unsolvable {
    /// Returns the reason why the board has no solution, after a search refuted `nodes` choices.
    pub(super) const fn searched(nodes: u64) -> Self {
        if nodes == 0 { Self::Forced } else { Self::Searched(nodes) }
    }

    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::NoTour
    }
}

/// A gap in the given numbers of a puzzle: no path with the required number of moves leads from one given number to the
/// next. In an open tour, the gap can also precede the first given number or follow the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleGap {
    /// The given number before the gap, and the name of its square; `None` if no given number precedes the gap.
    pub from: Option<(u32, String)>,
    /// The given number after the gap, and the name of its square; `None` if no given number follows the gap.
    pub to: Option<(u32, String)>,
    /// Number of moves in the gap.
    pub moves: u32,
}

impl fmt::Display for PuzzleGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no path of {} move{} leads", self.moves, if self.moves == 1 { "" } else { "s" })?;
        if let Some((visit, name)) = &self.from {
            write!(f, " from {name} ({visit})")?;
        }
        if let Some((visit, name)) = &self.to {
            write!(f, " to {name} ({visit})")?;
        }
        Ok(())
    }
}
