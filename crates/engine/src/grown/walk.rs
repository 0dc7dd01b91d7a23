//! Walks from splitter to splitter: what labelling and numbering have in common on the CPU.
//!
//! A *splitter* is a square whose row and column are multiples of 8. It has two *half-edges*, one for each of its
//! links: number `2 k + d` for link `d` of splitter `k`, the link of the lower bit first. A walk leaves a splitter
//! by a half-edge and ends on the next splitter of its cycle, where it comes in by another half-edge. So a cycle,
//! which one core could only follow square by square, falls into pieces that all cores follow at once; and one core
//! follows several pieces at a time, since each step of a walk waits for the one before.

use courser_board::Square;

use super::gadget::AXES;
use super::layout::{Layout, SPLIT};

/// No half-edge: that of a hole.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Walks that one core follows at a time.
const TOGETHER: usize = 8;

/// Where a walk is, and which walk it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walker {
    /// The half-edge by which it left its splitter.
    pub(super) half: u32,
    /// Steps so far.
    pub(super) steps: u32,
    /// The cell that it is on.
    pub(super) cell: u32,
    /// The row in the upper half, the column in the lower.
    at: u64,
    /// The bit of the link by which it came; 0 if it came over the link of an open tour's ends.
    came: u8,
    /// What a pass carries along.
    pub(super) note: u32,
}

/// A row and a column as one number.
const fn place(row: u32, col: u32) -> u64 {
    (row as u64) << 32 | col as u64
}

/// How far each link leads, to be added to a [`place`]: to the left is to carry over, which the row makes good.
const STEPS: [u64; 8] = {
    let mut steps = [0; 8];
    let mut axis = 0;
    while axis < 4 {
        let (down, right) = AXES[axis];
        steps[axis] = ((down as u64) << 32).wrapping_add(right as i64 as u64);
        steps[axis + 4] = steps[axis].wrapping_neg();
        axis += 1;
    }
    steps
};

/// The links of a board, and the cells that end a walk.
pub(super) struct Net<'a> {
    links: &'a [u8],
    layout: Layout,
    /// The ends of an open tour, between which a walk steps as if there were an edge.
    ends: Option<[u32; 2]>,
    /// A splitter beside those that are splitters for their place.
    extra: Option<u32>,
    jumps: [i32; 8],
}

impl<'a> Net<'a> {
    pub(super) fn new(links: &'a [u8], layout: Layout, ends: Option<[u32; 2]>, extra: Option<Square>) -> Self {
        let jumps = std::array::from_fn(|link| if link < 4 { layout.jump(link) } else { -layout.jump(link - 4) });
        let extra = extra.filter(|&square| layout.splitter(square).is_none()).map(|square| layout.cell(square));
        Self { links, layout, ends, extra, jumps }
    }

    /// How many half-edges there are.
    pub(super) fn halves(&self) -> u32 {
        2 * (self.layout.splitters() + u32::from(self.extra.is_some()))
    }

    /// The square of a splitter.
    pub(super) fn square_of(&self, splitter: u32) -> Square {
        match self.extra {
            Some(cell) if splitter == self.layout.splitters() => self.layout.square(cell),
            _ => {
                let across = self.layout.splitters_across();
                Square::new(splitter / across * SPLIT, splitter % across * SPLIT)
            }
        }
    }

    /// A walker about to leave by a half-edge; none from a hole.
    pub(super) fn leave(&self, half: u32) -> Option<Walker> {
        let Square { row, col } = self.square_of(half / 2);
        let cell = self.layout.cell(Square::new(row, col));
        let links = self.links[cell as usize];
        if links == 0 {
            return None;
        }
        let low = links & links.wrapping_neg();
        // It leaves by the one link as if it had come by the other.
        let came = if half.is_multiple_of(2) { links ^ low } else { low };
        Some(Walker { half, steps: 0, cell, at: place(row, col), came, note: cell })
    }

    /// One step.
    #[inline(always)]
    fn step(&self, walker: &mut Walker) {
        let onward = self.links[walker.cell as usize] ^ walker.came;
        walker.steps += 1;
        if onward == 0 {
            return self.cross(walker);
        }
        let link = (onward.trailing_zeros() & 7) as usize;
        walker.came = 1 << (link ^ 4);
        walker.cell = walker.cell.wrapping_add_signed(self.jumps[link]);
        walker.at = walker.at.wrapping_add(STEPS[link]);
    }

    /// From one end of an open tour to the other.
    #[cold]
    fn cross(&self, walker: &mut Walker) {
        let [one, other] = self.ends.expect("a square with one edge is an end");
        walker.cell = if walker.cell == one { other } else { one };
        let square = self.layout.square(walker.cell);
        (walker.at, walker.came) = (place(square.row, square.col), 0);
    }

    /// The half-edge by which a walker has come in, if it is on a splitter.
    #[inline(always)]
    fn arrived(&self, walker: &Walker) -> Option<u32> {
        const WITHIN: u64 = place(SPLIT - 1, SPLIT - 1);
        let splitter = if walker.at & WITHIN == 0 {
            let (row, col) = ((walker.at >> 32) as u32, walker.at as u32);
            row / SPLIT * self.layout.splitters_across() + col / SPLIT
        } else if self.extra == Some(walker.cell) {
            self.layout.splitters()
        } else {
            return None;
        };
        let links = self.links[walker.cell as usize];
        Some(2 * splitter + u32::from(links & links.wrapping_neg() != walker.came))
    }

    /// Walks from all of these half-edges that `leave` lets go: `visit` has every square between the splitters,
    /// `arrive` each walker at the end of its walk, and the half-edge by which it came in.
    pub(super) fn walk(
        &self,
        halves: std::ops::Range<u32>,
        mut leave: impl FnMut(u32) -> Option<Walker>,
        mut visit: impl FnMut(&mut Walker),
        mut arrive: impl FnMut(&Walker, u32),
    ) {
        let mut waiting = halves;
        let mut walkers: Vec<Walker> = Vec::with_capacity(TOGETHER);
        loop {
            while walkers.len() < TOGETHER {
                let Some(half) = waiting.next() else { break };
                walkers.extend(leave(half));
            }
            if walkers.is_empty() {
                return;
            }
            let mut at = 0;
            while at < walkers.len() {
                let walker = &mut walkers[at];
                self.step(walker);
                match self.arrived(walker) {
                    None => {
                        visit(walker);
                        at += 1;
                    }
                    Some(half) => {
                        arrive(walker, half);
                        match waiting.by_ref().find_map(&mut leave) {
                            Some(next) => {
                                walkers[at] = next;
                                at += 1;
                            }
                            None => {
                                walkers.swap_remove(at);
                            }
                        }
                    }
                }
            }
        }
    }

    /// The cells of a cycle from one of them on, that one first.
    pub(super) fn cycle(&self, cell: u32) -> impl Iterator<Item = u32> {
        let Square { row, col } = self.layout.square(cell);
        let links = self.links[cell as usize];
        let came = links & links.wrapping_sub(1);
        let mut walker = Walker { cell, at: place(row, col), came, ..Walker::default() };
        let mut begun = false;
        std::iter::from_fn(move || {
            if begun && walker.cell == cell {
                return None;
            }
            begun = true;
            let here = walker.cell;
            self.step(&mut walker);
            Some(here)
        })
    }
}
