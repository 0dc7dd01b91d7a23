//! `courser tour`: find a tour, have it judged, write it.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use courser::board::format::{self, Details, Format};
use courser::board::{Board, Flaw, Kind, Path, Square, Tour};
use courser::engine::EngineError;
use courser::engine::cycle::{CpuCycle, Cycle, LockstepError, Setup, Status, StatusWord, lockstep, order_of};
use courser::view;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::{Method, OutputArgs, OutputFormat, TourArgs};
use crate::device::{self, Chosen};
use crate::error::{Failure, note};
use crate::input;
use crate::output::Output;

/// A grid of more squares than this is not printed unless it is asked for.
const MOST_IN_A_GRID: u64 = 1 << 20;

/// What a run came to.
struct Run {
    order: Vec<u32>,
    status: Status,
    seconds: f64,
}

pub(crate) fn run(args: &TourArgs, quiet: bool) -> Result<(), Failure> {
    let (board, marked) = input::board(&args.board)?;
    let start = start(&board, args.start.as_deref(), marked)?;
    let format = chosen_format(&args.output)?;
    if args.partial && matches!(format, Some(OutputFormat::Npy | OutputFormat::Tsplib)) {
        return Err(Failure::input(
            "a path that leaves squares out cannot be written as npy or tsplib",
            "leave out --partial, or choose grid, moves, csv, json or png",
        ));
    }
    let setup = Setup::new(board.clone(), start, args.order).map_err(engine_failure)?;
    let output = Output::open(args.output.output.as_deref())?;
    let device = device::choose(&args.device, quiet)?;
    let run = match args.method {
        Method::Auto | Method::Cycle => run_cycle(setup, args, &device, quiet)?,
    };

    let details = Details {
        method: Some("cycle".into()),
        rule: Some("warnsdorff".into()),
        order: Some(args.order.to_string()),
        device: Some(device.details()),
        seconds: Some(run.seconds),
        ..Details::default()
    };
    match run.status.word() {
        StatusWord::Done => {
            let tour = Tour::new(board, run.order).map_err(wrong_tour)?;
            write(output, format, &tour, Some(tour.kind()), &details)
        }
        _ => {
            let path = Path::new(board, run.order).map_err(wrong_tour)?;
            let failure = stuck(&path);
            if args.partial {
                write(output, format, &path, None, &details)?;
            }
            Err(failure)
        }
    }
}

/// Where the knight starts: as asked, as marked on the board, or the first square.
fn start(board: &Board, asked: Option<&str>, marked: Option<Square>) -> Result<Square, Failure> {
    match (asked, marked) {
        (Some(text), _) => {
            board.square(text).map_err(|error| Failure::input(format!("--start: {error}"), error.hint()))
        }
        (None, Some(square)) => Ok(square),
        (None, None) => Ok(board.squares().next().expect("a board has a square that is no hole")),
    }
}

/// The format asked for: by name, or by the file's extension.
fn chosen_format(args: &OutputArgs) -> Result<Option<OutputFormat>, Failure> {
    if args.json {
        return Ok(Some(OutputFormat::Json));
    }
    if args.format.is_some() {
        return Ok(args.format);
    }
    let Some(path) = args.output.as_deref().filter(|path| path.as_os_str() != "-") else {
        return Ok(None);
    };
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        return Ok(Some(OutputFormat::Png));
    }
    match Format::from_extension(path) {
        Some(format) => Ok(Some(format.into())),
        None if path.extension().is_none() => Ok(Some(OutputFormat::Grid)),
        None => Err(Failure::input(
            format!("{}: no format has this extension", path.display()),
            "use .txt, .moves, .json, .csv, .npy, .tour or .png, or name one with --format",
        )),
    }
}

impl From<Format> for OutputFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Moves => Self::Moves,
            Format::Csv => Self::Csv,
            Format::Json => Self::Json,
            Format::Npy => Self::Npy,
            Format::Tsplib => Self::Tsplib,
            _ => Self::Grid,
        }
    }
}

/// Runs the decision cycle to its end, beside the reference if the user wants proof.
fn run_cycle(setup: Setup, args: &TourArgs, device: &Chosen, quiet: bool) -> Result<Run, Failure> {
    let mut cycle: Box<dyn Cycle + '_> = match device {
        Chosen::Cpu => Box::new(CpuCycle::new(setup, args.schedule).map_err(engine_failure)?),
        #[cfg(feature = "gpu")]
        Chosen::Gpu(device) => {
            Box::new(courser::engine::cycle::GpuCycle::new(device, setup, args.schedule).map_err(engine_failure)?)
        }
    };
    let bar = bar(cycle.setup().board().playable(), quiet);
    let begun = Instant::now();
    if args.verify_cpu {
        let compared = lockstep(&mut *cycle, &mut |visit| bar.set_position(visit)).map_err(|error| match error {
            LockstepError::Engine(error) => engine_failure(error),
            error => Failure::machine(
                format!("the device and the CPU reference differ: {error}"),
                "the driver or the card is at fault: update it, try another --adapter, or use --device cpu",
            ),
        })?;
        bar.finish_and_clear();
        note(quiet, format_args!("{compared} states agree with the CPU reference"));
    } else {
        cycle.finish(&mut |visit| bar.set_position(visit)).map_err(engine_failure)?;
        bar.finish_and_clear();
    }
    let seconds = begun.elapsed().as_secs_f64();
    let status = cycle.status().map_err(engine_failure)?;
    let order = order_of(&cycle.state().map_err(engine_failure)?).map_err(engine_failure)?;
    Ok(Run { order, status, seconds })
}

