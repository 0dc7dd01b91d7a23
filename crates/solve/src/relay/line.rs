//! Regions in one line: a closed tour each, joined at corners.
//!
//! Seen with the line from left to right, the host's corner a and the square b below it are one move apart, and so are the
//! squares c and d of the region to the right. Their tours become one by a-c and b-d in place of a-b and c-d:
//!
//! ```text
//!     . . . a | . . . .
//!     . . . . | . c . .
//!     . . b . | . . . .
//!     . . . . | d . . .
//! ```
//!
//! A corner has two moves only, so every tour of the host goes from a to b or back. A region is toured from c to d or from d to
//! c, as its host comes by, so that all paths run forward. The first region is closed on itself. On an odd
//! number of squares it is the odd one, holds the start, and the line goes on to both sides of it.

use courser_board::Square;

use super::cut::{Cuts, counts, edges, ways};
use super::region::{Gap, Rect, Region};
use super::walk::{Knights, Path};
use super::{MOST_SQUARES, RelayError};
use crate::factor::rng::Rng;

/// Starts and ends that are tried where they are free.
const PAIRS: usize = 40;

/// A line of regions, seen from left to right.
struct Line {
    bands: Vec<u32>,
    edges: Vec<u32>,
    /// Squares across the line.
    width: u32,
    /// Whether the line runs down the board.
    is_tall: bool,
}

