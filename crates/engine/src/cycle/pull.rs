//! Pull: the target of a departing knight pulls the knight onto itself. The phase of the square that the knight leaves
//! becomes *left*.
//!
//! With many knights, a stuck knight returns to the entry of its region, and the region is cleared.
//!
//! Each invocation processes one square. The invocation reads its square from `before`. It also reads the components G
//! and A of each square from which a move leads to its square. With many knights, the invocation also reads
//! `status.word`. The invocation writes the components R and G of its square.

use courser_shaders::cycle as shaders;

use crate::cycle::{Cell, Pass, Phase, Setup, Status, StatusWord};

/// The *pull* pass as an entry in [`PASSES`](super::PASSES).
pub const PASS: Pass = Pass { name: "pull", chooses: false, own: shaders::PULL, mirror, knight: |status| status.at };

/// Returns the new state of `square` after the *pull* pass. This function is the mirror of `shaders/cycle/pull.wgsl`.
pub fn mirror(setup: &Setup, before: &[Cell], square: u32, status: &mut Status) -> Cell {
    let mut cell = before[square as usize];
    if status.word() == StatusWord::Stuck
        && let Some(relay) = setup.relay()
    {
        cell = relay.first_cell(square);
    } else if cell.is_in(Phase::Departing) {
        cell.phase = Phase::Left as u32;
    } else if cell.is_unvisited() {
        let origin = setup.indices_from(square);
        for by in setup.moves() {
            let Some(there) = origin((-by.row, -by.col)) else { continue };
            let other = &before[there as usize];
            if other.is_in(Phase::Departing) && other.next == u32::from(by.code) {
                cell.visit = setup.after_visit(square, other.visit);
                cell.phase = Phase::Arrived as u32;
            }
        }
    }
    cell
}
