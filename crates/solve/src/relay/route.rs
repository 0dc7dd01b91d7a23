//! The order of the regions: a closed walk around a random spanning tree.
//!
//! Four regions are a block. The walk keeps to the outside of a spanning tree of the grid of blocks, found by Kruskal's
//! algorithm with edges in random order (trees that only grow up or left show diagonal streaks). If one side has an odd
//! number of regions, the walk makes a detour into the last line wherever it passes by.

use super::gate::Side;
use crate::factor::rng::Rng;

/// A closed walk through a grid of regions, each to one of the four beside it.
pub(super) struct Route {
    /// Regions down and across; in the view of the walk the first is even.
    rows: u32,
    cols: u32,
    /// Whether rows of the walk are columns of the board.
    transposed: bool,
    /// Blocks across.
    across: u32,
    /// For each block the sides to which the tree goes on: bit `Side as u8`.
    tree: Vec<u8>,
}

impl Route {
    /// A walk through `rows` x `cols` regions, at least two per side, an even number on one side.
    pub(super) fn new(rows: u32, cols: u32, seed: u64) -> Self {
        let transposed = rows % 2 == 1;
        let (rows, cols) = if transposed { (cols, rows) } else { (rows, cols) };
        let (down, across) = (rows / 2, cols / 2);
        Self { rows, cols, transposed, across, tree: tree(down, across, seed) }
    }

    /// The side by which the walk leaves this region.
    pub(super) fn next(&self, row: u32, col: u32) -> Side {
        let seen = if self.transposed { self.seen(col, row) } else { self.seen(row, col) };
        if !self.transposed {
            return seen;
        }
        match seen {
            Side::Above => Side::Left,
            Side::Right => Side::Below,
            Side::Below => Side::Right,
            Side::Left => Side::Above,
        }
    }

    fn seen(&self, row: u32, col: u32) -> Side {
        let (lower, detour) = (row % 2 == 1, self.cols % 2 == 1);
        if detour && col == self.cols - 1 {
            return if lower { Side::Left } else { Side::Below };
        }
        let block = row / 2 * self.across + col / 2;
        let goes = |side: Side| self.tree[block as usize] >> (side as u8) & 1 == 1;
        // Clockwise around the block, unless the tree goes on.
        let (on, round) = match (lower, col % 2 == 1) {
            (false, false) => (Side::Above, Side::Right),
            (false, true) => (Side::Right, Side::Below),
            (true, true) => (Side::Below, Side::Left),
            (true, false) => (Side::Left, Side::Above),
        };
        let last = detour && col == self.cols - 2 && on == Side::Right;
        debug_assert!(row < self.rows, "row {row} of {}", self.rows);
        if goes(on) || last { on } else { round }
    }
}

/// A random spanning tree of a grid.
fn tree(down: u32, across: u32, seed: u64) -> Vec<u8> {
    let blocks = down * across;
    let mut tree = vec![0_u8; blocks as usize];
    let mut parent: Vec<u32> = (0..blocks).collect();
    // An edge to the right of a block is twice its number, one below it is one more.
    let mut edges: Vec<u32> = (0..2 * blocks)
        .filter(|edge| if edge % 2 == 0 { (edge / 2 + 1) % across != 0 } else { edge / 2 + across < blocks })
        .collect();
    let mut rng = Rng::new(seed);
    let mut left = blocks - 1;
    for last in (0..edges.len()).rev() {
        if left == 0 {
            break;
        }
        edges.swap(last, rng.below(last as u32 + 1) as usize);
        let (one, is_below) = (edges[last] / 2, edges[last] % 2 == 1);
        let other = if is_below { one + across } else { one + 1 };
        let (root, joined) = (root(&mut parent, one), root(&mut parent, other));
        if root != joined {
            parent[root.max(joined) as usize] = root.min(joined);
            let side = if is_below { Side::Below } else { Side::Right };
            tree[one as usize] |= 1 << side as u8;
            tree[other as usize] |= 1 << side.opposite() as u8;
            left -= 1;
        }
    }
    tree
}

/// The root of a block's tree; the way there is halved.
fn root(parent: &mut [u32], mut block: u32) -> u32 {
    while parent[block as usize] != block {
        parent[block as usize] = parent[parent[block as usize] as usize];
        block = parent[block as usize];
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_passes_every_region_once_and_comes_back() {
        for (rows, cols) in (2..12).flat_map(|rows| (2..12).map(move |cols| (rows, cols))) {
            if rows * cols % 2 == 1 {
                continue;
            }
            for seed in 0..3 {
                let route = Route::new(rows, cols, seed);
                let (mut row, mut col, mut seen) = (0, 0, vec![false; (rows * cols) as usize]);
                for _ in 0..rows * cols {
                    assert!(!std::mem::replace(&mut seen[(row * cols + col) as usize], true), "{rows}x{cols}");
                    match route.next(row, col) {
                        Side::Above => row -= 1,
                        Side::Right => col += 1,
                        Side::Below => row += 1,
                        Side::Left => col -= 1,
                    }
                    assert!(row < rows && col < cols, "{rows}x{cols}");
                }
                assert_eq!((row, col), (0, 0), "{rows}x{cols}");
            }
        }
    }
}
