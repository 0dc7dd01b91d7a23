//! Implements `courser graph check`, which checks whether a tour is a Hamiltonian path or cycle of a graph.

use std::collections::HashMap;

use courser::board::Kind;
use courser::board::graph::NamedGraph;
use courser::board::words::{of_json, shorten};
use serde::{Deserialize, Serialize};

use super::{GraphSize, read, size};
use crate::error::{Failure, Result};
use crate::graph::args::GraphCheckArgs;
use crate::input;
use crate::output::{self, OutputTarget};

/// The result of a check as written in JSON.
#[derive(Debug, Serialize)]
struct GraphResult {
    graph: GraphSize,
    /// `open` or `closed`, or `None` if the vertices violate a condition.
    kind: Option<String>,
    visits: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<String>,
}

/// The vertices of a tour in the JSON output of `graph tour`.
#[derive(Deserialize)]
struct TourVertices {
    vertices: Vec<String>,
}

pub(super) fn run(args: &GraphCheckArgs) -> Result<()> {
    let graph = read(&args.source)?;
    let names = names(args)?;
    let checked = check(&graph, &names, args.closed);
    let is_tour = checked.is_ok();
    if args.json {
        let (kind, flaw) = (checked.as_ref().ok().map(Kind::to_string), checked.err());
        let result = GraphResult { graph: size(&graph), kind, visits: names.len(), flaw };
        OutputTarget::Stdout.put(|out| output::json(out, &result))?;
    } else {
        OutputTarget::Stdout.put_line(&checked.map_or_else(|flaw| flaw, |kind| format!("{kind} tour")))?;
    }
    if is_tour { Ok(()) } else { Err(Failure::said_no()) }
}

/// Returns the kind of the tour.
///
/// # Errors
/// A description of the first violation.
fn check(graph: &NamedGraph, names: &[String], closed: bool) -> Result<Kind, String> {
    let numbers: HashMap<&String, u32> = graph.names().iter().zip(0..).collect();
    let number = |name: &String| {
        numbers.get(name).copied().ok_or_else(|| format!("{} is not a vertex of the graph", shorten(name)))
    };
    let order = names.iter().map(number).collect::<Result<Vec<_>, _>>()?;
    match graph.check(&order).map_err(|flaw| flaw.to_string())? {
        Kind::Open if closed => {
            let ends = names.first().zip(names.last());
            let (first, last) = ends.map_or(("", ""), |(first, last)| (first, last));
            Err(format!("the tour is open: no edge leads from {last} to {first}"))
        }
        kind => Ok(kind),
    }
}

/// Reads the names of the vertices in visiting order.
fn names(args: &GraphCheckArgs) -> Result<Vec<String>> {
    let (text, file) = (input::read_text(&args.tour)?, input::name(&args.tour));
    let wrong = |error: &dyn std::fmt::Display| {
        let cure = "give a vertex per line, or the CSV or JSON of courser graph tour";
        Failure::input(format!("{file}: {error}"), cure)
    };
    let names = if text.trim_start().starts_with('{') {
        serde_json::from_str::<TourVertices>(&text)
            .map_err(|error| {
                wrong(&format_args!("line {}, column {}: {}", error.line(), error.column(), of_json(&error)))
            })?
            .vertices
    } else if text.starts_with("visit,vertex") {
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let rows = rows.deserialize::<(u64, String)>().enumerate().map(|(index, row)| {
            let (visit, name) = row.map_err(|error| wrong(&error))?;
            if visit != index as u64 + 1 {
                return Err(wrong(&format_args!("visit {} was expected, not {visit}", index + 1)));
            }
            Ok(name)
        });
        rows.collect::<Result<_>>()?
    } else {
        text.lines().map(str::to_owned).filter(|line| !line.is_empty()).collect::<Vec<_>>()
    };
    if names.is_empty() { Err(wrong(&"there is no vertex")) } else { Ok(names) }
}
