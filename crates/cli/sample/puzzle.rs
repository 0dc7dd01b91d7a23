//! Implements `courser sample --puzzle`, which makes a partly numbered board with exactly one solution.

use std::fmt::Write as _;

use courser::board::format::Format as TourFormat;
use courser::board::{Board, Kind, Square, TourSpec};
use courser::solve::puzzle::{Puzzle, generate};
use courser::solve::search::SearchOptions;
use courser::{Answer, FileFormat, Request};

use crate::answer;
use crate::error::{Result, refuse, remark};
use crate::failures::unanswered;
use crate::progress::shown;
use crate::sample::args::SampleArgs;
use crate::{input, interrupt, progress};

/// Makes a puzzle and writes it.
pub(super) fn run(args: &SampleArgs, format: Option<FileFormat>) -> Result<()> {
    let is_text = format.is_none_or(|format| format.tour_format() == Some(TourFormat::Grid));
    refuse(!is_text, "a puzzle is text", "write to a .txt file, or to standard output")?;
    let (board, marked) = input::board(&args.board)?;
    let kind = if args.tours.kind.closed { Kind::Closed } else { Kind::Open };
    let start = input::square(&board, &args.tours.kind.start, "--start")?.or(marked);
    let end = input::square(&board, &args.tours.kind.end, "--end")?;
    let spec = TourSpec::new(&board, kind, start, end)?;
    // Boards that do not support puzzles are rejected before the tour is sampled.
    Puzzle::new(&board, kind, [])?;
    let output = args.output.open()?;
    let seed = args.seed.unwrap_or_default();
    let request = Request { seed: Some(seed), ..Request::new(spec) };
    let tour = match shown(|hooks| answer::made(&request, hooks))? {
        Answer::Found(found) => shown(|hooks| found.tour(hooks))?.0,
        answer => return Err(unanswered(&answer, &request)),
    };
    let bar = progress::of(None, "{spinner} {elapsed} (Ctrl-C stops): numbers are left out");
    let made = interrupt::searching(|stop| {
        generate(&tour, kind, &SearchOptions { seed, stop: Some(stop), ..SearchOptions::default() })
    });
    bar.finish_and_clear();
    let Some(puzzle) = made? else { interrupt::end(interrupt::CODE) };
    output.put(|out| out.write_all(text(&puzzle).as_bytes()))?;
    let (given, squares) = (puzzle.given().len(), board.playable());
    remark(format_args!("{given} of {squares} numbers; {kind} tours with them: 1"));
    Ok(())
}

/// Returns the board as text. A square is written as its visit number or as `.`, and a hole as `#`.
fn text(puzzle: &Puzzle) -> String {
    let board: &Board = puzzle.board();
    let width = board.playable().to_string().len();
    let mut visits = vec![0; board.cells() as usize];
    puzzle.given().iter().for_each(|&(visit, square)| visits[board.index(square) as usize] = visit);
    let entry = |square: Square| match visits[board.index(square) as usize] {
        0 if board.is_playable(square) => ".".to_owned(),
        0 => "#".to_owned(),
        visit => visit.to_string(),
    };
    let mut text = String::new();
    for row in 0..board.rows() {
        for col in 0..board.cols() {
            let gap = if col == 0 { "" } else { " " };
            write!(text, "{gap}{:>width$}", entry(Square::new(row, col))).expect("a string takes any text");
        }
        text.push('\n');
    }
    text
}
