//! A cover of the board by cycles, with its construction and its modifications.
//!
//! Two used edges at every cell form a *2-factor*: cycles that cover the board. An open tour becomes a cycle if a
//! *link* joins its ends. Therefore an end has one used edge and the link. An end is *free* if the link is allowed to
//! move from this end to another cell.

use super::failure::FactorFailure;
use super::graph::{JumpOffset, MoveGraph, bits, bits_from};
use super::images::Seam;
use super::rng::Rng;
use super::{FactorCallback, FactorStage};

/// The two cells joined by the link.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkCells {
    /// The two ends of the path, which are equal if the path is a single cell.
    pub(super) cells: [u32; 2],
    /// For each of the two ends, true if the end is free. The search may move the link from a free end to another cell.
    pub(super) free: [bool; 2],
}

/// The used edges of every cell, as masks. This is the state of the search.
#[derive(Clone, Debug)]
pub(super) struct UsedEdges {
    /// The edges that the search is allowed to add and remove.
    pub(super) graph: MoveGraph,
    /// The used edges of each cell, as a mask. Used edges that are not in `graph` are forced.
    pub(super) used: Vec<u8>,
    /// Number of edges that each cell still needs, from 0 to 2.
    need: Vec<u8>,
    pub(super) ends: Option<LinkCells>,
    /// The symmetry of the cover, if any. Edges are changed together with their images.
    pub(super) seam: Option<Seam>,
}

impl UsedEdges {
    /// Creates a cover that contains only the forced edges. These edges are deleted from `graph`. Afterwards, `graph`
    /// contains only edges that the search may add and remove. Therefore the cover always keeps the forced edges.
    ///
    /// Each cell needs two edges. An end in `given` needs one edge, or no edge if `given` contains the end twice.
    pub(super) fn new(mut graph: MoveGraph, given: &[u32], forced: &[JumpOffset]) -> Result<Self, FactorFailure> {
        if graph.lonely > 0 {
            return Err(FactorFailure::Impossible);
        }
        let mut need: Vec<u8> = graph.exits.iter().map(|&exits| if exits == 0 { 0 } else { 2 }).collect();
        let mut used = vec![0; need.len()];
        let mut take = |cell: u32| {
            let left = need[cell as usize].checked_sub(1).ok_or(FactorFailure::Impossible)?;
            need[cell as usize] = left;
            Ok(())
        };
        for &cell in given {
            take(cell)?;
        }
        // A link will join the two ends. Therefore no edge may join them: the edge and the link would form a separate
        // cycle.
        if let &[start, end] = given
            && let Some(code) = graph.code(start, end)
        {
            graph.close(start, code);
        }
        for &(from, to) in forced {
            if let Some(code) = graph.code(from, to) {
                take(from)?;
                take(to)?;
                used[from as usize] |= 1 << code;
                used[to as usize] |= 1 << graph.back(code);
                graph.close(from, code);
            } else if !bits(used[from as usize]).any(|code| graph.step(from, code) == to) {
                return Err(FactorFailure::Impossible);
            }
        }
        let ends = match *given {
            [start, end] => Some(LinkCells { cells: [start, end], free: [false; 2] }),
            _ => None,
        };
        Ok(Self { graph, used, need, ends, seam: None })
    }

    /// Adds the edge that leads from `cell` in the direction `code`. If the edge is already used, removes the edge
    /// instead.
    #[inline]
    pub(super) fn flip(&mut self, cell: u32, code: u8) {
        let mut flip = |cell: u32, code: u8| {
            let to = self.graph.step(cell, code);
            self.used[cell as usize] ^= 1 << code;
            self.used[to as usize] ^= 1 << self.graph.back(code);
        };
        flip(cell, code);
        if let Some(seam) = &self.seam {
            seam.others(cell, code).for_each(|(cell, code)| flip(cell, code));
        }
    }

    /// Returns the edges at `cell` that can be removed, as a mask.
    #[inline]
    pub(super) fn drops(&self, cell: u32) -> u8 {
        self.used[cell as usize] & self.graph.exits(cell)
    }

    /// Returns the edges at `cell` that can be added, as a mask.
    #[inline]
    pub(super) fn adds(&self, cell: u32) -> u8 {
        !self.used[cell as usize] & self.graph.exits(cell)
    }

