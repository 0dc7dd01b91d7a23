//! Regions in a tree: a path of regions, and all other regions. Each of the other regions is attached to its *host*,
//! which is a region of the path or another attached region. An attached region has a closed tour, which is joined to
//! the tour of the host at a corner of the host.
//!
//! This form is used for regions in one line, which have no closed walk, and for tours with both ends fixed. The path
//! goes from the start's region down or up its column of regions, then along the row that contains the end's region.
//! The path enters and leaves each of its regions through [gates](super::gate). The other regions of the start's column
//! are attached above and below the path. In each row, the remaining regions are attached on the left and on the right
//! of the regions that are already in the tree.
//!
//! In the picture, the host is on the left. The host's corner a is one move from the host's square b. The squares c and
//! d of the attached region are also one move apart. If the moves a-c and b-d replace the moves a-b and c-d, the two
//! tours become one:
//!
//! ```text
//!     . . . a | . . . .
//!     . . . . | . c . .
//!     . . b . | . . . .
//!     . . . . | d . . .
//! ```
//!
//! A corner has only two moves, so every tour of the host contains the move from a to b or the move from b to a. The
//! direction of this move determines whether the attached region is toured from c to d or from d to c. Therefore every
//! region is toured in the direction of the whole tour.

use courser_board::Square;

use super::Rect;
use super::cut::Cuts;
use super::gate::{self, Gate, RegionSide, SidePosition};
use super::knights::RelayKnights;
use super::region::{Excursion, Region};
use crate::TilingError;
use crate::factor::rng::Rng;

/// Maximum number of pairs of a start and an end that are tried if the start or the end is not fixed.
const PAIRS: usize = 40;

/// Positions of the square `a` and the square `b` of a host region, relative to the side to which another region is
/// attached. The module documentation describes these squares. Square `a` is a corner of the host. Square `b` is one
/// move away from square `a`: two squares along the side and one square further inside the host.
const CORNERS: [SidePosition; 2] = [(0, 0), (2, 1)];

/// A position in the grid of regions, as row and column.
type At = (usize, usize);

/// A region to tour: its grid position, its entry and its exit, and the number of squares that the tour visits before
/// the entry.
struct RegionTask {
    at: At,
    ends: (u32, u32),
    first: u64,
}

/// The options of an attempt to make a tour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gives {
    gate: Gate,
    /// True if a precomputed path replaces the walk of a knight that fails.
    paths: bool,
}

impl Gives {
    /// Returns the options of all attempts. The first attempt fails if a knight fails. In every later attempt, a
    /// precomputed path replaces the walk of a knight that fails.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let gives = Gate::all().map(|gate| Self { gate, paths: true });
        std::iter::once(Self { gate: Gate::Best, paths: false }).chain(gives)
    }
}

struct RegionTree<'a> {
    cuts: &'a Cuts,
    knights: &'a mut RelayKnights,
    gives: Gives,
    path: Vec<At>,
    rng: Rng,
    regions: Vec<Region>,
}

/// Returns the regions of a tour. If `closed` is true, the tour is closed, and neither a start nor an end can be given.
pub(super) fn regions(
    cuts: &Cuts,
    (start, end): (Option<Square>, Option<Square>),
    closed: bool,
    knights: &mut RelayKnights,
    gives: Gives,
) -> Result<Vec<Region>, TilingError> {
    let [from, to] = [start.or(end), end.or(start)].map(|square| square.map(|square| cuts.find(square)));
    let (from, to) = match (from, to) {
        // If the board has an odd number of squares, the region with an odd number of squares contains the start.
        (Some(from), Some(to)) if !closed => (from, to),
        _ => (cuts.odd(), cuts.odd()),
    };
    let towards = |one: usize, other: usize| if one < other { one + 1 } else { one - 1 };
    let mut path = vec![from];
    while let Some(&(row, col)) = path.last().filter(|&&last| last != to) {
        path.push(if row == to.0 { (row, towards(col, to.1)) } else { (towards(row, to.0), col) });
    }
    let all = cuts.grid().0 * cuts.grid().1;
    let rng = Rng::new(knights.seed);
    let mut tree = RegionTree { cuts, knights, gives, path, rng, regions: vec![Region::default(); all] };
    tree.grow(start, end, closed)?;
    Ok(tree.regions)
}

