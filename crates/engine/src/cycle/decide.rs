//! Decide: every square picks its first lowest-ranking unvisited neighbour; only the knight's choice is trusted.
//!
//! Reads of `before` the square, and its neighbours' visits and ranks. Writes A
//! of its own square, and G acknowledged → departing; the knight's square
//! writes the status: done or stuck where there is nowhere to go. Done a second
//! time it changes nothing.

use courser_shaders::cycle as shaders;

use crate::cycle::{Cell, Pass, Phase, Setup, Status, StatusWord};

/// The entry in the list of passes.
pub const PASS: Pass = Pass { name: "decide", wgsl: shaders::DECIDE, mirror, knight: |status| status.at };

/// The mirror of `shaders/cycle/decide.wgsl`.
pub fn mirror(setup: &Setup, before: &[Cell], square: u32, status: &mut Status) -> Cell {
    let mut cell = before[square as usize];
    // A square that the knight has left keeps the move taken; a hole has none.
    if cell.visit == Cell::HOLE || cell.is_in(Phase::Left) {
        return cell;
    }
    let mut least = u32::MAX;
    cell.next = 0;
    let mut to = square;
    for by in setup.moves() {
        let Some(there) = setup.index_at(square, (by.row, by.col)) else { continue };
        let other = &before[there as usize];
        if other.is_unvisited() && other.rank < least {
            least = other.rank;
            cell.next = by.code.into();
            to = there;
        }
    }
    if cell.is_in(Phase::Acknowledged) || cell.is_in(Phase::Departing) {
        status.visit = cell.visit;
        if cell.next == 0 {
            let done = cell.visit == setup.playable();
            status.word = if done { StatusWord::Done } else { StatusWord::Stuck } as u32;
        } else {
            cell.phase = Phase::Departing as u32;
            status.to = to;
        }
    }
    cell
}
