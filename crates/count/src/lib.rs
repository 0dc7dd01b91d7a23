//! Exact numbers of tours.
//!
//! Tours are not found one by one but counted by the *frontier method*: the squares are decided one after another, and
//! only what matters for the rest is remembered of the decisions: which squares at the frontier lack edges, and which open
//! ends belong to the same path. Partial tours that agree in this are one *state*, with the number of ways that lead to it.
//! There are two forms of the method:
//!
//! - `blocks`, for wide boards: states in blocks, halves of the board that meet in the middle, all cores;
//! - `plain`, for anything narrow: any graph, numbers of any size, and the quotients of [symmetric tours](classes).
//!
//! A count in blocks divides into [shards](count_shard), which need to know nothing of each other.
//!
//! The main decision of this crate: numbers are checked, not trusted. The two forms share no code and must agree with
//! each other, with a [lister](tours()) that knows nothing of frontiers, and with the [published numbers](known). The
//! price is that the method is written twice.

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

use courser_board::Board;
pub use num_bigint::BigUint;

use self::checkpoint::Keeper;
pub use self::enumerate::tours;
pub use self::error::CountError;
pub use self::layers::Layers;
pub use self::plain::count_graph;
pub use self::progress::{CountOptions, CountProgress, Disk, Forecast, Stage};
pub use self::residues::{Slope, by_slope};
pub use self::shard::{Part, count_shard, merge};
pub use self::sweep::count_each;
pub use self::symmetry::{MAX_LISTED, classes, invariant};
pub use self::task::{Task, Tours};
pub use self::uses::{MoveUse, by_move, by_pair};

/// The number of tours.
///
/// Rows and columns at the sides of the board that are holes only make no difference, neither to the number nor to the
/// work, nor to what lies on a disk.
///
/// # Errors
/// [`CountError`].
pub fn count(task: &Task, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    undirected(&task.trimmed(), options).map(|number| task.of_undirected(number))
}

/// The form in which a task is counted.
enum Form {
    /// The number is known without counting.
    Known(BigUint),
    /// In blocks or, if that outgrows its tables, plainly.
    Blocks(blocks::Layout, plain::Graph),
    Plain(plain::Graph),
}

/// Returns the form for a task without margins.
fn form(task: &Task, options: &CountOptions<'_>) -> Result<Form, CountError> {
    if let Some(number) = at_once(task) {
        return Ok(Form::Known(number));
    }
    let layout = blocks::Layout::new(task);
    if layout.is_none()
        && let Some(width) = wide(task.board())
    {
        options.affords(estimate::plain(task.board().cells(), width))?;
    }
    let graph = plain::Graph::of(task);
    Ok(match layout.filter(|layout| are_blocks_better(layout, &graph)) {
        Some(layout) => Form::Blocks(layout, graph),
        None => Form::Plain(graph),
    })
}

/// The number of tours of a board without margins, a tour and its reverse being one.
fn undirected(task: &Task, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    match form(task, options)? {
        Form::Known(number) => Ok(number),
        Form::Plain(graph) => plainly(&graph, options),
        Form::Blocks(layout, graph) => match in_blocks(task, &layout, options) {
            Err(CountError::TooLarge) => plainly(&graph, options),
            result => result,
        },
    }
}

/// The same in the plain form.
fn plainly(graph: &plain::Graph, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    if options.disk.as_ref().is_some_and(|disk| disk.all) {
        let message = "this count goes through its board in another way, which keeps nothing on a disk";
        return Err(CountError::task(message, "count without a folder"));
    }
    let [even, odd] = plain::cycles(graph, options)?;
    Ok(even + odd)
}

/// The same in the block form: exactly, or modulo primes.
fn in_blocks(task: &Task, layout: &blocks::Layout, options: &CountOptions<'_>) -> Result<BigUint, CountError> {
    let keeper = Keeper::open(task, options, false)?;
    let rests = residues::kept(&keeper)?;
    if rests.is_none() && !blocks::outgrows(task, layout) {
        match blocks::cycles(layout, options, keeper.clone(), None) {
            Err(CountError::TooLarge) => {}
            result => {
                result.iter().for_each(|_| blocks::forget(&keeper));
                return result.map(|found| found.number);
            }
        }
    }
    residues::cycles(task, layout, keeper, rests.unwrap_or_default(), options)
}

/// Where holes leave a narrow way through the board the plain form finds it, the block form keeps to its rows.
fn are_blocks_better(layout: &blocks::Layout, graph: &plain::Graph) -> bool {
    layout.width() < graph.width() + NARROWER
}

/// The number of squares by which the plain frontier must be narrower for the plain form to be faster.
const NARROWER: usize = 5;

/// The width of the frontier of a large board without holes, which is the same everywhere: known before any of it is
/// gone through.
fn wide(board: &Board) -> Option<usize> {
    let (short, leaper) = (board.rows().min(board.cols()), board.leaper());
    let is_large = board.cells() >= 1 << 14 && u64::from(leaper.s()) * 2 <= short.into();
    (is_large && board.hole_count() == 0).then_some(leaper.s() as usize * short as usize + leaper.r() as usize)
}

/// The number, if it is known without counting.
fn at_once(task: &Task) -> Option<BigUint> {
    if task.board().playable() == 1 {
        return Some(BigUint::from(u32::from(task.tours() != Tours::Closed)));
    }
    blocks::colours_forbid(task).then_some(BigUint::ZERO)
}

/// Locks a mutex, also after another thread has panicked while it held it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn afford(needed: f64, memory: Option<u64>) -> Result<(), CountError> {
    match memory {
        Some(available) if needed > available as f64 => Err(CountError::Memory { needed, available }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
