//! Compares the search with an exhaustive search and with published existence results. Also searches boards without
//! tours.

mod common;

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use courser_board::{Board, MoveOrder, Square, Tour, TourSpec, Wrap, parse_board};
use courser_solve::existence::{Existence, Obstruction, decide};
use courser_solve::search::{SearchError, SearchOptions, SearchResult, StopReason, tour};

use common::{Exhaustive, from, from_to, spec};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn closed(board: &Board) -> TourSpec {
    TourSpec::closed(board)
}

fn open(board: &Board) -> TourSpec {
    TourSpec::open(board)
}

/// Returns the tour that the search finds, checked against the request, or `None` if no tour exists.
fn ask(spec: &TourSpec, options: &SearchOptions<'_>) -> Option<Tour> {
    match tour(spec, options).unwrap() {
        SearchResult::Tour(tour) => {
            assert!(spec.is_met_by(&tour), "{spec:?}: {tour:?}");
            Some(tour)
        }
        SearchResult::None(_) => None,
        stopped => panic!("{spec:?}: {stopped:?}"),
    }
}

/// Compares the answers to all requests on a board with the answers of an exhaustive search.
fn compare(board: &Board) {
    let truth = Exhaustive::new(board);
    let squares: Vec<Square> = board.squares().collect();
    let orders = [MoveOrder::SLIDES, MoveOrder::LEXICOGRAPHIC];
    for (at, &start) in squares.iter().enumerate() {
        let options = SearchOptions { order: orders[at % 2], seed: at as u64, ..SearchOptions::default() };
        let found = |closed, start, end| ask(&spec(board, closed, start, end), &options).is_some();
        let any = truth.starts(start);
        assert_eq!(found(false, Some(start), None), any, "from {start:?} on {board:?}");
        assert_eq!(found(false, None, Some(start)), any, "to {start:?} on {board:?}");
        assert_eq!(found(true, Some(start), None), truth.closed(), "closed from {start:?} on {board:?}");
        for &end in squares.iter().filter(|&&end| end != start) {
            let reported = format!("{start:?} to {end:?} on {board:?}");
            let exists = truth.joins(start, end);
            assert_eq!(found(false, Some(start), Some(end)), exists, "{reported}");
            let closing = exists && squares.len() > 2 && board.neighbours(start).any(|next| next == end);
            assert_eq!(found(true, Some(start), Some(end)), closing, "closed, {reported}");
        }
    }
    assert_eq!(ask(&open(board), &SearchOptions::default()).is_some(), truth.open(), "open on {board:?}");
    assert_eq!(ask(&closed(board), &SearchOptions::default()).is_some(), truth.closed(), "closed on {board:?}");
}

#[test]
fn every_question_about_a_small_board_is_answered_as_by_exhaustive_search() {
    for rows in 1..=5 {
        for cols in rows..=5 {
            compare(&Board::new(rows, cols).unwrap());
        }
    }
    for size in ["1x9", "2x6", "3x6", "3x7", "6x3", "4x6", "6x4"] {
        compare(&board(size));
    }
}

#[test]
fn every_question_about_a_board_with_holes_is_answered_as_by_exhaustive_search() {
    for (size, leaper) in [
        ("5x5", "knight"),
        ("4x7", "knight"),
        ("3x8", "knight"),
        ("6x5", "knight"),
        ("4x4", "wazir"),
        ("5x4", "ferz"),
        ("6x6", "camel"),
        ("5x7", "zebra"),
    ] {
        let plain = board(size).with_leaper(leaper.parse().unwrap());
        for pattern in 0..8_u32 {
            let hash = |square: Square| {
                let mixed = (square.row * 31 + square.col * 17 + pattern * 101 + 7).wrapping_mul(2_654_435_761);
                mixed >> 16 & 7
            };
            let dense = 1 + u32::from(plain.cells() > 25);
            let holes = plain.squares().filter(|&square| hash(square) < dense);
            let holed = plain.clone().with_holes(holes).unwrap();
            if holed.playable() <= 26 {
                compare(&holed);
            }
        }
    }
}

