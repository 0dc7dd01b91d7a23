//! Squares and their two notations.

use std::fmt;

use crate::BoardError;
use crate::words::shorten;

/// Maximum side of a board in squares.
///
/// The index of a row or column, plus the length of a jump, is less than twice this number. Therefore the sum fits in
/// an `i32`, on the host and in shaders.
pub const MAX_SIDE: u32 = 1 << 30;

/// A square as row and column, both counted from 0. Row 0 is at the top.
///
/// A square contains no reference to its board. [`Board::contains`](crate::Board::contains) tests whether a square is
/// on a board.
///
/// ```
/// use courser_board::Square;
///
/// let e6 = Square::new(2, 4);
/// assert_eq!(e6.name(8).to_string(), "e6");
/// assert_eq!(Square::parse("e6", 8).unwrap(), e6);
/// assert_eq!(Square::parse("2,4", 8).unwrap(), e6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Row, counted from 0 at the top.
    pub row: u32,
    /// Column, counted from 0 at the left.
    pub col: u32,
}

impl Square {
    /// Creates the square at `row` and `col`, both counted from 0.
    #[inline]
    pub const fn new(row: u32, col: u32) -> Self {
        Self { row, col }
    }

    /// Returns the square `down` rows below and `right` columns to the right of this square. Returns `None` if that
    /// square would be above or to the left of every board.
    #[inline]
    pub fn offset(self, (down, right): (i32, i32)) -> Option<Self> {
        Some(Self::new(self.row.checked_add_signed(down)?, self.col.checked_add_signed(right)?))
    }

    /// Returns the colour on a chessboard: 0 if row + column is even, 1 if it is odd.
    pub const fn colour(self) -> u32 {
        (self.row ^ self.col) & 1
    }

    /// Returns the name of the square on a board of `rows` rows: the letters of its file, and its rank counted from the
    /// bottom, for example `e6`.
    ///
    /// A square below the last row has no rank, and is written as `row,col`.
    pub const fn name(self, rows: u32) -> SquareName {
        SquareName { square: self, rows }
    }

    /// Reads a square: either `e6` (the letters of the file, and the rank from the bottom of a board of `rows` rows) or
    /// `2,4` (row and column).
    ///
    /// # Errors
    /// [`BoardError::Square`] if the text has neither form, [`BoardError::Rank`] if the rank is not on a board of
    /// `rows` rows. [`Board::square`](crate::Board::square) also checks the column.
    pub fn parse(text: &str, rows: u32) -> Result<Self, BoardError> {
        let written = SquareNotation::parse(text)?;
        written.on(rows).ok_or_else(|| BoardError::Rank { text: shorten(text.trim()), rows })
    }
}

/// A parsed square, before the height of its board is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareNotation {
    /// File and rank, for example `e6`. The column is counted from 0, and the rank is counted from 1 at the bottom.
    Name { col: u32, rank: u32 },
    /// Row and column, for example `2,4`.
    Numbers(Square),
}

impl SquareNotation {
    /// Reads a square: a name, for example `e6`, or row and column, for example `2,4`.
    ///
    /// # Errors
    /// [`BoardError::Square`] if the text has neither form.
    pub(crate) fn parse(text: &str) -> Result<Self, BoardError> {
        let text = text.trim();
        let bad = || BoardError::Square(shorten(text));
        if let Some((row, col)) = text.split_once(',') {
            let number = |part: &str| part.trim().parse::<u32>().map_err(|_| bad());
            return Ok(Self::Numbers(Square::new(number(row)?, number(col)?)));
        }
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (file, rank) = text.split_at(letters);
        if !rank.bytes().all(|b| b.is_ascii_digit()) || rank.starts_with('0') {
            return Err(bad());
        }
        let col = parse_file(file).ok_or_else(bad)?;
        let rank = rank.parse().map_err(|_| bad())?;
        Ok(Self::Name { col, rank })
    }

    /// Returns the square on a board with the given number of rows. Returns `None` if the name of the square requires a
    /// board with more rows.
    pub(crate) fn on(self, rows: u32) -> Option<Square> {
        match self {
            Self::Name { col, rank } => Some(Square::new(rows.checked_sub(rank)?, col)),
            Self::Numbers(square) => Some(square),
        }
    }

    /// Returns the minimum number of rows of a board that contains this square.
    pub(crate) fn rows(self) -> u64 {
        match self {
            Self::Name { rank, .. } => rank.into(),
            Self::Numbers(square) => u64::from(square.row) + 1,
        }
    }

    /// Returns the minimum number of columns of a board that contains this square.
    pub(crate) fn cols(self) -> u64 {
        match self {
            Self::Name { col, .. } | Self::Numbers(Square { col, .. }) => u64::from(col) + 1,
        }
    }
}

/// The name of a square on a board of known height. [`Square::name`] creates it.
#[derive(Clone, Copy, Debug)]
pub struct SquareName {
    square: Square,
    rows: u32,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Square { row, col } = self.square;
        if row >= self.rows {
            return write!(f, "{row},{col}");
        }
        let mut letters = [0_u8; 8];
        write!(f, "{}{}", file_letters(col, &mut letters), self.rows - row)
    }
}

/// Returns the letters of the file with index `col`: a, b … z, aa, ab … (bijective base 26).
fn file_letters(col: u32, buffer: &mut [u8; 8]) -> &str {
    let mut rest = u64::from(col) + 1;
    let mut at = buffer.len();
    while rest > 0 {
        rest -= 1;
        at -= 1;
        buffer[at] = b'a' + (rest % 26) as u8;
        rest /= 26;
    }
    std::str::from_utf8(&buffer[at..]).expect("only ASCII letters were written")
}

/// Converts the letters that name a column of the board to the index of the column. For example, `a` gives 0. Returns
/// `None` if no board has this column.
pub(crate) fn parse_file(letters: &str) -> Option<u32> {
    let mut col = 0_u64;
    for letter in letters.bytes() {
        col = col * 26 + u64::from(letter.to_ascii_lowercase() - b'a') + 1;
        if col > u64::from(MAX_SIDE) {
            return None;
        }
    }
    u32::try_from(col.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_on_past_z() {
        for (col, name) in [(0, "a1"), (25, "z1"), (26, "aa1"), (701, "zz1"), (702, "aaa1")] {
            assert_eq!(Square::new(0, col).name(1).to_string(), name);
            assert_eq!(Square::parse(name, 1).unwrap(), Square::new(0, col));
        }
    }

    #[test]
    fn every_square_reads_back_from_its_name() {
        for row in 0..40 {
            for col in (0..2000).chain([MAX_SIDE - 1]) {
                let square = Square::new(row, col);
                assert_eq!(Square::parse(&square.name(40).to_string(), 40).unwrap(), square);
            }
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "e", "6", "e0", "e06", "6e", "e6x", "é6", "1,", ",1", "1,2,3", "-1,2", "e9", "zzzzzzzz1"] {
            assert!(Square::parse(text, 8).is_err(), "{text:?} was taken for a square");
        }
    }
}
