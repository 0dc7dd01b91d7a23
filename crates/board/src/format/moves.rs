//! Reads and writes names of squares, with one tour per line, as in `a1 c2 …`, or with one square per line. Also reads
//! lists in the notation of Haskell, such as `[(1,1),(2,3),…]`. Each pair in such a list is the column and the row of a
//! square, both counted from 1 at the lower left.

use std::io::{self, Write};

use super::{FileTour, FormatError, Result, TourWriter, lines, place, word_error, words};
use crate::square::SquareNotation;
use crate::words::shorten;
use crate::{Board, Path, Square};

/// Writes the squares in one line.
pub(super) fn write(path: &Path, out: &mut TourWriter<'_>) -> io::Result<()> {
    let rows = path.board().rows();
    for (at, square) in path.squares().enumerate() {
        let gap = if at > 0 { " " } else { "" };
        write!(out, "{gap}{}", square.name(rows))?;
    }
    out.write_all(b"\n")
}

/// Reads one tour per line. A square is written as a name, for example `e6`, or as row and column, for example `2,4`.
/// All words are checked before the tours are passed to `on_found` line by line.
///
/// If every line contains one square and the board has more than one square, all lines together form one tour.
///
/// By default, rows and columns are counted from 0. Rows and columns are counted from 1 if three conditions are met:
/// - Every line contains one row and one column.
/// - No row and no column is 0.
/// - The number of lines equals the number of squares of the board that results from counting from 1.
///
/// Without a given board, the board is the smallest one that contains the squares of all lines. All tours of a file
/// have the same board, because the row numbers in names are counted from the bottom and therefore depend on the height
/// of the board.
pub(super) fn for_each(text: &str, given: Option<&Board>, on_found: &mut dyn FnMut(FileTour)) -> Result<()> {
    let (mut rows, mut cols, mut longest, mut count) = (0, 0, 0, 0);
    let mut has_zero = false;
    for (number, line) in lines(text) {
        for ((bytes, word), length) in squares(line).zip(1..) {
            longest = length.max(longest);
            let wrong = || word_error(place(number, line, bytes), word, "square");
            let square = parse(word).ok_or_else(wrong)?;
            if let Some(board) = given
                && square.on(board.rows()).is_none()
            {
                let (place, text) = (place(number, line, bytes), shorten(word));
                return Err(FormatError::Rank { place, text, rows: board.rows() });
            }
            (rows, cols) = (square.rows().max(rows), square.cols().max(cols));
            has_zero |= !matches!(square, SquareNotation::Numbers(square) if square.row > 0 && square.col > 0);
            count += 1;
        }
    }
    if longest == 1 && !has_zero && count > 1 {
        let size = Board::sized(rows - 1, cols - 1)?;
        let board = given.unwrap_or(&size);
        if count == board.playable() && (board.rows(), board.cols()) == (size.rows(), size.cols()) {
            let square = |(_, word)| match parse(word) {
                Some(SquareNotation::Numbers(square)) => Square::new(square.row - 1, square.col - 1),
                _ => unreachable!("all words are pairs of numbers"),
            };
            let squares = lines(text).flat_map(|(_, line)| squares(line)).map(square).collect();
            let note = Some("the pairs are read as row and column, counted from 1");
            on_found(FileTour { note, ..FileTour::bare(board.clone(), squares) });
            return Ok(());
        }
    }
    let board = match given {
        Some(given) => given.clone(),
        None => Board::sized(rows, cols)?,
    };
    let on_board = |word| parse(word).and_then(|square| square.on(board.rows()));
    let on_board = |(_, word)| on_board(word).expect("all words were squares, of ranks it has");
    let mut found = |squares| on_found(FileTour::bare(board.clone(), squares));
    if longest == 1 && board.cells() > 1 {
        found(lines(text).flat_map(|(_, line)| squares(line)).map(on_board).collect());
    } else {
        lines(text).for_each(|(_, line)| found(squares(line).map(on_board).collect()));
    }
    Ok(())
}

/// Splits a line into words, each of which can be a square. Returns each word with its byte offset in the line. In a
/// list such as `[(1,1),(2,3)]`, each pair is a word, without the `)` at the end of the pair.
fn squares(line: &str) -> Box<dyn Iterator<Item = (usize, &str)> + '_> {
    let Some(list) = line.trim().strip_prefix('[').and_then(|list| list.strip_suffix(")]")) else {
        return Box::new(words(line));
    };
    let place = |pair: &str| pair.as_ptr().addr() - line.as_ptr().addr();
    let pairs = list.split(')').map(|pair| pair.trim_start_matches(|c: char| c == ',' || c.is_whitespace()));
    Box::new(pairs.map(move |pair| (place(pair), pair)))
}

