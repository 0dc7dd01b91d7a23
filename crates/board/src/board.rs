//! Defines the board. A board has a rectangle of squares and a leaper. The rectangle can have holes.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::leaper::{Leaper, MoveOrder};
use crate::square::{MAX_SIDE, Square, SquareNotation};
use crate::words::shorten;
use crate::{BoardError, Move, Wrap};

/// Maximum number of squares of a board with holes. The mask of the holes has one bit per square, which is 512 MiB for
/// this number of squares.
pub const MAX_HOLED_CELLS: u64 = 1 << 32;

/// A board of `rows` x `cols` squares with its holes, its leaper and its joined sides.
///
/// `rows` and `cols` are 1 to [`MAX_SIDE`], and at least one square is not a hole. Squares are numbered row by row from
/// 0 at the top left. This number is the *index* of a square.
///
/// ```
/// use courser_board::{Board, Square};
///
/// let board: Board = "3x4".parse().unwrap();
/// assert_eq!((board.rows(), board.cols(), board.playable()), (3, 4, 12));
/// // From a3, in the top left corner, a knight N reaches two squares:
/// // N . . .
/// // . . x .
/// // . x . .
/// assert_eq!(
///     board.neighbours(Square::new(0, 0)).collect::<Vec<_>>(),
///     [Square::new(2, 1), Square::new(1, 2)],
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u32,
    cols: u32,
    leaper: Leaper,
    wrap: Wrap,
    holes: Option<Arc<Holes>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Holes {
    /// One bit per square, which is set if the square is a hole.
    bits: Vec<u64>,
    /// Number of holes before each word of `bits`.
    before: Vec<u32>,
    count: u64,
}

impl Board {
    /// Creates a knight's board of `rows` x `cols` squares without holes.
    ///
    /// # Errors
    /// [`BoardError::Side`] if a side is 0 or longer than [`MAX_SIDE`].
    pub fn new(rows: u32, cols: u32) -> Result<Self, BoardError> {
        let fits = 1..=MAX_SIDE;
        if !fits.contains(&rows) || !fits.contains(&cols) {
            return Err(BoardError::Side { rows: rows.into(), cols: cols.into() });
        }
        Ok(Self { rows, cols, leaper: Leaper::KNIGHT, wrap: Wrap::None, holes: None })
    }

    /// Creates a board from 64-bit sides.
    ///
    /// # Errors
    /// See [`Board::new`].
    pub fn sized(rows: u64, cols: u64) -> Result<Self, BoardError> {
        match (u32::try_from(rows), u32::try_from(cols)) {
            (Ok(rows), Ok(cols)) => Self::new(rows, cols),
            _ => Err(BoardError::Side { rows, cols }),
        }
    }

    /// Changes the leaper of the board.
    #[must_use]
    pub fn with_leaper(self, leaper: Leaper) -> Self {
        Self { leaper, ..self }
    }

    /// Sets which sides of the board are joined.
    ///
    /// ```
    /// use courser_board::{Board, Square, Wrap};
    ///
    /// // On a torus every square has eight moves, unless several of them end on the same square.
    /// let torus: Board = "5x6".parse::<Board>().unwrap().wrapping(Wrap::Both);
    /// assert!(torus.squares().all(|square| torus.neighbours(square).count() == 8));
    /// assert!(torus.neighbours(Square::new(0, 0)).any(|square| square == Square::new(4, 4)));
    /// ```
    #[must_use]
    pub fn wrapping(self, wrap: Wrap) -> Self {
        Self { wrap, ..self }
    }

