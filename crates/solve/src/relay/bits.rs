//! One try in a region of at most 64 squares, ties broken by dice: one bit per square.
//!
//! As in the batch's kernel `small`, plane p holds bit p of every square's rank. A candidate has at most seven unvisited
//! neighbours, since the knight stands on the eighth, so three planes serve: a rank of 8 reads 0 until the knight is next to
//! it, and 7 then.

use super::region::Region;
use super::walk::Path;
use crate::warnsdorff::pick;

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

    /// One try: whether the knight got to its exit. It ends as soon as it must fail.
    pub(super) fn walk(&self, region: &Region, roll: impl Fn(u32) -> u32, path: &mut Path) -> bool {
        let (exit, before_exit) = (1_u64 << region.exit, self.neighbours[region.exit as usize]);
        let mut unvisited = u64::MAX >> (64 - self.squares);
        let [mut ones, mut twos, mut fours] = self.planes;
        let mut at = region.entry as u8;
        if region.entry == region.exit {
            return false;
        }
        for visit in 1..self.squares - 1 {
            path[visit as usize - 1] = at;
            unvisited &= !(1 << at);
            let around = self.neighbours[usize::from(at & 63)];
            // One less for each neighbour. The ranks of visited squares become wrong and are not read again.
            ones ^= around;
            let borrow = around & ones;
            twos ^= borrow;
            fours ^= borrow & twos;
            let ways = around & unvisited & !exit;
            // A square with one way on or none is visited now or never, and the exit needs a square before it.
            let rare = ways & !fours & !twos;
            if ways == 0 || rare & rare.wrapping_sub(1) != 0 || before_exit & unvisited == 0 {
                return false;
            }
            let mut ties = ways;
            for plane in [fours, twos, ones] {
                let low = ties & !plane;
                ties = if low == 0 { ties } else { low };
            }
            if ties & (ties - 1) != 0 {
                for _ in 0..pick(roll(visit), ties.count_ones()) {
                    ties &= ties - 1;
                }
            }
            at = ties.trailing_zeros() as u8;
        }
        path[self.squares as usize - 2] = at;
        path[self.squares as usize - 1] = region.exit as u8;
        before_exit >> at & 1 == 1
    }
}
