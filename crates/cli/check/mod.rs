//! Implements `courser check`, which checks the tours in a file.

pub(crate) mod args;

use std::io::{self, Write};

use courser::board::format::{DeclaredKind, FileTour, FormatError};
use courser::board::measure::{Measures, Sums, TourStatistics};
use courser::board::proof::VisitNumbers;
use courser::board::words::a_board;
use courser::board::{Board, Kind, Square, Symmetry, Tour, Wrap, check};
use courser::count::{CountTask, Layers, Tours};
use serde::Serialize;

use crate::check::args::CheckArgs;
use crate::error::{Context, Failure, Result, note, refuse};
use crate::large::StreamedArray;
use crate::output::OutputTarget;
use crate::terminal::{stdout_columns, wrapped};
use crate::{hints, input, layers};

/// The result of the check of one tour.
#[derive(Debug, Default, Serialize)]
struct CheckResult {
    /// Board of the tour, or `None` if a visit number occurs twice or is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    /// `open` or `closed`. `None` if the squares are not a tour.
    kind: Option<String>,
    /// Number of visited squares, or `None` if the path is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<String>,
    /// Position of the tour in the numbering of all tours of its board. The field is `None` if the position is not
    /// requested, or if the squares do not form a tour. The position is a string because a double is not exact enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    /// Number of all tours of the board, or `None` if `number` is `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    /// Requested measures of the tour, or `None` if no measures are requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    measures: Option<Measures>,
    /// Symmetries of the tour. The field is `None` if no measures are requested, or if the tour is open or not in
    /// memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<Vec<String>>,
}

pub(crate) fn run(args: &CheckArgs) -> Result<()> {
    let mut all_are_tours = true;
    let large = StreamedArray::open(&args.tour, args.format)?.map(|large| judge_large(large, args)).transpose()?;
    let mut layers = None;
    OutputTarget::Stdout.write(|out| {
        let mut verdicts = Verdicts { out, json: args.json, last: None, several: false, columns: stdout_columns() };
        if let Some(verdict) = large {
            all_are_tours = verdict.kind.is_some();
            let written = verdicts.write(verdict).and_then(|()| verdicts.finish());
            return written.map_err(|error| Failure::writing("standard output", &error));
        }
        // Each tour is checked and reported as soon as it is read, because a file can contain millions of tours.
        let (mut reported, mut failed, mut is_examined) = (Ok(()), None, false);
        let read = input::for_each_tour(&args.tour, args.format, &mut |found| {
            if args.measure && found.board.wrap() != Wrap::None && failed.is_none() {
                let board = a_board(&found.board);
                let what = format!("{board} is not measured: moves over its joined sides have no angle or crossing");
                failed = Some(Failure::input(what, "leave out --measure"));
            }
            if failed.is_some() {
                return;
            }
            let mut verdict = judge(&found, args);
            // Only the first wrong tour is examined, because a file can contain millions of tours.
            if verdict.kind.is_none() && !is_examined {
                is_examined = true;
                if let Some(option) = hints::other_moves(&found.board, &found.squares) {
                    note(format_args!("{}: {option} makes a path of these squares", input::name(&args.tour.file)));
                }
            }
            if args.number && verdict.kind.is_some() {
                failed = number(&found, &mut verdict, &mut layers, args).err();
            }
            if failed.is_some() {
                return;
            }
            all_are_tours &= verdict.kind.is_some();
            if reported.is_ok() {
                reported = verdicts.write(verdict);
            }
        })?;
        if let Some(failure) = failed {
            return Err(failure);
        }
        match read {
            Ok(()) => {}
            // Duplicate or missing visit numbers are reported as a wrong tour, not as an error in the format.
            Err(error @ (FormatError::Doubled { .. } | FormatError::Missing { .. })) => {
                all_are_tours = false;
                reported = verdicts.write(CheckResult { flaw: Some(error.to_string()), ..CheckResult::default() });
            }
            error => error.named(input::name(&args.tour.file))?,
        }
        reported.and_then(|()| verdicts.finish()).map_err(|error| Failure::writing("standard output", &error))
    })?;
    if all_are_tours { Ok(()) } else { Err(Failure::said_no()) }
}

/// Checks an array that does not fit in memory.
fn judge_large(large: StreamedArray, args: &CheckArgs) -> Result<CheckResult> {
    let board = large.board.clone();
    let text = format_args!("the tours of a board of {} squares are not numbered", board.cells());
    refuse(args.number, text, "leave out --number")?;
    let (mut done, mut ends) = (0, [0, 0]);
    let mut measurer = args.measure.then(|| TourStatistics::new(&board));
    let mut seen = |numbers: VisitNumbers<'_>| {
        for visit in numbers.iter() {
            if visit == 1 {
                ends[0] = done;
            } else if visit == board.cells() {
                ends[1] = done;
            }
            done += 1;
        }
        if let Some(measurer) = &mut measurer {
            measurer.push(numbers);
        }
        Ok(())
    };
    let flaw = large.prove(&mut seen)?.err().map(|fault| fault.to_string());
    let squares = ends.map(|end| board.at(end));
    let closed = board.neighbours(squares[0]).any(|square| square == squares[1]);
    let flaw = flaw.or_else(|| (args.closed && !closed).then(|| open_where_closed(&board, &squares)));
    let kind = if closed { Kind::Closed } else { Kind::Open };
    let kind = flaw.is_none().then(|| kind.to_string());
    let visited = usize::try_from(board.cells()).ok();
    let measures = measurer.filter(|_| kind.is_some()).map(TourStatistics::finish);
    Ok(CheckResult { board: Some(board), kind, visits: visited, flaw, measures, ..CheckResult::default() })
}

