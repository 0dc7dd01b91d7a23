//! Tests relays on many boards. The tours are checked by `courser_board::proof`, which shares no code with the
//! construction of relays.

use courser_board::proof::prove;
use courser_board::{Board, Kind, Square, TourSpec};
use courser_solve::TilingError;
use courser_solve::existence::{Existence, decide};
use courser_solve::factor::small;
use courser_solve::relay::{RelayChoices, RelayPlan, Tries};
use courser_solve::warnsdorff::Rule;
use rayon::prelude::*;

/// Makes a tour in bands, and checks the tour.
fn tour(spec: &TourSpec, options: &RelayChoices) -> Result<Tries, String> {
    let board = spec.board();
    let told = |error: &dyn std::fmt::Display| format!("{board} {spec:?} {options:?}: {error}");
    let plan = RelayPlan::new(spec, options).map_err(|error| told(&error))?;
    let mut visits = vec![0_u32; board.cells() as usize];
    let (mut tries, cols) = (Tries::default(), board.cols() as usize);
    for rows in plan.cut(board.rows() / 3) {
        let band = rows.start as usize * cols..rows.end as usize * cols;
        tries = tries + plan.fill(rows, &mut visits[band]).map_err(|error| told(&error))?;
    }
    prove(board.rows(), board.cols(), plan.closed, &visits).map_err(|error| told(&error))?;
    let square = |visit: u64| {
        let at = visits.iter().position(|&other| u64::from(other) == visit).unwrap() as u32;
        Square::new(at / board.cols(), at % board.cols())
    };
    let (first, last) = (square(1), square(board.cells()));
    let is_asked = spec.start().is_none_or(|start| start == first) && spec.end().is_none_or(|end| end == last);
    if !is_asked || tries.regions != plan.regions() || plan.start != first {
        return Err(told(&format!("goes from {first:?} to {last:?}, {tries:?}")));
    }
    Ok(tries)
}

fn all(mut specs: Vec<(TourSpec, RelayChoices)>) -> Tries {
    // The large boards are processed first.
    specs.sort_by_key(|(spec, _)| std::cmp::Reverse(spec.board().cells()));
    specs
        .par_iter()
        .map(|(spec, options)| tour(spec, options))
        .try_reduce(Tries::default, |one, other| Ok(one + other))
        .unwrap()
}

fn seeded(seed: u64) -> RelayChoices {
    RelayChoices { seed: Some(seed), ..RelayChoices::default() }
}

#[test]
fn every_board_from_6_by_6_to_60_by_60_has_its_tours_by_three_seeds() {
    let mut specs = Vec::new();
    for (rows, cols) in (6..=60).flat_map(|rows| (6..=60).map(move |cols| (rows, cols))) {
        let board = Board::new(rows, cols).unwrap();
        let closed = (rows * cols % 2 == 0).then(|| TourSpec::closed(&board));
        for spec in closed.into_iter().chain([TourSpec::open(&board)]) {
            specs.extend([1, 20, 300].map(|seed| (spec.clone(), seeded(seed))));
        }
    }
    let tries = all(specs);
    let mean = tries.sum as f64 / tries.regions as f64;
    assert!(mean < 2.2 && tries.max < 200, "{mean:.2} tries on average, {} at most", tries.max);
}

#[test]
fn a_tour_starts_or_ends_on_any_square_that_it_can() {
    let mut specs = Vec::new();
    let sides = [
        (6, 6),
        (6, 40),
        (41, 8),
        (7, 7),
        (7, 9),
        (11, 11),
        (7, 15),
        (23, 9),
        (11, 33),
        (13, 13),
        (15, 17),
        (19, 25),
        (31, 13),
        (24, 17),
    ];
    for (rows, cols) in sides {
        let board = Board::new(rows, cols).unwrap();
        let is_odd = rows * cols % 2 == 1;
        for square in board.squares().filter(|square| !is_odd || (square.row + square.col) % 2 == 0) {
            let kind = if is_odd { Kind::Open } else { Kind::Closed };
            for (start, end) in [(Some(square), None), (None, Some(square))] {
                let spec = TourSpec::new(&board, kind, start, end).unwrap();
                specs.push((spec, seeded(u64::from(square.row + 3 * square.col))));
            }
        }
    }
    all(specs);
}

#[test]
fn regions_of_any_size_and_first_tries_by_any_rule_make_tours() {
    let mut specs = Vec::new();
    for (rows, cols) in [(100, 100), (61, 77), (24, 60), (9, 80), (80, 10), (12, 12), (9, 11)] {
        let spec = TourSpec::open(&Board::new(rows, cols).unwrap());
        for region in (6..=12).flat_map(|tall| (6..=12).map(move |wide| (tall, wide))) {
            specs.push((spec.clone(), RelayChoices { region: Some(region), ..seeded(5) }));
        }
        for rule in [Rule::Warnsdorff, Rule::Pohl, Rule::Roth] {
            specs.push((spec.clone(), RelayChoices { rule: Some(rule), ..seeded(6) }));
        }
    }
    all(specs);
}

#[test]
fn tours_go_from_any_square_to_any_square() {
    let (mut specs, mut square) = (Vec::new(), 0_u32);
    for (rows, cols) in [(8, 8), (6, 30), (9, 31), (11, 13), (12, 12), (13, 27), (25, 33), (40, 24), (31, 50), (64, 64)]
    {
        let board = Board::new(rows, cols).unwrap();
        while specs.len() % 30 < 29 {
            let mut next = || {
                square = square.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                Square::new((square >> 8) % rows, (square >> 20) % cols)
            };
            let (start, end) = (next(), next());
            let spec = TourSpec::new(&board, Kind::Open, Some(start), Some(end));
            if let Ok(spec) = spec.map(|spec| (spec, seeded(9)))
                && !matches!(RelayPlan::new(&spec.0, &spec.1), Err(TilingError::None(_)))
            {
                specs.push(spec);
            }
        }
        specs.push((TourSpec::closed(&Board::new(6, 6).unwrap()), seeded(1)));
    }
    all(specs);
}

