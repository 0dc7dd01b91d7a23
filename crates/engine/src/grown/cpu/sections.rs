//! Sections of the cycles, and the order of the sections along the cycles, for labelling and numbering on the CPU. A
//! section is a part of a cycle in one [block](super::block).
//!
//! A walk along a cycle, square by square, occupies only one core, and each step waits for the previous step. Therefore
//! the cycles are cut into sections at the borders of the blocks. All cores find the sections of their blocks at the
//! same time, with several walks at a time on each core. Only the sections, one per forty squares, are then followed in
//! succession.

use std::iter;

use courser_board::Square;
use rayon::prelude::*;

use super::block::{BlockRect, BlockWalk, COLS, HalfSection, NOWHERE, Places, ROWS, Section, TAKEN, places};
use crate::grown::planes::{PlaneLayout, Planes, WORD};
use crate::grown::setup::GrowthSetup;
use courser_solve::wide::wide;

/// A block and its sections.
#[derive(Debug)]
pub(super) struct SectionBlock {
    pub(super) area: BlockRect,
    pub(super) sections: Vec<Section>,
    /// Index of the block's first section, minus 1. The section with the number n in this block has the index `base` +
    /// n.
    pub(super) base: u32,
    /// True if the sections match the current edges of the block.
    is_read: bool,
}

/// The sections of all blocks.
///
/// A section has a *number* in its block, counted from 1, and an *index* among the sections of all blocks. The indices
/// continue from block to block. The number 0 stands for holes.
#[derive(Debug)]
pub(super) struct Sections {
    layout: PlaneLayout,
    /// For each cell, the number of its section in its block.
    numbers: Vec<u16>,
    pub(super) blocks: Vec<SectionBlock>,
    /// Followers of the sections, indexed by the section.
    followers: Vec<Follower>,
}

/// The two sections next to a section S on its cycle, one beyond each arm of S, and the number of squares in S.
#[derive(Clone, Copy, Debug, Default)]
struct Follower {
    /// Arm by which a walk enters the next section, for each of the two arms by which the walk can leave this section.
    /// An arm is encoded in one word. The lowest bit is 0 for the first arm of a section and 1 for the second. The
    /// higher bits are the index of the section.
    next: [u32; 2],
    /// Number of squares in the section.
    squares: u32,
}

impl Sections {
    pub(super) fn new(layout: PlaneLayout) -> Self {
        let count = layout.rows.div_ceil(ROWS) * layout.cols.div_ceil(COLS);
        let area = |nth| BlockRect::new(&layout, nth);
        let block = |nth| SectionBlock { area: area(nth), sections: Vec::new(), base: 0, is_read: false };
        let blocks = (0..count).map(block).collect();
        Self { layout, numbers: vec![0; layout.cells() as usize], blocks, followers: Vec::new() }
    }

    /// Returns the number of blocks in a row of blocks.
    pub(super) const fn across(&self) -> u32 {
        self.layout.cols.div_ceil(COLS)
    }

    pub(super) const fn block_of(&self, row: u32, col: u32) -> usize {
        (row / ROWS * self.across() + col / COLS) as usize
    }

