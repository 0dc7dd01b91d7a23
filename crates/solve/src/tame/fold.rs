//! The folded bundle, which has fewer crossings on large square boards.
//!
//! The construction follows Mamano's notes on lower and upper bounds (folder `bounds-2026` in the repository of the
//! program of "Taming the Knight's Tour"). The axes and the diagonals divide the board into eight wedges. In each
//! wedge, the lines are straight and parallel. No line is parallel to an edge. Each line is folded where it meets an
//! axis or a diagonal, and each fold points to the centre of the board. Near a corner, a line is folded at a diagonal
//! and has the shape of a V. Near the middle of a side, a line is folded at an axis and has the shape of a >. The folds
//! at the axes have no crossing. The folds at the diagonals have 4 crossings in 6 rows, and turn nested rings into one
//! tour.
//!
//! At the edges, the ends of lines are joined in pairs. This paragraph describes the left edge. The other edges are
//! joined in the same way, after a rotation of the board. (0, r) is the square in column 0 and row r. In the first
//! quarter of the rows, (0, r) is joined with (1, r + 2), with one crossing per row. In all other rows, (0, r) is
//! joined with (1, r - 2). These joins have two crossings per row in the second quarter of the rows, and one crossing
//! per row in the lower half.
//!
//! Squares are processed in *frames*: the board is rotated so that the square is in the upper left quarter of the
//! board, at row s and column g. The diagonal contains the squares with s = g to s = g + 2. This module calls squares
//! with a larger s *above* the diagonal, although rows are counted from the top. It calls squares with a smaller s
//! *below* the diagonal.

use std::sync::LazyLock;

use super::Tables;
use super::shape::{RIM, STEPS, digits, rim_index, rim_size};
use super::walk::{MoveTable, NumberLocation};

/// Minimum number of rows of a folded board. From this size on, the folded bundle has fewer crossings than the straight
/// bundle.
pub(super) const MIN_FOLDED_SIDE: u32 = 104;

/// Number of rows of the centre, which equals its number of columns. Each square of the centre has its own entry in the
/// table of single squares.
const CENTRE: i64 = 8;

/// Residue modulo 6 of the columns g in which the move from the square in row g + 2 leads backwards. This move has the
/// direction of the moves on the lines below the diagonal.
const BACK: i64 = 2;
/// Residue modulo 6 of the columns g in which two moves from the square in row g have different directions: one is
/// parallel to the lines above the diagonal, and the other to the lines below. In all other columns, both moves from
/// this square are parallel to the lines below the diagonal.
const ON: i64 = 0;

/// The data shared by all folded tours.
struct FoldParts {
    /// The forms of corners, turns, middles and centres. A form has two moves per square.
    forms: [Vec<Vec<u8>>; 4],
    /// Choices of forms. The index of an element is (side / 2) modulo 6. Each element contains two values. The first
    /// value is an offset: the field `turn` of a [`Fold`] is a quarter of the side plus this offset. The second value
    /// contains twelve indices of forms: for the four corners, the four turns and the four middles.
    choices: Vec<(i64, [usize; 12])>,
}

static PARTS: LazyLock<FoldParts> = LazyLock::new(|| {
    let mut parts = FoldParts { forms: Default::default(), choices: Vec::new() };
    for line in include_str!("folds.txt").lines().filter(|line| !line.starts_with('#')) {
        let (place, rest) = line.split_once(' ').expect("a place and its form");
        let place: usize = place.parse().expect("a place");
        if let Some(forms) = parts.forms.get_mut(place) {
            forms.push(rest.split_whitespace().map(digits).collect());
        } else {
            let numbers: Vec<usize> = rest.split_whitespace().map(|word| word.parse().expect("a number")).collect();
            parts.choices.push((numbers[1] as i64, numbers[2..].try_into().expect("twelve forms")));
        }
    }
    parts
});

/// The moves of all squares of a folded board.
#[derive(Clone, Copy)]
pub(super) struct Fold {
    side: i64,
    /// Row at which the joins change their direction, in the frame of an edge of the board. A join is a move from
    /// column 0 that joins the ends of two lines. A join that begins before this row leads two rows forwards. Any other
    /// join leads two rows backwards.
    turn: i64,
    forms: &'static [usize; 12],
}

impl Fold {
    pub(super) fn new(side: u32) -> Self {
        let side = i64::from(side);
        let (beyond, forms) = &PARTS.choices[(side / 2 % 6) as usize];
        Self { side, turn: side / 4 + beyond, forms }
    }

