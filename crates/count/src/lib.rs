//! How many there are, exactly.

mod blocks;
mod dataflow;
mod enumerate;
mod error;
mod estimate;
pub mod known;
mod plain;
mod progress;
mod task;

pub use num_bigint::BigUint;

pub use self::dataflow::{Cluster, count_together};
pub use self::enumerate::tours;
pub use self::error::{CountError, bytes};
pub use self::progress::{Checkpoint, Options, Progress, Stage};
pub use self::task::{Task, Tours};

/// The number of tours, a tour and its reverse being one.
///
/// # Errors
/// [`CountError`].
pub fn count(task: &Task, options: &Options<'_>) -> Result<BigUint, CountError> {
    if task.board().playable() == 1 {
        return Ok(BigUint::from(u32::from(task.tours() != Tours::Closed)));
    }
    if blocks::colours_forbid(task) {
        return Ok(BigUint::ZERO);
    }
    if let Some(layout) = blocks::Layout::new(task) && std::env::var_os("PLAIN").is_none() {
        return blocks::cycles(&layout, options);
    }
    let [even, odd] = plain::cycles(&plain::Graph::of(task), options)?;
    Ok(even + odd)
}
