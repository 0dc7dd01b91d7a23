//! Back from a state to those that it comes from, and forth along a tour that is given.

use super::degrees::{APEX, Degrees};
use super::gather::Expand as _;
use super::half::Step;
use super::layer::{Block, Chunk, find};
use super::matching::{MATCHINGS, Operation};

/// The apex, in place of a cell.
pub(crate) const APEX_CELL: u32 = u32::MAX;

/// For each cell of a board the two cells next to it on a tour.
pub(crate) type Links = [[u32; 2]];

/// Up to two edges, as pairs of cells.
pub(crate) type Edges = [Option<(u32, u32)>; 2];

/// A state: degrees and a matching, ordered by the degrees' key and the matching's number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    pub(crate) degrees: Degrees,
    pub(crate) index: u32,
}

impl State {
    /// The state after an operation; `None` if the matching forbids it.
    pub(crate) fn after(self, (degrees, operation): (Degrees, Operation)) -> Option<Self> {
        let index = operation.apply(self.degrees.pairs(), self.index);
        (index < MATCHINGS[degrees.pairs()]).then_some(Self { degrees, index })
    }
}

/// A state that leads to another.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) state: State,
    /// The number of ways to it.
    pub(crate) count: u64,
    /// The edges that lead on.
    pub(crate) edges: Edges,
}

/// A block that leads to another by an operation, and the edges that are taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<'a> {
    block: Block<'a>,
    operation: Operation,
    edges: Edges,
}

/// Keeps those blocks that are in the layer, ascending.
pub(super) fn arrivals<'a>(
    before: &'a [Chunk],
    from: impl Iterator<Item = (Degrees, Operation, Edges)>,
    found: &mut Vec<Arrival<'a>>,
) {
    found.clear();
    found.extend(from.filter_map(|(degrees, operation, edges)| {
        find(before, degrees).map(|block| Arrival { block, operation, edges })
    }));
    found.sort_unstable_by_key(|arrival| arrival.block.degrees);
}

/// Collects the states that lead to a state, ascending, until there are more than `most` ways by them.
pub(crate) fn collect(arrivals: &[Arrival<'_>], to: State, most: u64, found: &mut Vec<Source>) {
    found.clear();
    let mut ways = 0_u64;
    for &Arrival { block, operation, edges } in arrivals {
        let first = found.len();
        operation.undo(to.degrees.pairs(), to.index, &mut |index| {
            let count = block.count(index);
            if count > 0 {
                ways = ways.saturating_add(count);
                found.push(Source { state: State { degrees: block.degrees, index }, count, edges });
            }
        });
        found[first..].sort_unstable_by_key(|source| source.state);
        if ways > most {
            return;
        }
    }
}

impl Step {
    /// Collects the blocks of the layer before that lead to a block by deciding `cell`, ascending.
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
            self.expand(from, &mut |after, operation, _| {
                if after == to {
                    arrow = Some((from, operation, self.edges(cell, from, after)));
                }
            });
            arrow
        });
        arrivals(before, from, found);
    }

    /// Collects the states of the layer before that lead to a state by deciding `cell`, ascending.
    pub(crate) fn come_from(&self, cell: u32, before: &[Chunk], to: State, found: &mut Vec<Source>) {
        let mut arrivals = Vec::new();
        self.arrivals(cell, before, to.degrees, &mut arrivals);
        collect(&arrivals, to, u64::MAX, found);
    }

    /// The state after deciding `cell` as the tour does; `None` if this step cannot.
    pub(crate) fn follow(&self, cell: u32, links: &Links, from: State) -> Option<State> {
        let mut later: Vec<u32> = links[cell as usize].into_iter().filter(|&to| to > cell).collect();
        later.sort_unstable();
        if let Self::End { .. } = self {
            later.retain(|&to| to == APEX_CELL);
        } else if let Self::Hole = self {
            later.clear();
        } else if from.degrees.at(1) + later.len() as u32 > 2 {
            // The edge of an end to the apex has been taken.
            later.retain(|&to| to != APEX_CELL);
        }
        let mut found = None;
        self.expand(from.degrees, &mut |after, operation, _| {
            let taken = self.edges(cell, from.degrees, after).into_iter().flatten().map(|(_, to)| to);
            if taken.eq(later.iter().copied()) {
                found = from.after((after, operation));
            }
        });
        found
    }

    /// Calls `emit` with what may follow, and the slots that get an edge of the square that is decided.
    pub(super) fn arrows(&self, from: Degrees, emit: &mut dyn FnMut(Degrees, Operation, u32)) {
        self.expand(from, &mut |after, operation, _| emit(after, operation, self.taken(from, after)));
    }

    /// The slots that get an edge of the square that is decided, where one vector of degrees becomes the other.
    fn taken(&self, from: Degrees, after: Degrees) -> u32 {
        let after = match self {
            Self::End { .. } => after,
            _ => after.unshift(matches!(self, Self::Square { .. })),
        };
        ((from.ends ^ after.ends) | (from.full ^ after.full)) & !1
    }

    /// The edges of `cell` by which one vector of degrees becomes the other, ascending by their other ends.
    fn edges(&self, cell: u32, from: Degrees, after: Degrees) -> Edges {
        let mut changed = self.taken(from, after);
        let mut next = || {
            let slot = changed & changed.wrapping_neg();
            changed ^= slot;
            (slot != 0).then(|| (cell, if slot == APEX { APEX_CELL } else { cell + slot.trailing_zeros() }))
        };
        [next(), next()]
    }
}
