//! The card's numbers are the CPU's, square for square.

use courser_board::Square;
use courser_engine::mosaic::{Limits, Passes};

use crate::card;
use crate::tools::{bands_of, compare, filled, hash, plan, same};

#[test]
fn small_boards_of_every_shape_have_the_numbers_of_the_cpu() {
    let device = card::device();
    let passes = Passes::new(&device).unwrap();
    for rows in 5..=21 {
        for cols in 5..=37 {
            let closed = rows * cols % 2 == 0;
            same(&passes, &plan(rows, cols, closed, None, None), Limits::of(&device));
        }
    }
}
