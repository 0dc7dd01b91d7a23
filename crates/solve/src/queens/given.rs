//! Lists or counts the placements that contain queens placed in advance.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use courser_board::Square;
use rayon::prelude::*;

use super::check::{Attack, attack};
use super::list::{MAX_LISTED, Placements, RowFilter};

/// Number of files (columns) of the board that get queens before the work is divided among the cores.
const DIVIDED_FILES: u32 = 5;

/// Queens placed in advance on an `n` x `n` board. No two of them attack each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenQueens {
    n: u32,
    /// Possible rows of the queen in each file, as a mask with one bit per row, counted from the bottom. If the queen
    /// is given, only the bit of its row is set.
    rows: Vec<u32>,
}

impl GivenQueens {
    /// Creates the set of queens on these squares.
    ///
    /// # Errors
    /// [`Attack`] if two of the queens attack each other or are on the same square.
    ///
    /// # Panics
    /// Panics if `n` is 0 or exceeds [`MAX_LISTED`], or if a square is outside the board.
    pub fn new(n: u32, squares: &[Square]) -> Result<Self, Attack> {
        assert!((1..=MAX_LISTED).contains(&n), "{n} queens: 1 to {MAX_LISTED} are placed around others");
        if let Some(attack) = attack(squares, n) {
            return Err(attack);
        }
        let mut rows = vec![u32::MAX >> (32 - n); n as usize];
        for square in squares {
            let row = n - 1 - square.row;
            for (file, rows) in (0..).zip(&mut rows) {
                *rows &= if file == square.col { 1 << row } else { !attacked(row, square.col.abs_diff(file), n) };
            }
        }
        Ok(Self { n, rows })
    }

    /// Returns the placements that contain these queens, in the order of [`Placements`].
    pub fn placements(&self) -> Placements<Self> {
        Placements::after(self.n, &[], self.clone())
    }

    /// Returns a placement that contains these queens, or `None` if none exists. The placement lists, for each file of
    /// the board, the row of the file's queen. Rows are counted from 0 at the bottom.
    ///
    /// Each step selects the file that has the fewest free rows, and tries each of these rows for the file's queen.
    ///
    /// ```
    /// use courser_board::Square;
    /// use courser_solve::queens::{GivenQueens, name};
    ///
    /// let [a1, c2] = [Square::new(7, 0), Square::new(6, 2)];
    /// assert_eq!(name(&GivenQueens::new(8, &[a1]).unwrap().place().unwrap()), "a1 b5 c8 d6 e3 f7 g2 h4");
    /// assert_eq!(GivenQueens::new(4, &[Square::new(3, 0)]).unwrap().place(), None);
    /// assert!(GivenQueens::new(8, &[a1, c2]).unwrap().placements().next().is_none());
    /// ```
    pub fn place(&self) -> Option<Vec<u32>> {
        let mut placed = vec![None; self.n as usize];
        self.fill(&mut placed, &self.rows).then(|| placed.into_iter().flatten().collect())
    }

    /// Places a queen in every file that has no queen, and returns whether this is possible. `free` contains the free
    /// rows of each file, as bits.
    fn fill(&self, placed: &mut [Option<u32>], free: &[u32]) -> bool {
        let open = (0..self.n).filter(|&file| placed[file as usize].is_none());
        let Some(file) = open.min_by_key(|&file| free[file as usize].count_ones()) else { return true };
        let mut rows = free[file as usize];
        while rows != 0 {
            let row = rows.trailing_zeros();
            rows &= rows - 1;
            placed[file as usize] = Some(row);
            let left = |(other, &free): (u32, &u32)| free & !attacked(row, file.abs_diff(other), self.n);
            let free: Vec<u32> = (0..).zip(free).map(left).collect();
            if self.fill(placed, &free) {
                return true;
            }
        }
        placed[file as usize] = None;
        false
    }

    /// Counts the placements that contain these queens. Uses all cores.
    ///
    /// `progress` is called with the number of finished parts and the total number of parts. Returns `None` if `stop`
    /// is set before the end.
    pub fn count(&self, stop: &AtomicBool, progress: &(dyn Fn(u64, u64) + Sync)) -> Option<u64> {
        if self.n <= DIVIDED_FILES {
            return Some(self.placements().tally());
        }
        let parts: Vec<Vec<u32>> = self.placements().to_depth(DIVIDED_FILES).collect();
        let (done, all) = (AtomicU64::new(0), parts.len() as u64);
        let tally = |begun: Vec<u32>| {
            let mut placements = Placements::after(self.n, &begun, self.clone());
            let mut ways = 0_u64;
            while !stop.load(Ordering::Relaxed) {
                if placements.advance().is_none() {
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
                    return Some(ways);
                }
                ways += 1;
            }
            None
        };
        parts.into_par_iter().with_max_len(1).map(tally).try_reduce(|| 0, |one, other| Some(one + other))
    }
}

impl RowFilter for GivenQueens {
    #[inline]
    fn tried(&self, file: u32, _down: u32, free: u32) -> u32 {
        free & self.rows[file as usize]
    }
}

/// Returns the rows that a queen in row `row` attacks in another column of the board, as a mask with one bit per row.
/// `files` is the distance in columns from the queen to the other column.
const fn attacked(row: u32, files: u32, n: u32) -> u32 {
    let below = if files <= row { 1 << (row - files) } else { 0 };
    let above = if row + files < n { 1 << (row + files) } else { 0 };
    1 << row | below | above
}
