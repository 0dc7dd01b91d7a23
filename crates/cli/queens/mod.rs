//! Implements `courser queens`, which places, lists, counts and checks queens, and prints reductions of the search
//! space.

pub(crate) mod args;
mod check;
mod count;
mod space;

use std::io::{self, Write};
use std::time::Instant;

use courser::board::words::counted;
use courser::board::{Board, Square};
use courser::solve::queens::{self, GivenQueens, MAX_JOINED, MAX_LISTED, Placements};
use courser::{Content, FileFormat, view};
use indicatif::HumanCount;
use serde::Serialize;

use crate::answer;
use crate::error::{Context, Failure, Result, refuse, remark};
use crate::output::{self, OutputTarget};
use crate::picture;
use crate::queens::args::{QueensArgs, QueensCommand};

/// A board as written in JSON, without a leaper.
#[derive(Debug, Serialize)]
struct BoardJson {
    rows: u32,
    cols: u32,
}

impl BoardJson {
    const fn square(side: u32) -> Self {
        Self { rows: side, cols: side }
    }
}

pub(crate) fn run(args: &QueensArgs) -> Result<()> {
    if let Some(QueensCommand::Check(args)) = &args.command {
        return check::run(args);
    }
    let format = args.output.format_or_text(if args.sql { Content::Query } else { Content::Queens })?;
    consistent(args, format)?;
    refuse(
        args.verify_cpu && !args.count,
        "--verify-cpu compares numbers of placements",
        "add --count, or leave it out",
    )?;
    let style = picture::in_colours(args.palette, format.is_picture())?;
    let n = args.n;
    if args.search_space {
        return space::run(args, format);
    }
    let squares = given(args)?;
    if args.count {
        return count::run(args, &squares, format);
    }
    if args.sql {
        return args.output.open()?.put(|out| write!(out, "{}", queens::query(n)));
    }
    let given = (!squares.is_empty()).then(|| GivenQueens::new(n, &squares)).transpose().map_err(|attack| {
        Failure::no(format!("no placement has these queens: {attack}"), "leave out one of the two")
    })?;
    let output = args.output.open()?;
    let begun = Instant::now();
    let one = given.as_ref().map_or_else(|| queens::place(n), GivenQueens::place).ok_or_else(|| {
        if given.is_some() {
            let text = format!("{n} queens cannot be placed on {n}x{n} with queens on these squares: all were tried");
            return Failure::no(text, "leave out one of the squares of --given");
        }
        Failure::no(
            format!("{n} queens cannot be placed on {n}x{n} so that none attacks another"),
            "every other number of queens can: 1, and 4 or more",
        )
    })?;
    let mut placed = None;
    if format.is_picture() && is_list(args) {
        placed = Some(sheet(args, given.as_ref(), format, output, &style)?);
    } else if format.is_picture() {
        let board = Board::new(n, n)?;
        let squares: Vec<Square> = queens::squares(&one).collect();
        picture::write_still(output, format, view::StaticPicture::queens(&board, &squares, &style))?;
    } else {
        let json = format == FileFormat::Json;
        output.put(|out| {
            if !is_list(args) {
                return write_one(&one, json, out);
            }
            placed = Some(list(args, given.as_ref(), json, out)?);
            Ok(())
        })?;
    }
    let placements = placed.map(|placed| counted(HumanCount(placed), "placement") + " of ").unwrap_or_default();
    let (queens, time) = (counted(HumanCount(n.into()), "queen"), answer::in_units(begun.elapsed()));
    remark(format_args!("{placements}{queens} on {n}x{n}, none attacks another, {time}"));
    Ok(())
}

/// Returns the squares of the queens placed in advance.
fn given(args: &QueensArgs) -> Result<Vec<Square>> {
    if args.given.is_empty() {
        return Ok(Vec::new());
    }
    let n = args.n;
    let most = format_args!("at most {MAX_LISTED} queens are placed around given ones, and not {n}");
    refuse(n > MAX_LISTED, most, "choose a smaller N, or leave out --given")?;
    let board = Board::new(n, n)?;
    let square = |text: &String| board.square(text).named("--given");
    args.given.iter().map(square).collect()
}

/// Returns all placements, in the order of [`Placements`]. If queens are given, returns only the placements with these
/// queens.
fn placements(n: u32, given: Option<&GivenQueens>) -> Placements<GivenQueens> {
    given.map_or_else(|| GivenQueens::new(n, &[]).expect("no queen attacks another"), GivenQueens::clone).placements()
}

/// Returns whether several placements are requested.
const fn is_list(args: &QueensArgs) -> bool {
    args.all || args.fundamental
}

