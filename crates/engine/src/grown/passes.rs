//! The passes of a tour, the steps that they belong to, and the passes on one device.

use std::ops::{ControlFlow, Range};

use async_trait::async_trait;
use web_time::Duration;

use super::gadget::GadgetClass;
use super::job::{Pick, Piece};
use super::planes::Planes;
use super::setup::GrowthSetup;
use crate::{MaybeSend, Result};

/// A pass over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GrowthPass {
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

impl GrowthPass {
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
    pub const fn step(self) -> GrowthStep {
        match self {
            Self::Start => GrowthStep::Start,
            Self::Melt => GrowthStep::Melt,
            Self::Label | Self::Mark | Self::Scan | Self::Pick | Self::Apply | Self::Dilate => GrowthStep::Join,
            Self::Splitters | Self::Rank | Self::Number => GrowthStep::Number,
        }
    }
}

/// A step of the growth of a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GrowthStep {
    /// A mosaic is laid.
    Start,
    /// It melts into cycles.
    Melt,
    /// They are joined.
    Join,
    /// The one that is left is numbered.
    Number,
}

impl GrowthStep {
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
pub enum GrowthProgress {
    /// Melting: passes done and total.
    Melting(u32, u32),
    /// Joining: cycles left, and shakes so far.
    Joining(u32, u32),
    /// One cycle is left, and gets its numbers.
    Numbering,
}

/// The report of the growth of a tour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrowthReport {
    /// The time of each pass, over all its runs, in the order of [`GrowthPass::ALL`].
    pub passes: [Duration; GrowthPass::ALL.len()],
    /// The time of the proof and of the read-back of the numbers.
    pub proof: Duration,
    /// For each melting the cycles after it, and those left after each round that joined some.
    pub cycles: Vec<Vec<u32>>,
    /// Bytes of memory that the state takes on its device.
    pub bytes: u64,
}

impl GrowthReport {
    /// Returns the number of shakes: how often the squares around the remaining cycles were melted again.
    pub fn shakes(&self) -> u32 {
        self.cycles.len().saturating_sub(1) as u32
    }

    /// Returns the time of a step.
    pub fn step(&self, step: GrowthStep) -> Duration {
        GrowthPass::ALL.into_iter().zip(self.passes).filter(|(pass, _)| pass.step() == step).map(|(_, time)| time).sum()
    }

    /// Rounds of joining.
    pub fn rounds(&self) -> u32 {
        self.cycles.iter().map(|left| left.len() as u32 - 1).sum()
    }
}

/// The [passes](GrowthPass) on one device: what [`Grown`](super::Grown) calls in turn. After each one the state is the
/// same on every device. The passes wait for the device without blocking; on the CPU they never wait.
#[async_trait(?Send)]
pub trait Passes: MaybeSend {
    /// Returns the board, the requested tour and the seed.
    fn setup(&self) -> &GrowthSetup;

    /// Returns the bytes of the state on the device.
    fn bytes(&self) -> u64;

    /// Runs [`GrowthPass::Start`](GrowthPass::Start): the edges of the initial cover.
    ///
    /// # Errors
    /// If the device fails, as for all that follow.
    async fn start(&mut self) -> Result<()>;

    /// Runs passes of melting, one after another; only where the widened marks are, if `inside`.
    ///
    /// # Errors
    /// If the device fails.
    async fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<()>;

    /// Runs [`GrowthPass::Label`](GrowthPass::Label) and returns the number of cycles.
    ///
    /// # Errors
    /// If the device fails.
    async fn label(&mut self) -> Result<u32>;

    /// Returns the label of the cycle of each given cell, in the order of `cells`.
    ///
    /// # Errors
    /// If the device fails.
    async fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>>;

    /// Runs [`GrowthPass::Mark`](GrowthPass::Mark).
    ///
    /// # Errors
    /// If the device fails.
    async fn mark(&mut self, marked: MarkRule) -> Result<()>;

