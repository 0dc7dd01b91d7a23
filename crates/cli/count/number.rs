//! Counts the tours of a board in a single process, and writes their number.

use std::path::{Path, PathBuf};

use courser::FileFormat;
use courser::board::{Board, Symmetry};
use courser::count::{self, BigUint, CountError, CountOptions, CountTask, Disk};
use serde::Serialize;

use crate::args::VERSION;
use crate::count::args::CountArgs;
use crate::counting::{Asked, Watch, is_ruled_out};
use crate::error::Result;
use crate::output::OutputTarget;

/// The answer as written in JSON.
#[derive(Debug, Serialize)]
pub(super) struct CountAnswer {
    pub(super) board: Board,
    #[serde(flatten)]
    pub(super) asked: Asked,
    pub(super) directed: bool,
    pub(super) symmetry: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) symmetric: Option<&'static str>,
    /// Number of tours. The number is a string because a double is not exact enough.
    pub(super) count: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) method: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    /// Number of states in the largest layer, or `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) states: Option<u64>,
}

/// Header line of the table whose rows [`CountAnswer::csv`] returns.
pub(super) const CSV_HEADER: &str = "rows,cols,kind,directed,symmetry,count";

impl CountAnswer {
    pub(super) fn new(task: &CountTask, symmetry: bool, symmetric: Option<Symmetry>, number: &BigUint) -> Self {
        Self {
            board: task.board().clone(),
            asked: Asked::of(task),
            directed: task.is_directed(),
            symmetry,
            symmetric: symmetric.map(Into::into),
            count: number.to_string(),
            method: None,
            seconds: None,
            states: None,
        }
    }

    /// Writes the answer for one board.
    pub(super) fn write(self, format: FileFormat, output: OutputTarget) -> Result<()> {
        let answer = Self { method: Some("frontier"), ..self };
        output.put(|out| {
            match format {
                FileFormat::Csv => write!(out, "{CSV_HEADER}\n{}", answer.csv()),
                FileFormat::Json => Ok(serde_json::to_writer(&mut *out, &answer)?),
                _ => write!(out, "{}", answer.count),
            }?;
            writeln!(out)
        })
    }

    /// Formats a line of a table. No field needs quotes.
    pub(super) fn csv(&self) -> String {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let symmetry = self.symmetric.unwrap_or(if self.symmetry { "true" } else { "false" });
        format!("{rows},{cols},{},{},{symmetry},{}", self.asked.kind, self.directed, self.count)
    }
}

/// Counts all tours on all cores of this computer.
pub(super) fn whole(args: &CountArgs, task: &CountTask, watch: &Watch) -> Result<BigUint, CountError> {
    if is_ruled_out(task) {
        return Ok(BigUint::ZERO);
    }
    watch.follow(|options| {
        let disk = args.disk.as_ref().map(|folder| disk(folder, true));
        let options = CountOptions { disk, build: VERSION, ..options };
        number(args, task, &options)
    })
}

/// Counts all tours, the classes of tours under symmetry, or only the tours with the requested symmetry.
pub(super) fn number(args: &CountArgs, task: &CountTask, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    match args.symmetry {
        Some(symmetry) => count::invariant(task, symmetry, options),
        None if args.up_to_symmetry => count::classes(task, options),
        None => count::count(task, options),
    }
}

/// Returns the storage options for a folder. If `all` is true, all layers are stored, otherwise only the last layer of
/// each half.
pub(super) fn disk(folder: &Path, all: bool) -> Disk {
    Disk { folder: PathBuf::from(folder), room: free(folder), all }
}

/// Returns the number of free bytes on the disk of a folder. The folder need not exist. Returns the maximum of `u64` if
/// the system does not report the number.
fn free(folder: &Path) -> u64 {
    #[cfg(target_os = "linux")]
    if let Ok(folder) = std::path::absolute(folder)
        && let Some(disk) = folder.ancestors().find_map(|folder| rustix::fs::statvfs(folder).ok())
    {
        return disk.f_bavail.saturating_mul(disk.f_frsize);
    }
    u64::MAX
}
