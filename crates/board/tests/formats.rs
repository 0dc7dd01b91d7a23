//! Tests that every format preserves every path that it can represent, and that no file makes a reader panic.

use courser_board::format::{
    DeclaredKind, DeviceDetails, FileTour, Format, FormatError, TourMetadata, read, sniff, write,
};
use courser_board::{Board, Kind, Leaper, Path, Square, Tour, check, check_path};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const SLIDES: &[u8] = include_bytes!("data/cg-8x8-from-2-4.txt");

/// Leapers with four or eight moves, and with short or long jumps.
const LEAPERS: [(u32, u32); 6] = [(1, 2), (0, 1), (1, 1), (1, 3), (2, 3), (0, 2)];

fn written(format: Format, path: &Path, kind: Option<Kind>, details: &TourMetadata) -> Vec<u8> {
    let mut out = Vec::new();
    write(format, path, kind, details, &mut out).unwrap();
    out
}

/// Reads a file that contains one tour. The format is recognised by the content.
fn read_one(bytes: &[u8], given: Option<&Board>) -> FileTour {
    let mut found = read(bytes, None, given).unwrap();
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// Returns an endless sequence of small random numbers. The seed determines the sequence (Steele, Lea, Flood: SplitMix,
/// 2014).
fn random(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below as u64) as usize
    }
}

/// Returns a board with random holes. Each square except the first is a hole with the probability `holes` / 16.
fn board((rows, cols): (u32, u32), leaper: usize, holes: usize, seed: u64) -> Board {
    let (r, s) = LEAPERS[leaper % LEAPERS.len()];
    let board = Board::new(rows, cols).unwrap().with_leaper(Leaper::new(r, s).unwrap());
    let mut random = random(seed);
    let chosen: Vec<_> = board.squares().skip(1).filter(|_| random(16) < holes).collect();
    board.with_holes(chosen).unwrap()
}

/// Returns a random walk from a random square. The walk ends after `length` squares, or when no neighbour is free.
fn walk(board: &Board, length: usize, seed: u64) -> Path {
    let mut random = random(seed);
    let squares: Vec<_> = board.squares().collect();
    let mut at = squares[random(squares.len())];
    let mut order = vec![board.index(at) as u32];
    while order.len() < length {
        let free: Vec<_> = board.neighbours(at).filter(|&to| !order.contains(&(board.index(to) as u32))).collect();
        if free.is_empty() {
            break;
        }
        at = free[random(free.len())];
        order.push(board.index(at) as u32);
    }
    Path::new(board.clone(), order).unwrap()
}

/// Returns the tour through the squares of a walk. All other squares become holes.
fn whole(path: &Path) -> Tour {
    let visited: Vec<_> = path.squares().collect();
    let holes: Vec<_> = path.board().squares().filter(|square| !visited.contains(square)).collect();
    let holes = holes.into_iter().chain(path.board().holes());
    let board = Board::new(path.board().rows(), path.board().cols()).unwrap();
    let board = board.with_leaper(path.board().leaper()).with_holes(holes).unwrap();
    Tour::new(board, path.order().to_vec()).unwrap()
}

/// Returns the first tour from `start` that a depth-first search finds. At each step, the search first tries the
/// squares with the fewest unvisited neighbours.
fn search(board: &Board, start: Square) -> Option<Tour> {
    fn go(board: &Board, order: &mut Vec<u32>, budget: &mut u32) -> bool {
        if order.len() as u64 == board.playable() {
            return true;
        }
        *budget = budget.saturating_sub(1);
        let at = board.at(u64::from(*order.last().unwrap()));
        let free = |from: Square, order: &[u32]| {
            board.neighbours(from).filter(|&to| !order.contains(&(board.index(to) as u32))).collect::<Vec<_>>()
        };
        let mut next = free(at, order);
        next.sort_by_key(|&to| free(to, order).len());
        next.into_iter().any(|to| {
            order.push(board.index(to) as u32);
            if *budget > 0 && go(board, order, budget) {
                return true;
            }
            order.pop();
            false
        })
    }
    let mut order = vec![board.index(start) as u32];
    go(board, &mut order, &mut 20_000).then(|| Tour::new(board.clone(), order).unwrap())
}

fn details(seed: u64) -> TourMetadata {
    TourMetadata {
        method: Some("search \"quoted\"\n\u{1b}".into()),
        seed: Some(seed),
        device: Some(DeviceDetails { name: "cpu".into(), ..DeviceDetails::default() }),
        seconds: Some(seed as f64 / 7.0),
        ..TourMetadata::default()
    }
}

