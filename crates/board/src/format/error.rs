//! Errors of tour files.

use std::{fmt, io};

use super::Format;
use crate::words::counted;
use crate::{BoardError, ErrorClass};

/// The location of an error in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FileLocation {
    /// The location of a character in a text file.
    Text {
        /// Line number in the text, from 1.
        line: usize,
        /// Position of the character in the line, from 1.
        column: usize,
    },
    /// The location of a record in a table. Each line is one record.
    Line {
        /// Line number in the table, from 1.
        line: usize,
    },
    /// The location of an entry in an array of several tours.
    Entry {
        /// Index of the tour in the array, from 0.
        tour: u64,
        /// Row of the entry, from 0.
        row: u32,
        /// Column of the entry, from 0.
        col: u32,
    },
    /// The location of an entry in an array of visit numbers.
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

/// The reason why a tour cannot be written, or why a file cannot be read as a tour.
///
/// Text quoted from a file is shortened, and its control characters are escaped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The sides, the holes or the leaper of a board are not valid.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// No format has the requested name. Contains the requested name, shortened.
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
    /// The format writes every square of the board, and the number of squares exceeds the maximum of the format.
    #[error("{format} writes every square of a board: at most {max}, this one has {cells}")]
    TooLarge {
        /// The requested format.
        format: Format,
        /// Number of squares of the board, including holes.
        cells: u64,
        /// Maximum number of squares that the format can write.
        max: u64,
    },
    /// The file contains only white space.
    #[error("the file is empty")]
    Empty,
    /// The file contains a byte that does not occur in text.
    #[error("byte {at} is 0x{byte:02x}: the file is neither text nor a NumPy array")]
    Binary {
        /// Offset of the byte in the file.
        at: usize,
        /// Invalid byte of a text file.
        byte: u8,
    },
    /// No tour format begins with the first word of the file.
    #[error("line {line} begins with '{text}', as no tour format does")]
    Unknown {
        /// Line number of the word, from 1.
        line: usize,
        /// The first word of the file.
        text: String,
    },
    /// A word is not of the kind that the format requires at its position.
    #[error("{place}: {}", unlike(.text, .wanted))]
    Word {
        /// The position of the word in the file.
        place: FileLocation,
        /// The shortened word, which is empty at the end of the file.
        text: String,
        /// Description of the required kind of word.
        wanted: &'static str,
    },
    /// The text has two possible meanings.
    #[error("{place}: this may be {}, or {}", .readings[0], .readings[1])]
    Ambiguous {
        /// The position of the first item.
        place: FileLocation,
        /// Descriptions of the two possible meanings of the text.
        readings: [&'static str; 2],
    },
    /// A row has more or fewer squares than the first row.
    #[error("{}{place} has {} where the first has {expected}", if matches!(.place, FileLocation::Line { .. }) { "" } else { "the row at " }, counted(*.found, "square"))]
    Ragged {
        /// Line of the row that differs in length, or the position of the row's first square if a line contains several
        /// rows.
        place: FileLocation,
        /// Number of squares in this row.
        found: u64,
        /// Number of squares in the first row.
        expected: u64,
    },
    /// A visit number is below 1.
    #[error("{place}: {found} is not a visit number: {count} squares are numbered 1 to {count}")]
    Visit {
        /// Position of the number in the file.
        place: FileLocation,
        /// Invalid visit number.
        found: i128,
        /// Number of squares that have a visit number.
        count: u64,
    },
    /// Two squares have the same visit number.
    #[error("{again}: visit {visit} for the second time, the first is at {first}")]
    Doubled {
        /// Duplicate visit number.
        visit: u64,
        /// Position, in the file, of the first square with this number.
        first: FileLocation,
        /// Position, in the file, of the second square with this number.
        again: FileLocation,
    },
    /// The grid contains a single 0, which is one move away from the 1. The 0 can be a hole or the first visit.
    #[error("row {row}, column {col} alone has 0, and is a move away from 1: a hole, or visits counted from 0")]
    FromZero {
        /// Row of the single entry with the value 0. Rows are counted from 0.
        row: u32,
        /// Column of the single entry with the value 0. Columns are counted from 0.
        col: u32,
    },
    /// A visit number is missing, and another visit number is too large.
    #[error("visit {visit} is missing: {place} has visit {found}, but only {count} squares are numbered")]
    Missing {
        /// Smallest missing visit number.
        visit: u64,
        /// Location of the first number that is too large.
        place: FileLocation,
        /// Number that is too large.
        found: u64,
        /// Number of squares that have a visit number.
        count: u64,
    },
    /// The row in the name of a square exceeds the number of rows of the given board. Rows in names are counted from 1
    /// at the bottom.
    #[error("{place}: {text} is outside the board: it has the ranks 1 to {rows}")]
    Rank {
        /// The position of the square in the file.
        place: FileLocation,
        /// Name of the square as written in the file, shortened.
        text: String,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The size of the board in the file differs from the size of the given board.
    #[error("the file has a board of {file_rows}x{file_cols}, not of {rows}x{cols}")]
    Size {
        /// Number of rows of the board in the file.
        file_rows: u32,
        /// Number of columns of the board in the file.
        file_cols: u32,
        /// Number of rows of the given board.
        rows: u32,
        /// Number of columns of the given board.
        cols: u32,
    },
    /// The size of the board is given neither in the file nor by the caller. Contains the number of squares of the
    /// tour, if the file states this number.
    #[error("the file does not say the size of its board{}", .0.map(|n| format!(" of {n} squares")).unwrap_or_default())]
    NoBoard(Option<u64>),
    /// A short file declares a board whose holes would take much more memory than the file.
    #[error("a file of {bytes} bytes claims a board with holes of {cells} squares, more than {max}")]
    Claim {
        /// Size of the file in bytes.
        bytes: usize,
        /// Number of squares of the declared board, including holes.
        cells: u64,
        /// Maximum number of squares for a file of `bytes` bytes.
        max: u64,
    },
    /// The header of a CSV table lacks a column.
    #[error("line {line}: the header has no column '{column}'")]
    Column {
        /// Line number of the header, from 1.
        line: usize,
        /// Missing column.
        column: &'static str,
    },
    /// A record of a CSV table has fewer fields than the header.
    #[error("line {line} has {} where the header has {expected}", counted(*.found, "field"))]
    Fields {
        /// Line number of the record, from 1.
        line: usize,
        /// Number of fields in this record.
        found: usize,
        /// Number of fields in the header.
        expected: usize,
    },
    /// The name of a square does not agree with its row and column.
    #[error("line {line}: '{text}' is not row {row}, column {col} of a board of {rows} rows")]
    Disagree {
        /// Line number of the record, from 1.
        line: usize,
        /// Name of the square.
        text: String,
        /// Row of the square in the record, counted from 0.
        row: u32,
        /// Column of the square in the record, counted from 0.
        col: u32,
        /// Number of rows of the board.
        rows: u64,
    },
    /// The file is not JSON, or its JSON does not have the structure of a tour.
    #[error("line {line}, column {column}: {message}")]
    Json {
        /// Line number of the error, from 1.
        line: usize,
        /// Position of the byte in the line, counted from 1.
        column: usize,
        /// Message of the JSON parser.
        message: String,
    },
    /// The header of an array cannot be read.
    #[error("byte {at}: the array's header {message}")]
    Header {
        /// Offset, in the file, of the first unreadable byte.
        at: usize,
        /// The problem as the last part of a sentence, for example `is cut off`.
        message: String,
    },
    /// The array does not have two or three dimensions. The field is the shape in the notation of Python.
    #[error("the array has the shape {0}, not (rows, cols) or (tours, rows, cols)")]
    Shape(String),
    /// The elements of the array are not integers. The field is the type of the elements in the notation of NumPy.
    #[error("the array has the type '{0}', not one of u1 u2 u4 u8 i1 i2 i4 i8")]
    Type(String),
    /// The length of the file does not agree with the shape and the type of the array.
    #[error("an array of shape {shape} takes {expected} bytes, the file has {found}")]
    Length {
        /// Shape in the notation of Python.
        shape: String,
        /// Required size of all numbers together, in bytes.
        expected: u128,
        /// Number of bytes after the header.
        found: u64,
    },
    /// The TSPLIB file does not contain a tour.
    #[error("line {line}: the file is of type '{text}', not TOUR")]
    NotTour {
        /// Line number, from 1, of the entry `TYPE`.
        line: usize,
        /// Value of the entry `TYPE`.
        text: String,
    },
    /// The TSPLIB file contains no nodes after its header.
    #[error("the file has no tour: no node follows TOUR_SECTION")]
    NoTour,
    /// The number of nodes differs from the number of the board's squares that are not holes.
    #[error("line {line}: DIMENSION is {dimension}, but the {rows}x{cols} board has {playable} squares to visit")]
    Dimension {
        /// Line number, from 1, of the entry that states the number of nodes.
        line: usize,
        /// Number of nodes in the file.
        dimension: u64,
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
        /// Number of squares of the board that are not holes.
        playable: u64,
    },
    /// A node does not exist on the board.
    #[error("{place}: {text} is not a node: the board has the nodes 1 to {nodes}")]
    Node {
        /// Position of the node in the file.
        place: FileLocation,
        /// Text of the node in the file, shortened.
        text: String,
        /// Number of nodes of the board. Each square that is not a hole is a node.
        nodes: u64,
    },
}

/// A `Result` whose default error is [`FormatError`].
pub type Result<T, E = FormatError> = std::result::Result<T, E>;

/// Describes a word that is not of the required kind.
fn unlike(text: &str, wanted: &str) -> String {
    match text {
        "" => format!("the file ends where a {wanted} is expected"),
        text => format!("'{text}' is not a {wanted}"),
    }
}

impl FormatError {
    /// Returns the class of the error, which is always [`ErrorClass::Input`].
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}