    /// Adds the edge that leads from `cell` in the direction `code`, if the neighbour at the other end still needs an
    /// edge. Returns whether the edge was added.
    fn add_needed(&mut self, cell: u32, code: u8) -> bool {
        let to = self.graph.step(cell, code);
        if self.need[to as usize] == 0 {
            return false;
        }
        self.flip(cell, code);
        self.need[cell as usize] -= 1;
        self.need[to as usize] -= 1;
        true
    }

    /// Adds edges from `cell` to random neighbours that need an edge, until `cell` needs no more edges. Returns `false`
    /// if `cell` still needs an edge.
    fn take_any(&mut self, cell: u32, rng: &mut Rng) -> bool {
        // The search for each edge starts in a different random direction. If all searches started in similar
        // directions, all covers would be similar.
        let mut spin = rng.next();
        (0..self.need[cell as usize]).all(|_| {
            spin >>= 3;
            bits_from(self.adds(cell), (spin & 7) as u32).any(|code| self.add_needed(cell, code))
        })
    }

    /// Adds edges until the cells of each side of the bipartite graph lack at most `spare` edges in total.
    ///
    /// Each cell in turn is joined to random neighbours that also need an edge. If no such neighbour is left, a
    /// breadth-first search looks for an alternating path (add, remove, add …) to a cell of the other side that needs
    /// an edge. The graph is bipartite, so these paths give a maximum flow. If no such path is left, no 2-factor with
    /// the given ends and forced edges exists (Berge 1957), and so no tour exists.
    ///
    /// The cells of both sides are processed together, a few rows of the board at a time, from the top. So the cells
    /// that still need edges lie close together, just below the processed rows. These cells would be far apart if the
    /// two sides were processed one after the other, or if the rows were processed in random order. The last
    /// alternating paths would then cross the whole board.
    pub(super) fn complete(
        &mut self,
        mut spare: [u64; 2],
        rng: &mut Rng,
        go_on: FactorCallback<'_>,
    ) -> Result<(), FactorFailure> {
        const ROWS: u32 = 2;
        let mut search = CoverSearch::new(self.graph.cells());
        let mut band = Vec::new();
        let mut top = 0;
        while top < self.graph.cells() {
            let bottom = self.graph.cells().min(top + ROWS * self.graph.cols);
            band.clear();
            band.extend(top..bottom);
            for last in (1..band.len()).rev() {
                band.swap(last, rng.below(last as u32 + 1) as usize);
            }
            band.retain(|&cell| !self.take_any(cell, rng));
            for &cell in &band {
                for _ in 0..self.need[cell as usize] {
                    if !search.augment(self, cell, rng) {
                        let spare = &mut spare[usize::from(self.graph.side(cell))];
                        *spare = spare.checked_sub(1).ok_or(FactorFailure::Impossible)?;
                    }
                }
            }
            top = bottom;
            if !go_on(FactorStage::Covering(top)) {
                return Err(FactorFailure::Stopped);
            }
        }
        Ok(())
    }

    /// Returns two numbers, one for each side of the bipartite graph. Each number is the total number of edges that the
    /// cells of this side still need.
    pub(super) fn needs(&self) -> [u64; 2] {
        let mut needs = [0; 2];
        for cell in 0..self.graph.cells() {
            needs[usize::from(self.graph.side(cell))] += u64::from(self.need[cell as usize]);
        }
        needs
    }

    /// Adds a link between the two ends of the cover, if the cover has exactly two ends. The ends are the cells in
    /// `given` and the cells that still need an edge. An end in `given` is fixed. The other ends are free: the
    /// search may move the link from a free end to another cell.
    pub(super) fn close_with_link(&mut self, given: &[u32]) {
        let mut cells = given.to_vec();
        for cell in 0..self.graph.cells() {
            let need = std::mem::take(&mut self.need[cell as usize]);
            cells.extend(std::iter::repeat_n(cell, need.into()));
        }
        if let [first, last] = cells[..] {
            self.ends = Some(LinkCells { cells: [first, last], free: [given.is_empty(), true] });
        }
    }

    /// Removes a random edge, so that its two cells become free ends.
    pub(super) fn cut(&mut self, rng: &mut Rng) {
        // A random unforced edge is removed. If all edges are forced, the cover cannot be changed.
        for _ in 0..64 {
            let cell = rng.below(self.graph.cells());
            if let Some(code) = bits_from(self.drops(cell), (rng.next() & 7) as u32).next() {
                self.flip(cell, code);
                self.ends = Some(LinkCells { cells: [cell, self.graph.step(cell, code)], free: [true; 2] });
                break;
            }
        }
    }