#[test]
fn every_question_about_a_board_with_joined_sides_is_answered_as_by_exhaustive_search() {
    let mut without = 0;
    let sizes = (1..=4).flat_map(|rows| (1..=6).map(move |cols| (rows, cols)));
    for (rows, cols) in sizes.filter(|(rows, cols)| rows * cols <= 12) {
        for wrap in [Wrap::Rows, Wrap::Cols, Wrap::Both] {
            let joined = Board::new(rows, cols).unwrap().wrapping(wrap);
            compare(&joined);
            without += u32::from(!Exhaustive::new(&joined).closed());
            if joined.cells() > 3 {
                compare(&joined.clone().with_holes([Square::new(0, 0), Square::new(rows - 1, cols / 2)]).unwrap());
                compare(&joined.with_leaper("1,3".parse().unwrap()));
            }
        }
    }
    assert!(without > 10, "a proof is tested as well: {without}");
}

#[test]
fn a_reason_on_a_board_with_joined_sides_names_its_shape_and_a_cure() {
    let (_, reason) = none(&closed(&board("1x2").wrapping(Wrap::Both)));
    assert!(reason.starts_with("a 1x2 torus has no closed tour: "), "{reason}");
    let (_, reason) = none(&open(&board("2x4").wrapping(Wrap::Rows)));
    assert!(reason.starts_with("a 2x4 cylinder has no tour: there is no way from a2 to b2"), "{reason}");
    let spec = open(&board("4x4").wrapping(Wrap::Both)).starting_at(Square::new(0, 0)).unwrap();
    let (remedies, reason) = none(&spec.ending_at(Square::new(0, 2)).unwrap());
    assert!(reason.contains("of one kind"), "{reason}");
    assert!(remedies[0].starts_with("try "), "{remedies:?}");
}

/// Returns two values for a tour that does not exist: the remedies, and the reason.
fn none(spec: &TourSpec) -> (Vec<String>, String) {
    match tour(spec, &SearchOptions::default()).unwrap() {
        SearchResult::None(reason) => (reason.remedies().iter().map(ToString::to_string).collect(), reason.to_string()),
        found => panic!("{spec:?}: {found:?}"),
    }
}

#[test]
fn every_question_about_another_leaper_is_answered_as_by_exhaustive_search() {
    for (size, leaper) in [
        ("1x2", "wazir"),
        ("1x3", "wazir"),
        ("2x2", "wazir"),
        ("1x8", "wazir"),
        ("3x3", "wazir"),
        ("3x4", "wazir"),
        ("4x4", "wazir"),
        ("3x5", "ferz"),
        ("2x2", "ferz"),
        ("1x7", "dabbaba"),
        ("5x5", "camel"),
        ("4x6", "zebra"),
        ("5x5", "giraffe"),
        ("2x3", "70,71"),
    ] {
        compare(&board(size).with_leaper(leaper.parse().unwrap()));
    }
}

#[test]
fn rectangles_have_the_tours_that_schwenk_and_others_say() {
    // The expected results are those of A. J. Schwenk, "Which Rectangular Chessboards Have a Knight's Tour?" (1991),
    // for closed tours, and of P. Cull and J. De Curtins, "Knight's Tour Revisited" (1978), for open tours.
    for rows in 1..=8_u32 {
        for cols in rows..=12 {
            let board = Board::new(rows, cols).unwrap();
            let has_closed =
                rows * cols % 2 == 0 && !matches!(rows, 1 | 2 | 4) && !(rows == 3 && matches!(cols, 4 | 6 | 8));
            let has_open = (rows, cols) == (1, 1)
                || rows > 2 && !(rows == 3 && matches!(cols, 3 | 5 | 6)) && (rows, cols) != (4, 4);
            let options = SearchOptions::default();
            assert_eq!(ask(&closed(&board), &options).is_some(), has_closed, "closed on {board}");
            assert_eq!(ask(&open(&board), &options).is_some(), has_open, "open on {board}");
        }
    }
}

