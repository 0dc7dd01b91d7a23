//! Arbitrary graphs, created from edges or read from files. They are undirected or directed, without loops, and have
//! named vertices.
//!
//! | format | recognised by | vertices | required end |
//! |---|---|---|---|
//! | GraphML | `<` | the ids of the nodes | `</graphml>` |
//! | TSPLIB HCP | a line `TYPE : HCP` or `EDGE_DATA_SECTION` | 1, 2, 3 … | `-1` or `EOF` |
//! | DOT | `graph`, `digraph` or `strict`, and `{` | the nodes, in order of appearance | `}` |
//! | graph6 | `>>graph6<<`, or a line whose length matches its first number | 0, 1, 2 … | the end of the matrix |
//! | digraph6 | `&`, or `>>digraph6<<` | 0, 1, 2 … | the end of the matrix |
//! | sparse6 | `:`, or `>>sparse6<<` | 0, 1, 2 … | none |
//! | a table with one edge per line | anything else | the ends of the edges, in order of appearance | none |
//!
//! A file that lacks the required end is treated as truncated and rejected. The columns of a table are separated by
//! commas, semicolons, tabs or blanks.

use std::collections::HashMap;

use super::error::{GraphError, GraphFlaw};
use super::{csv, dot, graph6, graphml, hcp};
use crate::words::shorten;
use crate::{Kind, with_newlines};

/// Maximum number of vertices of a graph.
pub const MAX_VERTICES: usize = 1 << 22;

/// Maximum number of edges in a file. An edge listed in both directions counts twice.
pub const MAX_EDGES: usize = 1 << 25;

/// Maximum number of surplus vertices that a file can declare. The length of the file limits the number of vertices
/// that can have edges, and all further vertices are surplus. A file with surplus vertices has isolated vertices. The
/// limit keeps memory use proportional to the length of a large file.
pub(super) const MAX_ISOLATED: usize = 1 << 12;

/// Maximum length of a vertex name in bytes.
const MAX_NAME: usize = 200;

/// An undirected or directed graph with named vertices and no loops. For any two vertices, at most one edge leads from
/// the first to the second.
///
/// ```
/// use courser_board::{Kind, graph::NamedGraph};
///
/// let graph = NamedGraph::read(b"north,east\neast,south\nsouth,west\nwest,north\n").unwrap();
/// assert_eq!((graph.names().len(), graph.edges().count()), (4, 4));
/// assert_eq!(graph.check(&[0, 1, 2, 3]), Ok(Kind::Closed));
/// assert!(graph.check(&[0, 2, 1, 3]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    names: Vec<String>,
    /// Neighbours of each vertex, in ascending order. In a directed graph, these are the out-neighbours.
    near: Vec<Vec<u32>>,
    is_directed: bool,
    notes: Vec<String>,
}

