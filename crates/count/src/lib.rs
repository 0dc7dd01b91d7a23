//! How many there are, exactly.

mod blocks;
mod checkpoint;
mod dataflow;
mod enumerate;
mod error;
mod estimate;
pub mod known;
mod plain;
mod progress;
mod symmetry;
mod task;

pub use num_bigint::BigUint;

pub use self::dataflow::{Cluster, count_together};
pub use self::enumerate::tours;
pub use self::error::{CountError, bytes};
pub use self::progress::{Checkpoint, Options, Progress, Stage};
pub use self::symmetry::classes;
pub use self::task::{Task, Tours};

/// The number of tours, a tour and its reverse being one.
///
/// # Errors
/// [`CountError`].
pub fn count(task: &Task, options: &Options<'_>) -> Result<BigUint, CountError> {
    if let Some(number) = at_once(task) {
        return Ok(number);
    }
    let graph = plain::Graph::of(task);
    let plain_width = graph.widths().max().unwrap_or(0);
    // Where holes leave a narrow way through the board the plain form finds it, the block form keeps to its rows.
    if let Some(layout) = blocks::Layout::new(task).filter(|layout| layout.width() < plain_width + NARROWER) {
        afford(estimate::blocks(&layout), options)?;
        match blocks::cycles(task, &layout, options) {
            Err(CountError::TooLarge) if options.checkpoint.is_none() => {}
            result => return result,
        }
    }
    if options.checkpoint.is_some() {
        return Err(CountError::Task {
            message: "this count goes through its board in another way, which keeps no checkpoints".into(),
            hint: "leave out --checkpoint",
        });
    }
    afford(estimate::plain(graph.widths()), options)?;
    let [even, odd] = plain::cycles(&graph, options)?;
    Ok(even + odd)
}

/// So many squares narrower a frontier must be for the plain form to be the better one.
const NARROWER: usize = 5;

/// What is known without counting.
fn at_once(task: &Task) -> Option<BigUint> {
    if task.board().playable() == 1 {
        return Some(BigUint::from(u32::from(task.tours() != Tours::Closed)));
    }
    blocks::colours_forbid(task).then_some(BigUint::ZERO)
}

fn afford(needed: f64, options: &Options<'_>) -> Result<(), CountError> {
    match options.memory {
        Some(available) if needed > available as f64 => Err(CountError::Memory { needed, available }),
        _ => Ok(()),
    }
}
