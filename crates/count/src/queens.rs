//! Numbers of placements of N queens on an N x N board, none attacking another: all of them, and those that differ by more
//! than rotations and reflections.
//!
//! The main decision: of the eight placements that turning and mirroring make of one, at most one is
//! gone through. This is the search of K. Takahashi ("Takaken", "N Queens Problem: number of
//! solutions"): the queen of the first row bounds where the queens of the other three edges may be, so most of the eight are never
//! begun, and only whole placements that lie on such a bound are compared with their turned selves. It is three to
//! four times faster than halving the board, and the fundamental placements are counted on the way. The price is that
//! it cannot count from any given queens on, as a lane of the GPU does: that has its own, plain search.
//!
//! Rows are filled from the first on; a row's free squares are a word of bits.

use std::ops::Add;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

/// The largest board, in squares per side: a row is one word of 32 bits.
pub const MAX_SIDE: u32 = 32;

/// Rows that are filled before the work is divided among the cores: parts by the thousand, so that none of them is
/// left alone for long at the end.
const DIVIDED_ROWS: u32 = 5;

/// The numbers of placements of `n` queens, by their symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// Fundamental placements by how many the turns and mirrors make of each: 8, 4 or 2 (or 1, of the lone queen).
    of_eight: u64,
    of_four: u64,
    of_two: u64,
    of_one: u64,
}

impl Ways {
    /// All placements (OEIS A000170).
    pub const fn all(self) -> u128 {
        self.of_eight as u128 * 8 + self.of_four as u128 * 4 + self.of_two as u128 * 2 + self.of_one as u128
    }

    /// Placements that differ by more than rotations and reflections of the board (OEIS A002562).
    pub const fn fundamental(self) -> u64 {
        self.of_eight + self.of_four + self.of_two + self.of_one
    }
}

impl Add for Ways {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            of_eight: self.of_eight + other.of_eight,
            of_four: self.of_four + other.of_four,
            of_two: self.of_two + other.of_two,
            of_one: self.of_one + other.of_one,
        }
    }
}

/// Counts the ways to place `n` queens on an `n` x `n` board, on all cores.
///
/// `progress` receives how many parts of the work are done, and of how many.
///
/// ```
/// use courser_count::queens::count;
///
/// let ways = count(8, &|_, _| {});
/// assert_eq!((ways.all(), ways.fundamental()), (92, 12));
/// ```
///
/// # Panics
/// If `n` is 0 or more than [`MAX_SIDE`].
pub fn count(n: u32, progress: &(dyn Fn(u64, u64) + Sync)) -> Ways {
    assert!((1..=MAX_SIDE).contains(&n), "{n} queens: 1 to {MAX_SIDE} are counted");
    if n == 1 {
        return Ways { of_one: 1, ..Ways::default() };
    }
    let parts = parts(n);
    let (done, all) = (AtomicU64::new(0), parts.len() as u64);
    parts
        .into_par_iter()
        .with_max_len(1)
        .map(|mut part| {
            let ways = part.search();
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
            ways
        })
        .reduce(Ways::default, Add::add)
}

/// The squares of the next row that queens attack: along diagonals to the left, columns, diagonals to the right.
#[derive(Clone, Copy, Debug)]
struct Attacked {
    left: u32,
    down: u32,
    right: u32,
}

impl Attacked {
    /// After one more queen.
    #[inline]
    const fn by(self, queen: u32) -> Self {
        Self { left: (self.left | queen) << 1, down: self.down | queen, right: (self.right | queen) >> 1 }
    }

    #[inline]
    const fn any(self) -> u32 {
        self.left | self.down | self.right
    }
}

/// A part of the search: some rows filled, and what follows from the queen of the first row.
#[derive(Clone, Debug)]
struct Part {
    n: u32,
    /// The queen of each row, a bit; rows from `row` on are not yet filled.
    queens: [u32; MAX_SIDE as usize],
    row: u32,
    attacked: Attacked,
    first: First,
}

/// Where the queen of the first row is, and what that forbids.
#[derive(Clone, Copy, Debug)]
enum First {
    /// In the corner, the next one on column `bound`: of a placement and its mirror in the diagonal the one is gone
    /// through that has no queen on the second column above row `bound`, and none is its own turn or mirror.
    Corner { bound: u32 },
    /// On column `bound`: no queen on the outer columns above row `bound`, none on them below
    /// its mirror, none of the last row on `last`.
    Edge { bound: u32, last: u32, end: u32 },
}

