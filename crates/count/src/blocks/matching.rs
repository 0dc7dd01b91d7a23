//! Matchings of 2k open ends, each encoded as a number below (2k-1)!!.
//!
//! Each step of the encoding pairs the lowest unpaired end, and writes the position of this end's mate among the
//! remaining ends. These positions are the digits of a number in a mixed radix: the first digit has 2k-1 values, the
//! second 2k-3, and so on. Therefore the matchings of k pairs are exactly the numbers 0 to (2k-1)!!-1, and the
//! matchings in which the first end has the same mate are consecutive.

use std::sync::OnceLock;

/// Maximum number of pairs. The number of matchings of ten pairs still fits in 32 bits.
pub(crate) const MAX_PAIRS: usize = 10;

/// Maximum number of pairs in a matching for which an operation has a lookup table.
pub(super) const TABLED_PAIRS: usize = 7;

/// Number of matchings of k pairs, (2k-1)!!, indexed by k.
pub(crate) const MATCHINGS: [u32; MAX_PAIRS + 1] = {
    let mut table = [1; MAX_PAIRS + 1];
    let mut k = 1;
    while k <= MAX_PAIRS {
        table[k] = table[k - 1] * (2 * k as u32 - 1);
        k += 1;
    }
    table
};

/// The effect of an edge on the open ends. A position is the index of an open end in the order of the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Leaves the open ends unchanged.
    Keep,
    /// Joins the ends at two positions. The first position is the lower one. Two mates may be joined only if no other
    /// ends are open. The join then closes the tour. Otherwise, the join would close a cycle too early.
    Join(u8, u8),
    /// Replaces an end of a path by a new end. The first field is the position of the old end before the replacement.
    /// The second field is the position of the new end after the replacement.
    Move(u8, u8),
    /// Inserts a new path. The positions are those of its two ends after the insertion, the lower position first.
    Insert(u8, u8),
}

impl Operation {
    /// Returns three values: the number of the operation's kind, and the two positions. Both positions of `Keep` are 0.
    const fn parts(self) -> (u8, u8, u8) {
        match self {
            Self::Keep => (0, 0, 0),
            Self::Join(i, j) => (1, i, j),
            Self::Move(i, j) => (2, i, j),
            Self::Insert(i, j) => (3, i, j),
        }
    }

    /// Packs the operation into twelve bits.
    pub(crate) const fn pack(self) -> u16 {
        let (kind, i, j) = self.parts();
        (kind as u16) << 10 | (i as u16) << 5 | j as u16
    }

    pub(crate) const fn unpack(bits: u16) -> Self {
        let (i, j) = ((bits >> 5 & 31) as u8, (bits & 31) as u8);
        match bits >> 10 {
            0 => Self::Keep,
            1 => Self::Join(i, j),
            2 => Self::Move(i, j),
            _ => Self::Insert(i, j),
        }
    }

    /// Returns the number of pairs after the operation. `pairs` is the number of pairs before the operation.
    const fn pairs_after(self, pairs: usize) -> usize {
        match self {
            Self::Keep | Self::Move(..) => pairs,
            Self::Join(..) => pairs - 1,
            Self::Insert(..) => pairs + 1,
        }
    }

    /// Applies the operation to a matching of `pairs` pairs. `index` is the index of this matching. Returns the index
    /// of the new matching. If the operation is forbidden, returns the number of matchings, which is one more than the
    /// last index.
    pub(crate) fn apply(self, pairs: usize, index: u32) -> u32 {
        if self == Self::Keep {
            return index;
        }
        let after = self.pairs_after(pairs);
        self.mates(pairs, &read(pairs, index)).map_or(MATCHINGS[after], |mates| write(after, &mates))
    }

    fn mates(self, pairs: usize, mates: &Mates) -> Option<Mates> {
        let old = 0..2 * pairs as u8;
        let at = usize::from;
        Some(match self {
            Self::Keep => *mates,
            Self::Join(i, j) if mates[at(i)] == j => return (pairs == 1).then_some([0; ENDS]),
            Self::Join(i, j) => {
                let mut joined = *mates;
                (joined[at(mates[at(i)])], joined[at(mates[at(j)])]) = (mates[at(j)], mates[at(i)]);
                renumbered(&joined, old.filter(|&x| x != i && x != j), |x| without(x, i, j))
            }
            Self::Move(i, j) => renumbered(mates, old, |x| {
                let without = x - u8::from(x > i);
                if x == i { j } else { without + u8::from(without >= j) }
            }),
            Self::Insert(i, j) => {
                let mut after = renumbered(mates, old, |x| among(x, i, j));
                (after[at(i)], after[at(j)]) = (j, i);
                after
            }
        })
    }

