//! Sections of all [blocks](super::block), and how they follow each other: what labelling and numbering have in common
//! on the CPU.
//!
//! One core could only follow a cycle square by square, each step a wait for the one before. So the cycles are cut
//! where they leave a block: all cores find the sections of their blocks at once, several walks at a time on each, and
//! only the sections, of which there is one for some forty squares, are followed one after another.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::block::{Area, COLS, NOWHERE, ROWS, Section, TAKEN, Walk, places};
use super::layout::{Layout, WORD};
use super::planes::Planes;
use super::setup::Setup;
use super::wide::wide;

/// A block and its sections.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) area: Area,
    pub(super) sections: Vec<Section>,
    /// The index of its number 0, which belongs to no section.
    pub(super) base: u32,
    /// Whether the sections are those of the planes.
    is_read: bool,
}

/// The sections of all blocks.
///
/// A section has a *number* in its block, from 1, and an *index* among all, in which the blocks follow each other. The
/// number 0 is that of holes. An arm has twice the index of its section plus 0 or 1.
#[derive(Debug)]
pub(super) struct Sections {
    layout: Layout,
    /// For each cell the number of its section.
    numbers: Vec<u16>,
    pub(super) blocks: Vec<Block>,
    /// For each arm the one that comes the other way: that by which the next section begins.
    next: Vec<AtomicU32>,
    /// The squares of each section, by its index.
    pub(super) squares: Vec<u16>,
}

/// The way of a cycle out of a section.
#[derive(Clone, Copy, Default)]
struct Way {
    /// The arm that ends here.
    arm: u32,
    /// The block in which both places are named.
    block: u32,
    /// The last place of the arm.
    last: u16,
    /// The place after it.
    beyond: u16,
    /// The number of the section of the place after it.
    number: u16,
}

impl Sections {
    pub(super) fn new(layout: Layout) -> Self {
        let count = layout.rows.div_ceil(ROWS) * layout.cols.div_ceil(COLS);
        let block = |nth| Block { area: Area::new(&layout, nth), sections: Vec::new(), base: 0, is_read: false };
        let blocks = (0..count).map(block).collect();
        let numbers = vec![0; layout.cells() as usize];
        Self { layout, numbers, blocks, next: Vec::new(), squares: Vec::new() }
    }

    /// Blocks in a row of them.
    pub(super) const fn across(&self) -> u32 {
        self.layout.cols.div_ceil(COLS)
    }

    pub(super) const fn block_of(&self, row: u32, col: u32) -> usize {
        (row / ROWS * self.across() + col / COLS) as usize
    }

