//! A region, and the number of each of its squares.

use courser_board::Square;

/// Where a region lies on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// The first row.
    pub top: u32,
    /// The first column.
    pub left: u32,
    /// Rows, 6 to 12.
    pub rows: u32,
    /// Columns, 6 to 12.
    pub cols: u32,
}

impl Rect {
    /// Returns the number of squares.
    pub const fn squares(&self) -> u32 {
        self.rows * self.cols
    }

    /// Returns the index within the region of its square in this row and column, counted from its corner.
    pub(super) const fn local(&self, row: u32, col: u32) -> u32 {
        row * self.cols + col
    }

    /// Returns the square of the board with this index within the region.
    pub const fn square(&self, local: u32) -> Square {
        Square::new(self.top + local / self.cols, self.left + local % self.cols)
    }

    /// Returns whether the square with this index within the region is one of its corners.
    pub(super) const fn is_corner(&self, local: u32) -> bool {
        let (row, col) = (local / self.cols, local % self.cols);
        (row == 0 || row == self.rows - 1) && (col == 0 || col == self.cols - 1)
    }

    /// Returns the index within the region of a square of the board, if it contains it.
    pub(super) fn find(&self, square: Square) -> Option<u32> {
        let (row, col) = (square.row.checked_sub(self.top)?, square.col.checked_sub(self.left)?);
        (row < self.rows && col < self.cols).then(|| self.local(row, col))
    }
}

/// A position on a region's path where the tour leaves it for other regions and returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Excursion {
    /// The last position before the gap; 255, which no region has, of [`Excursion::NONE`].
    pub after: u32,
    /// Number of squares visited in between, modulo 2^64. If a closed tour continues with index 0 after its last
    /// square, all squares of the board are subtracted.
    pub squares: u64,
}

impl Excursion {
    /// A gap that is not in use.
    pub const NONE: Self = Self { after: 255, squares: 0 };
}

/// A region: the path of one knight, from its entry to its exit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// Where it lies.
    pub rect: Rect,
    /// The first square of its knight, an index within the region.
    pub entry: u32,
    /// The last square of its knight, an index within the region.
    pub exit: u32,
    /// Its number among the regions of the board, row by row, which also selects its random bits.
    pub number: u32,
    /// Squares of the tour before its first, below the squares of the board.
    pub first: u64,
    /// The positions where the tour leaves it in between, in the order of the path.
    pub gaps: [Excursion; 4],
}

impl Region {
    /// Returns the index in the tour, from 0, of the position on the path.
    pub fn index(&self, position: u32) -> u64 {
        let passed = self.gaps.iter().filter(|gap| position > gap.after);
        passed.fold(self.first + u64::from(position), |index, gap| index.wrapping_add(gap.squares))
    }

    /// Returns the position on the path of an index in the tour: the inverse of [`Region::index`].
    pub fn position(&self, index: u64) -> u32 {
        let back = |at: u64, gap: &Excursion| if at > gap.after.into() { at.wrapping_sub(gap.squares) } else { at };
        self.gaps.iter().fold(index.wrapping_sub(self.first), back) as u32
    }

    /// Returns the same region for a closed tour of `all` squares that continues with index 0 after its last square.
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
