//! Tests of the mosaic and its check: every kind of board, every pair of ends, every method of numbering.

mod common;

use std::collections::BTreeSet;

use common::spec;
use courser_board::proof::{self, VisitNumber, order_from_visits};
use courser_board::{Board, Kind, Square, Tour};
use courser_solve::TilingError;
use courser_solve::existence::Obstruction;
use courser_solve::mosaic::MosaicPlan;
use proptest::prelude::*;

/// The pairs of ends for which a board of 5 rows has no tour, although their colours allow a tour.
/// `data/existence/README.md` describes the CSV file of these pairs.
const NO_TOUR_OF_FIVE_ROWS: &str = include_str!("data/existence/fromto_exceptions_m5.csv");

fn board(rows: u32, cols: u32) -> Board {
    Board::new(rows, cols).unwrap()
}

fn squares(board: &Board) -> impl Iterator<Item = Square> + '_ {
    (0..board.cells()).map(|index| board.at(index))
}

/// Returns whether the colours of the ends allow a tour.
fn fit(board: &Board, start: Square, end: Square) -> bool {
    if board.cells().is_multiple_of(2) {
        start.colour() != end.colour()
    } else {
        start != end && start.colour() + end.colour() == 0
    }
}

fn filled<T: VisitNumber>(plan: &MosaicPlan) -> Vec<T> {
    let mut visits = vec![T::default(); plan.cells() as usize];
    plan.fill(&mut visits);
    visits
}

/// Verifies the tour of a plan in two ways: with [`proof::prove`] and with [`Tour::new`]. Returns the tour.
fn judged(plan: &MosaicPlan) -> Tour {
    let visits = filled::<u32>(plan);
    assert_eq!(proof::prove(plan.rows, plan.cols, plan.closed, &visits), Ok(()), "{}x{}", plan.rows, plan.cols);
    let order = order_from_visits(&visits).expect("numbers 1 to n");
    let tour = Tour::new(board(plan.rows, plan.cols), order).expect("a tour");
    if plan.closed {
        assert_eq!(tour.kind(), Kind::Closed);
    }
    assert_eq!(tour.squares().next(), Some(plan.start));
    tour
}

/// Returns whether two conditions are met: the error means that no tour exists, and `is` returns true for the reason.
fn because(error: &TilingError, is: impl FnOnce(&Obstruction) -> bool) -> bool {
    matches!(error, TilingError::None(reason) if is(reason.because()))
}

/// Plans a tour from `start` to `end`, and checks the tour if a plan is found. Returns whether a plan was found.
fn judge_pair(board: &Board, start: Square, end: Square, seed: Option<u64>) -> bool {
    let plan = match MosaicPlan::new(&spec(board, false, Some(start), Some(end)), seed) {
        Ok(plan) => plan,
        Err(TilingError::MosaicEnds { .. }) => return false,
        Err(TilingError::None(reason)) if matches!(reason.because(), Obstruction::NarrowPair { .. }) => {
            return false;
        }
        Err(error) => panic!("{board} {start:?} {end:?}: {error}"),
    };
    let tour = judged(&plan);
    assert_eq!((tour.squares().next(), tour.squares().last()), (Some(start), Some(end)), "{board}");
    true
}

/// Returns every `step`th pair of squares whose colours allow a tour.
fn pairs(board: &Board, step: usize) -> impl Iterator<Item = (Square, Square)> + '_ {
    let cells = board.cells();
    let all = (0..cells * cells).step_by(step).map(move |pair| (board.at(pair / cells), board.at(pair % cells)));
    all.filter(move |&(start, end)| fit(board, start, end))
}

#[test]
fn every_even_board_from_5_to_40_has_a_closed_tour() {
    for rows in 5..=40 {
        for cols in 5..=40 {
            let board = board(rows, cols);
            match MosaicPlan::new(&spec(&board, true, None, None), None) {
                Ok(plan) => assert_eq!(judged(&plan).kind(), Kind::Closed),
                Err(error) => {
                    assert!(because(&error, |because| matches!(because, Obstruction::Odd { .. })), "{error}");
                    assert!(board.cells() % 2 == 1);
                }
            }
        }
    }
}

#[test]
fn every_board_from_5_to_13_has_a_tour_from_every_square_of_the_right_colour() {
    for rows in 5..=13 {
        for cols in 5..=13 {
            let board = board(rows, cols);
            for start in squares(&board) {
                match MosaicPlan::new(&spec(&board, false, Some(start), None), None) {
                    Ok(plan) => assert_eq!(judged(&plan).squares().next(), Some(start)),
                    Err(error) => {
                        let lesser = Obstruction::LesserColour { square: start, squares: board.cells() };
                        assert!(because(&error, |because| *because == lesser), "{error}");
                        assert!(rows * cols % 2 == 1 && start.colour() == 1);
                    }
                }
            }
        }
    }
}

