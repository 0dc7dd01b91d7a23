//! Python functions that find, check, draw and count tours of boards, and decide whether a tour exists.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use courser::board::{Board, Kind, Shard, Tour, Violation, check as judge, format};
use courser::count::{self as counting, CountOptions, CountTask, Disk, Layers, ShardResult, Tours};
use courser::engine::memory;
use courser::solve::existence::{Existence, decide};
use courser::view::{Style, Visibility, paint, write_png, write_svg};
use courser::{Answer, Hooks, Method, MethodName, NoTour, Request};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::board::{AskedBoard, AskedEnds, limit};
use crate::fault::PyFault;
use crate::{run, unwind_if};

/// The options for finding a tour, in the form in which Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct AskedHow {
    method: Option<String>,
    rule: Option<String>,
    seed: Option<u64>,
    limit: Option<f64>,
    device: String,
    symmetry: Option<String>,
}

/// Finds a tour. Returns three values: the visit numbers with four bytes each, the method, and the device.
#[pyfunction]
pub(crate) fn tour(
    py: Python<'_>,
    board: AskedBoard,
    ends: AskedEnds,
    how: AskedHow,
) -> PyResult<(Bound<'_, PyByteArray>, &'static str, String)> {
    let limit = limit(how.limit).map_err(|fault| fault.raise(py))?;
    let (visits, method, device) = run(py, limit, move |stop| {
        let spec = ends.spec(&board.board()?)?;
        let name = how.method.map_or(Ok(MethodName::Auto), |name| name.parse())?;
        let method = match how.rule {
            None => name.into(),
            Some(rule) => Method::from(name).with_rule(rule.parse()?).ok_or_else(|| {
                PyFault::input(
                    format!("the method {name} has no rule"),
                    "leave out the rule, or name cycle, relay or warnsdorff",
                )
            })?,
        };
        let spec = match how.symmetry {
            None => spec,
            Some(name) => {
                let cure = "choose half-turn, quarter-turn or mirror";
                let unknown = |_| PyFault::input(format!("a symmetry named {name}"), cure);
                spec.with_symmetry(name.parse().map_err(unknown)?)
            }
        };
        let request = Request {
            method,
            seed: how.seed,
            limit,
            device: how.device.as_str().into(),
            hooks: Hooks { stop: Some(stop), ..Hooks::default() },
            ..Request::new(spec)
        };
        let (tour, how) = found(courser::tour(&request)?, &request)?;
        Ok((tour.visits(), how.method, how.device.name))
    })?;
    Ok((numbers(py, &visits)?, method, device))
}

/// Copies visit numbers to a Python byte array. Each number takes four bytes.
fn numbers<'py>(py: Python<'py>, visits: &[u32]) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, visits.len() * 4, |bytes| {
        bytes.chunks_exact_mut(4).zip(visits).for_each(|(bytes, visit)| bytes.copy_from_slice(&visit.to_ne_bytes()));
        Ok(())
    })
}

/// Returns the tour of an answer.
///
/// # Errors
/// Returns an exception that states why the answer contains no tour.
fn found(answer: Answer, request: &Request<'_>) -> Result<(Tour, courser::Provenance), PyFault> {
    let any = "leave out the method and the rule: then every board that has such a tour gets one";
    Err(match answer {
        Answer::Found(found) => {
            let (tour, report) = found.tour(&request.hooks)?;
            return Ok((tour, report.how));
        }
        Answer::None(NoTour::Proven(reason)) => PyFault::from(&reason),
        Answer::None(why) => PyFault::new(PyFault::NOT_FOUND, why, any),
        Answer::Failed { path, violation: Violation::Flaw(_), .. } => {
            let (visits, squares) = (path.order().len(), path.board().playable());
            PyFault::new(PyFault::NOT_FOUND, format!("the rule got stuck at visit {visits} of {squares}"), any)
        }
        Answer::Failed { violation, how, .. } => {
            PyFault::new(PyFault::NOT_FOUND, format!("the method {}: {violation}", how.method), any)
        }
        _ => PyFault::limit(),
    })
}

