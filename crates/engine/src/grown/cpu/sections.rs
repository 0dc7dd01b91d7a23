//! Sections of all [blocks](super::block), and their order along the cycles, for labelling and numbering on the CPU.
//!
//! Following a cycle square by square takes one core, and each step waits for the one before. So the cycles are cut
//! where they leave a block: all cores find the sections of their blocks at once, several walks at a time on each, and
//! only the sections, one per forty squares, are followed from one to the next.

use std::ops::RangeInclusive;

use rayon::prelude::*;

use super::block::{Area, Arm, COLS, NOWHERE, Places, ROWS, Section, TAKEN, Walk, places};
use crate::grown::layout::{Layout, WORD};
use crate::grown::planes::Planes;
use crate::grown::setup::Setup;
use courser_solve::wide::wide;

/// A block and its sections.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) area: Area,
    pub(super) sections: Vec<Section>,
    /// The index of its number 0, which belongs to no section.
    pub(super) base: u32,
    /// Set if the sections are those of the planes.
    is_read: bool,
    /// Set if they were found when sections were last read.
    is_new: bool,
}

/// The sections of all blocks.
///
/// A section has a *number* in its block, from 1, and an *index* among all, in which the blocks follow each other. The
/// number 0 is that of holes.
#[derive(Debug)]
pub(super) struct Sections {
    layout: Layout,
    /// For each cell the number of its section.
    numbers: Vec<u16>,
    pub(super) blocks: Vec<Block>,
    /// The followers of each section, by its index.
    followers: Vec<Follower>,
}

/// The followers of a section.
#[derive(Clone, Copy, Debug, Default)]
struct Follower {
    /// For each arm of the section the one by which the next section begins: twice its index plus 0 or 1.
    next: [u32; 2],
    /// Squares of the section.
    squares: u32,
}

impl Sections {
    pub(super) fn new(layout: Layout) -> Self {
        let count = layout.rows.div_ceil(ROWS) * layout.cols.div_ceil(COLS);
        let area = |nth| Area::new(&layout, nth);
        let block = |nth| Block { area: area(nth), sections: Vec::new(), base: 0, is_read: false, is_new: false };
        let blocks = (0..count).map(block).collect();
        Self { layout, numbers: vec![0; layout.cells() as usize], blocks, followers: Vec::new() }
    }

    /// Blocks in a row of them.
    pub(super) const fn across(&self) -> u32 {
        self.layout.cols.div_ceil(COLS)
    }

    pub(super) const fn block_of(&self, row: u32, col: u32) -> usize {
        (row / ROWS * self.across() + col / COLS) as usize
    }

