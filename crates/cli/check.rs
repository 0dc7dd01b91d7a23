//! `courser check`: judge the tours in a file.

use std::io::Write;

use courser::board::format::{self, Claim, Found};
use courser::board::{Board, Kind, Square, check};
use serde::Serialize;

use crate::args::CheckArgs;
use crate::error::Failure;
use crate::input;
use crate::output::Output;

/// What the judge says of one tour.
#[derive(Debug, Serialize)]
struct Verdict {
    board: BoardDetails,
    /// `open`, `closed`, or none where there is a flaw.
    kind: Option<String>,
    squares: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<String>,
}

/// The board, as in the JSON of a tour.
#[derive(Debug, Serialize)]
pub(crate) struct BoardDetails {
    rows: u32,
    cols: u32,
    leaper: [u32; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holes: Vec<[u32; 2]>,
}

impl BoardDetails {
    pub(crate) fn new(board: &Board) -> Self {
        let leaper = [board.leaper().r(), board.leaper().s()];
        let holes = board.holes().map(|hole| [hole.row, hole.col]).collect();
        Self { rows: board.rows(), cols: board.cols(), leaper, holes }
    }
}

pub(crate) fn run(args: &CheckArgs, _quiet: bool) -> Result<(), Failure> {
    let given = match (&args.size, &args.board) {
        (_, Some(path)) => Some(input::read_board(path, None, args.invert)?.0),
        (size, None) => size.clone(),
    }
    .map(|board| input::with_leaper(board, args.leaper));
    let bytes = input::read_tour(&args.file)?;
    let found = format::read(&bytes, args.format, given.as_ref())
        .map_err(|error| Failure::input(format!("{}: {error}", name(args)), error.hint()))?;
    drop(bytes);

    let verdicts: Vec<Verdict> = found.into_iter().map(|found| judge(found, args)).collect();
    Output::open(None)?
        .write(|out| tell(out, &verdicts, args.json).map_err(|error| Failure::writing("standard output", &error)))?;
    if verdicts.iter().any(|verdict| verdict.kind.is_none()) {
        return Err(Failure::said_no());
    }
    Ok(())
}

fn name(args: &CheckArgs) -> String {
    if args.file.as_os_str() == "-" { "standard input".into() } else { args.file.display().to_string() }
}

fn judge(found: Found, args: &CheckArgs) -> Verdict {
    let board = input::with_leaper(found.board, args.leaper);
    let (first, last) = (found.squares.first().copied(), found.squares.last().copied());
    let judged = check(&board, found.squares.iter().copied());
    let must_close = args.closed || found.kind == Some(Claim::Closed);
    let judged = match judged {
        Ok(Kind::Open) if must_close => {
            Err(first.zip(last).map_or_else(String::new, |(first, last)| open_where_closed(&board, first, last)))
        }
        Ok(kind) => Ok(kind.to_string()),
        Err(flaw) => Err(flaw.to_string()),
    };
    let (kind, flaw) = (judged.clone().ok(), judged.err());
    Verdict { board: BoardDetails::new(&board), kind, squares: found.squares.len(), flaw }
}

fn open_where_closed(board: &Board, first: Square, last: Square) -> String {
    let rows = board.rows();
    format!("the tour is open, not closed: {} to {} is no move", last.name(rows), first.name(rows))
}

fn tell(out: &mut dyn Write, verdicts: &[Verdict], json: bool) -> std::io::Result<()> {
    if json {
        match verdicts {
            [one] => serde_json::to_writer_pretty(&mut *out, one)?,
            many => serde_json::to_writer_pretty(&mut *out, many)?,
        }
        return writeln!(out);
    }
    for verdict in verdicts {
        match (&verdict.kind, &verdict.flaw) {
            (Some(kind), _) => writeln!(out, "{kind} tour")?,
            (None, flaw) => writeln!(out, "{}", flaw.as_deref().unwrap_or("no tour"))?,
        }
    }
    Ok(())
}
