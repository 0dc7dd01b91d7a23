//! The division of a board into bands of rows and bands of columns. The intersections of these bands are the regions.
//!
//! At most one band of rows and at most one band of columns have an odd width. Therefore a board has at most one region
//! with an odd number of squares. The colours of the entries and exits change only at this region.

use courser_board::Square;

use super::{Rect, SIDES};

/// The first row of each band of rows, and the first column of each band of columns. Each list ends with the length of
/// the side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cuts {
    pub(super) rows: Vec<u32>,
    pub(super) cols: Vec<u32>,
}

impl Cuts {
    /// Returns two values: the number of rows of regions, and the number of columns of regions.
    pub(super) fn grid(&self) -> (usize, usize) {
        (self.rows.len() - 1, self.cols.len() - 1)
    }

    /// Returns the grid position of the region that contains `square`.
    pub(super) fn find(&self, square: Square) -> (usize, usize) {
        let band = |edges: &[u32], line: u32| edges.partition_point(|&edge| edge <= line) - 1;
        (band(&self.rows, square.row), band(&self.cols, square.col))
    }

    /// Returns the index of the row of regions with an odd number of board rows, and the index of the column of regions
    /// with an odd number of board columns. An index is 0 if no such row or column of regions exists. If both exist,
    /// the result is the grid position of the region with an odd number of squares.
    pub(super) fn odd(&self) -> (usize, usize) {
        let odd = |edges: &[u32]| edges.windows(2).position(|pair| (pair[1] - pair[0]) % 2 == 1).unwrap_or(0);
        (odd(&self.rows), odd(&self.cols))
    }

    /// Returns the rectangle of the region at this grid position.
    pub(super) fn rect(&self, (row, col): (usize, usize)) -> Rect {
        let (top, left) = (self.rows[row], self.cols[col]);
        Rect { top, left, rows: self.rows[row + 1] - top, cols: self.cols[col + 1] - left }
    }

    /// Divides the board into regions of about `wanted` rows and columns. If the board has an odd number of squares,
    /// the square `held` is in the region with an odd number of squares. Returns `None` if no such division exists.
    pub(super) fn near(rows: u32, cols: u32, wanted: (u32, u32), held: Option<Square>) -> Option<Self> {
        if rows > cols {
            let held = held.map(|square| Square::new(square.col, square.row));
            let turned = Self::near(cols, rows, (wanted.1, wanted.0), held)?;
            return Some(Self { rows: turned.cols, cols: turned.rows });
        }
        let across = held_by(rows, wanted.0, wanted.0.max(8), held.map(|square| square.row))?;
        let most = 64.max(wanted.0 * wanted.1) / across.iter().max()?;
        let along = held_by(cols, wanted.1, most, held.map(|square| square.col))?;
        Some(Self { rows: edges(&across), cols: edges(&along) })
    }

    /// Divides the board into regions of about `wanted` rows and columns, such that a closed walk through adjacent
    /// regions can visit every region once. Such a walk requires at least two bands per side, and an even number of
    /// bands on at least one side. Both sides of the board must be at least 12. `turn` determines only the order of the
    /// bands.
    pub(super) fn walkable(rows: u32, cols: u32, wanted: (u32, u32), turn: usize) -> Self {
        let room = 64.max(wanted.0 * wanted.1);
        let pairs = counts(rows, wanted.0).flat_map(|tall| counts(cols, wanted.1).map(move |wide| (tall, wide)));
        let walks = pairs.filter(|&(tall, wide)| tall.min(wide) >= 2 && (tall % 2 == 0 || wide % 2 == 0));
        // Selects a division of a side into `count` bands. The largest band of the selected division is as small as
        // possible.
        let best = |length, count| ways(length, count, None).min_by_key(|bands| bands.iter().copied().max());
        let cut = walks.filter_map(|(tall, wide)| {
            let off = off(rows, tall, wanted.0) + off(cols, wide, wanted.1);
            let (tall, wide) = (best(rows, tall)?, best(cols, wide)?);
            let most = tall.iter().max()? * wide.iter().max()?;
            Some(((most > room, off.to_bits()), tall, wide))
        });
        let (_, mut tall, mut wide) =
            cut.min_by_key(|&(key, ..)| key).expect("sides from 12 on have an even number of bands");
        let (down, across) = (turn % tall.len(), turn / tall.len() % wide.len());
        tall.rotate_left(down);
        wide.rotate_left(across);
        Self { rows: edges(&tall), cols: edges(&wide) }
    }
}

