//! Tests the numbering of tours. On small boards, the tour of each number is computed, and these tours are compared
//! with a list of all tours.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use courser_board::{Board, Kind, Square, Tour};
use courser_count::{BigUint, CountOptions, CountTask, Layers, Tours, count, tours};

const OPEN: Tours = Tours::Open { start: None, end: None };

fn layers(task: &CountTask) -> Layers {
    Layers::make(task, &CountOptions::default()).unwrap()
}

/// Returns all tours, which are found by backtracking.
fn listed(task: &CountTask) -> BTreeSet<Vec<u32>> {
    let mut all = BTreeSet::new();
    tours(task, &CountOptions::default(), &mut |order| {
        all.insert(order.to_vec());
        ControlFlow::Continue(())
    })
    .unwrap();
    all
}

/// Checks that the numbering of all tours is correct. Each number must belong to exactly one tour, and each tour must
/// have exactly one number. The tour computed from a number must have this number. Returns the number of tours.
fn is_a_bijection(task: &CountTask) -> usize {
    let (layers, all) = (layers(task), listed(task));
    assert_eq!(*layers.count(), all.len().into(), "{task:?}");
    let mut seen = BTreeSet::new();
    for number in 0..all.len() {
        let tour = layers.tour(&number.into()).unwrap();
        assert!(all.contains(&tour), "{number} of {task:?}: {tour:?}");
        let reverse: Vec<u32> = tour.iter().rev().copied().collect();
        for order in [&tour, &reverse] {
            assert_eq!(layers.number(order).ok(), Some(number.into()), "{task:?} {order:?}");
        }
        seen.insert(tour);
    }
    assert_eq!(seen.len(), all.len());
    let error = layers.tour(layers.count()).unwrap_err();
    assert!(error.to_string().starts_with(&format!("there is no tour {}", all.len())), "{error}");
    all.len()
}

#[test]
fn numbers_and_tours_are_one_to_one() {
    let board = |size: &str| size.parse::<Board>().unwrap();
    let holed = |size: &str, holes: &[(u32, u32)]| {
        board(size).with_holes(holes.iter().map(|&(row, col)| Square::new(row, col))).unwrap()
    };
    let at = |row, col| Some(Square::new(row, col));
    let mut all = 0;
    for (board, tours) in [
        (board("5x6"), Tours::Closed),
        (board("6x5"), Tours::Closed),
        (board("3x10"), Tours::Closed),
        (board("3x12"), Tours::Closed),
        (board("5x5"), OPEN),
        (board("3x8"), OPEN),
        (board("5x5"), Tours::Open { start: at(0, 0), end: None }),
        (board("5x5"), Tours::Open { start: at(0, 4), end: at(2, 2) }),
        (board("5x6"), Tours::Open { start: None, end: at(3, 3) }),
        (holed("5x6", &[(2, 2), (2, 3)]), Tours::Closed),
        (holed("6x6", &[(0, 0), (0, 1), (1, 0), (5, 5), (5, 4), (4, 5)]), Tours::Closed),
        (holed("5x7", &[(0, 0), (0, 1), (1, 0), (4, 6)]), Tours::Open { start: at(2, 2), end: None }),
        (holed("6x5", &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]), OPEN),
        (board("4x4").with_leaper("wazir".parse().unwrap()), Tours::Closed),
        (board("4x5").with_leaper("wazir".parse().unwrap()), OPEN),
        (holed("5x5", &[(0, 0)]).with_leaper("0,2".parse().unwrap()), OPEN),
        (board("4x5").with_leaper("zebra".parse().unwrap()), OPEN),
        (board("2x12").with_leaper("wazir".parse().unwrap()), Tours::Closed),
        (board("3x3"), OPEN),
        (board("1x2").with_leaper("wazir".parse().unwrap()), OPEN),
    ] {
        all += is_a_bijection(&CountTask::new(board, tours).unwrap());
    }
    assert!(all > 3000, "only {all} tours");
}

#[test]
fn the_closed_tours_of_6x6_are_numbered_and_drawn_alike() {
    const DRAWN: u64 = 1_000_000;
    let task = CountTask::new("6x6".parse().unwrap(), Tours::Closed).unwrap();
    assert_eq!(is_a_bijection(&task), 9862);
    let layers = layers(&task);
    let mut drawn = std::collections::HashMap::<Vec<u32>, u64>::new();
    for tour in layers.sample(20_260_101, 0..DRAWN).unwrap() {
        *drawn.entry(tour).or_default() += 1;
    }
    let expected = DRAWN as f64 / 9862.0;
    let off = |&drawn: &u64| (drawn as f64 - expected).powi(2) / expected;
    let missing = (9862 - drawn.len()) as f64 * expected;
    let chi_square = drawn.values().map(off).sum::<f64>() + missing;
    // With 9861 degrees of freedom, four standard deviations are 562.
    assert!((chi_square - 9861.0).abs() < 562.0, "chi square is {chi_square}");
}

