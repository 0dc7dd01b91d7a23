//! Counts placements of queens on the GPU. A *prefix* is a placement of queens in the first rows. Each lane counts the
//! placements below one prefix, and then continues with the next free prefix.
//!
//! | part | shader | a lane is |
//! |---|---|---|
//! | count | `shaders/queens/count.wgsl` | a search below one prefix, and then below another |
//!
//! A [`QueensPlan`] lists the prefixes, and uses the reflection of the board to halve the work. [`count_prefix`], which
//! is the mirror, counts the placements below each prefix on the CPU, and [`QueensRun`] counts them on a GPU. The
//! results are compared prefix by prefix.
//!
//! The durations of searches differ by a factor of a hundred. If each lane had a fixed share of the prefixes, most
//! lanes would wait for the longest search. Therefore a lane that has finished a prefix fetches the next free prefix by
//! an atomic operation. It is unknown which lane counts which prefix. Each result belongs to a prefix and is written
//! exactly once, so that a missing result is detected. Between dispatches, the lanes keep their stacks.
//!
//! Without a GPU, [`courser_solve::queens::count()`] is faster, since it uses all symmetries of the board. A lane with
//! a prefix cannot use these symmetries.

use courser_solve::queens::{AttackMask, Placements, RowFilter as Tried};
use rayon::prelude::*;

use crate::{Device, MaybeSend, Result};

mod kernels;
mod run;

pub use kernels::QueensMemory;
// The hidden items are not a part of the public interface. They are exported for the tests that compare them with the
// shaders.
#[doc(hidden)]
pub use kernels::QueensParams;
#[cfg(feature = "gpu")]
pub use kernels::kernels;
#[cfg(feature = "gpu")]
pub use run::GpuQueens;
pub use run::{QueensLimits, QueensRun, beside};

/// Creates a [`Queens`] that counts placements on a device.
///
/// # Errors
/// [`EngineError::Gpu`](crate::EngineError::Gpu) if the device fails.
pub fn on(device: &Device) -> Result<Box<dyn Queens + '_>> {
    #[cfg(feature = "gpu")]
    if let Some(gpu) = device.gpu() {
        return Ok(Box::new(GpuQueens::new(gpu)?));
    }
    let _ = device;
    Ok(Box::new(CpuQueens))
}

/// A counter of placements of queens. It can run on any device. A [`QueensPlan`] contains prefixes, which are
/// placements of queens in the first rows. The placements that continue a prefix are counted separately for each
/// prefix.
///
/// ```
/// use courser_engine::Device;
/// use courser_engine::queens::{self, QueensPlan};
///
/// let mut queens = queens::on(&Device::CPU)?;
/// let plan = QueensPlan::new(8, queens.wanted());
/// assert_eq!(plan.total(&queens.count(&plan, &mut |_| {})?), 92);
/// # Ok::<(), courser_engine::EngineError>(())
/// ```
pub trait Queens: MaybeSend {
    /// Returns the number of prefixes that a plan must contain to keep the whole device busy until the count ends.
    fn wanted(&self) -> usize;

    /// Counts the placements in the rows below each prefix. `progress` receives the number of finished prefixes.
    ///
    /// # Errors
    /// [`EngineError::Gpu`](crate::EngineError::Gpu) if the device fails or lacks memory,
    /// [`EngineError::Damaged`](crate::EngineError::Damaged) if a prefix has no result.
    fn count(&mut self, plan: &QueensPlan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>>;

    /// Returns the number of prefixes whose results were compared with the mirror. Returns 0 if this counter does not
    /// compare its results. A counter created by [`beside`] compares them.
    fn compared(&self) -> u64 {
        0
    }
}

/// A counter of placements of queens. It runs on the CPU, on all threads of rayon's pool.
#[derive(Clone, Copy, Debug)]
pub struct CpuQueens;

impl Queens for CpuQueens {
    fn wanted(&self) -> usize {
        64 * rayon::current_num_threads()
    }

