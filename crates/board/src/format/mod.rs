//! Tours in files, as visit numbers, squares, tables or arrays.
//!
//! | format | content of a file | source of the board | several tours |
//! |---|---|---|---|
//! | [`Grid`](Format::Grid) | visit numbers, one row per line; `#` is a hole, `.` an unvisited square | the shape of the grid | no |
//! | [`Moves`](Format::Moves) | `a1 c2 …`, one tour or one square per line; lists in the notation of Haskell are also read: `[(1,1),(2,3)]` | the named squares | yes |
//! | [`Csv`](Format::Csv) | `visit,row,col,square`, one visit per line | the named squares | no |
//! | [`Json`](Format::Json) | the board, the squares, and [metadata](TourMetadata) | the key `board` | no |
//! | [`Npy`](Format::Npy) | NumPy array of visit numbers, 0 for a hole, of shape (rows, cols) or (tours, rows, cols) | the shape of the array | read, but not written |
//! | [`Tsplib`](Format::Tsplib) | `.tour` file of TSPLIB: squares that are not holes, numbered row by row from 1 | a comment or the name | yes |
//!
//! [`read`] returns the content of a file without checking it. The result can visit a square twice, jump too far, or
//! leave the board; [`check`](crate::check) reports such violations. An error of this module means that the file cannot
//! be read as a list of squares: for example, a grid lacks a number, or a file ends within a word. Therefore a caller
//! handles two kinds of errors: reading errors and violations.
//!
//! A board given to [`read`] is used instead of the board in the file. The given board also determines the holes and
//! the leaper. If the file contains a size, the size must equal the size of the given board.
//!
//! ```
//! use courser_board::{Kind, check, format};
//!
//! let text = b" 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n";
//! let found = format::read(text, None, None).unwrap().remove(0);
//! assert_eq!(found.board.to_string(), "3x4");
//! assert_eq!(check(&found.board, found.squares), Ok(Kind::Open));
//! ```

mod board;
mod csv;
mod error;
mod grid;
mod json;
mod moves;
mod npy;
mod number;
mod placements;
mod scan;
mod tsplib;

use std::borrow::Cow;
use std::io::{BufWriter, Write};

use serde::{Deserialize, Serialize};

pub use self::board::{DrawnBoard, read_board};
pub use self::error::{FileLocation, FormatError, Result};
pub use self::placements::{Placement, read_placements};
use crate::words::shorten;
use crate::{Board, Kind, Path, Square, with_newlines};
pub use npy::{NpyLayout, npy_has_length, npy_header, npy_layout};
pub(crate) use tsplib::{keyword as tsplib_keyword, write_board as write_tsplib_board};

/// Constant part of the maximum number of squares of a board with holes. Each byte of the board's file adds
/// `HOLED_CELLS_A_BYTE` squares to this maximum. The holes of a board with 2^20 squares take 128 KiB.
const HOLED_CELLS: u64 = 1 << 20;

/// Increase of the maximum number of squares of a board with holes, per byte of the board's file. The constant part of
/// this maximum is `HOLED_CELLS`.
const HOLED_CELLS_A_BYTE: u64 = 64;

/// The file formats for tours.
///
/// ```
/// use courser_board::format::Format;
///
/// assert_eq!("csv".parse::<Format>().unwrap(), Format::Csv);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = FormatError, parse_err_fn = unknown)]
pub enum Format {
    /// Visit numbers, right-aligned, with one row of the board per line.
    Grid,
    /// Names of squares, with one tour per line.
    Moves,
    /// A table with the header `visit,row,col,square` and one visit per line.
    Csv,
    /// A JSON object with the board, the details and the squares.
    Json,
    /// A NumPy array of visit numbers.
    Npy,
    /// A `.tour` file of TSPLIB (Reinelt, "TSPLIB 95", 1995).
    Tsplib,
}

impl Format {
    /// All formats, in the order in which users see them.
    pub const ALL: [Self; 6] = [Self::Grid, Self::Moves, Self::Csv, Self::Json, Self::Npy, Self::Tsplib];

    /// Returns the name of the format.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether the format can represent a path with unvisited squares.
    pub const fn can_hold_partial(self) -> bool {
        !matches!(self, Self::Npy | Self::Tsplib)
    }
}

/// Returns the error for an unknown name.
fn unknown(text: &str) -> FormatError {
    FormatError::Name(shorten(text))
}

/// Returns the names of all formats, for messages.
fn names() -> String {
    Format::ALL.map(Format::name).join(", ")
}

