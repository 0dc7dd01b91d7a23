//! `courser tour`: the arguments become a request, and what comes back is written.

pub(crate) mod all;
mod channel;
mod failures;
pub(crate) mod making;
mod method;
mod stream;

use std::io::IsTerminal;
use std::time::Duration;

use courser::board::format::{Details, Format as TourFormat, FormatError, write as write_text};
use courser::board::{Board, Kind, Path, Square, TourSpec, Violation};
use courser::solve::chain::Chain;
use courser::solve::search::Why;
use courser::solve::warnsdorff::Rule;
use courser::{Answer, Content, Device, Format, Hooks, Progress, Request, Stopped};
use indicatif::HumanCount;

use self::channel::States;
use self::failures::unanswered;
use crate::args::picture::StyleArgs;
use crate::args::tour::{Animate, TourArgs};
use crate::error::{Failure, Named, Result, refuse, remark};
use crate::output::Output;
use crate::progress::shown;
use crate::{any_graph, input, interrupt, picture, terminal};

/// Boards of at least this many squares are not printed unless a grid is requested, and drawn as a heat map from rows.
pub(crate) const LARGE: u64 = 1 << 24;

pub(crate) fn run(args: &TourArgs) -> Result<()> {
    if let Some(file) = &args.graph {
        return any_graph::tour(args, file);
    }
    let format = args.output.format(Content::Tour)?;
    let request = read(args, format)?;
    let drawn = format.filter(|format| format.is_picture());
    let board = request.spec.board();
    let shows_states = format.filter(|_| !args.channel.is_empty());
    let states = shows_states.map(|format| States::new(board, args, format)).transpose()?;
    if args.animate == Some(Animate::Making) {
        making::possible(board, args)?;
    } else if let (None, Some(format)) = (&states, drawn) {
        picture::possible(board, &args.picture, format)?;
    }
    // The file is opened before long work.
    let output = args.output.open()?;
    if drawn.is_some() {
        output.no_terminal("picture")?;
    } else if format == Some(Format::Npy) {
        output.no_terminal("array")?;
    }
    if let (Some(Animate::Making), Some(format)) = (args.animate, drawn) {
        return making::run(&request, args, format, output);
    }
    if let Some(states) = states {
        return channel::run(&request, args, states, output);
    }
    let place = Place { output, format, show: args.show };
    if is_among_all(args) {
        return all::run(args, &request.spec, place);
    }
    let answer = shown(|hooks| made(&request, hooks))?;
    match answer {
        Answer::Found(_) if interrupt::asked() => interrupt::end(interrupt::CODE),
        Answer::Found(found) => shown(|hooks| stream::write(*found, hooks, place, args)),
        Answer::Failed { ref path, violation: Violation::Flaw(_), ref how } if args.partial => {
            write(place, path, None, &how.details(), &args.picture)?;
            Err(unanswered(&answer, &request, args))
        }
        answer => Err(unanswered(&answer, &request, args)),
    }
}

/// Asks courser; Ctrl-C and the limit end it, even where it has not begun to look at them.
fn made(request: &Request<'_>, hooks: &Hooks<'_>) -> Result<Answer> {
    if let Some(limit) = request.limit {
        let stopped = Stopped { why: Why::Limit, at: Progress::Done, limit: Some(limit) };
        interrupt::end_after(limit, (&stopped).into());
    }
    let answer = interrupt::searching(|stop| {
        courser::tour(&Request { hooks: Hooks { stop: Some(stop), ..*hooks }, ..request.clone() })
    });
    Ok(answer?)
}

/// Returns whether the tour is one among all tours of the board, or restricted to some of them.
fn is_among_all(args: &TourArgs) -> bool {
    args.all.uniform || args.all.number.is_some() || !args.moves.with.is_empty() || !args.moves.without.is_empty()
}

/// Turns the arguments into a request, and refuses those that contradict each other.
fn read(args: &TourArgs, format: Option<Format>) -> Result<Request<'static>> {
    let read = |path: &std::path::Path| Ok::<_, Failure>((input::name(path), input::read_text(path)?));
    let regions = args.chain.as_deref().map(read).transpose()?;
    let (board, marked) = match &regions {
        Some((name, text)) => input::board_of_chain(&args.board, name, text)?,
        None => input::board(&args.board)?,
    };
    let start = input::square(&board, &args.start, "--start")?.or(marked.filter(|_| regions.is_none()));
    let end = input::square(&board, &args.end, "--end")?;
    let kind = if args.closed { Kind::Closed } else { Kind::Open };
    let spec = TourSpec::new(&board, kind, start, end)?;
    let spec = match &args.target {
        Some(text) => Square::parse(text, board.rows()).and_then(|target| spec.aiming_at(target)).named("--target")?,
        None => spec,
    };
    let spec = match args.symmetry {
        Some(symmetry) => spec.with_symmetry(symmetry),
        None => spec,
    };
    let chain = regions.as_ref().map(|(name, text)| Chain::parse(text, &board).named(name)).transpose()?;
    if args.channel.is_empty() {
        refuse(args.passes.is_some(), "--passes is for --channel", "leave it out, or name a channel")?;
    } else {
        channel::consistent(args, format)?;
    }
    if is_among_all(args) {
        all::consistent(args, &spec, format)?;
    }
    let is_layered = args.all.uniform || args.all.number.is_some();
    let (what, cure) = ("--layers is for --uniform and --number", "name one of them, or leave it out");
    refuse(args.all.layers.is_some() && !is_layered, what, cure)?;
    let request = Request {
        method: method::method(args, chain)?,
        seed: args.seed,
        verify: args.verify_cpu,
        device: args.device.choice()?,
        limit: args.limit.map(Duration::from),
        ..Request::new(spec)
    };
    consistent(args, format)?;
    if args.animate.is_some() {
        making::consistent(args, method::name(args), format)?;
    }
    Ok(request)
}

