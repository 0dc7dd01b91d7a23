//! Reads boards with holes in the notations of other programs: drawings with `0` for a square, tables of 0 and 1, and
//! NumPy arrays.
//!
//! [`parse_board`](crate::parse_board) reads boards in the notation of this crate. This module reads only files that
//! `parse_board` rejects.

use super::scan::Scanner;
use super::{FormatError, Result, npy, text};
use crate::{Board, BoardError, Square, parse_board};

/// Maximum number of squares of a drawing per byte of its text. Only a drawing whose lines differ in length can exceed
/// this maximum, because every line is extended to the length of the longest line.
const CELLS_PER_BYTE: usize = 16;

/// A board read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawnBoard {
    /// Board with the knight as its leaper.
    pub board: Board,
    /// The square that the file marks as the start of a tour, or `None` without such a mark.
    pub start: Option<Square>,
    /// The two marks in the file: the first is the mark of a square, the second is the mark of a hole. `None` if all
    /// programs interpret the marks of this file in the same way.
    pub marks: Option<[&'static str; 2]>,
}

/// Reads a board with holes from a text or a NumPy array.
///
/// A text has one of three forms:
/// - the notation that [`parse_board`] reads; a text with `.` must not contain `1`, and may contain `0` only if it also
///   contains `N` or `#`,
/// - a table of 0 and 1, or of true and false, in which 1 is a square and 0 is a hole; any brackets and separators are
///   allowed,
/// - a drawing with `0` for squares, at most one `1` for the start, and blanks, `-`, `_` or `#` outside the board. `x`
///   and `s` may be used instead of `0` and `1`.
///
/// `invert` swaps the meanings of 0 and 1 in a table or an array.
///
/// # Errors
/// [`FormatError`] with line and column, if the text is not a board or has several possible meanings.
///
/// ```
/// use courser_board::{Square, format::read_board};
///
/// let found = read_board(b" 00\n0100\n 0 0\n", false).unwrap();
/// assert_eq!((found.board.playable(), found.start), (8, Some(Square::new(1, 1))));
/// let table = read_board(b"1,0\n1,1\n", false).unwrap();
/// assert!(table.board.is_hole(1));
/// ```
pub fn read_board(bytes: &[u8], invert: bool) -> Result<DrawnBoard> {
    if bytes.starts_with(npy::MAGIC) {
        let (size, ones) = npy::mask(bytes)?;
        return of_digits(size, &ones, invert);
    }
    let text = &*match text(bytes) {
        Err(FormatError::Empty) => return Err(BoardError::Empty.into()),
        text => text?,
    };
    let swapped: String;
    let mut drawn = text;
    if invert {
        let swap = |character| match character {
            '0' => '1',
            '1' => '0',
            other => other,
        };
        swapped = text.chars().map(swap).collect();
        drawn = &swapped;
    }
    let error = match parse_board(drawn) {
        Ok((board, start)) => {
            ambiguous(text)?;
            return Ok(DrawnBoard { board, start, marks: marks(text, invert) });
        }
        Err(BoardError::FewOfDigits { squares, .. }) => BoardError::FewOfDigits { squares, inverted: invert },
        Err(error) => error,
    };
    let has_separator = text.contains([',', ';', '|', '[', '(', '{']);
    if !invert
        && !has_separator
        && let Some(drawing) = BoardDrawing::of(text)
    {
        return drawing.read();
    }
    let is_table = has_separator || words(text).any(|word| is_truth(word).is_some());
    if !is_table || text.len() > super::scan::MAX_LINE {
        return Err(error.into());
    }
    let numbers = with_numbers(text);
    let (size, ones) = Scanner::new(&numbers).mask()?;
    Ok(DrawnBoard { marks: marks(&numbers, invert), ..of_digits(size, &ones, invert)? })
}

/// Returns the mark of a square and the mark of a hole, or `None` if the text contains neither 0 nor 1.
fn marks(text: &str, invert: bool) -> Option<[&'static str; 2]> {
    let [square, hole] = if invert { ["0", "1"] } else { ["1", "0"] };
    let has_other_holes = text.contains('#') && !text.contains(hole);
    text.contains(['0', '1']).then_some([square, if has_other_holes { "#" } else { hole }])
}

/// Creates a board from a table of zeros and ones. `ones` has one flag per entry, row by row. A flag is true if the
/// entry is 1.
fn of_digits(size: Board, ones: &[bool], invert: bool) -> Result<DrawnBoard> {
    let holes: Vec<Square> =
        size.squares().zip(ones).filter(|&(_, &one)| one == invert).map(|(square, _)| square).collect();
    let squares = size.cells() - holes.len() as u64;
    if squares < 2 {
        return Err(BoardError::FewOfDigits { squares, inverted: invert }.into());
    }
    let marks = if invert { ["0", "1"] } else { ["1", "0"] };
    Ok(DrawnBoard { board: size.with_holes(holes)?, start: None, marks: Some(marks) })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric())
}

