//! Computes the visit numbers of the squares, one band at a time. A band consists of whole rows of regions. All cores
//! share the work.

use std::ops::Range;

use courser_board::proof::VisitNumber;
use rayon::prelude::*;

use super::knights::Tries;
use super::plan::RelayPlan;
use super::region::{Excursion, Region};
use crate::TilingError;

/// Maximum number of regions in one part of a job. All regions of a part are in the same row of regions.
const PART: usize = 64;

/// Maximum number of parts in a job. The more parts a job has, the fewer lanes are idle.
const PARTS: usize = 16;

/// A part of a row of regions: the index of the row, the range of the regions in the row, and the visit numbers to
/// fill, as one slice per row of squares.
type BandSlice<'a, T> = (usize, Range<usize>, Vec<&'a mut [T]>);

impl RelayPlan {
    /// Divides the board into bands, which consist of whole rows of regions. A band has at most `rows` rows of squares,
    /// unless a single row of regions is higher: such a row is a separate band.
    pub fn cut(&self, rows: u32) -> impl Iterator<Item = Range<u32>> {
        let mut top = 0;
        std::iter::from_fn(move || {
            let band = top..(top < self.rows).then(|| self.end(top, rows))?;
            top = band.end;
            Some(band)
        })
    }

    /// Returns the end of the band that begins at row `top`. A band ends at the lower edge of a row of regions. The end
    /// is the last such edge that is at most `rows` rows below `top`. If no edge is that close, the end is the first
    /// edge below `top`.
    pub fn end(&self, top: u32, rows: u32) -> u32 {
        let edges = &self.cuts.rows;
        let next = edges.partition_point(|&edge| edge <= top);
        let after = edges.partition_point(|&edge| edge <= top.saturating_add(rows));
        edges[next.max(after - 1)]
    }

    /// Writes the visit numbers of a band. Visit numbers are counted from 1. One knight tours each region of the band.
    ///
    /// Runs on the current rayon pool.
    ///
    /// # Errors
    /// [`TilingError::Stuck`] if a knight fails.
    ///
    /// # Panics
    /// Panics if the rows do not consist of whole regions, or if the numbers do not fit in `T`.
    pub fn fill<T: VisitNumber>(&self, rows: Range<u32>, visits: &mut [T]) -> Result<Tries, TilingError> {
        let [from, to] = [rows.start, rows.end].map(|edge| self.cuts.rows.binary_search(&edge).expect("whole regions"));
        assert_eq!(visits.len() as u64, u64::from(rows.end - rows.start) * u64::from(self.cols), "a number per square");
        assert!(self.cells() <= T::MAX, "{} squares do not fit the numbers", self.cells());
        let mut lines = visits.chunks_exact_mut(self.cols as usize);
        let mut parts: Vec<BandSlice<'_, T>> = Vec::new();
        for row in from..to {
            let first = parts.len();
            let regions = self.grid().1;
            parts.extend((0..regions).step_by(PART).map(|col| (row, col..regions.min(col + PART), Vec::new())));
            for mut rest in lines.by_ref().take((self.cuts.rows[row + 1] - self.cuts.rows[row]) as usize) {
                for (_, cols, lines) in &mut parts[first..] {
                    let (part, after) =
                        rest.split_at_mut((self.cuts.cols[cols.end] - self.cuts.cols[cols.start]) as usize);
                    lines.push(part);
                    rest = after;
                }
            }
        }
        let job = (parts.len() / (4 * rayon::current_num_threads())).clamp(1, PARTS);
        let run = |parts: &mut [BandSlice<'_, T>]| {
            let mut regions: Vec<Region> = Vec::new();
            let mut ends: Vec<usize> = Vec::new();
            for (row, cols, _) in parts.iter() {
                regions.extend(cols.clone().map(|col| self.region(*row, col)));
                ends.push(regions.len());
            }
            let mut tries = Tries::default();
            self.knights.tours(&regions, |place, visits, its| {
                tries = tries + Tries { regions: 1, sum: its.into(), max: its };
                let Region { rect, gaps, first, .. } = &regions[place];
                let (_, cols, lines) = &mut parts[ends.partition_point(|&end| end <= place)];
                let (wide, from) = (rect.cols as usize, (rect.left - self.cuts.cols[cols.start]) as usize);
                for (line, visits) in lines.iter_mut().zip(visits.chunks_exact(wide)) {
                    let numbers = line[from..from + wide].iter_mut().zip(visits);
                    if gaps[0] == Excursion::NONE {
                        numbers.for_each(|(to, &visit)| *to = T::wrap(first + u64::from(visit)));
                    } else {
                        let number = |visit: u8| T::wrap(regions[place].index(u32::from(visit) - 1) + 1);
                        numbers.for_each(|(to, &visit)| *to = number(visit));
                    }
                }
            })?;
            Ok(tries)
        };
        parts.par_chunks_mut(job).map(run).try_reduce(Tries::default, |one, other| Ok(one + other))
    }
}
