//! Numbering squares from the tables of a plan.

use std::ops::Range;

use courser_board::Square;
use courser_board::proof::Number;
use rayon::prelude::*;

use super::Plan;
use super::shape::{RIM, rim_index};

impl Plan {
    /// The index of a square in the tables' order, from 0.
    pub(super) fn index(&self, square: Square) -> u64 {
        let (rows, cols) = self.sides();
        let (row, col) = if self.transposed { (square.col, square.row) } else { (square.row, square.col) };
        match rim_index(rows.into(), cols.into(), row.into(), col.into()) {
            Some(at) => self.rim[at],
            None => on_line(self.lines[(col + 2 * (rows - 1) - 2 * row) as usize], row.into()),
        }
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
        let lines = visits.par_chunks_exact_mut(self.cols as usize).zip(rows.into_par_iter());
        if self.shift > 0 {
            lines.for_each(|(visits, row)| {
                self.fill_row(row, visits, |label, down| T::wrap(self.number(on_line(self.lines[label], down))));
            });
            return;
        }
        // Without a start of its own a tour needs no comparison: the tables in the width of the numbers make a loop of vectors.
        let bases: Vec<T> = self.lines.iter().map(|&line| T::wrap((line >> 1) + 1)).collect();
        let up: Vec<T> = self.lines.iter().map(|&line| T::wrap((line & 1).wrapping_neg())).collect();
        lines.for_each(|(visits, row)| {
            self.fill_row(row, visits, |label, down| {
                // The row is added, or twice taken away as well.
                let twice = (2 * down).wrapping_neg() & up[label].get();
                T::wrap(bases[label].get().wrapping_add(down).wrapping_add(twice) & (u64::MAX >> 1))
            });
        });
    }

    /// Fills a row, with the squares of lines from their label and their row in the tables.
    #[inline(always)]
    fn fill_row<T: Number>(&self, row: u32, visits: &mut [T], on_line: impl Fn(usize, u64) -> T) {
        let inside =
            if (RIM..self.rows - RIM).contains(&row) { RIM as usize..(self.cols - RIM) as usize } else { 0..0 };
        for col in (0..inside.start).chain(inside.end..visits.len()) {
            visits[col] = T::wrap(self.visit(Square::new(row, col as u32)));
        }
        let (rows, _) = self.sides();
        let squares = &mut visits[inside];
        if squares.is_empty() {
            return;
        }
        if self.transposed {
            // This row is a column of the tables: line labels fall by two from square to square.
            let label = (row + 2 * (rows - 1)) as usize - 2 * RIM as usize;
            for (at, visit) in squares.iter_mut().enumerate() {
                *visit = on_line(label - 2 * at, u64::from(RIM) + at as u64);
            }
        } else {
            let label = (RIM + 2 * (rows - 1) - 2 * row) as usize;
            for (at, visit) in squares.iter_mut().enumerate() {
                *visit = on_line(label + at, row.into());
            }
        }
    }

    /// The visit number of an index in the tables' order.
    const fn number(&self, index: u64) -> u64 {
        let late = if index < self.shift { self.rows as u64 * self.cols as u64 } else { 0 };
        index + late + 1 - self.shift
    }
}

/// The index of the square in this row of a line.
const fn on_line(line: u64, row: u64) -> u64 {
    // The row is added, or taken away without a branch; modulo 2^63, since no index is as large.
    let sign = (line & 1).wrapping_neg();
    (line >> 1).wrapping_add((row ^ sign).wrapping_sub(sign)) & (u64::MAX >> 1)
}
