//! Tests tours of all kinds that are grown on the CPU. `Tour::new`, which belongs to another crate, verifies each tour.

use courser_board::{Board, Kind, Square, Tour, TourSpec};
use courser_engine::EngineError;
use courser_engine::grown::{CpuGrown, GrowError, Grown, GrowthSetup, serves};

use crate::random::Random;

/// Grows and checks the tour of a setup.
fn tour(setup: GrowthSetup) -> Result<Tour, EngineError> {
    let board = setup.board().clone();
    let mut grown = Grown::new(CpuGrown::new(setup)?);
    grown.finish(&mut |_| {})?;
    Ok(Tour::new(board, grown.order()?).expect("a grown tour is a tour"))
}

/// Returns a random board, a random kind of tour, a random start or `None`, and a random last square or `None`.
fn by_chance(random: &mut Random, most: u64) -> (Board, bool, Option<Square>, Option<Square>) {
    let side = |random: &mut Random| (6 + random.below(most - 5)) as u32;
    let (rows, cols) = loop {
        let sides = (side(random), side(random));
        if sides.0 * sides.1 >= 64 {
            break sides;
        }
    };
    let board = Board::new(rows, cols).unwrap();
    let is_odd = board.cells() % 2 == 1;
    let mut square = |colour: Option<u32>| loop {
        let square = Square::new(random.below(rows.into()) as u32, random.below(cols.into()) as u32);
        if colour.is_none_or(|colour| (square.row + square.col) % 2 == colour) {
            return square;
        }
    };
    let colour = |square: Square| (square.row + square.col) % 2;
    let first = square(is_odd.then_some(0));
    let second = loop {
        let second = square(Some(if is_odd { 0 } else { 1 - colour(first) }));
        if second != first {
            break second;
        }
    };
    let closed = !is_odd && random.below(3) == 0;
    match (closed, random.below(4)) {
        (true, 0 | 1) => (board, true, None, None),
        (true, _) => (board, true, Some(first), None),
        (false, 0) => (board, false, None, None),
        (false, 1) => (board, false, Some(first), None),
        (false, 2) => (board, false, None, Some(second)),
        (false, _) => (board, false, Some(first), Some(second)),
    }
}

/// Returns the request for a tour without given ends.
fn spec(board: &Board, closed: bool) -> TourSpec {
    if closed { TourSpec::closed(board) } else { TourSpec::open(board) }
}

/// Grows tours on random boards, all of which must have the requested tour.
fn all_are_tours(count: u32, most: u64, seed: u64) {
    let mut random = Random(seed);
    for nth in 0..count {
        let (board, closed, start, end) = by_chance(&mut random, most);
        let seed = random.bits();
        let what = format!("{nth}: {board}, closed: {closed}, {start:?} to {end:?}, seed {seed}");
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let spec = TourSpec::new(&board, kind, start, end).unwrap();
        let setup = GrowthSetup::new(&spec, seed).unwrap_or_else(|unfit| panic!("{what}: {unfit}"));
        let tour = tour(setup).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(spec.is_met_by(&tour), "{what}");
    }
}

#[test]
fn boards_of_all_kinds_have_the_tours_that_are_asked_for() {
    all_are_tours(300, 40, 0x5eed_1001);
}

#[test]
#[ignore = "ten thousand boards take half a minute; three hundred are always tried"]
fn ten_thousand_boards_of_all_kinds_have_the_tours_that_are_asked_for() {
    all_are_tours(9_000, 30, 0x5eed_1002);
    all_are_tours(1_000, 150, 0x5eed_1003);
}

#[test]
fn boards_of_five_rows_have_tours_wherever_there_is_something_to_grow_from() {
    for (cols, closed) in [(13, false), (14, true), (14, false), (16, true), (40, false), (41, false), (200, true)] {
        for seed in 0..5 {
            for (rows, cols) in [(5, cols), (cols, 5)] {
                let board = Board::new(rows, cols).unwrap();
                let setup = GrowthSetup::new(&spec(&board, closed), seed).unwrap();
                assert_eq!(tour(setup).unwrap().order().len() as u64, board.cells());
            }
        }
    }
}

/// Returns boards with and without holes. Each board has equally many squares of both colours.
pub(crate) fn with_and_without_holes() -> [Board; 4] {
    [
        (10, 10, &[][..]),
        (10, 10, &[(9, 0), (0, 0)]),
        (12, 9, &[(3, 3), (8, 7)]),
        (20, 31, &[(0, 0), (0, 1), (9, 9), (9, 10), (10, 9), (10, 10), (19, 30), (19, 29)]),
    ]
    .map(|(rows, cols, holes)| {
        let holes = holes.iter().map(|&(row, col)| Square::new(row, col));
        Board::new(rows, cols).unwrap().with_holes(holes).unwrap()
    })
}

