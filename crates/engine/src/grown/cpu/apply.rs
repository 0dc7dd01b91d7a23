//! Apply: the picks are switched, class by class. The fast form of [`apply`](crate::grown::apply), with a list of picks
//! per class and band of rows.

use super::scan::Cycles;
use super::sections::Sections;
use crate::grown::gadget::{AXES, Class, SHAPES};
use crate::grown::pick::Pick;
use crate::grown::planes::Planes;

/// Rows of a band. The anchors of gadgets that share an edge are in one band or in adjacent ones.
const BAND: u32 = 16;

/// Switches the picks whose edges are still as they were picked. Returns the number of them.
pub(super) fn apply(planes: &mut Planes, picks: &[Pick], sections: &mut Sections, cycles: &mut Cycles) -> u32 {
    let mut switched = 0;
    for cycle in turns(planes, picks) {
        let pick = picks[cycle as usize];
        if stands(&pick, planes) {
            for (axis, row, col) in edges(planes, pick.gadget) {
                planes.flip(axis, row, col);
                sections.forget_at(row as u32, col as u32);
                sections.forget_at(row as u32 + AXES[axis].0, (col + i64::from(AXES[axis].1)) as u32);
            }
            cycles.joined[cycle as usize] = true;
            switched += 1;
        }
    }
    cycles.rename();
    switched
}

/// Returns whether the four edges of the gadget are as they were picked.
fn stands(pick: &Pick, planes: &Planes) -> bool {
    let edges = edges(planes, pick.gadget).map(|(axis, row, col)| planes.is_used(axis, row, col));
    let is_first = pick.state == 0;
    edges == [is_first, is_first, !is_first, !is_first]
}

/// The four edges of a gadget, each as its axis and its upper square: two along the shape's first axis, two along
/// its second.
fn edges(planes: &Planes, gadget: u32) -> [(usize, i64, i64); 4] {
    let count = SHAPES.len() as u32;
    let anchor = planes.layout().square(gadget / count);
    let (i, j) = SHAPES[(gadget % count) as usize];
    let at = |axis: usize, by: usize| {
        (axis, i64::from(anchor.row + AXES[by].0), i64::from(anchor.col) + i64::from(AXES[by].1))
    };
    let own = |axis: usize| (axis, i64::from(anchor.row), i64::from(anchor.col));
    [own(i), at(i, j), own(j), at(j, i)]
}

/// The cycles that have a pick, in an order in which gadgets that share an edge come class by class: a band of rows has
/// its turn with a class after both it and the next band had theirs with the class before. So the rows stay in the cache.
fn turns(planes: &Planes, picks: &[Pick]) -> impl Iterator<Item = u32> + use<> {
    let bands = planes.layout.rows.div_ceil(BAND);
    let mut turns = vec![Vec::new(); ((bands + Class::COUNT) * Class::COUNT) as usize];
    for (cycle, pick) in (0..).zip(picks).filter(|(_, pick)| pick.gadget != Pick::NO_GADGET) {
        let anchor = planes.layout.square(pick.gadget / SHAPES.len() as u32);
        let class = Class { shape: pick.gadget % SHAPES.len() as u32, colour: (anchor.row + anchor.col) & 1 }.number();
        let band = pick.gadget / SHAPES.len() as u32 / planes.layout.pitch() / BAND;
        turns[((band + class) * Class::COUNT + class) as usize].push(cycle);
    }
    turns.into_iter().flatten()
}
