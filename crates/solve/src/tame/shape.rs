//! The moves of a tame tour. A walk along these moves follows the straight lines of the tour one after another.
//!
//! The two moves of a square are two bits of a byte, in the order of [`STEPS`]. The bits of opposite moves are four
//! positions apart.

use std::sync::LazyLock;

use super::walk::{MoveTable, NumberLocation};
use super::{Minimised, Tables};

/// Width of the rim in squares. Inside the rim, all lines of a [`Shape`] are straight. Each corner of the rim has this
/// number of rows and of columns.
pub(super) const RIM: u32 = 6;

/// The moves, as rows down and columns to the right.
pub(super) const STEPS: [(i64, i64); 8] = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

/// Mask of the two moves along a line.
const STRAIGHT: u8 = 1 << DOWN | 1 << UP;
const DOWN: u32 = 2;
const UP: u32 = 6;

/// Returns the mask of the two moves whose numbers are the decimal digits of `digits`.
const fn two(digits: u8) -> u8 {
    1 << (digits / 10) | 1 << (digits % 10)
}

/// Returns the mask of the moves whose numbers are the digits of `word`.
pub(super) fn digits(word: &str) -> u8 {
    word.bytes().map(|digit| 1 << (digit - b'0')).sum()
}

/// The data shared by all tours of one kind.
#[derive(Debug)]
struct Pattern {
    /// The heel of the lower edge. The heel of the upper edge is this heel, rotated by a half turn. The rows are listed
    /// from the edge inwards. Each row contains one number per column of the heel's period. The two decimal digits of a
    /// number are the two moves of a square, as indices in [`STEPS`]; 6 means the moves 0 and 6.
    heel: &'static [&'static [u8]],
    /// Seven lists of forms. The first four lists contain the forms of the corners (upper left, upper right, lower
    /// left, lower right), indexed by half the phase of the heel at the corner. The fifth list contains the forms of
    /// the joint. The last two lists contain forms with an end of a path, for the upper left corner and for the lower
    /// right corner.
    forms: [Vec<Vec<CornerMoves>>; 7],
    /// Number of rows or columns by which a side of the board can grow without changing how the ends of the paths are
    /// joined.
    period: i64,
}

/// The moves of the squares in one part of the board, in row-major order. The part is either a corner of 6 x 6 squares,
/// or the joint.
#[derive(Debug)]
struct CornerMoves {
    /// Number of crossings of this form minus the number of crossings of the best form, in tenths of a crossing. This
    /// value is used only for tours with few crossings.
    cost: u64,
    moves: Vec<u8>,
}

/// Number of rows and number of columns of a joint. A joint is at the right edge of the board. The middle of the joint
/// divides this edge into two parts. Along the upper part, the ends of lines are joined upwards, with 1 crossing per
/// row. Along the lower part, the ends are joined downwards, with 2 crossings per row.
const JOINT: (i64, i64) = (6, 4);

/// Returns the pattern of the tours with few turns or few crossings.
fn pattern(fewest: Minimised) -> &'static Pattern {
    static TURNS: LazyLock<Pattern> = LazyLock::new(|| Pattern {
        heel: &[&[6, 16, 6, 16, 16, 67, 16, 67], &[25, 26, 26, 25, 26, 25, 25, 26], &[26, 46, 26, 46, 36, 26, 36, 26]],
        forms: forms(include_str!("turns.txt")),
        period: 24,
    });
    static CROSSINGS: LazyLock<Pattern> = LazyLock::new(|| Pattern {
        heel: &[
            &[67, 67, 67, 67, 67, 67, 67, 67, 67, 67],
            &[27, 27, 26, 27, 26, 27, 26, 26, 26, 27],
            &[23, 13, 23, 36, 23, 23, 23, 36, 36, 36],
            &[36, 26, 36, 56, 36, 26, 26, 26, 36, 36],
        ],
        forms: forms(include_str!("crossings.txt")),
        period: 40,
    });
    match fewest {
        Minimised::Turns => &TURNS,
        Minimised::Crossings => &CROSSINGS,
    }
}

/// Parses forms. Each line contains a position, the phase of the heel at this position, the cost, and the moves.
fn forms(text: &str) -> [Vec<Vec<CornerMoves>>; 7] {
    let mut all: [Vec<Vec<CornerMoves>>; 7] = Default::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let mut number = || words.next().and_then(|word| word.parse::<usize>().ok()).expect("a number");
        let (place, phase, cost) = (number(), number(), number() as u64);
        let moves = words.map(digits).collect();
        let phases = &mut all[place];
        phases.resize_with(phases.len().max(phase / 2 + 1), Vec::new);
        phases[phase / 2].push(CornerMoves { cost, moves });
    }
    all
}

