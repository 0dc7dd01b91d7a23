//! Gives every square its visit number. This is the mirror of `shaders/grown/number.wgsl`.
//!
//! Each invocation processes one half-edge of a splitter. If the tour leaves the splitter by this half-edge, the
//! invocation writes the visit numbers of the squares up to the next splitter. The first of these numbers follows from
//! the known distance from the start.

use super::job::MAX_ROUNDS;
use super::job::Piece;
use super::memory::GrowthMemory;
use super::walk::CellCursor;

/// Computes the visit numbers of the piece that begins with the half-edge `half`.
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
