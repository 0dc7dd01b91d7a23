//! The first rows filled in every way that matters.

/// The fewest queens that are divided into prefixes.
pub const MIN_SIDE: u32 = 4;

/// The most queens that are divided into prefixes: a row is one word of 32 bits.
pub const MAX_SIDE: u32 = 32;

/// The squares of the next row that the queens of the filled rows attack, one bit per column: `Prefix` in
/// `shaders/queens/count.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Prefix {
    /// Columns attacked along diagonals to the left.
    pub left: u32,
    /// Columns that have a queen: as many bits as rows are filled.
    pub down: u32,
    /// Columns attacked along diagonals to the right.
    pub right: u32,
    /// Fills the row of 16 bytes.
    pub unused: u32,
}

/// A count of queens, divided into prefixes of one depth; each prefix stands for its mirror image as well.
#[derive(Clone, Debug)]
pub struct QueensPlan {
    n: u32,
    prefixes: Vec<Prefix>,
}

impl QueensPlan {
    /// The prefixes of `n` queens: of as few rows as make `wanted` of them, but two at least, and two rows left.
    ///
    /// The queen of the first row is in the left half; in the middle column of an odd board, the second's is.
    ///
    /// # Panics
    /// If `n` is not [`MIN_SIDE`] to [`MAX_SIDE`].
    pub fn new(n: u32, wanted: usize) -> Self {
        assert!((MIN_SIDE..=MAX_SIDE).contains(&n), "{n} queens: {MIN_SIDE} to {MAX_SIDE} are divided");
        let all = u32::MAX >> (32 - n);
        let half = (1 << (n / 2)) - 1;
        let nothing = Prefix { left: 0, down: 0, right: 0, unused: 0 };
        let mut prefixes: Vec<Prefix> = members(half).map(|queen| nothing.by(queen)).collect();
        prefixes = prefixes.iter().flat_map(|prefix| members(prefix.free(all)).map(|queen| prefix.by(queen))).collect();
        if n % 2 == 1 {
            let middle = nothing.by(1 << (n / 2));
            prefixes.extend(members(middle.free(all) & half).map(|queen| middle.by(queen)));
        }
        for _ in 2..n - 2 {
            if prefixes.len() >= wanted {
                break;
            }
            let below = |prefix: &Prefix| members(prefix.free(all)).map(|queen| prefix.by(queen)).collect::<Vec<_>>();
            prefixes = prefixes.iter().flat_map(below).collect();
        }
        Self { n, prefixes }
    }

    /// The number of queens, and of squares per side of the board.
    pub const fn n(&self) -> u32 {
        self.n
    }

    /// One bit per column of the board.
    pub const fn all(&self) -> u32 {
        u32::MAX >> (32 - self.n)
    }

    /// The prefixes, in the order in which they are counted.
    pub fn prefixes(&self) -> &[Prefix] {
        &self.prefixes
    }

    /// The most levels that a search below a prefix keeps for later: one per row, except the last two.
    pub fn levels(&self) -> u32 {
        let filled = self.prefixes.first().map_or(2, |prefix| prefix.down.count_ones());
        (self.n - filled).saturating_sub(2).max(1)
    }

    /// The number of all placements, from those below each prefix.
    pub fn total(&self, below: &[u64]) -> u128 {
        2 * below.iter().map(|&ways| u128::from(ways)).sum::<u128>()
    }
}

impl Prefix {
    /// After one more queen.
    pub(super) const fn by(&self, queen: u32) -> Self {
        Self { left: (self.left | queen) << 1, down: self.down | queen, right: (self.right | queen) >> 1, unused: 0 }
    }

    /// Squares of the row to come that no queen attacks.
    pub(super) const fn free(&self, all: u32) -> u32 {
        all & !(self.left | self.down | self.right)
    }
}

/// The bits of a word, one by one.
fn members(bits: u32) -> impl Iterator<Item = u32> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        (bit != 0).then_some(bit)
    })
}
