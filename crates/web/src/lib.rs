//! The decision cycle in a browser: what the page in `crates/web/page` calls.
//!
//! The engine, the shaders and the mirrors are those of the command line, compiled to WebAssembly; wgpu hands the
//! shaders to the browser's WebGPU. Every function here is glue: it takes numbers and words from the page, and gives
//! back states, numbers and words. Whatever waits for the device is asynchronous.
//!
//! The main decision: the page draws what was read back, on a canvas of its own, and no pixel comes from the GPU. So
//! what one sees is what was compared with the mirror. The price is a read-back per pass, some hundred microseconds.
#![cfg(target_arch = "wasm32")]

pub mod heat;
pub mod request;
pub mod run;
pub mod wall;

use std::cell::Cell;

use courser_gpu::{Adapters, Choice, Device};
use wasm_bindgen::prelude::*;

thread_local! {
    /// The device of this page. It lives as long as the page does.
    static DEVICE: Cell<Option<&'static Device>> = const { Cell::new(None) };
}

/// Runs before everything else: a panic is reported on the console, with its place.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Opens the GPU that the browser gives. The page does without it where this fails.
///
/// # Errors
/// There is none, or it gives no device.
#[wasm_bindgen]
pub async fn open() -> Result<(), JsError> {
    let adapters = Adapters::find_async().await;
    let device = Device::open_async(adapters.pick(&Choice::Auto)?).await?;
    DEVICE.set(Some(Box::leak(Box::new(device))));
    Ok(())
}

/// The version of courser.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The device that was opened.
fn device() -> Result<&'static Device, JsError> {
    DEVICE.get().ok_or_else(|| JsError::new("no GPU is open"))
}

/// An error with what to do about it, on a line of its own.
fn js_error(error: impl std::fmt::Display, hint: impl std::fmt::Display) -> JsError {
    JsError::new(&format!("{error}\n{hint}"))
}

/// The same of an engine.
fn engine(error: courser_engine::EngineError) -> JsError {
    js_error(&error, error.hint())
}
