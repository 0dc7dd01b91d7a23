//! The passes of a tour, and the steps that they belong to.

use web_time::Duration;

/// A pass over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The edges of a mosaic.
    Start,
    /// Switches by coins.
    Melt,
    /// Which cycle each square is on.
    Label,
    /// Which squares are not on the main cycle.
    Mark,
    /// Offers of gadgets that join a cycle with the main one.
    Scan,
    /// Each cycle picks the best switch that it was offered.
    Pick,
    /// The picked switches are made: cycles join.
    Apply,
    /// The marks are widened by four squares, for the next melting.
    Dilate,
    /// The tour is cut into pieces at some squares.
    Splitters,
    /// The distance of each piece from the start is found, by list ranking.
    Rank,
    /// Each square gets its visit number.
    Number,
}

impl Pass {
    /// All passes, in the order in which each comes for the first time.
    pub const ALL: [Self; 11] = [
        Self::Start,
        Self::Melt,
        Self::Label,
        Self::Mark,
        Self::Scan,
        Self::Pick,
        Self::Apply,
        Self::Dilate,
        Self::Splitters,
        Self::Rank,
        Self::Number,
    ];

    /// Returns whether the pass changes edges.
    pub const fn changes_edges(self) -> bool {
        matches!(self, Self::Start | Self::Melt | Self::Apply)
    }

    /// Returns the step that the pass belongs to.
    pub const fn step(self) -> Step {
        match self {
            Self::Start => Step::Start,
            Self::Melt => Step::Melt,
            Self::Label | Self::Mark | Self::Scan | Self::Pick | Self::Apply | Self::Dilate => Step::Join,
            Self::Splitters | Self::Rank | Self::Number => Step::Number,
        }
    }
}

/// A step of the growth of a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A mosaic is laid.
    Start,
    /// It melts into cycles.
    Melt,
    /// They are joined.
    Join,
    /// The one that is left is numbered.
    Number,
}

impl Step {
    /// All of them, in their order.
    pub const ALL: [Self; 4] = [Self::Start, Self::Melt, Self::Join, Self::Number];

    /// Returns its name, as a past participle.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "started",
            Self::Melt => "melted",
            Self::Join => "joined",
            Self::Number => "numbered",
        }
    }
}

/// The progress of the growth of a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Melting: passes done and total.
    Melting(u32, u32),
    /// Joining: cycles left, and shakes so far.
    Joining(u32, u32),
    /// One cycle is left, and gets its numbers.
    Numbering,
}

/// The report of the growth of a tour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The time of each pass, over all its runs, in the order of [`Pass::ALL`].
    pub passes: [Duration; Pass::ALL.len()],
    /// The time of the proof and of the read-back of the numbers.
    pub proof: Duration,
    /// For each melting the cycles after it, and those left after each round that joined some.
    pub cycles: Vec<Vec<u32>>,
    /// Bytes of memory that the state takes on its device.
    pub bytes: u64,
}

impl Report {
    /// Returns the number of shakes: how often the squares around the remaining cycles were melted again.
    pub fn shakes(&self) -> u32 {
        self.cycles.len().saturating_sub(1) as u32
    }

    /// Returns the time of a step.
    pub fn step(&self, step: Step) -> Duration {
        Pass::ALL.into_iter().zip(self.passes).filter(|(pass, _)| pass.step() == step).map(|(_, time)| time).sum()
    }

    /// Rounds of joining.
    pub fn rounds(&self) -> u32 {
        self.cycles.iter().map(|left| left.len() as u32 - 1).sum()
    }
}