    /// Replaces the holes of the board.
    ///
    /// # Errors
    /// [`BoardError::Outside`] if a hole is not on the board, [`BoardError::NoSquares`] if every square is a hole,
    /// [`BoardError::TooManyForHoles`] if `holes` is not empty and the board has more than [`MAX_HOLED_CELLS`] squares.
    pub fn with_holes(self, holes: impl IntoIterator<Item = Square>) -> Result<Self, BoardError> {
        let mut holes = holes.into_iter().peekable();
        if holes.peek().is_none() {
            return Ok(Self { holes: None, ..self });
        }
        if self.cells() > MAX_HOLED_CELLS {
            return Err(BoardError::TooManyForHoles { cells: self.cells(), max: MAX_HOLED_CELLS });
        }
        let mut bits = vec![0_u64; self.cells().div_ceil(64) as usize];
        let mut count = 0;
        for hole in holes {
            if !self.contains(hole) {
                return Err(self.outside(hole));
            }
            let index = self.index(hole);
            let (word, bit) = ((index / 64) as usize, 1 << (index % 64));
            count += u64::from(bits[word] & bit == 0);
            bits[word] |= bit;
        }
        if count == self.cells() {
            return Err(BoardError::NoSquares);
        }
        let sum = |sum: &mut u32, word: &u64| Some(std::mem::replace(sum, *sum + word.count_ones()));
        let before = bits.iter().scan(0, sum).collect();
        Ok(Self { holes: Some(Arc::new(Holes { bits, before, count })), ..self })
    }

    /// Removes the outer rows and columns that consist only of holes. If sides are joined, nothing is removed. Returns
    /// two values: the smaller board, and the position of its top left square on the original board.
    ///
    /// ```
    /// use courser_board::{Board, Square};
    ///
    /// // # # # #
    /// // # # . .
    /// // # . . .
    /// let board: Board = "3x4".parse().unwrap();
    /// let holes = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0)];
    /// let (trimmed, first) = board.with_holes(holes.map(|(row, col)| Square::new(row, col))).unwrap().trimmed();
    /// assert_eq!((trimmed.rows(), trimmed.cols(), trimmed.hole_count()), (2, 3, 1));
    /// assert_eq!(first, Square::new(1, 1));
    /// ```
    #[must_use]
    pub fn trimmed(&self) -> (Self, Square) {
        let all = Square::new(0, 0);
        if self.holes.is_none() || self.wrap != Wrap::None {
            return (self.clone(), all);
        }
        let (mut first, mut last) = (Square::new(u32::MAX, u32::MAX), all);
        for square in self.squares() {
            first = Square::new(first.row.min(square.row), first.col.min(square.col));
            last = Square::new(last.row.max(square.row), last.col.max(square.col));
        }
        let (rows, cols) = (last.row - first.row + 1, last.col - first.col + 1);
        if (rows, cols) == (self.rows, self.cols) {
            return (self.clone(), all);
        }
        let within = |hole: Square| {
            let square = Square::new(hole.row.checked_sub(first.row)?, hole.col.checked_sub(first.col)?);
            (square.row < rows && square.col < cols).then_some(square)
        };
        let trimmed = Self { rows, cols, leaper: self.leaper, wrap: Wrap::None, holes: None };
        let trimmed = trimmed.with_holes(self.holes().filter_map(within));
        (trimmed.expect("a board within another has squares and is no larger"), first)
    }

    /// Returns the number of rows, from 1 to [`MAX_SIDE`].
    #[inline]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns, from 1 to [`MAX_SIDE`].
    #[inline]
    pub const fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns the leaper that moves on this board.
    pub const fn leaper(&self) -> Leaper {
        self.leaper
    }

    /// Returns the joined sides of the board.
    #[inline]
    pub const fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// Returns the number of squares, including holes.
    #[inline]
    pub const fn cells(&self) -> u64 {
        self.rows as u64 * self.cols as u64
    }

    /// Returns the number of squares that are not holes, which is the length of a tour.
    pub fn playable(&self) -> u64 {
        self.cells() - self.hole_count()
    }

    /// Returns the number of holes.
    pub fn hole_count(&self) -> u64 {
        self.holes.as_ref().map_or(0, |holes| holes.count)
    }

