//! Errors of treasure maps and hunts, and their cures.

use courser_board::{BoardError, Square};

use super::{MAX_CELLS, MAX_EXACT, MAX_FAST};

/// Why a text is not a treasure map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The text has no row of squares.
    #[error("line 1, column 1: a board was expected, and there is none")]
    Empty,
    /// A row is not as long as the first.
    #[error("line {line}, column {column}: the row has {found} squares, not {expected}")]
    Ragged {
        /// Line in the text, from 1.
        line: usize,
        /// Character where the first surplus square is, or where the first missing one should be, from 1.
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
        /// The character that was read.
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
    /// A label beside the map is not that of its row or column.
    #[error("line {line}, column {column}: the label is '{}', and should be {expected}", .found.escape_debug())]
    Label {
        /// Line in the text, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// The label that was read.
        found: String,
        /// The label that belongs there.
        expected: String,
    },
    /// The squares that were drawn do not make a board.
    #[error(transparent)]
    Board(BoardError),
}

impl MapError {
    /// Returns the cure of the error, in one sentence.
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

/// Why a hunt ends without a route.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HuntError {
    /// The answer is no: the leaper cannot get to a treasure.
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
        /// The square where the knight starts.
        start: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// The distances of the board's squares would take too much memory. Holds the number of squares of the board.
    #[error("a hunt goes over a board of at most {MAX_CELLS} squares, and this one has {0}")]
    TooLarge(u64),
    /// The map has more treasures than the exact search has sets for. Holds the number of treasures on the map.
    #[error("a shortest path is proven for up to {MAX_EXACT} treasures, and there are {0}")]
    TooManyForExact(usize),
    /// The map has more treasures than a table of distances holds. Holds the number of treasures on the map.
    #[error("a hunt is for up to {MAX_FAST} treasures, and there are {0}")]
    TooMany(usize),
    /// All shortest routes would take more memory than there is.
    #[error("to know all shortest paths takes {} MiB of memory, and there are {}", .needed.div_ceil(1 << 20), .memory >> 20)]
    Memory {
        /// Bytes that are needed, as far as is known.
        needed: u64,
        /// Bytes that may be taken.
        memory: u64,
    },
}

impl HuntError {
    /// Returns the cure of the error, in one sentence.
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

    /// Returns whether the map is at fault; if not, the answer to the hunt is no.
    pub const fn is_input(&self) -> bool {
        !matches!(self, Self::Unreachable { .. })
    }
}
