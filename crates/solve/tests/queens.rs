//! Compares placements of queens with known results, and tests them with simple checks.

use courser_board::Square;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use courser_solve::queens::{self, GivenQueens, Placements, class, count, funnel, name, place};

#[path = "common/queens.rs"]
mod known;

/// Returns whether no queen attacks another. Compares all pairs of queens.
fn is_peaceful(rows: &[u32]) -> bool {
    let pairs = (0..rows.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.into_iter().all(|(a, b)| {
        let apart = rows[a].abs_diff(rows[b]);
        apart != 0 && apart != (a - b) as u32
    })
}

/// Returns whether no two queens are in the same row or on the same diagonal. Reads each row once.
fn is_peaceful_and_whole(rows: &[u32]) -> bool {
    let n = rows.len();
    let mut taken = vec![[false; 3]; 2 * n];
    rows.iter().enumerate().all(|(file, &row)| {
        let row = row as usize;
        let lines = [(row, 0), (file + row, 1), (file + n - row - 1, 2)];
        row < n && lines.into_iter().all(|(line, of)| !std::mem::replace(&mut taken[line][of], true))
    })
}

#[test]
fn both_looks_tell_an_attack() {
    for rows in [&[0, 0][..], &[0, 1], &[1, 0], &[1, 3, 0, 2, 4, 5], &[2, 0, 3, 0]] {
        assert!(!is_peaceful(rows) && !is_peaceful_and_whole(rows), "{rows:?}");
    }
    assert!(is_peaceful(&[1, 3, 0, 2]) && is_peaceful_and_whole(&[1, 3, 0, 2]));
}

#[test]
fn every_board_that_has_a_placement_gets_one() {
    assert!([0, 2, 3].into_iter().all(|n| place(n).is_none()));
    for n in (1..400).filter(|n| ![2, 3].contains(n)).chain([99_998, 99_999, 100_000, 100_001, 100_002, 100_003]) {
        let rows = place(n).unwrap();
        assert_eq!(rows.len(), n as usize);
        assert!(is_peaceful_and_whole(&rows), "{n} queens");
    }
}

#[test]
fn the_list_has_every_placement_once_and_in_order() {
    // More queens would only increase the running time.
    for (n, all, fundamental) in known::KNOWN.into_iter().take(11) {
        let list: Vec<Vec<u32>> = Placements::new(n).collect();
        assert_eq!(list.len() as u64, all, "{n} queens");
        assert!(list.iter().all(|rows| is_peaceful(rows)) && list.is_sorted_by(|a, b| a < b));
        assert_eq!(list.iter().filter(|rows| class(rows).is_some()).count() as u64, fundamental, "{n} queens");
    }
}

#[test]
fn the_list_begins_and_ends_as_in_the_article() {
    // These are the first two and the last two rows of the SQL view in "Eight Queens in SQL [4]".
    let list: Vec<String> = Placements::new(8).map(|rows| name(&rows)).collect();
    assert_eq!(list[0], "a1 b5 c8 d6 e3 f7 g2 h4");
    assert_eq!(list[1], "a1 b6 c8 d3 e7 f4 g2 h5");
    assert_eq!(list[90], "a8 b3 c1 d6 e2 f5 g7 h4");
    assert_eq!(list[91], "a8 b4 c1 d3 e6 f2 g7 h5");
}

#[test]
fn the_squares_are_those_that_the_name_says() {
    let squares: Vec<_> = queens::squares(&[1, 3, 0, 2]).map(|square| (square.row, square.col)).collect();
    assert_eq!(squares, [(2, 0), (0, 1), (3, 2), (1, 3)]);
}

/// Counts the permutations that remain after one step of the reduction: the permutations whose neighbouring elements
/// differ by more than 1.
fn permutations_without_neighbours(n: usize) -> usize {
    fn go(n: usize, taken: u32, last: Option<usize>) -> usize {
        if taken.count_ones() as usize == n {
            return 1;
        }
        let free = (0..n).filter(|&row| taken >> row & 1 == 0 && last.is_none_or(|last| last.abs_diff(row) > 1));
        free.map(|row| go(n, taken | 1 << row, Some(row))).sum()
    }
    go(n, 0, None)
}

#[test]
fn the_funnel_ends_in_what_is_left_when_all_permutations_are_made() {
    for n in 1..=9 {
        let [.., last] = funnel(n);
        assert_eq!(last.size, permutations_without_neighbours(n as usize).into(), "{n} queens");
    }
    // This is OEIS A002464 for n = 20.
    let [.., last] = funnel(20);
    assert_eq!(last.size.to_string(), "327460573946510746");
}

#[test]
fn every_step_of_the_funnel_leaves_no_more_than_the_one_before() {
    for n in [1, 2, 3, 4, 5, 13, 100] {
        let steps = funnel(n);
        assert!(steps.is_sorted_by(|a, b| a.size >= b.size), "{n}: {steps:?}");
    }
}

#[test]
fn the_numbers_of_placements_are_those_known() {
    for (n, all, fundamental) in known::KNOWN {
        let ways = count(n, &AtomicBool::new(false), &|_, _| {}).unwrap();
        assert_eq!((ways.all, ways.fundamental), (all.into(), fundamental), "{n} queens");
    }
}

#[test]
fn progress_ends_when_all_is_done() {
    let (reported, whole) = (AtomicU64::new(0), AtomicU64::new(0));
    count(9, &AtomicBool::new(false), &|done, all| {
        reported.fetch_max(done, Ordering::Relaxed);
        whole.store(all, Ordering::Relaxed);
    });
    let (reported, whole) = (reported.into_inner(), whole.into_inner());
    assert!(reported == whole && whole > 100, "{reported} of {whole}");
}

#[test]
fn placements_around_given_queens_are_those_of_all_that_have_them() {
    let go = AtomicBool::new(false);
    let mut none = 0;
    for n in 1..=9 {
        let all: Vec<Vec<u32>> = Placements::new(n).collect();
        let square = |at: u32| Square::new(at / n, at % n);
        let has =
            |rows: &[u32], given: &[Square]| given.iter().all(|&square| queens::squares(rows).any(|at| at == square));
        for first in 0..n * n {
            for second in (first..n * n).step_by(3) {
                let given = if first == second { vec![square(first)] } else { vec![square(first), square(second)] };
                let expected: Vec<Vec<u32>> = all.iter().filter(|rows| has(rows, &given)).cloned().collect();
                let Ok(bounds) = GivenQueens::new(n, &given) else {
                    assert!(queens::attack(&given, n).is_some() && expected.is_empty());
                    continue;
                };
                assert_eq!(bounds.placements().collect::<Vec<_>>(), expected, "{n}: {given:?}");
                assert_eq!(bounds.count(&go, &|_, _| {}), Some(expected.len() as u64), "{n}: {given:?}");
                let one = bounds.place();
                assert_eq!(one.is_none(), expected.is_empty(), "{n}: {given:?}");
                assert!(one.as_ref().is_none_or(|rows| is_peaceful(rows) && has(rows, &given)), "{n}: {one:?}");
                none += u32::from(expected.is_empty());
            }
        }
    }
    assert!(none > 100);
}

#[test]
fn thirty_two_queens_are_placed_around_some_and_a_count_around_them_can_be_stopped() {
    let given = [Square::new(0, 0), Square::new(16, 1), Square::new(30, 31)];
    let bounds = GivenQueens::new(32, &given).unwrap();
    let rows = bounds.place().unwrap();
    assert!(is_peaceful(&rows) && given.iter().all(|&square| queens::squares(&rows).any(|at| at == square)));
    assert_eq!(bounds.count(&AtomicBool::new(true), &|_, _| {}), None);
}
