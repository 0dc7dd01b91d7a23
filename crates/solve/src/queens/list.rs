//! Lists all placements, one after another.

use std::cmp::Ordering;

/// Maximum side for which placements are listed. A 32-bit word has one bit per row.
pub const MAX_LISTED: u32 = 32;

/// The attacked rows of the board's next column, with one bit per row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackMask {
    /// Rows attacked along diagonals that rise by one row per column.
    pub left: u32,
    /// Rows that already have a queen. The number of set bits is the number of placed queens.
    pub down: u32,
    /// Rows attacked along diagonals to the right.
    pub right: u32,
}

impl AttackMask {
    /// Returns the attacked rows of the first column without a queen. `rows` contains the row of the queen in each
    /// earlier column.
    pub fn by_all(rows: &[u32]) -> Self {
        rows.iter().fold(Self::default(), |attacked, row| attacked.by(1 << row))
    }

    /// Adds a queen in the current column of the board, and advances to the next column. `queen` is a mask with only
    /// the bit of the queen's row.
    #[inline]
    const fn by(self, queen: u32) -> Self {
        Self { left: (self.left | queen) << 1, down: self.down | queen, right: (self.right | queen) >> 1 }
    }
}

/// A filter of a search, which restricts the rows to try. The filter `()` restricts nothing.
pub trait RowFilter {
    /// Returns the rows to try for the queen on the board's column with index `file`. The result is a subset of `free`.
    /// `down` contains the rows of the queens on earlier columns.
    fn tried(&self, file: u32, down: u32, free: u32) -> u32;
}

impl RowFilter for () {
    #[inline]
    fn tried(&self, _file: u32, _down: u32, free: u32) -> u32 {
        free
    }
}

/// An iterator over the placements of `n` queens, or over those placements that begin with given queens. The placements
/// are sorted by the row of the queen in the first column, then by the row in the second column, and so on.
///
/// "Eight Queens in SQL \[4\]" lists the placements in the same order: `a1 b5 c8 d6 e3 f7 g2 h4` comes first. The
/// search is the mirror of `shaders/queens/count.wgsl`, which counts placements without storing their queens.
///
/// `B` is the type of the filter, which restricts the rows to try. The filter `()` restricts nothing. The function
/// [`count`](super::count()) uses this search with another filter, both to divide the work into parts and to count the
/// placements of each part.
#[derive(Clone, Debug)]
pub struct Placements<B = ()> {
    n: u32,
    /// A mask with one bit for each row of the board.
    all: u32,
    /// Number of columns that get a queen: the first `depth` columns of the board.
    depth: u32,
    bounds: B,
    /// The row of the queen in each column that has a queen.
    rows: [u32; MAX_LISTED as usize],
    /// The file of the board in which the search places the next queen.
    here: File,
    /// The earlier columns of the board, to which the search goes back when the column `here` has no further row to
    /// try.
    stack: [File; MAX_LISTED as usize],
    height: usize,
}

/// A column (file) of the board: its index, the attacks of earlier queens, and the untried rows.
#[derive(Clone, Copy, Debug)]
struct File {
    file: u32,
    attacked: AttackMask,
    free: u32,
}

impl Placements {
    /// Lists the placements of `n` queens.
    ///
    /// # Panics
    /// Panics if `n` is 0 or exceeds [`MAX_LISTED`].
    pub fn new(n: u32) -> Self {
        Self::after(n, &[], ())
    }

    /// Lists the placements of queens in the remaining columns. The queens of the first columns are unknown: only the
    /// rows that these queens attack in the next column are given.
    ///
    /// # Panics
    /// Panics if `n` is 0 or exceeds [`MAX_LISTED`].
    pub fn below(n: u32, attacked: AttackMask) -> Self {
        Self::within(n, attacked, ())
    }
}