#[test]
fn a_region_that_its_knight_cannot_tour_between_its_ends_is_toured() {
    // For some pairs of ends, the knight fails regardless of its random bits: 16 of 648 pairs on 6x6, 8 of 882 on 6x7,
    // 20 of 1,152 on 6x8, and 3 of 618 on 8x8.
    let mut specs = Vec::new();
    for (rows, cols, seed) in [(6, 6, 0), (6, 6, 1), (6, 7, 0), (6, 8, 0), (7, 7, 0), (8, 8, 0)] {
        let board = Board::new(rows, cols).unwrap();
        for (start, end) in board.squares().flat_map(|start| board.squares().map(move |end| (start, end))) {
            let Ok(spec) = TourSpec::new(&board, Kind::Open, Some(start), Some(end)) else { continue };
            if !matches!(decide(&spec), Existence::None(_)) {
                specs.push((spec, seeded(seed)));
            }
        }
    }
    assert_eq!(specs.len(), 648 + 648 + 882 + 1152 + 600 + 2048);
    // The board has two regions. The start and the end are the two corners of one region that are next to the other
    // region. The other region can be attached only at the side between these corners.
    let board = Board::new(8, 13).unwrap();
    for seed in (0..40).chain([1_233_384_720]) {
        let spec = TourSpec::new(&board, Kind::Open, Some(Square::new(7, 6)), Some(Square::new(0, 6)));
        specs.push((spec.unwrap(), seeded(seed)));
    }
    all(specs);
    let closed =
        TourSpec::new(&Board::new(6, 6).unwrap(), Kind::Closed, Some(Square::new(3, 4)), Some(Square::new(1, 3)));
    let tries = tour(&closed.unwrap(), &seeded(0)).unwrap();
    assert_eq!(tries, Tries { regions: 1, sum: 1, max: 1 });
}

#[test]
fn every_pair_of_ends_that_a_region_of_any_size_can_have_has_a_path() {
    for (rows, cols) in (6..=12).flat_map(|rows| (6..=12).map(move |cols| (rows, cols))) {
        let board = Board::new(rows, cols).unwrap();
        let pairs: Vec<_> = board.squares().flat_map(|start| board.squares().map(move |end| (start, end))).collect();
        let failed = pairs.par_iter().find_any(|&&(start, end)| {
            let spec = TourSpec::new(&board, Kind::Open, Some(start), Some(end));
            spec.is_ok_and(|spec| !matches!(decide(&spec), Existence::None(_)))
                && small::path(rows, cols, start, end, &[], 1).is_none()
        });
        assert_eq!(failed, None, "{board}");
    }
}

#[test]
fn regions_that_do_not_fit_into_memory_follow_each_other_in_a_regular_order() {
    let memory = |seed| RelayChoices { memory: Some(100), ..seeded(seed) };
    let at = |board: &Board, row, col| TourSpec::open(board).starting_at(Square::new(row, col)).unwrap();
    let mut specs = Vec::new();
    for (rows, cols) in [(48, 48), (60, 31), (33, 70), (45, 57), (30, 97)] {
        let board = Board::new(rows, cols).unwrap();
        assert!(RelayPlan::new(&TourSpec::open(&board), &memory(1)).unwrap().is_regular());
        specs.extend([(TourSpec::open(&board), memory(1)), (at(&board, 20, 18), memory(2))]);
    }
    all(specs);
}

#[test]
fn another_seed_and_another_rule_give_another_tour_and_the_same_ones_the_same() {
    let spec = TourSpec::closed(&Board::new(40, 50).unwrap());
    let visits = |options: &RelayChoices| {
        let mut visits = vec![0_u32; 2000];
        RelayPlan::new(&spec, options).unwrap().fill(0..40, &mut visits).unwrap();
        visits
    };
    let one = visits(&seeded(1));
    assert_eq!(one, visits(&seeded(1)));
    assert_ne!(one, visits(&seeded(2)));
    assert_ne!(one, visits(&RelayChoices { rule: Some(Rule::Roth), ..seeded(1) }));
}

#[test]
fn what_a_relay_cannot_do_is_refused() {
    let plan = |board: Board, options: RelayChoices| {
        RelayPlan::new(&TourSpec::open(&board), &options).map(|_| ()).unwrap_err()
    };
    let board = || Board::new(40, 40).unwrap();
    assert!(matches!(plan(Board::new(5, 40).unwrap(), RelayChoices::default()), TilingError::Small(..)));
    for region in [(5, 8), (8, 13), (0, 8)] {
        assert!(matches!(
            plan(board(), RelayChoices { region: Some(region), ..RelayChoices::default() }),
            TilingError::Region { .. }
        ));
    }
    let center = RelayChoices { rule: Some(Rule::Center), ..RelayChoices::default() };
    assert!(matches!(plan(board(), center), TilingError::Rule { .. }));
    let memory = RelayChoices { memory: Some(100), ..RelayChoices::default() };
    assert!(matches!(plan(Board::new(8, 100).unwrap(), memory), TilingError::Memory { .. }));
    let closed = TourSpec::closed(&Board::new(7, 21).unwrap());
    assert!(matches!(RelayPlan::new(&closed, &RelayChoices::default()), Err(TilingError::None(_))));
}
