//! Validated paths and tours.

use std::ops::Deref;

use crate::check::is_move;
use crate::{Board, Kind, Square, TourViolation, check, check_path};

/// A path on a board, in which every step is a move and no square is visited twice.
///
/// Every constructor validates the path, so every value of this type is valid. A path has at least one square.
#[derive(Clone, PartialEq, Eq)]
pub struct Path {
    board: Board,
    /// Indices of the squares in visiting order.
    order: Vec<u32>,
}

impl Path {
    /// Creates the path that visits the squares with these indices, in the given order. Checks that the path is valid.
    ///
    /// # Errors
    /// Returns the first [`TourViolation`], which is never [`TourViolation::Missing`].
    pub fn new(board: Board, order: Vec<u32>) -> Result<Self, TourViolation> {
        check_path(&board, order.iter().map(|&index| board.at(index.into())))?;
        Ok(Self { board, order })
    }

    /// Returns whether the path is an open or a closed tour.
    ///
    /// # Errors
    /// [`TourViolation::Missing`] if the path leaves squares unvisited.
    pub fn kind(&self) -> Result<Kind, TourViolation> {
        if (self.order.len() as u64) < self.board.playable() {
            return check(&self.board, self.squares());
        }
        let ends = self.squares().next().zip(self.squares().next_back());
        let is_closed = self.order.len() > 2 && ends.is_some_and(|(first, last)| is_move(&self.board, last, first));
        Ok(if is_closed { Kind::Closed } else { Kind::Open })
    }

    /// Returns the board of the path.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the indices of the squares in visiting order.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns the squares in visiting order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + DoubleEndedIterator + Clone + '_ {
        self.order.iter().map(|&index| self.board.at(index.into()))
    }

    /// Returns the visit number of every square, row by row. The first visit has the number 1; holes and unvisited
    /// squares have the number 0.
    pub fn visits(&self) -> Vec<u32> {
        let mut visits = vec![0; self.board.cells() as usize];
        for (visit, &index) in (1..).zip(&self.order) {
            visits[index as usize] = visit;
        }
        visits
    }
}

impl std::fmt::Debug for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Path({:?}, {} squares)", self.board, self.order.len())
    }
}

/// A tour, which is a path through every square of its board that is not a hole.
///
/// ```
/// use courser_board::{Board, Kind, Tour};
///
/// let board: Board = "3x4".parse().unwrap();
/// let tour = Tour::new(board, vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
/// assert_eq!(tour.kind(), Kind::Open);
/// assert_eq!(tour.visits(), [1, 4, 7, 10, 8, 11, 2, 5, 3, 6, 9, 12]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tour {
    path: Path,
    kind: Kind,
}

impl Tour {
    /// Checks and creates the tour through the squares with these indices, in visiting order.
    ///
    /// # Errors
    /// Returns the first [`TourViolation`].
    pub fn new(board: Board, order: Vec<u32>) -> Result<Self, TourViolation> {
        let kind = check(&board, order.iter().map(|&index| board.at(index.into())))?;
        Ok(Self { path: Path { board, order }, kind })
    }

    /// Returns the kind of the tour.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the tour as a path.
    pub const fn path(&self) -> &Path {
        &self.path
    }
}

impl From<Tour> for Path {
    fn from(tour: Tour) -> Self {
        tour.path
    }
}

impl TryFrom<Path> for Tour {
    type Error = TourViolation;

    fn try_from(path: Path) -> Result<Self, TourViolation> {
        Ok(Self { kind: path.kind()?, path })
    }
}

impl Deref for Tour {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}
