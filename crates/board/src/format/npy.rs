//! Reads and writes tours as a NumPy array of shape (rows, cols) or (tours, rows, cols). The array contains visit
//! numbers from 1, and 0 for a hole.
//!
//! NumPy writes the header as a dictionary of three keys without nesting (NEP 1, "A Simple File Format for NumPy
//! Arrays", 2007; `numpy/lib/format.py`). This module converts the header to JSON by replacing the few characters that
//! differ between Python and JSON.
//!
//! The crate npyz is not used. It reads any Python literal in time exponential in the depth of the brackets, and
//! multiplies the dimensions of the shape without checks. Therefore a file of only a hundred bytes could block or abort
//! courser. The tests compare this module with npyz.

use std::io::{self, Write};

use serde_json::error::Category;

use super::{FileLocation, FileTour, FormatError, Result, TourWriter, number, same_size, word_error};
use crate::words::shorten;
use crate::{Board, Path, Square};

/// First bytes of every NumPy array file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// Alignment, in bytes, of the first number. NumPy aligns numbers so that files can be mapped into memory.
const ALIGNMENT: usize = 64;

/// Writes the same bytes as `numpy.save`, in C order and little-endian on every computer.
///
/// A path stores its squares as 32-bit indices. Therefore its visit numbers always fit in `u4`, NumPy's type of
/// unsigned integers of four bytes.
pub(super) fn write(path: &Path, out: &mut TourWriter<'_>) -> io::Result<()> {
    out.write_all(&npy_header(&[path.board().rows().into(), path.board().cols().into()], 4))?;
    path.visits().into_iter().try_for_each(|visit| out.write_all(&visit.to_le_bytes()))
}

/// Returns the file header for an array of this shape. After the header, the caller can write the numbers as a stream.
/// The numbers are unsigned little-endian integers of `bytes` bytes each, in C order.
///
/// ```
/// let header = courser_board::format::npy_header(&[3, 4], 8);
/// assert_eq!(header.len(), 128);
/// assert!(header.starts_with(b"\x93NUMPY\x01\x00\x76\x00{'descr': '<u8', "));
/// ```
pub fn npy_header(shape: &[u64], bytes: u8) -> Vec<u8> {
    let shape = shape.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let dict = format!("{{'descr': '<u{bytes}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The header consists of the signature, the version (two bytes), the length of the text (two bytes), and the text.
    // The text is the dictionary, followed by blanks and a newline.
    let before = MAGIC.len() + 4;
    let length = (before + dict.len() + 1).next_multiple_of(ALIGNMENT) - before;
    let mut header = MAGIC.to_vec();
    header.extend([1, 0]);
    header.extend((length as u16).to_le_bytes());
    header.extend(format!("{dict:0$}\n", length - 1).bytes());
    header
}

/// Reads an array of 0 and 1. The entries may be booleans, integers or floats. Returns two values: the size of the
/// board, and a flag per entry that is true if the entry is 1.
pub(super) fn mask(bytes: &[u8]) -> Result<(Board, Vec<bool>)> {
    let (mut header, data) = NpyHeader::read(bytes)?;
    let float = match header.descr.as_bytes() {
        [b'<' | b'>', b'f', b'4' | b'8'] => Some(header.descr.replace('f', "u")),
        b"|b1" => {
            header.descr = "|u1".into();
            None
        }
        _ => None,
    };
    let is_float = float.is_some();
    header.descr = float.unwrap_or(header.descr);
    let array = Array::of(&header, data)?;
    if array.has_tours {
        return Err(FormatError::Shape(header.shape_text()));
    }
    let size = Board::sized(array.rows, array.cols)?;
    let is_one = |square: Square| {
        let value = array.value(0, square);
        let value = match (is_float, array.integer.bytes) {
            (false, _) => value as f64,
            (true, 4) => f32::from_bits(value as u32).into(),
            (true, _) => f64::from_bits(value as u64),
        };
        match value {
            0.0 => Ok(false),
            1.0 => Ok(true),
            _ => Err(word_error(FileLocation::Cell { row: square.row, col: square.col }, &value.to_string(), "0 or 1")),
        }
    };
    let ones = size.squares().map(is_one).collect::<Result<_>>()?;
    Ok((size, ones))
}

/// The layout of the numbers in an array file, for readers that stream the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NpyLayout {
    /// Number of rows of the array, and of the board.
    pub rows: u32,
    /// Number of columns of the array, and of the board.
    pub cols: u32,
    /// Size of a number in bytes, 4 or 8. The numbers are unsigned, little-endian, and stored row by row.
    pub bytes: u8,
    /// Offset of the first number in the file, in bytes.
    pub start: usize,
}

