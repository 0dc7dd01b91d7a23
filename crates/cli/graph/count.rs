//! Implements `courser graph count`, which counts the Hamiltonian paths or cycles of any graph.

use std::time::Instant;

use courser::board::Kind;
use courser::count::{CountError, count_graph};
use courser::{Content, FileFormat};
use serde::Serialize;

use super::{GraphSize, read, size, vertex};
use crate::counting::watched;
use crate::error::{Failure, Result, note};
use crate::graph::args::GraphCountArgs;
use crate::output;

/// The answer as written in JSON.
#[derive(Debug, Serialize)]
struct GraphCount<'a> {
    graph: GraphSize,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'a String>,
    directed: bool,
    /// Number of paths or cycles. The number is a string because a double is not exact enough.
    count: String,
    method: &'static str,
    seconds: f64,
    /// Number of states in the largest layer.
    states: u64,
}

pub(super) fn run(args: &GraphCountArgs) -> Result<()> {
    let format = args.output.format_or_text(Content::Count)?;
    let graph = read(&args.source)?;
    let (start, end) = (vertex(&graph, &args.kind.start, "--start")?, vertex(&graph, &args.kind.end, "--end")?);
    let kind = if args.kind.are_open() { Kind::Open } else { Kind::Closed };
    if kind == Kind::Closed && !args.kind.closed {
        note("closed tours are counted; --open counts the open ones");
    }
    let output = args.output.open()?;
    let begun = Instant::now();
    let (found, states) = watched(|options| count_graph(&graph, kind, [start, end], &options));
    let number = found.map_err(|error| match error {
        CountError::Memory { .. } => {
            Failure::machine(&error, "count a smaller graph, or one that is narrower: fewer edges across each cut")
        }
        error => error.into(),
    })?;
    let is_free = start.or(end).is_none() && graph.names().len() > 1;
    let both_ways = args.directed && is_free && !graph.is_directed();
    let counted = GraphCount {
        graph: size(&graph),
        kind: kind.to_string(),
        start: args.kind.start.as_ref(),
        end: args.kind.end.as_ref(),
        directed: args.directed || graph.is_directed(),
        count: if both_ways { number * 2_u32 } else { number }.to_string(),
        method: "frontier",
        seconds: begun.elapsed().as_secs_f64(),
        states,
    };
    output.put(|out| match format {
        FileFormat::Json => output::json(out, &counted),
        FileFormat::Csv => {
            let GraphCount { graph: GraphSize { vertices, edges, .. }, kind, directed, count, .. } = &counted;
            writeln!(out, "vertices,edges,kind,directed,count\n{vertices},{edges},{kind},{directed},{count}")
        }
        _ => writeln!(out, "{}", counted.count),
    })
}
