//! Reads and writes a tour as a JSON object. The object contains the board, the kind of the tour, metadata such as the
//! method that found the tour, and the squares as `[row, col]` in visiting order.
//!
//! The squares are written and read one by one. No allocation depends on the size of the board that a file declares.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{
    DeclaredKind, DeviceDetails, FileTour, FormatError, Result, TourMetadata, TourWriter, same_size, with_listed_holes,
};
use crate::words::of_json;
use crate::{Board, Kind, Leaper, Path, Square, Wrap};

/// The JSON object for writing. Its keys are in the order of the fields.
#[derive(serde::Serialize)]
struct JsonTour<'a, S: Serialize> {
    board: &'a Board,
    kind: DeclaredKind,
    #[serde(flatten)]
    details: &'a TourMetadata,
    squares: S,
}

/// JSON representation of a board: rows, columns and leaper; also the joined sides and the holes, if the board has any.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (has_holes, wraps) = (self.hole_count() > 0, self.wrap() != Wrap::None);
        let mut board = serializer.serialize_struct("Board", 3 + usize::from(wraps) + usize::from(has_holes))?;
        board.serialize_field("rows", &self.rows())?;
        board.serialize_field("cols", &self.cols())?;
        board.serialize_field("leaper", &[self.leaper().r(), self.leaper().s()])?;
        if wraps {
            board.serialize_field("wrap", &self.wrap())?;
        }
        if has_holes {
            board.serialize_field("holes", &SquareList(|| self.holes()))?;
        }
        board.end()
    }
}

/// A list of squares, generated during serialization.
struct SquareList<F>(F);

impl<I: Iterator<Item = Square>, F: Fn() -> I> Serialize for SquareList<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)().map(|square| [square.row, square.col]))
    }
}

/// Writes the object in one line.
pub(super) fn write(
    path: &Path,
    kind: Option<Kind>,
    details: &TourMetadata,
    out: &mut TourWriter<'_>,
) -> io::Result<()> {
    let written = JsonTour { board: path.board(), kind: kind.into(), details, squares: SquareList(|| path.squares()) };
    serde_json::to_writer(&mut *out, &written)?;
    out.write_all(b"\n")
}

/// The JSON object for reading. It repeats the fields of [`TourMetadata`], since serde cannot report the position of an
/// error in a flattened structure.
#[derive(serde::Deserialize)]
#[serde(expecting = "an object with the keys board and squares")]
struct Document {
    board: Option<ReadBoard>,
    kind: Option<DeclaredKind>,
    method: Option<String>,
    rule: Option<String>,
    order: Option<String>,
    seed: Option<u64>,
    device: Option<DeviceDetails>,
    seconds: Option<f64>,
    squares: Vec<Pair>,
}

/// A square, or the jump of a leaper.
#[derive(serde::Deserialize)]
#[serde(expecting = "a list of two whole numbers, as in [2, 4],")]
pub(super) struct Pair(pub(super) u32, pub(super) u32);

#[derive(serde::Deserialize)]
#[serde(expecting = "an object with the keys rows and cols")]
struct ReadBoard {
    rows: u64,
    cols: u64,
    leaper: Option<Pair>,
    #[serde(default)]
    wrap: Wrap,
    #[serde(default)]
    holes: Vec<Pair>,
}

/// Reads a tour from a JSON object. Unknown keys are ignored.
pub(super) fn read(text: &str, given: Option<&Board>) -> Result<FileTour> {
    let Document { board, kind, method, rule, order, seed, device, seconds, squares } =
        serde_json::from_str(text).map_err(wrong)?;
    let square = |Pair(row, col)| Square::new(row, col);
    let board = match (board, given) {
        (None, None) => return Err(FormatError::NoBoard(None)),
        (None, Some(given)) => given.clone(),
        (Some(file), Some(given)) => same_size(&Board::sized(file.rows, file.cols)?, given)?,
        (Some(file), None) => {
            let leaper = file.leaper.map_or(Ok(Leaper::KNIGHT), |Pair(r, s)| Leaper::new(r, s))?;
            let size = Board::sized(file.rows, file.cols)?.with_leaper(leaper).wrapping(file.wrap);
            with_listed_holes(size, file.holes.into_iter().map(square), text.len())?
        }
    };
    let details = TourMetadata { method, rule, order, seed, device, seconds };
    Ok(FileTour { board, squares: squares.into_iter().map(square).collect(), details, kind, note: None })
}