/// Returns the layout of an array, given the first bytes of its file. Returns `None` if the header is not in the form
/// that [`npy_header`] writes. In this case, the caller must use [`read`](super::read), which reads the whole file or
/// returns the error.
///
/// ```
/// use courser_board::format::{npy_header, npy_layout};
///
/// let layout = npy_layout(&npy_header(&[3, 4], 8)).unwrap();
/// assert_eq!((layout.rows, layout.cols, layout.bytes, layout.start), (3, 4, 8, 128));
/// ```
pub fn npy_layout(head: &[u8]) -> Option<NpyLayout> {
    let (header, rest) = NpyHeader::read(head).ok()?;
    let &[rows, cols] = header.shape.as_slice() else {
        return None;
    };
    let bytes = match header.descr.as_str() {
        "<u4" => 4,
        "<u8" => 8,
        _ => return None,
    };
    let (rows, cols) = (u32::try_from(rows).ok()?, u32::try_from(cols).ok()?);
    (!header.fortran_order).then_some(NpyLayout { rows, cols, bytes, start: head.len() - rest.len() })
}

/// Checks that the file of an array is as long as its header states. `head` is the beginning of the file, and `length`
/// is the length of the whole file in bytes.
///
/// The function does not check the length, and returns `Ok`, in three cases: `head` is not the beginning of an array,
/// `head` does not contain the whole header, or the size of an entry is unknown. [`read`](super::read) then reports any
/// error.
///
/// # Errors
/// [`FormatError::Length`] if the file is longer or shorter than its header states.
///
/// ```
/// use courser_board::format::{npy_header, npy_has_length};
///
/// let head = npy_header(&[20_000, 20_000], 4);
/// assert!(npy_has_length(&head, 128 + 1_600_000_000).is_ok());
/// let error = npy_has_length(&head, 1000).unwrap_err().to_string();
/// assert_eq!(error, "an array of shape (20000, 20000) takes 1600000000 bytes, the file has 872");
/// ```
pub fn npy_has_length(head: &[u8], length: u64) -> Result<()> {
    let Ok((header, rest)) = NpyHeader::read(head) else { return Ok(()) };
    let found = length.saturating_sub((head.len() - rest.len()) as u64);
    // The type ends with the size of an entry in bytes, as in `<u4`. The length of the file is not checked if the
    // entries are text or records, because `read` rejects such a file.
    let size = header.descr.trim_start_matches(['<', '>', '|']).trim_start_matches(['b', 'f', 'i', 'u']);
    size.parse().map_or(Ok(()), |size: u64| header.check_length(size, found))
}

/// Returns the number of entries per tour in an array, or 0 if the array cannot be read.
pub(super) fn numbers_per_tour(bytes: &[u8]) -> usize {
    Array::read(bytes).map_or(0, |array| array.data.len() / array.integer.bytes / array.tours as usize)
}

/// Reads one tour or several consecutive tours. The integers may have any width, signedness and byte order. The axes of
/// the array may be in any order. A file of several tours is read twice: first to validate all tours, then to pass each
/// tour to `on_found`.
pub(super) fn for_each(bytes: &[u8], given: Option<&Board>, on_found: &mut dyn FnMut(FileTour)) -> Result<()> {
    let array = Array::read(bytes)?;
    if array.tours > 1 {
        (0..array.tours).try_for_each(|tour| array.tour(tour, given).map(drop))?;
    }
    (0..array.tours).try_for_each(|tour| array.tour(tour, given).map(&mut *on_found))
}

/// An array of visit numbers. Its length agrees with its shape.
struct Array<'a> {
    /// Number of tours, at least 1.
    tours: u64,
    rows: u64,
    cols: u64,
    /// True if the shape has a dimension for tours.
    has_tours: bool,
    fortran_order: bool,
    integer: Integer,
    data: &'a [u8],
}