    /// All edges may be other ones now.
    pub(super) fn forget(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.is_read = false);
    }

    /// The edges of this square may be other ones now.
    pub(super) fn forget_at(&mut self, row: u32, col: u32) {
        let block = self.block_of(row, col);
        self.blocks[block].is_read = false;
    }

    /// The index of a cell's section.
    pub(super) fn index_of(&self, cell: u32) -> u32 {
        let square = self.layout.square(cell);
        if square.col < self.layout.cols { self.row(square.row).index(square.col) as u32 } else { 0 }
    }

    /// The sections of a row.
    pub(super) fn row(&self, row: u32) -> Row<'_> {
        let first = (row * self.layout.pitch()) as usize;
        let blocks = &self.blocks[self.block_of(row, 0)..][..self.across() as usize];
        Row { numbers: &self.numbers[first..][..self.layout.cols as usize], blocks }
    }

    /// The arm by which the section after this arm's begins.
    #[inline]
    pub(super) fn after(&self, arm: u32) -> u32 {
        self.next[arm as usize].load(Relaxed)
    }

    /// Makes the sections those of the planes.
    pub(super) fn read(&mut self, planes: &Planes, setup: &Setup) {
        if self.blocks.iter().all(|block| block.is_read) {
            return;
        }
        let (pitch, across) = (self.layout.pitch() as usize, self.across() as usize);
        let lines = self.numbers.par_chunks_mut(ROWS as usize * pitch);
        lines.zip(self.blocks.par_chunks_mut(across)).for_each_init(places, |places, (lines, blocks)| {
            for Block { area, sections, is_read, .. } in blocks.iter_mut().filter(|block| !block.is_read) {
                wide(Walk { planes, area: *area, places, sections });
                *is_read = true;
                for (row, line) in (0..area.rows).zip(lines.chunks_mut(pitch)) {
                    let numbers = line[area.left as usize..].iter_mut();
                    numbers
                        .zip(Area::line(places, row, area.cols))
                        .for_each(|(number, place)| *number = place & !TAKEN);
                }
            }
        });
        self.link(setup);
    }

    /// Finds how the sections follow each other.
    fn link(&mut self, setup: &Setup) {
        self.squares.clear();
        for block in &mut self.blocks {
            block.base = self.squares.len() as u32;
            self.squares.push(0);
            self.squares.extend(block.sections.iter().map(Section::squares));
        }
        let mut next = std::mem::take(&mut self.next);
        next.resize_with(2 * self.squares.len(), AtomicU32::default);
        let link = |one: u32, other: u32| {
            next[one as usize].store(other, Relaxed);
            next[other as usize].store(one, Relaxed);
        };
        self.blocks.par_iter().zip(0..u32::MAX).for_each_init(Vec::new, |ways, (from, block)| {
            // Those that go on downwards: which ones do cannot be foreseen, so no branch asks.
            ways.resize(2 * from.sections.len() + 1, Way::default());
            let mut count = 0;
            for (arm, end) in (2 * from.base + 2..).zip(from.sections.iter().flat_map(|section| section.arms)) {
                ways[count] = Way { arm, block, last: end.last, beyond: end.beyond, number: 0 };
                count += usize::from(end.beyond > end.last);
            }
            // One thing after another, so that many reads from memory are on their way at a time.
            ways[..count].iter_mut().for_each(|way| self.go(way));
            ways[..count].iter().for_each(|way| link(way.arm, self.back(way)));
        });
        if let Some(ends) = setup.ends() {
            let [one, other] = ends.map(|end| {
                let square = self.layout.square(end);
                let block = self.block_of(square.row, square.col);
                let beyond = self.blocks[block].area.place(square.row, square.col);
                let number = self.numbers[end as usize];
                self.back(&Way { arm: 0, block: block as u32, last: NOWHERE, beyond, number })
            });
            link(one, other);
        }
        self.next = next;
    }

    /// Names the places of a way in the block to which it leads, and looks up the section there.
    #[inline(always)]
    fn go(&self, way: &mut Way) {
        let (down, right, less) = Area::outside(way.beyond);
        way.block = way.block.wrapping_add_signed(down * self.across() as i32 + right);
        (way.last, way.beyond) = (way.last.wrapping_sub(less), way.beyond.wrapping_sub(less));
        let (row, col) = self.blocks[way.block as usize].area.square(way.beyond);
        way.number = self.numbers[(row * self.layout.pitch() + col) as usize];
    }

    /// The arm that comes the other way.
    #[inline(always)]
    fn back(&self, way: &Way) -> u32 {
        let Block { sections, base, .. } = &self.blocks[way.block as usize];
        let [first, _] = sections[usize::from(way.number) - 1].arms;
        let is_other = (first.last != way.beyond) | (first.beyond != way.last);
        2 * (base + u32::from(way.number)) + u32::from(is_other)
    }

    /// For each section, by its index, the cycle that it is on, and the least cell of each cycle. What belongs to no
    /// section has `none`.
    pub(super) fn cycles(&self, none: u32) -> (Vec<u32>, Vec<u32>) {
        let mut on = vec![none; self.squares.len()];
        let mut least: Vec<u32> = Vec::new();
        for Block { area, sections, base, .. } in &self.blocks {
            for (index, section) in (base + 1..).zip(sections) {
                let (row, col) = area.square(section.first);
                let first = row * self.layout.pitch() + col;
                let mut arm = 2 * index;
                while on[arm as usize / 2] == none {
                    on[arm as usize / 2] = least.len() as u32;
                    arm = self.after(arm ^ 1);
                }
                let cycle = on[index as usize] as usize;
                match least.get_mut(cycle) {
                    Some(least) => *least = first.min(*least),
                    None => least.push(first),
                }
            }
        }
        (on, least)
    }
}

