//! The squares on which a survey's knights begin.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use courser_board::{Board, BoardError, Square};
use courser_solve::warnsdorff::{pick, roll};

use crate::survey::SurveyError;

/// The squares on which knights begin.
///
/// On a board with an odd number of squares, a knight's tour begins on a square of the same colour as the corners.
/// Therefore squares of the other colour are tried only as [`Starts::Named`].
///
/// The text form is `256`, `all`, or the names of squares joined by `+`, such as `0,0+e6`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Starts {
    /// A limited number of squares. Contains the maximum number n of starts. The list of the possible squares in
    /// row-major order is divided into n pieces of about equal length. One square of each piece is chosen at random.
    /// The choice is the same for all rules, move orders and seeds of the survey.
    Spread(u32),
    /// All squares on which a tour can begin.
    All,
    /// The squares with these names, such as `e6`, or `row,col` counted from 0.
    Named(Vec<String>),
}

impl Default for Starts {
    /// Returns 256 starts, spread over the board. This number of starts determines a success rate to within 3
    /// percentage points.
    fn default() -> Self {
        Self::Spread(256)
    }
}

impl Starts {
    /// Returns the starts on a board, in row-major order or in the given order.
    ///
    /// # Errors
    /// [`BoardError`] if a square in [`Starts::Named`] is not on the board.
    pub fn of(&self, board: &Board) -> Result<Arc<[Square]>, BoardError> {
        let possible = Possible::of(board);
        Ok(match self {
            Self::All => (0..possible.count).map(|i| possible.at(i)).collect(),
            Self::Spread(most) => {
                let pieces = u64::from(*most).min(possible.count);
                let begin = |piece: u64| piece * possible.count / pieces;
                let chosen = |piece: u64| {
                    let length = begin(piece + 1) - begin(piece);
                    // A piece of the list of squares can have more squares than one random number can distinguish.
                    // Therefore the choice combines two random numbers.
                    let low = u64::from(pick(roll(0, piece as u32, 0), 1 << 16));
                    let high = u64::from(pick(roll(0, piece as u32, 1), 1 << 16));
                    begin(piece) + ((((high << 16) | low) * length) >> 32)
                };
                (0..pieces).map(|piece| possible.at(chosen(piece))).collect()
            }
            Self::Named(names) => named(names, board)?,
        })
    }

    /// Checks that all squares in [`Starts::Named`] are on the board.
    ///
    /// # Errors
    /// [`BoardError`] if a square in [`Starts::Named`] is not on the board.
    pub(super) fn check(&self, board: &Board) -> Result<(), BoardError> {
        match self {
            Self::All | Self::Spread(_) => Ok(()),
            Self::Named(names) => named(names, board).map(|_| ()),
        }
    }

    /// Returns the number of starts on `board`.
    pub fn count(&self, board: &Board) -> u64 {
        match self {
            Self::All => Possible::of(board).count,
            Self::Spread(most) => u64::from(*most).min(Possible::of(board).count),
            Self::Named(names) => names.len() as u64,
        }
    }

    /// Returns whether `square` can be one of the starts.
    pub(super) fn may_be(&self, board: &Board, square: Square) -> bool {
        match self {
            Self::Spread(0) => false,
            Self::Spread(_) | Self::All => true,
            Self::Named(names) => names.iter().any(|name| board.square(name).is_ok_and(|named| named == square)),
        }
    }
}

fn named(names: &[String], board: &Board) -> Result<Arc<[Square]>, BoardError> {
    names.iter().map(|name| board.square(name)).collect()
}

impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spread(most) => write!(f, "{most}"),
            Self::All => f.write_str("all"),
            // The names are not separated by commas, since the name of a square can contain a comma.
            Self::Named(names) => f.write_str(&names.join("+")),
        }
    }
}

impl FromStr for Starts {
    type Err = SurveyError;

    fn from_str(text: &str) -> Result<Self, SurveyError> {
        match (text.trim(), text.trim().parse()) {
            ("all", _) => Ok(Self::All),
            ("" | "0", _) => Err(SurveyError::Starts(text.into())),
            (_, Ok(most)) => Ok(Self::Spread(most)),
            (names, Err(_)) => Ok(Self::Named(names.split('+').map(str::to_owned).collect())),
        }
    }
}

/// The squares on which a tour can begin, judged only by their colours. The squares are in row-major order.
struct Possible<'a> {
    board: &'a Board,
    count: u64,
    /// Distance in row-major order between consecutive possible starts. It is 1 if all squares are possible starts, and
    /// 2 if every second square is a possible start.
    stride: u64,
}

impl<'a> Possible<'a> {
    fn of(board: &'a Board) -> Self {
        let cells = board.cells();
        // If both sides of the board are odd, every second square in row-major order has the colour of the corners.
        let stride = if cells % 2 == 1 && board.leaper().changes_colour() { 2 } else { 1 };
        Self { board, count: cells.div_ceil(stride), stride }
    }

    fn at(&self, i: u64) -> Square {
        self.board.at(i * self.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(starts: &Starts, board: &str) -> Vec<Square> {
        let board: Board = board.parse().unwrap();
        let squares = starts.of(&board).unwrap().to_vec();
        assert_eq!(squares.len() as u64, starts.count(&board), "{board}");
        squares
    }

    #[test]
    fn all_are_those_of_the_right_colour() {
        assert_eq!(of(&Starts::All, "6x7").len(), 42);
        let odd = of(&Starts::All, "5x7");
        assert_eq!(odd.len(), 18);
        assert!(odd.iter().all(|square| (square.row + square.col) % 2 == 0));
    }

    #[test]
    fn spread_ones_differ_and_lie_all_over_the_board() {
        for (board, most, count) in [("8x8", 256, 64), ("9x9", 41, 41), ("40x40", 256, 256), ("46340x46340", 256, 256)]
        {
            let squares = of(&Starts::Spread(most), board);
            assert_eq!(squares.len(), count, "{board}");
            assert!(squares.is_sorted() && squares.windows(2).all(|pair| pair[0] != pair[1]), "{board}");
        }
        let squares = of(&Starts::Spread(256), "100x100");
        for quarter in 0..4 {
            let within = |square: &&Square| square.row / 50 * 2 + square.col / 50 == quarter;
            let here = squares.iter().filter(within).count();
            assert!((40..=90).contains(&here), "{here} of 256 in quarter {quarter}");
        }
    }

    #[test]
    fn named_ones_must_be_on_the_board() {
        let starts = Starts::Named(vec!["a1".into(), "0,0".into()]);
        assert_eq!(of(&starts, "6x8"), [Square::new(5, 0), Square::new(0, 0)]);
        assert!(Starts::Named(vec!["h8".into()]).of(&"5x5".parse().unwrap()).is_err());
    }
}
