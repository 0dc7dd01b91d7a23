//! Checks the connectivity of the rest of a tour.
//!
//! If one square of a cycle is removed, the other squares stay connected. Therefore a graph that contains a cycle
//! through all its squares has no articulation point (J. Hopcroft and R. Tarjan, "Efficient Algorithms for Graph
//! Manipulation", 1973). The checked graph consists of the squares that still have undecided moves. In this graph, each
//! path fragment is replaced by one move between its ends. If this graph has an articulation point, neither a closed
//! tour nor an open tour with two known ends can be completed. While an end is unknown, the graph can have articulation
//! points, but its biconnected components must form a chain. The tour passes through these components one after the
//! other. At a branch, the tour could visit only one of the next components.

use super::graph::{NONE, Slots};
use super::state::SearchState;
use crate::factor::graph::bits;

/// A depth-first search. Later searches reuse its memory.
#[derive(Default)]
pub(super) struct Connect {
    /// Number of each square in the order of discovery, counted from 1; 0 if the square is undiscovered.
    met: Vec<u32>,
    /// For each square, the lowest discovery number among the squares that it reaches. A square reaches the targets of
    /// its own moves and the targets of its descendants' moves.
    low: Vec<u32>,
    path: Vec<DfsStep>,
}

struct DfsStep {
    square: u32,
    /// The slots not yet followed, as a mask.
    slots: u64,
    /// The square at the other end of the path fragment. [`NONE`] if the search has already followed the fragment.
    mate: u32,
    /// True if the square or one of its descendants is known to be an articulation point.
    pieces: bool,
}

impl Connect {
    /// Returns whether the connectivity of the board allows a tour. `from` must be a square that has undecided moves.
    pub(super) fn holds(&mut self, state: &SearchState<'_, impl Slots>, from: u32) -> bool {
        let squares = state.graph.len();
        let left = (0..squares as u32).filter(|&square| !state.is_inner(square)).count();
        if left <= 2 {
            return true;
        }
        let open_ended = state.open_ends() > 0;
        self.met.clear();
        self.met.resize(squares, 0);
        self.low.resize(squares, 0);
        self.path.clear();
        let mut clock = 0;
        let mut leaves = 0;
        let mut from_root = 0;
        self.enter(state, from, &mut clock);
        while let Some(step) = self.path.last_mut() {
            let (square, next) = (step.square, step.next(state));
            let Some(next) = next else {
                let done = self.path.pop().expect("the step just looked at");
                let Some(parent) = self.path.last_mut() else {
                    break;
                };
                let (above, low) = (parent.square as usize, self.low[square as usize]);
                if parent.square == from {
                    // If two subtrees of the root were connected, the depth-first search would have discovered the
                    // second subtree from the first subtree.
                    from_root += 1;
                    if from_root > 1 {
                        return false;
                    }
                    parent.pieces |= done.pieces;
                } else if low >= self.met[above] {
                    if !open_ended {
                        return false;
                    }
                    leaves += u32::from(!done.pieces);
                    if leaves > u32::from(state.open_ends()) {
                        return false;
                    }
                    parent.pieces = true;
                } else {
                    parent.pieces |= done.pieces;
                }
                self.low[above] = self.low[above].min(low);
                continue;
            };
            let met = self.met[next as usize];
            if met == 0 {
                self.enter(state, next, &mut clock);
            } else {
                let low = &mut self.low[square as usize];
                *low = (*low).min(met);
            }
        }
        clock as usize == left
    }

    fn enter(&mut self, state: &SearchState<'_, impl Slots>, square: u32, clock: &mut u32) {
        *clock += 1;
        self.met[square as usize] = *clock;
        self.low[square as usize] = *clock;
        let mate = state.mate(square);
        let strand = mate != square && mate != state.gate();
        self.path.push(DfsStep {
            square,
            slots: state.choices(square).into(),
            mate: if strand { mate } else { NONE },
            pieces: false,
        });
    }
}

impl DfsStep {
    fn next(&mut self, state: &SearchState<'_, impl Slots>) -> Option<u32> {
        if let Some(slot) = bits(self.slots).next() {
            self.slots &= self.slots - 1;
            return Some(state.graph.to(self.square, slot));
        }
        let mate = std::mem::replace(&mut self.mate, NONE);
        (mate != NONE).then_some(mate)
    }
}
