//! Errors of graphs.

use std::fmt::Display;

use crate::ErrorClass;
/// An error in a graph. If the graph is read from a file, the message contains the line number.
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

    /// Creates an error at a line, counted from 1. `line` is 0 if the graph is not read from a file.
    pub(super) fn at(line: usize, flaw: impl Display, kind: GraphFlaw) -> Self {
        Self::new(if line == 0 { flaw.to_string() } else { format!("line {line}: {flaw}") }, kind)
    }

    /// Returns the kind of the problem.
    pub const fn flaw(&self) -> GraphFlaw {
        self.flaw
    }

    /// Returns the class of the error, which is always [`ErrorClass::Input`].
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}

/// The kind of a [`GraphError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphFlaw {
    /// The text is neither a list of edges nor a table of edges.
    Table,
    /// The text is not GraphML, or does not contain exactly one graph.
    Xml,
    /// The end of the file is missing.
    Whole,
    /// The text is not DOT, or does not contain exactly one graph.
    Dot,
    /// The line is not graph6.
    Graph6,
    /// The file contains several graphs.
    One,
    /// The text is not a Hamiltonian cycle problem of TSPLIB.
    Problem,
    /// A vertex has no edge.
    Edge,
    /// A number is not a vertex number.
    Number,
    /// A name is too long, or already belongs to another vertex.
    Name,
    /// An edge leads from a vertex to itself.
    Loop,
    /// An edge is listed twice.
    Twice,
    /// Only some edges have a reverse, so that the graph can be directed or undirected.
    Directed,
    /// The format declares whether edges have directions, and directed edges are requested.
    Declared,
    /// The graph is too large.
    Smaller,
    /// A name is not the name of a vertex.
    Vertex,
}
