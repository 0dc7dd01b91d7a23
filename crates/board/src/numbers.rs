//! Reads partly numbered boards from text.

use crate::text::read_rows;
use crate::words::shorten;
use crate::{Board, BoardError, Square};

/// A board, and the visit numbers of some of its squares.
pub type NumberedBoard = (Board, Vec<(u64, Square)>);

/// Returns whether the text of a board contains visit numbers. This is the case if the text contains a digit from 2 to
/// 9.
pub fn is_numbered(text: &str) -> bool {
    text.contains(|character: char| matches!(character, '2'..='9'))
}

/// Reads a partly numbered board. Each line is a row. Its entries are visit numbers, `.` for a square without a number,
/// and `#` for a hole.
///
/// Blanks, commas, semicolons and `|` separate squares. `_`, `?` and `*` also stand for squares without a number. Blank
/// lines before and after the board are ignored, as are lines that consist of `-`, `=` and `+`.
///
/// ```
/// use courser_board::{Square, parse_numbers};
///
/// let (board, given) = parse_numbers(" 1  .  .  .\n .  #  .  9\n .  .  4  .\n").unwrap();
/// assert_eq!((board.to_string(), board.hole_count()), ("3x4".to_owned(), 1));
/// assert_eq!(given, [(1, Square::new(0, 0)), (9, Square::new(1, 3)), (4, Square::new(2, 2))]);
/// ```
///
/// # Errors
/// [`BoardError`] with line and column.
pub fn parse_numbers(text: &str) -> Result<NumberedBoard, BoardError> {
    let is_rule = |line: &str| line.chars().all(|character| matches!(character, '-' | '=' | '+' | '|' | ' '));
    let (mut holes, mut given) = (Vec::new(), Vec::new());
    let size = read_rows(text, is_rule, |row, number, line| {
        let mut found = 0;
        for (column, entry) in entries(line) {
            let square = Square::new(row, found as u32);
            match entry {
                "." | "_" | "?" | "*" => {}
                "#" => holes.push(square),
                entry => match entry.parse::<u64>() {
                    Ok(visit) if visit > 0 && entry.bytes().all(|byte| byte.is_ascii_digit()) => {
                        given.push((visit, square));
                    }
                    _ => return Err(BoardError::Entry { line: number, column, found: shorten(entry) }),
                },
            }
            found += 1;
        }
        Ok(found)
    })?;
    Ok((size.with_holes(holes)?, given))
}

/// Returns the entries of a line, each with its position in the line, from 1.
fn entries(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_separator = |character: char| character.is_whitespace() || matches!(character, ',' | ';' | '|');
    let mut column = 1;
    line.split(is_separator).filter_map(move |entry| {
        let at = column;
        column += entry.chars().count() + 1;
        (!entry.is_empty()).then_some((at, entry))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_among_any_separators() {
        let plain = parse_numbers("1 . 30\n# 4 .\n").unwrap();
        for text in
            ["\u{feff}\n1,.,30\n#,4,.\n\n", "1;?;30\r\n#;4;_", "+---+\n| 1 | * | 30 |\n|---|\n| # | 4 | . |\n+---+\n"]
        {
            assert_eq!(parse_numbers(text).unwrap(), plain, "{text:?}");
        }
    }

    #[test]
    fn wrong_boards_are_reported_with_line_and_column() {
        let said = |text: &str| parse_numbers(text).unwrap_err().to_string();
        assert_eq!(said("1 2\n. 0\n"), "line 2, column 3 of the board: '0' is not a number from 1, '.' or '#'");
        assert_eq!(said("1 2\n .  3a\n"), "line 2, column 5 of the board: '3a' is not a number from 1, '.' or '#'");
        assert!(said("+2 .").contains("column 1") && said("99999999999999999999 .").contains("column 1"));
        assert_eq!(said("1 2 .\n. 3\n"), "line 2 of the board has 2 squares where the first has 3");
        assert_eq!(said("1 2\n\n. 3\n"), "line 2 of the board has 0 squares where the first has 2");
        assert_eq!(parse_numbers("\n"), Err(BoardError::Empty));
        assert_eq!(parse_numbers("#"), Err(BoardError::NoSquares));
    }

    #[test]
    fn boards_of_holes_have_no_numbers() {
        assert!(!is_numbered("1011\n0111\n") && !is_numbered("N.#\n...\n") && is_numbered("1 . 3"));
    }
}
