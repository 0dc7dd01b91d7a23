//! Specifications of tours.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::proof::VisitNumbers;
use crate::{Board, BoardError, Kind, Path, Square, Symmetry, Tour, TourViolation};

/// The first requirement of a [`TourSpec`] that a path does not meet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// The squares do not form a tour of the board.
    #[error(transparent)]
    Flaw(#[from] TourViolation),
    /// The board of the checked path differs from the requested board.
    #[error("the tour is of {found}, not of {required}")]
    Board {
        /// Board of the checked path.
        found: Board,
        /// Requested board.
        required: Board,
    },
    /// The tour is open, although a closed tour is requested.
    #[error("the tour is open")]
    Open,
    /// The tour does not begin on the requested square.
    #[error("the tour does not start on {}", .start.name(*.rows))]
    Start {
        /// Requested first square.
        start: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The tour does not end on the requested square.
    #[error("the tour does not end on {}", .end.name(*.rows))]
    End {
        /// Requested last square.
        end: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The last square of the tour is not one move away from the target.
    #[error("the tour does not end a move away from {}", .target.name(*.rows))]
    Target {
        /// Requested target.
        target: Square,
        /// Number of rows of the board.
        rows: u32,
    },
    /// The tour does not use a required move.
    #[error("the tour does not use the move {}-{}", .squares[0].name(*.rows), .squares[1].name(*.rows))]
    Unused {
        /// The squares of the move.
        squares: [Square; 2],
        /// Number of rows of the board.
        rows: u32,
    },
    /// The tour uses a forbidden move.
    #[error("the tour uses the move {}-{}", .squares[0].name(*.rows), .squares[1].name(*.rows))]
    Used {
        /// The squares of the move.
        squares: [Square; 2],
        /// Number of rows of the board.
        rows: u32,
    },
    /// The tour is not invariant under any symmetry of the requested kind.
    #[error("the tour does not have the symmetry {0}")]
    Symmetry(Symmetry),
}

/// The specification of a tour: the board, the kind of tour, and optionally its first and its last square.
///
/// If both ends are given, they differ, unless the board has only one square. Ends are never holes. A specification
/// does not imply that such a tour exists.
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
    symmetry: Option<Symmetry>,
    with: Vec<[Square; 2]>,
    without: Vec<[Square; 2]>,
}

impl TourSpec {
    /// Creates the specification of a tour of this kind with the given ends.
    ///
    /// # Errors
    /// [`BoardError::Outside`] if an end is outside the board, [`BoardError::Hole`] if an end is a hole, and
    /// [`BoardError::SameEnds`] if both ends are the same square, unless the board has only this square.
    pub fn new(board: &Board, kind: Kind, start: Option<Square>, end: Option<Square>) -> Result<Self, BoardError> {
        for square in [start, end].into_iter().flatten() {
            board.playable_square(square)?;
        }
        match start {
            Some(square) if start == end && board.playable() > 1 => {
                Err(BoardError::SameEnds { square, rows: board.rows() })
            }
            _ => Ok(Self { kind, start, end, ..Self::open(board) }),
        }
    }

    /// Creates the specification of an open tour whose ends are free.
    pub fn open(board: &Board) -> Self {
        Self {
            board: board.clone(),
            kind: Kind::Open,
            start: None,
            end: None,
            target: None,
            symmetry: None,
            with: Vec::new(),
            without: Vec::new(),
        }
    }

    /// Creates the specification of a closed tour.
    pub fn closed(board: &Board) -> Self {
        Self { kind: Kind::Closed, ..Self::open(board) }
    }

    /// Sets the first square of the tour.
    ///
    /// # Errors
    /// See [`TourSpec::new`].
    pub fn starting_at(self, start: Square) -> Result<Self, BoardError> {
        Self::new(&self.board, self.kind, Some(start), self.end)?;
        Ok(Self { start: Some(start), ..self })
    }

    /// Sets the last square of the tour.
    ///
    /// # Errors
    /// See [`TourSpec::new`].
    pub fn ending_at(self, end: Square) -> Result<Self, BoardError> {
        Self::new(&self.board, self.kind, self.start, Some(end))?;
        Ok(Self { end: Some(end), ..self })
    }

    /// Sets a target, which is a square one move away from the last square of the tour. The target may be a hole or a
    /// visited square. Targets link the tours of regions to each other, as in "Haskell: knight's move II".
    ///
    /// # Errors
    /// [`BoardError::Outside`] if the target is not on the board.
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

    /// Requires a closed tour with this symmetry.
    #[must_use]
    pub fn with_symmetry(self, symmetry: Symmetry) -> Self {
        Self { kind: Kind::Closed, symmetry: Some(symmetry), ..self }
    }

    /// Returns the board of the tour.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the required kind of tour. A closed tour also satisfies the specification of an open tour.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns whether the last square must be one move away from the first.
    pub const fn is_closed(&self) -> bool {
        matches!(self.kind, Kind::Closed)
    }

    /// Returns the required first square, or `None` if any square may be the first.
    pub const fn start(&self) -> Option<Square> {
        self.start
    }

    /// Returns the required last square, or `None` if any square may be the last.
    pub const fn end(&self) -> Option<Square> {
        self.end
    }

    /// Returns the target, or `None` if none is set. The last square must be one move away from the target.
    pub const fn target(&self) -> Option<Square> {
        self.target
    }

    /// Requires all moves in `with` and forbids all moves in `without`. Each move is given by its two squares.
    ///
    /// ```
    /// use courser_board::{Board, Path, TourSpec, Violation};
    ///
    /// let board: Board = "3x4".parse().unwrap();
    /// let [a3, c2] = ["a3", "c2"].map(|name| board.square(name).unwrap());
    /// let path = Path::new(board.clone(), vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
    /// assert!(TourSpec::open(&board).restricted(&[[c2, a3]], &[]).unwrap().check(path.clone()).is_ok());
    /// let without = TourSpec::open(&board).restricted(&[], &[[a3, c2]]).unwrap();
    /// assert_eq!(without.check(path), Err(Violation::Used { squares: [a3, c2], rows: 3 }));
    /// ```
    ///
    /// # Errors
    /// [`BoardError`] in six cases:
    /// - A square cannot be visited.
    /// - A pair of squares is not a move.
    /// - A move is in both lists.
    /// - Three moves in `with` have a common square.
    /// - Two moves in `with` have a common square that is an end of the tour.
    /// - Moves in `with` form a cycle that is not the requested tour.
    pub fn restricted(self, with: &[[Square; 2]], without: &[[Square; 2]]) -> Result<Self, BoardError> {
        let (board, rows) = (&self.board, self.board.rows());
        for &squares in with.iter().chain(without) {
            let [a, b] = squares;
            squares.into_iter().try_for_each(|square| board.playable_square(square).map(|_| ()))?;
            if !board.neighbours(a).any(|square| square == b) {
                return Err(BoardError::Move { squares, rows, leaper: board.leaper() });
            }
        }
        if let Some(&squares) = with.iter().find(|&&[a, b]| without.contains(&[a, b]) || without.contains(&[b, a])) {
            return Err(BoardError::ForcedAndForbidden { squares, rows });
        }
        let ordered = |moves: &[[Square; 2]]| {
            let ordered: BTreeSet<[Square; 2]> = moves.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
            ordered.into_iter().collect::<Vec<_>>()
        };
        let (with, without) = (ordered(with), ordered(without));
        let has_ends = !self.is_closed() && board.playable() > 1;
        let is_end = |square| has_ends && (self.start == Some(square) || self.end == Some(square));
        // The paths of required moves, as a map from each end of a path to the other end.
        let mut far = BTreeMap::<Square, Square>::new();
        let mut degrees = BTreeMap::<Square, u32>::new();
        for (at, &[a, b]) in with.iter().enumerate() {
            for square in [a, b] {
                let moves = degrees.entry(square).or_default();
                *moves += 1;
                if *moves > 2 - u32::from(is_end(square)) {
                    return Err(BoardError::ForcedMoves { moves: *moves, square, rows });
                }
            }
            let (to_a, to_b) = (far.get(&a).copied().unwrap_or(a), far.get(&b).copied().unwrap_or(b));
            let is_tour = self.is_closed() && at as u64 + 1 == board.playable();
            if to_a == b && !is_tour {
                return Err(BoardError::ForcedCycle);
            }
            far.insert(to_a, to_b);
            far.insert(to_b, to_a);
        }
        Ok(Self { with, without, ..self })
    }

    /// Returns the required moves as pairs of squares. The first square of each pair comes before the second square in
    /// row-major order.
    pub fn with(&self) -> &[[Square; 2]] {
        &self.with
    }

    /// Returns the forbidden moves as pairs of squares. The first square of each pair comes before the second square in
    /// row-major order.
    pub fn without(&self) -> &[[Square; 2]] {
        &self.without
    }

    /// Returns whether at least one move is required or forbidden.
    pub fn restricts_moves(&self) -> bool {
        !self.with.is_empty() || !self.without.is_empty()
    }

    /// Returns the symmetry that a closed tour must have, or `None` if no symmetry is required.
    pub const fn symmetry(&self) -> Option<Symmetry> {
        self.symmetry
    }

    /// Returns the squares on which a tour with this specification can end, or `None` if any square is possible.
    ///
    /// A required last square is the only candidate. If a target is set, the last square must be one move away from the
    /// target. The last square of a closed tour must be one move away from the start.
    pub fn ends(&self) -> Option<Vec<Square>> {
        let near = |to| self.board.neighbours(to).collect::<Vec<Square>>();
        let all = [
            self.end.map(|end| vec![end]),
            self.target.map(near),
            self.start.filter(|_| self.is_closed() && self.board.playable() > 1).map(near),
        ];
        all.into_iter().flatten().reduce(|one, other| one.into_iter().filter(|end| other.contains(end)).collect())
    }

    /// Returns the path as a tour if the path meets the specification.
    ///
    /// Other functions that create a [`Tour`] do not compare the tour with a specification.
    ///
    /// ```
    /// use courser_board::{Board, Path, TourSpec, Violation};
    ///
    /// let board: Board = "3x4".parse().unwrap();
    /// let path = Path::new(board.clone(), vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
    /// assert!(TourSpec::open(&board).check(path.clone()).is_ok());
    /// assert_eq!(TourSpec::closed(&board).check(path), Err(Violation::Open));
    /// ```
    ///
    /// # Errors
    /// Returns the first [`Violation`].
    pub fn check(&self, path: Path) -> Result<Tour, Violation> {
        match self.violation(&path) {
            Some(violation) => Err(violation),
            None => Ok(Tour::try_from(path)?),
        }
    }

    /// Returns the first requirement that a path does not meet, or `None` if the path meets all requirements.
    pub fn violation(&self, path: &Path) -> Option<Violation> {
        let (board, rows) = (path.board(), self.board.rows());
        if *board != self.board {
            return Some(Violation::Board { found: board.clone(), required: self.board.clone() });
        }
        let kind = match path.kind() {
            Ok(kind) => kind,
            Err(flaw) => return Some(flaw.into()),
        };
        let (first, last) = (path.squares().next(), path.squares().next_back());
        let near = |target| last.is_some_and(|last| board.neighbours(target).any(|square| square == last));
        match *self {
            Self { kind: Kind::Closed, .. } if kind == Kind::Open => Some(Violation::Open),
            Self { start: Some(start), .. } if first != Some(start) => Some(Violation::Start { start, rows }),
            Self { end: Some(end), .. } if last != Some(end) => Some(Violation::End { end, rows }),
            Self { target: Some(target), .. } if !near(target) => Some(Violation::Target { target, rows }),
            Self { symmetry: Some(symmetry), .. } if !symmetry.is_of(path) => Some(Violation::Symmetry(symmetry)),
            _ => self.violated_move(path),
        }
    }

    /// Returns the violation for the first required move that a path does not use, or for the first forbidden move that
    /// it uses. Returns `None` if the path uses all required moves and no forbidden move.
    fn violated_move(&self, path: &Path) -> Option<Violation> {
        if !self.restricts_moves() {
            return None;
        }
        let (visits, last, rows) = (path.visits(), path.order().len() as u32, self.board.rows());
        let uses = |squares: &[Square; 2]| {
            let between = squares.map(|square| visits[self.board.index(square) as usize]);
            let apart = between[0].abs_diff(between[1]);
            apart == 1 || self.is_closed() && apart == last - 1
        };
        let unused =
            self.with.iter().find(|squares| !uses(squares)).map(|&squares| Violation::Unused { squares, rows });
        let used = || self.without.iter().find(|squares| uses(squares));
        unused.or_else(|| used().map(|&squares| Violation::Used { squares, rows }))
    }

    /// Checks the requested ends of a tour that are in the given rows of the board. `numbers` contains the visit
    /// numbers of these rows. A proof must already have shown that the visit numbers of the whole board form a tour.
    ///
    /// # Errors
    /// [`Violation::Start`] or [`Violation::End`] if the requested first or last square is in these rows and has the
    /// wrong visit number.
    pub fn check_rows(&self, rows: Range<u32>, numbers: VisitNumbers<'_>) -> Result<(), Violation> {
        let first = u64::from(rows.start) * u64::from(self.board.cols());
        let number = |square: Square| numbers.get((self.board.index(square) - first) as usize);
        let is_other = |square: Square, visit: u64| rows.contains(&square.row) && number(square) != Some(visit);
        let last = self.board.playable();
        match *self {
            Self { start: Some(start), .. } if is_other(start, 1) => {
                Err(Violation::Start { start, rows: self.board.rows() })
            }
            Self { end: Some(end), .. } if is_other(end, last) => Err(Violation::End { end, rows: self.board.rows() }),
            _ => Ok(()),
        }
    }

    /// Returns whether `tour` meets the specification.
    pub fn is_met_by(&self, tour: &Tour) -> bool {
        self.violation(tour).is_none()
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
        // The tour of a single square begins and ends on this square, which is allowed.
        let one = Board::new(1, 1).unwrap();
        assert!(TourSpec::new(&one, Kind::Open, Some(corner), Some(corner)).is_ok());
    }

    #[test]
    fn a_target_is_a_move_away_from_the_last_square_and_may_be_a_hole() {
        let board = Board::new(3, 4).unwrap();
        let tour = Tour::new(board.clone(), vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
        let aiming = |row, col| TourSpec::open(&board).aiming_at(Square::new(row, col));
        // The tour ends on row 2, column 3.
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
    fn a_violation_names_the_first_requirement_that_is_not_met() {
        let board = Board::new(3, 4).unwrap();
        let order = vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
        let path = || Path::new(board.clone(), order.clone()).unwrap();
        let (first, last) = (Square::new(0, 0), Square::new(2, 3));
        let spec = |start, end| TourSpec::new(&board, Kind::Open, start, end).unwrap();
        assert_eq!(spec(Some(first), Some(last)).check(path()).map(|tour| tour.kind()), Ok(Kind::Open));
        assert_eq!(spec(Some(last), None).check(path()), Err(Violation::Start { start: last, rows: 3 }));
        assert_eq!(spec(None, Some(first)).check(path()), Err(Violation::End { end: first, rows: 3 }));
        let target = Square::new(0, 0);
        let aiming = TourSpec::open(&board).aiming_at(target).unwrap();
        assert_eq!(aiming.check(path()), Err(Violation::Target { target, rows: 3 }));
        let part = Path::new(board.clone(), order[..11].to_vec()).unwrap();
        let missing = TourViolation::Missing { square: last, visited: 11, playable: 12, rows: 3 };
        assert_eq!(spec(None, None).check(part), Err(missing.into()));
        let numbers: Vec<u32> = path().visits();
        let rows = |spec: TourSpec, rows: Range<u32>| {
            let part = &numbers[rows.start as usize * 4..rows.end as usize * 4];
            spec.check_rows(rows, VisitNumbers::Narrow(part))
        };
        assert_eq!(rows(spec(Some(first), Some(last)), 0..3), Ok(()));
        assert_eq!(rows(spec(Some(last), None), 2..3), Err(Violation::Start { start: last, rows: 3 }));
        assert_eq!(rows(spec(Some(last), None), 0..2), Ok(()));
        assert_eq!(rows(spec(None, Some(first)), 0..1), Err(Violation::End { end: first, rows: 3 }));
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
