//! Checks many boards. If a board has a tour, a tour must be found. Otherwise a reason must be given.

use courser::board::{Board, Kind, Leaper, Square, Tour, TourSpec};
use courser::solve::existence::{Existence, decide};
use courser::{Answer, DeviceChoice, Method, MethodName, Request};

/// Returns a random number less than `below`. The generator SplitMix64 is implemented here for the tests.
fn random(state: &mut u64, below: u32) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 32) as u32 % below
}

fn spec(board: &Board, closed: bool, start: Option<Square>, end: Option<Square>) -> TourSpec {
    TourSpec::new(board, if closed { Kind::Closed } else { Kind::Open }, start, end).unwrap()
}

fn from(board: &Board, start: Square) -> TourSpec {
    spec(board, false, Some(start), None)
}

fn from_to(board: &Board, start: Square, end: Square) -> TourSpec {
    spec(board, false, Some(start), Some(end))
}

/// Returns the checked tour.
///
/// # Errors
/// Returns the reason why no tour exists.
fn answer(spec: &TourSpec, seed: Option<u64>) -> Result<Tour, String> {
    let request = Request { seed, device: DeviceChoice::Cpu, ..Request::new(spec.clone()) };
    match courser::tour(&request).unwrap() {
        Answer::None(why) => Err(why.to_string()),
        answer => {
            let tour = answer.into_tour().unwrap().unwrap_or_else(|| panic!("{spec:?}"));
            // The tour is checked again, independently of the request.
            let tour = Tour::new(spec.board().clone(), tour.order().to_vec()).unwrap();
            assert!(spec.is_met_by(&tour), "{spec:?}");
            Ok(tour)
        }
    }
}

/// Returns whether a tour exists. The theorems cited in this function give the answer.
fn expected(rows: u32, cols: u32, is_closed: bool) -> bool {
    let (m, n) = (rows.min(cols), rows.max(cols));
    if is_closed {
        // This is the theorem of Schwenk 1991.
        !(m * n % 2 == 1 || matches!(m, 1 | 2 | 4) || m == 3 && matches!(n, 4 | 6 | 8))
    } else {
        // This combines the theorems of Cull and De Curtins (1978) and of Chia and Ong (2005).
        (m, n) == (1, 1) || m > 2 && !matches!((m, n), (3, 3 | 5 | 6) | (4, 4))
    }
}

#[test]
fn every_board_to_40x40_has_its_open_and_its_closed_tour_or_the_reason() {
    for rows in 1..=40 {
        for cols in 1..=40 {
            let board = Board::new(rows, cols).unwrap();
            for spec in [TourSpec::open(&board), TourSpec::closed(&board)] {
                let found = answer(&spec, None);
                assert_eq!(found.is_ok(), expected(rows, cols, spec.is_closed()), "{spec:?}: {found:?}");
            }
        }
    }
}

#[test]
fn every_start_to_12x12_has_its_tour_or_the_reason() {
    let mut tours = 0;
    for rows in 1..=12 {
        for cols in 1..=12 {
            let board = Board::new(rows, cols).unwrap();
            for start in board.squares() {
                let exists = decide(&spec(&board, false, Some(start), None)) == Existence::Exists;
                assert_eq!(answer(&from(&board, start), None).is_ok(), exists, "{board} {start:?}");
                tours += u32::from(exists);
            }
        }
    }
    assert!(tours > 4000, "only {tours} tours");
}

#[test]
fn every_pair_of_squares_to_8x8_has_its_tour_or_the_reason() {
    let mut tours = 0;
    for rows in 1..=8 {
        for cols in rows..=8 {
            let board = Board::new(rows, cols).unwrap();
            for start in board.squares() {
                for end in board.squares().filter(|&end| end != start || board.cells() == 1) {
                    let exists = decide(&spec(&board, false, Some(start), Some(end))) == Existence::Exists;
                    let found = answer(&from_to(&board, start, end), None);
                    assert_eq!(found.is_ok(), exists, "{board} {start:?} {end:?}: {found:?}");
                    tours += u32::from(exists);
                }
            }
        }
    }
    assert!(tours > 8_000, "only {tours} tours");
}

#[test]
fn narrow_boards_to_500_have_their_tours() {
    for short in [3, 4, 5] {
        for long in (short..60).chain([99, 100, 255, 256, 499, 500]) {
            for (rows, cols) in [(short, long), (long, short)] {
                let board = Board::new(rows, cols).unwrap();
                for spec in [TourSpec::open(&board), TourSpec::closed(&board)] {
                    assert_eq!(answer(&spec, None).is_ok(), expected(rows, cols, spec.is_closed()), "{spec:?}");
                }
            }
        }
    }
}

