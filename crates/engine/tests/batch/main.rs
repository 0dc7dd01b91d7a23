//! Tests of the batch on the GPU.
//!
//! The tests use two references. The first reference is the CPU mirror, in which every knight walks separately. The
//! second reference is the board's `check`, which checks every path.

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