    /// Invalidates all sections, because each edge may have changed.
    pub(super) fn forget(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.is_read = false);
    }

    /// Invalidates the sections of the block that contains the square at (`row`, `col`), because the edges of the
    /// square have changed.
    pub(super) fn forget_at(&mut self, row: u32, col: u32) {
        let block = self.block_of(row, col);
        self.blocks[block].is_read = false;
    }

    /// Returns the index of the section that contains a cell.
    pub(super) fn index_of(&self, cell: u32) -> usize {
        let square = self.layout.square(cell);
        if square.col < self.layout.cols { self.row(square.row).index(square.col) } else { 0 }
    }

    /// Returns the sections of a row of squares.
    pub(super) fn row(&self, row: u32) -> SectionRow<'_> {
        let first = (row * self.layout.pitch()) as usize;
        let blocks = &self.blocks[self.block_of(row, 0)..][..self.across() as usize];
        SectionRow { numbers: &self.numbers[first..][..self.layout.cols as usize], blocks }
    }

    /// Returns the number of section indices of all blocks. Each block has one additional index for its holes, which
    /// have the section number 0.
    pub(super) const fn count(&self) -> usize {
        self.followers.len()
    }

    /// Returns the number of squares in the section that begins with this arm, and the arm with which the next section
    /// begins.
    #[inline(always)]
    pub(super) fn follow(&self, arm: u32) -> (u32, u32) {
        let Follower { next, squares } = self.followers[arm as usize / 2];
        (squares, next[(arm as usize % 2) ^ 1])
    }

    /// Updates the sections of blocks whose edges have changed.
    pub(super) fn read(&mut self, planes: &Planes, setup: &GrowthSetup) {
        if self.blocks.iter().all(|block| block.is_read) {
            return;
        }
        let (layout, across) = (self.layout, self.across() as usize);
        let numbers = self.numbers.par_chunks_mut((ROWS * layout.pitch()) as usize);
        let rows = numbers.zip(self.blocks.par_chunks_mut(across));
        rows.for_each_init(places, |places, (numbers, blocks)| {
            let new = blocks.iter_mut().filter(|block| !block.is_read);
            new.for_each(|block| block.read(planes, places, numbers));
        });
        let mut count = 0;
        for block in &mut self.blocks {
            block.base = count;
            count += 1 + block.sections.len() as u32;
        }
        let blocks = (0..self.blocks.len()).into_par_iter();
        let followers: Vec<Vec<Follower>> = blocks.map(|nth| self.followers_of(nth).collect()).collect();
        self.followers = followers.concat();
        // The two ends of an open tour are linked with each other.
        if let Some(ends) = setup.ends() {
            let [one, other] = ends.map(|end| {
                let Square { row, col } = layout.square(end);
                let block = &self.blocks[self.block_of(row, col)];
                self.arm(block, block.area.place(row, col), NOWHERE)
            });
            for (arm, next) in [(one, other), (other, one)] {
                self.followers[arm as usize / 2].next[arm as usize % 2] = next;
            }
        }
    }

    /// Returns the followers of the sections of the `nth` block, indexed by section number. Section numbers begin with
    /// 1, so the first follower is a placeholder.
    fn followers_of(&self, nth: usize) -> impl Iterator<Item = Follower> {
        let followers =
            self.blocks[nth].sections.iter().map(move |&Section { arms: [one, other], squares, .. }| Follower {
                next: [self.next(nth, one), self.next(nth, other)],
                squares: squares.into(),
            });
        iter::once(Follower::default()).chain(followers)
    }

    /// Returns the arm with which the next section begins, after the tour has left a section of block `nth` through the
    /// arm (`last`, `beyond`). Returns 0 if no section follows.
    #[inline(always)]
    fn next(&self, nth: usize, HalfSection { last, beyond }: HalfSection) -> u32 {
        if beyond == NOWHERE {
            return 0;
        }
        let (down, right, less) = BlockRect::outside(beyond);
        let block = &self.blocks[nth.wrapping_add_signed(down as isize * self.across() as isize + right as isize)];
        self.arm(block, beyond.wrapping_sub(less), last.wrapping_sub(less))
    }

    /// Returns an arm of a section in `block`. The last square of the arm has the index `last`. The next square of the
    /// cycle has the index `beyond` and is outside the arm. The lowest bit of the result is 0 for the first arm of the
    /// section and 1 for the second arm. The higher bits are the index of the section.
    #[inline(always)]
    fn arm(&self, block: &SectionBlock, last: u16, beyond: u16) -> u32 {
        let (row, col) = block.area.square(last);
        let number = self.numbers[(row * self.layout.pitch() + col) as usize];
        let [first, _] = block.sections[usize::from(number) - 1].arms;
        2 * (block.base + u32::from(number)) + u32::from((first.last != last) | (first.beyond != beyond))
    }

    /// Returns two lists. The first list contains, for each section index, the index of a path through the section. If
    /// the section index stands for the holes of a block, the list contains `none`. The second list contains, for each
    /// path, the lowest cell index in the path's cycle.
    ///
    /// A walk along a cycle waits for memory at every section. Therefore several paths are followed at a time. A path
    /// ends at a section that already has a path; the two paths are then on the same cycle.
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
        // Two paths can begin at adjacent sections and continue in opposite directions.
        for (path, first) in (0..).zip(firsts) {
            unite(&mut roots, path, on[self.follow(2 * first + 1).1 as usize / 2]);
        }
        let mut least = vec![u32::MAX; roots.len()];
        for SectionBlock { area, sections, base, .. } in &self.blocks {
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

/// Number of paths followed at the same time.
const PATHS: usize = 8;

/// Records that two paths are on the same cycle.
fn unite(roots: &mut [u32], one: u32, other: u32) {
    let [one, other] = [one, other].map(|path| root(roots, path));
    roots[one.max(other) as usize] = one.min(other);
}

/// Returns the first path known to be on the same cycle as `path`.
fn root(roots: &mut [u32], mut path: u32) -> u32 {
    while roots[path as usize] != path {
        roots[path as usize] = roots[roots[path as usize] as usize];
        path = roots[path as usize];
    }
    path
}

impl SectionBlock {
    /// Finds the sections of the block, and writes the number of each cell's section into `numbers`. The slice
    /// `numbers` has an element for each cell of the board in the rows of the block.
    fn read(&mut self, planes: &Planes, places: &mut Places<u16>, numbers: &mut [u16]) {
        let area = self.area;
        wide(BlockWalk { planes, area, places, sections: &mut self.sections });
        self.is_read = true;
        let lines = numbers.chunks_mut(planes.layout.pitch() as usize);
        for (row, line) in (0..area.rows).zip(lines) {
            let numbers = line[area.left as usize..].iter_mut().zip(BlockRect::line(places, row, area.cols));
            numbers.for_each(|(number, place)| *number = place & !TAKEN);
        }
    }
}

/// The sections of one row of squares.
#[derive(Clone, Copy)]
pub(super) struct SectionRow<'a> {
    numbers: &'a [u16],
    blocks: &'a [SectionBlock],
}

