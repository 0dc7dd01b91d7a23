//! The numbers of whole bands of regions, on all cores.

use std::ops::Range;

use courser_board::proof::Number;
use rayon::prelude::*;

use super::RelayError;
use super::plan::Plan;
use super::region::{Gap, Region};
use super::walk::Tries;

/// Regions of a job: enough to keep a core busy, few enough for all cores.
const JOB: usize = 64;

/// Some regions of a row of regions: the row, their columns, and the lines of numbers that they fill.
type Job<'a, T> = (usize, Range<usize>, Vec<&'a mut [T]>);

impl Plan {
    /// The board in bands of whole regions, each of at most this many rows if one row of regions has no more.
    pub fn cut(&self, rows: u32) -> impl Iterator<Item = Range<u32>> {
        let mut edges = self.cuts.rows.iter().copied().skip(1).peekable();
        let mut top = 0;
        std::iter::from_fn(move || {
            let mut bottom = edges.next()?;
            while let Some(edge) = edges.next_if(|&edge| edge - top <= rows) {
                bottom = edge;
            }
            let band = top..bottom;
            top = bottom;
            Some(band)
        })
    }

    /// The visit numbers of a band, from 1: every knight in its rows tours its region.
    ///
    /// Runs on the current rayon pool.
    ///
    /// # Errors
    /// [`RelayError::Stuck`] if a knight does not get through.
    ///
    /// # Panics
    /// If the rows are not whole regions, or the numbers do not fit.
    pub fn fill<T: Number>(&self, rows: Range<u32>, visits: &mut [T]) -> Result<Tries, RelayError> {
        let [from, to] = [rows.start, rows.end].map(|edge| self.cuts.rows.binary_search(&edge).expect("whole regions"));
        assert_eq!(visits.len() as u64, u64::from(rows.end - rows.start) * u64::from(self.cols), "a number per square");
        assert!(self.cells() <= T::MAX, "{} squares do not fit the numbers", self.cells());
        let mut lines = visits.chunks_exact_mut(self.cols as usize);
        let mut jobs: Vec<Job<'_, T>> = Vec::new();
        for row in from..to {
            let first = jobs.len();
            let regions = self.grid().1;
            jobs.extend((0..regions).step_by(JOB).map(|col| (row, col..regions.min(col + JOB), Vec::new())));
            for mut rest in lines.by_ref().take((self.cuts.rows[row + 1] - self.cuts.rows[row]) as usize) {
                for (_, cols, lines) in &mut jobs[first..] {
                    let (part, after) =
                        rest.split_at_mut((self.cuts.cols[cols.end] - self.cuts.cols[cols.start]) as usize);
                    lines.push(part);
                    rest = after;
                }
            }
        }
        let run = |(row, cols, mut lines): Job<'_, T>| {
            let (mut tries, left) = (Tries::default(), self.cuts.cols[cols.start]);
            let regions: Vec<Region> = cols.map(|col| self.region(row, col)).collect();
            self.knights.tours(&regions, |region, visits, its| {
                tries = tries + Tries::of(its);
                let (wide, from) = (region.rect.cols as usize, (region.rect.left - left) as usize);
                for (line, visits) in lines.iter_mut().zip(visits.chunks_exact(wide)) {
                    let line = &mut line[from..from + wide];
                    if region.gaps[0] == Gap::NONE {
                        line.iter_mut()
                            .zip(visits)
                            .for_each(|(to, &visit)| *to = T::wrap(region.first + u64::from(visit)));
                    } else {
                        let number = |visit: u8| T::wrap(region.index(u32::from(visit) - 1) + 1);
                        line.iter_mut().zip(visits).for_each(|(to, &visit)| *to = number(visit));
                    }
                }
            })?;
            Ok(tries)
        };
        jobs.into_par_iter().map(run).try_reduce(Tries::default, |one, other| Ok(one + other))
    }
}
