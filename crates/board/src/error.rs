//! Errors of boards, squares, leapers and move orders, with their hints.

use crate::ErrorClass;
use crate::square::{MAX_SIDE, Square};

/// The reasons why a text or a number does not describe a board, square, leaper or move order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not of the form `ROWSxCOLS`. Contains the shortened input.
    #[error("'{0}' is not a board size")]
    Size(String),
    /// A side is 0 or longer than [`MAX_SIDE`].
    #[error("a board of {rows}x{cols} is not possible: each side is 1 to {MAX_SIDE}")]
    Side {
        /// Requested number of rows.
        rows: u64,
        /// Requested number of columns.
        cols: u64,
    },
    /// A side has more digits than can be read. Contains the shortened input.
    #[error("a board of {0} is not possible: each side is 1 to {MAX_SIDE}")]
    Digits(String),
    /// The text is not a square in either notation. Contains the shortened input.
    #[error("'{0}' is not a square")]
    Square(String),
    /// The rank of a square, its row from the bottom, is above the board.
    #[error("{text} is outside the board: it has the ranks 1 to {rows}")]
    Rank {
        /// The shortened input.
        text: String,
        /// The rows of the board.
        rows: u32,
    },
    /// The file of a square, its column, is right of the board.
    #[error("there is no file {file}: the board has the files a to {last}")]
    File {
        /// Letters of the requested file.
        file: String,
        /// Letters of the last file of the board.
        last: String,
    },
    /// The file of a square is right of the board, and its rank above it.
    #[error("{text} is outside the board: it has the files a to {last} and the ranks 1 to {rows}")]
    FileAndRank {
        /// The shortened input.
        text: String,
        /// Letters of the last file of the board.
        last: String,
        /// The rows of the board.
        rows: u32,
    },
    /// The square is not on the board.
    #[error("row {}, column {} is outside the board: rows are 0 to {}, columns 0 to {}", .square.row, .square.col, .rows - 1, .cols - 1)]
    Outside {
        /// The requested square.
        square: Square,
        /// The rows of the board.
        rows: u32,
        /// The columns of the board.
        cols: u32,
    },
    /// The square is a hole.
    #[error("{} is a hole in this board", .square.name(*.rows))]
    Hole {
        /// The requested square.
        square: Square,
        /// The rows of the board.
        rows: u32,
    },
    /// A tour of more than one square cannot end on its first square.
    #[error("a tour visits each square once, and both ends are {}", .square.name(*.rows))]
    SameEnds {
        /// The square given as start and as end.
        square: Square,
        /// The rows of the board.
        rows: u32,
    },
    /// A jump of (0,0), a jump longer than any board, or a text that does not name a jump. Contains the shortened
    /// input.
    #[error("'{0}' is not a leaper")]
    Leaper(String),
    /// A move order that is not a permutation of the codes 1 to 8. Contains the shortened input.
    #[error("'{0}' is not a move order")]
    Order(String),
    /// Every square of the board is a hole.
    #[error("the board has no square that is not a hole")]
    NoSquares,
    /// A board drawn in digits has almost no squares. On such boards `0` often means a free square.
    #[error(
        "a board of digits needs at least 2 squares, and this one has {squares}: {} is a square, {} a hole",
        1 - u8::from(*.inverted), u8::from(*.inverted)
    )]
    FewOfDigits {
        /// Number of squares that are not holes.
        squares: u64,
        /// True if 0 is a square and 1 a hole.
        inverted: bool,
    },
    /// The board can be read in two ways.
    #[error("the board may be {}, or {}", .readings[0], .readings[1])]
    Ambiguous {
        /// Both readings.
        readings: [&'static str; 2],
    },
    /// The board is too large for holes, of one bit per square.
    #[error("a board with holes has at most {max} squares, this one has {cells}")]
    TooManyForHoles {
        /// Squares of the board, holes included.
        cells: u64,
        /// Maximum number of squares of a board with holes.
        max: u64,
    },
    /// A line of a board text is not as long as the first line.
    #[error("line {line} of the board has {found} squares where the first has {expected}")]
    Ragged {
        /// Line in the text, from 1.
        line: usize,
        /// Squares in this line.
        found: usize,
        /// Squares in the first line.
        expected: usize,
    },
    /// An invalid character in a board text.
    #[error("line {line}, column {column} of the board: '{}' is neither a square nor a hole", .found.escape_debug())]
    Character {
        /// Line in the text, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// An invalid entry in the text of a partly numbered board.
    #[error("line {line}, column {column} of the board: '{found}' is not a number from 1, '.' or '#'")]
    Entry {
        /// Line in the text, from 1.
        line: usize,
        /// First character of the entry in the line, from 1.
        column: usize,
        /// The shortened entry.
        found: String,
    },
    /// Two squares are marked as the start.
    #[error("line {line}, column {column} of the board: a second start")]
    SecondStart {
        /// Line in the text, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
    },
    /// A board text without lines.
    #[error("the board is empty")]
    Empty,
}

impl BoardError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::SameEnds { .. } => ErrorClass::NoTour,
            _ => ErrorClass::Input,
        }
    }
}
