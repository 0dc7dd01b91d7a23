//! Counts the tours of arbitrary graphs.

use std::collections::VecDeque;

use courser_board::Kind;
use courser_board::graph::NamedGraph;
use num_bigint::BigUint;

use super::{PathEnds, VertexGraph, cycles, greedy};
use crate::{CountError, CountOptions, TaskFlaw};

/// Maximum number of vertices of a graph whose tours are counted.
const MAX_VERTICES: usize = 1 << 20;

/// Maximum number of vertices for the greedy order, which takes quadratic time.
const MAX_GREEDY: usize = 2000;

/// Counts the Hamiltonian cycles of a graph, or the Hamiltonian paths with the given ends. A tour and its reverse count
/// once.
///
/// ```
/// use courser_board::{Kind, graph::NamedGraph};
/// use courser_count::{CountOptions, count_graph};
///
/// let k4 = NamedGraph::read(b"a,b\na,c\na,d\nb,c\nb,d\nc,d\n").unwrap();
/// assert_eq!(count_graph(&k4, Kind::Closed, &[], &CountOptions::default()).unwrap(), 3_u32.into());
/// assert_eq!(count_graph(&k4, Kind::Open, &[0], &CountOptions::default()).unwrap(), 6_u32.into());
/// ```
///
/// # Errors
/// [`CountError::Task`] if both ends are the same vertex, or the graph is too large; [`CountError::Memory`] if the
/// frontier is too wide; [`CountError::Stopped`].
pub fn count_graph(
    graph: &NamedGraph,
    kind: Kind,
    ends: &[u32],
    options: &CountOptions<'_>,
) -> Result<BigUint, CountError> {
    let vertices = graph.names().len();
    if vertices > MAX_VERTICES {
        let message = format!("no count goes through {vertices} vertices");
        return Err(CountError::task(message, TaskFlaw::LargeGraph));
    }
    if vertices == 1 {
        return Ok(u32::from(kind == Kind::Open).into());
    }
    if ends.len() > 1 && ends[0] == ends[1] {
        let message = "a path of several vertices does not end where it starts";
        return Err(CountError::task(message, TaskFlaw::End));
    }
    let edges: Vec<(usize, usize, bool)> = graph.edges().map(|(a, b)| (a as usize, b as usize, false)).collect();
    let mut orders = vec![(0..vertices).collect(), outwards(graph)];
    if vertices <= MAX_GREEDY {
        orders.push(greedy(vertices, &edges));
    }
    let ends: Vec<usize> = ends.iter().map(|&end| end as usize).collect();
    let ends = PathEnds::of_paths(vertices, (kind == Kind::Open).then_some(ends));
    let [even, odd] = cycles(&VertexGraph::new(vertices, edges, orders, &ends, &[]), options)?;
    Ok(even + odd)
}

/// Returns the vertices in breadth-first order, beginning with a vertex of the smallest degree (after E. Cuthill and J.
/// McKee, "Reducing the Bandwidth of Sparse Symmetric Matrices", 1969).
fn outwards(graph: &NamedGraph) -> Vec<usize> {
    let mut starts: Vec<u32> = (0..graph.names().len() as u32).collect();
    starts.sort_by_key(|&vertex| graph.neighbours(vertex).len());
    let mut seen = vec![false; starts.len()];
    let mut order = Vec::with_capacity(starts.len());
    for start in starts {
        let mut wave = VecDeque::from([start]);
        while let Some(vertex) = wave.pop_front() {
            if !std::mem::replace(&mut seen[vertex as usize], true) {
                order.push(vertex as usize);
                wave.extend(graph.neighbours(vertex).iter().filter(|&&near| !seen[near as usize]));
            }
        }
    }
    order
}
