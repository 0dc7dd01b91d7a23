//! The engines of courser: each runs on the GPU, and its mirrors run on the CPU.
//!
//! - [`cycle`]: the decision cycle of "Knight's Tour in Cg" (Kurapati, 2007). Every square of the
//!   board is a [`Cell`](cycle::Cell); three passes move the knight.
//! - [`batch`]: many knights at once, each by the rules of [`courser_solve::warnsdorff`].
//! - [`grown`]: tours that look grown, made by all squares of the board at once.
//! - [`mosaic`]: tours of any rectangle, in which every square finds its own number, and a proof of them in one pass.
//! - [`relay`]: tours by many knights, a region each.
//! - [`tame`]: tours of few turns and crossings, as streams of numbers like a mosaic's.
//! - [`numbering`]: mosaics, tame tours and relays, opened in one way.
//! - [`queens`]: queens counted, one lane per prefix.
//! - [`worth`]: the thresholds above which a GPU is faster than the CPU. They stand there and nowhere else.
//!
//! The main decision of this crate: a pass is one pure function of one
//! square, written twice, as a WGSL shader and as its mirror in Rust, and the
//! two are compared result for result. The mirror needs no GPU; built without
//! the feature `gpu`, this crate has no wgpu in it. The price is that every
//! pass is written twice.
//!
//! A [`Device`] is the CPU or an open adapter with its kernels, which are built once. Every engine is opened on it by
//! `on`, [`cycle::on`] for example, and answers through one trait, [`Cycle`](cycle::Cycle), whatever the device. The
//! interface of this crate is the same with and without the feature `gpu`: without it, [`Device::open`] refuses a GPU
//! with [`EngineError::NoGpu`].
//!
//! # Adding an engine
//!
//! An engine `relay` takes these files and places; nothing else lists the engines.
//!
//! 1. `shaders/relay/*.wgsl`, one file per pass, and their constants in `shaders/lib.rs`.
//! 2. `src/relay/setup.rs`: what is asked for, checked when it is made; its errors join [`EngineError`].
//! 3. `src/relay/cpu.rs`: `CpuRelay`, the mirror, written to be read beside the WGSL.
//! 4. `src/relay/gpu.rs`, behind the feature `gpu`: `GpuRelay::new(&courser_gpu::Device, setup)`. It gets its kernels
//!    from `Device::kernel`, which keeps them, and hands its work over in submissions that a `Throttle` paces.
//! 5. `src/relay/mod.rs`: the trait `Relay: MaybeSend`, and `on`, which is the same in every engine:
//!
//!    ```ignore
//!    pub fn on(device: &Device, setup: Setup) -> Result<Box<dyn Relay + '_>, EngineError> {
//!        #[cfg(feature = "gpu")]
//!        if let Some(gpu) = device.gpu() {
//!            return Ok(Box::new(GpuRelay::new(gpu, setup)?));
//!        }
//!        let _ = device;
//!        Ok(Box::new(CpuRelay::new(setup)?))
//!    }
//!    ```
//!
//! 6. `relay::kernels()` in `kernels` of this page: from then on tests translate every kernel for all drivers, compare
//!    its bindings with its shader and count its registers (`docs/gpu.md`).
//! 7. A variant of [`Work`](worth::Work), with the size from which a GPU is faster; where numbers come in bands, one of
//!    [`Numbering`](numbering::Numbering).
//! 8. `tests/relay/`: GPU and mirror in lockstep, host and shader laid out alike; and `tests/limits.rs`: the engine on
//!    smaller adapters, and its kernels built once.

pub mod batch;
pub mod cycle;
mod device;
mod error;
pub mod grown;
pub mod memory;
pub mod mosaic;
pub mod numbering;
#[cfg(feature = "gpu")]
mod parts;
pub mod queens;
pub mod relay;
pub mod tame;
#[cfg(feature = "gpu")]
mod throttle;
pub mod worth;

#[cfg(feature = "gpu")]
pub use device::auto as auto_adapter;
pub use device::{Device, DeviceChoice, DeviceNote, MaybeSend};
pub use error::{EngineError, Result};

/// Every kernel of every engine, with every set of constants: engines run them on a device, and tests translate and judge
/// them without one.
#[cfg(feature = "gpu")]
pub fn kernels() -> Vec<courser_gpu::KernelSpec> {
    [cycle::kernels(), batch::kernels(), mosaic::kernels(), grown::kernels(), queens::kernels(), relay::kernels()]
        .concat()
}
