//! Implements `courser hunt`, which finds a shortest path that collects all treasures.

pub(crate) mod args;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use courser::board::words::counted;
use courser::board::{Board, BoardError, Square};
use courser::engine::memory;
use courser::solve::hunt::{
    Chart, HuntError, HuntOptions, Map, Route, RouteAnswer, ShortestRoutes, Treasure, distances,
};
use courser::{Content, FileFormat, view};
use indicatif::HumanCount;
use serde::Serialize;

use crate::error::{Context, Failure, Result, note, refuse, remark};
use crate::hunt::args::{HuntArgs, YesNo};
use crate::output::{self, OutputTarget};
use crate::{answer, input, picture};

/// Minimum memory of a search, in bytes, for which a note is printed. The note is printed before the search begins.
const WORTH_A_WORD: u64 = 32 << 20;

/// The answer as written in JSON.
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
    /// Lower bound on the number of moves of a path that collects all treasures.
    at_least: usize,
    seconds: f64,
    squares: Vec<[u32; 2]>,
    /// Visit numbers at which treasures are collected, counted from 1.
    collected: Vec<usize>,
    /// Path in the notation of "Adventure of Knight", for example `a8.N c7 e6.x`.
    path: String,
}

pub(crate) fn run(args: &HuntArgs) -> Result<()> {
    let format = args.output.format_or_text(Content::Hunt)?;
    let style = picture::in_colours(args.palette, format.is_picture())?;
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    let both = args.check.as_deref().is_some_and(|path| is_stdin(path) && is_stdin(&args.file));
    refuse(both, "map and path cannot both come from standard input", "give one of them as a file")?;
    let mut map = map(args)?;
    if let Some(start) = input::square(map.board(), &args.start, "--start")? {
        map = map.starting_at(start).named("--start")?;
    }
    if args.distances {
        return print_distances(args, format, &map);
    }
    let terms = HuntOptions { in_order: args.any_order == YesNo::No, home: args.home };
    if let Some(path) = &args.check {
        return check(args, &map, terms, path);
    }
    if args.count || args.all {
        return all(args, format, &map, terms);
    }
    let output = args.output.open()?;
    let begun = Instant::now();
    let answer = solve(args, &map, terms)?;
    let taken = begun.elapsed();
    if args.fast {
        note(how_good(&answer));
    }
    if format.is_picture() {
        draw(output, format, &map, &answer, &style)?;
    } else if format == FileFormat::Json {
        let reported = reported(args, &map, terms, &answer, taken);
        output.put(|out| output::json(out, &reported))?;
    } else {
        output.put(|out| writeln!(out, "{}\n{}", answer.route, answer.route.length()))?;
    }
    remark(described(&map, &answer, taken));
    Ok(())
}

/// Describes the result in one line: the path, its length, and the time of the search.
fn described(map: &Map, answer: &RouteAnswer, taken: Duration) -> String {
    let (board, start, treasures) = (map.board(), map.start().name(map.board().rows()), map.treasures().len());
    let path = if answer.route.moves() == answer.at_least { "shortest path" } else { "path" };
    let over = counted(HumanCount(treasures as u64), "treasure");
    format!("{path} of {board} from {start} over {over}, {}, {}", answer.route.length(), answer::in_units(taken))
}

/// Returns the answer in JSON.
fn reported(args: &HuntArgs, map: &Map, terms: HuntOptions, answer: &RouteAnswer, taken: Duration) -> RouteJson {
    let (steps, HuntOptions { in_order, home }) = (answer.route.steps(), terms);
    RouteJson {
        board: map.board().clone(),
        method: if args.fast { "fast" } else { "exact" },
        in_order,
        home,
        treasures: treasures(map),
        moves: answer.route.moves(),
        at_least: answer.at_least,
        seconds: taken.as_secs_f64(),
        squares: steps.iter().map(|step| pair(step.square)).collect(),
        collected: (1..).zip(steps).filter_map(|(visit, step)| step.collects.then_some(visit)).collect(),
        path: answer.route.to_string(),
    }
}

