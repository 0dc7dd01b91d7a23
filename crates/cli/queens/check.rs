//! `courser queens check`: judges placements from a file.

use courser::board::words::shorten;
use courser::board::{Board, Square};
use courser::solve::queens::{Attack, attack};
use serde::Serialize;

use super::Sides;
use crate::error::{Failure, Named, Result};
use crate::input;
use crate::output::{self, Output};
use crate::queens::args::QueensCheckArgs;

/// The verdict in JSON.
#[derive(Debug, Serialize)]
struct Verdict {
    board: Sides,
    /// Lines that are placements, up to the first that is none.
    placements: u64,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    flaw: Option<String>,
}

pub(super) fn run(args: &QueensCheckArgs) -> Result<()> {
    let text = input::read_text(&args.file)?;
    let name = input::name(&args.file);
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((_, first)) = lines().next() else {
        return Err(Failure::input(format!("{name}: no placement"), "give a line of squares, as in a2 b4 c6 d8"));
    };
    let named = first.split_whitespace().count();
    let side = args.size.unwrap_or_else(|| u32::try_from(named).unwrap_or(u32::MAX));
    let board = Board::new(side, side).named(&name)?;
    let (mut placements, mut flaw) = (0, None);
    for (number, line) in lines() {
        let square = |word| board.square(word).named(format_args!("{name}: line {number}: '{}'", shorten(word)));
        let squares = line.split_whitespace().map(square).collect::<Result<Vec<Square>, _>>()?;
        flaw = judge(&squares, side).map(|flaw| format!("line {number}: {flaw}"));
        if flaw.is_some() {
            break;
        }
        placements += 1;
    }
    let verdict = Verdict { board: Sides::square(side), placements, ok: flaw.is_none(), flaw };
    Output::Stdout.put(|out| {
        if args.json {
            return output::json(out, &verdict);
        }
        match (&verdict.flaw, placements) {
            (Some(flaw), _) => writeln!(out, "{flaw}"),
            (None, 1) => writeln!(out, "{side} queens, none attacks another"),
            (None, many) => writeln!(out, "{many} placements of {side} queens, none attacks another"),
        }
    })?;
    if verdict.ok { Ok(()) } else { Err(Failure::said_no()) }
}

/// Why these queens are not a placement, if they are none.
fn judge(squares: &[Square], side: u32) -> Option<String> {
    let attacked = attack(squares, side).as_ref().map(Attack::to_string);
    let missing = || format!("{} of {side} queens, none attacks another", squares.len());
    attacked.or_else(|| (squares.len() < side as usize).then(missing))
}