/// Metadata of a tour, such as the method that found the tour. All fields are optional, and only the JSON format stores
/// them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TourMetadata {
    /// Algorithm, for example `warnsdorff`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Rule by which the moves were chosen, for example `pohl`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Order in which neighbours were examined, for example `slides`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// Seed of the random choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Device that found the tour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceDetails>,
    /// Wall-clock time of the computation in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The device that found a tour, as described in files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object with the key name")]
pub struct DeviceDetails {
    /// Name of the device, as the driver reports it.
    pub name: String,
    /// Graphics API of the device, for example `vulkan`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// Driver and its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
}

/// The kind of tour that a file declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum DeclaredKind {
    /// The squares form a path that leaves squares unvisited.
    Partial,
    /// The squares form an open tour.
    Open,
    /// The squares form a closed tour.
    Closed,
}

impl From<Option<Kind>> for DeclaredKind {
    fn from(kind: Option<Kind>) -> Self {
        match kind {
            None => Self::Partial,
            Some(Kind::Open) => Self::Open,
            Some(Kind::Closed) => Self::Closed,
        }
    }
}

/// The unchecked content of a tour file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileTour {
    /// The given board, or the board of the file if no board was given.
    pub board: Board,
    /// Squares in visiting order. A square can be outside the board, can be a hole, and can occur several times.
    pub squares: Vec<Square>,
    /// Origin of the tour, as stated in the file.
    pub details: TourMetadata,
    /// Kind of tour declared in the file, or `None` if the file declares no kind.
    pub kind: Option<DeclaredKind>,
    /// Description of the meaning chosen for the file, or `None` if the file has only one possible meaning.
    pub note: Option<&'static str>,
}

impl FileTour {
    /// Creates the content of a file that contains only squares on a board.
    fn bare(board: Board, squares: Vec<Square>) -> Self {
        Self { board, squares, details: TourMetadata::default(), kind: None, note: None }
    }
}

/// The output of a tour in any format. The output is buffered because all formats write many small pieces.
type TourWriter<'a> = BufWriter<&'a mut dyn Write>;

/// Writes a path. `kind` is `None` for a path with unvisited squares.
///
/// Uses at most four bytes of memory per square of the board, in addition to the path.
///
/// # Errors
/// [`FormatError::Partial`] if squares are unvisited and the format cannot represent unvisited squares.
/// [`FormatError::TooLarge`] if the format writes every square and the board has 2^32 squares or more.
/// [`FormatError::Io`] if writing to `out` fails.
///
/// ```
/// use courser_board::{Board, Path, format::{self, TourMetadata, Format}};
///
/// let path = Path::new(Board::new(3, 4).unwrap(), vec![0, 6, 8]).unwrap();
/// let mut out = Vec::new();
/// format::write(Format::Grid, &path, None, &TourMetadata::default(), &mut out).unwrap();
/// assert_eq!(out, b"1 . . .\n. . 2 .\n3 . . .\n");
/// ```
pub fn write(
    format: Format,
    path: &Path,
    kind: Option<Kind>,
    details: &TourMetadata,
    out: &mut dyn Write,
) -> Result<()> {
    let (visited, playable) = (path.order().len() as u64, path.board().playable());
    if visited < playable && !format.can_hold_partial() {
        return Err(FormatError::Partial { format, visited, playable });
    }
    let (cells, max) = (path.board().cells(), u32::MAX.into());
    let every_square = matches!(format, Format::Grid | Format::Npy | Format::Tsplib);
    if cells > max && every_square {
        return Err(FormatError::TooLarge { format, cells, max });
    }
    let mut out = BufWriter::with_capacity(1 << 16, out);
    match format {
        Format::Grid => grid::write(path, &mut out),
        Format::Moves => moves::write(path, &mut out),
        Format::Csv => csv::write(path, &mut out),
        Format::Json => json::write(path, kind, details, &mut out),
        Format::Npy => npy::write(path, &mut out),
        Format::Tsplib => tsplib::write(path, kind, &mut out),
    }?;
    Ok(out.flush()?)
}

/// Reads the tours of a file. If `format` is `None`, the format is recognised by the content.
///
/// If `given` is a board, it is used with its holes and its leaper. Otherwise the board and its leaper are read from
/// the file. If the file describes no board, the board is the smallest one without holes that contains every square of
/// the tours. If the file names no leaper, the leaper is the knight. The result contains at least one tour.
///
/// Memory use is proportional to the length of the file and does not depend on the sizes that the file declares.
///
/// # Errors
/// [`FormatError`] with the location of the problem.
pub fn read(bytes: &[u8], format: Option<Format>, given: Option<&Board>) -> Result<Vec<FileTour>> {
    let mut all = Vec::new();
    for_each(bytes, format, given, &mut |found| all.push(found))?;
    Ok(all)
}

