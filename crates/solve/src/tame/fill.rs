//! Computes the visit numbers of squares from the tables of a plan.

use std::ops::Range;

use courser_board::Square;
use courser_board::proof::VisitNumber;
use rayon::prelude::*;

use super::shape::{self, RIM};
use super::walk::NumberLocation;
use super::{TamePlan, fold};

/// The lines, ordered so that the lines through adjacent squares of a row are consecutive. In a folded tour, this
/// applies only within a wedge. `T` is the integer type of the visit numbers. The square with the number r along a line
/// has the visit number base + r, or base - r if the mask of the line is all ones.
struct LineOrder<T> {
    bases: Vec<T>,
    masks: Vec<T>,
    /// Index of the line that contains the start of the tour, or `None` if the start is on the rim.
    start: Option<usize>,
}

impl TamePlan {
    /// Returns the tour index of a square (see [`TamePlan::shift`]).
    pub(super) fn index(&self, square: Square) -> u64 {
        match self.place(square) {
            NumberLocation::Square(at) => self.rim[at],
            NumberLocation::Line(at, along) => on_line(self.lines[at], along as u64),
        }
    }

    /// Returns the location of a square's number in the tables.
    fn place(&self, square: Square) -> NumberLocation {
        let (rows, cols) = self.sides();
        let (row, col) = self.turned(square);
        if self.folded {
            fold::place(rows.into(), row.into(), col.into())
        } else {
            shape::place(rows.into(), cols.into(), row.into(), col.into())
        }
    }

    /// Returns the coordinates of a square in the tables. If the board is transposed, the row and the column are
    /// swapped.
    const fn turned(&self, square: Square) -> (u32, u32) {
        if self.transposed { (square.col, square.row) } else { (square.row, square.col) }
    }

    /// Returns the visit number of a square, counted from 1.
    pub fn visit(&self, square: Square) -> u64 {
        self.number(self.index(square))
    }

    /// Writes the visit numbers of the squares in these rows. Visit numbers are counted from 1.
    ///
    /// Runs on the current rayon pool.
    ///
    /// # Panics
    /// Panics if the board does not have these rows, if the length of `visits` differs from the number of squares in
    /// these rows, or if the numbers of the board do not fit in `T`.
    pub fn fill_rows<T: VisitNumber>(&self, rows: Range<u32>, visits: &mut [T]) {
        assert!(rows.start <= rows.end && rows.end <= self.rows, "rows {rows:?} of {}", self.rows);
        let squares = u64::from(rows.end - rows.start) * u64::from(self.cols);
        assert_eq!(visits.len() as u64, squares, "one number per square of rows {rows:?}");
        assert!(self.cells() <= T::MAX, "{} squares do not fit the numbers", self.cells());
        let lines = self.lines();
        let visits = visits.par_chunks_exact_mut(self.cols as usize);
        visits.zip(rows.into_par_iter()).for_each(|(visits, row)| self.fill_row(row, visits, &lines));
    }

    /// Returns the lines of the board. Along a line, the visit numbers rise or fall by 1 from square to square. The
    /// only exception is the line that contains the start of the tour: its numbers can jump at the start.
    fn lines<T: VisitNumber>(&self) -> LineOrder<T> {
        let rows = self.sides().0;
        let zeros = vec![T::wrap(0); self.lines.len()];
        let start = if let NumberLocation::Line(at, _) = self.place(self.start) { Some(at) } else { None };
        let mut lines = LineOrder { bases: zeros.clone(), masks: zeros, start };
        for (at, &line) in self.lines.iter().enumerate() {
            let mask = (line & 1).wrapping_neg();
            // Selects a square of the line that is not on the rim, and computes its number along the line. The result
            // is meaningless if all squares of the line are on the rim.
            let inside = if self.folded { fold::inside(rows, at) } else { shape::inside(rows, at) }.into();
            let number = self.number(on_line(line, inside));
            let nth = self.position(at);
            lines.bases[nth] = T::wrap(number.wrapping_sub(inside).wrapping_add((2 * inside) & mask));
            lines.masks[nth] = T::wrap(mask);
        }
        lines
    }

