//! Times the cases in rounds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use courser_board::words::printable;
use courser_board::{Board, TourSpec};
use courser_solve::existence::{Existence, decide};

use crate::report::{DeviceInfo, Measured, Report, SkippedCase};
use crate::sample::Sample;
use crate::{BenchError, BenchMachine, BenchMethod, Case};

/// The cases to time, and the time limits.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Devices on which the cases run.
    pub devices: Vec<DeviceInfo>,
    /// Boards to time, each with its cases. A case consists of a method and the index of a device.
    pub boards: Vec<(Board, Vec<(&'static BenchMethod, usize)>)>,
    /// Time limits of each case and of the whole run.
    pub effort: TimeLimits,
    /// Command line, for the report.
    pub command: String,
}

/// The time limits of each case and of the whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// Exact number of runs. If `None`, runs are repeated until the relative standard error of the mean is at most 1 %.
    pub runs: Option<u32>,
    /// Target duration of one run. It is long enough to make the effects of the clock and the scheduler insignificant.
    pub run: Duration,
    /// Maximum total time for the runs of a case. This limit does not end a case before its third run. The field is not
    /// used if `runs` is given.
    pub most: Duration,
    /// Time limit of the whole measurement, or `None` for no limit. Every board has an equal share of this time, plus
    /// the time left over from earlier boards. A case is skipped if the time of its board has run out before the case
    /// starts. A case is also skipped if its estimated duration exceeds the time left for the whole measurement. The
    /// estimate is based on the duration on the previous board.
    pub total: Option<Duration>,
}

/// Minimum number of runs for which the spread is computed.
const MIN_RUNS: usize = 5;

/// Maximum number of runs of a case.
const MAX_RUNS: usize = 200;

/// Maximum relative standard error at which the mean is considered known.
const WELL: f64 = 0.01;

/// Minimum duration of a case, as a multiple of the duration of one run: three preliminary runs and one timed run.
const MIN_TIMES: f64 = 4.0;

/// The duration of each phase of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhaseTimes {
    /// Time for the preparation: allocating memory, computing plans, and uploading a state to the GPU.
    pub upload: Duration,
    /// Time for the computation itself.
    pub compute: Duration,
    /// Time for the transfer of the result to the host.
    pub read_back: Duration,
}

/// A method of computing tours on one device and board.
pub trait Timed {
    /// Returns the number of squares visited in one repetition.
    fn visits(&self) -> u64 {
        self.tour()
    }

    /// Returns the number of squares of one tour.
    fn tour(&self) -> u64;

    /// Increases the amount of work per repetition until a repetition takes approximately `run`. Does nothing if the
    /// amount is fixed.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails.
    fn fit(&mut self, run: Duration) -> Result<(), BenchError> {
        let _ = run;
        Ok(())
    }

    /// Runs one repetition, adds the time of each phase to `times`, and checks the result.
    ///
    /// If `metered` is true, also returns the compute time measured by the GPU's own clock, or `None` if the device has
    /// no such clock. Two kinds of methods need not run if `metered` is true: methods that have already measured the
    /// compute time, and methods that cannot measure the compute time.
    ///
    /// # Errors
    /// [`BenchError`] if the engine fails or its result is wrong.
    fn once(&mut self, times: &mut PhaseTimes, metered: bool) -> Result<Option<Duration>, BenchError>;

    /// Runs the case `repeat` times. Returns the total time of each phase.
    ///
    /// # Errors
    /// Returns the errors of [`Timed::once`].
    fn run(&mut self, repeat: u32) -> Result<PhaseTimes, BenchError> {
        let mut times = PhaseTimes::default();
        (0..repeat).try_for_each(|_| self.once(&mut times, false).map(drop))?;
        Ok(times)
    }

    /// Returns the compute time of one repetition: the minimum of three measured repetitions. A single repetition can
    /// be delayed by other programs. In the first runs, a GPU has not yet reached its full clock rate.
    ///
    /// # Errors
    /// Returns the errors of [`Timed::once`].
    fn fastest(&mut self) -> Result<Duration, BenchError> {
        let runs = [self.run(1)?, self.run(1)?, self.run(1)?];
        Ok(runs.into_iter().map(|times| times.compute).min().unwrap_or_default())
    }

    /// Returns the name and the duration of each step of the last repetition. The list is empty for methods without
    /// steps.
    fn steps(&self) -> Vec<(&'static str, Duration)> {
        Vec::new()
    }
}

/// A function that starts a case. Its arguments are the method, the board and the index of the device.
pub type Begin<'a> = &'a dyn Fn(&'static BenchMethod, &Board, usize) -> Result<Box<dyn Timed + 'a>, BenchError>;

/// A case in progress.
struct Running<'a> {
    case: Case,
    /// Index of the case in the list of cases of its board.
    place: usize,
    timed: Box<dyn Timed + 'a>,
    repeat: u32,
    first: f64,
    compute: Vec<f64>,
    upload: Vec<f64>,
    read_back: Vec<f64>,
    spent: Duration,
}