/// Returns the obstruction to the tour. The search must find this obstruction before its first decision.
fn proof_at_once(spec: &TourSpec) -> Obstruction {
    match tour(spec, &SearchOptions::default()).unwrap() {
        SearchResult::None(reason) => {
            assert!(!matches!(reason.because(), Obstruction::Searched { .. }), "{reason}");
            reason.because().clone()
        }
        other => panic!("{spec:?}: {other:?}"),
    }
}

#[test]
fn colours_islands_and_dead_ends_are_seen_before_the_search() {
    let five = board("5x5");
    let wrong = Square::new(0, 1);
    assert_eq!(proof_at_once(&closed(&five)), Obstruction::Unbalanced { more: 13, fewer: 12 });
    assert_eq!(proof_at_once(&from(&five, wrong)), Obstruction::LesserColour { square: wrong, squares: 25 });
    let (start, end) = (Square::new(0, 0), Square::new(7, 7));
    let one_colour = from_to(&board("8x8"), start, end);
    assert_eq!(proof_at_once(&one_colour), Obstruction::SameColour { start, end, squares: 64 });
    // A camel stays on squares of one colour.
    let camel = board("100x100").with_leaper("camel".parse().unwrap());
    for spec in [open(&camel), closed(&camel)] {
        assert!(matches!(proof_at_once(&spec), Obstruction::Islands { .. }));
    }
    let (islands, _) = parse_board(&"....##....\n".repeat(4)).unwrap();
    for spec in [open(&islands), closed(&islands)] {
        assert!(matches!(proof_at_once(&spec), Obstruction::Islands { .. }));
    }
    for size in ["1x7", "2x9", "1x2"] {
        proof_at_once(&open(&board(size)));
    }
    assert_eq!(proof_at_once(&closed(&board("1x1"))), Obstruction::TooFew(1));
    let apart = spec(&board("6x6"), true, Some(Square::new(0, 0)), Some(Square::new(0, 1)));
    assert!(matches!(proof_at_once(&apart), Obstruction::EndsApart { .. }));
}

#[test]
fn a_closed_tour_contains_the_move_between_its_ends_and_a_theorem_says_so() {
    let (start, end) = (Square::new(1, 2), Square::new(2, 4));
    for without in [[start, end], [end, start]] {
        let closing = spec(&board("6x6"), true, Some(start), Some(end)).restricted(&[], &[without]).unwrap();
        assert_eq!(proof_at_once(&closing), Obstruction::ClosingMove { start, end });
        assert!(matches!(decide(&closing), Existence::None(reason) if *reason.because() == proof_at_once(&closing)));
        let open = spec(&board("6x6"), false, Some(start), Some(end)).restricted(&[], &[without]).unwrap();
        assert!(ask(&open, &SearchOptions::default()).is_some());
    }
}

#[test]
fn no_4xn_board_has_a_closed_tour_and_hardly_a_decision_is_needed_to_say_so() {
    for cols in (4..=400).step_by(9) {
        let board = Board::new(4, cols).unwrap();
        let SearchResult::None(reason) = tour(&closed(&board), &SearchOptions::default()).unwrap() else {
            panic!("a closed tour of 4x{cols}");
        };
        let choices = match reason.because() {
            Obstruction::Forced => 0,
            Obstruction::Searched(choices) if cols > 256 => *choices,
            other => panic!("4x{cols}: {other:?}"),
        };
        assert!(choices < 2 * u64::from(cols), "4x{cols}: {reason}");
    }
}

#[test]
fn an_antelope_has_closed_tours_of_the_sides_14_and_22_and_none_between() {
    // Boards of side 16, 18 and 20 have no tour: a separate program confirms that no set of moves gives each square two
    // moves.
    for side in (8..=22).step_by(2) {
        let board = Board::new(side, side).unwrap().with_leaper("antelope".parse().unwrap());
        let exists = ask(&closed(&board), &SearchOptions::default()).is_some();
        assert_eq!(exists, matches!(side, 14 | 22), "side {side}");
    }
}

