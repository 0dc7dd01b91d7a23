//! Compares the theorems on existence with exhaustive search and with independently computed tables.
//!
//! The tables are in `data/existence/`. They cover boards of up to 24 columns, or up to 14 columns if the board has
//! nine or more rows. Each row of `boards.csv` describes one board. The row contains, in this order:
//!
//! - the number of rows of the board, and the number of columns,
//! - 1 if the board has a closed tour, otherwise 0,
//! - 1 if the board has an open tour, otherwise 0,
//! - the number of pairs of end squares whose colours allow a tour,
//! - the number of exceptional pairs: pairs whose colours allow a tour, but which no tour joins,
//! - the number of start squares whose colour allows a tour,
//! - the number of bad starts: squares whose colour allows a tour, but on which no tour starts.
//!
//! `fromto_exceptions_m3.csv` and `fromto_exceptions_m5.csv` list the exceptional pairs of boards of three and five
//! rows, and `bad_starts.csv` lists the bad starts. The tables were computed with a column automaton that shares no
//! code with this crate.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use courser_board::{Board, Kind, Leaper, Square, TourSpec, Wrap, parse_board};
use courser_solve::existence::{Existence, Obstruction, Reason, decide};
use courser_solve::factor::{self, small};

use common::{Exhaustive, from, from_to, random, spec};

fn rows(text: &str) -> impl Iterator<Item = Vec<u32>> + '_ {
    text.lines().skip(1).map(|line| line.split(',').map(|field| field.parse().unwrap()).collect())
}

fn exists(board: &Board, closed: bool, start: Option<Square>, end: Option<Square>) -> bool {
    match decide(&spec(board, closed, start, end)) {
        Existence::Exists => true,
        Existence::None(reason) => {
            assert!(!reason.to_string().is_empty());
            false
        }
        Existence::Unknown => {
            panic!("{board} {closed} {start:?} {end:?}: a knight's rectangle is always decided")
        }
    }
}

#[test]
fn every_board_to_30_squares_is_decided_as_exhaustive_search_decides_it() {
    for rows in 1..=30 {
        for cols in 1..=30 / rows {
            // Boards with a side of one or two squares have almost no paths. Among these boards, those longer than nine
            // squares add no new cases.
            if rows.min(cols) < 3 && rows.max(cols) > 9 {
                continue;
            }
            let board = Board::new(rows, cols).unwrap();
            let found = Exhaustive::new(&board);
            assert_eq!(exists(&board, true, None, None), found.closed(), "{board} closed");
            assert_eq!(exists(&board, false, None, None), found.open(), "{board} open");
            for start in board.squares() {
                assert_eq!(exists(&board, false, Some(start), None), found.starts(start), "{board} from {start:?}");
                assert_eq!(exists(&board, false, None, Some(start)), found.starts(start), "{board} to {start:?}");
                // The tour of a board with a single square ends on its first square. All other tours end on another
                // square.
                for end in board.squares().filter(|&end| end != start || board.cells() == 1) {
                    let expected = found.joins(start, end);
                    assert_eq!(exists(&board, false, Some(start), Some(end)), expected, "{board} {start:?} to {end:?}");
                    let closed = expected && board.playable() > 2 && board.neighbours(start).any(|next| next == end);
                    assert_eq!(
                        exists(&board, true, Some(start), Some(end)),
                        closed,
                        "{board} {start:?} to {end:?}, closed"
                    );
                }
            }
        }
    }
}