/// The work, divided.
fn parts(n: u32) -> Vec<Part> {
    let mut parts = Vec::new();
    let depth = DIVIDED_ROWS.min(n - 1);
    let begin = |first: First, begun: &[u32]| {
        let mut queens = [0; MAX_SIDE as usize];
        queens[..begun.len()].copy_from_slice(begun);
        let attacked =
            begun.iter().fold(Attacked { left: 0, down: 0, right: 0 }, |attacked, &queen| attacked.by(queen));
        Part { n, queens, row: begun.len() as u32, attacked, first }
    };
    for bound in 2..n - 1 {
        begin(First::Corner { bound }, &[1, 1 << bound]).divide(depth, &mut parts);
    }
    let top = 1 << (n - 1);
    let (mut last, mut end) = (top | 1, top >> 1);
    for bound in 1..n / 2 {
        // The mirror of `bound` has to be beyond it.
        if bound < n - 1 - bound {
            begin(First::Edge { bound, last, end }, &[1 << bound]).divide(depth, &mut parts);
        }
        last |= last >> 1 | last << 1;
        end >>= 1;
    }
    parts
}

impl Part {
    /// The free squares of the row to come, as far as they need be tried.
    #[inline]
    fn free(&self, row: u32, attacked: Attacked) -> u32 {
        let all = u32::MAX >> (32 - self.n);
        let free = all & !attacked.any();
        match self.first {
            First::Corner { bound } if row < bound => free & !2,
            First::Corner { .. } => free,
            First::Edge { bound, .. } => {
                let sides = 1 << (self.n - 1) | 1;
                if row < bound {
                    return free & !sides;
                }
                if row == self.n - 1 - bound {
                    // Below this row there is none on the outer columns: both must be taken by now.
                    return match attacked.down & sides {
                        0 => 0,
                        taken if taken == sides => free,
                        _ => free & sides,
                    };
                }
                free
            }
        }
    }

    /// Fills rows up to `depth`, and puts down every way to do so as a part of its own.
    fn divide(&self, depth: u32, parts: &mut Vec<Self>) {
        if self.row >= depth {
            parts.push(self.clone());
            return;
        }
        let mut free = self.free(self.row, self.attacked);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let mut next = self.clone();
            next.queens[self.row as usize] = queen;
            next.row += 1;
            next.attacked = self.attacked.by(queen);
            next.divide(depth, parts);
        }
    }

    fn search(&mut self) -> Ways {
        let mut ways = Ways::default();
        match self.first {
            First::Corner { .. } => ways.of_eight = self.corner(self.row, self.attacked),
            First::Edge { .. } => self.edge(self.row, self.attacked, &mut ways),
        }
        ways
    }

    /// With a queen in the corner no placement is its own turn or mirror: they need only be counted.
    fn corner(&self, row: u32, attacked: Attacked) -> u64 {
        let mut free = self.free(row, attacked);
        if row == self.n - 1 {
            return u64::from(free != 0);
        }
        let mut ways = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            ways += self.corner(row + 1, attacked.by(queen));
        }
        ways
    }

    fn edge(&mut self, row: u32, attacked: Attacked, ways: &mut Ways) {
        let mut free = self.free(row, attacked);
        if row == self.n - 1 {
            if let First::Edge { last, .. } = self.first
                && free & !last != 0
            {
                self.queens[row as usize] = free;
                self.compare(ways);
            }
            return;
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.queens[row as usize] = queen;
            self.edge(row + 1, attacked.by(queen), ways);
        }
    }

    /// Compares a whole placement with those of its turns that begin alike: counted is the least of them.
    fn compare(&self, ways: &mut Ways) {
        let First::Edge { bound, end, .. } = self.first else { return };
        let (n, top) = (self.n as usize, 1_u32 << (self.n - 1));
        let queens = &self.queens[..n];
        // Compares a turned placement row by row; the first row is the same.
        let turn = |of: &dyn Fn(usize) -> u32| {
            (1..n).map(|row| of(row).cmp(&queens[row])).find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        };
        let row_of = |bit: u32| queens.iter().position(|&queen| queen == bit).expect("every column has a queen");
        if queens[n - 1 - bound as usize] == 1 {
            match turn(&|row| 1 << (n - 1 - row_of(1 << row))) {
                std::cmp::Ordering::Less => return,
                std::cmp::Ordering::Equal => {
                    ways.of_two += 1;
                    return;
                }
                std::cmp::Ordering::Greater => {}
            }
        }
        if queens[n - 1] == end {
            match turn(&|row| top >> queens[n - 1 - row].trailing_zeros()) {
                std::cmp::Ordering::Less => return,
                std::cmp::Ordering::Equal => {
                    ways.of_four += 1;
                    return;
                }
                std::cmp::Ordering::Greater => {}
            }
        }
        if queens[bound as usize] == top && turn(&|row| 1 << row_of(top >> row)).is_lt() {
            return;
        }
        ways.of_eight += 1;
    }
}
