//! Gives every square its visit number. This is the fast form of [`number`](crate::grown::number). Each square is
//! reached by a walk along its [section](super::sections). The numbers are not stored, but computed for the requested
//! rows.

use rayon::prelude::*;

use super::block::{BlockRect, JUMPS, Places, ROWS, Read, places};
use super::sections::{SectionBlock, Sections};
use crate::grown::planes::Planes;
use crate::grown::setup::GrowthSetup;
use courser_solve::wide::{Wide, wide};

/// Returns one word per section, in the order of the section indices. The lowest bit of the word selects the arm (0 for
/// the first arm, 1 for the second) with which the tour enters the section. The higher bits are the visit number with
/// which the section begins. If the tour starts inside a section, the visit numbers in this section increase to the
/// last visit number of the tour, and then restart at 1.
pub(super) fn visits(sections: &Sections, planes: &Planes, setup: &GrowthSetup) -> Vec<u32> {
    let (start, squares) = (setup.start, setup.board.playable() as u32);
    let index = sections.row(start.row).index(start.col) as u32;
    let block = &sections.blocks[sections.block_of(start.row, start.col)];
    let mut places = places();
    wide(Read { planes, area: block.area, places: &mut places });
    // Finds the section that contains the start. Counts the moves from the last square of the section's first arm to
    // the start.
    let section = block.sections[(index - block.base) as usize - 1];
    let (mut place, mut before, mut way) = (section.arms[0].last, section.arms[0].beyond, 0);
    while place != block.area.place(start.row, start.col) {
        (place, before) = (places[usize::from(place)] ^ before, place);
        way += 1;
    }
    // The tour leaves the start square by the first link of this square. If this link leads back to the square
    // `before`, the tour enters the section by the second arm. Then `way` must be counted from the other end of the
    // section.
    let mut arm = 2 * index;
    if place.wrapping_add(JUMPS[planes.link(start.row, start.col)]) == before {
        arm += 1;
        way = u32::from(section.squares) - 1 - way;
    }
    let mut visits = vec![0; sections.count()];
    let mut visit = if way == 0 { 1 } else { squares + 1 - way };
    while visits[arm as usize / 2] == 0 {
        visits[arm as usize / 2] = 2 * visit + arm % 2;
        let (passed, next) = sections.follow(arm);
        visit += passed;
        visit -= if visit > squares { squares } else { 0 };
        arm = next;
    }
    visits
}

/// The visit numbers of a board with `squares` squares. `visits` is the result of [`visits`].
pub(super) struct NumberTable<'a> {
    pub(super) sections: &'a Sections,
    pub(super) planes: &'a Planes,
    pub(super) visits: &'a [u32],
    pub(super) squares: u32,
}

impl NumberTable<'_> {
    /// Writes the visit numbers of whole rows. A row has `cols` squares, and the first row is `top`, the top row of a
    /// block. The number of a hole is 0.
    pub(super) fn rows(&self, top: u32, cols: u32, numbers: &mut [u32]) {
        let across = self.sections.across() as usize;
        let rows_of_blocks = self.sections.blocks[self.sections.block_of(top, 0)..].par_chunks(across);
        let jobs = numbers.par_chunks_mut((ROWS * cols) as usize).zip(rows_of_blocks);
        jobs.for_each_init(
            || (places(), places()),
            |(places, visits), (lines, blocks)| {
                for block in blocks {
                    let lines = lines.chunks_mut(cols as usize);
                    wide(NumberJob { numbers: self, block, places, visits, lines });
                }
            },
        );
    }
}

impl SectionCursor {
    #[inline(always)]
    fn step(&mut self, next: impl FnOnce() -> Self, places: &Places<u16>, visits: &mut Places<u32>) {
        if self.left > 0 {
            visits[usize::from(self.place)] = self.visit;
            (self.place, self.before) = (places[usize::from(self.place)] ^ self.before, self.place);
            self.visit += 1;
            self.left -= 1;
            if self.left == 0 {
                *self = next();
            }
        }
    }
}

/// A job that computes the visit numbers of one block.
struct NumberJob<'a, L> {
    numbers: &'a NumberTable<'a>,
    block: &'a SectionBlock,
    places: &'a mut Places<u16>,
    visits: &'a mut Places<u32>,
    lines: L,
}

/// Position of a walk along a section.
#[derive(Clone, Copy, Default)]
struct SectionCursor {
    place: u16,
    before: u16,
    /// Number of unvisited squares in the section.
    left: u16,
    visit: u32,
}

impl<'a, L: Iterator<Item = &'a mut [u32]>> Wide for NumberJob<'_, L> {
    #[inline(always)]
    fn run(self) {
        let Self { numbers: &NumberTable { planes, visits: firsts, squares, .. }, block, places, visits, lines } = self;
        let area = block.area;
        Read { planes, area, places }.run();
        visits[..BlockRect::begin(area.rows)].fill(0);
        let mut walks = block.sections.iter().zip(&firsts[block.base as usize + 1..]).map(|(section, first)| {
            let arm = section.arms[*first as usize % 2];
            SectionCursor { place: arm.last, before: arm.beyond, left: section.squares, visit: first / 2 }
        });
        let mut next = || walks.next().unwrap_or_default();
        let [mut one, mut two, mut three] = [(); 3].map(|()| next());
        while one.left | two.left | three.left != 0 {
            one.step(&mut next, places, visits);
            two.step(&mut next, places, visits);
            three.step(&mut next, places, visits);
        }
        for (row, line) in (0..area.rows).zip(lines) {
            let numbers = line[area.left as usize..].iter_mut();
            for (number, &visit) in numbers.zip(BlockRect::line(visits, row, area.cols)) {
                *number = if visit > squares { visit - squares } else { visit };
            }
        }
    }
}
