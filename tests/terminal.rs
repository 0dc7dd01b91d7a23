//! What is different on a terminal: a survey's rows come without a bar among them, and nothing binary is printed.

use std::process::{Command, Stdio};

use crate::command::courser;

/// What a terminal shows of a command, and its exit code. util-linux's `script` is the terminal.
fn on_a_terminal(arguments: &str) -> (String, Option<i32>) {
    let command = format!("'{}' {arguments}", assert_cmd::cargo::cargo_bin!("courser").display());
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &command, "/dev/null"]).stdin(Stdio::null());
    let output = script.env_remove("NO_COLOR").output().expect("util-linux has a script");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn what_is_not_for_reading_is_refused_before_the_work() {
    // This board would take minutes.
    for (format, what) in [("npy", "array"), ("png", "picture")] {
        let (shown, code) = on_a_terminal(&format!("tour 60000x60000 --closed --device cpu --format {format}"));
        assert!(shown.contains(&format!("a terminal shows no {what}")), "{shown}");
        assert_eq!(code, Some(2));
    }
}

#[test]
fn rows_of_a_survey_come_without_a_bar_among_them() {
    let (shown, code) = on_a_terminal("survey 5..=7 --rules roth --device cpu");
    assert_eq!(code, Some(0), "{shown}");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 5, "{shown:?}");
    assert!(lines[2].starts_with("5,5,knight,roth") && !shown.contains('\u{1b}'), "{shown:?}");
}

#[test]
fn columns_that_are_asked_for_are_those_of_help_and_reports() {
    let widest = |text: &str| text.lines().map(|line| line.trim_end().chars().count()).max().unwrap();
    for terminal in ["", "stty cols 120; "] {
        let courser = assert_cmd::cargo::cargo_bin!("courser").display().to_string();
        let command = format!("{terminal}COLUMNS=40 '{courser}' check --help --color never");
        let script = Command::new("script").args(["--quiet", "--command", &command, "/dev/null"]).output().unwrap();
        let shown = String::from_utf8_lossy(&script.stdout).into_owned();
        // The examples are as they are.
        let (options, _) = shown.split_once("Examples:").unwrap();
        assert!(widest(options) <= 40 && options.contains("--measure"), "{shown}");
    }
    let report = ["bench", "--from", "crates/bench/results/2026-11-21-xeon-2-cores-llvmpipe.json"];
    let report = courser().args(report).env("COLUMNS", "40").output().unwrap();
    let shown = String::from_utf8(report.stdout).unwrap();
    assert!(widest(&shown) <= 40 && shown.contains("Fastest for one tour"), "{shown}");
}

#[test]
fn errors_are_coloured_there() {
    let (shown, code) = on_a_terminal("tour 0x8");
    assert!(shown.contains("\u{1b}[31merror:") && code == Some(2), "{shown:?}");
}
