//! Implements `courser graph tour`, which finds a Hamiltonian path or cycle of any graph.

use std::time::{Duration, Instant};

use courser::board::Kind;
use courser::board::words::bytes;
use courser::solve::search::{SearchError, SearchOptions, path};
use courser::{Content, FileFormat};
use indicatif::HumanCount;
use serde::Serialize;

use super::{GraphSize, read, size, vertex};
use crate::error::{Failure, Result, remark};
use crate::graph::args::GraphTourArgs;
use crate::search::searched;
use crate::{answer, input, output};

/// The tour as written in JSON.
#[derive(Debug, Serialize)]
struct GraphTourJson<'a> {
    graph: GraphSize,
    kind: String,
    method: &'static str,
    seed: u64,
    seconds: f64,
    /// Names of the vertices in visiting order.
    vertices: Vec<&'a str>,
}

pub(super) fn run(args: &GraphTourArgs) -> Result<()> {
    let format = args.output.format(Content::Vertices)?;
    let graph = read(&args.source)?;
    let (start, end) = (vertex(&graph, &args.start, "--start")?, vertex(&graph, &args.end, "--end")?);
    let output = args.output.open()?;
    let begun = Instant::now();
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let (seed, limit) = (args.seed.unwrap_or_default(), args.limit.map(Into::into));
    let options = SearchOptions { seed, limit, ..SearchOptions::default() };
    let found = searched(options, too_large, |options| path(&graph, kind, start, end, options))?;
    let order = match found {
        Ok(order) => order,
        Err(reason) => {
            let (what, other) =
                if args.closed { ("cycle", "leave out --closed") } else { ("path", "give another graph") };
            let ends = if start.or(end).is_some() { ", or leave out --start and --end" } else { "" };
            let text = format!(
                "{}: the graph does not have this Hamiltonian {what}: {reason}",
                input::name(&args.source.graph)
            );
            return Err(Failure::no(text, format!("{other}{ends}")));
        }
    };
    let kind = graph.check(&order).expect("the search checks its answers");
    let names: Vec<&str> = order.iter().map(|&vertex| &*graph.names()[vertex as usize]).collect();
    let seconds = begun.elapsed().as_secs_f64();
    let vertices = HumanCount(names.len() as u64);
    let [from, to] = [names.first(), names.last()].map(|name| name.copied().unwrap_or_default());
    let to = if kind == Kind::Closed { String::new() } else { format!(" to {to}") };
    let time = answer::in_units(Duration::from_secs_f64(seconds));
    let line = format!("{kind} tour of {vertices} vertices from {from}{to}, by exact search on the CPU, {time}");
    output.put(|out| match format {
        Some(FileFormat::Json) => {
            let (graph, seed) = (size(&graph), args.seed.unwrap_or_default());
            let toured =
                GraphTourJson { graph, kind: kind.to_string(), method: "search", seed, seconds, vertices: names };
            output::json(out, &toured)
        }
        Some(FileFormat::Csv) => {
            writeln!(out, "visit,vertex")?;
            let mut rows = (1..).zip(names);
            rows.try_for_each(|(visit, name)| out.write_all(&output::csv_row([&format!("{visit}"), name])))
        }
        _ => names.iter().try_for_each(|name| writeln!(out, "{name}")),
    })?;
    remark(line);
    Ok(())
}

/// Creates the failure for a graph that does not fit in memory.
fn too_large(error: SearchError) -> Failure {
    match error {
        SearchError::Memory { needed, available, .. } => Failure::input(
            format!(
                "the search needs about {} of memory, and {} are available",
                bytes(needed as f64),
                bytes(available as f64)
            ),
            "give a smaller graph, or one with fewer edges at each vertex",
        ),
        error => error.into(),
    }
}
