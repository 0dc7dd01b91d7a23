//! Rank: computes the distance from each splitter to the start. This is the mirror of `shaders/grown/rank.wgsl`.
//!
//! The pass uses pointer jumping (Wyllie 1979) and has about twenty dispatches. The piece of a half-edge is a section
//! of the tour that begins with this half-edge. Each invocation extends the piece of one half-edge: it appends the
//! piece that begins where the first piece ends.

use super::job::Piece;
use super::memory::GrowthMemory;

/// Extends the piece of the half-edge `half`: appends the piece that begins where the first piece ends.
pub(super) fn rank(m: &mut GrowthMemory, half: u32) {
    let old = if m.job.turned == 1 { m.job.halves } else { 0 };
    let fresh = m.job.halves - old;
    let mut piece = m.pieces[(old + half) as usize];
    if piece.next < Piece::START {
        let next = m.pieces[(old + piece.next) as usize];
        piece = Piece { next: next.next, steps: piece.steps + next.steps };
    }
    m.pieces[(fresh + half) as usize] = piece;
}
