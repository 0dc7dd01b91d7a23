//! Proves that tame tours are tours. Compares the numbers of turns and crossings of these tours with exact values or
//! upper bounds.

use courser_board::measure::TourStatistics;
use courser_board::proof::{VisitNumbers, prove};
use courser_board::{Board, Square, TourSpec};
use courser_solve::TilingError;
use courser_solve::tame::{Minimised, TamePlan};

/// Checks the tour of a plan. Returns the number of turns and the number of crossings of the tour.
fn measured(plan: &TamePlan) -> (u64, u64) {
    let mut visits = vec![0_u32; plan.cells() as usize];
    plan.fill_rows(0..plan.rows, &mut visits);
    assert_eq!(prove(plan.rows, plan.cols, plan.closed, &visits), Ok(()), "{plan:?}");
    assert_eq!(visits[(plan.start.row * plan.cols + plan.start.col) as usize], 1, "{plan:?}");
    let mut measurer = TourStatistics::new(&Board::new(plan.rows, plan.cols).unwrap());
    measurer.push(VisitNumbers::Narrow(&visits));
    let measures = measurer.finish();
    (measures.turns, measures.crossings)
}

fn closed(rows: u32, cols: u32) -> Result<TamePlan, TilingError> {
    TamePlan::new(&TourSpec::closed(&Board::new(rows, cols).unwrap()), Minimised::Turns, None)
}

#[test]
fn a_closed_tour_has_as_few_turns_as_its_construction_says() {
    let sizes = (12..60).flat_map(|rows| (12..60).map(move |cols| (rows, cols)));
    let long = [(12, 500), (500, 13), (101, 300), (300, 101), (64, 64), (256, 256), (333, 512), (1024, 1000)];
    for (rows, cols) in sizes.chain(long).filter(|(rows, cols)| rows * cols % 2 == 0) {
        let plan = closed(rows, cols).unwrap_or_else(|error| panic!("{error}"));
        let (turns, crossings) = measured(&plan);
        assert_eq!(turns, u64::from(4 * (rows + cols)) - 14, "{rows}x{cols}");
        // Two opposite edges have heels. Each of these two edges has 26 crossings per 8 columns. Each of the other two
        // edges has 3 crossings per two rows. For comparison, the public program of "Taming the Knight's Tour" makes 12
        // n + 16 crossings on an n x n board.
        let (height, width) = plan.sides();
        assert!(2 * crossings <= u64::from(13 * width + 6 * height) + 32, "{rows}x{cols}: {crossings}");
    }
}

#[test]
fn a_tour_of_few_crossings_has_as_few_as_its_construction_says() {
    let sizes = (12..=60).flat_map(|rows| (12..=60).map(move |cols| (rows, cols)));
    let long = [(64, 64), (101, 64), (500, 22), (21, 400), (201, 300), (256, 256), (333, 512), (1024, 1000)];
    let mut made = 0;
    for (rows, cols) in sizes.chain(long).filter(|(rows, cols)| rows * cols % 2 == 0) {
        let board = Board::new(rows, cols).unwrap();
        let plan = match TamePlan::new(&TourSpec::closed(&board), Minimised::Crossings, None) {
            Err(TilingError::Crossings { .. }) => {
                assert!(rows.min(cols) < 22 || rows % 2 != cols % 2, "{rows}x{cols}");
                continue;
            }
            plan => plan.unwrap_or_else(|error| panic!("{error}")),
        };
        let (turns, crossings) = measured(&plan);
        // Two opposite edges have heels. Each of these two edges has 22 crossings per 10 columns. The other two edges
        // together have 2 crossings per row, or 3 in rows with lines from one of these two edges to the other.
        let (height, width) = plan.sides();
        let (height, width) = (u64::from(height), u64::from(width));
        assert!(10 * crossings <= 30 * height + 39 * width + 258, "{rows}x{cols}: {crossings}");
        assert!(plan.folded || 10 * turns <= 40 * height + 62 * width, "{rows}x{cols}: {turns}");
        // On n x n boards, the number of crossings does not exceed the best published bound.
        assert!(rows != cols || 3 * crossings <= 19 * width + 426, "{rows}x{cols}: {crossings}");
        made += 1;
    }
    assert_eq!(made, 1319);
}

#[test]
fn other_corners_have_at_most_two_crossings_more() {
    for (rows, cols) in [(18, 14), (28, 25), (34, 18), (31, 28), (22, 22), (30, 28)] {
        for seed in 0..16 {
            let board = Board::new(rows, cols).unwrap();
            let plan = TamePlan::new(&TourSpec::closed(&board), Minimised::Crossings, Some(seed)).unwrap();
            let (_, crossings) = measured(&plan);
            let (height, width) = plan.sides();
            let bound = 30 * u64::from(height) + 39 * u64::from(width) + 280;
            assert!(10 * crossings <= bound, "{rows}x{cols} seed {seed}: {crossings}");
        }
    }
}

#[test]
fn a_folded_square_has_fewer_crossings_than_the_best_claim() {
    for side in (104..=152).step_by(2).chain([202, 256, 298, 512, 1_000, 1_022]) {
        let board = Board::new(side, side).unwrap();
        let start = Square::new(side / 3, side * 5 / 8);
        let spec = TourSpec::closed(&board);
        for spec in [spec.clone(), spec.starting_at(start).unwrap()] {
            let plan = TamePlan::new(&spec, Minimised::Crossings, None).unwrap();
            let (turns, crossings) = measured(&plan);
            assert!(plan.folded && 3 * crossings <= u64::from(19 * side) + 255, "{side}: {crossings}");
            assert!(turns <= u64::from(13 * side), "{side}: {turns}");
        }
    }
}