/// Adds two values to the result of a tour's check: the index of the tour among all tours of its task, and the number
/// of these tours. `layers` contains the layers of the previous tour. These layers are reused if the two tours belong
/// to the same task.
fn number(found: &FileTour, verdict: &mut CheckResult, layers: &mut Option<Layers>, args: &CheckArgs) -> Result<()> {
    let is_open = args.open || verdict.kind.as_deref() != Some("closed");
    let tours = if is_open { Tours::Open { start: None, end: None } } else { Tours::Closed };
    let task = CountTask::new(found.board.clone(), tours)?;
    if layers.as_ref().is_none_or(|layers| *layers.task() != task) {
        *layers = Some(layers::layers(&task, args.layers.as_deref())?);
    }
    let layers = layers.as_ref().expect("they are there now");
    let order: Vec<u32> = found.squares.iter().map(|&square| found.board.index(square) as u32).collect();
    verdict.number = Some(layers.number(&order)?.to_string());
    verdict.count = Some(layers.count().to_string());
    Ok(())
}

fn judge(found: &FileTour, args: &CheckArgs) -> CheckResult {
    let FileTour { board, squares, kind: claim, .. } = found;
    let must_close = args.closed || *claim == Some(DeclaredKind::Closed);
    let (kind, flaw) = match check(board, squares.iter().copied()) {
        Ok(Kind::Open) if must_close => (None, Some(open_where_closed(board, squares))),
        Ok(kind) => (Some(kind.to_string()), None),
        Err(flaw) => (None, Some(flaw.to_string())),
    };
    let measure = |_: &String| {
        let order = squares.iter().map(|&square| board.index(square) as u32).collect();
        let tour = Tour::new(board.clone(), order).ok()?;
        let symmetries = Symmetry::all_of(&tour);
        Some((Measures::of(&tour), symmetries.iter().map(|symmetry| symmetry.to_string()).collect()))
    };
    let (measures, symmetries) = kind.as_ref().filter(|_| args.measure).and_then(measure).unzip();
    let (visits, board) = (Some(squares.len()), Some(board.clone()));
    CheckResult { visits, board, kind, flaw, measures, symmetries, ..CheckResult::default() }
}

/// Describes the measures of a tour, one per line. The number of turns and the number of crossings are each followed by
/// the ratio to the mean side of the board.
fn measure_lines(board: &Board, measures: &Measures) -> Vec<String> {
    let side = f64::from(board.rows() + board.cols()) / 2.0;
    let by_side = [("turns", measures.turns), ("crossings", measures.crossings)];
    let ratios = by_side.iter().map(|(name, count)| format!("{count} {name}, {:.3} per side", *count as f64 / side));
    let others = measures.named().into_iter().filter(|(name, _)| by_side.iter().all(|(other, _)| name != other));
    let mut lines: Vec<String> = ratios.chain(others.map(|(name, value)| format!("{name}: {value}"))).collect();
    let of = match measures.sums {
        Sums::Different => "",
        Sums::SemiMagic => ": rows and columns have the same sum",
        Sums::Magic => ": rows, columns and diagonals have the same sum",
    };
    lines.push(format!("sums: {}{of}", measures.sums));
    lines.push(format!("non-crossing: {}", if measures.crossings == 0 { "yes" } else { "no" }));
    lines
}

/// Returns a message that explains why a tour is open. The message is for commands that require a closed tour.
/// `squares` contains all squares of the tour or only its ends.
fn open_where_closed(board: &Board, squares: &[Square]) -> String {
    match squares {
        [first, .., last] if board.playable() > 2 => {
            let rows = board.rows();
            format!("the tour is open, not closed: {} to {} is not a move", last.name(rows), first.name(rows))
        }
        // On two squares, the move back to the first square exists, but moving back and forth is not a cycle.
        few => {
            format!("the tour is open, not closed: a closed tour has at least 3 squares, this one has {}", few.len())
        }
    }
}

/// A writer of the results of checks, with one line per result. The JSON output is an object for one result and a list
/// for several results.
struct Verdicts<'out> {
    out: &'out mut dyn Write,
    json: bool,
    /// Last result of the JSON output, not yet written. The text around this result depends on whether another result
    /// follows.
    last: Option<CheckResult>,
    several: bool,
    /// Width of the terminal in characters, or `None` if standard output is not a terminal.
    columns: Option<usize>,
}

impl Verdicts<'_> {
    fn write(&mut self, verdict: CheckResult) -> io::Result<()> {
        if !self.json {
            let mut lines = vec![match (&verdict.kind, verdict.flaw) {
                (Some(kind), _) => format!("{kind} tour"),
                (None, flaw) => flaw.unwrap_or_else(|| "no tour".into()),
            }];
            if let Some(symmetries) = verdict.symmetries.filter(|symmetries| !symmetries.is_empty()) {
                lines.push(format!("symmetry: {}", symmetries.join(", ")));
            }
            if let (Some(number), Some(count)) = (&verdict.number, &verdict.count) {
                lines.push(format!("number {number} of {count}"));
            }
            if let (Some(board), Some(measures)) = (&verdict.board, &verdict.measures) {
                lines.extend(measure_lines(board, measures));
            }
            return lines.iter().try_for_each(|line| writeln!(self.out, "{}", wrapped(line, 2, self.columns)));
        }
        if let Some(before) = self.last.replace(verdict) {
            self.out.write_all(if self.several { b",\n" } else { b"[" })?;
            serde_json::to_writer(&mut *self.out, &before)?;
            self.several = true;
        }
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        let Some(last) = self.last else { return Ok(()) };
        self.out.write_all(if self.several { b",\n" } else { b"" })?;
        serde_json::to_writer(&mut *self.out, &last)?;
        self.out.write_all(if self.several { b"]\n" } else { b"\n" })
    }
}
