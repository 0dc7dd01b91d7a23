//! The order of the regions: a closed walk around a random spanning tree, or a regular walk.
//!
//! Four regions form a block. The walk runs along the outside of a spanning tree of the grid of blocks. Kruskal's
//! algorithm finds the tree, with the edges in random order. Simpler trees, which grow only up or to the left, would
//! show diagonal streaks. If one side has an odd number of regions, the last row or column of regions belongs to no
//! block. The walk visits these regions in as many detours as possible.
//!
//! The steps of the regular walk are computed and not stored. This walk runs alternately to the right and to the left,
//! row by row, and then up the first column.

use super::cut::Cuts;
use super::gate::RegionSide;
use crate::factor::rng::Rng;

/// A closed walk through all regions. Each step leads from a region to one of its four neighbours.
#[derive(Clone, Debug)]
pub(super) struct RegionOrder {
    /// True if the walk is transposed, so that its rows are columns of the board. The walk has an even number of rows.
    transposed: bool,
    /// The steps of all regions, one word per step, in row-major order of the regions. If `transposed` is true, this is
    /// the order in the transposed board. The list is `None` for the regular walk, whose steps are computed.
    list: Option<Vec<u64>>,
}

/// Number of bits that store a [`RegionSide`], one of four sides, in the list of a [`RegionOrder`].
const BITS: u32 = 2;

/// Memory in bytes per block of four regions while the list is built: the list entries of the regions, and one byte per
/// block for the tree.
///
/// The tree is built before the list. Building the tree needs less memory per block: two edges in a vector with twice
/// the required capacity, one parent, and the byte for the tree.
const BYTES: u64 = 33;

/// The step of the walk in one region: the number of squares in all regions before this region, and the sides by which
/// the walk enters and leaves this region.
pub(super) struct RegionStep {
    pub(super) before: u64,
    pub(super) from: RegionSide,
    pub(super) to: RegionSide,
}

impl RegionOrder {
    /// Creates a random walk. If the list of a random walk would take more than `memory` bytes, creates the regular
    /// walk, which has no list.
    pub(super) fn new(cuts: &Cuts, seed: u64, memory: Option<u64>) -> Self {
        let (rows, cols) = cuts.grid();
        let fits = memory.is_none_or(|there| (rows * cols) as u64 * BYTES / 4 <= there);
        let mut walk = Self { transposed: rows % 2 == 1, list: None };
        walk.list = fits.then(|| random(walk.edges(cuts), seed));
        walk
    }

    pub(super) const fn is_regular(&self) -> bool {
        self.list.is_none()
    }

    /// Returns two lists. The first list contains, for each row of regions, the index of its first board row, and ends
    /// with the number of board rows. The second list contains, for each column of regions, the index of its first
    /// board column, and ends with the number of board columns. The two lists are swapped if the walk is transposed.
    fn edges<'a>(&self, cuts: &'a Cuts) -> [&'a [u32]; 2] {
        if self.transposed { [&cuts.cols, &cuts.rows] } else { [&cuts.rows, &cuts.cols] }
    }

    pub(super) fn stop(&self, cuts: &Cuts, (row, col): (usize, usize)) -> RegionStep {
        let [down, across] = self.edges(cuts);
        let (row, col) = if self.transposed { (col, row) } else { (row, col) };
        let stop = match &self.list {
            Some(list) => {
                let word = list[row * (across.len() - 1) + col];
                let side = |shift: u32| RegionSide::ALL[(word >> shift & 3) as usize];
                RegionStep { before: word >> (2 * BITS), from: side(BITS), to: side(0) }
            }
            None => regular(down, across, (row, col)),
        };
        if self.transposed {
            return RegionStep { from: stop.from.transposed(), to: stop.to.transposed(), ..stop };
        }
        stop
    }
}

/// Returns the step that the regular walk through all regions makes in one region. `row` and `col` are the position of
/// this region in the grid of regions. The grid must have an even number of rows.
fn regular(down: &[u32], across: &[u32], (row, col): (usize, usize)) -> RegionStep {
    let (last_row, last_col) = (down.len() - 2, across.len() - 2);
    let [height, width] = [down, across].map(|edges| u64::from(edges[edges.len() - 1]));
    let [top, bottom, left, right] = [down[row], down[row + 1], across[col], across[col + 1]].map(u64::from);
    let (first, corner) = (u64::from(across[1]), u64::from(across[1]) * u64::from(down[1]));
    let (from, to, before) = match (row, col) {
        (0, 0) => (RegionSide::Below, RegionSide::Right, 0),
        (row, 0) => {
            let from = if row == last_row { RegionSide::Right } else { RegionSide::Below };
            (from, RegionSide::Above, corner + height * (width - first) + first * (height - bottom))
        }
        (row, col) => {
            let (forth, back) = if row % 2 == 0 {
                (RegionSide::Right, RegionSide::Left)
            } else {
                (RegionSide::Left, RegionSide::Right)
            };
            let (begins, ends) = if row % 2 == 0 { (col == 1, col == last_col) } else { (col == last_col, col == 1) };
            let from = if begins && row > 0 { RegionSide::Above } else { back };
            let to = if ends && row < last_row { RegionSide::Below } else { forth };
            let passed = if row % 2 == 0 { left - first } else { width - right };
            (from, to, corner + top * (width - first) + (bottom - top) * passed)
        }
    };
    RegionStep { before, from, to }
}

