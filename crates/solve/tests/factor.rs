//! Tests the method *factor and merge*. Checks every result, and checks that the expected tours are found.

mod common;

use courser_board::{Board, Square, TourSpec, parse_board};
use courser_solve::factor::{self, small};

use common::{from_to, judge, random};

fn is_light(square: Square) -> bool {
    (square.row + square.col).is_multiple_of(2)
}

/// Returns whether the path contains this edge, in either direction.
fn uses(board: &Board, order: &[u32], edge: (Square, Square)) -> bool {
    let edge = (board.index(edge.0) as u32, board.index(edge.1) as u32);
    order.windows(2).any(|step| (step[0], step[1]) == edge || (step[1], step[0]) == edge)
}

fn random_square(state: &mut u64, board: &Board) -> Square {
    Square::new(random(state, board.rows()), random(state, board.cols()))
}

/// Returns whether the colours allow a path between two squares of a board without holes.
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
                assert_eq!(path.is_some(), right_colours(&board, from, to), "{board} from {from:?} to {to:?}");
                if let Some(path) = path {
                    judge(&from_to(&board, from, to), path);
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
        let (from, to) = (random_square(&mut state, &board), random_square(&mut state, &board));
        if !right_colours(&board, from, to) {
            continue;
        }
        // A tile has two moves at which neighbouring tiles can be attached. One square of each of these moves is a
        // corner of the tile.
        let corner = Square::new(0, board.cols() - 1);
        let low = Square::new(board.rows() - 1, 0);
        let right = (corner, Square::new(2, board.cols() - 2));
        let below = (low, Square::new(board.rows() - 2, 2));
        let forced: &[_] = if [from, to].iter().any(|end| [right.0, right.1, below.0, below.1].contains(end)) {
            &[]
        } else {
            &[right, below]
        };
        let path = small::path(board.rows(), board.cols(), from, to, forced, round)
            .unwrap_or_else(|| panic!("{board} from {from:?} to {to:?}, seed {round}"));
        for &edge in forced {
            assert!(uses(&board, &path, edge), "{board} from {from:?} to {to:?}, seed {round}");
        }
        judge(&from_to(&board, from, to), path);
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
    // The three cases are: a step that is not a move, a third edge at a square, and an edge that joins the ends.
    assert_eq!(small::path(8, 8, corner, Square::new(0, 1), &[(corner, Square::new(1, 1))], 1), None);
    assert_eq!(small::path(8, 8, corner, Square::new(0, 1), &[(corner, right), (corner, below)], 1), None);
    assert_eq!(small::path(8, 8, corner, right, &[(corner, right)], 1), None);
    // A repeated edge counts only once.
    assert!(small::path(8, 8, corner, Square::new(0, 1), &[(corner, right), (right, corner)], 1).is_some());
}

#[test]
fn tiny_boards_are_answered() {
    let at = Square::new(0, 0);
    assert_eq!(small::path(1, 1, at, at, &[], 0), Some(vec![0]));
    assert_eq!(
        factor::tour(&TourSpec::closed(&Board::new(1, 1).unwrap()), 0, 1),
        Err(factor::FactorFailure::Impossible)
    );
    assert_eq!(small::path(1, 2, at, Square::new(0, 1), &[], 0), None);
    assert_eq!(small::path(8, 8, at, at, &[], 0), None);
    assert_eq!(small::path(3, 3, at, Square::new(2, 2), &[], 0), None);
}

#[test]
fn boards_of_all_sizes_to_300x300_have_tours_of_every_kind_that_look_grown() {
    let mut state = 300;
    for seed in 0..60 {
        let board = Board::new(5 + random(&mut state, 296), 6 + random(&mut state, 295)).unwrap();
        let (start, end) = (random_square(&mut state, &board), random_square(&mut state, &board));
        let mut asked = vec![TourSpec::open(&board)];
        if board.cells().is_multiple_of(2) {
            asked.push(TourSpec::closed(&board));
        }
        if board.cells().is_multiple_of(2) || is_light(start) {
            asked.push(common::from(&board, start));
        }
        if right_colours(&board, start, end) && board.rows() > 5 {
            asked.push(from_to(&board, start, end));
        }
        for spec in asked {
            let order = factor::tour(&spec, seed, 8).unwrap_or_else(|why| panic!("{spec:?} {seed}: {why}"));
            judge(&spec, order);
        }
    }
}