/// Asserts that a tour is read as it was written, with all data that the format can represent.
fn comes_back(format: Format, path: &Path, kind: Option<Kind>, details: &TourMetadata) {
    let bytes = written(format, path, kind, details);
    assert_eq!(sniff(&bytes).unwrap(), format);
    let squares: Vec<_> = path.squares().collect();

    let given = read_one(&bytes, Some(path.board()));
    assert_eq!((&given.board, &given.squares), (path.board(), &squares), "{format}, board given");

    let alone = read_one(&bytes, None);
    match format {
        Format::Json | Format::Tsplib => {
            assert_eq!((&alone.board, &alone.squares), (path.board(), &squares), "{format}");
            assert_eq!(alone.kind, Some(DeclaredKind::from(kind)), "{format}");
        }
        Format::Grid | Format::Npy => {
            let board = alone.board.with_leaper(path.board().leaper());
            assert_eq!((&board, &alone.squares), (path.board(), &squares), "{format}");
            let partial = format == Format::Grid && kind.is_none();
            assert_eq!(alone.kind, partial.then_some(DeclaredKind::Partial), "{format}");
        }
        Format::Csv => assert_eq!(alone.squares, squares),
        // The squares have names such as `a1`. If no board is given, such a name determines the distance of the square
        // from the bottom of the board, but not the distance from the top.
        Format::Moves => {
            let shift = path.board().rows() - alone.board.rows();
            let shifted: Vec<_> = alone.squares.iter().map(|s| Square::new(s.row + shift, s.col)).collect();
            assert_eq!(shifted, squares);
        }
    }
    if format == Format::Json {
        assert_eq!(&alone.details, details);
    }
}

/// Returns the configuration of the tests: two hundred cases per test. The cases are the same in every run.
fn fixed() -> ProptestConfig {
    ProptestConfig {
        cases: 200,
        rng_seed: RngSeed::Fixed(20_070_320),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn every_format_holds_every_path(
        sides in (1_u32..=12, 1_u32..=30), leaper in 0_usize..6, holes in 0_usize..6, length in 1_usize..200, seed: u64
    ) {
        let path = walk(&board(sides, leaper, holes, seed), length, seed);
        let partial = path.order().len() as u64 != path.board().playable();
        for format in Format::ALL.into_iter().filter(|format| partial && format.can_hold_partial()) {
            comes_back(format, &path, None, &details(seed));
        }
        let tour = whole(&path);
        for format in Format::ALL {
            comes_back(format, &tour, Some(tour.kind()), &details(seed));
        }
    }

    #[test]
    fn every_format_holds_every_tour(sides in (3_u32..=8, 4_u32..=8), start: prop::sample::Index) {
        let board = Board::new(sides.0, sides.1).unwrap();
        let start = board.at(start.index(board.cells() as usize) as u64);
        if let Some(tour) = search(&board, start) {
            for format in Format::ALL {
                comes_back(format, &tour, Some(tour.kind()), &details(7));
                let found = read_one(&written(format, &tour, Some(tour.kind()), &details(7)), None);
                prop_assert_eq!(&found.board, tour.board(), "a tour names its own board in {}", format);
                prop_assert_eq!(check(&found.board, found.squares), Ok(tour.kind()));
            }
        }
    }

    #[test]
    fn random_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&bytes);
    }

    #[test]
    fn random_text_of_the_formats_own_words_is_survived(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..60)
    ) {
        survives(words.concat().as_bytes());
    }

    #[test]
    fn a_file_with_changed_bytes_is_survived(
        at in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), seed in 0_u64..32
    ) {
        for mut bytes in examples(seed) {
            for (at, byte) in &at {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            survives(&bytes);
        }
    }
}

/// Words for composing files that are almost valid.
const WORDS: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n",
    "\r\n",
    ",",
    ":",
    "-",
    "0",
    "1",
    "2",
    "3",
    "12",
    "99999999999999999999",
    "-1",
    "#",
    ".",
    "a1",
    "b3",
    "zz9",
    "visit,row,col,square\n",
    "visit,row,col\n",
    "NAME : 3x4\n",
    "COMMENT : courser 3x4 leaper 1,2 open\n",
    "COMMENT : holes ",
    "1-3 ",
    "TYPE : TOUR\n",
    "DIMENSION : 12\n",
    "TOUR_SECTION\n",
    "EOF",
    "{",
    "}",
    "[",
    "]",
    "\"board\":",
    "\"rows\":",
    "\"cols\":",
    "\"holes\":",
    "\"squares\":",
    "\"kind\":",
    "\"",
    "é",
    "\u{feff}",
];

