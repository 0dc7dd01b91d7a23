//! The best order of the stops by dynamic programming over sets (Held and Karp 1962; Bellman 1962).

use super::distances::Distances;
use super::{HuntError, MAX_EXACT, Terms};

/// The moves that are left, exactly, for every stop and every set of treasures that are not yet collected: the only lower
/// bound that the exact answers need.
#[derive(Debug)]
pub(super) struct MovesLeft {
    distances: Distances,
    terms: Terms,
    table: Table,
}

/// The entries, in as few bytes as they need.
#[derive(Debug)]
enum Table {
    /// For treasures in the order of the map: by the number of collected ones.
    Ordered(Vec<u64>),
    Short(Vec<u16>),
    Long(Vec<u32>),
}

/// Bytes of the table: one number for each set of treasures and each treasure to start from.
pub(super) fn memory(distances: &Distances, terms: Terms) -> u64 {
    let treasures = distances.stops as u64 - 1;
    if terms.in_order {
        return 8 * treasures;
    }
    let each = if is_short(distances) { 2 } else { 4 };
    1_u64.checked_shl(treasures as u32).map_or(u64::MAX, |sets| sets.saturating_mul(treasures * each))
}

/// Returns whether the moves of any way fit into 15 bits. If not, 31 suffice: 2^26 squares times 29 legs.
fn is_short(distances: &Distances) -> bool {
    u64::from(distances.longest()) * distances.stops as u64 + 1 < 1 << 15
}

impl MovesLeft {
    /// Fills the table, if it and `beside` bytes beside it fit into `available` bytes of memory.
    pub(super) fn new(distances: Distances, terms: Terms, beside: u64, available: u64) -> Result<Self, HuntError> {
        let treasures = distances.stops - 1;
        if treasures > MAX_EXACT && !terms.in_order {
            return Err(HuntError::TooManyForExact(treasures));
        }
        let needed = memory(&distances, terms).saturating_add(beside);
        if needed > available {
            return Err(HuntError::Memory { needed, memory: available });
        }
        let home = |stop| u64::from(if terms.home { distances.between(stop, 0) } else { 0 });
        let table = if terms.in_order {
            let mut left = vec![home(treasures)];
            for stop in (1..treasures).rev() {
                left.push(left[left.len() - 1] + u64::from(distances.between(stop, stop + 1)));
            }
            left.reverse();
            Table::Ordered(left)
        } else if is_short(&distances) {
            Table::Short(fill(&distances, u16::MAX / 2, |moves| moves as u16, home))
        } else {
            Table::Long(fill(&distances, u32::MAX / 2, |moves| moves as u32, home))
        };
        Ok(Self { distances, terms, table })
    }

    /// The moves left from the treasure `stop`, which is just collected, when those of `set` are still to be collected; with
    /// treasures in order, `set` is not asked.
    fn from(&self, stop: usize, set: usize) -> u64 {
        let at = set * (self.distances.stops - 1) + stop - 1;
        match &self.table {
            Table::Ordered(left) => left[stop - 1],
            Table::Short(table) => table[at].into(),
            Table::Long(table) => table[at].into(),
        }
    }

    /// The moves left from a place `away` moves from each stop, when the treasures of `set` are to be collected (or as
    /// many, counted from the last one, if they have an order), and the stop to go to next.
    pub(super) fn best(&self, set: usize, away: impl Fn(usize) -> u32) -> (u64, usize) {
        let treasures = self.distances.stops - 1;
        let to = |stop: usize, rest| (u64::from(away(stop)) + self.from(stop, rest), stop);
        if set == 0 {
            return (u64::from(if self.terms.home { away(0) } else { 0 }), 0);
        }
        match self.table {
            Table::Ordered(_) => to(treasures + 1 - set, 0),
            _ => members(set).map(|at| to(at + 1, set & !(1 << at))).min().expect("the set is not empty"),
        }
    }

    /// All treasures: a set, or their number if they have an order.
    pub(super) fn all(&self) -> usize {
        let treasures = self.distances.stops - 1;
        if self.terms.in_order { treasures } else { (1 << treasures) - 1 }
    }

    /// The set without a treasure, numbered from 0; the same set if it is not this one's turn.
    pub(super) fn without(&self, set: usize, treasure: usize) -> usize {
        match self.table {
            Table::Ordered(_) => set - usize::from(set > 0 && treasure == self.distances.stops - 1 - set),
            _ => set & !(1 << treasure),
        }
    }

    /// An order of the treasures in which the way is shortest.
    pub(super) fn order(&self) -> Vec<usize> {
        let (mut set, mut at) = (self.all(), 0);
        let mut order = Vec::new();
        while set != 0 {
            at = self.best(set, |stop| self.distances.between(at, stop)).1;
            order.push(at);
            set = self.without(set, at - 1);
        }
        order
    }
}

/// `table[set * n + from]`: the fewest moves from the treasure `from` over those of `set`, to which it does not belong.
fn fill<M: Copy + Ord + std::ops::Add<Output = M>>(
    distances: &Distances,
    none: M,
    moves: impl Fn(u64) -> M,
    home: impl Fn(usize) -> u64,
) -> Vec<M> {
    let n = distances.stops - 1;
    let between: Vec<M> = (0..n).flat_map(|a| distances.row(a + 1)[1..].iter().map(|&leg| moves(leg.into()))).collect();
    let mut table = vec![none; n << n];
    for (from, alone) in table[..n].iter_mut().enumerate() {
        *alone = moves(home(from + 1));
    }
    for set in 1_usize..1 << n {
        let (before, here) = table.split_at_mut(set * n);
        // The moves over the set, by the treasure that is first in it.
        let mut first = [none; MAX_EXACT];
        members(set).for_each(|at| first[at] = before[(set & !(1 << at)) * n + at]);
        for from in members(!set & ((1 << n) - 1)) {
            let ways = first[..n].iter().zip(&between[from * n..][..n]);
            here[from] = ways.fold(none, |least, (&rest, &leg)| least.min(rest + leg));
        }
    }
    table
}

/// The members of a set, from the least.
fn members(set: usize) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let member = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(member)
    })
}