#[test]
fn a_million_squares_have_a_closed_tour_that_looks_grown() {
    let board = Board::new(1000, 1000).unwrap();
    let spec = TourSpec::closed(&board);
    judge(&spec, factor::tour(&spec, 1, 8).unwrap());
}

/// Returns a board of the task "Solve a Holy Knight's tour" on Rosetta Code, with its start. Each digit in `rows`
/// stands for a square to visit, and the digit 1 for the start. All other characters stand for holes.
fn holy(rows: &[&str]) -> (Board, Square) {
    let text = rows.iter().map(|row| {
        row.chars()
            .map(|c| match c {
                '1' => 'N',
                '0' => '.',
                _ => '#',
            })
            .collect::<String>()
            + "\n"
    });
    let (board, start) = parse_board(&text.collect::<String>()).unwrap();
    (board, start.unwrap())
}

#[test]
fn the_holy_knights_tour_both_boards_from_their_marked_starts_with_every_seed() {
    let small = holy(&[" 000    ", " 0 00   ", " 0000000", "000  0 0", "0 0  000", "1000000 ", "  00 0  ", "   000  "]);
    let large = holy(&[
        "-----1-0-----",
        "-----0-0-----",
        "----00000----",
        "-----000-----",
        "--0--0-0--0--",
        "00000---00000",
        "--00-----00--",
        "00000---00000",
        "--0--0-0--0--",
        "-----000-----",
        "----00000----",
        "-----0-0-----",
        "-----0-0-----",
    ]);
    for ((board, start), squares) in [(small, 36), (large, 56)] {
        assert_eq!(board.playable(), squares);
        let spec = common::from(&board, start);
        for seed in 0..200 {
            let order = factor::tour(&spec, seed, 20).unwrap_or_else(|why| panic!("{board:?} {seed}: {why}"));
            judge(&spec, order);
        }
    }
}

#[test]
fn other_leapers_have_closed_tours() {
    for (leaper, sides) in [
        ("wazir", [(2, 2), (6, 7), (40, 50)]),
        ("zebra", [(10, 10), (16, 16), (50, 61)]),
        ("giraffe", [(10, 10), (12, 12), (100, 50)]),
        ("antelope", [(14, 14), (22, 22), (60, 60)]),
        ("2,5", [(14, 14), (20, 20), (70, 80)]),
    ] {
        for (rows, cols) in sides {
            let board = Board::new(rows, cols).unwrap().with_leaper(leaper.parse().unwrap());
            let spec = TourSpec::closed(&board);
            judge(&spec, factor::tour(&spec, 1, 20).unwrap());
        }
    }
}

/// A maximum flow computed by another program has 392 edges, but a cover needs 400 edges.
#[test]
fn an_antelope_has_no_closed_tour_of_a_20x20_board_and_the_flow_proves_it() {
    let board = Board::new(20, 20).unwrap().with_leaper("antelope".parse().unwrap());
    assert_eq!(factor::tour(&TourSpec::closed(&board), 1, 1), Err(factor::FactorFailure::Impossible));
}

/// Returns a board with one hole of 2x2 squares in each area of 12x12 squares. The holes contain equally many squares
/// of both colours.
fn pierced(state: &mut u64, rows: u32, cols: u32) -> Board {
    let mut holes = Vec::new();
    for top in (0..rows - 11).step_by(12) {
        for left in (0..cols - 11).step_by(12) {
            let corner = (top + 2 + random(state, 7), left + 2 + random(state, 7));
            holes
                .extend([(0, 0), (0, 1), (1, 0), (1, 1)].map(|(row, col)| Square::new(corner.0 + row, corner.1 + col)));
        }
    }
    Board::new(rows, cols).unwrap().with_holes(holes).unwrap()
}

#[test]
fn boards_of_any_size_with_holes_have_tours_of_every_kind() {
    let mut state = 5;
    for (rows, cols) in [(12, 12), (24, 30), (50, 36), (100, 100), (120, 300), (300, 300), (600, 700)] {
        let board = pierced(&mut state, rows, cols);
        let mut squares =
            std::iter::repeat_with(|| random_square(&mut state, &board)).filter(|&at| board.is_playable(at));
        let start = squares.next().unwrap();
        let end = squares.find(|&end| is_light(end) != is_light(start)).unwrap();
        let (open, closed) = (TourSpec::open(&board), TourSpec::closed(&board));
        for spec in [closed, open, common::from(&board, start), from_to(&board, start, end)] {
            let order = factor::tour(&spec, 1, 8).unwrap_or_else(|why| panic!("{spec:?}: {why}"));
            judge(&spec, order);
        }
    }
}
