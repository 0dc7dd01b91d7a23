//! Classes of the blocks in the last layers of the two halves, and the selection of the classes that a shard counts.
//! The halves have some rows of the board in common, the shared rows.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use courser_board::Shard;

/// A class of blocks. All blocks of a class have the same `differences`, and all have the same `apex`.
///
/// The squares of the shared rows and all possible moves between them form a graph. The squares of a connected
/// component have two colours, like the squares of a chessboard, and every move changes the colour. The value
/// `differences` has six bits for each component. These bits encode the sum of the degrees of the squares of the first
/// colour, minus the sum of the degrees of the squares of the second colour. The value `apex` is the number of edges at
/// the apex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DegreeClass {
    pub(super) differences: u128,
    /// Number of edges at the apex when the halves are joined.
    pub(super) apex: u32,
}

impl DegreeClass {
    /// Sentinel for no class. The sentinel sorts after all classes.
    pub(super) const NONE: Self = Self { differences: u128::MAX, apex: u32::MAX };

    /// Returns the class as three 64-bit words. Files contain classes in this form.
    pub(crate) const fn words(self) -> [u64; 3] {
        [self.differences as u64, (self.differences >> 64) as u64, self.apex as u64]
    }

    pub(crate) const fn from_words([low, high, apex]: [u64; 3]) -> Self {
        Self { differences: (high as u128) << 64 | low as u128, apex: apex as u32 }
    }
}

/// Returns the classes of a shard. `classes` are all classes, each with its number of states. The classes are assigned
/// in descending order of size, each to the shard with the smallest number of states so far.
///
/// The largest shard exceeds the smallest by at most one class (R. L. Graham, "Bounds on multiprocessing timing
/// anomalies", 1969).
pub(crate) fn of_shard(mut classes: Vec<(u64, DegreeClass)>, shard: Shard) -> Vec<(u64, DegreeClass)> {
    classes.sort_unstable_by_key(|&(states, class)| (Reverse(states), class));
    // If there are more shards than classes, the surplus shards are empty.
    let shards = shard.of.min(classes.len() as u64);
    let mut sums: BinaryHeap<Reverse<(u64, u64)>> = (0..shards).map(|index| Reverse((0, index))).collect();
    classes.retain(|&(states, _)| {
        let Reverse((sum, index)) = sums.pop().expect("classes have a shard");
        sums.push(Reverse((sum + states, index)));
        index == shard.index
    });
    classes
}

/// The six-bit code of the difference zero.
pub(super) const ZERO: u128 = 32;

/// Colours the squares of each connected component like a chessboard. Returns, for each component, the masks of the two
/// colours. Components that cannot be coloured in this way are left out.
pub(super) fn sides(squares: u32, moves: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut sides = Vec::new();
    let mut rest = squares;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        let (mut a, mut b) = (first, 0_u32);
        loop {
            let before = (a, b);
            for &(x, y) in moves {
                for (x, y) in [(x, y), (y, x)] {
                    if a & x != 0 {
                        b |= y;
                    }
                    if b & x != 0 {
                        a |= y;
                    }
                }
            }
            if before == (a, b) {
                break;
            }
        }
        rest &= !(a | b);
        if a & b == 0 {
            sides.push((a, b));
        }
    }
    sides
}

/// Returns the possible sets of squares with an edge to the apex. Each set contains all given `ends`, and up to `free`
/// other squares.
pub(super) fn apex_choices(squares: u32, ends: &[u32], free: Option<u32>) -> Vec<Vec<u32>> {
    let Some(free) = free else { return vec![Vec::new()] };
    let slots: Vec<u32> = (0..31).map(|slot| 1 << slot).filter(|slot| squares & slot != 0).collect();
    let mut choices = vec![Vec::new()];
    choices.extend(slots.iter().map(|&a| vec![a]));
    choices.extend(slots.iter().enumerate().flat_map(|(at, &a)| slots[at + 1..].iter().map(move |&b| vec![a, b])));
    choices.retain(|choice: &Vec<u32>| {
        let given = choice.iter().filter(|slot| ends.contains(slot)).count();
        given == ends.len() && choice.len() - given <= free as usize
    });
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_in_one_shard_and_shards_differ_by_no_more_than_a_class() {
        for (classes, of) in [(0_u32, 3), (1, 1), (2, 5), (373, 16), (1522, 3)] {
            let class = |number: u32| (u64::from(number * number % 1009), DegreeClass { differences: 0, apex: number });
            let all: Vec<(u64, DegreeClass)> = (0..classes).map(class).collect();
            let shards: Vec<Vec<(u64, DegreeClass)>> =
                (0..of).map(|index| of_shard(all.iter().rev().copied().collect(), Shard { index, of })).collect();
            let mut found: Vec<(u64, DegreeClass)> = shards.concat();
            found.sort_unstable_by_key(|&(_, class)| class);
            assert_eq!(found, all, "{classes} classes in {of} shards");
            let sums = || shards.iter().map(|shard| shard.iter().map(|(states, _)| states).sum::<u64>());
            let largest = all.iter().map(|(states, _)| *states).max().unwrap_or(0);
            assert!(sums().max() <= sums().min().map(|least| least + largest), "{classes} classes in {of} shards");
        }
        // Shards without a class need no memory.
        assert_eq!(of_shard(vec![(7, DegreeClass::NONE)], Shard { index: 1, of: u64::MAX }), []);
    }
}
