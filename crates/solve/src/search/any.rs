//! The search on arbitrary graphs.
//!
//! The search treats the vertices as the squares of a board of one row. For a graph that is not bipartite, the
//! arguments by colour do not apply. The matching of `degrees.rs` is then used once, for the *double cover*. This graph
//! has two copies of each vertex. For each edge of the original graph, the first copy of each of its vertices is joined
//! to the second copy of the other vertex. A Hamiltonian cycle gives every copy two edges.

use courser_board::graph::NamedGraph;
use courser_board::{Board, Kind, Square, TourSpec};

use super::degrees::DegreeMatching;
use super::graph::{MAX_DEGREE, Slots, SquareGraph};
use super::state::SearchState;
use super::{Search, SearchError, SearchOptions, SearchResult};
use crate::existence::Obstruction;
use crate::factor::graph::bits;
use crate::warnsdorff::roll;

/// Searches a graph exactly for a Hamiltonian path from `start` to `end`, or for a Hamiltonian cycle.
///
/// ```
/// use courser_board::{Kind, graph::NamedGraph};
/// use courser_solve::search::{SearchResult, SearchOptions, path};
///
/// let star = NamedGraph::read(b"hub,a\nhub,b\nhub,c\n").unwrap();
/// let found = path(&star, Kind::Open, None, None, &SearchOptions::default()).unwrap();
/// assert_eq!(found, SearchResult::None("3 vertices on one side and 1 on the other, and every edge changes sides".into()));
/// ```
///
/// # Errors
/// [`SearchError`] if a vertex has more than [`MAX_DEGREE`] edges, if both ends are the same vertex, or if the memory
/// does not suffice.
pub fn path(
    graph: &NamedGraph,
    kind: Kind,
    start: Option<u32>,
    end: Option<u32>,
    options: &SearchOptions<'_>,
) -> Result<SearchResult<Vec<u32>, String>, SearchError> {
    let vertices = graph.names().len() as u32;
    let degree = |vertex: u32| graph.neighbours(vertex).len();
    let widest = (0..vertices).max_by_key(|&vertex| degree(vertex)).expect("a graph has a vertex");
    let name = |vertex: u32| graph.names()[vertex as usize].clone();
    if degree(widest) > MAX_DEGREE {
        return Err(SearchError::Degree { vertex: name(widest), degree: degree(widest) });
    }
    options.afford(vertices.into(), vertices.into(), degree(widest).saturating_sub(8) as u64)?;
    let board = Board::new(1, vertices).map_err(|_| SearchError::TooLarge(vertices.into()))?;
    let square = |vertex: Option<u32>| vertex.map(|vertex| Square::new(0, vertex));
    let spec = TourSpec::new(&board, kind, square(start), square(end)).map_err(|_| SearchError::SameEnds)?;
    let near = shuffled(graph, options.seed);
    let slots = SquareGraph::of(vertices, |vertex| &near[vertex as usize]);
    let search = Search { spec: &spec, graph: &slots, options, start, end, with: Vec::new(), without: Vec::new() };
    let found = search.search();
    if let SearchResult::Tour(order) = &found {
        let judged = graph.check(order).expect("every vertex has two edges in one cycle, or one and is an end");
        assert!(judged == kind || kind == Kind::Open, "a closed path is asked for");
        let ends = (order.first().copied(), order.last().copied());
        assert!(start.is_none_or(|start| ends.0 == Some(start)) && end.is_none_or(|end| ends.1 == Some(end)));
    }
    Ok(found.map(|order| order, |because| sentence(&because, kind, &|square| name(square.col))))
}

/// Returns the neighbours of every vertex: in ascending order if the seed is 0, and otherwise in a random order.
fn shuffled(graph: &NamedGraph, seed: u64) -> Vec<Vec<u32>> {
    let order = |vertex: u32| {
        let mut near = graph.neighbours(vertex).to_vec();
        if seed != 0 {
            near.sort_by_key(|&other| (roll(seed, vertex, other), other));
        }
        near
    };
    (0..graph.names().len() as u32).map(order).collect()
}

/// Returns the reason `because` as a sentence in the terms of graphs.
fn sentence(because: &Obstruction, kind: Kind, name: &dyn Fn(Square) -> String) -> String {
    match because {
        Obstruction::TooFew(squares) => format!("a cycle has at least three vertices, and this graph has {squares}"),
        Obstruction::EndsApart { start, end } => format!("no edge joins {} and {}", name(*start), name(*end)),
        Obstruction::Unbalanced { more, fewer } => {
            format!("{more} vertices on one side and {fewer} on the other, and every edge changes sides")
        }
        Obstruction::LesserColour { square, .. } => {
            format!("{} is on the side with one vertex fewer, and both ends are on the other", name(*square))
        }
        Obstruction::SameColour { start, end, squares } => {
            let (start, end) = (name(*start), name(*end));
            format!("{start} and {end} are on one side, and {} edges lead to the other", squares - 1)
        }
        Obstruction::Islands { one, other } => format!("no way leads from {} to {}", name(*one), name(*other)),
        Obstruction::NoCover => {
            let cover = match kind {
                Kind::Closed => "no set of cycles",
                Kind::Open => "no path, alone or beside cycles,",
            };
            format!("{cover} covers the graph (a matching of its double cover shows it)")
        }
        Obstruction::Searched(choices) => format!("all {choices} choices lead nowhere (exact search)"),
        _ => "the edges that every such path must have contradict each other".into(),
    }
}

/// Returns whether the double cover of a graph has a set of edges with two edges at each copy of a vertex. In an open
/// path, each copy of an end needs only one edge.
pub(super) fn has_cover(graph: &SquareGraph<impl Slots>, closed: bool) -> bool {
    let vertices = graph.len() as u32;
    let near = |vertex: u32| bits(graph.moves[vertex as usize]).map(move |slot| graph.to(vertex, slot));
    let copies: Vec<Vec<u32>> = (0..vertices).map(|vertex| near(vertex).map(|to| to + vertices).collect()).collect();
    let others: Vec<Vec<u32>> = (0..vertices).map(|vertex| near(vertex).collect()).collect();
    let all = |vertex: u32| match vertex.checked_sub(vertices) {
        None => &copies[vertex as usize][..],
        Some(vertex) => &others[vertex as usize],
    };
    let double = SquareGraph::of(2 * vertices, all);
    let sides = double.two_sided().expect("an edge of a double cover leads from one copy to the other");
    !DegreeMatching::new(sides).fail(&SearchState::new(&double, if closed { [0, 0] } else { [2, 2] }))
}