    /// Returns whether `square` is on the board, even if it is a hole.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        square.row < self.rows && square.col < self.cols
    }

    /// Returns whether the square with this index is a hole.
    ///
    /// # Panics
    /// Panics if the board has holes and no square has this index.
    #[inline]
    pub fn is_hole(&self, index: u64) -> bool {
        self.holes.as_ref().is_some_and(|holes| holes.bits[(index / 64) as usize] >> (index % 64) & 1 == 1)
    }

    /// Returns whether a knight can stand on `square`: the square must be on the board and must not be a hole.
    #[inline]
    pub fn is_playable(&self, square: Square) -> bool {
        self.contains(square) && !self.is_hole(self.index(square))
    }

    /// Returns the index of a square of this board, counted row by row from 0.
    #[inline]
    pub const fn index(&self, square: Square) -> u64 {
        square.row as u64 * self.cols as u64 + square.col as u64
    }

    /// Returns the number of squares that are not holes and precede `square` in row-by-row order.
    pub fn number(&self, square: Square) -> u64 {
        let index = self.index(square);
        let (word, bit) = ((index / 64) as usize, index % 64);
        self.holes.as_ref().map_or(index, |holes| {
            let since = (holes.bits[word] & ((1 << bit) - 1)).count_ones();
            index - u64::from(holes.before[word] + since)
        })
    }

    /// Returns the square with this index.
    #[inline]
    pub const fn at(&self, index: u64) -> Square {
        Square::new((index / self.cols as u64) as u32, (index % self.cols as u64) as u32)
    }

    /// Applies the move `by` to the square `from`, and returns the target square. Returns `None` if the move leads to a
    /// hole, off the board, or across joined sides back to `from`.
    #[inline]
    pub fn step(&self, from: Square, by: Move) -> Option<Square> {
        if self.wrap == Wrap::None {
            return from.offset((by.row, by.col)).filter(|&to| self.is_playable(to));
        }
        let end = |at: u32, by: i32, side: u32, wraps: bool| {
            let end = i64::from(at) + i64::from(by);
            u32::try_from(if wraps { end.rem_euclid(side.into()) } else { end }).ok()
        };
        let row = end(from.row, by.row, self.rows, self.wrap.has_cols())?;
        let col = end(from.col, by.col, self.cols, self.wrap.has_rows())?;
        Some(Square::new(row, col)).filter(|&to| to != from && self.is_playable(to))
    }

    /// Returns the squares one move away from `from`, each once, in the move order [`MoveOrder::SLIDES`].
    pub fn neighbours(&self, from: Square) -> impl Iterator<Item = Square> + '_ {
        self.neighbours_in(from, MoveOrder::SLIDES)
    }

    /// Returns the squares that are one move away from the square `from`. `order` is the order of the moves. The result
    /// contains each square only once.
    ///
    /// On a small board with joined sides several moves can end on the same square.
    pub fn neighbours_in(&self, from: Square, order: MoveOrder) -> impl Iterator<Item = Square> + '_ {
        let mut seen = Vec::new();
        self.leaper.moves(order).into_iter().filter_map(move |by| self.step(from, by)).filter(move |&to| {
            let is_new = self.wrap == Wrap::None || !seen.contains(&to);
            if is_new && self.wrap != Wrap::None {
                seen.push(to);
            }
            is_new
        })
    }

    /// Returns the squares that are not holes, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.cells()).filter(|&index| !self.is_hole(index)).map(|index| self.at(index))
    }

    /// Returns the holes, row by row.
    pub fn holes(&self) -> impl Iterator<Item = Square> + '_ {
        let cells = if self.holes.is_some() { self.cells() } else { 0 };
        (0..cells).filter(|&index| self.is_hole(index)).map(|index| self.at(index))
    }

    /// Reads a square: a name such as `a1`, or a row and a column. The square must not be a hole.
    ///
    /// # Errors
    /// [`BoardError`] if the text is not a square, or if the square is not on the board or is a hole.
    pub fn square(&self, text: &str) -> Result<Square, BoardError> {
        let letters = |col| Square::new(0, col).name(1).to_string().trim_end_matches('1').to_owned();
        if let Ok(SquareNotation::Name { col, rank }) = SquareNotation::parse(text)
            && col >= self.cols
        {
            let last = letters(self.cols - 1);
            return Err(match rank > self.rows {
                true => BoardError::FileAndRank { text: shorten(text.trim()), last, rows: self.rows },
                false => BoardError::File { file: letters(col), last },
            });
        }
        let square = Square::parse(text, self.rows)?;
        self.playable_square(square)
    }

    /// Returns `square` if a knight can stand on it.
    ///
    /// # Errors
    /// [`BoardError::Outside`] if the square is not on the board, [`BoardError::Hole`] if it is a hole.
    pub fn playable_square(&self, square: Square) -> Result<Square, BoardError> {
        if !self.contains(square) {
            return Err(self.outside(square));
        }
        if self.is_hole(self.index(square)) {
            return Err(BoardError::Hole { square, rows: self.rows });
        }
        Ok(square)
    }

    pub(crate) fn outside(&self, square: Square) -> BoardError {
        BoardError::Outside { square, rows: self.rows, cols: self.cols }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self}, leaper {}, {} holes", self.leaper, self.hole_count())?;
        match self.wrap {
            Wrap::None => f.write_str(")"),
            wrap => write!(f, ", joined: {wrap})"),
        }
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads a board size: `8x8`, `3x10` (rows first) or `8`.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let bad = || BoardError::Size(shorten(text));
        let trimmed = text.trim();
        let (rows, cols) = trimmed.split_once(['x', 'X', '×']).unwrap_or((trimmed, trimmed));
        let side = |part: &str| {
            let part = part.trim();
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(bad());
            }
            part.parse::<u64>().map_err(|_| BoardError::Digits(shorten(text)))
        };
        Self::sized(side(rows)?, side(cols)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_rows_first() {
        let board: Board = "3x10".parse().unwrap();
        assert_eq!((board.rows(), board.cols()), (3, 10));
        assert_eq!("8".parse::<Board>().unwrap(), "8x8".parse().unwrap());
        assert_eq!("8×9".parse::<Board>().unwrap().cols(), 9);
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in
            ["", "x", "8x", "x8", "0x8", "8x0", "8x8x8", "-8x8", "+8", "8.5", "a", "99999999999x1", "1073741825x1"]
        {
            assert!(text.parse::<Board>().is_err(), "{text:?} was taken for a board");
        }
        // The message quotes the text, which is shortened if it is long.
        let said = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert!(said("99999999999x1").contains("99999999999x1"));
        assert_eq!(
            said("18446744073709551616x1"),
            "a board of 18446744073709551616x1 is not possible: each side is 1 to 1073741824"
        );
    }

    #[test]
    fn holes_are_counted_once_and_left_out() {
        let hole = Square::new(1, 1);
        let board = Board::new(3, 3).unwrap().with_holes([hole, hole]).unwrap();
        assert_eq!((board.playable(), board.hole_count()), (8, 1));
        assert!(!board.is_playable(hole));
        assert_eq!(board.squares().count(), 8);
        assert_eq!(board.holes().collect::<Vec<_>>(), [hole]);
        assert_eq!(board.square("b2"), Err(BoardError::Hole { square: hole, rows: 3 }));
        let all = Board::new(2, 2).unwrap();
        assert_eq!(all.clone().with_holes(all.squares()), Err(BoardError::NoSquares));
        assert!(all.clone().with_holes([Square::new(2, 0)]).is_err());
    }

    #[test]
    fn an_8x8_board_has_336_knights_moves() {
        let board = Board::new(8, 8).unwrap();
        assert_eq!(board.squares().map(|square| board.neighbours(square).count()).sum::<usize>(), 336);
    }
}
