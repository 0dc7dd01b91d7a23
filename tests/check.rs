//! `courser check`: the judge from the command line.

use crate::command::{Folder, answer, courser, refused_for};

#[test]
fn a_tour_is_open_or_closed() {
    let closed = answer("tour 8x8 --start e6 --method cycle");
    courser().args(["check", "-"]).write_stdin(closed.clone()).assert().success().stdout("closed tour\n");
    let open = answer("tour 32x32 --start 9,15 --method cycle");
    courser().args(["check", "-"]).write_stdin(open).assert().success().stdout("open tour\n");
}

#[test]
fn the_first_flaw_is_named_with_both_squares() {
    for (text, flaw) in [
        ("a1 b3 c5 d5", "visit 3 to visit 4: c5 to d5 is no move of the 1,2 leaper\n"),
        ("a1 b3 a1", "a1 is visited twice, at 1 and at 3\n"),
        ("a1 b3 9,9", "visit 3 is row 9, column 9, outside the 8x8 board\n"),
        ("a1 b3", "a8 is not visited: 2 of 64 squares are\n"),
    ] {
        let output = courser().args(["check", "-", "--size", "8x8"]).write_stdin(text).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), flaw, "{text}");
        assert_eq!(output.status.code(), Some(1), "{text}");
    }
}

#[test]
fn closed_means_closed() {
    let open = answer("tour 32x32 --start 9,15 --method cycle");
    let output = courser().args(["check", "-", "--closed"]).write_stdin(open).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("the tour is open, not closed: "));
    for (squares, size, count) in [("a1", "1x1", 1), ("a1 b1", "1x2", 2)] {
        let arguments = ["check", "-", "--closed", "--leaper", "wazir", "--size", size];
        let output = courser().args(arguments).write_stdin(squares).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(
            said,
            format!("the tour is open, not closed: a closed tour has at least 3 squares, this one has {count}\n")
        );
    }
}

#[test]
fn json_says_the_same() {
    let tour = answer("tour 8x8 --start e6 --method cycle");
    let output = courser().args(["check", "-", "--json"]).write_stdin(tour).output().unwrap();
    let verdict: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(
        verdict,
        serde_json::json!({"board": {"rows": 8, "cols": 8, "leaper": [1, 2]}, "kind": "closed", "squares": 64})
    );
}

#[test]
fn every_tour_of_a_list_is_judged() {
    let tour = answer("tour 8x8 --start e6 --method cycle --format moves");
    let list = format!("{tour}{}", tour.replace("e6", "e5"));
    let output = courser().args(["check", "-", "--size", "8"]).write_stdin(list).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(said.lines().count(), 2);
    assert!(said.starts_with("closed tour\nvisit 1 to visit 2: e5 to "), "{said}");
}

#[test]
fn a_file_that_holds_no_tour_is_refused() {
    let folder = Folder::new();
    let grid = answer("tour 8x8 --start e6 --method cycle");
    let json = answer("tour 8x8 --json");
    for (name, content, words) in [
        ("empty", Vec::new(), "the file is empty"),
        ("blank", b"\n\n".to_vec(), "the file is empty"),
        ("binary", vec![0, 159, 146, 150], "byte 1 is 0x9f"),
        ("not-utf8", vec![b'1', b' ', 0xff], "byte 2 is 0xff"),
        ("prose", b"It was a dark and stormy night".to_vec(), "line 1 begins with 'It'"),
        ("missing-number", grid.replace("64", "99").into_bytes(), "visit 64 is missing"),
        ("doubled-number", grid.replace("64", "63").into_bytes(), "visit 63 for the second time"),
        ("ragged", grid.replacen(" 18", "", 1).into_bytes(), "squares where the first has"),
        ("truncated-json", json.as_bytes()[..json.len() / 2].to_vec(), "the file ends too early"),
        ("truncated-npy", b"\x93NUMPY\x01\x00v\x00{'descr'".to_vec(), "header is cut off"),
    ] {
        let path = folder.file(name, content);
        refused_for(&courser().arg("check").arg(path).output().unwrap(), 2, words);
    }
    refused_for(&courser().arg("check").arg(folder.path("nowhere")).output().unwrap(), 2, "nowhere: no such file");
    refused_for(&courser().arg("check").arg(folder.path(".")).output().unwrap(), 2, "is a directory");
}

#[cfg(unix)]
#[test]
fn an_endless_stream_is_refused_at_once() {
    refused_for(&courser().args(["check", "/dev/zero"]).output().unwrap(), 2, "byte 0 is 0x00");
}
