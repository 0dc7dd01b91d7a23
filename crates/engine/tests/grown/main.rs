//! Tests of grown tours: GPU, mirror and fast CPU form are compared pass by pass, and tours of all kinds are checked.

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
