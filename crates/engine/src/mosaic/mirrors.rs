//! The mirrors of the mosaic's kernels.
//!
//! All kernels that compute visit numbers of quads have the same mirror, which follows the definition of the plan: the
//! number of each square is computed from the row and the column of the square. The kernels of the GPU and the fast
//! form on the CPU are optimised: data that many squares have in common are computed once. Tests compare the optimised
//! forms with the mirror.

use std::ops::Range;

use courser_board::{Leaper, Square};
use courser_solve::relay::Region;
use rayon::prelude::*;

use super::lanes::{HEADER, RECORD};
use super::layout::{QUAD, RowWindow, Verdict};
use super::memory::{MosaicMemory, TALLY, TALLY_WORDS, VERDICT};
use super::streamed::StreamedTour;

/// Computes the visit number of every square, as `shaders/mosaic/visits.wgsl` and `shaders/mosaic/tame.wgsl` do.
///
/// One invocation processes one row of tiles. In each board row of these tiles, it processes up to four quads. The rows
/// of tiles are distributed over the threads.
pub(super) fn visits(memory: &mut MosaicMemory, invocations: Range<u32>) {
    let (window, words) = (memory.job.window, memory.job.number_words as usize);
    let plan = &memory.plan;
    let row_words = (window.quads * QUAD) as usize * words;
    let mut rest = &mut memory.buffers[memory.numbers][..];
    let mut next = window.top;
    let mut tile_rows = Vec::new();
    for down in 0..window.tile_rows {
        let rows = plan.tile_row(window.tile_row + down);
        let rows = rows.start.max(window.number_first)..rows.end.min(window.number_end);
        let (_, from) = rest.split_at_mut((rows.start - next) as usize * row_words);
        let (here, after) = from.split_at_mut(rows.len() * row_words);
        tile_rows.push((down, rows.clone(), here));
        (rest, next) = (after, rows.end);
    }
    tile_rows.into_par_iter().for_each(|(down, rows, numbers)| {
        let own = down * window.span_step..(down + 1) * window.span_step;
        for number in own.start.max(invocations.start)..own.end.min(invocations.end) {
            // The quads of an invocation are `span_step` quads apart.
            for quad in (number % window.span_step..window.span_quads).step_by(window.span_step as usize) {
                let cols = (window.span_first + quad) * QUAD..(window.span_first + quad + 1) * QUAD;
                for (row, line) in rows.clone().zip(numbers.chunks_exact_mut(row_words)) {
                    for col in cols.clone() {
                        // The padding contains zeros.
                        let visit = if col < window.cols { plan.visit(Square::new(row, col)) } else { 0 };
                        put(line, col, words, visit);
                    }
                }
            }
        }
    });
}

/// Writes the number `visit` at index `col` of a row. Each number has `words` words.
fn put(line: &mut [u32], col: u32, words: usize, visit: u64) {
    let pair = [visit as u32, (visit >> 32) as u32];
    line[col as usize * words..][..words].copy_from_slice(&pair[..words]);
}

/// Number of rows that an invocation checks, as in `check.wgsl`.
pub(super) const CHECK_ROWS: u32 = 32;

/// Checks the visit numbers of the squares, as `shaders/mosaic/check.wgsl` does.
pub(super) fn check(memory: &mut MosaicMemory, invocations: Range<u32>) {
    let numbers = BandNumbers {
        window: memory.job.window,
        words: memory.job.number_words as usize,
        numbers: &memory.buffers[memory.numbers],
    };
    let found =
        invocations.into_par_iter().map(|number| numbers.checked(number)).reduce(|| Verdict::NONE, Verdict::and);
    let verdict: &mut [Verdict] = bytemuck::cast_slice_mut(&mut memory.buffers[VERDICT]);
    verdict[0] = verdict[0].and(found);
}

/// The visit numbers of the squares in a band.
struct BandNumbers<'a> {
    window: RowWindow,
    /// Number of 32-bit words per visit number: 1 or 2.
    words: usize,
    numbers: &'a [u32],
}

