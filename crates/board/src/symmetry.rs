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

/// A map of the squares of a board onto themselves.
pub type Image = fn(&Board, Square) -> Square;

const fn down(board: &Board, at: Square) -> Square {
    Square::new(board.rows() - 1 - at.row, at.col)
}

const fn right(board: &Board, at: Square) -> Square {
    Square::new(at.row, board.cols() - 1 - at.col)
}

const fn half(board: &Board, at: Square) -> Square {
    right(board, down(board, at))
}

const fn quarter(board: &Board, at: Square) -> Square {
    Square::new(at.col, board.rows() - 1 - at.row)
}

impl Symmetry {
    /// Every symmetry, in the order in which they are listed for people.
    pub const ALL: [Self; 3] = [Self::HalfTurn, Self::QuarterTurn, Self::Mirror];

    /// The maps of this kind; a quarter turn needs a square board.
    pub fn images(self, board: &Board) -> Vec<Image> {
        match self {
            Self::HalfTurn => vec![half],
            Self::QuarterTurn if board.rows() == board.cols() => vec![quarter],
            Self::QuarterTurn => Vec::new(),
            Self::Mirror => vec![down, right],
        }
    }

    /// The number of times that a map of this kind has to be applied until every square is back.
    pub const fn order(self) -> usize {
        match self {
            Self::QuarterTurn => 4,
            Self::HalfTurn | Self::Mirror => 2,
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
            let image = |&cell: &u32| board.index(image(board, board.at(cell.into()))) as u32;
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
