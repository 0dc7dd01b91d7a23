//! Proves that visit numbers form a tour, in one pass.
//!
//! Let N be the number of squares of the board. Assume three conditions:
//! - Every square has a number from 1 to N.
//! - Some square has the number 1.
//! - From every square with a number v < N, a move leads to a square with the number v + 1.
//!
//! A walk can then begin at a square with the number 1 and follow the numbers up to N by moves. The walk visits N
//! different numbers, and therefore N different squares, which are all squares of the board. Therefore the numbers form
//! a tour. For a closed tour, a move must also lead from the square with the number N to the square with the number 1.
//!
//! It is sufficient to compare each square with its eight neighbours, in any order and on any number of cores. No
//! separate search for repeated numbers is needed.
//!
//! This module reads only numbers, and shares no code with the plans that generate them.

mod number;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

pub use number::{VisitNumber, VisitNumbers};

/// The reason why visit numbers do not form a tour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberingViolation {
    /// The number of visit numbers differs from the number of squares.
    #[error("{found} numbers for {expected} squares")]
    Length {
        /// Number of given visit numbers.
        found: u64,
        /// Number of squares of the board.
        expected: u64,
    },
    /// A number is not between 1 and the number of squares.
    #[error("row {row}, column {col} has the number {visit}, which is not from 1 to {squares}")]
    Range {
        /// Row of the square, from 0.
        row: u32,
        /// Column of the square, from 0.
        col: u32,
        /// Visit number of the square.
        visit: u64,
        /// Number of squares of the board.
        squares: u64,
    },
    /// The square with the number `next` is not one move away from the square with the number `visit`.
    #[error("row {row}, column {col} has the number {visit}, and {next} is not a knight's move away")]
    Successor {
        /// Row of the square, from 0.
        row: u32,
        /// Column of the square, from 0.
        col: u32,
        /// Visit number of the square.
        visit: u64,
        /// The visit number that must follow `visit`. No neighbour of the square has this number.
        next: u64,
    },
    /// No square has the visit number 1.
    #[error("no square has the number 1")]
    NoFirst,
}

impl NumberingViolation {
    /// Returns the violation at a square with the number `visit`, on a board of `squares` squares.
    pub fn at(row: u32, col: u32, visit: u64, squares: u64) -> Self {
        match visit {
            1.. if visit < squares => Self::Successor { row, col, visit, next: visit + 1 },
            1.. if visit == squares => Self::Successor { row, col, visit, next: 1 },
            _ => Self::Range { row, col, visit, squares },
        }
    }
}

/// Checks that visit numbers form a tour of the whole board. Visit numbers are counted from 1. `visits` contains the
/// numbers row by row.
///
/// # Errors
/// Returns the first [`NumberingViolation`] in row order.
///
/// ```
/// use courser_board::proof::{NumberingViolation, prove};
///
/// let mut visits = [1_u32, 4, 7, 10, 8, 11, 2, 5, 3, 6, 9, 12];
/// assert_eq!(prove(3, 4, false, &visits), Ok(()));
/// visits[5] = 12;
/// assert!(matches!(prove(3, 4, false, &visits), Err(NumberingViolation::Successor { row: 0, col: 3, .. })));
/// ```
pub fn prove<T: VisitNumber>(rows: u32, cols: u32, closed: bool, visits: &[T]) -> Result<(), NumberingViolation> {
    let mut proof = Proof::new(rows, cols, closed);
    let expected = proof.squares();
    if visits.len() as u64 != expected {
        return Err(NumberingViolation::Length { found: visits.len() as u64, expected });
    }
    proof.check(visits, 0, 0..rows)?;
    proof.rows_done = rows;
    proof.finish()
}

/// Returns the indices of the squares in visiting order. `visits` contains the visit numbers row by row, and 0 for a
/// hole or an unvisited square.
///
/// Returns `None` if the numbers above 0 are not 1 to n, each exactly once.
///
/// ```
/// use courser_board::proof::order_from_visits;
///
/// assert_eq!(order_from_visits(&[2, 3, 1]), Some(vec![2, 0, 1]));
/// assert_eq!(order_from_visits(&[2, 0, 1]), Some(vec![2, 0]));
/// assert_eq!(order_from_visits(&[2, 2, 1]), None);
/// ```
pub fn order_from_visits(visits: &[u32]) -> Option<Vec<u32>> {
    const NONE: u32 = u32::MAX;
    if visits.len() > NONE as usize {
        return None;
    }
    let mut order = vec![NONE; visits.iter().filter(|&&visit| visit > 0).count()];
    for (square, &visit) in (0..).zip(visits).filter(|(_, visit)| **visit > 0) {
        let slot = order.get_mut(visit as usize - 1)?;
        if std::mem::replace(slot, square) != NONE {
            return None;
        }
    }
    Some(order)
}