impl<'a> Array<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self> {
        let (header, data) = NpyHeader::read(bytes)?;
        Self::of(&header, data)
    }

    fn of(header: &NpyHeader, data: &'a [u8]) -> Result<Self> {
        let (has_tours, tours, rows, cols) = match *header.shape {
            [rows, cols] => (false, 1, rows, cols),
            [tours, rows, cols] if tours > 0 => (true, tours, rows, cols),
            _ => return Err(FormatError::Shape(header.shape_text())),
        };
        let integer = Integer::parse(&header.descr)?;
        header.check_length(integer.bytes as u64, data.len() as u64)?;
        Ok(Self { tours, rows, cols, has_tours, fortran_order: header.fortran_order, integer, data })
    }

    /// Returns the array element for a square in the tour with index `tour`.
    fn value(&self, tour: u64, square: Square) -> i128 {
        let (row, col) = (u64::from(square.row), u64::from(square.col));
        let at = match self.fortran_order {
            true => (col * self.rows + row) * self.tours + tour,
            false => (tour * self.rows + row) * self.cols + col,
        };
        let from = at as usize * self.integer.bytes;
        self.integer.value(&self.data[from..from + self.integer.bytes])
    }

    /// Reads the tour with index `tour`.
    ///
    /// If the array has a single 0, and this 0 is one move away from the number 1, the 0 has two possible meanings. The
    /// 0 is a hole, or it is the start in an array that counts visits from 0. The given board decides between the two
    /// meanings. Without a given board, the array is rejected.
    fn tour(&self, tour: u64, given: Option<&Board>) -> Result<FileTour> {
        let size = Board::sized(self.rows, self.cols)?;
        let value = |square: Square| self.value(tour, square);
        let place = |Square { row, col }| match self.has_tours {
            true => FileLocation::Entry { tour, row, col },
            false => FileLocation::Cell { row, col },
        };
        let mut numbered = Vec::with_capacity(size.cells() as usize);
        let mut holes = Vec::new();
        for square in size.squares() {
            let found = value(square);
            match u64::try_from(found) {
                Ok(0) => holes.push(square),
                Ok(visit) => numbered.push((visit, square)),
                Err(_) => {
                    let count = size.squares().filter(|&square| value(square) != 0).count() as u64;
                    return Err(FormatError::Visit { place: place(square), found, count });
                }
            }
        }
        let squares = number::in_order(&numbered, |at| place(numbered[at].1))?;
        let board = match (given, &holes[..], squares.first()) {
            (Some(given), ..) => same_size(&size, given)?,
            (None, &[zero], Some(&one)) if size.neighbours(zero).any(|next| next == one) => {
                return Err(FormatError::FromZero { row: zero.row, col: zero.col });
            }
            _ => size.with_holes(holes)?,
        };
        Ok(FileTour::bare(board, squares))
    }
}

/// The integer type of the entries.
#[derive(Clone, Copy)]
struct Integer {
    big_endian: bool,
    signed: bool,
    bytes: usize,
}

impl Integer {
    /// Reads a type in the notation of NumPy: `<u4`, `>i8`, `|u1` and so on.
    fn parse(descr: &str) -> Result<Self> {
        let bad = || FormatError::Type(shorten(descr));
        let &[order, sign, size] = descr.as_bytes() else {
            return Err(bad());
        };
        let bytes = match size {
            b'1' | b'2' | b'4' | b'8' => usize::from(size - b'0'),
            _ => return Err(bad()),
        };
        match (order, sign) {
            (b'<' | b'>' | b'|', b'u' | b'i') if order != b'|' || bytes == 1 => {
                Ok(Self { big_endian: order == b'>', signed: sign == b'i', bytes })
            }
            _ => Err(bad()),
        }
    }

    /// Returns the value of an entry that consists of these bytes.
    fn value(self, entry: &[u8]) -> i128 {
        let mut little = [0; 8];
        little[..self.bytes].copy_from_slice(entry);
        if self.big_endian {
            little[..self.bytes].reverse();
        }
        let bits = u64::from_le_bytes(little);
        let unused = 64 - 8 * self.bytes as u32;
        if self.signed { i128::from((bits << unused) as i64 >> unused) } else { i128::from(bits) }
    }
}

/// The header of an array file, which is a dictionary that describes the array.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct NpyHeader {
    descr: String,
    fortran_order: bool,
    shape: Vec<u64>,
}