/// The moves of all squares of a board, after a form is chosen for each corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    rows: i64,
    cols: i64,
    pattern: &'static Pattern,
    /// Phase of the lower edge's heel at the left, and phase of the upper edge's heel at the right.
    phases: (usize, usize),
    /// The corners in the order upper left, upper right, lower left, lower right.
    corners: [&'static CornerMoves; 4],
    /// The joint in the right edge. Below the joint, the right edge has the same form as a right edge without a joint.
    /// Above the joint, the right edge has a different form.
    joint: Option<&'static CornerMoves>,
}

impl Shape {
    /// Finds every shape that forms a single tour of a smaller board. The smaller board has the same structure as the
    /// board of `rows` x `cols` squares: at each corner, the heels of both boards have the same phase. Returns these
    /// shapes, enlarged to `rows` x `cols` squares, in ascending order of cost.
    pub(super) fn proxies(fewest: Minimised, rows: u32, cols: u32) -> impl Iterator<Item = Self> {
        let pattern = pattern(fewest);
        let (small_rows, small_cols) = proxy(pattern.period, rows.into(), cols.into());
        let mut small: Vec<Self> = Self::all(pattern, small_rows, small_cols).collect();
        small.sort_by_key(Self::cost);
        let proven = small.into_iter().filter(|shape| shape.squares() == (shape.rows * shape.cols) as u64);
        proven.map(move |shape| Self { rows: rows.into(), cols: cols.into(), ..shape })
    }

    /// Returns all choices of phases, corners and the joint. If the number of columns is even, the choices are for a
    /// closed tour. If the number of columns is odd, the choices are for a path, and the number of rows must also be
    /// odd.
    fn all(pattern: &'static Pattern, rows: i64, cols: i64) -> impl Iterator<Item = Self> {
        let forms = |place: usize, phase| pattern.forms[place].get(phase).map_or(&[][..], Vec::as_slice);
        let (across, phases) = (cols as usize / 2, pattern.heel[0].len() / 2);
        (0..phases * phases).flat_map(move |both| {
            let (lower, upper) = (both / phases, both % phases);
            let phase = [(across + upper) % phases, upper, lower, (across + lower) % phases];
            let places = if cols % 2 == 0 { [0, 1, 2, 3] } else { [5, 1, 2, 6] };
            let corners = [0, 1, 2, 3].map(|corner| forms(places[corner], phase[corner]));
            let joints = forms(4, 0);
            let choices = corners.iter().map(|forms| forms.len()).product::<usize>() * joints.len().max(1);
            (0..choices).map(move |mut choice| Self {
                rows,
                cols,
                pattern,
                phases: (2 * lower, 2 * upper),
                corners: corners.map(|forms| {
                    let at = choice % forms.len();
                    choice /= forms.len();
                    &forms[at]
                }),
                joint: joints.get(choice),
            })
        })
    }

    /// Returns how many more crossings the chosen forms have than the best forms, in tenths of a crossing.
    fn cost(&self) -> u64 {
        self.corners.into_iter().chain(self.joint).map(|form| form.cost).sum()
    }

    /// Follows the moves from the first square. Returns the number of visited squares.
    fn squares(&self) -> u64 {
        self.walk(self.start(), |_, _| (), |_, _| ())
    }

    /// Follows the moves from the first square and numbers the visited squares. Returns the tables of these numbers. If
    /// some squares are not visited, the tables are incomplete.
    pub(super) fn tables(&self) -> Tables {
        let (rows, cols) = (self.rows as usize, self.cols as usize);
        Tables::new(self, self.start(), cols + 2 * rows - 2, rim_size(rows, cols))
    }

    /// Returns the first square: the end of a path in the upper left corner, or the corner square if no path ends in
    /// this corner.
    fn start(&self) -> (i64, i64) {
        let end = self.corners[0].moves.iter().position(|moves| moves.count_ones() == 1).unwrap_or(0) as i64;
        (end / i64::from(RIM), end % i64::from(RIM))
    }
}

