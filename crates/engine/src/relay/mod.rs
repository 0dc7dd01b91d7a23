//! Relays: a tour by many knights, a region of the board each.
//!
//! The plan is [`courser_solve::relay::Plan`]. Its numbers come in bands from the top, proven on the way, as those of a
//! [mosaic](crate::mosaic) do. The same relay as passes over the whole board is a run of the
//! [decision cycle](crate::cycle): see [`Setup::relay`](crate::cycle::Setup).

use std::ops::Range;

use courser_board::proof::Number;
use courser_solve::relay::{Plan, Tries};

use crate::mosaic::{Bands, CpuMosaic, Mosaic, band_rows};
use crate::{Device, EngineError};

impl Bands for Plan {
    fn shape(&self) -> (u32, u32, bool) {
        (self.rows(), self.cols(), self.is_closed())
    }

    fn bands(&self) -> Vec<Range<u32>> {
        self.cut(band_rows(self.cols())).collect()
    }

    fn fill<T: Number>(&self, band: Range<u32>, numbers: &mut [T]) -> Result<Option<Tries>, EngineError> {
        Ok(Some(Plan::fill(self, band, numbers)?))
    }
}

/// Opens a relay on a device: the numbers of `plan`, none of them made yet.
///
/// The knights walk on the CPU, whatever the device.
///
/// # Errors
/// [`EngineError`] if the device fails.
pub fn on<'device>(_: &'device Device, plan: &Plan) -> Result<Box<dyn Mosaic + 'device>, EngineError> {
    Ok(Box::new(CpuMosaic::new(plan.clone())))
}
