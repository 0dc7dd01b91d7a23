//! Apply: the picks are switched, class by class. The mirror of `shaders/grown/apply.wgsl`.
//!
//! One invocation is one cycle in each of twelve dispatches, one for each class: if its pick is of this class and the
//! gadget's edges are as they were picked, it switches them and notes with which cycle it is joined; else another
//! class has changed an edge before, and the pick is dropped. Gadgets of one class share no edge.

use super::gadget::{AXES, Class};
use super::pick::{Pick, edges};
use super::planes::Planes;
use super::scan::Cycles;
use super::sections::Sections;

/// Switches what still stands, and gives how many cycles have been joined to another one.
pub(super) fn apply(planes: &mut Planes, picks: &[Pick], sections: &mut Sections, cycles: &mut Cycles) -> u32 {
    let mut classes: [Vec<u32>; Class::COUNT as usize] = Default::default();
    for (cycle, pick) in (0..).zip(picks).filter(|(_, pick)| pick.gadget != Pick::NO_GADGET) {
        classes[pick.class(planes).number() as usize].push(cycle);
    }
    let mut switched = 0;
    for cycle in classes.into_iter().flatten() {
        let pick = picks[cycle as usize];
        if pick.stands(planes) {
            for (axis, row, col) in edges(planes, pick.gadget) {
                planes.flip(axis, row, col);
                sections.forget_at(row as u32, col as u32);
                sections.forget_at(row as u32 + AXES[axis].0, (col + i64::from(AXES[axis].1)) as u32);
            }
            cycles.joined[cycle as usize] = pick.partner;
            switched += 1;
        }
    }
    switched
}