impl RegionTree<'_> {
    fn grow(&mut self, start: Option<Square>, end: Option<Square>, closed: bool) -> Result<(), TilingError> {
        let mut color = start.map_or(0, |start| (start.row + start.col) % 2);
        let mut first = 0;
        for nth in 0..self.path.len() {
            let at = self.path[nth];
            let rect = self.cuts.rect(at);
            let side = |other: Option<&At>| RegionSide::ALL.into_iter().find(|side| Some(&side.step(at)) == other);
            let (back, forth) = (side(nth.checked_sub(1).map(|nth| &self.path[nth])), side(self.path.get(nth + 1)));
            let exit_color = if rect.squares() % 2 == 1 { color } else { 1 - color };
            let given = |square: Option<Square>| square.and_then(|square| rect.find(square));
            let lower = self.rng.below(2) == 1;
            let mut toured = Err(TilingError::RelayEnds);
            for _ in 0..PAIRS {
                // The end has the colour of the corners. A corner cannot be the end, since other regions can be joined
                // at the corners.
                let mut any = || {
                    let free = |at: &u32| (at / rect.cols + at % rect.cols).is_multiple_of(2) && !rect.is_corner(*at);
                    let free: Vec<u32> = (0..rect.squares()).filter(free).collect();
                    free[self.rng.below(free.len() as u32) as usize]
                };
                let ends = match (back, forth) {
                    (None, None) if closed => joint(&rect, RegionSide::Left, lower, [(1, 1), (3, 0)]).into(),
                    (back, forth) => {
                        let entry = back.map(|side| self.gives.gate.entry(&rect, side, color)).or(given(start));
                        let exit = forth.map(|side| self.gives.gate.exit(&rect, side, exit_color)).or(given(end));
                        (entry.unwrap_or_else(&mut any), exit.unwrap_or_else(&mut any))
                    }
                };
                toured = self.hang(RegionTask { at, ends, first });
                let is_free = (start.is_none() || end.is_none()) && self.path.len() == 1 && !closed;
                if toured.is_ok() || !is_free {
                    break;
                }
            }
            first += toured?;
            color = 1 - exit_color;
        }
        Ok(())
    }

    /// Makes the tours of a region and of all regions attached to it. Returns the total number of squares in these
    /// regions.
    fn hang(&mut self, task: RegionTask) -> Result<u64, TilingError> {
        let begin = task.first;
        let mut end = begin;
        let mut tasks = vec![task];
        while let Some(RegionTask { at, ends: (entry, exit), first }) = tasks.pop() {
            let (rect, number) = (self.cuts.rect(at), (at.0 * self.cuts.grid().1 + at.1) as u32);
            let mut region = Region { rect, entry, exit, number, first, gaps: [Excursion::NONE; 4] };
            let hung: Vec<_> = self.hung(at).map(|(side, squares)| (side, squares, self.rng.below(2) == 1)).collect();
            let joined = |visits: &[u8]| {
                let joints = hung.iter().map(|&(side, squares, lower)| {
                    let find = |lower: bool| {
                        let corners = joint(&rect, side, lower, CORNERS);
                        let [a, b] = corners.map(|square| u32::from(visits[square as usize]) - 1);
                        (a.abs_diff(b) == 1).then_some((a.min(b), a < b, lower, side, squares))
                    };
                    find(lower).or_else(|| find(!lower))
                });
                joints.collect::<Option<Vec<_>>>().ok_or(TilingError::RelayEnds)
            };
            let toured = self.knights.tour(&region).and_then(|visits| joined(&visits));
            let mut joints = match toured {
                Err(error) if self.gives.paths => {
                    // On each side with an attached region, the path must contain the move that joins this region. The
                    // move can be at either corner of the side, so all combinations of corners are tried.
                    let moves = |corners: u32| {
                        let lower = (0..).zip(&hung).map(move |(nth, &(side, ..))| (side, corners >> nth & 1 == 1));
                        lower.map(|(side, lower)| joint(&rect, side, lower, CORNERS)).collect::<Vec<_>>()
                    };
                    let mut all = 0..1 << hung.len();
                    let given = all.find_map(|corners| Some(joined(self.knights.give(&region, &moves(corners))?)));
                    given.unwrap_or(Err(error))?
                }
                toured => toured?,
            };
            // The joints are sorted by position. Each joint becomes a gap of the region. The gap increases the tour
            // index of every later position in the region.
            joints.sort_by_key(|&(after, ..)| after);
            for (gap, &(after, .., squares)) in region.gaps.iter_mut().zip(&joints) {
                *gap = Excursion { after, squares };
            }
            for (after, forward, lower, side, _) in joints {
                let at = side.step(at);
                let [c, d] = joint(&self.cuts.rect(at), side.opposite(), lower, [(1, 1), (3, 0)]);
                tasks.push(RegionTask {
                    at,
                    ends: if forward { (c, d) } else { (d, c) },
                    first: region.index(after) + 1,
                });
            }
            if first == begin {
                end = region.index(rect.squares() - 1) + 1;
            }
            self.regions[number as usize] = region;
        }
        Ok(end - begin)
    }

    /// Returns the sides on which other regions are attached to this region. Each side comes with the total number of
    /// squares in the regions attached there, directly or through other regions.
    fn hung(&self, (row, col): At) -> impl Iterator<Item = (RegionSide, u64)> + use<> {
        let (&(from, column), &(last, to)) = (&self.path[0], self.path.last().expect("a path has a region"));
        let (low, high) = if row == last { (column.min(to), column.max(to)) } else { (column, column) };
        let ((rows, cols), rect) = (self.cuts.grid(), self.cuts.rect((row, col)));
        let [height, width] = [&self.cuts.rows, &self.cuts.cols].map(|edges| *edges.last().expect("a side has an end"));
        let area = |rows: u32, cols: u32| u64::from(rows) * u64::from(cols);
        let sides = [
            (RegionSide::Above, col == column && row <= from.min(last) && row > 0, area(rect.top, width)),
            (RegionSide::Right, col >= high && col + 1 < cols, area(rect.rows, width - rect.left - rect.cols)),
            (
                RegionSide::Below,
                col == column && row >= from.max(last) && row + 1 < rows,
                area(height - rect.top - rect.rows, width),
            ),
            (RegionSide::Left, col <= low && col > 0, area(rect.rows, rect.left)),
        ];
        sides.into_iter().filter_map(|(side, is_there, squares)| is_there.then_some((side, squares)))
    }
}

/// Returns two squares of a region, as indices within `rect`. `places` contains the position of each square relative to
/// the side. If `lower` is true, the distances along the side are counted from its end instead of its beginning.
fn joint(rect: &Rect, side: RegionSide, lower: bool, places: [SidePosition; 2]) -> [u32; 2] {
    let last = side.length(rect) - 1;
    places.map(|(along, depth)| gate::square(rect, side, (if lower { last - along } else { along }, depth)))
}
