//! Computes the visit numbers of whole boards, or of bands of rows, on all cores.
//!
//! The requested rows are divided into rectangular jobs. A job has at most `JOB_COLS` columns, and its rows are in one
//! segment. A job computes the data of each tile once, and then writes the rows of the tiles. A row is written from
//! left to right, with eight adjacent numbers per tile if the tiles have eight columns. The compiler vectorises the
//! loop that writes these eight numbers.

use std::ops::Range;

use courser_board::Square;
use rayon::prelude::*;

use super::plan::{MAX_CUTS, MosaicPlan, PositionTable, TileBlock, Zone, place, variant};
use courser_board::proof::VisitNumber;

/// Maximum number of columns in a job. The data of the tiles of a job then fit in the first-level cache.
const JOB_COLS: u32 = 8192;

impl MosaicPlan {
    /// Writes the visit number of every square in row-major order. Visit numbers are counted from 1.
    ///
    /// Runs on the current rayon pool.
    ///
    /// # Panics
    /// Panics if the length of `visits` differs from the number of squares, or if the numbers do not fit in `T`: boards
    /// of 2^32 squares or more need `u64`.
    pub fn fill<T: VisitNumber>(&self, visits: &mut [T]) {
        self.fill_rows(0..self.rows, visits);
    }

    /// Writes the visit numbers of these rows, so that boards larger than memory can be numbered in bands.
    ///
    /// # Panics
    /// Panics if the board does not have these rows, if the length of `visits` differs from the number of squares in
    /// these rows, or if the numbers of the board do not fit in `T`.
    pub fn fill_rows<T: VisitNumber>(&self, rows: Range<u32>, visits: &mut [T]) {
        assert!(rows.start <= rows.end && rows.end <= self.rows, "rows {rows:?} of {}", self.rows);
        let squares = u64::from(rows.end - rows.start) * u64::from(self.cols);
        assert_eq!(visits.len() as u64, squares, "one number per square of rows {rows:?}");
        assert!(self.cells() <= T::MAX, "{} squares do not fit the numbers", self.cells());
        if visits.is_empty() {
            return;
        }
        self.jobs(rows, visits).into_par_iter().for_each(|mut job| self.run(&mut job));
    }

