//! Implements `courser queens check`, which checks placements from a file.

use courser::board::format::read_placements;
use courser::board::words::shorten;
use courser::board::{Board, Square};
use courser::solve::queens::{Attack, attack};
use serde::Serialize;

use super::BoardJson;
use crate::error::{Context, Failure, Result, note};
use crate::input;
use crate::output::{self, OutputTarget};
use crate::queens::args::QueensCheckArgs;

/// The result as written in JSON.
#[derive(Debug, Serialize)]
struct QueensResult {
    board: BoardJson,
    /// Number of valid placements before the first invalid placement.
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
    let begin = first.split_whitespace().next().unwrap_or_default();
    // `queens` writes each placement as a line with the names of its squares. If the first word is not the name of a
    // square, the file has another format.
    if Board::new(1 << 24, 1 << 24)?.square(begin).is_err() {
        return of_others(args, &text, &name);
    }
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
    report(args, side, placements, flaw)
}

/// Checks placements written as lists of columns, as boards, or as JSON.
fn of_others(args: &QueensCheckArgs, text: &str, name: &str) -> Result<()> {
    let (found, said) = read_placements(text.as_bytes(), args.size).named(name)?;
    if let Some(said) = said {
        note(format_args!("{name}: {said}"));
    }
    let side = found[0].side;
    let (mut placements, mut flaw) = (0, None);
    for placement in &found {
        flaw = match placement.side == side {
            true => judge(&placement.squares, side),
            false => Some(format!("a board of {} rows, where the first has {side}", placement.side)),
        };
        flaw = flaw.map(|flaw| format!("line {}: {flaw}", placement.line));
        if flaw.is_some() {
            break;
        }
        placements += 1;
    }
    report(args, side, placements, flaw)
}

/// Prints the result.
///
/// # Errors
/// [`Failure`] with exit code 1 if a placement is invalid.
fn report(args: &QueensCheckArgs, side: u32, placements: u64, flaw: Option<String>) -> Result<()> {
    let verdict = QueensResult { board: BoardJson::square(side), placements, ok: flaw.is_none(), flaw };
    if args.json {
        OutputTarget::Stdout.put(|out| output::json(out, &verdict))?;
    } else {
        OutputTarget::Stdout.put_line(&match (&verdict.flaw, placements) {
            (Some(flaw), _) => flaw.clone(),
            (None, 1) => format!("{side} queens, none attacks another"),
            (None, many) => format!("{many} placements of {side} queens, none attacks another"),
        })?;
    }
    if verdict.ok { Ok(()) } else { Err(Failure::said_no()) }
}

/// Returns the reason why the squares are not a valid placement of queens, or `None` if the placement is valid.
fn judge(squares: &[Square], side: u32) -> Option<String> {
    let attacked = attack(squares, side).as_ref().map(Attack::to_string);
    let missing = || format!("{} of {side} queens, none attacks another", squares.len());
    attacked.or_else(|| (squares.len() < side as usize).then(missing))
}
