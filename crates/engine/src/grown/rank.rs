//! Rank: how far it is from each splitter to the start. The mirror of `shaders/grown/rank.wgsl`.
//!
//! On the GPU, pointer jumping (Wyllie 1979): one invocation is one half-edge in each of some twenty dispatches, and
//! appends to its piece the piece that follows. On the CPU the [sections](super::sections) are followed one after
//! another.

use super::block::{JUMPS, Read, places};
use super::planes::Planes;
use super::sections::Sections;
use super::setup::Setup;
use super::splitters::Piece;
use super::wide::wide;

/// For each section, by its index, twice the visit number with which it begins, plus 0 or 1 for the arm. The section of
/// the start may begin before it: then its numbers go on after the last one, where those from 1 are meant.
pub(super) fn visits(sections: &Sections, planes: &Planes, setup: &Setup) -> Vec<u32> {
    let (start, squares) = (setup.start, setup.board.playable() as u32);
    let index = sections.row(start.row).index(start.col) as u32;
    let block = &sections.blocks[sections.block_of(start.row, start.col)];
    let mut places = places();
    wide(Read { planes, area: block.area, places: &mut places });
    // From one end of the start's section to the start.
    let section = block.sections[(index - block.base) as usize - 1];
    let (mut place, mut before, mut way) = (section.arms[0].last, section.arms[0].beyond, 0);
    while place != block.area.place(start.row, start.col) {
        (place, before) = (places[usize::from(place)] ^ before, place);
        way += 1;
    }
    // The tour leaves by the first link, which leads back to that end or away from it.
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

/// Makes of each piece the way to the start: all its steps, and the half-edge by which the start would be left.
/// What does not come to the start is left as it is.
pub(super) fn rank(pieces: &mut [Piece], start: u32) {
    for first in [start, start + 1] {
        // The half-edges in the order in which the tour leaves by them.
        let mut halves = vec![first];
        let mut end = first;
        loop {
            end = pieces[end as usize].next;
            if end >= Piece::START || halves.len() > pieces.len() {
                break;
            }
            halves.push(end);
        }
        let mut steps = 0;
        for half in halves.into_iter().rev() {
            steps += pieces[half as usize].steps;
            pieces[half as usize] = Piece { next: end, steps };
        }
    }
}