    /// Calls `each` with every matching that the operation turns into the matching `index`. `after` is the number of
    /// pairs of the matching `index`.
    pub(crate) fn undo(self, after: usize, index: u32, each: &mut impl FnMut(u32)) {
        let at = usize::from;
        let ends = 0..2 * after as u8;
        match self {
            Self::Keep => each(index),
            Self::Move(i, j) => {
                let back = Self::Move(j, i);
                // For `TABLED_PAIRS` or more pairs, building a table takes more time than the table saves.
                let table = (after < TABLED_PAIRS).then(|| back.table(after)).flatten();
                each(table.map_or_else(|| back.apply(after, index), |table| table[index as usize]));
            }
            Self::Insert(i, j) => {
                let mates = read(after, index);
                if mates[at(i)] == j {
                    let others = ends.filter(|&x| x != i && x != j);
                    each(write(after - 1, &renumbered(&mates, others, |x| without(x, i, j))));
                }
            }
            Self::Join(..) if after == 0 => each(0),
            Self::Join(i, j) => {
                let before = renumbered(&read(after, index), ends.clone(), |x| among(x, i, j));
                // The join merged two paths into one. The former mates of the two joined ends are the ends of the
                // merged path.
                for a in ends.map(|x| among(x, i, j)) {
                    let mut before = before;
                    for (one, other) in [(i, a), (j, before[at(a)])] {
                        before[at(one)] = other;
                        before[at(other)] = one;
                    }
                    each(write(after + 1, &before));
                }
            }
        }
    }

    /// Returns the lookup table of the operation for matchings of `pairs` pairs, or `None` if the number of pairs is
    /// too large.
    pub(crate) fn table(self, pairs: usize) -> Option<&'static [u32]> {
        const PLACES: usize = 2 * TABLED_PAIRS + 2;
        static TABLES: [OnceLock<Box<[u32]>>; 3 * (TABLED_PAIRS + 1) * PLACES * PLACES] =
            [const { OnceLock::new() }; 3 * (TABLED_PAIRS + 1) * PLACES * PLACES];
        let (kind, i, j) = self.parts();
        if self == Self::Keep || pairs > TABLED_PAIRS {
            return None;
        }
        let kind = usize::from(kind - 1) * (TABLED_PAIRS + 1);
        let at = ((kind + pairs) * PLACES + usize::from(i)) * PLACES + usize::from(j);
        Some(TABLES[at].get_or_init(|| (0..MATCHINGS[pairs]).map(|index| self.apply(pairs, index)).collect()))
    }
}

/// Maximum number of ends. [`MAX_PAIRS`] pairs have two ends each, and an operation can add two ends.
const ENDS: usize = 2 * MAX_PAIRS + 2;

/// The mate of each end.
type Mates = [u8; ENDS];

/// Returns the position of `end` after the ends at `i` and `j` are removed.
fn without(end: u8, i: u8, j: u8) -> u8 {
    end - u8::from(end > i) - u8::from(end > j)
}

/// Inverts [`without`]: returns the position of `end` after ends are inserted at `i` and `j`. `i` must be below `j`.
fn among(end: u8, i: u8, j: u8) -> u8 {
    let shifted = end + u8::from(end >= i);
    shifted + u8::from(shifted >= j)
}

/// Returns the mates of the given ends after a renumbering. `place` returns the new position of each end.
fn renumbered(mates: &Mates, ends: impl Iterator<Item = u8>, place: impl Fn(u8) -> u8) -> Mates {
    let mut after = [0; ENDS];
    ends.for_each(|end| after[usize::from(place(end))] = place(mates[usize::from(end)]));
    after
}

fn read(pairs: usize, mut index: u32) -> Mates {
    let mut mates = [0; ENDS];
    let mut left = (1_u32 << (2 * pairs)) - 1;
    for rest in (0..pairs).rev() {
        let digit = index / MATCHINGS[rest];
        index %= MATCHINGS[rest];
        let a = left.trailing_zeros();
        left &= left - 1;
        let mut others = left;
        for _ in 0..digit {
            others &= others - 1;
        }
        let b = others.trailing_zeros();
        left ^= 1 << b;
        mates[a as usize] = b as u8;
        mates[b as usize] = a as u8;
    }
    mates
}

fn write(pairs: usize, mates: &Mates) -> u32 {
    let mut index = 0;
    let mut left = (1_u32 << (2 * pairs)) - 1;
    for rest in (0..pairs).rev() {
        let a = left.trailing_zeros();
        left &= left - 1;
        let b = mates[a as usize];
        index += (left & ((1 << b) - 1)).count_ones() * MATCHINGS[rest];
        left ^= 1 << b;
    }
    index
}