/// Returns an upper bound, in bytes, of the memory for reading a file with [`read`] and then checking its tour. The
/// memory of `bytes` itself is not included.
///
/// For a format with one tour per line, this is the memory that [`for_each`] needs for the longest tour.
///
/// ```
/// use courser_board::format;
///
/// assert_eq!(format::memory(b"1 2\n3 4\n", None), 4 * 25);
/// ```
pub fn memory(bytes: &[u8], format: Option<Format>) -> u64 {
    let format = format.or_else(|| sniff(bytes).ok());
    let words = |bytes: &[u8]| bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let lines = || bytes.split(|&byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_empty());
    // In a grid or an array, a square takes 25 bytes: 16 bytes for the square and its number, 8 bytes in the ordered
    // list, and one byte for a mark. In the other formats, a square takes 48 bytes, including the memory of the check.
    let (squares, each) = match format {
        None => (0, 0),
        Some(Format::Grid) => (words(bytes), 25),
        Some(Format::Npy) => (npy::numbers_per_tour(bytes), 25),
        Some(Format::Csv) => (lines().count(), 48),
        Some(Format::Json) => (bytes.iter().filter(|&&byte| byte == b'[').count(), 48),
        Some(Format::Moves) => match lines().map(words).max().unwrap_or(0) {
            1 => (words(bytes), 48),
            longest => (longest, 48),
        },
        Some(Format::Tsplib) => (words(bytes), 48),
    };
    squares as u64 * each
}

/// Calls `on_found` with each tour that [`read`] would return. Only one tour at a time is in memory, even if the file
/// contains many tours.
///
/// # Errors
/// Returns the errors of [`read`]. If any tour of the file causes an error, `on_found` is not called for any tour.
///
/// ```
/// use courser_board::format;
///
/// let mut lengths = Vec::new();
/// format::for_each(b"a1 b3 c1\na2 c1\n", None, None, &mut |found| lengths.push(found.squares.len())).unwrap();
/// assert_eq!(lengths, [3, 2]);
/// ```
pub fn for_each(
    bytes: &[u8],
    format: Option<Format>,
    given: Option<&Board>,
    on_found: &mut dyn FnMut(FileTour),
) -> Result<()> {
    let format = match format {
        Some(format) => format,
        None => return sniffed(bytes, given, on_found),
    };
    let one = match format {
        Format::Moves => return moves::for_each(&text(bytes)?, given, on_found),
        Format::Tsplib => return tsplib::for_each(&text(bytes)?, given, on_found),
        Format::Npy => return npy::for_each(bytes, given, on_found),
        Format::Grid => grid::read(&text(bytes)?, given),
        Format::Csv => csv::read(&text(bytes)?, given),
        Format::Json => json::read(&text(bytes)?, given),
    };
    on_found(one?);
    Ok(())
}

/// Reads content of unknown format. If no format matches, the text is read by [`scan`].
fn sniffed(bytes: &[u8], given: Option<&Board>, on_found: &mut dyn FnMut(FileTour)) -> Result<()> {
    let error = match sniff(bytes).map(|format| for_each(bytes, Some(format), given, on_found)) {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error)) | Err(error) => error,
    };
    let is_of_text = matches!(
        error,
        FormatError::Unknown { .. }
            | FormatError::Word { .. }
            | FormatError::Visit { .. }
            | FormatError::Doubled { .. }
            | FormatError::Ragged { .. }
    );
    let Some(text) = text(bytes).ok().filter(|text| is_of_text && text.len() <= scan::MAX_LINE) else {
        return Err(error);
    };
    match scan::read(&text, given) {
        Ok(found) => {
            found.into_iter().for_each(on_found);
            Ok(())
        }
        Err(scanned) => Err(later(error, scanned, &text)),
    }
}

/// Returns whichever of two errors is later in the text: the error of the recognised format, or the error of the scan.
fn later(format: FormatError, scanned: FormatError, text: &str) -> FormatError {
    let first = || lines(text).next().and_then(|(number, line)| Some(place(number, line, words(line).next()?.0)));
    match (&format, &scanned) {
        (FormatError::Unknown { .. }, FormatError::Word { place, .. }) if Some(*place) == first() => format,
        (FormatError::Word { place: one, .. }, FormatError::Word { place: other, .. }) if one >= other => format,
        (FormatError::Unknown { .. } | FormatError::Word { .. }, _) => scanned,
        _ => format,
    }
}