impl NpyHeader {
    /// Reads the header. Returns the header and the bytes after it.
    fn read(bytes: &[u8]) -> Result<(Self, &[u8])> {
        let wrong = |at: usize, message: String| FormatError::Header { at, message };
        let cut_off = || wrong(bytes.len(), "is cut off".into());
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong(0, "lacks NumPy's signature".into()))?;
        let (size, rest) = match *rest {
            [1, _, a, b, ref rest @ ..] => (usize::from(u16::from_le_bytes([a, b])), rest),
            [2 | 3, _, a, b, c, d, ref rest @ ..] => (u32::from_le_bytes([a, b, c, d]) as usize, rest),
            [0..=3, ..] | [] => return Err(cut_off()),
            [version, ..] => return Err(wrong(MAGIC.len(), format!("is of version {version}, not 1 to 3"))),
        };
        let (text, data) = rest.split_at_checked(size).ok_or_else(cut_off)?;
        // Python's literals differ from JSON in quotes, brackets and truth values, and allow a trailing comma.
        let mut json: String = String::from_utf8_lossy(text).split_whitespace().collect();
        for (python, its) in
            [("'", "\""), ("(", "["), (")", "]"), ("True", "true"), ("False", "false"), (",}", "}"), (",]", "]")]
        {
            json = json.replace(python, its);
        }
        let understood = serde_json::from_str(&json).map_err(|error| {
            let message = match error.classify() {
                Category::Data => {
                    "does not have the keys descr (a text), fortran_order (True or False) and shape (whole numbers \
                     below 2^64)"
                }
                _ => "is not a dictionary in the notation of Python",
            };
            wrong(bytes.len() - rest.len(), message.into())
        });
        Ok((understood?, data))
    }

    /// Checks that `found` is the total size of the array's entries in bytes. Each entry has `bytes` bytes.
    fn check_length(&self, bytes: u64, found: u64) -> Result<()> {
        let expected = self.shape.iter().fold(bytes.into(), |size: u128, &side| size.saturating_mul(side.into()));
        if expected == found.into() {
            return Ok(());
        }
        Err(FormatError::Length { shape: self.shape_text(), expected, found })
    }

    /// Returns the shape in the notation of Python, shortened for messages.
    fn shape_text(&self) -> String {
        match self.shape.as_slice() {
            [one] => format!("({one},)"),
            all => shorten(&format!("({})", all.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Format, TourMetadata};
    use crate::{Kind, check};

    const NO_KEYS: &str = "the array's header does not have the keys descr (a text), fortran_order (True or False) and \
                           shape (whole numbers below 2^64)";

    /// Creates an array file of version 1, without padding.
    fn array(header: &str, data: &[u8]) -> Vec<u8> {
        [MAGIC, &[1, 0], &(header.len() as u16).to_le_bytes(), header.as_bytes(), data].concat()
    }

    fn integers(descr: &str, fortran: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        array(&format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n"), data)
    }

    /// Reads an array that contains one tour.
    fn read(bytes: &[u8], given: Option<&Board>) -> Result<FileTour> {
        format::read(bytes, Some(Format::Npy), given).map(|mut found| found.remove(0))
    }

    fn error(bytes: &[u8]) -> String {
        read(bytes, None).unwrap_err().to_string()
    }

    fn written(path: &Path) -> Vec<u8> {
        let mut out = Vec::new();
        format::write(Format::Npy, path, Some(Kind::Open), &TourMetadata::default(), &mut out).unwrap();
        out
    }

    #[test]
    fn the_bytes_are_those_that_numpy_writes() {
        let board = Board::new(2, 3).unwrap();
        let holes: Vec<_> = (1..5).map(|index| board.at(index)).collect();
        let path = Path::new(board.with_holes(holes).unwrap(), vec![0, 5]).unwrap();
        // numpy 2.4.6 writes these bytes with numpy.save(file, numpy.array([[1, 0, 0], [0, 0, 2]], '<u4')).
        let mut numpys =
            b"\x93NUMPY\x01\x00\x76\x00{'descr': '<u4', 'fortran_order': False, 'shape': (2, 3), }".to_vec();
        numpys.resize(127, b' ');
        numpys.push(b'\n');
        numpys.extend([1_u32, 0, 0, 0, 0, 2].into_iter().flat_map(u32::to_le_bytes));
        assert_eq!(written(&path), numpys);
    }

    #[test]
    fn npyz_reads_what_we_write_and_we_what_it_writes() {
        use npyz::WriterBuilder;

        for (rows, cols) in [(1, 1), (1, 1_000_000), (1_000_000, 1)] {
            let board = Board::new(rows, cols).unwrap().with_leaper("wazir".parse().unwrap());
            let path = Path::new(board, (0..rows.max(cols)).collect()).unwrap();
            let ours = written(&path);
            let array = npyz::NpyFile::new(ours.as_slice()).unwrap();
            assert_eq!(array.shape(), [u64::from(rows), u64::from(cols)]);
            assert_eq!(array.into_vec::<u32>().unwrap(), path.visits());

            let mut its = Vec::new();
            let options = npyz::WriteOptions::<u32>::new().default_dtype();
            let mut array = options.shape(&[rows.into(), cols.into()]).writer(&mut its).begin_nd().unwrap();
            array.extend(path.visits()).unwrap();
            array.finish().unwrap();
            assert_eq!(read(&its, None).unwrap().squares, path.squares().collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_width_sign_and_order_is_read() {
        let visits: [i64; 12] = [1, 4, 7, 10, 8, 11, 2, 5, 3, 6, 9, 12];
        for (size, digit) in [(1, '1'), (2, '2'), (4, '4'), (8, '8')] {
            for sign in ['u', 'i'] {
                for order in ['<', '>', '|'] {
                    for fortran in [false, true] {
                        if order == '|' && size > 1 {
                            continue;
                        }
                        let mut data = Vec::new();
                        for at in 0..12 {
                            let at = if fortran { at % 3 * 4 + at / 3 } else { at };
                            match order {
                                '>' => data.extend(&visits[at].to_be_bytes()[8 - size..]),
                                _ => data.extend(&visits[at].to_le_bytes()[..size]),
                            }
                        }
                        let descr = format!("{order}{sign}{digit}");
                        let fortran = if fortran { "True" } else { "False" };
                        let found = read(&integers(&descr, fortran, "(3, 4)", &data), None).unwrap();
                        assert_eq!(check(&found.board, found.squares), Ok(Kind::Open), "{descr} {fortran}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_array_of_several_tours_is_read() {
        let first: [u8; 12] = [1, 4, 7, 10, 8, 11, 2, 5, 3, 6, 9, 12];
        let second: [u8; 12] = first.map(|visit| 13 - visit);
        let tours = [first, second].concat();
        let by_columns: Vec<u8> = (0..24).map(|at| tours[at % 2 * 12 + at / 2 % 3 * 4 + at / 6]).collect();
        let whole = integers("|u1", "False", "(2, 3, 4)", &tours);
        for bytes in [&whole, &integers("|u1", "True", "(2, 3, 4)", &by_columns)] {
            let found = format::read(bytes, None, None).unwrap();
            assert_eq!(found.len(), 2);
            for (found, visits) in found.into_iter().zip([first, second]) {
                assert_eq!(found, read(&integers("|u1", "False", "(3, 4)", &visits), None).unwrap());
                assert_eq!(check(&found.board, found.squares), Ok(Kind::Open));
            }
        }
        assert_eq!(format::memory(&whole, None), 12 * 25);
        let mut wrong = tours;
        wrong[12 + 5] = 12;
        let mut found = 0;
        let bytes = integers("|u1", "False", "(2, 3, 4)", &wrong);
        let error = format::for_each(&bytes, None, None, &mut |_| found += 1).unwrap_err().to_string();
        assert_eq!(
            error,
            "tour 1, row 1, col 1 of the array: visit 12 for the second time, the first is at tour 1, row 0, col 0 of the array"
        );
        assert_eq!(found, 0, "nothing of a wrong file is returned");
        for shape in ["(0, 3, 4)", "(1, 2, 3, 4)"] {
            assert!(error_of_shape(shape).ends_with("not (rows, cols) or (tours, rows, cols)"), "{shape}");
        }
        assert_eq!(error_of_shape("(3, 3, 4)"), "an array of shape (3, 3, 4) takes 36 bytes, the file has 24");
    }

    fn error_of_shape(shape: &str) -> String {
        error(&integers("|u1", "False", shape, &[0; 24]))
    }

    #[test]
    fn only_what_we_write_ourselves_is_read_as_a_stream() {
        let layout = |descr: &str, fortran: &str, shape: &str| npy_layout(&integers(descr, fortran, shape, &[]));
        let start = integers("<u4", "False", "(3, 4)", &[]).len();
        assert_eq!(layout("<u4", "False", "(3, 4)"), Some(NpyLayout { rows: 3, cols: 4, bytes: 4, start }));
        for (descr, fortran, shape) in [
            ("<i4", "False", "(3, 4)"),
            (">u4", "False", "(3, 4)"),
            ("|u1", "False", "(3, 4)"),
            ("<u4", "True", "(3, 4)"),
            ("<u4", "False", "(12,)"),
            ("<u4", "False", "(3, 4294967296)"),
        ] {
            assert_eq!(layout(descr, fortran, shape), None, "{descr} {fortran} {shape}");
        }
        assert_eq!(npy_layout(b"\x93NUMPY"), None);
    }

    #[test]
    fn a_header_may_be_spaced_quoted_and_ordered_otherwise() {
        let header = " {\"shape\":(1 , 2),\"fortran_order\":True,\"descr\":\"|u1\"}  \n";
        let found = read(&array(header, &[0, 1]), None).unwrap();
        assert_eq!(found.squares, [Square::new(0, 1)]);
        assert_eq!(found.board.hole_count(), 1);
        for version in [2, 3] {
            let text = b"{'descr': '|u1', 'fortran_order': False, 'shape': (1, 1), }";
            let long = [MAGIC, &[version, 0], &(text.len() as u32).to_le_bytes(), text, &[1]].concat();
            assert_eq!(read(&long, None).unwrap().squares, [Square::new(0, 0)]);
        }
    }

    #[test]
    fn a_shape_is_held_against_the_bytes_before_anything_is_made_of_it() {
        assert_eq!(
            error(&integers("<u4", "False", "(1000000000, 1000000000)", &[0; 8])),
            "an array of shape (1000000000, 1000000000) takes 4000000000000000000 bytes, the file has 8"
        );
        assert!(
            error(&integers("<u8", "False", "(18446744073709551615, 18446744073709551615)", &[])).contains("takes")
        );
        assert!(error(&integers("|u1", "False", "(1, 2)", &[1, 2, 3])).ends_with("takes 2 bytes, the file has 3"));
        let nested = "{".repeat(60_000);
        assert_eq!(
            error(&array(&nested, &[])),
            "byte 10: the array's header is not a dictionary in the notation of Python"
        );
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        let bytes =
            |data: &[i8]| integers("|i1", "False", "(2, 2)", &data.iter().map(|&n| n as u8).collect::<Vec<_>>());
        assert_eq!(
            error(&bytes(&[1, 2, -3, 0])),
            "row 1, col 0 of the array: -3 is not a visit number: 3 squares are numbered 1 to 3"
        );
        assert_eq!(
            error(&bytes(&[1, 2, 0, 2])),
            "row 1, col 1 of the array: visit 2 for the second time, the first is at row 0, col 1 of the array"
        );
        assert_eq!(
            error(&bytes(&[1, 5, 0, 0])),
            "visit 2 is missing: row 0, col 1 of the array has visit 5, but only 2 squares are numbered"
        );
        assert_eq!(error(&bytes(&[0; 4])), "the board has no square that is not a hole");
        assert_eq!(
            error(&integers("<f8", "False", "(1, 1)", &[0; 8])),
            "the array has the type '<f8', not one of u1 u2 u4 u8 i1 i2 i4 i8"
        );
        assert_eq!(
            error(&integers("|u1", "False", "(4,)", &[0; 4])),
            "the array has the shape (4,), not (rows, cols) or (tours, rows, cols)"
        );
        assert_eq!(
            error(&integers("|u1", "False", "()", &[0])),
            "the array has the shape (), not (rows, cols) or (tours, rows, cols)"
        );
        assert_eq!(
            error(&integers("|u1", "False", "(0, 3)", &[])),
            "a board of 0x3 is not possible: each side is 1 to 1073741824"
        );
        assert_eq!(
            error(&integers("|u1", "no", "(1, 1)", &[1])),
            "byte 10: the array's header is not a dictionary in the notation of Python"
        );
        assert_eq!(error(&array("{'descr': '|u1'}", &[])), format!("byte 10: {NO_KEYS}"));
        assert_eq!(
            error(&integers("|u1", "False", "(99999999999999999999999, 1)", &[1])),
            format!("byte 10: {NO_KEYS}")
        );
        assert_eq!(error(b"\x93NUM"), "byte 0: the array's header lacks NumPy's signature");
        assert_eq!(error(b"\x93NUMPY\x09\x00"), "byte 6: the array's header is of version 9, not 1 to 3");
        assert_eq!(error(b"\x93NUMPY\x01\x00\xff\xff{"), "byte 11: the array's header is cut off");
    }
}