/// The sections of a row of squares.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    numbers: &'a [u16],
    blocks: &'a [Block],
}

impl<'a> Row<'a> {
    /// The index of a square's section.
    #[inline(always)]
    pub(super) fn index(&self, col: u32) -> usize {
        self.blocks[(col / COLS) as usize].base as usize + usize::from(self.numbers[col as usize])
    }

    /// For a word of squares, or less, the numbers of their sections, and the block that they are in.
    #[inline(always)]
    pub(super) fn word(&self, word: u32) -> (&'a [u16], &'a Block) {
        let (col, cols) = (word * WORD, self.numbers.len() as u32);
        (&self.numbers[col as usize..(col + WORD).min(cols) as usize], &self.blocks[(col / COLS) as usize])
    }
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, TourSpec};

    use super::super::cpu::CpuGrown;
    use super::super::gadget::Class;
    use super::super::hash::coin_keys;
    use super::super::label::{NO_LABEL, label};
    use super::super::melt::MeltPass;
    use super::super::passes::Passes;
    use super::*;

    /// The least cell of each cell's cycle, found one step after another.
    fn labels(planes: &Planes, setup: &Setup) -> Vec<u32> {
        let layout = setup.layout;
        let mut labels = vec![NO_LABEL; layout.cells() as usize];
        for first in 0..layout.cells() {
            let mut left = vec![first];
            while let Some(cell) = left.pop() {
                let square = layout.square(cell);
                if square.col >= layout.cols || labels[cell as usize] != NO_LABEL {
                    continue;
                }
                labels[cell as usize] = first;
                let links = planes.links(square.row, square.col);
                for axis in 0..4 {
                    left.extend((links >> axis & 1 == 1).then(|| cell.wrapping_add_signed(layout.jump(axis))));
                    left.extend((links >> (4 + axis) & 1 == 1).then(|| cell.wrapping_add_signed(-layout.jump(axis))));
                }
                let ends = setup.ends().filter(|ends| ends.contains(&cell));
                left.extend(ends.into_iter().flatten());
            }
        }
        labels
    }

    #[test]
    fn sections_of_any_number_of_blocks_follow_each_other_both_ways_along_the_cycles() {
        let passes: Vec<MeltPass> =
            (0..Class::COUNT).map(|nth| MeltPass { class: Class::new(nth), keys: coin_keys(3, nth) }).collect();
        let sides = [(8, 8), (ROWS, COLS), (ROWS + 1, COLS + 1), (2 * ROWS + 5, 9), (6, 2 * COLS + 1)];
        for (seed, (rows, cols)) in (0..).zip(sides) {
            let board = Board::new(rows, cols).unwrap();
            let specs = [TourSpec::open(&board), TourSpec::closed(&board)];
            for setup in specs.iter().filter_map(|spec| Setup::new(spec, seed).ok()) {
                let mut grown = CpuGrown::new(setup.clone()).unwrap();
                grown.start().unwrap();
                grown.melt(&passes, false).unwrap();
                let planes = grown.planes().unwrap();
                let mut sections = Sections::new(setup.layout);
                sections.read(&planes, &setup);
                for arm in 0..sections.next.len() as u32 {
                    let is_section = sections.squares[arm as usize / 2] > 0;
                    assert!(!is_section || sections.after(sections.after(arm)) == arm, "{rows}x{cols}: {arm}");
                }
                assert_eq!(sections.squares.iter().map(|&squares| u32::from(squares)).sum::<u32>(), rows * cols);
                let cycles = label(&sections);
                let found: Vec<u32> = (0..setup.layout.cells()).map(|cell| cycles.label_at(&sections, cell)).collect();
                assert!(cycles.roots.len() > 1 && found == labels(&planes, &setup), "{rows}x{cols}");
            }
        }
    }
}
