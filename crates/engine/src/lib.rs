//! What courser runs on the GPU, beside its mirrors on the CPU.
//!
//! - [`cycle`]: the decision cycle of "Knight's Tour in Cg" (Kurapati, 2007). Every square of the
//!   board is a [`Cell`](cycle::Cell); three passes move the knight.
//! - [`batch`]: many knights at once, each by the rules of [`courser_solve::warnsdorff`].
//! - [`survey`]: how often a rule succeeds, from thousands of batches.
//! - [`grown`]: tours that look grown, made by all squares of the board at once.
//! - [`mosaic`]: tours of any rectangle, of which every square finds its own number, and a proof of them in one pass.
//! - [`relay`]: tours by many knights, a region each.
//! - [`queens`]: queens counted, one lane per prefix.
//! - [`worth`]: which of it a GPU does faster than the CPU.
//!
//! The main decision of this crate: a pass is one pure function of one
//! square, written twice, as a WGSL shader and as its mirror in Rust, and the
//! two are compared result for result. The mirror needs no GPU; built without
//! the feature `gpu`, this crate has no wgpu in it. The price is that every
//! pass is written twice.

pub mod batch;
pub mod cycle;
mod device;
mod error;
pub mod grown;
pub mod memory;
pub mod mosaic;
pub mod queens;
pub mod relay;
pub mod survey;
#[cfg(feature = "gpu")]
mod throttle;
pub mod worth;

#[cfg(feature = "gpu")]
pub use device::auto as auto_adapter;
pub use device::{Device, DeviceChoice, DeviceNote, MaybeSend};
pub use error::EngineError;

/// Every kernel of every engine, with every set of constants: what runs on a device, and what is translated and judged
/// without one.
#[cfg(feature = "gpu")]
pub fn kernels() -> Vec<courser_gpu::KernelSpec> {
    [cycle::kernels(), batch::kernels(), mosaic::kernels(), grown::kernels(), queens::kernels()].concat()
}
