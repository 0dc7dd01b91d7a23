//! The mosaic on the GPU, judged: table of contents.
//!
//! Two judges: the plan's own `fill` on the CPU, number for number, and the proof, which
//! knows numbers only, on the GPU and on the CPU.

mod bands;
mod damage;
#[path = "../common/gpu.rs"]
mod gpu;
mod large;
#[path = "../common/module.rs"]
mod module;
mod same;
mod shaders;
mod tools;
