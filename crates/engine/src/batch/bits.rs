//! A board of at most 64 squares in registers: the mirror of `shaders/batch/bits.wgsl`.

use super::layout::BatchParams;

/// The unvisited squares, and the ranks of all squares as four planes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits {
    pub(crate) unvisited: u64,
    planes: [u64; 4],
}

/// Combines two halves to one word.
pub(crate) const fn whole(low: u32, high: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

impl Bits {
    /// Creates the board before the first visit.
    pub(crate) fn begin(params: &BatchParams) -> Self {
        let plane = |nth: usize| {
            let [low, high] = [0, 1].map(|half| params.planes[nth / 2][nth % 2 * 2 + half]);
            whole(low, high)
        };
        Self { unvisited: whole(params.free[0], params.free[1]), planes: [0, 1, 2, 3].map(plane) }
    }

    /// Marks a square as visited, and subtracts one from the ranks of its neighbours.
    pub(crate) fn visit(&mut self, square: u32, neighbours: u64) {
        self.unvisited &= !(1 << square);
        let mut borrow = neighbours;
        for plane in &mut self.planes {
            *plane ^= borrow;
            borrow &= *plane;
        }
    }

    /// Returns the rank of a square.
    pub(crate) fn rank(&self, square: u32) -> u32 {
        (0..).zip(self.planes).map(|(bit, plane)| ((plane >> square & 1) as u32) << bit).sum()
    }
}
