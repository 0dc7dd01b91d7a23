//! Timing: the rounds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use courser_board::{Board, TourSpec};
use courser_solve::existence::{Existence, decide};

use crate::engines::{self, Engine};
use crate::places::Place;
use crate::report::{Measured, Report, Untimed};
use crate::sample::Sample;
use crate::{Answers, BenchError, Case, Machine, Method, Places};

/// The cases to time, and the effort for each.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The methods that are compared.
    pub methods: Vec<Method>,
    /// The boards. A method that does not serve a board is left out there.
    pub boards: Vec<Board>,
    /// The time that each case may take.
    pub effort: Effort,
    /// If `true`, the limits of the GPUs are measured first.
    pub probe: bool,
    /// The command that was given, for the report.
    pub command: String,
}

/// The time that a case, and the whole run, may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Exactly this number of runs; `None` for the number that gives the mean to 1 %.
    pub runs: Option<u32>,
    /// The time that one run should take: long enough that clock and scheduler matter little.
    pub run: Duration,
    /// A case begins no run after this time, once it has three.
    pub most: Duration,
    /// The limit of the whole measurement; `None` for no limit. A case that is not begun by then is
    /// left out, and so is one that would not be over by then, by what it took on the board before.
    pub total: Option<Duration>,
}

/// Runs that a spread is known from, at the least.
const FEWEST: usize = 5;

/// And at the most.
const MOST: usize = 200;

/// The mean is known well enough if its standard error is this part of it.
const WELL: f64 = 0.01;

/// Runs of a case at the least: three to begin with, and one that counts.
const LEAST: f64 = 4.0;

/// A case that is being timed.
struct Running<'a> {
    case: Case,
    /// Its place among the cases of its board.
    place: usize,
    engine: Box<dyn Engine + 'a>,
    repeat: u32,
    first: f64,
    compute: Vec<f64>,
    upload: Vec<f64>,
    read_back: Vec<f64>,
    spent: Duration,
}

impl Running<'_> {
    /// One run more.
    fn run(&mut self) -> Result<(), BenchError> {
        let begun = Instant::now();
        let times = self.engine.run(self.repeat)?;
        self.engine.check()?;
        self.spent += begun.elapsed();
        let each = |time: Duration| time.as_secs_f64() / f64::from(self.repeat);
        self.compute.push(each(times.compute));
        self.upload.push(each(times.upload));
        self.read_back.push(each(times.read_back));
        Ok(())
    }

    fn is_settled(&self, effort: &Effort) -> bool {
        if let Some(runs) = effort.runs {
            return self.compute.len() >= runs as usize;
        }
        let known = Sample::of(&self.compute).is_some_and(|sample| sample.uncertainty() < WELL);
        let runs = self.compute.len();
        runs >= MOST || (runs >= FEWEST && known) || (runs >= 3 && self.spent >= effort.most)
    }

    fn finish(mut self) -> Result<Option<Measured>, BenchError> {
        let on_gpu = if self.compute.is_empty() { None } else { self.engine.on_gpu()? };
        let middle = |times: &[f64]| Sample::of(times).map_or(0.0, |sample| sample.median);
        let (upload, read_back) = (middle(&self.upload), middle(&self.read_back));
        Ok((!self.compute.is_empty()).then(|| Measured {
            visits: self.engine.visits(),
            tour: self.engine.tour(),
            repeat: self.repeat,
            first: self.first,
            compute: self.compute,
            upload,
            read_back,
            on_gpu: on_gpu.map(|time| time.as_secs_f64()),
            steps: self.engine.steps().into_iter().map(|(name, time)| (name.to_owned(), time.as_secs_f64())).collect(),
            case: self.case,
        }))
    }
}

/// Times all cases of `spec` in `places`.
///
/// A case that fails has a row with its error, and the others go on. When `stop` is raised, the report has
/// what was measured so far. `progress` receives what is being done, and which part of the whole that is, 0 to 1.
/// `answers` makes the tours of [`Method::Auto`].
pub fn run(
    spec: &Spec,
    places: &Places,
    answers: Answers<'_>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&str, f64),
) -> Report {
    let begun = Instant::now();
    let mut report = Report {
        report: Report::MARK.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        command: spec.command.clone(),
        machine: Machine::here(),
        devices: places.all.iter().map(|place| place.info.clone()).collect(),
        complete: true,
        cases: Vec::new(),
        failed: Vec::new(),
        left_out: Vec::new(),
        probes: Vec::new(),
    };
    let stopped = || stop.load(Ordering::Relaxed);
    #[cfg(feature = "gpu")]
    if spec.probe {
        crate::probe::all(places, &mut report, &mut |label, what| {
            progress(&format!("{label}: {what}"), 0.0);
            !stopped()
        });
    }
    for (number, board) in spec.boards.iter().enumerate() {
        // Every board may take its share of the time, and what those before it have left.
        let share = |total: Duration| begun + total.mul_f64((number + 1) as f64 / spec.boards.len() as f64);
        let (end, last) = (spec.effort.total.map(share), spec.effort.total.map(|total| begun + total));
        let timing = Timing { spec, places, answers, board, end, last, stopped: &stopped };
        timing.run(&mut report, &mut |what, done| progress(what, (number as f64 + done) / spec.boards.len() as f64));
        if stopped() {
            report.complete = false;
            break;
        }
    }
    report.printable()
}