/// Number of rows that a proof stores.
const KEPT: usize = 4;

/// The proof of a tour whose rows are given in portions, from the top.
///
/// The proof stores only the last four rows, so a board can be far larger than memory.
///
/// ```
/// use courser_board::proof::Proof;
///
/// let mut proof = Proof::new(3, 4, false);
/// proof.push(&[1_u64, 4, 7, 10])?;
/// proof.push(&[8, 11, 2, 5, 3, 6, 9, 12])?;
/// proof.finish()?;
/// # Ok::<(), courser_board::proof::NumberingViolation>(())
/// ```
pub struct Proof<T> {
    rows: u32,
    cols: u32,
    closed: bool,
    /// Number of rows whose squares have been checked.
    rows_done: u32,
    /// True if the number 1 has occurred.
    first: bool,
    /// Number of rows received so far.
    given: u64,
    /// The most recently received rows, at most four. The last two rows cannot be checked before the following rows are
    /// received. The check of the last two rows also needs the two rows above them.
    held: Vec<T>,
}

impl<T: VisitNumber> Proof<T> {
    /// Creates a proof for a board with `rows` rows and `cols` columns. If `closed` is true, the tour must be closed.
    pub const fn new(rows: u32, cols: u32, closed: bool) -> Self {
        Self { rows, cols, closed, rows_done: 0, first: false, given: 0, held: Vec::new() }
    }

    const fn squares(&self) -> u64 {
        self.rows as u64 * self.cols as u64
    }

    /// Appends the visit numbers of the next rows, and checks all squares whose neighbouring rows are known.
    ///
    /// # Errors
    /// Returns the first [`NumberingViolation`] in row order.
    pub fn push(&mut self, visits: &[T]) -> Result<(), NumberingViolation> {
        let cols = self.cols as usize;
        if !visits.len().is_multiple_of(cols) {
            return Err(self.wrong_length(visits.len() as u64));
        }
        // Only rows at the seam between two pushed bands are copied. The other rows are checked without copying.
        let (seam, rows) = (KEPT * cols, visits.len() / cols);
        if rows > KEPT && self.given + rows as u64 <= self.rows.into() {
            let top = self.given as u32;
            self.push(&visits[..seam])?;
            let given = top + rows as u32;
            let ready = if given == self.rows { given } else { given - 2 };
            self.check(visits, top, self.rows_done..ready)?;
            (self.given, self.rows_done) = (given.into(), ready);
            self.held.clear();
            self.held.extend_from_slice(&visits[visits.len() - seam..]);
            return Ok(());
        }
        let top = self.given - (self.held.len() / cols) as u64;
        self.given += (visits.len() / cols) as u64;
        if self.given > self.rows.into() {
            return Err(self.wrong_length(0));
        }
        self.held.extend_from_slice(visits);
        let (top, given) = (top as u32, self.given as u32);
        let ready = if given == self.rows { given } else { given.saturating_sub(2) };
        if ready > self.rows_done {
            let held = std::mem::take(&mut self.held);
            let checked = self.check(&held, top, self.rows_done..ready);
            self.held = held;
            checked?;
            self.rows_done = ready;
        }
        let keep = given.min(KEPT as u32) as usize * cols;
        self.held.drain(..self.held.len() - keep.min(self.held.len()));
        Ok(())
    }