/// Returns the matching with its ends in reversed order. If the last end is the apex, the apex keeps its position.
pub(crate) fn reversed(pairs: usize, apex: bool, index: u32) -> u32 {
    let mates = read(pairs, index);
    let last = 2 * pairs as u8 - 1;
    let place = |x: u8| match apex {
        true if x == last => last,
        true => last - 1 - x,
        false => last - x,
    };
    write(pairs, &renumbered(&mates, 0..=last, place))
}

/// Returns whether two matchings of the same ends form one cycle together.
#[cfg(test)]
pub(crate) fn one_cycle(pairs: usize, a: u32, b: u32) -> bool {
    let (a, b) = (read(pairs, a), read(pairs, b));
    let mut at = 0;
    let mut length = 0;
    loop {
        at = b[usize::from(a[usize::from(at)])];
        length += 1;
        if at == 0 {
            return length == pairs;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matching_reads_back_from_its_number() {
        for (pairs, &matchings) in MATCHINGS.iter().enumerate().take(7).skip(1) {
            for index in 0..matchings {
                let mates = read(pairs, index);
                assert!(
                    (0..2 * pairs)
                        .all(|x| usize::from(mates[usize::from(mates[x])]) == x && usize::from(mates[x]) != x)
                );
                assert_eq!(write(pairs, &mates), index);
                for apex in [false, true] {
                    assert_eq!(reversed(pairs, apex, reversed(pairs, apex, index)), index);
                }
            }
        }
    }

    #[test]
    fn joining_what_was_inserted_is_forbidden_and_moving_back_undoes() {
        for (pairs, &matchings) in MATCHINGS.iter().enumerate().take(6).skip(1) {
            for index in 0..matchings {
                for (i, j) in [(0, 1), (0, 2 * pairs as u8 + 1), (pairs as u8, pairs as u8 + 1)] {
                    let inserted = Operation::Insert(i, j).apply(pairs, index);
                    assert!(inserted < MATCHINGS[pairs + 1]);
                    assert_eq!(Operation::Join(i, j).apply(pairs + 1, inserted), MATCHINGS[pairs]);
                    let moved = Operation::Move(i, j).apply(pairs + 1, inserted);
                    assert_eq!(Operation::Move(j, i).apply(pairs + 1, moved), inserted);
                }
            }
        }
    }

    #[test]
    fn an_operation_is_undone_to_every_matching_that_it_takes_there() {
        let mut operations = vec![Operation::Keep];
        for (i, j) in (0..8).flat_map(|j| (0..j).map(move |i| (i, j))) {
            operations.extend([
                Operation::Join(i, j),
                Operation::Insert(i, j),
                Operation::Move(i, j),
                Operation::Move(j, i),
            ]);
        }
        for (before, operation) in
            (0..5_usize).flat_map(|pairs| operations.iter().map(move |&operation| (pairs, operation)))
        {
            let ends = 2 * before as u8 + if let Operation::Insert(..) = operation { 2 } else { 0 };
            let fits = match operation {
                Operation::Keep => true,
                Operation::Join(i, j) | Operation::Insert(i, j) | Operation::Move(i, j) => i.max(j) < ends,
            };
            if !fits {
                continue;
            }
            let after = operation.pairs_after(before);
            for to in 0..MATCHINGS[after] {
                let mut found = Vec::new();
                operation.undo(after, to, &mut |from| found.push(from));
                found.sort_unstable();
                let expected: Vec<u32> =
                    (0..MATCHINGS[before]).filter(|&from| operation.apply(before, from) == to).collect();
                assert_eq!(found, expected, "{operation:?} to {to} of {after} pairs");
            }
        }
    }

    #[test]
    fn joining_the_last_two_ends_closes_a_cycle() {
        assert_eq!(Operation::Join(0, 1).apply(1, 0), 0);
        assert_eq!(Operation::Join(0, 1).table(1), Some(&[0][..]));
    }

    #[test]
    fn each_matching_of_k_pairs_makes_one_cycle_with_2_4_dots_2k_minus_2_others() {
        for (pairs, others) in [(1, 1), (2, 2), (3, 8), (4, 48)] {
            let matchings = MATCHINGS[pairs];
            for a in 0..matchings {
                let found = (0..matchings).filter(|&b| one_cycle(pairs, a, b)).count();
                assert_eq!(found, others);
            }
        }
    }

    #[test]
    fn an_operation_is_the_same_packed() {
        for operation in [Operation::Keep, Operation::Join(3, 19), Operation::Move(19, 0), Operation::Insert(0, 20)] {
            assert_eq!(Operation::unpack(operation.pack()), operation);
        }
    }
}