/// Refuses arguments that contradict each other: the method on one side, the format on the other.
fn consistent(args: &TourArgs, format: Option<Format>) -> Result<()> {
    let other_ties = args.rule.is_some_and(|rule| rule != Rule::Warnsdorff && rule.look_ahead() == 0);
    let what = "--look-ahead breaks the ties that --rule breaks in its own way";
    refuse(args.look_ahead.is_some() && other_ties, what, "leave one of them out")?;
    if let Some(format) = format.filter(|format| format.is_picture()) {
        picture::consistent(&args.picture, format)?;
    } else if let Some(given) = args.picture.given().next() {
        let cure = "leave it out, or write to a .png, .svg, .gif, .apng or .y4m";
        return Err(Failure::input(format!("{given} is for pictures"), cure));
    }
    let whole_alone = format.is_some_and(|format| !format.holds(Content::PartialPath));
    refuse(
        args.partial && args.channel.is_empty() && whole_alone,
        "a path that leaves squares out cannot be written as npy or tsplib",
        "leave out --partial, or choose grid, moves, csv, json or png",
    )
}

/// The destination of an answer, and its format.
struct Place {
    output: Output,
    format: Option<Format>,
    /// Set if the tour is drawn in the terminal.
    show: bool,
}

/// Writes a path that the judge has passed; `kind` is none for one that is not a tour.
fn write(place: Place, path: &Path, kind: Option<Kind>, details: &Details, style: &StyleArgs) -> Result<()> {
    let Place { output, format, show } = place;
    let is_shown = show && terminal::show(path, kind, style)?;
    // What is no tour yet is described by the error that follows.
    let describe = || kind.map(|kind| described(path, kind, details)).into_iter().for_each(remark);
    if let Some(format) = format.filter(|format| format.is_picture()) {
        picture::write(output, format, path, kind, style)?;
        describe();
        return Ok(());
    }
    // The terminal shows a picture of the tour instead of its grid.
    if is_shown && matches!(output, Output::Stdout) {
        describe();
        return Ok(());
    }
    let text = match format {
        Some(format) => format.tour_format(),
        None => grid_fits(path.board()).then_some(TourFormat::Grid),
    };
    let Some(text) = text else {
        let summary = summary(path, kind, details);
        return output.put(|out| writeln!(out, "{summary}"));
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

/// The result in one line: what it is, the method, the device and the time.
fn described(path: &Path, kind: Kind, details: &Details) -> String {
    let (board, [from, to]) = (path.board(), ends(path));
    let to = if kind == Kind::Closed { String::new() } else { format!(" to {to}") };
    let by = details.method.as_deref().map_or(String::new(), |method| {
        let rule = details.rule.as_deref().filter(|rule| *rule != "warnsdorff");
        let rule = rule.map_or(String::new(), |rule| format!(" and the rule {rule}"));
        format!(", by {}{rule}", in_words(method))
    });
    let on = details.device.as_ref().map_or(String::new(), |device| match device {
        device if *device == Device::CPU.details() => " on the CPU".into(),
        device => format!(" on {}", device.name),
    });
    let time = details.seconds.map_or(String::new(), |seconds| {
        let time = Duration::from_secs_f64(seconds);
        let digits = usize::from(time >= Duration::from_secs(1));
        let text = format!("{time:.digits$?}");
        let unit = text.find(char::is_alphabetic).unwrap_or(text.len());
        format!(", {} {}", &text[..unit], &text[unit..])
    });
    format!("{kind} tour of {board} from {from}{to}{by}{on}{time}")
}

/// The name of a method in a sentence.
fn in_words(method: &str) -> &str {
    match method {
        "cycle" => "the decision cycle",
        "warnsdorff" => "Warnsdorff's rule",
        "backtrack" => "backtracking",
        "search" => "exact search",
        "mosaic" => "a mosaic",
        "narrow" => "an automaton over the columns",
        "factor" => "joining cycles",
        "grown" => "growing",
        "tame" => "tame tiles",
        "relay" => "a relay of knights",
        "chain" => "a chain of regions",
        "uniform" => "a uniform draw",
        other => other,
    }
}

/// Returns whether a grid can be read at its destination: on a terminal it must fit the width.
fn grid_fits(board: &Board) -> bool {
    if board.cells() >= LARGE {
        return false;
    }
    if !std::io::stdout().is_terminal() {
        return true;
    }
    let digits = u64::from(board.playable().max(1).ilog10()) + 1;
    terminal::columns(true).is_none_or(|columns| u64::from(board.cols()) * (digits + 1) <= columns as u64 + 1)
}

/// The names of the first square of a path and of the last.
fn ends(path: &Path) -> [String; 2] {
    let name = |square: Option<Square>| square.map_or(String::new(), |at| at.name(path.board().rows()).to_string());
    [name(path.squares().next()), name(path.squares().last())]
}

/// Returns the tour in one line, for grids that are too large to be read.
fn summary(path: &Path, kind: Option<Kind>, details: &Details) -> String {
    let (board, [from, to]) = (path.board(), ends(path));
    let kind = kind.map_or("partial".to_owned(), |kind| kind.to_string());
    format!(
        "{kind} tour of {board}: {} squares from {from} to {to}, {}, made in {:.1?} (--format grid prints it, -o FILE writes it)",
        HumanCount(path.order().len() as u64),
        details.method.as_deref().unwrap_or("auto"),
        Duration::from_secs_f64(details.seconds.unwrap_or(0.0)),
    )
}
