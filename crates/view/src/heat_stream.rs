//! Heat maps of boards that are never completely in memory, painted from a stream of visit numbers.

use std::ops::Range;

use courser_board::{Board, Square};
use rayon::prelude::*;

use crate::heat::{CellTally, HeatSheet};
use crate::layout::Layout;
use crate::{PathStyle, Picture, Result, Rgb, Style, ViewError, Visibility};

/// Number of columns whose visit numbers are summed at a time. For this number of columns, the sums and one row of
/// visit numbers fit in the first-level cache.
const COLUMNS: usize = 1024;

/// Minimum number of visit numbers for which several threads are faster than one.
const FEW: usize = 1 << 16;

/// A heat map painted from the visit numbers of a whole board, one band of rows at a time.
///
/// Rows are pushed from the top in bands of any height and are not stored. Memory is needed only for the picture and
/// for one sum per pixel of a row. The picture does not depend on the heights of the bands.
///
/// The result equals the heat map of [`paint`](crate::paint) for the same tour and style. On a small board, a square
/// has several pixels. On a board larger than the maximum picture size, a pixel contains as many squares as necessary
/// and has the colour of their mean visit number. A long thin board is folded, unless the style excludes this.
///
/// ```
/// use courser_board::Board;
/// use courser_view::{HeatStream, Palette, Style};
///
/// // 1 3 5 7 | 9 11 13 15      The board in pixels of 2 x 2 squares:
/// // 2 4 6 8 | 10 …            the first four numbers have the mean 2½.
/// let board = Board::new(2, 8).unwrap();
/// let mut stream = HeatStream::new(&board, Some(2), &Style { fold: false, ..Style::default() }).unwrap();
/// stream.push(&[1_u32, 3, 5, 7, 9, 11, 13, 15]).unwrap();
/// stream.push(&[2_u64, 4, 6, 8, 10, 12, 14, 16]).unwrap();
/// let picture = stream.finish().unwrap();
/// assert_eq!((picture.width(), picture.height()), (4, 1));
/// assert_eq!(picture.pixel(0, 0), Palette::Light.heat(1.5 / 15.0));
/// ```
pub struct HeatStream {
    sheet: HeatSheet,
    board: Board,
    /// Number of rows pushed so far.
    rows: u32,
    /// Sum of the visit numbers in each cell of the current row of cells.
    sums: Vec<u128>,
    /// Square of the tour's first visit, or `None` before this visit is pushed.
    start: Option<Square>,
    /// Square of the tour's final visit, or `None` before this visit is pushed.
    end: Option<Square>,
}

impl HeatStream {
    /// Creates an empty heat map of a board without holes.
    ///
    /// If `squares_a_pixel` is given, a pixel contains `squares_a_pixel` x `squares_a_pixel` squares, and
    /// `style.square` is ignored. If `squares_a_pixel` is `None`, a pixel contains one square. If the picture would
    /// then exceed the limits, a pixel contains the minimum number of squares that keeps the picture within the limits.
    ///
    /// # Errors
    /// [`ViewError::NoSquares`] or [`ViewError::TooFewSquares`] if `squares_a_pixel` is impossible,
    /// [`ViewError::Square`] or [`ViewError::TooLarge`] if `style.square` is impossible, [`ViewError::Legend`] or
    /// [`ViewError::Caption`] if the requested legend or the caption does not fit, [`ViewError::NoDigits`] if the style
    /// requires written numbers.
    pub fn new(board: &Board, squares_a_pixel: Option<u32>, style: &Style) -> Result<Self> {
        let layout = Self::plan(board, squares_a_pixel, style)?;
        let sums = vec![0; layout.cells().1 as usize];
        let sheet = HeatSheet::new(board, style, layout, board.cells());
        Ok(Self { sheet, board: board.clone(), rows: 0, sums, start: None, end: None })
    }

