//! Pick: each cycle takes its best offer, and has none then. The fast form of [`pick`](crate::grown::pick).

use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::scan::Cycles;
use crate::grown::gadget::SHAPES;
use crate::grown::hash::unmix;
use crate::grown::pick::Pick;
use crate::grown::planes::Planes;
use crate::grown::scan::NO_OFFER;

/// The pick of every cycle. No offer is left.
pub(super) fn pick(planes: &Planes, cycles: &Cycles, key: u32) -> Vec<Pick> {
    let best = cycles.best.par_iter().with_min_len(1 << 10).map(|best| best.swap(NO_OFFER, Relaxed));
    best.map(|best| match best {
        NO_OFFER => Pick::NONE,
        _ => {
            let gadget = unmix(best) ^ key;
            let (anchor, shape) = (planes.layout.square(gadget / SHAPES.len() as u32), gadget % SHAPES.len() as u32);
            let is_first = planes.is_used(SHAPES[shape as usize].0, anchor.row.into(), anchor.col.into());
            Pick { gadget, state: u32::from(!is_first) }
        }
    })
    .collect()
}