#[test]
fn a_board_with_two_odd_sides_has_an_open_tour_with_as_few_turns() {
    let sizes = (13..=61).step_by(2).flat_map(|rows| (13..=61).step_by(2).map(move |cols| (rows, cols)));
    for (rows, cols) in sizes.chain([(13, 501), (501, 13), (255, 255), (1001, 999)]) {
        let spec = TourSpec::open(&Board::new(rows, cols).unwrap());
        let plan = TamePlan::new(&spec, Minimised::Turns, None).unwrap_or_else(|error| panic!("{error}"));
        assert!(!plan.closed);
        assert_eq!(measured(&plan).0, u64::from(4 * (rows + cols)) - 19, "{rows}x{cols}");
    }
}

#[test]
fn a_tour_begins_where_it_is_asked_to() {
    for (rows, cols) in [(14, 17), (16, 12)] {
        let board = Board::new(rows, cols).unwrap();
        for start in board.squares() {
            let plan =
                TamePlan::new(&TourSpec::closed(&board).starting_at(start).unwrap(), Minimised::Turns, None).unwrap();
            assert_eq!((plan.start, plan.visit(start)), (start, 1));
            measured(&plan);
        }
    }
}

#[test]
fn a_seed_is_a_choice_of_corners_as_calm_as_any() {
    let spec = TourSpec::closed(&Board::new(30, 44).unwrap());
    let plans: Vec<TamePlan> = (0..8).map(|seed| TamePlan::new(&spec, Minimised::Turns, Some(seed)).unwrap()).collect();
    assert!(plans.iter().all(|plan| measured(plan).0 == 4 * 74 - 14));
    assert!(plans[1..].iter().any(|plan| *plan != plans[0]));
    assert_eq!(plans[0], TamePlan::new(&spec, Minimised::Turns, None).unwrap());
}

#[test]
fn rows_are_numbered_alike_alone_and_together_in_both_widths() {
    let spec = TourSpec::closed(&"110x110".parse().unwrap()).starting_at(Square::new(40, 33)).unwrap();
    let folded = TamePlan::new(&spec, Minimised::Crossings, None).unwrap();
    for plan in [closed(20, 33).unwrap(), closed(33, 20).unwrap(), folded] {
        let (rows, cols) = (plan.rows, plan.cols);
        let mut whole = vec![0_u32; plan.cells() as usize];
        plan.fill_rows(0..rows, &mut whole);
        for row in 0..rows {
            let mut line = vec![0_u64; cols as usize];
            plan.fill_rows(row..row + 1, &mut line);
            let places = (0..cols).map(|col| plan.visit(Square::new(row, col)));
            assert!(places.eq(line.iter().copied()), "row {row}");
            let same = whole[(row * cols) as usize..][..cols as usize].iter().map(|&visit| u64::from(visit));
            assert!(same.eq(line.iter().copied()), "row {row}");
        }
    }
}

#[test]
fn what_is_no_tame_tour_is_refused_with_a_cure() {
    let spec = |size: &str| TourSpec::closed(&size.parse().unwrap());
    let board = "11x12".parse().unwrap();
    assert_eq!(
        TamePlan::new(&spec("11x12"), Minimised::Turns, None),
        Err(TilingError::Small("a tame tour", board, 12))
    );
    let open = TourSpec::open(&"13x15".parse().unwrap());
    assert!(matches!(
        TamePlan::new(&open.starting_at(Square::new(9, 9)).unwrap(), Minimised::Turns, None),
        Err(TilingError::TameEnds { .. })
    ));
    assert!(matches!(TamePlan::new(&spec("13x15"), Minimised::Turns, None), Err(TilingError::None(_))));
    assert!(matches!(
        TamePlan::new(&spec("16x16").ending_at(Square::new(2, 3)).unwrap(), Minimised::Turns, None),
        Err(TilingError::TameEnds { .. })
    ));
    let board: Board = "16x16".parse().unwrap();
    let holed = board.clone().with_holes([Square::new(0, 0), Square::new(0, 1)]).unwrap();
    assert!(matches!(
        TamePlan::new(&TourSpec::closed(&holed), Minimised::Turns, None),
        Err(TilingError::Holes(_, board)) if board.hole_count() == 2
    ));
    let zebra = board.with_leaper("zebra".parse().unwrap());
    let error = TamePlan::new(&TourSpec::closed(&zebra), Minimised::Turns, None).unwrap_err();
    assert!(matches!(error, TilingError::Leaper(..)));
}

#[test]
fn numbers_beyond_32_bits_are_proven_around_the_middle_of_a_board() {
    let spec = TourSpec::closed(&Board::new(80_000, 70_000).unwrap());
    let plan = TamePlan::new(&spec, Minimised::Crossings, None).unwrap();
    let rows = 39_990..40_010;
    let mut visits = vec![0_u64; rows.len() * 70_000];
    plan.fill_rows(rows, &mut visits);
    assert!(visits.iter().any(|&visit| visit > u64::from(u32::MAX)));
    let near = [(1_i64, 2_i64), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    for (row, col) in (2..18).flat_map(|row| (0..70_000_i64).step_by(97).map(move |col| (row, col))) {
        let next = visits[(row * 70_000 + col) as usize] % plan.cells() + 1;
        let found = near.iter().filter(|(down, right)| {
            (0..70_000).contains(&(col + right)) && { visits[((row + down) * 70_000 + col + right) as usize] == next }
        });
        assert_eq!(found.count(), 1, "row {row}, column {col}");
    }
}
