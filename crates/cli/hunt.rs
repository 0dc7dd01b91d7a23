//! `courser hunt`: a shortest path over all treasures.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use courser::board::{Board, Square};
use courser::engine::memory;
use courser::solve::hunt::{Chart, HuntError, Map, Route, RouteAnswer, Shortest, Terms};
use courser::{Content, Format, view};
use serde::Serialize;

use crate::args::{HuntArgs, YesNo};
use crate::cures::cure;
use crate::error::{Failure, note};
use crate::output::Output;
use crate::{format, input, picture};

/// A search that takes more memory than this says so before it does.
const WORTH_A_WORD: u64 = 32 << 20;

/// A hunt in JSON.
#[derive(Debug, Serialize)]
struct RouteJson {
    board: Board,
    /// `exact` or `fast`.
    method: &'static str,
    in_order: bool,
    #[serde(rename = "return")]
    home: bool,
    treasures: Vec<[u32; 2]>,
    moves: usize,
    /// No path has fewer moves.
    at_least: usize,
    seconds: f64,
    squares: Vec<[u32; 2]>,
    /// The visits, from 1, on which a treasure is collected.
    collected: Vec<usize>,
    /// The path in the article's notation.
    path: String,
}

pub(crate) fn run(args: &HuntArgs, quiet: bool) -> Result<(), Failure> {
    let format = args.output.format_or_text(Content::Hunt)?;
    let style = picture::in_colours(args.palette, format.is_picture())?;
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    if args.check.as_deref().is_some_and(|path| is_stdin(path) && is_stdin(&args.file)) {
        return Err(Failure::input("map and path cannot both come from standard input", "give one of them as a file"));
    }
    let text = input::read_map(&args.file)?;
    let name = input::name(&args.file);
    let map = Map::parse(&text).map_err(|error| Failure::input(format!("{name}: {error}"), error.hint()))?;
    drop(text);
    let mut map = map.with_leaper(args.leaper);
    if let Some(start) = input::square(map.board(), &args.start, "--start")? {
        map = map.starting_at(start).map_err(|error| Failure::input(format!("--start: {error}"), error.hint()))?;
    }
    let terms = Terms { in_order: args.any_order == YesNo::No, home: args.home };
    if let Some(path) = &args.check {
        return check(args, &map, terms, path, quiet);
    }
    if args.count || args.all {
        return all(args, format, &map, terms);
    }
    let output = Output::open(args.output.output.as_deref())?;
    let begun = Instant::now();
    let answer = solve(args, &map, terms, quiet)?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.fast {
        note(quiet, how_good(&answer));
    }
    if format.is_picture() {
        return draw(output, format, &map, &answer, &style, quiet);
    }
    output.put(|out| match format {
        Format::Json => json(out, args, &map, terms, &answer, seconds),
        _ => writeln!(out, "{}\n{}", answer.route, answer.route.length()),
    })
}

/// The path over the map, as a picture or move by move.
fn draw(
    output: Output,
    format: Format,
    map: &Map,
    answer: &RouteAnswer,
    style: &view::Style,
    quiet: bool,
) -> Result<(), Failure> {
    output.no_terminal("picture")?;
    let board = map.board();
    let way: Vec<Square> = answer.route.steps().iter().map(|step| step.square).collect();
    let treasures: Vec<Square> = map.treasures().iter().map(|treasure| treasure.square).collect();
    if format.is_animation() {
        let film = view::HuntFilm::new(board, &way, &treasures, style).map_err(picture::failure)?;
        return picture::write_film(output, format, film, quiet);
    }
    let paint = || view::paint_hunt(board, &way, &treasures, style);
    picture::write_still(output, format, paint, |out| view::write_hunt_svg(board, &way, &treasures, style, out))
}

/// The failure of a hunt.
fn failed(args: &HuntArgs, error: &HuntError) -> Failure {
    let text = format!("{}: {error}", input::name(&args.file));
    match error {
        HuntError::Memory { .. } => Failure::machine(text, cure(error)),
        error if error.is_input() => Failure::input(text, cure(error)),
        error => Failure::no(text, cure(error)),
    }
}

/// The number of shortest paths in JSON, and the paths if they are listed.
#[derive(Debug, Serialize)]
struct AllJson {
    board: Board,
    in_order: bool,
    #[serde(rename = "return")]
    home: bool,
    treasures: Vec<[u32; 2]>,
    moves: usize,
    /// A string, since it outgrows a double.
    count: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<String>>,
}