#[test]
fn a_range_of_draws_does_not_depend_on_where_it_begins() {
    let layers = layers(&CountTask::new("5x6".parse().unwrap(), OPEN).unwrap());
    let all = layers.sample(3, 0..50).unwrap();
    assert_eq!(layers.sample(3, 20..50).unwrap(), all[20..]);
    assert_ne!(layers.sample(4, 0..50).unwrap(), all);
}

#[test]
fn tours_of_boards_that_cannot_be_listed_have_their_numbers_back() {
    for (size, tours) in [("7x8", Tours::Closed), ("6x7", OPEN), ("5x12", Tours::Closed)] {
        let task = CountTask::new(size.parse().unwrap(), tours).unwrap();
        let layers = layers(&task);
        assert_eq!(*layers.count(), count(&task, &CountOptions::default()).unwrap());
        let numbers = (0_u32..8).map(|at| (layers.count() - 1_u32) * at / 7_u32).chain([BigUint::from(1_u32)]);
        for number in numbers {
            let tour = layers.tour(&number).unwrap();
            let kind = Tour::new(task.board().clone(), tour.clone()).unwrap().kind();
            assert!(kind == Kind::Closed || tours == OPEN);
            assert_eq!(layers.number(&tour).unwrap(), number, "{size}");
        }
    }
}

#[test]
fn squares_that_are_no_such_tour_have_no_number() {
    let layers = layers(&CountTask::new("5x6".parse().unwrap(), Tours::Closed).unwrap());
    let tour = layers.tour(&5_u32.into()).unwrap();
    for at in 0..tour.len() - 1 {
        let mut other = tour.clone();
        other.swap(at, at + 1);
        assert!(layers.number(&other).is_err(), "{at}");
    }
    for wrong in [&tour[1..], &[], &[99; 30], &[0; 30]] {
        assert!(layers.number(wrong).is_err());
    }
}

#[test]
fn a_board_without_tours_has_layers_without_tours() {
    for size in ["5x5", "4x6", "3x4"] {
        let layers = layers(&CountTask::new(size.parse().unwrap(), Tours::Closed).unwrap());
        assert_eq!(*layers.count(), BigUint::ZERO);
        assert!(layers.tour(&BigUint::ZERO).is_err() && layers.sample(1, 0..1).is_err());
        assert!(layers.number(&(0..20).collect::<Vec<u32>>()).is_err());
    }
}

#[test]
fn layers_read_back_and_what_is_not_theirs_is_refused() {
    let task = |size: &str, tours| CountTask::new(size.parse().unwrap(), tours).unwrap();
    let options = CountOptions { build: "here", ..CountOptions::default() };
    let read = |task: &CountTask, mut file: &[u8]| Layers::read(task, &options, &mut file);
    for task in [task("5x6", Tours::Closed), task("5x5", OPEN), task("5x5", Tours::Closed)] {
        let layers = layers(&task);
        let mut file = Vec::new();
        layers.write("here", &mut file).unwrap();
        let again = read(&task, &file).unwrap();
        assert_eq!(again.count(), layers.count());
        if *layers.count() != BigUint::ZERO {
            assert_eq!(again.sample(1, 0..100).unwrap(), layers.sample(1, 0..100).unwrap());
        }
    }
    let (board, mut file) = (task("5x6", Tours::Closed), Vec::new());
    layers(&board).write("here", &mut file).unwrap();
    for other in [task("6x5", Tours::Closed), task("5x6", OPEN)] {
        assert!(read(&other, &file).err().unwrap().to_string().contains("another board"));
    }
    let elsewhere = CountOptions { build: "elsewhere", ..CountOptions::default() };
    assert!(Layers::read(&board, &elsewhere, &mut &file[..]).err().unwrap().to_string().contains("version"));
    for at in (0..file.len()).step_by(997).chain(file.len() - 40..file.len()) {
        let mut wrong = file.clone();
        wrong[at] ^= 1;
        assert!(read(&board, &wrong).is_err(), "byte {at} may be another");
        assert!(read(&board, &file[..at]).is_err(), "it may end at byte {at}");
    }
    for more in [&b"\0"[..], b"appended", &file] {
        assert!(read(&board, &[&file, more].concat()).is_err(), "{} bytes may follow", more.len());
    }
    for foreign in [&b""[..], b"\x89PNG\r\n\x1a\n", b" 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n"] {
        let error = read(&board, foreign).err().unwrap();
        assert_eq!(error.to_string(), "the file has no layers");
    }
    let tight = CountOptions { memory: Some(1000), build: "here", ..CountOptions::default() };
    assert!(Layers::read(&board, &tight, &mut &file[..]).is_err());
    assert!(Layers::make(&board, &tight).is_err());
}
