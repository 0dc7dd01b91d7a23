//! Pick: each cycle takes its best offer, and has none then. The mirror of `shaders/grown/pick.wgsl`.
//!
//! One invocation is one cycle: it reads its best offer, finds the gadget's state, and writes its own pick and offer.
//!
//! Every pick joins a marked cycle of its own with one that is not marked. So no switch of a round undoes another join.

use super::gadget::SHAPES;
use super::hash::unmix;
use super::mirror::Memory;
use super::scan::NO_OFFER;

/// The switch that a cycle has picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The gadget: six times the cell of its anchor, plus its shape; [`Pick::NO_GADGET`] if the cycle does not act.
    pub gadget: u32,
    /// 0 if the edges along the shape's first axis are used, 1 if those along its second are.
    pub state: u32,
}

impl Pick {
    /// No gadget.
    pub const NO_GADGET: u32 = u32::MAX;

    /// Nothing.
    pub const NONE: Self = Self { gadget: Self::NO_GADGET, state: 0 };
}

/// One cycle.
pub(super) fn pick(m: &mut Memory, cycle: u32) {
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
