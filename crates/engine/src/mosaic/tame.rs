//! Tame tours, which have few turns or few crossings. Their visit numbers are computed from two tables.
//!
//! The plan of a tame tour is [`courser_solve::tame::TamePlan`]. The visit numbers are computed in bands from the top,
//! and each band is checked, as for a [mosaic](super). The pass that computes the visit numbers is
//! `shaders/mosaic/tame.wgsl`, and the plan is the mirror of this pass.

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
