//! Reads and writes a tour as a table with the header `visit,row,col,square` and one visit per line.
//!
//! The row and the column of a square are counted from 0 at the top left. The column `square` of the table is intended
//! for human readers. A table can omit the column `square`. If a table contains this column, the name of each square
//! must agree with the row and the column of the square.

use std::io::{self, Write};

use csv::{ReaderBuilder, StringRecord};

use super::{FileLocation, FileTour, FormatError, Result, TourWriter, lines, number, word_error};
use crate::square::SquareNotation;
use crate::words::shorten;
use crate::{Board, Path, Square};

/// Returns whether a line is the header of a table of visits.
pub(super) fn begins(line: &str) -> bool {
    separator(line).is_some()
}

/// Returns the character that separates the columns of a header. Returns `None` if the line is not the header of a
/// table of visits. Spreadsheets in many languages write semicolons.
fn separator(line: &str) -> Option<u8> {
    [b',', b';', b'\t'].into_iter().find(|&separator| {
        let names: Vec<_> = line.split(char::from(separator)).map(|name| name.trim().trim_matches('"')).collect();
        ["visit", "row", "col"].iter().all(|column| names.iter().any(|name| name.eq_ignore_ascii_case(column)))
    })
}

/// Writes the visits in order. No field needs quotes.
pub(super) fn write(path: &Path, out: &mut TourWriter<'_>) -> io::Result<()> {
    let rows = path.board().rows();
    out.write_all(b"visit,row,col,square\n")?;
    for (visit, square) in (1_u64..).zip(path.squares()) {
        writeln!(out, "{visit},{},{},{}", square.row, square.col, square.name(rows))?;
    }
    Ok(())
}

/// Reads the visits. The rows of the table can be in any order.
///
/// Without a given board, the height of the board follows from the first square with a name such as `e6`. The height is
/// the row of this square, counted from 0 at the top, plus the number in the name, counted from 1 at the bottom. If no
/// square has such a name, or if this height is too small for another square, the height is the largest row plus 1. The
/// width is the largest column plus 1.
pub(super) fn read(text: &str, given: Option<&Board>) -> Result<FileTour> {
    let separator = lines(text).next().and_then(|(_, header)| separator(header)).unwrap_or(b',');
    let mut reader = ReaderBuilder::new().delimiter(separator).flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(io::Error::from)?.clone();
    let find = |column: &str| header.iter().position(|name| name.trim().eq_ignore_ascii_case(column));
    let column = |column| find(column).ok_or(FormatError::Column { line: line_at(text, start(&header)), column });
    let (visit, row, col) = (column("visit")?, column("row")?, column("col")?);
    let name = find("square");

    let visits = text.bytes().filter(|&byte| byte == b'\n').count();
    let (mut numbered, mut starts) = (Vec::with_capacity(visits), Vec::with_capacity(visits));
    let mut height = given.map(|board| u64::from(board.rows()));
    let (mut rows, mut cols) = (0, 0);
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(io::Error::from)? {
        let line = || line_at(text, start(&record));
        let field = |at| {
            let short = || FormatError::Fields { line: line(), found: record.len(), expected: header.len() };
            record.get(at).map(str::trim).ok_or_else(short)
        };
        let wrong = |field, wanted| word_error(FileLocation::Line { line: line() }, field, wanted);
        let side = |at, wanted| field(at).and_then(|side| side.parse().map_err(|_| wrong(side, wanted)));
        let visit = field(visit).and_then(|visit| visit.parse().map_err(|_| wrong(visit, "visit number")))?;
        let square = Square::new(side(row, "row")?, side(col, "column")?);
        let named = name.map(field).transpose()?.filter(|named| !named.is_empty());
        if let Some(named) = named {
            let written = SquareNotation::parse(named).map_err(|_| wrong(named, "square"))?;
            agree(square, written, &mut height).map_err(|rows| FormatError::Disagree {
                line: line(),
                text: shorten(named),
                row: square.row,
                col: square.col,
                rows,
            })?;
        }
        (rows, cols) = (rows.max(u64::from(square.row) + 1), cols.max(u64::from(square.col) + 1));
        numbered.push((visit, square));
        starts.push(start(&record));
    }
    let squares = number::in_order(&numbered, |at| FileLocation::Line { line: line_at(text, starts[at]) })?;
    let board = match given {
        Some(given) => given.clone(),
        None if squares.is_empty() => return Err(FormatError::NoBoard(None)),
        None => Board::sized(height.unwrap_or(0).max(rows), cols)?,
    };
    Ok(FileTour::bare(board, squares))
}

/// Returns the byte offset of a record in the text.
fn start(record: &StringRecord) -> usize {
    record.position().map_or(0, |position| position.byte() as usize)
}

