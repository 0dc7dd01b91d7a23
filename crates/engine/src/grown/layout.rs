//! The positions of a square's edges, marks and numbers.

use courser_board::Square;

/// Columns of a word of a bit plane.
pub(crate) const WORD: u32 = 32;

/// Rows of zeros above the board, and below it: an axis is two rows long at most, so that no test of an edge
/// needs to test for the border of the board.
pub(crate) const MARGIN: u32 = 2;

/// Squares whose row and column are multiples of this are splitters.
pub(crate) const SPLIT: u32 = 8;

/// The positions of a board's squares in the state.
///
/// A *cell* is a square's index in an array of words, row by row, with `pitch` cells per row. A *bit plane* has a bit
/// for each square, 32 columns in a word, with a word of zeros before and after each row and rows of zeros above and
/// below the board. The four planes of edges are interleaved by rows: a row of the first, the same row of the second,
/// and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
}

impl Layout {
    /// Returns the number of cells from a row to the next: the columns, rounded up to a multiple of 4.
    pub const fn pitch(&self) -> u32 {
        self.cols.next_multiple_of(4)
    }

    /// Returns the number of cells of the board, including padding.
    pub const fn cells(&self) -> u32 {
        self.rows * self.pitch()
    }

    /// Returns the number of words with squares in a row of a bit plane.
    pub const fn words(&self) -> u32 {
        self.cols.div_ceil(WORD)
    }

    /// Returns the bits of a row's word that are on the board.
    pub(crate) const fn columns(&self, word: u32) -> u32 {
        let left = self.cols - word * WORD;
        if left >= WORD { u32::MAX } else { u32::MAX >> (WORD - left) }
    }

    /// Returns the number of words from a row of a bit plane to the next.
    pub const fn stride(&self) -> u32 {
        self.words() + 2
    }

    /// Returns the number of words of one bit plane.
    pub const fn plane_words(&self) -> u32 {
        (self.rows + 2 * MARGIN) * self.stride()
    }

    /// Returns the cell of a square.
    pub const fn cell(&self, square: Square) -> u32 {
        square.row * self.pitch() + square.col
    }

    /// Returns the square of a cell.
    pub const fn square(&self, cell: u32) -> Square {
        Square::new(cell / self.pitch(), cell % self.pitch())
    }

    /// Splitters in a row that has any.
    pub(crate) const fn splitters_across(&self) -> u32 {
        self.cols.div_ceil(SPLIT)
    }

    /// Returns the number of squares that are splitters by their position.
    pub(crate) const fn splitters(&self) -> u32 {
        self.rows.div_ceil(SPLIT) * self.splitters_across()
    }

    /// Returns the number of the splitter on this square, if it is one by its position.
    pub(crate) const fn splitter(&self, square: Square) -> Option<u32> {
        if square.row.is_multiple_of(SPLIT) && square.col.is_multiple_of(SPLIT) {
            Some(square.row / SPLIT * self.splitters_across() + square.col / SPLIT)
        } else {
            None
        }
    }
}
