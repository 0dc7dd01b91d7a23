//! A region, and the tour indices of its squares.

use courser_board::Square;

/// The rectangle of the board that a region occupies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// First row of the rectangle.
    pub top: u32,
    /// First column of the rectangle.
    pub left: u32,
    /// Number of rows, from 6 to 12.
    pub rows: u32,
    /// Number of columns, from 6 to 12.
    pub cols: u32,
}

impl Rect {
    /// Returns the number of squares.
    pub const fn squares(&self) -> u32 {
        self.rows * self.cols
    }

    /// Returns the index of a square within the region. `row` and `col` are counted from the corner of the region.
    pub(super) const fn local(&self, row: u32, col: u32) -> u32 {
        row * self.cols + col
    }

    /// Converts the index of a square in the region to a square of the board.
    pub const fn square(&self, local: u32) -> Square {
        Square::new(self.top + local / self.cols, self.left + local % self.cols)
    }

    /// Returns whether the square with the index `local` in the region is a corner of the region.
    pub(super) const fn is_corner(&self, local: u32) -> bool {
        let (row, col) = (local / self.cols, local % self.cols);
        (row == 0 || row == self.rows - 1) && (col == 0 || col == self.cols - 1)
    }

    /// Converts a square of the board to its index in the region. Returns `None` if the square is outside the region.
    pub(super) fn find(&self, square: Square) -> Option<u32> {
        let (row, col) = (square.row.checked_sub(self.top)?, square.col.checked_sub(self.left)?);
        (row < self.rows && col < self.cols).then(|| self.local(row, col))
    }
}

/// A gap in a region's path: after a position, the tour leaves the region for other regions, and later returns to the
/// region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Excursion {
    /// Last position before the tour leaves the region. The value in [`Excursion::NONE`] is 255, a position that no
    /// region has.
    pub after: u32,
    /// Number of squares outside the region that the tour visits in this gap.
    ///
    /// An excursion can also represent the point at which the indices of the tour wrap to 0. Then the value is minus
    /// the number of squares of the board, modulo 2^64.
    pub squares: u64,
}

impl Excursion {
    /// An unused excursion.
    pub const NONE: Self = Self { after: 255, squares: 0 };
}

/// A region: the path of one knight, from its entry to its exit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// The rectangle of the region.
    pub rect: Rect,
    /// First square of the knight, as an index within the region.
    pub entry: u32,
    /// Last square of the knight, as an index within the region.
    pub exit: u32,
    /// Row-major number of the region on the board. It also selects the random bits of the knight.
    pub number: u32,
    /// Number of squares that the tour visits before the region's first square. This number is below the number of
    /// squares of the board.
    pub first: u64,
    /// The gaps of the region's path, in ascending order of position. Unused elements are [`Excursion::NONE`].
    pub gaps: [Excursion; 4],
}

impl Region {
    /// Returns the index of a square in the tour. The index is counted from 0. `position` is the position of the square
    /// on the path of the region.
    pub fn index(&self, position: u32) -> u64 {
        let passed = self.gaps.iter().filter(|gap| position > gap.after);
        passed.fold(self.first + u64::from(position), |index, gap| index.wrapping_add(gap.squares))
    }

    /// Converts an index in the tour to a position on the path of the region. This function is the inverse of
    /// [`Region::index`].
    pub fn position(&self, index: u64) -> u32 {
        let back = |at: u64, gap: &Excursion| if at > gap.after.into() { at.wrapping_sub(gap.squares) } else { at };
        self.gaps.iter().fold(index.wrapping_sub(self.first), back) as u32
    }

    /// Returns the region with indices that wrap to 0 after the last square of the tour. `all` is the number of squares
    /// of the tour. The indices of a region wrap if a closed tour starts in the middle of the path of the region.
    pub(super) fn turned(mut self, all: u64) -> Self {
        let last = self.rect.squares() - 1;
        if self.index(last) >= all {
            let after = (0..last).rfind(|&position| self.index(position) < all).expect("a region begins below");
            self.gaps[3] = Excursion { after, squares: all.wrapping_neg() };
            self.gaps.sort_by_key(|gap| gap.after);
        }
        self
    }
}
