//! The knights of a survey on a device.

use courser_board::Board;

use super::{Combination, Survey};
use crate::EngineError;
use crate::batch::{Batch, Plan, Tally};

/// Combinations are let ride together until they are worth about this many moves: what is lost when a
/// survey is cut off, and what a card has side by side.
const STRETCH: u64 = 1 << 26;

impl Survey {
    /// Lets the knights of `combinations`, all on `board`, ride in the batch that `batch` makes of their plan.
    ///
    /// `told` gets the tally of each with its place in the list, in order and as soon as it is there;
    /// `progress` the moves that were made at most since it was told last.
    ///
    /// # Errors
    /// [`EngineError`] if they cannot ride there or the device fails, and the error of `told`.
    pub fn ride<'device, E: From<EngineError>>(
        &self,
        batch: &dyn Fn(Plan) -> Result<Box<dyn Batch + 'device>, EngineError>,
        board: &Board,
        combinations: &[Combination],
        progress: &mut dyn FnMut(u64),
        told: &mut dyn FnMut(usize, Tally) -> Result<(), E>,
    ) -> Result<(), E> {
        let plan = Plan::new(board.clone(), combinations.iter().map(Combination::squad).collect())?;
        let mut batch = batch(plan)?;
        let moves = board.playable();
        let mut at = 0;
        while at < combinations.len() {
            let first = batch.plan().first_of(at);
            let mut to = at + 1;
            while to < combinations.len() && (batch.plan().first_of(to + 1) - first) * moves <= STRETCH {
                to += 1;
            }
            let end = batch.plan().first_of(to);
            let mut before = 0;
            let tallies = batch.tallies_of(first..end, &mut |ridden| {
                progress((ridden - before) * moves);
                before = ridden;
            })?;
            for (number, tally) in tallies.into_iter().enumerate().take(to).skip(at) {
                told(number, tally)?;
            }
            at = to;
        }
        Ok(())
    }
}
