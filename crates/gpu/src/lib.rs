//! The card: adapters, device, buffers, kernels, read-back; drawing, and a window's surface.
//!
//! This crate knows wgpu and no chess. Its main decision: everything that can
//! fail on a card comes back as a [`GpuError`] from the call that noticed it.
//! wgpu's own way, a panic on an uncaptured error, would take a user's run down
//! without a word of what to do. The price is an error scope around each
//! allocation and a look at the fault slot after each submission.

mod adapter;
mod clock;
mod device;
mod dispatch;
mod draw;
mod error;
mod kernels;
mod meter;
mod pending;
mod surface;
mod timer;

pub use adapter::{Adapter, AdapterKind, Adapters, Choice};
pub use device::{Binding, Device, Kernel, Module};
pub use dispatch::{MAX_LOOPS, grid};
pub use draw::{DEPTH, Drawing};
pub use error::GpuError;
pub use kernels::{KernelSpec, Kernels};
pub use pending::Pending;
pub use surface::Surface;
pub use timer::Timer;
pub use wgpu;
