//! Numbering whole boards, or bands of them, on all cores.
//!
//! A board is cut into jobs: the rows of one segment times as many columns as one core
//! likes to have. Within a job everything about a tile but its squares is
//! worked out once, then rows are written from left to right, each tile row as
//! eight neighbouring numbers that the compiler turns into vectors.

use std::ops::Range;

use courser_board::Square;
use rayon::prelude::*;

use super::plan::{Block, MAX_CUTS, Plan, Table, Zone, place, variant};
use courser_board::proof::Number;

/// Columns that a job has at the most: what it notes for its tiles stays in the first-level cache.
const JOB_COLS: u32 = 8192;

impl Plan {
    /// The visit number of every square, row by row, from 1.
    ///
    /// Runs on the current rayon pool.
    ///
    /// # Panics
    /// If `visits` has not one number per square, or if they do not fit: from 2^32 squares on they need `u64`.
    pub fn fill<T: Number>(&self, visits: &mut [T]) {
        self.fill_rows(0..self.rows, visits);
    }

    /// The visit numbers of these rows only, so that boards beyond memory can be made a band at a time.
    ///
    /// # Panics
    /// If the board does not have these rows, if `visits` does not have a number per square of theirs,
    /// or if the board's numbers do not fit.
    pub fn fill_rows<T: Number>(&self, rows: Range<u32>, visits: &mut [T]) {
        assert!(rows.start <= rows.end && rows.end <= self.rows, "rows {rows:?} of {}", self.rows);
        let squares = u64::from(rows.end - rows.start) * u64::from(self.cols);
        assert_eq!(visits.len() as u64, squares, "one number per square of rows {rows:?}");
        assert!(self.cells() <= T::MAX, "{} squares do not fit the numbers", self.cells());
        if visits.is_empty() {
            return;
        }
        self.jobs(rows, visits).into_par_iter().for_each(|mut job| self.run(&mut job));
    }

    /// The rows cut into jobs: at tile borders, and fine enough to keep every core busy.
    fn jobs<'a, T: Number>(&self, rows: Range<u32>, visits: &'a mut [T]) -> Vec<Job<'a, T>> {
        let segments = (rows.end - rows.start).div_ceil(8) as usize;
        // Four jobs per core even out what neighbours on a shared machine take.
        let pieces = (4 * rayon::current_num_threads()).div_ceil(segments).max(1) as u32;
        let cols = self.pieces(self.cols.div_ceil(pieces).clamp(512, JOB_COLS));
        let mut jobs: Vec<Job<'a, T>> = Vec::with_capacity(segments * cols.len());
        let mut lines = visits.chunks_exact_mut(self.cols as usize);
        let mut row = rows.start;
        while row < rows.end {
            let segment = place(&self.row_zones, row);
            let height = (self.row_zones[segment.zone].size - segment.local).min(rows.end - row);
            let first = jobs.len();
            jobs.extend(cols.iter().map(|cols| Job {
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

    /// All columns in pieces of about `length`, each ending where a tile ends.
    fn pieces(&self, length: u32) -> Vec<Range<u32>> {
        let mut pieces = Vec::new();
        let mut start = 0;
        while start < self.cols {
            let end = start.saturating_add(length);
            let end = if end >= self.cols {
                self.cols
            } else {
                // `length` is more than any tile has, so this is past the start.
                end - place(&self.col_zones, end).local
            };
            pieces.push(start..end);
            start = end;
        }
        pieces
    }

    fn run<T: Number>(&self, job: &mut Job<'_, T>) {
        let segment = place(&self.row_zones, job.row);
        let (mut equal, mut any) = (Vec::<Notes<T, 1>>::new(), Vec::<Notes<T, MAX_CUTS>>::new());
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

    /// The data that all squares of a tile share, for `count` tiles of a run with at most `CUTS` cuts.
    fn survey<T: Number, const CUTS: usize>(&self, run: &TileRun<'_>, count: u32, tiles: &mut Vec<Notes<T, CUTS>>) {
        let (cells, shift) = (self.cells(), self.shift);
        // Visits count from 1, and an index before the start is a whole tour later.
        let visit = |before: u64, first: u64| {
            let late = if before.wrapping_add(first) < shift { cells } else { 0 };
            before.wrapping_add(late).wrapping_sub(shift).wrapping_add(1)
        };
        // All is linear in the tile's place: one addition leads from a tile to the next.
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
            let mut notes = Notes { offset: T::wrap(offset), more: [T::default(); CUTS], table: run.table.offset };
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

    /// The one tile in which the tour turns from its last number to its first: between
    /// two cuts as well, so its squares are numbered one by one.
    fn around_start<T: Number>(&self, job: &mut Job<'_, T>, local: u32) {
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

/// The rows of one segment that are wanted, in a range of columns.
struct Job<'a, T> {
    row: u32,
    cols: Range<u32>,
    lines: Vec<&'a mut [T]>,
}

/// Neighbouring tiles of one block and one segment.
struct TileRun<'a> {
    segment: u32,
    /// The first tile, counted in its zone.
    first: u32,
    /// The segment's first row.
    top: u32,
    zone: Zone,
    block: &'a Block,
    table: &'a Table,
}

/// The data that all squares of a tile with at most `CUTS` cuts share.
struct Notes<T, const CUTS: usize> {
    /// The visit number of position 0.
    offset: T,
    /// The offsets after each cut.
    more: [T; CUTS],
    /// The offset of the tile's positions.
    table: u32,
}

/// A row of tiles eight wide with the same positions and at most one cut.
fn equal_tiles<T: Number>(line: &mut [T], tiles: &[Notes<T, 1>], after: u8, positions: &[u8]) {
    let positions = positions.first_chunk::<8>().expect("eight columns");
    let later = positions.map(|position| T::wrap(u64::MAX).only_if(position > after));
    write_equal(line, tiles, &positions.map(|position| T::wrap(position.into())), &later);
}

/// The inner loop, on its own so that the compiler does not look into `later`
/// and make branches of it: like this a row of a tile is two vectors and four additions.
#[inline(never)]
fn write_equal<T: Number>(line: &mut [T], tiles: &[Notes<T, 1>], positions: &[T; 8], later: &[T; 8]) {
    for (squares, tile) in line.as_chunks_mut::<8>().0.iter_mut().zip(tiles) {
        let (offset, [more]) = (tile.offset, tile.more);
        for lane in 0..8 {
            squares[lane] = positions[lane].plus(offset).plus(later[lane].and(more));
        }
    }
}

/// A row of tiles eight wide with at most one cut, each with positions of its own.
#[inline(never)]
fn various_tiles<T: Number>(line: &mut [T], tiles: &[Notes<T, 1>], after: u8, bytes: &[u8]) {
    for (squares, tile) in line.as_chunks_mut::<8>().0.iter_mut().zip(tiles) {
        let positions = bytes[tile.table as usize..].first_chunk::<8>().expect("eight columns");
        let (offset, [more]) = (tile.offset, tile.more);
        for lane in 0..8 {
            squares[lane] = T::wrap(positions[lane].into()).plus(offset).plus(more.only_if(positions[lane] > after));
        }
    }
}

/// A row of any tiles.
fn any_tiles<T: Number>(line: &mut [T], tiles: &[Notes<T, MAX_CUTS>], run: &TileRun<'_>, bytes: &[u8]) {
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