    /// Returns the size in bytes of the picture that [`new`](Self::new) allocates.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    pub fn bytes(board: &Board, squares_a_pixel: Option<u32>, style: &Style) -> Result<u64> {
        let layout = Self::plan(board, squares_a_pixel, style)?;
        Ok(3 * u64::from(layout.width) * u64::from(layout.height))
    }

    fn plan(board: &Board, squares_a_pixel: Option<u32>, style: &Style) -> Result<Layout> {
        if style.numbers == Visibility::Always {
            return Err(ViewError::NoDigits);
        }
        Layout::heat(board, &Style { look: PathStyle::Auto, ..style.clone() }, squares_a_pixel)
    }

    /// Returns the layout of the picture. The layout contains the size of the picture and the number of squares per
    /// pixel.
    pub const fn layout(&self) -> &Layout {
        &self.sheet.layout
    }

    /// Adds the next rows from the top. A row consists of the visit numbers of its squares, from 1 to the number of
    /// squares of the board.
    ///
    /// Wide rows are added on all threads of the current pool.
    ///
    /// # Errors
    /// [`ViewError::WholeRows`] if a row is not complete, [`ViewError::Rows`] if the board has no more rows,
    /// [`ViewError::Visit`] for the first number that is not a visit number of this board. On an error, no row is
    /// added.
    pub fn push<T: Copy + Into<u64> + Sync>(&mut self, visits: &[T]) -> Result<()> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        if !visits.len().is_multiple_of(cols as usize) {
            return Err(ViewError::WholeRows { given: visits.len(), cols });
        }
        let until = u64::from(self.rows) + (visits.len() / cols as usize) as u64;
        if until > rows.into() {
            return Err(ViewError::Rows { given: until, rows });
        }

        let largest = self.board.cells();
        let band = RowBand {
            sheet: &self.sheet,
            visits,
            top: self.rows,
            cols: cols as usize,
            largest,
            max_rows: max_rows(largest),
        };
        // Each task processes as many whole cells as fit in `COLUMNS` columns, but at least one cell.
        let per = self.layout().squares_a_cell;
        let wide = (COLUMNS / per as usize).max(1);
        let mut sums = self.sums.clone();
        let strips: Vec<ColumnStrip> = if visits.len() < FEW || sums.len() <= wide {
            sums.chunks_mut(wide).zip((0..).step_by(wide)).map(|(sums, from)| band.strip(from, sums)).collect()
        } else {
            let strips = sums.par_chunks_mut(wide).enumerate();
            strips.map(|(at, sums)| band.strip(at * wide, sums)).collect()
        };
        if !strips.iter().all(|strip| strip.right) {
            return Err(self.first_wrong(visits));
        }

        let first = self.rows / per;
        for (strip, from) in strips.iter().zip((0..).step_by(wide)) {
            for (row, line) in (first..).zip(strip.colours.chunks(wide.min(self.sums.len() - from))) {
                self.sheet.fill(row, from as u32, line);
            }
        }
        let find = |number: u64| {
            let at = visits.par_iter().with_min_len(FEW).position_any(|&visit| visit.into() == number)?;
            let Square { row, col } = self.board.at(at as u64);
            Some(Square::new(self.rows + row, col))
        };
        self.start = self.start.or_else(|| find(1));
        self.end = self.end.or_else(|| find(largest));
        self.sums = sums;
        if let Some(lens) = &mut self.sheet.lens {
            let [rows, enlarged] = lens.area();
            for row in rows.start.max(self.rows)..rows.end.min(until as u32) {
                let line = &visits[(row - self.rows) as usize * cols as usize..][..cols as usize];
                for col in enlarged.start..enlarged.end.min(cols) {
                    lens.take(Square::new(row, col), line[col as usize].into() - 1);
                }
            }
        }
        self.rows = until as u32;
        Ok(())
    }

    /// Returns the finished picture.
    ///
    /// # Errors
    /// [`ViewError::Rows`] if rows are missing.
    pub fn finish(mut self) -> Result<Picture> {
        if self.rows < self.board.rows() {
            return Err(ViewError::Rows { given: self.rows.into(), rows: self.board.rows() });
        }
        self.sheet.explain(self.start, self.end, false);
        Ok(self.sheet.finish())
    }

    /// Returns the error for the first element of `visits` that is not a visit number of this board.
    fn first_wrong<T: Copy + Into<u64>>(&self, visits: &[T]) -> ViewError {
        let largest = self.board.cells();
        let mut numbers = (0..).zip(visits.iter().map(|&number| number.into()));
        let (index, number) =
            numbers.find(|(_, number)| !(1..=largest).contains(number)).expect("a strip found a wrong number");
        let Square { row, col } = self.board.at(index);
        ViewError::Visit { number, largest, square: Square::new(self.rows + row, col), rows: self.board.rows() }
    }
}

impl std::fmt::Debug for HeatStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HeatStream({} of {} rows)", self.rows, self.board.rows())
    }
}

/// The rows that one call of `push` adds.
struct RowBand<'a, T> {
    sheet: &'a HeatSheet,
    visits: &'a [T],
    /// Index, on the board, of the first row of the band.
    top: u32,
    /// Number of columns of the board.
    cols: usize,
    /// Maximum visit number, which is at most 2^60, the number of squares of the largest board.
    largest: u64,
    /// Maximum number of rows whose visit numbers are summed at a time.
    max_rows: usize,
}

/// The result of [`RowBand::strip`] for some columns of cells.
struct ColumnStrip {
    /// Colours of the completed cells, row by row.
    colours: Vec<Rgb>,
    /// True if all numbers are visit numbers of this board.
    right: bool,
}

