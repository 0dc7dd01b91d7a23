//! The decision cycle: rank, decide, pull.
//!
//! | pass | shader | mirror |
//! |---|---|---|
//! | rank | `shaders/cycle/rank.wgsl` | [`rank`] |
//! | decide | `shaders/cycle/decide.wgsl` | [`decide`] |
//! | pull | `shaders/cycle/pull.wgsl` | [`pull`] |
//!
//! Each pass reads one state and writes another; every invocation writes its
//! own square only. [`Schedule`]s run the same passes over the whole board, near
//! the knight, fused into one, or resident in one workgroup. Wherever the host
//! can look, their states are identical.

pub mod decide;
mod fused;
mod kernels;
mod memory;
pub mod pull;
pub mod rank;
mod relay;
mod resident;
mod rule;
mod run;
mod setup;
mod state;

use std::ops::Range;

use crate::{Device, MaybeSend, Result};

#[cfg(feature = "gpu")]
pub use kernels::{kernels, max_cells};
// As the shaders have them, for the tests that compare the two: not a part of the public interface.
pub use crate::error::CycleError;
pub use crate::schedule::Schedule;
#[doc(hidden)]
pub use kernels::{CycleParams, MAX_BALL, MAX_LEGS, WHOLE_WIDTH};
pub use memory::CycleMemory;
#[cfg(feature = "gpu")]
pub use run::GpuCycle;
pub use run::{CpuCycle, CycleRun, beside, compare};
pub use setup::Setup;
pub use state::{Cell, Phase, Status, StatusWord, order_of};

/// One pass of the cycle: its name, its shader and its mirror.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The pass's name: also the stem of the files of the shader and the mirror.
    pub name: &'static str,
    /// The pass's own file, the last part of the shader.
    pub own: &'static str,
    /// `true` if the knight chooses its move in this pass, so that the shader is built for one rule.
    pub chooses: bool,
    /// The mirror: the new state of one square, from the state before and the status.
    pub mirror: PassMirror,
    /// The square around which `near` runs this pass, by the status.
    pub knight: fn(&Status) -> u32,
}

/// A pass on the CPU: from the setup, the state before and the index of a square, the square's new state; the status
/// is written as the shader writes it.
pub type PassMirror = fn(&Setup, &[Cell], u32, &mut Status) -> Cell;

/// The passes in their order: the one list of them.
pub const PASSES: [Pass; 3] = [rank::PASS, decide::PASS, pull::PASS];

/// The name of the cycle in errors about boards that are too large.
pub(crate) const WORK: &str = "the decision cycle on";

/// Passes in a move.
pub(crate) const A_MOVE: u64 = PASSES.len() as u64;

/// Returns the pass that follows `passes` passes.
pub(crate) fn pass_after(passes: u64) -> &'static Pass {
    &PASSES[(passes % A_MOVE) as usize]
}

/// Opens the decision cycle on a device, before its first pass.
///
/// # Errors
/// [`EngineError::TooLarge`](crate::EngineError::TooLarge) or [`EngineError::Dispatch`](crate::EngineError::Dispatch)
/// if the board is too large for the device, [`EngineError::Gpu`](crate::EngineError::Gpu) if the GPU fails.
pub fn on(device: &Device, setup: Setup, schedule: Schedule) -> Result<Box<dyn Cycle + '_>> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = device.gpu() {
        return Ok(Box::new(GpuCycle::new(gpu, setup, schedule)?));
    }
    let _ = device;
    Ok(Box::new(CpuCycle::new(setup, schedule)?))
}

/// A run of the decision cycle, on any device.
///
/// ```
/// use courser_board::{Board, MoveOrder, Square};
/// use courser_engine::cycle::{CpuCycle, Cycle, Schedule, Setup, StatusWord, order_of};
///
/// let board: Board = "8x8".parse().unwrap();
/// let setup = Setup::new(board, Square::new(2, 4), MoveOrder::SLIDES).unwrap();
/// let mut cycle = CpuCycle::new(setup, Schedule::Whole).unwrap();
/// cycle.advance(3).unwrap();
/// // rank, decide and pull are done: the knight has arrived on its second square.
/// assert_eq!(cycle.state().unwrap().iter().filter(|cell| cell.visit > 0).count(), 2);
///
/// let status = cycle.finish(&mut |_| true).unwrap();
/// assert_eq!(status.word(), StatusWord::Done);
/// assert_eq!(order_of(&cycle.state().unwrap()).unwrap().len(), 64);
/// ```
pub trait Cycle: MaybeSend {
    /// Returns the board, the start, the rule and the order of moves.
    fn setup(&self) -> &Setup;

    /// Returns the schedule of its passes.
    fn schedule(&self) -> Schedule;

    /// Returns the number of passes so far, including those after the end of the tour.
    fn passes(&self) -> u64;

    /// Does at least `passes` more passes, and no more than it must: `whole` and `near` can
    /// stop after each, `fused` after each third, `resident` after each decide only.
    ///
    /// After the end of the tour a pass changes nothing.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn advance(&mut self, passes: u64) -> Result<Status>;

    /// Returns the status of the tour.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn status(&mut self) -> Result<Status>;

    /// Returns the state of the squares with these indices.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn cells(&mut self, squares: Range<u64>) -> Result<Vec<Cell>>;

    /// Returns the state of every square, row by row.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn state(&mut self) -> Result<Vec<Cell>> {
        let all = self.setup().board().cells();
        self.cells(0..all)
    }

    /// Takes the run back to before its first pass.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn restart(&mut self) -> Result<()>;

    /// Runs to the end of the tour, or until `go_on`, which gets the visit number now and then, says no.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn finish(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Status>;

    /// Returns the number of states compared with the reference: 0 unless the run was opened by [`beside`].
    fn compared(&self) -> u64;
}
