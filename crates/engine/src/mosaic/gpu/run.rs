//! Going down a board band by band: while the host has one band in its hands, the GPU is at the next.

use std::ops::Range;

use courser_board::proof::Fault;
use courser_gpu::{GpuError, wgpu};
use web_time::Instant;

use super::GpuMosaic;
use super::buffers::{ReadBack, Slot, Slots};
use super::limits::Limits;
use super::numbering::Numbering;
use super::numbers::row_bytes;
use super::submission::{EachBytes, Part, Submission, Tally};
use crate::mosaic::NumbersError;
use crate::mosaic::bands::{Band, KEPT, height};
use crate::mosaic::{Clock, MosaicReport};
use crate::throttle::{SUBMIT, Throttle};
use crate::{EngineError, Result};

impl GpuMosaic<'_> {
    /// Rows per band: initial, minimum, maximum.
    pub(super) fn band_rows(&self, read_back: ReadBack) -> Result<Throttle> {
        let (rows, cols, limits) = (self.numbering.rows, self.numbering.cols, &self.numbering.limits);
        let row = row_bytes(cols, self.numbering.width);
        // A read-back takes the host as long as the GPU, or longer: larger bands would not be faster.
        let [least, first, most] = match read_back {
            ReadBack::Nothing => [limits.least_squares, limits.first_squares, limits.most_squares],
            ReadBack::Numbers => [limits.first_squares; 3],
        };
        let most_rows = limits.binding / row;
        let is_long = most_rows < u64::from(rows.min(KEPT + self.numbering.least_rows()));
        let rows_of = |squares| {
            let height = height(rows, cols, squares, most_rows).filter(|_| !is_long);
            height.map(u64::from).ok_or_else(|| self.long_rows())
        };
        Ok(Throttle { amount: rows_of(first)?, least: rows_of(least)?, most: rows_of(most)?, aim: SUBMIT })
    }

    /// The error if not even the shortest band fits.
    fn long_rows(&self) -> NumbersError {
        let Numbering { rows, cols, width, device, limits, .. } = &self.numbering;
        NumbersError::LongRows {
            rows: *rows,
            cols: *cols,
            needed: u64::from(KEPT + self.numbering.least_rows()) * row_bytes(*cols, *width),
            adapter: device.adapter().name().to_owned(),
            there: limits.binding,
        }
    }

    /// The same for a board that has one buffer for all its bands.
    fn whole_band_rows(&self) -> Throttle {
        let rows_of = |squares: u64| (squares / u64::from(self.numbering.cols)).clamp(1, self.numbering.rows.into());
        let Limits { least_squares, first_squares, most_squares, .. } = self.numbering.limits;
        Throttle {
            amount: rows_of(first_squares),
            least: rows_of(least_squares),
            most: rows_of(most_squares),
            aim: SUBMIT,
        }
    }

    /// Goes down some rows of the board once. `each` gets rows and what was read back of them, as bytes; there is no report
    /// if it ends the run.
    pub(super) async fn go_down(
        &mut self,
        read_back: ReadBack,
        rows: Range<u32>,
        whole: Option<&wgpu::Buffer>,
        each: EachBytes<'_>,
    ) -> Result<Option<MosaicReport>> {
        let mut height = if whole.is_some() { self.whole_band_rows() } else { self.band_rows(read_back)? };
        let mut slots = self
            .kept
            .take()
            .filter(|kept| whole.is_none() && kept.read_back == read_back)
            .unwrap_or(Slots::new(read_back));
        let begun = Instant::now();
        let mut tally = Tally::default();
        let mut flying: Option<Submission> = None;
        let mut first = rows.start;
        let mut turn = 0;
        while first < rows.end {
            let wanted = height.amount.min(u64::from(rows.end - first)) as u32;
            let is_full = u64::from(wanted) == height.amount;
            let mut end = self.numbering.end(first, wanted);
            let fits = self.fit(&mut slots, turn, end - first, whole)?;
            if fits < end - first {
                height.most = fits.into();
                height.amount = height.most;
                end = self.numbering.end(first, fits);
            }
            if end - first > fits {
                return Err(self.long_rows().into());
            }
            let mut band = Band::new(self.numbering.rows, &rows, first..end);
            if whole.is_some() {
                band.top = 0;
            }
            let above = flying.as_ref().map(|submission| (&submission.band, &slots.list[submission.slot]));
            let submission =
                Submission::launch(&self.numbering, &slots.list[turn], turn, above, band, is_full, read_back).await?;
            if let Some(done) = flying.replace(submission) {
                let (was_full, slot) = (done.is_full, done.slot);
                match done.land(&self.numbering, &slots.list[slot], read_back, &mut tally, each).await? {
                    Some(took) => height.learn(took, was_full),
                    None => return Ok(None),
                }
            }
            (first, turn) = (end, 1 - turn);
        }
        if let Some(done) = flying {
            let slot = done.slot;
            if done.land(&self.numbering, &slots.list[slot], read_back, &mut tally, each).await?.is_none() {
                return Ok(None);
            }
        }
        if tally.ones == 0 && rows == (0..self.numbering.rows) {
            return Err(EngineError::Proof(Fault::NoFirst));
        }
        let clock = if slots.list[0].timer.is_some() { Clock::Gpu } else { Clock::Host };
        if whole.is_none() {
            self.kept = Some(slots);
        }
        let Tally { times, bands, seen: squares, tries, .. } = tally;
        Ok(Some(MosaicReport {
            squares,
            bands,
            compute: times[Part::Visits as usize],
            check: times[Part::Check as usize],
            read_back: times[Part::Copy as usize],
            wall: begun.elapsed(),
            clock,
            tries: (tries.regions > 0).then_some(tries),
        }))
    }

    /// Makes the slot of this turn fit `wanted` new rows, and returns the number that it fits: fewer if the GPU does not have
    /// the memory for larger buffers.
    fn fit(&self, slots: &mut Slots, turn: usize, wanted: u32, whole: Option<&wgpu::Buffer>) -> Result<u32> {
        let there = slots.list.get(turn).map(|slot| if whole.is_some() { u32::MAX } else { slot.height });
        if there.is_some_and(|there| there >= wanted) {
            return Ok(wanted);
        }
        match (Slot::new(&self.numbering, slots.read_back, wanted, whole), there) {
            (Err(EngineError::Gpu(GpuError::OutOfMemory { .. })), Some(there)) => return Ok(there),
            (slot, Some(_)) => slots.list[turn] = slot?,
            (slot, None) => slots.list.push(slot?),
        }
        Ok(wanted)
    }
}
