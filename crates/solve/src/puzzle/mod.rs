//! Partly numbered boards: some squares have given visit numbers, and a tour determines the others.
//!
//! The search decides the number of each square instead of the moves of the tour. For every number, the search stores
//! the possible squares; for every square, it stores the possible numbers (see `domains.rs`). So a given number
//! restricts earlier and later numbers at any distance. Independent components are searched separately (see
//! `search.rs`). If every third number is given, solving a board or counting its solutions takes milliseconds. The
//! memory is quadratic in the number of squares. If almost no numbers are given, the steps are slower than those of
//! [`search`](crate::search).
//!
//! ```
//! use courser_board::{Board, Kind};
//! use courser_solve::puzzle::{Puzzle, generate, solve, solutions};
//! use courser_solve::search::{SearchResult, SearchOptions};
//!
//! let board: Board = "5x5".parse().unwrap();
//! let number = |visit, name| (visit, board.square(name).unwrap());
//! let puzzle = Puzzle::new(&board, Kind::Open, [number(1, "a1"), number(7, "a5"), number(25, "c3")]).unwrap();
//! let SearchResult::Tour(tour) = solve(&puzzle, &SearchOptions::default()).unwrap() else { panic!("it has solutions") };
//! assert!(puzzle.is_solved_by(&tour));
//! assert_eq!(solutions(&puzzle, &SearchOptions::default()).unwrap().0, SearchResult::Tour(8_u32.into()));
//!
//! // The colours of a1 and a2 differ, and two moves keep the colour.
//! let wrong = Puzzle::new(&board, Kind::Open, [number(1, "a1"), number(3, "a2")]).unwrap();
//! let SearchResult::None(reason) = solve(&wrong, &SearchOptions::default()).unwrap() else { panic!("2 moves") };
//! assert_eq!(reason.to_string(), "no path of 2 moves leads from a1 (1) to a2 (3)");
//! ```

mod domains;
mod error;
mod generate;
mod search;

use courser_board::{Board, Kind, Square, Tour, TourSpec};
use num_bigint::BigUint;

pub use error::{PuzzleError, Unsolvable};
pub use generate::generate;

use crate::existence::{Existence, decide};
use crate::search::{SearchOptions, SearchResult};
use domains::Domains;
use search::{PuzzleCount, PuzzleSearch};

/// Maximum number of squares of a partly numbered board. Holes are not counted.
pub const MAX_SQUARES: u64 = 1 << 13;

/// A board, the kind of its tour, and the given visit numbers.
///
/// The numbers are between 1 and the number of squares. Each number is on one square that is not a hole, and no square
/// has two numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    board: Board,
    kind: Kind,
    /// The given numbers with their squares, in ascending order of the numbers.
    given: Vec<(u32, Square)>,
}

