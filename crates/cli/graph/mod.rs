//! Implements `courser graph`, which finds, counts and checks tours of graphs and exports boards as graphs.

pub(crate) mod args;
mod check;
mod count;
mod export;
mod tour;

use std::path::Path;

use courser::board::Leaper;
use courser::board::graph::{NamedGraph, Space};
use serde::Serialize;

use crate::error::{Context, Result, note, refuse};
use crate::graph::args::{GraphArgs, GraphCommand, SourceArgs};
use crate::input;

pub(crate) fn run(args: &GraphArgs) -> Result<()> {
    match &args.command {
        GraphCommand::Tour(args) => tour::run(args),
        GraphCommand::Count(args) => count::run(args),
        GraphCommand::Check(args) => check::run(args),
        GraphCommand::Export(args) => export::run(args),
    }
}

#[derive(Debug, Serialize)]
struct GraphSize {
    vertices: usize,
    edges: usize,
    /// Whether the edges have directions.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    directed: bool,
}

fn size(graph: &NamedGraph) -> GraphSize {
    GraphSize { vertices: graph.names().len(), edges: graph.edges().count(), directed: graph.is_directed() }
}

/// Reads a graph from a file. If there is no file of this name, parses the name as a board.
fn read(source: &SourceArgs) -> Result<NamedGraph> {
    let file: &Path = &source.graph;
    let name = file.to_str().filter(|_| !file.exists());
    // A name such as 4x4x4x4 is a mistyped board if no file has this name.
    let is_size = |name: &&str| {
        name.contains(['x', 'X', '×'])
            && name.chars().all(|found| found.is_ascii_digit() || matches!(found, 'x' | 'X' | '×' | '.' | '-'))
    };
    let space = match name.map(|name| (name, name.parse::<Space>())) {
        Some((name, Err(error))) if is_size(&name) => return Err(error.into()),
        Some((_, space)) => space.ok(),
        None => None,
    };
    if let Some(space) = space {
        refuse(source.arcs, "--arcs is for lists of edges", "leave it out: every move of a board can be reversed")?;
        let board = space.board().clone().with_leaper(source.moves.leaper.unwrap_or(Leaper::KNIGHT));
        return Ok(space.with_board(source.moves.wrap.of(board)).graph()?);
    }
    let has_moves = source.moves.wrap.wrap.is_some() || source.moves.leaper.is_some();
    refuse(has_moves, "--wrap and --leaper are for boards, as in 8x8", "leave them out: a file lists its edges")?;
    let bytes = input::read_bytes(file)?;
    let graph = if source.arcs { NamedGraph::read_directed(&bytes) } else { NamedGraph::read(&bytes) };
    let graph = graph.named(input::name(file))?;
    graph.notes().iter().for_each(|text| note(format_args!("{}: {text}", input::name(file))));
    Ok(graph)
}

/// Returns the vertex named by an option.
///
/// # Errors
/// [`Failure`](crate::error::Failure) if the graph has no such vertex.
fn vertex(graph: &NamedGraph, name: &Option<String>, option: &str) -> Result<Option<u32>> {
    name.as_ref().map(|name| graph.vertex(name).named(option)).transpose()
}
