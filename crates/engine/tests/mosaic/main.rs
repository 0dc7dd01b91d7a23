//! Tests of the mosaic on the GPU.
//!
//! There are three references:
//!
//! - the mirrors of the kernels, compared word by word;
//! - the plan's own `fill` on the CPU, compared number by number;
//! - the proof, on the GPU and on the CPU. The proof uses only the numbers.

mod bands;
mod beside;
mod damage;
#[path = "../common/gpu.rs"]
mod gpu;
mod large;
#[path = "../common/module.rs"]
mod module;
mod same;
mod shaders;
mod tools;