/// Returns the format of `bytes`, recognised by the content.
///
/// # Errors
/// [`FormatError::Empty`] if the file is empty or blank, [`FormatError::Binary`] if it is neither text nor a NumPy
/// array, and [`FormatError::Unknown`] if no format begins with the first word of the text.
///
/// ```
/// use courser_board::format::{Format, sniff};
///
/// assert_eq!(sniff(b"a3 c2 a1").unwrap(), Format::Moves);
/// assert_eq!(sniff(b"hello").unwrap_err().to_string(), "line 1 begins with 'hello', as no tour format does");
/// ```
pub fn sniff(bytes: &[u8]) -> Result<Format> {
    if bytes.starts_with(npy::MAGIC) {
        return Ok(Format::Npy);
    }
    let text = &*text(bytes)?;
    let (number, line) = lines(text).next().ok_or(FormatError::Empty)?;
    let (_, word) = words(line).next().ok_or(FormatError::Empty)?;
    if word.starts_with('{') && !begins_list(text) {
        Ok(Format::Json)
    } else if tsplib::begins(line) {
        Ok(Format::Tsplib)
    } else if csv::begins(line) {
        Ok(Format::Csv)
    } else if word.starts_with(['#', '.']) || word.bytes().all(|b| b.is_ascii_digit()) {
        Ok(Format::Grid)
    } else if word.starts_with("[(")
        || !scan::is_of_a_knight(word) && crate::square::SquareNotation::parse(word).is_ok()
    {
        Ok(Format::Moves)
    } else {
        Err(FormatError::Unknown { line: number, text: shorten(word) })
    }
}

/// Returns whether a text that begins with a brace is a C initializer list of numbers, such as `{{1, 2}, {3, 4}}`.
/// Otherwise the text is a JSON object.
fn begins_list(text: &str) -> bool {
    text.trim_start()
        .trim_start_matches(|first: char| first == '{' || first.is_whitespace())
        .starts_with(|first: char| first.is_ascii_digit())
}

/// Returns the bytes as text, without a byte order mark. Converts each carriage return to a newline, unless a newline
/// follows it. Returns an error if the bytes are not text or contain only white space.
fn text(bytes: &[u8]) -> Result<Cow<'_, str>> {
    let binary = |at: usize| FormatError::Binary { at, byte: bytes[at] };
    let text = str::from_utf8(bytes).map_err(|error| binary(error.valid_up_to()))?;
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(binary(at));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(FormatError::Empty);
    }
    Ok(with_newlines(text))
}

/// Returns the lines that are not blank, with their line numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

/// Returns the words of a line, with their byte offsets.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    // A word is a slice of the line, so the difference between the addresses of the word and of the line is the offset
    // of the word.
    line.split_whitespace().map(move |word| (word.as_ptr().addr() - line.as_ptr().addr(), word))
}

/// Returns the location of the word at byte offset `bytes` of a line.
fn place(number: usize, line: &str, bytes: usize) -> FileLocation {
    FileLocation::Text { line: number, column: line[..bytes].chars().count() + 1 }
}

/// Returns the error for a word that is not of the `wanted` kind.
fn word_error(place: FileLocation, text: &str, wanted: &'static str) -> FormatError {
    FormatError::Word { place, text: shorten(text), wanted }
}

/// Returns the given board. Returns an error if the size of this board differs from the size of the board in the file.
fn same_size(file: &Board, given: &Board) -> Result<Board> {
    let sides = |board: &Board| (board.rows(), board.cols());
    if sides(file) == sides(given) {
        return Ok(given.clone());
    }
    let ((file_rows, file_cols), (rows, cols)) = (sides(file), sides(given));
    Err(FormatError::Size { file_rows, file_cols, rows, cols })
}