/// A progress bar on a terminal, for runs that last.
fn bar(squares: u64, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} squares, {eta} left")
        .expect("the template is a constant that parses");
    ProgressBar::with_draw_target(Some(squares), ProgressDrawTarget::stderr_with_hz(10)).with_style(style)
}

fn engine_failure(error: EngineError) -> Failure {
    if error.is_input() { Failure::input(&error, error.hint()) } else { Failure::machine(&error, error.hint()) }
}

/// The judge found a flaw in what an engine made: never to be seen, never to be passed on.
fn wrong_tour(flaw: Flaw) -> Failure {
    Failure::machine(
        format!("the engine made a wrong tour: {flaw}"),
        "nothing was written; please report this with the command; --verify-cpu tells where it went wrong",
    )
}

fn stuck(path: &Path) -> Failure {
    let board = path.board();
    let square = path.squares().last().expect("a path has a square");
    Failure::no(
        format!(
            "Warnsdorff's rule got stuck on {} at visit {} of {}: no unvisited neighbour is left",
            square.name(board.rows()),
            path.order().len(),
            board.playable()
        ),
        "try another --start or --order; --partial writes the path as far as it came",
    )
}

/// Writes a path that the judge has passed.
fn write(
    output: Output,
    format: Option<OutputFormat>,
    path: &Path,
    kind: Option<Kind>,
    details: &Details,
) -> Result<(), Failure> {
    let text = match format {
        Some(OutputFormat::Png) => {
            let picture = view::paint(path, kind, &view::Style::default())
                .map_err(|error| Failure::input(&error, error.hint()))?;
            return output.write(|out| view::write_png(&picture, out).map_err(picture_failure));
        }
        Some(OutputFormat::Grid) => Format::Grid,
        Some(OutputFormat::Moves) => Format::Moves,
        Some(OutputFormat::Json) => Format::Json,
        Some(OutputFormat::Csv) => Format::Csv,
        Some(OutputFormat::Npy) => Format::Npy,
        Some(OutputFormat::Tsplib) => Format::Tsplib,
        None if grid_fits(path.board()) => Format::Grid,
        None => {
            let summary = summary(path, kind, details);
            return output
                .write(|out| writeln!(out, "{summary}").map_err(|error| Failure::writing("the summary", &error)));
        }
    };
    output.write(|out| {
        format::write(text, path, kind, details, out).map_err(|error| match error {
            format::FormatError::Io(error) => Failure::writing("the tour", &error),
            error => Failure::input(&error, error.hint()),
        })
    })
}

fn picture_failure(error: view::ViewError) -> Failure {
    match error {
        view::ViewError::Write(error) => Failure::writing("the picture", &error),
        error => Failure::input(&error, error.hint()),
    }
}

/// Whether a grid can be read where it is going: on a terminal it must fit the width.
fn grid_fits(board: &Board) -> bool {
    if board.cells() > MOST_IN_A_GRID {
        return false;
    }
    if !std::io::stdout().is_terminal() {
        return true;
    }
    let digits = u64::from(board.playable().max(1).ilog10()) + 1;
    terminal_size::terminal_size()
        .is_none_or(|(width, _)| u64::from(board.cols()) * (digits + 1) <= u64::from(width.0) + 1)
}

/// The tour in one line, where the grid is too large to be read.
fn summary(path: &Path, kind: Option<Kind>, details: &Details) -> String {
    let board = path.board();
    let name = |square: Option<Square>| square.map_or(String::new(), |square| square.name(board.rows()).to_string());
    let kind = kind.map_or("partial".to_owned(), |kind| kind.to_string());
    let took = Duration::from_secs_f64(details.seconds.unwrap_or(0.0));
    format!(
        "{kind} tour of {board}: {} squares from {} to {}, {}, {:.3} s (--format grid prints it, -o FILE writes it)",
        path.order().len(),
        name(path.squares().next()),
        name(path.squares().last()),
        details.method.as_deref().unwrap_or("auto"),
        took.as_secs_f64()
    )
}
