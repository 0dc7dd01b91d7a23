//! Numbering squares from the tables of a plan.

use std::ops::Range;

use courser_board::Square;
use courser_board::proof::Number;
use rayon::prelude::*;

use super::shape::{self, RIM};
use super::walk::Place;
use super::{Plan, fold};

/// The lines in the order in which the rows of the board meet them, in the width of the numbers: on a line, a square in row r
/// of the tables has the number base + r, less 2 r where its mask is all ones.
struct Lines<T> {
    bases: Vec<T>,
    masks: Vec<T>,
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

    /// The line of a square.
    const fn label(&self, square: Square) -> usize {
        let (row, col) = self.turned(square);
        (col + 2 * (self.sides().0 - 1) - 2 * row) as usize
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
        let line = |at: usize| {
            let line = self.lines[at];
            let mask = (line & 1).wrapping_neg();
            // A square of the line outside the rim, if there is one.
            let inside = if self.folded {
                fold::inside(rows.into(), at) as u64
            } else {
                RIM.max((2 * (rows - 1) + RIM).saturating_sub(at as u32).div_ceil(2)).min(rows - RIM).into()
            };
            let number = self.number(on_line(line, inside));
            (T::wrap(number.wrapping_sub(inside).wrapping_add((2 * inside) & mask)), T::wrap(mask))
        };
        let labels = self.lines.len();
        let (bases, masks) = if self.folded {
            let mut order = vec![0; labels];
            (0..labels).for_each(|at| order[fold::position(rows as usize, at)] = at);
            order.into_iter().map(line).unzip()
        } else if self.transposed {
            // Labels fall by two from column to column: the even ones, then the odd ones.
            (0..2).flat_map(|odd| (odd..labels).step_by(2).rev()).map(line).unzip()
        } else {
            (0..labels).map(line).unzip()
        };
        Lines { bases, masks }
    }

    /// Fills a row.
    fn fill_row<T: Number>(&self, row: u32, visits: &mut [T], lines: &Lines<T>) {
        let is_inside = (RIM..self.rows - RIM).contains(&row);
        let inside = if is_inside { RIM as usize..(self.cols - RIM) as usize } else { 0..0 };
        for col in (0..inside.start).chain(inside.end..visits.len()) {
            visits[col] = T::wrap(self.visit(Square::new(row, col as u32)));
        }
        if inside.is_empty() {
            return;
        }
        if self.folded {
            return self.fill_wedges(row, visits, lines);
        }
        let (label, start) = (self.label(Square::new(row, RIM)), self.label(self.start));
        let (squares, on_start) = (&mut visits[inside.clone()], start as i64 - label as i64);
        let on_start = if self.transposed {
            let labels = lines.bases.len();
            let first = if label % 2 == 0 { labels.div_ceil(2) } else { labels } - 1 - label / 2;
            number_lines(squares, &lines.bases[first..], &lines.masks[first..], |at| u64::from(RIM) + at as u64);
            (on_start % 2 == 0).then_some(-on_start / 2)
        } else {
            number_lines(squares, &lines.bases[label..], &lines.masks[label..], |_| row.into());
            Some(on_start)
        };
        let on_start = on_start.filter(|at| (0..inside.len() as i64).contains(at));
        if let Some(col) = on_start.map(|at| inside.start + at as usize) {
            visits[col] = T::wrap(self.visit(Square::new(row, col as u32)));
        }
    }

    /// Fills what a row of a folded board has outside the rim: in each wedge lines side by side, as far as a border.
    fn fill_wedges<T: Number>(&self, row: u32, visits: &mut [T], lines: &Lines<T>) {
        let side = self.rows as usize;
        let at = |col: usize| self.place(Square::new(row, col as u32));
        let start = self.place(self.start);
        let borders = fold::borders(side as i64, row.into());
        for (from, to) in borders.windows(2).map(|ends| (ends[0] as usize, ends[1] as usize)) {
            let mut singles = from..to;
            if to - from > 1
                && let (Place::Line(first, along), Place::Line(second, next)) = (at(from), at(from + 1))
            {
                let (apart, slope) = (second as i64 - first as i64, next - along);
                let lines_from = fold::position(side, first);
                let squares = &mut visits[from..to];
                number_lines(squares, &lines.bases[lines_from..], &lines.masks[lines_from..], |nth| {
                    (along + slope * nth as i64) as u64
                });
                // The start's own line.
                let own = if let Place::Line(own, _) = start { own as i64 - first as i64 } else { -apart };
                let own = if own % apart == 0 { own / apart } else { -1 };
                singles = if (0..(to - from) as i64).contains(&own) {
                    from + own as usize..from + own as usize + 1
                } else {
                    0..0
                };
            }
            for col in singles {
                visits[col] = T::wrap(self.visit(Square::new(row, col as u32)));
            }
        }
    }

    /// The visit number of an index in the tables' order.
    const fn number(&self, index: u64) -> u64 {
        let late = if index < self.shift { self.rows as u64 * self.cols as u64 } else { 0 };
        index + late + 1 - self.shift
    }
}

/// Numbers squares side by side, each on a line of its own, in these rows of the tables.
#[inline(always)]
fn number_lines<T: Number>(squares: &mut [T], bases: &[T], masks: &[T], row: impl Fn(usize) -> u64) {
    for (at, ((square, base), mask)) in squares.iter_mut().zip(bases).zip(masks).enumerate() {
        let row = row(at);
        *square = base.plus(T::wrap(row)).plus(T::wrap((2 * row).wrapping_neg()).and(*mask));
    }
}

/// The index of the square in this row of a line.
const fn on_line(line: u64, row: u64) -> u64 {
    // The row is added, or taken away without a branch; modulo 2^63, since no index is as large.
    let sign = (line & 1).wrapping_neg();
    (line >> 1).wrapping_add((row ^ sign).wrapping_sub(sign)) & (u64::MAX >> 1)
}