#[test]
fn a_camel_tours_one_colour_of_a_board() {
    let camel = board("10x10").with_leaper("camel".parse().unwrap());
    let other = camel.squares().filter(|square| square.colour() == 1);
    let one_colour = camel.clone().with_holes(other).unwrap();
    assert!(ask(&closed(&one_colour), &SearchOptions::default()).is_some());
}

#[test]
fn the_same_question_has_the_same_answer() {
    let ten = board("10x10");
    let options = SearchOptions { seed: 7, ..SearchOptions::default() };
    let spec = spec(&ten, true, Some(Square::new(4, 4)), None);
    assert_eq!(ask(&spec, &options), ask(&spec, &options));
}

#[test]
fn closed_tours_of_even_boards_are_found() {
    for side in (6..=60).step_by(2) {
        let board = Board::new(side, side).unwrap();
        let spec = spec(&board, true, Some(Square::new(0, 0)), None);
        assert!(ask(&spec, &SearchOptions::default()).is_some(), "side {side}");
    }
}

#[test]
fn tours_between_any_two_squares_are_found() {
    let board = board("20x20");
    for number in 0..60_u32 {
        let at = |n: u32| Square::new(n % 20, (n / 20) % 20);
        let start = at(number * 13);
        let end = at(number * 29 + 7);
        let end = if end.colour() == start.colour() { Square::new(end.row, (end.col + 1) % 20) } else { end };
        let end = if end.colour() == start.colour() { at(number) } else { end };
        if start.colour() != end.colour() {
            assert!(ask(&from_to(&board, start, end), &SearchOptions::default()).is_some());
        }
    }
}

#[test]
fn a_large_board_overflows_no_stack() {
    // This is a deep instance: a single row of two million squares, most of which are in one long path fragment.
    let wazir = Board::new(1, 2_000_000).unwrap().with_leaper("wazir".parse().unwrap());
    let found = std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(move || ask(&open(&wazir), &SearchOptions::default()).is_some())
        .unwrap();
    assert!(found.join().unwrap());
}

#[test]
fn a_search_can_be_stopped_and_limited_and_tells_its_progress() {
    let board = board("200x200");
    let stop = AtomicBool::new(true);
    let reported = Cell::new(0);
    let progress = |nodes: u64, deepest: u64| {
        assert!(deepest > 0);
        reported.set(nodes);
    };
    let options = SearchOptions { stop: Some(&stop), progress: Some(&progress), ..SearchOptions::default() };
    let found = tour(&closed(&board), &options).unwrap();
    assert!(matches!(found, SearchResult::Stopped { why: StopReason::Asked, .. }), "{found:?}");
    assert!(reported.get() > 0);

    let options = SearchOptions { limit: Some(Duration::ZERO), ..SearchOptions::default() };
    let found = tour(&closed(&board), &options).unwrap();
    assert!(matches!(found, SearchResult::Stopped { why: StopReason::Limit, nodes: 256, .. }), "{found:?}");
}

#[test]
fn a_search_beyond_the_memory_it_may_take_is_refused_before_it_begins() {
    let board = board("100x100");
    let within = |memory| tour(&open(&board), &SearchOptions { memory: Some(memory), ..SearchOptions::default() });
    let error = within(1 << 20).unwrap_err();
    assert!(matches!(error, SearchError::Memory { squares: 10_000, available: 0x10_0000, .. }), "{error}");
    assert_eq!(error.to_string(), "a search of 10000 squares needs about 2.4 MiB of memory, and 1.0 MiB are available");
    assert!(matches!(within(1 << 30), Ok(SearchResult::Tour(_))));
}

#[test]
fn a_board_too_large_for_the_search_is_an_error_with_a_cure() {
    let huge = tour(&open(&Board::new(1 << 15, 1 << 15).unwrap()), &SearchOptions::default()).unwrap_err();
    assert!(matches!(huge, SearchError::TooLarge { .. }));
}
