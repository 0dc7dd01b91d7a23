//! The moves of a tame tour, and its walk from line to line.
//!
//! The two moves of a square are two bits of a byte, in the order of [`STEPS`]; opposite moves are four bits apart.

use std::sync::LazyLock;

/// Squares from the edge to where all lines are straight, on all sides: the size of a corner.
pub(super) const RIM: u32 = 6;

/// The moves, rows down and columns to the right.
const STEPS: [(i64, i64); 8] = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

/// The two moves along a line.
const STRAIGHT: u8 = 1 << DOWN | 1 << UP;
const DOWN: u32 = 2;
const UP: u32 = 6;

/// The heel of the lower edge: rows from the edge inwards, eight columns; turned by half for the upper edge. The digits of
/// a square are its moves.
const HEEL: [[u8; 8]; 3] =
    [[6, 16, 6, 16, 16, 67, 16, 67], [25, 26, 26, 25, 26, 25, 25, 26], [26, 46, 26, 46, 36, 26, 36, 26]];

/// The moves whose numbers are the two digits.
const fn two(digits: u8) -> u8 {
    1 << (digits / 10) | 1 << (digits % 10)
}

/// The forms of the corners: which corner (upper left, upper right, lower left, lower right), the phase of the heel there,
/// and the moves of 6 x 6 squares row by row.
const FORMS: &str = include_str!("corners.txt");

/// A corner's form: the moves of its squares.
type Form = [u8; 36];

/// The forms of one corner, by half the phase of the heel.
type Forms = [Vec<Form>; 4];

/// The four corners: upper left, upper right, lower left, lower right.
fn forms() -> &'static [Forms; 4] {
    static ALL: LazyLock<[Forms; 4]> = LazyLock::new(|| {
        let mut all: [Forms; 4] = Default::default();
        for line in FORMS.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let mut number = || words.next().and_then(|word| word.parse::<usize>().ok()).expect("a corner and a phase");
            let (corner, phase) = (number(), number());
            let mut form: Form = [0; 36];
            for (square, word) in form.iter_mut().zip(words) {
                *square = word.bytes().map(|digit| 1 << (digit - b'0')).sum();
            }
            all[corner][phase / 2].push(form);
        }
        all
    });
    &ALL
}

/// The moves of all squares of a board, from the choice of its corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    rows: i64,
    cols: i64,
    /// Phases of the heels: of the lower edge at the left, of the upper edge at the right.
    phases: (usize, usize),
    /// Upper left, upper right, lower left, lower right.
    corners: [&'static Form; 4],
}

/// The numbers of a tour.
pub(super) struct Tables {
    /// As in [`Plan`](super::Plan).
    pub(super) lines: Vec<u64>,
    pub(super) rim: Vec<u64>,
    /// Squares from the upper left one until the walk is back there: those of the board if it is one tour.
    pub(super) squares: u64,
}

impl Shape {
    /// The shapes of a board, those first that are known to make one tour of a smaller board whose edges meet in the same
    /// phases.
    pub(super) fn proxies(rows: u32, cols: u32) -> impl Iterator<Item = Self> {
        let (small_rows, small_cols) = proxy(rows.into(), cols.into());
        let small = Self::all(small_rows, small_cols);
        let proven = small.filter(|shape| shape.squares() == (shape.rows * shape.cols) as u64);
        let of_board = move |shape: Self| Self { rows: rows.into(), cols: cols.into(), ..shape };
        proven.map(of_board)
    }

    /// All choices of phases and corners. The columns must be even.
    fn all(rows: i64, cols: i64) -> impl Iterator<Item = Self> {
        let [upper_left, upper_right, lower_left, lower_right] = forms();
        let across = cols as usize / 2;
        (0..16).flat_map(move |phases| {
            let (lower, upper) = (phases / 4, phases % 4);
            let corners = [
                &upper_left[(across + upper) % 4],
                &upper_right[upper],
                &lower_left[lower],
                &lower_right[(across + lower) % 4],
            ];
            let choices: usize = corners.iter().map(|forms| forms.len()).product();
            (0..choices).map(move |mut choice| Self {
                rows,
                cols,
                phases: (2 * lower, 2 * upper),
                corners: corners.map(|forms| {
                    let at = choice % forms.len();
                    choice /= forms.len();
                    &forms[at]
                }),
            })
        })
    }

    /// The moves of a square.
    fn moves(&self, row: i64, col: i64) -> u8 {
        let rim = i64::from(RIM);
        let (below, right) = (self.rows - 1 - row, self.cols - 1 - col);
        if row.min(below) < rim && col.min(right) < rim {
            let corner = usize::from(below < row) * 2 + usize::from(right < col);
            let from = |near: i64, far: i64| if near < far { near } else { rim - 1 - far };
            return self.corners[corner][(from(row, below) * rim + from(col, right)) as usize];
        }
        match (row, below, col, right) {
            (.., 0, _) => two(23),
            (.., 1, _) => two(27),
            (.., 0) => two(46),
            (.., 1) => two(6),
            (_, 0..3, ..) => two(HEEL[below as usize][(col as usize + self.phases.0) % 8]),
            (0..3, ..) => two(HEEL[row as usize][(right as usize + self.phases.1) % 8]).rotate_left(4),
            _ => STRAIGHT,
        }
    }

