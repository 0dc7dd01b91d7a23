//! Tours of boards of any size. The visit numbers of many squares are computed at once, and one pass checks all visit
//! numbers.
//!
//! | pass | shader | mirror |
//! |---|---|---|
//! | visits | `shaders/mosaic/visits.wgsl`, `shaders/mosaic/tame.wgsl` | `visits` in `mirrors.rs` |
//! | check | `shaders/mosaic/check.wgsl` | `check` in `mirrors.rs` |
//! | lanes | `shaders/relay/lanes.wgsl` | `lanes` in `mirrors.rs` |
//!
//! A [`MosaicPlan`](courser_solve::mosaic::MosaicPlan) has a size of a few kilobytes, and determines the visit number
//! of each square independently of the other squares. Therefore a GPU computes the numbers of all squares at once. One
//! invocation processes the squares that are in four columns of the board and in one row of tiles. It first computes
//! the data that these squares have in common, and then the numbers, one row of squares after another.
//!
//! A board is processed in bands of rows. The returned numbers are the checked numbers, since the check reads the
//! buffer that is read back. Some rows at the lower end of a band are not checked in this band. The next band does not
//! compute the numbers in these rows again: it begins with an exact copy of the last four rows of this band. Therefore
//! all checks together cover one set of numbers, and the proof holds for the whole board, although no memory ever
//! contains the whole board. This requires that bands are processed in order, and that five rows fit into one binding.
//!
//! Two buffers alternate: while the host processes one band, the GPU computes the next.
//!
//! Without a GPU, [`CpuMosaic`] computes the same numbers in a form that processes many squares with each instruction,
//! and checks them by [`proof`](courser_board::proof). A test compares this form with the mirrors. This form is 10 to
//! 24 times as fast as the mirrors for mosaics and tame tours, and 22 to 27 times as fast for relays, as measured on
//! 1000x1000 and 4000x4000 squares on two cores.

mod bands;
mod cpu;
#[cfg(feature = "gpu")]
mod gpu;
mod kernels;
mod lanes;
mod layout;
mod limits;
mod memory;
mod mirrors;
mod relay;
mod report;
mod run;
mod source;
mod spans;
mod streamed;
mod tame;

use std::ops::{ControlFlow, Range};

use courser_board::proof::VisitNumbers;

use crate::{MaybeSend, Result};

pub use cpu::{BandMaker, CpuMosaic, band_rows};
#[cfg(feature = "gpu")]
pub use gpu::{GpuMosaic, Whole};
#[cfg(feature = "gpu")]
pub(crate) use kernels::check;
#[cfg(feature = "gpu")]
pub use kernels::{kernels, relay_kernels};
// The hidden items are not a part of the public interface. They are exported for the tests that compare them with the
// shaders.
#[doc(hidden)]
pub use layout::{GpuBlock, GpuCut, GpuLinear, GpuPlan, GpuZone, QUAD, RowWindow, Verdict};
pub use limits::Limits;
pub use memory::MosaicMemory;
pub use relay::LANE;
pub use report::MosaicReport;
pub use run::{MirrorMosaic, MosaicRun};
pub use streamed::StreamedTour;

/// Callback that receives a range of checked rows. If the visit numbers are read back, the callback also receives the
/// visit numbers of these rows. The result of the callback determines whether the run continues.
pub type ProvenRowSink<'a> = &'a mut dyn FnMut(Range<u32>, Option<VisitNumbers<'_>>) -> ControlFlow<()>;

/// The computation of a board's visit numbers on any device, created by [`numbering::on`](crate::numbering::on).
///
/// ```
/// use std::ops::ControlFlow;
///
/// use courser_board::TourSpec;
/// use courser_engine::Device;
/// use courser_engine::numbering::{self, StreamedTour};
/// use courser_solve::mosaic::MosaicPlan;
///
/// let plan = StreamedTour::Mosaic(MosaicPlan::new(&TourSpec::closed(&"30x41".parse()?), None)?);
/// let device = Device::CPU;
/// let mut rows = 0;
/// let report = numbering::on(&device, &plan)?.run(true, &mut |band, numbers| {
///     rows += band.len();
///     assert_eq!(numbers.map(|numbers| numbers.len()), Some(41 * band.len()));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((rows, report.map(|report| report.squares)), (30, Some(1230)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Mosaic: MaybeSend {
    /// Computes and checks the visit numbers in bands of rows, from the top. Each band is checked by itself and
    /// together with the previous rows. Each call of `each` receives a range of checked rows. If `reads` is true,
    /// `each` also receives the visit numbers of these rows, counted from 1.
    ///
    /// Returns a report if the numbers are a complete tour, and `None` if `each` has ended the run.
    ///
    /// # Errors
    /// [`EngineError::Proof`](crate::EngineError::Proof) or [`EngineError::Unseen`](crate::EngineError::Unseen) if the
    /// numbers are not a tour, [`EngineError::Gpu`](crate::EngineError::Gpu) if the GPU fails.
    fn run(&mut self, reads: bool, each: ProvenRowSink<'_>) -> Result<Option<MosaicReport>>;
}
