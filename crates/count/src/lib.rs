//! Counts the tours of a board exactly.
//!
//! Tours are not found one by one but counted by the *frontier method*. The squares are decided one after another. Only
//! the facts that affect the undecided squares are stored: which squares at the frontier lack edges, and which open
//! ends belong to the same path. Partial tours that agree in these facts form one *state*, which is stored with the
//! number of these partial tours. The method has two forms:
//!
//! - `blocks`, for wide boards: stores states in blocks, joins two halves of the board in the middle, and uses all
//!   cores;
//! - `plain`, for narrow boards and any graph: counts with integers of any size. It also counts [symmetric
//!   tours](classes), as cycles of a quotient graph.
//!
//! A count in blocks can be divided into independent [shards](count_shard).
//!
//! The two forms share no code. Their results must agree with each other, with those of a [lister](tours()) that does
//! not use frontiers, and with the [published numbers](known).

mod blocks;
mod checkpoint;
mod enumerate;
mod error;
mod estimate;
pub mod known;
mod layers;
mod plain;
mod progress;
mod residues;
mod shard;
mod sweep;
mod symmetry;
mod task;
mod uses;

use std::sync::{Mutex, MutexGuard, PoisonError};

use courser_board::{Board, Wrap};
pub use num_bigint::BigUint;

use self::checkpoint::CheckpointStore;
pub use self::enumerate::tours;
pub use self::error::{CountError, TaskFlaw};
pub use self::layers::Layers;
pub use self::plain::count_graph;
pub use self::progress::{CountOptions, CountProgress, CountStage, Disk, Forecast};
pub use self::residues::{Slope, by_slope};
pub use self::shard::{ShardResult, count_shard, merge};
pub use self::sweep::count_each;
pub use self::symmetry::{classes, invariant};
pub use self::task::{CountTask, Tours};
pub use self::uses::{MoveUse, by_move, by_pair};

/// Counts tours.
///
/// On a board without joined sides, outer rows and columns that contain only holes do not affect the result, the work
/// or the files on disk.
///
/// # Errors
/// Returns the [`CountError`] if the tours of the task cannot be counted, or if the count is stopped.
pub fn count(task: &CountTask, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    undirected(&task.trimmed(), options).map(|number| task.of_undirected(number))
}

/// The form of the frontier method that counts the tours of a task.
enum CountForm {
    /// The number is known without counting.
    Known(BigUint),
    /// The block form, or the plain form if the tables of the block form are too small.
    Blocks(blocks::SweepBoard, plain::VertexGraph),
    Plain(plain::VertexGraph),
}

/// Returns the form for a task. The task must be [trimmed](CountTask::trimmed).
fn form(task: &CountTask, options: &CountOptions<'_>) -> Result<CountForm, CountError> {
    if let Some(number) = at_once(task) {
        return Ok(CountForm::Known(number));
    }
    let layout = blocks::SweepBoard::new(task);
    if layout.is_none()
        && let Some(width) = wide(task.board())
    {
        options.affords(estimate::plain(task.board().cells(), width))?;
    }
    let graph = plain::VertexGraph::of(task);
    Ok(match layout.filter(|layout| are_blocks_better(layout, &graph)) {
        Some(layout) => CountForm::Blocks(layout, graph),
        None => CountForm::Plain(graph),
    })
}

/// Counts the tours of a task. The task must be [trimmed](CountTask::trimmed). A tour and its reverse count once.
fn undirected(task: &CountTask, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    match form(task, options)? {
        CountForm::Known(number) => Ok(number),
        CountForm::Plain(graph) => plainly(&graph, options),
        CountForm::Blocks(layout, graph) => match in_blocks(task, &layout, options) {
            Err(CountError::TooLarge(_)) => plainly(&graph, options),
            result => result.map_err(|error| error.or_on_disk(options)),
        },
    }
}

/// Counts the Hamiltonian cycles of `graph`. The count uses the plain form.
fn plainly(graph: &plain::VertexGraph, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    if options.disk.as_ref().is_some_and(|disk| disk.all) {
        // The plain form keeps its layers in memory, and cannot use the folder of `options.disk`. The error for too
        // little memory takes precedence over the error for this folder.
        plain::affords(graph, options)?;
        let message = "a count of this board does not keep its layers on a disk";
        return Err(CountError::task(message, TaskFlaw::Folder));
    }
    let [even, odd] = plain::cycles(graph, options)?;
    Ok(even + odd)
}

/// Counts the tours of a task. The count uses the block form. If all intermediate numbers fit in 64 bits, the count
/// uses exact numbers. Otherwise the count uses residues modulo several primes.
fn in_blocks(task: &CountTask, layout: &blocks::SweepBoard, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    let keeper = CheckpointStore::open(task, options, false)?;
    let rests = residues::kept(&keeper)?;
    if rests.is_none() && !blocks::outgrows(task, layout) {
        match blocks::cycles(layout, options, keeper.clone(), None) {
            Err(CountError::TooLarge(_)) => {}
            result => {
                result.iter().for_each(|_| blocks::forget(&keeper));
                return result.map(|found| found.number);
            }
        }
    }
    residues::cycles(task, layout, keeper, rests.unwrap_or_default(), options)
}

/// Returns whether the block form is faster than the plain form. Holes can make the frontier of the plain form narrow.
/// The block form cannot use such a frontier, since it always proceeds row by row.
fn are_blocks_better(layout: &blocks::SweepBoard, graph: &plain::VertexGraph) -> bool {
    layout.width() < graph.width() + NARROWER
}

/// Minimum difference, in squares, at which the plain form is faster. The difference is the width of the frontier in
/// the block form minus the width of the frontier in the plain form.
const NARROWER: usize = 5;

/// Returns the width of the frontier of a large board that has neither holes nor joined sides, or `None` for other
/// boards. A formula gives this width, without a loop over all squares.
fn wide(board: &Board) -> Option<usize> {
    let (short, leaper) = (board.rows().min(board.cols()), board.leaper());
    let is_large = board.cells() >= 1 << 14 && u64::from(leaper.s()) * 2 <= short.into();
    (is_large && board.hole_count() == 0 && board.wrap() == Wrap::None)
        .then_some(leaper.s() as usize * short as usize + leaper.r() as usize)
}

/// Returns the number of tours, or `None` if the tours must be counted.
fn at_once(task: &CountTask) -> Option<BigUint> {
    if task.board().playable() == 1 {
        return Some(BigUint::from(u32::from(task.tours() != Tours::Closed)));
    }
    blocks::colours_forbid(task).then_some(BigUint::ZERO)
}

/// Locks a mutex, even if another thread has panicked while holding it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn afford(needed: f64, memory: Option<u64>) -> Result<(), CountError> {
    match memory {
        Some(available) if needed > available as f64 => {
            Err(CountError::Memory { needed, available, can_use_disk: false })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