/// Returns small files: a complete tour in every format, and a path with unvisited squares in every format that
/// supports such paths.
fn examples(seed: u64) -> Vec<Vec<u8>> {
    let path = walk(&board((4, 5), seed as usize, 3, seed), 9, seed);
    let tour = whole(&path);
    let of_tour = Format::ALL.into_iter().map(|format| written(format, &tour, Some(tour.kind()), &details(seed)));
    let partial = Format::ALL.into_iter().filter(|format| format.can_hold_partial());
    of_tour.chain(partial.map(|format| written(format, &path, None, &details(seed)))).collect()
}

/// Reads `bytes` as a file of each format, and as a file of unknown format. Each time, reads `bytes` once without a
/// given board and once with a given board. Checks every result.
fn survives(bytes: &[u8]) {
    let given = Board::new(3, 4).unwrap().with_holes([Square::new(1, 1)]).unwrap();
    for format in Format::ALL.into_iter().map(Some).chain([None]) {
        for given in [None, Some(&given)] {
            match read(bytes, format, given) {
                Ok(found) => {
                    assert!(!found.is_empty());
                    for FileTour { board, squares, .. } in found {
                        let _ = check_path(&board, squares.iter().copied());
                        let _ = check(&board, squares);
                    }
                }
                Err(error) => {
                    let text = error.to_string();
                    assert!(!text.is_empty() && text.len() < 600, "{text}");
                    assert!(!text.contains(char::is_control), "{text:?}");
                }
            }
        }
    }
}

#[test]
fn a_file_cut_off_at_any_byte_is_survived() {
    for seed in 0..16 {
        for bytes in examples(seed) {
            for end in 0..bytes.len() {
                survives(&bytes[..end]);
            }
        }
    }
}

#[test]
fn a_whole_tour_cut_short_is_never_taken_for_the_whole() {
    let slides = read_one(SLIDES, None);
    let order = slides.squares.iter().map(|&square| slides.board.index(square) as u32).collect();
    let tour = Tour::new(slides.board, order).unwrap();
    for format in Format::ALL {
        let bytes = written(format, &tour, Some(tour.kind()), &TourMetadata::default());
        // In TSPLIB, the tail is everything after the last visit. In other formats, the tail is the last byte. If
        // more than the tail is cut off, the rest must not be read as a whole tour.
        let tail = match format {
            Format::Tsplib => "\n-1\nEOF\n".len(),
            _ => 1,
        };
        for end in 0..bytes.len() - tail {
            let tours = read(&bytes[..end], None, Some(tour.board())).unwrap_or_default();
            let judged = tours.into_iter().filter(|found| check(&found.board, found.squares.iter().copied()).is_ok());
            // The name of the last square, 'd3', is redundant, since its row and column are given.
            if format != Format::Csv || end < bytes.len() - "d3\n".len() {
                assert_eq!(judged.count(), 0, "{format} cut at {end} of {}", bytes.len());
            }
        }
    }
}

#[test]
fn the_grid_of_the_slides_is_a_closed_tour_in_every_format() {
    let slides = read_one(SLIDES, None);
    assert_eq!(slides.squares[0], Square::new(2, 4));
    assert_eq!(check(&slides.board, slides.squares.iter().copied()), Ok(Kind::Closed));
    let order = slides.squares.iter().map(|&square| slides.board.index(square) as u32).collect();
    let tour = Tour::new(slides.board, order).unwrap();
    for format in Format::ALL {
        comes_back(format, &tour, Some(Kind::Closed), &TourMetadata::default());
    }
}

#[test]
fn several_lines_of_moves_are_several_tours() {
    let found = read(b"a3 c2 a1\nb3 d2 b1\n", None, None).unwrap();
    assert_eq!(found.iter().map(|found| found.squares.len()).collect::<Vec<_>>(), [3, 3]);
}

#[test]
fn a_format_that_is_named_is_taken_before_what_the_content_looks_like() {
    assert!(matches!(read(b"1 2\n", Some(Format::Moves), None), Err(FormatError::Word { .. })));
    assert!(matches!(read(SLIDES, Some(Format::Npy), None), Err(FormatError::Header { at: 0, .. })));
}