    fn count(&mut self, plan: &QueensPlan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>> {
        let ways = plan.prefixes().par_iter().map(|&prefix| count_prefix(plan.n(), prefix)).collect();
        progress(plan.prefixes().len() as u64);
        Ok(ways)
    }
}

/// Counts the placements in the rows below a prefix on a board of `n` rows, as `count.wgsl` does.
///
/// ```
/// use courser_engine::queens::{QueensPlan, count_prefix};
///
/// let plan = QueensPlan::new(8, 1);
/// let below: Vec<u64> = plan.prefixes().iter().map(|&prefix| count_prefix(8, prefix)).collect();
/// assert_eq!(plan.total(&below), 92);
/// ```
///
/// # Panics
/// Panics if `n` is not from 1 to 32.
pub fn count_prefix(n: u32, prefix: Prefix) -> u64 {
    let Prefix { left, down, right, .. } = prefix;
    Placements::below(n, AttackMask { left, down, right }).tally()
}

/// Minimum number of queens of a [`QueensPlan`].
pub const MIN_SIDE: u32 = 4;

/// Maximum number of queens of a [`QueensPlan`]. A row has one bit per square, and must fit in a word of 32 bits.
pub const MAX_SIDE: u32 = 32;

/// The squares that the queens of the filled rows attack in the next row, with one bit per column. The struct
/// corresponds to `Prefix` in `shaders/queens/count.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Prefix {
    /// Columns attacked along diagonals to the left.
    pub left: u32,
    /// Columns that contain a queen, as bits. The number of set bits is the number of filled rows.
    pub down: u32,
    /// Columns that the queens attack along diagonals to the right, as bits.
    pub right: u32,
    /// Padding to a multiple of 16 bytes.
    pub unused: u32,
}

/// The plan for counting the placements of `n` queens. A prefix is a placement in the first rows of the board. The
/// placements below each prefix are counted separately. All prefixes have the same number of rows, and each prefix also
/// represents its mirror image.
#[derive(Clone, Debug)]
pub struct QueensPlan {
    n: u32,
    prefixes: Vec<Prefix>,
}

impl QueensPlan {
    /// Creates the plan for `n` queens. The prefixes have the minimum number of rows that gives at least `wanted`
    /// prefixes. This number of rows is at least 2 and at most `n - 2`. If even `n - 2` rows give fewer than `wanted`
    /// prefixes, the prefixes have `n - 2` rows.
    ///
    /// The queen of the first row is in the left half. If this queen is in the middle column of a board with odd sides,
    /// the queen of the second row is in the left half.
    ///
    /// # Panics
    /// Panics if `n` is not from [`MIN_SIDE`] to [`MAX_SIDE`].
    pub fn new(n: u32, wanted: usize) -> Self {
        assert!((MIN_SIDE..=MAX_SIDE).contains(&n), "{n} queens: {MIN_SIDE} to {MAX_SIDE} are divided");
        let plan = |depth| {
            let begun = Placements::after(n, &[], Half(n)).to_depth(depth);
            Self { n, prefixes: begun.map(|rows| Prefix::of(&rows)).collect() }
        };
        let enough = (2..n - 2).map(plan).find(|plan| plan.prefixes.len() >= wanted);
        enough.unwrap_or_else(|| plan(n - 2))
    }

    /// Returns the number of queens, which is also the number of squares per side of the board.
    pub const fn n(&self) -> u32 {
        self.n
    }

    /// Returns a mask of all columns of the board, with one bit per column.
    pub const fn all(&self) -> u32 {
        u32::MAX >> (32 - self.n)
    }

    /// Returns the prefixes, in the order in which they are counted.
    pub fn prefixes(&self) -> &[Prefix] {
        &self.prefixes
    }

    /// Returns the maximum number of stack levels that a search below a prefix stores, or 1 if this maximum is 0. The
    /// maximum is the number of empty rows minus 2.
    pub fn levels(&self) -> u32 {
        let filled = self.prefixes.first().map_or(2, |prefix| prefix.down.count_ones());
        (self.n - filled).saturating_sub(2).max(1)
    }

    /// Returns the total number of placements. `below` contains the number of placements below each prefix.
    pub fn total(&self, below: &[u64]) -> u128 {
        2 * below.iter().map(|&ways| u128::from(ways)).sum::<u128>()
    }
}

impl Prefix {
    /// Creates a prefix with one queen in each of the first rows. `columns` contains the columns of these queens, row
    /// by row.
    fn of(columns: &[u32]) -> Self {
        let AttackMask { left, down, right } = AttackMask::by_all(columns);
        Self { left, down, right, unused: 0 }
    }
}

/// Selects one placement of each pair of mirror images. `self.0` is the number of columns of the board. The queen of
/// the first row is in the left half or in the middle column. If this queen is in the middle column, the queen of the
/// second row is in the left half.
struct Half(u32);

impl Tried for Half {
    fn tried(&self, row: u32, down: u32, free: u32) -> u32 {
        let left = (1 << (self.0 / 2)) - 1;
        match row {
            0 => free & (u32::MAX >> (32 - self.0.div_ceil(2))),
            1 if down & left == 0 => free & left,
            _ => free,
        }
    }
}