    /// Follows the moves from the first square and numbers the visited squares. Returns the tables of these numbers. If
    /// some squares are not visited, the tables are incomplete.
    pub(super) fn tables(&self) -> Tables {
        let side = self.side as usize;
        let squares = rim_size(side, side) + 6 * side + (CENTRE * CENTRE) as usize;
        Tables::new(self, (0, 0), 8 * side, squares)
    }

    /// Returns those moves of a square that join the ends of two lines. The square is in row `s` and column `g` of a
    /// frame. Only squares in columns 0 and 1 have such moves. Each move is returned for both of its squares.
    fn joined(&self, s: i64, g: i64) -> u8 {
        // The move leads from (s, 0) to (s + 2, 1) if s is less than `turn`, and otherwise to (s - 2, 1).
        match g {
            0 if s < self.turn => 1 << 3,
            0 => 1 << 0,
            1 => u8::from(s - 2 < self.turn) << 7 | u8::from(s + 2 >= self.turn) << 4,
            _ => 0,
        }
    }

    /// Returns the moves that begin at a square, without the moves that join the ends of lines. For a square on a line,
    /// the result is one move: the move to the next square of the line. The frame of the square determines which of the
    /// two neighbouring squares on the line is the next square.
    fn begun(&self, row: i64, col: i64) -> u8 {
        let (turns, s, g) = frame(self.side, row, col);
        let (above, below) = (1 << 2, 1 << 7);
        let moves: u8 = match s - g {
            3.. => above,
            2 if g % 6 == BACK => below,
            2 => above,
            1 => 0,
            0 if g % 6 == ON => 1 << 6 | below,
            0 => 1 << 3 | below,
            _ => below,
        };
        moves.rotate_left(2 * turns)
    }
}

impl MoveTable for Fold {
    fn moves(&self, row: i64, col: i64) -> u8 {
        let half = self.side / 2;
        let from = half - CENTRE / 2;
        let inside = |at: i64, start: i64, size: i64| (start..start + size).contains(&at);
        if inside(row, from, CENTRE) && inside(col, from, CENTRE) {
            return PARTS.forms[3][(half % 6) as usize][((row - from) * CENTRE + col - from) as usize];
        }
        let mut moves = self.begun(row, col);
        for turns in 0..4 {
            let (s, g) = turned(self.side, (row, col), 4 - turns);
            // Each entry contains four values: the kind of a part, its first row, its number of rows and its number of
            // columns.
            for (kind, first, high, wide) in [(0, 0, 6, 6), (1, self.turn - 4, 8, 6), (2, half - 4, 8, 4)] {
                if inside(s, first, high) && g < wide {
                    let form = &PARTS.forms[kind][self.forms[4 * kind + turns as usize]];
                    return form[((s - first) * wide + g) as usize].rotate_left(2 * turns);
                }
            }
            moves |= self.joined(s, g).rotate_left(2 * turns);
        }
        // Moves that lead off the board are removed. Moves that begin at another square and end at this square are
        // added.
        STEPS.iter().enumerate().fold(moves, |moves, (step, (down, right))| {
            let (row, col) = (row + down, col + right);
            let on_board = row.min(col) >= 0 && row.max(col) < self.side;
            let back = u8::from(on_board && self.begun(row, col) >> ((step + 4) % 8) & 1 == 1);
            moves & !(u8::from(!on_board) << step) | back << step
        })
    }

    fn place(&self, row: i64, col: i64) -> NumberLocation {
        place(self.side, row, col)
    }

    fn ahead(&self, row: i64, col: i64, step: u32) -> (i64, bool) {
        let (turns, s, g) = frame(self.side, row, col);
        let (half, rim) = (self.side / 2, i64::from(RIM));
        // Below the diagonal, `s` and `g` are swapped.
        let is_above = s > g;
        let (slow, fast) = if is_above { (s, g) } else { (g, s) };
        let (onward, backward) = if is_above { (2, 6) } else { (3, 7) };
        let step = (step + 8 - 2 * turns) % 8;
        if step == onward {
            // At an axis, the lines above the diagonal continue straight, and the lines below the diagonal turn on
            // their last square.
            let (to_diagonal, to_axis) =
                if is_above { (slow - fast - 2, half - slow) } else { (slow - fast, half - 1 - slow) };
            let from = half - CENTRE / 2;
            let to_centre = (from - slow).max((from - fast + 1) / 2);
            (to_diagonal.min(to_axis).min(to_centre), true)
        } else if step == backward {
            ((fast - rim) / 2 + 1, false)
        } else {
            // At the end of the line, the move crosses an axis.
            (1, true)
        }
    }
}