/// The timing of one board.
struct Timing<'a> {
    spec: &'a Spec,
    places: &'a Places,
    answers: Answers<'a>,
    board: &'a Board,
    /// When it is to be over.
    end: Option<Instant>,
    /// When all boards are to be over.
    last: Option<Instant>,
    stopped: &'a dyn Fn() -> bool,
}

impl Timing<'_> {
    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Begins all cases, then runs them in rounds.
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
                    Err(error) => report.failed.push(Untimed { case: case.case, why: error.to_string() }),
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
                Err(error) => report.failed.push(Untimed { case: name, why: error.to_string() }),
            }
        }
    }

    fn begin_all(&self, report: &mut Report, progress: &mut dyn FnMut(&str, f64)) -> Vec<Running<'_>> {
        let impossible = match decide(&TourSpec::open(self.board)) {
            Existence::None(reason) => Some(reason.to_string()),
            Existence::Exists | Existence::Unknown => None,
        };
        let mut running = Vec::new();
        for &method in &self.spec.methods {
            for place in &self.places.all {
                if (self.stopped)() {
                    return running;
                }
                let (rows, cols) = (self.board.rows(), self.board.cols());
                let case = Case { method, device: place.info.label.clone(), rows, cols };
                if !engines::runs_on(method, self.board, place) {
                    continue;
                }
                let is_late = || self.is_late() || self.last.is_some_and(|last| ends(&case, &report.cases) > last);
                let late = || is_late().then(|| "there was no time left for it".to_owned());
                if let Some(why) = impossible.clone().or_else(late) {
                    report.left_out.push(Untimed { case, why });
                    continue;
                }
                progress(&format!("{case}: first run"), 0.0);
                match begin(&case, self.board, place, self.answers, &self.spec.effort) {
                    Ok(begun) => running.push(Running { place: running.len(), ..begun }),
                    Err(BenchError::NoTour(why)) => report.left_out.push(Untimed { case, why }),
                    Err(error) => report.failed.push(Untimed { case, why: error.to_string() }),
                }
            }
        }
        running
    }
}

/// When a case that begins now ends, by the same method on the same device on the board before. What took less than a
/// second there, or was cut to what a run should take, says nothing of a larger board.
fn ends(case: &Case, before: &[Measured]) -> Instant {
    let is_like = |one: &Case| one.method == case.method && one.device == case.device;
    let squares = |case: &Case| f64::from(case.rows) * f64::from(case.cols);
    let known = before.iter().rev().find(|one| is_like(&one.case) && one.visits >= one.tour);
    let run = known.and_then(|one| Sample::of(&one.compute).map(|sample| (sample.median, squares(&one.case))));
    let rate = run.filter(|&(seconds, _)| seconds >= 1.0).map_or(0.0, |(seconds, squares)| seconds / squares);
    Instant::now() + Duration::from_secs_f64(LEAST * rate * squares(case))
}

/// Makes a case's engine and lets it run once, then finds how much a run has to do to be timed well.
fn begin<'a>(
    case: &Case,
    board: &Board,
    place: &'a Place,
    answers: Answers<'a>,
    effort: &Effort,
) -> Result<Running<'a>, BenchError> {
    let begun = Instant::now();
    let mut engine = engines::engine(case.method, board, place, answers)?;
    engine.run(1)?;
    let first = begun.elapsed().as_secs_f64();
    engine.check()?;
    engine.fit(effort.run)?;
    let once = engine.run(1)?.compute.max(Duration::from_nanos(20));
    let repeat = (effort.run.as_secs_f64() / once.as_secs_f64()).clamp(1.0, 1e6) as u32;
    // Cold caches and the first pace of a GPU are not a part of the spread.
    engine.run(repeat)?;
    Ok(Running {
        case: case.clone(),
        place: 0,
        engine,
        repeat,
        first,
        compute: Vec::new(),
        upload: Vec::new(),
        read_back: Vec::new(),
        spent: Duration::ZERO,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_expected_to_take_what_its_method_took_for_each_square_on_the_board_before() {
        let case = |method, side| Case { method, device: "cpu".into(), rows: side, cols: side };
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
        let (part, short) =
            (Measured { tour: 9, ..measured(Method::Regions, 20, 5.0) }, measured(Method::Batch, 20, 0.9));
        let whole = [(Method::Grown, 10, 50.0), (Method::Grown, 20, 8.0), (Method::Mosaic, 20, 1.0)];
        let whole = whole.map(|(method, side, seconds)| measured(method, side, seconds));
        let before: Vec<Measured> = whole.into_iter().chain([part, short]).collect();
        let seconds = |case: &Case| (ends(case, &before) - Instant::now()).as_secs_f64().round();
        assert_eq!(seconds(&case(Method::Grown, 40)), 128.0);
        assert_eq!(seconds(&case(Method::Mosaic, 40)), 16.0);
        for method in [Method::Factor, Method::Regions, Method::Batch] {
            assert_eq!(seconds(&case(method, 40)), 0.0, "{method}");
        }
        let elsewhere = Case { device: "gpu".into(), ..case(Method::Grown, 40) };
        assert_eq!(seconds(&elsewhere), 0.0);
    }
}
