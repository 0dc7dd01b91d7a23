//! The passes on one device.

use std::ops::{ControlFlow, Range};

use async_trait::async_trait;

use super::gadget::Class;
use super::pick::Pick;
use super::planes::Planes;
use super::setup::Setup;
use super::splitters::Piece;
use crate::{MaybeSend, Result};

/// The [passes](super::Pass) on one device: what [`Grown`](super::Grown) calls in turn. After each one the state is the
/// same on every device. The passes wait for the device without blocking; on the CPU they never wait.
#[async_trait(?Send)]
pub trait Passes: MaybeSend {
    /// The board, the tour that is asked for and the seed.
    fn setup(&self) -> &Setup;

    /// Bytes of memory that the state takes on the device.
    fn bytes(&self) -> u64;

    /// Runs [`Pass::Start`](super::Pass::Start): the edges of the cover that is melted.
    ///
    /// # Errors
    /// If the device fails, as for all that follow.
    async fn start(&mut self) -> Result<()>;

    /// Runs passes of melting, one after another; only where the widened marks are, if `inside`.
    ///
    /// # Errors
    /// If the device fails.
    async fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<()>;

    /// Runs [`Pass::Label`](super::Pass::Label) and returns the number of cycles.
    ///
    /// # Errors
    /// If the device fails.
    async fn label(&mut self) -> Result<u32>;

    /// The label of the cycle of each of some cells, in the order of `cells`.
    ///
    /// # Errors
    /// If the device fails.
    async fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>>;

    /// Runs [`Pass::Mark`](super::Pass::Mark).
    ///
    /// # Errors
    /// If the device fails.
    async fn mark(&mut self, marked: Marked) -> Result<()>;

    /// Runs [`Pass::Dilate`](super::Pass::Dilate).
    ///
    /// # Errors
    /// If the device fails.
    async fn dilate(&mut self) -> Result<()>;

    /// Runs [`Pass::Scan`](super::Pass::Scan) with the key of the round.
    ///
    /// # Errors
    /// If the device fails.
    async fn scan(&mut self, key: u32) -> Result<()>;

    /// Runs [`Pass::Pick`](super::Pass::Pick).
    ///
    /// # Errors
    /// If the device fails.
    async fn pick(&mut self, key: u32) -> Result<()>;

    /// Runs [`Pass::Apply`](super::Pass::Apply) and returns the number of picks that were switched.
    ///
    /// # Errors
    /// If the device fails.
    async fn apply(&mut self) -> Result<u32>;

    /// Runs [`Pass::Splitters`](super::Pass::Splitters).
    ///
    /// # Errors
    /// If the device fails.
    async fn splitters(&mut self) -> Result<()>;

    /// Runs [`Pass::Rank`](super::Pass::Rank).
    ///
    /// # Errors
    /// If the device fails.
    async fn rank(&mut self) -> Result<()>;

    /// Runs [`Pass::Number`](super::Pass::Number).
    ///
    /// # Errors
    /// If the device fails.
    async fn number(&mut self) -> Result<()>;

    /// The edges of all squares, as bit planes.
    ///
    /// # Errors
    /// If the device fails.
    fn planes(&mut self) -> Result<Planes>;

    /// The words of all cells: after labelling the label of the cycle, after numbering the visit number.
    ///
    /// # Errors
    /// If the device fails.
    fn cells(&mut self) -> Result<Vec<u32>>;

    /// The bit plane of the marks, or of the widened ones.
    ///
    /// # Errors
    /// If the device fails.
    fn marks(&mut self, wide: bool) -> Result<Vec<u32>>;

    /// The cycles by rising label, as they were labelled last.
    ///
    /// # Errors
    /// If the device fails.
    fn cycles(&mut self) -> Result<Vec<CycleState>>;

    /// The pieces of the tour by their half-edges; none on the CPU, which numbers along other pieces.
    ///
    /// # Errors
    /// If the device fails.
    fn pieces(&mut self) -> Result<Option<Vec<Piece>>>;

    /// Proves the numbers, and hands them out some rows at a time from the top. They are a tour if this returns without
    /// an error. A hole has the number 0, and a board with holes is not proven here: the caller judges its tour.
    ///
    /// # Errors
    /// If the numbers are not a tour or the device fails. It is not an error if `each` breaks off.
    ///
    /// # Panics
    /// On some devices, if the squares have no numbers yet.
    async fn for_each_band(&mut self, each: Bands<'_>) -> Result<()>;
}

/// Receives rows and their visit numbers; returns whether to go on.
pub type Bands<'a> = &'a mut dyn FnMut(Range<u32>, &[u32]) -> ControlFlow<()>;

/// One pass of melting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeltPass {
    /// The gadgets that may be switched.
    pub class: Class,
    /// The keys of the coins.
    pub keys: [u32; 2],
}

/// The cycles whose squares [`Pass::Mark`](super::Pass::Mark) marks. A round joins each of them with a cycle that is not
/// marked, where both lie side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// All cycles but the main one and those that have been joined with it.
    Apart {
        /// The label of the main cycle.
        main: u32,
        /// Set if the board has been labelled since it was marked. If not, marks are only removed.
        afresh: bool,
    },
    /// Each cycle with a chance of a half, by a coin of its label and this key.
    ByCoin(u32),
}

/// The state of one cycle between two passes; cycles are named by their labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleState {
    /// The label of the cycle.
    pub label: u32,
    /// Set if the cycle is joined with another.
    pub joined: bool,
    /// The least key that it was offered and has not picked yet.
    pub best: u32,
    /// The pick of the last round.
    pub pick: Pick,
}
