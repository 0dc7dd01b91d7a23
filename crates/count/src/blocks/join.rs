//! Joins two halves. An upper matching is a partner of a lower matching if the two together form a single cycle. For
//! each lower matching, adds the counts of all its partners.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::layer::LayerBlock;
use super::matching::{MATCHINGS, Operation, TABLED_PAIRS, reversed};
use super::ring::Ring;

/// The recursion ends when at most this number of pairs remain. The table of partners then gives the sum.
const LAST: usize = 3;

/// Maximum number of pairs in a matching that the table of partners contains. Two matchings are partners if together
/// they form one cycle. The table lists all partners of each matching that it contains.
const LISTED: usize = 5;

/// Maximum number of pairs for which the upper matchings are stored in an array with one element per possible matching.
/// If matchings have more pairs, only a few of the possible matchings occur, and only these are stored.
const DENSE: usize = TABLED_PAIRS;

/// Scratch memory of [`cycles`], kept between calls.
#[derive(Debug, Default)]
pub(crate) struct JoinScratch {
    pub(super) ring: Ring,
    /// Arrays of counts of the upper half, indexed by the number of pairs. Each array contains one count per matching
    /// with this number of pairs, and an additional element for forbidden operations.
    dense: Vec<Vec<u64>>,
    indices: Vec<u32>,
}

/// Calls `each` for every matching of the lower block. The first argument of `each` is the index of this matching in
/// the block. The second argument is a sum of counts. An upper matching contributes its count to this sum if it forms a
/// single cycle with the lower matching.
///
/// The blocks must have open ends. Without open ends, a block contains either one closed cycle or no edge.
///
/// The ends of the lower block are numbered in reversed order. The apex, the extra vertex that closes open tours, is
/// always the last end. Trying every upper matching with every lower matching would take too long. Instead, the
/// function tries each possible mate of the first lower end once, for all upper matchings together. Each trial leaves
/// matchings with one pair of ends fewer.
pub(crate) fn cycles(
    upper: &LayerBlock<'_>,
    lower: &LayerBlock<'_>,
    apex: bool,
    room: &mut JoinScratch,
    each: &mut impl FnMut(usize, u64),
) {
    let pairs = upper.degrees.pairs();
    if room.dense.len() <= pairs {
        room.dense.resize_with(pairs + 1, Vec::new);
    }
    let mut dense = std::mem::take(&mut room.dense);
    let mut indices = std::mem::take(&mut room.indices);
    indices.clear();
    indices.extend(lower.states().map(|(index, _)| index));
    let table = reversal(pairs, apex);
    let turned = |index: u32| table.map_or_else(|| reversed(pairs, apex, index), |table| table[index as usize]);
    let upper = upper.states().map(|(index, count)| (turned(index), count));
    one_by_one(pairs, room.ring, upper, &mut dense, Below { indices: &indices, at: 0, base: 0 }, each);
    (room.dense, room.indices) = (dense, indices);
}

/// Matchings of the lower half, in ascending order.
#[derive(Clone, Copy)]
struct Below<'a> {
    indices: &'a [u32],
    /// Index, within the block, of the first element of `indices`.
    at: usize,
    /// Number to subtract from each element of `indices`.
    base: u32,
}

/// Computes the sums for the upper matchings in the iterator `upper`.
fn one_by_one(
    pairs: usize,
    ring: Ring,
    upper: impl Iterator<Item = (u32, u64)>,
    dense: &mut [Vec<u64>],
    below: Below<'_>,
    each: &mut impl FnMut(usize, u64),
) {
    if pairs <= DENSE {
        fill(&mut dense[pairs], pairs, ring, upper);
        return contract(pairs, ring, dense, below, each);
    }
    let upper: Vec<(u32, u64)> = upper.filter(|&(index, _)| index < MATCHINGS[pairs]).collect();
    for (mate, part) in parts(below, MATCHINGS[pairs - 1]) {
        let join = Operation::Join(0, mate as u8 + 1);
        // The iterator is a `dyn` reference, since otherwise each recursion would create another iterator type.
        let joined: &mut dyn Iterator<Item = _> =
            &mut upper.iter().map(|&(index, count)| (join.apply(pairs, index), count));
        one_by_one(pairs - 1, ring, joined, dense, part, each);
    }
}

fn fill(dense: &mut Vec<u64>, pairs: usize, ring: Ring, states: impl Iterator<Item = (u32, u64)>) {
    dense.clear();
    dense.resize(MATCHINGS[pairs] as usize + 1, 0);
    states.for_each(|(index, count)| dense[index as usize] = ring.add(dense[index as usize], count));
}

/// Groups the matchings by the mate of their first end. Each item contains the position of this mate among the ends
/// after the first, and all matchings in which the first end has this mate.
fn parts(below: Below<'_>, unit: u32) -> impl Iterator<Item = (u32, Below<'_>)> {
    let Below { indices, base, .. } = below;
    let mut from = 0;
    std::iter::from_fn(move || {
        let mate = (indices.get(from)? - base) / unit;
        let first = base + mate * unit;
        let part = from..from + indices[from..].partition_point(|&index| index - first < unit);
        from = part.end;
        Some((mate, Below { at: below.at + part.start, indices: &indices[part], base: first }))
    })
}

