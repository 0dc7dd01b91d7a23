//! All placements, one after another.

/// The longest side of which placements are listed: a word has a bit for each row.
pub const MAX_LISTED: u32 = 32;

/// All placements of `n` queens, by rising row of the first file, then the second, and so on.
///
/// "Eight Queens in SQL \[4\]" has the same order: `a1 b5 c8 d6 e3 f7 g2 h4` comes first.
#[derive(Clone, Debug)]
pub struct Placements {
    rows: Vec<u32>,
    /// For each file begun: rows still to be tried, and what the queens before attack on it.
    files: Vec<File>,
    n: u32,
}

#[derive(Clone, Copy, Debug)]
struct File {
    free: u32,
    up: u32,
    level: u32,
    down: u32,
}

impl Placements {
    /// The placements of `n` queens, before the first one.
    ///
    /// # Panics
    /// If `n` is 0 or more than [`MAX_LISTED`].
    pub fn new(n: u32) -> Self {
        assert!((1..=MAX_LISTED).contains(&n), "{n} queens: placements of 1 to {MAX_LISTED} are listed");
        let all = u32::MAX >> (32 - n);
        Self { rows: Vec::new(), files: vec![File { free: all, up: 0, level: 0, down: 0 }], n }
    }

    /// The next placement; the one after it overwrites the slice.
    pub fn advance(&mut self) -> Option<&[u32]> {
        let all = u32::MAX >> (32 - self.n);
        while let Some(file) = self.files.last_mut() {
            // The queens of the files before this one.
            let before = file.level.count_ones() as usize;
            self.rows.truncate(before);
            if file.free == 0 {
                self.files.pop();
                continue;
            }
            let row = file.free.trailing_zeros();
            file.free &= file.free - 1;
            self.rows.push(row);
            if self.rows.len() == self.n as usize {
                return Some(&self.rows);
            }
            let queen = 1 << row;
            let File { up, level, down, .. } = self.files[self.files.len() - 1];
            let (up, level, down) = ((up | queen) << 1, level | queen, (down | queen) >> 1);
            self.files.push(File { free: all & !(up | level | down), up, level, down });
        }
        None
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
