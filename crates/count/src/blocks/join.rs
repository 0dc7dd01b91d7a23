//! Two halves that meet: the sum over all pairs of matchings that make one cycle.

use std::sync::OnceLock;

use super::layer::Block;
use super::matching::{MATCHINGS, Operation, one_cycle, reversed};

/// From so many pairs on the last step is a table.
const LAST: usize = 3;

/// Arrays for [`cycles`], kept between calls.
#[derive(Debug, Default)]
pub(crate) struct Room {
    /// For each number of pairs the upper half's counts, a place a matching and one for what is forbidden.
    dense: Vec<Vec<u64>>,
    ranks: Vec<u32>,
    counts: Vec<u64>,
}

/// How many cycles the matchings of two blocks make, each pair as often as the product of its counts.
///
/// The lower block numbers its ends in reversed order, the apex always last. All pairs would be too many: instead
/// each mate of the first end below is tried once for all matchings above, and what is left is a smaller problem.
pub(crate) fn cycles(upper: &Block<'_>, lower: &Block<'_>, apex: bool, room: &mut Room) -> u128 {
    let pairs = upper.degrees.pairs();
    if pairs == 0 {
        return 0;
    }
    if room.dense.len() <= pairs {
        room.dense.resize_with(pairs + 1, Vec::new);
    }
    let mut dense = std::mem::take(&mut room.dense);
    let (mut ranks, mut counts) = (std::mem::take(&mut room.ranks), std::mem::take(&mut room.counts));
    ranks.clear();
    counts.clear();
    for (rank, count) in lower.states() {
        ranks.push(rank);
        counts.push(count);
    }
    let table = reversal(pairs, apex);
    let turned = |rank: u32| table.map_or_else(|| reversed(pairs, apex, rank), |table| table[rank as usize]);
    let sum = if pairs > LAST + 4 {
        // So many matchings are few of those that could be: one by one.
        let upper: Vec<(u32, u64)> = upper.states().map(|(rank, count)| (turned(rank), count)).collect();
        let unit = MATCHINGS[pairs - 1];
        parts(&ranks, unit)
            .map(|(mate, from, to)| {
                let join = Operation::Join(0, mate as u8 + 1);
                fill(
                    &mut dense[pairs - 1],
                    pairs - 1,
                    upper.iter().map(|&(rank, count)| (join.apply(pairs, rank), count)),
                );
                contract(pairs - 1, &mut dense, &ranks[from..to], &counts[from..to], mate * unit)
            })
            .sum()
    } else {
        fill(&mut dense[pairs], pairs, upper.states().map(|(rank, count)| (turned(rank), count)));
        contract(pairs, &mut dense, &ranks, &counts, 0)
    };
    (room.dense, room.ranks, room.counts) = (dense, ranks, counts);
    sum
}

fn fill(dense: &mut Vec<u64>, pairs: usize, states: impl Iterator<Item = (u32, u64)>) {
    dense.clear();
    dense.resize(MATCHINGS[pairs] as usize + 1, 0);
    states.for_each(|(rank, count)| dense[rank as usize] += count);
}

/// Parts the ascending ranks by the mate of the first end: the mate's digit, and from where to where.
fn parts(ranks: &[u32], unit: u32) -> impl Iterator<Item = (u32, usize, usize)> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let mate = ranks.get(from)? / unit;
        let len = ranks[from..].partition_point(|rank| rank / unit == mate);
        let part = (mate, from, from + len);
        from += len;
        Some(part)
    })
}

/// The sum for the matchings above in `dense[pairs]` and those below, whose ranks are counted from `base`.
fn contract(pairs: usize, dense: &mut [Vec<u64>], ranks: &[u32], counts: &[u64], base: u32) -> u128 {
    if pairs <= LAST {
        let partners = &partners()[pairs];
        let above = &dense[pairs];
        let product = |(rank, count): (&u32, &u64)| {
            // The sum of all above fits 64 bits, so that the sum of some does.
            let sum: u64 = partners[(rank - base) as usize].iter().map(|&partner| above[usize::from(partner)]).sum();
            u128::from(sum) * u128::from(*count)
        };
        return ranks.iter().zip(counts).map(product).sum();
    }
    let unit = MATCHINGS[pairs - 1];
    let mut sum = 0;
    let mut from = 0;
    while from < ranks.len() {
        let mate = (ranks[from] - base) / unit;
        let first = base + mate * unit;
        let len = ranks[from..].partition_point(|&rank| rank - first < unit);
        let table = Operation::Join(0, mate as u8 + 1).table(pairs).expect("so few pairs are in tables");
        let (smaller, larger) = dense.split_at_mut(pairs);
        let below = &mut smaller[pairs - 1];
        below.clear();
        below.resize(unit as usize + 1, 0);
        for (&count, &to) in larger[0].iter().zip(table) {
            below[to as usize] += count;
        }
        sum += contract(pairs - 1, dense, &ranks[from..from + len], &counts[from..from + len], first);
        from += len;
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
    static TABLES: [OnceLock<Box<[u32]>>; 16] = [const { OnceLock::new() }; 16];
    let table = || (0..MATCHINGS[pairs]).map(|rank| reversed(pairs, apex, rank)).collect();
    (pairs <= LAST + 4).then(|| &**TABLES[2 * pairs + usize::from(apex)].get_or_init(table))
}
