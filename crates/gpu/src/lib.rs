//! Access to the GPU: adapters, devices, buffers, kernels, read-back, drawing, and the surface of a window.
//!
//! This crate depends on wgpu, and contains nothing about chess. Every failure on a GPU is returned as a [`GpuError`]
//! by the call that detects it. By default, wgpu panics on an uncaptured error, without a hint for the user. To return
//! errors instead, this crate encloses each allocation in an error scope, and checks for reported errors after each
//! submission.
//!
//! Functions that wait for the device are asynchronous (`submit`, `read` and so on), since nothing may block in a
//! browser. On other systems, the first poll of such a future blocks until the result is known, and returns the result.
//! Therefore [`block_on`] turns each of these functions into a blocking call. In a browser, the result of an error
//! scope arrives later, and the next call that waits reports the error.

mod adapter;
mod clock;
mod device;
mod draw;
mod error;
mod kernels;
mod pending;
mod surface;

pub use adapter::{Adapter, AdapterChoice, AdapterKind, Adapters};
pub use clock::Timer;
pub use device::{Binding, GpuDevice, Kernel, Message};
pub use draw::{DEPTH, RenderPipelineSpec};
pub use error::{GpuError, Result};
pub use kernels::{KernelSpec, MAX_LOOPS, grid};
pub use pending::Pending;
pub use surface::Surface;
pub use wgpu;

/// Runs a future to its end. Outside a browser, the futures of this crate are ready when they are first polled. In a
/// browser, this function must not be called: the future cannot become ready while the function waits for it.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    pollster::block_on(future)
}
