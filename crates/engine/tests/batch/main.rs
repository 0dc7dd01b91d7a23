//! The batch on the GPU, judged: table of contents.
//!
//! Two judges: the CPU mirror, which walks every knight by itself, and the board's
//! `check`, through which every path has to go.

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
