//! `courser queens`: placed, listed, counted, judged, and the search space.

mod check;
mod count;
mod space;

use std::io::{self, Write};

use courser::board::{Board, Square};
use courser::solve::queens::{self, MAX_JOINED, MAX_LISTED, Placements};
use courser::{Content, Format, view};
use serde::Serialize;

use crate::args::{QueensArgs, QueensCommand};
use crate::error::Failure;
use crate::output::Output;
use crate::{device, format, picture};

/// The board in JSON: without a leaper.
#[derive(Debug, Serialize)]
struct Sides {
    rows: u32,
    cols: u32,
}

impl Sides {
    const fn square(side: u32) -> Self {
        Self { rows: side, cols: side }
    }
}

pub(crate) fn run(args: &QueensArgs, quiet: bool) -> Result<(), Failure> {
    if let Some(QueensCommand::Check(args)) = &args.command {
        return check::run(args);
    }
    let format = args.output.format_or_text(if args.sql { Content::Query } else { Content::Queens })?;
    consistent(args, format)?;
    let style = picture::in_colours(args.palette, format.is_picture())?;
    let n = args.n;
    if args.search_space {
        return space::run(args, format, quiet);
    }
    if args.count {
        return count::run(args, format, quiet);
    }
    if args.sql {
        return Output::open(args.output.output.as_deref())?.put(|out| write!(out, "{}", queens::query(n)));
    }
    let output = Output::open(args.output.output.as_deref())?;
    let one = queens::place(n).ok_or_else(|| {
        Failure::no(
            format!("{n} queens cannot be placed on {n}x{n} so that none attacks another"),
            "every other number of queens can: 1, and 4 or more",
        )
    })?;
    if format.is_picture() {
        let board = Board::new(n, n).map_err(|error| Failure::input(&error, error.hint()))?;
        let squares: Vec<Square> = queens::squares(&one).collect();
        let paint = || view::paint_queens(&board, &squares, &style);
        return picture::write_still(output, format, paint, |out| {
            view::write_queens_svg(&board, &squares, &style, out)
        });
    }
    let json = format == Format::Json;
    output.put(|out| if is_list(args) { list(args, json, out) } else { write_one(&one, json, out) })
}

/// Returns whether more than one placement is asked for.
const fn is_list(args: &QueensArgs) -> bool {
    args.all || args.fundamental
}

/// Refuses arguments that contradict each other, or that would have no effect.
fn consistent(args: &QueensArgs, format: Format) -> Result<(), Failure> {
    let refuse = |what: String, cure: &str| Err(Failure::input(what, cure));
    if format.is_picture() && (is_list(args) || args.count || args.search_space || args.sql) {
        return refuse(
            "a picture shows one placement".into(),
            "leave out --all, --fundamental, --count, --search-space, --sql",
        );
    }
    if args.sql && format == Format::Json {
        return refuse("a query is text".into(), "leave out --json");
    }
    if args.sql && args.n > MAX_JOINED {
        return refuse(format!("a query joins up to {MAX_JOINED} queens"), "choose a smaller N");
    }
    device::choice(&args.device)?;
    if args.device.ask_for_gpu() && (!args.count || args.fundamental) {
        return refuse("the GPU only counts queens".into(), "use it with --count, without --fundamental");
    }
    if (is_list(args) || args.count) && args.n > MAX_LISTED {
        return refuse(
            format!("{} queens can neither be listed nor counted: at most {MAX_LISTED}", args.n),
            "ask for one placement, without --all, --fundamental and --count",
        );
    }
    if args.search_space && args.n > space::MAX_SIDE {
        return refuse(
            format!("the numbers of the search space are worked out for up to {} queens", space::MAX_SIDE),
            "choose a smaller N",
        );
    }
    Ok(())
}

/// One placement in JSON.
#[derive(Debug, Serialize)]
struct Placed {
    board: Sides,
    squares: Vec<[u32; 2]>,
}

fn pairs(rows: &[u32]) -> Vec<[u32; 2]> {
    queens::squares(rows).map(|square| [square.row, square.col]).collect()
}

fn write_one(rows: &[u32], json: bool, out: &mut dyn Write) -> io::Result<()> {
    if json {
        return format::json(out, &Placed { board: Sides::square(rows.len() as u32), squares: pairs(rows) });
    }
    writeln!(out, "{}", queens::name(rows))
}

/// Every placement as it is found, in memory for one.
fn list(args: &QueensArgs, json: bool, out: &mut dyn Write) -> io::Result<()> {
    if json {
        write!(out, "{{\"n\":{},\"placements\":[", args.n)?;
    }
    let mut placements = Placements::new(args.n);
    let mut first = true;
    while let Some(rows) = placements.advance() {
        if args.fundamental && queens::class(rows).is_none() {
            continue;
        }
        if json {
            out.write_all(if first { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut *out, &pairs(rows))?;
        } else {
            writeln!(out, "{}", queens::name(rows))?;
        }
        first = false;
    }
    if json { writeln!(out, "\n]}}") } else { Ok(()) }
}
