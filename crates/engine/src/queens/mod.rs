//! Queens counted on the GPU: one lane per prefix, which then takes the next prefix.
//!
//! | part | shader | a lane is |
//! |---|---|---|
//! | count | `shaders/queens/count.wgsl` | a search below one prefix, and then below another |
//!
//! A [`QueensPlan`] fills the first rows in every way and halves the work by the board's reflection. The placements
//! below each of these *prefixes* are counted by [`count_prefix`] on the CPU, the mirror, and by [`QueensRun`] on a GPU, and
//! the two are compared prefix by prefix.
//!
//! Lanes take new prefixes by an atomic operation when they have finished others, and keep their stack from dispatch to
//! dispatch. Searches differ in length a hundredfold, so with fixed shares most lanes would wait for the longest. The
//! lane of a prefix is therefore unknown; results belong to prefixes, and each is written exactly once, so that a
//! missing result is noticed.
//!
//! On its own, the CPU counts faster, by using all symmetries of the board: see [`courser_solve::queens::count()`]. A
//! lane with a prefix cannot do that.

use courser_solve::queens::{AttackMask, Placements, RowFilter as Tried};
use rayon::prelude::*;

use crate::{Device, MaybeSend, Result};

mod kernels;
mod run;

pub use kernels::QueensMemory;
// As the shaders have them, for the tests that compare the two: not a part of the public interface.
#[doc(hidden)]
pub use kernels::QueensParams;
#[cfg(feature = "gpu")]
pub use kernels::kernels;
#[cfg(feature = "gpu")]
pub use run::GpuQueens;
pub use run::{QueensLimits, QueensRun, beside};

/// Opens the count of queens on a device.
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

/// Queens counted below the prefixes of a plan, on any device.
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
    /// Returns the number of prefixes that keeps the whole device busy to the end.
    fn wanted(&self) -> usize;

    /// Counts the ways to fill the rows below each prefix. `progress` receives the number of finished prefixes.
    ///
    /// # Errors
    /// [`EngineError::Gpu`](crate::EngineError::Gpu) if the device fails or lacks memory,
    /// [`EngineError::Damaged`](crate::EngineError::Damaged) if a prefix was left out.
    fn count(&mut self, plan: &QueensPlan, progress: &mut dyn FnMut(u64)) -> Result<Vec<u64>>;

    /// Returns the number of prefixes compared with the mirror: 0 unless the count was opened by [`beside`].
    fn compared(&self) -> u64 {
        0
    }
}

/// Queens on the CPU, on all threads of rayon's pool.
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

/// Counts the ways to fill the rows below a prefix of a board of `n` rows, as `count.wgsl` does.
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
/// If `n` is not 1 to 32.
pub fn count_prefix(n: u32, prefix: Prefix) -> u64 {
    let Prefix { left, down, right, .. } = prefix;
    Placements::below(n, AttackMask { left, down, right }).tally()
}

/// Minimum number of queens for a division into prefixes.
pub const MIN_SIDE: u32 = 4;

/// Maximum number of queens for a division into prefixes: a row is one word of 32 bits.
pub const MAX_SIDE: u32 = 32;

/// The squares of the next row that the queens of the filled rows attack, one bit per column: `Prefix` in
/// `shaders/queens/count.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Prefix {
    /// Columns attacked along diagonals to the left.
    pub left: u32,
    /// Columns that have a queen: as many bits as rows are filled.
    pub down: u32,
    /// Columns attacked along diagonals to the right.
    pub right: u32,
    /// Fills the row of 16 bytes.
    pub unused: u32,
}

/// A count of queens, divided into prefixes of one depth; each prefix stands for its mirror image as well.
#[derive(Clone, Debug)]
pub struct QueensPlan {
    n: u32,
    prefixes: Vec<Prefix>,
}

impl QueensPlan {
    /// Lists the prefixes of `n` queens, of the minimum number of rows that gives `wanted` prefixes, but of at least
    /// two rows, and with two rows left.
    ///
    /// The queen of the first row is in the left half. If it is in the middle column of an odd board, the second queen
    /// is in the left half.
    ///
    /// # Panics
    /// If `n` is not [`MIN_SIDE`] to [`MAX_SIDE`].
    pub fn new(n: u32, wanted: usize) -> Self {
        assert!((MIN_SIDE..=MAX_SIDE).contains(&n), "{n} queens: {MIN_SIDE} to {MAX_SIDE} are divided");
        let plan = |depth| {
            let begun = Placements::after(n, &[], Half(n)).to_depth(depth);
            Self { n, prefixes: begun.map(|rows| Prefix::of(&rows)).collect() }
        };
        let enough = (2..n - 2).map(plan).find(|plan| plan.prefixes.len() >= wanted);
        enough.unwrap_or_else(|| plan(n - 2))
    }

    /// Returns the number of queens, and of squares per side of the board.
    pub const fn n(&self) -> u32 {
        self.n
    }

    /// Returns one bit per column of the board.
    pub const fn all(&self) -> u32 {
        u32::MAX >> (32 - self.n)
    }

    /// Returns the prefixes, in the order of counting.
    pub fn prefixes(&self) -> &[Prefix] {
        &self.prefixes
    }

    /// Returns the maximum number of levels that a search below a prefix stores: one per row, except the last two.
    pub fn levels(&self) -> u32 {
        let filled = self.prefixes.first().map_or(2, |prefix| prefix.down.count_ones());
        (self.n - filled).saturating_sub(2).max(1)
    }

    /// Returns the number of all placements, from those below each prefix.
    pub fn total(&self, below: &[u64]) -> u128 {
        2 * below.iter().map(|&ways| u128::from(ways)).sum::<u128>()
    }
}

impl Prefix {
    /// Creates the prefix with these queens in the first rows, by their columns.
    fn of(columns: &[u32]) -> Self {
        let AttackMask { left, down, right } = AttackMask::by_all(columns);
        Self { left, down, right, unused: 0 }
    }
}

/// Keeps one of a placement and its mirror image: the queen of the first row is in the left half of this many columns;
/// if it is in the middle one, that of the second row is.
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