    /// Divides the rows into jobs at tile borders. The number of jobs is large enough for all cores.
    fn jobs<'a, T: VisitNumber>(&self, rows: Range<u32>, visits: &'a mut [T]) -> Vec<SegmentRows<'a, T>> {
        let segments = (rows.end - rows.start).div_ceil(8) as usize;
        // At least four jobs per core are made if possible. If other programs use some of the cores, many small jobs
        // are finished earlier than a few large jobs.
        let pieces = (4 * rayon::current_num_threads()).div_ceil(segments).max(1) as u32;
        let cols = self.pieces(self.cols.div_ceil(pieces).clamp(512, JOB_COLS));
        let mut jobs: Vec<SegmentRows<'a, T>> = Vec::with_capacity(segments * cols.len());
        let mut lines = visits.chunks_exact_mut(self.cols as usize);
        let mut row = rows.start;
        while row < rows.end {
            let segment = place(&self.row_zones, row);
            let height = (self.row_zones[segment.zone].size - segment.local).min(rows.end - row);
            let first = jobs.len();
            jobs.extend(cols.iter().map(|cols| SegmentRows {
                row,
                cols: cols.clone(),
                lines: Vec::with_capacity(height as usize),
            }));
            for line in lines.by_ref().take(height as usize) {
                let mut rest = line;
                for job in &mut jobs[first..] {
                    let (part, after) = rest.split_at_mut((job.cols.end - job.cols.start) as usize);
                    job.lines.push(part);
                    rest = after;
                }
            }
            row += height;
        }
        jobs
    }

    /// Divides the columns of the board into ranges of about `length` columns. Each range ends at a tile border.
    fn pieces(&self, length: u32) -> Vec<Range<u32>> {
        let mut pieces = Vec::new();
        let mut start = 0;
        while start < self.cols {
            let end = start.saturating_add(length);
            let end = if end >= self.cols {
                self.cols
            } else {
                // `length` is larger than the width of any tile, so the result is still larger than `start`.
                end - place(&self.col_zones, end).local
            };
            pieces.push(start..end);
            start = end;
        }
        pieces
    }

    fn run<T: VisitNumber>(&self, job: &mut SegmentRows<'_, T>) {
        let segment = place(&self.row_zones, job.row);
        let (mut equal, mut any) = (Vec::<TileConstants<T, 1>>::new(), Vec::<TileConstants<T, MAX_CUTS>>::new());
        for (col_zone, zone) in self.col_zones.iter().enumerate() {
            let cols = zone.start.max(job.cols.start)..zone.end().min(job.cols.end);
            if cols.is_empty() {
                continue;
            }
            let block = self.block(segment.zone, col_zone);
            let cuts = block.cuts();
            let table = &self.tables[block.table as usize];
            let run = TileRun {
                segment: segment.segment,
                first: (cols.start - zone.start) / zone.size,
                top: job.row - segment.local,
                zone: *zone,
                block,
                table,
            };
            let count = (cols.end - cols.start) / zone.size;
            let local = (cols.start - job.cols.start) as usize..(cols.end - job.cols.start) as usize;
            let lines = (segment.local..).zip(job.lines.iter_mut().map(|line| &mut line[local.clone()]));
            if zone.size == 8 && cuts.len() <= 1 {
                self.survey(&run, count, &mut equal);
                let after = cuts.first().map_or(u8::MAX, |cut| cut.after as u8);
                for (row, line) in lines {
                    let positions = &self.bytes[(row * 8) as usize..];
                    if table.count == 1 {
                        equal_tiles(line, &equal, after, &positions[table.offset as usize..]);
                    } else {
                        various_tiles(line, &equal, after, positions);
                    }
                }
            } else {
                self.survey(&run, count, &mut any);
                for (row, line) in lines {
                    any_tiles(line, &any, &run, &self.bytes[(row * table.stride) as usize..]);
                }
            }
        }
        self.around_start(job, segment.local);
    }

    /// Computes the data shared by all squares of a tile, for each of `count` tiles of a run. A tile has at most `CUTS`
    /// cuts.
    fn survey<T: VisitNumber, const CUTS: usize>(
        &self,
        run: &TileRun<'_>,
        count: u32,
        tiles: &mut Vec<TileConstants<T, CUTS>>,
    ) {
        let (cells, shift) = (self.cells(), self.shift);
        // Returns the offset of a piece of the tile's path. The visit number of a square in the piece is the position
        // of the square plus this offset. The first square of the piece has the position `first`. Its index in the tour
        // is `before + first - shift`, modulo the number of squares of the board.
        let visit = |before: u64, first: u64| {
            let late = if before.wrapping_add(first) < shift { cells } else { 0 };
            before.wrapping_add(late).wrapping_sub(shift).wrapping_add(1)
        };
        // The base and the sizes of the cuts are linear in the tile's coordinates. Therefore one addition gives each of
        // these values for the next tile.
        let block = run.block;
        let (mut base, base_step) = (block.base.at(run.segment, run.first), block.base.right);
        let (mut sizes, mut steps, mut firsts) = ([0; CUTS], [0; CUTS], [0; CUTS]);
        for (nth, cut) in block.cuts().iter().enumerate() {
            sizes[nth] = cut.size.at(run.segment, run.first);
            steps[nth] = cut.size.right;
            firsts[nth] = u64::from(cut.after) + 1;
        }
        let positions = run.table.rows * run.table.stride;
        tiles.clear();
        tiles.extend((0..count).map(|nth| {
            let mut before = base;
            let mut offset = visit(before, 0);
            let mut notes =
                TileConstants { offset: T::wrap(offset), more: [T::default(); CUTS], table: run.table.offset };
            for cut in 0..CUTS {
                before = before.wrapping_add(sizes[cut]);
                sizes[cut] = sizes[cut].wrapping_add(steps[cut]);
                let next = visit(before, firsts[cut]);
                notes.more[cut] = T::wrap(next.wrapping_sub(offset));
                offset = next;
            }
            base = base.wrapping_add(base_step);
            if run.table.count > 1 {
                let col = run.zone.start + (run.first + nth) * run.zone.size;
                notes.table += positions * variant(run.top, col, self.seed, run.table.count);
            }
            notes
        }));
    }

    /// Computes the visit numbers in the tile that contains the start of the tour, one by one. On the path of this
    /// tile, the start can directly follow the last square of the tour. Between these two squares, the visit number
    /// falls from the maximum to 1, even though no cut separates the squares.
    fn around_start<T: VisitNumber>(&self, job: &mut SegmentRows<'_, T>, local: u32) {
        if self.shift == 0 {
            return;
        }
        let segment = self.start.row - place(&self.row_zones, self.start.row).local;
        if job.row - local != segment || !job.cols.contains(&self.start.col) {
            return;
        }
        let col = place(&self.col_zones, self.start.col);
        let first = self.start.col - col.local;
        let cols = first..first + self.col_zones[col.zone].size;
        for (row, line) in (job.row..).zip(&mut job.lines) {
            for col in cols.clone() {
                line[(col - job.cols.start) as usize] = T::wrap(self.visit(Square::new(row, col)));
            }
        }
    }
}

