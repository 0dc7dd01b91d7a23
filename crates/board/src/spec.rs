//! The specification of a tour.

use crate::{Board, BoardError, Kind, Square, Tour};

/// The specification of a tour: the board, its kind, and its first and last square if required.
///
/// Given ends are squares of the board and not holes. They differ, unless the board has only one square. The
/// specification does not imply that such a tour exists.
///
/// ```
/// use courser_board::{Board, BoardError, Kind, Square, Tour, TourSpec};
///
/// let board: Board = "3x4".parse()?;
/// let spec = TourSpec::open(&board).starting_at(board.square("a3")?)?;
/// let tour = Tour::new(board.clone(), vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
/// assert!(spec.is_met_by(&tour));
/// assert!(!TourSpec::closed(&board).is_met_by(&tour));
/// assert!(matches!(spec.ending_at(Square::new(3, 0)), Err(BoardError::Outside { .. })));
/// # Ok::<(), BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TourSpec {
    board: Board,
    kind: Kind,
    start: Option<Square>,
    end: Option<Square>,
    target: Option<Square>,
}

impl TourSpec {
    /// Creates the specification of a tour of this kind with the given ends.
    ///
    /// # Errors
    /// [`BoardError::Outside`], [`BoardError::Hole`] or [`BoardError::SameEnds`].
    pub fn new(board: &Board, kind: Kind, start: Option<Square>, end: Option<Square>) -> Result<Self, BoardError> {
        for square in [start, end].into_iter().flatten() {
            board.playable_square(square)?;
        }
        match start {
            Some(square) if start == end && board.playable() > 1 => {
                Err(BoardError::SameEnds { square, rows: board.rows() })
            }
            _ => Ok(Self { board: board.clone(), kind, start, end, target: None }),
        }
    }

    /// Returns the specification of an open tour with any ends.
    pub fn open(board: &Board) -> Self {
        Self { board: board.clone(), kind: Kind::Open, start: None, end: None, target: None }
    }

    /// Returns the specification of a closed tour.
    pub fn closed(board: &Board) -> Self {
        Self { kind: Kind::Closed, ..Self::open(board) }
    }

    /// Sets the first square of the tour.
    ///
    /// # Errors
    /// See [`TourSpec::new`].
    pub fn starting_at(self, start: Square) -> Result<Self, BoardError> {
        Ok(Self { target: self.target, ..Self::new(&self.board, self.kind, Some(start), self.end)? })
    }

    /// Sets the last square of the tour.
    ///
    /// # Errors
    /// See [`TourSpec::new`].
    pub fn ending_at(self, end: Square) -> Result<Self, BoardError> {
        Ok(Self { target: self.target, ..Self::new(&self.board, self.kind, self.start, Some(end))? })
    }

    /// Sets a target: a square one move away from the last square of the tour. It may be a hole or a visited square.
    /// Such tours link regions to each other ("Haskell: knight's move II").
    ///
    /// # Errors
    /// [`BoardError::Outside`].
    pub fn aiming_at(self, target: Square) -> Result<Self, BoardError> {
        match self.board.contains(target) {
            true => Ok(Self { target: Some(target), ..self }),
            false => Err(self.board.outside(target)),
        }
    }

