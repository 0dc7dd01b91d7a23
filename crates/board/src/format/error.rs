//! Errors of tour files, with their hints.

use std::{fmt, io};

use super::Format;
use crate::{BoardError, ErrorClass};

/// A position in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FileLocation {
    /// A character of a text file.
    Text {
        /// Line of the text, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
    },
    /// A record of a table, one per line.
    Line {
        /// Line of the table, from 1.
        line: usize,
    },
    /// An invalid entry in an array of several tours.
    Entry {
        /// Tour of the array, from 0.
        tour: u64,
        /// Row of the tour, from 0.
        row: u32,
        /// Column of the tour, from 0.
        col: u32,
    },
    /// An entry of an array of visit numbers.
    Cell {
        /// Row of the array, from 0.
        row: u32,
        /// Column of the array, from 0.
        col: u32,
    },
}

impl fmt::Display for FileLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Line { line } => write!(f, "line {line}"),
            Self::Entry { tour, row, col } => write!(f, "tour {tour}, row {row}, col {col} of the array"),
            Self::Cell { row, col } => write!(f, "row {row}, col {col} of the array"),
        }
    }
}

/// The reasons why a tour cannot be written, or why a file cannot be read as a tour.
///
/// Text quoted from a file is shortened, and its control characters are escaped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The machine failed to read or write.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The sides, the holes or the leaper of a board are impossible.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// No format has the requested name. Contains the shortened name.
    #[error("'{0}' is not a format: the formats are {formats}", formats = super::names())]
    Name(String),
    /// The format cannot represent an unvisited square.
    #[error("{format} holds whole tours only, this path visits {visited} of {playable} squares")]
    Partial {
        /// The requested format.
        format: Format,
        /// Number of visited squares.
        visited: u64,
        /// Number of squares in a tour.
        playable: u64,
    },
    /// The format writes every square of the board, and there are too many.
    #[error("{format} writes every square of a board: at most {max}, this one has {cells}")]
    TooLarge {
        /// The requested format.
        format: Format,
        /// Squares of the board, holes included.
        cells: u64,
        /// Maximum number of squares of the format.
        max: u64,
    },
    /// The file contains only white space.
    #[error("the file is empty")]
    Empty,
    /// The file contains a byte that does not occur in text.
    #[error("byte {at} is 0x{byte:02x}: the file is neither text nor a NumPy array")]
    Binary {
        /// Offset of that byte in the file.
        at: usize,
        /// The byte that does not occur in text.
        byte: u8,
    },
    /// The first word of the file does not begin any format.
    #[error("line {line} begins with '{text}', as no tour format does")]
    Unknown {
        /// Line of the word, from 1.
        line: usize,
        /// The first word of the file.
        text: String,
    },
    /// A word does not fit the format at its position.
    #[error("{place}: '{text}' is not a {wanted}")]
    Word {
        /// The position of the word in the file.
        place: FileLocation,
        /// The shortened word.
        text: String,
        /// The expected kind of word.
        wanted: &'static str,
    },
    /// The text can be read in two ways.
    #[error("{place}: this may be {}, or {}", .readings[0], .readings[1])]
    Ambiguous {
        /// The position of the first item.
        place: FileLocation,
        /// Both readings.
        readings: [&'static str; 2],
    },
    /// A line has more or fewer squares than the first.
    #[error("line {line} has {found} squares where the first has {expected}")]
    Ragged {
        /// Line that differs from the first, from 1.
        line: usize,
        /// Squares in this line.
        found: u64,
        /// Squares in the first line.
        expected: u64,
    },
    /// A visit number below 1.
    #[error("{place}: {found} is not a visit number: {count} squares are numbered 1 to {count}")]
    Visit {
        /// The position of the number in the file.
        place: FileLocation,
        /// The number.
        found: i128,
        /// Number of squares that have a visit number.
        count: u64,
    },
    /// Two squares have the same visit number.
    #[error("{again}: visit {visit} for the second time, the first is at {first}")]
    Doubled {
        /// The visit number that two squares have.
        visit: u64,
        /// The position of the first of them in the file.
        first: FileLocation,
        /// The position of the second of them in the file.
        again: FileLocation,
    },
    /// The grid has a single 0, a move away from the 1: it may mean a hole, or the first visit.
    #[error("row {row}, column {col} alone has 0, and is a move away from 1: a hole, or visits counted from 0")]
    FromZero {
        /// Row of the 0, from 0.
        row: u32,
        /// Column of the 0, from 0.
        col: u32,
    },
    /// No square has this visit number, and another square has a number that is too large.
    #[error("visit {visit} is missing: {place} has visit {found}, but only {count} squares are numbered")]
    Missing {
        /// The smallest missing number.
        visit: u64,
        /// The position in the file of the first number that is too large.
        place: FileLocation,
        /// The number that is too large.
        found: u64,
        /// Number of squares that have a visit number.
        count: u64,
    },
    /// A square's rank, its row from the bottom, is above the given board.
    #[error("{place}: {text} is outside the board: it has the ranks 1 to {rows}")]
    Rank {
        /// The position of the square in the file.
        place: FileLocation,
        /// The shortened square.
        text: String,
        /// The rows of the board.
        rows: u32,
    },
    /// The board of the file has another size than the given board.
    #[error("the file has a board of {file_rows}x{file_cols}, not of {rows}x{cols}")]
    Size {
        /// Rows of the file's board.
        file_rows: u32,
        /// Columns of the file's board.
        file_cols: u32,
        /// Rows of the given board.
        rows: u32,
        /// Columns of the given board.
        cols: u32,
    },
    /// Neither the file nor the caller specifies the size of the board. Contains the number of squares of the tour, if
    /// the file gives it.
    #[error("the file does not say the size of its board{}", .0.map(|n| format!(" of {n} squares")).unwrap_or_default())]
    NoBoard(Option<u64>),
    /// A short file declares a board with holes that would need far more memory than the file.
    #[error("a file of {bytes} bytes claims a board with holes of {cells} squares, more than {max}")]
    Claim {
        /// Bytes of the file.
        bytes: usize,
        /// Number of squares of that board, including holes.
        cells: u64,
        /// Maximum number of squares for a file of this length.
        max: u64,
    },
    /// The CSV header lacks a column.
    #[error("line {line}: the header has no column '{column}'")]
    Column {
        /// Line of the header, from 1.
        line: usize,
        /// The column that is missing.
        column: &'static str,
    },
    /// A CSV record has fewer fields than the header.
    #[error("line {line} has {found} fields where the header has {expected}")]
    Fields {
        /// Line of the record, from 1.
        line: usize,
        /// Fields of this record.
        found: usize,
        /// Fields in the header.
        expected: usize,
    },
    /// The name of a square and its row and column disagree.
    #[error("line {line}: '{text}' is not row {row}, column {col} of a board of {rows} rows")]
    Disagree {
        /// Line of the record, from 1.
        line: usize,
        /// The name of the square.
        text: String,
        /// The row in the same record, from 0.
        row: u32,
        /// The column in the same record, from 0.
        col: u32,
        /// Rows of the board.
        rows: u64,
    },
    /// The file is not JSON, or is JSON of another structure.
    #[error("line {line}, column {column}: {message}")]
    Json {
        /// Line of the error, from 1.
        line: usize,
        /// Byte in the line, from 1.
        column: usize,
        /// The message of the JSON reader.
        message: String,
    },
    /// The header of an array cannot be read.
    #[error("byte {at}: the array's header {message}")]
    Header {
        /// Offset in the file of the byte that cannot be read.
        at: usize,
        /// The problem, as in `is cut off`.
        message: String,
    },
    /// The array does not have two or three dimensions. Contains the shape as Python writes it.
    #[error("the array has the shape {0}, not (rows, cols) or (tours, rows, cols)")]
    Shape(String),
    /// The array does not contain integers. Contains the type as NumPy writes it.
    #[error("the array has the type '{0}', not one of u1 u2 u4 u8 i1 i2 i4 i8")]
    Type(String),
    /// The length of the file does not match its shape and type.
    #[error("an array of shape {shape} takes {expected} bytes, the file has {found}")]
    Length {
        /// The shape as Python writes it.
        shape: String,
        /// Bytes of the numbers.
        expected: u128,
        /// Bytes after the header.
        found: usize,
    },
    /// The TSPLIB file does not contain a tour.
    #[error("line {line}: the file is of type '{text}', not TOUR")]
    NotTour {
        /// Line of the type, from 1.
        line: usize,
        /// The type in the file.
        text: String,
    },
    /// The TSPLIB file has no nodes after its header.
    #[error("the file has no tour: no node follows TOUR_SECTION")]
    NoTour,
    /// The number of nodes differs from that of the board.
    #[error("line {line}: DIMENSION is {dimension}, but the {rows}x{cols} board has {playable} squares to visit")]
    Dimension {
        /// Line of the dimension, from 1.
        line: usize,
        /// Number of nodes in the file.
        dimension: u64,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Number of squares of the board that are not holes.
        playable: u64,
    },
    /// A node that does not exist on the board.
    #[error("{place}: {text} is not a node: the board has the nodes 1 to {nodes}")]
    Node {
        /// The position of the node in the file.
        place: FileLocation,
        /// The shortened node.
        text: String,
        /// Number of nodes of the board: its squares that are not holes.
        nodes: u64,
    },
}

/// A result that may be a [`FormatError`].
pub type Result<T, E = FormatError> = std::result::Result<T, E>;

impl FormatError {
    /// Returns the class of the error: the input is wrong.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
