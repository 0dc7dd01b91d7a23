//! Pick: each cycle takes its best offer, and has none then. The fast form of [`pick`](crate::grown::pick).

use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::scan::{Cycles, NOTHING, offered};
use crate::grown::hash::unmix;
use crate::grown::pick::Pick;
use crate::grown::scan::NO_OFFER;

/// The pick of every cycle. No offer is left.
pub(super) fn pick(cycles: &Cycles, key: u32) -> Vec<Pick> {
    let best = cycles.best.par_iter().with_min_len(1 << 10).map(|best| offered(best.swap(NOTHING, Relaxed)));
    best.map(|(best, state)| match best {
        NO_OFFER => Pick::NONE,
        _ => Pick { gadget: unmix(best) ^ key, state },
    })
    .collect()
}