    /// Runs [`GrowthPass::Dilate`](GrowthPass::Dilate).
    ///
    /// # Errors
    /// If the device fails.
    async fn dilate(&mut self) -> Result<()>;

    /// Runs [`GrowthPass::Scan`](GrowthPass::Scan) with the key of the round.
    ///
    /// # Errors
    /// If the device fails.
    async fn scan(&mut self, key: u32) -> Result<()>;

    /// Runs [`GrowthPass::Pick`](GrowthPass::Pick).
    ///
    /// # Errors
    /// If the device fails.
    async fn pick(&mut self, key: u32) -> Result<()>;

    /// Runs [`GrowthPass::Apply`](GrowthPass::Apply) and returns the number of switched picks.
    ///
    /// # Errors
    /// If the device fails.
    async fn apply(&mut self) -> Result<u32>;

    /// Runs [`GrowthPass::Splitters`](GrowthPass::Splitters).
    ///
    /// # Errors
    /// If the device fails.
    async fn splitters(&mut self) -> Result<()>;

    /// Runs [`GrowthPass::Rank`](GrowthPass::Rank).
    ///
    /// # Errors
    /// If the device fails.
    async fn rank(&mut self) -> Result<()>;

    /// Runs [`GrowthPass::Number`](GrowthPass::Number).
    ///
    /// # Errors
    /// If the device fails.
    async fn number(&mut self) -> Result<()>;

    /// Returns the edges of all squares, as bit planes.
    ///
    /// # Errors
    /// If the device fails.
    fn planes(&mut self) -> Result<Planes>;

    /// Returns the words of all cells: after labelling the label of the cycle, after numbering the visit number.
    ///
    /// # Errors
    /// If the device fails.
    fn cells(&mut self) -> Result<Vec<u32>>;

    /// Returns the bit plane of the marks, or of the dilated ones.
    ///
    /// # Errors
    /// If the device fails.
    fn marks(&mut self, wide: bool) -> Result<Vec<u32>>;

    /// Returns the cycles of the last labelling, ascending by label.
    ///
    /// # Errors
    /// If the device fails.
    fn cycles(&mut self) -> Result<Vec<CycleState>>;

    /// Returns the pieces of the tour by their half-edges; `None` on the CPU, which uses other pieces.
    ///
    /// # Errors
    /// If the device fails.
    fn pieces(&mut self) -> Result<Option<Vec<Piece>>>;

    /// Proves the numbers, and passes them to `each`, some rows at a time from the top. They are a tour if this returns
    /// without an error. A hole has the number 0, and a board with holes is not proven here: the caller checks its
    /// tour.
    ///
    /// # Errors
    /// If the numbers are not a tour or the device fails. It is not an error if `each` breaks.
    ///
    /// # Panics
    /// On some devices, if the squares have no numbers yet.
    async fn for_each_band(&mut self, each: BandSink<'_>) -> Result<()>;
}

/// Receives rows and their visit numbers. Returns whether to continue.
pub type BandSink<'a> = &'a mut dyn FnMut(Range<u32>, &[u32]) -> ControlFlow<()>;

/// One pass of melting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeltPass {
    /// The gadgets that may be switched.
    pub class: GadgetClass,
    /// The keys of the coins.
    pub keys: [u32; 2],
}

/// The cycles whose squares [`GrowthPass::Mark`](GrowthPass::Mark) marks. A round joins each of them with a cycle that is not
/// marked, where both lie side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkRule {
    /// All cycles except the main one and those joined with it.
    Apart {
        /// The label of the main cycle.
        main: u32,
        /// Set if the board has been labelled since it was marked. If not, marks are only removed.
        afresh: bool,
    },
    /// Each cycle with probability one half, by a random bit of its label and this key.
    ByCoin(u32),
}

/// The state of one cycle between two passes; cycles are named by their labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleState {
    /// The label of the cycle.
    pub label: u32,
    /// Set if the cycle is joined with another.
    pub joined: bool,
    /// The lowest key offered to it and not picked yet.
    pub best: u32,
    /// The pick of the last round.
    pub pick: Pick,
}
