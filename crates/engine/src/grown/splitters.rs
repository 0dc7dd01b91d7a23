//! Splitters: the tour in pieces of some sixty squares. The mirror of `shaders/grown/splitters.wgsl`.
//!
//! One invocation is one half-edge of a splitter: it walks to the next splitter, and writes where it comes in and how
//! many steps that takes. The start of the tour is a splitter too.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::walk::{NOWHERE, Net, Walker};

/// A piece of the tour, seen from the half-edge by which it leaves its splitter: `Piece` in
/// `shaders/grown/walk.wgsl`.
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
    pub const NOWHERE: u32 = NOWHERE;

    /// The next splitter is the start, which would be left by its first half-edge.
    pub const START: u32 = u32::MAX - 2;
}

/// The pieces of all half-edges. The half-edges of the start are `start` and the one after it.
pub(super) fn pieces(net: &Net<'_>, start: u32) -> Vec<Piece> {
    let halves = net.halves();
    let next: Vec<AtomicU32> = (0..halves).map(|_| AtomicU32::new(Piece::NOWHERE)).collect();
    let steps: Vec<AtomicU32> = (0..halves).map(|_| AtomicU32::new(0)).collect();
    let onward = |half: u32| if half / 2 == start / 2 { Piece::START + (half ^ 1) % 2 } else { half ^ 1 };
    net.jobs(&[]).for_each(|halves| {
        net.walk(
            halves,
            |half| match next[half as usize].load(Relaxed) {
                Piece::NOWHERE => net.leave(half).map(|(walker, _)| Walker { note: 1, ..walker }),
                _ => None,
            },
            |walker| walker.note += 1,
            |walker, half| {
                for (from, into) in [(walker.half, half), (half, walker.half)] {
                    next[from as usize].store(onward(into), Relaxed);
                    steps[from as usize].store(walker.note, Relaxed);
                }
            },
        );
    });
    let pieces = next.into_iter().zip(steps);
    pieces.map(|(next, steps)| Piece { next: next.into_inner(), steps: steps.into_inner() }).collect()
}
