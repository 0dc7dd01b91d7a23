//! Checks placements of queens.

use std::fmt;

use courser_board::Square;

/// The kinds of lines on which queens attack each other, in the order in which the check examines these lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttackLine {
    /// A row of the board.
    Row,
    /// A column (file) of the board.
    Column,
    /// A diagonal from the lower left to the upper right.
    Rising,
    /// A diagonal from the upper left to the lower right.
    Falling,
}

/// Two queens that attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The queen that comes earlier in the list.
    pub first: Square,
    /// The queen that comes later in the list. If two queens share a square, `first` and `second` are equal.
    pub second: Square,
    /// The line on which the queens attack each other.
    pub line: AttackLine,
    /// Side length of the square board, in squares.
    pub side: u32,
}

/// Returns the first attack in the list, or `None` if no queen attacks another queen. The field `second` of the attack
/// is the first queen in the list that an earlier queen attacks. The field `first` is the earliest queen in the list
/// that attacks the queen `second`.
///
/// Takes time proportional to the number of queens plus the side of the board.
///
/// # Panics
/// Panics if a square is outside the board.
pub fn attack(squares: &[Square], side: u32) -> Option<Attack> {
    let numbers = |square: Square| {
        let (row, col, last) = (square.row as usize, square.col as usize, side as usize - 1);
        assert!(row <= last && col <= last, "the squares are on the board");
        [
            (AttackLine::Row, row),
            (AttackLine::Column, col),
            (AttackLine::Rising, row + col),
            (AttackLine::Falling, row + last - col),
        ]
    };
    let mut taken: [Vec<Option<usize>>; 4] = std::array::from_fn(|_| vec![None; 2 * side as usize]);
    for (at, &second) in squares.iter().enumerate() {
        let found = numbers(second).into_iter().zip(&mut taken).filter_map(|((line, number), taken)| {
            let before = taken[number];
            taken[number].get_or_insert(at);
            before.map(|before| (before, line))
        });
        let found: Vec<(usize, AttackLine)> = found.collect();
        if let Some(&(before, line)) = found.iter().min_by_key(|(before, _)| *before) {
            return Some(Attack { first: squares[before], second, line, side });
        }
    }
    None
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, second, line, side } = *self;
        let name = |row: u32, col: u32| Square::new(row, col).name(side);
        if first == second {
            return write!(f, "two queens stand on {}", first.name(side));
        }
        write!(f, "{} and {} attack each other on ", first.name(side), second.name(side))?;
        // `up` and `down` are the numbers of squares from the first queen to the two ends of the diagonal.
        let last = side - 1;
        let (left, right) = (first.col, last - first.col);
        let (above, below) = (first.row, last - first.row);
        match line {
            AttackLine::Row => write!(f, "row {}", side - first.row),
            AttackLine::Column => {
                let square = name(0, first.col).to_string();
                write!(f, "column {}", square.trim_end_matches(|c: char| c.is_ascii_digit()))
            }
            AttackLine::Rising => {
                let (down, up) = (left.min(below), right.min(above));
                let (from, to) = (name(first.row + down, left - down), name(first.row - up, first.col + up));
                write!(f, "the diagonal {from}:{to}")
            }
            AttackLine::Falling => {
                let (up, down) = (left.min(above), right.min(below));
                let (from, to) = (name(first.row - up, left - up), name(first.row + down, first.col + down));
                write!(f, "the diagonal {from}:{to}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queens::{Placements, squares};

    fn placement(text: &str) -> Vec<Square> {
        text.split(' ').map(|name| Square::parse(name, 8).unwrap()).collect()
    }

    #[test]
    fn two_queens_that_attack_each_other_are_named_with_their_line() {
        for (text, flaw) in [
            // The attacks on c5 by other squares are from the article "Eight Queens in SQL [4]".
            ("c5 h5", "c5 and h5 attack each other on row 5"),
            ("c5 c1", "c5 and c1 attack each other on column c"),
            ("c5 f8", "c5 and f8 attack each other on the diagonal a3:f8"),
            ("c5 f2", "c5 and f2 attack each other on the diagonal a7:g1"),
            ("c5 c5", "two queens stand on c5"),
            ("a1 h8", "a1 and h8 attack each other on the diagonal a1:h8"),
            ("a2 b4 c6 d8 e3 f1 g7 h7", "g7 and h7 attack each other on row 7"),
        ] {
            let found = attack(&placement(text), 8).map(|attack| attack.to_string());
            assert_eq!(found.as_deref(), Some(flaw), "{text}");
        }
        assert_eq!(attack(&placement("a2 b4 c6 d8 e3 f1 g7 h5"), 8), None);
    }

    #[test]
    fn the_permutations_that_are_not_refused_are_the_placements() {
        let mut left = 0;
        let mut rows = [0_u32; 6];
        for number in 0..6_u32.pow(6) {
            rows.iter_mut().enumerate().for_each(|(at, row)| *row = number / 6_u32.pow(at as u32) % 6);
            left += usize::from(attack(&squares(&rows).collect::<Vec<_>>(), 6).is_none());
        }
        assert_eq!(left, Placements::new(6).count());
    }
}
