//! Rank: the visit numbers with which the [sections](super::sections) begin. The fast form of
//! [`rank`](crate::grown::rank): the sections are followed one after another.

use super::block::{JUMPS, Read, places};
use super::sections::Sections;
use crate::grown::planes::Planes;
use crate::grown::setup::Setup;
use courser_solve::wide::wide;

/// Returns for each section, by its index, twice the visit number with which it begins, plus 0 or 1 for the arm. The
/// section of the start may begin before the start: then numbers beyond the last mean those from 1 on.
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
