//! Code that is shared by all commands that count tours: the description of the requested tours in JSON output, and
//! the observer of a count.

use std::sync::{Arc, Mutex, PoisonError};

use courser::board::Square;
use courser::count::{BigUint, CountError, CountOptions, CountProgress, CountStage, CountTask, Forecast, Tours};
use courser::engine::memory;
use courser::solve::existence::{self, Existence};
use courser::solve::search::StopReason;
use courser::{Progress, Stopped};
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar};
use serde::Serialize;

use crate::error::{Failure, STOPPED};
use crate::progress::LongRunNotice;
use crate::{interrupt, progress};

/// The description of the requested tours in JSON output. A square is a list `[row, col]`.
#[derive(Debug, Serialize)]
pub(crate) struct Asked {
    pub(crate) kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<[u32; 2]>,
    /// Required moves, each as two squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    with: Vec<[[u32; 2]; 2]>,
    /// Forbidden moves, which no tour may use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<[[u32; 2]; 2]>,
}

impl Asked {
    /// Returns the kind of tours that a task counts.
    pub(crate) fn of(task: &CountTask) -> Self {
        let numbers = |square: Square| [square.row, square.col];
        let moves = |moves: &[[Square; 2]]| moves.iter().map(|both| both.map(numbers)).collect();
        let (kind, start, end) = match task.tours() {
            Tours::Closed => ("closed", None, None),
            Tours::Open { start, end } => ("open", start.map(numbers), end.map(numbers)),
        };
        Self { kind, start, end, with: moves(task.with()), without: moves(task.without()) }
    }
}

/// Adds a description of the requested tours to an answer in JSON: the kind, the ends, and the required and forbidden
/// moves.
pub(crate) fn with_asked(task: &CountTask, mut answer: serde_json::Value) -> serde_json::Value {
    if let (Some(answer), serde_json::Value::Object(asked)) =
        (answer.as_object_mut(), serde_json::json!(Asked::of(task)))
    {
        answer.extend(asked);
    }
    answer
}

/// Returns whether a theorem or a quick test of the board proves that there are no tours.
pub(crate) fn is_ruled_out(task: &CountTask) -> bool {
    matches!(existence::decide(&task.spec()), Existence::None(_))
}

/// Returns the quotient of two numbers of any size, or 0 if the divisor is 0.
pub(crate) fn ratio(part: &BigUint, all: &BigUint) -> f64 {
    // The quotient is rounded down to a multiple of 10^-12.
    const PARTS: u64 = 1_000_000_000_000;
    if all.bits() == 0 {
        return 0.0;
    }
    u64::try_from(part * PARTS / all).unwrap_or(u64::MAX) as f64 / PARTS as f64
}

/// The observer of a count, which shows the progress on the terminal and records the number of states in the largest
/// layer.
pub(crate) struct Watch {
    pub(crate) bar: ProgressBar,
    pub(crate) notice: Arc<LongRunNotice>,
    /// Number of states in the largest layer so far, and the current forecast of the remaining time.
    seen: Arc<Mutex<(u64, Forecast)>>,
}

impl Watch {
    pub(crate) fn new() -> Self {
        let bar = progress::of(Some(1000), "{bar:30} {elapsed} (Ctrl-C stops): {wide_msg}");
        Self { bar, notice: Arc::new(LongRunNotice::new()), seen: Arc::default() }
    }

    /// Runs a count. The count can be stopped, shows its progress, and uses at most the available memory.
    pub(crate) fn follow<T>(&self, count: impl FnOnce(CountOptions<'_>) -> T) -> T {
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
    pub(crate) fn finish(self) -> u64 {
        self.bar.finish_and_clear();
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Runs a count in the same way as [`Watch::follow`]. Also returns the number of states in the largest layer.
pub(crate) fn watched<T>(count: impl FnOnce(CountOptions<'_>) -> T) -> (T, u64) {
    let watch = Watch::new();
    let found = watch.follow(count);
    (found, watch.finish())
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
