//! Reads placements of queens in the notations of textbooks and other programs.
//!
//! | shape | examples |
//! |---|---|
//! | columns | `2 4 1 3`, `[[1, 3, 0, 2], [2, 0, 3, 1]]`: for each row, the column of its queen; columns are counted from 1, or from 0 if a 0 occurs |
//! | board | lines such as `.Q..`, `["..Q.", "Q..."]`, bars between squares, `[[0, 1], [1, 0]]` |
//! | pairs | `[(0, 1), (1, 3)]`: row and column |
//! | squares | `a2, b4, c1, d3` |
//! | JSON | an object with `squares`, or with `placements` |

use super::json::{self, Pair};
use super::scan::{ItemKind, Scanner, rows};
use super::{FileLocation, FormatError, Result, lines, place, text, word_error};
use crate::{Board, Square};

/// Queens on a square board. It has not been checked whether the queens attack each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Placement {
    /// Number of rows and of columns of the board.
    pub side: u32,
    /// Squares of the queens. All squares are on the board.
    pub squares: Vec<Square>,
    /// Line number of the first queen, from 1.
    pub line: usize,
}

/// Reads placements of queens. `side` is the side of the board if the caller knows it. Returns two values: the
/// placements, and a note if the text has another possible meaning.
///
/// # Errors
/// [`FormatError`] with the location in the text.
///
/// ```
/// use courser_board::format::read_placements;
///
/// let (found, note) = read_placements(b"[[1, 3, 0, 2], [2, 0, 3, 1]]", None).unwrap();
/// assert_eq!((found.len(), found[0].squares[0].col), (2, 1));
/// assert_eq!(note, Some("the columns of the queens are counted from 0"));
/// assert_eq!(read_placements(b".Q..\n...Q\nQ...\n..Q.\n", None).unwrap().0[0].squares, found[0].squares);
/// ```
pub fn read_placements(bytes: &[u8], side: Option<u32>) -> Result<(Vec<Placement>, Option<&'static str>)> {
    let text = &*text(bytes)?;
    let (found, note) = match text.trim_start() {
        object if object.starts_with('{') => (of_json(text, side)?, None),
        board if board.contains('Q') => (of_boards(text)?, None),
        _ => of_items(text, side)?,
    };
    if found.is_empty() { Err(FormatError::Empty) } else { Ok((found, note)) }
}

/// Creates a placement. The queens must be on the board.
fn placed(side: usize, squares: Vec<Square>, line: usize) -> Result<Placement> {
    let board = Board::sized(side as u64, side as u64)?;
    squares.iter().try_for_each(|&square| board.playable_square(square).map(drop))?;
    Ok(Placement { side: board.rows(), squares, line })
}

/// Reads the objects that `courser queens --json` writes.
fn of_json(text: &str, side: Option<u32>) -> Result<Vec<Placement>> {
    #[derive(serde::Deserialize)]
    #[serde(expecting = "an object with the key rows")]
    struct Sides {
        rows: u32,
    }
    #[derive(serde::Deserialize)]
    struct Object {
        n: Option<u32>,
        board: Option<Sides>,
        squares: Option<Vec<Pair>>,
        placements: Option<Vec<Vec<Pair>>>,
    }
    let wrong = |line, column, message: String| FormatError::Json { line, column, message };
    let object: Object = serde_json::from_str(text).map_err(json::wrong)?;
    let lists = match (object.squares, object.placements) {
        (Some(squares), None) => vec![squares],
        (None, Some(placements)) => placements,
        _ => return Err(wrong(1, 1, "one of the keys squares and placements was expected".into())),
    };
    let side = object.n.or(object.board.map(|board| board.rows)).or(side);
    // The text has at least one byte per queen. Therefore a side that exceeds the length of the text is an error.
    if let Some(side) = side.filter(|&side| side as usize > text.len()) {
        return Err(wrong(1, 1, format!("a board of {side} rows in a file of {} bytes", text.len())));
    }
    // The parser does not report the offsets of the squares in the text. Therefore the text is searched for lists that
    // begin with a digit. Each such list is a square.
    let begin = ["\"squares\"", "\"placements\""].iter().find_map(|key| text.find(key)).unwrap_or_default();
    let lists_of_digits = text[begin..].match_indices('[').map(|(at, _)| begin + at);
    let mut positions =
        lists_of_digits.filter(|&at| text[at + 1..].trim_start().starts_with(|next: char| next.is_ascii_digit()));
    let lists = lists.into_iter().map(|list| {
        let squares: Vec<Square> = list.into_iter().map(|Pair(row, col)| Square::new(row, col)).collect();
        let side = side.map_or(squares.len(), |side| side as usize);
        for square in &squares {
            let at = positions.next().unwrap_or_default();
            if square.row.max(square.col) as usize >= side {
                let (line, column) =
                    (text[..at].matches('\n').count() + 1, at - text[..at].rfind('\n').map_or(0, |end| end + 1) + 1);
                return Err(wrong(
                    line,
                    column,
                    format!("[{}, {}] is outside a board of {side}x{side}", square.row, square.col),
                ));
            }
        }
        placed(side, squares, 1)
    });
    lists.collect()
}

