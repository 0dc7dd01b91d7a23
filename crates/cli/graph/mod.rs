//! `courser graph`: tours of any graph, and boards as graphs.

pub(crate) mod args;
mod check;
mod count;
mod export;
mod tour;

use std::path::Path;

use courser::board::graph::NamedGraph;
use serde::Serialize;

use crate::error::{Named, Result, note};
use crate::graph::args::{GraphArgs, GraphCommand};
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
struct Size {
    vertices: usize,
    edges: usize,
}

fn size(graph: &NamedGraph) -> Size {
    Size { vertices: graph.names().len(), edges: graph.edges().count() }
}

fn read(file: &Path) -> Result<NamedGraph> {
    let graph = NamedGraph::read(&input::read_bytes(file)?).named(input::name(file))?;
    graph.notes().iter().for_each(|text| note(format_args!("{}: {text}", input::name(file))));
    Ok(graph)
}

/// The vertex that an option names.
fn vertex(graph: &NamedGraph, name: &Option<String>, option: &str) -> Result<Option<u32>> {
    name.as_ref().map(|name| graph.vertex(name).named(option)).transpose()
}