/// The requested rows of one segment, in a range of columns.
struct SegmentRows<'a, T> {
    row: u32,
    cols: Range<u32>,
    lines: Vec<&'a mut [T]>,
}

/// Adjacent tiles that are in the same block and in the same row segment.
struct TileRun<'a> {
    segment: u32,
    /// Index of the run's first tile in its zone, counted from 0.
    first: u32,
    /// First row of the segment.
    top: u32,
    zone: Zone,
    block: &'a TileBlock,
    table: &'a PositionTable,
}

/// The data shared by all squares of a tile with at most `CUTS` cuts.
struct TileConstants<T, const CUTS: usize> {
    /// Visit number of position 0.
    offset: T,
    /// For each cut, the amount by which the visit numbers of all positions after the cut increase.
    more: [T; CUTS],
    /// Offset of the tile's table of positions in [`MosaicPlan::bytes`].
    table: u32,
}

/// Writes one row of squares of several tiles. Each tile is eight columns wide and has at most one cut. `positions`
/// contains the positions of the row's squares in the path of a tile. These positions are the same for all the tiles.
fn equal_tiles<T: VisitNumber>(line: &mut [T], tiles: &[TileConstants<T, 1>], after: u8, positions: &[u8]) {
    let positions = positions.first_chunk::<8>().expect("eight columns");
    let later = positions.map(|position| T::wrap(u64::MAX).only_if(position > after));
    write_equal(line, tiles, &positions.map(|position| T::wrap(position.into())), &later);
}

/// Runs the inner loop of [`equal_tiles`]. The loop is in a separate function, so that the compiler does not turn the
/// use of the array `later` into branches. Without branches, a row of a tile needs two vectors and four additions.
#[inline(never)]
fn write_equal<T: VisitNumber>(line: &mut [T], tiles: &[TileConstants<T, 1>], positions: &[T; 8], later: &[T; 8]) {
    for (squares, tile) in line.as_chunks_mut::<8>().0.iter_mut().zip(tiles) {
        let (offset, [more]) = (tile.offset, tile.more);
        for lane in 0..8 {
            squares[lane] = positions[lane].plus(offset).plus(later[lane].and(more));
        }
    }
}

/// Writes one row of squares of several tiles. Each tile is eight columns wide and has at most one cut. The tiles can
/// use different tables of positions.
#[inline(never)]
fn various_tiles<T: VisitNumber>(line: &mut [T], tiles: &[TileConstants<T, 1>], after: u8, bytes: &[u8]) {
    for (squares, tile) in line.as_chunks_mut::<8>().0.iter_mut().zip(tiles) {
        let positions = bytes[tile.table as usize..].first_chunk::<8>().expect("eight columns");
        let (offset, [more]) = (tile.offset, tile.more);
        for lane in 0..8 {
            squares[lane] = T::wrap(positions[lane].into()).plus(offset).plus(more.only_if(positions[lane] > after));
        }
    }
}

/// Writes one row of squares of several tiles. The tiles can have any size.
fn any_tiles<T: VisitNumber>(line: &mut [T], tiles: &[TileConstants<T, MAX_CUTS>], run: &TileRun<'_>, bytes: &[u8]) {
    for (squares, tile) in line.chunks_exact_mut(run.zone.size as usize).zip(tiles) {
        let positions = &bytes[tile.table as usize..][..squares.len()];
        for (square, &position) in squares.iter_mut().zip(positions) {
            *square = T::wrap(position.into()).plus(tile.offset);
        }
        for (cut, &more) in run.block.cuts().iter().zip(&tile.more) {
            for (square, &position) in squares.iter_mut().zip(positions) {
                *square = square.plus(more.only_if(u32::from(position) > cut.after));
            }
        }
    }
}
