//! Implements `courser devices`, which lists the adapters, their limits, and the adapter that `auto` selects.

pub(crate) mod args;

#[cfg_attr(not(feature = "gpu"), path = "no_adapters.rs")]
mod adapters;

use std::io::Write;

use indicatif::HumanCount;
use serde::Serialize;

use crate::devices::args::DevicesArgs;
use crate::error::Result;
use crate::output::{self, OutputTarget};
use crate::terminal;

/// Number of spaces before the continuation lines of a wrapped line.
const INDENT: usize = 7;

/// One row of the list of devices.
#[derive(Debug, Default, Serialize)]
struct DeviceRow {
    /// Index for `--device N`, or `None` for the CPU.
    index: Option<usize>,
    name: String,
    kind: String,
    backend: Option<String>,
    driver: Option<String>,
    /// True if `--device auto` selects this adapter.
    auto: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<DeviceLimits>,
    features: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<StartTimes>,
}

/// The durations of the steps from the loading of the drivers to the first pass.
#[derive(Debug, Serialize)]
struct StartTimes {
    /// Time spent loading the drivers of all adapters, in seconds.
    drivers: f64,
    /// Time spent listing the adapters of the drivers, in seconds.
    adapters: f64,
    /// Time spent opening the device, in seconds.
    device: f64,
    /// Time spent building the kernels of the decision cycle and running the first pass on 8x8, in seconds.
    first_pass: f64,
}

#[derive(Debug, Serialize)]
struct DeviceLimits {
    /// Maximum size of a storage binding in bytes.
    storage_binding: u64,
    /// Maximum size of a buffer in bytes.
    buffer: u64,
    /// Maximum number of workgroups in one dimension of a dispatch.
    groups: u32,
    /// Maximum number of invocations in a workgroup.
    invocations: u32,
    /// Maximum size of workgroup memory in bytes.
    workgroup_memory: u32,
    /// Maximum number of squares of a board for the decision cycle.
    cycle_squares: u64,
}

pub(crate) fn run(args: &DevicesArgs) -> Result<()> {
    let mut rows = adapters::rows(args.verbose)?;
    let auto = !rows.iter().any(|row| row.auto);
    rows.push(DeviceRow { name: "cpu".into(), kind: "the reference".into(), auto, ..DeviceRow::default() });
    OutputTarget::Stdout.put(|out| if args.json { output::json(out, &rows) } else { table(out, &rows) })
}

fn table(out: &mut dyn Write, rows: &[DeviceRow]) -> std::io::Result<()> {
    let columns = terminal::stdout_columns();
    let mut put = |line: String| {
        // If a line is too long for the terminal, its columns are separated by single spaces.
        let is_long = columns.is_some_and(|columns| line.chars().count() > columns);
        let indent = line.len() - line.trim_start().len();
        let words = || line.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = if is_long { format!("{:indent$}{}", "", words()) } else { line };
        writeln!(out, "{}", terminal::wrapped(&line, INDENT, columns))
    };
    for row in rows {
        let mark = if row.auto { "*" } else { " " };
        let number = row.index.map_or("  ".into(), |index| format!("#{index}"));
        let parts = [Some(&row.kind), row.backend.as_ref(), row.driver.as_ref()];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        put(format!("{mark} {number} {} ({})", row.name, parts.join(", ")))?;
        if let Some(limits) = &row.limits {
            let invocations = HumanCount(limits.invocations.into());
            let dispatch = format!("workgroups a dimension, {invocations} invocations each");
            let lines = [
                ("storage binding", limits.storage_binding >> 20, "MiB"),
                ("buffer", limits.buffer >> 20, "MiB"),
                ("dispatch", limits.groups.into(), &dispatch),
                ("workgroup memory", u64::from(limits.workgroup_memory) >> 10, "KiB"),
                ("decision cycle", limits.cycle_squares, "squares at most"),
            ];
            let line = |(name, value, of): (&str, u64, &str)| {
                format!("       {name:<17} {:>13} {of}", HumanCount(value).to_string())
            };
            lines.into_iter().try_for_each(|limit| put(line(limit)))?;
        }
        if !row.features.is_empty() {
            put(format!("       features          {:>13}", row.features.join(", ")))?;
        }
        if let Some(StartTimes { drivers, adapters, device, first_pass }) = &row.start {
            let parts = [("drivers", drivers), ("adapters", adapters), ("device", device), ("first pass", first_pass)];
            for (part, seconds) in parts {
                put(format!("       start: {part:<10} {:>13.1} ms", seconds * 1000.0))?;
            }
        }
    }
    put("* is what --device auto takes".into())
}