impl<B: RowFilter> Placements<B> {
    /// Lists the placements within `bounds` that begin with given queens. `begun` contains the rows of the given
    /// queens.
    ///
    /// # Panics
    /// Panics if `n` is 0 or exceeds [`MAX_LISTED`].
    pub fn after(n: u32, begun: &[u32], bounds: B) -> Self {
        let mut placements = Self::within(n, AttackMask::by_all(begun), bounds);
        placements.rows[..begun.len()].copy_from_slice(begun);
        placements
    }

    fn within(n: u32, attacked: AttackMask, bounds: B) -> Self {
        assert!((1..=MAX_LISTED).contains(&n), "{n} queens: placements of 1 to {MAX_LISTED} are listed");
        let (all, rows) = (u32::MAX >> (32 - n), [0; MAX_LISTED as usize]);
        let here = File { file: attacked.down.count_ones(), attacked, free: 0 };
        let stack = [here; MAX_LISTED as usize];
        let mut placements = Self { n, all, depth: n, bounds, rows, here, stack, height: 0 };
        placements.here.free = placements.tried(here.file, attacked);
        placements
    }

    /// Limits the search to the first `depth` columns of the board. The search then returns placements of queens on
    /// these columns instead of complete placements.
    #[must_use]
    pub fn to_depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    #[inline]
    fn tried(&self, file: u32, attacked: AttackMask) -> u32 {
        let AttackMask { left, down, right } = attacked;
        self.bounds.tried(file, down, self.all & !(left | down | right))
    }

    /// Returns the next placement, or `None` after the last one. The next call of `advance` overwrites the returned
    /// slice.
    #[inline]
    pub fn advance(&mut self) -> Option<&[u32]> {
        loop {
            let File { file, attacked, ref mut free } = self.here;
            if *free == 0 {
                self.height = self.height.checked_sub(1)?;
                self.here = self.stack[self.height];
                continue;
            }
            let queen = *free & free.wrapping_neg();
            *free ^= queen;
            self.rows[file as usize] = queen.trailing_zeros();
            if file + 1 < self.depth {
                let attacked = attacked.by(queen);
                let free = self.tried(file + 1, attacked);
                if free == 0 {
                    continue;
                }
                if file + 2 < self.n {
                    self.stack[self.height] = self.here;
                    self.height += usize::from(self.here.free != 0);
                    self.here = File { file: file + 1, attacked, free };
                    continue;
                }
                // Only one column and one row are left, so the last queen is on the free row.
                self.rows[file as usize + 1] = free.trailing_zeros();
            }
            return Some(&self.rows[..self.depth as usize]);
        }
    }

    /// Counts the remaining placements.
    pub fn tally(mut self) -> u64 {
        let mut ways = 0;
        while self.advance().is_some() {
            ways += 1;
        }
        ways
    }
}

impl<B: RowFilter> Iterator for Placements<B> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        self.advance().map(<[u32]>::to_vec)
    }
}

/// Returns the number of distinct images of a placement under rotations and reflections of the board. Returns `None` if
/// an image comes before the placement in the order of [`Placements`].
///
/// Exactly one placement of each class comes before all other placements of the class.
pub fn class(rows: &[u32]) -> Option<u32> {
    let n = rows.len() as u32;
    let file_of = |row: u32| (0..).zip(rows).find(|&(_, &other)| other == row).map_or(n, |(file, _)| file);
    let flip = |is: bool, at: u32| if is { n - 1 - at } else { at };
    let mut same = 0;
    for image in 0..8 {
        let [across, back, over] = [4, 2, 1].map(|bit| image & bit != 0);
        let row = |file: u32| {
            let at = flip(back, file);
            flip(over, if across { file_of(at) } else { rows[at as usize] })
        };
        match (0..n).map(row).cmp(rows.iter().copied()) {
            Ordering::Less => return None,
            Ordering::Equal => same += 1,
            Ordering::Greater => {}
        }
    }
    Some(8 / same)
}
