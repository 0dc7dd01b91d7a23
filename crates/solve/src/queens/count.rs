//! The numbers of placements: all of them, and those that differ by more than rotations and reflections.
//!
//! The main decision: of the eight placements that turning and mirroring make of one, at most one is
//! gone through. These are the bounds of K. Takahashi ("Takaken", "N Queens Problem: number of
//! solutions"): the queen of the first file bounds where the queens of the other three edges may be, so most of the eight are
//! never begun, and only whole placements that lie on such a bound are compared with their images. It is three to
//! four times faster than halving the board, and the fundamental placements are counted on the way. The price is that
//! it cannot count from any given queens on, as a lane of the GPU does.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::list::{Bounds, MAX_LISTED, Placements, class};

/// Files that are filled before the work is divided among the cores: parts by the thousand, so that none of them is
/// left alone for long at the end.
const DIVIDED_FILES: u32 = 5;

/// The numbers of placements of some queens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// All placements (OEIS A000170).
    pub all: u128,
    /// Placements that differ by more than rotations and reflections of the board (OEIS A002562).
    pub fundamental: u64,
}

impl Ways {
    /// After `more` classes of `class` placements each.
    fn with(self, class: u32, more: u64) -> Self {
        Self { all: self.all + u128::from(class) * u128::from(more), fundamental: self.fundamental + more }
    }
}

/// Counts the ways to place `n` queens on an `n` x `n` board, on all cores.
///
/// `progress` receives how many parts of the work are done, and of how many. Returns `None` if `stop` is raised before
/// the end.
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
/// If `n` is 0 or more than [`MAX_LISTED`].
pub fn count(n: u32, stop: &AtomicBool, progress: &(dyn Fn(u64, u64) + Sync)) -> Option<Ways> {
    assert!((1..=MAX_LISTED).contains(&n), "{n} queens: 1 to {MAX_LISTED} are counted");
    if n == 1 {
        return Some(Ways { all: 1, fundamental: 1 });
    }
    let parts = parts(n);
    let (done, all) = (AtomicU64::new(0), parts.len() as u64);
    let search = |(first, begun): (First, Vec<u32>)| {
        let mut placements = Placements::after(n, &begun, first);
        let mut ways = Ways::default();
        while !stop.load(Ordering::Relaxed) {
            let Some(rows) = placements.advance() else {
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
                return Some(ways);
            };
            // No placement with a queen in the corner is its own turn or mirror.
            let class = if let Place::Corner = first.place { Some(8) } else { class(rows) };
            ways = class.map_or(ways, |class| ways.with(class, 1));
        }
        None
    };
    let sum = |a: Ways, b: Ways| Some(Ways { all: a.all + b.all, fundamental: a.fundamental + b.fundamental });
    parts.into_par_iter().with_max_len(1).map(search).try_reduce(Ways::default, sum)
}

/// Where the queen of the first file is, and what that forbids.
#[derive(Clone, Copy, Debug)]
struct First {
    n: u32,
    bound: u32,
    place: Place,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    /// In the corner, the next one in row `bound`: of a placement and its mirror in the diagonal the one is gone
    /// through that has no queen in the second row before file `bound`, and none is its own turn or mirror.
    Corner,
    /// In row `bound`: no queen in the outer rows before file `bound`, none in them beyond its mirror, none of the
    /// last file in the rows `last`.
    Edge { last: u32 },
}

impl Bounds for First {
    #[inline]
    fn tried(&self, file: u32, down: u32, free: u32) -> u32 {
        let Self { n, bound, place } = *self;
        match place {
            Place::Corner if file < bound => free & !2,
            Place::Corner => free,
            Place::Edge { last } => {
                let sides = 1 << (n - 1) | 1;
                if file < bound {
                    return free & !sides;
                }
                if file == n - 1 {
                    return free & !last;
                }
                if file == n - 1 - bound {
                    // Beyond this file there is none in the outer rows: both must be taken by now.
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

/// The work, divided: the queens of the first files.
fn parts(n: u32) -> Vec<(First, Vec<u32>)> {
    let mut parts = Vec::new();
    let mut divide = |first: First, begun: &[u32]| {
        let divided = Placements::after(n, begun, first).to_depth(DIVIDED_FILES.min(n - 1));
        parts.extend(divided.map(|begun| (first, begun)));
    };
    for bound in 2..n - 1 {
        divide(First { n, bound, place: Place::Corner }, &[0, bound]);
    }
    let mut last = 1 << (n - 1) | 1;
    // The mirror of `bound` has to be beyond it.
    for bound in (1..n / 2).filter(|bound| bound + 1 < n - bound) {
        divide(First { n, bound, place: Place::Edge { last } }, &[bound]);
        last |= last >> 1 | last << 1;
    }
    parts
}