/// Parses a tour in any format and checks it.
///
/// # Errors
/// An exception if the bytes are not a tour.
fn judged(bytes: &[u8], leaper: Option<String>) -> Result<Tour, PyFault> {
    PyFault::afford("the tour", format::memory(bytes, None))?;
    let mut tours = format::read(bytes, None, None)?;
    let (Some(found), []) = (tours.pop(), &tours[..]) else {
        return Err(PyFault::input(format!("{} tours in one text", tours.len() + 1), "give one tour"));
    };
    let board = match leaper {
        Some(leaper) => found.board.with_leaper(leaper.parse()?),
        None => found.board,
    };
    let cure = "give a tour of the board and the leaper that it is for";
    judge(&board, found.squares.iter().copied()).map_err(|flaw| PyFault::input(flaw, cure))?;
    let order = found.squares.into_iter().map(|square| board.index(square) as u32).collect();
    Tour::new(board, order).map_err(|flaw| PyFault::input(flaw, cure))
}

/// Checks a tour. Returns `open` or `closed`.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, tour: Vec<u8>, leaper: Option<String>) -> PyResult<String> {
    run(py, None, move |_| Ok(judged(&tour, leaper)?.kind().to_string()))
}

/// The style of a picture. Missing values are replaced by the defaults of `courser draw`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct AskedStyle {
    #[pyo3(default)]
    look: Option<String>,
    #[pyo3(default)]
    palette: Option<String>,
    #[pyo3(default)]
    square: Option<u32>,
    #[pyo3(default)]
    numbers: Option<bool>,
    #[pyo3(default)]
    coordinates: Option<bool>,
    curve: bool,
}

impl AskedStyle {
    fn style(self) -> Result<Style, PyFault> {
        let show = |shown: Option<bool>| match shown {
            None => Visibility::Auto,
            Some(true) => Visibility::Always,
            Some(false) => Visibility::Never,
        };
        Ok(Style {
            look: self.look.map_or(Ok(Default::default()), |name| name.parse())?,
            palette: self.palette.map_or(Ok(Default::default()), |name| name.parse())?,
            square: self.square,
            numbers: show(self.numbers),
            coordinates: show(self.coordinates),
            curve: self.curve,
            ..Style::default()
        })
    }
}

/// Checks a tour and draws it as PNG or SVG.
#[pyfunction]
pub(crate) fn draw(
    py: Python<'_>,
    tour: Vec<u8>,
    leaper: Option<String>,
    is_svg: bool,
    style: AskedStyle,
) -> PyResult<Bound<'_, PyBytes>> {
    let picture = run(py, None, move |_| {
        let (style, tour, mut picture) = (style.style()?, judged(&tour, leaper)?, Vec::new());
        let kind = Some(tour.kind());
        match is_svg {
            true => write_svg(&tour, kind, &style, &mut picture)?,
            false => write_png(&paint(&tour, kind, &style)?, &mut picture)?,
        }
        Ok(picture)
    })?;
    Ok(PyBytes::new(py, &picture))
}

/// Decides by theorems whether a tour exists. Returns two values. The first is the answer, or `None` if no theorem
/// decides the question. The second is the reason, if no tour exists.
#[pyfunction]
pub(crate) fn existence(py: Python<'_>, board: AskedBoard, ends: AskedEnds) -> PyResult<(Option<bool>, String)> {
    run(py, None, move |_| {
        Ok(match decide(&ends.spec(&board.board()?)?) {
            Existence::Exists => (Some(true), String::new()),
            Existence::None(reason) => (Some(false), reason.to_string()),
            Existence::Unknown => (None, String::new()),
        })
    })
}

/// Returns options for a count that uses at most the available memory.
pub(crate) fn options(stop: &AtomicBool) -> CountOptions<'_> {
    CountOptions { stop: Some(stop), memory: Some(memory::available()), ..CountOptions::default() }
}

