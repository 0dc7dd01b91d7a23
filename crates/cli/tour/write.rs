//! A judged path, written in the format asked for.

use std::io::IsTerminal;
use std::time::Duration;

use courser::Format;
use courser::board::format::{Details, Format as TourFormat, FormatError, write as write_text};
use courser::board::{Board, Kind, Path, Square};

use crate::args::StyleArgs;
use crate::error::{Failure, Result};
use crate::output::Output;
use crate::picture;

/// The most squares of a grid that is printed without being asked for.
const MOST_IN_A_GRID: u64 = courser::stream::LARGE - 1;

/// The destination of an answer, and its format.
pub(super) struct Place {
    pub(super) output: Output,
    pub(super) format: Option<Format>,
}

/// Writes a path that the judge has passed; `kind` is none for one that is not a tour.
pub(super) fn write(place: Place, path: &Path, kind: Option<Kind>, details: &Details, style: &StyleArgs) -> Result<()> {
    let Place { output, format } = place;
    if let Some(format) = format.filter(|format| format.is_picture()) {
        return picture::write(output, format, path, kind, style);
    }
    let text = match format {
        Some(format) => format.tour_format(),
        None => grid_fits(path.board()).then_some(TourFormat::Grid),
    };
    let Some(text) = text else {
        let summary = summary(path, kind, details);
        return output.put(|out| writeln!(out, "{summary}"));
    };
    output.write(|out| {
        write_text(text, path, kind, details, out).map_err(|error| match error {
            FormatError::Io(error) => Failure::writing("the tour", &error),
            error => error.into(),
        })
    })
}

/// Returns whether a grid can be read at its destination: on a terminal it must fit the width.
pub(super) fn grid_fits(board: &Board) -> bool {
    if board.cells() > MOST_IN_A_GRID {
        return false;
    }
    if !std::io::stdout().is_terminal() {
        return true;
    }
    let digits = u64::from(board.playable().max(1).ilog10()) + 1;
    terminal_size::terminal_size()
        .is_none_or(|(width, _)| u64::from(board.cols()) * (digits + 1) <= u64::from(width.0) + 1)
}

/// The names of the first square of a path and of the last.
pub(super) fn ends(path: &Path) -> [String; 2] {
    let name = |square: Option<Square>| square.map_or(String::new(), |at| at.name(path.board().rows()).to_string());
    [name(path.squares().next()), name(path.squares().last())]
}

/// Returns the tour in one line, for grids that are too large to be read.
fn summary(path: &Path, kind: Option<Kind>, details: &Details) -> String {
    let (board, [from, to]) = (path.board(), ends(path));
    let kind = kind.map_or("partial".to_owned(), |kind| kind.to_string());
    format!(
        "{kind} tour of {board}: {} squares from {from} to {to}, {}, made in {:.1?} (--format grid prints it, -o FILE writes it)",
        path.order().len(),
        details.method.as_deref().unwrap_or("auto"),
        Duration::from_secs_f64(details.seconds.unwrap_or(0.0)),
    )
}
