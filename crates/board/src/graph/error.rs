//! Errors of graphs.

use std::fmt::Display;

use crate::ErrorClass;
/// An error of a graph, with its line in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct GraphError {
    message: String,
    flaw: GraphFlaw,
}

impl GraphError {
    pub(super) fn new(message: impl Into<String>, kind: GraphFlaw) -> Self {
        Self { message: message.into(), flaw: kind }
    }

    /// Creates an error at a line, counted from 1; 0 if the graph is not read from a file.
    pub(super) fn at(line: usize, flaw: impl Display, kind: GraphFlaw) -> Self {
        Self::new(if line == 0 { flaw.to_string() } else { format!("line {line}: {flaw}") }, kind)
    }

    /// Returns the kind of the flaw.
    pub const fn flaw(&self) -> GraphFlaw {
        self.flaw
    }

    /// Returns the class of the error: the input is wrong.
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}

/// The kind of a [`GraphError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphFlaw {
    /// The text is not a list or a table of edges.
    Table,
    /// The text is not GraphML of one graph.
    Xml,
    /// The file ends too early.
    Whole,
    /// The text is not one graph of DOT.
    Dot,
    /// The line is not graph6.
    Graph6,
    /// The file has several graphs.
    One,
    /// The text is not a Hamiltonian cycle problem of TSPLIB.
    Problem,
    /// A vertex has no edge.
    Edge,
    /// A number is not that of a vertex.
    Number,
    /// A name is too long, or that of another vertex.
    Name,
    /// An edge leads from a vertex to itself.
    Loop,
    /// An edge is listed twice.
    Twice,
    /// An edge has one direction.
    Directed,
    /// The graph is too large.
    Smaller,
    /// A name is not that of a vertex.
    Vertex,
}
