//! Splitters: the tour in pieces of some sixty squares. The mirror of `shaders/grown/splitters.wgsl`.
//!
//! One invocation is one half-edge of a splitter: it walks to the next splitter, and writes where it comes in and the
//! number of steps. The start of the tour is a splitter, too.

use super::job::{GrownStatus, MOST_ROUNDS};
use super::mirror::Memory;
use super::walk::Walker;

/// A piece of the tour, seen from the half-edge by which it leaves its splitter: `Piece` in
/// `shaders/grown/pieces.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Piece {
    /// The half-edge by which the tour leaves the splitter at the end of the piece; [`Piece::NOWHERE`] for a hole,
    /// [`Piece::START`] plus 0 or 1 if that splitter is the start, by which of its half-edges it leaves there.
    pub next: u32,
    /// Steps from splitter to splitter.
    pub steps: u32,
}

impl Piece {
    /// No piece.
    pub const NOWHERE: u32 = u32::MAX;

    /// The next splitter is the start, which would be left by its first half-edge.
    pub const START: u32 = u32::MAX - 2;
}

/// One half-edge.
pub(super) fn splitters(m: &mut Memory, half: u32) {
    m.pieces[half as usize] = Piece { next: Piece::NOWHERE, steps: 0 };
    let mut walker = Walker::leave(m, half);
    if walker.links == 0 {
        return;
    }
    let (mut into, mut steps) = (Piece::NOWHERE, 0);
    while into == Piece::NOWHERE && steps < MOST_ROUNDS {
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
