//! Lets several knights walk in parallel, in regions of at most 64 squares. All ties are broken at random. A square is
//! one bit of a word, and a knight is one lane of a vector.
//!
//! This is the fast form of `walk`, and tests compare the two forms. As in the batch kernel `small`, plane p holds bit
//! p of the rank of every square. A candidate has at most seven unvisited neighbours, since the knight stands on the
//! eighth. Therefore three planes are sufficient. A rank of 8 is stored as 0 until the knight is next to the square,
//! and then as 7. A knight that completes its region continues with another region while the other knights are still
//! walking.

use super::region::Region;
use super::walk::MAX_TRIES;
use crate::warnsdorff::roll;
use crate::wide::Wide;

/// Number of knights that move in parallel, which fill four vectors of AVX-512.
const LANES: usize = 32;

/// Maximum number of stored steps per knight. A knight makes fewer steps in a region.
const STEPS: usize = 64;

/// An array with one value for each knight.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct KnightLanes<T>([T; LANES]);

/// The moves within a region, and the ranks of its squares before the first move.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionBits {
    squares: u32,
    /// Squares that a knight on square 0 reaches by moves to higher indices. The borders of the region are ignored.
    onward: u64,
    /// Squares that a knight on square 63 reaches by moves to lower indices. The borders of the region are ignored.
    back: u64,
    /// The two leftmost columns. A move across the right border of the region ends in these columns.
    left: u64,
    /// The two rightmost columns. A move across the left border of the region ends in these columns.
    right: u64,
    planes: [u64; 3],
}

impl RegionBits {
    pub(super) fn new(cols: u32, neighbours: &[Vec<u8>]) -> Self {
        let onward = [cols - 2, cols + 2, 2 * cols - 1, 2 * cols + 1].iter().fold(0_u64, |all, by| all | 1 << by);
        let (mut left, mut right, mut planes) = (0, 0, [0; 3]);
        for (square, around) in (0_u32..).zip(neighbours) {
            left |= u64::from(square % cols < 2) << square;
            right |= u64::from(square % cols >= cols - 2) << square;
            for (power, plane) in planes.iter_mut().enumerate() {
                *plane |= (around.len() as u64 >> power & 1) << square;
            }
        }
        Self { squares: neighbours.len() as u32, onward, back: onward.reverse_bits(), left, right, planes }
    }
}

/// Returns the squares one move away from the square `at`. The result can also have bits outside the region. The other
/// arguments are the four masks of [`RegionBits`].
#[inline(always)]
const fn around(at: u64, onward: u64, back: u64, left: u64, right: u64) -> u64 {
    let not_right = if left >> at & 1 == 0 { u64::MAX } else { !right };
    let not_left = if right >> at & 1 == 0 { u64::MAX } else { !left };
    (onward << at | back >> (63 - at)) & not_right & not_left
}

/// A batch of regions to tour, each with its moves and its number of failed tries.
pub(super) struct RegionBatch<'a, F> {
    pub(super) seed: u64,
    pub(super) regions: &'a [(usize, Region, &'a RegionBits, u32)],
    /// Callback for each toured region. It gets the index of the region, the visit number of each square (counted from
    /// 1), and the number of tries.
    pub(super) each: F,
    /// A region in which a knight failed, or `None`.
    pub(super) stuck: &'a mut Option<Region>,
}

