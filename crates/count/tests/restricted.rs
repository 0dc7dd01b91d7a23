//! Tests counts with forced and forbidden moves. Each count must equal the number of matching tours in a list of all
//! tours. The numbers of tours by move and by direction of the moves, and the numbers of move pairs, must also agree
//! with the list.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use courser_board::measure::MovePair;
use courser_board::{Board, Square};
use courser_count::{BigUint, CountOptions, CountTask, Layers, Tours, by_move, by_pair, by_slope, count, tours};

const OPEN: Tours = Tours::Open { start: None, end: None };

/// Returns the moves of every tour. Each move is a pair of squares, and the first square of the pair comes earlier in
/// row-major order.
fn listed(task: &CountTask) -> Vec<Vec<[Square; 2]>> {
    let mut all = Vec::new();
    let board = task.board();
    tours(task, &CountOptions::default(), &mut |order| {
        let mut order = order.to_vec();
        if task.tours() == Tours::Closed {
            order.push(order[0]);
        }
        let squares: Vec<Square> = order.iter().map(|&index| board.at(index.into())).collect();
        all.push(squares.windows(2).map(|two| [two[0].min(two[1]), two[0].max(two[1])]).collect());
        ControlFlow::Continue(())
    })
    .unwrap();
    all
}

fn boards() -> Vec<CountTask> {
    let board = |size: &str| size.parse::<Board>().unwrap();
    let holed = board("5x6").with_holes([Square::new(0, 1), Square::new(4, 4)]).unwrap();
    let start = Tours::Open { start: Some(Square::new(0, 0)), end: None };
    let task = |board, tours| CountTask::new(board, tours).unwrap();
    vec![
        task(board("5x6"), Tours::Closed),
        task(board("6x6"), Tours::Closed),
        task(board("3x10"), Tours::Closed),
        task(board("3x12"), Tours::Closed),
        task(board("5x5"), OPEN),
        task(board("5x5"), start),
        task(holed, Tours::Closed),
        task(board("4x4").with_leaper("wazir".parse().unwrap()), Tours::Closed),
        task(board("3x5").with_leaper("wazir".parse().unwrap()), OPEN),
    ]
}

#[test]
fn restricted_tours_are_as_many_as_in_the_list() {
    let (mut some, mut none) = (0, 0);
    for task in boards() {
        let all = listed(&task);
        let every: Vec<[Square; 2]> = all.iter().flatten().copied().collect();
        for at in 0..12 {
            // Some moves of one tour are forced, and some moves of another tour are forbidden.
            let (one, other) = (&all[at * 7 % all.len()], &all[(at * 11 + 3) % all.len()]);
            let with: Vec<[Square; 2]> = one.iter().copied().skip(at).step_by(5 + at % 3).take(at % 4).collect();
            let without = other.iter().copied().skip(at % 5).step_by(9).take(at / 4 + at % 2);
            let without: Vec<[Square; 2]> = without.filter(|both| !with.contains(both)).collect();
            let fits = |tour: &&Vec<[Square; 2]>| {
                with.iter().all(|both| tour.contains(both)) && !without.iter().any(|both| tour.contains(both))
            };
            let expected = all.iter().filter(fits).count();
            let restricted = task.clone().restricted(&with, &without).unwrap();
            let options = CountOptions::default();
            assert_eq!(count(&restricted, &options).unwrap(), expected.into(), "{restricted:?}");
            assert_eq!(listed(&restricted).len(), expected, "{restricted:?}");
            let layers = Layers::make(&restricted, &options).unwrap();
            assert_eq!(*layers.count(), expected.into(), "{restricted:?}");
            if expected > 0 {
                let tour = layers.tour(&(expected - 1).into()).unwrap();
                assert_eq!(layers.number(&tour).unwrap(), (expected - 1).into());
            }
            some += u32::from(expected > 0 && expected < all.len());
            none += u32::from(expected == 0);
        }
        assert!(!every.is_empty());
    }
    assert!(some > 40, "{some} are some of the tours, {none} none");
}

