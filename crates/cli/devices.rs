//! `courser devices`: the adapters, their limits, and the one that `auto` takes.

use std::io::Write;
#[cfg(feature = "gpu")]
use std::time::Instant;

#[cfg(feature = "gpu")]
use courser::board::{Board, MoveOrder, Square};
#[cfg(feature = "gpu")]
use courser::engine::EngineError;
#[cfg(feature = "gpu")]
use courser::engine::cycle::{self, Schedule, Setup};
use serde::Serialize;

use crate::args::DevicesArgs;
use crate::error::{Failure, note};
use crate::format;
use crate::output::Output;

/// One row of the list.
#[derive(Debug, Serialize)]
struct Row {
    /// The number for `--adapter #N`; the CPU has none.
    index: Option<usize>,
    name: String,
    kind: String,
    backend: Option<String>,
    driver: Option<String>,
    /// `true` for the adapter that `--device auto` takes.
    auto: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<Limits>,
    features: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
}

/// The time of each part of a start, in seconds.
#[derive(Debug, Serialize)]
struct Start {
    /// Loading the drivers of all adapters.
    drivers: f64,
    /// Asking them for their adapters.
    adapters: f64,
    /// Opening the device.
    device: f64,
    /// Building the kernels of the decision cycle, and its first pass on 8x8.
    first_pass: f64,
}

#[derive(Debug, Serialize)]
struct Limits {
    /// Bytes in one storage binding.
    storage_binding: u64,
    /// Bytes in one buffer.
    buffer: u64,
    /// Workgroups in one dimension of a dispatch.
    groups: u32,
    /// Invocations in one workgroup.
    invocations: u32,
    /// Bytes of workgroup memory.
    workgroup_memory: u32,
    /// The most squares that the decision cycle takes.
    cycle_squares: u64,
}

pub(crate) fn run(args: &DevicesArgs, quiet: bool) -> Result<(), Failure> {
    let rows = rows(args.verbose, quiet)?;
    Output::Stdout.put(|out| if args.json { format::json(out, &rows) } else { table(out, &rows) })
}

fn table(out: &mut dyn Write, rows: &[Row]) -> std::io::Result<()> {
    for row in rows {
        let mark = if row.auto { "*" } else { " " };
        let number = row.index.map_or("  ".into(), |index| format!("#{index}"));
        write!(out, "{mark} {number} {} ({}", row.name, row.kind)?;
        for part in [&row.backend, &row.driver].into_iter().flatten() {
            write!(out, ", {part}")?;
        }
        writeln!(out, ")")?;
        if let Some(limits) = &row.limits {
            writeln!(out, "       storage binding   {:>10} MiB", limits.storage_binding >> 20)?;
            writeln!(out, "       buffer            {:>10} MiB", limits.buffer >> 20)?;
            writeln!(
                out,
                "       dispatch          {:>10} workgroups a dimension, {} invocations each",
                limits.groups, limits.invocations
            )?;
            writeln!(out, "       workgroup memory  {:>10} KiB", limits.workgroup_memory >> 10)?;
            writeln!(out, "       decision cycle    {:>10} squares at most", limits.cycle_squares)?;
        }
        if !row.features.is_empty() {
            writeln!(out, "       features          {:>10}", row.features.join(", "))?;
        }
        if let Some(Start { drivers, adapters, device, first_pass }) = &row.start {
            let parts = [("drivers", drivers), ("adapters", adapters), ("device", device), ("first pass", first_pass)];
            for (part, seconds) in parts {
                writeln!(out, "       start: {part:<10} {:>10.1} ms", seconds * 1000.0)?;
            }
        }
    }
    writeln!(out, "* is what --device auto takes")
}

fn cpu(auto: bool) -> Row {
    let (backend, driver, limits, features) = (None, None, None, Vec::new());
    let (name, kind, start) = ("cpu".into(), "the reference".into(), None);
    Row { index: None, name, kind, backend, driver, auto, limits, features, start }
}

#[cfg(feature = "gpu")]
fn rows(verbose: bool, quiet: bool) -> Result<Vec<Row>, Failure> {
    use courser::engine::cycle::max_cells;
    use courser::gpu::Adapters;

    let adapters = Adapters::find();
    let auto = courser::engine::auto_adapter(&adapters);
    if let Err((why, cure)) = &auto {
        note(
            quiet,
            format_args!(
                "{why}: {}",
                cure.as_ref().map_or("use --device gpu to take it nevertheless".into(), crate::cures::cure)
            ),
        );
    }
    let auto = auto.ok();
    let mut rows = Vec::new();
    for (index, adapter) in adapters.list().iter().enumerate() {
        let limits = adapter.limits();
        rows.push(Row {
            index: Some(index),
            name: adapter.name().to_owned(),
            kind: adapter.kind().to_string(),
            backend: Some(adapter.backend().to_owned()),
            driver: Some(adapter.driver()),
            auto: auto.is_some_and(|auto| std::ptr::eq(auto, adapter)),
            limits: Some(Limits {
                storage_binding: limits.max_storage_buffer_binding_size,
                buffer: limits.max_buffer_size,
                groups: limits.max_compute_workgroups_per_dimension,
                invocations: limits.max_compute_invocations_per_workgroup,
                workgroup_memory: limits.max_compute_workgroup_storage_size,
                cycle_squares: max_cells(&limits),
            }),
            features: adapter.features(),
            start: verbose.then(|| start(&adapters, adapter)).transpose()?,
        });
    }
    rows.push(cpu(auto.is_none()));
    Ok(rows)
}

/// Opens an adapter as a run of the decision cycle does, and takes the time of each part.
#[cfg(feature = "gpu")]
fn start(adapters: &courser::gpu::Adapters, adapter: &courser::gpu::Adapter) -> Result<Start, Failure> {
    let [drivers, found] = adapters.taken().map(|taken| taken.as_secs_f64());
    let begun = Instant::now();
    let device = courser::Device::from(courser::gpu::Device::open(adapter).map_err(EngineError::from)?);
    let opened = begun.elapsed();
    let setup = Setup::new(Board::new(8, 8).map_err(EngineError::from)?, Square::new(2, 4), MoveOrder::SLIDES);
    cycle::on(&device, setup?, Schedule::Near)?.advance(1)?;
    let first_pass = (begun.elapsed() - opened).as_secs_f64();
    Ok(Start { drivers, adapters: found, device: opened.as_secs_f64(), first_pass })
}

#[cfg(not(feature = "gpu"))]
fn rows(_: bool, quiet: bool) -> Result<Vec<Row>, Failure> {
    note(quiet, "this courser is built without GPU support");
    Ok(vec![cpu(true)])
}
