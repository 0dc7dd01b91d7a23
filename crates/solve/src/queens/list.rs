//! All placements, one after another.

/// The longest side of which placements are listed: a word has a bit for each row.
pub const MAX_LISTED: u32 = 32;

/// The placements of `n` queens, or those that begin with some queens, by rising row of the first file, then the second,
/// and so on.
///
/// "Eight Queens in SQL \[4\]" has the same order: `a1 b5 c8 d6 e3 f7 g2 h4` comes first. The search is the mirror of
/// `shaders/queens/count.wgsl`, which counts placements and forgets their queens.
#[derive(Clone, Debug)]
pub struct Placements {
    n: u32,
    /// The rows of the queens, as far as files are filled.
    rows: [u32; MAX_LISTED as usize],
    /// The file to come.
    here: File,
    /// Files to which the search will come back.
    stack: Vec<File>,
}

/// A file: the rows that earlier queens attack, and the free rows that are still to be tried.
#[derive(Clone, Copy, Debug)]
struct File {
    left: u32,
    down: u32,
    right: u32,
    free: u32,
}

impl Placements {
    /// The placements of `n` queens, before the first one.
    ///
    /// # Panics
    /// If `n` is 0 or more than [`MAX_LISTED`].
    pub fn new(n: u32) -> Self {
        Self::below(n, [0; 3])
    }

    /// The placements that begin with some queens, whose rows are not known. On the next file these attack the rows
    /// `[left, down, right]`, a bit each: along the diagonals to the left, along rows, along the diagonals to the right.
    ///
    /// # Panics
    /// As [`Placements::new`].
    pub fn below(n: u32, [left, down, right]: [u32; 3]) -> Self {
        assert!((1..=MAX_LISTED).contains(&n), "{n} queens: placements of 1 to {MAX_LISTED} are listed");
        let free = u32::MAX >> (32 - n) & !(left | down | right);
        Self { n, rows: [0; 32], here: File { left, down, right, free }, stack: Vec::new() }
    }

    /// The next placement; the one after it overwrites the slice.
    pub fn advance(&mut self) -> Option<&[u32]> {
        let all = u32::MAX >> (32 - self.n);
        loop {
            let File { left, down, right, ref mut free } = self.here;
            if *free == 0 {
                self.here = self.stack.pop()?;
                continue;
            }
            let queen = *free & free.wrapping_neg();
            *free ^= queen;
            let file = down.count_ones();
            self.rows[file as usize] = queen.trailing_zeros();
            let (left, down, right) = ((left | queen) << 1, down | queen, (right | queen) >> 1);
            let next = File { left, down, right, free: all & !(left | down | right) };
            // One file is left, and one row: the free square is the last queen's. A lone queen is the last herself.
            if next.free != 0 && file + 2 == self.n {
                self.rows[file as usize + 1] = next.free.trailing_zeros();
            } else if file + 1 < self.n {
                if next.free != 0 {
                    self.stack.extend((self.here.free != 0).then_some(self.here));
                    self.here = next;
                }
                continue;
            }
            return Some(&self.rows[..self.n as usize]);
        }
    }

    /// The number of placements that are left.
    pub fn tally(mut self) -> u64 {
        let mut ways = 0;
        while self.advance().is_some() {
            ways += 1;
        }
        ways
    }
}

impl Iterator for Placements {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        self.advance().map(<[u32]>::to_vec)
    }
}

/// Returns whether a placement is the first, in order, of its images under rotations and reflections of the board.
///
/// Exactly one placement of each class is.
pub fn is_fundamental(rows: &[u32]) -> bool {
    let n = rows.len();
    // The files by row: the placement mirrored in the long diagonal.
    let mut files = vec![0; n];
    for (file, &row) in (0..).zip(rows) {
        files[row as usize] = file;
    }
    let images = [rows, &files].into_iter().flat_map(|image| {
        [(false, false), (false, true), (true, false), (true, true)].map(|(back, over)| (image, back, over))
    });
    images.into_iter().all(|(image, back, over)| {
        let row = |file: usize| {
            let row = image[if back { n - 1 - file } else { file }];
            if over { n as u32 - 1 - row } else { row }
        };
        (0..n).map(row).cmp(rows.iter().copied()).is_ge()
    })
}
