//! The search on arbitrary graphs.
//!
//! The search treats the vertices as the squares of a board of one row. If a graph is not bipartite, proofs that use
//! the colours of squares do not apply. For such a graph, the matching of `degrees.rs` is used once, for the *double
//! cover*. The double cover has two copies of each vertex. For each edge between vertices a and b of the original
//! graph, the double cover has two edges. One edge joins the first copy of a to the second copy of b, and the other
//! edge joins the first copy of b to the second copy of a. A Hamiltonian cycle of the original graph gives every copy
//! two edges.
//!
//! A directed graph is searched after each vertex has been split in two ([`NamedGraph::split`]). The edges that join
//! the two parts of a vertex are required moves. The graph of the search is bipartite, so the matching of `degrees.rs`
//! applies throughout the search. The matching assigns a successor to each vertex.

use courser_board::graph::NamedGraph;
use courser_board::{Board, Kind, Square, TourSpec};

use super::degrees::DegreeMatching;
use super::graph::{MAX_DEGREE, Slots, SquareGraph};
use super::state::SearchState;
use super::{Search, SearchError, SearchOptions, SearchResult};
use crate::existence::Obstruction;
use crate::factor::graph::bits;
use crate::warnsdorff::roll;

/// Runs an exact search of a graph for a Hamiltonian path from `start` to `end`, or for a Hamiltonian cycle.
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
/// [`SearchError`] if a vertex has more than [`MAX_DEGREE`] edges (in a directed graph, more than `MAX_DEGREE - 1`
/// edges in one direction), if both ends are the same vertex, or if the memory does not suffice.
pub fn path(
    graph: &NamedGraph,
    kind: Kind,
    start: Option<u32>,
    end: Option<u32>,
    options: &SearchOptions<'_>,
) -> Result<SearchResult<Vec<u32>, String>, SearchError> {
    let name = |vertex: u32| graph.names()[vertex as usize].clone();
    let parts = if graph.is_directed() { 2 } else { 1 };
    let near = shuffled(graph, options.seed);
    let squares = near.len() as u32;
    let degree = |square: u32| near[square as usize].len();
    let widest = (0..squares).max_by_key(|&square| degree(square)).expect("a graph has a vertex");
    if degree(widest) > MAX_DEGREE {
        // In a directed graph, every vertex is split into two parts. The degrees in the error do not count the edge
        // that joins the two parts.
        let (degree, max) = (degree(widest) + 1 - parts, MAX_DEGREE + 1 - parts);
        return Err(SearchError::Degree { vertex: name(widest / parts as u32), degree, max });
    }
    options.afford(squares.into(), squares.into(), degree(widest).saturating_sub(8) as u64)?;
    let board = Board::new(1, squares).map_err(|_| SearchError::TooLarge(squares.into()))?;
    // In a directed graph, every vertex is split into two parts. A path enters a vertex at the first part, and leaves
    // the vertex at the last part.
    let ends = [start.map(|start| start * parts as u32), end.map(|end| end * parts as u32 + parts as u32 - 1)];
    let square = |vertex: Option<u32>| vertex.map(|vertex| Square::new(0, vertex));
    let spec = match TourSpec::new(&board, kind, square(ends[0]), square(ends[1])) {
        Ok(spec) if squares == 1 || start.is_none() || start != end => spec,
        _ => return Err(SearchError::SameEnds),
    };
    let slots = SquareGraph::of(squares, |square| &near[square as usize]);
    let with =
        if parts == 2 { (0..squares).step_by(2).map(|square| [square, square + 1]).collect() } else { Vec::new() };
    let search =
        Search { spec: &spec, graph: &slots, options, start: ends[0], end: ends[1], with, without: Vec::new() };
    let order = |order: Vec<u32>| if parts == 2 { joined(order, start, end) } else { order };
    let name = |square: Square| name(square.col / parts as u32);
    let found = search.search().map(order, |because| sentence(&because, kind, &name));
    if let SearchResult::Tour(order) = &found {
        let judged = graph.check(order).expect("every vertex has two edges in one cycle, or one and is an end");
        assert!(judged == kind || kind == Kind::Open, "a closed path is asked for");
        let ends = (order.first().copied(), order.last().copied());
        assert!(start.is_none_or(|start| ends.0 == Some(start)) && end.is_none_or(|end| ends.1 == Some(end)));
    }
    Ok(found)
}

/// Converts a path in the split graph to a directed path. In the split graph, every vertex is divided into two parts.
/// The path `parts` visits the parts, and the result visits the vertices. The path `parts` can be in reverse order. If
/// this path is a cycle, it can begin with any part.
fn joined(mut parts: Vec<u32>, start: Option<u32>, end: Option<u32>) -> Vec<u32> {
    // The two parts of a vertex are adjacent elements of `parts`. One vertex of a cycle can be an exception: its parts
    // can be the first element and the last element. In this case, the elements are rotated.
    if parts[0] ^ 1 != parts[1] {
        parts.rotate_left(1);
    }
    if parts[0] % 2 == 1 {
        parts.reverse();
    }
    let mut order: Vec<u32> = parts.into_iter().step_by(2).map(|part| part / 2).collect();
    let at = |vertex: u32| order.iter().position(|&other| other == vertex).expect("every vertex is visited");
    let first = match (start, end) {
        (Some(start), _) => at(start),
        (None, Some(end)) => (at(end) + 1) % order.len(),
        (None, None) => 0,
    };
    order.rotate_left(first);
    order
}

/// Returns the neighbours of every vertex. If the graph is directed, each vertex is split into two parts, and the
/// function returns the neighbours of every part. The neighbours are in ascending order if the seed is 0, and otherwise
/// in a random order.
fn shuffled(graph: &NamedGraph, seed: u64) -> Vec<Vec<u32>> {
    let mut near = match graph.is_directed() {
        true => graph.split(),
        false => (0..graph.names().len() as u32).map(|vertex| graph.neighbours(vertex).to_vec()).collect(),
    };
    if seed != 0 {
        for (vertex, near) in (0..).zip(&mut near) {
            near.sort_by_key(|&other| (roll(seed, vertex, other), other));
        }
    }
    near
}

/// Returns a sentence that describes the obstruction in the language of graph theory.
fn sentence(because: &Obstruction, kind: Kind, name: &dyn Fn(Square) -> String) -> String {
    match because {
        Obstruction::TooFew(squares) => format!("a cycle has at least three vertices, and this graph has {squares}"),
        Obstruction::EndsApart { start, end } => format!("no edge leads from {} to {}", name(*end), name(*start)),
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
        _ => format!(
            "the edges that every such {} must have contradict each other",
            if kind == Kind::Closed { "cycle" } else { "path" }
        ),
    }
}

/// Returns whether the double cover of a graph has a set of edges in which every copy of a vertex has degree 2. For an
/// open path, degree 1 is sufficient for the copies of the ends.
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