/// Returns the absolute difference between the mean size of a side's bands and the size `wanted`. The difference is
/// never negative. Therefore bit patterns of differences have the same order as the differences.
fn off(length: u32, count: u32, wanted: u32) -> f64 {
    (f64::from(length) / f64::from(count) - f64::from(wanted)).abs()
}

/// Divides the rows or the columns of a board into bands of about `wanted` lines. `length` is the number of lines. If
/// possible, every band has at most `most` lines. If `length` is odd, exactly one band has an odd number of lines. This
/// band contains the line with index `place`. Returns `None` if [`ways`] finds no division.
fn held_by(length: u32, wanted: u32, most: u32, place: Option<u32>) -> Option<Vec<u32>> {
    let all = counts(length, wanted).flat_map(|count| ways(length, count, place));
    all.min_by_key(|bands| {
        let is_large = bands.iter().any(|&band| band > most);
        (is_large, off(length, bands.len() as u32, wanted).to_bits())
    })
}

/// Returns `count` bands that add up to `length`. Their sizes are even numbers from 6 to 12, and are as equal as
/// possible. Returns `None` if no such bands exist.
fn even(length: u32, count: u32) -> Option<Vec<u32>> {
    let fits = length.is_multiple_of(2) && (6 * count..=12 * count).contains(&length);
    let edge = |band: u32| (u64::from(length) * u64::from(band) / u64::from(count)) as u32 & !1;
    fits.then(|| (0..count).map(|band| edge(band + 1) - edge(band)).collect())
}

/// Returns the divisions of the lines of a board into `count` bands. The lines are either the rows or the columns of
/// the board; `length` is their number.
///
/// An even number of lines has at most one division. An odd number of lines has at most one division for each size of
/// the odd band, which is the only band with an odd number of lines. The odd band contains the line with index `place`.
/// If `place` is `None`, the odd band is the last band.
fn ways(length: u32, count: u32, place: Option<u32>) -> impl Iterator<Item = Vec<u32>> {
    let odd = [7, 9, 11].into_iter().filter(move |odd| length % 2 == 1 && count > 0 && *odd <= length);
    let with_odd = odd.filter_map(move |odd| {
        let mut bands = even(length - odd, count - 1)?;
        let tops = edges(&bands);
        let at = place.map_or(tops.len(), |place| tops.partition_point(|&top| top <= place)) - 1;
        place.is_none_or(|place| place < tops[at] + odd).then(|| {
            bands.insert(at, odd);
            bands
        })
    });
    even(length, count).into_iter().chain(with_odd)
}

/// Returns the band counts to try for a side. Each count is close to `length / wanted`.
fn counts(length: u32, wanted: u32) -> impl Iterator<Item = u32> {
    let (least, most) = (length.div_ceil(*SIDES.end()), length / SIDES.start());
    let near = length.div_ceil(wanted).clamp(least, most.max(least));
    near.saturating_sub(2).max(least)..=(near + 2).min(most)
}

/// Returns the first line of each band, followed by the end of the last band.
fn edges(bands: &[u32]) -> Vec<u32> {
    let mut edges = vec![0];
    for band in bands {
        edges.push(edges[edges.len() - 1] + band);
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_cut_into_bands_of_6_to_12_of_which_at_most_one_is_odd() {
        for rows in (12..=60).chain([999, 1000, 4001]) {
            for cols in (12..=60).chain([1000, 1001]) {
                for wanted in [(8, 8), (6, 6), (12, 12), (6, 12)] {
                    let cuts = Cuts::walkable(rows, cols, wanted, 0);
                    for (edges, side) in [(&cuts.rows, rows), (&cuts.cols, cols)] {
                        assert_eq!((edges[0], *edges.last().unwrap()), (0, side));
                        let bands: Vec<u32> = edges.windows(2).map(|pair| pair[1] - pair[0]).collect();
                        assert!(bands.iter().all(|band| SIDES.contains(band)), "{rows}x{cols}: {bands:?}");
                        let odd = bands.iter().filter(|band| *band % 2 == 1).count();
                        assert_eq!(odd as u32, side % 2, "{rows}x{cols}: {bands:?}");
                    }
                    let (tall, wide) = (cuts.rows.len() - 1, cuts.cols.len() - 1);
                    assert!(tall.min(wide) >= 2 && (tall * wide).is_multiple_of(2), "{rows}x{cols}: {tall}x{wide}");
                }
            }
        }
    }

    #[test]
    fn a_region_has_at_most_64_squares_where_the_board_allows() {
        for side in (24..33).chain(36..100) {
            let cuts = Cuts::walkable(side, side, (8, 8), 0);
            let most = |edges: &[u32]| edges.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
            assert!(most(&cuts.rows) * most(&cuts.cols) <= 64, "{side}: {cuts:?}");
        }
    }
}