    /// Returns the cell that a link joins with the cell `end`.
    #[inline]
    fn across(&self, end: u32) -> u32 {
        if let Some(seam) = &self.seam {
            return seam.across(end);
        }
        let [first, last] = self.ends.expect("a cell with one edge is an end").cells;
        if end == first { last } else { first }
    }

    /// Returns a cursor on `cell`. The next step of the cursor follows the used edge of `cell` with the lowest code.
    pub(super) fn walker(&self, cell: u32) -> CoverCursor {
        let used = self.used[cell as usize];
        // If `cell` is an end, the cursor is the same as for a walk that has entered `cell` by the link.
        CoverCursor { at: cell, behind: used & used.wrapping_sub(1) }
    }

    /// Advances the cursor to the next cell along the cycle.
    #[inline]
    pub(super) fn advance(&self, walker: &mut CoverCursor) {
        let ahead = self.used[walker.at as usize] & !walker.behind;
        if ahead == 0 {
            *walker = CoverCursor { at: self.across(walker.at), behind: 0 };
        } else {
            let code = ahead.trailing_zeros() as u8;
            *walker = CoverCursor { at: self.graph.step(walker.at, code), behind: 1 << self.graph.back(code) };
        }
    }

    /// Returns the cells of the cycle that contains `cell`, starting with `cell`.
    pub(super) fn cycle(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        let mut walker = self.walker(cell);
        let mut first = true;
        std::iter::from_fn(move || {
            if !first {
                self.advance(&mut walker);
            }
            (std::mem::take(&mut first) || walker.at != cell).then_some(walker.at)
        })
    }
}

/// A position on a walk along a cover: the cell, and a mask of the edge by which the walk entered the cell. The mask is
/// 0 if the walk entered the cell by a link instead of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoverCursor {
    pub(super) at: u32,
    pub(super) behind: u8,
}

/// A breadth-first search for alternating paths, with reusable memory.
struct CoverSearch {
    /// Move by which the search reached each cell. `ROOT` marks the start of the search. `UNSEEN` marks an unreached
    /// cell.
    via: Vec<u8>,
    queue: Vec<u32>,
    seen: Vec<u32>,
}

const UNSEEN: u8 = u8::MAX;
const ROOT: u8 = u8::MAX - 1;

impl CoverSearch {
    fn new(cells: u32) -> Self {
        Self { via: vec![UNSEEN; cells as usize], queue: Vec::new(), seen: Vec::new() }
    }

    /// Gives one more used edge to `cell` and to a cell of the other side, if an alternating path joins these two
    /// cells. Returns whether such a path exists.
    fn augment(&mut self, cover: &mut UsedEdges, cell: u32, rng: &mut Rng) -> bool {
        self.queue.clear();
        self.seen.clear();
        self.queue.push(cell);
        self.via[cell as usize] = ROOT;
        let mut found = None;
        let mut head = 0;
        'search: while let Some(&at) = self.queue.get(head) {
            head += 1;
            for code in bits_from(cover.adds(at), (rng.next() & 7) as u32) {
                let to = cover.graph.step(at, code);
                if self.via[to as usize] != UNSEEN {
                    continue;
                }
                self.via[to as usize] = code;
                self.seen.push(to);
                if cover.need[to as usize] > 0 {
                    found = Some(to);
                    break 'search;
                }
                for code in bits(cover.drops(to)) {
                    let next = cover.graph.step(to, code);
                    if self.via[next as usize] == UNSEEN {
                        self.via[next as usize] = code;
                        self.queue.push(next);
                    }
                }
            }
        }
        if let Some(goal) = found {
            cover.need[cell as usize] -= 1;
            cover.need[goal as usize] -= 1;
            let mut at = goal;
            loop {
                let code = self.via[at as usize];
                if code == ROOT {
                    break;
                }
                at = cover.graph.unstep(at, code);
                cover.flip(at, code);
            }
        }
        for &cell in self.queue.iter().chain(&self.seen) {
            self.via[cell as usize] = UNSEEN;
        }
        found.is_some()
    }
}