/// Parses a word as a square. The word can be a name such as `e6`, or a row and a column such as `2,4`. The word can
/// also be a pair from a list, without the `)` at the end of the pair: `(5,6` is the square of file 5 and rank 6.
/// Returns `None` for all other words.
fn parse(word: &str) -> Option<SquareNotation> {
    let Some(pair) = word.strip_prefix('(') else {
        return SquareNotation::parse(word).ok();
    };
    let (file, rank) = pair.split_once(',')?;
    let number = |text: &str| {
        let text = text.trim();
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u32>().ok())?
    };
    let (file, rank) = (number(file)?, number(rank)?);
    (rank > 0).then_some(SquareNotation::Name { col: file.checked_sub(1)?, rank })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Format, TourMetadata};
    use crate::{BoardError, Kind, TourViolation, check};

    fn read(text: &str, given: Option<&Board>) -> Result<Vec<FileTour>> {
        format::read(text.as_bytes(), Some(Format::Moves), given)
    }

    #[test]
    fn rows_and_columns_of_a_whole_board_can_count_from_1() {
        let zero = "0,0\n1,2\n2,0\n0,1\n2,2\n0,3\n1,1\n2,3\n0,2\n1,0\n2,1\n1,3\n";
        let one: String = zero
            .lines()
            .map(|line| {
                let (row, col) = line.split_once(',').unwrap();
                format!("{},{}\n", row.parse::<u32>().unwrap() + 1, col.parse::<u32>().unwrap() + 1)
            })
            .collect();
        let plain = &read(zero, None).unwrap()[0];
        let size: Board = "3x4".parse().unwrap();
        for given in [None, Some(&size)] {
            let found = &read(&one, given).unwrap()[0];
            assert_eq!((&found.board, &found.squares), (&size, &plain.squares));
            assert_eq!(found.note, Some("the pairs are read as row and column, counted from 1"));
        }
        assert_eq!(plain.note, None);
        // Without the last square, the list does not fill a board. Therefore rows and columns are assumed to start at
        // 0.
        let part = &read(&one[..one.len() - 4], None).unwrap()[0];
        assert_eq!((part.board.to_string(), part.squares[0], part.note), ("4x5".into(), Square::new(1, 1), None));
    }

    const TOUR: &str = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1\n";

    #[test]
    fn a_tour_is_read_back_as_it_is_written() {
        let board = Board::new(3, 4).unwrap();
        let path = Path::new(board, vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
        let mut out = Vec::new();
        format::write(Format::Moves, &path, None, &TourMetadata::default(), &mut out).unwrap();
        assert_eq!(out, TOUR.as_bytes());
        let found = &read(TOUR, None).unwrap()[0];
        assert_eq!((&found.board, &found.squares), (path.board(), &path.squares().collect()));
    }

    #[test]
    fn lists_as_haskell_prints_them_are_read() {
        let found = read("[(1,1),(2,3), (3,1)]\n [(3, 1)]\na1 c1", None).unwrap();
        assert_eq!(found[0].board.to_string(), "3x3");
        assert_eq!(found[0].squares, [Square::new(2, 0), Square::new(0, 1), Square::new(2, 2)]);
        assert_eq!(found[1].squares, [Square::new(2, 2)]);
        assert_eq!(found[2].squares, [Square::new(2, 0), Square::new(2, 2)]);
        for (text, message) in [
            ("[(1,1),(0,3)]", "line 1, column 8: '(0,3' is not a square"),
            ("[(1,1),(2,x)]", "line 1, column 8: '(2,x' is not a square"),
            ("[(1,1),(2)]", "line 1, column 8: '(2' is not a square"),
            ("[(1,1),(2,-3)]", "line 1, column 8: '(2,-3' is not a square"),
            ("[(1,1),(2,3)", "line 1, column 1: '[(1,1),(2,3)' is not a square"),
        ] {
            assert_eq!(read(text, None).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn lines_of_one_square_each_are_one_tour() {
        let lines = TOUR.replace(' ', "\n");
        assert_eq!(read(&lines, None).unwrap(), read(TOUR, None).unwrap());
        assert_eq!(format::memory(lines.as_bytes(), None), format::memory(TOUR.as_bytes(), None));
        // On a board of one square, each line is a separate tour. On larger boards, all lines together form one tour if
        // each line contains one square.
        assert_eq!(read("a1\na1\n", None).unwrap().len(), 2);
        assert_eq!(read("a3\nc2 a1\n", None).unwrap().len(), 2);
    }

    #[test]
    fn several_tours_are_on_one_board() {
        let text = format!("{TOUR}\n0,0 1,2\tA1\n");
        let found = read(&text, None).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(check(&found[0].board, found[0].squares.iter().copied()), Ok(Kind::Open));
        assert_eq!(found[1].board, found[0].board);
        assert_eq!(found[1].squares, [Square::new(0, 0), Square::new(1, 2), Square::new(2, 0)]);
    }

    #[test]
    fn squares_outside_and_doubled_are_left_to_the_judge() {
        let board = Board::new(3, 4).unwrap();
        let judge = |text: &str| {
            let found = read(text, Some(&board)).unwrap().remove(0);
            check(&found.board, found.squares).unwrap_err()
        };
        assert!(matches!(judge("a3 c2 a3"), TourViolation::Twice { .. }));
        assert!(matches!(judge("a3 1,2 7,9"), TourViolation::Outside { visit: 3, .. }));
        assert!(matches!(judge("z3"), TourViolation::Outside { visit: 1, .. }));
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        let board = Board::new(3, 4).unwrap();
        let error = |text: &str| read(text, Some(&board)).unwrap_err().to_string();
        assert_eq!(error("a3\n  c2 77"), "line 2, column 6: '77' is not a square");
        assert_eq!(error("a3 -> c2"), "line 1, column 4: '->' is not a square");
        assert_eq!(error("a3 c4"), "line 1, column 4: c4 is outside the board: it has the ranks 1 to 3");
        let huge = read("a4000000000", None);
        assert!(matches!(huge, Err(FormatError::Board(BoardError::Side { rows: 4_000_000_000, cols: 1 }))));
    }
}
