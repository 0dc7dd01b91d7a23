//! The best order of the stops by dynamic programming over sets (Held and Karp 1962; Bellman 1962).

use std::ops::Add;

use super::distances::Distances;
use super::{HuntError, MAX_EXACT};

/// A number of moves in as few bytes as will do.
trait Moves: Copy + Ord + Add<Output = Self> {
    /// More than any way has, and still without overflow when a distance is added.
    const NONE: Self;
    /// A number of moves that fits.
    fn of(moves: u32) -> Self;
}

impl Moves for u16 {
    const NONE: Self = 1 << 15;
    fn of(moves: u32) -> Self {
        moves as Self
    }
}

impl Moves for u32 {
    const NONE: Self = 1 << 31;
    fn of(moves: u32) -> Self {
        moves
    }
}

/// Whether the moves of any way fit into 15 bits. If not, 31 are enough: 2^26 squares times 29 legs.
fn is_short(distances: &Distances) -> bool {
    u64::from(distances.longest()) * distances.stops() as u64 + 1 < 1 << 15
}

/// Bytes of the table: one number for each set and each of its members.
pub(super) fn memory(distances: &Distances) -> u64 {
    let treasures = distances.stops() as u64 - 1;
    let each = if is_short(distances) { 2 } else { 4 };
    1_u64.checked_shl(treasures as u32).map_or(u64::MAX, |sets| sets.saturating_mul(treasures * each))
}

/// An order of the treasures in which the way is shortest.
pub(super) fn order(distances: &Distances, home: bool) -> Result<Vec<usize>, HuntError> {
    let treasures = distances.stops() - 1;
    if treasures > MAX_EXACT {
        return Err(HuntError::TooManyForExact { treasures });
    }
    Ok(if is_short(distances) { shortest::<u16>(distances, home) } else { shortest::<u32>(distances, home) })
}

/// `table[set * n + last]`: the fewest moves that collect the treasures of `set` and end on `last`, a member of it.
fn shortest<M: Moves>(distances: &Distances, home: bool) -> Vec<usize> {
    let n = distances.stops() - 1;
    if n == 0 {
        return Vec::new();
    }
    let from_start: Vec<M> = (0..n).map(|to| M::of(distances.between(0, to + 1))).collect();
    let between: Vec<M> = (0..n).flat_map(|a| distances.row(a + 1)[1..].iter().map(|&moves| M::of(moves))).collect();
    let mut table = vec![M::NONE; n << n];
    for set in 1_usize..1 << n {
        let (before, here) = table.split_at_mut(set * n);
        for last in members(set) {
            let rest = set & !(1 << last);
            here[last] = if rest == 0 {
                from_start[last]
            } else {
                // Those not in the set are NONE, which never is the least: no question asked.
                let ways = before[rest * n..][..n].iter().zip(&between[last * n..][..n]);
                ways.fold(M::NONE, |least, (&moves, &leg)| least.min(moves + leg))
            };
        }
    }
    let all = (1 << n) - 1;
    let homeward = |last: usize| if home { from_start[last] } else { M::of(0) };
    let mut last = (0..n).min_by_key(|&last| table[all * n + last] + homeward(last)).expect("there is a treasure");
    // Backwards: the treasure before is one over which the number came about.
    let mut order = vec![last + 1];
    let mut set: usize = all;
    while set.count_ones() > 1 {
        let rest = set & !(1 << last);
        let came = |&k: &usize| table[rest * n + k] + between[last * n + k] == table[set * n + last];
        last = members(rest).find(came).expect("the number came about over one of them");
        order.push(last + 1);
        set = rest;
    }
    order.reverse();
    order
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