/// Calls `each` for every lower matching in `below`, with the sum of the counts of its upper partners. The counts of
/// the upper matchings are in `dense[pairs]`.
fn contract(pairs: usize, ring: Ring, dense: &mut [Vec<u64>], below: Below<'_>, each: &mut impl FnMut(usize, u64)) {
    if pairs <= LAST {
        let (partners, above) = (&partners()[pairs], &dense[pairs]);
        for (at, index) in (below.at..).zip(below.indices) {
            // The sum of all upper counts fits in 64 bits, so every partial sum also fits.
            let partners = &partners[(index - below.base) as usize];
            each(at, partners.iter().fold(0, |sum, &partner| ring.add(sum, above[usize::from(partner)])));
        }
        return;
    }
    let unit = MATCHINGS[pairs - 1];
    for (mate, part) in parts(below, unit) {
        let table = Operation::Join(0, mate as u8 + 1).table(pairs).expect("up to DENSE pairs are in tables");
        let (smaller, larger) = dense.split_at_mut(pairs);
        let joined = &mut smaller[pairs - 1];
        joined.clear();
        joined.resize(unit as usize + 1, 0);
        for (&count, &to) in larger[0].iter().zip(table) {
            joined[to as usize] = ring.add(joined[to as usize], count);
        }
        contract(pairs - 1, ring, dense, part, each);
    }
}

/// Calls `each` with the number of every matching that forms one cycle with the given matching. `index` is the number
/// of the given matching. The numbers are in ascending order, and `base` is added to each number. Stops when `each`
/// returns `Break`.
pub(super) fn closing(
    pairs: usize,
    index: u32,
    base: u32,
    each: &mut impl FnMut(u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if pairs <= LISTED {
        return partners()[pairs][index as usize].iter().try_for_each(|&partner| each(base + u32::from(partner)));
    }
    let unit = MATCHINGS[pairs - 1];
    (0..2 * pairs as u32 - 1).try_for_each(|mate| {
        let joined = Operation::Join(0, mate as u8 + 1).apply(pairs, index);
        if joined == unit { ControlFlow::Continue(()) } else { closing(pairs - 1, joined, base + mate * unit, each) }
    })
}

/// Returns the table of partners. A partner of a matching forms a single cycle together with this matching. The element
/// with the indices `pairs` and `matching` lists all partners of one matching. The table ends at [`LISTED`] pairs.
fn partners() -> &'static [Vec<Vec<u16>>; LISTED + 1] {
    static TABLE: OnceLock<[Vec<Vec<u16>>; LISTED + 1]> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = [const { Vec::new() }; LISTED + 1];
        table[1] = vec![vec![0]];
        for pairs in 2..=LISTED {
            let unit = MATCHINGS[pairs - 1];
            // A partner of the given matching is a second matching. Each possible mate of the first end in the second
            // matching is tried. The edge between the first end and this mate contracts the given matching. The other
            // pairs of the second matching must form one cycle with the contracted matching.
            let with = |index: u32| {
                let joined =
                    (0..2 * pairs as u32 - 1).map(|mate| Operation::Join(0, mate as u8 + 1).apply(pairs, index));
                let rest = joined.zip((0..).step_by(unit as usize)).filter(|&(joined, _)| joined < unit);
                rest.flat_map(|(joined, base)| table[pairs - 1][joined as usize].iter().map(move |at| base + at))
                    .collect()
            };
            table[pairs] = (0..MATCHINGS[pairs]).map(with).collect();
        }
        table
    })
}

/// Returns a table of the results of `reversed`, indexed by the matching. Returns `None` if `pairs` is too large for a
/// table.
fn reversal(pairs: usize, apex: bool) -> Option<&'static [u32]> {
    static TABLES: [OnceLock<Box<[u32]>>; 2 * DENSE + 2] = [const { OnceLock::new() }; 2 * DENSE + 2];
    let table = || (0..MATCHINGS[pairs]).map(|index| reversed(pairs, apex, index)).collect();
    (pairs <= DENSE).then(|| &**TABLES[2 * pairs + usize::from(apex)].get_or_init(table))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::matching::one_cycle;
    use crate::blocks::{Chunk, Degrees};

    /// Returns `how_many` matchings, spread evenly from the first to the last.
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
        let mut room = JoinScratch::default();
        for (pairs, &matchings) in MATCHINGS.iter().enumerate().skip(1) {
            let (above, below) = (some(pairs, matchings.min(2000)), some(pairs, matchings.min(701)));
            let (upper, lower) = (chunk(pairs, &above), chunk(pairs, &below));
            let mut found = Vec::new();
            cycles(&upper.block(0), &lower.block(0), false, &mut room, &mut |at, sum| found.push((at, sum)));
            let turned: Vec<(u32, u64)> =
                above.iter().map(|&(index, count)| (reversed(pairs, false, index), count)).collect();
            let sum = |b: u32| turned.iter().filter(|&&(a, _)| one_cycle(pairs, a, b)).map(|&(_, count)| count).sum();
            let expected: Vec<(usize, u64)> = below.iter().map(|&(b, _)| sum(b)).enumerate().collect();
            assert_eq!(found, expected, "{pairs} pairs");
            assert!(found.iter().any(|&(_, sum)| sum > 0), "{pairs} pairs: no two of them close");
            if pairs <= 7 {
                let mut partners = Vec::new();
                let index = below[below.len() / 2].0;
                let _ = closing(pairs, index, 0, &mut |partner| {
                    partners.push(partner);
                    ControlFlow::Continue(())
                });
                assert!(partners.iter().copied().eq((0..matchings).filter(|&a| one_cycle(pairs, a, index))));
            }
        }
    }
}
