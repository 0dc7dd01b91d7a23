//! The mosaic on the CPU: bands of rows, numbered by the plan on all threads of rayon's pool, and proven with the rows
//! before them.

use std::sync::LazyLock;
use std::time::Duration;

use courser_board::proof::{Number, Proof};
use courser_solve::mosaic::Plan;
use web_time::Instant;

use super::report::{Clock, MosaicReport};
use super::{Each, Mosaic};
use crate::{EngineError, memory};

/// Returns the rows of a band: enough squares for all cores, fewer if memory is short.
pub fn band_rows(cols: u32) -> u32 {
    static IS_SHORT: LazyLock<bool> = LazyLock::new(|| memory::available() < 1 << 28);
    let squares = if *IS_SHORT { 1 << 18 } else { 1 << 22 };
    (squares / cols).max(1)
}

/// A mosaic on the CPU. It has one band in memory, and the rows that the proof keeps.
#[derive(Clone, Debug)]
pub struct CpuMosaic {
    plan: Plan,
}

impl CpuMosaic {
    /// The numbers of `plan`, none of them made yet.
    pub const fn new(plan: Plan) -> Self {
        Self { plan }
    }

    fn bands<T: Number>(&self, reads: bool, each: Each<'_>) -> Result<Option<MosaicReport>, EngineError> {
        let Plan { rows, cols, closed, .. } = self.plan;
        // Whole tiles of eight rows, so that no tile is worked out twice.
        let height = band_rows(cols).next_multiple_of(8).min(rows);
        let mut numbers = vec![T::default(); height as usize * cols as usize];
        let mut proof = Proof::<T>::new(rows, cols, closed);
        let begun = Instant::now();
        let mut report = MosaicReport {
            squares: self.plan.cells(),
            bands: 0,
            compute: Duration::ZERO,
            check: Duration::ZERO,
            read_back: Duration::ZERO,
            wall: Duration::ZERO,
            clock: Clock::Host,
        };
        for top in (0..rows).step_by(height as usize) {
            let band = top..rows.min(top + height);
            let numbers = &mut numbers[..band.len() * cols as usize];
            timed(&mut report.compute, || self.plan.fill_rows(band.clone(), numbers));
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

impl Mosaic for CpuMosaic {
    fn run(&mut self, reads: bool, each: Each<'_>) -> Result<Option<MosaicReport>, EngineError> {
        if self.plan.cells() > u64::from(u32::MAX) {
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
