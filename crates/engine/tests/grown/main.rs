//! Grown tours: GPU, CPU and a mirror that does its invocations in any order, pass by pass; tours of all kinds, judged.

#[path = "../common/gpu.rs"]
mod gpu;
#[expect(dead_code, reason = "move orders are for the tests of the cycle")]
#[path = "../common/random.rs"]
mod random;

mod lockstep;
mod looks;
mod shaders;
mod shuffled;
mod tools;
mod tours;
