//! Scan: finds every gadget that joins a marked cycle with an unmarked cycle, and offers the key of the gadget to the
//! marked cycle. Each marked cycle keeps the lowest offered key. A bijection maps each gadget to its key. Therefore no
//! two keys are equal, and a key determines its gadget. This module is the mirror of `shaders/grown/scan.wgsl`.
//!
//! Each invocation processes one word of one row: all gadgets, of all six shapes, with an anchor in this word. A gadget
//! has two edges along each of two axes. The gadget can be switched if both edges along one axis are used and both
//! edges along the other axis are unused. The switch joins two cycles if the two used edges belong to different cycles.
//! The used edges certainly belong to different cycles if exactly one of the two edges is marked. This condition is
//! tested for all anchors of a word at once.

use super::gadget::{AXES, SHAPES};
use super::hash::mix;
use super::job::NUMBERED;
use super::memory::GrowthMemory;

/// Offers gadgets to marked cycles: one gadget of the shape `shape` for each anchor in `anchors`. A gadget has two used
/// edges. The first edge begins at the anchor. The second edge begins one step along `axis` from the anchor. Exactly
/// one of these two edges is marked: the first edge if the anchor's bit is set in `own`, otherwise the second edge. The
/// gadget is offered to the cycle of the marked edge.
fn offer_all(m: &mut GrowthMemory, anchors: u32, own: u32, [row, word]: [u32; 2], axis: usize, shape: u32) {
    let mut bits = anchors;
    while bits != 0 {
        let bit = bits.trailing_zeros();
        bits &= bits - 1;
        let anchor = row * m.job.pitch + word * 32 + bit;
        let marked = anchor.wrapping_add(if own >> bit & 1 == 1 { 0 } else { m.jump_of(axis) });
        let best = m.best_place(m.cell_at(marked) & !NUMBERED);
        let key = mix((anchor * 6 + shape) ^ m.job.key);
        m.cycles[best] = m.cycles[best].min(key);
    }
}

/// Processes the anchors in one word of one row. Finds the gadgets at these anchors that join a marked cycle with an
/// unmarked cycle. Offers each of these gadgets to its marked cycle.
pub(super) fn scan(m: &mut GrowthMemory, number: u32) {
    let (row, word) = (number / m.job.words, number % m.job.words);
    let mut near = 0;
    for below in row..=row + 2 {
        let at = m.mark_word(below, word);
        near |= m.marks[at - 1] | m.marks[at] | m.marks[at + 1];
    }
    if near == 0 {
        return;
    }
    let own = m.marks[m.mark_word(row, word)];
    for shape in 0..6 {
        let (i, j) = SHAPES[shape as usize];
        let near_i = m.planes[m.edge_word(i, row, word)];
        let near_j = m.planes[m.edge_word(j, row, word)];
        let far_i = m.edges_ahead(i, row + AXES[j].0, word, AXES[j].1);
        let far_j = m.edges_ahead(j, row + AXES[i].0, word, AXES[i].1);
        let first = near_i & far_i & !(near_j | far_j);
        let second = near_j & far_j & !(near_i | far_i);
        let first_marks = own ^ m.marks_ahead(row + AXES[j].0, word, AXES[j].1);
        let second_marks = own ^ m.marks_ahead(row + AXES[i].0, word, AXES[i].1);
        offer_all(m, first & first_marks, own, [row, word], j, shape);
        offer_all(m, second & second_marks, own, [row, word], i, shape);
    }
}
