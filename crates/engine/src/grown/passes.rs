//! The passes on one device.

use std::ops::{ControlFlow, Range};

use super::melt::MeltPass;
use super::pick::Pick;
use super::planes::Planes;
use super::setup::Setup;
use super::splitters::Piece;
use crate::{EngineError, MaybeSend};

/// The [passes](super::Pass) on one device: what [`Grown`](super::Grown) calls in turn. After each one the state is the
/// same on every device.
pub trait Passes: MaybeSend {
    /// The board, the tour that is asked for and the seed.
    fn setup(&self) -> &Setup;

    /// Bytes of memory that the state takes on the device.
    fn bytes(&self) -> u64;

    /// Runs [`Pass::Start`](super::Pass::Start): the edges of the cover that is melted.
    ///
    /// # Errors
    /// If the device fails, as for all that follow.
    fn start(&mut self) -> Result<(), EngineError>;

    /// Passes of melting, one after another; only around marks that were widened, if it is `inside`.
    ///
    /// # Errors
    /// If the device fails.
    fn melt(&mut self, passes: &[MeltPass], inside: bool) -> Result<(), EngineError>;

    /// Runs [`Pass::Label`](super::Pass::Label) and returns how many cycles there are.
    ///
    /// # Errors
    /// If the device fails.
    fn label(&mut self) -> Result<u32, EngineError>;

    /// The label of the cycle of each of some cells, in the order of `cells`.
    ///
    /// # Errors
    /// If the device fails.
    fn labels_at(&mut self, cells: &[u32]) -> Result<Vec<u32>, EngineError>;

    /// Runs [`Pass::Mark`](super::Pass::Mark).
    ///
    /// # Errors
    /// If the device fails.
    fn mark(&mut self, marked: Marked) -> Result<(), EngineError>;

    /// Runs [`Pass::Dilate`](super::Pass::Dilate).
    ///
    /// # Errors
    /// If the device fails.
    fn dilate(&mut self) -> Result<(), EngineError>;

    /// Runs [`Pass::Scan`](super::Pass::Scan) with the key of the round.
    ///
    /// # Errors
    /// If the device fails.
    fn scan(&mut self, key: u32) -> Result<(), EngineError>;

    /// Runs [`Pass::Pick`](super::Pass::Pick).
    ///
    /// # Errors
    /// If the device fails.
    fn pick(&mut self, key: u32) -> Result<(), EngineError>;

    /// Runs [`Pass::Apply`](super::Pass::Apply) and returns how many picks were switched.
    ///
    /// # Errors
    /// If the device fails.
    fn apply(&mut self) -> Result<u32, EngineError>;

    /// Runs [`Pass::Splitters`](super::Pass::Splitters).
    ///
    /// # Errors
    /// If the device fails.
    fn splitters(&mut self) -> Result<(), EngineError>;

    /// Runs [`Pass::Rank`](super::Pass::Rank).
    ///
    /// # Errors
    /// If the device fails.
    fn rank(&mut self) -> Result<(), EngineError>;

    /// Runs [`Pass::Number`](super::Pass::Number).
    ///
    /// # Errors
    /// If the device fails.
    fn number(&mut self) -> Result<(), EngineError>;

    /// The edges of all squares, as bit planes.
    ///
    /// # Errors
    /// If the device fails.
    fn planes(&mut self) -> Result<Planes, EngineError>;

    /// What each cell holds: after labelling the label of its cycle, after numbering its visit number.
    ///
    /// # Errors
    /// If the device fails.
    fn cells(&mut self) -> Result<Vec<u32>, EngineError>;

    /// The bit plane of the marks, or of the widened ones.
    ///
    /// # Errors
    /// If the device fails.
    fn marks(&mut self, wide: bool) -> Result<Vec<u32>, EngineError>;

    /// The cycles by rising label, as they were labelled last.
    ///
    /// # Errors
    /// If the device fails.
    fn cycles(&mut self) -> Result<Vec<CycleState>, EngineError>;

    /// The pieces of the tour by their half-edges.
    ///
    /// # Errors
    /// If the device fails.
    fn pieces(&mut self) -> Result<Vec<Piece>, EngineError>;

    /// Proves the numbers, and hands them out some rows at a time from the top. That they are a tour is known when
    /// this returns. A hole has the number 0, and a board that has one is not proven here: what is made of its
    /// numbers is to be judged.
    ///
    /// # Errors
    /// If the numbers are not a tour or the device fails. What `each` breaks off is no error.
    ///
    /// # Panics
    /// On some devices, if the squares have no numbers yet.
    fn for_each_band(&mut self, each: Bands<'_>) -> Result<(), EngineError>;
}

/// Receives rows and their visit numbers, and says whether to go on.
pub type Bands<'a> = &'a mut dyn FnMut(Range<u32>, &[u32]) -> ControlFlow<()>;

/// The cycles whose squares [`Pass::Mark`](super::Pass::Mark) marks. A round joins each of them with a cycle that is not
/// marked, where both lie side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// All cycles but the main one and those that have been joined with it.
    Apart {
        /// The label of the main cycle.
        main: u32,
        /// Whether the board has been labelled since it was marked. If not, only marks are removed.
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
    /// Whether it is joined with the main cycle.
    pub joined: bool,
    /// The least key that it was offered in the last round.
    pub best: u32,
    /// What it picked in the last round.
    pub pick: Pick,
}
