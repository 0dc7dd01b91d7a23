//! The engines of courser. Each engine runs on the GPU, and its mirrors run on the CPU.
//!
//! - [`cycle`]: the decision cycle of "Knight's Tour in Cg" (Kurapati, 2007). Every square of the board is a
//!   [`Cell`](cycle::Cell); three passes move the knight.
//! - [`batch`]: many knights at once, each by the rules of [`courser_solve::warnsdorff`].
//! - [`grown`]: grown tours, which show no tiles. All squares of the board are processed in parallel.
//! - [`mosaic`]: tours of any rectangle. The number of each square is computed independently of the other squares, and
//!   one pass checks all numbers. Tame tours and relays are also computed by this module.
//! - [`numbering`]: a common interface for mosaics, tame tours and relays.
//! - [`queens`]: the number of placements of queens. A prefix is a placement of queens in the first rows. Each lane
//!   counts the placements that continue one prefix, and then continues with the next prefix.
//! - [`machine`]: kernels as values, and the machines that run them.
//! - [`worth`]: the thresholds above which a GPU is faster than the CPU. No other module contains such thresholds.
//!
//! A pass is a pure function of one square. It is implemented twice: as a WGSL shader and as its mirror in Rust. A
//! kernel is one value that contains both. The host is the code that schedules kernels. The same host works with every
//! [`Machine`](machine::Machine). A machine is a GPU, the mirrors, or a pair of machines that are compared after every
//! submission. The mirrors need no GPU. Without the feature `gpu`, this crate does not contain wgpu.
//!
//! A [`Device`] is the CPU or an open adapter with its kernels, which are built once. Every engine has a function `on`,
//! which creates the engine on a device, for example [`cycle::on`]. The engine then has the same trait on every device,
//! for example [`Cycle`](cycle::Cycle). The interface of this crate is the same with and without the feature `gpu`.
//! Without the feature, [`Device::open`] rejects a GPU with [`EngineError::NoGpu`].
//!
//! `CONTRIBUTING.md` describes how to add a pass and an engine.

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
mod rules;
mod schedule;
pub mod worth;

#[cfg(feature = "gpu")]
pub use device::auto as auto_adapter;
pub use device::{Device, DeviceChoice, DeviceNote, MaybeSend};
pub use error::{EngineError, Result};

/// Lists every kernel of every engine, with every set of constants. Engines run the kernels on a device; tests
/// translate and check the kernels without a device.
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
