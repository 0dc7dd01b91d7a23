//! Symmetries of closed tours: what a turn or a reflection of the board leaves as it is.

use crate::{Board, Kind, Square, Tour};

/// A turn or a reflection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
pub enum Symmetry {
    /// A turn by 180 degrees.
    HalfTurn,
    /// A turn by 90 degrees.
    QuarterTurn,
    /// A reflection that exchanges left and right, or top and bottom.
    Mirror,
}

/// One of the eight symmetries of a rectangle: first transposed, then turned upside down, then left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isometry {
    /// Set if it exchanges rows and columns.
    pub transpose: bool,
    /// Set if it then turns the rectangle upside down.
    pub flip_rows: bool,
    /// Set if it then exchanges left and right.
    pub flip_cols: bool,
}

impl Isometry {
    /// The one that changes nothing.
    pub const IDENTITY: Self = Self::from_bits(0);

    /// One of the eight, by the lowest three bits.
    pub const fn from_bits(bits: u32) -> Self {
        Self { transpose: bits & 1 != 0, flip_rows: bits & 2 != 0, flip_cols: bits & 4 != 0 }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        let Self { transpose, flip_rows, flip_cols } = self;
        if transpose { Self { transpose, flip_rows: flip_cols, flip_cols: flip_rows } } else { self }
    }

    /// The number of times after which everything is as before.
    pub const fn order(self) -> usize {
        match (self.transpose, self.flip_rows, self.flip_cols) {
            (false, false, false) => 1,
            (true, true, false) | (true, false, true) => 4,
            _ => 2,
        }
    }

    /// The sides of a `rows` x `cols` rectangle after this symmetry.
    pub const fn sides(self, rows: u32, cols: u32) -> (u32, u32) {
        if self.transpose { (cols, rows) } else { (rows, cols) }
    }

    /// The image of a square of a `rows` x `cols` rectangle.
    pub const fn apply(self, square: Square, rows: u32, cols: u32) -> Square {
        let (row, col) = self.sides(square.row, square.col);
        let (rows, cols) = self.sides(rows, cols);
        Square::new(
            if self.flip_rows { rows - 1 - row } else { row },
            if self.flip_cols { cols - 1 - col } else { col },
        )
    }

    /// The image of a square of a board.
    pub const fn image(self, board: &Board, square: Square) -> Square {
        self.apply(square, board.rows(), board.cols())
    }
}

impl Symmetry {
    /// Every symmetry, in the order in which they are listed for people.
    pub const ALL: [Self; 3] = [Self::HalfTurn, Self::QuarterTurn, Self::Mirror];

    /// The maps of this kind; a quarter turn needs a square board.
    pub fn images(self, board: &Board) -> Vec<Isometry> {
        let [down, right] = [2, 4].map(Isometry::from_bits);
        match self {
            Self::HalfTurn => vec![Isometry { flip_cols: true, ..down }],
            Self::QuarterTurn if board.rows() == board.cols() => vec![Isometry { transpose: true, ..right }],
            Self::QuarterTurn => Vec::new(),
            Self::Mirror => vec![down, right],
        }
    }

    /// Why no closed knight's tour of this board has the symmetry, if a count of squares and colours says so.
    ///
    /// A tour with an image that turns it into itself goes from a square to its image in half, or a quarter, of its moves;
    /// a turn in the order of the tour is impossible only where colours do not fit.
    pub fn ruled_out(self, board: &Board) -> Option<String> {
        let (rows, cols) = (board.rows(), board.cols());
        match self {
            Self::HalfTurn => None,
            Self::QuarterTurn if rows != cols => {
                Some(format!("a quarter turn makes a {cols}x{rows} board of {rows}x{cols}"))
            }
            Self::QuarterTurn if rows % 4 != 2 => Some(format!(
                "a quarter turn changes the colour, so a quarter of the squares must be odd: the side must be 2 more than a \
                 multiple of 4, and {rows} is not"
            )),
            Self::Mirror if (rows % 4, cols % 2) != (2, 1) && (cols % 4, rows % 2) != (2, 1) => Some(format!(
                "a reflection changes the colour and moves every square only if one side is 2 more than a multiple of 4 and \
                 the other is odd, and {rows}x{cols} is not"
            )),
            Self::QuarterTurn | Self::Mirror => None,
        }
    }

    /// Returns whether a turn or reflection of this kind maps the moves of a closed tour onto themselves.
    ///
    /// ```
    /// use courser_board::{Board, Symmetry};
    ///
    /// let board: Board = "6x6".parse().unwrap();
    /// assert!(Symmetry::QuarterTurn.ruled_out(&board).is_none());
    /// assert!(Symmetry::Mirror.ruled_out(&board).is_some());
    /// ```
    pub fn is_of(self, tour: &Tour) -> bool {
        let board = tour.board();
        if tour.kind() != Kind::Closed || board.hole_count() > 0 {
            return false;
        }
        let order = tour.order();
        self.images(board).into_iter().any(|image| {
            let image = |&cell: &u32| board.index(image.image(board, board.at(cell.into()))) as u32;
            // The images are the same tour from another square, or backwards.
            let first = order.first().map(image);
            order.iter().position(|&cell| Some(cell) == first).is_some_and(|at| {
                let onward = order[at..].iter().chain(&order[..at]);
                let backward = order[..=at].iter().rev().chain(order[at + 1..].iter().rev());
                let images = order.iter().map(image);
                images.clone().eq(onward.copied()) || images.eq(backward.copied())
            })
        })
    }
}