impl NamedGraph {
    /// Creates a graph from the distinct names of its vertices and from edges, which are pairs of vertex indices. Each
    /// edge must occur once, or once in each direction.
    ///
    /// ```
    /// use courser_board::graph::NamedGraph;
    ///
    /// let path = NamedGraph::new(["a", "b", "c"], [(0, 1), (1, 2)])?;
    /// assert_eq!(path.neighbours(1), [0, 2]);
    /// assert_eq!(NamedGraph::new(["a"], [(0, 0)]).unwrap_err().to_string(), "an edge from a to itself");
    /// # Ok::<(), courser_board::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError`] if
    /// - a name is repeated, empty, too long or contains control characters,
    /// - an end of an edge is not the index of a vertex,
    /// - an edge is repeated, or is a loop.
    pub fn new(
        names: impl IntoIterator<Item: AsRef<str>>,
        edges: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Self, GraphError> {
        Self::of(names, edges, None)
    }

    /// Creates a graph from the distinct names of its vertices and from directed edges. If every edge has its reverse,
    /// the graph is undirected.
    ///
    /// ```
    /// use courser_board::graph::NamedGraph;
    ///
    /// let path = NamedGraph::directed(["a", "b", "c"], [(0, 1), (1, 2)])?;
    /// assert!(path.check(&[0, 1, 2]).is_ok());
    /// assert_eq!(path.check(&[2, 1, 0]).unwrap_err().to_string(), "visit 2: no edge leads from c to b");
    /// # Ok::<(), courser_board::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    pub fn directed(
        names: impl IntoIterator<Item: AsRef<str>>,
        edges: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Self, GraphError> {
        Self::of(names, edges, Some(true))
    }

    fn of(
        names: impl IntoIterator<Item: AsRef<str>>,
        edges: impl IntoIterator<Item = (u32, u32)>,
        declared: Option<bool>,
    ) -> Result<Self, GraphError> {
        let mut draft = GraphBuilder::default();
        for (vertex, name) in names.into_iter().enumerate() {
            let found = draft.vertex(name.as_ref(), 0).map_err(GraphError::without_position)?;
            if found != vertex as u32 {
                return Err(second_vertex(name.as_ref(), 0).without_position());
            }
        }
        for (from, to) in edges {
            if from.max(to) as usize >= draft.names.len() {
                return Err(no_vertex(&from.max(to).to_string()));
            }
            draft.edge(from, to, 0, declared)?;
        }
        draft.finish().map_err(GraphError::without_position)
    }

    /// Reads a graph in any of the formats of this module.
    ///
    /// In an undirected graph, two opposite edges count as one edge. The graph is directed if the file declares that an
    /// edge without a reverse is directed. If some edges have a reverse and others have none, the graph is rejected in
    /// two cases:
    /// - The file does not declare directions. The graph can then be directed or undirected.
    /// - The file declares both an edge with a reverse and an edge without a reverse as undirected. The reverse then
    ///   counts as a repeated edge.
    ///
    /// # Errors
    /// [`GraphError`] if the file is not a valid graph in one of these formats. If the error has a position in the
    /// file, the message contains line and column.
    pub fn read(bytes: &[u8]) -> Result<Self, GraphError> {
        Self::read_as(bytes, None)
    }

    /// Reads a list of edges or neighbours, and treats all edges as directed. Rejects files of all other formats, since
    /// these formats declare whether edges have directions.
    ///
    /// ```
    /// use courser_board::graph::NamedGraph;
    ///
    /// let list = b"a,b\nb,a\nb,c\n";
    /// assert!(NamedGraph::read(list).is_err());
    /// assert_eq!(NamedGraph::read_directed(list)?.edges().collect::<Vec<_>>(), [(0, 1), (1, 0), (1, 2)]);
    /// # Ok::<(), courser_board::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError`] if the file is not such a list.
    pub fn read_directed(bytes: &[u8]) -> Result<Self, GraphError> {
        Self::read_as(bytes, Some(true))
    }

    fn read_as(bytes: &[u8], declared: Option<bool>) -> Result<Self, GraphError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            GraphError::new(format!("byte {} is not UTF-8", error.valid_up_to() + 1), GraphFlaw::Table)
        })?;
        let text = &*with_newlines(text.trim_start_matches('\u{feff}'));
        let draft = if text.trim_start().starts_with('<') {
            graphml::read(text)
        } else if text.lines().take(100).any(hcp::begins) {
            hcp::read(text)
        } else if dot::begins(text) {
            dot::read(text)
        } else if graph6::begins(text) {
            graph6::read(text)
        } else {
            let graph = csv::read(text, declared).and_then(GraphBuilder::finish);
            return graph.map_err(|error| error.located(text));
        };
        match declared {
            None => draft.and_then(GraphBuilder::finish).map_err(|error| error.located(text)),
            Some(_) => Err(GraphError::new("this format declares whether edges have directions", GraphFlaw::Declared)),
        }
    }

    /// Returns notes about ambiguous parts of the file, one sentence per part. An ambiguous part has another possible
    /// meaning.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the names of the vertices.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the index of the vertex with this name.
    ///
    /// # Errors
    /// [`GraphError`] if no vertex has this name.
    pub fn vertex(&self, name: &str) -> Result<u32, GraphError> {
        let found = self.names.iter().position(|other| other == name);
        found.map(|at| at as u32).ok_or_else(|| no_vertex(name))
    }

    /// Returns whether the graph is directed.
    pub const fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// Returns the neighbours of a vertex, in ascending order. In a directed graph, these are the ends of the edges
    /// that leave the vertex.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        &self.near[vertex as usize]
    }

    /// Returns each edge once. An undirected edge begins at the vertex with the lower index.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let all = (0..).zip(&self.near).flat_map(|(from, near)| near.iter().map(move |&to| (from, to)));
        all.filter(|(from, to)| self.is_directed || from < to)
    }

    /// Splits every vertex of a directed graph into two vertices. Returns the neighbours of each vertex of the
    /// resulting bipartite graph.
    ///
    /// All edges to vertex `v` end at vertex `2 * v` of the resulting graph, and all edges from `v` begin at `2 * v +
    /// 1`. An additional edge joins the vertices `2 * v` and `2 * v + 1`. The Hamiltonian cycles of the directed graph
    /// correspond one to one to the undirected Hamiltonian cycles that contain all additional edges. The Hamiltonian
    /// paths correspond in the same way, because a path that contains all additional edges must begin and end with an
    /// additional edge.
    pub fn split(&self) -> Vec<Vec<u32>> {
        let mut near: Vec<Vec<u32>> = (0..2 * self.names.len() as u32).map(|vertex| vec![vertex ^ 1]).collect();
        for (from, to) in self.edges() {
            near[2 * from as usize + 1].push(2 * to);
            near[2 * to as usize].push(2 * from + 1);
        }
        near.iter_mut().for_each(|near| near.sort_unstable());
        near
    }

    /// Checks that the vertices in `order` form a Hamiltonian path. The path is closed if an edge leads from its last
    /// vertex to its first.
    ///
    /// # Errors
    /// Returns the first [`PathFlaw`].
    pub fn check(&self, order: &[u32]) -> Result<Kind, PathFlaw> {
        let name = |vertex: u32| self.names[vertex as usize].clone();
        let mut seen = vec![false; self.names.len()];
        let joined = |a: u32, b: u32| self.near[a as usize].binary_search(&b).is_ok();
        for (index, &vertex) in order.iter().enumerate() {
            let seen = seen.get_mut(vertex as usize).ok_or(PathFlaw::Outside { vertex })?;
            if std::mem::replace(seen, true) {
                return Err(PathFlaw::Repeated { name: name(vertex) });
            }
            if let Some(&before) = index.checked_sub(1).and_then(|before| order.get(before))
                && !joined(before, vertex)
            {
                return Err(PathFlaw::Apart { from: name(before), to: name(vertex), visit: index + 1 });
            }
        }
        if let Some(missing) = seen.iter().position(|seen| !seen) {
            let (visited, vertices) = (order.len(), self.names.len());
            return Err(PathFlaw::Missing { name: name(missing as u32), visited, vertices });
        }
        let ends = order.first().zip(order.last()).filter(|_| order.len() > 2);
        Ok(if ends.is_some_and(|(&first, &last)| joined(last, first)) { Kind::Closed } else { Kind::Open })
    }
}

