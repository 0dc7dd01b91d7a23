//! Apply: the picks are switched, class by class. The mirror of `shaders/grown/apply.wgsl`.
//!
//! One invocation is one cycle in each of twelve dispatches, one for each class: if its pick is of this class and the
//! gadget's edges are as they were picked, it switches them and is joined with the main cycle; else another class has
//! changed an edge before, and the pick is dropped. Gadgets of one class share no edge.

use super::gadget::{AXES, Class, SHAPES};
use super::pick::{Pick, edges};
use super::planes::Planes;
use super::scan::Cycles;
use super::sections::Sections;

/// Rows of a band: anchors of gadgets that share an edge are in one or in two that follow each other.
const BAND: u32 = 16;

/// Switches what still stands, and gives how many cycles have been joined with the main one.
pub(super) fn apply(planes: &mut Planes, picks: &[Pick], sections: &mut Sections, cycles: &mut Cycles) -> u32 {
    let mut switched = 0;
    for cycle in turns(planes, picks) {
        let pick = picks[cycle as usize];
        if pick.stands(planes) {
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

/// The cycles that act, in an order in which what shares an edge comes class by class: a band of rows has its turn with
/// a class after it and the next one had theirs with the class before. So the rows stay in the cache.
fn turns(planes: &Planes, picks: &[Pick]) -> impl Iterator<Item = u32> + use<> {
    let bands = planes.layout.rows.div_ceil(BAND);
    let mut turns = vec![Vec::new(); ((bands + Class::COUNT) * Class::COUNT) as usize];
    for (cycle, pick) in (0..).zip(picks).filter(|(_, pick)| pick.gadget != Pick::NO_GADGET) {
        let class = pick.class(planes).number();
        let band = pick.gadget / SHAPES.len() as u32 / planes.layout.pitch() / BAND;
        turns[((band + class) * Class::COUNT + class) as usize].push(cycle);
    }
    turns.into_iter().flatten()
}