/// Creates a board with the holes listed in a file of `bytes` bytes. Returns an error if the holes would take too much
/// memory.
fn with_listed_holes(board: Board, holes: impl IntoIterator<Item = Square>, bytes: usize) -> Result<Board> {
    let mut holes = holes.into_iter().peekable();
    let max = HOLED_CELLS + HOLED_CELLS_A_BYTE * bytes as u64;
    if holes.peek().is_some() && board.cells() > max {
        return Err(FormatError::Claim { bytes, cells: board.cells(), max });
    }
    Ok(board.with_holes(holes)?)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn every_format_is_found_by_its_name() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse::<Format>().unwrap(), format);
        }
        let error = "xml".parse::<Format>().unwrap_err();
        assert_eq!(error.to_string(), "'xml' is not a format: the formats are grid, moves, csv, json, npy, tsplib");
    }

    #[test]
    fn the_content_tells_the_format() {
        let contents: [(&[u8], Format); 17] = [
            (b"\x93NUMPY\x01\x00", Format::Npy),
            (b"\n {\"squares\": []}", Format::Json),
            (b"NAME : 8x8", Format::Tsplib),
            (b"TYPE: TOUR", Format::Tsplib),
            (b"COMMENT:x", Format::Tsplib),
            (b"dimension: 5", Format::Tsplib),
            (b"TOUR_SECTION\n1\n", Format::Tsplib),
            (b"visit,row,col,square\n", Format::Csv),
            (b"\"Row\", \"Col\", \"Visit\"\r\n", Format::Csv),
            (b"27 12 37", Format::Grid),
            (b"\n  1", Format::Grid),
            (b"# 1", Format::Grid),
            (b". 1", Format::Grid),
            (b"a1 c2", Format::Moves),
            (b"2,4 3,6", Format::Moves),
            (b"[(1,1),(2,3)]", Format::Moves),
            (b"\xef\xbb\xbfname1", Format::Moves),
        ];
        for (bytes, format) in contents {
            assert_eq!(sniff(bytes).unwrap(), format, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn content_of_no_format_is_distinguished_from_an_empty_and_a_binary_file() {
        let error = |bytes: &[u8]| sniff(bytes).unwrap_err().to_string();
        assert_eq!(error(b""), "the file is empty");
        assert_eq!(error(b" \n\t\r\n"), "the file is empty");
        assert_eq!(error(b"1 2\0"), "byte 3 is 0x00: the file is neither text nor a NumPy array");
        assert_eq!(error(b"\x89PNG\r\n"), "byte 0 is 0x89: the file is neither text nor a NumPy array");
        assert_eq!(error(b"\n\n hello, you"), "line 3 begins with 'hello,', as no tour format does");
        assert_eq!(
            error("\u{1b}[31m-- a long word of terminal codes --------------".replace(' ', "_").as_bytes()),
            "line 1 begins with '\\u{1b}[31m--_a_long_word_of_terminal_codes_--…', as no tour format does"
        );
        for format in Format::ALL.into_iter().filter(|&format| format != Format::Npy) {
            assert!(matches!(read(b" \n", Some(format), None), Err(FormatError::Empty)), "{format}");
            assert!(matches!(read(b"1 \xff", Some(format), None), Err(FormatError::Binary { at: 2, .. })), "{format}");
        }
    }

    #[test]
    fn whole_tours_only_are_written_where_a_gap_cannot_be_written() {
        let path = Path::new(Board::new(3, 4).unwrap(), vec![0, 6]).unwrap();
        for format in Format::ALL {
            let written = write(format, &path, None, &TourMetadata::default(), &mut io::sink());
            assert_eq!(written.is_ok(), format.can_hold_partial(), "{format}");
        }
        let error = write(Format::Npy, &path, None, &TourMetadata::default(), &mut io::sink()).unwrap_err();
        assert_eq!(error.to_string(), "npy holds whole tours only, this path visits 2 of 12 squares");
    }

    #[test]
    fn a_board_of_more_squares_than_memory_is_written_by_its_visits_or_not_at_all() {
        let board = Board::new(1 << 30, 1 << 30).unwrap();
        let path = Path::new(board, vec![0, (1 << 30) + 2]).unwrap();
        for format in [Format::Moves, Format::Csv, Format::Json] {
            write(format, &path, None, &TourMetadata::default(), &mut io::sink()).unwrap();
        }
        let error = write(Format::Grid, &path, None, &TourMetadata::default(), &mut io::sink()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "grid writes every square of a board: at most 4294967295, this one has 1152921504606846976"
        );
    }

    #[test]
    fn a_writer_that_fails_is_reported() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let board = Board::new(1, 1).unwrap();
        let path = Path::new(board, vec![0]).unwrap();
        for format in Format::ALL {
            let error = write(format, &path, Some(Kind::Open), &TourMetadata::default(), &mut Full).unwrap_err();
            assert!(matches!(&error, FormatError::Io(error) if error.kind() == io::ErrorKind::StorageFull), "{format}");
        }
    }
}