/// The first reason why a list of vertices is not a Hamiltonian path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathFlaw {
    /// The list contains a number that is not the index of a vertex.
    #[error("{vertex} is not the number of a vertex")]
    Outside {
        /// Number that is not the index of a vertex.
        vertex: u32,
    },
    /// A vertex is visited twice.
    #[error("{} is visited twice", shorten(.name))]
    Repeated {
        /// The name of the vertex.
        name: String,
    },
    /// The graph has no edge from one vertex of the path to the next.
    #[error("visit {visit}: no edge leads from {} to {}", shorten(.from), shorten(.to))]
    Apart {
        /// Name of the first of the two vertices.
        from: String,
        /// Name of the second of the two vertices.
        to: String,
        /// Visit number of the vertex `to`, from 1.
        visit: usize,
    },
    /// A vertex is not visited.
    #[error("{} is not visited: {visited} of {vertices} vertices", shorten(.name))]
    Missing {
        /// The name of the vertex.
        name: String,
        /// Number of visited vertices.
        visited: usize,
        /// Number of vertices of the graph.
        vertices: usize,
    },
}

/// An edge in a file.
struct ReadEdge {
    from: u32,
    to: u32,
    /// Byte offset of the edge in the file, or 0 if the graph is not read from a file.
    offset: u32,
    /// Direction declared by the file: `Some(true)` if the edge is directed, `Some(false)` if the edge is undirected,
    /// and `None` if the format declares no directions.
    declared: Option<bool>,
}

/// An incomplete graph, to which vertices and edges are added.
#[derive(Default)]
pub(super) struct GraphBuilder {
    pub(super) names: Vec<String>,
    numbers: HashMap<String, u32>,
    edges: Vec<ReadEdge>,
    /// True if a repeated edge counts once.
    pub(super) is_strict: bool,
    /// Sentences that [`NamedGraph::notes`] returns.
    pub(super) notes: Vec<String>,
}

