//! The state of a partial tour: for each open end on the frontier, the path that ends there.

use super::graph::VertexGraph;

/// Maximum number of vertices in a frontier. A state has five bits per vertex, and one bit for the parity.
pub(super) const MAX_WIDTH: usize = 25;

/// A state, with five bits per vertex of the frontier. The five bits are 0 for no edge, [`FULL`] for two edges, and
/// otherwise the label of the path that ends at the vertex. Labels are numbered in order of appearance.
///
/// The highest bit of the state is the parity of the partial tour. Every edge of the graph has a parity bit, and the
/// parity is the sum of these bits over the edges of the partial tour, modulo 2.
pub(super) type PlainState = u128;

const FULL: u8 = 31;
const PARITY: u32 = 127;

/// Value that stands for the mate of a vertex with two edges, in the result of [`VertexStep::read`].
const SATED: u8 = u8::MAX;

/// The data of the step that decides one vertex and leads from one layer to the next.
///
/// Slot 0 belongs to the vertex itself, and the other slots belong to the next frontier. The next layer depends only on
/// this step and the previous layer, not on the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VertexStep {
    /// For each vertex of the previous frontier, its slot in this step.
    slots: Vec<u8>,
    /// Edges from the vertex to later vertices, each as the slot of the later vertex and the parity bit of the edge.
    edges: Vec<(u8, bool)>,
    /// Number of vertices in the next frontier.
    width: usize,
    /// Whether a cycle may be closed. This is true if all vertices outside the next frontier are decided.
    may_close: bool,
}

impl VertexStep {
    /// Returns the steps of the count for a graph, one step per vertex.
    pub(super) fn all(graph: &VertexGraph) -> Vec<Self> {
        let frontiers = graph.frontiers();
        (0..graph.len())
            .map(|vertex| {
                let after = &frontiers[vertex + 1];
                let slot = |at: usize| {
                    if at == vertex {
                        0
                    } else {
                        1 + after.binary_search(&at).expect("what was in the frontier stays until it is decided") as u8
                    }
                };
                Self {
                    slots: frontiers[vertex].iter().map(|&at| slot(at)).collect(),
                    edges: graph.later(vertex).iter().map(|&(to, bit)| (slot(to), bit)).collect(),
                    width: after.len(),
                    may_close: after.len() == graph.len() - vertex - 1,
                }
            })
            .collect()
    }

    /// Calls `next` with every state to which this step can lead from `state`. Counts the Hamiltonian cycles that the
    /// step completes. Returns the number of cycles with even parity and the number of cycles with odd parity.
    pub(super) fn follow(&self, state: PlainState, next: &mut impl FnMut(PlainState)) -> [u64; 2] {
        let (mates, odd) = self.read(state);
        let mut closed = [0, 0];
        let mut add = |mut mates: [u8; 32], a: u8, b: u8, odd: bool| {
            // An edge between the two ends of a path closes a cycle. The cycle is a tour if no vertex is left out.
            if mates[usize::from(a)] == b && a != b {
                mates[usize::from(a)] = SATED;
                mates[usize::from(b)] = SATED;
                if self.may_close && mates[1..=self.width].iter().all(|&mate| mate == SATED) {
                    closed[usize::from(odd)] += 1;
                }
                return;
            }
            let (far_a, far_b) = (mates[usize::from(a)], mates[usize::from(b)]);
            // If an end gets an edge, it has two edges afterwards. If a vertex without edges gets an edge, it becomes
            // an end.
            for end in [a, b] {
                if mates[usize::from(end)] != end {
                    mates[usize::from(end)] = SATED;
                }
            }
            mates[usize::from(far_a)] = far_b;
            mates[usize::from(far_b)] = far_a;
            mates[0] = SATED;
            next(self.write(&mates, odd));
        };
        match mates[0] {
            SATED => next(self.write(&mates, odd)),
            0 => {
                for (at, &(a, bit_a)) in self.edges.iter().enumerate() {
                    for &(b, bit_b) in &self.edges[at + 1..] {
                        if a != b && mates[usize::from(a)] != SATED && mates[usize::from(b)] != SATED {
                            add(mates, a, b, odd ^ bit_a ^ bit_b);
                        }
                    }
                }
            }
            _ => {
                for &(to, bit) in &self.edges {
                    if mates[usize::from(to)] != SATED {
                        add(mates, 0, to, odd ^ bit);
                    }
                }
            }
        }
        closed
    }

    /// Returns two values: the mate of each slot, and a flag that is true if the parity is odd. The mate of a slot is
    /// the slot itself if the slot has no edge yet, and [`SATED`] if the slot has two edges.
    fn read(&self, state: PlainState) -> ([u8; 32], bool) {
        let mut mates: [u8; 32] = std::array::from_fn(|slot| slot as u8);
        let mut first = [0_u8; 32];
        for (place, &slot) in self.slots.iter().enumerate() {
            match (state >> (5 * place)) as u8 & 31 {
                0 => {}
                FULL => mates[usize::from(slot)] = SATED,
                label => {
                    let other = &mut first[usize::from(label)];
                    if *other == 0 {
                        // The stored value is the slot plus one, so that 0 marks a label that has not occurred yet.
                        *other = slot + 1;
                    } else {
                        mates[usize::from(slot)] = *other - 1;
                        mates[usize::from(*other - 1)] = slot;
                    }
                }
            }
        }
        (mates, state >> PARITY == 1)
    }

    fn write(&self, mates: &[u8; 32], odd: bool) -> PlainState {
        let mut labels = [0_u8; 32];
        let mut last = 0;
        let mut state = PlainState::from(odd) << PARITY;
        for slot in 1..=self.width {
            let code = match mates[slot] {
                SATED => FULL,
                mate if usize::from(mate) == slot => 0,
                mate if usize::from(mate) > slot => {
                    last += 1;
                    labels[usize::from(mate)] = last;
                    last
                }
                _ => labels[slot],
            };
            state |= PlainState::from(code) << (5 * (slot - 1));
        }
        state
    }
}