    /// Removes the target.
    #[must_use]
    pub fn without_target(self) -> Self {
        Self { target: None, ..self }
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the kind of tour. A closed tour also satisfies the specification of an open one.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns whether the last square must be one move away from the first.
    pub const fn is_closed(&self) -> bool {
        matches!(self.kind, Kind::Closed)
    }

    /// Returns the first square, if required.
    pub const fn start(&self) -> Option<Square> {
        self.start
    }

    /// Returns the last square, if required.
    pub const fn end(&self) -> Option<Square> {
        self.end
    }

    /// Returns the square one move away from the last one, if required.
    pub const fn target(&self) -> Option<Square> {
        self.target
    }

    /// Returns the squares on which such a tour can end, if that is restricted: the given end, the squares one move
    /// away from the target, or, for a closed tour, those one move away from the start.
    pub fn ends(&self) -> Option<Vec<Square>> {
        let near = |to| self.board.neighbours(to).collect::<Vec<Square>>();
        let all = [
            self.end.map(|end| vec![end]),
            self.target.map(near),
            self.start.filter(|_| self.is_closed() && self.board.playable() > 1).map(near),
        ];
        all.into_iter().flatten().reduce(|one, other| one.into_iter().filter(|end| other.contains(end)).collect())
    }

    /// Returns whether `tour` satisfies the specification.
    pub fn is_met_by(&self, tour: &Tour) -> bool {
        let meets = |asked: Option<Square>, found| asked.is_none() || asked == found;
        *tour.board() == self.board
            && (tour.kind() == Kind::Closed || !self.is_closed())
            && meets(self.start, tour.squares().next())
            && meets(self.end, tour.squares().next_back())
            && (self.target.is_none()
                || self.ends().zip(tour.squares().next_back()).is_some_and(|(ends, last)| ends.contains(&last)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_squares_of_the_board_and_differ() {
        let board = Board::new(3, 4).unwrap().with_holes([Square::new(1, 1)]).unwrap();
        let spec = |start, end| TourSpec::new(&board, Kind::Open, start, end);
        let (corner, hole, outside) = (Square::new(0, 0), Square::new(1, 1), Square::new(3, 0));
        assert!(spec(Some(corner), None).is_ok());
        assert_eq!(spec(Some(corner), Some(corner)), Err(BoardError::SameEnds { square: corner, rows: 3 }));
        assert_eq!(spec(None, Some(hole)), Err(BoardError::Hole { square: hole, rows: 3 }));
        assert_eq!(spec(Some(outside), None), Err(BoardError::Outside { square: outside, rows: 3, cols: 4 }));
        // The tour of one square ends on its first square.
        let one = Board::new(1, 1).unwrap();
        assert!(TourSpec::new(&one, Kind::Open, Some(corner), Some(corner)).is_ok());
    }

    #[test]
    fn a_target_is_a_move_away_from_the_last_square_and_may_be_a_hole() {
        let board = Board::new(3, 4).unwrap();
        let tour = Tour::new(board.clone(), vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
        let aiming = |row, col| TourSpec::open(&board).aiming_at(Square::new(row, col));
        // It ends on row 2, column 3.
        assert!(aiming(0, 2).unwrap().is_met_by(&tour) && aiming(1, 1).unwrap().is_met_by(&tour));
        assert!(!aiming(0, 0).unwrap().is_met_by(&tour));
        assert!(aiming(3, 0).is_err());
        let holed = Board::new(4, 4).unwrap().with_holes([Square::new(1, 1)]).unwrap();
        let ends = TourSpec::open(&holed).aiming_at(Square::new(1, 1)).unwrap().ends().unwrap();
        assert_eq!(ends.len(), 4);
        assert_eq!(TourSpec::open(&board).ends(), None);
        let closed = TourSpec::closed(&board).starting_at(Square::new(0, 0)).unwrap();
        assert_eq!(closed.ends().unwrap().len(), 2);
    }

    #[test]
    fn meeting_it_takes_the_board_the_kind_and_both_ends() {
        let board = Board::new(3, 4).unwrap();
        let tour = Tour::new(board.clone(), vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
        let (first, last) = (Square::new(0, 0), Square::new(2, 3));
        let met = |kind, start, end| TourSpec::new(&board, kind, start, end).unwrap().is_met_by(&tour);
        assert!(met(Kind::Open, None, None));
        assert!(met(Kind::Open, Some(first), Some(last)));
        assert!(!met(Kind::Open, Some(last), None));
        assert!(!met(Kind::Open, None, Some(first)));
        assert!(!met(Kind::Closed, None, None));
        assert!(!TourSpec::open(&Board::new(4, 3).unwrap()).is_met_by(&tour));
    }
}
