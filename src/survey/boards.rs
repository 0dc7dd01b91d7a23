//! The boards of a survey: lists and ranges of sizes as text.

use std::fmt;
use std::str::FromStr;

use courser_board::words::shorten;
use courser_board::{Board, BoardError};

use super::list::Progression;
use crate::survey::SurveyError;

/// Maximum number of boards in a survey.
const MAX_BOARDS: u64 = 1 << 20;

/// Boards without holes, given by their sizes. Examples of the text form are `8`, `6x10`, `5..=100`, `5..101`,
/// `10..=100:10`, `3x4..=40`, `4..=40x3`, and lists of such items separated by commas.
///
/// A range without `x` gives the sides of square boards. A range after `ROWSx` gives the numbers of columns, and a
/// range before `xCOLS` gives the numbers of rows. `..=` includes the end of the range, `..` excludes the end, and `:`
/// precedes the step.
///
/// ```
/// use courser::survey::Boards;
///
/// let boards: Boards = "8, 3x4..=8:2".parse().unwrap();
/// let sizes: Vec<String> = boards.each().map(|board| board.to_string()).collect();
/// assert_eq!(sizes, ["8x8", "3x4", "3x6", "3x8"]);
/// assert_eq!(boards.to_string(), "8,3x4..=8:2");
/// assert!("9..=5".parse::<Boards>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards {
    spans: Vec<SizeSpan>,
}

/// A progression of board sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SizeSpan {
    /// The form of the boards: square boards, or boards with one fixed side.
    side: SpanSide,
    /// Lengths of the varying side. For square boards, lengths of both sides.
    range: Progression,
}

/// The form of the boards of a span: square boards, or boards with one fixed side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SpanSide {
    /// Square boards. The span's `range` contains the numbers of rows, which are also the numbers of columns.
    Square,
    /// Boards with this fixed number of rows. The span's `range` contains the numbers of columns.
    Rows(u64),
    /// Boards with this fixed number of columns. The span's `range` contains the numbers of rows.
    Cols(u64),
}

impl SpanSide {
    fn board(self, side: u64) -> Result<Board, BoardError> {
        match self {
            Self::Square => Board::sized(side, side),
            Self::Rows(rows) => Board::sized(rows, side),
            Self::Cols(cols) => Board::sized(side, cols),
        }
    }
}

impl Boards {
    /// Returns the boards in the order in which the text form lists them. The leaper of each board is the knight.
    pub fn each(&self) -> impl Iterator<Item = Board> + '_ {
        // Both ends of every span are valid boards, so all boards between them are valid.
        let board = |(side, length): (SpanSide, u64)| side.board(length).expect("between two boards lies a board");
        self.spans.iter().flat_map(|span| span.range.numbers().map(|length| (span.side, length))).map(board)
    }

    /// Returns the number of boards.
    pub fn count(&self) -> u64 {
        self.spans.iter().map(|span| span.range.count()).sum()
    }

    /// Returns whether all boards are square.
    pub fn are_square(&self) -> bool {
        self.spans.iter().all(|span| match span.side {
            SpanSide::Square => true,
            SpanSide::Rows(side) | SpanSide::Cols(side) => span.range.from == side && span.range.to == side,
        })
    }
}

impl FromStr for Boards {
    type Err = SurveyError;

    fn from_str(text: &str) -> Result<Self, SurveyError> {
        let spans: Result<Vec<SizeSpan>, SurveyError> = text.split(',').map(|part| span(part.trim())).collect();
        let boards = Self { spans: spans? };
        match boards.count() {
            0..=MAX_BOARDS => Ok(boards),
            many => Err(SurveyError::Boards {
                text: shorten(text),
                why: format!("names {many} boards, more than {MAX_BOARDS}"),
            }),
        }
    }
}

fn span(text: &str) -> Result<SizeSpan, SurveyError> {
    let wrong = |why| SurveyError::Boards { text: shorten(text), why };
    let parse = |text: &str| Progression::parse(text, "a size of boards").map_err(wrong);
    let one = |text: &str| match parse(text)? {
        Progression { from, to, .. } if from == to => Ok(from),
        _ => Err(wrong("has two ranges".into())),
    };
    let (side, range) = match text.split_once(['x', 'X']) {
        Some((range, cols)) if range.contains("..") => (SpanSide::Cols(one(cols)?), range),
        Some((rows, range)) => (SpanSide::Rows(one(rows)?), range),
        None => (SpanSide::Square, text),
    };
    let range = parse(range)?;
    side.board(range.from)?;
    side.board(range.to)?;
    Ok(SizeSpan { side, range })
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spans = self.spans.iter().map(|SizeSpan { side, range }| match side {
            SpanSide::Square => range.to_string(),
            SpanSide::Rows(rows) => format!("{rows}x{range}"),
            SpanSide::Cols(cols) => format!("{range}x{cols}"),
        });
        f.write_str(&spans.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_are_read_and_written() {
        for (text, count, written) in [
            ("8", 1, "8"),
            ("6x10", 1, "6x10"),
            ("5..=100", 96, "5..=100"),
            ("5..101", 96, "5..=100"),
            ("10..=100:10,3x4..8", 14, "10..=100:10,3x4..=7"),
            (" 8 , 9x9 ", 2, "8,9x9"),
            ("4..=9x3,4..9:2x5", 9, "4..=9x3,4..=8:2x5"),
        ] {
            let boards: Boards = text.parse().unwrap();
            assert_eq!((boards.count(), boards.to_string().as_str()), (count, written), "{text}");
            assert_eq!(boards.each().count() as u64, count, "{text}");
            assert_eq!(boards.to_string().parse::<Boards>().unwrap(), boards, "{text}");
        }
    }

    #[test]
    fn what_is_no_list_of_boards_is_refused() {
        for text in [
            "",
            "x",
            "8,",
            "5..=",
            "..5",
            "9..=5",
            "5..5",
            "5..0",
            "8:0",
            "0",
            "-3",
            "5..=99999999999",
            "8x",
            "1e3",
            "1..=1048577",
            "1..=1048576,8",
            "4..=9x",
            "4..=9x3..=4",
        ] {
            assert!(text.parse::<Boards>().is_err(), "{text}");
        }
    }
}