impl GraphBuilder {
    /// Returns the index of a vertex. A new name gets a new index.
    pub(super) fn vertex(&mut self, name: &str, offset: usize) -> Result<u32, GraphError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        if name.is_empty() || name.len() > MAX_NAME || name.chars().any(is_control) {
            return Err(GraphError::at(
                offset,
                format_args!("'{}' is not a name: 1 to {MAX_NAME} bytes without control characters", shorten(name)),
                GraphFlaw::Name,
            ));
        }
        if self.names.len() == MAX_VERTICES {
            return Err(too_large(MAX_VERTICES, "vertices"));
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    pub(super) fn edge(&mut self, from: u32, to: u32, offset: usize, declared: Option<bool>) -> Result<(), GraphError> {
        if self.edges.len() == MAX_EDGES {
            return Err(too_large(MAX_EDGES, "edges"));
        }
        self.edges.push(ReadEdge { from, to, offset: offset as u32, declared });
        Ok(())
    }

    fn finish(mut self) -> Result<NamedGraph, GraphError> {
        if self.names.is_empty() {
            return Err(GraphError::new("the graph has no vertex", GraphFlaw::Table));
        }
        self.edges
            .sort_unstable_by_key(|edge| (edge.from.min(edge.to), edge.from.max(edge.to), edge.from, edge.offset));
        let name = |vertex: u32| self.names[vertex as usize].clone();
        let mut near = vec![Vec::new(); self.names.len()];
        // `single` contains edges that are listed in only one direction. `pair` contains edges that are listed in both
        // directions. In each array, element 0 is the first such edge without a declaration, and element 1 is the first
        // such edge that is declared undirected. Edges that are declared directed are in neither array.
        let (mut single, mut pair) = ([None; 2], [None; 2]);
        let mut is_directed = false;
        let same =
            |a: &ReadEdge, b: &ReadEdge| (a.from.min(a.to), a.from.max(a.to)) == (b.from.min(b.to), b.from.max(b.to));
        if self.is_strict {
            self.edges.dedup_by(|b, a| same(a, b) && (a.from == b.from || a.declared != Some(true)));
        }
        for edges in self.edges.chunk_by(same) {
            let (edge, last) = (&edges[0], &edges[edges.len() - 1]);
            let offset = edge.offset.max(last.offset) as usize;
            if edge.from == edge.to {
                let flaw = format!("an edge from {} to itself", name(edge.from));
                return Err(GraphError::at(offset, flaw, GraphFlaw::Loop));
            }
            // All of `edges` join the same two vertices. The edges are sorted by direction, then by their order in the
            // file.
            if let Some([_, repeated]) = edges.windows(2).find(|two| two[0].from == two[1].from) {
                return Err(second_edge(&name, repeated, repeated.offset as usize));
            }
            let is_pair = edges.len() == 2 && edge.from != last.from && edge.declared == last.declared;
            match edge.declared {
                _ if edges.len() > 1 && !is_pair => return Err(second_edge(&name, edge, offset)),
                Some(true) => is_directed |= !is_pair,
                declared => {
                    let seen = if is_pair { &mut pair } else { &mut single };
                    seen[usize::from(declared.is_some())].get_or_insert((edge, offset));
                }
            }
            near[edge.from as usize].push(edge.to);
            if is_pair || edge.declared != Some(true) {
                near[edge.to as usize].push(edge.from);
            }
        }
        match (single, pair) {
            ([Some((edge, _)), _], [Some((other, _)), _]) => Err(no_reverse(&name, edge, other)),
            ([_, Some(_)], [_, Some((edge, offset))]) => Err(second_edge(&name, edge, offset)),
            _ => {
                near.iter_mut().for_each(|near| near.sort_unstable());
                Ok(NamedGraph { names: self.names, near, is_directed, notes: self.notes })
            }
        }
    }
}

fn no_reverse(name: &dyn Fn(u32) -> String, edge: &ReadEdge, other: &ReadEdge) -> GraphError {
    let [from, to, other_from, other_to] = [edge.from, edge.to, other.from, other.to].map(name);
    let flaw =
        format!("the edge from {from} to {to} has no reverse, and the edge from {other_from} to {other_to} has one");
    GraphError::at(edge.offset as usize, flaw, GraphFlaw::Directed)
}

fn second_edge(name: &dyn Fn(u32) -> String, edge: &ReadEdge, offset: usize) -> GraphError {
    let flaw = format!("a second edge from {} to {}", name(edge.from), name(edge.to));
    GraphError::at(offset, flaw, GraphFlaw::Twice)
}

pub(super) fn too_large(max: usize, what: &str) -> GraphError {
    GraphError::new(format!("the graph has more than {max} {what}"), GraphFlaw::Smaller)
}

pub(super) fn no_vertex(name: &str) -> GraphError {
    GraphError::new(format!("the graph has no vertex '{}'", shorten(name)), GraphFlaw::Vertex)
}

pub(super) fn second_vertex(name: &str, offset: usize) -> GraphError {
    GraphError::at(offset, format_args!("a second vertex '{}'", shorten(name)), GraphFlaw::Name)
}

/// Returns whether a character is a control character, or changes the direction of the text after it.
fn is_control(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
