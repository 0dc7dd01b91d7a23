//! Reads partly numbered boards from text.

use std::collections::HashSet;

use crate::text::{read_rows, with_newlines};
use crate::words::shorten;
use crate::{Board, BoardError, Square};

/// A board, and the visit numbers of some of its squares.
pub type NumberedBoard = (Board, Vec<(u64, Square)>);

/// Reads a partly numbered board in the format of [`parse_numbers`]. Returns `None` for a text without visit numbers,
/// which is a board of squares and holes.
///
/// The digits 0 and 1 also occur in drawings of boards. Therefore a text has visit numbers only in these cases:
/// - It contains a digit from 2 to 9 and the mark of a square without a number.
/// - It contains a digit from 2 to 9 and is valid for [`parse_numbers`], and all its numbers differ.
/// - It consists of a single 1, holes, and marks of squares without a number.
/// - It consists of numbers, holes, and marks of squares without a number. It contains at least one such mark, and at
///   least one number with several digits.
///
/// ```
/// use courser_board::{Square, find_numbers};
///
/// let (_, given) = find_numbers(". 1 .\n. . .\n").unwrap().unwrap();
/// assert_eq!(given, [(1, Square::new(0, 1))]);
/// assert!(find_numbers("101\n111\n").is_none());
/// ```
pub fn find_numbers(text: &str) -> Option<Result<NumberedBoard, BoardError>> {
    if text.contains(|character: char| matches!(character, '2'..='9')) {
        let found = parse_numbers(text);
        let is_each_once = |(_, given): &NumberedBoard| {
            let mut visits = HashSet::new();
            given.iter().all(|(visit, _)| visits.insert(visit))
        };
        let is_numbered = found.as_ref().is_ok_and(is_each_once) || text.contains(is_unnumbered);
        return is_numbered.then_some(found);
    }
    let text = &*with_newlines(text);
    let (mut has_unnumbered, mut has_long, mut numbers, mut ones) = (false, false, 0_u64, 0_u64);
    for (_, entry) in text.lines().filter(|line| !is_rule(line)).flat_map(entries) {
        match entry.trim_start_matches('\u{feff}') {
            "#" => {}
            entry if entry.bytes().all(|byte| byte.is_ascii_digit()) => {
                numbers += 1;
                ones += u64::from(entry == "1");
                has_long |= entry.len() > 1;
            }
            entry if entry.len() == 1 && entry.contains(is_unnumbered) => has_unnumbered = true,
            _ => return None,
        }
    }
    (numbers == 1 && ones == 1 || has_long && has_unnumbered).then(|| parse_numbers(text))
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
/// [`BoardError`] if the text is not a partly numbered board. The error for an invalid entry contains line and column.
pub fn parse_numbers(text: &str) -> Result<NumberedBoard, BoardError> {
    let (mut holes, mut given) = (Vec::new(), Vec::new());
    let size = read_rows(text, is_rule, |row, number, line| {
        let mut found = 0;
        for (column, entry) in entries(line) {
            let square = Square::new(row, found as u32);
            match entry {
                "#" => holes.push(square),
                entry if entry.len() == 1 && entry.contains(is_unnumbered) => {}
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

/// Returns whether the character is the mark of a square without a number.
fn is_unnumbered(character: char) -> bool {
    matches!(character, '.' | '_' | '?' | '*')
}

/// Returns whether a line only separates rows.
fn is_rule(line: &str) -> bool {
    line.chars().all(|character| matches!(character, '-' | '=' | '+' | '|' | ' '))
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
    fn boards_of_squares_and_holes_have_no_numbers() {
        for text in [
            "1011\n0111\n",
            "1 0 1 1\n0 1 1 1\n",
            "N.#\n...\n",
            "1,0\n1,1\n",
            "1 1\n# 1\n",
            "101 110\n111 111\n",
            "_ 0\n0 1\n",
            " 00\n0100\n",
            // These texts are ambiguous.
            ".1.\n...\n",
            ". 1 .\n. 1 .\n",
            ". 0 1\n. . .\n",
            "N . 1\n. . .\n",
        ] {
            assert_eq!(find_numbers(text), None, "{text}");
        }
        assert!(find_numbers("1 . 3").is_some_and(|found| found.is_ok()));
        // A text with numbers of several digits is not read as a board of single digits.
        let error = find_numbers(". 10 .\n. . .\n. .\n").unwrap().unwrap_err();
        assert_eq!(error.to_string(), "line 3 of the board has 2 squares where the first has 3");
    }

    #[test]
    fn one_or_two_numbers_beside_unnumbered_squares_are_read_back_on_boards_of_all_sizes() {
        for size in ["1x1", "1x3", "4x1", "3x4", "10x11", "32x32"] {
            let board: Board = size.parse().unwrap();
            let last = board.cells();
            // Except for the last two numbers, these numbers consist of the digits 0 and 1.
            let numbers = [1, 10, 11, 100, 101, 110, 111, 1000, 1001, 2, last];
            let numbers = || numbers.into_iter().filter(|&number| number <= last);
            for (one, other) in numbers().flat_map(|one| numbers().map(move |other| (one, other))) {
                let given = [(other - 1, other), (one - 1, one)];
                let mut given: Vec<_> = given.map(|(index, visit)| (visit, board.at(index))).into();
                given.sort_unstable_by_key(|&(_, square)| square);
                given.dedup();
                let entry = |square: Square| {
                    given.iter().find(|(_, at)| *at == square).map_or(".".into(), |(visit, _)| visit.to_string())
                };
                for separator in [" ", "  ", ",", " | "] {
                    let row = |row| (0..board.cols()).map(|col| entry(Square::new(row, col))).collect::<Vec<_>>();
                    let text: String = (0..board.rows()).map(|at| row(at).join(separator) + "\n").collect();
                    assert_eq!(find_numbers(&text), Some(Ok((board.clone(), given.clone()))), "{text}");
                }
            }
        }
    }
}
