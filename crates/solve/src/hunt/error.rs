//! Errors of treasure maps and hunts.

use courser_board::words::bytes;
use courser_board::{BoardError, ErrorClass, Square};

use super::{MAX_CELLS, MAX_EXACT, MAX_FAST};

/// The reasons why a text is not a valid treasure map, or why a hunt ends without a route.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HuntError {
    /// The text has no rows.
    #[error("line 1, column 1: a board was expected, and there is none")]
    Empty,
    /// A row differs in length from the first row.
    #[error("line {line}, column {column}: the row has {found} squares, not {expected}")]
    Ragged {
        /// Line number in the text, counted from 1.
        line: usize,
        /// Column number of the first surplus or missing square, in characters, counted from 1.
        column: usize,
        /// Number of squares in this row.
        found: usize,
        /// Number of squares in the first row.
        expected: usize,
    },
    /// The text has a character that does not occur in maps.
    #[error("line {line}, column {column}: '{}' is none of N, x, * and #", .found.escape_debug())]
    Character {
        /// Line number in the text, counted from 1.
        line: usize,
        /// Column number in the line, in characters, counted from 1.
        column: usize,
        /// The invalid character.
        found: char,
    },
    /// The map has two knights.
    #[error("line {line}, column {column}: a second knight; the first is on line {first_line}, column {first_column}")]
    SecondKnight {
        /// Line number in the text, counted from 1.
        line: usize,
        /// Column number in the line, in characters, counted from 1.
        column: usize,
        /// Line number of the first knight in the text, counted from 1.
        first_line: usize,
        /// Column number of the first knight in its line, in characters, counted from 1.
        first_column: usize,
    },
    /// A label next to the map is wrong for its row or column.
    #[error("line {line}, column {column}: the label is '{}', and should be {expected}", .found.escape_debug())]
    Label {
        /// Line number in the text, counted from 1.
        line: usize,
        /// Column number in the line, in characters, counted from 1.
        column: usize,
        /// The label in the text.
        found: String,
        /// The correct label.
        expected: String,
    },
    /// Two treasures are on the same square.
    #[error("{} has a treasure twice", .square.name(*.rows))]
    Twice {
        /// The square with two treasures.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The squares do not form a valid board, or a square is not on the board.
    #[error(transparent)]
    Board(BoardError),
    /// The leaper cannot reach a treasure, so no route exists.
    #[error(
        "line {line}, column {column}: the treasure on {} cannot be reached from {}",
        .treasure.name(*.rows),
        .start.name(*.rows)
    )]
    Unreachable {
        /// Line number of the treasure in the text of the map, counted from 1.
        line: usize,
        /// Column number in the line, in characters, counted from 1.
        column: usize,
        /// The square of the treasure.
        treasure: Square,
        /// The square on which the knight starts.
        start: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// A table of distances for all squares of the board would need too much memory. Contains the number of squares of
    /// the board.
    #[error("a hunt goes over a board of at most {MAX_CELLS} squares, and this one has {0}")]
    TooLarge(u64),
    /// The map has too many treasures for the exact search. Contains the number of treasures on the map.
    #[error("a shortest path is proven for up to {MAX_EXACT} treasures, and there are {0}")]
    TooManyForExact(usize),
    /// The map has too many treasures for a table of distances. Contains the number of treasures on the map.
    #[error("a hunt is for up to {MAX_FAST} treasures, and there are {0}")]
    TooMany(usize),
    /// Finding all shortest routes needs more memory than is available.
    #[error(
        "to know all shortest paths needs {} of memory, and {} are available",
        bytes(*.needed as f64),
        bytes(*.memory as f64)
    )]
    Memory {
        /// Lower bound for the required memory, in bytes.
        needed: u64,
        /// Available memory in bytes.
        memory: u64,
    },
}

impl HuntError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Unreachable { .. } => ErrorClass::NoTour,
            Self::Memory { .. } => ErrorClass::Machine,
            _ => ErrorClass::Input,
        }
    }
}
