//! Implements `courser count`, which counts tours.

pub(crate) mod args;
mod by;
mod known;
mod list;
mod many;
mod puzzle;
mod shard;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use courser::board::{Board, Square, Symmetry};
use courser::count::BigUint;
use courser::count::{self, CountError, CountOptions, CountProgress, CountStage, CountTask, Disk, Forecast, Tours};
use courser::engine::memory;
use courser::solve::existence::{self, Existence};
use courser::solve::search::StopReason;
use courser::survey::Boards;
use courser::{Content, FileFormat, Progress, Stopped};
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar};
use serde::Serialize;

pub(crate) use self::by::ratio;
use crate::args::VERSION;
use crate::count::args::{CountArgs, CountCommand};
use crate::error::{Failure, Result, STOPPED, note, refuse};
use crate::input::GivenNumbers;
use crate::output::OutputTarget;
use crate::progress::LongRunNotice;
use crate::{input, interrupt, layers, progress};

/// The requested kind of tours as written in JSON. A square is a list `[row, col]`.
#[derive(Debug, Serialize)]
struct Asked {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<[u32; 2]>,
    /// Required moves, which every tour must use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    with: Vec<[[u32; 2]; 2]>,
    /// Forbidden moves, which no tour may use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<[[u32; 2]; 2]>,
}

impl Asked {
    fn of(task: &CountTask) -> Self {
        let numbers = |square: Square| [square.row, square.col];
        let moves = |moves: &[[Square; 2]]| moves.iter().map(|both| both.map(numbers)).collect();
        let (kind, start, end) = match task.tours() {
            Tours::Closed => ("closed", None, None),
            Tours::Open { start, end } => ("open", start.map(numbers), end.map(numbers)),
        };
        Self { kind, start, end, with: moves(task.with()), without: moves(task.without()) }
    }
}

/// Adds the requested kind of tours to an answer in JSON.
pub(crate) fn with_asked(task: &CountTask, mut answer: serde_json::Value) -> serde_json::Value {
    if let (Some(answer), serde_json::Value::Object(asked)) =
        (answer.as_object_mut(), serde_json::json!(Asked::of(task)))
    {
        answer.extend(asked);
    }
    answer
}

/// The answer as written in JSON.
#[derive(Debug, Serialize)]
struct CountAnswer {
    board: Board,
    #[serde(flatten)]
    asked: Asked,
    directed: bool,
    symmetry: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetric: Option<&'static str>,
    /// Number of tours. The number is a string because a double is not exact enough.
    count: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    /// Number of states in the largest layer, or `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
}

pub(crate) fn run(args: &CountArgs) -> Result<()> {
    match &args.command {
        Some(CountCommand::Merge(args)) => return shard::merge(args),
        Some(CountCommand::Known(args)) => return known::run(args.effort),
        None => {}
    }
    consistent(args)?;
    let boards = boards(args)?;
    if let Some(limit) = args.limit {
        interrupt::stop_after(limit.into());
    }
    if let [(board, _, given)] = &boards[..]
        && !given.is_empty()
    {
        puzzle::consistent(args)?;
        return puzzle::run(args, board.clone(), given.clone());
    }
    let tasks = tasks(args, boards)?;
    let [task] = &tasks[..] else { return many::run(args, &tasks) };
    if args.list {
        return list::run(args, task);
    }
    if let Some(by) = args.by {
        return by::run(args, task, by);
    }
    if let Some(shard) = args.shard {
        return shard::run(args, task, shard);
    }
    let format = args.output.format_or_text(Content::Count)?;
    let output = args.output.open()?;
    let begun = Instant::now();
    let watch = Watch::new();
    let number = whole(args, task, &watch);
    let states = watch.finish();
    let answer = CountAnswer {
        seconds: Some(begun.elapsed().as_secs_f64()),
        states: Some(states),
        ..CountAnswer::new(task, args.up_to_symmetry, args.symmetry, &number?)
    };
    answer.write(format, output)
}

/// Rejects combinations of options that select no kind of tours.
fn consistent(args: &CountArgs) -> Result<()> {
    let is_symmetric = args.up_to_symmetry || args.symmetry.is_some();
    let tours = &args.tours;
    let what = "symmetries are those of all closed tours of a board";
    let cure = "leave out --open, --start, --end, --with and --without";
    refuse(is_symmetric && (tours.kind.are_open() || !tours.moves.are_empty()), what, cure)?;
    let cure = "add --shard I/N, or leave out --layers";
    refuse(args.layers.is_some() && args.shard.is_none(), "--layers are the halves of a shard's board", cure)?;
    let (what, cure) = ("a class of tours and the moves of tours have no direction", "leave out --directed");
    let no_direction = args.up_to_symmetry || args.by.is_some();
    refuse(args.directed && no_direction, what, cure)
}

/// Header line of the table whose rows [`CountAnswer::csv`] returns.
const CSV_HEADER: &str = "rows,cols,kind,directed,symmetry,count";

