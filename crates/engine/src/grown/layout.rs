//! The places of a square's edges, marks and numbers.

use courser_board::Square;

/// Columns of a word of a bit plane.
pub(crate) const WORD: u32 = 32;

/// Rows of zeros above the board, and below it: an axis is two rows long at most, so that no test of an edge
/// needs to test for the border of the board.
pub(crate) const MARGIN: u32 = 2;

/// Squares whose row and column are multiples of this are splitters.
pub(crate) const SPLIT: u32 = 8;

/// The places of a board's squares in the state.
///
/// A *cell* is a square's place in an array of words, row by row, `pitch` cells per row. A *bit plane* has a bit for
/// each square, 32 columns in a word, with a word of zeros before and after each row and rows of zeros above and
/// below the board. The four planes of edges come a row at a time: a row of the first, the same row of the second,
/// and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
}

impl Layout {
    /// Cells from a row to the next: the columns, rounded up to a multiple of 4.
    pub const fn pitch(&self) -> u32 {
        self.cols.next_multiple_of(4)
    }

    /// Cells of the board, those that pad the rows included.
    pub const fn cells(&self) -> u32 {
        self.rows * self.pitch()
    }

    /// Words of a row of a bit plane that hold squares.
    pub const fn words(&self) -> u32 {
        self.cols.div_ceil(WORD)
    }

    /// The bits of a row's word that are on the board.
    pub(crate) const fn columns(&self, word: u32) -> u32 {
        let left = self.cols - word * WORD;
        if left >= WORD { u32::MAX } else { u32::MAX >> (WORD - left) }
    }

    /// Words from a row of a bit plane to the next.
    pub const fn stride(&self) -> u32 {
        self.words() + 2
    }

    /// Words of one bit plane.
    pub const fn plane_words(&self) -> u32 {
        (self.rows + 2 * MARGIN) * self.stride()
    }

    /// The cell of a square.
    pub const fn cell(&self, square: Square) -> u32 {
        square.row * self.pitch() + square.col
    }

    /// The square of a cell.
    pub const fn square(&self, cell: u32) -> Square {
        Square::new(cell / self.pitch(), cell % self.pitch())
    }

    /// Splitters in a row that has any.
    pub(crate) const fn splitters_across(&self) -> u32 {
        self.cols.div_ceil(SPLIT)
    }

    /// Squares that are splitters for their place.
    pub(crate) const fn splitters(&self) -> u32 {
        self.rows.div_ceil(SPLIT) * self.splitters_across()
    }

    /// The number of the splitter on this square, if it is one for its place.
    pub(crate) const fn splitter(&self, square: Square) -> Option<u32> {
        if square.row.is_multiple_of(SPLIT) && square.col.is_multiple_of(SPLIT) {
            Some(square.row / SPLIT * self.splitters_across() + square.col / SPLIT)
        } else {
            None
        }
    }
}
