//! The passes of a grown tour, the steps to which they belong, and the trait for the passes on one device.

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
    /// Sets the initial edges.
    Start,
    /// Switches gadgets at random.
    Melt,
    /// Finds the cycle of each square.
    Label,
    /// Marks the squares of the cycles that a round can join.
    Mark,
    /// Offers gadgets that join a marked cycle with an unmarked one.
    Scan,
    /// Picks the best offer of each cycle.
    Pick,
    /// Switches the picked gadgets. This joins cycles.
    Apply,
    /// Extends the marks by four squares, for the next melting.
    Dilate,
    /// Divides the tour into pieces at some squares.
    Splitters,
    /// Computes the distance of each piece from the start of the tour, by list ranking.
    Rank,
    /// Gives each square its visit number.
    Number,
}

impl GrowthPass {
    /// All passes, in the order of their first occurrence.
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

    /// Returns the step to which the pass belongs.
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
    /// Sets the initial edges, which usually form the tour of a mosaic.
    Start,
    /// Melts the mosaic: breaks it into cycles by random exchanges of edges.
    Melt,
    /// Joins the cycles.
    Join,
    /// Gives each square of the last cycle its visit number.
    Number,
}

impl GrowthStep {
    /// All steps, in the order in which they run.
    pub const ALL: [Self; 4] = [Self::Start, Self::Melt, Self::Join, Self::Number];

    /// Returns the name of the step, as a past participle.
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
    /// The tour is melting. Contains the number of completed passes and the total number of passes.
    Melting(u32, u32),
    /// The cycles are being joined. Contains the number of remaining cycles, and the number of shakes so far. A shake
    /// is a series of additional melting passes on the squares around the remaining cycles.
    Joining(u32, u32),
    /// One cycle is left, and its squares are being numbered.
    Numbering,
}

/// The report of the growth of a tour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrowthReport {
    /// Total time of each pass, over all its runs, in the order of [`GrowthPass::ALL`].
    pub passes: [Duration; GrowthPass::ALL.len()],
    /// Total time of the proof and the read-back of the numbers.
    pub proof: Duration,
    /// One list per melting. The first element of a list is the number of cycles after the melting. Each further
    /// element is the number of remaining cycles after a round that joined some cycles.
    pub cycles: Vec<Vec<u32>>,
    /// Memory of the state on its device, in bytes.
    pub bytes: u64,
}

impl GrowthReport {
    /// Returns the number of shakes. A shake is a series of additional melting passes on the squares around the
    /// remaining cycles.
    pub fn shakes(&self) -> u32 {
        self.cycles.len().saturating_sub(1) as u32
    }

    /// Returns the time of a step.
    pub fn step(&self, step: GrowthStep) -> Duration {
        GrowthPass::ALL.into_iter().zip(self.passes).filter(|(pass, _)| pass.step() == step).map(|(_, time)| time).sum()
    }

    /// Returns the number of rounds of joining.
    pub fn rounds(&self) -> u32 {
        self.cycles.iter().map(|left| left.len() as u32 - 1).sum()
    }
}

/// The [passes](GrowthPass) on one device. [`Grown`](super::Grown) calls the passes through this trait. Each pass
/// computes the same state on every device. The passes wait for the device without blocking; on the CPU, the passes
/// never wait.
#[async_trait(?Send)]
pub trait Passes: MaybeSend {
    /// Returns the board, the requested tour and the seed.
    fn setup(&self) -> &GrowthSetup;

    /// Returns the size of the state on the device in bytes.
    fn bytes(&self) -> u64;

    /// Runs [`GrowthPass::Start`](GrowthPass::Start), which sets the edges of the initial cover.
    ///
    /// # Errors
    /// Returns an error if the device fails. The same applies to the functions of all following passes.
    async fn start(&mut self) -> Result<()>;

    /// Runs melting passes in succession. If `inside` is true, only gadgets whose anchors have dilated marks are
    /// switched.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<()>;

    /// Runs [`GrowthPass::Label`](GrowthPass::Label) and returns the number of cycles.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn label(&mut self) -> Result<u32>;

    /// Returns the label of the cycle of each given cell, in the order of `cells`.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>>;

