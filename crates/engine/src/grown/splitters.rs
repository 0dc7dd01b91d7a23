//! Divides the tour at the splitters, into pieces of about sixty squares. This is the mirror of
//! `shaders/grown/splitters.wgsl`.
//!
//! Each invocation processes one half-edge of a splitter. The invocation walks to the next splitter and writes two
//! values: the half-edge by which the tour leaves the next splitter, and the number of moves to the next splitter. The
//! start of the tour is also a splitter.

use super::job::{GrownStatus, MAX_ROUNDS, Piece};
use super::memory::GrowthMemory;
use super::walk::CellCursor;

/// Walks from one half-edge to the next splitter.
pub(super) fn splitters(m: &mut GrowthMemory, half: u32) {
    m.pieces[half as usize] = Piece { next: Piece::NOWHERE, steps: 0 };
    let mut walker = CellCursor::leave(m, half);
    if walker.links == 0 {
        return;
    }
    let (mut into, mut steps) = (Piece::NOWHERE, 0);
    while into == Piece::NOWHERE && steps < MAX_ROUNDS {
        walker = walker.stepped(m);
        steps += 1;
        into = walker.arrived(m);
    }
    if into == Piece::NOWHERE {
        m.status.flags |= GrownStatus::LOST;
        return;
    }
    let onward = into ^ 1;
    let next = if into / 2 == m.job.start / 2 { Piece::START + (onward & 1) } else { onward };
    m.pieces[half as usize] = Piece { next, steps };
}