#[test]
fn large_boards_have_tours_from_anywhere_to_anywhere() {
    let mut state = 6;
    let mut below = |bound: u32| random(&mut state, bound);
    for most in [100, 100, 100, 300, 300, 300, 700, 2000] {
        let board = Board::new(6 + below(most - 5), 6 + below(most - 5)).unwrap();
        let mut square = |colour: u32| loop {
            let square = Square::new(below(board.rows()), below(board.cols()));
            if square.colour() == colour {
                return square;
            }
        };
        let (start, end) =
            if board.cells().is_multiple_of(2) { (square(0), square(1)) } else { (square(0), square(0)) };
        let mut asked = vec![TourSpec::open(&board), from(&board, start)];
        if start != end {
            asked.push(from_to(&board, start, end));
        }
        if board.cells().is_multiple_of(2) {
            asked.push(spec(&board, true, Some(end), None));
            asked.push(spec(&board, true, None, Some(end)));
            asked.push(spec(&board, true, Some(start), board.neighbours(start).last()));
        }
        for spec in asked {
            answer(&spec, None).unwrap_or_else(|reason| panic!("{spec:?}: {reason}"));
        }
    }
}

#[test]
fn a_closed_tour_can_be_wished_with_both_ends_a_move_apart() {
    let board = Board::new(8, 8).unwrap();
    let (start, end) = (Square::new(3, 3), Square::new(5, 4));
    for (start, end) in [(Some(start), Some(end)), (None, Some(end)), (Some(start), None)] {
        answer(&spec(&board, true, start, end), None).unwrap();
    }
    assert!(answer(&spec(&board, true, Some(start), Some(Square::new(3, 4))), None).is_err());
}

#[test]
fn a_seed_gives_other_tours_and_the_same_seed_the_same() {
    for (rows, cols, is_closed) in
        [(8, 8, true), (8, 8, false), (7, 7, false), (3, 10, true), (4, 11, false), (40, 40, true), (41, 43, false)]
    {
        let board = Board::new(rows, cols).unwrap();
        let spec = spec(&board, is_closed, None, None);
        let tour = |seed| answer(&spec, Some(seed)).unwrap();
        assert_eq!(tour(1), tour(1), "{board}");
        assert!((2..10).any(|seed| tour(seed) != tour(1)), "{board}: every seed gives the same tour");
    }
}

#[test]
fn the_hard_boards_of_other_programs_are_none() {
    for (rows, cols) in [(7, 7), (15, 15), (20, 10), (3, 12), (3, 10)] {
        answer(&TourSpec::open(&Board::new(rows, cols).unwrap()), None).unwrap();
    }
}

#[test]
fn grown_tours_are_tours() {
    for (rows, cols, closed) in [(8, 8, true), (30, 41, true), (31, 33, false), (100, 100, true)] {
        let spec = spec(&Board::new(rows, cols).unwrap(), closed, None, None);
        let grown = |seed| {
            let request = Request { method: Method::Grown, seed: Some(seed), ..Request::new(spec.clone()) };
            courser::tour(&request).unwrap().into_tour().unwrap().unwrap()
        };
        assert!(!closed || grown(1).kind() == Kind::Closed);
        assert_ne!(grown(1), grown(2));
    }
}

#[test]
fn boards_with_islands_and_impossible_holes_have_a_reason() {
    let islands: Vec<Square> = (0..8).flat_map(|row| (3..5).map(move |col| Square::new(row, col))).collect();
    let board = Board::new(8, 8).unwrap().with_holes(islands).unwrap();
    let reason = answer(&TourSpec::open(&board), None).unwrap_err();
    assert!(!reason.is_empty());
}

/// Returns whether a tour exists. Tries every path, without using any theorem.
fn exists_by_trying(spec: &TourSpec) -> bool {
    fn is_move(spec: &TourSpec, one: Square, other: Square) -> bool {
        let (a, b) = (one.row.abs_diff(other.row), one.col.abs_diff(other.col));
        let (r, s) = (spec.board().leaper().r(), spec.board().leaper().s());
        (a.min(b), a.max(b)) == (r.min(s), r.max(s))
    }
    fn goes_on(spec: &TourSpec, path: &mut Vec<Square>, left: &mut Vec<Square>) -> bool {
        let (first, last) = (path[0], path[path.len() - 1]);
        if left.is_empty() {
            return spec.end().is_none_or(|end| end == last)
                && spec.target().is_none_or(|target| is_move(spec, last, target))
                && (!spec.is_closed() || path.len() > 2 && is_move(spec, last, first));
        }
        (0..left.len()).any(|at| {
            if !is_move(spec, last, left[at]) {
                return false;
            }
            path.push(left.swap_remove(at));
            let found = goes_on(spec, path, left);
            let next = path.pop().unwrap();
            left.push(next);
            let end = left.len() - 1;
            left.swap(at, end);
            found
        })
    }
    let squares: Vec<Square> = spec.board().squares().collect();
    let starts = squares.iter().filter(|&&square| spec.start().is_none_or(|start| start == square));
    starts.into_iter().any(|&start| {
        let mut left: Vec<Square> = squares.iter().copied().filter(|&square| square != start).collect();
        goes_on(spec, &mut vec![start], &mut left)
    })
}