    /// Runs [`GrowthPass::Mark`](GrowthPass::Mark).
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn mark(&mut self, marked: MarkRule) -> Result<()>;

    /// Runs [`GrowthPass::Dilate`](GrowthPass::Dilate).
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn dilate(&mut self) -> Result<()>;

    /// Runs [`GrowthPass::Scan`](GrowthPass::Scan) with the key of the round.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn scan(&mut self, key: u32) -> Result<()>;

    /// Runs [`GrowthPass::Pick`](GrowthPass::Pick).
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn pick(&mut self, key: u32) -> Result<()>;

    /// Runs [`GrowthPass::Apply`](GrowthPass::Apply), which switches the picked gadgets. Returns the number of switched
    /// gadgets.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn apply(&mut self) -> Result<u32>;

    /// Runs [`GrowthPass::Splitters`](GrowthPass::Splitters).
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn splitters(&mut self) -> Result<()>;

    /// Runs [`GrowthPass::Rank`](GrowthPass::Rank).
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn rank(&mut self) -> Result<()>;

    /// Runs [`GrowthPass::Number`](GrowthPass::Number).
    ///
    /// # Errors
    /// Returns an error if the device fails.
    async fn number(&mut self) -> Result<()>;

    /// Returns the edges of all squares, as bit planes.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    fn planes(&mut self) -> Result<Planes>;

    /// Returns the words of all cells. After labelling, the words are the labels of the cycles. After numbering, they
    /// are the visit numbers.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    fn cells(&mut self) -> Result<Vec<u32>>;

    /// Returns the bit plane of the marks, or of the dilated marks if `wide` is true.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    fn marks(&mut self, wide: bool) -> Result<Vec<u32>>;

    /// Returns the cycles of the last labelling, in ascending order of their labels.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    fn cycles(&mut self) -> Result<Vec<CycleState>>;

    /// Returns the pieces of the tour, indexed by their half-edges. [`CpuGrown`](super::CpuGrown) returns `None`, since
    /// it does not divide the tour into these pieces.
    ///
    /// # Errors
    /// Returns an error if the device fails.
    fn pieces(&mut self) -> Result<Option<Vec<Piece>>>;

    /// Proves that the visit numbers form a tour, and passes the numbers to `each`, several rows at a time from the
    /// top. The proof is complete if this function returns without an error and `each` never returned `Break`. A hole
    /// has the number 0. For a board with holes, the function proves nothing: the caller checks the tour.
    ///
    /// # Errors
    /// Returns an error if the numbers do not form a tour or the device fails. It is not an error if `each` returns
    /// `Break`.
    ///
    /// # Panics
    /// Panics on some devices if the squares have no numbers yet.
    async fn for_each_band(&mut self, each: BandSink<'_>) -> Result<()>;
}

/// Callback that receives a range of rows and their visit numbers. Its result determines whether to continue.
pub type BandSink<'a> = &'a mut dyn FnMut(Range<u32>, &[u32]) -> ControlFlow<()>;

/// A melting pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeltPass {
    /// Class of the gadgets that the pass switches at random.
    pub class: GadgetClass,
    /// Keys of the random bits.
    pub keys: [u32; 2],
}

/// A rule that selects cycles. The pass [`GrowthPass::Mark`] marks the squares of the selected cycles. Then a round
/// joins marked cycles with unmarked cycles next to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkRule {
    /// All cycles except the main cycle and the cycles that are already joined with the main cycle.
    Apart {
        /// Label of the main cycle.
        main: u32,
        /// True if the cycles have been labelled since the marks were last computed. If the value is false, marks are
        /// removed but never added.
        afresh: bool,
    },
    /// Each cycle is marked with probability 1/2. The random bit of a cycle is computed from the cycle's label and this
    /// key.
    ByCoin(u32),
}

/// The state of one cycle between two passes. Cycles are identified by their labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleState {
    /// Label of the cycle.
    pub label: u32,
    /// True if the cycle has been joined with another cycle by a gadget that the cycle picked.
    pub joined: bool,
    /// Lowest key offered to the cycle and not yet picked.
    pub best: u32,
    /// The cycle's pick in the last round.
    pub pick: Pick,
}
