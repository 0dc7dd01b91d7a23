//! Joins the cycles of a cover into one.
//!
//! *Two edges.* Remove ab of one cycle and cd of another, and add ac and bd: the result is one cycle. Such an exchange
//! is a *switch*. In the graph of a leaper, a switch is found quickly, since every 4-cycle is a parallelogram. The
//! reason is that two jumps of equal length can add up to a given nonzero vector in only one way, up to order (two
//! circles meet in two points). Therefore, if b = a + k and c = a + j, then d can only be a + j + k. The test for a
//! switch reads four bits.
//!
//! *Three edges.* For a cycle without a two-edge switch: remove ab, cd and ef, and add ac, de and fb. Here, cd and ef
//! are in cycles other than the cycle of ab. If cd and ef are in two cycles, all three cycles become one. If cd and ef
//! are in the same cycle, traverse that cycle, beginning with the edge from c to d. If the traversal later goes from f
//! to e, the exchange joins the two cycles. If the traversal goes from e to f, the result is two cycles.
//!
//! *One edge.* If the cover contains a path with an end that is not prescribed: add the edge from that end to a cell c,
//! remove an edge cd at c, and make d the new end (Pósa 1976). If c is in a cycle, the path now includes that cycle.

use super::cover::{CoverCursor, UsedEdges};
use super::graph::{bits, bits_from};
use super::rng::Rng;

/// The assignment of cells to cycles.
pub(super) struct CellCycles {
    /// Label of each cell when the cycles were last labelled; [`CellCycles::NONE`] for holes.
    label: Vec<u32>,
    /// Parents of the labels in the union-find structure.
    parent: Vec<u32>,
    /// One cell of each cycle that existed when the cycles were last labelled. Indexed by the label of the cycle.
    first: Vec<u32>,
    /// Number of separate cycles.
    pub(super) count: u32,
}

impl CellCycles {
    const NONE: u32 = u32::MAX;

    pub(super) fn new() -> Self {
        Self { label: Vec::new(), parent: Vec::new(), first: Vec::new(), count: 0 }
    }

    /// Walks along every cycle once and labels its cells. Each cycle of more than one cell must contain one of the
    /// `cells`.
    pub(super) fn tell_apart(&mut self, cover: &UsedEdges, cells: impl Iterator<Item = u32>) {
        self.label.clear();
        self.label.resize(cover.used.len(), Self::NONE);
        self.parent.clear();
        self.first.clear();
        let mut label = |cell: u32, labels: &mut Vec<u32>| {
            if labels[cell as usize] == Self::NONE {
                let label = self.parent.len() as u32;
                self.parent.push(label);
                self.first.push(cell);
                for cell in cover.cycle(cell) {
                    labels[cell as usize] = label;
                }
            }
        };
        // A path of a single cell has no used edge, but its cell is not a hole.
        for cell in cover.ends.iter().flat_map(|ends| ends.cells) {
            label(cell, &mut self.label);
        }
        for cell in cells {
            if cover.used[cell as usize] != 0 {
                label(cell, &mut self.label);
            }
        }
        self.count = self.parent.len() as u32;
        // A cycle and its images are counted as one cycle.
        if let Some(seam) = &cover.seam {
            for label in 0..self.first.len() {
                let cell = self.first[label];
                self.join(cell, seam.next(cell, 0).0);
            }
        }
    }

    /// Returns whether a move leads from `cell` to another cycle.
    pub(super) fn is_border(&mut self, cover: &UsedEdges, cell: u32) -> bool {
        bits(cover.graph.exits(cell))
            .map(|code| cover.graph.step(cell, code))
            .any(|to| cover.used[to as usize] != 0 && self.find(to) != self.find(cell))
    }

