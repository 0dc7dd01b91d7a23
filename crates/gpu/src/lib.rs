//! The GPU: adapters, device, buffers, kernels, read-back; drawing, and a window's surface.
//!
//! This crate knows wgpu and no chess. Its main decision: everything that can
//! fail on a GPU comes back as a [`GpuError`] from the call that noticed it.
//! wgpu's own way, a panic on an uncaptured error, would take a user's run down
//! without a word of what to do. The price is an error scope around each
//! allocation and a look at the fault slot after each submission.
//!
//! Functions that wait for the device are asynchronous (`submit`, `read` and so on): in a browser nothing may block.
//! Elsewhere the device is waited for inside, so that such a future is ready when it is first polled, and [`block_on`]
//! makes a blocking call of each. In a browser an error scope answers later; what it says is reported by the next call
//! that waits.

mod adapter;
mod clock;
mod device;
mod draw;
mod error;
mod kernels;
mod pending;
mod surface;

pub use adapter::{Adapter, AdapterKind, Adapters, Choice};
pub use clock::Timer;
pub use device::{Binding, Device, Kernel, Message};
pub use draw::{DEPTH, Drawing};
pub use error::{GpuError, Result};
pub use kernels::{KernelSpec, MAX_LOOPS, grid};
pub use pending::Pending;
pub use surface::Surface;
pub use wgpu;

/// Runs a future to its end. Those of this crate are ready when they are first polled, except in a browser, which cannot
/// block: there this never returns.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    pollster::block_on(future)
}
