//! The engines of courser: each runs on the GPU, and its mirrors run on the CPU.
//!
//! - [`cycle`]: the decision cycle of "Knight's Tour in Cg" (Kurapati, 2007). Every square of the
//!   board is a [`Cell`](cycle::Cell); three passes move the knight.
//! - [`batch`]: many knights at once, each by the rules of [`courser_solve::warnsdorff`].
//! - [`grown`]: tours that look grown, made by all squares of the board at once.
//! - [`mosaic`]: tours of any rectangle, in which every square finds its own number, and a proof of them in one pass. Tame
//!   tours and relays are numbered in the same way.
//! - [`numbering`]: mosaics, tame tours and relays, opened in one way.
//! - [`queens`]: queens counted, one lane per prefix.
//! - [`machine`]: kernels as values, and the machines that run them.
//! - [`worth`]: the thresholds above which a GPU is faster than the CPU. They stand there and nowhere else.
//!
//! A pass is a pure function of one square, written twice: as a WGSL shader and as its mirror in Rust. A kernel is one value
//! that has both, and the host that schedules kernels is written once for every [`Machine`](machine::Machine): a GPU, the
//! mirrors, and both side by side, compared after every submission. The mirrors need no GPU; built without the feature
//! `gpu`, this crate has no wgpu in it.
//!
//! A [`Device`] is the CPU or an open adapter with its kernels, built once. Every engine is opened on it by
//! `on`, [`cycle::on`] for example, and answers through one trait, [`Cycle`](cycle::Cycle), whatever the device. The
//! interface of this crate is the same with and without the feature `gpu`: without it, [`Device::open`] refuses a GPU
//! with [`EngineError::NoGpu`].
//!
//! `CONTRIBUTING.md` says how to add a pass and an engine.

pub mod batch;
pub mod cycle;
mod device;
mod error;
pub mod grown;
pub mod machine;
pub mod memory;
pub mod mosaic;
pub mod numbering;
pub mod queens;
mod schedule;
pub mod worth;

#[cfg(feature = "gpu")]
pub use device::auto as auto_adapter;
pub use device::{Device, DeviceChoice, DeviceNote, MaybeSend};
pub use error::{EngineError, Result};

/// Lists every kernel of every engine, with every set of constants. Engines run them on a device, and tests translate
/// and check them without one.
#[cfg(feature = "gpu")]
pub fn kernels() -> Vec<courser_gpu::KernelSpec> {
    [
        cycle::kernels(),
        batch::kernels(),
        mosaic::kernels(),
        grown::kernels(),
        queens::kernels(),
        mosaic::relay_kernels(),
    ]
    .concat()
}
