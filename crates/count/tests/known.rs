//! Counts tours again, and compares the results with the published numbers.

use courser_count::CountOptions;
use courser_count::known::{Effort, KNOWN, Known};

/// Recounts the tours for the given rows of the table of published numbers. Returns the board and the kind of tour of
/// each row whose recount differs from the published number.
fn wrong(rows: &[Known]) -> Vec<String> {
    let reported = |row: &Known| format!("{}x{} {}", row.rows, row.cols, row.kind);
    let is_wrong = |row: &&Known| row.recount(&CountOptions::default()).unwrap().to_string() != row.count;
    rows.iter().filter(is_wrong).map(reported).collect()
}

#[test]
fn every_quick_number_is_as_published() {
    let quick: Vec<Known> = KNOWN.iter().filter(|row| row.effort == Effort::Quick).copied().collect();
    assert!(quick.len() > 60, "{} rows are left", quick.len());
    assert_eq!(wrong(&quick), [""; 0]);
}

#[test]
fn a_number_that_is_not_as_published_is_reported() {
    let row = KNOWN.iter().find(|row| row.count == "9862").unwrap();
    assert_eq!(wrong(&[Known { count: "9863", ..*row }, *row]), ["6x6 closed"]);
}

#[test]
fn every_row_of_the_table_is_another_and_names_its_source() {
    for (at, row) in KNOWN.iter().enumerate() {
        assert!(!row.source.is_empty());
        assert!(row.count.bytes().all(|byte| byte.is_ascii_digit()), "{row:?}");
        let is_same = |other: &&Known| (other.rows, other.squares, other.kind) == (row.rows, row.squares, row.kind);
        assert_eq!(KNOWN[..at].iter().find(is_same).map(|row| row.count), None);
    }
}
