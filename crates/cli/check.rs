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
    let Found { board, squares, kind: claim, .. } = found;
    let must_close = args.closed || claim == Some(Claim::Closed);
    let judged = match check(&board, squares.iter().copied()) {
        Ok(Kind::Open) if must_close => Err(open_where_closed(&board, &squares)),
        Ok(kind) => Ok(kind.to_string()),
        Err(flaw) => Err(flaw.to_string()),
    };
    let (kind, flaw) = match judged {
        Ok(kind) => (Some(kind), None),
        Err(flaw) => (None, Some(flaw)),
    };
    Verdict { board: BoardDetails::new(&board), kind, squares: squares.len(), flaw }
}

/// Why a tour that should close does not.
fn open_where_closed(board: &Board, squares: &[Square]) -> String {
    match squares {
        [first, _, .., last] => {
            let rows = board.rows();
            format!("the tour is open, not closed: {} to {} is no move", last.name(rows), first.name(rows))
        }
        // From the second square back to the first may be a move, but there and back is no cycle.
        few => {
            format!("the tour is open, not closed: a closed tour has at least 3 squares, this one has {}", few.len())
        }
    }
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
