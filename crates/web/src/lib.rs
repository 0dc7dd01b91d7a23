//! The WebAssembly module of the page in `crates/web/page`, which runs the decision cycle in a browser.
//!
//! The engine, the shaders and the mirrors are those of the command line, compiled to WebAssembly. wgpu passes the
//! shaders to the browser's WebGPU. The functions of this module convert between JavaScript values and engine states.
//! Functions that wait for the device are `async`.
//!
//! The page reads the state back and draws this state on its own canvas. Therefore the page shows exactly the state
//! that was compared with the mirror. The page needs one read-back per pass, which takes a few hundred microseconds.
#![cfg(target_arch = "wasm32")]

pub mod heat;
pub mod request;
pub mod run;
pub mod wall;

use std::cell::Cell;

use courser_gpu::{AdapterChoice, Adapters, GpuDevice};
use wasm_bindgen::prelude::*;

thread_local! {
    /// The open device of this page, which is never dropped.
    static DEVICE: Cell<Option<&'static GpuDevice>> = const { Cell::new(None) };
}

/// Installs a hook that reports panics and their locations on the console. This function is called when the module is
/// loaded.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Opens the GPU of the browser. If this fails, the page uses only the CPU.
///
/// # Errors
/// Returns an error if the browser has no GPU, or the GPU provides no device.
#[wasm_bindgen]
pub async fn open() -> Result<(), JsError> {
    let adapters = Adapters::find_async().await;
    let device = GpuDevice::open_async(adapters.pick(&AdapterChoice::Auto)?).await?;
    DEVICE.set(Some(Box::leak(Box::new(device))));
    Ok(())
}

/// Returns the version of courser.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Returns the open device.
///
/// # Errors
/// Returns an error if no GPU is open.
fn device() -> Result<&'static GpuDevice, JsError> {
    DEVICE.get().ok_or_else(|| JsError::new("no GPU is open"))
}

/// Converts the error of a library to a JavaScript error.
fn js_error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Converts an engine error to a JavaScript error.
fn engine(error: courser_engine::EngineError) -> JsError {
    js_error(error)
}