#[test]
fn the_numbers_of_exceptions_are_those_of_the_tables() {
    for row in rows(include_str!("data/existence/boards.csv")) {
        let [m, n, closed, open, pairs, bad_pairs, starts, bad_starts] = row[..] else { panic!("{row:?}") };
        // Every second board is transposed.
        let board = if n % 2 == 0 { Board::new(m, n) } else { Board::new(n, m) }.unwrap();
        assert_eq!(exists(&board, true, None, None), closed == 1, "{board} closed");
        assert_eq!(exists(&board, false, None, None), open == 1, "{board} open");
        let even = board.cells().is_multiple_of(2);
        let light = |square: &Square| (square.row + square.col).is_multiple_of(2);
        let eligible: Vec<Square> = board.squares().filter(|square| even || light(square)).collect();
        assert_eq!(eligible.len(), starts as usize, "{board}");
        let bad = eligible.iter().filter(|&&start| !exists(&board, false, Some(start), None)).count();
        // On a board of one square, the tour starts and ends on the same square. The tables count no pairs of ends for
        // this board.
        assert_eq!(bad, bad_starts as usize, "{board}: starts without a tour");
        let mut found = (0, 0);
        for (at, &a) in eligible.iter().enumerate() {
            for &b in &eligible[at + 1..] {
                if !even || light(&a) != light(&b) {
                    found.0 += 1;
                    found.1 += u32::from(!exists(&board, false, Some(b), Some(a)));
                }
            }
        }
        assert_eq!(found, (pairs, bad_pairs), "{board}: right-coloured pairs, and those without a tour");
    }
}

#[test]
fn the_exceptions_are_those_of_the_tables_square_by_square() {
    let mut pairs: BTreeMap<(u32, u32), BTreeSet<(u32, u32)>> = BTreeMap::new();
    for text in [
        include_str!("data/existence/fromto_exceptions_m3.csv"),
        include_str!("data/existence/fromto_exceptions_m5.csv"),
    ] {
        for row in rows(text) {
            let [m, n, ar, ac, br, bc] = row[..] else { panic!("{row:?}") };
            pairs.entry((m, n)).or_default().insert((ar * n + ac, br * n + bc));
        }
    }
    for (&(m, n), bad) in &pairs {
        let board = Board::new(m, n).unwrap();
        for &(a, b) in bad {
            assert!(!exists(&board, false, Some(board.at(a.into())), Some(board.at(b.into()))), "{board} {a} {b}");
        }
    }
    for row in rows(include_str!("data/existence/bad_starts.csv")) {
        let [m, n, r, c] = row[..] else { panic!("{row:?}") };
        assert!(!exists(&Board::new(m, n).unwrap(), false, Some(Square::new(r, c)), None), "{row:?}");
    }
}

/// Returns the remedies as one clause.
fn remedies(reason: &Reason) -> String {
    reason.remedies().iter().map(ToString::to_string).collect::<Vec<_>>().join(", or ")
}

#[test]
fn a_refusal_names_the_board_the_wish_the_argument_and_a_cure() {
    let refusal = |rows, cols, closed, ends: [Option<(u32, u32)>; 2]| {
        let [start, end] = ends.map(|end| end.map(|(row, col)| Square::new(row, col)));
        match decide(&spec(&Board::new(rows, cols).unwrap(), closed, start, end)) {
            Existence::None(reason) => (reason.to_string(), remedies(&reason)),
            other => panic!("{rows}x{cols}: {other:?}"),
        }
    };
    let check = |(said, hint): (String, String), expected: &str, cure: &str| {
        assert_eq!(said, expected);
        assert_eq!(hint, cure, "{said}");
    };
    check(
        refusal(4, 9, true, [None, None]),
        "a 4x9 board has no closed tour: no board with a side of 4 has one (Schwenk 1991, Mathematics Magazine 64)",
        "ask for an open tour, or try 5x10",
    );
    check(
        refusal(8, 3, true, [None, None]),
        "an 8x3 board has no closed tour: beside a side of 3 the other must be at least 10 (Schwenk 1991, Mathematics Magazine 64)",
        "ask for an open tour, or try 10x3",
    );
    check(
        refusal(4, 4, false, [None, None]),
        "a 4x4 board has no tour: the boards from 3x3 up without an open tour are 3x3, 3x5, 3x6 and 4x4 (Cull and De Curtins 1978, Fibonacci Quarterly 16; Chia and Ong 2005)",
        "try 5x5",
    );
    check(
        refusal(2, 9, false, [None, None]),
        "a 2x9 board has no tour: with a side of 1 or 2 a knight cannot turn round, and misses squares (Chia and Ong 2005)",
        "try 3x9",
    );
    check(
        refusal(5, 5, false, [Some((0, 1)), None]),
        "a 5x5 board has no tour from b5: 25 squares, and b5 is of the colour that has one fewer, while both ends have the other (colour argument)",
        "try a5 as the start",
    );
    check(
        refusal(8, 8, false, [Some((7, 0)), Some((5, 2))]),
        "an 8x8 board has no tour from a1 to c3: a1 and c3 are of one colour, and 63 moves end on the other (colour argument)",
        "try c4 as the end, or leave it out",
    );
    check(
        refusal(4, 9, false, [Some((1, 0)), None]),
        "a 4x9 board has no tour from a3: with a side of 4 both ends lie in the two outer rows, and a3 does not (computed exactly)",
        "try a4 as the start",
    );
    // The requested end is impossible, just as the requested start is. Therefore a hint that changes only the start
    // would not be sufficient.
    check(
        refusal(4, 6, false, [Some((2, 5)), Some((2, 2))]),
        "a 4x6 board has no tour from f2 to c2: with a side of 4 both ends lie in the two outer rows, and f2 does not (computed exactly)",
        "try e1 as the start, and leave out the end",
    );
    check(
        refusal(5, 5, false, [Some((0, 2)), Some((1, 1))]),
        "a 5x5 board has no tour from c5 to b4: every tour of a 5x5 board has an end in a corner (computed exactly)",
        "try a5 as the end, or leave it out",
    );
    check(
        refusal(1, 1, true, [None, None]),
        "a 1x1 board has no closed tour: a cycle has at least three squares, and this board has 1",
        "ask for an open tour, or try 6x6",
    );
    check(
        refusal(6, 6, true, [Some((0, 0)), Some((0, 1))]),
        "a 6x6 board has no closed tour from a6 to b6: b6 is not a move from a6",
        "ask for an open tour, or choose an end such as b4, a move from a6",
    );
}