impl Puzzle {
    /// Creates the puzzle with these visit numbers. The first visit has the number 1.
    ///
    /// # Errors
    /// [`PuzzleError`] if the board is too large, if a number is 0 or exceeds the number of squares, if a square cannot
    /// be visited, or if a number or a square is given twice.
    pub fn new(board: &Board, kind: Kind, given: impl IntoIterator<Item = (u64, Square)>) -> Result<Self, PuzzleError> {
        let squares = board.playable();
        if squares > MAX_SQUARES || board.cells() > u64::from(u32::MAX) {
            return Err(PuzzleError::TooLarge(squares));
        }
        let mut all = Vec::new();
        for (visit, square) in given {
            board.playable_square(square)?;
            if !(1..=squares).contains(&visit) {
                let name = square.name(board.rows()).to_string();
                return Err(PuzzleError::Number { name, visit, squares });
            }
            all.push((visit as u32, square));
        }
        all.sort_unstable();
        all.dedup();
        let name = |square: Square| square.name(board.rows()).to_string();
        if let Some(two) = all.windows(2).find(|two| two[0].0 == two[1].0) {
            return Err(PuzzleError::SameNumber { visit: two[0].0, names: [name(two[0].1), name(two[1].1)] });
        }
        let mut by_square = all.clone();
        by_square.sort_unstable_by_key(|&(visit, square)| (square, visit));
        if let Some(two) = by_square.windows(2).find(|two| two[0].1 == two[1].1) {
            return Err(PuzzleError::SameSquare { name: name(two[0].1), visits: [two[0].0, two[1].0] });
        }
        Ok(Self { board: board.clone(), kind, given: all })
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the required kind of tour. If this kind is open, a closed tour also solves the puzzle.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the given visit numbers and their squares, in ascending order of the numbers.
    pub fn given(&self) -> &[(u32, Square)] {
        &self.given
    }

    /// Returns the square on which the puzzle gives the number `visit`, or `None` if the puzzle does not give this
    /// number.
    fn square(&self, visit: u32) -> Option<Square> {
        self.given.binary_search_by_key(&visit, |&(visit, _)| visit).ok().map(|at| self.given[at].1)
    }

    /// Returns a request for a tour. If the puzzle contains the number 1, the square of this number is the start of the
    /// tour. If the puzzle contains the last number, the square of that number is the end of the tour.
    pub fn spec(&self) -> TourSpec {
        let last = self.board.playable() as u32;
        TourSpec::new(&self.board, self.kind, self.square(1), self.square(last))
            .expect("given squares are on the board, and two numbers are on two squares")
    }

    /// Returns whether every given number is the first or the last visit number. In this case, [`Puzzle::spec`] is the
    /// whole puzzle.
    pub fn has_only_ends(&self) -> bool {
        let last = self.board.playable() as u32;
        self.given.iter().all(|&(visit, _)| visit == 1 || visit == last)
    }

    /// Returns whether a tour has the given numbers and is of the requested kind.
    pub fn is_solved_by(&self, tour: &Tour) -> bool {
        let has =
            |&(visit, square): &(u32, Square)| tour.order()[visit as usize - 1] as u64 == self.board.index(square);
        self.spec().is_met_by(tour) && self.given.iter().all(has)
    }
}

/// Solves a puzzle. Returns a tour with the given numbers, or the reason why none exists.
///
/// Equal seeds give equal tours.
///
/// # Errors
/// [`PuzzleError::Memory`] if the search needs more than [`SearchOptions::memory`].
pub fn solve(puzzle: &Puzzle, options: &SearchOptions<'_>) -> Result<SearchResult<Tour, Unsolvable>, PuzzleError> {
    let search = match begin(puzzle, u64::MAX, options)? {
        Ok(search) => search,
        Err(reason) => return Ok(SearchResult::None(reason)),
    };
    let (counted, order) = search.run(Some(1));
    Ok(match counted {
        PuzzleCount::Number(number, _) if number.bits() > 0 => {
            let squares: Vec<Square> = puzzle.board.squares().collect();
            let order = order.iter().map(|&square| puzzle.board.index(squares[square as usize]) as u32).collect();
            let tour = Tour::new(puzzle.board.clone(), order).expect("neighbouring numbers are a move apart");
            assert!(puzzle.is_solved_by(&tour), "the search keeps the given numbers");
            SearchResult::Tour(tour)
        }
        PuzzleCount::Number(_, nodes) => SearchResult::None(Unsolvable::searched(nodes)),
        PuzzleCount::Stopped { why, nodes, deepest, .. } => SearchResult::Stopped { why, nodes, deepest },
    })
}

/// Counts the solutions of a puzzle exactly. A solution is a numbering of the squares. Returns two values: the result
/// of the search, and the number of solutions found. If the search is stopped, this number is a lower bound.
///
/// If the puzzle contains no given number, a tour and its reverse are two solutions, and a closed tour counts as one
/// solution for each possible start.
///
/// # Errors
/// Returns the errors of [`solve`].
pub fn solutions(
    puzzle: &Puzzle,
    options: &SearchOptions<'_>,
) -> Result<(SearchResult<BigUint, Unsolvable>, BigUint), PuzzleError> {
    counted(puzzle, None, u64::MAX, options)
}

/// Counts the solutions up to `max`, and stops after `patience` choices. Returns two values: the result of the search,
/// and the number of solutions found. The second value is also valid if the search is stopped.
fn counted(
    puzzle: &Puzzle,
    max: Option<u32>,
    patience: u64,
    options: &SearchOptions<'_>,
) -> Result<(SearchResult<BigUint, Unsolvable>, BigUint), PuzzleError> {
    let search = match begin(puzzle, patience, options)? {
        Ok(search) => search,
        Err(reason) => return Ok((SearchResult::None(reason), BigUint::ZERO)),
    };
    Ok(match search.run(max).0 {
        PuzzleCount::Number(number, _) if number.bits() > 0 => (SearchResult::Tour(number.clone()), number),
        PuzzleCount::Number(number, nodes) => (SearchResult::None(Unsolvable::searched(nodes)), number),
        PuzzleCount::Stopped { why, nodes, found, deepest } => (SearchResult::Stopped { why, nodes, deepest }, found),
    })
}

/// Returns the prepared search. If it is certain before the search that no solution exists, returns the reason instead.
fn begin<'a>(
    puzzle: &Puzzle,
    patience: u64,
    options: &'a SearchOptions<'a>,
) -> Result<Result<PuzzleSearch<'a>, Unsolvable>, PuzzleError> {
    let needed = Domains::bytes(puzzle.board.playable());
    if let Some(available) = options.memory.filter(|&available| needed > available) {
        return Err(PuzzleError::Memory { squares: puzzle.board.playable(), needed, available });
    }
    if let Existence::None(reason) = decide(&puzzle.spec()) {
        return Ok(Err(Unsolvable::Tour(Box::new(reason))));
    }
    Ok(Domains::of(puzzle).map(|domains| PuzzleSearch::new(domains, patience, options)))
}