/// Converts an error of the JSON parser.
pub(super) fn wrong(error: serde_json::Error) -> FormatError {
    FormatError::Json { line: error.line(), column: error.column(), message: of_json(&error) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Format};

    fn written(path: &Path, kind: Option<Kind>, details: &TourMetadata) -> String {
        let mut out = Vec::new();
        format::write(Format::Json, path, kind, details, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn keys_that_do_not_apply_are_left_out() {
        let path = Path::new(Board::new(3, 4).unwrap(), vec![0, 6]).unwrap();
        assert_eq!(
            written(&path, None, &TourMetadata::default()),
            "{\"board\":{\"rows\":3,\"cols\":4,\"leaper\":[1,2]},\"kind\":\"partial\",\"squares\":[[0,0],[1,2]]}\n"
        );
    }

    #[test]
    fn everything_is_read_back_as_it_is_written() {
        let camel: Leaper = "camel".parse().unwrap();
        let board = Board::new(3, 4).unwrap().with_leaper(camel).with_holes([Square::new(2, 2)]).unwrap();
        let path = Path::new(board.clone(), vec![0, 7]).unwrap();
        let device =
            DeviceDetails { name: "H200".into(), backend: Some("vulkan".into()), driver: Some("570.1 \"x\"".into()) };
        let details = TourMetadata {
            method: Some("warnsdorff".into()),
            rule: Some("pohl".into()),
            order: Some("slides".into()),
            seed: Some(u64::MAX),
            device: Some(device),
            seconds: Some(0.125),
        };
        let text = written(&path, Some(Kind::Open), &details);
        assert_eq!(
            text,
            "{\"board\":{\"rows\":3,\"cols\":4,\"leaper\":[1,3],\"holes\":[[2,2]]},\"kind\":\"open\",\
             \"method\":\"warnsdorff\",\"rule\":\"pohl\",\"order\":\"slides\",\"seed\":18446744073709551615,\
             \"device\":{\"name\":\"H200\",\"backend\":\"vulkan\",\"driver\":\"570.1 \\\"x\\\"\"},\
             \"seconds\":0.125,\"squares\":[[0,0],[1,3]]}\n"
        );
        let found = read(&text, None).unwrap();
        assert_eq!(
            found,
            FileTour { board, squares: path.squares().collect(), details, kind: Some(DeclaredKind::Open), note: None }
        );
    }

    #[test]
    fn joined_sides_are_read_back_as_they_are_written() {
        let board = Board::new(3, 4).unwrap().wrapping(Wrap::Rows);
        let path = Path::new(board.clone(), vec![0, 11]).unwrap();
        let text = written(&path, Some(Kind::Open), &TourMetadata::default());
        assert!(text.contains("\"leaper\":[1,2],\"wrap\":\"rows\"}"), "{text}");
        assert_eq!(read(&text, None).unwrap().board, board);
        let wrong = read(&text.replace("rows\"}", "all\"}"), None).unwrap_err().to_string();
        assert!(wrong.contains("one of 'none', 'rows', 'cols', 'both' is expected, not 'all'"), "{wrong}");
    }

    #[test]
    fn a_given_board_stands_in_or_goes_before_the_files() {
        let given = Board::new(3, 4).unwrap().with_holes([Square::new(0, 0)]).unwrap();
        let bare = "{\"squares\": [[9, 9]], \"new\": {\"deep\": [1]}, \"seconds\": null}";
        let found = read(bare, Some(&given)).unwrap();
        assert_eq!((&found.board, found.squares), (&given, vec![Square::new(9, 9)]));
        let same = "{\"board\": {\"rows\": 3, \"cols\": 4, \"leaper\": [1, 4]}, \"squares\": []}";
        assert_eq!(read(same, Some(&given)).unwrap().board, given);
        let other = read("{\"board\": {\"rows\": 4, \"cols\": 4}, \"squares\": []}", Some(&given));
        assert!(matches!(other, Err(FormatError::Size { file_rows: 4, file_cols: 4, rows: 3, cols: 4 })));
    }

    #[test]
    fn a_short_file_cannot_claim_a_huge_board_with_holes() {
        let claim = |n: u64, holes| {
            read(&format!("{{\"board\": {{\"rows\": {n}, \"cols\": {n}, \"holes\": {holes}}}, \"squares\": []}}"), None)
        };
        assert_eq!(
            claim(1_000_000_000, "[[0,0]]").unwrap_err().to_string(),
            "a file of 84 bytes claims a board with holes of 1000000000000000000 squares, more than 1053952"
        );
        assert!(claim(1_000_000_000, "[]").is_ok());
        assert!(claim(1000, "[[0,0]]").is_ok());
        assert!(matches!(claim(u64::MAX, "[]"), Err(FormatError::Board(_))));
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        let errors = [
            ("{", "line 1, column 1: the file ends too early"),
            ("{}", "line 1, column 2: the key 'squares' is missing"),
            ("{\"squares\": []}", "the file does not say the size of its board"),
            (
                "{\n\"squares\": [[1]]}",
                "line 2, column 15: a list of two whole numbers, as in [2, 4], is expected, not a list of 1",
            ),
            (
                "{\"squares\": [\"a1\"]}",
                "line 1, column 17: a list of two whole numbers, as in [2, 4], is expected, not \"a1\"",
            ),
            ("{\"squares\": [[0,-1]]}", "line 1, column 18: a whole number from 0 to 4294967295 is expected, not -1"),
            ("{\"squares\": [[0,1,2]]}", "line 1, column 19: the end of the list, or of the file, is expected"),
            ("{\"squares\": 5}", "line 1, column 13: a list is expected, not 5"),
            ("{\"squares\": {}}", "line 1, column 12: a list is expected, not an object"),
            ("{\"squares\": [],\"squares\": []}", "line 1, column 24: the key 'squares' occurs twice"),
            (
                "{\"board\": {\"rows\": 1e20, \"cols\": 1}}",
                "line 1, column 23: a whole number from 0 to 18446744073709551615 is expected, not 1e+20",
            ),
            ("{\"board\": 8}", "line 1, column 11: an object with the keys rows and cols is expected, not 8"),
            ("{\"seconds\": \"x\"}", "line 1, column 15: a number is expected, not \"x\""),
            ("{\"method\": 3}", "line 1, column 12: a text in quotes is expected, not 3"),
            ("{\"squares\": [[0 1]]}", "line 1, column 17: ',' or ']' is expected"),
            ("{\"squares\": [[0,1],]}", "line 1, column 20: a value is expected after the comma"),
            ("{squares: []}", "line 1, column 2: a key in quotes is expected"),
            (
                "{\"kind\": \"\\u001b\"}",
                "line 1, column 17: one of 'partial', 'open', 'closed' is expected, not '\\u{1b}'",
            ),
            (
                "{\"squares\": [], \"board\": {\"rows\": 0, \"cols\": 1}}",
                "a board of 0x1 is not possible: each side is 1 to 1073741824",
            ),
            ("{\"squares\": [], \"board\": {\"rows\": 1, \"cols\": 1, \"leaper\": [0, 0]}}", "'0,0' is not a leaper"),
        ];
        for (text, message) in errors {
            assert_eq!(read(text, None).unwrap_err().to_string(), message, "{text:?}");
        }
        let long = format!("{{\"kind\": \"{}\"}}", "x".repeat(10_000));
        assert!(read(&long, None).unwrap_err().to_string().len() < 200);
    }
}