    fn wrong_length(&self, more: u64) -> NumberingViolation {
        NumberingViolation::Length { found: self.given * u64::from(self.cols) + more, expected: self.squares() }
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// [`NumberingViolation`] if rows are missing, or if no square has the number 1.
    pub fn finish(self) -> Result<(), NumberingViolation> {
        if self.rows_done < self.rows {
            return Err(self.wrong_length(0));
        }
        if self.first { Ok(()) } else { Err(NumberingViolation::NoFirst) }
    }

    /// Checks the squares of the rows in `wanted`. `visits` contains the visit numbers of consecutive rows, starting
    /// with row `top`.
    fn check(&mut self, visits: &[T], top: u32, wanted: Range<u32>) -> Result<(), NumberingViolation> {
        let proof = &*self;
        let first = AtomicBool::new(false);
        // This row of zeros is used for the rows above and below the board. No square has the number 0.
        let nothing = vec![T::default(); self.cols as usize];
        let line = |row: u32| &visits[(row - top) as usize * proof.cols as usize..][..proof.cols as usize];
        let fault = wanted.into_par_iter().find_map_first(|row| {
            let around = [-2, -1, 1, 2].map(|by| match row.checked_add_signed(by) {
                Some(other) if other < proof.rows => line(other),
                _ => &nothing,
            });
            match proof.check_row(row, line(row), around) {
                Ok(has_first) => {
                    first.fetch_or(has_first, Ordering::Relaxed);
                    None
                }
                Err(fault) => Some(fault),
            }
        });
        self.first |= first.into_inner();
        fault.map_or(Ok(()), Err)
    }

    /// Checks one row, given the two rows above it and the two rows below it. Returns whether the row contains the
    /// number 1.
    fn check_row(&self, row: u32, visits: &[T], around: [&[T]; 4]) -> Result<bool, NumberingViolation> {
        let cols = visits.len();
        let fault_in = |cols: Range<usize>| cols.into_iter().find_map(|col| self.fault_at(row, col, visits, around));
        // Rows of at most four squares have no interior, so their squares are checked one by one. The squares are also
        // checked one by one if the number type is too small for the board: then some visit numbers cannot occur, and
        // this check finds the first missing number.
        if cols <= 4 || self.squares() > T::MAX {
            return fault_in(0..cols).map_or_else(|| Ok(visits.iter().any(|visit| visit.get() == 1)), Err);
        }
        let edges = [0..2, cols - 2..cols];
        // In the interior columns, all moves stay within the given rows. The loop has no branches, so that the compiler
        // can vectorise it.
        let inside = cols - 4;
        let middle = &visits[2..][..inside];
        let [far_above, above, below, far_below] = around;
        let moves = [
            &far_above[1..][..inside],
            &far_above[3..][..inside],
            &above[..inside],
            &above[4..][..inside],
            &below[..inside],
            &below[4..][..inside],
            &far_below[1..][..inside],
            &far_below[3..][..inside],
        ];
        let (one, last) = (T::wrap(1), T::wrap(self.squares()));
        let after_last = if self.closed { one } else { T::default() };
        let (mut good, mut first) = (true, false);
        for col in 0..inside {
            let visit = middle[col];
            let is_last = visit == last;
            let next = if is_last { after_last } else { visit.plus(one) };
            let mut found = is_last & !self.closed;
            for other in moves {
                found |= other[col] == next;
            }
            good &= found & (visit >= one) & (visit <= last);
            first |= visit == one;
        }
        let fault = if good { edges.into_iter().find_map(fault_in) } else { fault_in(0..cols) };
        let first_at_edge = visits[..2].iter().chain(&visits[cols - 2..]).any(|&visit| visit == one);
        fault.map_or(Ok(first | first_at_edge), Err)
    }

    /// Returns the violation at one square, or `None` if the square has no violation.
    fn fault_at(&self, row: u32, col: usize, visits: &[T], around: [&[T]; 4]) -> Option<NumberingViolation> {
        let (visit, squares) = (visits[col].get(), self.squares());
        if !(1..=squares).contains(&visit) {
            return Some(NumberingViolation::Range { row, col: col as u32, visit, squares });
        }
        let next = match visit == squares {
            true if self.closed => 1,
            true => return None,
            false => visit + 1,
        };
        let found = around.iter().zip([1, 2, 2, 1]).any(|(line, by)| {
            let left = col.checked_sub(by).map(|col| line[col]);
            let right = line.get(col + by).copied();
            [left, right].into_iter().flatten().any(|other| other.get() == next)
        });
        (!found).then_some(NumberingViolation::Successor { row, col: col as u32, visit, next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OPEN: [u32; 12] = [1, 4, 7, 10, 8, 11, 2, 5, 3, 6, 9, 12];

    /// A closed tour of 8x8 that starts at row 2, column 4. It was found by Warnsdorff's rule with the move order
    /// `slides`.
    #[rustfmt::skip]
    const CLOSED: [u32; 64] = [
        27, 12, 37, 16, 25,  2, 47, 18,
        36, 15, 26, 13, 50, 17, 24,  3,
        11, 28, 63, 38,  1, 48, 19, 46,
        56, 35, 14, 49, 62, 51,  4, 23,
        29, 10, 57, 64, 39, 22, 45, 20,
        34, 55, 32, 61, 52, 59, 42,  5,
         9, 30, 53, 58,  7, 40, 21, 44,
        54, 33,  8, 31, 60, 43,  6, 41,
    ];

    /// Checks the visit numbers of the whole board at once, and returns the result. Asserts that a proof in bands gives
    /// the same result for every band height.
    fn judge<T: VisitNumber>(rows: u32, closed: bool, visits: &[T]) -> Result<(), NumberingViolation> {
        let cols = visits.len() as u32 / rows;
        let whole = prove(rows, cols, closed, visits);
        for height in 1..=rows {
            let mut proof = Proof::new(rows, cols, closed);
            let mut bands = visits.chunks((height * cols) as usize);
            let streamed = bands.try_for_each(|band| proof.push(band)).and_then(|()| proof.finish());
            assert_eq!(streamed, whole, "in bands of {height} rows");
        }
        whole
    }

    #[test]
    fn right_numbers_pass() {
        assert_eq!(judge(8, true, &CLOSED), Ok(()));
        assert_eq!(judge(8, false, &CLOSED), Ok(()));
        assert_eq!(judge(3, false, &OPEN), Ok(()));
        assert_eq!(judge(8, true, &CLOSED.map(u64::from)), Ok(()));
        assert_eq!(judge(1, false, &[1_u32]), Ok(()));
    }

    #[test]
    fn an_open_tour_is_not_closed() {
        assert_eq!(judge(3, true, &OPEN), Err(NumberingViolation::Successor { row: 2, col: 3, visit: 12, next: 1 }));
        assert!(judge(1, true, &[1_u32]).is_err());
    }

    #[test]
    fn a_tour_turned_by_one_number_is_closed_all_the_same_and_one_run_backwards_too() {
        let turned = CLOSED.map(|visit| visit % 64 + 1);
        assert_eq!(judge(8, true, &turned), Ok(()));
        assert_eq!(judge(8, true, &turned.map(|visit| 65 - visit)), Ok(()));
    }

    #[test]
    fn every_wrong_number_is_found() {
        for square in 0..64 {
            for wrong in (0..=66).chain([u32::MAX]).filter(|&wrong| wrong != CLOSED[square]) {
                for closed in [true, false] {
                    let mut visits = CLOSED;
                    visits[square] = wrong;
                    assert!(judge(8, closed, &visits).is_err(), "{wrong} in square {square}, closed: {closed}");
                }
            }
        }
    }

    /// Returns whether `Tour::new` accepts the tour with these visit numbers. If `closed` is true, the tour must also
    /// be closed. `Tour::new` shares no code with the proof.
    fn is_tour(closed: bool, visits: &[u32; 64]) -> bool {
        let order = order_from_visits(visits).unwrap();
        let board = crate::Board::new(8, 8).unwrap();
        let kind = crate::Tour::new(board, order).map(|tour| tour.kind());
        kind.is_ok_and(|kind| !closed || kind == crate::Kind::Closed)
    }

    #[test]
    fn every_swap_is_found_unless_it_makes_another_tour() {
        let mut tours = 0;
        for one in 0..64 {
            for other in 0..one {
                let mut visits = CLOSED;
                visits.swap(one, other);
                for closed in [true, false] {
                    let is_tour = is_tour(closed, &visits);
                    assert_eq!(judge(8, closed, &visits).is_ok(), is_tour, "squares {one} and {other}");
                    tours += u32::from(is_tour);
                }
            }
        }
        assert!(tours < 20, "{tours} of 4032 are tours");
    }

    #[test]
    fn two_paths_that_meet_are_found_although_every_square_has_its_next() {
        // The first square is given the number 5, which then occurs twice. This square causes no violation, since a
        // square one move away has the number 6. However, no square has the number 1 any more.
        let mut visits = OPEN;
        visits[0] = 5;
        assert_eq!(judge(3, false, &visits), Err(NumberingViolation::NoFirst));
    }

    #[test]
    fn rows_too_many_and_too_few_are_found() {
        assert_eq!(prove(8, 8, true, &CLOSED[1..]), Err(NumberingViolation::Length { found: 63, expected: 64 }));
        let mut proof = Proof::new(7, 8, true);
        assert_eq!(proof.push(&CLOSED), Err(NumberingViolation::Length { found: 64, expected: 56 }));
        let mut proof = Proof::new(9, 8, true);
        assert!(proof.push(&CLOSED[..9]).is_err());
        let proof = Proof::<u32>::new(1, 1, false);
        assert_eq!(proof.finish(), Err(NumberingViolation::Length { found: 0, expected: 1 }));
    }

    proptest! {
        #[test]
        fn any_shuffle_of_a_few_squares_is_found(swaps in prop::collection::vec((0_usize..64, 0_usize..64), 1..6)) {
            let mut visits = CLOSED;
            for (one, other) in swaps {
                visits.swap(one, other);
            }
            prop_assume!(visits != CLOSED);
            // The changed numbers can still form a tour. The proof must agree with the check.
            for closed in [true, false] {
                prop_assert_eq!(judge(8, closed, &visits).is_ok(), is_tour(closed, &visits));
            }
        }
    }
}
