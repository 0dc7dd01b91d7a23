//! The decision cycle: rank, decide, pull.
//!
//! | pass | shader | mirror |
//! |---|---|---|
//! | rank | `shaders/cycle/rank.wgsl` | [`rank`] |
//! | decide | `shaders/cycle/decide.wgsl` | [`decide`] |
//! | pull | `shaders/cycle/pull.wgsl` | [`pull`] |
//!
//! Each pass reads one state and writes another. Every invocation writes only its own square. A [`Schedule`] determines
//! how the passes run:
//!
//! - `Whole`: each pass covers the whole board.
//! - `Near`: each pass covers only the squares near the knight.
//! - `Fused`: one kernel runs all three passes over the whole board.
//! - `Resident`: one invocation runs all three passes in a loop, in place.
//!
//! The state is identical for all schedules whenever the host can read it.

pub mod decide;
mod fused;
mod kernels;
mod memory;
mod params;
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
// The hidden items are not a part of the public interface, but are exported for tests that compare the host with the
// shaders.
pub use crate::schedule::Schedule;
#[doc(hidden)]
pub use kernels::WHOLE_WIDTH;
pub use memory::CycleMemory;
#[doc(hidden)]
pub use params::{CycleParams, MAX_BALL, MAX_LEGS};
#[cfg(feature = "gpu")]
pub use run::GpuCycle;
pub use run::{CpuCycle, CycleRun, beside, compare};
pub use setup::Setup;
pub use state::{Cell, Phase, Status, StatusWord, order_of};

/// A pass of the cycle: its name, its shader and its mirror.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Name of the pass. The shader file and the mirror's file have this name, with different extensions.
    pub name: &'static str,
    /// Text of the pass's own file, which is the last part of the shader.
    pub own: &'static str,
    /// True if the knight chooses its move in this pass. If so, the shader is built for one rule.
    pub chooses: bool,
    /// Mirror of the pass: a function that computes the new state of one square.
    pub mirror: PassMirror,
    /// Function that returns the square around which this pass runs in the schedule `near`.
    pub knight: fn(&Status) -> u32,
}

/// The type of a pass's mirror. The arguments are the setup, the state before the pass, the index of a square, and the
/// status. The mirror updates the status in the same way as the shader does. The result is the new state of the square.
pub type PassMirror = fn(&Setup, &[Cell], u32, &mut Status) -> Cell;

/// All passes, in the order in which they run.
pub const PASSES: [Pass; 3] = [rank::PASS, decide::PASS, pull::PASS];

/// Name of the decision cycle in errors about boards that are too large.
pub(crate) const WORK: &str = "the decision cycle on";

/// Number of passes in a move.
pub(crate) const A_MOVE: u64 = PASSES.len() as u64;

/// Returns the pass that follows the first `passes` passes of a run.
pub(crate) fn pass_after(passes: u64) -> &'static Pass {
    &PASSES[(passes % A_MOVE) as usize]
}

/// Creates a run of the decision cycle on a device. No pass has been executed yet.
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

    /// Returns the schedule of the run's passes.
    fn schedule(&self) -> Schedule;

    /// Returns the number of completed passes, including passes after the end of the tour.
    fn passes(&self) -> u64;

    /// Runs at least `passes` more passes, and as few additional passes as possible. The schedules `whole` and `near`
    /// can stop after each pass, `fused` can stop after each third pass, and `resident` can stop only after a pass
    /// *decide*.
    ///
    /// After the end of the tour, a pass changes nothing.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn advance(&mut self, passes: u64) -> Result<Status>;

    /// Returns the status of the tour.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn status(&mut self) -> Result<Status>;

    /// Returns the states of the squares with these indices.
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

    /// Resets the run to the state before its first pass.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn restart(&mut self) -> Result<()>;

    /// Runs until the tour ends or `go_on` returns `false`. `go_on` is called from time to time with the current visit
    /// number.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn finish(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Status>;

    /// Returns the number of states compared with the reference. This number is 0 unless the run was created by
    /// [`beside`].
    fn compared(&self) -> u64;
}
