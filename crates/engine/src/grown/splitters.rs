//! Splitters: the tour in pieces of some sixty squares. The mirror of `shaders/grown/splitters.wgsl`.
//!
//! One invocation is one half-edge of a splitter: it walks to the next splitter, and writes where it comes in and how
//! many steps that takes. The start of the tour is a splitter too.
//!
//! The CPU numbers along [sections](super::sections) instead. Here it tells the pieces for who compares, one step after
//! another.

use courser_board::Square;

use super::layout::SPLIT;
use super::planes::Planes;
use super::setup::Setup;

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
    pub const NOWHERE: u32 = u32::MAX;

    /// The next splitter is the start, which would be left by its first half-edge.
    pub const START: u32 = u32::MAX - 2;
}

/// The pieces of all half-edges. The half-edges of the start are `start` and the one after it.
pub(super) fn pieces(planes: &Planes, setup: &Setup, start: u32) -> Vec<Piece> {
    let layout = setup.layout;
    let splitters = layout.splitters().max(start / 2 + 1);
    let cell_of = |splitter: u32| match splitter == start / 2 {
        true => layout.cell(setup.start),
        false => {
            let across = layout.splitters_across();
            layout.cell(Square::new(splitter / across * SPLIT, splitter % across * SPLIT))
        }
    };
    let splitter = |cell: u32| match cell == layout.cell(setup.start) {
        true => Some(start / 2),
        false => layout.splitter(layout.square(cell)),
    };
    // The cells next to one, in the order of its links; the other end of an open tour last.
    let next_to = |cell: u32| {
        let Square { row, col } = layout.square(cell);
        let links = planes.links(row, col);
        let jump = |link: usize| if link < 4 { layout.jump(link) } else { -layout.jump(link - 4) };
        let mut next =
            (0..8).filter(move |link| links >> link & 1 == 1).map(|link| cell.wrapping_add_signed(jump(link)));
        let one = next.next();
        let other = setup.ends().and_then(|ends| Some(ends[1 - ends.iter().position(|&end| end == cell)?]));
        [one, next.next().or(other)]
    };
    let piece = |half: u32| {
        let from = cell_of(half / 2);
        let (mut before, mut here, mut steps) = (from, next_to(from)[half as usize % 2]?, 1);
        let into = loop {
            if let Some(splitter) = splitter(here) {
                break splitter;
            }
            let onward = next_to(here).into_iter().flatten().find(|&next| next != before)?;
            (before, here) = (here, onward);
            steps += 1;
        };
        // It leaves by the link by which it has not come in.
        let link = u32::from(next_to(here)[0] == Some(before));
        Some(Piece { next: if into == start / 2 { Piece::START + link } else { 2 * into + link }, steps })
    };
    (0..2 * splitters).map(|half| piece(half).unwrap_or(Piece { next: Piece::NOWHERE, steps: 0 })).collect()
}
