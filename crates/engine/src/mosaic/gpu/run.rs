//! Going down a board band by band: while the host has one band in its hands, the card is at the next.

use std::ops::Range;
use std::time::Instant;

use courser_board::proof::Fault;
use courser_gpu::wgpu;

use super::GpuMosaic;
use super::buffers::Take;
use super::flight::{Flight, Part, Tally};
use super::limits::STATE_SQUARES;
use super::numbers::row_bytes;
use crate::EngineError;
use crate::mosaic::bands::{KEPT, bands, height};
use crate::mosaic::{Clock, Report};

impl GpuMosaic<'_> {
    /// New rows in a band of a run that takes this.
    pub(super) fn band_height(&self, take: Take) -> Result<u32, EngineError> {
        let (rows, cols) = (self.plan.rows, self.plan.cols);
        let row = row_bytes(cols, self.width).max(take.row_bytes(cols, self.width));
        let most_squares = match take {
            Take::Nothing | Take::Numbers => self.limits.band_squares,
            Take::States => self.limits.band_squares.min(STATE_SQUARES),
        };
        height(rows, cols, most_squares, self.limits.binding / row).ok_or_else(|| EngineError::LongRows {
            rows,
            cols,
            needed: u64::from(KEPT + 1) * row,
            adapter: self.device.adapter().name().to_owned(),
            there: self.limits.binding,
        })
    }

    /// Goes down some rows of the board once. `each` gets rows and what was taken of them, as bytes.
    pub(super) fn run<E: From<EngineError>>(
        &mut self,
        take: Take,
        rows: Range<u32>,
        whole: Option<&wgpu::Buffer>,
        mut each: impl FnMut(Range<u32>, &[u8]) -> Result<(), E>,
    ) -> Result<Report, E> {
        let height = match whole {
            Some(_) => (self.limits.band_squares / u64::from(self.plan.cols)).clamp(1, self.plan.rows.into()) as u32,
            None => self.band_height(take)?.min(rows.end - rows.start),
        };
        let turns = if rows.end - rows.start > height { 2 } else { 1 };
        let slots = self.slots(take, height, turns, whole)?;
        let begun = Instant::now();
        let mut tally = Tally::default();
        let mut flying: Option<Flight> = None;
        for (nth, mut band) in bands(self.plan.rows, rows.clone(), height).enumerate() {
            if whole.is_some() {
                band.top = 0;
            }
            let slot = nth % turns;
            let above = flying.as_ref().map(|flight| (&flight.band, &slots.list[flight.slot]));
            let flight = self.launch(&slots.list[slot], slot, above, band, take)?;
            if let Some(done) = flying.replace(flight) {
                self.land(&slots.list[done.slot], done, take, &mut tally, &mut each)?;
            }
        }
        if let Some(done) = flying {
            self.land(&slots.list[done.slot], done, take, &mut tally, &mut each)?;
        }
        if tally.ones == 0 && rows == (0..self.plan.rows) {
            return Err(EngineError::Proof(Fault::NoFirst).into());
        }
        let clock = if slots.list[0].timer.is_some() { Clock::Card } else { Clock::Host };
        if whole.is_none() {
            self.kept = Some(slots);
        }
        let Tally { times, bands, seen: squares, .. } = tally;
        Ok(Report {
            squares,
            bands,
            compute: times[Part::Visits] + times[Part::State],
            check: times[Part::Check],
            read_back: times[Part::Copy],
            wall: begun.elapsed(),
            clock,
        })
    }
}
