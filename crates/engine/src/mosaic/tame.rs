//! Tame tours, which have few turns and crossings and are numbered from two tables.
//!
//! The plan is [`courser_solve::tame::TamePlan`]. The numbers of a tame tour are computed in bands from the top, and
//! each band is checked, as for a [mosaic](super). The pass that computes the numbers is `shaders/mosaic/tame.wgsl`,
//! and the plan is the mirror of this pass.

use std::ops::Range;

use courser_board::proof::VisitNumber;
use courser_solve::relay::Tries;
use courser_solve::tame::TamePlan;

use super::cpu::BandMaker;
use crate::EngineError;

impl BandMaker for TamePlan {
    fn shape(&self) -> (u32, u32, bool) {
        (self.rows, self.cols, self.closed)
    }

    fn fill<T: VisitNumber>(&self, band: Range<u32>, numbers: &mut [T]) -> Result<Option<Tries>, EngineError> {
        self.fill_rows(band, numbers);
        Ok(None)
    }
}