    /// Invalidates all sections: any edge may have changed.
    pub(super) fn forget(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.is_read = false);
    }

    /// Invalidates the sections of a square's block: its edges have changed.
    pub(super) fn forget_at(&mut self, row: u32, col: u32) {
        let block = self.block_of(row, col);
        self.blocks[block].is_read = false;
    }

    /// The index of a cell's section.
    pub(super) fn index_of(&self, cell: u32) -> usize {
        let square = self.layout.square(cell);
        if square.col < self.layout.cols { self.row(square.row).index(square.col) } else { 0 }
    }

    /// The sections of a row.
    pub(super) fn row(&self, row: u32) -> Row<'_> {
        let first = (row * self.layout.pitch()) as usize;
        let blocks = &self.blocks[self.block_of(row, 0)..][..self.across() as usize];
        Row { numbers: &self.numbers[first..][..self.layout.cols as usize], blocks }
    }

    /// The number of indices.
    pub(super) const fn count(&self) -> usize {
        self.followers.len()
    }

    /// The squares of the section that begins with this arm, and the arm with which the next one begins.
    #[inline(always)]
    pub(super) fn follow(&self, arm: u32) -> (u32, u32) {
        let Follower { next, squares } = self.followers[arm as usize / 2];
        (squares, next[(arm as usize % 2) ^ 1])
    }

    /// Brings the sections up to date with the planes.
    pub(super) fn read(&mut self, planes: &Planes, setup: &Setup) {
        if self.blocks.iter().all(|block| block.is_read) {
            return;
        }
        let (layout, across) = (self.layout, self.across() as usize);
        // Rows of blocks that follow each other are linked while they are in the cache.
        let height = (self.blocks.len() / across).div_ceil(4 * rayon::current_num_threads());
        let numbers = self.numbers.par_chunks_mut(height * (ROWS * layout.pitch()) as usize);
        let parts = numbers.zip(self.blocks.par_chunks_mut(height * across));
        parts.for_each_init(Reader::new, |reader, (numbers, blocks)| {
            let mut part = Part { layout, numbers, blocks };
            for nth in 0..part.blocks.len() {
                part.read(nth, planes, reader);
                part.link(nth, if nth < across { LEFT..=HERE } else { ABOVE..=HERE }, reader);
            }
        });
        let mut reader = Reader::new();
        let mut whole = Part { layout, numbers: &mut self.numbers, blocks: &mut self.blocks };
        for nth in (across..whole.blocks.len()).filter(|nth| nth / across % height == 0) {
            whole.link(nth, ABOVE..=LEFT - 1, &mut reader);
        }
        let ends = setup.ends().map(|ends| {
            ends.map(|end| {
                let square = layout.square(end);
                let block = (square.row / ROWS) as usize * across + (square.col / COLS) as usize;
                let beyond = whole.blocks[block].area.place(square.row, square.col);
                let number = whole.numbers[end as usize];
                (block, whole.back(&Way { block, last: NOWHERE, beyond, number, ..Way::default() }))
            })
        });
        self.index(ends);
    }

    /// Gives every section its index and its followers. The arms of an open tour's ends, with their blocks, lead
    /// to one another.
    fn index(&mut self, ends: Option<[(usize, u16); 2]>) {
        let (across, mut count) = (self.across() as usize, 0);
        for block in &mut self.blocks {
            block.base = count;
            count += 1 + block.sections.len() as u32;
        }
        self.followers.clear();
        self.followers.reserve_exact(count as usize);
        for (nth, block) in self.blocks.iter().enumerate() {
            // The end of a tour may lead outside all blocks.
            let next = |arm: Arm| {
                let (down, right, _) = Area::outside(arm.beyond);
                let base = self.blocks.get(beside(nth, across, down, right)).map_or(0, |block| block.base);
                2 * base + u32::from(arm.next)
            };
            self.followers.push(Follower::default());
            let sections = block.sections.iter();
            self.followers.extend(
                sections.map(|section| Follower { next: section.arms.map(next), squares: section.squares.into() }),
            );
        }
        if let Some(ends) = ends {
            let [one, other] = ends.map(|(block, arm)| 2 * self.blocks[block].base + u32::from(arm));
            for (arm, next) in [(one, other), (other, one)] {
                self.followers[arm as usize / 2].next[arm as usize % 2] = next;
            }
        }
    }

    /// For each section, by its index, the number of a path that it is on, and for each path the least cell of its
    /// cycle. Holes have `none`.
    ///
    /// Following a cycle waits for memory at every section. So several paths are followed at a time, each up to a section
    /// that has a path, and both are on one cycle then.
    pub(super) fn paths(&self, none: u32) -> (Vec<u32>, Vec<u32>) {
        let mut on = vec![none; self.followers.len()];
        let (mut roots, mut firsts) = (Vec::new(), Vec::new());
        let mut starts = self.blocks.iter().flat_map(|block| (block.base + 1..).take(block.sections.len()));
        let mut start = |on: &[u32], roots: &mut Vec<u32>| {
            let index = starts.find(|&index| on[index as usize] == none)?;
            firsts.push(index);
            roots.push(roots.len() as u32);
            Some((2 * index, roots.len() as u32 - 1))
        };
        let mut paths = [(); PATHS].map(|()| start(&on, &mut roots));
        while paths.iter().any(Option::is_some) {
            for path in &mut paths {
                let Some((arm, number)) = *path else { continue };
                let here = &mut on[arm as usize / 2];
                if *here == none {
                    *here = number;
                    *path = Some((self.follow(arm).1, number));
                } else {
                    unite(&mut roots, number, *here);
                    *path = start(&on, &mut roots);
                }
            }
        }
        // Two paths may have begun side by side and gone opposite ways.
        for (path, first) in (0..).zip(firsts) {
            unite(&mut roots, path, on[self.follow(2 * first + 1).1 as usize / 2]);
        }
        let mut least = vec![u32::MAX; roots.len()];
        for Block { area, sections, base, .. } in &self.blocks {
            for (section, &path) in sections.iter().zip(&on[*base as usize + 1..]) {
                let (row, col) = area.square(section.first);
                let least = &mut least[path as usize];
                *least = (row * self.layout.pitch() + col).min(*least);
            }
        }
        for path in 0..roots.len() {
            roots[path] = root(&mut roots, path as u32);
            let root = roots[path] as usize;
            least[root] = least[path].min(least[root]);
        }
        let least = roots.iter().map(|&root| least[root as usize]).collect();
        (on, least)
    }
}