/// Returns the line number of the record at the byte offset `start`. Blank lines at this offset are skipped.
///
/// The csv crate determines the line number of a record before it has read all of the preceding line break, so the
/// number can be wrong. Therefore this function counts the lines itself. It is called only if an error occurs.
fn line_at(text: &str, start: usize) -> usize {
    let blank = text.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    text.as_bytes()[..start + blank].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// Checks that the name of a square agrees with its row and column on a board of `height` rows. If `height` is `None`,
/// the name of the square determines the height, which is stored in `height`.
///
/// # Errors
/// Returns the height of the board if the name is wrong on this board.
fn agree(square: Square, written: SquareNotation, height: &mut Option<u64>) -> Result<(), u64> {
    let right = match written {
        SquareNotation::Numbers(numbers) => numbers == square,
        SquareNotation::Name { col, rank } => {
            let makes = u64::from(square.row) + u64::from(rank);
            col == square.col && *height.get_or_insert(makes) == makes
        }
    };
    if right { Ok(()) } else { Err(height.unwrap_or(written.rows())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Format, TourMetadata};
    use crate::{BoardError, TourViolation, check};

    #[test]
    fn a_path_is_written_a_visit_a_line_and_read_back() {
        let path = Path::new(Board::new(3, 3).unwrap(), vec![0, 5, 6]).unwrap();
        let mut out = Vec::new();
        format::write(Format::Csv, &path, None, &TourMetadata::default(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "visit,row,col,square\n1,0,0,a3\n2,1,2,c2\n3,2,0,a1\n");
        let found = read(&text, None).unwrap();
        assert_eq!((&found.board, found.squares), (path.board(), path.squares().collect()));
    }

    #[test]
    fn lines_and_columns_may_be_in_any_order() {
        let text = "col,note,VISIT,row\r\n2,\"x, y\",2,1\r\n\r\n 0 ,,1, 0\r\n";
        let found = read(text, None).unwrap();
        assert_eq!(found.squares, [Square::new(0, 0), Square::new(1, 2)]);
        assert_eq!(found.board.to_string(), "2x3");
    }

    #[test]
    fn semicolons_and_tabs_can_separate_the_columns() {
        let comma = "visit,row,col,square\n1,0,0,a3\n2,1,2,c2\n3,2,0,a1\n";
        let expected = read(comma, None).unwrap();
        for separator in [";", "\t"] {
            let text = comma.replace(',', separator);
            assert_eq!(format::sniff(text.as_bytes()).unwrap(), Format::Csv, "{text}");
            assert_eq!(read(&text, None).unwrap(), expected, "{text}");
        }
        let error = read("\nvisit;row;col\n1;0;x\n", None).unwrap_err().to_string();
        assert_eq!(error, "line 3: 'x' is not a column");
    }

    #[test]
    fn a_square_outside_the_given_board_is_left_to_the_judge() {
        let board = Board::new(3, 4).unwrap();
        let found = read("visit,row,col\n1,0,0\n2,1,4294967295\n", Some(&board)).unwrap();
        assert!(matches!(check(&found.board, found.squares), Err(TourViolation::Outside { visit: 2, .. })));
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_line() {
        let errors = [
            ("visit,row,square\n", "line 1: the header has no column 'col'"),
            ("1,0,0\n2,1,2\n", "line 1: the header has no column 'visit'"),
            ("visit,row,col\n1,0\n", "line 2 has 2 fields where the header has 3"),
            ("visit,row,col\n\n1,-1,0\n", "line 3: '-1' is not a row"),
            ("visit,row,col\nx,0,0\n", "line 2: 'x' is not a visit number"),
            ("visit,row,col\n1,0,0\n1,1,2\n", "line 3: visit 1 for the second time, the first is at line 2"),
            (
                "visit,row,col\n1,0,0\n3,1,2\n",
                "visit 2 is missing: line 3 has visit 3, but only 2 squares are numbered",
            ),
            ("visit,row,col,square\n1,0,0,?\n", "line 2: '?' is not a square"),
            ("visit,row,col,square\n1,0,0,a3\n2,1,2,c3\n", "line 3: 'c3' is not row 1, column 2 of a board of 3 rows"),
            ("visit,row,col,square\n1,0,0,b3\n", "line 2: 'b3' is not row 0, column 0 of a board of 3 rows"),
            ("visit,row,col,square\n1,0,0,\"0,1\"\n", "line 2: '0,1' is not row 0, column 0 of a board of 1 rows"),
            ("visit,row,col\n", "the file does not say the size of its board"),
        ];
        for (text, message) in errors {
            assert_eq!(read(text, None).unwrap_err().to_string(), message, "{text:?}");
        }
        let given = Board::new(4, 4).unwrap();
        let error = read("visit,row,col,square\n1,0,0,a3\n", Some(&given)).unwrap_err();
        assert_eq!(error.to_string(), "line 2: 'a3' is not row 0, column 0 of a board of 4 rows");
        let huge = read("visit,row,col\n1,4000000000,0\n", None);
        assert!(matches!(huge, Err(FormatError::Board(BoardError::Side { .. }))));
    }
}
