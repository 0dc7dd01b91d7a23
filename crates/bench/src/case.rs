//! What is timed.

use std::fmt;
use std::str::FromStr;

use courser_board::Board;
use courser_engine::cycle::Schedule;
use serde::{Deserialize, Serialize};

/// How a tour, or many of them, are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Method {
    /// The decision cycle by one of its schedules.
    Cycle(Schedule),
    /// One knight by Warnsdorff's rule, on one core: what the CPU does best for one tour.
    Warnsdorff,
    /// Many knights by Warnsdorff's rule, from all squares in turn.
    Batch,
    /// Every square finds its own place.
    Mosaic,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Cycle(Schedule::Whole),
        Self::Cycle(Schedule::Near),
        Self::Cycle(Schedule::Resident),
        Self::Warnsdorff,
        Self::Batch,
        Self::Mosaic,
    ];

    /// Whether this method tours the board, in a time that is worth it.
    pub(crate) fn takes(self, board: &Board) -> bool {
        let squares = board.cells();
        match self {
            // Three passes over every square for each of them: beyond, one move takes as long as a tour of 128x128.
            Self::Cycle(Schedule::Whole) => squares <= 512 * 512,
            Self::Cycle(_) => squares <= 1024 * 1024,
            Self::Warnsdorff => squares <= 8192 * 8192,
            Self::Batch => squares <= 256 * 256,
            Self::Mosaic => courser_solve::mosaic::serves(board),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle(schedule) => f.pad(&format!("cycle {schedule}")),
            Self::Warnsdorff => f.pad("warnsdorff"),
            Self::Batch => f.pad("batch"),
            Self::Mosaic => f.pad("mosaic"),
        }
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|method| method.to_string() == text.trim());
        found.ok_or_else(|| format!("'{text}' is no method that is timed"))
    }
}

impl TryFrom<String> for Method {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Method> for String {
    fn from(method: Method) -> Self {
        method.to_string()
    }
}

/// One method on one device and one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// How.
    pub method: Method,
    /// Where: the label of a device of the report.
    pub device: String,
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}, {}x{}", self.method, self.device, self.rows, self.cols)
    }
}
