//! Apply: switches the gadgets that the cycles have picked, one class of gadgets after another. Each cycle has picked
//! at most one gadget. This module is the mirror of `shaders/grown/apply.wgsl`.
//!
//! There are twelve dispatches, one for each class of gadgets. Each invocation processes one cycle. If the gadget that
//! the cycle has picked belongs to the class, and the edges of this gadget have not changed since the pick, the
//! invocation switches the gadget. This switch joins the cycle with another cycle. If an earlier class has changed one
//! of the edges, the gadget is not switched. Gadgets of one class share no edge.

use super::gadget::{AXES, SHAPES};
use super::job::Pick;
use super::memory::GrowthMemory;

/// Switches the gadget that one cycle has picked, if the gadget belongs to the class of the dispatch and its edges have
/// not changed since the pick.
pub(super) fn apply(m: &mut GrowthMemory, cycle: u32) {
    let gadget = m.cycles[m.gadget_place(cycle)];
    let anchor = gadget / 6;
    let (row, col) = (anchor / m.job.pitch, anchor % m.job.pitch);
    if gadget == Pick::NO_GADGET || gadget % 6 != m.job.shape || (row + col) & 1 != m.job.colour {
        return;
    }
    let (i, j) = SHAPES[m.job.shape as usize];
    let near_i = m.place_of(i, row, col);
    let near_j = m.place_of(j, row, col);
    let far_i = m.place_of(i, row + AXES[j].0, col.wrapping_add_signed(AXES[j].1));
    let far_j = m.place_of(j, row + AXES[i].0, col.wrapping_add_signed(AXES[i].1));
    let first = m.cycles[m.state_place(cycle)] == 0;
    let is_used = |(word, bit): (usize, u32)| m.planes[word] & bit != 0;
    if is_used(near_i) != first || is_used(far_i) != first || is_used(near_j) == first || is_used(far_j) == first {
        return;
    }
    for (word, bit) in [near_i, far_i, near_j, far_j] {
        m.planes[word] ^= bit;
    }
    let joined = m.joined_place(cycle);
    m.cycles[joined] = 1;
    m.status.switched += 1;
}
