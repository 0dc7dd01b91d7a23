//! Writes a tour to its destination. Arrays and heat maps are computed and written row by row, unless the tour is
//! already in memory. A tour that is not written at all is also computed row by row. All other formats are written from
//! a complete tour in memory.

use std::io::Write;
use std::time::{Duration, Instant};

use courser::board::format::{TourMetadata, npy_header};
use courser::board::words::titled;
use courser::board::{Board, Violation};
use courser::engine::grown::GrowthStep;
use courser::{Answer, FileFormat, FoundTour, Hooks, Request, TourReport, VisitNumbers};

use indicatif::HumanCount;

use crate::answer::{self, Destination, grid_fits};
use crate::error::{Failure, Result, note, remark};
use crate::failures::unanswered;
use crate::output::OutputTarget;
use crate::progress::shown;
use crate::{interrupt, picture};

/// Writes the answer of a walk. The answer is a tour or, with `partial`, the path to the square on which the knight got
/// stuck.
pub(crate) fn finish(answer: Answer, request: &Request<'_>, place: Destination<'_>, partial: bool) -> Result<()> {
    match answer {
        Answer::Found(_) if interrupt::asked() => interrupt::end(interrupt::CODE),
        Answer::Found(found) => shown(|hooks| write(*found, hooks, place)),
        Answer::Failed { ref path, violation: Violation::Flaw(_), ref how } if partial => {
            answer::write(place, path, None, &how.details())?;
            Err(unanswered(&answer, request))
        }
        answer => Err(unanswered(&answer, request)),
    }
}

/// Computes the visit numbers of a tour, checks the tour and writes it. Reports the tour in one line.
pub(crate) fn write(found: FoundTour, hooks: &Hooks<'_>, place: Destination<'_>) -> Result<()> {
    let Destination { output, format, picture, style, show, verbose } = place;
    let board = found.board().clone();
    let (from, kind) = (found.start(), found.kind());
    let reported = |report: &TourReport| {
        let line = summary(&titled(Some(kind), &board), from.name(board.rows()).to_string(), report);
        if verbose { line + &parts(report) } else { line }
    };
    let show = show && is_showable(&board);
    // The one-line summary is printed only if the answer is an array or goes to a file. Otherwise, the summary would
    // mix with the answer, which is text on the terminal.
    let line = format == Some(FileFormat::Npy) || matches!(output, OutputTarget::File { .. });
    let mut is_described = false;
    // The heat map of a tour in memory is painted from the whole tour, as in `courser draw`. The reason is that the
    // tour can be symmetric or have holes. Other heat maps can be painted row by row.
    let is_in_rows = !show && format == Some(FileFormat::Png) && !found.is_in_memory();
    let report = match (format, &picture) {
        (Some(FileFormat::Npy), _) => {
            let mut report = None;
            // The header is written with the first rows, so that a run without an answer writes nothing.
            let mut header = Some(npy_header(&[board.rows().into(), board.cols().into()], found.width()));
            let found = if matches!(output, OutputTarget::File { .. }) { found } else { found.whole_once_begun() };
            let begun = Instant::now();
            output.write(|out| {
                let mut sink = |numbers: VisitNumbers<'_>| {
                    let head = out.write_all(&header.take().unwrap_or_default());
                    head.and_then(|()| numbers_to(numbers, out)).map_err(|error| Failure::writing("the tour", &error))
                };
                report = Some(found.rows::<Failure>(hooks, Some(&mut sink))?);
                Ok(())
            })?;
            // The file gets its final name after all data is written.
            report.map(|report| TourReport {
                written: report.written + begun.elapsed().saturating_sub(report.how.work),
                ..report
            })
        }
        (_, Some(plan)) if is_in_rows && plan.is_heat_map() => {
            let caption = answer::caption(&board, Some(found.kind()), board.playable(), &found.how().details());
            let mut map = plan.heat_map(&board, caption)?;
            let report = found.rows::<Failure>(hooks, Some(&mut |numbers| picture::push(&mut map, numbers)))?;
            Some(timed(report, || plan.write_heat_map(output, map))?)
        }
        (Some(FileFormat::None) | None, _) if !show && (format.is_some() || !grid_fits(&board)) => {
            let report = found.rows::<Failure>(hooks, None)?;
            let report = TourReport { written: Duration::ZERO, ..report };
            return output.put_line(&reported(&report));
        }
        _ => {
            let (tour, report) = found.tour(hooks)?;
            let details = report.how.details();
            is_described = !verbose;
            let place = Destination { output, format, picture, style, show, verbose: false };
            // If the ends of an open tour are one move apart, all formats treat the tour as closed.
            Some(timed(report, || answer::write(place, &tour, Some(tour.kind()), &details))?)
        }
    };
    // A tour in memory was already described when it was written.
    if let (true, Some(report)) = ((line || verbose) && !is_described, report) {
        remark(reported(&report));
    }
    Ok(())
}

