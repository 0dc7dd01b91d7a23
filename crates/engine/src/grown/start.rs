//! Start: the edges of a mosaic. This pass is the host's on every device, which gets the planes as they are.
//!
//! The numbers of 32 squares of a row are compared with those an axis further.

use courser_solve::mosaic::Plan;
use rayon::prelude::*;

use super::gadget::AXES;
use super::layout::{MARGIN, WORD};
use super::planes::{Planes, packed};

/// Rows that one job numbers.
const ROWS: u32 = 64;

/// The edges of a mosaic.
pub(super) fn start(planes: &mut Planes, plan: &Plan) {
    let (layout, row_words) = (planes.layout, planes.row_words());
    let cols = layout.cols as usize;
    let last = (plan.cells() as u32).wrapping_sub(1);
    let board = &mut planes.words[MARGIN as usize * row_words..][..layout.rows as usize * row_words];
    board.par_chunks_mut(ROWS as usize * row_words).zip(0..u32::MAX).for_each(|(band, nth)| {
        let top = nth * ROWS;
        let bottom = (top + ROWS).min(layout.rows);
        let known = (bottom + MARGIN).min(layout.rows);
        // Two numbers that no neighbour has stand left and right of each row.
        let mut numbers = vec![0_u32; (known - top) as usize * cols];
        plan.fill_rows(top..known, &mut numbers);
        let mut padded = vec![vec![0_u32; (layout.words() * WORD) as usize + 4]; (known - top) as usize];
        for (padded, numbers) in padded.iter_mut().zip(numbers.chunks_exact(cols)) {
            padded[2..2 + cols].copy_from_slice(numbers);
        }
        for (row, words) in (top..bottom).zip(band.chunks_exact_mut(row_words)) {
            let here = &padded[(row - top) as usize];
            for (axis, words) in words.chunks_exact_mut(layout.stride() as usize).enumerate() {
                let (down, right) = AXES[axis];
                let Some(there) = padded.get((row + down - top) as usize) else { continue };
                for word in 0..layout.words() as usize {
                    let first = 2 + word * WORD as usize;
                    let squares = &here[first..first + WORD as usize];
                    let others = &there[first.wrapping_add_signed(right as isize)..][..WORD as usize];
                    words[1 + word] = edges(squares, others, if plan.closed { last } else { 0 });
                }
            }
        }
    });
}

/// A bit for each pair of squares whose numbers differ by one, or by `wrap` if that is not 0. The number 0 is no
/// square's.
fn edges(squares: &[u32], others: &[u32], wrap: u32) -> u32 {
    let mut hits = [0_u8; WORD as usize];
    for ((hit, &one), &other) in hits.iter_mut().zip(squares).zip(others) {
        let by = one.wrapping_sub(other);
        let next = (by == 1) | (by == u32::MAX) | ((by == wrap) | (by == wrap.wrapping_neg())) & (wrap != 0);
        *hit = u8::from(next & (one != 0) & (other != 0));
    }
    packed(&hits)
}

#[cfg(test)]
mod tests {
    use courser_board::{Board, Square, TourSpec};

    use super::super::layout::Layout;
    use super::*;

    #[test]
    fn a_mosaics_edges_are_those_between_numbers_in_a_row() {
        for (rows, cols, closed) in [(8, 8, true), (7, 65, false), (130, 33, true), (9, 31, false)] {
            let board = Board::new(rows, cols).unwrap();
            let plan =
                Plan::new(&if closed { TourSpec::closed(&board) } else { TourSpec::open(&board) }, Some(5)).unwrap();
            let mut planes = Planes::new(Layout { rows, cols });
            start(&mut planes, &plan);
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
