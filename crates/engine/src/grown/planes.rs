//! Four bit planes of edges, one plane per axis, and the positions of squares in these planes.

use courser_board::Square;

use super::gadget::AXES;

/// Number of columns in a word of a bit plane.
pub(crate) const WORD: u32 = 32;

/// Number of rows of zeros above the board, and also below the board. An edge connects squares that are at most two
/// rows apart. Because of the rows of zeros, reading an edge needs no test for the border of the board.
pub(crate) const MARGIN: u32 = 2;

/// Distance between splitters. A square is a splitter if its row and its column are multiples of this number.
pub(crate) const SPLIT: u32 = 8;

/// The positions of a board's squares in the state.
///
/// A *cell* is the index of a square in an array of words, row by row, with `pitch` cells per row. A *bit plane* has a
/// bit for each square, with 32 columns per word. In a plane, each row has a word of zeros before and after its other
/// words, and there are rows of zeros above and below the board. The four planes of edges are interleaved by rows: a
/// row of the first plane, the same row of the second plane, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaneLayout {
    /// Number of rows of the board.
    pub rows: u32,
    /// Number of columns of the board.
    pub cols: u32,
}

impl PlaneLayout {
    /// Returns the row stride in cells: the number of columns, rounded up to a multiple of 4.
    pub const fn pitch(&self) -> u32 {
        self.cols.next_multiple_of(4)
    }

    /// Returns the number of cells of the board, including padding.
    pub const fn cells(&self) -> u32 {
        self.rows * self.pitch()
    }

    /// Returns the number of words that one row of a bit plane needs for its squares.
    pub const fn words(&self) -> u32 {
        self.cols.div_ceil(WORD)
    }

    /// Returns a mask with one bit per column of a word. A bit is set if the column is on the board. `word` is the
    /// index of the word in a row.
    pub(crate) const fn columns(&self, word: u32) -> u32 {
        let left = self.cols - word * WORD;
        if left >= WORD { u32::MAX } else { u32::MAX >> (WORD - left) }
    }

    /// Returns the number of words from the beginning of one row of a bit plane to the beginning of the next row.
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

    /// Returns the number of splitters in a row that has splitters.
    pub(crate) const fn splitters_across(&self) -> u32 {
        self.cols.div_ceil(SPLIT)
    }

    /// Returns the number of splitters whose row and column are multiples of [`SPLIT`].
    pub(crate) const fn splitters(&self) -> u32 {
        self.rows.div_ceil(SPLIT) * self.splitters_across()
    }

    /// Returns the number of the splitter on this square, or `None` if its row or column is not a multiple of
    /// [`SPLIT`].
    pub(crate) const fn splitter(&self, square: Square) -> Option<u32> {
        if square.row.is_multiple_of(SPLIT) && square.col.is_multiple_of(SPLIT) {
            Some(square.row / SPLIT * self.splitters_across() + square.col / SPLIT)
        } else {
            None
        }
    }
}

/// The used edges: for each axis, a bit plane in which a square's bit is set if the edge from the square along the axis
/// is used. The planes take half a byte per square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    pub(crate) layout: PlaneLayout,
    /// Words of the planes; see [`PlaneLayout`].
    pub(crate) words: Vec<u32>,
}

impl Planes {
    /// Creates planes without edges.
    pub(crate) fn new(layout: PlaneLayout) -> Self {
        Self { layout, words: vec![0; 4 * layout.plane_words() as usize] }
    }

    /// Creates planes from words as returned by [`Planes::words`].
    ///
    /// # Panics
    /// Panics if the number of words differs from the number required by the layout.
    pub fn from_words(layout: PlaneLayout, words: Vec<u32>) -> Self {
        assert_eq!(words.len(), 4 * layout.plane_words() as usize, "the words of four planes");
        Self { layout, words }
    }

    /// Returns the layout of the squares.
    pub const fn layout(&self) -> &PlaneLayout {
        &self.layout
    }

    /// Returns all words, including margins.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the number of words that one row occupies in all four planes together.
    pub(crate) const fn row_words(&self) -> usize {
        4 * self.layout.stride() as usize
    }

    /// Returns one row of one plane, including the words of zeros at its ends. The first row of the board has index 0.
    /// The rows of the margin above the board have negative indices.
    #[inline]
    pub(crate) fn row(&self, axis: usize, row: i64) -> &[u32] {
        let stride = self.layout.stride() as usize;
        let at = ((row + i64::from(MARGIN)) as usize * 4 + axis) * stride;
        &self.words[at..at + stride]
    }

    /// Returns the index of the word that contains a square's bit, and a mask with only that bit.
    #[inline]
    fn place(&self, axis: usize, row: i64, col: i64) -> (usize, u32) {
        let stride = i64::from(self.layout.stride());
        let col = col + i64::from(WORD);
        let at = ((row + i64::from(MARGIN)) * 4 + axis as i64) * stride + col / i64::from(WORD);
        (at as usize, (col % i64::from(WORD)) as u32)
    }

    /// Returns whether the edge from this square along this axis is used. The square can be up to one move outside the
    /// board.
    #[inline]
    pub fn is_used(&self, axis: usize, row: i64, col: i64) -> bool {
        let (word, bit) = self.place(axis, row, col);
        self.words[word] >> bit & 1 == 1
    }

    /// Adds the edge from this square along this axis. If the edge is already used, removes the edge.
    #[inline]
    pub(crate) fn flip(&mut self, axis: usize, row: i64, col: i64) {
        let (word, bit) = self.place(axis, row, col);
        self.words[word] ^= 1 << bit;
    }

    /// Adds the edge between two squares. If the edge is already used, removes the edge.
    ///
    /// # Panics
    /// Panics if the squares are not a knight's move apart.
    pub(crate) fn flip_between(&mut self, [one, other]: [Square; 2]) {
        let (upper, lower) = if one.row < other.row { (one, other) } else { (other, one) };
        let step = (lower.row - upper.row, lower.col as i32 - upper.col as i32);
        let axis = AXES.iter().position(|&axis| axis == step).expect("a knight's move");
        self.flip(axis, upper.row.into(), upper.col.into());
    }

    /// Returns the directions of a square's used edges as bits: bit `i` for the direction of axis `i`, bit `4 + i` for
    /// the opposite direction.
    #[inline]
    pub fn links(&self, row: u32, col: u32) -> u8 {
        let (row, col) = (i64::from(row), i64::from(col));
        (0..4).fold(0, |links, axis| {
            let (down, right) = AXES[axis];
            let back = self.is_used(axis, row - i64::from(down), col - i64::from(right));
            links | u8::from(self.is_used(axis, row, col)) << axis | u8::from(back) << (4 + axis)
        })
    }

    /// Returns the position of the lowest set bit of [`Planes::links`]. The square must have an edge.
    #[inline]
    pub(crate) fn link(&self, row: u32, col: u32) -> usize {
        self.links(row, col).trailing_zeros() as usize
    }
}

/// Returns a word whose bit `c` is the bit of column `c + by`, counted from the first column of `here`. The words
/// `before` and `after` contain the columns to the left and to the right of `here`.
#[inline(always)]
pub(crate) const fn ahead(before: u32, here: u32, after: u32, by: i32) -> u32 {
    if by >= 0 { here >> by | after << (32 - by) } else { here << -by | before >> (32 + by) }
}
