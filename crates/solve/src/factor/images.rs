//! The images of cells and moves under a symmetry, for symmetric covers.

use std::collections::HashMap;

use courser_board::symmetry::Isometry;
use courser_board::{Board, Leaper, Square};

use super::graph::jump;

/// The images of cells and moves under the symmetry of a cover, and the sections of the tour outside the strip. Each
/// section is stored by its two ends.
#[derive(Clone, Debug)]
pub(super) struct Seam {
    board: Board,
    pub(super) image: Isometry,
    /// Images of the eight moves under the symmetry. The move with the bit `k` is mapped to the move with the bit
    /// `codes[k]`.
    codes: [u8; 8],
    /// The ends of the sections outside the strip. The key is the cell of an end. The value contains the cell at the
    /// other end of the same section, and the index of the key cell in the tour.
    pub(super) links: HashMap<u32, (u32, usize)>,
}

impl Seam {
    /// Creates a seam with the images of the eight moves under the symmetry `image`. The field `links` is empty.
    pub(super) fn new(board: &Board, image: Isometry) -> Self {
        let step = |code| jump(Leaper::KNIGHT, code);
        let codes = std::array::from_fn(|code| {
            let (down, right) = step(code as u8);
            // The images of jumps are computed on a 5x5 board, whose centre is its own image.
            let to = image.apply(Square::new((2 + down) as u32, (2 + right) as u32), 5, 5);
            (0..8)
                .find(|&code| step(code) == (to.row as i32 - 2, to.col as i32 - 2))
                .expect("an image of a move is one")
        });
        Self { board: board.clone(), image, codes, links: HashMap::new() }
    }

    /// Returns the image of a move that starts at `cell`: the image of `cell`, and the bit of the move's image.
    pub(super) fn next(&self, cell: u32, code: u8) -> (u32, u8) {
        let image = self.image.image(&self.board, self.board.at(cell.into()));
        (self.board.index(image) as u32, self.codes[code as usize])
    }

    /// Returns all images of a move from `cell`, excluding the move itself.
    pub(super) fn others(&self, cell: u32, code: u8) -> impl Iterator<Item = (u32, u8)> + '_ {
        std::iter::successors(Some((cell, code)), |&(cell, code)| Some(self.next(cell, code)))
            .take(self.image.order())
            .skip(1)
    }

    /// Returns the other end of the section that ends at `end`. A section is a part of the tour outside the strip.
    pub(super) fn across(&self, end: u32) -> u32 {
        self.links[&end].0
    }
}
