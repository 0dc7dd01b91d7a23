//! Pick: each cycle takes its best offer. The mirror of `shaders/grown/pick.wgsl`.
//!
//! One invocation is one cycle: it reads its best offer, finds the gadget's state, and writes its own pick.
//!
//! Every pick joins a cycle of its own with the main one. So no switch of a round undoes what another one joins.

use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::gadget::{AXES, Class, SHAPES};
use super::hash::unmix;
use super::planes::Planes;
use super::scan::{Cycles, NO_OFFER, offered};

/// What a cycle wants to be switched: `Pick` in `shaders/grown/cycles.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
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

    /// The class of the gadget.
    pub(super) fn class(&self, planes: &Planes) -> Class {
        let count = SHAPES.len() as u32;
        let anchor = planes.layout().square(self.gadget / count);
        Class { shape: self.gadget % count, colour: (anchor.row + anchor.col) & 1 }
    }

    /// Whether the four edges of the gadget are as they were picked.
    pub(super) fn stands(&self, planes: &Planes) -> bool {
        let edges = edges(planes, self.gadget).map(|(axis, row, col)| planes.is_used(axis, row, col));
        // Those along the first axis, then those along the second.
        let is_first = self.state == 0;
        edges == [is_first, is_first, !is_first, !is_first]
    }
}

/// The four edges of a gadget, each as its axis and its upper square: two along the shape's first axis, two along
/// its second.
pub(super) fn edges(planes: &Planes, gadget: u32) -> [(usize, i64, i64); 4] {
    let count = SHAPES.len() as u32;
    let anchor = planes.layout().square(gadget / count);
    let (i, j) = SHAPES[(gadget % count) as usize];
    let at = |axis: usize, by: usize| {
        (axis, i64::from(anchor.row + AXES[by].0), i64::from(anchor.col) + i64::from(AXES[by].1))
    };
    let own = |axis: usize| (axis, i64::from(anchor.row), i64::from(anchor.col));
    [own(i), at(i, j), own(j), at(j, i)]
}

/// The pick of every cycle.
pub(super) fn pick(cycles: &Cycles, key: u32) -> Vec<Pick> {
    let best = cycles.best.par_iter().with_min_len(1 << 10).map(|best| offered(best.load(Relaxed)));
    best.map(|(best, state)| match best {
        NO_OFFER => Pick::NONE,
        _ => Pick { gadget: unmix(best) ^ key, state },
    })
    .collect()
}
