//! Tame tours: few turns and crossings, numbered from two tables.
//!
//! The plan is [`courser_solve::tame::TamePlan`]. Its numbers come in bands from the top and are proven on the way, as those of
//! a [mosaic](super); the pass that numbers is `shaders/mosaic/tame.wgsl`, and the plan is its mirror.

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
