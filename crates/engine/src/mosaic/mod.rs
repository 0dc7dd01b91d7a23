//! Tours of boards of any size: every square finds its own number, and one pass proves them all.
//!
//! | pass | shader | mirror |
//! |---|---|---|
//! | visits | `shaders/mosaic/visits.wgsl` | [`Plan::fill`](courser_solve::mosaic::Plan::fill) |
//! | check | `shaders/mosaic/check.wgsl` | [`proof`](courser_board::proof) |
//!
//! A [`Plan`](courser_solve::mosaic::Plan) is a few kilobytes from which every square's number follows
//! without any other's. So a GPU numbers all squares at once: one invocation works out what holds for four
//! columns of a row of tiles, and goes down its rows of squares.
//!
//! The main decision here: a board goes through the GPU in bands of rows, and the numbers that are
//! proven are the numbers that are handed out. The check reads the buffer that is read back, and of what one band
//! leaves unchecked at its lower end, nothing is numbered again: the next band takes over the
//! last four rows, bit by bit. So all checks together speak of one set of numbers, and the proof holds for the
//! whole board, although no memory ever has the whole of it. The price is that bands come one
//! after another, and that five rows must fit into one binding.
//!
//! Two buffers take turns: while the host has one band in its hands, the GPU is at the next.

#[cfg(feature = "gpu")]
mod bands;
mod error;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "gpu")]
mod layout;
#[cfg(feature = "gpu")]
mod report;
#[cfg(feature = "gpu")]
mod spans;
mod verify;

pub use error::NumbersError;
#[cfg(feature = "gpu")]
pub use gpu::{GpuMosaic, Limits, Passes, Whole, Width, kernels};
// As the shaders have them, for the tests that compare the two: not a part of the public interface.
#[doc(hidden)]
#[cfg(feature = "gpu")]
pub use layout::{GpuBlock, GpuCut, GpuLinear, GpuPlan, GpuZone, QUAD, RowWindow, Verdict};
#[cfg(feature = "gpu")]
pub use report::{Clock, MosaicReport};
pub use verify::verify;
