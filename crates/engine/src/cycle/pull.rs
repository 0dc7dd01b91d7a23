//! Pull: the square that a departing knight has chosen pulls it onto itself; the departed square is left.
//!
//! Of many knights one that is stuck has its region cleared, and is on its entry again.
//!
//! Reads of `before` the square, and G and A of the squares a move before it; of many knights `status.word`.
//! Writes R and G of its own square.

use courser_shaders::cycle as shaders;

use crate::cycle::{Cell, Pass, Phase, Setup, Status, StatusWord};

/// The pass *pull* as an entry in [`PASSES`](super::PASSES).
pub const PASS: Pass = Pass { name: "pull", chooses: false, own: shaders::PULL, mirror, knight: |status| status.at };

/// The new state of `square` after *pull*: the mirror of `shaders/cycle/pull.wgsl`.
pub fn mirror(setup: &Setup, before: &[Cell], square: u32, status: &mut Status) -> Cell {
    let mut cell = before[square as usize];
    if status.word() == StatusWord::Stuck
        && let Some(relay) = setup.relay()
    {
        cell = relay.first_cell(square);
    } else if cell.is_in(Phase::Departing) {
        cell.phase = Phase::Left as u32;
    } else if cell.is_unvisited() {
        for by in setup.moves() {
            let Some(there) = setup.index_at(square, (-by.row, -by.col)) else { continue };
            let other = &before[there as usize];
            if other.is_in(Phase::Departing) && other.next == u32::from(by.code) {
                cell.visit = setup.after_visit(square, other.visit);
                cell.phase = Phase::Arrived as u32;
            }
        }
    }
    cell
}