#[test]
fn moves_that_no_tour_can_use_are_refused() {
    let board: Board = "6x6".parse().unwrap();
    let both = |text: &str| -> [Square; 2] {
        let (a, b) = text.split_once('-').unwrap();
        [board.square(a).unwrap(), board.square(b).unwrap()]
    };
    let refused = |with: &[&str], without: &[&str], words: &str| {
        let moves = |list: &[&str]| list.iter().map(|text| both(text)).collect::<Vec<_>>();
        let tours = Tours::Open { start: Some(Square::new(5, 0)), end: None };
        for tours in [Tours::Closed, tours] {
            let task = CountTask::new(board.clone(), tours).unwrap().restricted(&moves(with), &moves(without));
            let error = task.unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    };
    refused(&["a1-b2"], &[], "a1-b2 is not a move");
    refused(&[], &["b2-a1"], "b2-a1 is not a move");
    refused(&["a1-b3"], &["b3-a1"], "both forced and forbidden");
    refused(&["d4-e6", "d4-f5", "d4-f3"], &[], "3 forced moves of d4");
    refused(&["c3-e4", "e4-d6", "d6-b5", "b5-c3"], &[], "make a cycle");
    let ends = Tours::Open { start: Some(Square::new(5, 0)), end: None };
    let task = CountTask::new(board.clone(), ends).unwrap().restricted(&[both("a1-b3"), both("a1-c2")], &[]);
    assert!(task.unwrap_err().to_string().contains("2 forced moves of a1"));
}

#[test]
fn moves_and_directions_are_used_as_in_the_list() {
    for task in boards() {
        let all = listed(&task);
        let mut used: BTreeMap<[Square; 2], u64> = BTreeMap::new();
        all.iter().flatten().for_each(|&both| *used.entry(both).or_default() += 1);
        let moves = by_move(&task, &CountOptions::default()).unwrap();
        for one in &moves {
            let expected = used.remove(&[one.from, one.to]).unwrap_or(0);
            assert_eq!(one.tours, expected.into(), "{:?} {:?} of {task:?}", one.from, one.to);
        }
        assert!(used.is_empty());
        for slope in by_slope(&task, &CountOptions::default()).unwrap() {
            let [row, col] = slope.direction;
            let is_along = |both: &&[Square; 2]| {
                let by = |side: fn(&Square) -> u32| i64::from(side(&both[1])) - i64::from(side(&both[0]));
                let found = [by(|square| square.row), by(|square| square.col)];
                found == [row, col] || found == [-row, -col]
            };
            let mut expected = vec![BigUint::ZERO; slope.tours.len()];
            for tour in &all {
                expected[tour.iter().filter(is_along).count()] += 1_u32;
            }
            assert_eq!(slope.tours, expected, "{:?} of {task:?}", slope.direction);
        }
    }
}

#[test]
fn pairs_of_moves_are_as_many_as_in_the_list() {
    let margin =
        "7x7".parse::<Board>().unwrap().with_holes((0..7).flat_map(|at| [Square::new(0, at), Square::new(at, 6)]));
    let d4 = [Square::new(0, 1), Square::new(2, 2)];
    let others = vec![
        CountTask::new(margin.unwrap(), Tours::Closed).unwrap(),
        CountTask::new("5x5".parse().unwrap(), Tours::Open { start: None, end: Some(Square::new(2, 2)) }).unwrap(),
        CountTask::new("5x6".parse().unwrap(), OPEN).unwrap().restricted(&[d4], &[]).unwrap(),
    ];
    for task in boards().into_iter().chain(others) {
        let mut expected: BTreeMap<MovePair, BigUint> = BTreeMap::new();
        for tour in listed(&task) {
            for (at, &one) in tour.iter().enumerate() {
                for kind in tour[..at].iter().filter_map(|&other| MovePair::of(one, other)) {
                    *expected.entry(kind).or_default() += 1_u32;
                }
            }
        }
        let mut found = by_pair(&task, &CountOptions::default(), &MovePair::of).unwrap();
        found.retain(|_, pairs| *pairs != BigUint::ZERO);
        assert!(found.contains_key(&MovePair::Crossing) || task.board().leaper().s() == 1);
        assert_eq!(found, expected, "{task:?}");
    }
}

#[test]
fn numbers_of_any_size_are_used_by_moves_as_often_as_when_each_is_forced() {
    // The first board needs only one prime. On the last board, the counts of the two halves exceed 64 bits.
    for (size, tours) in [("6x8", Tours::Closed), ("4x24", OPEN), ("5x20", Tours::Closed), ("3x90", Tours::Closed)] {
        let task = CountTask::new(size.parse().unwrap(), tours).unwrap();
        let (options, many) = (CountOptions::default(), task.board().playable() - u64::from(tours == OPEN));
        let (all, moves) = (count(&task, &options).unwrap(), by_move(&task, &options).unwrap());
        assert_eq!(moves.iter().map(|one| &one.tours).sum::<BigUint>(), all * many, "{size}");
        for one in moves.iter().step_by(moves.len() / 3) {
            let forced = task.clone().restricted(&[[one.from, one.to]], &[]).unwrap();
            assert_eq!(one.tours, count(&forced, &options).unwrap(), "{size}: {:?} {:?}", one.from, one.to);
        }
    }
}

#[test]
fn a_corner_whose_moves_are_forced_has_all_closed_tours() {
    let task = CountTask::new("7x6".parse().unwrap(), Tours::Closed).unwrap();
    let corner = |name: &str| task.board().square(name).unwrap();
    let with = [[corner("a1"), corner("b3")], [corner("a1"), corner("c2")]];
    let forced = task.clone().restricted(&with, &[]).unwrap();
    let options = CountOptions::default();
    assert_eq!(count(&forced, &options).unwrap(), count(&task, &options).unwrap());
}
