//! Implements `courser count --given`, which counts the tours with given visit numbers. The numbers are given by the
//! option or in the file of the board.

use std::time::Instant;

use courser::board::{Board, Kind, TourSpec};
use courser::count::{BigUint, CountTask, Tours};
use courser::solve::puzzle::{Puzzle, solutions, solve};
use courser::solve::search::{SearchOptions, tour};
use courser::{Content, FileFormat};
use serde::Serialize;

use crate::count::args::CountArgs;
use crate::count::in_memory;
use crate::count::number::whole;
use crate::counting::Watch;
use crate::error::{Failure, Result, STOPPED, UNDECIDED, note, refuse};
use crate::input::{self, GivenNumbers};
use crate::search::searched;
use crate::{interrupt, output};

/// The answer for given visit numbers, as written in JSON.
#[derive(Debug, Serialize)]
struct CountedPuzzle<'a> {
    board: &'a Board,
    kind: String,
    /// Row, column and visit number of each given square.
    given: Vec<[u32; 3]>,
    /// Number of tours. The number is a string because a double is not exact enough.
    count: String,
    method: &'static str,
    seconds: f64,
}

/// Rejects options that cannot be combined with visit numbers.
pub(super) fn consistent(args: &CountArgs) -> Result<()> {
    let options = [
        (!args.tours.moves.with.is_empty(), "--with"),
        (!args.tours.moves.without.is_empty(), "--without"),
        (args.directed, "--directed"),
        (args.up_to_symmetry, "--up-to-symmetry"),
        (args.symmetry.is_some(), "--symmetry"),
        (args.by.is_some(), "--by"),
        (args.list, "--list"),
        (args.shard.is_some(), "--shard"),
        (args.disk.is_some(), "--disk"),
    ];
    let option = options.into_iter().find_map(|(is_given, name)| is_given.then_some(name));
    let what = format_args!("{} cannot be combined with given visit numbers", option.unwrap_or_default());
    refuse(option.is_some(), what, format!("leave out {}", option.unwrap_or_default()))
}

/// Counts the tours of a board with these visit numbers.
pub(super) fn run(args: &CountArgs, board: Board, given: GivenNumbers) -> Result<()> {
    let format = args.output.format_or_text(Content::Count)?;
    let kind = if args.tours.kind.closed { Kind::Closed } else { Kind::Open };
    let start = input::square(&board, &args.tours.kind.start, "--start")?;
    let end = input::square(&board, &args.tours.kind.end, "--end")?;
    let spec = TourSpec::new(&board, kind, start, end)?;
    let output = args.output.open()?;
    let begun = Instant::now();
    let puzzle = input::puzzle(&spec, given)?;
    let (number, method) = match puzzle.kind() {
        Kind::Open if puzzle.has_only_ends() => (between_ends(args, &puzzle)?, "frontier"),
        _ => (searched_for(&puzzle)?, "search"),
    };
    let rows = puzzle.given().iter().map(|&(visit, square)| [square.row, square.col, visit]);
    let counted = CountedPuzzle {
        board: puzzle.board(),
        kind: puzzle.kind().to_string(),
        given: rows.collect(),
        count: number.to_string(),
        method,
        seconds: begun.elapsed().as_secs_f64(),
    };
    output.put(|out| match format {
        FileFormat::Json => output::json(out, &counted),
        FileFormat::Csv => {
            let CountedPuzzle { board, kind, given, count, .. } = &counted;
            writeln!(
                out,
                "rows,cols,kind,given,count\n{},{},{kind},{},{count}",
                board.rows(),
                board.cols(),
                given.len()
            )
        }
        _ => writeln!(out, "{}", counted.count),
    })
}

/// Counts all solutions of a puzzle by search. A search for one solution, which is faster, precedes the count.
fn searched_for(puzzle: &Puzzle) -> Result<BigUint> {
    let options = SearchOptions::default();
    let one = searched(options, Failure::from, |options| solve(puzzle, options));
    if let Err(reason) = one.map_err(|failure| unfinished(failure, &BigUint::ZERO))? {
        note(format_args!("no tour has these numbers: {reason}"));
        return Ok(BigUint::ZERO);
    }
    let mut known = BigUint::from(1_u32);
    let all = searched(options, Failure::from, |options| {
        let counted = solutions(puzzle, options);
        counted.map(|(found, at_least)| {
            known = at_least.max(1_u32.into());
            found
        })
    });
    all.map_err(|failure| unfinished(failure, &known))?.map_err(Failure::from)
}

/// Adds a lower bound to the message of an interrupted count: at least `known` tours have the visit numbers of the
/// puzzle. Other failures are returned unchanged.
fn unfinished(failure: Failure, known: &BigUint) -> Failure {
    let end = match (failure.code, interrupt::reached_limit()) {
        (UNDECIDED, Some(limit)) => format!("not all are counted within {}", humantime::format_duration(limit)),
        (UNDECIDED | STOPPED, _) => "not all are counted yet".into(),
        _ => return failure,
    };
    let message = match known.bits() {
        0 => format!("no tour with these numbers is found yet: {}", failure.message),
        1 => format!("at least 1 tour has these numbers, and {end}"),
        _ => format!("at least {known} tours have these numbers, and {end}"),
    };
    Failure { message, at_least: Some(known.to_string()), ..failure }
}

/// Counts the tours between given ends by the frontier method. This method is fast, but supports no given visit numbers
/// except the numbers of the ends. If the time is limited, a search for one tour precedes the count.
fn between_ends(args: &CountArgs, puzzle: &Puzzle) -> Result<BigUint> {
    let spec = puzzle.spec();
    let mut known = BigUint::ZERO;
    if args.limit.is_some() {
        let one = searched(SearchOptions::default(), Failure::from, |options| tour(&spec, options));
        match one.map_err(|failure| unfinished(failure, &known))? {
            Ok(_) => known = 1_u32.into(),
            Err(reason) => {
                note(format_args!("no tour has these numbers: {reason}"));
                return Ok(BigUint::ZERO);
            }
        }
    }
    let tours = Tours::Open { start: spec.start(), end: spec.end() };
    let task = CountTask::new(puzzle.board().clone(), tours)?;
    let watch = Watch::new();
    let number = whole(args, &task, &watch);
    watch.finish();
    number.map_err(|error| unfinished(in_memory(error).into(), &known))
}