impl<'a> SectionRow<'a> {
    /// Returns the index of the section that contains the row's square in column `col`.
    #[inline(always)]
    pub(super) fn index(&self, col: u32) -> usize {
        self.blocks[(col / COLS) as usize].base as usize + usize::from(self.numbers[col as usize])
    }

    /// Returns the section number of each square whose bit is in the word with index `word` of the row. The sections of
    /// each block are numbered separately. The last word of a row can have fewer squares.
    #[inline(always)]
    pub(super) fn word(&self, word: u32) -> &'a [u16] {
        let (col, cols) = (word * WORD, self.numbers.len() as u32);
        &self.numbers[col as usize..(col + WORD).min(cols) as usize]
    }
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, TourSpec};
    use pollster::block_on;

    use super::super::join::label;
    use super::*;
    use crate::grown::cpu::CpuGrown;
    use crate::grown::gadget::{AXES, GadgetClass};
    use crate::grown::hash::coin_keys;
    use crate::grown::job::NO_LABEL;
    use crate::grown::passes::MeltPass;
    use crate::grown::passes::Passes;

    /// Returns the label of each cell, which is the lowest cell index in its cycle. The function finds the labels by
    /// following each cycle from cell to cell.
    fn labels(planes: &Planes, setup: &GrowthSetup) -> Vec<u32> {
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
        let passes: Vec<MeltPass> = (0..GadgetClass::COUNT)
            .map(|nth| MeltPass { class: GadgetClass::new(nth), keys: coin_keys(3, nth) })
            .collect();
        let sides = [(8, 8), (ROWS, COLS), (ROWS + 1, COLS + 1), (2 * ROWS + 5, 9), (6, 2 * COLS + 1)];
        for (seed, (rows, cols)) in (0..).zip(sides) {
            let board = Board::new(rows, cols).unwrap();
            let specs = [TourSpec::open(&board), TourSpec::closed(&board)];
            for setup in specs.iter().filter_map(|spec| GrowthSetup::new(spec, seed).ok()) {
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