impl MoveTable for Shape {
    fn moves(&self, row: i64, col: i64) -> u8 {
        let rim = i64::from(RIM);
        let (below, right) = (self.rows - 1 - row, self.cols - 1 - col);
        if row.min(below) < rim && col.min(right) < rim {
            let corner = usize::from(below < row) * 2 + usize::from(right < col);
            let from = |near: i64, far: i64| if near < far { near } else { rim - 1 - far };
            return self.corners[corner].moves[(from(row, below) * rim + from(col, right)) as usize];
        }
        // The joint is at the end of the lines that begin in the upper left corner.
        let (joint, down) = (self.joint.map(|form| &form.moves), row - (self.cols / 2 - 1));
        if let Some(moves) = joint
            && right < JOINT.1
            && (0..JOINT.0).contains(&down)
        {
            return moves[(down * JOINT.1 + JOINT.1 - 1 - right) as usize];
        }
        let is_upward = joint.is_some() && down < JOINT.0;
        let (heel, at) =
            (self.pattern.heel, |turned: i64, phase| (turned as usize + phase) % self.pattern.heel[0].len());
        let depth = heel.len() as i64;
        match (row, below, col, right) {
            (.., 0, _) => two(23),
            (.., 1, _) => two(27),
            (.., 0) => two(if is_upward { 67 } else { 46 }),
            (.., 1) => two(if is_upward { 36 } else { 6 }),
            _ if below < depth => two(heel[below as usize][at(col, self.phases.0)]),
            _ if row < depth => two(heel[row as usize][at(right, self.phases.1)]).rotate_left(4),
            _ => STRAIGHT,
        }
    }

    fn place(&self, row: i64, col: i64) -> NumberLocation {
        place(self.rows, self.cols, row, col)
    }

    fn ahead(&self, row: i64, col: i64, step: u32) -> (i64, bool) {
        let (rim, down) = (i64::from(RIM), step == DOWN);
        let (high, wide) =
            if down { (self.rows - rim - row, self.cols - rim - col) } else { (row - rim + 1, col - rim + 1) };
        (high.min((wide + 1) / 2), down)
    }
}

/// Returns the location of a square's number in the tables. The table of lines is in the order of the lines' labels.
pub(super) fn place(rows: i64, cols: i64, row: i64, col: i64) -> NumberLocation {
    match rim_index(rows, cols, row, col) {
        Some(at) => NumberLocation::Square(at),
        None => NumberLocation::Line((col - 2 * row + 2 * (rows - 1)) as usize, row),
    }
}

/// Returns the row of a square that is on the given line and outside the rim. The result is meaningful only if the line
/// has such a square. The row is counted in the orientation of the tables.
pub(super) fn inside(rows: u32, line: usize) -> u32 {
    RIM.max((2 * (rows - 1) + RIM).saturating_sub(line as u32).div_ceil(2)).min(rows - RIM)
}

/// Returns the number of squares of the rim.
pub(super) const fn rim_size(rows: usize, cols: usize) -> usize {
    2 * RIM as usize * (rows + cols - 2 * RIM as usize)
}

/// Returns the index of a square in the table of the rim, or `None` if the square is not on the rim.
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

/// Returns the sides of a smaller board with the same structure as the board of `rows` x `cols` squares. At each
/// corner, the heels of the two boards have the same phases. The lines of both boards run between the same edges.
fn proxy(period: i64, rows: i64, cols: i64) -> (i64, i64) {
    const MIN_PROXY: i64 = 36;
    const FAR: i64 = 60;
    let reduce = |side: i64, least: i64| if side < least + period { side } else { least + (side - least) % period };
    // If `over` is negative, some lines run from the left to the right side; otherwise some run from top to bottom.
    let over = cols - 2 * rows;
    if over <= -FAR {
        let small_cols = reduce(cols, MIN_PROXY);
        (reduce(rows, (small_cols + FAR + 1) / 2), small_cols)
    } else {
        let small_rows = reduce(rows, MIN_PROXY);
        (small_rows, 2 * small_rows + reduce(over, FAR))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_smaller_board_run_between_the_same_edges() {
        for (period, rows) in
            [24, 40].into_iter().flat_map(|period| (12..400).step_by(7).map(move |rows| (period, rows)))
        {
            for cols in 12..400 {
                let (small_rows, small_cols) = proxy(period, rows, cols);
                let apart = ((rows - small_rows) % period, (cols - small_cols) % period);
                assert_eq!(apart, (0, 0), "{rows}x{cols}");
                assert!(small_rows <= rows && small_cols <= cols && small_rows.max(small_cols) < 250);
                assert_eq!((cols - 2 * rows).signum(), (small_cols - 2 * small_rows).signum(), "{rows}x{cols}");
            }
        }
    }

    #[test]
    fn every_move_of_every_form_is_one_from_both_its_squares() {
        let boards = [(12, 12), (13, 14), (20, 26), (31, 60)].map(|sides| (Minimised::Turns, sides));
        for (fewest, (rows, cols)) in boards.into_iter().chain([(Minimised::Crossings, (40, 40))]) {
            assert!(Shape::all(pattern(fewest), rows, cols).next().is_some());
            for shape in Shape::all(pattern(fewest), rows, cols) {
                shape.check_moves(rows, cols);
            }
        }
    }
}
