//! Knights side by side in regions of at most 64 squares, by dice alone: one bit per square, one lane of a vector per knight.
//!
//! It is the fast form of `walk`, and is compared with it. As in the batch's kernel `small`, plane p holds bit p of every
//! square's rank. A candidate has at most seven unvisited neighbours, since the knight stands on the eighth, so three planes
//! serve: a rank of 8 reads 0 until the knight is next to it, and 7 then. A knight that is through goes on to the next region
//! while the others walk on.

use super::region::Region;
use super::walk::MOST_TRIES;
use crate::warnsdorff::roll;
use crate::wide::Wide;

/// Knights side by side: two vectors of AVX-512.
const LANES: usize = 16;

/// A value for each knight.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Each<T>([T; LANES]);

/// The moves within a region.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    squares: u32,
    neighbours: [u64; 64],
    planes: [u64; 3],
}

impl Bits {
    pub(super) fn new(neighbours: &[Vec<u8>]) -> Self {
        let mut bits = Self { squares: neighbours.len() as u32, neighbours: [0; 64], planes: [0; 3] };
        for (square, around) in neighbours.iter().enumerate() {
            bits.neighbours[square] = around.iter().fold(0, |all, &by| all | 1 << by);
            for (power, plane) in bits.planes.iter_mut().enumerate() {
                *plane |= (around.len() as u64 >> power & 1) << square;
            }
        }
        bits
    }
}

/// Regions that are toured: each with its moves and with the tries that have failed.
pub(super) struct Tours<'a, F> {
    pub(super) seed: u64,
    pub(super) regions: &'a [(Region, &'a Bits, u32)],
    /// Receives a region that is toured, the visit of each of its squares, from 1, and the tries.
    pub(super) each: F,
    /// The region whose knight did not get through, if so.
    pub(super) stuck: &'a mut Option<Region>,
}

impl<F: FnMut(&Region, &[u8; 64], u32)> Wide for Tours<'_, F> {
    #[inline(always)]
    fn run(self) {
        let Self { seed, regions, mut each, stuck } = self;
        let Some(&(_, any, _)) = regions.first() else { return };
        let (mut moves, mut nth) = (Each([any; LANES]), Each([usize::MAX; LANES]));
        let mut visits = Each([[0_u8; 64]; LANES]);
        let zero = Each([0_u64; LANES]);
        let (mut unvisited, mut ones, mut twos, mut fours) = (zero, zero, zero, zero);
        let (mut at, mut exit, mut before_exit, mut ties, mut fails) = (zero, zero, zero, zero, zero);
        // The visit in the lower byte, above it the tries that have failed.
        let (mut throw, mut number, mut rolled) = (Each([1_u32; LANES]), Each([0_u32; LANES]), Each([0_u32; LANES]));
        let (mut next, mut left) = (0, regions.len());
        let mut care = (1_u32 << LANES) - 1;
        loop {
            while care != 0 {
                let lane = care.trailing_zeros() as usize;
                care &= care - 1;
                let failed = throw.0[lane] >> 8;
                let is_through =
                    nth.0[lane] < regions.len() && fails.0[lane] == 0 && before_exit.0[lane] >> at.0[lane] & 1 == 1;
                let mut tries = failed + 1;
                if is_through {
                    let region = &regions[nth.0[lane]].0;
                    visits.0[lane][at.0[lane] as usize & 63] = moves.0[lane].squares as u8 - 1;
                    visits.0[lane][region.exit as usize & 63] = moves.0[lane].squares as u8;
                    each(region, &visits.0[lane], tries);
                    left -= 1;
                    if left == 0 {
                        return;
                    }
                }
                if is_through || nth.0[lane] == usize::MAX {
                    let Some((region, its, before)) = regions.get(next) else {
                        // Nothing is left for this lane: it walks without a region.
                        throw.0[lane] = 1;
                        nth.0[lane] = usize::MAX - 1;
                        continue;
                    };
                    (nth.0[lane], moves.0[lane], tries) = (next, its, *before);
                    number.0[lane] = region.number;
                    exit.0[lane] = 1 << region.exit;
                    before_exit.0[lane] = its.neighbours[region.exit as usize & 63];
                    next += 1;
                }
                if nth.0[lane] >= regions.len() {
                    throw.0[lane] = 1;
                    continue;
                }
                let region = &regions[nth.0[lane]].0;
                if tries >= MOST_TRIES || region.entry == region.exit {
                    *stuck = Some(*region);
                    return;
                }
                throw.0[lane] = 1 | tries << 8;
                at.0[lane] = region.entry.into();
                unvisited.0[lane] = u64::MAX >> (64 - moves.0[lane].squares);
                [ones.0[lane], twos.0[lane], fours.0[lane]] = moves.0[lane].planes;
            }
            let mut around = zero;
            for lane in 0..LANES {
                visits.0[lane][at.0[lane] as usize & 63] = throw.0[lane] as u8;
                around.0[lane] = moves.0[lane].neighbours[at.0[lane] as usize & 63];
            }
            for lane in 0..LANES {
                unvisited.0[lane] &= !(1 << (at.0[lane] & 63));
                // One less for each neighbour. The ranks of visited squares become wrong and are not read again.
                let mut borrow = around.0[lane];
                for plane in [&mut ones, &mut twos, &mut fours] {
                    plane.0[lane] ^= borrow;
                    borrow &= plane.0[lane];
                }
                let ways = around.0[lane] & unvisited.0[lane] & !exit.0[lane];
                // A square with one way on or none is visited now or never, and the exit needs a square before it.
                let rare = ways & !fours.0[lane] & !twos.0[lane];
                let is_cut_off = before_exit.0[lane] & unvisited.0[lane] == 0;
                fails.0[lane] = u64::from((ways == 0) | (rare & rare.wrapping_sub(1) != 0) | is_cut_off);
                let mut lowest = ways;
                for plane in [&fours, &twos, &ones] {
                    let low = lowest & !plane.0[lane];
                    lowest = if low == 0 { lowest } else { low };
                }
                ties.0[lane] = lowest;
            }
            for lane in 0..LANES {
                rolled.0[lane] = roll(seed, number.0[lane], throw.0[lane]) >> 16;
            }
            for lane in 0..LANES {
                let mut tie = ties.0[lane];
                let skip = u64::from(rolled.0[lane]).wrapping_mul(tie.count_ones().into()) >> 16;
                for nth in 0..7 {
                    tie = if nth < skip { tie & tie.wrapping_sub(1) } else { tie };
                }
                at.0[lane] = u64::from((tie & tie.wrapping_neg()).wrapping_sub(1).count_ones());
                throw.0[lane] = throw.0[lane].wrapping_add(1);
            }
            for lane in 0..LANES {
                let is_last = throw.0[lane] & 255 == moves.0[lane].squares.wrapping_sub(1);
                care |= u32::from(is_last || fails.0[lane] != 0) << lane;
            }
        }
    }
}
