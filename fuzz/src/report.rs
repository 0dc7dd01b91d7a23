//! Fuzzes the parser of saved reports of `courser bench`.

use courser_bench::{Report, Width, csv, markdown, terminal};

use super::{in_a_line, text, within};

pub fn report(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let report = match within(text.len(), 64, 1 << 14, || Report::from_json(text)) {
        Ok(report) => report,
        Err(error) => return in_a_line(&error),
    };
    assert_eq!(Report::from_json(&report.to_json()).expect("what was kept is read"), report);
    let timed = report.cases.iter().filter(|case| !case.compute.is_empty()).count();
    assert!(csv(&report).lines().count() > timed, "one row per case that was timed, and the columns' names");
    assert!(!markdown(&report, Width::Wide).is_empty());
    let shown = terminal(&report, Width::Narrow, None);
    assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "a file steers the terminal: {shown:?}");
}
