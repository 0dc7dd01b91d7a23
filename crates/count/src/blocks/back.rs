//! Back from a state to those that it comes from, and forth along a tour that is given.

use super::degrees::{APEX, Degrees};
use super::gather::Expand as _;
use super::half::Step;
use super::layer::{Chunk, find};
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

/// Collects the states of a layer that lead to a state by one of the operations, ascending.
pub(super) fn collect(
    before: &[Chunk],
    mut arrows: Vec<(Degrees, Operation, Edges)>,
    to: State,
    found: &mut Vec<Source>,
) {
    arrows.sort_unstable_by_key(|&(degrees, ..)| degrees);
    found.clear();
    for (degrees, operation, edges) in arrows {
        let Some(block) = find(before, degrees) else { continue };
        let first = found.len();
        operation.undo(to.degrees.pairs(), to.index, &mut |index| {
            let count = block.count(index);
            if count > 0 {
                found.push(Source { state: State { degrees, index }, count, edges });
            }
        });
        found[first..].sort_unstable_by_key(|source| source.state);
    }
}

impl Step {
    /// Collects the states of the layer before that lead to a state by deciding `cell`, ascending.
    pub(crate) fn come_from(&self, cell: u32, before: &[Chunk], to: State, found: &mut Vec<Source>) {
        let mut degrees: Vec<Degrees> = Vec::new();
        match self {
            Self::Hole => degrees.push(to.degrees.unshift(false)),
            Self::End { .. } => degrees.extend(to.degrees.disconnect(1, APEX)),
            Self::Square { slots, apex, .. } => {
                let decided = to.degrees.unshift(true);
                let bare = Degrees { full: decided.full ^ 1, ..decided };
                let near = || slots.iter().copied().chain(apex.map(|_| APEX));
                degrees.push(decided);
                degrees.extend(near().filter_map(|slot| decided.disconnect(1, slot)));
                for (at, a) in near().enumerate() {
                    degrees.extend(near().skip(at + 1).filter_map(|b| bare.disconnect(a, b)));
                }
            }
        }
        let mut arrows = Vec::new();
        for from in degrees {
            self.expand(from, &mut |after, operation, _| {
                if after == to.degrees {
                    arrows.push((from, operation, self.edges(cell, from, after)));
                }
            });
        }
        collect(before, arrows, to, found);
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
