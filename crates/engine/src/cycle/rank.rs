//! Rank: every square counts its unvisited neighbours, and acknowledges a knight that has arrived.
//!
//! Each invocation processes one square. The invocation reads this square and the visits of the neighbouring squares
//! from `before`. The invocation writes the component B of its square, and changes the component G from arrived to
//! acknowledged. The invocation of the knight's square also writes `status.at`.

use courser_shaders::cycle as shaders;

use crate::cycle::{Cell, Pass, Phase, Setup, Status};

/// The *rank* pass as an entry in [`PASSES`](super::PASSES).
pub const PASS: Pass = Pass {
    name: "rank",
    chooses: false,
    own: shaders::RANK,
    mirror,
    // Before this pass, the knight has just arrived on the square `status.to`.
    knight: |status| status.to,
};

/// Returns the new state of `square` after the *rank* pass. This function is the mirror of `shaders/cycle/rank.wgsl`.
pub fn mirror(setup: &Setup, before: &[Cell], square: u32, status: &mut Status) -> Cell {
    let mut cell = before[square as usize];
    if cell.visit == Cell::HOLE {
        return cell;
    }
    let target = setup.indices_from(square);
    let unvisited =
        |by: &&courser_board::Move| target((by.row, by.col)).is_some_and(|there| before[there as usize].is_unvisited());
    cell.rank = setup.moves().iter().filter(unvisited).count() as u32;
    if cell.is_in(Phase::Arrived) {
        cell.phase = Phase::Acknowledged as u32;
        status.at = square;
    }
    cell
}
