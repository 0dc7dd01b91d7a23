//! Backward steps: finds the states that lead to a state, and the states of a given tour.

use std::ops::ControlFlow;

use super::degrees::{APEX, Degrees};
use super::half::LayerStep;
use super::join::closing;
use super::layer::{Chunk, LayerBlock, find};
use super::matching::{MATCHINGS, Operation, reversed};

/// Value that stands for the apex in a list of cells. The apex is an additional vertex that closes an open tour.
pub(crate) const APEX_CELL: u32 = u32::MAX;

/// For each cell of a board, the two neighbouring cells on a tour.
pub(crate) type CellLinks = [[u32; 2]];

/// Up to two edges, each a pair of cells.
pub(crate) type CellEdges = [Option<(u32, u32)>; 2];

/// A state: the degrees of the frontier and the number of a matching. States are ordered by the key of their degrees,
/// then by the number of their matching.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BlockState {
    pub(crate) degrees: Degrees,
    pub(crate) index: u32,
}

impl BlockState {
    /// Returns the state after `operation`, or `None` if the operation is forbidden for the matching of this state.
    pub(crate) fn after(self, (degrees, operation): (Degrees, Operation)) -> Option<Self> {
        let index = operation.apply(self.degrees.pairs(), self.index);
        (index < MATCHINGS[degrees.pairs()]).then_some(Self { degrees, index })
    }

    /// Calls `each` with every matching of the upper half that forms one cycle together with the matching of this
    /// state. This state belongs to the lower half. The matchings are in ascending order. Stops when `each` returns
    /// `Break`.
    pub(crate) fn closing(self, each: &mut impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        let pairs = self.degrees.pairs();
        closing(pairs, reversed(pairs, self.degrees.ends & APEX != 0, self.index), 0, each)
    }
}

/// A state that leads to another state in one step.
#[derive(Clone, Debug)]
pub(crate) struct StateSource {
    pub(crate) state: BlockState,
    /// Number of ways to reach `state`.
    pub(crate) count: u64,
    /// Edges that the step adds.
    pub(crate) edges: CellEdges,
}

/// A block that leads to another block by a step. Contains the operation and the edges of this step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<'a> {
    block: LayerBlock<'a>,
    operation: Operation,
    edges: CellEdges,
}

/// Searches the layer `before` for one block per element of `from`: the block with the degrees of this element. Fills
/// `found` with the blocks that exist, in ascending order of their degrees.
pub(super) fn arrivals<'a>(
    before: &'a [Chunk],
    from: impl Iterator<Item = (Degrees, Operation, CellEdges)>,
    found: &mut Vec<Arrival<'a>>,
) {
    found.clear();
    found.extend(from.filter_map(|(degrees, operation, edges)| {
        find(before, degrees).map(|block| Arrival { block, operation, edges })
    }));
    found.sort_unstable_by_key(|arrival| arrival.block.degrees);
}

/// Finds the states that lead to the state `to`. Fills `found` with these states in ascending order. Each found state
/// has a count, which is the number of ways to reach the found state. After each block of states, the function stops if
/// the sum of these counts exceeds `most`.
pub(crate) fn collect(arrivals: &[Arrival<'_>], to: BlockState, most: u64, found: &mut Vec<StateSource>) {
    found.clear();
    let mut ways = 0_u64;
    for &Arrival { block, operation, edges } in arrivals {
        let first = found.len();
        operation.undo(to.degrees.pairs(), to.index, &mut |index| {
            let count = block.count(index);
            if count > 0 {
                ways = ways.saturating_add(count);
                found.push(StateSource { state: BlockState { degrees: block.degrees, index }, count, edges });
            }
        });
        found[first..].sort_unstable_by_key(|source| source.state);
        if ways > most {
            return;
        }
    }
}

impl LayerStep {
    /// Finds the predecessors of the block `to`. These are the blocks of the previous layer from which a decision of
    /// `cell` leads to this block. Fills `found` with these predecessors, in ascending order.
    pub(crate) fn arrivals<'a>(&self, cell: u32, before: &'a [Chunk], to: Degrees, found: &mut Vec<Arrival<'a>>) {
        let mut degrees: Vec<Degrees> = Vec::new();
        match self {
            Self::Hole => degrees.push(to.unshift(false)),
            Self::End { .. } => degrees.extend(to.disconnect(1, APEX)),
            Self::Square { slots, apex, .. } => {
                let decided = to.unshift(true);
                let bare = Degrees { full: decided.full ^ 1, ..decided };
                let near = || slots.iter().copied().chain(apex.map(|_| APEX));
                degrees.push(decided);
                degrees.extend(near().filter_map(|slot| decided.disconnect(1, slot)));
                for (at, a) in near().enumerate() {
                    degrees.extend(near().skip(at + 1).filter_map(|b| bare.disconnect(a, b)));
                }
            }
        }
        let from = degrees.into_iter().filter_map(|from| {
            let mut arrow = None;
            self.expand(from, &mut |after, operation, taken| {
                if after == to {
                    arrow = Some((from, operation, edges(cell, taken)));
                }
            });
            arrow
        });
        arrivals(before, from, found);
    }

    /// Applies this step to the state `from`, and returns the resulting state. `links` contains the two neighbours of
    /// each cell on a tour. The step decides edges from `cell` to later cells or to the apex, and adds exactly those
    /// edges that belong to this tour. The edges to earlier cells already exist. Returns `None` if the step cannot add
    /// exactly the edges of the tour.
    pub(crate) fn follow(&self, cell: u32, links: &CellLinks, from: BlockState) -> Option<BlockState> {
        let mut later: Vec<u32> = links[cell as usize].into_iter().filter(|&to| to > cell).collect();
        later.sort_unstable();
        if let Self::End { .. } = self {
            later.retain(|&to| to == APEX_CELL);
        } else if let Self::Hole = self {
            later.clear();
        } else if from.degrees.at(1) + later.len() as u32 > 2 {
            // If the cell is an end, an earlier step has already added the edge from the cell to the apex.
            later.retain(|&to| to != APEX_CELL);
        }
        let mut found = None;
        self.expand(from.degrees, &mut |after, operation, taken| {
            let taken = edges(cell, taken).into_iter().flatten().map(|(_, to)| to);
            if taken.eq(later.iter().copied()) {
                found = from.after((after, operation));
            }
        });
        found
    }
}

/// Returns the edges from `cell` to the slots in `taken`, ordered by the other end of each edge.
fn edges(cell: u32, mut taken: u32) -> CellEdges {
    let mut next = || {
        let slot = taken & taken.wrapping_neg();
        taken ^= slot;
        (slot != 0).then(|| (cell, if slot == APEX { APEX_CELL } else { cell + slot.trailing_zeros() }))
    };
    [next(), next()]
}