#[test]
fn every_pair_of_ends_has_a_tour_where_both_sides_are_at_least_6() {
    for (rows, cols) in [(6, 6), (6, 7), (7, 6), (7, 7), (6, 8), (7, 8), (8, 8)] {
        let board = board(rows, cols);
        for (start, end) in pairs(&board, 1) {
            assert!(judge_pair(&board, start, end, None), "{board} {start:?} {end:?}");
        }
    }
}

#[test]
fn larger_boards_have_a_tour_between_every_pair_that_was_drawn() {
    for rows in 9..=40 {
        for cols in (9..=40).filter(|cols| (rows + cols) % 3 == 0) {
            let board = board(rows, cols);
            // The step is larger for larger boards. It is not a multiple of a side, nor of a side plus or minus 1.
            let step = (board.cells() * board.cells() / 7) as usize | 1;
            for (start, end) in pairs(&board, step) {
                assert!(judge_pair(&board, start, end, None), "{board} {start:?} {end:?}");
            }
        }
    }
    let board = board(30, 30);
    for (start, end) in pairs(&board, 1999) {
        assert!(judge_pair(&board, start, end, None), "{start:?} {end:?}");
    }
}

#[test]
fn corners_and_their_neighbours_are_ends_like_others() {
    for (rows, cols) in [(14, 14), (15, 15), (14, 15), (22, 31), (33, 35), (6, 50), (50, 7)] {
        let board = board(rows, cols);
        let near = |line: u32, side: u32| line < 3 || line + 3 >= side;
        let edge: Vec<Square> = squares(&board).filter(|s| near(s.row, rows) && near(s.col, cols)).collect();
        for &start in &edge {
            for &end in edge.iter().filter(|&&end| fit(&board, start, end)) {
                assert!(judge_pair(&board, start, end, None), "{board} {start:?} {end:?}");
            }
        }
    }
}

/// Returns all pairs of a start and an end for which the 5 x `cols` board has no tour. Every pair is included in both
/// directions.
fn exceptions(cols: u32) -> BTreeSet<(Square, Square)> {
    let lines = NO_TOUR_OF_FIVE_ROWS.lines().skip(1);
    let numbers = lines.map(|line| line.split(',').map(|n| n.parse().unwrap()).collect::<Vec<u32>>());
    let of_board = numbers.filter(|n| n[1] == cols);
    of_board
        .map(|n| (Square::new(n[2], n[3]), Square::new(n[4], n[5])))
        .flat_map(|(start, end)| [(start, end), (end, start)])
        .collect()
}

/// Returns whether the rule for boards of five rows forbids a tour from `start` to `end`. The rule: if the number of
/// columns is even, a tour from (2,1) ends only on (0,0) or (4,0), and the same holds for the mirror images of these
/// squares. On boards of 8 to 20 columns, the table [`NO_TOUR_OF_FIVE_ROWS`] contains exactly the pairs that this rule
/// forbids.
fn rule_forbids(cols: u32, start: Square, end: Square) -> bool {
    let forbids = |from: Square, to: Square| {
        (from == Square::new(2, 1) && to != Square::new(0, 0) && to != Square::new(4, 0))
            || (from == Square::new(2, cols - 2) && to != Square::new(0, cols - 1) && to != Square::new(4, cols - 1))
    };
    cols.is_multiple_of(2) && (forbids(start, end) || forbids(end, start))
}

#[test]
fn five_rows_have_exactly_the_tours_of_the_table() {
    for cols in 5..=20 {
        let board = board(5, cols);
        let exceptions = exceptions(cols);
        let step = if cols < 10 { 1 } else { 7 };
        for (start, end) in pairs(&board, step) {
            let none = exceptions.contains(&(start, end));
            assert_eq!(judge_pair(&board, start, end, None), !none, "{board} {start:?} {end:?}");
            if cols >= 8 {
                assert_eq!(rule_forbids(cols, start, end), none, "{board} {start:?} {end:?}");
            }
        }
    }
}