/// Returns the task of counting a board's tours between these ends.
fn task(board: &Board, ends: &AskedEnds) -> Result<CountTask, PyFault> {
    let tours = match ends.spec(board)? {
        spec if spec.kind() == Kind::Closed => Tours::Closed,
        spec => Tours::Open { start: spec.start(), end: spec.end() },
    };
    Ok(CountTask::new(board.clone(), tours)?)
}

/// Number of tours per batch. Signals are checked between batches.
const DRAWN: u64 = 1 << 12;

/// Samples tours uniformly. Returns the visit numbers of the tours, four bytes per number.
#[pyfunction]
pub(crate) fn many(
    py: Python<'_>,
    board: AskedBoard,
    ends: AskedEnds,
    count: u64,
    seed: u64,
) -> PyResult<Bound<'_, PyByteArray>> {
    let visits = run(py, None, move |stop| {
        let board = board.board()?;
        // The estimate includes the Python array.
        PyFault::afford("the tours", count.saturating_mul(board.cells()).saturating_mul(8))?;
        if let Existence::None(reason) = decide(&ends.spec(&board)?) {
            return Err(PyFault::from(&reason));
        }
        let layers = Layers::make(&task(&board, &ends)?, &options(stop))?;
        if layers.count().bits() == 0 {
            return Err(PyFault::new(
                PyFault::NO_TOUR,
                "there is no such tour: all were counted",
                "choose another board",
            ));
        }
        let mut visits = Vec::new();
        for from in (0..count).step_by(DRAWN as usize) {
            unwind_if(stop);
            for order in layers.sample(seed, from..count.min(from + DRAWN))? {
                let wrong = |flaw| PyFault::new(PyFault::MACHINE, flaw, "please report this");
                visits.extend(Tour::new(board.clone(), order).map_err(wrong)?.visits());
            }
        }
        Ok(visits)
    })?;
    numbers(py, &visits)
}

/// Counts tours. Returns the count as little-endian bytes.
#[pyfunction]
pub(crate) fn count(
    py: Python<'_>,
    board: AskedBoard,
    ends: AskedEnds,
    directed: bool,
    seconds: Option<f64>,
) -> PyResult<Vec<u8>> {
    let limit = limit(seconds).map_err(|fault| fault.raise(py))?;
    run(py, limit, move |stop| {
        let task = task(&board.board()?, &ends)?.directed(directed);
        Ok(counting::count(&task, &options(stop))?.to_bytes_le())
    })
}

/// Version of this module, which is written into the results of shards.
const BUILD: &str = env!("CARGO_PKG_VERSION");

/// Counts one shard of the tours. Returns its result as text.
#[pyfunction]
pub(crate) fn count_shard(
    py: Python<'_>,
    board: AskedBoard,
    ends: AskedEnds,
    directed: bool,
    seconds: Option<f64>,
    shard: (u64, u64),
    layers: Option<PathBuf>,
) -> PyResult<String> {
    let limit = limit(seconds).map_err(|fault| fault.raise(py))?;
    run(py, limit, move |stop| {
        let task = task(&board.board()?, &ends)?.directed(directed);
        let disk = layers.map(|folder| Disk { folder, room: u64::MAX, all: false });
        let options = CountOptions { disk, build: BUILD, ..options(stop) };
        Ok(counting::count_shard(&task, self::shard(shard)?, &options)?.to_string())
    })
}

/// Returns the shard with the given index among the given number of shards.
pub(crate) fn shard((index, of): (u64, u64)) -> Result<Shard, PyFault> {
    Ok(format!("{index}/{of}").parse()?)
}

/// Merges the results of all shards of a count. Returns the count as little-endian bytes.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, parts: Vec<String>) -> PyResult<Vec<u8>> {
    run(py, None, move |_| {
        let named = |(at, text): (usize, &String)| {
            let name = format!("parts[{at}]");
            let part = ShardResult::read(text, BUILD).map_err(|error| {
                PyFault::input(format!("{name}: {error}"), "give parts that count_shard has returned")
            });
            part.map(|part| (name, part))
        };
        let parts = parts.iter().enumerate().map(named).collect::<Result<_, _>>()?;
        Ok(counting::merge(parts)?.to_bytes_le())
    })
}
