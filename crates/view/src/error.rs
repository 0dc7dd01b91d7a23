//! Why a picture cannot be painted or written, and the cure.

use std::{fmt, io};

use courser_board::Square;
use courser_board::words::shorten;

use crate::Paper;
use crate::limits::{MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, MAX_SQUARE, MIN_LINE_SQUARE};

/// Why a picture cannot be painted or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// Squares were asked for with no pixels, or with more than [`MAX_SQUARE`] per side. Holds the pixels per side of a square, as asked for.
    #[error("squares of {0} pixels are not possible: 1 to {MAX_SQUARE}")]
    Square(u32),
    /// The squares asked for make a picture beyond the limits.
    #[error(
        "a {board} board in squares of {square} pixels is not a possible picture: \
         at most {MAX_PICTURE_SIDE} pixels per side and {MAX_PICTURE_PIXELS} in all"
    )]
    TooLarge {
        /// Rows and columns of the board, as in `8x8`.
        board: String,
        /// Pixels per side of a square, as asked for.
        square: u32,
        /// Pixels per side of the largest square that is possible, 0 if none is.
        largest: u32,
    },
    /// The squares would be so small that no piece could be drawn in them. Holds rows and columns of the board, as in `8x8`.
    #[error("a {0} board is too large for a picture with pieces: its squares are too small to draw in")]
    TooSmall(String),
    /// The squares are too small for what they are to show.
    #[error("{what} need squares of at least {needed} pixels, and a {board} board would have {square}")]
    TooFine {
        /// The content of the squares.
        what: &'static str,
        /// Pixels per side that a square needs.
        needed: u32,
        /// Rows and columns of the board, as in `8x8`.
        board: String,
        /// Pixels per side of a square: as asked for, or the most that there is room for.
        square: u32,
    },
    /// A text is not the name of anything that was to be chosen.
    #[error("'{text}' is not a {what}")]
    Name {
        /// The kind of choice, as in `palette`.
        what: &'static str,
        /// The text that was read, shortened.
        text: String,
        /// The names that there are, as a list in words.
        names: String,
    },
    /// A speed, a frame rate or a time is out of its range.
    #[error("{what} cannot be {value}: {least} to {most}")]
    Pace {
        /// Which of them is out of its range.
        what: &'static str,
        /// The value as asked for.
        value: f64,
        /// The least that is possible.
        least: f64,
        /// The most that is possible.
        most: f64,
    },
    /// A state has more or fewer squares than the board.
    #[error("the state of {given} squares for a board of {needed}")]
    Squares {
        /// Squares of the state.
        given: usize,
        /// Squares of the board.
        needed: u64,
    },
    /// The animation would take too many frames.
    #[error("an animation of {frames} frames is too long: at most {most}")]
    TooLong {
        /// Frames that were asked for.
        frames: u64,
        /// The most that are possible.
        most: u32,
        /// The change that makes the animation shorter.
        cure: String,
    },
    /// The frames of the animation would have too many pixels.
    #[error("an animation of {width}x{height} pixels is too large: at most {most} pixels per frame")]
    TooWide {
        /// Width of a frame in pixels.
        width: u32,
        /// Height of a frame in pixels.
        height: u32,
        /// The most pixels of a frame.
        most: u64,
    },
    /// A pixel was to show 0 x 0 squares.
    #[error("0 squares per pixel are not possible: 1 or more")]
    NoSquares,
    /// With this few squares per pixel the picture is beyond the limits.
    #[error(
        "a {board} board with {squares_a_pixel} x {squares_a_pixel} squares per pixel is not a possible picture: \
         at most {MAX_PICTURE_SIDE} pixels per side and {MAX_PICTURE_PIXELS} in all"
    )]
    TooFewSquares {
        /// Rows and columns of the board, as in `8x8`.
        board: String,
        /// Squares per side of what one pixel shows, as asked for.
        squares_a_pixel: u32,
        /// The fewest squares per side of a pixel that are possible.
        smallest: u32,
    },
    /// Visit numbers were asked for in a heat map of a stream, whose pixels may be many squares.
    #[error("a heat map shows visit numbers as colours, not as digits")]
    NoDigits,
    /// The visit numbers given are not a whole number of rows.
    #[error("{given} visit numbers are not a whole number of rows of {cols}")]
    WholeRows {
        /// Visit numbers that were given.
        given: usize,
        /// Columns of the board.
        cols: u32,
    },
    /// More rows of visit numbers than the board has, or fewer at the end.
    #[error("{given} rows of visit numbers for a board of {rows}")]
    Rows {
        /// Rows that were given.
        given: u64,
        /// Rows of the board.
        rows: u32,
    },
    /// A number is not a visit number of a tour of the whole board.
    #[error("{number} on {} is not a visit number: 1 to {largest}", .square.name(*.rows))]
    Visit {
        /// The number that was given.
        number: u64,
        /// The largest visit number: the squares of the board.
        largest: u64,
        /// The square that has the number.
        square: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// Visit numbers were asked for in squares too small to read them.
    #[error("visit numbers up to {largest} need squares of at least {needed} pixels, these have {square}")]
    Numbers {
        /// The largest visit number.
        largest: usize,
        /// Pixels per side of a square.
        square: u32,
        /// Pixels per side that a square needs.
        needed: u32,
    },
    /// A path is said to be closed, and its ends are not a move apart.
    #[error("the tour is not closed: {} to {} is not a move", .last.name(*.rows), .first.name(*.rows))]
    NotClosed {
        /// The last square of the path.
        last: Square,
        /// The first square of the path.
        first: Square,
        /// Rows of the board.
        rows: u32,
    },
    /// The name is not a size of paper, or the sides are shorter than a centimetre. Holds the text.
    #[error("'{0}' is not a size of paper")]
    Paper(String),
    /// The text is not a length. Holds the text.
    #[error("'{0}' is not a length")]
    Length(String),
    /// The margins leave nothing of the paper.
    #[error("margins of {margin} mm leave nothing of a paper of {} x {} mm", .paper.width, .paper.height)]
    Margin {
        /// Each margin in millimetres.
        margin: f64,
        /// The paper.
        paper: Paper,
    },
    /// The pen has no width, or is wider than the paper between its margins.
    #[error("a pen of {pen} mm draws no line on this paper")]
    Pen {
        /// Width of the pen in millimetres.
        pen: f64,
    },
    /// The sheet has too many pixels, or too few for a picture.
    #[error("a paper of {} x {} mm with {dpi} pixels to the inch is not a possible picture", .paper.width, .paper.height)]
    Sheet {
        /// Pixels to the inch.
        dpi: f64,
        /// The paper.
        paper: Paper,
    },
    /// A line cannot be cut into this number of layers.
    #[error("a line of {moves} moves cannot have {layers} layers")]
    Layers {
        /// The number of layers that was asked for.
        layers: u32,
        /// Moves of the line.
        moves: usize,
    },
    /// The boards of a contact sheet differ in size.
    #[error("a sheet shows boards of one size, and these are {one} and {other}")]
    Sizes {
        /// Rows and columns of the first board.
        one: String,
        /// Rows and columns of another one.
        other: String,
    },
    /// The boards have no room on a contact sheet.
    #[error("{boards} boards of {board} have no room on a sheet: at most {MAX_PICTURE_PIXELS} pixels")]
    TooMany {
        /// The number of boards.
        boards: u64,
        /// Rows and columns of a board.
        board: String,
    },
    /// The plot has no point that its axes can show.
    #[error("there is nothing to plot: no line has a point")]
    NoPoints,
    /// The picture could not be written: a closed pipe has its own `ErrorKind`. Or the encoder refused it; none that
    /// [`paint`](crate::paint) makes is known to be refused.
    #[error("the picture could not be written: {0}")]
    Write(#[from] io::Error),
}

/// A result that may be a [`ViewError`].
pub type Result<T, E = ViewError> = std::result::Result<T, E>;

impl ViewError {
    /// The error that `text` is not the name of any `what`.
    pub(crate) fn no_such<T: fmt::Display>(what: &'static str, text: &str, all: &[T]) -> Self {
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        Self::Name { what, text: shorten(text), names: names.join(", ") }
    }

    /// Returns the cure in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Square { .. } => {
                format!("choose 1 to {MAX_SQUARE} pixels, or leave the size out")
            }
            Self::TooLarge { largest: 0, .. } => "leave the size out: the board is then averaged down".into(),
            Self::TooLarge { largest, .. } => {
                format!("choose at most {largest} pixels, or leave the size out")
            }
            Self::TooSmall(_) => {
                let side = (MAX_PICTURE_PIXELS as f64).sqrt() as u32 / MIN_LINE_SQUARE;
                format!("choose a board of at most some {side} squares per side")
            }
            Self::TooFine { needed, .. } => {
                format!("draw a heat map, or choose squares of {needed} pixels or more where there is room")
            }
            Self::Name { names, .. } => format!("choose one of {names}"),
            Self::Pace { least, most, .. } => format!("choose a number from {least} to {most}"),
            Self::Squares { needed, .. } => format!("give {needed} squares for every moment, and a moment at least"),
            Self::TooLong { cure, .. } => cure.clone(),
            Self::TooWide { .. } => "choose smaller squares, or leave their size out".into(),
            Self::NoSquares => "choose 1 or more, or leave them out".into(),
            Self::TooFewSquares { smallest, .. } => {
                format!("choose {smallest} squares per pixel, or leave them out: they are then chosen for the board")
            }
            Self::NoDigits => "leave the numbers out".into(),
            Self::WholeRows { cols, .. } => format!("give {cols} numbers for every row"),
            Self::Rows { rows, .. } => format!("give each of the {rows} rows once, from the top"),
            Self::Visit { .. } => "give the numbers of a tour that visits every square".into(),
            Self::Numbers { needed, .. } => {
                format!("choose squares of {needed} pixels or more, or leave the numbers out where they do not fit")
            }
            Self::NotClosed { .. } => "draw it as an open tour".into(),
            Self::Paper(_) => "choose A0 to A10, letter, legal or tabloid, or sides, as in 210x297mm".into(),
            Self::Length(_) => "give a number of mm, cm or in, as in 10mm".into(),
            Self::Margin { .. } => "choose smaller margins, or larger paper".into(),
            Self::Pen { .. } => "choose a pen such as 0.3mm".into(),
            Self::Sheet { .. } => "choose another --dpi, smaller margins, or an SVG, which has no pixels".into(),
            Self::Layers { moves, .. } => format!("choose 1 to {}", moves.max(&1)),
            Self::Sizes { .. } => "draw them one by one, with --pick".into(),
            Self::TooMany { .. } => "choose fewer boards, or smaller squares".into(),
            Self::NoPoints => "plot at least one measured value".into(),
            Self::Write(_) => "check that the place exists, may be written to and has room".into(),
        }
    }
}