#[test]
fn five_rows_or_columns_up_to_60_have_the_tours_that_the_rule_allows() {
    for cols in 21..=60 {
        for board in [board(5, cols), board(cols, 5)] {
            for (start, end) in pairs(&board, 211) {
                let upright = |s: Square| {
                    if board.rows() == 5 { s } else { Square::new(s.col, s.row) }
                };
                let none = rule_forbids(cols, upright(start), upright(end));
                assert_eq!(judge_pair(&board, start, end, None), !none, "{board} {start:?} {end:?}");
            }
        }
    }
}

/// Tests all pairs, without a time limit: `cargo test --release -p courser-solve --test mosaic -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn every_single_pair_of_ends() {
    for cols in 5..=60 {
        let board = board(5, cols);
        let small = exceptions(cols);
        for (start, end) in pairs(&board, 1) {
            let none = if cols < 8 { small.contains(&(start, end)) } else { rule_forbids(cols, start, end) };
            assert_eq!(judge_pair(&board, start, end, None), !none, "{board} {start:?} {end:?}");
        }
    }
    for rows in 6..=20 {
        for cols in 6..=20 {
            let board = board(rows, cols);
            for (start, end) in pairs(&board, 1) {
                assert!(judge_pair(&board, start, end, None), "{board} {start:?} {end:?}");
            }
        }
    }
}

/// Asserts that all methods of computing visit numbers give the same numbers for a plan.
fn assert_ways_agree(plan: &MosaicPlan) {
    let visits = filled::<u32>(plan);
    let wide = filled::<u64>(plan);
    assert!(visits.iter().zip(&wide).all(|(&narrow, &wide)| u64::from(narrow) == wide));
    let board = board(plan.rows, plan.cols);
    for square in squares(&board) {
        let visit = visits[board.index(square) as usize];
        assert_eq!(plan.visit(square), u64::from(visit), "{board} {square:?}");
    }
    for height in [1, 3, plan.rows.div_ceil(2)] {
        let mut banded = Vec::new();
        for top in (0..plan.rows).step_by(height as usize) {
            let rows = top..(top + height).min(plan.rows);
            let mut band = vec![0_u32; (rows.len() as u64 * u64::from(plan.cols)) as usize];
            plan.fill_rows(rows, &mut band);
            banded.extend(band);
        }
        assert!(banded == visits, "{board} in bands of {height} rows");
    }
}

#[test]
fn index_fill_and_bands_of_rows_agree_in_both_widths() {
    for (rows, cols) in
        [(5, 5), (5, 6), (6, 5), (8, 8), (13, 14), (21, 30), (40, 5), (5, 41), (64, 64), (37, 45), (9, 1300)]
    {
        let board = board(rows, cols);
        let even = board.cells().is_multiple_of(2);
        for seed in [None, Some(1), Some(2)] {
            assert_ways_agree(&MosaicPlan::new(&spec(&board, even, None, None), seed).unwrap());
            let start = Square::new(rows - 1, cols - 1);
            assert_ways_agree(&MosaicPlan::new(&spec(&board, false, Some(start), None), seed).unwrap());
            let end = pick(&board, rows / 2, cols / 2, Some(start));
            assert_ways_agree(&MosaicPlan::new(&spec(&board, false, Some(start), Some(end)), seed).unwrap());
        }
    }
}

#[test]
fn a_closed_tour_starts_anywhere() {
    let board = board(16, 22);
    for seed in [None, Some(3)] {
        for start in squares(&board) {
            let plan = MosaicPlan::new(&spec(&board, true, Some(start), None), seed).unwrap();
            assert_eq!(judged(&plan).squares().next(), Some(start));
        }
    }
}

#[test]
fn a_closed_tour_can_be_given_its_last_square_and_both_its_ends() {
    for (rows, cols) in [(5, 6), (8, 5), (6, 6), (8, 11), (30, 41)] {
        let board = board(rows, cols);
        for end in squares(&board).step_by(7) {
            for start in [None].into_iter().chain(board.neighbours(end).map(Some)) {
                // If a side of the board is 5, it is possible that no closed tour contains the move between these ends.
                let plan = match MosaicPlan::new(&spec(&board, true, start, Some(end)), None) {
                    Err(TilingError::MosaicEnds { .. } | TilingError::None(_)) if rows.min(cols) == 5 => {
                        continue;
                    }
                    plan => plan.unwrap(),
                };
                assert!(plan.closed, "{board} {start:?} {end:?}");
                let tour = judged(&plan);
                assert_eq!(tour.squares().last(), Some(end), "{board} {start:?}");
                assert!(start.is_none_or(|start| tour.squares().next() == Some(start)), "{board} {start:?} {end:?}");
            }
        }
    }
}

