//! Factor and merge: everything it returns is judged, and what it should find it finds.

use courser_board::{Board, Kind, Square, Tour};
use courser_solve::factor::small;

fn is_light(square: Square) -> bool {
    (square.row + square.col).is_multiple_of(2)
}

/// Judges a path over a whole board and that it has these ends.
fn judge(board: &Board, order: Vec<u32>, from: Square, to: Square) {
    let tour = Tour::new(board.clone(), order).unwrap();
    assert_eq!(tour.squares().next(), Some(from));
    assert_eq!(tour.squares().last(), Some(to));
}

/// Whether the tour goes from one of these squares to the other, either way round.
fn uses(board: &Board, order: &[u32], edge: (Square, Square), closed: bool) -> bool {
    let edge = (board.index(edge.0) as u32, board.index(edge.1) as u32);
    let around = closed.then(|| (order[order.len() - 1], order[0]));
    order
        .windows(2)
        .map(|step| (step[0], step[1]))
        .chain(around)
        .any(|step| step == edge || step == (edge.1, edge.0))
}

/// SplitMix64, the tests' own.
fn random(state: &mut u64, below: u32) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 32) as u32 % below
}

fn random_square(state: &mut u64, board: &Board) -> Square {
    Square::new(random(state, board.rows()), random(state, board.cols()))
}

/// Whether the colours allow a path between two squares of a board without holes.
fn right_colours(board: &Board, from: Square, to: Square) -> bool {
    if board.cells().is_multiple_of(2) {
        is_light(from) != is_light(to)
    } else {
        is_light(from) && is_light(to) && from != to
    }
}

#[test]
fn every_right_coloured_pair_of_a_small_board_has_a_path_and_no_other_has() {
    for (rows, cols) in [(6, 6), (6, 7), (7, 6), (7, 7), (8, 8)] {
        let board = Board::new(rows, cols).unwrap();
        for from in board.squares() {
            for to in board.squares() {
                let path = small::path(rows, cols, from, to, &[], 1);
                assert_eq!(
                    path.is_some(),
                    right_colours(&board, from, to),
                    "{board} from {from:?} to {to:?}"
                );
                if let Some(path) = path {
                    judge(&board, path, from, to);
                }
            }
        }
    }
}

#[test]
fn random_pairs_of_boards_to_14x14_have_paths_through_forced_edges() {
    let mut state = 14;
    for round in 0..3000 {
        let board = Board::new(6 + random(&mut state, 9), 6 + random(&mut state, 9)).unwrap();
        let (from, to) = (
            random_square(&mut state, &board),
            random_square(&mut state, &board),
        );
        if !right_colours(&board, from, to) {
            continue;
        }
        // The edges in which a tile's neighbours hang: all of them run through corners.
        let corner = Square::new(0, board.cols() - 1);
        let low = Square::new(board.rows() - 1, 0);
        let right = (corner, Square::new(2, board.cols() - 2));
        let below = (low, Square::new(board.rows() - 2, 2));
        let forced: &[_] = if [from, to]
            .iter()
            .any(|end| [right.0, right.1, below.0, below.1].contains(end))
        {
            &[]
        } else {
            &[right, below]
        };
        let path = small::path(board.rows(), board.cols(), from, to, forced, round)
            .unwrap_or_else(|| panic!("{board} from {from:?} to {to:?}, seed {round}"));
        for &edge in forced {
            assert!(
                uses(&board, &path, edge, false),
                "{board} from {from:?} to {to:?}, seed {round}"
            );
        }
        judge(&board, path, from, to);
    }
}

#[test]
fn every_board_of_even_area_from_5x6_to_14x14_has_a_cycle_through_a_forced_edge() {
    for rows in 5..=14 {
        for cols in 5..=14 {
            let board = Board::new(rows, cols).unwrap();
            let edge = (Square::new(rows - 1, 1), Square::new(rows - 3, 0));
            let order = small::cycle(rows, cols, &[edge], 3);
            assert_eq!(order.is_some(), board.cells() % 2 == 0, "{board}");
            if let Some(order) = order {
                assert!(uses(&board, &order, edge, true), "{board}");
                assert_eq!(Tour::new(board, order).unwrap().kind(), Kind::Closed);
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_path_again_and_another_seed_another() {
    let path = |seed| small::path(8, 8, Square::new(0, 0), Square::new(7, 6), &[], seed);
    assert_eq!(path(1), path(1));
    assert_ne!(path(1), path(2));
}

#[test]
fn what_cannot_be_forced_is_refused() {
    let corner = Square::new(0, 0);
    let (right, below) = (Square::new(1, 2), Square::new(2, 1));
    // No move, one edge too many at a square, and an edge that joins the ends.
    assert_eq!(small::cycle(8, 8, &[(corner, Square::new(1, 1))], 1), None);
    assert_eq!(
        small::path(
            8,
            8,
            corner,
            Square::new(0, 1),
            &[(corner, right), (corner, below)],
            1
        ),
        None
    );
    assert_eq!(
        small::path(8, 8, corner, right, &[(corner, right)], 1),
        None
    );
    // Twice the same is once.
    assert!(
        small::path(
            8,
            8,
            corner,
            Square::new(0, 1),
            &[(corner, right), (right, corner)],
            1
        )
        .is_some()
    );
}

#[test]
fn tiny_boards_are_answered() {
    let at = Square::new(0, 0);
    assert_eq!(small::path(1, 1, at, at, &[], 0), Some(vec![0]));
    assert_eq!(small::cycle(1, 1, &[], 0), None);
    assert_eq!(small::path(1, 2, at, Square::new(0, 1), &[], 0), None);
    assert_eq!(small::path(8, 8, at, at, &[], 0), None);
    assert_eq!(small::path(3, 3, at, Square::new(2, 2), &[], 0), None);
}
