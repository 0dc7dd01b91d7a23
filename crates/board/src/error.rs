//! Errors of boards, squares, leapers and move orders.

use crate::square::{MAX_SIDE, Square};
use crate::words::counted;
use crate::{ErrorClass, Leaper};

/// The reason why a string or a number does not describe a board, a square, a leaper or a move order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not of the form `ROWSxCOLS`. Contains the shortened input.
    #[error("'{0}' is not a board size")]
    Size(String),
    /// The text does not consist of three numbers: rows, columns and layers. Contains the shortened input.
    #[error("'{0}' is not a size of rows, columns and layers")]
    Layers(String),
    /// A side is 0 or longer than [`MAX_SIDE`].
    #[error("a board of {rows}x{cols} is not possible: each side is 1 to {MAX_SIDE}")]
    Side {
        /// Requested number of rows.
        rows: u64,
        /// Requested number of columns.
        cols: u64,
    },
    /// A side has too many digits to be read. Contains the shortened input.
    #[error("a board of {0} is not possible: each side is 1 to {MAX_SIDE}")]
    Digits(String),
    /// The text is neither the name of a square, such as `e6`, nor a row and a column, such as `2,4`. Contains the
    /// shortened input.
    #[error("'{0}' is not a square")]
    Square(String),
    /// The row number in the name of a square exceeds the number of rows of the board. In such a name, rows are counted
    /// from 1 at the bottom.
    #[error("{text} is outside the board: it has the ranks 1 to {rows}")]
    Rank {
        /// The shortened input.
        text: String,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The requested column, which is named by letters, is to the right of the board.
    #[error("there is no file {file}: the board has the files a to {last}")]
    File {
        /// Name of the requested column, in letters.
        file: String,
        /// Name of the last column of the board, in letters.
        last: String,
    },
    /// The column of a square is to the right of the board, and the row of the square is above the board.
    #[error("{text} is outside the board: it has the files a to {last} and the ranks 1 to {rows}")]
    FileAndRank {
        /// The shortened input.
        text: String,
        /// Name of the last column of the board, in letters.
        last: String,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The square is not on the board.
    #[error("row {}, column {} is outside the board: rows are 0 to {}, columns 0 to {}", .square.row, .square.col, .rows - 1, .cols - 1)]
    Outside {
        /// The requested square.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
    },
    /// The square is a hole.
    #[error("{} is a hole in this board", .square.name(*.rows))]
    Hole {
        /// The requested square.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// A tour of more than one square cannot end on its first square.
    #[error("a tour does not end where it starts, and both ends are {}", .square.name(*.rows))]
    SameEnds {
        /// Square given both as start and as end.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// Two squares given as a move are not one move apart.
    #[error("{} is not a move of the {} on this board", name(.squares, *.rows), .leaper.piece())]
    Move {
        /// The two squares.
        squares: [Square; 2],
        /// Number of rows of the board.
        rows: u32,
        /// Leaper of the board.
        leaper: Leaper,
    },
    /// A move is both required and forbidden.
    #[error("{} is both forced and forbidden", name(.squares, *.rows))]
    ForcedAndForbidden {
        /// The squares of the move.
        squares: [Square; 2],
        /// Number of rows of the board.
        rows: u32,
    },
    /// A square has more required moves than a tour can use.
    #[error("{moves} forced moves of {} are too many", .square.name(*.rows))]
    ForcedMoves {
        /// Number of required moves of the square.
        moves: u32,
        /// The square.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// Required moves form a cycle that does not contain all squares.
    #[error("the forced moves make a cycle")]
    ForcedCycle,
    /// The jump is (0,0) or longer than any board, or the text is not a jump. Contains the shortened input.
    #[error("'{0}' is not a leaper")]
    Leaper(String),
    /// The move order is not a permutation of the codes 1 to 8. Contains the shortened input.
    #[error("'{0}' is not a move order")]
    Order(String),
    /// Every square of the board is a hole.
    #[error("the board has no square that is not a hole")]
    NoSquares,
    /// The board is drawn with the digits 0 and 1, and has fewer than two squares. Some programs use `0` for a square,
    /// so the meanings of the digits are possibly swapped.
    #[error(
        "a board of digits needs at least 2 squares, and this one has {squares}: {} is a square, {} a hole",
        1 - u8::from(*.inverted), u8::from(*.inverted)
    )]
    FewOfDigits {
        /// Number of squares that are not holes.
        squares: u64,
        /// True if 0 stands for a square and 1 for a hole.
        inverted: bool,
    },
    /// The text of the board has two possible meanings.
    #[error("the board may be {}, or {}", .readings[0], .readings[1])]
    Ambiguous {
        /// Descriptions of the two possible meanings of the text.
        readings: [&'static str; 2],
    },
    /// The board has holes and too many squares. The mask of the holes needs one bit per square.
    #[error("a board with holes has at most {max} squares, this one has {cells}")]
    TooManyForHoles {
        /// Number of squares of the board, including holes.
        cells: u64,
        /// Maximum number of squares of a board with holes.
        max: u64,
    },
    /// A line of a board text has more or fewer squares than the first line.
    #[error("line {line} of the board has {} where the first has {expected}", counted(*.found, "square"))]
    Ragged {
        /// Line number in the text, from 1.
        line: usize,
        /// Number of squares in this line.
        found: usize,
        /// Number of squares in the first line.
        expected: usize,
    },
    /// A board text contains an invalid character.
    #[error("line {line}, column {column} of the board: '{}' is neither a square nor a hole", .found.escape_debug())]
    Character {
        /// Line number in the text, from 1.
        line: usize,
        /// Position of the character in the line, from 1.
        column: usize,
        /// Invalid character.
        found: char,
    },
    /// The text of a partly numbered board contains an invalid entry.
    #[error("line {line}, column {column} of the board: '{found}' is not a number from 1, '.' or '#'")]
    Entry {
        /// Line number in the text, from 1.
        line: usize,
        /// Position of the first character of the entry in the line, from 1.
        column: usize,
        /// The shortened entry.
        found: String,
    },
    /// Two squares are marked as the start.
    #[error("line {line}, column {column} of the board: a second start")]
    SecondStart {
        /// Line number in the text, from 1.
        line: usize,
        /// Position of the character in the line, from 1.
        column: usize,
    },
    /// A board text contains no lines.
    #[error("the board is empty")]
    Empty,
}

/// Returns the names of a move's two squares, joined by a hyphen.
fn name(squares: &[Square; 2], rows: u32) -> String {
    squares.map(|square| square.name(rows).to_string()).join("-")
}

impl BoardError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
