//! Scan: every gadget that joins a marked cycle with an unmarked one offers itself to the former. The mirror of
//! `shaders/grown/scan.wgsl`.
//!
//! One invocation is one word of one row, with the gadgets of all six shapes with anchors there. A gadget in one of its
//! two states whose two used edges are on different cycles joins them when it is switched. This is the case if exactly
//! one of the edges is marked (tested one word at a time). The marked cycle keeps the lowest key offered. The keys are
//! a bijection of the gadgets, so no two are equal, and the key determines the gadget.

use super::gadget::{AXES, SHAPES};
use super::hash::mix;
use super::job::NUMBERED;
use super::memory::GrowthMemory;

/// Offers the gadgets of some anchors. Their second edge begins one axis further, and is the marked one unless the
/// anchor has its bit in `own`.
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

/// Scans one word of one row.
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
