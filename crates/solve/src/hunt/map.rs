//! Treasure maps as text: the labelled board of "Adventure of Knight", and a board without labels.

use std::collections::BTreeSet;

use courser_board::{Board, BoardError, Leaper, Square};

use super::HuntError;

/// A board with the square of the knight and the squares of the treasures.
///
/// The knight and the treasures are on squares that are not holes, and no two treasures are on the same square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    board: Board,
    start: Square,
    treasures: Vec<Treasure>,
}

/// A square with a treasure, and its position in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Treasure {
    /// The square of the treasure.
    pub square: Square,
    /// Line number of the treasure in the text, counted from 1.
    pub line: usize,
    /// Column number in the line, in characters, counted from 1.
    pub column: usize,
}

/// A row of squares in the text.
struct MapRow<'a> {
    /// The row numbers at the left and at the right end of the line, or `None` for a missing row number. Each row
    /// number is stored as text, after its position in the line. A position is counted in characters from 1.
    labels: [Option<(usize, &'a str)>; 2],
    /// The text between the row numbers, after its position in the line.
    between: (usize, &'a str),
}

impl Map {
    /// Parses a map with one line per row: `N` for the knight, `x` for a treasure, `*` (or `.`) for a square, `#` for a
    /// hole, which cannot be entered. If the map has no `N`, the knight starts on the first square in row-major order
    /// that is not a hole.
    ///
    /// Spaces between squares and blank lines around the board are ignored. Row numbers before and after the rows, and
    /// column letters above and below the board, are optional, but must be correct.
    ///
    /// # Errors
    /// [`HuntError`] if the text is not a map. The error for an invalid character or label contains its line and
    /// column.
    ///
    /// ```
    /// use courser_solve::hunt::Map;
    ///
    /// let map = Map::parse("  a b c\n2 N # * 2\n1 * * x 1\n  a b c\n").unwrap();
    /// assert_eq!((map.board().to_string(), map.board().playable(), map.treasures().len()), ("2x3".into(), 5, 1));
    /// let plain = Map::parse("N#*\n**x").unwrap();
    /// assert_eq!((plain.board(), plain.start()), (map.board(), map.start()));
    /// ```
    pub fn parse(text: &str) -> Result<Self, HuntError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
        let filled = |line: &&(usize, &str)| !line.1.trim().is_empty();
        let first = lines.iter().position(|line| filled(&line)).ok_or(HuntError::Empty)?;
        let last = lines.iter().rposition(|line| filled(&line)).ok_or(HuntError::Empty)?;
        let mut body = &lines[first..=last];
        let mut files = Vec::new();
        if let [line, rest @ ..] = body
            && is_files(line.1)
        {
            files.push(*line);
            body = rest;
        }
        if let [rest @ .., line] = body
            && is_files(line.1)
        {
            files.push(*line);
            body = rest;
        }
        if body.is_empty() {
            return Err(HuntError::Empty);
        }
        let map = Self::of_rows(body)?;
        for (number, line) in files {
            check_files(number, line, map.board.cols())?;
        }
        Ok(map)
    }

    /// Creates the map of a board with a knight and with treasures in the given order.
    ///
    /// # Errors
    /// [`HuntError`] if a square is a hole or outside the board, or if two treasures are on the same square.
    ///
    /// ```
    /// use courser_board::{Board, Square};
    /// use courser_solve::hunt::{Map, Treasure};
    ///
    /// let treasure = Treasure { square: Square::new(1, 2), line: 1, column: 1 };
    /// let map = Map::new(Board::new(2, 3).unwrap(), Square::new(0, 0), [treasure]).unwrap();
    /// assert_eq!(map, Map::parse("N**\n**x").unwrap().with_treasures([treasure]).unwrap());
    /// ```
    pub fn new(board: Board, start: Square, treasures: impl IntoIterator<Item = Treasure>) -> Result<Self, HuntError> {
        let start = board.playable_square(start).map_err(HuntError::Board)?;
        Self { board, start, treasures: Vec::new() }.with_treasures(treasures)
    }

    /// Returns the same map, with its treasures replaced by `treasures`.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    pub fn with_treasures(self, treasures: impl IntoIterator<Item = Treasure>) -> Result<Self, HuntError> {
        let treasures: Vec<Treasure> = treasures.into_iter().collect();
        let mut seen = BTreeSet::new();
        for &Treasure { square, .. } in &treasures {
            self.board.playable_square(square).map_err(HuntError::Board)?;
            if !seen.insert(square) {
                return Err(HuntError::Twice { square, rows: self.board.rows() });
            }
        }
        Ok(Self { treasures, ..self })
    }

    fn of_rows(lines: &[(usize, &str)]) -> Result<Self, HuntError> {
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let rows = side(lines.len());
        let mut cols = 0;
        let mut knight: Option<(Square, usize, usize)> = None;
        let (mut treasures, mut holes) = (Vec::new(), Vec::new());
        for (row, &(line, text)) in (0..).zip(lines) {
            let read = MapRow::read(text);
            let mut in_row = 0;
            for (col, (column, found)) in (0..).zip(read.squares()) {
                in_row += 1;
                let square = Square::new(row, col);
                match (found, knight) {
                    ('*' | '.', _) => {}
                    ('#', _) => holes.push(square),
                    ('x' | 'X', _) => treasures.push(Treasure { square, line, column }),
                    ('N' | 'K', None) => knight = Some((square, line, column)),
                    ('N' | 'K', Some((_, first_line, first_column))) => {
                        return Err(HuntError::SecondKnight { line, column, first_line, first_column });
                    }
                    (found, _) => return Err(HuntError::Character { line, column, found }),
                }
            }
            let found = in_row;
            if row == 0 {
                cols = found;
            }
            if found != cols || found == 0 {
                // The error is at the first surplus square. If squares are missing, the error is at the end of the
                // line.
                let surplus = read.squares().nth(cols).map(|(column, _)| column);
                let end = text.trim_end().chars().count() + 1;
                return Err(HuntError::Ragged { line, column: surplus.unwrap_or(end), found, expected: cols.max(1) });
            }
            for (column, label) in read.labels.into_iter().flatten() {
                if label != (rows - row).to_string() {
                    let (found, expected) = (label.chars().take(20).collect(), (rows - row).to_string());
                    return Err(HuntError::Label { line, column, found, expected });
                }
            }
        }
        let board = Board::new(rows, side(cols)).map_err(HuntError::Board)?;
        let board = board.with_holes(holes).map_err(HuntError::Board)?;
        let start = knight.map(|(square, ..)| square).or_else(|| board.squares().next());
        Ok(Self { start: start.expect("a board has a square that is not a hole"), board, treasures })
    }

    /// Sets the start of the knight, which may be on a treasure.
    ///
    /// # Errors
    /// [`BoardError`] if `start` is a hole or outside the board.
    pub fn starting_at(self, start: Square) -> Result<Self, BoardError> {
        let start = self.board.playable_square(start)?;
        Ok(Self { start, ..self })
    }

    /// Returns the same map for another leaper.
    #[must_use]
    pub fn with_leaper(self, leaper: Leaper) -> Self {
        Self { board: self.board.with_leaper(leaper), ..self }
    }

    /// Returns the board. Squares that cannot be entered are its holes.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the start of the knight.
    pub const fn start(&self) -> Square {
        self.start
    }

    /// Returns the treasures in the order of the map. A parsed map has its treasures in row-major order.
    pub fn treasures(&self) -> &[Treasure] {
        &self.treasures
    }

    /// Parses the name of a square that is not a hole.
    pub(super) fn square(&self, text: &str) -> Result<Square, BoardError> {
        self.board.square(text)
    }
}

