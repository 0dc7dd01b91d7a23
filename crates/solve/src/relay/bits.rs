//! Moves several knights in parallel, each in its region. A set has one bit per square, and a vector has one lane per
//! knight.
//!
//! The crate `courser-engine` contains the mirrors of the relay's passes. This module is a fast form of these mirrors.
//! Tests compare the results of both forms. As in the batch kernel `small`, plane p holds bit p of the rank of every
//! square. A candidate has at most seven unvisited neighbours, since the knight stands on the eighth. Therefore three
//! planes are sufficient. A rank of 8 is stored as 0. It becomes 7 when the knight stands one move away from the
//! square. A knight that completes its region continues with another region while the other knights are still walking.

use super::SIDES;
use super::knights::MAX_TRIES;
use super::region::{Rect, Region};
use crate::warnsdorff::{Rule, roll};
use crate::wide::Wide;

/// An array with one value for each knight.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct KnightLanes<T, const LANES: usize>([T; LANES]);

/// A set of squares of a region: bit b of word w is the square 64 w + b.
#[derive(Clone, Copy)]
struct Squares<const WORDS: usize>([u64; WORDS]);

/// Returns `word << by`, or 0 if `by` is at least 64.
#[inline(always)]
const fn up(word: u64, by: u64) -> u64 {
    if by < 64 { word << by } else { 0 }
}

/// Returns `word >> by`, or 0 if `by` is at least 64.
#[inline(always)]
const fn down(word: u64, by: u64) -> u64 {
    if by < 64 { word >> by } else { 0 }
}

impl<const WORDS: usize> Squares<WORDS> {
    const NONE: Self = Self([0; WORDS]);

    /// Returns the set that contains only this square.
    #[inline(always)]
    const fn only(square: u64) -> Self {
        let mut words = [0; WORDS];
        let mut word = 0;
        while word < WORDS {
            words[word] = up(1, square.wrapping_sub(64 * word as u64));
            word += 1;
        }
        Self(words)
    }

    /// Returns the squares that are in both sets.
    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    /// Returns the squares that are in exactly one of the two sets.
    #[inline(always)]
    fn xor(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word ^= other);
        self
    }

    /// Returns the squares of this set that are not in the set `other`.
    #[inline(always)]
    fn minus(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// Returns the set without the square that has the lowest index.
    #[inline(always)]
    fn rest(mut self) -> Self {
        let mut one = 1;
        for word in &mut self.0 {
            let all = *word;
            *word &= all.wrapping_sub(one);
            one &= u64::from(all == 0);
        }
        self
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns the number of squares.
    #[inline(always)]
    fn count(self) -> u64 {
        self.0.iter().fold(0, |all, word| all + u64::from(word.count_ones()))
    }

    /// Returns the lowest square index in the set. If the set is empty, the result is arbitrary.
    #[inline(always)]
    fn first(self) -> u64 {
        let first = |word: u64| u64::from((word & word.wrapping_neg()).wrapping_sub(1).count_ones()) & 63;
        let mut at = 0;
        for (nth, &word) in self.0.iter().enumerate().rev() {
            at = if word == 0 && nth + 1 < WORDS { at } else { 64 * nth as u64 + first(word) };
        }
        at
    }

    /// Returns the squares in ascending order of their indices.
    fn iter(self) -> impl Iterator<Item = u64> {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = (!left.is_empty()).then(|| left.first());
            left = left.rest();
            first
        })
    }
}

/// The square whose moves are stored in the field `pattern` of [`RegionMoves`].
const CENTER: u64 = 2 * *SIDES.end() as u64 + 1;

/// The moves within regions of one size.
#[derive(Clone, Copy)]
struct RegionMoves<const WORDS: usize> {
    /// Squares that a knight on the square [`CENTER`] reaches. The borders of the region are ignored.
    pattern: u64,
    /// The two leftmost columns. A move that crosses the right border of the region would wrap around to these columns.
    left: Squares<WORDS>,
    /// The two rightmost columns. A move that crosses the left border of the region would wrap around to these columns.
    right: Squares<WORDS>,
}

