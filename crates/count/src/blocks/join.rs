//! Two halves that meet: the sum over all pairs of matchings that make one cycle.

use std::ops::Range;
use std::sync::OnceLock;

use super::layer::Block;
use super::matching::{MATCHINGS, Operation, TABLED_PAIRS, one_cycle, reversed};

/// The number of pairs at which the rest is looked up in a table.
const LAST: usize = 3;

/// Up to this number of pairs the upper matchings are in an array with a place for each possible one. With more pairs
/// only a few of the possible matchings occur, and they are listed.
const DENSE: usize = TABLED_PAIRS;

/// Arrays for [`cycles`], kept between calls.
#[derive(Debug, Default)]
pub(crate) struct Room {
    /// For each number of pairs the upper half's counts, one place per matching and one for what is forbidden.
    dense: Vec<Vec<u64>>,
    indices: Vec<u32>,
    counts: Vec<u64>,
}

/// Counts the cycles that the matchings of two blocks make, each pair as often as the product of its counts.
///
/// There must be open ends: of blocks without them one has closed its cycle or none.
///
/// The lower block numbers its ends in reversed order, the apex always last. All pairs would be too many: instead
/// each mate of the first end below is tried once for all matchings above, and what is left is a smaller problem.
pub(crate) fn cycles(upper: &Block<'_>, lower: &Block<'_>, apex: bool, room: &mut Room) -> u128 {
    let pairs = upper.degrees.pairs();
    if room.dense.len() <= pairs {
        room.dense.resize_with(pairs + 1, Vec::new);
    }
    let mut dense = std::mem::take(&mut room.dense);
    let (mut indices, mut counts) = (std::mem::take(&mut room.indices), std::mem::take(&mut room.counts));
    indices.clear();
    counts.clear();
    for (index, count) in lower.states() {
        indices.push(index);
        counts.push(count);
    }
    let table = reversal(pairs, apex);
    let turned = |index: u32| table.map_or_else(|| reversed(pairs, apex, index), |table| table[index as usize]);
    let upper = upper.states().map(|(index, count)| (turned(index), count));
    let sum = one_by_one(pairs, upper, &mut dense, &indices, &counts, 0);
    (room.dense, room.indices, room.counts) = (dense, indices, counts);
    sum
}

/// The sum for the matchings above as they come, and those below, whose indices are counted from `base`.
fn one_by_one(
    pairs: usize,
    upper: impl Iterator<Item = (u32, u64)>,
    dense: &mut [Vec<u64>],
    indices: &[u32],
    counts: &[u64],
    base: u32,
) -> u128 {
    if pairs <= DENSE {
        fill(&mut dense[pairs], pairs, upper);
        return contract(pairs, dense, indices, counts, base);
    }
    let upper: Vec<(u32, u64)> = upper.filter(|&(index, _)| index < MATCHINGS[pairs]).collect();
    let mut sum = 0;
    for (first, mate, part) in parts(indices, base, MATCHINGS[pairs - 1]) {
        let join = Operation::Join(0, mate as u8 + 1);
        // Behind a `dyn`, since each pair less would be another type of iterator.
        let joined: &mut dyn Iterator<Item = _> =
            &mut upper.iter().map(|&(index, count)| (join.apply(pairs, index), count));
        sum += one_by_one(pairs - 1, joined, dense, &indices[part.clone()], &counts[part], first);
    }
    sum
}

fn fill(dense: &mut Vec<u64>, pairs: usize, states: impl Iterator<Item = (u32, u64)>) {
    dense.clear();
    dense.resize(MATCHINGS[pairs] as usize + 1, 0);
    states.for_each(|(index, count)| dense[index as usize] += count);
}

/// Parts the ascending indices by the mate of the first end: the first index that there could be with it, the mate's
/// digit, and where these indices are.
fn parts(indices: &[u32], base: u32, unit: u32) -> impl Iterator<Item = (u32, u32, Range<usize>)> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let mate = (indices.get(from)? - base) / unit;
        let first = base + mate * unit;
        let part = from..from + indices[from..].partition_point(|&index| index - first < unit);
        from = part.end;
        Some((first, mate, part))
    })
}

