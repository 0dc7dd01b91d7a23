//! Walks from splitter to splitter: what labelling and numbering have in common on the CPU.
//!
//! A *splitter* is a square whose row and column are multiples of 8, or the start of the tour. It has two *half-edges*,
//! one for each of its links: number `2 k + d` for link `d` of splitter `k`, the link of the lower bit first. A walk
//! leaves a splitter by a half-edge and ends on the next splitter of its cycle, where it comes in by another half-edge.
//! So a cycle, which one core could only follow square by square, falls into pieces that all cores follow at once; and
//! one core follows several pieces at a time, since each step of a walk waits for the one before. What a walk comes by
//! lies in many rows, which the processor does not fetch ahead: so the splitters are left block by block, and before
//! that all of the block is read once, row by row.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use courser_board::Square;
use rayon::prelude::*;

use super::layout::{Layout, SPLIT};
use super::links::{Link, Links};
use super::setup::Setup;

/// No half-edge: that of a hole.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Walks that one core follows at a time.
const TOGETHER: usize = 12;

/// Splitters in a row and rows of splitters of a block: the squares around them stay in the cache while their walks go
/// on.
const BLOCK: u32 = 16;

/// Squares below and to the right of a block by which most of its walks come, too.
const AROUND: u32 = 24;

/// Bytes that the processor fetches at once.
const LINE: usize = 64;

/// Places of a block from a walk to the next: what is walked at a time is not two ends of one piece.
const APART: u32 = 27;

/// The heading of a walk that came over the link between an open tour's ends.
const ACROSS: u8 = 8;

/// Where a walk is, and which walk it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker {
    /// The half-edge by which it left its splitter.
    pub(super) half: u32,
    /// The cell that it is on.
    pub(super) cell: u32,
    /// What a pass carries along.
    pub(super) note: u32,
    /// The direction of its last step.
    pub(super) heading: u8,
}

/// No walker: it stays on the first cell, which is a stop.
const PARKED: Walker = Walker { half: NOWHERE, cell: 0, note: 0, heading: 0 };

/// The links of a board, and the cells that end a walk.
pub(super) struct Net<'a> {
    links: &'a [Link],
    layout: Layout,
    /// The ends of an open tour, between which a walk steps as if there were an edge.
    ends: Option<[u32; 2]>,
    /// The start, if it is not a splitter for its place.
    extra: Option<u32>,
    jumps: [i32; 8],
}

impl<'a> Net<'a> {
    pub(super) fn new(links: &'a Links, setup: &Setup) -> Self {
        let (layout, start) = (setup.layout, setup.start);
        let jumps = std::array::from_fn(|link| if link < 4 { layout.jump(link) } else { -layout.jump(link - 4) });
        let extra = layout.splitter(start).is_none().then(|| layout.cell(start));
        Self { links: &links.bytes, layout, ends: setup.ends(), extra, jumps }
    }

    /// How many half-edges there are.
    pub(super) fn halves(&self) -> u32 {
        2 * (self.layout.splitters() + u32::from(self.extra.is_some()))
    }

    /// The half-edges in jobs: some rows of splitters each, block by block. `cells` are those that the walks will
    /// write, if they do.
    pub(super) fn jobs(&self, cells: &[AtomicU32]) -> impl IndexedParallelIterator<Item = impl Iterator<Item = u32>> {
        let (down, across) = (self.layout.rows.div_ceil(SPLIT), self.layout.splitters_across());
        let last = if self.extra.is_some() { 2 * self.layout.splitters()..self.halves() } else { 0..0 };
        let block = |from: u32, end: u32| from..(from + BLOCK).min(end);
        (0..down.div_ceil(BLOCK) + 1).into_par_iter().map(move |nth| {
            let rows = block((nth * BLOCK).min(down), down);
            let extra = if rows.is_empty() { last.clone() } else { 0..0 };
            let blocks = (0..across.div_ceil(BLOCK)).map(move |nth| block(nth * BLOCK, across));
            let halves = blocks.flat_map(move |cols| {
                let rows = rows.clone();
                self.touch(cells, &rows, &cols);
                (0..2 * BLOCK * BLOCK).filter_map(move |nth| {
                    let place = nth * APART % (BLOCK * BLOCK);
                    let (row, col) = (rows.start + place / BLOCK, cols.start + place % BLOCK);
                    let is_there = row < rows.end && col < cols.end;
                    is_there.then_some(2 * (row * across + col) + nth / (BLOCK * BLOCK))
                })
            });
            halves.chain(extra)
        })
    }

    /// Fetches the links, and the cells where they are given, by which a block's walks will come.
    fn touch(&self, cells: &[AtomicU32], rows: &Range<u32>, cols: &Range<u32>) {
        let until = |end: u32, size: u32| (end * SPLIT + AROUND).min(size);
        let (end, pitch) = (until(cols.end, self.layout.cols), self.layout.pitch());
        let mut all = 0;
        for row in rows.start * SPLIT..until(rows.end, self.layout.rows) {
            let (first, end) = ((row * pitch + cols.start * SPLIT) as usize, (row * pitch + end) as usize);
            all ^= self.links[first..end].iter().step_by(LINE).fold(0, |all, link| all ^ u32::from(link.first()));
            if let Some(cells) = cells.get(first..end) {
                all ^= cells.iter().step_by(LINE / size_of::<u32>()).fold(0, |all, cell| all ^ cell.load(Relaxed));
            }
        }
        std::hint::black_box(all);
    }