/// Returns the map in a file, or a map of a board with the given size. The requested treasures replace the treasures of
/// the map.
fn map(args: &HuntArgs) -> Result<Map> {
    let name = input::name(&args.file);
    let size = args.file.to_str().and_then(|text| text.parse::<Board>().ok()).filter(|_| !args.file.exists());
    let map = match size {
        Some(board) => {
            let none = args.treasures.is_none() && !args.distances;
            refuse(none, format_args!("{board} has no treasures"), "name their squares, as in --treasures e6,c4")?;
            Map::new(board, Square::new(0, 0), [])
        }
        None => Map::parse(&input::read_map(&args.file)?),
    };
    let map = map.named(&name)?.with_leaper(args.leaper);
    let Some(text) = &args.treasures else {
        if map.treasures().is_empty() && !args.distances {
            note(format_args!("{name} has no treasure: x marks one, and * is any other square"));
        }
        return Ok(map);
    };
    let squares = listed(map.board(), text).named("--treasures")?;
    map.with_treasures(squares).named("--treasures")
}

/// Puts the name of the faulty input before the message of an error. The name is `--treasures` if the error concerns a
/// listed treasure, and otherwise the name of the map or board.
fn sourced<T>(args: &HuntArgs, result: std::result::Result<T, HuntError>) -> Result<T> {
    match result {
        Err(HuntError::Unreachable { .. } | HuntError::TooMany(_) | HuntError::TooManyForExact(_))
            if args.treasures.is_some() =>
        {
            result.named("--treasures")
        }
        _ => result.named(input::name(&args.file)),
    }
}

/// Parses squares separated by commas, semicolons or blanks. A square in the form `row,col` also contains a comma.
fn listed(board: &Board, text: &str) -> std::result::Result<Vec<Treasure>, BoardError> {
    let mut treasures = Vec::new();
    for part in text.split([' ', ';']).filter(|part| !part.is_empty()) {
        let pieces = if board.square(part).is_ok() { vec![part] } else { part.split(',').collect() };
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            let column = text[..piece.as_ptr().addr() - text.as_ptr().addr()].chars().count() + 1;
            treasures.push(Treasure { square: board.square(piece)?, line: 1, column });
        }
    }
    Ok(treasures)
}

/// The JSON form of the distances from the start.
#[derive(Debug, Serialize)]
struct DistancesJson {
    board: Board,
    start: [u32; 2],
    /// Distances in moves, row by row. The distance of a hole or of an unreachable square is `null`.
    distances: Vec<Vec<Option<u32>>>,
}

