//! Computes and writes the answer of a command that finds a tour.

use std::borrow::Cow;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use courser::board::format::{Format as TourFormat, FormatError, TourMetadata, write as write_text};
use courser::board::words::titled;
use courser::board::{Board, Kind, Path, Tour, TourSpec};
use courser::solve::search::StopReason;
use courser::{Answer, Content, Device, FileFormat, Hooks, Progress, Request, Stopped, turned};
use indicatif::HumanCount;

use crate::args::OutputArgs;
use crate::args::picture::StyleArgs;
use crate::error::{Failure, Result, refuse, remark};
use crate::failures::ends;
use crate::output::OutputTarget;
use crate::picture::PicturePlan;
use crate::{interrupt, picture, terminal, terminal_picture};

/// Minimum number of squares of a large board. The grid of a large board is printed only on request. A picture of a
/// large board is painted as a heat map, row by row.
pub(crate) const LARGE: u64 = 1 << 24;

/// Returns the answer to a request. After Ctrl-C or at the time limit, the work ends even if it has not yet checked its
/// stop flag.
pub(crate) fn made(request: &Request<'_>, hooks: &Hooks<'_>) -> Result<Answer> {
    if let Some(limit) = request.limit {
        let stopped = Stopped { why: StopReason::Limit, at: Progress::Done, limit: Some(limit) };
        interrupt::end_after(limit, (&stopped).into());
    }
    let answer = interrupt::searching(|stop| {
        courser::tour(&Request { hooks: Hooks { stop: Some(stop), ..*hooks }, ..request.clone() })
    });
    Ok(answer?)
}

/// Returns the tour along these squares. If possible, the order of the squares is rotated or reversed so that the tour
/// has the requested ends.
///
/// # Errors
/// [`Failure::wrong_tour`] if the squares are not a tour that satisfies the request.
pub(crate) fn checked(order: Vec<u32>, spec: &TourSpec) -> Result<Tour> {
    let path = Path::new(spec.board().clone(), turned(spec, order)).map_err(Failure::wrong_tour)?;
    spec.check(path).map_err(Failure::wrong_tour)
}

/// Rejects picture options that do not apply to the file format or to a drawing in the terminal.
pub(crate) fn consistent(style: &StyleArgs, format: Option<FileFormat>, is_shown: bool) -> Result<()> {
    if let Some(format) = format.filter(|format| format.is_picture()) {
        return picture::consistent(style, format);
    }
    if is_shown {
        return picture::consistent_shown(style);
    }
    let given = style.given().next();
    let what = format_args!("{} is for pictures", given.unwrap_or_default());
    refuse(given.is_some(), what, "leave it out, or write to a .png, .svg, .gif, .apng or .y4m")
}

/// Rejects `--partial` with a format that can contain only complete tours.
pub(crate) fn holds_partial(format: Option<FileFormat>) -> Result<()> {
    refuse(
        format.is_some_and(|format| !format.holds(Content::PartialPath)),
        "a path that leaves squares out cannot be written as npy or tsplib",
        "leave out --partial, or choose grid, moves, csv, json or png",
    )
}

/// Opens the output file of an answer, before the long computation begins.
pub(crate) fn open(args: &OutputArgs, format: Option<FileFormat>) -> Result<OutputTarget> {
    let output = args.open()?;
    match format {
        Some(format) if format.is_picture() => output.no_terminal("picture")?,
        Some(FileFormat::Npy) => output.no_terminal("array")?,
        _ => {}
    }
    Ok(output)
}

/// Destination and format of an answer.
pub(crate) struct Destination<'a> {
    pub(crate) output: OutputTarget,
    pub(crate) format: Option<FileFormat>,
    /// Plan of the picture, or `None` if the format is not a picture.
    pub(crate) picture: Option<PicturePlan<'a>>,
    /// Style of a drawing in the terminal.
    pub(crate) style: &'a StyleArgs,
    /// True if the tour is drawn in the terminal.
    pub(crate) show: bool,
    /// True if the time of each phase of the work is reported.
    pub(crate) verbose: bool,
}

impl<'a> Destination<'a> {
    /// Plans the picture of a tour of the board and opens the file, before the long computation begins.
    pub(crate) fn open(
        board: &Board,
        args: &OutputArgs,
        format: Option<FileFormat>,
        style: &'a StyleArgs,
        show: bool,
    ) -> Result<Self> {
        let drawn = format.filter(|format| format.is_picture());
        let plan = |format| PicturePlan::new(board, board.playable(), style, format);
        let picture = drawn.map(plan).transpose()?;
        Ok(Self { output: open(args, format)?, format, picture, style, show, verbose: false })
    }
}

/// Writes a checked path. `kind` is `None` if the path is not a tour.
pub(crate) fn write(place: Destination<'_>, path: &Path, kind: Option<Kind>, details: &TourMetadata) -> Result<()> {
    let Destination { output, format, picture, style, show, verbose } = place;
    let begun = Instant::now();
    let is_shown = show && terminal_picture::show(path, kind, style)?;
    // A path that is not a tour is not described here, since the error message describes it.
    let describe = || {
        let Some(kind) = kind else { return };
        let made = Duration::from_secs_f64(details.seconds.unwrap_or_default());
        let parts = format!(": made in {}, written in {}", in_units(made), in_units(begun.elapsed()));
        remark(described(path, kind, details) + if verbose { &parts } else { "" });
    };
    if let Some(plan) = picture {
        plan.write(output, path, kind, caption(path.board(), kind, path.order().len() as u64, details))?;
        describe();
        return Ok(());
    }
    // In the terminal, the drawing of the tour replaces the grid of visit numbers.
    if is_shown && matches!(output, OutputTarget::Stdout) {
        describe();
        return Ok(());
    }
    let text = match format {
        Some(format) => format.tour_format(),
        None => grid_fits(path.board()).then_some(TourFormat::Grid),
    };
    let Some(text) = text else {
        let summary = summary(path, kind, details);
        return output.put_line(&summary);
    };
    output.write(|out| {
        write_text(text, path, kind, details, out).map_err(|error| match error {
            FormatError::Io(error) => Failure::writing("the tour", &error),
            error => error.into(),
        })
    })?;
    describe();
    Ok(())
}

