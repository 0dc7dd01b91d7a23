//! Reads and writes a tour as right-aligned visit numbers, with one row of the board per line. "Knight's Tour in Cg"
//! (Kurapati, 2007) prints tours in this format.
//!
//! `#` is a hole, and `.` is an unvisited square.

use std::io::{self, Write};

use super::{
    DeclaredKind, FileLocation, FileTour, FormatError, Result, TourMetadata, TourWriter, number, place, same_size,
    word_error, words,
};
use crate::{Board, Path, Square};

/// Writes the visit numbers. Every column is as wide as the last visit number.
pub(super) fn write(path: &Path, out: &mut TourWriter<'_>) -> io::Result<()> {
    let board = path.board();
    let width = digits(path.order().len() as u32).1;
    let mut cells = (0_u64..).zip(path.visits());
    for _ in 0..board.rows() {
        for (col, (index, visit)) in (&mut cells).take(board.cols() as usize).enumerate() {
            if col > 0 {
                out.write_all(b" ")?;
            }
            let (mut text, mut length) = digits(visit);
            if visit == 0 {
                text[text.len() - 1] = if board.is_hole(index) { b'#' } else { b'.' };
                length = 1;
            }
            out.write_all(&text[text.len() - width.max(length)..])?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Formats `number` in decimal. Returns two values: the digits, right-aligned and padded with spaces, and the count of
/// digits.
fn digits(mut number: u32) -> ([u8; 10], usize) {
    let mut text = [b' '; 10];
    let mut length = 0;
    while number > 0 || length == 0 {
        length += 1;
        text[10 - length] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    (text, length)
}

/// Reads a grid. Its numbers must be 1 to n, each exactly once.
pub(super) fn read(text: &str, given: Option<&Board>) -> Result<FileTour> {
    let mut numbered = Vec::with_capacity(text.lines().flat_map(words).count());
    let mut holes = Vec::new();
    let mut partial = false;
    let (mut rows, mut cols) = (0, 0);
    let mut blank_since = None;
    for (number, line) in (1..).zip(text.lines()) {
        let mut found = 0;
        for (bytes, word) in words(line) {
            let square = Square::new(rows as u32, found as u32);
            match word {
                "#" => holes.push(square),
                "." => partial = true,
                _ => match visit(word) {
                    Some(visit) => numbered.push((visit, square)),
                    None => {
                        return Err(word_error(place(number, line, bytes), word, "visit number, '#' or '.'"));
                    }
                },
            }
            found += 1;
        }
        if found == 0 {
            blank_since = blank_since.or((rows > 0).then_some(number));
            continue;
        }
        let ragged = |line, found| FormatError::Ragged { place: FileLocation::Line { line }, found, expected: cols };
        if let Some(line) = blank_since {
            return Err(ragged(line, 0));
        }
        if rows > 0 && found != cols {
            return Err(ragged(number, found));
        }
        cols = found;
        rows += 1;
    }
    let size = Board::sized(rows, cols)?;
    let squares = number::in_order(&numbered, |at| place_of_number(text, at))?;
    let board = match given {
        Some(given) => same_size(&size, given)?,
        None => size.with_holes(holes)?,
    };
    let kind = partial.then_some(DeclaredKind::Partial);
    Ok(FileTour { board, squares, details: TourMetadata::default(), kind, note: None })
}

/// Parses a visit number. The word must consist of digits, although Rust would also accept a sign.
fn visit(word: &str) -> Option<u64> {
    if !word.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    word.parse().ok()
}

/// Returns the location, in the text, of the number with index `at`.
fn place_of_number(text: &str, at: usize) -> FileLocation {
    let all = (1..).zip(text.lines()).flat_map(|(number, line)| words(line).map(move |word| (number, line, word)));
    let mut numbers = all.filter(|(.., (_, word))| !matches!(*word, "#" | "."));
    let (number, line, (bytes, _)) = numbers.nth(at).expect("it was read from this text");
    place(number, line, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Format};
    use crate::{BoardError, Kind, check, check_path};

    const SLIDES: &str = include_str!("../../tests/data/cg-8x8-from-2-4.txt");

    fn written(path: &Path) -> String {
        let mut out = Vec::new();
        format::write(Format::Grid, path, None, &TourMetadata::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_grid_of_the_slides_is_a_closed_tour_from_2_4() {
        let found = read(SLIDES, None).unwrap();
        assert_eq!(found.squares[0], Square::new(2, 4));
        assert_eq!(check(&found.board, found.squares.iter().copied()), Ok(Kind::Closed));
        let order = found.squares.iter().map(|&square| found.board.index(square) as u32).collect();
        let aligned = written(&Path::new(found.board, order).unwrap());
        assert!(aligned.starts_with("27 12 37 16 25  2 47 18\n36 15 26 13 50 17 24  3\n"), "{aligned}");
        assert_eq!(read(&aligned, None).unwrap().squares, found.squares);
    }

    #[test]
    fn holes_and_squares_left_out_have_their_marks() {
        let holes = [Square::new(0, 1), Square::new(2, 3)];
        let board = Board::new(3, 4).unwrap().with_holes(holes).unwrap();
        let path = Path::new(board.clone(), vec![0, 6, 8]).unwrap();
        let text = written(&path);
        assert_eq!(text, "1 # . .\n. . 2 .\n3 . . #\n");
        let found = read(&text, None).unwrap();
        assert_eq!((found.board.clone(), found.kind), (board, Some(DeclaredKind::Partial)));
        assert_eq!(check_path(&found.board, found.squares), Ok(()));
        assert_eq!(written(&Path::new(Board::new(1, 2).unwrap(), vec![]).unwrap()), ". .\n");
    }

    #[test]
    fn the_given_board_is_believed_but_for_its_size() {
        let camel = Board::new(2, 2).unwrap().with_leaper("camel".parse().unwrap());
        assert_eq!(read("1 #\n. .\n", Some(&camel)).unwrap().board, camel);
        let error = read("1 2 3\n", Some(&camel)).unwrap_err();
        assert_eq!(error.to_string(), "the file has a board of 1x3, not of 2x2");
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        let errors = [
            ("1 2\n3 x\n", "line 2, column 3: 'x' is not a visit number, '#' or '.'"),
            ("1 2\n3 -4\n", "line 2, column 3: '-4' is not a visit number, '#' or '.'"),
            ("1 +2", "line 1, column 3: '+2' is not a visit number, '#' or '.'"),
            ("1 99999999999999999999", "line 1, column 3: '99999999999999999999' is not a visit number, '#' or '.'"),
            ("#é 1", "line 1, column 1: '#é' is not a visit number, '#' or '.'"),
            ("..#\n.#.", "line 1, column 1: '..#' is not a visit number, '#' or '.'"),
            ("1 2\n3\n", "line 2 has 1 square where the first has 2"),
            ("1 2\n\n3 4\n", "line 2 has 0 squares where the first has 2"),
            ("\n1 2\n #   2\n", "line 3, column 6: visit 2 for the second time, the first is at line 2, column 3"),
            ("1 2\n# 4\n", "visit 3 is missing: line 2, column 3 has visit 4, but only 3 squares are numbered"),
            (" 1  0", "line 1, column 5: 0 is not a visit number: 2 squares are numbered 1 to 2"),
        ];
        for (text, message) in errors {
            assert_eq!(read(text, None).unwrap_err().to_string(), message, "{text:?}");
        }
        assert!(matches!(read("# #", None), Err(FormatError::Board(BoardError::NoSquares))));
    }
}