#[test]
fn a_tour_ends_where_it_is_told_to_on_boards_with_and_without_holes() {
    for (board, seed) in with_and_without_holes().into_iter().zip(0..) {
        let last = Square::new(board.rows() - 1, board.cols() - 2);
        for end in
            [Square::new(6, 3), Square::new(1, 0), last].into_iter().filter(|&end| board.playable_square(end).is_ok())
        {
            let near = board.neighbours(end).next().unwrap();
            for start in [None, Some(near)] {
                for kind in [Kind::Closed, Kind::Open] {
                    let spec = TourSpec::new(&board, kind, start, Some(end)).unwrap();
                    let found = tour(GrowthSetup::new(&spec, seed).unwrap()).unwrap();
                    assert!(spec.is_met_by(&found), "{spec:?}: {:?} to {:?}", found.kind(), found.squares().last());
                }
            }
        }
        // The given ends are not one move apart, so no closed tour has these ends.
        let far = TourSpec::new(&board, Kind::Closed, Some(Square::new(2, 2)), Some(Square::new(2, 3))).unwrap();
        assert!(matches!(GrowthSetup::new(&far, seed), Err(GrowError::Start(_))));
    }
}

#[test]
fn scattered_holes_are_grown_around() {
    let mut random = Random(0x5eed_1004);
    let mut grown = 0;
    for seed in 0..12 {
        let whole = Board::new(40 + 2 * random.below(10) as u32, 40 + random.below(20) as u32).unwrap();
        // One square in a hundred is a hole. Both colours have equally many holes.
        let mut holes = Vec::new();
        for nth in 0..whole.cells() / 200 * 2 {
            loop {
                let row = random.below(whole.rows().into()) as u32;
                let col = random.below(whole.cols().into()) as u32;
                let near_border = row < 2 || col < 2 || row + 2 >= whole.rows() || col + 2 >= whole.cols();
                if u64::from((row + col) % 2) == nth % 2 && !near_border && !holes.contains(&Square::new(row, col)) {
                    holes.push(Square::new(row, col));
                    break;
                }
            }
        }
        let board = whole.with_holes(holes).unwrap();
        assert_eq!(serves(&board), Ok(()));
        let Ok(setup) = GrowthSetup::new(&spec(&board, seed % 2 == 0), seed) else { continue };
        assert!(seed % 2 == 1 || tour(setup.clone()).unwrap().kind() == Kind::Closed);
        assert_eq!(tour(setup).unwrap().order().len() as u64, board.playable());
        grown += 1;
    }
    assert!(grown >= 11, "{grown} of 12 boards");
}

#[test]
fn other_boards_are_not_for_growing() {
    for (text, why) in [
        ("4x100", "a 4x100 board is too small for a grown tour: it takes sides of 5 and 64 squares"),
        ("7x9", "a 7x9 board is too small for a grown tour: it takes sides of 5 and 64 squares"),
        (
            "100000x100000",
            "a 100000x100000 board is too large for a grown tour: at most 715827882 squares can be grown",
        ),
    ] {
        let board: Board = text.parse().unwrap();
        assert_eq!(serves(&board).unwrap_err().to_string(), why);
        assert!(GrowthSetup::new(&TourSpec::open(&board), 1).is_err(), "{text}");
    }
    let camels = Board::new(20, 20).unwrap().with_leaper("camel".parse().unwrap());
    assert!(serves(&camels).unwrap_err().to_string().contains("1,3 leaper"));
    let holes = (0..9).map(|nth| Square::new(2 * nth, nth));
    let unfit = serves(&Board::new(20, 20).unwrap().with_holes(holes).unwrap()).unwrap_err();
    assert!(matches!(unfit, GrowError::Holes { holes: 9, max: 8, .. }), "{unfit}");
    // An open tour between two squares of the same colour does not exist on this board.
    let board = Board::new(5, 14).unwrap();
    let spec = TourSpec::open(&board).starting_at(Square::new(2, 1)).unwrap();
    let spec = spec.ending_at(Square::new(2, 8)).unwrap();
    assert_eq!(GrowthSetup::new(&spec, 1).unwrap_err(), GrowError::Start(board));
}

#[test]
fn the_same_seed_gives_the_same_tour_and_another_seed_another() {
    let board = Board::new(60, 70).unwrap();
    let grown = |seed| tour(GrowthSetup::new(&TourSpec::closed(&board), seed).unwrap()).unwrap();
    assert_eq!(grown(5).order(), grown(5).order());
    assert_ne!(grown(5).order(), grown(6).order());
}

/// Tests that cycles are also joined with cycles other than the main cycle. On a long narrow board, the main cycle has
/// few neighbours. If cycles were joined only with the main cycle, the number of rounds would be proportional to the
/// length of the board.
#[test]
fn a_board_ten_times_as_long_takes_a_few_more_passes() {
    let passes = |rows, cols| {
        let setup = GrowthSetup::new(&TourSpec::closed(&Board::new(rows, cols).unwrap()), 1).unwrap();
        let mut grown = Grown::new(CpuGrown::new(setup).unwrap());
        let mut passes = 0;
        while grown.step().unwrap().is_some() {
            passes += 1;
        }
        assert_eq!(grown.order().unwrap().len(), (rows * cols) as usize);
        passes
    };
    for (rows, cols) in [(5, 4000), (12, 2000), (2000, 6)] {
        let (short, long) =
            (passes(rows, cols), if rows < cols { passes(rows, 10 * cols) } else { passes(10 * rows, cols) });
        assert!(long < short + 100, "{rows}x{cols} takes {short} passes, and ten times its length {long}");
    }
}
