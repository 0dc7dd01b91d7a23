//! Processing of a board from the top, band by band. While the host processes one band, the GPU computes the next.

use std::ops::Range;

use courser_board::proof::NumberingViolation;
use courser_gpu::{GpuError, wgpu};
use web_time::Instant;

use super::GpuMosaic;
use super::buffers::Slot;
use super::source::NumberSource;
use super::submission::{EachBytes, Submission};
use crate::machine::throttle::{SUBMIT, Throttle};
use crate::mosaic::MosaicReport;
use crate::mosaic::bands::{BandStep, KEPT, height};
use crate::{EngineError, Result};

impl GpuMosaic<'_> {
    /// Returns the initial, minimum and maximum number of rows per band. If `whole` is true, the bands need no buffer
    /// of their own.
    pub(super) fn band_rows(&self, reads: bool, whole: bool) -> Result<Throttle> {
        let limits = &self.limits;
        // With read-back, the host needs at least as much time as the GPU, so larger bands would not be faster.
        let [least, first, most] = match reads {
            false => [limits.least_squares, limits.first_squares, limits.most_squares],
            true => [limits.first_squares; 3],
        };
        let most_rows = if whole { u64::MAX } else { limits.binding / self.row_bytes() };
        let is_long = most_rows < u64::from(self.rows.min(KEPT + self.source.min_rows()));
        let rows_of = |squares| {
            let height = height(self.rows, self.cols, squares, most_rows).filter(|_| !is_long);
            height.map(u64::from).ok_or_else(|| self.long_rows())
        };
        Ok(Throttle { amount: rows_of(first)?, least: rows_of(least)?, most: rows_of(most)?, aim: SUBMIT })
    }

    /// Returns the error for rows so long that even the shortest band does not fit.
    fn long_rows(&self) -> EngineError {
        EngineError::LongRows {
            rows: self.rows,
            cols: self.cols,
            needed: u64::from(KEPT + self.source.min_rows()) * self.row_bytes(),
            adapter: self.device.adapter().name().to_owned(),
            there: self.limits.binding,
        }
    }

    /// Processes the given rows of the board once, from the top. `each` receives rows with their read-back bytes.
    /// Returns `None` if `each` ends the run.
    pub(super) async fn go_down(
        &mut self,
        reads: bool,
        rows: Range<u32>,
        whole: Option<&wgpu::Buffer>,
        each: EachBytes<'_>,
    ) -> Result<Option<MosaicReport>> {
        let mut height = self.band_rows(reads, whole.is_some())?;
        let mut slots = std::mem::take(&mut self.kept);
        if whole.is_some() || slots.iter().any(|slot| slot.staging.is_some() != reads) {
            slots.clear();
        }
        let begun = Instant::now();
        let is_checked = !matches!(self.source, NumberSource::Cells { is_checked: false, .. });
        let (mut report, mut ones) = (MosaicReport::default(), 0);
        let mut flying: Option<Submission> = None;
        let mut first = rows.start;
        let mut turn = 0;
        while first < rows.end {
            let wanted = height.amount.min(u64::from(rows.end - first)) as u32;
            let is_full = u64::from(wanted) == height.amount;
            let mut end = self.source.end(first, wanted);
            let fits = self.fit(&mut slots, turn, end - first, reads, whole)?;
            if fits < end - first {
                height.most = fits.into();
                height.amount = height.most;
                end = self.source.end(first, fits);
            }
            if end - first > fits {
                return Err(self.long_rows());
            }
            let mut band = BandStep::new(self.rows, &rows, first..end);
            if whole.is_some() {
                band.top = 0;
            }
            if !is_checked {
                band.check = 0..0;
            }
            let above = flying.as_ref().map(|submission| (&submission.band, &slots[submission.slot]));
            let submission = self.launch(&slots[turn], turn, above, band, is_full).await?;
            if let Some(done) = flying.replace(submission) {
                let (was_full, slot) = (done.is_full, done.slot);
                match self.land(done, &slots[slot], &mut report, &mut ones, each).await? {
                    Some(took) => height.learn(took, was_full),
                    None => return Ok(None),
                }
            }
            (first, turn) = (end, 1 - turn);
        }
        if let Some(done) = flying {
            let slot = done.slot;
            if self.land(done, &slots[slot], &mut report, &mut ones, each).await?.is_none() {
                return Ok(None);
            }
        }
        if ones == 0 && is_checked && rows == (0..self.rows) {
            return Err(EngineError::Proof(NumberingViolation::NoFirst));
        }
        report.by_gpu = slots[0].timer.is_some();
        if whole.is_none() {
            self.kept = slots;
        }
        Ok(Some(MosaicReport { wall: begun.elapsed(), ..report }))
    }

    /// Makes the slot with index `turn` large enough for `wanted` new rows. Returns the number of new rows that fit the
    /// slot. This number is smaller than `wanted` if the GPU lacks memory for larger buffers.
    fn fit(
        &self,
        slots: &mut Vec<Slot>,
        turn: usize,
        wanted: u32,
        reads: bool,
        whole: Option<&wgpu::Buffer>,
    ) -> Result<u32> {
        let there = slots.get(turn).map(|slot| if whole.is_some() { u32::MAX } else { slot.height });
        if there.is_some_and(|there| there >= wanted) {
            return Ok(wanted);
        }
        match (Slot::new(self, reads, wanted, whole), there) {
            (Err(EngineError::Gpu(GpuError::OutOfMemory { .. })), Some(there)) => return Ok(there),
            (slot, Some(_)) => slots[turn] = slot?,
            (slot, None) => slots.push(slot?),
        }
        Ok(wanted)
    }
}
