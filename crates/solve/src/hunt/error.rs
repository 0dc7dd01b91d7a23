//! Errors of treasure maps and hunts, with their hints.

use courser_board::{BoardError, Square};

use super::{MAX_CELLS, MAX_EXACT, MAX_FAST};

/// The reasons why a text is not a treasure map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The text has no rows.
    #[error("line 1, column 1: a board was expected, and there is none")]
    Empty,
    /// A row is not as long as the first.
    #[error("line {line}, column {column}: the row has {found} squares, not {expected}")]
    Ragged {
        /// Line in the text, from 1.
        line: usize,
        /// Character position of the first surplus square, or of the first missing one, from 1.
        column: usize,
        /// Squares in this row.
        found: usize,
        /// Squares in the first row.
        expected: usize,
    },
    /// The text has a character that does not occur in maps.
    #[error("line {line}, column {column}: '{}' is none of N, x, * and #", .found.escape_debug())]
    Character {
        /// Line in the text, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// The map has two knights.
    #[error("line {line}, column {column}: a second knight; the first is on line {first_line}, column {first_column}")]
    SecondKnight {
        /// Line in the text, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// Line of the first knight.
        first_line: usize,
        /// Character of the first knight.
        first_column: usize,
    },
    /// A label next to the map does not match its row or column.
    #[error("line {line}, column {column}: the label is '{}', and should be {expected}", .found.escape_debug())]
    Label {
        /// Line in the text, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// The label in the text.
        found: String,
        /// The correct label.
        expected: String,
    },
    /// The drawn squares do not form a board.
    #[error(transparent)]
    Board(BoardError),
}

impl MapError {
    /// Returns the hint of the error, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Empty => "write one line per row: N for the knight, x for a treasure, * for any other square".into(),
            Self::Ragged { .. } => "give every row the same number of squares".into(),
            Self::Character { .. } => {
                "write N for the knight, x for a treasure, * for any other square, # for one that cannot be entered"
                    .into()
            }
            Self::SecondKnight { .. } => "mark one square with N".into(),
            Self::Label { .. } => {
                "ranks count down to 1 on the last row, files are a, b, c …; labels may be left out".into()
            }
            Self::Board(error) => error.hint(),
        }
    }
}

/// The reasons why a hunt ends without a route.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HuntError {
    /// The leaper cannot reach a treasure, so no route exists.
    #[error(
        "line {line}, column {column}: the treasure on {} cannot be reached from {}",
        .treasure.name(*.rows),
        .start.name(*.rows)
    )]
    Unreachable {
        /// Line of the treasure in the map's text, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// The square of the treasure.
        treasure: Square,
        /// The start of the knight.
        start: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// The distances of the board's squares would need too much memory. Contains the number of squares of the board.
    #[error("a hunt goes over a board of at most {MAX_CELLS} squares, and this one has {0}")]
    TooLarge(u64),
    /// The map has too many treasures for the exact search. Contains the number of treasures on the map.
    #[error("a shortest path is proven for up to {MAX_EXACT} treasures, and there are {0}")]
    TooManyForExact(usize),
    /// The map has too many treasures for a table of distances. Contains the number of treasures on the map.
    #[error("a hunt is for up to {MAX_FAST} treasures, and there are {0}")]
    TooMany(usize),
    /// All shortest routes need more memory than is available.
    #[error("to know all shortest paths takes {} MiB of memory, and there are {}", .needed.div_ceil(1 << 20), .memory >> 20)]
    Memory {
        /// Bytes needed, as far as known.
        needed: u64,
        /// Available bytes.
        memory: u64,
    },
}

impl HuntError {
    /// Returns the hint of the error, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Unreachable { .. } => "take the treasure away, or open a way to it".into(),
            Self::TooLarge { .. } => "cut the board to where the treasures are".into(),
            Self::TooManyForExact { .. } => {
                "ask for a fast answer: a good path, and by how much it may be too long".into()
            }
            Self::TooMany { .. } => "take treasures away, or make several maps".into(),
            Self::Memory { .. } => "ask for one shortest path, or cut the map to fewer treasures".into(),
        }
    }

    /// Returns whether the error is in the map. Otherwise the hunt has no solution.
    pub const fn is_input(&self) -> bool {
        !matches!(self, Self::Unreachable { .. })
    }
}