/// Paths that are followed at a time.
const PATHS: usize = 8;

/// Records that two paths are on one cycle.
fn unite(roots: &mut [u32], one: u32, other: u32) {
    let [one, other] = [one, other].map(|path| root(roots, path));
    roots[one.max(other) as usize] = one.min(other);
}

/// The first path that is known to be on the same cycle.
fn root(roots: &mut [u32], mut path: u32) -> u32 {
    while roots[path as usize] != path {
        roots[path as usize] = roots[roots[path as usize] as usize];
        path = roots[path as usize];
    }
    path
}

/// The place of the block in which a cycle goes on: three times the rows of blocks down, plus the blocks to the right.
const ABOVE: i32 = -4;
const LEFT: i32 = -1;
const HERE: i32 = 0;

/// Buffers for reading blocks.
struct Reader {
    places: Box<Places<u16>>,
    sections: Vec<Section>,
    ways: Vec<Way>,
}

/// The way of a cycle out of a section.
#[derive(Clone, Copy, Default)]
struct Way {
    /// The arm that ends here.
    arm: u16,
    /// The block of both places and of the number.
    block: usize,
    /// The last place of the arm.
    last: u16,
    /// The place after it.
    beyond: u16,
    /// The number of the section of the place after it.
    number: u16,
}

impl Reader {
    fn new() -> Self {
        Self { places: places(), sections: Vec::new(), ways: Vec::new() }
    }
}

/// Some rows of blocks, and the numbers of their cells.
struct Part<'a> {
    layout: Layout,
    numbers: &'a mut [u16],
    blocks: &'a mut [Block],
}