impl<'a> MapRow<'a> {
    /// Separates the row numbers at the two ends of the line from the squares in the middle of the line.
    fn read(line: &'a str) -> Self {
        let column = |at: usize| line[..at].chars().count() + 1;
        let is_digit = |c: char| c.is_ascii_digit();
        let from = line.len() - line.trim_start().len();
        let squares_from = from + line[from..].len() - line[from..].trim_start_matches(is_digit).len();
        let to = line.trim_end().len().max(squares_from);
        let squares_to = squares_from + line[squares_from..to].trim_end_matches(is_digit).len();
        let label = |from: usize, to: usize| (from < to).then(|| (column(from), &line[from..to]));
        Self {
            labels: [label(from, squares_from), label(squares_to, to)],
            between: (column(squares_from), &line[squares_from..squares_to]),
        }
    }

    /// Returns the squares with their column numbers.
    fn squares(&self) -> impl Iterator<Item = (usize, char)> + use<'a> {
        let (first, text) = self.between;
        (first..).zip(text.chars()).filter(|(_, c)| !c.is_whitespace())
    }
}

/// Returns whether a line contains column letters. Such a line begins with `a`, and a row of squares never does.
fn is_files(line: &str) -> bool {
    line.trim_start().starts_with(['a', 'A'])
}

/// Checks that the column letters match the columns.
fn check_files(line: usize, text: &str, cols: u32) -> Result<(), HuntError> {
    // A word is a slice of the line, so the difference between the addresses of the word and of the line is the offset
    // of the word.
    let column = |word: &str| text[..word.as_ptr().addr() - text.as_ptr().addr()].chars().count() + 1;
    let mut col = 0;
    for word in text.split_whitespace() {
        let name = Square::new(0, col).name(1).to_string();
        let expected = if col < cols { name.trim_end_matches('1') } else { "the line's end" };
        if !word.eq_ignore_ascii_case(expected) {
            let found = word.chars().take(20).collect();
            return Err(HuntError::Label { line, column: column(word), found, expected: expected.into() });
        }
        col += 1;
    }
    if col < cols {
        let (column, expected) = (text.trim_end().chars().count() + 1, format!("{cols} file letters"));
        return Err(HuntError::Label { line, column, found: format!("{col}"), expected });
    }
    Ok(())
}
