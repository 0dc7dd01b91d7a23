//! Counts placements of queens: all placements, and the fundamental placements. A placement and its rotations and
//! reflections count as one fundamental placement.
//!
//! Rotations and reflections map up to eight placements to each other. The search completes at most one of these eight.
//! For this purpose, it uses the bounds of K. Takahashi ("Takaken", "N Queens Problem: number of solutions"): the queen
//! on the first file, which is one edge of the board, limits the queens on the other three edges. Therefore most of the
//! eight placements are never begun. A complete placement is compared with its images only if a queen is exactly on
//! such a bound. This method is three to four times faster than a search of half the board, and also counts the
//! fundamental placements. Unlike a lane of the GPU, this method cannot be restricted to the placements that begin with
//! given queens.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::list::{MAX_LISTED, Placements, RowFilter, class};

/// Number of files of the board that get queens before the work is divided among the cores. This number gives thousands
/// of parts, so that all cores finish at about the same time.
const DIVIDED_FILES: u32 = 5;

/// The numbers of placements of `n` queens on an `n` x `n` board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacementCounts {
    /// Total number of placements (OEIS A000170).
    pub all: u128,
    /// Number of placements (OEIS A002562), if placements that differ only by a rotation or reflection of the board are
    /// counted as one.
    pub fundamental: u64,
}

impl PlacementCounts {
    /// Adds `more` fundamental placements, each of which stands for `class` placements.
    fn with(self, class: u32, more: u64) -> Self {
        Self { all: self.all + u128::from(class) * u128::from(more), fundamental: self.fundamental + more }
    }
}

/// Counts the ways to place `n` queens on an `n` x `n` board, on all cores.
///
/// `progress` is called with the number of finished parts and the total number of parts. Returns `None` if `stop` is
/// set before the end.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use courser_solve::queens::count;
///
/// let ways = count(8, &AtomicBool::new(false), &|_, _| {}).unwrap();
/// assert_eq!((ways.all, ways.fundamental), (92, 12));
/// assert_eq!(count(20, &AtomicBool::new(true), &|_, _| {}), None);
/// ```
///
/// # Panics
/// Panics if `n` is 0 or exceeds [`MAX_LISTED`].
pub fn count(n: u32, stop: &AtomicBool, progress: &(dyn Fn(u64, u64) + Sync)) -> Option<PlacementCounts> {
    assert!((1..=MAX_LISTED).contains(&n), "{n} queens: 1 to {MAX_LISTED} are counted");
    if n == 1 {
        return Some(PlacementCounts { all: 1, fundamental: 1 });
    }
    let parts = parts(n);
    let (done, all) = (AtomicU64::new(0), parts.len() as u64);
    let search = |(first, begun): (First, Vec<u32>)| {
        let mut placements = Placements::after(n, &begun, first);
        let mut ways = PlacementCounts::default();
        while !stop.load(Ordering::Relaxed) {
            let Some(rows) = placements.advance() else {
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
                return Some(ways);
            };
            // No placement with a queen in the corner is its own image under a rotation or reflection.
            let class = if let AxisCase::Corner = first.place { Some(8) } else { class(rows) };
            ways = class.map_or(ways, |class| ways.with(class, 1));
        }
        None
    };
    let sum = |a: PlacementCounts, b: PlacementCounts| {
        Some(PlacementCounts { all: a.all + b.all, fundamental: a.fundamental + b.fundamental })
    };
    parts.into_par_iter().with_max_len(1).map(search).try_reduce(PlacementCounts::default, sum)
}

/// The queen of the first file, and the resulting bounds on the other queens.
#[derive(Clone, Copy, Debug)]
struct First {
    n: u32,
    bound: u32,
    place: AxisCase,
}

#[derive(Clone, Copy, Debug)]
enum AxisCase {
    /// The queen of the first file is in the corner, and the queen of the next file is in row `bound`. A placement and
    /// its mirror image in the diagonal are counted only once: in the counted placement, no file before file `bound`
    /// has its queen in the second row. No placement is its own image.
    Corner,
    /// The queen of the first file is in row `bound`. The first row and the last row have no queen before file `bound`,
    /// and no queen after file `n - 1 - bound`. The last file has no queen in the rows of the mask `last`.
    Edge { last: u32 },
}

impl RowFilter for First {
    #[inline]
    fn tried(&self, file: u32, down: u32, free: u32) -> u32 {
        let Self { n, bound, place } = *self;
        match place {
            AxisCase::Corner if file < bound => free & !2,
            AxisCase::Corner => free,
            AxisCase::Edge { last } => {
                let sides = 1 << (n - 1) | 1;
                if file < bound {
                    return free & !sides;
                }
                if file == n - 1 {
                    return free & !last;
                }
                if file == n - 1 - bound {
                    // No later file can have its queen in an outer row. Therefore the queens up to this file, including
                    // the queen of this file, must fill both outer rows.
                    return match down & sides {
                        0 => 0,
                        taken if taken == sides => free,
                        _ => free & sides,
                    };
                }
                free
            }
        }
    }
}

/// Returns the parts of the work. Each part is determined by the queens of the first files.
fn parts(n: u32) -> Vec<(First, Vec<u32>)> {
    let mut parts = Vec::new();
    let mut divide = |first: First, begun: &[u32]| {
        let divided = Placements::after(n, begun, first).to_depth(DIVIDED_FILES.min(n - 1));
        parts.extend(divided.map(|begun| (first, begun)));
    };
    for bound in 2..n - 1 {
        divide(First { n, bound, place: AxisCase::Corner }, &[0, bound]);
    }
    let mut last = 1 << (n - 1) | 1;
    // The row number `bound` must be smaller than the number of the mirrored row, `n - 1 - bound`.
    for bound in (1..n / 2).filter(|bound| bound + 1 < n - bound) {
        divide(First { n, bound, place: AxisCase::Edge { last } }, &[bound]);
        last |= last >> 1 | last << 1;
    }
    parts
}
