//! Tests of the decision cycle.
//!
//! The tests use two references: the CPU mirror, which runs the same passes, and the board's `check`, which contains
//! only the definition of a tour.

#[path = "../common/lockstep.rs"]
mod beside;
mod golden;
#[path = "../common/gpu.rs"]
mod gpu;
mod lockstep;
#[path = "../common/module.rs"]
mod module;
mod one_shader;
#[path = "../common/random.rs"]
mod random;
mod relay;
mod restart;
mod rules;
mod shaders;
mod sizes;

/// Returns a random square of the board that is not a hole.
fn square(random: &mut random::Random, board: &courser_board::Board) -> courser_board::Square {
    let squares: Vec<_> = board.squares().collect();
    squares[random.below(squares.len() as u64) as usize]
}