impl<'a> Running<'a> {
    /// Runs a new case once, then determines how many repetitions form a run. A run takes about the target duration.
    fn new(
        case: &Case,
        place: usize,
        mut timed: Box<dyn Timed + 'a>,
        begun: Instant,
        effort: &TimeLimits,
    ) -> Result<Self, BenchError> {
        timed.run(1)?;
        let first = begun.elapsed().as_secs_f64();
        timed.fit(effort.run)?;
        let once = timed.run(1)?.compute.max(Duration::from_nanos(20));
        let repeat = (effort.run.as_secs_f64() / once.as_secs_f64()).clamp(1.0, 1e6) as u32;
        // This run is not timed: its cold caches and the initial clock rate of a GPU would increase the spread.
        timed.run(repeat)?;
        let (compute, upload, read_back) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { case: case.clone(), place, timed, repeat, first, compute, upload, read_back, spent: Duration::ZERO })
    }

    /// Makes one more run and records its times.
    fn run(&mut self) -> Result<(), BenchError> {
        let begun = Instant::now();
        let times = self.timed.run(self.repeat)?;
        self.spent += begun.elapsed();
        let each = |time: Duration| time.as_secs_f64() / f64::from(self.repeat);
        self.compute.push(each(times.compute));
        self.upload.push(each(times.upload));
        self.read_back.push(each(times.read_back));
        Ok(())
    }

    fn is_settled(&self, effort: &TimeLimits) -> bool {
        if let Some(runs) = effort.runs {
            return self.compute.len() >= runs as usize;
        }
        let known = Sample::of(&self.compute).is_some_and(|sample| sample.uncertainty() < WELL);
        let runs = self.compute.len();
        runs >= MAX_RUNS || (runs >= MIN_RUNS && known) || (runs >= 3 && self.spent >= effort.most)
    }

    fn finish(mut self) -> Result<Option<Measured>, BenchError> {
        if self.compute.is_empty() {
            return Ok(None);
        }
        let on_gpu = self.timed.once(&mut PhaseTimes::default(), true)?;
        let middle = |times: &[f64]| Sample::of(times).map_or(0.0, |sample| sample.median);
        let (upload, read_back) = (middle(&self.upload), middle(&self.read_back));
        Ok(Some(Measured {
            visits: self.timed.visits(),
            tour: self.timed.tour(),
            repeat: self.repeat,
            first: self.first,
            compute: self.compute,
            upload,
            read_back,
            on_gpu: on_gpu.map(|time| time.as_secs_f64()),
            steps: self.timed.steps().into_iter().map(|(name, time)| (name.to_owned(), time.as_secs_f64())).collect(),
            case: self.case,
        }))
    }
}

/// Times all cases of `spec`. `begin` starts each case.
///
/// If a case fails, its error is reported, and the other cases continue. If `stop` is set, the report contains the
/// results so far. `progress` receives a description of the current work, and the finished fraction of the whole run,
/// from 0 to 1.
pub fn run(spec: &Spec, begin: Begin<'_>, stop: &AtomicBool, progress: &mut dyn FnMut(&str, f64)) -> Report {
    let begun = Instant::now();
    let mut report = Report {
        report: Report::MARK.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        command: spec.command.clone(),
        machine: BenchMachine::here(),
        devices: spec.devices.clone(),
        complete: true,
        cases: Vec::new(),
        failed: Vec::new(),
        left_out: Vec::new(),
        probes: Vec::new(),
    };
    let stopped = || stop.load(Ordering::Relaxed);
    for (number, (board, cases)) in spec.boards.iter().enumerate() {
        // Every board may use its share of the time, and also the time left over from earlier boards.
        let share = |total: Duration| begun + total.mul_f64((number + 1) as f64 / spec.boards.len() as f64);
        let (end, last) = (spec.effort.total.map(share), spec.effort.total.map(|total| begun + total));
        let timing = BoardTiming { spec, begin, board, cases, end, last, stopped: &stopped };
        timing.run(&mut report, &mut |what, done| progress(what, (number as f64 + done) / spec.boards.len() as f64));
        if stopped() {
            report.complete = false;
            break;
        }
    }
    report.with_texts(&printable)
}

/// The timing of one board.
struct BoardTiming<'a, 't> {
    spec: &'a Spec,
    begin: Begin<'t>,
    board: &'a Board,
    cases: &'a [(&'static BenchMethod, usize)],
    /// Deadline of the cases of this board, or `None` for no limit.
    end: Option<Instant>,
    /// Deadline of the whole run, or `None` for no limit.
    last: Option<Instant>,
    stopped: &'a dyn Fn() -> bool,
}

