//! Melt: switches gadgets at random. This is the mirror of `shaders/grown/melt.wgsl`.
//!
//! A *gadget* of shape {i, j} with its anchor on square a is the parallelogram with the corners a, a+ui, a+uj and
//! a+ui+uj. If both edges along ui are used and both edges along uj are unused, or the reverse, a *switch* exchanges
//! the used and the unused edges. Every square then keeps its number of edges. One pass switches about half of the
//! gadgets of one class.
//!
//! Each invocation processes one word of one row, 32 anchors. The invocation reads and writes the bits of the anchors'
//! gadgets, and no other invocation of the pass reads or writes these bits; see [`GadgetClass`](super::GadgetClass).

use super::gadget::{AXES, SHAPES};
use super::hash::mix;
use super::memory::GrowthMemory;
use super::planes::ahead;

/// Flips bits in the row `row` of a plane: for each set bit c of `bits`, the bit of column c + `by`. Columns are
/// counted from the first column of the word `word`.
fn flip_ahead(m: &mut GrowthMemory, axis: usize, row: u32, word: u32, bits: u32, by: i32) {
    let at = m.edge_word(axis, row, word);
    let here = ahead(0, bits, 0, -by);
    let over = if by > 0 { bits >> (32 - by) } else { bits << (32 + by) };
    m.planes[at] ^= here;
    m.planes[if by > 0 { at + 1 } else { at - 1 }] ^= over;
}

/// Processes the gadgets whose anchors are in one word of one row. Random bits select the gadgets to switch.
pub(super) fn melt(m: &mut GrowthMemory, number: u32) {
    let (row, word) = (number / m.job.words, number % m.job.words);
    let mut chosen = if (row ^ m.job.colour) & 1 == 0 { 0x5555_5555 } else { 0xaaaa_aaaa };
    if m.job.inside == 1 {
        chosen &= m.marks[m.wide_word(row, word)];
    }
    if chosen == 0 {
        return;
    }
    let (i, j) = SHAPES[m.job.shape as usize];
    let near_i = m.planes[m.edge_word(i, row, word)];
    let near_j = m.planes[m.edge_word(j, row, word)];
    let far_i = m.edges_ahead(i, row + AXES[j].0, word, AXES[j].1);
    let far_j = m.edges_ahead(j, row + AXES[i].0, word, AXES[i].1);
    let first = near_i & far_i & !(near_j | far_j);
    let second = near_j & far_j & !(near_i | far_i);
    let coins = mix(mix(number ^ m.job.coins[0]).wrapping_add(m.job.coins[1]));
    let hits = (first | second) & chosen & coins;
    let (at_i, at_j) = (m.edge_word(i, row, word), m.edge_word(j, row, word));
    m.planes[at_i] ^= hits;
    m.planes[at_j] ^= hits;
    flip_ahead(m, i, row + AXES[j].0, word, hits, AXES[j].1);
    flip_ahead(m, j, row + AXES[i].0, word, hits, AXES[i].1);
}
