//! `courser hunt`: a shortest path over all treasures.

pub(crate) mod args;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use courser::board::{Board, Square};
use courser::engine::memory;
use courser::solve::hunt::{Chart, Map, Route, RouteAnswer, Shortest, Terms};
use courser::{Content, Format, view};
use serde::Serialize;

use crate::error::{Failure, Named, Result, note, refuse};
use crate::hunt::args::{HuntArgs, YesNo};
use crate::output::{self, Output};
use crate::{input, picture};

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

pub(crate) fn run(args: &HuntArgs) -> Result<()> {
    let format = args.output.format_or_text(Content::Hunt)?;
    let style = picture::in_colours(args.palette, format.is_picture())?;
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    let both = args.check.as_deref().is_some_and(|path| is_stdin(path) && is_stdin(&args.file));
    refuse(both, "map and path cannot both come from standard input", "give one of them as a file")?;
    let map = Map::parse(&input::read_map(&args.file)?).named(input::name(&args.file))?;
    let mut map = map.with_leaper(args.leaper);
    if map.treasures().is_empty() {
        note(format_args!("{} has no treasure: x marks one, and * is any other square", input::name(&args.file)));
    }
    if let Some(start) = input::square(map.board(), &args.start, "--start")? {
        map = map.starting_at(start).named("--start")?;
    }
    let terms = Terms { in_order: args.any_order == YesNo::No, home: args.home };
    if let Some(path) = &args.check {
        return check(args, &map, terms, path);
    }
    if args.count || args.all {
        return all(args, format, &map, terms);
    }
    let output = args.output.open()?;
    let begun = Instant::now();
    let answer = solve(args, &map, terms)?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.fast {
        note(how_good(&answer));
    }
    if format.is_picture() {
        return draw(output, format, &map, &answer, &style);
    }
    if format != Format::Json {
        return output.put(|out| writeln!(out, "{}\n{}", answer.route, answer.route.length()));
    }
    let (steps, Terms { in_order, home }) = (answer.route.steps(), terms);
    let reported = RouteJson {
        board: map.board().clone(),
        method: if args.fast { "fast" } else { "exact" },
        in_order,
        home,
        treasures: treasures(&map),
        moves: answer.route.moves(),
        at_least: answer.at_least,
        seconds,
        squares: steps.iter().map(|step| pair(step.square)).collect(),
        collected: (1..).zip(steps).filter_map(|(visit, step)| step.collects.then_some(visit)).collect(),
        path: answer.route.to_string(),
    };
    output.put(|out| output::json(out, &reported))
}

fn pair(square: Square) -> [u32; 2] {
    [square.row, square.col]
}

fn treasures(map: &Map) -> Vec<[u32; 2]> {
    map.treasures().iter().map(|treasure| pair(treasure.square)).collect()
}

/// The path over the map, as a picture or move by move.
fn draw(output: Output, format: Format, map: &Map, answer: &RouteAnswer, style: &view::Style) -> Result<()> {
    let board = map.board();
    let way: Vec<Square> = answer.route.steps().iter().map(|step| step.square).collect();
    let treasures: Vec<Square> = map.treasures().iter().map(|treasure| treasure.square).collect();
    if format.is_animation() {
        let film = view::HuntFilm::new(board, &way, &treasures, style)?;
        return picture::write_film(output, format, film);
    }
    picture::write_still(output, format, view::Still::hunt(board, &way, &treasures, style))
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
fn all(args: &HuntArgs, format: Format, map: &Map, terms: Terms) -> Result<()> {
    refuse(format.is_picture(), "a picture shows one path", "leave out --count and --all")?;
    let output = args.output.open()?;
    let name = input::name(&args.file);
    let shortest = Shortest::new(map, terms, memory::available()).named(&name)?;
    // A list without a number needs no count.
    let is_counted = !args.all || format == Format::Json;
    let count = if is_counted { shortest.count().named(&name)?.to_string() } else { String::new() };
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
        let mut paths = args.all.then(Vec::new);
        if let Some(paths) = &mut paths {
            each(&mut |route| {
                paths.push(route.to_string());
                Ok(())
            })?;
        }
        let (board, Terms { in_order, home }) = (map.board().clone(), terms);
        let (treasures, moves) = (treasures(map), shortest.moves());
        output::json(out, &AllJson { board, in_order, home, treasures, moves, count, paths })
    })
}

fn solve(args: &HuntArgs, map: &Map, terms: Terms) -> Result<RouteAnswer> {
    let name = input::name(&args.file);
    let chart = Chart::new(map).named(&name)?;
    if args.fast {
        return Ok(chart.fast(terms));
    }
    let (needed, there) = (chart.exact_memory(), memory::available());
    let (treasures, mib) = (map.treasures().len(), needed >> 20);
    // The order as given needs no search; too many treasures are for the search itself to refuse.
    if !terms.in_order && treasures <= courser::solve::hunt::MAX_EXACT {
        let text = format!("to prove a shortest path over {treasures} treasures takes {mib} MiB of memory");
        let cure = "use --fast: a good path, and by how much it may be too long";
        refuse(needed > there, format_args!("{text}, and there are {}", there >> 20), cure)?;
        if needed >= WORTH_A_WORD {
            note(format_args!("the search over {treasures} treasures takes {mib} MiB of memory"));
        }
    }
    chart.exact(terms).named(&name)
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

/// Judges a path from a file, and compares it with a shortest one.
fn check(args: &HuntArgs, map: &Map, terms: Terms, path: &Path) -> Result<()> {
    let text = input::read_map(path)?;
    let route = match Route::parse(&text, map, terms) {
        Ok(route) => route,
        Err(flaw) => {
            Output::Stdout.put(|out| writeln!(out, "{flaw}"))?;
            return Err(Failure::said_no());
        }
    };
    let best = solve(args, map, terms)?;
    let verdict = match (best.at_least, best.route.moves()) {
        (least, _) if route.moves() == least => "none is shorter".to_owned(),
        (least, most) if most == least => format!("the shortest has {least}"),
        (least, most) => format!("the shortest has {least} to {most}"),
    };
    let treasures = map.treasures().len();
    Output::Stdout.put(|out| writeln!(out, "all {treasures} treasures in {}; {verdict}", route.length()))
}