    /// The cell of a splitter.
    fn cell_of(&self, splitter: u32) -> u32 {
        match self.extra {
            Some(cell) if splitter == self.layout.splitters() => cell,
            _ => {
                let across = self.layout.splitters_across();
                self.layout.cell(Square::new(splitter / across * SPLIT, splitter % across * SPLIT))
            }
        }
    }

    /// The splitter on a cell.
    fn splitter(&self, cell: u32) -> Option<u32> {
        let extra = || (self.extra == Some(cell)).then(|| self.layout.splitters());
        self.layout.splitter(self.layout.square(cell)).or_else(extra)
    }

    /// The other end of an open tour.
    fn other_end(&self, cell: u32) -> Option<u32> {
        let [one, other] = self.ends?;
        if cell == one { Some(other) } else { (cell == other).then_some(one) }
    }

    /// A walker that has just left by a half-edge, and the cell that it has left; none from a hole.
    pub(super) fn leave(&self, half: u32) -> Option<(Walker, u32)> {
        let from = self.cell_of(half / 2);
        let link = self.links[from as usize];
        if link.is_hole() {
            return None;
        }
        let mut walker = Walker { half, cell: from, note: 0, heading: 0 };
        match (half % 2, self.other_end(from)) {
            (0, _) => self.go(&mut walker, link.first()),
            (_, None) => self.go(&mut walker, link.second()),
            (_, Some(end)) => (walker.cell, walker.heading) = (end, ACROSS),
        }
        Some((walker, from))
    }

    #[inline(always)]
    fn go(&self, walker: &mut Walker, heading: u8) {
        walker.heading = heading;
        walker.cell = walker.cell.wrapping_add_signed(self.jumps[usize::from(heading & 7)]);
    }

    /// The half-edge by which a walker has come in, if the stop that it is on is a splitter.
    fn arrived(&self, walker: &Walker) -> Option<u32> {
        let splitter = self.splitter(walker.cell)?;
        let is_first = walker.heading == self.links[walker.cell as usize].first() ^ 4;
        Some(2 * splitter + u32::from(!is_first))
    }

    /// One step from the end of an open tour.
    fn cross(&self, walker: &mut Walker) {
        if walker.heading == ACROSS {
            return self.go(walker, self.links[walker.cell as usize].first());
        }
        walker.cell = self.other_end(walker.cell).expect("a stop that is not a splitter is an end");
        walker.heading = ACROSS;
    }

    /// Walks from all of these half-edges that `leave` lets go: `visit` has every square between the splitters,
    /// `arrive` each walker at the end of its walk, and the half-edge by which it came in.
    #[inline(always)]
    pub(super) fn walk(
        &self,
        mut halves: impl Iterator<Item = u32>,
        mut leave: impl FnMut(u32) -> Option<Walker>,
        mut visit: impl FnMut(&mut Walker),
        mut arrive: impl FnMut(&Walker, u32),
    ) {
        let mut next = || halves.find_map(&mut leave).unwrap_or(PARKED);
        let mut walkers: [Walker; TOGETHER] = std::array::from_fn(|_| next());
        let (links, jumps) = (self.links, self.jumps);
        let mut going = walkers.iter().filter(|walker| walker.half != NOWHERE).count();
        while going > 0 {
            for walker in &mut walkers {
                let link = links[walker.cell as usize];
                if !link.is_stop() {
                    visit(walker);
                    walker.heading = link.onward(walker.heading);
                    walker.cell = walker.cell.wrapping_add_signed(jumps[usize::from(walker.heading & 7)]);
                } else if walker.half == NOWHERE {
                } else if let Some(half) = self.arrived(walker) {
                    arrive(walker, half);
                    *walker = next();
                    going -= usize::from(walker.half == NOWHERE);
                } else {
                    visit(walker);
                    self.cross(walker);
                }
            }
        }
    }

    /// The cells of a cycle without splitters, from one of them on, that one first.
    pub(super) fn cycle(&self, cell: u32) -> impl Iterator<Item = u32> {
        let heading = self.links[cell as usize].second() ^ 4;
        let mut next = Some(Walker { half: NOWHERE, cell, note: 0, heading });
        std::iter::from_fn(move || {
            let mut walker = next?;
            let here = walker.cell;
            let heading = self.links[here as usize].onward(walker.heading);
            self.go(&mut walker, heading);
            next = (walker.cell != cell).then_some(walker);
            Some(here)
        })
    }

    /// Whether a cell is a hole, or pads a row.
    pub(super) fn is_hole(&self, cell: u32) -> bool {
        self.links[cell as usize].is_hole()
    }
}
