//! The cases: a method, a device and a board.

use std::fmt;

use courser_board::Board;
use courser_engine::cycle::Schedule;
use serde::{Deserialize, Serialize};

/// A method of making a tour, or many tours, as the benchmark times it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Method {
    /// The decision cycle by one of its schedules.
    Cycle(Schedule),
    /// Depth-first search without any rule: "DFS, O(8^n)" of the slides, ended after 67 million steps.
    DepthFirst,
    /// Exact search with pruning.
    Search,
    /// One knight by Warnsdorff's rule, on one core: what the CPU does best for one tour.
    Warnsdorff,
    /// Many knights by Warnsdorff's rule, from all squares in turn.
    Batch,
    /// Equal regions, searched one after another, as "Haskell: knight's move II" tours 52x52.
    Regions,
    /// A factor of the board's graph whose cycles are joined.
    Factor,
    /// Tiles: every square works out its own number.
    Mosaic,
    /// Tiles melted into cycles that join: a tour that looks grown, by all squares at once.
    Grown,
    /// Many knights on one board, a region each, on the CPU.
    Relay,
    /// The method that courser chooses, from the question to the proof, as `courser::tour` answers: see
    /// [`Answers`](crate::Answers).
    Auto,
}

/// Steps after which [`Method::DepthFirst`] is ended.
pub(crate) const STEPS: u64 = 1 << 26;

impl Method {
    /// Every method: the baselines first, the slowest last, and then what courser does by itself.
    pub const ALL: [Self; 13] = [
        Self::Warnsdorff,
        Self::Mosaic,
        Self::Grown,
        Self::Relay,
        Self::Batch,
        Self::Factor,
        Self::Regions,
        Self::Search,
        Self::DepthFirst,
        Self::Cycle(Schedule::Resident),
        Self::Cycle(Schedule::Near),
        Self::Cycle(Schedule::Whole),
        Self::Auto,
    ];

    /// Returns `true` if the method tours the board in bearable time.
    pub(crate) fn takes(self, board: &Board) -> bool {
        let squares = board.cells();
        match self {
            // Three passes over every square for each of them: beyond, one move takes as long as a tour of 128x128.
            Self::Cycle(Schedule::Whole) => squares <= 512 * 512,
            Self::Cycle(_) => squares <= 1024 * 1024,
            // Beyond these it does not end.
            Self::DepthFirst => squares <= 8 * 8,
            Self::Search => squares <= 64 * 64,
            Self::Warnsdorff => squares <= 8192 * 8192,
            Self::Batch => squares <= 256 * 256,
            Self::Regions => squares <= 256 * 256 && regions(board).is_some(),
            Self::Factor => squares <= 2048 * 2048,
            Self::Mosaic => courser_solve::mosaic::serves(board),
            Self::Relay => squares <= 16_384 * 16_384 && courser_solve::relay::serves(board),
            Self::Auto => squares <= 16_384 * 16_384,
            Self::Grown => squares <= 16_384 * 16_384 && courser_engine::grown::serves(board).is_ok(),
        }
    }

    /// Returns `true` if one run makes many tours.
    pub(crate) const fn makes_many(self) -> bool {
        matches!(self, Self::Batch)
    }

    /// Returns `true` if one run makes one tour by this method alone.
    pub(crate) const fn makes_one(self) -> bool {
        !matches!(self, Self::Batch | Self::Auto)
    }

    /// The name by which the method is asked for: one for all schedules of the decision cycle.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cycle(_) => "cycle",
            Self::DepthFirst => "depth-first",
            Self::Search => "search",
            Self::Warnsdorff => "warnsdorff",
            Self::Batch => "batch",
            Self::Regions => "regions",
            Self::Factor => "factor",
            Self::Mosaic => "mosaic",
            Self::Grown => "grown",
            Self::Relay => "relay",
            Self::Auto => "auto",
        }
    }

    /// The method as a part of a sentence.
    pub(crate) fn in_words(self) -> String {
        match self {
            Self::Cycle(schedule) => format!("the decision cycle ({schedule})"),
            Self::DepthFirst => "depth-first search".into(),
            Self::Search => "exact search".into(),
            Self::Warnsdorff => "Warnsdorff's rule".into(),
            Self::Batch => "many knights".into(),
            Self::Regions => "search by regions".into(),
            Self::Factor => "factor and merge".into(),
            Self::Mosaic => "the mosaic".into(),
            Self::Grown => "a grown tour".into(),
            Self::Relay => "the relay".into(),
            Self::Auto => "courser's own choice".into(),
        }
    }
}

/// The rows and columns of equal regions that divide a board: the smallest sides from 5 to 16, two or more per row and
/// column.
pub(crate) fn regions(board: &Board) -> Option<(u32, u32)> {
    let side = |length: u32| (5..=16).find(|&side| length.is_multiple_of(side) && length > side);
    side(board.rows()).zip(side(board.cols()))
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle(schedule) => f.pad(&format!("cycle {schedule}")),
            method => f.pad(method.name()),
        }
    }
}

impl TryFrom<String> for Method {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|method| method.to_string() == text.trim());
        found.ok_or_else(|| format!("'{text}' is not a method that is timed"))
    }
}

impl From<Method> for String {
    fn from(method: Method) -> Self {
        method.to_string()
    }
}

/// One method on one device and one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Filed", into = "Filed")]
pub struct Case {
    /// The method that is timed.
    pub method: Method,
    /// The label of the device, as in [`DeviceInfo::label`](crate::DeviceInfo::label).
    pub device: String,
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
}

/// A case as files have it: its board is an object, as in the JSON of every command. Earlier reports have the board's
/// sides beside the method; they are read as well.
#[derive(Serialize, Deserialize)]
struct Filed {
    method: Method,
    device: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Sides>,
    #[serde(skip_serializing)]
    rows: Option<u32>,
    #[serde(skip_serializing)]
    cols: Option<u32>,
}

/// A knight's board without holes.
#[derive(Serialize, Deserialize)]
struct Sides {
    rows: u32,
    cols: u32,
    leaper: [u32; 2],
}

impl From<Case> for Filed {
    fn from(Case { method, device, rows, cols }: Case) -> Self {
        Self { method, device, board: Some(Sides { rows, cols, leaper: [1, 2] }), rows: None, cols: None }
    }
}

impl TryFrom<Filed> for Case {
    type Error = &'static str;

    fn try_from(Filed { method, device, board, rows, cols }: Filed) -> Result<Self, Self::Error> {
        let sides = board.map(|board| (board.rows, board.cols)).or(rows.zip(cols));
        let (rows, cols) = sides.ok_or("a case without a board")?;
        Ok(Self { method, device, rows, cols })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}, {}x{}", self.method, self.device, self.rows, self.cols)
    }
}