#[test]
fn a_reason_about_the_board_precedes_a_reason_about_the_ends() {
    let refusal = |board: &Board, kind, start: Option<&str>, end| {
        let spec = |name| board.square(name).unwrap();
        match decide(&TourSpec::new(board, kind, start.map(spec), Some(spec(end))).unwrap()) {
            Existence::None(reason) => (reason.because().clone(), remedies(&reason)),
            other => panic!("{board}: {other:?}"),
        }
    };
    let size = |text: &str| text.parse::<Board>().unwrap();
    let (because, hint) = refusal(&size("4x4"), Kind::Closed, Some("a1"), "a2");
    assert_eq!((because, &*hint), (Obstruction::Schwenk(4), "try 6x6, and leave out both ends"));
    let (because, hint) = refusal(&size("7x7"), Kind::Closed, Some("a2"), "a1");
    assert_eq!((because, &*hint), (Obstruction::Odd(49), "try 8x8, and leave out both ends"));
    let cylinder = size("6x1").wrapping(Wrap::Cols);
    let (because, hint) = refusal(&cylinder, Kind::Closed, Some("a5"), "a3");
    assert!(matches!(because, Obstruction::EndsApart { .. }), "{because:?}");
    assert_eq!(hint, "try another board: no tour exists if a restriction is left out, either");
    let (because, hint) = refusal(&size("1x4"), Kind::Open, None, "b1");
    assert_eq!((because, &*hint), (Obstruction::TwoRows, "try 3x4, and leave out the end"));
    // Both ends are of the colour that has one square fewer.
    let (holed, _) = parse_board("......\n......\n......\n......\n.....#\n").unwrap();
    let (because, hint) = refusal(&holed, Kind::Open, Some("a2"), "a4");
    assert!(matches!(because, Obstruction::LesserColour { .. }), "{because:?}");
    assert_eq!(hint, "try b4 as the start, and leave out the end");
}

#[test]
fn dead_ends_have_a_cure_that_fits_the_board() {
    let hint = |board: &Board, closed, start| match decide(&spec(board, closed, start, None)) {
        Existence::None(reason) => {
            assert!(matches!(reason.because(), Obstruction::DeadEnds { .. }), "{reason}");
            remedies(&reason)
        }
        other => panic!("{board}: {other:?}"),
    };
    // Only boards with holes get the hint `open holes`.
    let corridor = Board::new(1, 6).unwrap().with_leaper("wazir".parse().unwrap());
    assert_eq!(hint(&corridor, true, None), "ask for an open tour, or try 6x6, or try another leaper");
    assert_eq!(hint(&corridor, false, Some(Square::new(0, 2))), "try another start or end, or leave them out");
    let holed = parse_board("....\n.##.\n....\n...#").unwrap().0;
    assert_eq!(hint(&holed, false, None), "open holes a move from a4");
}