impl Part<'_> {
    /// Finds the sections of a block, if they are not known.
    fn read(&mut self, nth: usize, planes: &Planes, Reader { places, sections, .. }: &mut Reader) {
        let top = self.blocks[0].area.top;
        let block = &mut self.blocks[nth];
        block.is_new = !block.is_read;
        if block.is_new {
            let (area, pitch) = (block.area, self.layout.pitch());
            wide(Walk { planes, area, places, sections });
            block.sections.clone_from(sections);
            block.is_read = true;
            for row in 0..area.rows {
                let first = ((area.top - top + row) * pitch + area.left) as usize;
                let numbers = self.numbers[first..].iter_mut().zip(Area::line(places, row, area.cols));
                numbers.for_each(|(number, place)| *number = place & !TAKEN);
            }
        }
    }

    /// Finds how the sections of a block follow those of the blocks `to` which they lead, if one of both is new.
    fn link(&mut self, nth: usize, to: RangeInclusive<i32>, Reader { ways, .. }: &mut Reader) {
        let across = self.layout.cols.div_ceil(COLS) as usize;
        let near = [0, 1, across - 1, across, across + 1];
        if !near.iter().any(|back| nth.checked_sub(*back).is_some_and(|nth| self.blocks[nth].is_new)) {
            return;
        }
        // No branches: which ways lead there is unpredictable.
        let sections = &self.blocks[nth].sections;
        ways.resize(2 * sections.len() + 1, Way::default());
        let mut count = 0;
        for (arm, end) in (2..).zip(sections.iter().flat_map(|section| section.arms)) {
            let (down, right, less) = Area::outside(end.beyond);
            let block = beside(nth, across, down, right);
            let (last, beyond) = (end.last.wrapping_sub(less), end.beyond.wrapping_sub(less));
            ways[count] = Way { arm, block, last, beyond, number: 0 };
            count += usize::from(to.contains(&(3 * down + right)) & (end.beyond != NOWHERE));
        }
        // In loops of their own, so that many reads from memory are in flight at a time.
        let (top, pitch) = (self.blocks[0].area.top, self.layout.pitch());
        for way in &mut ways[..count] {
            let (row, col) = self.blocks[way.block].area.square(way.beyond);
            way.number = self.numbers[((row - top) * pitch + col) as usize];
        }
        for way in &ways[..count] {
            let next = self.back(way);
            for (block, arm, next) in [(nth, way.arm, next), (way.block, next, way.arm)] {
                self.blocks[block].sections[usize::from(arm / 2) - 1].arms[usize::from(arm % 2)].next = next;
            }
        }
    }

    /// The arm that comes the other way.
    #[inline(always)]
    fn back(&self, way: &Way) -> u16 {
        let [first, _] = self.blocks[way.block].sections[usize::from(way.number) - 1].arms;
        let is_other = (first.last != way.beyond) | (first.beyond != way.last);
        2 * way.number + u16::from(is_other)
    }
}

/// The index of the block that lies `down` blocks below and `right` blocks to the right.
#[inline(always)]
const fn beside(nth: usize, across: usize, down: i32, right: i32) -> usize {
    nth.wrapping_add_signed(down as isize * across as isize + right as isize)
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
    use pollster::block_on;

    use super::super::label::label;
    use super::*;
    use crate::grown::cpu::CpuGrown;
    use crate::grown::gadget::{AXES, Class};
    use crate::grown::hash::coin_keys;
    use crate::grown::label::NO_LABEL;
    use crate::grown::passes::MeltPass;
    use crate::grown::passes::Passes;

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
                for (axis, (down, right)) in AXES.into_iter().enumerate() {
                    let jump = down as i32 * layout.pitch() as i32 + right;
                    left.extend((links >> axis & 1 == 1).then(|| cell.wrapping_add_signed(jump)));
                    left.extend((links >> (4 + axis) & 1 == 1).then(|| cell.wrapping_add_signed(-jump)));
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
                block_on(grown.start()).unwrap();
                block_on(grown.melt(&passes, false)).unwrap();
                let planes = grown.planes().unwrap();
                let mut sections = Sections::new(setup.layout);
                sections.read(&planes, &setup);
                let mut squares = 0;
                for arm in 0..2 * sections.count() as u32 {
                    let (passed, next) = sections.follow(arm);
                    assert!(passed == 0 || sections.follow(next ^ 1).1 == arm ^ 1, "{rows}x{cols}: {arm}");
                    squares += passed;
                }
                assert_eq!(squares, 2 * rows * cols);
                let cycles = label(&sections);
                let found: Vec<u32> =
                    (0..setup.layout.cells()).map(|cell| cycles.label_of(sections.index_of(cell))).collect();
                assert!(cycles.roots.len() > 1 && found == labels(&planes, &setup), "{rows}x{cols}");
            }
        }
    }
}