    /// The squares of the tour through the upper left one.
    fn squares(&self) -> u64 {
        self.walk(|_, _| (), |_, _| ())
    }

    /// The numbers of all squares, if the walk has them all.
    pub(super) fn tables(&self) -> Tables {
        let (rows, cols) = (self.rows as usize, self.cols as usize);
        let mut lines = vec![0; cols + 2 * rows - 2];
        let mut rim = vec![0; 2 * RIM as usize * (cols + rows - 2 * RIM as usize)];
        let squares = self.walk(
            |(row, col), index| rim[rim_index(self.rows, self.cols, row, col).expect("a square of the rim")] = index,
            |label, line| lines[label] = line,
        );
        Tables { lines, rim, squares }
    }

    /// Walks along the tour from the upper left square, over squares of the rim and lines in turn, and returns the number
    /// of squares until it is back there.
    fn walk(&self, mut on_rim: impl FnMut((i64, i64), u64), mut on_line: impl FnMut(usize, u64)) -> u64 {
        let rim = i64::from(RIM);
        let (mut row, mut col) = (0, 0);
        let (mut index, mut from) = (0_u64, 0);
        loop {
            on_rim((row, col), index);
            index += 1;
            let step = (self.moves(row, col) & !from).trailing_zeros();
            (row, col) = (row + STEPS[step as usize].0, col + STEPS[step as usize].1);
            from = (1_u8 << step).rotate_left(4);
            if rim_index(self.rows, self.cols, row, col).is_none() {
                // The squares of the line up to the rim.
                let down = step == DOWN;
                let (high, wide) =
                    if down { (self.rows - rim - row, self.cols - rim - col) } else { (row - rim + 1, col - rim + 1) };
                let length = high.min((wide + 1) / 2);
                let in_row_0 = if down { index.wrapping_sub(row as u64) } else { index + row as u64 };
                on_line((col - 2 * row + 2 * (self.rows - 1)) as usize, in_row_0 << 1 | u64::from(!down));
                let by = if down { length } else { -length };
                (row, col) = (row + by, col + 2 * by);
                index += length as u64;
            }
            if (row, col) == (0, 0) {
                return index;
            }
        }
    }
}

/// The place of a square in the table of the rim; `None` inside.
pub(super) fn rim_index(rows: i64, cols: i64, row: i64, col: i64) -> Option<usize> {
    let rim = i64::from(RIM);
    let (below, right) = (rows - 1 - row, cols - 1 - col);
    let index = if row < rim {
        row * cols + col
    } else if below < rim {
        (2 * rim - 1 - below) * cols + col
    } else if col < rim {
        2 * rim * cols + (row - rim) * 2 * rim + col
    } else if right < rim {
        2 * rim * cols + (row - rim) * 2 * rim + 2 * rim - 1 - right
    } else {
        return None;
    };
    Some(index as usize)
}

/// A smaller board whose edges meet in the same phases, and whose lines run between the same edges.
fn proxy(rows: i64, cols: i64) -> (i64, i64) {
    const PERIOD: i64 = 24;
    const LEAST: i64 = 36;
    const FAR: i64 = 60;
    let reduce = |side: i64, least: i64| if side < least + PERIOD { side } else { least + (side - least) % PERIOD };
    // Lines run from side to side if this is below 0, else from top to bottom.
    let over = cols - 2 * rows;
    if over <= -FAR {
        let small_cols = reduce(cols, LEAST);
        (reduce(rows, (small_cols + FAR + 1) / 2), small_cols)
    } else {
        let small_rows = reduce(rows, LEAST);
        (small_rows, 2 * small_rows + reduce(over, FAR))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_smaller_board_run_between_the_same_edges() {
        for rows in (12..400).step_by(7) {
            for cols in 12..400 {
                let (small_rows, small_cols) = proxy(rows, cols);
                assert_eq!(((rows - small_rows) % 24, (cols - small_cols) % 24), (0, 0), "{rows}x{cols}");
                assert!(small_rows <= rows && small_cols <= cols && small_rows.max(small_cols) < 250);
                assert_eq!((cols - 2 * rows).signum(), (small_cols - 2 * small_rows).signum(), "{rows}x{cols}");
            }
        }
    }

    #[test]
    fn every_move_of_every_form_is_one_from_both_its_squares() {
        for (rows, cols) in [(12, 12), (13, 14), (20, 26), (31, 60)] {
            assert!(Shape::all(rows, cols).next().is_some());
            for shape in Shape::all(rows, cols) {
                let on_board = |row: i64, col: i64| (0..rows).contains(&row) && (0..cols).contains(&col);
                for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
                    let moves = shape.moves(row, col);
                    for (at, step) in STEPS.iter().enumerate().filter(|(at, _)| moves >> at & 1 == 1) {
                        let (to_row, to_col) = (row + step.0, col + step.1);
                        assert!(on_board(to_row, to_col), "{rows}x{cols} {row},{col} {at} {shape:?}");
                        let back = shape.moves(to_row, to_col) >> ((at + 4) % 8) & 1;
                        assert_eq!(back, 1, "{rows}x{cols} {row},{col} {at} {shape:?}");
                    }
                }
            }
        }
    }
}