fn because(board: &Board, closed: bool, start: Option<Square>, end: Option<Square>) -> Option<Obstruction> {
    match decide(&spec(board, closed, start, end)) {
        Existence::None(reason) => {
            assert!(!reason.to_string().is_empty());
            Some(reason.because().clone())
        }
        _ => None,
    }
}

#[test]
fn leapers_that_cannot_get_everywhere_are_reported_with_the_reason() {
    let judge = |leaper: &str, rows, cols| {
        let board = Board::new(rows, cols).unwrap().with_leaper(leaper.parse().unwrap());
        because(&board, false, None, None)
    };
    assert_eq!(judge("1,3", 10, 10), Some(Obstruction::KeepsColour));
    assert_eq!(judge("2,4", 10, 10), Some(Obstruction::CommonDivisor(2)));
    assert_eq!(judge("0,2", 10, 10), Some(Obstruction::CommonDivisor(2)));
    assert_eq!(judge("2,3", 4, 10), Some(Obstruction::LeaperTooLong((5, 6))));
    assert_eq!(judge("2,3", 10, 10), None);
    assert_eq!(judge("0,1", 1, 5), None);
    assert_eq!(judge("1,3", 1, 1), None);
    // `decide` supports boards of any size.
    assert_eq!(judge("1,3", 1 << 30, 1 << 30), Some(Obstruction::KeepsColour));
    assert_eq!(judge("1,4", 1 << 30, 1 << 30), None);
}

/// Compares Knuth's theorem with a flood fill of the board.
#[test]
fn a_leaper_gets_everywhere_exactly_where_knuth_says() {
    for r in 0..=4 {
        for s in r.max(1)..=5 {
            for rows in 1..=11 {
                for cols in 1..=11 {
                    let board = Board::new(rows, cols).unwrap().with_leaper(Leaper::new(r, s).unwrap());
                    if board.leaper() == Leaper::KNIGHT || board.playable() == 1 {
                        continue;
                    }
                    let mut seen = BTreeSet::from([(0, 0)]);
                    let mut queue = vec![Square::new(0, 0)];
                    while let Some(square) = queue.pop() {
                        queue.extend(board.neighbours(square).filter(|next| seen.insert((next.row, next.col))));
                    }
                    let split = matches!(
                        because(&board, false, None, None),
                        Some(
                            Obstruction::KeepsColour
                                | Obstruction::CommonDivisor { .. }
                                | Obstruction::LeaperTooLong { .. }
                        )
                    );
                    assert_eq!(split, (seen.len() as u64) < board.cells(), "{board:?}");
                }
            }
        }
    }
}

#[test]
fn boards_with_holes_are_reported_with_what_rules_a_tour_out() {
    let judge = |text: &str, closed| {
        let (board, start) = parse_board(text).unwrap();
        because(&board, closed, start, None)
    };
    let at = Square::new;
    // The ring of eight squares is a cycle. Without one of its squares it is a path.
    assert_eq!(judge("...\n.#.\n...", true), None);
    assert_eq!(judge("...\n.#.\n..#", true), Some(Obstruction::Unbalanced { more: 4, fewer: 3 }));
    assert_eq!(judge("...\n.#.\n..#", false), None);
    // The board consists of two separate rings of eight squares.
    assert_eq!(
        judge("...##...\n.#.##.#.\n...##...", false),
        Some(Obstruction::Islands { one: at(0, 0), other: at(0, 5) })
    );
    // Three squares have one move each. An open tour cannot contain three such squares, and a closed tour can contain
    // none.
    assert_eq!(judge("....\n.##.\n....\n...#", false), Some(Obstruction::DeadEnds(vec![at(0, 0), at(0, 3), at(3, 0)])));
    // The board consists of two areas of 2x2 squares, and of a row of two squares that joins the areas. A tour that has
    // left the first area cannot return to this area.
    let rooms = parse_board("..##..\n......").unwrap().0.with_leaper("wazir".parse().unwrap());
    assert_eq!(because(&rooms, true, None, None), Some(Obstruction::Bottleneck { square: at(1, 1), pieces: 2 }));
    assert_eq!(because(&rooms, false, Some(at(0, 1)), Some(at(0, 4))), None);
    assert_eq!(
        because(&rooms, false, Some(at(1, 1)), None),
        Some(Obstruction::Bottleneck { square: at(1, 1), pieces: 2 })
    );
}