/// Returns the packed steps of a closed walk around a random spanning tree.
fn random([down, across]: [&[u32]; 2], seed: u64) -> Vec<u64> {
    let (rows, cols) = (down.len() - 1, across.len() - 1);
    let tree = tree((rows / 2) as u32, (cols / 2) as u32, seed);
    let mut list = vec![0; rows * cols];
    let (mut at, mut before, mut from) = ((0, 0), 0, RegionSide::Below);
    for _ in 0..rows * cols {
        let to = onward(&tree, cols, at);
        list[at.0 * cols + at.1] = before << (2 * BITS) | (from as u64) << BITS | to as u64;
        before += u64::from((down[at.0 + 1] - down[at.0]) * (across[at.1 + 1] - across[at.1]));
        (at, from) = (to.step(at), to.opposite());
    }
    list
}

/// Returns the side of a region at which the walk around a tree leaves the region. The grid of regions has `cols`
/// columns.
fn onward(tree: &[u8], cols: usize, (row, col): (usize, usize)) -> RegionSide {
    let (lower, detour) = (row % 2 == 1, cols % 2 == 1);
    if detour && col == cols - 1 {
        return if lower { RegionSide::Left } else { RegionSide::Below };
    }
    // The walk runs clockwise around the block. If the tree has an edge on the side `on` of the block, the walk leaves
    // the region on this side. Otherwise, the walk leaves the region on the side `round`.
    let (on, round) = match (lower, col % 2 == 1) {
        (false, false) => (RegionSide::Above, RegionSide::Right),
        (false, true) => (RegionSide::Right, RegionSide::Below),
        (true, true) => (RegionSide::Below, RegionSide::Left),
        (true, false) => (RegionSide::Left, RegionSide::Above),
    };
    let block = row / 2 * (cols / 2) + col / 2;
    let last = detour && col == cols - 2 && on == RegionSide::Right;
    if last || tree[block] >> (on as u8) & 1 == 1 { on } else { round }
}

/// Returns a random spanning tree of a grid of blocks. Bit `side as u8` of a block is set if the tree has an edge on
/// that side of the block.
fn tree(down: u32, across: u32, seed: u64) -> Vec<u8> {
    let blocks = down * across;
    let mut tree = vec![0_u8; blocks as usize];
    let mut parent: Vec<u32> = (0..blocks).collect();
    // The edge to the right of block b has the number 2 b, and the edge below block b has the number 2 b + 1.
    let mut edges: Vec<u32> = (0..2 * blocks)
        .filter(|edge| if edge % 2 == 0 { (edge / 2 + 1) % across != 0 } else { edge / 2 + across < blocks })
        .collect();
    let mut rng = Rng::new(seed);
    let mut left = blocks - 1;
    while left > 0 {
        let edge = edges.swap_remove(rng.below(edges.len() as u32) as usize);
        let (one, is_below) = (edge / 2, edge % 2 == 1);
        let (other, side) = if is_below { (one + across, RegionSide::Below) } else { (one + 1, RegionSide::Right) };
        let (root, joined) = (root(&mut parent, one), root(&mut parent, other));
        if root != joined {
            parent[root.max(joined) as usize] = root.min(joined);
            tree[one as usize] |= 1 << side as u8;
            tree[other as usize] |= 1 << side.opposite() as u8;
            left -= 1;
        }
    }
    tree
}

/// Returns the root of the tree that contains `block`. On the way, halves the length of the path from `block` to the
/// root.
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
            let edges = |count: u32| (0..=count).map(|edge| 8 * edge - edge / 2).collect();
            let cuts = Cuts { rows: edges(rows), cols: edges(cols) };
            for (seed, memory) in [(0, None), (1, None), (2, None), (0, Some(1))] {
                let walk = RegionOrder::new(&cuts, seed, memory);
                assert_eq!(walk.is_regular(), memory.is_some());
                let (mut at, mut seen, mut before) = ((0, 0), vec![false; (rows * cols) as usize], 0);
                let mut from = walk.stop(&cuts, at).from;
                for _ in 0..rows * cols {
                    assert!(!std::mem::replace(&mut seen[at.0 * cols as usize + at.1], true), "{rows}x{cols}");
                    let stop = walk.stop(&cuts, at);
                    assert_eq!((stop.before, stop.from), (before, from), "{rows}x{cols}, {at:?}");
                    before += u64::from(cuts.rect(at).squares());
                    (at, from) = (stop.to.step(at), stop.to.opposite());
                    assert!(at.0 < rows as usize && at.1 < cols as usize, "{rows}x{cols}");
                }
                assert_eq!(at, (0, 0), "{rows}x{cols}");
            }
        }
    }
}
