//! Start: sets the initial edges, which usually form the tour of a mosaic. This pass runs on the CPU, even if a GPU or
//! the mirrors run the other passes. The host then writes the edges to the GPU or to the buffers of the mirrors.
//!
//! An axis is one of four moves. For each axis, the visit numbers of 32 adjacent squares of a row are compared with the
//! visit numbers of the squares to which this move leads.

use courser_board::Board;
use courser_solve::mosaic::MosaicPlan;
use rayon::prelude::*;

use super::gadget::AXES;
use super::planes::{MARGIN, PlaneLayout, Planes, WORD};
use super::setup::Origin;
use courser_solve::wide::{Wide, wide};

/// Number of rows in a job. A job sets the edges between the squares of these rows and squares further down.
const ROWS: u32 = 32;

/// A number that differs by more than 1 from the number of every square.
const NOWHERE: u32 = 1 << 31;

/// Sets the initial edges of a tour.
pub(super) fn start(planes: &mut Planes, origin: &Origin) {
    match origin {
        Origin::Mosaic(plan) => of_mosaic(planes, plan),
        Origin::Cover(cover) => planes.words.copy_from_slice(&cover.words),
    }
}

/// Sets the edges that the tour of a mosaic uses.
fn of_mosaic(planes: &mut Planes, plan: &MosaicPlan) {
    let (layout, row_words) = (planes.layout, planes.row_words());
    let cols = layout.cols as usize;
    let board = &mut planes.words[MARGIN as usize * row_words..][..layout.rows as usize * row_words];
    // Number of elements of the array of visit numbers. The array has elements for three groups: the squares in the
    // job's rows, the squares in the rows to which the job's edges lead, and positions beyond the board. The edges of
    // a word are computed together, from the visit numbers for all 32 bits of the word. Therefore the computation of
    // the last words also reads the positions beyond the board.
    let squares = (ROWS + MARGIN) as usize * cols + (MARGIN as usize + 1) * (cols + WORD as usize);
    let numbers = || vec![NOWHERE; squares];
    board.par_chunks_mut(ROWS as usize * row_words).zip(0..u32::MAX).for_each_init(numbers, |numbers, (band, nth)| {
        let top = nth * ROWS;
        let rows = top..(top + ROWS + MARGIN).min(layout.rows);
        let (known, beyond) = numbers.split_at_mut(rows.len() * cols);
        plan.fill_rows(rows, known);
        beyond.fill(NOWHERE);
        wide(JobRows { numbers, words: band, layout });
    });
    if plan.closed {
        let board = Board::new(plan.rows, plan.cols).expect("a mosaic has a board");
        let last = board.neighbours(plan.start).find(|&square| plan.visit(square) == plan.cells());
        planes.flip_between([last.expect("a closed tour ends a move from its start"), plan.start]);
    }
}

/// The rows of a job, and the visit numbers of the squares in these rows and in the next [`MARGIN`] rows.
struct JobRows<'a> {
    numbers: &'a [u32],
    words: &'a mut [u32],
    layout: PlaneLayout,
}

impl Wide for JobRows<'_> {
    #[inline(always)]
    fn run(self) {
        let Self { numbers, words, layout } = self;
        for (row, words) in words.chunks_exact_mut(4 * layout.stride() as usize).enumerate() {
            row_of(&numbers[row * layout.cols as usize..], words, &layout);
        }
    }
}

/// Sets the edges between the squares of one row and squares further down. `numbers` contains the visit numbers of this
/// row, followed by the visit numbers of the rows below.
#[inline(always)]
fn row_of(numbers: &[u32], words: &mut [u32], layout: &PlaneLayout) {
    for (words, (down, right)) in words.chunks_exact_mut(layout.stride() as usize).zip(AXES) {
        let others = &numbers[((down * layout.cols) as usize).wrapping_add_signed(right as isize)..];
        // From the columns at one border, the move of the axis leads off the board. These columns are excluded.
        let (first, end) = (0.max(-right) as u32, layout.cols - 0.max(right) as u32);
        for (word, slot) in (0..layout.words()).zip(&mut words[1..]) {
            let squares = (word * WORD) as usize..((word + 1) * WORD) as usize;
            let before = first.saturating_sub(word * WORD);
            let within = end.saturating_sub(word * WORD).min(WORD);
            let on_board = u32::MAX.checked_shr(WORD - within).unwrap_or(0) & u32::MAX << before;
            *slot = edges(&numbers[squares.clone()], &others[squares]) & on_board;
        }
    }
}

/// Compares the visit numbers that have the same index in `squares` and `others`. Returns a word with one bit per
/// index. The bit is set if the two visit numbers differ by one.
#[inline(always)]
fn edges(squares: &[u32], others: &[u32]) -> u32 {
    let hits = (0..).zip(squares.iter().zip(others));
    hits.fold(0, |word, (nth, (one, &other))| {
        word | u32::from(one.wrapping_sub(other).wrapping_add(1) & !2 == 0) << nth
    })
}

#[cfg(test)]
mod tests {
    use courser_board::{Square, TourSpec};

    use super::*;

    #[test]
    fn a_mosaics_edges_are_those_between_numbers_in_a_row() {
        for (rows, cols, closed) in [(8, 8, true), (7, 65, false), (130, 33, true), (9, 31, false)] {
            let board = Board::new(rows, cols).unwrap();
            let plan =
                MosaicPlan::new(&if closed { TourSpec::closed(&board) } else { TourSpec::open(&board) }, Some(5))
                    .unwrap();
            let mut planes = Planes::new(PlaneLayout { rows, cols });
            of_mosaic(&mut planes, &plan);
            let cells = plan.cells();
            for row in 0..rows {
                for col in 0..cols {
                    for (axis, (down, right)) in AXES.into_iter().enumerate() {
                        let to = (row + down, col.checked_add_signed(right));
                        let used = planes.is_used(axis, row.into(), col.into());
                        let (row_to, Some(col_to)) = to else {
                            assert!(!used);
                            continue;
                        };
                        if row_to >= rows || col_to >= cols {
                            assert!(!used);
                            continue;
                        }
                        let (a, b) = (plan.index(Square::new(row, col)), plan.index(Square::new(row_to, col_to)));
                        let apart = a.abs_diff(b);
                        assert_eq!(used, apart == 1 || closed && apart == cells - 1, "{rows}x{cols}: {row}, {col}");
                    }
                }
            }
        }
    }
}