/// Reads boards in which `Q` stands for a queen. Each board must have as many rows as columns.
fn of_boards(text: &str) -> Result<Vec<Placement>> {
    let (mut found, mut squares) = (Vec::new(), Vec::new());
    let (mut side, mut row, mut first) = (0, 0, 0);
    let has_bars = text.contains('|');
    let mut last = 1;
    for (line, whole) in lines(text) {
        // If a board has bars between its squares, a line without bars belongs to the frame of the board.
        if has_bars && !whole.contains('|') {
            continue;
        }
        last = line;
        let is_between = |character: char| matches!(character, '[' | ']' | '"' | '\'' | ',' | '(' | ')' | ';');
        for part in whole.split(is_between).filter(|part| !part.trim().is_empty()) {
            let offset = part.as_ptr().addr() - whole.as_ptr().addr();
            let cells = cells(part, has_bars)
                .map_err(|(at, cell)| word_error(place(line, whole, offset + at), &cell, "Q or an empty square"))?;
            if row == 0 {
                (side, first) = (cells.len(), line);
            } else if cells.len() != side {
                // If the text contains a list such as `["Q..", ".Q"]`, one line contains several rows.
                let place = match part.trim().len() < whole.trim().len() {
                    true => place(line, whole, offset),
                    false => FileLocation::Line { line },
                };
                return Err(FormatError::Ragged { place, found: cells.len() as u64, expected: side as u64 });
            }
            squares.extend((0..).zip(&cells).filter(|&(_, &queen)| queen).map(|(col, _)| Square::new(row, col)));
            row += 1;
            if row as usize == side {
                found.push(placed(side, std::mem::take(&mut squares), first)?);
                row = 0;
            }
        }
    }
    if row > 0 {
        let place = FileLocation::Line { line: last };
        return Err(FormatError::Ragged { place, found: row.into(), expected: side as u64 });
    }
    Ok(found)
}

/// Returns one flag per square of a row. A flag is true if the square has a queen. If the text of a cell marks neither
/// a queen nor an empty square, returns an error with the byte offset and the text of the cell.
fn cells(part: &str, has_bars: bool) -> Result<Vec<bool>, (usize, String)> {
    let is_queen = |cell: &str, at: usize| match cell {
        "Q" => Ok(true),
        "" | "." | "-" | "_" | "*" | "x" | "0" | "+" | "#" => Ok(false),
        other => Err((at, other.to_owned())),
    };
    if has_bars {
        let inner = part.trim().trim_matches('|');
        let offset = |cell: &str| cell.as_ptr().addr() - part.as_ptr().addr();
        return inner.split('|').map(str::trim).map(|cell| is_queen(cell, offset(cell))).collect();
    }
    let filled = part.char_indices().filter(|(_, character)| !character.is_whitespace());
    filled.map(|(at, character)| is_queen(character.encode_utf8(&mut [0; 4]), at)).collect()
}

