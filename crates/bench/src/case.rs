//! Benchmark cases, each of which combines a method, a device and a board.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A benchmarked method, which computes one tour or many tours. [`BenchMethod::ALL`] contains all methods.
#[derive(Debug, PartialEq, Eq)]
pub struct BenchMethod {
    /// Name of the method in reports. Each schedule of the decision cycle is a method of its own.
    pub name: &'static str,
    /// Phrase that names the method in a sentence.
    pub in_words: &'static str,
}

impl BenchMethod {
    /// All methods: first the baselines, then the other methods from fast to slow, and finally a complete `courser
    /// tour`.
    pub const ALL: &'static [Self] = &[
        Self { name: "warnsdorff", in_words: "Warnsdorff's rule" },
        Self { name: "mosaic", in_words: "the mosaic" },
        Self { name: "grown", in_words: "a grown tour" },
        Self { name: "relay", in_words: "the relay" },
        Self { name: "batch", in_words: "many knights" },
        Self { name: "factor", in_words: "factor and merge" },
        Self { name: "regions", in_words: "search by regions" },
        Self { name: "search", in_words: "exact search" },
        Self { name: "depth-first", in_words: "depth-first search" },
        Self { name: "cycle resident", in_words: "the decision cycle (resident)" },
        Self { name: "cycle near", in_words: "the decision cycle (near)" },
        Self { name: "cycle whole", in_words: "the decision cycle (whole)" },
        Self { name: "auto", in_words: "courser's own choice" },
    ];

    /// Returns the method with this name, or `None` if no method has this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|method| method.name == name)
    }

    /// Returns the name that selects the method in the command `courser bench`. All schedules of the decision cycle
    /// share one such name.
    pub fn family(&self) -> &'static str {
        self.schedule().map_or(self.name, |_| "cycle")
    }

    /// Returns the schedule of the decision cycle, or `None` for other methods.
    pub fn schedule(&self) -> Option<&'static str> {
        self.name.strip_prefix("cycle ")
    }

    /// Returns whether this method is the baseline: one knight that follows Warnsdorff's rule on one core. The baseline
    /// is the fastest method for one tour on the CPU.
    pub(crate) fn is_base(&self) -> bool {
        self.name == "warnsdorff"
    }

    /// Returns whether one run computes many tours.
    pub(crate) fn makes_many(&self) -> bool {
        self.name == "batch"
    }

    /// Returns whether a run of this method computes exactly one tour.
    pub(crate) fn makes_one(&self) -> bool {
        !self.makes_many() && self.name != "auto"
    }
}

/// One method on one device and one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "CaseRecord", into = "CaseRecord")]
pub struct Case {
    /// The timed method.
    pub method: &'static BenchMethod,
    /// Label of the device, as in [`DeviceInfo::label`](crate::DeviceInfo::label).
    pub device: String,
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
}

/// JSON representation of a case. The board is an object, as in the JSON of every command. Older reports store the
/// number of rows and columns as fields of the case itself. Such reports can also be read.
#[derive(Serialize, Deserialize)]
struct CaseRecord {
    method: String,
    device: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<CaseSides>,
    #[serde(skip_serializing)]
    rows: Option<u32>,
    #[serde(skip_serializing)]
    cols: Option<u32>,
}

/// The board of a case: a knight's board without holes.
#[derive(Serialize, Deserialize)]
struct CaseSides {
    rows: u32,
    cols: u32,
    leaper: [u32; 2],
}

impl From<Case> for CaseRecord {
    fn from(Case { method, device, rows, cols }: Case) -> Self {
        let board = Some(CaseSides { rows, cols, leaper: [1, 2] });
        Self { method: method.name.into(), device, board, rows: None, cols: None }
    }
}

impl TryFrom<CaseRecord> for Case {
    type Error = String;

    fn try_from(CaseRecord { method, device, board, rows, cols }: CaseRecord) -> Result<Self, String> {
        let unknown = || format!("'{method}' is not a method that is timed");
        let method = BenchMethod::named(method.trim()).ok_or_else(unknown)?;
        let sides = board.map(|board| (board.rows, board.cols)).or(rows.zip(cols));
        let (rows, cols) = sides.ok_or("a case without a board")?;
        Ok(Self { method, device, rows, cols })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}, {}x{}", self.method.name, self.device, self.rows, self.cols)
    }
}
