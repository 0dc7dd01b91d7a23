//! Tests of the batch on the GPU.
//!
//! The tests use two references: the CPU mirror, which walks every knight separately, and the board's `check`, which
//! checks every path.

mod bounds;
#[path = "../common/gpu.rs"]
mod gpu;
#[path = "../common/module.rs"]
mod module;
#[path = "../common/random.rs"]
mod random;
mod shaders;
mod tools;
mod twins;
