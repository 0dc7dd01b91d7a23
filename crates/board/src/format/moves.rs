//! Squares by name, a tour a line: `a1 c2 …`.

use std::io::{self, Write};

use super::{FormatError, Found, Out, lines, place, word_error, words};
use crate::square::Written;
use crate::words::shorten;
use crate::{Board, Path};

/// Writes the squares on one line.
pub(super) fn write(path: &Path, out: &mut Out<'_>) -> io::Result<()> {
    let rows = path.board().rows();
    for (at, square) in path.squares().enumerate() {
        let gap = if at > 0 { " " } else { "" };
        write!(out, "{gap}{}", square.name(rows))?;
    }
    out.write_all(b"\n")
}

/// Reads a tour per line, squares in either notation: first all words, to see that they are squares, and then one
/// line after another.
///
/// Without a given board it is the smallest for all lines together: ranks are
/// counted from the bottom, so the tours of one file are read on one board.
pub(super) fn for_each(text: &str, given: Option<&Board>, on_found: &mut dyn FnMut(Found)) -> Result<(), FormatError> {
    let (mut rows, mut cols) = (0, 0);
    for (number, line) in lines(text) {
        for (bytes, word) in words(line) {
            let wrong = |_| word_error(place(number, line, bytes), word, "square");
            let square = Written::parse(word).map_err(wrong)?;
            if let Some(board) = given
                && square.on(board.rows()).is_none()
            {
                let (place, text) = (place(number, line, bytes), shorten(word));
                return Err(FormatError::Rank { place, text, rows: board.rows() });
            }
            (rows, cols) = (square.rows().max(rows), square.cols().max(cols));
        }
    }
    let board = match given {
        Some(given) => given.clone(),
        None => Board::sized(rows, cols)?,
    };
    for (_, line) in lines(text) {
        let on_board = |word| Written::parse(word).ok().and_then(|square| square.on(board.rows()));
        let squares = words(line).map(|(_, word)| on_board(word).expect("all words were squares, of ranks it has"));
        on_found(Found::bare(board.clone(), squares.collect()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Details, Format};
    use crate::{BoardError, Flaw, Kind, Square, check};

    fn read(text: &str, given: Option<&Board>) -> Result<Vec<Found>, FormatError> {
        format::read(text.as_bytes(), Some(Format::Moves), given)
    }

    const TOUR: &str = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1\n";

    #[test]
    fn a_tour_is_read_back_as_it_is_written() {
        let board = Board::new(3, 4).unwrap();
        let path = Path::new(board, vec![0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11]).unwrap();
        let mut out = Vec::new();
        format::write(Format::Moves, &path, None, &Details::default(), &mut out).unwrap();
        assert_eq!(out, TOUR.as_bytes());
        let found = &read(TOUR, None).unwrap()[0];
        assert_eq!((&found.board, &found.squares), (path.board(), &path.squares().collect()));
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
        assert!(matches!(judge("a3 c2 a3"), Flaw::Twice { .. }));
        assert!(matches!(judge("a3 1,2 7,9"), Flaw::Outside { visit: 3, .. }));
        assert!(matches!(judge("z3"), Flaw::Outside { visit: 1, .. }));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let board = Board::new(3, 4).unwrap();
        let error = |text: &str| read(text, Some(&board)).unwrap_err().to_string();
        assert_eq!(error("a3\n  c2 77"), "line 2, column 6: '77' is no square");
        assert_eq!(error("a3 -> c2"), "line 1, column 4: '->' is no square");
        assert_eq!(error("a3 c4"), "line 1, column 4: c4 is outside the board: it has the ranks 1 to 3");
        let huge = read("a4000000000", None);
        assert!(matches!(huge, Err(FormatError::Board(BoardError::Side { rows: 4_000_000_000, cols: 1 }))));
    }
}