/// Maximum number of squares of a board whose tour is drawn in the terminal. A tour is in memory while it is drawn.
const MAX_SHOWN: u64 = 1 << 24;

/// Returns whether the tour can be drawn in the terminal. If the board is too large, prints a note.
fn is_showable(board: &Board) -> bool {
    let is_small = board.cells() <= MAX_SHOWN;
    if !is_small {
        note(format_args!("{board} is too large for --show: choose at most {} squares", HumanCount(MAX_SHOWN)));
    }
    is_small
}

/// Runs `work` and adds its duration to the writing time in `report`.
fn timed(mut report: TourReport, work: impl FnOnce() -> Result<()>) -> Result<TourReport> {
    let begun = Instant::now();
    work()?;
    report.written += begun.elapsed();
    Ok(report)
}

/// Writes visit numbers as the bytes of an array file.
fn numbers_to(numbers: VisitNumbers<'_>, out: &mut dyn Write) -> std::io::Result<()> {
    match numbers {
        VisitNumbers::Narrow(numbers) => numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes())),
        VisitNumbers::Wide(numbers) => numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes())),
    }
}

/// Returns a description of the tour in one line, with the duration of the computation and the duration of the proof.
/// `tour` is the title of the tour.
fn summary(tour: &str, from: String, report: &TourReport) -> String {
    let grown: Duration = report.grown.iter().flat_map(|grown| GrowthStep::ALL.map(|step| grown.step(step))).sum();
    let made = if report.grown.is_some() { grown } else { report.computed } + report.checked;
    let rate = report.squares as f64 / made.as_secs_f64() / 1e6;
    // On small boards, the rate depends more on the resolution of the clock than on the speed of the computation.
    let rate = if report.squares < 1 << 20 || rate < 0.5 {
        String::new()
    } else {
        format!(", {rate:.0} million squares per second")
    };
    let details = TourMetadata { seconds: Some(made.as_secs_f64()), ..report.how.details() };
    let squares = HumanCount(report.squares);
    format!("{tour}: {squares} squares from {from}{}{rate}", answer::provenance(&details))
}

/// Returns the duration of each phase as a list.
fn parts(report: &TourReport) -> String {
    let grown = report.grown.iter().flat_map(|grown| GrowthStep::ALL.map(|step| (step.name(), grown.step(step))));
    let numbered = report.grown.is_none().then_some(("computed", report.computed));
    let rest = [("checked", report.checked), ("read back", report.read_back), ("written", report.written)];
    let parts = numbered.into_iter().chain(grown).chain(rest);
    let parts: Vec<String> = parts
        .filter(|(_, time)| *time > Duration::ZERO)
        .map(|(part, time)| format!("{part} in {}", answer::in_units(time)))
        .collect();
    let clock = match report.by_gpu {
        None => "",
        Some(true) => ", by the GPU's clock",
        Some(false) => ", by the host's clock",
    };
    let tries = report.tries.map_or(String::new(), |tries| {
        let (mean, knights) = (tries.sum as f64 / tries.regions as f64, tries.regions);
        format!(", {mean:.2} tries per knight of {}, {} at most", HumanCount(knights), HumanCount(tries.max.into()))
    });
    format!(": {}{clock}{tries}", parts.join(", "))
}
