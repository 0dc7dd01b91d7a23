//! `courser tour --graph FILE` and `courser count --graph FILE`: tours of a graph of any kind.

use std::path::Path;
use std::time::Instant;

use courser::board::Kind;
use courser::board::graph::NamedGraph;
use courser::count::{CountError, count_graph};
use courser::engine::memory;
use courser::solve::search::{Found, SearchError, SearchOptions, path};
use courser::{Content, Format, Progress, Stopped};
use serde::Serialize;

use crate::args::count::CountArgs;
use crate::args::tour::TourArgs;
use crate::count::watched;
use crate::error::{Failure, Named, Result, note};
use crate::output;
use crate::{input, interrupt, progress};

#[derive(Debug, Serialize)]
struct Size {
    vertices: usize,
    edges: usize,
}

/// A tour in JSON.
#[derive(Debug, Serialize)]
struct Toured<'a> {
    graph: Size,
    kind: String,
    method: &'static str,
    seed: u64,
    seconds: f64,
    /// The names in visiting order.
    vertices: Vec<&'a str>,
}

/// A count in JSON.
#[derive(Debug, Serialize)]
struct Counted<'a> {
    graph: Size,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'a String>,
    directed: bool,
    /// A string, since it outgrows a double.
    count: String,
    method: &'static str,
    seconds: f64,
    /// The most states of a layer.
    states: u64,
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

pub(crate) fn tour(args: &TourArgs, file: &Path) -> Result<()> {
    let format = args.output.format(Content::Tour)?;
    if !matches!(format, None | Some(Format::Moves | Format::Json | Format::Csv)) {
        return Err(Failure::input(
            "this format is for boards, and the tour is of a graph",
            "use --format moves, json or csv: moves has a vertex per line",
        ));
    }
    let graph = read(file)?;
    let (start, end) = (vertex(&graph, &args.start, "--start")?, vertex(&graph, &args.end, "--end")?);
    let output = args.output.open()?;
    let begun = Instant::now();
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let found = searched(args, |options| path(&graph, kind, start, end, options))?;
    let order = match found {
        Ok(order) => order,
        Err(reason) => {
            let (what, other) =
                if args.closed { ("cycle", "leave out --closed") } else { ("path", "give another graph") };
            let ends = if start.or(end).is_some() { ", or leave out --start and --end" } else { "" };
            let text = format!("{}: the graph does not have this Hamiltonian {what}: {reason}", input::name(file));
            return Err(Failure::no(text, format!("{other}{ends}")));
        }
    };
    let kind = graph.judge(&order).expect("the search judges its answers").to_string();
    let names: Vec<&str> = order.iter().map(|&vertex| &*graph.names()[vertex as usize]).collect();
    let seconds = begun.elapsed().as_secs_f64();
    output.put(|out| match format {
        Some(Format::Json) => {
            let (graph, seed) = (size(&graph), args.seed.unwrap_or_default());
            let toured = Toured { graph, kind, method: "search", seed, seconds, vertices: names };
            output::json(out, &toured)
        }
        Some(Format::Csv) => {
            writeln!(out, "visit,vertex")?;
            let mut rows = (1..).zip(names);
            rows.try_for_each(|(visit, name)| out.write_all(&output::csv_row([&format!("{visit}"), name])))
        }
        _ => names.iter().try_for_each(|name| writeln!(out, "{name}")),
    })
}

/// Runs an exact search with the options of the command: the tour, or the reason why it does not exist.
pub(crate) fn searched<T, R>(
    args: &TourArgs,
    search: impl FnOnce(&SearchOptions<'_>) -> std::result::Result<Found<T, R>, SearchError>,
) -> Result<std::result::Result<T, R>> {
    let (seed, limit) = (args.seed.unwrap_or_default(), args.limit.map(Into::into));
    let bar = progress::of(None, "{spinner} {elapsed} (Ctrl-C stops): {wide_msg}");
    let show = |choices, deepest| bar.set_message(format!("{choices} choices tried, {deepest} edges at best"));
    let found = interrupt::searching(|stop| {
        let memory = Some(memory::available());
        search(&SearchOptions {
            seed,
            limit,
            memory,
            stop: Some(stop),
            progress: Some(&show),
            ..SearchOptions::default()
        })
    });
    bar.finish_and_clear();
    match found {
        Ok(Found::Tour(tour)) => Ok(Ok(tour)),
        Ok(Found::None(reason)) => Ok(Err(reason)),
        Ok(Found::Stopped { why, nodes, deepest }) => {
            Err((&Stopped { why, at: Progress::Choices(nodes, deepest), limit }).into())
        }
        Err(SearchError::Memory { needed, available, .. }) if args.graph.is_some() => Err(Failure::input(
            format!("the search takes about {} MiB of memory, and {} MiB are available", needed >> 20, available >> 20),
            "give a smaller graph, or one with fewer edges at each vertex",
        )),
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn count(args: &CountArgs, file: &Path) -> Result<()> {
    let format = args.output.format_or_text(Content::Count)?;
    let graph = read(file)?;
    let (start, end) = (vertex(&graph, &args.tours.start, "--start")?, vertex(&graph, &args.tours.end, "--end")?);
    let ends: Vec<u32> = start.into_iter().chain(end).collect();
    let kind = if args.tours.are_open() { Kind::Open } else { Kind::Closed };
    if kind == Kind::Closed && !args.tours.closed {
        note("closed tours are counted; --open counts the open ones");
    }
    let output = args.output.open()?;
    let begun = Instant::now();
    let (found, states) = watched(|options| count_graph(&graph, kind, &ends, &options));
    let number = found.map_err(|error| match error {
        CountError::Memory { .. } => {
            Failure::machine(&error, "count a smaller graph, or one that is narrower: fewer edges across each cut")
        }
        error => error.into(),
    })?;
    let both_ways = args.directed && ends.is_empty() && graph.names().len() > 1;
    let counted = Counted {
        graph: size(&graph),
        kind: kind.to_string(),
        start: args.tours.start.as_ref(),
        end: args.tours.end.as_ref(),
        directed: args.directed,
        count: if both_ways { number * 2_u32 } else { number }.to_string(),
        method: "frontier",
        seconds: begun.elapsed().as_secs_f64(),
        states,
    };
    output.put(|out| match format {
        Format::Json => output::json(out, &counted),
        Format::Csv => {
            let Counted { graph: Size { vertices, edges }, kind, directed, count, .. } = &counted;
            writeln!(out, "vertices,edges,kind,directed,count\n{vertices},{edges},{kind},{directed},{count}")
        }
        _ => writeln!(out, "{}", counted.count),
    })
}