/// Parses an error message. Returns the request that has no tour according to the message. The holes are taken from
/// `asked`, and everything else is taken from the message.
fn spec_of_sentence(text: &str, asked: &TourSpec) -> TourSpec {
    let (head, _) = text.split_once(": ").unwrap_or_else(|| panic!("no argument: {text}"));
    let after = |words: &str| head.split_once(words).map(|(_, rest)| rest.split(' ').next().unwrap());
    let board: Board = head.split(' ').nth(1).unwrap().parse().unwrap();
    let board = board.with_leaper(after(" of the ").map_or(Leaper::KNIGHT, |leaper| leaper.parse().unwrap()));
    let board = if head.contains(" hole") { asked.board().clone() } else { board };
    let square = |words: &str| after(words).map(|name| Square::parse(name, board.rows()).unwrap());
    let kind = if head.contains("no closed tour") { Kind::Closed } else { Kind::Open };
    let spec = TourSpec::new(&board, kind, square(" tour from "), square(" to ").or(square(" ends on "))).unwrap();
    square(" a move from ").map_or(spec.clone(), |target| spec.aiming_at(target).unwrap())
}

#[test]
fn every_refusal_is_a_true_sentence_about_the_tour_that_was_asked_for() {
    let mut state = 31;
    let mut below = |bound: u32| random(&mut state, bound);
    let (mut refused, mut with_target) = (0, 0);
    for _ in 0..2_500 {
        let leaper: Leaper = ["0,1", "1,2", "1,2", "1,1", "0,2", "1,3", "2,3"][below(7) as usize].parse().unwrap();
        let board = Board::new(1 + below(5), 1 + below(5)).unwrap().with_leaper(leaper);
        if board.cells() > 15 {
            continue;
        }
        let all: Vec<Square> = board.squares().collect();
        let holes: Vec<Square> = match below(2) {
            0 => vec![],
            _ => all.iter().copied().filter(|_| below(7) == 0).collect(),
        };
        let Ok(board) = board.with_holes(holes) else { continue };
        let mut any = |chance: u32| (below(chance) == 0).then(|| all[below(all.len() as u32) as usize]);
        let (start, end, target) = (any(2), any(3), any(3));
        let kind = if below(2) == 0 { Kind::Closed } else { Kind::Open };
        let Ok(mut asked) = TourSpec::new(&board, kind, start, end.filter(|_| target.is_none())) else { continue };
        if let Some(target) = target {
            asked = asked.aiming_at(target).unwrap();
        }
        let exists = exists_by_trying(&asked);
        for method in [
            MethodName::Auto,
            MethodName::Search,
            MethodName::Backtrack,
            MethodName::DepthFirst,
            MethodName::Closable,
            MethodName::Warnsdorff,
        ] {
            let named = format!("{method:?}: {asked:?}");
            let can_be_other = matches!(method, MethodName::Closable | MethodName::Warnsdorff);
            let is_closable = matches!(method, MethodName::Closable);
            let request = Request { method: method.into(), device: DeviceChoice::Cpu, ..Request::new(asked.clone()) };
            match courser::tour(&request).unwrap() {
                Answer::None(why) => {
                    let text = why.to_string();
                    let said = spec_of_sentence(&text, &asked);
                    assert!(!exists_by_trying(&said), "{named}: {text}");
                    // The method `closable` requires a return to the start even if the request does not. Therefore the
                    // message of this method may say that no closed tour exists, even if the requested open tour
                    // exists.
                    assert!(!exists || is_closable && said.is_closed(), "{named}: {text}");
                    if *said.board() == board && !is_closable {
                        assert_eq!((said.kind(), said.target()), (kind, target), "{named}: {text}");
                        // For a closed tour, the ends are compared only if the request contains a target or both ends.
                        // Otherwise any square of the tour can be its first square.
                        if kind == Kind::Open || target.is_some() || start.is_some() && asked.end().is_some() {
                            assert_eq!((said.start(), said.end()), (start, asked.end()), "{named}: {text}");
                        }
                    }
                    refused += 1;
                    with_target += u32::from(target.is_some());
                }
                Answer::Failed { .. } if can_be_other => {}
                answer => {
                    let tour = answer.into_tour().unwrap().unwrap_or_else(|| panic!("{named}"));
                    assert!(exists && asked.is_met_by(&tour), "{named}");
                }
            }
        }
    }
    assert!(refused > 3_000 && with_target > 500, "{refused}, {with_target}");
}