    /// Returns the index of `line` in a [`LineOrder`].
    const fn position(&self, line: usize) -> usize {
        if self.folded {
            fold::position(self.rows as usize, line)
        } else if self.transposed {
            // Labels decrease by two from column to column. The even labels come first, then the odd labels.
            let all = self.lines.len();
            (if line.is_multiple_of(2) { all.div_ceil(2) } else { all }) - 1 - line / 2
        } else {
            line
        }
    }

    /// Writes the visit numbers of one row.
    fn fill_row<T: VisitNumber>(&self, row: u32, visits: &mut [T], lines: &LineOrder<T>) {
        let place = |col: usize| self.place(Square::new(row, col as u32));
        let visit = |col: usize| T::wrap(self.visit(Square::new(row, col as u32)));
        let (rim, end) = (RIM as usize, visits.len() - RIM as usize);
        let borders = match ((RIM..self.rows - RIM).contains(&row), self.folded) {
            (false, _) => vec![],
            (true, false) => vec![rim, end],
            (true, true) => fold::borders(self.rows, row),
        };
        let mut done = 0;
        for (from, to) in borders.windows(2).map(|ends| (ends[0], ends[1])).filter(|(from, to)| from + 1 < *to) {
            let (NumberLocation::Line(first, along), NumberLocation::Line(second, next)) =
                (place(from), place(from + 1))
            else {
                continue;
            };
            (done..from).for_each(|col| visits[col] = visit(col));
            let (apart, slope, nth) = (second as i64 - first as i64, next - along, self.position(first));
            let (squares, bases, masks) = (&mut visits[from..to], &lines.bases[nth..], &lines.masks[nth..]);
            let along = along as u32;
            // A separate loop for each slope avoids a multiplication.
            match slope {
                0 => number_lines(squares, bases, masks, |_| along.into()),
                1 => number_lines(squares, bases, masks, |at| u64::from(along) + at as u64),
                _ => number_lines(squares, bases, masks, |at| u64::from(along - at as u32)),
            }
            if let Some(start) = lines.start {
                let over = start as i64 - first as i64;
                let col = from as i64 + over / apart;
                if over % apart == 0 && (from as i64..to as i64).contains(&col) {
                    visits[col as usize] = visit(col as usize);
                }
            }
            done = to;
        }
        (done..visits.len()).for_each(|col| visits[col] = visit(col));
    }

    /// Returns the visit number of the square with the tour index `index`.
    const fn number(&self, index: u64) -> u64 {
        let late = if index < self.shift { self.rows as u64 * self.cols as u64 } else { 0 };
        index + late + 1 - self.shift
    }
}

/// Writes the visit numbers of adjacent squares, each of which lies on a different line of the tour. `along` returns
/// the number of a square along its line.
///
/// This function is not inlined. Arguments of a separate function are known not to overlap, which reduces the time of
/// the loop by 10 %.
#[inline(never)]
fn number_lines<T: VisitNumber>(squares: &mut [T], bases: &[T], masks: &[T], along: impl Fn(usize) -> u64) {
    for (at, ((square, base), mask)) in squares.iter_mut().zip(bases).zip(masks).enumerate() {
        let along = along(at);
        *square = base.plus(T::wrap(along)).plus(T::wrap((2 * along).wrapping_neg()).and(*mask));
    }
}

/// Returns the tour index of a square on a line. `line` is the element of [`TamePlan::lines`] for the line, and `along`
/// is the number of the square along the line.
const fn on_line(line: u64, along: u64) -> u64 {
    // The number is added or subtracted without a branch. The arithmetic is modulo 2^63, since all indices are smaller
    // than 2^63.
    let sign = (line & 1).wrapping_neg();
    (line >> 1).wrapping_add((along ^ sign).wrapping_sub(sign)) & (u64::MAX >> 1)
}
