//! Classes of what happens among the shared rows, and how they are distinguished.

/// The differences of a vector of degrees, six bits a path, and the edges of the apex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Class {
    pub(super) differences: u128,
    /// Edges that the apex has, once the halves are ready to be joined.
    pub(super) apex: u32,
}

impl Class {
    /// No class: behind all others.
    pub(super) const NONE: Self = Self { differences: u128::MAX, apex: u32::MAX };

    /// As three words, for disk.
    pub(crate) const fn words(self) -> [u64; 3] {
        [self.differences as u64, (self.differences >> 64) as u64, self.apex as u64]
    }

    pub(crate) const fn from_words([low, high, apex]: [u64; 3]) -> Self {
        Self { differences: (high as u128) << 64 | low as u128, apex: apex as u32 }
    }

    /// A number by which classes are distributed.
    #[cfg(feature = "workers")]
    pub(crate) fn hash(self) -> u64 {
        let folded = (self.differences as u64) ^ (self.differences >> 64) as u64 ^ u64::from(self.apex) << 60;
        folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
    }
}

/// Zero, in the six bits of a difference.
pub(super) const ZERO: u128 = 32;

/// The two sides of each path of moves; of what is not a chessboard, none.
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

/// The squares that may get an edge to the apex: those of the `ends` that are given always, and of the others up to
/// `free`.
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