/// Tests the method *factor and merge*. Mosaics and relays use paths found by this method. On the tested boards, the
/// method has never missed a path.
#[test]
fn factor_and_merge_finds_every_path_that_exists_on_boards_to_8x10() {
    for rows in 3..=8 {
        for cols in rows..=10 {
            let board = Board::new(rows, cols).unwrap();
            for start in board.squares() {
                for end in board.squares().filter(|&end| end != start) {
                    // Only ends that a path can join are tested. With other ends included, the test would spend most of
                    // its time on attempts to find a path.
                    if exists(&board, false, Some(start), Some(end)) {
                        let path = small::path(rows, cols, start, end, &[], 1);
                        let path = path.unwrap_or_else(|| panic!("{board} from {start:?} to {end:?} is missed"));
                        common::judge(&from_to(&board, start, end), path);
                    }
                }
            }
        }
    }
}

/// Compares `decide` and the heuristic with an exhaustive search on random boards. If `decide` rules out a tour, the
/// exhaustive search must find no tour. If the heuristic finds a tour, the exhaustive search must also find a tour.
#[test]
fn random_boards_with_holes_and_other_leapers_agree_with_exhaustive_search() {
    let mut state = 9;
    let (mut refused, mut found, mut missed) = (0, 0, 0);
    for round in 0..2500 {
        let leaper = ["1,2", "1,2", "0,1", "1,1", "1,3", "2,3"][random(&mut state, 6) as usize];
        let (rows, cols) = (2 + random(&mut state, 5), 2 + random(&mut state, 5));
        let board = Board::new(rows, cols).unwrap().with_leaper(leaper.parse().unwrap());
        let percent = random(&mut state, 40);
        let holes: Vec<Square> = board.squares().filter(|_| random(&mut state, 100) < percent).collect();
        let Ok(board) = board.with_holes(holes) else {
            continue;
        };
        if board.playable() > 26 {
            continue;
        }
        let truth = Exhaustive::new(&board);
        let squares: Vec<Square> = board.squares().collect();
        let mut pick = || squares[random(&mut state, squares.len() as u32) as usize];
        let (start, end) = (pick(), pick());
        let mut asked = vec![
            (TourSpec::closed(&board), truth.closed()),
            (TourSpec::open(&board), truth.open()),
            (from(&board, start), truth.starts(start)),
        ];
        if start != end {
            asked.push((from_to(&board, start, end), truth.joins(start, end)));
        }
        for (spec, truth) in asked {
            match decide(&spec) {
                Existence::Exists => assert!(truth, "{spec:?}, round {round}"),
                Existence::None(reason) => {
                    refused += 1;
                    assert!(!truth, "{spec:?}, round {round}: {reason}");
                }
                Existence::Unknown => {}
            }
            match factor::tour(&spec, round, 20) {
                Ok(order) => {
                    found += 1;
                    common::judge(&spec, order);
                    assert!(truth, "{spec:?}, round {round}");
                }
                Err(factor::FactorFailure::Impossible) => {
                    assert!(!truth, "{spec:?}, round {round}")
                }
                Err(factor::FactorFailure::GaveUp | factor::FactorFailure::Stopped) => missed += u32::from(truth),
            }
        }
    }
    // More than 1000 requests must be refused, and more than 500 requests must be answered with a tour. The number of
    // existing tours that the heuristic misses must be less than 1 % of the number of tours that the heuristic finds.
    assert!(refused > 1000 && found > 500, "{refused} refused, {found} found");
    assert!(missed * 100 < found, "{missed} tours missed, {found} found");
}