/// Reads placements that are written as column numbers, pairs of row and column, boards of 0 and 1, or names of
/// squares.
fn of_items(text: &str, side: Option<u32>) -> Result<(Vec<Placement>, Option<&'static str>)> {
    if text.len() > super::scan::MAX_LINE {
        return Err(FormatError::Claim {
            bytes: text.len(),
            cells: text.len() as u64,
            max: super::scan::MAX_LINE as u64,
        });
    }
    let scan = Scanner::new(text);
    let items = scan.items()?;
    let mut lists = rows(&items);
    if lists.iter().all(|list| list.len() == 1) {
        lists = vec![&items];
    }
    let size = lists.len();
    let line = |list: &[super::scan::ScanItem]| list[0].line as usize + 1;
    let is_square = |kind| matches!(kind, ItemKind::Square(..));
    if is_square(items[0].kind) {
        let found = lists.iter().map(|list| {
            let side = side.map_or(list.len(), |side| side as usize);
            let squares = list.iter().map(|item| match item.kind {
                ItemKind::Square(col, rank) if (1..=side).contains(&(rank as usize)) => {
                    Ok(Square::new(side as u32 - rank, col))
                }
                _ => Err(scan.word(item, "square of the board")),
            });
            placed(side, squares.collect::<Result<_>>()?, line(list))
        });
        return Ok((found.collect::<Result<_>>()?, None));
    }
    let number = |item: &super::scan::ScanItem| match item.kind {
        ItemKind::Number(number) | ItemKind::Ordinal(number) => Ok(number),
        _ => Err(scan.word(item, "number")),
    };
    let numbers: Vec<Vec<u64>> = lists.iter().map(|list| list.iter().map(number).collect()).collect::<Result<_>>()?;
    let all = || numbers.iter().flatten().copied();
    let width = numbers[0].len();
    let is_even = numbers.iter().all(|list| list.len() == width);
    let in_range = |at: [usize; 2], base: u64, side: usize| match numbers[at[0]][at[1]].checked_sub(base) {
        Some(index) if index < side as u64 => Ok(index as u32),
        _ => Err(scan.word(&lists[at[0]][at[1]], "row or column of the board")),
    };
    if is_even && width > 2 && size.is_multiple_of(width) && all().all(|number| number < 2) {
        let boards = numbers.chunks(width).zip(lists.chunks(width)).map(|(board, lists)| {
            let queens = (0..).zip(board).flat_map(|(row, cells)| {
                (0..).zip(cells).filter(|&(_, &cell)| cell == 1).map(move |(col, _)| Square::new(row, col))
            });
            placed(width, queens.collect(), line(lists[0]))
        });
        return Ok((boards.collect::<Result<_>>()?, None));
    }
    let from_zero = all().any(|number| number == 0);
    let base = u64::from(!from_zero);
    if is_even && width == 2 && size > 1 {
        let side = side.map_or(size, |side| side as usize);
        let square = |row| Ok(Square::new(in_range([row, 0], base, side)?, in_range([row, 1], base, side)?));
        let squares = (0..size).map(square).collect::<Result<_>>()?;
        let note = match from_zero {
            true => "the pairs are read as row and column, counted from 0",
            false => "the pairs are read as row and column, counted from 1",
        };
        return Ok((vec![placed(side, squares, line(lists[0]))?], Some(note)));
    }
    let found = (0..size).map(|list| {
        let length = numbers[list].len();
        let side = side.map_or(length, |side| side as usize);
        if length > side {
            let (place, text) = (FileLocation::Line { line: line(lists[list]) }, length.to_string());
            return Err(FormatError::Word { place, text, wanted: "number of queens of this board" });
        }
        let columns = (0..length).map(|at| Ok(Square::new(at as u32, in_range([list, at], base, side)?)));
        placed(side, columns.collect::<Result<_>>()?, line(lists[list]))
    });
    let note = match from_zero {
        true => "the columns of the queens are counted from 0",
        false => "the columns of the queens are counted from 1",
    };
    Ok((found.collect::<Result<_>>()?, Some(note)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<Placement> {
        read_placements(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text}: {error}")).0
    }

    #[test]
    fn every_shape_is_the_same_placement() {
        let plain = found("2 4 1 3")[0].squares.clone();
        assert_eq!(plain, [Square::new(0, 1), Square::new(1, 3), Square::new(2, 0), Square::new(3, 2)]);
        for text in [
            "[1, 3, 0, 2]",
            "2,4,1,3\n",
            "1\n3\n0\n2\n",
            ".Q..\n...Q\nQ...\n..Q.\n",
            ". Q . .\n. . . Q\nQ . . .\n. . Q .\n",
            "[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]",
            "[[\".Q..\",\n  \"...Q\",\n  \"Q...\",\n  \"..Q.\"]]",
            "+-+-+-+-+\n| |Q| | |\n+-+-+-+-+\n| | | |Q|\n|Q| | | |\n| | |Q| |\n+-+-+-+-+\n",
            "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n",
            "[[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]",
            "[(0, 1), (1, 3), (2, 0), (3, 2)]",
            "b4, d3, a2, c1",
            "{\"board\":{\"rows\":4,\"cols\":4},\"squares\":[[0,1],[1,3],[2,0],[3,2]]}",
            "{\"n\":4,\"placements\":[[[0,1],[1,3],[2,0],[3,2]]]}",
        ] {
            let found = found(text);
            assert_eq!((found.len(), found[0].side, &found[0].squares), (1, 4, &plain), "{text}");
        }
        for text in [
            "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"],[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]",
            ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n",
            "[[1, 3, 0, 2], [2, 0, 3, 1]]",
            "2 4 1 3\n3 1 4 2\n",
        ] {
            let found = found(text);
            assert_eq!((found.len(), &found[0].squares), (2, &plain), "{text}");
            assert_eq!(found[1].squares[0], Square::new(0, 2), "{text}");
        }
        assert_eq!(read_placements(b"2 4 1", Some(5)).unwrap().0[0].side, 5);
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        for (text, message) in [
            ("2 4 1 5", "line 1, column 7: '5' is not a row or column of the board"),
            ("[0, 1, 2, 4]", "line 1, column 11: '4' is not a row or column of the board"),
            (".Q..\n...Q\nQ..?\n..Q.\n", "line 3, column 4: '?' is not a Q or an empty square"),
            (".Q..\n...Q\nQ...\n..Q\n", "line 4 has 3 squares where the first has 4"),
            (".Q..\n...Q\nQ...\n", "line 3 has 3 squares where the first has 4"),
            ("[\".Q..\",\"..2Q\"]", "line 1, column 12: '2' is not a Q or an empty square"),
            ("b4, d3, a2, c0", "line 1, column 13: 'c0' is not a number or square"),
            ("b4, d3, a2, c5", "line 1, column 13: 'c5' is not a square of the board"),
            ("[(0, 1), (1, 3), (2, 0), (3, 4)]", "line 1, column 30: '4' is not a row or column of the board"),
            ("{\"squares\":[[0,1],[1,x]]}", "line 1, column 22: a value is expected"),
            (
                "{\"n\":4294967295,\"placements\":[[[0,0]]]}",
                "line 1, column 1: a board of 4294967295 rows in a file of 39 bytes",
            ),
            ("{\"n\":4}", "line 1, column 1: one of the keys squares and placements was expected"),
            ("{\"squares\":[[9,9]]}", "line 1, column 13: [9, 9] is outside a board of 1x1"),
            (
                "{\"n\":2,\"placements\":[\n[[0,0],[1,1]],\n[[0,1], [1,2]]\n]}",
                "line 3, column 9: [1, 2] is outside a board of 2x2",
            ),
            ("", "the file is empty"),
        ] {
            assert_eq!(read_placements(text.as_bytes(), None).unwrap_err().to_string(), message, "{text}");
        }
    }
}