impl<T: Copy + Into<u64>> RowBand<'_, T> {
    /// Adds the visit numbers of the band to `sums`. The elements of `sums` belong to consecutive columns of cells,
    /// starting with column `from`. After each complete row of cells, the sums are reset to 0.
    fn strip(&self, from: usize, sums: &mut [u128]) -> ColumnStrip {
        let per = self.sheet.layout.squares_a_cell;
        let columns = from * per as usize..((from + sums.len()) * per as usize).min(self.cols);
        let (mut colours, mut right) = (Vec::new(), true);
        let mut by_column = [0; COLUMNS];
        let mut row = self.top;
        let mut rest = self.visits;
        while !rest.is_empty() {
            let cell_row = row / per;
            let (high, _) = self.sheet.squares(cell_row, 0);
            let left = cell_row * per + high - row;
            let (rows, after) = rest.split_at(rest.len().min(left as usize * self.cols));
            for start in columns.clone().step_by(COLUMNS) {
                let end = (start + COLUMNS).min(columns.end);
                // Each range of columns either consists of whole cells or is a part of a single cell.
                right &= self.add(rows, start..end, &mut by_column[..end - start], per as usize, sums);
            }
            rest = after;
            row += (rows.len() / self.cols) as u32;
            if row == cell_row * per + high {
                for (cell, sum) in (from as u32..).zip(&mut *sums) {
                    let (high, wide) = self.sheet.squares(cell_row, cell);
                    let squares = u64::from(high) * u64::from(wide);
                    let tally = CellTally { squares, visits: squares, holes: 0, sum: std::mem::take(sum) };
                    colours.push(self.sheet.colour(&tally));
                }
            }
        }
        ColumnStrip { colours, right }
    }

    /// Adds the visit numbers of `rows`, in the columns `columns`, to the sums of the cells. Each cell is `per` columns
    /// wide.
    ///
    /// In the sums, visits are counted from 0. Returns whether all added numbers are visit numbers of this board. If
    /// the result is `false`, the sums are invalid. `by_column` is scratch memory.
    fn add(&self, rows: &[T], columns: Range<usize>, by_column: &mut [u64], per: usize, sums: &mut [u128]) -> bool {
        let last = self.largest - 1;
        let mut wrong = 0;
        for rows in rows.chunks(self.max_rows.saturating_mul(self.cols)) {
            by_column.fill(0);
            for row in rows.chunks_exact(self.cols) {
                for (sum, &number) in by_column.iter_mut().zip(&row[columns.clone()]) {
                    let visit = number.into().wrapping_sub(1);
                    // The highest bit of `visit | (last - visit)` is set if and only if `visit` is greater than `last`.
                    // This avoids a comparison of 64-bit numbers, for which plain x86-64 has no vector instruction.
                    wrong |= visit | last.wrapping_sub(visit);
                    *sum = sum.wrapping_add(visit);
                }
            }
            for (sum, columns) in sums.iter_mut().zip(by_column.chunks(per)) {
                *sum += columns.iter().map(|&sum| u128::from(sum)).sum::<u128>();
            }
        }
        wrong >> 63 == 0
    }
}

/// Returns the maximum number of rows for which the sum of the visit numbers in one column fits in 64 bits. Each number
/// is at most `largest`. The result is at least 15.
fn max_rows(largest: u64) -> usize {
    usize::try_from(u64::MAX / largest).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_added_up_at_a_time_do_not_show() {
        let stream = HeatStream::new(&Board::new(24, 7).unwrap(), Some(24), &Style::default()).unwrap();
        let visits: Vec<u32> = (1..=168).rev().collect();
        for max_rows in [1, 2, 5, 23, 24, usize::MAX] {
            let band = RowBand { sheet: &stream.sheet, visits: &visits, top: 0, cols: 7, largest: 168, max_rows };
            let mut sums = [1];
            assert!(band.add(&visits, 0..7, &mut [9; 7], 24, &mut sums));
            assert_eq!(sums, [1 + 167 * 168 / 2]);
        }
    }

    #[test]
    fn no_column_of_the_largest_board_overflows() {
        let largest = 1 << 60;
        assert_eq!(max_rows(largest), 15);
        let stream = HeatStream::new(&Board::new(1 << 30, 1 << 30).unwrap(), None, &Style::default()).unwrap();
        let visits = [largest; 100];
        let band =
            RowBand { sheet: &stream.sheet, visits: &visits, top: 0, cols: 1, largest, max_rows: max_rows(largest) };
        let mut sums = [0];
        assert!(band.add(&visits, 0..1, &mut [0], 1, &mut sums));
        assert_eq!(sums, [100 * ((1 << 60) - 1)]);
    }
}
