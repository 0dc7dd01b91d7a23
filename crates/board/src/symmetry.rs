//! Symmetries of closed tours: rotations and reflections of the board.

use std::borrow::Cow;

use crate::{Board, Kind, Leaper, Path, Square};

/// A rotation or a reflection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
pub enum Symmetry {
    /// A rotation by 180 degrees.
    HalfTurn,
    /// A rotation by 90 degrees.
    QuarterTurn,
    /// A reflection in a middle line of the board, or in a diagonal of a square board.
    Mirror,
}

/// One of the eight symmetries of a rectangle: an optional transposition, then an optional vertical flip and an
/// optional horizontal flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isometry {
    /// True if the symmetry exchanges rows and columns.
    pub transpose: bool,
    /// True if the symmetry exchanges top and bottom after the transposition.
    pub flip_rows: bool,
    /// True if the symmetry exchanges left and right after the transposition.
    pub flip_cols: bool,
}

impl Isometry {
    /// The symmetry that moves no square.
    pub const IDENTITY: Self = Self::from_bits(0);

    /// Creates one of the eight symmetries from the lowest three bits.
    pub const fn from_bits(bits: u32) -> Self {
        Self { transpose: bits & 1 != 0, flip_rows: bits & 2 != 0, flip_cols: bits & 4 != 0 }
    }

    /// Returns the inverse symmetry.
    #[must_use]
    pub const fn inverse(self) -> Self {
        let Self { transpose, flip_rows, flip_cols } = self;
        if transpose { Self { transpose, flip_rows: flip_cols, flip_cols: flip_rows } } else { self }
    }

    /// Returns the order of the symmetry: the smallest positive number of applications that gives the identity.
    pub const fn order(self) -> usize {
        match (self.transpose, self.flip_rows, self.flip_cols) {
            (false, false, false) => 1,
            (true, true, false) | (true, false, true) => 4,
            _ => 2,
        }
    }

    /// Returns the number of rows and the number of columns of the image of a `rows` x `cols` rectangle.
    pub const fn sides(self, rows: u32, cols: u32) -> (u32, u32) {
        if self.transpose { (cols, rows) } else { (rows, cols) }
    }

    /// Returns the image of a square of a `rows` x `cols` rectangle.
    pub const fn apply(self, square: Square, rows: u32, cols: u32) -> Square {
        let (row, col) = self.sides(square.row, square.col);
        let (rows, cols) = self.sides(rows, cols);
        Square::new(
            if self.flip_rows { rows - 1 - row } else { row },
            if self.flip_cols { cols - 1 - col } else { col },
        )
    }

    /// Returns whether the board and its holes are invariant under the symmetry.
    pub fn keeps(self, board: &Board) -> bool {
        self.sides(board.rows(), board.cols()) == (board.rows(), board.cols())
            && (board.hole_count() == 0 || board.squares().all(|square| board.is_playable(self.image(board, square))))
    }

    /// Returns whether a closed tour is invariant under the symmetry, apart from its first square and its direction.
    /// `order` contains the indices of the squares in visiting order. The symmetry must [keep](Self::keeps) the board.
    pub fn keeps_cycle(self, board: &Board, order: &[u32]) -> bool {
        let image = |&cell: &u32| board.index(self.image(board, board.at(cell.into()))) as u32;
        // The images of the squares must form the same tour, possibly in the opposite direction or with another first
        // square.
        let first = order.first().map(image);
        order.iter().position(|&cell| Some(cell) == first).is_some_and(|at| {
            let onward = order[at..].iter().chain(&order[..at]);
            let backward = order[..=at].iter().rev().chain(order[at + 1..].iter().rev());
            let images = order.iter().map(image);
            images.clone().eq(onward.copied()) || images.eq(backward.copied())
        })
    }

    /// Returns the image of a square of a board.
    pub const fn image(self, board: &Board, square: Square) -> Square {
        self.apply(square, board.rows(), board.cols())
    }
}

impl Symmetry {
    /// All symmetries, in the order in which users see them.
    pub const ALL: [Self; 3] = [Self::HalfTurn, Self::QuarterTurn, Self::Mirror];

