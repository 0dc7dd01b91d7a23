//! Relays: a tour by many knights, a region of the board each.
//!
//! The plan is [`courser_solve::relay::RelayPlan`]. Its numbers come in bands from the top, proven on the way, as those of a
//! [mosaic](super) do. The same relay as passes over the whole board is a run of the
//! [decision cycle](crate::cycle): see [`Setup::relay`](crate::cycle::Setup).

use std::ops::Range;

use courser_board::proof::VisitNumber;
use courser_solve::relay::{RelayPlan, Tries};

use super::cpu::{BandMaker, band_rows};
use crate::EngineError;

/// Squares of the largest region that a lane of a GPU tours. If a region has more, the CPU tours them all.
pub const LANE: u32 = 64;

impl BandMaker for RelayPlan {
    fn shape(&self) -> (u32, u32, bool) {
        (self.rows, self.cols, self.closed)
    }

    fn bands(&self) -> Vec<Range<u32>> {
        self.cut(band_rows(self.cols)).collect()
    }

    fn fill<T: VisitNumber>(&self, band: Range<u32>, numbers: &mut [T]) -> Result<Option<Tries>, EngineError> {
        let (edges, cols) = (self.edges()[0], self.cols as usize);
        let from = edges[edges.partition_point(|&edge| edge <= band.start) - 1];
        let to = edges[edges.partition_point(|&edge| edge < band.end)];
        if (from, to) == (band.start, band.end) {
            return Ok(Some(RelayPlan::fill(self, band, numbers)?));
        }
        // A region is toured as a whole.
        let mut whole = vec![T::default(); (to - from) as usize * cols];
        let tries = RelayPlan::fill(self, from..to, &mut whole)?;
        numbers.copy_from_slice(&whole[(band.start - from) as usize * cols..][..numbers.len()]);
        Ok(Some(tries))
    }
}
