//! `courser check`: judge the tours in a file.

use std::io::Write;

use courser::board::format::{Claim, Found};
use courser::board::{Board, Kind, Square, check};
use serde::Serialize;

use crate::args::CheckArgs;
use crate::details::BoardDetails;
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

pub(crate) fn run(args: &CheckArgs, _quiet: bool) -> Result<(), Failure> {
    let found = input::tour_file(&args.tour, args.format)?;

    let verdicts: Vec<Verdict> = found.into_iter().map(|found| judge(found, args)).collect();
    Output::open(None)?
        .write(|out| tell(out, &verdicts, args.json).map_err(|error| Failure::writing("standard output", &error)))?;
    if verdicts.iter().any(|verdict| verdict.kind.is_none()) {
        return Err(Failure::said_no());
    }
    Ok(())
}

fn judge(found: Found, args: &CheckArgs) -> Verdict {
    let board = found.board;
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
