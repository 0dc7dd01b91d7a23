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

/// Counts the Hamiltonian cycles of a graph, or the Hamiltonian paths with the given start and end. In an undirected
/// graph, a tour and its reverse count once.
///
/// ```
/// use courser_board::{Kind, graph::NamedGraph};
/// use courser_count::{CountOptions, count_graph};
///
/// let k4 = NamedGraph::read(b"a,b\na,c\na,d\nb,c\nb,d\nc,d\n").unwrap();
/// assert_eq!(count_graph(&k4, Kind::Closed, [None, None], &CountOptions::default()).unwrap(), 3_u32.into());
/// assert_eq!(count_graph(&k4, Kind::Open, [Some(0), None], &CountOptions::default()).unwrap(), 6_u32.into());
///
/// let one_way = NamedGraph::read(b"digraph { a -> b; b -> c; c -> a }").unwrap();
/// assert_eq!(count_graph(&one_way, Kind::Open, [None, None], &CountOptions::default()).unwrap(), 3_u32.into());
/// assert_eq!(count_graph(&one_way, Kind::Open, [Some(0), Some(1)], &CountOptions::default()).unwrap(), 0_u32.into());
/// ```
///
/// # Errors
/// [`CountError::Task`] if both ends are the same vertex, or the graph is too large; [`CountError::Memory`] if the
/// frontier is too wide or the count needs more memory than is available; [`CountError::Stopped`] if the count is
/// stopped.
pub fn count_graph(
    graph: &NamedGraph,
    kind: Kind,
    ends: [Option<u32>; 2],
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
    if ends[0].is_some() && ends[0] == ends[1] {
        let message = "a tour does not end where it starts, and both ends are the same vertex";
        return Err(CountError::task(message, TaskFlaw::End));
    }
    // In a directed graph, every vertex is split into two parts. A path enters a vertex at the first part, and leaves
    // the vertex at the last part.
    let parts = if graph.is_directed() { 2 } else { 1 };
    let near = match graph.is_directed() {
        true => graph.split(),
        false => (0..vertices as u32).map(|vertex| graph.neighbours(vertex).to_vec()).collect(),
    };
    let ends = ends.into_iter().zip([0, parts - 1]).filter_map(|(end, part)| Some(end? as usize * parts + part));
    let forced: Vec<[usize; 2]> = match parts {
        1 => Vec::new(),
        _ => (0..vertices).map(|vertex| [2 * vertex, 2 * vertex + 1]).collect(),
    };
    let from = |(from, near): (usize, &Vec<u32>)| near.iter().map(|&to| (from, to as usize, false)).collect::<Vec<_>>();
    let edges: Vec<_> = near.iter().enumerate().flat_map(from).filter(|(from, to, _)| from < to).collect();
    let mut orders = vec![(0..near.len()).collect(), outwards(&near)];
    if near.len() <= MAX_GREEDY {
        orders.push(greedy(near.len(), &edges));
    }
    let ends = PathEnds::of_paths(near.len(), (kind == Kind::Open).then(|| ends.collect()));
    let [even, odd] = cycles(&VertexGraph::new(near.len(), edges, orders, &ends, &forced), options)?;
    Ok(even + odd)
}

/// Returns the vertices in breadth-first order, beginning with a vertex of the smallest degree (after E. Cuthill and J.
/// McKee, "Reducing the Bandwidth of Sparse Symmetric Matrices", 1969). `near` contains the neighbours of each vertex.
fn outwards(near: &[Vec<u32>]) -> Vec<usize> {
    let mut starts: Vec<u32> = (0..near.len() as u32).collect();
    starts.sort_by_key(|&vertex| near[vertex as usize].len());
    let mut seen = vec![false; starts.len()];
    let mut order = Vec::with_capacity(starts.len());
    for start in starts {
        let mut wave = VecDeque::from([start]);
        while let Some(vertex) = wave.pop_front() {
            if !std::mem::replace(&mut seen[vertex as usize], true) {
                order.push(vertex as usize);
                wave.extend(near[vertex as usize].iter().filter(|&&near| !seen[near as usize]));
            }
        }
    }
    order
}
