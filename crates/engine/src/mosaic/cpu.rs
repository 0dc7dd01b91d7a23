//! The mosaic on the CPU. All threads of rayon's pool compute the visit numbers of bands of rows. Each band is checked
//! together with the rows before it.

use std::ops::Range;
use std::sync::LazyLock;
use std::time::Duration;

use courser_board::proof::{Proof, VisitNumber};
use courser_solve::mosaic::MosaicPlan;
use courser_solve::relay::Tries;
use web_time::Instant;

use super::report::MosaicReport;
use super::{Mosaic, ProvenRowSink};
use crate::{MaybeSend, Result, memory};

/// Returns the number of rows in a band. A band has enough squares to occupy all cores. If memory is short, a band has
/// fewer squares.
pub fn band_rows(cols: u32) -> u32 {
    static IS_SHORT: LazyLock<bool> = LazyLock::new(|| memory::available() < 1 << 28);
    let squares = if *IS_SHORT { 1 << 18 } else { 1 << 22 };
    (squares / cols).max(1)
}

/// A source of visit numbers that the CPU computes band by band.
pub trait BandMaker {
    /// Returns three values: the number of rows, the number of columns, and a flag that is true if the tour is closed.
    fn shape(&self) -> (u32, u32, bool);

    /// Returns the bands from the top, each with about [`band_rows`] rows.
    fn bands(&self) -> Vec<Range<u32>> {
        let (rows, cols, _) = self.shape();
        // Bands consist of whole tiles of eight rows, so that no tile is computed twice.
        let height = band_rows(cols).next_multiple_of(8).min(rows);
        (0..rows).step_by(height as usize).map(|top| top..rows.min(top + height)).collect()
    }

    /// Writes the visit numbers of a band. Visit numbers are counted from 1. Returns the tries of the band's knights,
    /// or `None` if the band has no knights.
    fn fill<T: VisitNumber>(&self, band: Range<u32>, numbers: &mut [T]) -> Result<Option<Tries>>;
}

impl BandMaker for MosaicPlan {
    fn shape(&self) -> (u32, u32, bool) {
        (self.rows, self.cols, self.closed)
    }

    fn fill<T: VisitNumber>(&self, band: Range<u32>, numbers: &mut [T]) -> Result<Option<Tries>> {
        self.fill_rows(band, numbers);
        Ok(None)
    }
}

/// A mosaic or a relay on the CPU. Its memory contains one band, and the rows that the proof keeps.
#[derive(Clone, Debug)]
pub struct CpuMosaic<P = MosaicPlan> {
    plan: P,
}

impl<P> CpuMosaic<P> {
    /// Creates the mosaic of `plan`.
    pub const fn new(plan: P) -> Self {
        Self { plan }
    }
}

impl<P: BandMaker> CpuMosaic<P> {
    fn bands<T: VisitNumber>(&self, reads: bool, each: ProvenRowSink<'_>) -> Result<Option<MosaicReport>> {
        let ((rows, cols, closed), bands) = (self.plan.shape(), self.plan.bands());
        let height = bands.iter().map(Range::len).max().unwrap_or(0);
        let mut numbers = vec![T::default(); height * cols as usize];
        let mut proof = Proof::<T>::new(rows, cols, closed);
        let begun = Instant::now();
        let mut report = MosaicReport { squares: u64::from(rows) * u64::from(cols), ..MosaicReport::default() };
        for band in bands {
            let numbers = &mut numbers[..band.len() * cols as usize];
            let tries = timed(&mut report.compute, || self.plan.fill(band.clone(), numbers))?;
            report.tries = report.tries.zip(tries).map(|(one, other)| one + other).or(tries);
            timed(&mut report.check, || proof.push(numbers))?;
            report.bands += 1;
            if each(band, reads.then(|| T::either(numbers))).is_break() {
                return Ok(None);
            }
        }
        timed(&mut report.check, || proof.finish())?;
        Ok(Some(MosaicReport { wall: begun.elapsed(), ..report }))
    }
}

impl<P: BandMaker + MaybeSend> Mosaic for CpuMosaic<P> {
    fn run(&mut self, reads: bool, each: ProvenRowSink<'_>) -> Result<Option<MosaicReport>> {
        let (rows, cols, _) = self.plan.shape();
        if u64::from(rows) * u64::from(cols) > u64::from(u32::MAX) {
            self.bands::<u64>(reads, each)
        } else {
            self.bands::<u32>(reads, each)
        }
    }
}

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = work();
    *total += begun.elapsed();
    result
}
