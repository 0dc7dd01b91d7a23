//! Many knights at once: thousands of tours of one board, each with its own start, rule, order and random bits.
//!
//! A GPU finishes a single tour no sooner than a CPU, since each move depends on the previous one. However, thousands
//! of knights can walk in parallel on a GPU. A [`BatchPlan`] lists the knights. [`CpuBatch`] and [`BatchRun`] run them,
//! with bit-identical results for every knight: a tour depends only on the board, the start and the
//! [`Walker`](courser_solve::warnsdorff::Walker), and not on the other knights.
//!
//! | kernel | shader | a knight is | its board |
//! |---|---|---|---|
//! | small | `shaders/batch/small.wgsl` | one lane | two words in registers: at most 64 squares |
//! | bitboard | `shaders/batch/bitboard.wgsl` | one lane | visited bits in storage: the (1,2)-leaper only |
//! | lane | `shaders/batch/lane.wgsl` | one lane | ranks of four bits in storage |
//!
//! [`MirrorBatch`] runs the mirrors of the kernels. [`CpuBatch`] uses [`run_with`](courser_solve::warnsdorff::run_with)
//! instead, which is three times as fast on 8x8 boards and ten times as fast on 32x32 boards, as measured on two cores.
//! Tests compare the two batches.
//!
//! The result of a tour is one word: the number of squares, and a bit that is set if the tour is closed. The GPU sums
//! these words to one [`Tally`] per cohort. To get the tour itself, a caller selects the knight, which walks again and
//! records its squares. Therefore the squares of all other tours need neither memory nor a read-back. The squares of
//! all tours would take hundreds of times the memory of the results.

mod cpu;
mod kernels;
pub(crate) mod layout;
mod memory;
mod mirrors;
mod plan;
mod run;
mod walk;

use std::ops::Range;

use courser_board::Path;

use self::plan::stretches;
use crate::{Device, MaybeSend, Result};

pub use cpu::CpuBatch;
pub use kernels::KernelKind;
#[cfg(feature = "gpu")]
pub use kernels::kernels;
pub use memory::BatchMemory;
// The hidden items are not a part of the public interface, but are exported for tests that compare the host with the
// shaders.
#[doc(hidden)]
pub use layout::{BatchParams, Knight, Slice, SliceTally};
pub use plan::{BatchPlan, Cohort, MAX_CELLS, MAX_SIDE};
#[cfg(feature = "gpu")]
pub use run::GpuBatch;
pub use run::{BatchLimits, BatchRun, MirrorBatch, beside};
pub use walk::{Goal, Tally, WalkResult};

/// Initial number of knights that [`Batch::first`] runs. The number is doubled until a knight reaches the goal.
const FIRST_LOOK: u64 = 1 << 12;

/// Number of knights whose walks [`Batch::farthest`] keeps in memory at the same time.
const STRETCH: u64 = 1 << 20;

/// Creates a batch on a device. The knights of `plan` have not moved yet.
///
/// # Errors
/// [`EngineError::BatchMemory`](crate::EngineError::BatchMemory) if the board does not fit the GPU,
/// [`EngineError::Gpu`](crate::EngineError::Gpu) if the GPU fails.
pub fn on(device: &Device, plan: BatchPlan) -> Result<Box<dyn Batch + '_>> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = device.gpu() {
        return Ok(Box::new(GpuBatch::new(gpu, plan)?));
    }
    let _ = device;
    Ok(Box::new(CpuBatch::new(plan)))
}

/// Many knights on one board, on any device.
///
/// Knights are numbered from 0 across all cohorts of the plan.
///
/// ```
/// use std::sync::Arc;
///
/// use courser_board::{Board, MoveOrder, Square, Tour};
/// use courser_engine::batch::{Batch, CpuBatch, Goal, BatchPlan, Cohort};
/// use courser_solve::warnsdorff::{Walker, Rule};
///
/// let board: Board = "8x8".parse().unwrap();
/// let by = |rule| Walker { rule, order: MoveOrder::SLIDES, seed: 7, knight: 0 };
/// let everywhere: Arc<[Square]> = board.squares().collect();
/// let cohorts = vec![
///     // One knight per square with Warnsdorff's rule, and a thousand knights in a corner with the rule `random`.
///     Cohort { walker: by(Rule::Warnsdorff), starts: Arc::clone(&everywhere), count: 64 },
///     Cohort::tries(Square::new(0, 0), by(Rule::Random), 1000),
/// ];
/// let mut batch = CpuBatch::new(BatchPlan::new(board, cohorts).unwrap());
/// let tallies = batch.tallies(&mut |_| {}).unwrap();
/// assert_eq!((tallies[0].tries, tallies[1].tries), (64, 1000));
/// assert!(tallies[1].complete > 900);
///
/// let first = batch.first(0..1064, Goal::Closed, &mut |_| {}).unwrap().unwrap();
/// let path = batch.paths(&[first]).unwrap().remove(0);
/// let tour = Tour::new(path.board().clone(), path.order().to_vec()).unwrap();
/// assert_eq!(tour.kind(), courser_board::Kind::Closed);
/// ```
pub trait Batch: MaybeSend {
    /// Returns the plan, which contains the board, the knights, and the start of each knight.
    fn plan(&self) -> &BatchPlan;

