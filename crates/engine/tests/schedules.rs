//! Compares the schedules `near` and `resident` with the schedule `whole`. The schedules run in lockstep on the CPU. No
//! GPU is needed.

#[path = "common/lockstep.rs"]
mod beside;

use courser_board::{Board, Leaper, MoveOrder, Square};
use courser_engine::cycle::{Cell, CpuCycle, Cycle, Schedule, Setup, StatusWord, compare};

use crate::beside::lockstep;

/// Runs the schedules `near` and `resident` in lockstep with the reference, which runs the schedule `whole`. Returns
/// the status at the end of the tour.
fn agree(board: &Board, start: Square, order: MoveOrder) -> StatusWord {
    let setup = Setup::new(board.clone(), start, order).unwrap();
    let ends = [Schedule::Near, Schedule::Resident].map(|schedule| {
        let mut cycle = CpuCycle::new(setup.clone(), schedule).unwrap();
        let compared = lockstep(&mut cycle).unwrap_or_else(|error| panic!("{schedule} on {board:?}: {error}"));
        assert!(compared >= 2);
        cycle.status().unwrap().word()
    });
    assert_eq!(ends[0], ends[1]);
    ends[0]
}

#[test]
fn every_start_of_small_boards_agrees_through_success_and_getting_stuck() {
    let mut ends = Vec::new();
    for (rows, cols) in [(1, 1), (1, 9), (3, 3), (4, 4), (5, 5), (6, 5), (3, 10), (8, 8)] {
        let board = Board::new(rows, cols).unwrap();
        for start in board.squares() {
            ends.push(agree(&board, start, MoveOrder::SLIDES));
        }
    }
    assert!(ends.contains(&StatusWord::Done) && ends.contains(&StatusWord::Stuck));
}

#[test]
fn other_leapers_orders_and_holes_agree() {
    let orders = [MoveOrder::SLIDES, MoveOrder::CLOCKWISE, MoveOrder::LEXICOGRAPHIC, "83572614".parse().unwrap()];
    for (nth, leaper) in
        ["knight", "camel", "zebra", "giraffe", "wazir", "ferz", "dabbaba", "5,7", "1,1073741824"].iter().enumerate()
    {
        let leaper: Leaper = leaper.parse().unwrap();
        let holes = [Square::new(2, 3), Square::new(5, nth as u32)];
        let board = Board::new(9, 11).unwrap().with_leaper(leaper).with_holes(holes).unwrap();
        for order in orders {
            agree(&board, Square::new(nth as u32, 1), order);
        }
    }
}

#[test]
fn a_large_board_agrees() {
    agree(&Board::new(31, 33).unwrap(), Square::new(4, 5), MoveOrder::CLOCKWISE);
}

/// Flips one word of one square and checks that the report names the word.
#[test]
fn the_comparison_names_the_flipped_word() {
    let setup = Setup::new(Board::new(5, 6).unwrap(), Square::new(0, 0), MoveOrder::SLIDES).unwrap();
    let state = vec![Cell::default(); 30];
    for (field, flip) in [
        ("R (visit)", Cell { visit: 7, ..Cell::default() }),
        ("G (phase)", Cell { phase: 7, ..Cell::default() }),
        ("B (rank)", Cell { rank: 7, ..Cell::default() }),
        ("A (next move)", Cell { next: 7, ..Cell::default() }),
    ] {
        for square in [0, 17, 29] {
            let mut flipped = state.clone();
            flipped[square] = flip;
            let difference = compare(&setup, 4, &flipped, &state).unwrap_err();
            assert_eq!((difference.index / 4, difference.found, difference.expected), (square as u64, 7, 0));
            assert!(difference.to_string().contains(field), "{difference}");
        }
    }
    assert!(compare(&setup, 4, &state[1..], &state).unwrap_err().to_string().contains("the number of squares is 29"));
}
