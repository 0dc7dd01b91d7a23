//! Errors of graphs, with their hints.

use std::fmt::Display;

/// An error of a graph, with its line in a file, and the hint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct GraphError {
    message: String,
    hint: &'static str,
}

impl GraphError {
    pub(super) fn new(message: impl Into<String>, hint: &'static str) -> Self {
        Self { message: message.into(), hint }
    }

    /// Creates an error at a line, counted from 1; 0 if the graph is not read from a file.
    pub(super) fn at(line: usize, flaw: impl Display, hint: &'static str) -> Self {
        Self::new(if line == 0 { flaw.to_string() } else { format!("line {line}: {flaw}") }, hint)
    }

    /// Returns the hint of the error, in one sentence.
    pub const fn hint(&self) -> &'static str {
        self.hint
    }
}

/// Hints.
pub(super) mod cure {
    pub(crate) const TABLE: &str =
        "give an edge per line, as in a,b, or a table with the columns from_node and to_node, or source and target";
    pub(crate) const XML: &str =
        "give GraphML with one <graph>, each <node> with an id, each <edge> with source and target";
    pub(crate) const WHOLE: &str = "the file is cut off or damaged: make it again";
    pub(crate) const DOT: &str = "give one graph without subgraphs and ports: a; a -- b; or a -> b; b -> a;";
    pub(crate) const GRAPH6: &str = "write the graph again: the line is cut off or damaged";
    pub(crate) const ONE: &str = "give a file with one graph";
    pub(crate) const PROBLEM: &str =
        "give TYPE : HCP, DIMENSION, and EDGE_DATA_FORMAT : EDGE_LIST or ADJ_LIST, without fixed edges";
    pub(crate) const EDGE: &str = "list an edge of every vertex: there is no tour without";
    pub(crate) const NUMBER: &str = "number the vertices from 1 to DIMENSION, and end the list with -1";
    pub(crate) const NAME: &str = "give every vertex a short name of its own";
    pub(crate) const LOOP: &str = "take the edge out: no tour goes from a vertex to itself";
    pub(crate) const TWICE: &str = "list every edge once, or every edge of the graph once in each direction";
    pub(crate) const DIRECTED: &str =
        "only undirected graphs are toured: give every edge without a direction, or in both";
    pub(crate) const SMALLER: &str = "give a smaller graph";
    pub(crate) const VERTEX: &str = "use the name of a vertex of the file";
}