impl BandNumbers<'_> {
    /// Returns the visit number of a square. Returns `None` if the square is not on the board.
    #[inline]
    fn visit(&self, row: u32, col: u32) -> Option<u64> {
        let window = &self.window;
        let is_there = row < window.rows && col < window.cols;
        is_there.then(|| {
            let at = (row - window.top) as usize * (window.quads * QUAD) as usize + col as usize;
            match self.words {
                1 => self.numbers[at].into(),
                _ => u64::from(self.numbers[2 * at]) | u64::from(self.numbers[2 * at + 1]) << 32,
            }
        })
    }

    /// Runs one invocation, which checks one quad in each of up to [`CHECK_ROWS`] rows.
    fn checked(&self, number: u32) -> Verdict {
        const JUMPS: [(i32, i32); 8] = {
            let mut jumps = [(0, 0); 8];
            let mut code = 0;
            while code < 8 {
                jumps[code as usize] = Leaper::KNIGHT.step(code + 1);
                code += 1;
            }
            jumps
        };
        let window = &self.window;
        let first = window.check_first + number / window.quads * CHECK_ROWS;
        let rows = first..(first + CHECK_ROWS).min(window.check_end);
        let cols = number % window.quads * QUAD..((number % window.quads + 1) * QUAD).min(window.cols);
        let mut verdict = Verdict { seen: rows.len() as u32 * cols.len() as u32, ..Verdict::NONE };
        for (row, col) in rows.flat_map(|row| cols.clone().map(move |col| (row, col))) {
            let visit = self.visit(row, col).unwrap_or(0);
            let next = if visit == window.cells { 1 } else { visit.wrapping_add(1) };
            let is_next = |(down, right): (i32, i32)| {
                self.visit(row.wrapping_add_signed(down), col.wrapping_add_signed(right)) == Some(next)
            };
            let is_open_end = visit == window.cells && window.closed == 0;
            let is_right = (1..=window.cells).contains(&visit) && (is_open_end || JUMPS.into_iter().any(is_next));
            if !is_right {
                let place = (row - window.check_first) * window.cols + col;
                verdict.first = verdict.first.min(place);
            }
            if visit == 1 {
                verdict.ones = 1;
            }
        }
        verdict
    }
}

impl Verdict {
    /// Combines the results of two invocations.
    fn and(self, other: Self) -> Self {
        let (seen, ones) = (self.seen + other.seen, self.ones + other.ones);
        Self { first: self.first.min(other.first), seen, ones }
    }
}

/// Maximum number of regions whose tours a thread computes at the same time.
const SIDE_BY_SIDE: usize = 1 << 10;

/// Computes the tours of a relay's regions, as `shaders/relay/lanes.wgsl` does. The regions are divided among CPU
/// threads, which use the fast CPU form of the relay.
///
/// # Panics
/// Panics if the plan is not the plan of a relay.
pub(super) fn lanes(memory: &mut MosaicMemory, knights: Range<u32>) {
    let StreamedTour::Relay(plan) = &memory.plan else { panic!("only a relay has lanes") };
    let buffers = memory.buffers.get_disjoint_mut([memory.regions, memory.numbers, TALLY]);
    let [regions, numbers, tally] = buffers.expect("the buffers are different");
    let (header, records) = regions.split_at(HEADER);
    let (count, step, stride) = (header[2] as usize, header[3] as usize, header[4]);
    let records = &records[..count * RECORD];
    let own = |knight: u32| records.chunks_exact(RECORD).skip(knight as usize).step_by(step);
    let region = |record: &[u32]| {
        let (number, across) = (record[1] as usize, plan.grid().1);
        (record[0], plan.region(number / across, number % across))
    };
    let all: Vec<(u32, Region)> = knights.into_par_iter().flat_map_iter(|knight| own(knight).map(region)).collect();
    let tour = |some: &[(u32, Region)]| {
        let regions: Vec<Region> = some.iter().map(|(_, region)| *region).collect();
        let mut toured = vec![None; regions.len()];
        // If a knight is stuck, the region of the knight is not toured. In this case, other regions can also remain
        // without a tour.
        let _ = plan.tour(&regions, |nth, visits, tries| toured[nth] = Some((visits.to_vec(), tries)));
        toured
    };
    let toured: Vec<_> = all.par_chunks(SIDE_BY_SIDE).flat_map_iter(tour).collect();
    let words = memory.job.number_words as usize;
    let [regions, sum, most, stuck]: &mut [u32; TALLY_WORDS] =
        (&mut tally[..]).try_into().expect("a tally has this size");
    for ((corner, region), toured) in all.into_iter().zip(toured) {
        let Some((visits, tries)) = toured else {
            *stuck = 1;
            continue;
        };
        for (at, visit) in (0..).zip(visits) {
            let place = corner + at / region.rect.cols * stride + at % region.rect.cols;
            put(numbers, place, words, region.index(u32::from(visit) - 1) + 1);
        }
        *regions += 1;
        *sum += tries;
        *most = tries.max(*most);
    }
}
