//! The board, as the JSON of several commands has it.

use courser::board::Board;
use serde::Serialize;

/// The board, as in the JSON of a tour.
#[derive(Debug, Serialize)]
pub(crate) struct BoardDetails {
    rows: u32,
    cols: u32,
    leaper: [u32; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holes: Vec<[u32; 2]>,
}

/// A board on which no piece leaps: that of queens.
#[derive(Debug, Serialize)]
pub(crate) struct Sides {
    rows: u32,
    cols: u32,
}

impl Sides {
    pub(crate) const fn square(side: u32) -> Self {
        Self { rows: side, cols: side }
    }
}

impl BoardDetails {
    pub(crate) fn new(board: &Board) -> Self {
        let leaper = [board.leaper().r(), board.leaper().s()];
        let holes = board.holes().map(|hole| [hole.row, hole.col]).collect();
        Self { rows: board.rows(), cols: board.cols(), leaper, holes }
    }

    /// Rows and columns.
    pub(crate) const fn sides(&self) -> (u32, u32) {
        (self.rows, self.cols)
    }
}
