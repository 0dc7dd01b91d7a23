//! Errors of painting and writing pictures.

use std::{fmt, io};

use courser_board::words::shorten;
use courser_board::{ErrorClass, Square};

use crate::Paper;
use crate::limits::{MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, MAX_SQUARE};

/// The reason why a picture cannot be painted or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The requested squares have 0 pixels per side, or more than [`MAX_SQUARE`]. Contains the requested number of
    /// pixels.
    #[error("squares of {0} pixels are not possible: 1 to {MAX_SQUARE}")]
    Square(u32),
    /// The board has joined sides, so that its tour is not a single line on paper.
    #[error("a tour of a board with joined sides is not a single stroke: its line leaves the board")]
    Joined,
    /// A picture with squares of the requested size exceeds the limits.
    #[error(
        "a {board} board in squares of {square} pixels is not a possible picture: \
         at most {MAX_PICTURE_SIDE} pixels per side and {MAX_PICTURE_PIXELS} in all"
    )]
    TooLarge {
        /// Rows and columns of the board, such as `8x8`.
        board: String,
        /// Requested side of a square in pixels.
        square: u32,
        /// Maximum side of a square in pixels, or 0 if the board does not fit with squares of any size.
        largest: u32,
    },
    /// The squares would be too small for chess pieces.
    #[error("a {board} board is too large for a picture with pieces: its squares are too small to draw in")]
    TooSmall {
        /// Rows and columns of the board, such as `8x8`.
        board: String,
        /// Rows and columns of the largest board that has about the proportions of `board` and can be drawn with chess
        /// pieces.
        largest: (u32, u32),
    },
    /// The squares are too small for their content.
    #[error("{what} need squares of at least {needed} pixels, and a {board} board would have {square}")]
    TooFine {
        /// Plural noun for the content of the squares, such as `arrows`.
        what: &'static str,
        /// Minimum side of a square in pixels.
        needed: u32,
        /// Rows and columns of the board, such as `8x8`.
        board: String,
        /// The requested side of a square in pixels, or the largest possible side.
        square: u32,
    },
    /// A text is not a valid name.
    #[error("'{text}' is not a {what}")]
    Name {
        /// The kind of choice, such as `palette`.
        what: &'static str,
        /// The input, truncated.
        text: String,
        /// The valid names, separated by commas.
        names: String,
    },
    /// A speed, a frame rate or a duration is out of range.
    #[error("{what} cannot be {value}: {min} to {max}")]
    Pace {
        /// Name of the value.
        what: &'static str,
        /// Requested value.
        value: f64,
        /// Minimum of the value.
        min: f64,
        /// Maximum of the value.
        max: f64,
    },
    /// The number of squares in a state differs from the number of squares of the board.
    #[error("the state of {given} squares for a board of {needed}")]
    Squares {
        /// Number of squares in the state.
        given: usize,
        /// Number of squares of the board.
        needed: u64,
    },
    /// The path has too many moves for an animation without a given speed.
    #[error("a path of {moves} moves is too long for an animation: at most {max} moves")]
    TooManyMoves {
        /// Number of moves of the path.
        moves: u64,
        /// Maximum number of moves.
        max: u64,
    },
    /// The animation would have too many frames.
    #[error("an animation of {frames} frames is too long: at most {max}")]
    TooLong {
        /// Number of frames of the requested animation.
        frames: u64,
        /// Maximum number of frames.
        max: u32,
        /// Minimum speed, in moves per second, at which the animation is short enough; `None` for an animation with one
        /// frame per step.
        min_speed: Option<f64>,
    },
    /// Each frame of the animation would have too many pixels.
    #[error("an animation of {width}x{height} pixels is too large: at most {max} pixels per frame")]
    TooWide {
        /// Width of a frame in pixels.
        width: u32,
        /// Height of a frame in pixels.
        height: u32,
        /// Maximum number of pixels per frame.
        max: u64,
    },
    /// The requested number of squares per pixel is 0.
    #[error("0 squares per pixel are not possible: 1 or more")]
    NoSquares,
    /// With the requested number of squares per pixel, the picture would exceed the limits.
    #[error(
        "a {board} board with {squares_a_pixel} x {squares_a_pixel} squares per pixel is not a possible picture: \
         at most {MAX_PICTURE_SIDE} pixels per side and {MAX_PICTURE_PIXELS} in all"
    )]
    TooFewSquares {
        /// Rows and columns of the board, such as `8x8`.
        board: String,
        /// Requested number of squares along each side of a pixel.
        squares_a_pixel: u32,
        /// Minimum number of squares along each side of a pixel.
        smallest: u32,
    },
    /// Visit numbers cannot be written on a streamed heat map, because a pixel can contain several squares.
    #[error("a heat map shows visit numbers as colours, not as digits")]
    NoDigits,
    /// The visit numbers do not form whole rows.
    #[error("{given} visit numbers are not a whole number of rows of {cols}")]
    WholeRows {
        /// Number of visit numbers.
        given: usize,
        /// Number of columns of the board.
        cols: u32,
    },
    /// The visit numbers have more rows than the board, or the picture was finished with too few rows.
    #[error("{given} rows of visit numbers for a board of {rows}")]
    Rows {
        /// Number of rows of visit numbers that the picture has received.
        given: u64,
        /// Number of rows of the board.
        rows: u32,
    },
    /// A number is outside the range of visit numbers, which is 1 to the number of squares.
    #[error("{number} on {} is not a visit number: 1 to {largest}", .square.name(*.rows))]
    Visit {
        /// The invalid number.
        number: u64,
        /// Maximum visit number, which is the number of squares.
        largest: u64,
        /// Square with the invalid number.
        square: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The squares are too small for the requested visit numbers.
    #[error("visit numbers up to {largest} need squares of at least {needed} pixels, these have {square}")]
    Numbers {
        /// Maximum visit number.
        largest: usize,
        /// Side of a square in pixels.
        square: u32,
        /// Minimum side of a square in pixels.
        needed: u32,
    },
    /// The picture is too narrow for the requested legend.
    #[error(
        "the legend of this heat map needs a picture of at least {needed} pixels in width, and this one has {width}"
    )]
    Legend {
        /// Width of the picture in pixels.
        width: u32,
        /// Minimum width of the picture in pixels.
        needed: u32,
    },
    /// The picture is too narrow for a legible caption.
    #[error("the caption needs a picture of at least {needed} pixels in width, and this one has {width}")]
    Caption {
        /// Width of the picture in pixels.
        width: u32,
        /// Minimum width of the picture in pixels.
        needed: u32,
    },
    /// A path is declared closed, but its last square is not one move from its first.
    #[error("the tour is not closed: {} to {} is not a move", .last.name(*.rows), .first.name(*.rows))]
    NotClosed {
        /// Last square of the path.
        last: Square,
        /// First square of the path.
        first: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The text is not a paper size, or a side of the paper is shorter than a centimetre. Contains the text.
    #[error("'{0}' is not a size of paper")]
    Paper(String),
    /// The text is not a length. Contains the text.
    #[error("'{0}' is not a length")]
    Length(String),
    /// The margins leave no space on the paper.
    #[error("margins of {margin} mm leave nothing of a paper of {} x {} mm", .paper.width, .paper.height)]
    Margin {
        /// Width of each margin in millimetres.
        margin: f64,
        /// Size of the paper.
        paper: Paper,
    },
    /// The pen has no width, or is wider than the space between the margins.
    #[error("a pen of {pen} mm draws no line on this paper")]
    Pen {
        /// Width of the pen in millimetres.
        pen: f64,
    },
    /// The paper has too many or too few pixels for a picture.
    #[error("a paper of {} x {} mm with {dpi} pixels to the inch is not a possible picture", .paper.width, .paper.height)]
    Sheet {
        /// Resolution in pixels per inch.
        dpi: f64,
        /// Size of the paper.
        paper: Paper,
    },
    /// A line has too few moves for the requested number of layers, or the requested number is 0.
    #[error("a line of {moves} moves cannot have {layers} layers")]
    Layers {
        /// Requested number of layers.
        layers: u32,
        /// Number of moves of the line.
        moves: usize,
    },
    /// The boards of a contact sheet differ in size.
    #[error("a sheet shows boards of one size, and these are {one} and {other}")]
    Sizes {
        /// Rows and columns of the first board.
        one: String,
        /// Rows and columns of another board.
        other: String,
    },
    /// The boards do not fit on a contact sheet.
    #[error("{boards} boards of {board} have no room on a sheet: at most {MAX_PICTURE_PIXELS} pixels")]
    TooMany {
        /// Number of boards.
        boards: u64,
        /// Number of rows and columns, which is the same for all boards.
        board: String,
    },
    /// The plot has no point that its axes can show.
    #[error("there is nothing to plot: no line has a point")]
    NoPoints,
    /// The picture could not be written, or the encoder rejected it. A closed pipe can be recognised by its
    /// `ErrorKind`. The encoder is not known to reject any picture returned by [`paint`](crate::paint).
    #[error("the picture could not be written: {0}")]
    Write(#[from] io::Error),
}

/// A `Result` whose default error is [`ViewError`].
pub type Result<T, E = ViewError> = std::result::Result<T, E>;

impl ViewError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Visit { .. } | Self::Rows { .. } | Self::Write(_) => ErrorClass::Machine,
            _ => ErrorClass::Input,
        }
    }

    /// Returns the error for a `text` that is not in the list `all` of valid names. `what` is the kind of choice.
    pub(crate) fn no_such<T: fmt::Display>(what: &'static str, text: &str, all: &[T]) -> Self {
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        Self::Name { what, text: shorten(text), names: names.join(", ") }
    }
}