    /// Returns the isometries of this kind that [keep](Isometry::keeps) a board: at most four for [`Self::Mirror`], and
    /// at most one for every other kind. A quarter turn is returned in only one of its two directions.
    pub fn images(self, board: &Board) -> Vec<Isometry> {
        let kind: &[u32] = match self {
            Self::HalfTurn => &[6],
            Self::QuarterTurn => &[5],
            Self::Mirror => &[2, 4, 1, 7],
        };
        kind.iter().map(|&bits| Isometry::from_bits(bits)).filter(|map| map.keeps(board)).collect()
    }

    /// Returns the reason why no closed tour of this board has the symmetry. The reason is the shape of the board or,
    /// for a knight on a rectangle, an argument about the number and the colours of the squares. Returns `None` if
    /// neither excludes the symmetry.
    ///
    /// On a board without joined sides, outer rows and columns that contain only holes are ignored. A quarter turn that
    /// maps a tour to itself moves each square along the tour by a quarter of the tour's length. The colours of the
    /// squares can exclude such a tour.
    ///
    /// ```
    /// use courser_board::{Board, Symmetry};
    ///
    /// let board: Board = "6x6".parse().unwrap();
    /// assert!(Symmetry::QuarterTurn.ruled_out(&board).is_none());
    /// assert!(Symmetry::Mirror.ruled_out(&board).is_some());
    /// ```
    pub fn ruled_out(self, board: &Board) -> Option<String> {
        let (board, _) = board.trimmed();
        let (rows, cols) = (board.rows(), board.cols());
        if self == Self::QuarterTurn && rows != cols {
            return Some(format!("a quarter turn makes a {cols}x{rows} board of {rows}x{cols}"));
        }
        if self.images(&board).is_empty() {
            return Some("it does not map the squares of the board onto themselves".into());
        }
        if board.leaper() != Leaper::KNIGHT || board.hole_count() > 0 {
            return None;
        }
        match self {
            Self::QuarterTurn if rows % 4 != 2 => Some(format!(
                "a quarter turn changes the colour, so a quarter of the squares must be odd: the side must be 2 more than a \
                 multiple of 4, and {rows} is not"
            )),
            Self::Mirror if (rows % 4, cols % 2) != (2, 1) && (cols % 4, rows % 2) != (2, 1) => Some(format!(
                "a reflection changes the colour and moves every square only if one side is 2 more than a multiple of 4 and \
                 the other is odd, and {rows}x{cols} is not"
            )),
            Self::HalfTurn | Self::QuarterTurn | Self::Mirror => None,
        }
    }

    /// Returns all kinds of rotations and reflections of the board under which a tour is invariant. The list is empty
    /// for an open tour. Outer rows and columns that contain only holes are ignored.
    ///
    /// ```
    /// use courser_board::{Board, Square, Symmetry, Tour};
    ///
    /// // The knight's only tour around the centre.
    /// let ring = "3x3".parse::<Board>().unwrap().with_holes([Square::new(1, 1)]).unwrap();
    /// let tour = Tour::new(ring, vec![0, 5, 6, 1, 8, 3, 2, 7]).unwrap();
    /// assert_eq!(Symmetry::all_of(&tour), Symmetry::ALL);
    /// ```
    pub fn all_of(tour: &Path) -> Vec<Self> {
        if tour.kind() != Ok(Kind::Closed) {
            return Vec::new();
        }
        let board = tour.board();
        let (trimmed, first) = board.trimmed();
        let moved = |&cell: &u32| {
            let square = board.at(cell.into());
            trimmed.index(Square::new(square.row - first.row, square.col - first.col)) as u32
        };
        let is_trimmed = board.cells() == trimmed.cells();
        let order: Cow<'_, [u32]> =
            if is_trimmed { tour.order().into() } else { tour.order().iter().map(moved).collect() };
        let has = |symmetry: &Self| symmetry.images(&trimmed).into_iter().any(|map| map.keeps_cycle(&trimmed, &order));
        Self::ALL.into_iter().filter(has).collect()
    }

    /// Returns whether [`all_of`](Self::all_of) includes this symmetry for a tour.
    pub fn is_of(self, tour: &Path) -> bool {
        Self::all_of(tour).contains(&self)
    }
}
