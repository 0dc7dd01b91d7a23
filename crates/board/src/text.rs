//! Reads boards with holes from text.

use std::borrow::Cow;

use crate::{Board, BoardError, Square};

/// Reads a board drawn in text: one line per row, `.` or `1` for a square, `#` or `0` for a hole, `N` for the start.
///
/// Spaces between squares, blank lines before and after the board, and a byte order mark are ignored. Returns two
/// values: the board, whose leaper is the knight, and the start if the text marks one.
///
/// A board drawn with digits must have at least two squares. A drawing with fewer squares is possibly in another
/// notation, in which `0` is a square and `1` has another meaning.
///
/// # Errors
/// [`BoardError`] if the text is not a board. The error for an invalid character contains line and column.
///
/// ```
/// use courser_board::{Square, parse_board};
///
/// let (board, start) = parse_board("N..\n.#.\n...\n").unwrap();
/// assert_eq!((board.playable(), start), (8, Some(Square::new(0, 0))));
/// ```
pub fn parse_board(text: &str) -> Result<(Board, Option<Square>), BoardError> {
    let (mut holes, mut start, mut has_digits) = (Vec::new(), None, false);
    let size = read_rows(
        text,
        |_| false,
        |row, number, line| {
            let mut found = 0;
            for (column, character) in (1..).zip(line.chars()) {
                let square = Square::new(row, found as u32);
                has_digits |= matches!(character, '0' | '1');
                match character {
                    '.' | '1' => {}
                    '#' | '0' => holes.push(square),
                    'N' if start.is_none() => start = Some(square),
                    'N' => {
                        return Err(BoardError::SecondStart { line: number, column });
                    }
                    ' ' | '\t' => continue,
                    found => {
                        return Err(BoardError::Character { line: number, column, found });
                    }
                }
                found += 1;
            }
            Ok(found)
        },
    )?;
    let squares = size.cells() - holes.len() as u64;
    if has_digits && squares < 2 {
        return Err(BoardError::FewOfDigits { squares, inverted: false });
    }
    Ok((size.with_holes(holes)?, start))
}

/// Replaces each `\r\n` and each other `\r` with `\n` if the text contains a `\r` that is not followed by `\n`.
/// Otherwise returns the text unchanged.
///
/// Programs of the first Macintosh computers and some spreadsheets end lines with only a carriage return.
///
/// ```
/// use courser_board::with_newlines;
///
/// assert_eq!(with_newlines("1 2\r4 3\r"), "1 2\n4 3\n");
/// assert_eq!(with_newlines("1 2\r\n4 3\r\n"), "1 2\r\n4 3\r\n");
/// ```
pub fn with_newlines(text: &str) -> Cow<'_, str> {
    let is_alone = |(at, _): (usize, &str)| !text[at + 1..].starts_with('\n');
    match text.match_indices('\r').any(is_alone) {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    }
}

/// Reads the rows of a board drawn in text. Returns a board of the size of the drawing, without holes. The caller adds
/// the holes.
///
/// `read` receives the index of a row, the row's line number and the line, and returns the number of squares in the
/// row. A byte order mark, blank lines before and after the board, and lines accepted by `is_rule` are ignored.
pub(crate) fn read_rows(
    text: &str,
    is_rule: fn(&str) -> bool,
    mut read: impl FnMut(u32, usize, &str) -> Result<usize, BoardError>,
) -> Result<Board, BoardError> {
    let text = with_newlines(text);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let (mut rows, mut cols, mut blank_since) = (0, 0, None);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            if rows > 0 {
                blank_since.get_or_insert(number);
            }
            continue;
        }
        if is_rule(line) {
            continue;
        }
        if let Some(line) = blank_since {
            return Err(BoardError::Ragged { line, found: 0, expected: cols });
        }
        let found = read(rows as u32, number, line)?;
        if rows == 0 {
            cols = found;
        } else if found != cols {
            return Err(BoardError::Ragged { line: number, found, expected: cols });
        }
        rows += 1;
    }
    if rows == 0 {
        return Err(BoardError::Empty);
    }
    Board::sized(rows, cols as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_alphabets_draw_the_same_board() {
        let (dots, _) = parse_board("\n. # .\n. . .\n\n").unwrap();
        let (digits, _) = parse_board("\u{feff}101\r\n111").unwrap();
        assert_eq!(dots, digits);
        assert_eq!(dots.holes().collect::<Vec<_>>(), [Square::new(0, 1)]);
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        assert_eq!(parse_board(""), Err(BoardError::Empty));
        assert_eq!(parse_board("..\n...\n"), Err(BoardError::Ragged { line: 2, found: 3, expected: 2 }));
        assert_eq!(parse_board("..\n\n..\n"), Err(BoardError::Ragged { line: 2, found: 0, expected: 2 }));
        assert_eq!(parse_board("..\n.x\n"), Err(BoardError::Character { line: 2, column: 2, found: 'x' }));
        let escape = parse_board("..\n.\u{1b}[2J\n").unwrap_err().to_string();
        assert_eq!(escape, "line 2, column 2 of the board: '\\u{1b}' is neither a square nor a hole");
        assert_eq!(parse_board("N.\n.N\n"), Err(BoardError::SecondStart { line: 2, column: 2 }));
        assert_eq!(parse_board("##\n##\n"), Err(BoardError::NoSquares));
    }

    #[test]
    fn a_board_of_digits_has_at_least_two_squares() {
        for (text, squares) in [("000\n000\n", 0), ("000\n010\n", 1), ("1", 1), ("0N", 1)] {
            assert_eq!(parse_board(text), Err(BoardError::FewOfDigits { squares, inverted: false }), "{text}");
        }
        assert_eq!(parse_board("0 1 1").unwrap().0.playable(), 2);
        assert_eq!(parse_board(".").unwrap().0.playable(), 1);
        let error = parse_board("00\n01").unwrap_err();
        assert_eq!(
            error.to_string(),
            "a board of digits needs at least 2 squares, and this one has 1: 1 is a square, 0 a hole"
        );
    }
}