/// Parses the word `true` or the word `false`, in upper or lower case. Returns `None` for other words.
fn is_truth(word: &str) -> Option<bool> {
    [("true", true), ("false", false)].iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|&(_, value)| value)
}

/// Replaces true by 1 and false by 0 in a text. Blanks after each digit keep all other words at their positions.
fn with_numbers(text: &str) -> String {
    let mut numbers = String::with_capacity(text.len());
    for part in text.split_inclusive(|character: char| !character.is_alphanumeric()) {
        let word = part.trim_end_matches(|character: char| !character.is_alphanumeric());
        match is_truth(word) {
            Some(value) => {
                numbers.push_str(if value { "1" } else { "0" });
                numbers.extend(std::iter::repeat_n(' ', word.len() - 1));
                numbers.push_str(&part[word.len()..]);
            }
            None => numbers.push_str(part),
        }
    }
    numbers
}

/// Returns an error for a board that mixes `.` with the digits 0 and 1, which is ambiguous. In the notation of this
/// crate, `.` and `1` are squares. In some other notations, `0` or `1` is a square, and `.` is not a square. In others,
/// 1 is a visit number. A mixture of `.` and `0` is unambiguous if the text contains `N` or `#`.
fn ambiguous(text: &str) -> Result<()> {
    let (zeros, ones) = (text.matches('0').count(), text.matches('1').count());
    let readings = match (zeros, ones) {
        _ if !text.contains('.') => return Ok(()),
        (_, 0) if zeros == 0 || text.contains(['N', '#']) => return Ok(()),
        (_, 0) => ["squares '.' with holes '0'", "squares '0' with '.' outside"],
        (0, 1) => ["squares '.', one with the visit number 1", "squares '.' and '1'"],
        (0, _) => ["squares '.' and '1'", "squares '1' with '.' outside"],
        (_, 1) => ["squares '.' and '1' with holes '0'", "squares '0' with the start '1', and '.' outside"],
        _ => ["squares '.' and '1' with holes '0'", "squares '1' with '.' and '0' outside"],
    };
    Err(BoardError::Ambiguous { readings }.into())
}

/// A board drawn with one mark for squares, another mark for the start, and blanks or other marks outside the board.
struct BoardDrawing<'a> {
    text: &'a str,
    /// Mark of a square and mark of the start.
    marks: [char; 2],
    /// Number of characters from one square to the next in a line. It is 2 if blanks separate all squares, and 1
    /// otherwise.
    stride: usize,
    /// Number of characters before the first square in a line.
    indent: usize,
    cols: usize,
}

impl<'a> BoardDrawing<'a> {
    /// Returns the drawing in a text, or `None` if the text is not a drawing. In a drawing, the mark for squares occurs
    /// at least twice, and more often than all other marks within the board together. At least one position in the
    /// rectangle of the drawing is outside the board.
    fn of(text: &'a str) -> Option<Self> {
        let count = |mark| text.matches(mark).count();
        let marks = if count('x') > count('0') { ['x', 's'] } else { ['0', '1'] };
        let others =
            text.chars().filter(|&found| !found.is_whitespace() && !is_outside(found) && found != marks[0]).count();
        if text.contains('\t') || count(marks[0]) < 2 || count(marks[0]) <= others {
            return None;
        }
        let lines = || text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        let blanks = |line: &str| line.chars().take_while(|&found| found == ' ').count();
        let indent = lines().map(blanks).min()?;
        let is_blank = |column: usize| lines().all(|line| line.chars().nth(column).is_none_or(|found| found == ' '));
        // If a blank follows each square, every second column contains only blanks.
        let widest = lines().map(|line| line.chars().count()).max()? - indent;
        let stride = if widest > 2 && widest < 1 << 12 && (1..widest).step_by(2).all(|at| is_blank(indent + at)) {
            2
        } else {
            1
        };
        let cols = widest.div_ceil(stride);
        let drawing = Self { text, marks, stride, indent, cols };
        let has_outside =
            text.contains(is_outside) || lines().any(|line| drawing.cells(line).any(|(_, found)| found == ' '));
        (has_outside || lines().any(|line| drawing.cells(line).count() < cols)).then_some(drawing)
    }