    /// Returns the number of knights compared with the mirrors. The number is 0 unless the batch was created by
    /// [`beside`]. A knight that walked twice is counted twice.
    fn compared(&self) -> u64 {
        0
    }

    /// Runs the knights of `range`. Returns one tally per cohort, for the cohort's knights in the range.
    ///
    /// `progress` is called from time to time with the number of knights whose walks have ended.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    ///
    /// # Panics
    /// Panics if the range ends beyond the last knight.
    fn tallies_of(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>>;

    /// Runs the knights of `range` and returns the result of each walk.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    ///
    /// # Panics
    /// Panics if the range ends beyond the last knight.
    fn walks(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<WalkResult>>;

    /// Returns the paths of the knights with these numbers, in the given order. The knights walk again to produce their
    /// paths.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails, [`EngineError::Damaged`](crate::EngineError::Damaged)
    /// if a result is not a path.
    ///
    /// # Panics
    /// Panics if a number does not belong to a knight of the plan.
    fn paths(&mut self, knights: &[u64]) -> Result<Vec<Path>>;

    /// Runs all knights and returns one tally per cohort.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    fn tallies(&mut self, progress: &mut dyn FnMut(u64)) -> Result<Vec<Tally>> {
        let all = 0..self.plan().knights();
        self.tallies_of(all, progress)
    }

    /// Returns the lowest number of a knight in `range` that reaches the goal, or `None` if no knight does. Knights
    /// with much higher numbers do not walk.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    ///
    /// # Panics
    /// Panics if the range ends beyond the last knight.
    fn first(&mut self, range: Range<u64>, goal: Goal, progress: &mut dyn FnMut(u64)) -> Result<Option<u64>> {
        let mut from = range.start;
        let mut look = FIRST_LOOK;
        while from < range.end {
            let to = range.end.min(from.saturating_add(look));
            let before = from - range.start;
            let tallies = self.tallies_of(from..to, &mut |walked| progress(before + walked))?;
            let found = tallies.iter().filter_map(|tally| tally.first(goal)).min();
            if found.is_some() {
                return Ok(found);
            }
            from = to;
            look = look.saturating_mul(2);
        }
        Ok(None)
    }

    /// Returns the first knight of `range` with the maximum number of visited squares. Returns `None` for an empty
    /// range.
    ///
    /// # Errors
    /// [`EngineError`](crate::EngineError) if the device fails.
    ///
    /// # Panics
    /// Panics if the range ends beyond the last knight.
    fn farthest(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Option<u64>> {
        let mut best: Option<(u32, u64)> = None;
        for stretch in stretches(range.clone(), STRETCH) {
            let before = stretch.start - range.start;
            let walks = self.walks(stretch.clone(), &mut |walked| progress(before + walked))?;
            for (walk, knight) in walks.into_iter().zip(stretch) {
                if best.is_none_or(|(most, _)| walk.visited() > most) {
                    best = Some((walk.visited(), knight));
                }
            }
        }
        Ok(best.map(|(_, knight)| knight))
    }
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, Square};
    use courser_solve::warnsdorff::Walker;

    use super::*;

    /// A function from the number of a knight to the number of squares that the knight visits.
    type Visited = fn(u64) -> u32;

    /// A batch of knights with simulated results.
    struct MadeUp {
        plan: BatchPlan,
        visited: Visited,
        max_at_once: u64,
    }

    impl Batch for MadeUp {
        fn plan(&self) -> &BatchPlan {
            &self.plan
        }

        fn tallies_of(&mut self, _: Range<u64>, _: &mut dyn FnMut(u64)) -> Result<Vec<Tally>> {
            unreachable!("nobody asks for tallies")
        }

        fn walks(&mut self, range: Range<u64>, progress: &mut dyn FnMut(u64)) -> Result<Vec<WalkResult>> {
            self.max_at_once = self.max_at_once.max(range.end - range.start);
            progress(range.end - range.start);
            Ok(range.map(|knight| WalkResult::from_word((self.visited)(knight))).collect())
        }

        fn paths(&mut self, _: &[u64]) -> Result<Vec<Path>> {
            unreachable!("nobody asks for paths")
        }
    }

    #[test]
    fn the_farthest_of_many_knights_is_the_first_who_came_so_far_and_few_are_in_memory() {
        let count = 3 * STRETCH as u32 - 7;
        let board: Board = "8x8".parse().unwrap();
        let plan = BatchPlan::new(board, vec![Cohort::tries(Square::new(0, 0), Walker::default(), count)]).unwrap();
        let visited: [(Visited, u64); 3] = [
            (|_| 9, 5),
            (|knight| if knight % STRETCH == 70 { 63 } else { 12 }, 70),
            (|knight| (knight / STRETCH) as u32, 2 * STRETCH),
        ];
        for (visited, first) in visited {
            let mut batch = MadeUp { plan: plan.clone(), visited, max_at_once: 0 };
            let mut reported = Vec::new();
            let farthest = batch.farthest(5..count.into(), &mut |walked| reported.push(walked)).unwrap();
            assert_eq!((farthest, batch.max_at_once), (Some(first), STRETCH));
            assert_eq!(reported, [STRETCH, 2 * STRETCH, u64::from(count) - 5]);
        }
        let mut nobody = MadeUp { plan, visited: |_| 1, max_at_once: 0 };
        assert_eq!(nobody.farthest(4..4, &mut |_| {}).unwrap(), None);
    }
}
