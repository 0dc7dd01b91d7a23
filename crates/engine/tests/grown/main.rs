//! Grown tours: GPU, mirror and fast CPU form, pass by pass; tours of all kinds, checked.

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
