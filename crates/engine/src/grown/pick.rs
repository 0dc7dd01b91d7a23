//! Pick: moves the best offer of each cycle into the cycle's pick and clears the offer. This is the mirror of
//! `shaders/grown/pick.wgsl`.
//!
//! Each invocation processes one cycle: it reads the cycle's best offer, finds the state of the offered gadget, and
//! writes the cycle's pick and offer.
//!
//! Every pick joins a marked cycle with an unmarked cycle, and no two picks join the same marked cycle. Therefore, when
//! the gadgets picked in a round are switched, no gadget separates two cycles that another gadget has joined.

use super::gadget::SHAPES;
use super::hash::unmix;
use super::job::{NO_OFFER, Pick};
use super::memory::GrowthMemory;

/// Stores the best offer of one cycle as the pick of this cycle, or stores [`Pick::NO_GADGET`] if no gadget was
/// offered. Clears the offer.
pub(super) fn pick(m: &mut GrowthMemory, cycle: u32) {
    let (best_place, gadget_place, state_place) = (m.best_place(cycle), m.gadget_place(cycle), m.state_place(cycle));
    m.cycles[gadget_place] = Pick::NO_GADGET;
    let best = m.cycles[best_place];
    if best == NO_OFFER {
        return;
    }
    m.cycles[best_place] = NO_OFFER;
    let gadget = unmix(best) ^ m.job.key;
    let anchor = gadget / 6;
    let (i, _) = SHAPES[(gadget % 6) as usize];
    let state = 1 - m.edge_at(i, anchor / m.job.pitch, anchor % m.job.pitch);
    m.cycles[gadget_place] = gadget;
    m.cycles[state_place] = state;
}
