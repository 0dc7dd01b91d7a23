//! Compares the GPU, the mirror and the fast CPU form of grown tours pass by pass, and checks tours of all kinds.

#[path = "../common/gpu.rs"]
mod gpu;
#[expect(dead_code, reason = "move orders are for the tests of the cycle")]
#[path = "../common/random.rs"]
mod random;

mod lockstep;
mod looks;
mod mirror;
mod shaders;

mod tools;
mod tours;
