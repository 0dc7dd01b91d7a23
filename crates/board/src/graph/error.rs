//! Errors of graphs.

use std::fmt::Display;

use crate::ErrorClass;

/// An error in a graph. If the error has a position in a file, the message contains the line and the column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct GraphError {
    message: String,
    flaw: GraphFlaw,
    /// Byte offset of the error in the file. `None` if the error has no position, or if the message contains the
    /// position.
    offset: Option<usize>,
}

impl GraphError {
    pub(super) fn new(message: impl Into<String>, kind: GraphFlaw) -> Self {
        Self { message: message.into(), flaw: kind, offset: None }
    }

    /// Creates an error at a byte offset in the file.
    pub(super) fn at(offset: usize, flaw: impl Display, kind: GraphFlaw) -> Self {
        Self { offset: Some(offset), ..Self::new(flaw.to_string(), kind) }
    }

    /// Adds the line and the column of the error, counted from 1, to the message. `text` is the content of the file.
    pub(super) fn located(self, text: &str) -> Self {
        let Some(offset) = self.offset else { return self };
        let end = (0..=offset.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        let before = &text[..end];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Self::new(format!("line {line}, column {column}: {}", self.message), self.flaw)
    }

    /// Returns the error without its position, for a graph that is not read from a file.
    pub(super) fn without_position(self) -> Self {
        Self { offset: None, ..self }
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
    /// The line is not in the graph6, digraph6 or sparse6 format.
    Graph6,
    /// The file contains several graphs.
    One,
    /// The text is not a Hamiltonian cycle problem in the TSPLIB format.
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
    /// Only some edges have a reverse. Therefore it is unclear whether the graph is directed.
    Directed,
    /// Directed edges are requested, but files in this format declare whether their edges have directions.
    Declared,
    /// The graph is too large.
    Smaller,
    /// A name is not the name of a vertex.
    Vertex,
}