/// Returns the location of a square's number in the tables.
pub(super) fn place(side: i64, row: i64, col: i64) -> NumberLocation {
    if let Some(at) = rim_index(side, side, row, col) {
        return NumberLocation::Square(at);
    }
    let half = side / 2;
    let diagonals = rim_size(side as usize, side as usize) as i64;
    let from = half - CENTRE / 2;
    if (from..from + CENTRE).contains(&row) && (from..from + CENTRE).contains(&col) {
        return NumberLocation::Square((diagonals + 12 * half + (row - from) * CENTRE + col - from) as usize);
    }
    let (turns, s, g) = frame(side, row, col);
    let wedge = 2 * i64::from(turns);
    match s - g {
        3.. => NumberLocation::Line((wedge * side + 2 * s - g) as usize, s),
        over @ 0..=2 => NumberLocation::Square((diagonals + (3 * i64::from(turns) + over) * half + g) as usize),
        _ => NumberLocation::Line(((wedge + 1) * side + 2 * g - s) as usize, g),
    }
}

/// Selects a square of the given line that is not on the rim. Returns the number of this square along the line. The
/// result is meaningful only if the line has such a square.
pub(super) const fn inside(side: u32, line: usize) -> u32 {
    (line as u32 % side + RIM).div_ceil(2)
}

/// Returns the position of a line in an order of all lines. The lines of a wedge are contiguous in this order. If two
/// squares of a wedge are adjacent in a row, the right square's line comes directly after the left square's line. The
/// label of a line is `line % side`. Labels follow another order: the labels of these two lines differ by 1 or 2, and
/// either can be the greater.
pub(super) const fn position(side: usize, line: usize) -> usize {
    const RISE: [i64; 8] = [-1, 2, -2, 1, 1, -2, 2, -1];
    let (wedge, label) = (line / side, line % side);
    let (half, even) = (side / 2, label / 2);
    wedge * side
        + match RISE[wedge] {
            1 => label,
            -1 => side - 1 - label,
            2 => label % 2 * half + even,
            _ => label % 2 * half + half - 1 - even,
        }
}

/// Returns the columns at which a wedge or a sequence of single squares begins or ends, for the row with index `row`.
/// The inner edges of the left and right rims are included.
pub(super) fn borders(side: u32, row: u32) -> Vec<usize> {
    let (half, centre, turned) = (side / 2, CENTRE as u32 / 2, side - 1 - row);
    let mut all = vec![RIM, half - centre, half, half + centre, side - RIM];
    for diagonal in [row, turned] {
        all.extend([diagonal.saturating_sub(2), diagonal, diagonal + 1, diagonal + 3]);
    }
    all.sort_unstable();
    all.into_iter().map(|col| col.clamp(RIM, side - RIM) as usize).collect()
}

/// Rotates a square by `turns` quarter turns of the board. Each quarter turn maps the first column to the first row.
fn turned(side: i64, (row, col): (i64, i64), turns: u32) -> (i64, i64) {
    (0..turns % 4).fold((row, col), |(row, col), _| (col, side - 1 - row))
}

/// Returns the quarter of the board that contains a square. Also returns the row and the column of the square after
/// this quarter is rotated to the upper left.
fn frame(side: i64, row: i64, col: i64) -> (u32, i64, i64) {
    let turns = match (row < side / 2, col < side / 2) {
        (true, true) => 0,
        (true, false) => 1,
        (false, false) => 2,
        (false, true) => 3,
    };
    let (s, g) = turned(side, (row, col), 4 - turns);
    (turns, s, g)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_one_from_both_its_squares_and_every_line_is_straight() {
        for side in (104..=114).step_by(2).chain([204]) {
            let fold = Fold::new(side);
            let side = i64::from(side);
            fold.check_moves(side, side);
            for (row, col) in (0..side).flat_map(|row| (0..side).map(move |col| (row, col))) {
                let moves = fold.moves(row, col);
                assert_eq!(moves.count_ones(), 2, "{side}: {row},{col}");
                if let NumberLocation::Line(at, along) = fold.place(row, col) {
                    for step in (0..8).filter(|step| moves >> step & 1 == 1) {
                        let (squares, rises) = fold.ahead(row, col, step);
                        let (down, right) = STEPS[step as usize];
                        for nth in 0..=squares {
                            let (row, col) = (row + nth * down, col + nth * right);
                            let expected = (at, if rises { along + nth } else { along - nth });
                            let goes_on = matches!(fold.place(row, col), NumberLocation::Line(at, along) if (at, along) == expected)
                                && fold.moves(row, col) >> step & 1 == 1;
                            assert_eq!(goes_on, nth < squares, "{side}: {row},{col}, {nth} of {squares} by {step}");
                        }
                    }
                }
            }
        }
    }
}