/// Rejects arguments that contradict each other or have no effect.
fn consistent(args: &QueensArgs, format: FileFormat) -> Result<()> {
    let (n, several) = (args.n, is_list(args) || args.count);
    let cure = "leave out --count, --search-space, --sql";
    let is_placed = !args.count && !args.search_space && !args.sql;
    refuse(format.is_picture() && !is_placed, "a picture shows placements", cure)?;
    refuse(args.sql && format == FileFormat::Json, "a query is text", "leave out --json")?;
    let joined = format_args!("a query joins up to {MAX_JOINED} queens");
    refuse(args.sql && n > MAX_JOINED, joined, "choose a smaller N")?;
    let on_gpu = args.device.device.asks_for_gpu();
    let cure = "use it with --count, without --fundamental and --given";
    let is_counted = args.count && !args.fundamental && args.given.is_empty();
    refuse(on_gpu && !is_counted, "the GPU only counts queens", cure)?;
    let listed = format_args!("{n} queens can neither be listed nor counted: at most {MAX_LISTED}");
    let cure = "ask for one placement, without --all, --fundamental and --count";
    refuse(several && n > MAX_LISTED, listed, cure)?;
    let most = space::MAX_SIDE;
    let space = format_args!("the numbers of the search space are worked out for up to {most} queens");
    refuse(args.search_space && n > most, space, "choose a smaller N")
}

/// Draws the placements side by side on a sheet. Returns their number.
fn sheet(
    args: &QueensArgs,
    given: Option<&GivenQueens>,
    format: FileFormat,
    output: OutputTarget,
    style: &view::Style,
) -> Result<u64> {
    let board = Board::new(args.n, args.n)?;
    // The maximum number of boards on the sheet is found by bisection.
    let (mut room, mut too_many) = (0, view::MAX_PICTURE_PIXELS);
    while room + 1 < too_many {
        let boards = room.midpoint(too_many);
        let fits = view::check_sheet(&board, boards, None, style).is_ok();
        *(if fits { &mut room } else { &mut too_many }) = boards;
    }
    let (mut placements, mut found) = (placements(args.n, given), Vec::new());
    while let Some(rows) = placements.advance() {
        if args.fundamental && queens::class(rows).is_none() {
            continue;
        }
        if found.len() as u64 == room {
            let fewer = !args.fundamental && given.is_none() && fundamental_fit(args.n, room);
            return Err(Failure::input(
                format!("a sheet has room for {} boards of {board}, and there are more placements", HumanCount(room)),
                if fewer {
                    "add --fundamental, or choose a smaller N"
                } else {
                    "choose a smaller N, or print them as text"
                },
            ));
        }
        found.push(queens::squares(rows).collect());
    }
    picture::write_still(output, format, view::StaticPicture::placements(&board, &found, style))?;
    Ok(found.len() as u64)
}

/// Returns whether there are at most `max` placements that differ by more than a rotation or reflection.
fn fundamental_fit(n: u32, max: u64) -> bool {
    let (mut placements, mut classes) = (placements(n, None), 0);
    while let Some(rows) = placements.advance() {
        classes += u64::from(queens::class(rows).is_some());
        if classes > max {
            return false;
        }
    }
    true
}

/// A placement as written in JSON.
#[derive(Debug, Serialize)]
struct Placed {
    board: BoardJson,
    squares: Vec<[u32; 2]>,
}

fn pairs(rows: &[u32]) -> Vec<[u32; 2]> {
    queens::squares(rows).map(|square| [square.row, square.col]).collect()
}

fn write_one(rows: &[u32], json: bool, out: &mut dyn Write) -> io::Result<()> {
    if json {
        return output::json(out, &Placed { board: BoardJson::square(rows.len() as u32), squares: pairs(rows) });
    }
    writeln!(out, "{}", queens::name(rows))
}

/// Writes each placement as soon as it is found, so that only one placement is in memory at a time. Returns the number
/// of placements.
fn list(args: &QueensArgs, given: Option<&GivenQueens>, json: bool, out: &mut dyn Write) -> io::Result<u64> {
    if json {
        write!(out, "{{\"n\":{},\"placements\":[", args.n)?;
    }
    let mut placements = placements(args.n, given);
    let mut listed = 0;
    while let Some(rows) = placements.advance() {
        if args.fundamental && queens::class(rows).is_none() {
            continue;
        }
        if json {
            out.write_all(if listed == 0 { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut *out, &pairs(rows))?;
        } else {
            writeln!(out, "{}", queens::name(rows))?;
        }
        listed += 1;
    }
    if json {
        writeln!(out, "\n]}}")?;
    }
    Ok(listed)
}
