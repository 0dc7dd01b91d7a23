//! Number: every square gets its visit number. The mirror of `shaders/grown/number.wgsl`.
//!
//! One invocation is one half-edge of a splitter, if the tour leaves by it. It has the distance to the start, walks to
//! the next splitter again, and writes the numbers of the squares on the way.

use super::job::MAX_ROUNDS;
use super::job::Piece;
use super::memory::GrowthMemory;
use super::walk::CellCursor;

/// Numbers the piece of one half-edge.
pub(super) fn number(m: &mut GrowthMemory, half: u32) {
    let piece = m.pieces[half as usize];
    if piece.next != Piece::START {
        return;
    }
    let mut walker = CellCursor::leave(m, half);
    let mut visit = m.job.squares - piece.steps + 1;
    m.set_cell(walker.cell(m), visit);
    for _ in 0..MAX_ROUNDS {
        walker = walker.stepped(m);
        if walker.arrived(m) != Piece::NOWHERE {
            break;
        }
        visit += 1;
        m.set_cell(walker.cell(m), visit);
    }
}
