//! Fuzzes the parsers of tour files. The format is given by its name or detected from the content.

use courser_board::format::{FileTour, Format, TourMetadata, read, read_placements, sniff, write};
use courser_board::{Board, Kind, Path, Square, Tour, TourViolation, check, check_path};

use super::{in_a_line, within};

/// Maximum size, in squares, of a board written in a format with an entry for every square. A short input file can
/// specify a larger board.
const MAX_WRITTEN: u64 = 1 << 14;

pub fn any(bytes: &[u8]) {
    read_as(bytes, None);
}

pub fn grid(bytes: &[u8]) {
    read_as(bytes, Some(Format::Grid));
}

pub fn moves(bytes: &[u8]) {
    read_as(bytes, Some(Format::Moves));
}

pub fn csv(bytes: &[u8]) {
    read_as(bytes, Some(Format::Csv));
}

pub fn json(bytes: &[u8]) {
    read_as(bytes, Some(Format::Json));
}

pub fn npy(bytes: &[u8]) {
    read_as(bytes, Some(Format::Npy));
}

pub fn tsplib(bytes: &[u8]) {
    read_as(bytes, Some(Format::Tsplib));
}

/// Parses placements of queens in every format.
pub fn queens(bytes: &[u8]) {
    for side in [None, Some(4)] {
        match within(bytes.len(), 400, 1 << 16, || read_placements(bytes, side)) {
            Ok((found, _)) => {
                assert!(!found.is_empty(), "a file without a placement is an error");
                for placement in found {
                    let sides = placement.squares.iter().map(|square| square.row.max(square.col));
                    assert!(sides.max().is_none_or(|last| last < placement.side), "{placement:?}");
                }
            }
            Err(error) => in_a_line(&error),
        }
    }
}

fn read_as(bytes: &[u8], format: Option<Format>) {
    let given = Board::new(5, 6).and_then(|board| board.with_holes([Square::new(1, 1)])).expect("it is a board");
    for given in [None, Some(&given)] {
        // The limit includes memory for the read-ahead buffers and for holes, since even a short file can declare many
        // holes.
        match within(bytes.len(), 256, 1 << 19, || read(bytes, format, given)) {
            Ok(found) => {
                assert!(!found.is_empty(), "a file without a tour is an error");
                // If no format is given, the format is detected from the file. If the file contains several tours, each
                // tour is written as a separate file.
                let format = format.or_else(|| sniff(bytes).ok()).unwrap_or(Format::Moves);
                found.into_iter().take(8).for_each(|found| judged(found, format));
            }
            Err(error) => in_a_line(&error),
        }
    }
}

/// Checks the squares of a tour. A valid path is written and parsed again, and the result must be the same path.
fn judged(found: FileTour, format: Format) {
    let FileTour { board, squares, details, .. } = found;
    let walk = || squares.iter().copied();
    // The memory for the check is limited by the length of `squares`. If the board has many more squares, the check
    // uses a map of the visited squares instead of an array of all squares.
    let verdict = within(squares.len(), 512, 1 << 17, || check(&board, walk()));
    let path = check_path(&board, walk());
    match (&verdict, &path) {
        (Ok(_) | Err(TourViolation::Missing { .. }), Ok(())) => {}
        (Err(flaw), Err(same)) if flaw == same => return,
        _ => panic!("of {squares:?} on {board:?} one says {verdict:?} and the other {path:?}"),
    }
    if squares.is_empty() || board.cells() > u32::MAX.into() {
        return;
    }
    let order: Vec<u32> = squares.iter().map(|&square| board.index(square) as u32).collect();
    let path = Path::new(board.clone(), order.clone()).expect("it was judged");
    if let Ok(kind) = verdict {
        let tour = Tour::new(board.clone(), order).expect("it was judged");
        assert_eq!(tour.kind(), kind);
    }
    let others = if board.cells() <= 256 { &Format::ALL[..] } else { &[] };
    for &format in [format].iter().chain(others) {
        comes_back(&path, verdict.as_ref().ok().copied(), &details, format);
    }
}

fn comes_back(path: &Path, kind: Option<Kind>, details: &TourMetadata, format: Format) {
    let board = path.board();
    let every_square = matches!(format, Format::Grid | Format::Npy | Format::Tsplib);
    if every_square && board.cells() > MAX_WRITTEN || kind.is_none() && !format.can_hold_partial() {
        return;
    }
    let mut file = Vec::new();
    write(format, path, kind, details, &mut file).expect("a path that the format can hold is written");
    assert_eq!(sniff(&file).expect("what was written is read"), format);
    let mut again = read(&file, Some(format), Some(board)).expect("what was written is read");
    assert_eq!(again.len(), 1, "{format}");
    let again = again.remove(0);
    assert!(again.squares.iter().copied().eq(path.squares()), "{format}: {again:?} is not {path:?}");
    assert_eq!(&again.board, board, "{format}");
    if format == Format::Json {
        assert_eq!(&again.details, details);
    }
    // Files of these formats contain the board with its holes.
    if matches!(format, Format::Json | Format::Tsplib) {
        let alone = read(&file, None, None);
        // For a large board with holes, reading may fail: the reader limits the size of such a board by the length of
        // the file.
        if board.hole_count() == 0 || board.cells() <= MAX_WRITTEN {
            assert_eq!(&alone.expect("it names its board")[0].board, board, "{format}");
        }
    }
}