#[test]
fn a_tour_can_be_given_its_end_alone() {
    for (rows, cols) in [(5, 5), (5, 7), (7, 5), (6, 6), (9, 9), (16, 19), (31, 33)] {
        let board = board(rows, cols);
        for end in squares(&board).filter(|end| board.cells().is_multiple_of(2) || end.colour() == 0) {
            let tour = judged(&MosaicPlan::new(&spec(&board, false, None, Some(end)), None).unwrap());
            assert_eq!(tour.squares().last(), Some(end), "{board}");
        }
    }
}

#[test]
fn a_seed_gives_its_own_tour_and_always_the_same() {
    for (rows, cols) in [(6, 6), (8, 8), (5, 12), (13, 13), (20, 30), (64, 48), (47, 45)] {
        let board = board(rows, cols);
        let closed = board.cells().is_multiple_of(2);
        let tours: Vec<Vec<u32>> = (0..8)
            .map(|seed| {
                let plan = MosaicPlan::new(&spec(&board, closed, None, None), Some(seed)).unwrap();
                judged(&plan);
                assert_eq!(plan, MosaicPlan::new(&spec(&board, closed, None, None), Some(seed)).unwrap());
                filled(&plan)
            })
            .collect();
        let different: BTreeSet<_> = tours.iter().collect();
        assert!(different.len() >= 7, "{board}: {} of 8 seeds differ", different.len());
    }
    let board = board(30, 30);
    for seed in 0..20 {
        for (start, end) in pairs(&board, 200_003) {
            assert!(judge_pair(&board, start, end, Some(seed)), "seed {seed}, {start:?} {end:?}");
        }
    }
}

#[test]
fn thin_and_large_boards_are_toured() {
    for (rows, cols) in [(5, 500), (500, 5), (5, 501), (6, 1000), (1000, 6), (7, 999), (999, 1001), (2000, 2000)] {
        let board = board(rows, cols);
        let even = board.cells().is_multiple_of(2);
        if even {
            judged(
                &MosaicPlan::new(&spec(&board, true, Some(Square::new(rows / 2, cols / 3)), None), Some(5)).unwrap(),
            );
        }
        for start in [Square::new(0, 0), pick(&board, rows / 2, cols / 2, None)] {
            judged(&MosaicPlan::new(&spec(&board, false, Some(start), None), None).unwrap());
            let end = pick(&board, rows - 1, cols - 1, Some(start));
            assert!(judge_pair(&board, start, end, None), "{board}");
        }
    }
}

/// Returns a square that depends on `row` and `col`, and whose colour allows a tour from `other`.
fn pick(board: &Board, row: u32, col: u32, other: Option<Square>) -> Square {
    let (row, col) = (row % board.rows(), col % board.cols());
    let wrong = match other {
        _ if board.cells() % 2 == 1 => (row ^ col) & 1 == 1,
        Some(other) => (row ^ col) & 1 == other.colour(),
        None => false,
    };
    // If the colour is wrong, the square to the left is returned. In the first column, the square to the right is
    // returned instead.
    let col = if !wrong {
        col
    } else if col > 0 {
        col - 1
    } else {
        1
    };
    Square::new(row, col)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_board_to_300_is_toured_from_any_start(
        rows in 5_u32..=300, cols in 5_u32..=300, row: u32, col: u32, seed: Option<u64>
    ) {
        let board = board(rows, cols);
        let start = pick(&board, row, col, None);
        let tour = judged(&MosaicPlan::new(&spec(&board, false, Some(start), None), seed).unwrap());
        prop_assert_eq!(tour.squares().next(), Some(start));
    }

    #[test]
    fn any_board_to_500_is_toured_between_any_ends(
        rows in 6_u32..=500, cols in 6_u32..=500, ends: [u32; 4], seed: Option<u64>
    ) {
        let board = board(rows, cols);
        let start = pick(&board, ends[0], ends[1], None);
        let end = pick(&board, ends[2], ends[3], Some(start));
        prop_assume!(start != end);
        prop_assert!(judge_pair(&board, start, end, seed), "{} {:?} {:?}", board, start, end);
    }

    #[test]
    fn any_five_rows_to_5000_columns_have_the_tours_that_the_rule_allows(
        cols in 8_u32..=5000, near: bool, rows: [u32; 2], places: [u32; 2], seed: Option<u64>
    ) {
        let board = board(5, cols);
        let start = pick(&board, rows[0], places[0], None);
        // Ends that are close to each other or to the border are harder cases.
        let place = if near { start.col + places[1] % 12 } else { places[1] };
        let end = pick(&board, rows[1], place, Some(start));
        prop_assume!(start != end);
        let none = rule_forbids(cols, start, end);
        prop_assert_eq!(judge_pair(&board, start, end, seed), !none, "{} {:?} {:?}", board, start, end);
    }

    #[test]
    fn the_path_of_a_board_beyond_memory_goes_on_by_moves(
        rows in 5_u32..=1 << 30, cols in 5_u32..=1 << 30, starts: [u32; 2], looks: [u32; 2], seed: Option<u64>
    ) {
        let board = board(rows, cols);
        let start = pick(&board, starts[0], starts[1], None);
        let plan = MosaicPlan::new(&spec(&board, false, Some(start), None), seed).unwrap();
        prop_assert_eq!(plan.visit(start), 1);
        let mut at = pick(&board, looks[0], looks[1], None);
        for _ in 0..300 {
            let visit = plan.visit(at);
            prop_assert!((1..=board.cells()).contains(&visit));
            let Some(next) = plan.next(at) else { break };
            prop_assert_eq!(plan.visit(next), visit % board.cells() + 1);
            at = next;
        }
    }
}