    /// Returns the characters of a line at the positions of squares, each with its index in the line.
    fn cells<'l>(&self, line: &'l str) -> impl Iterator<Item = (usize, char)> + use<'l> {
        line.trim_end().chars().enumerate().skip(self.indent).step_by(self.stride)
    }

    fn read(&self) -> Result<DrawnBoard> {
        let lines: Vec<(usize, &str)> = (1..).zip(self.text.lines()).collect();
        let is_filled = |&(_, line): &(usize, &str)| !line.trim().is_empty();
        let first = lines.iter().position(is_filled).ok_or(BoardError::Empty)?;
        let last = lines.iter().rposition(is_filled).ok_or(BoardError::Empty)?;
        let rows = &lines[first..=last];
        if let Some(&(line, text)) = rows.iter().find(|_| rows.len() * self.cols > CELLS_PER_BYTE * self.text.len()) {
            return Err(BoardError::Ragged { line, found: self.cells(text).count(), expected: self.cols }.into());
        }
        let (mut holes, mut start) = (Vec::new(), None);
        for (row, &(line, text)) in (0..).zip(rows) {
            let mut cells = self.cells(text);
            for col in 0..self.cols as u32 {
                let square = Square::new(row, col);
                match cells.next() {
                    None => holes.push(square),
                    Some((_, found)) if found == ' ' || is_outside(found) => holes.push(square),
                    Some((_, found)) if found == self.marks[0] => {}
                    Some((_, found)) if found == self.marks[1] && start.is_none() => start = Some(square),
                    Some((at, found)) if found == self.marks[1] => {
                        return Err(BoardError::SecondStart { line, column: at + 1 }.into());
                    }
                    Some((at, found)) => return Err(BoardError::Character { line, column: at + 1, found }.into()),
                }
            }
        }
        // The start `s` occurs only in texts whose squares are written as `x`. Without a start, a text that contains
        // `x` and `.` has two meanings.
        if self.marks[0] == 'x' && start.is_none() && self.text.contains('.') {
            let readings = ["squares 'x' with '.' outside", "squares '.' with holes 'x'"];
            return Err(BoardError::Ambiguous { readings }.into());
        }
        let board = Board::sized(rows.len() as u64, self.cols as u64)?.with_holes(holes)?;
        let square = match (self.marks[0], start) {
            ('x', Some(_)) => "x, the start s",
            ('x', None) => "x",
            (_, Some(_)) => "0, the start 1",
            (_, None) => "0",
        };
        Ok(DrawnBoard { board, start, marks: Some([square, "outside"]) })
    }
}