impl CountAnswer {
    fn new(task: &CountTask, symmetry: bool, symmetric: Option<Symmetry>, number: &BigUint) -> Self {
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
    fn write(self, format: FileFormat, output: OutputTarget) -> Result<()> {
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
    fn csv(&self) -> String {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let symmetry = self.symmetric.unwrap_or(if self.symmetry { "true" } else { "false" });
        format!("{rows},{cols},{},{},{symmetry},{}", self.asked.kind, self.directed, self.count)
    }
}

/// Counts all tours on all cores of this machine.
fn whole(args: &CountArgs, task: &CountTask, watch: &Watch) -> Result<BigUint> {
    if is_ruled_out(task) {
        return Ok(BigUint::ZERO);
    }
    let number = watch.follow(|options| {
        let disk = args.disk.as_ref().map(|folder| disk(folder, true));
        let options = CountOptions { disk, build: VERSION, ..options };
        number(args, task, &options)
    });
    Ok(number?)
}

/// Counts all tours, the classes of tours under symmetry, or only the tours with the requested symmetry.
fn number(args: &CountArgs, task: &CountTask, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    match args.symmetry {
        Some(symmetry) => count::invariant(task, symmetry, options),
        None if args.up_to_symmetry => count::classes(task, options),
        None => count::count(task, options),
    }
}

/// A board, the start marked in its file, and the visit numbers in its file.
type CountQuestion = (Board, Option<Square>, GivenNumbers);

/// Returns the boards in the arguments, each with the start and the visit numbers in its file.
fn boards(args: &CountArgs) -> Result<Vec<CountQuestion>> {
    let boards: Vec<Board> = args.size.iter().flat_map(Boards::each).collect();
    let one = |board| {
        let (board, marked, given) = input::numbered_board(board, &args.holes, args.leaper, &args.given)?;
        Ok(vec![(args.wrap.of(board), marked, given)])
    };
    match &boards[..] {
        [] => one(None),
        [board] => one(Some(board)),
        many => {
            refuse(!args.given.is_empty(), "visit numbers are given for one board", "name one board")?;
            refuse(args.holes.board.is_some(), "a file has one board", "name one size, or leave out --board")?;
            let board = |board: &Board| args.wrap.of(board.clone().with_leaper(args.leaper));
            Ok(many.iter().map(|one| (board(one), None, GivenNumbers::new())).collect())
        }
    }
}

/// Returns the requested counts, one for each board.
fn tasks(args: &CountArgs, boards: Vec<CountQuestion>) -> Result<Vec<CountTask>> {
    let task = |(board, marked, _)| Ok(input::task(board, marked, &args.tours)?.directed(args.directed));
    let tasks = boards.into_iter().map(task).collect::<Result<_>>()?;
    if !args.tours.kind.are_open() && !args.tours.kind.closed && args.symmetry.is_none() {
        note("closed tours are counted; --open counts the open ones");
    }
    Ok(tasks)
}

/// Returns the storage options for a folder. If `all` is true, all layers are stored, otherwise only the last layer of
/// each half.
fn disk(folder: &Path, all: bool) -> Disk {
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

/// The observer of a count, which shows the progress on the terminal and records the number of states in the largest
/// layer.
struct Watch {
    bar: ProgressBar,
    notice: Arc<LongRunNotice>,
    /// Number of states in the largest layer so far, and the current forecast of the remaining time.
    seen: Arc<Mutex<(u64, Forecast)>>,
}

impl Watch {
    fn new() -> Self {
        let bar = progress::of(Some(1000), "{bar:30} {elapsed} (Ctrl-C stops): {wide_msg}");
        Self { bar, notice: Arc::new(LongRunNotice::new()), seen: Arc::default() }
    }

    /// Runs a count. The count can be stopped, shows its progress, and uses at most the available memory.
    fn follow<T>(&self, count: impl FnOnce(CountOptions<'_>) -> T) -> T {
        let (progress, memory) = (|progress| self.see(progress), Some(memory::available()));
        interrupt::searching(|stop| {
            count(CountOptions { stop: Some(stop), progress: Some(&progress), memory, ..CountOptions::default() })
        })
    }

    fn see(&self, progress: CountProgress) {
        let left = {
            let (peak, forecast) = &mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            *peak = progress.peak.max(*peak);
            forecast.left(self.bar.elapsed(), &progress)
        };
        let stage = match progress.stage {
            CountStage::Layer { at, of } => format!("layer {at} of {of}"),
            CountStage::Join { .. } => "joining the halves".to_owned(),
            CountStage::Waiting => "waiting for the shard that makes the halves".to_owned(),
            _ => String::new(),
        };
        self.notice.foresee(&self.bar, left);
        self.bar.set_position((progress.done * 1000.0) as u64);
        let left = left.map(|left| format!(", about {} left", HumanDuration(left))).unwrap_or_default();
        let bytes = if progress.bytes > 0 { format!(", {}", HumanBytes(progress.bytes)) } else { String::new() };
        self.bar.set_message(format!("{stage}, {} states{bytes}{left}", HumanCount(progress.states)));
    }

    /// Removes the bar and returns the number of states in the largest layer.
    fn finish(self) -> u64 {
        self.bar.finish_and_clear();
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Runs a count like [`Watch::follow`], and also returns the number of states in the largest layer.
pub(crate) fn watched<T>(count: impl FnOnce(CountOptions<'_>) -> T) -> (T, u64) {
    let watch = Watch::new();
    let found = watch.follow(count);
    (found, watch.finish())
}

/// Returns whether a theorem or a quick test of the board proves that there are no tours.
fn is_ruled_out(task: &CountTask) -> bool {
    layers::spec(task).is_ok_and(|spec| matches!(existence::decide(&spec), Existence::None(_)))
}

impl From<CountError> for Failure {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Stopped => match interrupt::reached_limit() {
                limit @ Some(_) => (&Stopped { why: StopReason::Limit, at: Progress::Done, limit }).into(),
                None => Self { code: STOPPED, ..Self::of(&error) },
            },
            CountError::Disk { ref path, error: ref reason } => {
                Self { hint: Self::of(&error).hint, ..Self::writing(&path.display().to_string(), reason) }
            }
            error => Self::of(&error),
        }
    }
}