    #[inline]
    fn find(&mut self, cell: u32) -> u32 {
        let mut label = self.label[cell as usize];
        loop {
            let parent = self.parent[label as usize];
            if parent == label {
                return label;
            }
            let grand = self.parent[parent as usize];
            self.parent[label as usize] = grand;
            label = grand;
        }
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent[a.max(b) as usize] = a.min(b);
            self.count -= 1;
        }
    }

    /// Iterates over `cells` once, and joins cycles by the two-edge switches that it finds.
    ///
    /// Returns whether any cycles were joined.
    pub(super) fn sweep(&mut self, cover: &mut UsedEdges, cells: impl Iterator<Item = u32>, rng: &mut Rng) -> bool {
        let before = self.count;
        let half = cover.graph.half;
        for a in cells {
            let mut drops = cover.drops(a) & half;
            if drops == 0 {
                continue;
            }
            if self.count == 1 {
                break;
            }
            let spin = (rng.next() & 7) as u32;
            let mut own = self.find(a);
            while drops != 0 {
                let k = drops.trailing_zeros() as u8;
                drops &= drops - 1;
                let b = cover.graph.step(a, k);
                for j in bits_from(cover.adds(a) & cover.adds(b), spin) {
                    let c = cover.graph.step(a, j);
                    if cover.drops(c) >> k & 1 == 1 && self.find(c) != own {
                        switch(cover, a, k, j);
                        self.join(a, c);
                        own = self.find(a);
                        break;
                    }
                }
            }
        }
        self.count < before
    }

    /// Joins cycles to the path by moving the free ends of the path. Returns whether any cycles were joined.
    pub(super) fn swallow(&mut self, cover: &mut UsedEdges, rng: &mut Rng) -> bool {
        let before = self.count;
        let Some(ends) = cover.ends else { return false };
        for which in [0, 1] {
            while ends.free[which] && self.count > 1 {
                let end = cover.ends.map_or(0, |ends| ends.cells[which]);
                let spin = (rng.next() & 7) as u32;
                let Some(code) = bits_from(cover.adds(end), spin).find(|&code| {
                    let to = cover.graph.step(end, code);
                    cover.drops(to) != 0 && self.find(to) != self.find(end)
                }) else {
                    break;
                };
                let to = cover.graph.step(end, code);
                let drops = cover.drops(to);
                let drop = if rng.next() & 1 == 0 { drops.trailing_zeros() } else { drops.ilog2() };
                rotate(cover, which, code, drop as u8);
                self.join(end, to);
            }
        }
        self.count < before
    }

    /// Joins a cycle to other cycles by a three-edge switch. `label` is the label of the cycle, which has no two-edge
    /// switch left. Returns whether a three-edge switch was found.
    fn graft(&mut self, cover: &mut UsedEdges, label: u32) -> bool {
        let mut walker = cover.walker(self.first[label as usize]);
        let start = walker.at;
        loop {
            let a = walker.at;
            let own = self.find(a);
            for k in bits(cover.drops(a)) {
                let b = cover.graph.step(a, k);
                for j in bits(cover.adds(a)) {
                    let c = cover.graph.step(a, j);
                    if self.find(c) == own {
                        continue;
                    }
                    for l in bits(cover.drops(c)) {
                        let d = cover.graph.step(c, l);
                        for p in bits(cover.adds(d)) {
                            let e = cover.graph.step(d, p);
                            if self.find(e) == own {
                                continue;
                            }
                            for q in bits(cover.drops(e)) {
                                let f = cover.graph.step(e, q);
                                // If ef and cd are the same edge, the switch joins no cycles.
                                let Some(r) = cover.graph.code(f, b).filter(|&r| cover.adds(f) >> r & 1 == 1) else {
                                    continue;
                                };
                                if f == c || self.find(c) == self.find(e) && !opposite(cover, (c, d, l), (e, f, q)) {
                                    continue;
                                }
                                for (cell, code) in [(a, k), (c, l), (e, q), (a, j), (d, p), (f, r)] {
                                    cover.flip(cell, code);
                                }
                                self.join(a, c);
                                self.join(a, e);
                                return true;
                            }
                        }
                    }
                }
            }
            cover.advance(&mut walker);
            if walker.at == start {
                return false;
            }
        }
    }

    /// Uses three-edge switches to join the cycles that remain after the two-edge switches. Returns whether any cycles
    /// were joined.
    pub(super) fn graft_all(&mut self, cover: &mut UsedEdges) -> bool {
        let before = self.count;
        // The walk along the largest cycle is omitted. The walks along the other cycles find every switch that joins
        // the largest cycle to another cycle.
        let mut sizes = vec![0_u32; self.parent.len()];
        for cell in 0..cover.graph.cells() {
            if self.label[cell as usize] != Self::NONE {
                sizes[self.find(cell) as usize] += 1;
            }
        }
        let largest = (0..sizes.len()).max_by_key(|&label| sizes[label]).unwrap_or(0);
        for label in 0..self.parent.len() as u32 {
            if self.count == 1 {
                break;
            }
            if self.parent[label as usize] == label && label as usize != largest {
                self.graft(cover, label);
            }
        }
        self.count < before
    }

    /// Makes a few two-edge switches, some at random cells and some near the remaining cycles. Also moves each free end
    /// of the path to another cell. These changes move the cover away from a local optimum. The labels are invalid
    /// afterwards.
    pub(super) fn shake(&mut self, cover: &mut UsedEdges, rng: &mut Rng) {
        let roots: Vec<u32> =
            (0..self.parent.len() as u32).filter(|&label| self.parent[label as usize] == label).collect();
        let mut left = self.count + rng.below(4);
        for _ in 0..16 * left {
            let a = if rng.below(2) == 0 {
                rng.below(cover.graph.cells())
            } else {
                let root = roots[rng.below(roots.len() as u32) as usize];
                let along = rng.below(16) as usize;
                let cell = self.first[root as usize];
                cover.cycle(cell).nth(along).unwrap_or(cell)
            };
            let spin = (rng.next() & 7) as u32;
            let Some(k) = bits_from(cover.drops(a), spin).next() else {
                continue;
            };
            let b = cover.graph.step(a, k);
            let found = bits_from(cover.adds(a) & cover.adds(b), spin)
                .find(|&j| cover.drops(cover.graph.step(a, j)) >> k & 1 == 1);
            if let Some(j) = found {
                switch(cover, a, k, j);
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
        for which in [0, 1] {
            if let Some(ends) = cover.ends
                && ends.free[which]
            {
                let spin = (rng.next() & 7) as u32;
                for code in bits_from(cover.adds(ends.cells[which]), spin) {
                    let to = cover.graph.step(ends.cells[which], code);
                    if let Some(drop) = bits_from(cover.drops(to), spin).next() {
                        rotate(cover, which, code, drop);
                        break;
                    }
                }
            }
        }
    }
}

/// Replaces two edges by two others. Move k leads from cell `a` to cell b, and from cell c to cell d. Move j leads from
/// `a` to c, and from b to d. Removes the edges `a`–b and c–d. Adds the edges `a`–c and b–d.
#[inline]
pub(super) fn switch(cover: &mut UsedEdges, a: u32, k: u8, j: u8) {
    let (b, c) = (cover.graph.step(a, k), cover.graph.step(a, j));
    cover.flip(a, k);
    cover.flip(c, k);
    cover.flip(a, j);
    cover.flip(b, j);
}

/// Rotates the path at one end: adds the edge `add` at the end, removes the edge `drop` at the cell reached by `add`,
/// and moves the end to the other cell of `drop`.
fn rotate(cover: &mut UsedEdges, which: usize, add: u8, drop: u8) {
    let Some(ends) = cover.ends.as_mut() else {
        return;
    };
    let end = ends.cells[which];
    let to = cover.graph.step(end, add);
    ends.cells[which] = cover.graph.step(to, drop);
    cover.flip(end, add);
    cover.flip(to, drop);
}

/// Returns whether the cycle that contains both edges runs through c → d and e → f in opposite directions.
///
/// Walks from both ends of cd simultaneously, so that the time depends only on the shorter distance to ef.
fn opposite(cover: &UsedEdges, (c, d, l): (u32, u32, u8), (e, f, q): (u32, u32, u8)) -> bool {
    debug_assert!(cover.graph.step(c, l) == d && cover.graph.step(e, q) == f);
    let mut onward = CoverCursor { at: d, behind: 1 << cover.graph.back(l) };
    let mut backward = CoverCursor { at: c, behind: 1 << l };
    loop {
        // If the directions are opposite, the forward walk reaches f before e, and the backward walk reaches e before
        // f.
        if onward.at == f || onward.at == e {
            return onward.at == f;
        }
        if backward.at == e || backward.at == f {
            return backward.at == e;
        }
        cover.advance(&mut onward);
        cover.advance(&mut backward);
    }
}