/// Returns a description of the result in one line: the tour, the method, the device and the time.
fn described(path: &Path, kind: Kind, details: &TourMetadata) -> String {
    let [from, to] = ends(path);
    let to = if kind == Kind::Closed { String::new() } else { format!(" to {to}") };
    format!("{} from {from}{to}{}", titled(Some(kind), path.board()), provenance(details))
}

/// Returns the last part of a sentence: the method, the device and the time of the work. Unknown details are left out.
/// Example: `, by a mosaic on the CPU, 40 µs`.
pub(crate) fn provenance(details: &TourMetadata) -> String {
    let on = details.device.as_ref().map_or(String::new(), |device| match device {
        device if *device == Device::CPU.details() => " on the CPU".into(),
        device => format!(" on {}", device.name),
    });
    let time = details.seconds.map(|seconds| in_units(Duration::from_secs_f64(seconds)));
    format!("{}{on}{}", by_method(details), time.map_or(String::new(), |time| format!(", {time}")))
}

/// Formats a duration for a message, as in `40 µs` or `1.5 s`.
pub(crate) fn in_units(time: Duration) -> String {
    let digits = usize::from(time >= Duration::from_secs(1));
    let text = format!("{time:.digits$?}");
    let unit = text.find(char::is_alphabetic).unwrap_or(text.len());
    format!("{} {}", &text[..unit], &text[unit..])
}

/// Returns the caption of a picture: the tour, its piece and its board, and, if known, the method and the seed. The
/// caption of a path that is not a tour contains the number of visited squares.
pub(crate) fn caption(board: &Board, kind: Option<Kind>, visits: u64, details: &TourMetadata) -> String {
    let tour = titled(kind, board);
    let part = match kind {
        Some(_) => String::new(),
        None => format!(" through {visits} of {} squares", board.playable()),
    };
    let seed = details.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
    format!("{tour}{part}{}{seed}", by_method(details))
}

/// Returns the last part of a sentence: the method and its rule. Returns an empty string if the method is unknown. The
/// rule `warnsdorff` is always omitted. The method `warnsdorff` is omitted if the text contains a rule.
fn by_method(details: &TourMetadata) -> String {
    let rule = details.rule.as_deref().filter(|rule| *rule != "warnsdorff").map(rule_in_words);
    match (details.method.as_deref(), rule) {
        (None, _) => String::new(),
        (Some("warnsdorff"), Some(rule)) => format!(", by {rule}"),
        (Some(method), Some(rule)) => format!(", by {} and {rule}", in_words(method)),
        (Some(method), None) => format!(", by {}", in_words(method)),
    }
}

/// Returns the name of a rule as used in a sentence.
fn rule_in_words(rule: &str) -> Cow<'_, str> {
    match rule {
        "pohl" => "Pohl's rule".into(),
        "roth" => "Roth's rule".into(),
        "random" => "Warnsdorff's rule with random choices".into(),
        "squirrel-cull" => "the rule of Squirrel and Cull".into(),
        greedy @ ("bottom" | "center") => format!("the greedy rule {greedy}").into(),
        levels => match levels.strip_prefix("pohl-") {
            Some(levels) => format!("Pohl's rule with {levels} levels").into(),
            None => format!("the rule {rule}").into(),
        },
    }
}

/// Returns the name of a method as used in a sentence.
fn in_words(method: &str) -> &str {
    match method {
        "cycle" => "the decision cycle",
        "warnsdorff" => "Warnsdorff's rule",
        "backtrack" => "backtracking",
        "search" => "exact search",
        "mosaic" => "a mosaic",
        "narrow" => "an automaton along the longer side",
        "factor" => "joining cycles",
        "grown" => "growing",
        "tame" => "parallel lines with few turns",
        "tame-crossings" => "parallel lines with few crossings",
        "relay" => "a relay of knights",
        "melted-relay" => "a melted relay of knights",
        "chain" => "a chain of regions",
        "uniform" => "a uniform draw",
        "number" => "its number",
        other => other,
    }
}

/// Returns whether a grid of visit numbers is legible on the output. On a terminal, the grid must fit the width.
pub(crate) fn grid_fits(board: &Board) -> bool {
    if board.cells() >= LARGE {
        return false;
    }
    if !std::io::stdout().is_terminal() {
        return true;
    }
    let digits = u64::from(board.playable().max(1).ilog10()) + 1;
    terminal::columns(true).is_none_or(|columns| u64::from(board.cols()) * (digits + 1) <= columns as u64 + 1)
}

/// Returns a one-line description of the tour, which is printed instead of a grid that is too large.
fn summary(path: &Path, kind: Option<Kind>, details: &TourMetadata) -> String {
    let [from, to] = ends(path);
    format!(
        "{}: {} squares from {from} to {to}{} (--format grid prints it, -o FILE writes it)",
        titled(kind, path.board()),
        HumanCount(path.order().len() as u64),
        provenance(details),
    )
}