impl Line {
    /// The best way to cut the board, with the odd region around `held` where there is one.
    fn new(rows: u32, cols: u32, wanted: (u32, u32), held: Option<Square>) -> Self {
        let is_tall = rows > cols;
        let (width, length, wanted) = if is_tall { (cols, rows, wanted.0) } else { (rows, cols, wanted.1) };
        let room = 64.max(width * wanted);
        let place = held.map(|square| if is_tall { square.row } else { square.col });
        let holds = |bands: &Vec<u32>| {
            let (edges, odd) = (edges(bands), bands.iter().position(|band| band % 2 == 1));
            place.is_none_or(|place| odd.is_none_or(|odd| (edges[odd]..edges[odd + 1]).contains(&place)))
        };
        let off = |bands: &Vec<u32>| {
            let most = bands.iter().max().map_or(0, |band| band * width);
            (most > room, (f64::from(length) / bands.len() as f64 - f64::from(wanted)).abs())
        };
        let all = counts(length, wanted).flat_map(|count| ways(length, count)).filter(holds);
        let best = all.min_by(|one, other| {
            let (one, other) = (off(one), off(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        let bands = best.expect("some region of 7, 9 or 11 holds any square");
        Self { edges: edges(&bands), bands, width, is_tall }
    }

    fn rect(&self, at: usize) -> Rect {
        match self.is_tall {
            true => Rect { top: self.edges[at], left: 0, rows: self.bands[at], cols: self.width },
            false => Rect { top: 0, left: self.edges[at], rows: self.width, cols: self.bands[at] },
        }
    }

    /// The square `down` from a corner across the line and `deep` from the border to the right (or to the left): from the
    /// upper corner, or the lower.
    fn near(&self, at: usize, to_right: bool, lower: bool, (down, deep): (u32, u32)) -> u32 {
        let across = if lower { self.width - 1 - down } else { down };
        let along = if to_right { self.bands[at] - 1 - deep } else { deep };
        let rect = self.rect(at);
        if self.is_tall { rect.local(along, across) } else { rect.local(across, along) }
    }

    /// Squares of the regions beyond one.
    fn beyond(&self, at: usize, to_right: bool) -> u64 {
        let lines = if to_right { self.edges[self.bands.len()] - self.edges[at + 1] } else { self.edges[at] };
        u64::from(lines) * u64::from(self.width)
    }
}

/// The regions of a board in one line and how it is cut, with these ends on an odd number of squares.
pub(super) fn regions(
    (rows, cols): (u32, u32),
    wanted: (u32, u32),
    (start, end): (Option<Square>, Option<Square>),
    seed: u64,
    knights: &Knights,
) -> Result<(Cuts, Vec<Region>), RelayError> {
    let is_odd = rows % 2 == 1 && cols % 2 == 1;
    let line = Line::new(rows, cols, wanted, start.or(end).filter(|_| is_odd));
    let mut rng = Rng::new(seed);
    let root = line.bands.iter().position(|band| is_odd && band % 2 == 1).unwrap_or(0);
    let region = |at: usize, entry, exit, first| Region {
        rect: line.rect(at),
        entry,
        exit,
        number: at as u32,
        first,
        gaps: [Gap::NONE; 2],
    };
    let mut path: Path = [0; MOST_SQUARES];
    let mut regions: Vec<Region> = (0..line.bands.len()).map(|at| region(at, 0, 0, 0)).collect();

    let lower = rng.below(2) == 1;
    let (c, d) = (line.near(root, false, lower, (1, 1)), line.near(root, false, lower, (3, 0)));
    let rect = line.rect(root);
    let given = |square: Option<Square>| square.and_then(|square| rect.find(square));
    let is_alone = line.bands.len() == 1;
    let mut made = Err(RelayError::Ends);
    if is_odd || is_alone && start.is_some() && end.is_some() {
        // Not a corner, where regions may be joined; of the colour of the corners.
        let free: Vec<u32> = (1..rect.squares() - 1)
            .filter(|at| (at / rect.cols + at % rect.cols).is_multiple_of(2))
            .filter(|&at| ![rect.cols - 1, rect.squares() - rect.cols].contains(&at))
            .collect();
        for _ in 0..PAIRS {
            let mut any = || free[rng.below(free.len() as u32) as usize];
            let (entry, exit) = (given(start).unwrap_or_else(&mut any), given(end).unwrap_or_else(&mut any));
            regions[root] = region(root, entry, exit, 0);
            made = knights.tour(&regions[root], &mut path);
            if made.is_ok() || start.is_some() && end.is_some() {
                break;
            }
        }
    } else {
        regions[root] = region(root, c, d, 0);
        made = knights.tour(&regions[root], &mut path);
    }
    made?;
    // To the left and to the right of the first; its own gaps first, since a gap moves what comes after it.
    let mut sides: Vec<(bool, bool, (u32, bool))> = Vec::new();
    for to_right in [false, true] {
        if line.beyond(root, to_right) > 0 {
            let lower = rng.below(2) == 1;
            let join = [lower, !lower]
                .into_iter()
                .find_map(|lower| Some((lower, joint(&line, root, to_right, lower, &path)?)));
            let (lower, joint) = join.ok_or(RelayError::Ends)?;
            sides.push((to_right, lower, joint));
        }
    }
    sides.sort_by_key(|&(.., (after, _))| after);
    for (gap, &(to_right, _, (after, _))) in regions[root].gaps.iter_mut().zip(&sides) {
        *gap = Gap { after, squares: line.beyond(root, to_right) };
    }
    for (to_right, mut lower, (after, mut forward)) in sides {
        let mut first = regions[root].index(after, u64::MAX) + 1;
        let mut at = root;
        while line.beyond(at, to_right) > 0 {
            at = if to_right { at + 1 } else { at - 1 };
            let (c, d) = (line.near(at, !to_right, lower, (1, 1)), line.near(at, !to_right, lower, (3, 0)));
            let (entry, exit) = if forward { (c, d) } else { (d, c) };
            regions[at] = region(at, entry, exit, first);
            knights.tour(&regions[at], &mut path)?;
            let squares = line.beyond(at, to_right);
            if squares > 0 {
                lower = rng.below(2) == 1;
                let (after, is_forward) = joint(&line, at, to_right, lower, &path).ok_or(RelayError::Ends)?;
                regions[at].gaps[0] = Gap { after, squares };
                first += u64::from(after) + 1;
                forward = is_forward;
            }
        }
    }
    let across = vec![0, line.width];
    let cuts = match line.is_tall {
        true => Cuts { rows: line.edges, cols: across },
        false => Cuts { rows: across, cols: line.edges },
    };
    Ok((cuts, regions))
}

/// The last position before the path of a host goes over to the region at this border, and whether it comes by at a first.
fn joint(line: &Line, at: usize, to_right: bool, lower: bool, path: &Path) -> Option<(u32, bool)> {
    let squares = line.rect(at).squares() as usize;
    let position = |place| {
        let square = line.near(at, to_right, lower, place);
        path[..squares].iter().position(|&on| u32::from(on) == square).map(|at| at as u32)
    };
    let (a, b) = (position((0, 0))?, position((2, 1))?);
    (a.abs_diff(b) == 1).then_some((a.min(b), a < b))
}
