//! Finds the best order of the stops, by dynamic programming over sets (Held and Karp 1962; Bellman 1962).

use super::distances::Distances;
use super::{HuntError, HuntOptions, MAX_EXACT};

/// The exact number of remaining moves for every stop and every set of remaining treasures. A search with these numbers
/// needs no other lower bound.
#[derive(Debug)]
pub(super) struct MovesLeft {
    distances: Distances,
    terms: HuntOptions,
    table: RouteTable,
}

/// The entries of the table, in the smallest sufficient integer type.
#[derive(Debug)]
enum RouteTable {
    /// The table if the treasures must be collected in the order of the map. The index is the number of the last
    /// collected treasure, counted from 0.
    Ordered(Vec<u64>),
    Short(Vec<u16>),
    Long(Vec<u32>),
}

/// Returns the size of the table in bytes. The table has one number for each pair of a last collected treasure and a
/// set of remaining treasures. If the treasures must be collected in order, the table has one number per treasure.
pub(super) fn memory(distances: &Distances, terms: HuntOptions) -> u64 {
    let treasures = distances.stops as u64 - 1;
    if terms.in_order {
        return 8 * treasures;
    }
    let each = if is_short(distances) { 2 } else { 4 };
    1_u64.checked_shl(treasures as u32).map_or(u64::MAX, |sets| sets.saturating_mul(treasures * each))
}

/// Returns whether the number of moves of every route fits in 15 bits. In any case, this number fits in 31 bits, since
/// a route has at most 29 legs of fewer than 2^26 moves each.
fn is_short(distances: &Distances) -> bool {
    u64::from(distances.longest()) * distances.stops as u64 + 1 < 1 << 15
}

impl MovesLeft {
    /// Fills the table.
    ///
    /// # Errors
    /// [`HuntError::TooManyForExact`] if the map has too many treasures; [`HuntError::Memory`] if the table, together
    /// with `beside` bytes of other data, exceeds `available` bytes.
    pub(super) fn new(
        distances: Distances,
        terms: HuntOptions,
        beside: u64,
        available: u64,
    ) -> Result<Self, HuntError> {
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
            RouteTable::Ordered(left)
        } else if is_short(&distances) {
            RouteTable::Short(fill(&distances, u16::MAX / 2, |moves| moves as u16, home))
        } else {
            RouteTable::Long(fill(&distances, u32::MAX / 2, |moves| moves as u32, home))
        };
        Ok(Self { distances, terms, table })
    }

    /// Returns the minimum number of remaining moves for a knight that has collected the treasure `stop`. The treasures
    /// of `set` remain to be collected. If the treasures have an order, `set` is not used.
    fn from(&self, stop: usize, set: usize) -> u64 {
        let at = set * (self.distances.stops - 1) + stop - 1;
        match &self.table {
            RouteTable::Ordered(left) => left[stop - 1],
            RouteTable::Short(table) => table[at].into(),
            RouteTable::Long(table) => table[at].into(),
        }
    }

    /// Returns the number of remaining moves from a square, and the next stop. `away` returns the number of moves from
    /// the square to a stop. `set` is the set of the remaining treasures. If the treasures have an order, `set` is the
    /// number of the remaining treasures.
    pub(super) fn best(&self, set: usize, away: impl Fn(usize) -> u32) -> (u64, usize) {
        let treasures = self.distances.stops - 1;
        let to = |stop: usize, rest| (u64::from(away(stop)) + self.from(stop, rest), stop);
        if set == 0 {
            return (u64::from(if self.terms.home { away(0) } else { 0 }), 0);
        }
        match self.table {
            RouteTable::Ordered(_) => to(treasures + 1 - set, 0),
            _ => members(set).map(|at| to(at + 1, set & !(1 << at))).min().expect("the set is not empty"),
        }
    }

    /// Returns the set of all treasures. If the treasures have an order, returns their number instead.
    pub(super) fn all(&self) -> usize {
        let treasures = self.distances.stops - 1;
        if self.terms.in_order { treasures } else { (1 << treasures) - 1 }
    }

    /// Returns `set` without the treasure whose index is `treasure`, counted from 0. If the treasures must be collected
    /// in order and this treasure is not the next one, returns `set` unchanged.
    pub(super) fn without(&self, set: usize, treasure: usize) -> usize {
        match self.table {
            RouteTable::Ordered(_) => set - usize::from(set > 0 && treasure == self.distances.stops - 1 - set),
            _ => set & !(1 << treasure),
        }
    }

    /// Returns the order of the treasures on a shortest route.
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

/// Returns a table. Element `set * n + from` is the minimum number of moves that a knight on the treasure `from` needs
/// to collect all treasures of `set`, where `n` is the number of treasures. The minimum includes the return value of
/// `home` for the last treasure. If `from` is in `set`, the element is `none`.
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
        // For each treasure `at` of the set, `first[at]` is the minimum number of moves with which a knight on this
        // treasure collects all other treasures of the set.
        let mut first = [none; MAX_EXACT];
        members(set).for_each(|at| first[at] = before[(set & !(1 << at)) * n + at]);
        for from in members(!set & ((1 << n) - 1)) {
            let ways = first[..n].iter().zip(&between[from * n..][..n]);
            here[from] = ways.fold(none, |least, (&rest, &leg)| least.min(rest + leg));
        }
    }
    table
}

/// Returns the members of a set, in ascending order.
fn members(set: usize) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let member = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(member)
    })
}