impl<'t> BoardTiming<'_, 't> {
    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Starts all cases, then runs them in rounds.
    fn run(&self, report: &mut Report, progress: &mut dyn FnMut(&str, f64)) {
        let mut running = self.begin_all(report, progress);
        let cases = running.len();
        let mut settled = Vec::new();
        while !running.is_empty() && !(self.stopped)() {
            let mut still = Vec::new();
            for mut case in running {
                if (self.stopped)() {
                    still.push(case);
                    continue;
                }
                progress(&case.case.to_string(), settled.len() as f64 / cases as f64);
                match case.run() {
                    Ok(()) if case.is_settled(&self.spec.effort) || self.is_late() => settled.push(case),
                    Ok(()) => still.push(case),
                    Err(error) => report.failed.push(SkippedCase { case: case.case, why: error.to_string() }),
                }
            }
            running = still;
        }
        settled.append(&mut running);
        settled.sort_by_key(|case| case.place);
        for case in settled {
            let name = case.case.clone();
            match case.finish() {
                Ok(measured) => report.cases.extend(measured),
                Err(error) => report.failed.push(SkippedCase { case: name, why: error.to_string() }),
            }
        }
    }

    fn begin_all(&self, report: &mut Report, progress: &mut dyn FnMut(&str, f64)) -> Vec<Running<'t>> {
        let impossible = match decide(&TourSpec::open(self.board)) {
            Existence::None(reason) => Some(reason.to_string()),
            Existence::Exists | Existence::Unknown => None,
        };
        let mut running = Vec::new();
        for &(method, device) in self.cases {
            if (self.stopped)() {
                break;
            }
            let (rows, cols) = (self.board.rows(), self.board.cols());
            let case = Case { method, device: self.spec.devices[device].label.clone(), rows, cols };
            let is_late = || {
                self.is_late() || self.last.is_some_and(|last| Instant::now() + expected(&case, &report.cases) > last)
            };
            let late = || is_late().then(|| "there was no time left for it".to_owned());
            if let Some(why) = impossible.clone().or_else(late) {
                report.left_out.push(SkippedCase { case, why });
                continue;
            }
            progress(&format!("{case}: first run"), 0.0);
            let begun = Instant::now();
            let timed = (self.begin)(method, self.board, device);
            match timed.and_then(|timed| Running::new(&case, running.len(), timed, begun, &self.spec.effort)) {
                Ok(begun) => running.push(begun),
                Err(BenchError::NoTour(why)) => report.left_out.push(SkippedCase { case, why }),
                Err(error) => report.failed.push(SkippedCase { case, why: error.to_string() }),
            }
        }
        running
    }
}

/// Estimates the duration of a case. The estimate is based on the case with the same method and device on the previous
/// board. Runs that are shorter than a second, or that compute only a part of a tour, do not predict the duration on
/// larger boards. Therefore such runs are not used for the estimate.
fn expected(case: &Case, before: &[Measured]) -> Duration {
    let is_like = |one: &Case| one.method == case.method && one.device == case.device;
    let squares = |case: &Case| f64::from(case.rows) * f64::from(case.cols);
    let known = before.iter().rev().find(|one| is_like(&one.case) && one.visits >= one.tour);
    let run = known.and_then(|one| Sample::of(&one.compute).map(|sample| (sample.median, squares(&one.case))));
    let rate = run.filter(|&(seconds, _)| seconds >= 1.0).map_or(0.0, |(seconds, squares)| seconds / squares);
    Duration::from_secs_f64(MIN_TIMES * rate * squares(case))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_expected_to_take_what_its_method_took_for_each_square_on_the_board_before() {
        let case = |method, side| Case {
            method: BenchMethod::named(method).unwrap(),
            device: "cpu".into(),
            rows: side,
            cols: side,
        };
        let measured = |method, side, seconds| Measured {
            case: case(method, side),
            visits: 1,
            tour: 1,
            repeat: 1,
            first: 3.0,
            compute: vec![seconds],
            upload: 0.0,
            read_back: 0.0,
            on_gpu: None,
            steps: Vec::new(),
        };
        let (part, short) = (Measured { tour: 9, ..measured("regions", 20, 5.0) }, measured("batch", 20, 0.9));
        let whole = [("grown", 10, 50.0), ("grown", 20, 8.0), ("mosaic", 20, 1.0)];
        let whole = whole.map(|(method, side, seconds)| measured(method, side, seconds));
        let before: Vec<Measured> = whole.into_iter().chain([part, short]).collect();
        let seconds = |case: &Case| expected(case, &before).as_secs_f64().round();
        assert_eq!(seconds(&case("grown", 40)), 128.0);
        assert_eq!(seconds(&case("mosaic", 40)), 16.0);
        for method in ["factor", "regions", "batch"] {
            assert_eq!(seconds(&case(method, 40)), 0.0, "{method}");
        }
        let elsewhere = Case { device: "gpu".into(), ..case("grown", 40) };
        assert_eq!(seconds(&elsewhere), 0.0);
    }
}