/// The sum for the matchings above in `dense[pairs]` and those below, whose indices are counted from `base`.
fn contract(pairs: usize, dense: &mut [Vec<u64>], indices: &[u32], counts: &[u64], base: u32) -> u128 {
    if pairs <= LAST {
        let partners = &partners()[pairs];
        let above = &dense[pairs];
        let product = |(index, count): (&u32, &u64)| {
            // The sum of all above fits 64 bits, so that the sum of some does.
            let sum: u64 = partners[(index - base) as usize].iter().map(|&partner| above[usize::from(partner)]).sum();
            u128::from(sum) * u128::from(*count)
        };
        return indices.iter().zip(counts).map(product).sum();
    }
    let unit = MATCHINGS[pairs - 1];
    let mut sum = 0;
    for (first, mate, part) in parts(indices, base, unit) {
        let table = Operation::Join(0, mate as u8 + 1).table(pairs).expect("up to DENSE pairs are in tables");
        let (smaller, larger) = dense.split_at_mut(pairs);
        let below = &mut smaller[pairs - 1];
        below.clear();
        below.resize(unit as usize + 1, 0);
        for (&count, &to) in larger[0].iter().zip(table) {
            below[to as usize] += count;
        }
        sum += contract(pairs - 1, dense, &indices[part.clone()], &counts[part], first);
    }
    sum
}

/// For up to [`LAST`] pairs, the matchings that make one cycle with each.
fn partners() -> &'static [Vec<Vec<u8>>; LAST + 1] {
    static TABLE: OnceLock<[Vec<Vec<u8>>; LAST + 1]> = OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|pairs| match pairs {
            0 => Vec::new(),
            _ => (0..MATCHINGS[pairs])
                .map(|a| (0..MATCHINGS[pairs]).filter(|&b| one_cycle(pairs, a, b)).map(|b| b as u8).collect())
                .collect(),
        })
    })
}

/// The matchings with their ends in reversed order, for as many pairs as tables are kept for.
fn reversal(pairs: usize, apex: bool) -> Option<&'static [u32]> {
    static TABLES: [OnceLock<Box<[u32]>>; 2 * DENSE + 2] = [const { OnceLock::new() }; 2 * DENSE + 2];
    let table = || (0..MATCHINGS[pairs]).map(|index| reversed(pairs, apex, index)).collect();
    (pairs <= DENSE).then(|| &**TABLES[2 * pairs + usize::from(apex)].get_or_init(table))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{Chunk, Degrees};

    /// A few matchings, from the first to the last.
    fn some(pairs: usize, how_many: u32) -> Vec<(u32, u64)> {
        (0..how_many).map(|at| (MATCHINGS[pairs] / how_many * at, u64::from(at) + 1)).collect()
    }

    fn chunk(pairs: usize, states: &[(u32, u64)]) -> Chunk {
        let mut chunk = Chunk::default();
        let ends = ((1_u64 << (2 * pairs)) - 1) as u32;
        chunk.push(Degrees { ends, full: 0 }, states, states.iter().map(|&(_, count)| count).sum());
        chunk
    }

    #[test]
    fn matchings_of_any_number_of_pairs_are_joined_as_one_by_one() {
        let mut room = Room::default();
        for (pairs, &matchings) in MATCHINGS.iter().enumerate().skip(1) {
            let (above, below) = (some(pairs, matchings.min(2000)), some(pairs, matchings.min(701)));
            let (upper, lower) = (chunk(pairs, &above), chunk(pairs, &below));
            let found = cycles(&upper.block(0), &lower.block(0), false, &mut room);
            let mut expected = 0;
            for &(a, times) in &above {
                let turned = reversed(pairs, false, a);
                let closing = below.iter().filter(|&&(b, _)| one_cycle(pairs, turned, b));
                expected += closing.map(|&(_, count)| u128::from(count) * u128::from(times)).sum::<u128>();
            }
            assert_eq!(found, expected, "{pairs} pairs");
            assert!(found > 0, "{pairs} pairs: no two of them close");
        }
    }
}