#[test]
fn bands_of_a_board_of_more_than_2_to_the_32_squares_are_proven_as_far_as_they_reach() {
    // The board has 5 x 10^9 squares. The proof of a row also requires the two rows below that row.
    let (rows, cols) = (1_000_000_000, 5);
    let plan = MosaicPlan::new(&spec(&board(rows, cols), true, Some(Square::new(4, 2)), None), None).unwrap();
    let mut proof = proof::Proof::<u64>::new(rows, cols, true);
    for top in (0..4000).step_by(1000) {
        let mut band = vec![0; 5000];
        plan.fill_rows(top..top + 1000, &mut band);
        assert!(band.iter().any(|&visit| visit > 1 << 32));
        assert_eq!(proof.push(&band), Ok(()));
    }
    assert!(matches!(proof.finish(), Err(proof::NumberingViolation::Length { found: 20_000, .. })));
}

#[test]
fn a_streamed_board_is_proven_band_by_band() {
    let plan = MosaicPlan::new(&spec(&board(100, 77), true, None, None), Some(9)).unwrap();
    for height in [1, 2, 3, 7, 50, 100] {
        let mut proof = proof::Proof::new(100, 77, true);
        for top in (0..100).step_by(height as usize) {
            let rows = top..(top + height).min(100);
            let mut band = vec![0_u32; rows.len() * 77];
            plan.fill_rows(rows, &mut band);
            assert_eq!(proof.push(&band), Ok(()));
        }
        assert_eq!(proof.finish(), Ok(()));
    }
}

#[test]
fn what_cannot_be_is_said_with_its_reason() {
    let square = Square::new;
    let error = |size: &str, closed, start, end| {
        let board: Board = size.parse().unwrap();
        let error = MosaicPlan::new(&spec(&board, closed, start, end), None).unwrap_err();
        error.to_string()
    };
    assert_eq!(error("4x9", true, None, None), "a 4x9 board is too small for a mosaic: both sides must be at least 5");
    assert_eq!(
        error("7x9", true, None, None),
        "a 7x9 board has no closed tour: 63 squares, and every move changes colour (colour argument)"
    );
    assert_eq!(
        error("7x9", false, Some(square(0, 1)), None),
        "a 7x9 board has no tour from b7: 63 squares, and b7 is of the colour that has one fewer, while both ends have the other (colour argument)"
    );
    assert_eq!(
        error("8x8", false, Some(square(0, 0)), Some(square(7, 7))),
        "an 8x8 board has no tour from a8 to h1: a8 and h1 are of one colour, and 63 moves end on the other (colour argument)"
    );
    assert_eq!(
        error("8x8", true, Some(square(0, 0)), Some(square(0, 1))),
        "an 8x8 board has no closed tour from a8 to b8: b8 is not a move from a8"
    );
    let pair = error("5x8", false, Some(square(2, 1)), Some(square(0, 2)));
    assert!(pair.starts_with("a 5x8 board has no tour from b3 to c5: the colours allow it"), "{pair}");
    let holed = board(8, 8).with_holes([square(3, 3)]).unwrap();
    assert!(
        matches!(MosaicPlan::new(&spec(&holed, true, None, None), None), Err(TilingError::Holes(_, board)) if board.hole_count() == 1)
    );
    let camel = board(8, 8).with_leaper("camel".parse().unwrap());
    assert!(matches!(MosaicPlan::new(&spec(&camel, true, None, None), None), Err(TilingError::Leaper(..))));
}
