//! Converts Python arguments to boards and tour specifications.

use std::time::Duration;

use courser::board::{Board, Kind, TourSpec};
use pyo3::prelude::*;

use crate::fault::PyFault;

/// A board as Python passes it: the size such as `8x8`, the leaper, and optionally one byte per square. The byte is 0
/// unless the square is a hole.
#[derive(FromPyObject)]
pub(crate) struct AskedBoard(String, String, Option<Vec<u8>>);

impl AskedBoard {
    pub(crate) fn board(self) -> Result<Board, PyFault> {
        let board = self.0.parse::<Board>()?.with_leaper(self.1.parse()?);
        let Some(holes) = self.2 else { return Ok(board) };
        let holes = (0..).zip(&holes).filter(|&(_, &hole)| hole != 0).map(|(index, _)| board.at(index));
        Ok(board.clone().with_holes(holes)?)
    }
}

/// The kind of a tour and its optional ends, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct AskedEnds {
    closed: bool,
    start: Option<String>,
    end: Option<String>,
}

impl AskedEnds {
    pub(crate) fn spec(&self, board: &Board) -> Result<TourSpec, PyFault> {
        let square = |name: &Option<String>| name.as_ref().map(|name| board.square(name)).transpose();
        Ok(TourSpec::new(board, kind(self.closed), square(&self.start)?, square(&self.end)?)?)
    }
}

/// Converts the argument `closed` to the kind of a tour, or of a path in a graph.
pub(crate) fn kind(closed: bool) -> Kind {
    if closed { Kind::Closed } else { Kind::Open }
}

/// Converts a time limit in seconds to a duration.
///
/// # Errors
/// An input error if `seconds` is negative, not finite or too large.
pub(crate) fn limit(seconds: Option<f64>) -> Result<Option<Duration>, PyFault> {
    let wrong =
        |seconds: f64| PyFault::input(format!("a limit of {seconds} seconds"), "give a number of seconds from 0 on");
    seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(|_| wrong(seconds))).transpose()
}
