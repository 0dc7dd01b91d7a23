//! Runs the knights of a survey on a device.

use courser_board::Board;
use courser_engine::batch::{self, Batch, BatchPlan, Tally};
use courser_engine::{Device, EngineError};

use super::{Combination, Survey};

/// Approximate number of moves of all combinations that run at the same time. This amount of work occupies a GPU. It is
/// also the maximum amount of work that is lost if a survey is stopped.
pub(super) const STRETCH: u64 = 1 << 26;

/// Maximum number of combinations in memory at the same time.
const IN_MEMORY: usize = 1 << 16;

impl Survey {
    /// Runs the knights of `combinations` on `device`. All combinations belong to `board`.
    ///
    /// `reported` is called with each combination and its tally, in order and as soon as the tally is available.
    /// `progress` is called with an upper bound for the number of moves made since the last call.
    ///
    /// # Errors
    /// [`EngineError`] if the knights cannot walk on the device or the device fails. Returns the error of `reported` if
    /// `reported` fails.
    pub fn walk<E: From<EngineError>>(
        &self,
        device: &Device,
        board: &Board,
        combinations: impl IntoIterator<Item = Combination>,
        progress: &mut dyn FnMut(u64),
        reported: &mut dyn FnMut(&Combination, Tally) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut left = combinations.into_iter();
        loop {
            let some: Vec<Combination> = left.by_ref().take(IN_MEMORY).collect();
            if some.is_empty() {
                return Ok(());
            }
            let plan = BatchPlan::new(board.clone(), some.iter().map(Combination::cohort).collect())?;
            walk(&mut *batch::on(device, plan)?, board, &some, progress, reported)?;
        }
    }
}

/// Runs the knights of all `combinations` on the batch, several combinations at a time.
fn walk<E: From<EngineError>>(
    batch: &mut dyn Batch,
    board: &Board,
    combinations: &[Combination],
    progress: &mut dyn FnMut(u64),
    reported: &mut dyn FnMut(&Combination, Tally) -> Result<(), E>,
) -> Result<(), E> {
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
        let tallies = batch.tallies_of(first..end, &mut |walked| {
            progress((walked - before) * moves);
            before = walked;
        })?;
        for (combination, tally) in combinations[at..to].iter().zip(tallies.into_iter().skip(at)) {
            reported(combination, tally)?;
        }
        at = to;
    }
    Ok(())
}