/// Returns whether this character of a drawing marks an area outside the board. Returns `false` for a blank.
fn is_outside(character: char) -> bool {
    matches!(character, '-' | '_' | '#' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A drawing of a board with 12 squares, one of which is the start.
    const DRAWN: &str = " 00\n0010\n0 00\n 000\n";

    fn board(text: &str) -> DrawnBoard {
        read_board(text.as_bytes(), false).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn error(text: &str) -> String {
        read_board(text.as_bytes(), false).unwrap_err().to_string()
    }

    #[test]
    fn boards_drawn_with_0_for_a_square_are_read() {
        let plain = parse_board("#..#\n..N.\n.#..\n#...\n").unwrap();
        let spaced: String =
            DRAWN.lines().map(|line| line.chars().flat_map(|c| [c, ' ']).collect::<String>() + "\n").collect();
        for text in [
            DRAWN,
            &spaced,
            &*DRAWN.replace(' ', "-").replace("00\n0010", "00-\n0010"),
            &*DRAWN.replace(' ', "_"),
            &*DRAWN.replace(' ', "#"),
            &*DRAWN.replace('0', "x").replace('1', "s"),
            &*DRAWN.replace('0', "x").replace('1', "s").replace(' ', ".").replace("xx\nxxs", "xx.\nxxs"),
            &*DRAWN.lines().map(|line| format!("   {line}  \r\n")).collect::<String>(),
        ] {
            let found = board(text);
            assert_eq!((found.board, found.start), plain, "{text}");
        }
        assert_eq!(board(DRAWN).marks, Some(["0, the start 1", "outside"]));
        assert_eq!(board("00\n 000").board.playable(), 5);
        assert_eq!(board("1#1\n111\n").marks, Some(["1", "#"]));
        for (text, message) in [
            (" 00\n0020\n0 00\n", "line 2, column 3 of the board: '2' is neither a square nor a hole"),
            (" 00\n0010\n0 01\n", "line 3, column 4 of the board: a second start"),
            (" xx\nxxxx\n. xx\n", "the board may be squares 'x' with '.' outside, or squares '.' with holes 'x'"),
            (
                ".00\n010\n",
                "the board may be squares '.' and '1' with holes '0', or squares '0' with the start '1', and '.' outside",
            ),
            (".1.\n...\n", "the board may be squares '.', one with the visit number 1, or squares '.' and '1'"),
            (". 1\n1 .\n", "the board may be squares '.' and '1', or squares '1' with '.' outside"),
            (".1.#\n...1\n", "the board may be squares '.' and '1', or squares '1' with '.' outside"),
            (".,1,1\n.,1,1\n", "the board may be squares '.' and '1', or squares '1' with '.' outside"),
            (".00.\n0000\n", "the board may be squares '.' with holes '0', or squares '0' with '.' outside"),
            (
                "1.0 0.0\n1.0 1.0\n",
                "the board may be squares '.' and '1' with holes '0', or squares '1' with '.' and '0' outside",
            ),
            ("000\n010\n", "a board of digits needs at least 2 squares, and this one has 1: 1 is a square, 0 a hole"),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
        let ragged = format!("{}\n{}", "0".repeat(1 << 12), "0\n".repeat(1 << 14));
        assert!(error(&ragged).starts_with("line 1 of the board has 4096 squares where"), "{}", error(&ragged));
    }

    #[test]
    fn tables_of_0_and_1_are_boards_that_can_be_inverted() {
        let plain = parse_board(".#.\n...").unwrap().0;
        assert_eq!(board(".,#\n.,.\n").marks, None);
        for text in [
            "1,0,1\n1,1,1\n",
            "1;0;1\r\n1;1;1\r\n",
            "[[1, 0, 1], [1, 1, 1]]",
            "True,False,True\nTrue,True,True\n",
            "[[ True False  True]\n [ True  True  True]]",
            "a,b,c\nTRUE,FALSE,TRUE\nTRUE,TRUE,TRUE\n",
            "1.0,0.0,1.0\n1.0,1.0,1.0\n",
            "array([[ True, False,  True],\n       [ True,  True,  True]])",
        ] {
            let found = board(text);
            assert_eq!((found.board, found.marks), (plain.clone(), Some(["1", "0"])), "{text}");
            let inverted = read_board(text.as_bytes(), true);
            assert_eq!(inverted.unwrap_err().to_string().find("0 is a square, 1 a hole"), Some(64), "{text}");
        }
        let inverted = read_board(b"010\n000\n", true).unwrap();
        assert_eq!((inverted.board, inverted.marks), (plain.clone(), Some(["0", "1"])));
        assert_eq!(read_board(b"0,1,0\n0,0,0\n", true).unwrap().board, plain);
        for (text, message) in [
            ("1,0,1\n1,2,1\n", "line 2, column 3: '2' is not a 0 or 1"),
            ("1,0,1\n1,x,1\n", "line 2, column 3: 'x' is not a 0 or 1"),
            ("True,False\nTrue,maybe\n", "line 2, column 6: 'maybe' is not a number or square"),
            ("1,0,1\n1,1\n", "line 2 has 2 squares where the first has 3"),
            ("[[1, 0], [1, 1]", "line 1, column 16: the file ends where a closing bracket is expected"),
            ("0,0\n0,1\n", "a board of digits needs at least 2 squares, and this one has 1: 1 is a square, 0 a hole"),
        ] {
            assert_eq!(error(text), message, "{text}");
        }
    }

    #[test]
    fn arrays_of_0_and_1_are_boards() {
        let array = |descr: &str, data: &[u8]| {
            let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (2, 3), }}\n");
            [npy::MAGIC, &[1, 0], &(text.len() as u16).to_le_bytes(), text.as_bytes(), data].concat()
        };
        let plain = parse_board(".#.\n...").unwrap().0;
        let bits = [true, false, true, true, true, true];
        let wide = |bytes: &dyn Fn(bool) -> Vec<u8>| bits.iter().flat_map(|&bit| bytes(bit)).collect::<Vec<u8>>();
        for (descr, data) in [
            ("|b1", wide(&|bit| vec![bit.into()])),
            ("|u1", wide(&|bit| vec![bit.into()])),
            (">i4", wide(&|bit| i32::from(bit).to_be_bytes().into())),
            ("<f8", wide(&|bit| f64::from(u8::from(bit)).to_le_bytes().into())),
            (">f4", wide(&|bit| f32::from(u8::from(bit)).to_be_bytes().into())),
        ] {
            let found = read_board(&array(descr, &data), false).unwrap();
            assert_eq!((found.board, found.marks), (plain.clone(), Some(["1", "0"])), "{descr}");
        }
        let error = |descr, data: &[u8]| read_board(&array(descr, data), false).unwrap_err().to_string();
        assert_eq!(error("|u1", &[1, 1, 1, 1, 255, 1]), "row 1, col 1 of the array: '255' is not a 0 or 1");
        assert_eq!(error("|b1", &[1; 5]), "an array of shape (2, 3) takes 6 bytes, the file has 5");
        assert_eq!(error("<f8", &[0xff; 48]), "row 0, col 0 of the array: 'NaN' is not a 0 or 1");
        assert!(error("<c8", &[0; 48]).starts_with("the array has the type '<c8'"));
    }
}