/// Writes every shortest path, or their number.
fn all(args: &HuntArgs, format: Format, map: &Map, terms: Terms) -> Result<(), Failure> {
    if format.is_picture() {
        return Err(Failure::input("a picture shows one path", "leave out --count and --all"));
    }
    let output = Output::open(args.output.output.as_deref())?;
    let failed = |error: HuntError| failed(args, &error);
    let shortest = Shortest::new(map, terms, memory::available()).map_err(failed)?;
    // A list without a number needs no count.
    let is_counted = !args.all || format == Format::Json;
    let count = if is_counted { shortest.count().map_err(failed)?.to_string() } else { String::new() };
    let each = |with: &mut dyn FnMut(&Route) -> io::Result<()>| {
        let mut done = Ok(());
        shortest.each(&mut |route| {
            done = with(&route);
            if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        done
    };
    output.put(|out| {
        if format != Format::Json {
            return match args.all {
                true => each(&mut |route| writeln!(out, "{route}")),
                false => writeln!(out, "{count}"),
            };
        }
        let pair = |square: Square| [square.row, square.col];
        let mut reported = AllJson {
            board: map.board().clone(),
            in_order: terms.in_order,
            home: terms.home,
            treasures: map.treasures().iter().map(|treasure| pair(treasure.square)).collect(),
            moves: shortest.moves(),
            count: count.clone(),
            paths: None,
        };
        if args.all {
            let mut paths = Vec::new();
            each(&mut |route| {
                paths.push(route.to_string());
                Ok(())
            })?;
            reported.paths = Some(paths);
        }
        format::json(out, &reported)
    })
}

fn solve(args: &HuntArgs, map: &Map, terms: Terms, quiet: bool) -> Result<RouteAnswer, Failure> {
    let failed = |error: HuntError| failed(args, &error);
    let chart = Chart::new(map).map_err(failed)?;
    if args.fast {
        return Ok(chart.fast(terms));
    }
    let (needed, there) = (chart.exact_memory(), memory::available());
    let treasures = map.treasures().len();
    // The order as given needs no search; too many treasures are for the search itself to refuse.
    if !terms.in_order && treasures <= courser::solve::hunt::MAX_EXACT {
        if needed > there {
            return Err(Failure::input(
                format!(
                    "to prove a shortest path over {treasures} treasures takes {} MiB of memory, and there are {}",
                    needed >> 20,
                    there >> 20
                ),
                "use --fast: a good path, and by how much it may be too long",
            ));
        }
        if needed >= WORTH_A_WORD {
            note(quiet, format_args!("the search over {treasures} treasures takes {} MiB of memory", needed >> 20));
        }
    }
    chart.exact(terms).map_err(failed)
}

/// Compares a path of the fast method with its lower bound.
fn how_good(answer: &RouteAnswer) -> String {
    let (moves, least) = (answer.route.moves(), answer.at_least);
    if moves == least {
        return format!("no path has fewer than {least} moves: this one is shortest");
    }
    let over = moves - least;
    let percent = 100.0 * over as f64 / least.max(1) as f64;
    format!(
        "it may not be shortest: no path has fewer than {least} moves, so it is at most {over} too long ({percent:.1} %)"
    )
}

fn json(
    out: &mut dyn Write,
    args: &HuntArgs,
    map: &Map,
    terms: Terms,
    answer: &RouteAnswer,
    seconds: f64,
) -> io::Result<()> {
    let pair = |square: Square| [square.row, square.col];
    let steps = answer.route.steps();
    let reported = RouteJson {
        board: map.board().clone(),
        method: if args.fast { "fast" } else { "exact" },
        in_order: terms.in_order,
        home: terms.home,
        treasures: map.treasures().iter().map(|treasure| pair(treasure.square)).collect(),
        moves: answer.route.moves(),
        at_least: answer.at_least,
        seconds,
        squares: steps.iter().map(|step| pair(step.square)).collect(),
        collected: (1..).zip(steps).filter_map(|(visit, step)| step.collects.then_some(visit)).collect(),
        path: answer.route.to_string(),
    };
    format::json(out, &reported)
}

/// Judges a path from a file, and compares it with a shortest one.
fn check(args: &HuntArgs, map: &Map, terms: Terms, path: &Path, quiet: bool) -> Result<(), Failure> {
    let text = input::read_map(path)?;
    let reported = match Route::parse(&text, map, terms) {
        Ok(route) => {
            let best = solve(args, map, terms, quiet)?;
            let verdict = if route.moves() == best.at_least {
                "none is shorter".to_owned()
            } else if best.route.moves() == best.at_least {
                format!("the shortest has {}", best.at_least)
            } else {
                format!("the shortest has {} to {}", best.at_least, best.route.moves())
            };
            Ok(format!("all {} treasures in {}; {verdict}", map.treasures().len(), route.length()))
        }
        Err(flaw) => Err(flaw.to_string()),
    };
    let (Ok(line) | Err(line)) = &reported;
    Output::Stdout.put(|out| writeln!(out, "{line}"))?;
    reported.map(|_| ()).map_err(|_| Failure::said_no())
}
