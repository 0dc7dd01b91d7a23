//! Numbering squares from the tables of a plan.

use std::ops::Range;

use courser_board::Square;
use courser_board::proof::Number;
use rayon::prelude::*;

use super::shape::{self, RIM};
use super::walk::Place;
use super::{Plan, fold};

/// The lines in the order in which the rows of the board meet them, in the width of the numbers: on a line, the square with
/// the number r along it has the visit number base + r, less 2 r where the mask is all ones.
struct Lines<T> {
    bases: Vec<T>,
    masks: Vec<T>,
    /// The line of the tour's start, if it is on one.
    start: Option<usize>,
}

impl Plan {
    /// The index of a square in the tables' order, from 0.
    pub(super) fn index(&self, square: Square) -> u64 {
        match self.place(square) {
            Place::Square(at) => self.rim[at],
            Place::Line(at, along) => on_line(self.lines[at], along as u64),
        }
    }

    /// Where the tables have a square.
    fn place(&self, square: Square) -> Place {
        let (rows, cols) = self.sides();
        let (row, col) = self.turned(square);
        if self.folded {
            fold::place(rows.into(), row.into(), col.into())
        } else {
            shape::place(rows.into(), cols.into(), row.into(), col.into())
        }
    }

    /// Row and column of a square in the tables.
    const fn turned(&self, square: Square) -> (u32, u32) {
        if self.transposed { (square.col, square.row) } else { (square.row, square.col) }
    }

    /// The visit number of a square, from 1.
    pub fn visit(&self, square: Square) -> u64 {
        self.number(self.index(square))
    }

    /// The visit numbers of these rows, from 1.
    ///
    /// Runs on the current rayon pool.
    ///
    /// # Panics
    /// If the board does not have these rows, if `visits` does not have a number per square of theirs, or if the board's
    /// numbers do not fit.
    pub fn fill_rows<T: Number>(&self, rows: Range<u32>, visits: &mut [T]) {
        assert!(rows.start <= rows.end && rows.end <= self.rows, "rows {rows:?} of {}", self.rows);
        let squares = u64::from(rows.end - rows.start) * u64::from(self.cols);
        assert_eq!(visits.len() as u64, squares, "one number per square of rows {rows:?}");
        assert!(self.cells() <= T::MAX, "{} squares do not fit the numbers", self.cells());
        let lines = self.lines();
        let visits = visits.par_chunks_exact_mut(self.cols as usize);
        visits.zip(rows.into_par_iter()).for_each(|(visits, row)| self.fill_row(row, visits, &lines));
    }

    /// The lines of the board. Each is wholly before the start of the tour or after it, except the start's own.
    fn lines<T: Number>(&self) -> Lines<T> {
        let rows = self.sides().0;
        let zeros = vec![T::wrap(0); self.lines.len()];
        let start = if let Place::Line(at, _) = self.place(self.start) { Some(at) } else { None };
        let mut lines = Lines { bases: zeros.clone(), masks: zeros, start };
        for (at, &line) in self.lines.iter().enumerate() {
            let mask = (line & 1).wrapping_neg();
            // A square of the line outside the rim, if there is one.
            let inside = if self.folded { fold::inside(rows, at) } else { shape::inside(rows, at) }.into();
            let number = self.number(on_line(line, inside));
            let nth = self.position(at);
            lines.bases[nth] = T::wrap(number.wrapping_sub(inside).wrapping_add((2 * inside) & mask));
            lines.masks[nth] = T::wrap(mask);
        }
        lines
    }

    /// The place of a line in the order in which a row of the board meets lines side by side.
    const fn position(&self, line: usize) -> usize {
        if self.folded {
            fold::position(self.rows as usize, line)
        } else if self.transposed {
            // Labels fall by two from column to column: the even ones, then the odd ones.
            let all = self.lines.len();
            (if line.is_multiple_of(2) { all.div_ceil(2) } else { all }) - 1 - line / 2
        } else {
            line
        }
    }

    /// Fills a row.
    fn fill_row<T: Number>(&self, row: u32, visits: &mut [T], lines: &Lines<T>) {
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
            let (Place::Line(first, along), Place::Line(second, next)) = (place(from), place(from + 1)) else {
                continue;
            };
            (done..from).for_each(|col| visits[col] = visit(col));
            let (apart, slope, nth) = (second as i64 - first as i64, next - along, self.position(first));
            let (squares, bases, masks) = (&mut visits[from..to], &lines.bases[nth..], &lines.masks[nth..]);
            let along = along as u32;
            // A loop for each, without a multiplication.
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

    /// The visit number of an index in the tables' order.
    const fn number(&self, index: u64) -> u64 {
        let late = if index < self.shift { self.rows as u64 * self.cols as u64 } else { 0 };
        index + late + 1 - self.shift
    }
}

/// Numbers squares side by side, each on a line of its own, with these numbers along the lines.
///
/// Not inlined: as a function of its own the compiler knows that the slices are apart, and the loop takes 10 % less time.
#[inline(never)]
fn number_lines<T: Number>(squares: &mut [T], bases: &[T], masks: &[T], along: impl Fn(usize) -> u64) {
    for (at, ((square, base), mask)) in squares.iter_mut().zip(bases).zip(masks).enumerate() {
        let along = along(at);
        *square = base.plus(T::wrap(along)).plus(T::wrap((2 * along).wrapping_neg()).and(*mask));
    }
}

/// The index of the square with this number along a line.
const fn on_line(line: u64, along: u64) -> u64 {
    // The number is added, or taken away without a branch; modulo 2^63, since no index is as large.
    let sign = (line & 1).wrapping_neg();
    (line >> 1).wrapping_add((along ^ sign).wrapping_sub(sign)) & (u64::MAX >> 1)
}