impl<F: FnMut(usize, &[u8; 64], u32)> Wide for RegionBatch<'_, F> {
    #[inline(always)]
    fn run(self) {
        let Self { seed, regions, mut each, stuck } = self;
        if regions.is_empty() {
            return;
        }
        let zero = KnightLanes([0_u64; LANES]);
        // Index of the region of each lane.
        let mut nth = [usize::MAX; LANES];
        let (mut onward, mut back, mut left, mut right) = (zero, zero, zero, zero);
        let (mut exit, mut before_exit) = (zero, zero);
        let (mut number, mut last) = (KnightLanes([0_u32; LANES]), KnightLanes([0_u32; LANES]));
        // The following variables are the state of the knight in each lane. The lowest byte of `throw` is the visit
        // number, and the higher bytes are the number of failed tries. Both determine the random bits.
        let (mut at, mut unvisited, mut ones, mut twos, mut fours) = (zero, zero, zero, zero, zero);
        let mut throw = KnightLanes([1_u32; LANES]);
        let (mut ties, mut fails) = (zero, KnightLanes([0_u32; LANES]));
        let mut path = [zero; STEPS];
        let (mut step, mut next, mut open) = (0_usize, 0, regions.len());
        let mut care = u32::MAX >> (32 - LANES);
        loop {
            while care != 0 {
                let lane = care.trailing_zeros() as usize;
                care &= care - 1;
                let mut tries = (throw.0[lane] >> 8) + 1;
                // The remaining unvisited squares are the exit and the square to visit before it.
                let then = unvisited.0[lane] & !exit.0[lane] & !(1 << at.0[lane]);
                let onto = around(at.0[lane], onward.0[lane], back.0[lane], left.0[lane], right.0[lane]);
                let is_through =
                    nth[lane] < regions.len() && fails.0[lane] == 0 && then & onto & before_exit.0[lane] != 0;
                if is_through {
                    let (place, region, ..) = &regions[nth[lane]];
                    let (mut visits, before) = ([0_u8; 64], last.0[lane] as usize - 1);
                    for visit in 1..=before {
                        let square = path[(step + visit - 1 - before) % STEPS].0[lane];
                        visits[square as usize % 64] = visit as u8;
                    }
                    visits[at.0[lane] as usize % 64] = last.0[lane] as u8;
                    visits[then.trailing_zeros() as usize % 64] = last.0[lane] as u8 + 1;
                    visits[region.exit as usize % 64] = last.0[lane] as u8 + 2;
                    each(*place, &visits, tries);
                    open -= 1;
                    if open == 0 {
                        return;
                    }
                }
                if is_through || nth[lane] == usize::MAX {
                    nth[lane] = next;
                    next += 1;
                    if let Some((_, region, bits, before)) = regions.get(nth[lane]) {
                        tries = *before;
                        (onward.0[lane], back.0[lane]) = (bits.onward, bits.back);
                        (left.0[lane], right.0[lane]) = (bits.left, bits.right);
                        let exits = u64::from(region.exit);
                        exit.0[lane] = 1 << exits;
                        before_exit.0[lane] = around(exits, bits.onward, bits.back, bits.left, bits.right);
                        (number.0[lane], last.0[lane]) = (region.number, bits.squares - 2);
                    }
                }
                throw.0[lane] = 1;
                // A lane without a region is skipped.
                let Some((_, region, bits, _)) = regions.get(nth[lane]) else { continue };
                if tries >= MAX_TRIES || region.entry == region.exit {
                    *stuck = Some(*region);
                    return;
                }
                throw.0[lane] = 1 | tries << 8;
                at.0[lane] = region.entry.into();
                unvisited.0[lane] = u64::MAX >> (64 - bits.squares);
                [ones.0[lane], twos.0[lane], fours.0[lane]] = bits.planes;
            }
            path[step % STEPS] = at;
            step += 1;
            for lane in 0..LANES {
                let around = around(at.0[lane] & 63, onward.0[lane], back.0[lane], left.0[lane], right.0[lane]);
                unvisited.0[lane] &= !(1 << (at.0[lane] & 63));
                // The ranks of all neighbours decrease by 1. The ranks of visited squares become wrong, but are not
                // read again.
                let mut borrow = around;
                for plane in [&mut ones, &mut twos, &mut fours] {
                    plane.0[lane] ^= borrow;
                    borrow &= plane.0[lane];
                }
                // The exit must be reached from one of its neighbours. Therefore the last unvisited neighbour of the
                // exit is also reserved.
                let before = before_exit.0[lane] & unvisited.0[lane];
                let kept = if before & before.wrapping_sub(1) == 0 { before } else { 0 };
                let ways = around & unvisited.0[lane] & !exit.0[lane] & !kept;
                // A square with at most one continuation must be visited now.
                let rare = ways & !fours.0[lane] & !twos.0[lane];
                fails.0[lane] = u32::from((ways == 0) | (rare & rare.wrapping_sub(1) != 0));
                let mut lowest = ways;
                for plane in [&fours, &twos, &ones] {
                    let low = lowest & !plane.0[lane];
                    lowest = if low == 0 { lowest } else { low };
                }
                ties.0[lane] = lowest;
            }
            let (mut rolled, mut skips) = (KnightLanes([0_u32; LANES]), zero);
            for lane in 0..LANES {
                rolled.0[lane] = roll(seed, number.0[lane], throw.0[lane]) >> 16;
            }
            for lane in 0..LANES {
                skips.0[lane] = u64::from(rolled.0[lane]).wrapping_mul(ties.0[lane].count_ones().into()) >> 16;
            }
            // Usually one of the first four ties is chosen. In this case, three steps are sufficient.
            let most = if skips.0.iter().fold(0, |all, skip| all | skip) > 3 { 7 } else { 3 };
            for nth in 0..most {
                for lane in 0..LANES {
                    let tie = ties.0[lane];
                    ties.0[lane] = if nth < skips.0[lane] { tie & tie.wrapping_sub(1) } else { tie };
                }
            }
            for lane in 0..LANES {
                let tie = ties.0[lane];
                at.0[lane] = u64::from((tie & tie.wrapping_neg()).wrapping_sub(1).count_ones()) & 63;
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