impl<const WORDS: usize> RegionMoves<WORDS> {
    fn new(rows: u32, cols: u32) -> Self {
        let cols = u64::from(cols);
        let jumps = [cols - 2, cols + 2, 2 * cols - 1, 2 * cols + 1];
        let pattern = jumps.iter().fold(0, |all, by| all | 1 << (CENTER + by) | 1 << (CENTER - by));
        let columns = |is_in: &dyn Fn(u64) -> bool| {
            let squares = (0..u64::from(rows) * cols).filter(|square| is_in(square % cols));
            squares.fold(Squares::NONE, |all, square| all.xor(Squares::only(square)))
        };
        Self { pattern, left: columns(&|col| col < 2), right: columns(&|col| col >= cols - 2) }
    }

    /// Returns the squares one move away from the square `at`. The result can also have bits outside the region.
    #[inline(always)]
    fn around(&self, at: u64) -> Squares<WORDS> {
        let mut around = Squares::NONE;
        for (nth, word) in around.0.iter_mut().enumerate() {
            let by = at.wrapping_sub(CENTER + 64 * nth as u64);
            *word = up(self.pattern, by) | down(self.pattern, by.wrapping_neg());
        }
        let here = Squares::only(at);
        let not_right = if self.left.and(here).is_empty() { Squares::NONE } else { self.right };
        let not_left = if self.right.and(here).is_empty() { Squares::NONE } else { self.left };
        around.minus(not_right).minus(not_left)
    }

    /// Returns the number of moves from a square to unvisited squares.
    fn rank(&self, at: u64, unvisited: Squares<WORDS>) -> u64 {
        self.around(at).and(unvisited).count()
    }
}

/// The data shared by all regions of one size: the moves, the set of all squares, and the ranks of the squares before
/// the first move. `planes[i]` contains the squares whose rank has bit i set.
struct RegionSize<const WORDS: usize> {
    moves: RegionMoves<WORDS>,
    all: Squares<WORDS>,
    planes: [Squares<WORDS>; 3],
}

impl<const WORDS: usize> RegionSize<WORDS> {
    fn new(&Rect { rows, cols, .. }: &Rect) -> Self {
        let moves = RegionMoves::new(rows, cols);
        let squares = || (0..u64::from(rows * cols)).map(|square| (square, Squares::only(square)));
        let all = squares().fold(Squares::NONE, |all, (_, only)| all.xor(only));
        let plane = |power: u32| {
            let is_in = |(square, _): &(u64, _)| moves.rank(*square, all) >> power & 1 == 1;
            squares().filter(is_in).fold(Squares::NONE, |all, (_, only)| all.xor(only))
        };
        Self { moves, all, planes: [plane(0), plane(1), plane(2)] }
    }
}

/// A batch of regions to tour. Each region has at most 64 × `WORDS` squares. `LANES` knights move in parallel; `LANES`
/// is at most 32. If `LANES` is 32 and `WORDS` is 1, the sets of squares of all lanes together fill four vectors of
/// AVX-512.
///
/// If `RANDOM` is true, all tries break ties at random. The loop then contains no code for other rules and is faster.
pub(super) struct RegionBatch<'a, const WORDS: usize, const LANES: usize, const RANDOM: bool, F> {
    pub(super) seed: u64,
    /// Rule of the first try. Later tries break ties at random. If `RANDOM` is true, this rule is ignored.
    pub(super) rule: Rule,
    /// Regions with their indices. The callback `each` receives the index of the region.
    pub(super) regions: &'a [(usize, Region)],
    /// Callback for each toured region. The callback receives the index of the region, the visit numbers of its
    /// squares, and the number of tries. Visit numbers are counted from 1.
    pub(super) each: F,
    /// A region in which a knight failed, or `None`.
    pub(super) stuck: &'a mut Option<Region>,
}

/// Returns the square in `ties` that the rule selects. If the rule selects several squares, returns the first of these.
fn settle<const WORDS: usize>(
    rule: Rule,
    rect: &Rect,
    moves: &RegionMoves<WORDS>,
    unvisited: Squares<WORDS>,
    ties: Squares<WORDS>,
) -> u64 {
    // Returns (2 d)², where d is the distance of the row or column `at` from the middle of the region. `side` is the
    // number of rows or columns of the region.
    let away = |at: u64, side: u32| (2 * at).abs_diff(u64::from(side) - 1).pow(2);
    let cost = |&at: &u64| match rule {
        // Selects the tied square that has the unvisited neighbour with the lowest rank.
        Rule::Pohl => moves.around(at).and(unvisited).iter().map(|by| moves.rank(by, unvisited)).min().unwrap_or(9),
        // Selects the tied square farthest from the centre of the region.
        Rule::Roth => {
            let (row, col) = (at / u64::from(rect.cols), at % u64::from(rect.cols));
            u64::MAX - away(row, rect.rows) - away(col, rect.cols)
        }
        _ => 0,
    };
    ties.iter().min_by_key(cost).expect("there is a way on")
}