/// Writes the distance of every square from the start, in moves.
fn print_distances(args: &HuntArgs, format: FileFormat, map: &Map) -> Result<()> {
    refuse(format.is_picture(), "distances are numbers", "leave out -o FILE, or name a text file")?;
    let output = args.output.open()?;
    let (board, start) = (map.board(), map.start());
    let moves = distances(board, start).named(input::name(&args.file))?;
    let rows = moves.chunks(board.cols() as usize);
    output.put(|out| {
        if format == FileFormat::Json {
            let distances = rows.map(<[_]>::to_vec).collect();
            return output::json(out, &DistancesJson { board: board.clone(), start: pair(start), distances });
        }
        let width = moves.iter().flatten().max().map_or(1, |most| most.to_string().len());
        for (row, moves) in (0..).zip(rows) {
            for (col, moves) in (0..).zip(moves) {
                let gap = if col > 0 { " " } else { "" };
                match moves {
                    Some(moves) => write!(out, "{gap}{moves:width$}")?,
                    None if board.is_hole(board.index(Square::new(row, col))) => write!(out, "{gap}{:>width$}", "#")?,
                    None => write!(out, "{gap}{:>width$}", ".")?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    })
}

fn pair(square: Square) -> [u32; 2] {
    [square.row, square.col]
}

fn treasures(map: &Map) -> Vec<[u32; 2]> {
    map.treasures().iter().map(|treasure| pair(treasure.square)).collect()
}

/// Draws the path on the map, as a picture or as an animation move by move.
fn draw(output: OutputTarget, format: FileFormat, map: &Map, answer: &RouteAnswer, style: &view::Style) -> Result<()> {
    let board = map.board();
    let way: Vec<Square> = answer.route.steps().iter().map(|step| step.square).collect();
    let treasures: Vec<Square> = map.treasures().iter().map(|treasure| treasure.square).collect();
    if format.is_animation() {
        let film = view::HuntFilm::new(board, &way, &treasures, style)?;
        return picture::write_film(output, format, film);
    }
    picture::write_still(output, format, view::StaticPicture::hunt(board, &way, &treasures, style))
}

/// JSON output of `--count` and `--all`: the request, the length and the number of the shortest paths, and the paths
/// themselves if a list is requested.
#[derive(Debug, Serialize)]
struct AllJson {
    board: Board,
    in_order: bool,
    #[serde(rename = "return")]
    home: bool,
    treasures: Vec<[u32; 2]>,
    moves: usize,
    /// Number of paths. The number is a string because a double is not exact enough.
    count: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<String>>,
}

/// Writes all shortest paths, or only the number of shortest paths.
fn all(args: &HuntArgs, format: FileFormat, map: &Map, terms: HuntOptions) -> Result<()> {
    refuse(format.is_picture(), "a picture shows one path", "leave out --count and --all")?;
    let output = args.output.open()?;
    let shortest = sourced(args, ShortestRoutes::new(map, terms, memory::available()))?;
    // A list in a text format does not contain the number of paths.
    let is_counted = !args.all || format == FileFormat::Json;
    let count = if is_counted { sourced(args, shortest.count())?.to_string() } else { String::new() };
    let each = |with: &mut dyn FnMut(&Route) -> io::Result<()>| {
        let mut done = Ok(());
        shortest.each(&mut |route| {
            done = with(&route);
            if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        done
    };
    output.put(|out| {
        if format != FileFormat::Json {
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
        let (board, HuntOptions { in_order, home }) = (map.board().clone(), terms);
        let (treasures, moves) = (treasures(map), shortest.moves());
        output::json(out, &AllJson { board, in_order, home, treasures, moves, count, paths })
    })
}

fn solve(args: &HuntArgs, map: &Map, terms: HuntOptions) -> Result<RouteAnswer> {
    let chart = sourced(args, Chart::new(map))?;
    if args.fast {
        return Ok(chart.fast(terms));
    }
    let (needed, there) = (chart.exact_memory(), memory::available());
    let (treasures, mib) = (map.treasures().len(), needed >> 20);
    // The memory is checked only before a search. If the order of the treasures is given, no search is necessary. If
    // there are too many treasures, the search itself returns an error.
    if !terms.in_order && treasures <= courser::solve::hunt::MAX_EXACT {
        let text = format!("to prove a shortest path over {treasures} treasures takes {mib} MiB of memory");
        let cure = "use --fast for a good path and its maximum excess over the shortest";
        refuse(needed > there, format_args!("{text}, and {} MiB are available", there >> 20), cure)?;
        if needed >= WORTH_A_WORD {
            note(format_args!("the search over {treasures} treasures takes {mib} MiB of memory"));
        }
    }
    sourced(args, chart.exact(terms))
}

/// Describes the difference between the length of a path found by the fast method and the lower bound on the length.
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

/// Checks a path from a file, and compares its length with the length of a shortest path.
fn check(args: &HuntArgs, map: &Map, terms: HuntOptions, path: &Path) -> Result<()> {
    let text = input::read_map(path)?;
    let route = match Route::parse(&text, map, terms) {
        Ok(route) => route,
        Err(flaw) => {
            OutputTarget::Stdout.put_line(&flaw.to_string())?;
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
    OutputTarget::Stdout.put_line(&format!("all {treasures} treasures in {}; {verdict}", route.length()))
}
