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
        let index = self.index(square);
        let late = if index < self.shift { self.cells() } else { 0 };
        index + late + 1 - self.shift
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
        let lines = visits.par_chunks_exact_mut(self.cols as usize);
        lines.zip(rows.into_par_iter()).for_each(|(visits, row)| self.fill_row(row, visits));
    }

    fn fill_row<T: Number>(&self, row: u32, visits: &mut [T]) {
        // Without a start of its own a tour needs no comparison.
        match (self.cells(), self.shift) {
            (_, 0) => self.fill_row_by(row, visits, |index| T::wrap(index + 1)),
            (cells, shift) => self.fill_row_by(row, visits, |index| {
                let late = if index < shift { cells } else { 0 };
                T::wrap(index + late + 1 - shift)
            }),
        }
    }

    fn fill_row_by<T: Number>(&self, row: u32, visits: &mut [T], number: impl Fn(u64) -> T) {
        let inside =
            if (RIM..self.rows - RIM).contains(&row) { RIM as usize..(self.cols - RIM) as usize } else { 0..0 };
        for col in (0..inside.start).chain(inside.end..visits.len()) {
            visits[col] = number(self.index(Square::new(row, col as u32)));
        }
        let (rows, _) = self.sides();
        let squares = &mut visits[inside.clone()];
        if self.transposed {
            // This row is a column of the tables: line labels fall by two from square to square.
            let label = (row + 2 * (rows - 1) - 2 * RIM) as usize;
            let labels = self.lines[..=label].iter().rev().step_by(2);
            for ((visit, &line), down) in squares.iter_mut().zip(labels).zip(u64::from(RIM)..) {
                *visit = number(on_line(line, down));
            }
        } else if !squares.is_empty() {
            let label = (RIM + 2 * (rows - 1) - 2 * row) as usize;
            for (visit, &line) in squares.iter_mut().zip(&self.lines[label..]) {
                *visit = number(on_line(line, row.into()));
            }
        }
    }
}

/// The index of the square in this row of a line.
const fn on_line(line: u64, row: u64) -> u64 {
    // The row is added, or taken away without a branch; modulo 2^63, since no index is as large.
    let sign = (line & 1).wrapping_neg();
    (line >> 1).wrapping_add((row ^ sign).wrapping_sub(sign)) & (u64::MAX >> 1)
}
