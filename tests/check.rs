//! Tests `courser check`.

use crate::command::{Folder, answer, courser, refused, refused_for};

#[test]
fn a_tour_is_open_or_closed() {
    let closed = answer("cycle 8x8 --start e6");
    courser().args(["check", "-"]).write_stdin(closed.clone()).assert().success().stdout("closed tour\n");
    let open = answer("cycle 32x32 --start 9,15");
    courser().args(["check", "-"]).write_stdin(open).assert().success().stdout("open tour\n");
}

#[test]
fn the_first_flaw_is_named_with_both_squares() {
    for (text, flaw) in [
        ("a1 b3 c5 d5", "visit 3 to visit 4: c5 to d5 is not a move of the knight\n"),
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
fn lines_can_end_with_a_carriage_return_alone() {
    for text in [
        "1 2\n4 3\n",
        "a2 b2 b1 a1\na1 b1 b2 a2\n",
        "visit;row;col\n1;0;0\n2;0;1\n3;1;1\n4;1;0\n",
        "TYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1\n2\n4\n3\n-1\nEOF\n",
    ] {
        let check = |text: String| {
            let arguments = ["check", "-", "--leaper", "0,1", "--size", "2x2"];
            let output = courser().args(arguments).write_stdin(text).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        assert_eq!(check(text.replace('\n', "\r")), check(text.to_owned()), "{text}");
    }
    let wrong = courser().args(["check", "-"]).write_stdin("1 2\r4 x\r").output().unwrap();
    refused_for(&wrong, 2, "line 2, column 3: 'x'");
}

#[test]
fn closed_means_closed() {
    let open = answer("cycle 32x32 --start 9,15");
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
    let tour = answer("cycle 8x8 --start e6");
    let output = courser().args(["check", "-", "--json"]).write_stdin(tour).output().unwrap();
    let verdict: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(
        verdict,
        serde_json::json!({"board": {"rows": 8, "cols": 8, "leaper": [1, 2]}, "kind": "closed", "visits": 64})
    );
}

#[test]
fn turns_and_crossings_are_measured() {
    let tour = answer("cycle 8x8 --start e6");
    let check = |arguments: &[&str]| {
        let output = courser().arg("check").args(arguments).write_stdin(tour.clone()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let verdict: serde_json::Value = serde_json::from_str(&check(&["-", "--measure", "--json"])).expect("it is JSON");
    let [turns, crossings] = ["turns", "crossings"].map(|name| verdict["measures"][name].as_u64().unwrap());
    let lines = [(turns, "turns"), (crossings, "crossings")]
        .map(|(count, name)| format!("{count} {name}, {:.3} per side\n", count as f64 / 8.0));
    let text = check(&["-", "--measure"]);
    assert!(text.starts_with(&format!("closed tour\n{}", lines.concat())), "{text}");
    // Every square has an angle, and every move has a direction. Therefore the counts of all angles add up to 64, and
    // so do the counts of all directions.
    for kind in ["angle", "moves"] {
        let counts = text.lines().filter(|line| line.starts_with(kind)).map(|line| line.split(": ").nth(1).unwrap());
        assert_eq!(counts.map(|count| count.parse::<u32>().unwrap()).sum::<u32>(), 64, "{text}");
    }
    let others = ["area: ", "straight: "];
    assert!(others.iter().all(|name| text.lines().any(|line| line.starts_with(name))), "{text}");
    assert!((28..=64).contains(&turns) && crossings >= 30, "at least 4n - 2 crossings: {verdict}");
    // A path that is not a tour has no measures.
    let output = courser().args(["check", "-", "--measure", "--size", "8x8"]).write_stdin("a1 b3").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
}

#[test]
fn a_large_array_is_measured_as_it_is_read() {
    let folder = Folder::new();
    let (npy, csv) = (folder.path("large.npy"), folder.path("large.csv"));
    answer(&format!("tour 4096x4096 --closed --method mosaic -o {}", npy.display()));
    let large = answer(&format!("check {} --measure", npy.display()));
    assert!(large.starts_with("closed tour\n") && large.contains("\nangle 180: "), "{large}");
    // The file of this mosaic is read into memory before the tour is measured. The sides of this mosaic are a quarter
    // as long as the sides of the large mosaic. Therefore its turns per side and its crossings per side must also be
    // about a quarter of those of the large mosaic.
    answer(&format!("tour 1024x1024 --closed --method mosaic -o {}", csv.display()));
    let small = answer(&format!("check {} --measure", csv.display()));
    for (large, small) in large.lines().zip(small.lines()).skip(1).take(2) {
        let [large, small] =
            [large, small].map(|line| line.split_whitespace().rev().nth(2).unwrap().parse::<f64>().unwrap());
        assert!((3.9..4.1).contains(&(large / small)), "{large} and {small}");
    }
}

#[test]
fn a_number_that_is_doubled_or_missing_is_a_flaw() {
    let grid = answer("cycle 8x8 --start e6");
    for (text, flaw) in
        [(grid.replace("64", "63"), "visit 63 for the second time"), (grid.replace("64", "99"), "visit 64 is missing")]
    {
        let output = courser().args(["check", "-"]).write_stdin(text.clone()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains(flaw) && said.lines().count() == 1, "{said}");
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(1), &b""[..]));
        let output = courser().args(["check", "-", "--json"]).write_stdin(text).output().unwrap();
        let verdict: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        assert!(verdict["kind"].is_null() && verdict["flaw"].as_str().unwrap().contains(flaw), "{verdict}");
    }
}

/// Tests the tours of the article "Haskell: knight's move II". See tests/data/haskell/README.md.
#[test]
fn the_tours_that_the_haskell_article_prints_are_read_as_it_prints_them() {
    for (n, kind) in [(6, "closed"), (7, "open"), (8, "closed")] {
        let file = format!("{}/tests/data/haskell/knightC-{n}.txt", env!("CARGO_MANIFEST_DIR"));
        courser().args(["check", &file]).assert().success().stdout(format!("{kind} tour\n"));
        let folder = Folder::new();
        courser().args(["draw", &file, "-o"]).arg(folder.path("tour.png")).assert().success();
    }
}

#[test]
fn visits_counted_from_zero_are_refused() {
    let folder = Folder::new();
    let path = folder.path("tour.npy");
    courser().args(["tour", "8x8", "-o"]).arg(&path).assert().success();
    let mut bytes = std::fs::read(&path).unwrap();
    for number in bytes[128..].chunks_exact_mut(4) {
        let visit = u32::from_le_bytes(number.try_into().unwrap());
        number.copy_from_slice(&(visit - 1).to_le_bytes());
    }
    let text = refused(&courser().arg("check").arg(folder.file("zero.npy", bytes)).output().unwrap(), 2);
    assert!(text.contains("counted from 0"), "{text}");
}

#[test]
fn several_tours_in_json_are_a_list() {
    let output = courser().args(["check", "-", "--json", "--size", "3x4"]).write_stdin("a1 b3\na1\na1 a1\n").output();
    let verdicts: serde_json::Value = serde_json::from_slice(&output.unwrap().stdout).expect("it is JSON");
    let squares: Vec<u64> = verdicts.as_array().unwrap().iter().map(|one| one["visits"].as_u64().unwrap()).collect();
    assert_eq!(squares, [2, 1, 2]);
}

#[test]
fn every_tour_of_a_list_is_judged() {
    let tour = answer("cycle 8x8 --start e6 --format moves");
    let list = format!("{tour}{}", tour.replace("e6", "e5"));
    let output = courser().args(["check", "-", "--size", "8"]).write_stdin(list).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(said.lines().count(), 2);
    assert!(said.starts_with("closed tour\nvisit 1 to visit 2: e5 to "), "{said}");
}

#[test]
fn a_tour_may_have_a_line_for_each_square() {
    let lines = answer("tour 5x5 --format moves").replace(' ', "\n");
    assert_eq!(courser().args(["check", "-"]).write_stdin(lines).output().unwrap().stdout, b"open tour\n");
    let edges = answer("graph export 5x5 --undirected");
    let names = courser().args(["graph", "tour", "-"]).write_stdin(edges).output().unwrap().stdout;
    assert_eq!(names.split(|&byte| byte == b'\n').count(), 26);
    assert_eq!(courser().args(["check", "-"]).write_stdin(names).output().unwrap().stdout, b"open tour\n");
}

#[test]
fn a_list_of_pairs_is_read_and_said_how() {
    let tour: serde_json::Value = serde_json::from_str(&answer("tour 5x5 --json")).unwrap();
    let output = courser().args(["check", "-"]).write_stdin(tour["squares"].to_string()).output().unwrap();
    assert_eq!(output.stdout, b"open tour\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "note: standard input: the pairs are read as row and column, counted from 0\n");
    let two_ways = courser().args(["check", "-"]).write_stdin("(1, 1), (2, 3)").output().unwrap();
    refused_for(&two_ways, 2, "line 1, column 2: this may be squares by row and column from 0, or");
}

#[test]
fn a_file_that_holds_no_tour_is_refused() {
    let folder = Folder::new();
    let grid = answer("cycle 8x8 --start e6");
    let json = answer("tour 8x8 --json");
    for (name, content, words) in [
        ("empty", Vec::new(), "the file is empty"),
        ("blank", b"\n\n".to_vec(), "the file is empty"),
        ("binary", vec![0, 159, 146, 150], "byte 1 is 0x9f"),
        ("not-utf8", vec![b'1', b' ', 0xff], "byte 2 is 0xff"),
        ("prose", b"It was a dark and stormy night".to_vec(), "line 1 begins with 'It'"),
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