impl<const WORDS: usize, const LANES: usize, const RANDOM: bool, F> Wide for RegionBatch<'_, WORDS, LANES, RANDOM, F>
where
    F: FnMut(usize, &[u8], u32),
{
    #[inline(always)]
    fn run(self) {
        let Self { seed, rule, regions, mut each, stuck } = self;
        if regions.is_empty() {
            return;
        }
        let mut sizes = Vec::<([u32; 2], RegionSize<WORDS>)>::new();
        let zero = KnightLanes([0_u64; LANES]);
        let none = KnightLanes([Squares::<WORDS>::NONE; LANES]);
        // Index of the region of each lane.
        let mut nth = [usize::MAX; LANES];
        let (mut pattern, mut left, mut right) = (zero, none, none);
        let (mut exit, mut before_exit) = (none, none);
        let (mut number, mut last) = (KnightLanes([0_u32; LANES]), KnightLanes([0_u32; LANES]));
        // The following variables are the state of the knight in each lane. The lowest byte of `throw` is the visit
        // number, and the higher bytes are the number of failed tries. Both determine the random bits.
        let (mut at, mut unvisited, mut ones, mut twos, mut fours) = (zero, none, none, none, none);
        let mut throw = KnightLanes([1_u32; LANES]);
        let (mut ties, mut fails) = (none, KnightLanes([0_u32; LANES]));
        // The squares that each knight has visited in the last `64 * WORDS` steps. A tour of a region has fewer steps.
        let mut path = [[zero; 64]; WORDS];
        let (mut step, mut next, mut open) = (0_usize, 0, regions.len());
        let mut care = u32::MAX >> (32 - LANES);
        loop {
            while care != 0 {
                let lane = care.trailing_zeros() as usize;
                care &= care - 1;
                let mut tries = (throw.0[lane] >> 8) + 1;
                // If the knight has completed all but two moves, the remaining unvisited squares are the exit and the
                // square before the exit.
                let then = unvisited.0[lane].minus(exit.0[lane]).minus(Squares::only(at.0[lane]));
                let moves = RegionMoves { pattern: pattern.0[lane], left: left.0[lane], right: right.0[lane] };
                let onto = then.and(moves.around(at.0[lane])).and(before_exit.0[lane]);
                let is_through = nth[lane] < regions.len() && fails.0[lane] == 0 && !onto.is_empty();
                if is_through {
                    let (place, region) = &regions[nth[lane]];
                    let (mut visits, before) = ([[0_u8; 64]; WORDS], last.0[lane] as usize - 1);
                    let mut put = |square: u64, visit: usize| {
                        visits[square as usize / 64 % WORDS][square as usize % 64] = visit as u8;
                    };
                    for visit in 1..=before {
                        let step = step + visit - 1 - before;
                        put(path[step / 64 % WORDS][step % 64].0[lane], visit);
                    }
                    put(at.0[lane], before + 1);
                    put(then.first(), before + 2);
                    put(region.exit.into(), before + 3);
                    each(*place, &visits.as_flattened()[..region.rect.squares() as usize], tries);
                    open -= 1;
                    if open == 0 {
                        return;
                    }
                }
                let is_new = is_through || nth[lane] == usize::MAX;
                if is_new {
                    nth[lane] = next;
                    next += 1;
                    tries = 0;
                }
                throw.0[lane] = 1;
                // A lane without a region is skipped.
                let Some((_, region)) = regions.get(nth[lane]) else { continue };
                if tries >= MAX_TRIES || region.entry == region.exit {
                    *stuck = Some(*region);
                    return;
                }
                let sides = [region.rect.rows, region.rect.cols];
                let size = sizes.iter().position(|(of, _)| *of == sides).unwrap_or_else(|| {
                    sizes.push((sides, RegionSize::new(&region.rect)));
                    sizes.len() - 1
                });
                let size = &sizes[size].1;
                if is_new {
                    let RegionMoves { pattern: squares, left: two_left, right: two_right } = size.moves;
                    (pattern.0[lane], left.0[lane], right.0[lane]) = (squares, two_left, two_right);
                    exit.0[lane] = Squares::only(region.exit.into());
                    before_exit.0[lane] = size.moves.around(region.exit.into());
                    (number.0[lane], last.0[lane]) = (region.number, region.rect.squares() - 2);
                }
                throw.0[lane] = 1 | tries << 8;
                at.0[lane] = region.entry.into();
                unvisited.0[lane] = size.all;
                [ones.0[lane], twos.0[lane], fours.0[lane]] = size.planes;
            }
            path[step / 64 % WORDS][step % 64] = at;
            step += 1;
            for lane in 0..LANES {
                let moves = RegionMoves { pattern: pattern.0[lane], left: left.0[lane], right: right.0[lane] };
                let around = moves.around(at.0[lane]);
                unvisited.0[lane] = unvisited.0[lane].minus(Squares::only(at.0[lane]));
                // The ranks of all neighbours decrease by 1. The ranks of visited squares become wrong, but are not
                // read again.
                let mut borrow = around;
                for plane in [&mut ones, &mut twos, &mut fours] {
                    plane.0[lane] = plane.0[lane].xor(borrow);
                    borrow = borrow.and(plane.0[lane]);
                }
                // The exit must be reached from one of its neighbours. Therefore the last unvisited neighbour of the
                // exit is also reserved.
                let before = before_exit.0[lane].and(unvisited.0[lane]);
                let kept = if before.rest().is_empty() { before } else { Squares::NONE };
                let ways = around.and(unvisited.0[lane]).minus(exit.0[lane]).minus(kept);
                // A square with at most one continuation must be visited now.
                let rare = ways.minus(fours.0[lane]).minus(twos.0[lane]);
                fails.0[lane] = u32::from(ways.is_empty() | !rare.rest().is_empty());
                let mut lowest = ways;
                for plane in [&fours, &twos, &ones] {
                    let low = lowest.minus(plane.0[lane]);
                    lowest = if low.is_empty() { lowest } else { low };
                }
                ties.0[lane] = lowest;
            }
            if !RANDOM && rule != Rule::Random {
                for (lane, &region) in nth.iter().enumerate() {
                    let region = regions.get(region).filter(|_| throw.0[lane] >> 8 == 0 && !ties.0[lane].is_empty());
                    if let Some((_, Region { rect, .. })) = region {
                        let moves = RegionMoves { pattern: pattern.0[lane], left: left.0[lane], right: right.0[lane] };
                        let tie = settle(rule, rect, &moves, unvisited.0[lane], ties.0[lane]);
                        ties.0[lane] = Squares::only(tie);
                    }
                }
            }
            let (mut rolled, mut skips) = (KnightLanes([0_u32; LANES]), zero);
            for lane in 0..LANES {
                rolled.0[lane] = roll(seed, number.0[lane], throw.0[lane]) >> 16;
            }
            for lane in 0..LANES {
                skips.0[lane] = u64::from(rolled.0[lane]).wrapping_mul(ties.0[lane].count()) >> 16;
            }
            // Usually every lane chooses one of its first four tied squares. Then three steps are sufficient, since
            // each step skips one square.
            let most = if skips.0.iter().fold(0, |all, skip| all | skip) > 3 { 7 } else { 3 };
            for nth in 0..most {
                for lane in 0..LANES {
                    let tie = ties.0[lane];
                    ties.0[lane] = if nth < skips.0[lane] { tie.rest() } else { tie };
                }
            }
            for lane in 0..LANES {
                at.0[lane] = ties.0[lane].first();
            }
            let mut stops = KnightLanes([0_u32; LANES]);
            for lane in 0..LANES {
                throw.0[lane] = throw.0[lane].wrapping_add(1);
                let is_last = throw.0[lane] & 255 == last.0[lane];
                stops.0[lane] = (u32::from(is_last) | fails.0[lane]) << lane;
            }
            care = stops.0.iter().fold(0, |all, one| all | one);
        }
    }
}
