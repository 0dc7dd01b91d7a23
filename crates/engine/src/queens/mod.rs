//! Queens counted on the GPU: one lane per prefix, and the next when it is done.
//!
//! | part | shader | a lane is |
//! |---|---|---|
//! | count | `shaders/queens/count.wgsl` | a search below one prefix, and then below another |
//!
//! A [`QueensPlan`] fills the first rows in every way and halves the work by the board's mirror; what is below each
//! of these *prefixes* is counted by [`count_prefix`] on the CPU and by [`GpuQueens`] on a GPU, and the two
//! are compared prefix by prefix.
//!
//! The main decision: lanes take prefixes as they get done with others, by an atomic, and keep their stack from
//! dispatch to dispatch. Searches differ in length a hundredfold, so lanes with a share of their own would
//! mostly wait for the longest. The price is that the lane of a prefix is not known; so results belong to prefixes, not
//! to lanes, and each is written exactly once: a missing result is noticed.
//!
//! The CPU alone counts faster, by leaving out what turning the board makes of a placement: see
//! `courser_count::queens`. A lane below a prefix knows of no other and cannot.

mod count;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "gpu")]
mod layout;
mod plan;

use crate::{Device, EngineError, MaybeSend};

pub use count::{CpuQueens, count_prefix, verify};
#[cfg(feature = "gpu")]
pub use gpu::{Bounds, GpuQueens, kernels};
// As the shaders have them, for the tests that compare the two: not a part of the public interface.
#[doc(hidden)]
#[cfg(feature = "gpu")]
pub use layout::Params;
pub use plan::{MAX_SIDE, MIN_SIDE, Prefix, QueensPlan};

/// Opens the count of queens on a device.
pub fn on(device: &Device) -> Box<dyn Queens + '_> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = device.gpu() {
        return Box::new(GpuQueens::new(gpu));
    }
    let _ = device;
    Box::new(CpuQueens)
}

/// Queens that are counted below the prefixes of a plan, on whichever device.
///
/// ```
/// use courser_engine::Device;
/// use courser_engine::queens::{self, QueensPlan};
///
/// let mut queens = queens::on(&Device::CPU);
/// let plan = QueensPlan::new(8, queens.wanted());
/// assert_eq!(plan.total(&queens.count(&plan, &mut |_| {})?), 92);
/// # Ok::<(), courser_engine::EngineError>(())
/// ```
pub trait Queens: MaybeSend {
    /// The number of prefixes that keeps the whole device busy to the end.
    fn wanted(&self) -> usize;

    /// The number of ways to fill the rows below each prefix. `progress` receives the number of prefixes that are
    /// done.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] if the device fails or has no room, [`EngineError::Damaged`] if a prefix was left out.
    fn count(&mut self, plan: &QueensPlan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>, EngineError>;
}
