//! Tests of narrow boards. The answers of the automaton are compared with exhaustive search and with the theorems. The
//! tours of the automaton are checked.

mod common;

use courser_board::{Board, Square, TourSpec};
use courser_solve::existence::{Existence, decide};
use courser_solve::factor::small;
use courser_solve::narrow;

use common::{Exhaustive, from, from_to, judge, random, spec};

/// Requests a tour. If a tour is found, checks it. Returns whether a tour was found, and asserts that `exists` gives
/// the same answer.
fn tour(spec: &TourSpec, seed: u64) -> bool {
    let found = narrow::tour(spec, seed);
    assert_eq!(narrow::exists(spec), found.is_some(), "{spec:?}");
    if let Some(order) = found.clone() {
        judge(spec, order);
    }
    found.is_some()
}

#[test]
fn all_pairs_of_boards_to_28_squares_are_answered_as_exhaustive_search_answers_them() {
    for (m, longest) in [(1, 4), (2, 6), (3, 9), (4, 7)] {
        for n in m..=longest {
            for board in [Board::new(m, n).unwrap(), Board::new(n, m).unwrap()] {
                let truth = Exhaustive::new(&board);
                assert_eq!(tour(&TourSpec::closed(&board), 1), truth.closed(), "{board}");
                assert_eq!(tour(&TourSpec::open(&board), 1), truth.open(), "{board}");
                for start in board.squares() {
                    assert_eq!(tour(&from(&board, start), 1), truth.starts(start), "{board} {start:?}");
                    for end in board.squares().filter(|&end| end != start || board.cells() == 1) {
                        assert_eq!(
                            tour(&from_to(&board, start, end), 1),
                            truth.joins(start, end),
                            "{board} {start:?} to {end:?}"
                        );
                    }
                }
            }
        }
    }
}

/// For these boards, the theorems and the automaton are independent: neither of the two uses the other.
#[test]
fn boards_to_60_columns_are_answered_as_the_theorems_say() {
    let mut state = 60;
    for m in [3, 4] {
        for n in 7..=60 {
            let board = if n % 2 == 0 { Board::new(m, n) } else { Board::new(n, m) }.unwrap();
            let theorem = |closed, start, end| decide(&spec(&board, closed, start, end)) == Existence::Exists;
            assert_eq!(tour(&TourSpec::closed(&board), n.into()), theorem(true, None, None), "{board}");
            assert_eq!(tour(&TourSpec::open(&board), n.into()), theorem(false, None, None), "{board}");
            for round in 0..40 {
                let start = Square::new(random(&mut state, board.rows()), random(&mut state, board.cols()));
                let mut end = Square::new(random(&mut state, board.rows()), random(&mut state, board.cols()));
                // The exceptions to the theorems are pairs of ends that are close to each other and to a short side.
                // Therefore, in half of the tested pairs, the two ends are close to each other.
                if round % 2 == 0 {
                    end.row = (start.row + random(&mut state, 5)).saturating_sub(2).min(board.rows() - 1);
                    end.col = (start.col + random(&mut state, 5)).saturating_sub(2).min(board.cols() - 1);
                }
                assert_eq!(tour(&from(&board, start), round), theorem(false, Some(start), None), "{board} {start:?}");
                if start != end {
                    let there = theorem(false, Some(start), Some(end));
                    assert_eq!(tour(&from_to(&board, start, end), round), there, "{board} {start:?} to {end:?}");
                }
            }
        }
    }
}

#[test]
fn the_pairs_that_the_theorems_except_are_excepted_at_every_length_to_40() {
    for n in 11..=40 {
        let board = Board::new(3, n).unwrap();
        let near: Vec<Square> = board.squares().filter(|square| square.col < 5 || square.col + 5 >= n).collect();
        for &start in &near {
            for &end in near.iter().filter(|&&end| end != start) {
                let theorem = decide(&spec(&board, false, Some(start), Some(end))) == Existence::Exists;
                assert_eq!(narrow::exists(&from_to(&board, start, end)), theorem, "{board} {start:?} {end:?}");
            }
        }
    }
}

#[test]
fn boards_of_a_hundred_thousand_squares_have_tours_of_every_kind() {
    for (rows, cols) in [(3, 500), (4, 30_000), (30_001, 4), (3, 33_334)] {
        let board = Board::new(rows, cols).unwrap();
        assert_eq!(tour(&TourSpec::closed(&board), 1), rows.min(cols) == 3, "{board}");
        assert!(tour(&TourSpec::open(&board), 1), "{board}");
        let corner = Square::new(0, 0);
        assert!(tour(&from(&board, corner), 1), "{board}");
        let far = [(rows - 1, cols - 1), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 2)];
        assert!(far.iter().any(|&(row, col)| tour(&from_to(&board, corner, Square::new(row, col)), 1)), "{board}");
    }
}

#[test]
fn a_billion_columns_are_answered_without_a_tour() {
    let (corner, beside) = (Square::new(0, 0), Square::new(0, 1));
    let board = |rows, cols| Board::new(rows, cols).unwrap();
    assert!(narrow::exists(&from_to(&board(4, 1 << 30), corner, beside)));
    assert!(!narrow::exists(&TourSpec::closed(&board(1 << 30, 4))));
    assert!(narrow::exists(&TourSpec::closed(&board(3, 1 << 30))));
    assert!(!narrow::exists(&TourSpec::closed(&board(3, (1 << 30) - 1))));
}

#[test]
fn a_seed_gives_the_same_tour_again_and_another_seed_another() {
    let tour = |seed| narrow::tour(&TourSpec::open(&Board::new(4, 20).unwrap()), seed);
    assert_eq!(tour(1), tour(1));
    assert_ne!(tour(1), tour(2));
    let closed = TourSpec::closed(&Board::new(3, 30).unwrap());
    assert_ne!(narrow::tour(&closed, 1), narrow::tour(&closed, 2));
}

/// Two independent methods must find tours for the same pairs of ends.
#[test]
fn factor_and_merge_finds_no_path_that_the_automaton_denies() {
    for (m, n) in [(3, 10), (4, 9), (3, 13)] {
        let board = Board::new(m, n).unwrap();
        for start in board.squares() {
            for end in board.squares() {
                if small::path(m, n, start, end, &[], 1).is_some() {
                    assert!(narrow::exists(&from_to(&board, start, end)), "{board} {start:?} {end:?}");
                }
            }
        }
    }
}
