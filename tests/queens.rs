//! Tests `courser queens`, which finds, lists and counts placements of queens.

use crate::command::{Folder, answer, courser, refused, run, stderr};

#[test]
fn one_placement_is_a_line_of_squares() {
    assert_eq!(answer("queens 8"), "a2 b4 c6 d8 e3 f1 g7 h5\n");
    assert_eq!(answer("queens 1"), "a1\n");
    assert_eq!(answer("queens 30").split_whitespace().count(), 30);
    assert_eq!(
        answer("queens 4 --json"),
        "{\"board\":{\"rows\":4,\"cols\":4},\"squares\":[[2,0],[0,1],[3,2],[1,3]]}\n"
    );
}

#[test]
fn all_are_listed_in_the_articles_form() {
    let all = answer("queens 8 --all");
    let lines: Vec<&str> = all.lines().collect();
    // The article "Eight Queens in SQL [4]" prints the first two and the last two placements.
    assert_eq!(lines.len(), 92);
    assert_eq!(lines[..2], ["a1 b5 c8 d6 e3 f7 g2 h4", "a1 b6 c8 d3 e7 f4 g2 h5"]);
    assert_eq!(lines[90..], ["a8 b3 c1 d6 e2 f5 g7 h4", "a8 b4 c1 d3 e6 f2 g7 h5"]);
    let fundamental = answer("queens 8 --fundamental");
    assert_eq!(fundamental.lines().count(), 12);
    assert!(fundamental.lines().all(|line| lines.contains(&line)));
    let json: serde_json::Value = serde_json::from_str(&answer("queens 6 --all --json")).expect("it is JSON");
    assert_eq!(json["placements"].as_array().unwrap().len(), 4);
}

#[test]
fn counts_are_numbers_on_a_line() {
    for (arguments, number) in [
        ("queens 8 --count", "92\n"),
        ("queens 8 --count --fundamental", "12\n"),
        ("queens 3 --count", "0\n"),
        ("queens 1 --count", "1\n"),
        ("queens 12 --count --device cpu", "14200\n"),
        // These queens attack each other, or stand on the same square.
        ("queens 8 --given a1,b2 --count", "0\n"),
        ("queens 8 --given a1,a1 --count", "0\n"),
    ] {
        assert_eq!(answer(arguments), number, "{arguments}");
    }
    assert_eq!(
        stderr(&run("queens 8 --given a1,b2 --count")),
        "note: no placement has these queens: a1 and b2 attack each other on the diagonal a1:h8\n"
    );
    let json: serde_json::Value = serde_json::from_str(&answer("queens 8 --count --json")).expect("it is JSON");
    assert_eq!((json["count"].as_str(), &json["board"]), (Some("92"), &serde_json::json!({"rows": 8, "cols": 8})));
}

#[cfg(feature = "gpu")]
#[test]
fn the_gpu_counts_the_same() {
    for (n, number) in [(3, "0"), (4, "2"), (5, "10"), (11, "2680")] {
        let json = answer(&format!("queens {n} --count --device gpu --json --quiet"));
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(json["count"], number, "{n} queens");
        // A GPU counts only the placements of at least four queens. Therefore the placements of three queens are
        // counted on the CPU.
        assert_eq!(json["device"]["name"] == "cpu", n == 3, "{n} queens");
    }
}

#[test]
fn three_queens_have_no_place() {
    for arguments in ["queens 3", "queens 2", "queens 3 --all", "queens 2 --fundamental"] {
        let text = refused(&run(arguments), 1);
        assert!(text.contains("so that none attacks another"), "{text}");
    }
}

#[test]
fn the_funnel_has_the_articles_numbers_and_names_the_misprint() {
    let output = run("queens 8 --search-space");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let columns: Vec<Vec<&str>> = text.lines().take(5).map(|line| line.split_whitespace().rev().collect()).collect();
    let numbers: Vec<(&str, &str)> = columns.iter().map(|words| (words[1], words[0])).collect();
    assert_eq!(
        numbers,
        [
            ("178462987637760", "1.78E+14"),
            ("4426165368", "4.43E+9"),
            ("16777216", "1.68E+7"),
            ("40320", "40320"),
            ("5242", "5242"),
        ]
    );
    assert!(stderr(&output).contains("prints 5424") && stderr(&output).contains("it is 5242"));
    assert_eq!(stderr(&run("queens 9 --search-space")), "");
    let json: serde_json::Value =
        serde_json::from_str(&answer("queens 100 --search-space --json")).expect("it is JSON");
    assert_eq!(json["steps"][2]["size"].as_str().map(str::len), Some(201));
}

#[test]
fn a_picture_is_written() {
    let folder = Folder::new();
    let path = folder.path("queens.png");
    courser().args(["queens", "12", "-o"]).arg(&path).assert().success().stdout("");
    assert!(std::fs::read(path).unwrap().starts_with(b"\x89PNG"));
    let text = refused(&courser().args(["queens", "5000", "-o"]).arg(folder.path("x.png")).output().unwrap(), 2);
    assert!(text.contains("too small to draw"), "{text}");
    assert_eq!(folder.names(), ["queens.png"]);
}

#[test]
fn what_cannot_be_is_refused() {
    for (arguments, part) in [
        ("queens", "N"),
        ("queens 0", "must be from 1 to"),
        ("queens eight", "eight"),
        ("queens 99999999999", "99999999999"),
        ("queens 33 --count", "at most 32"),
        ("queens 33 --all", "at most 32"),
        ("queens 10001 --search-space", "up to 10000"),
        ("queens 8 --count --format png", "a picture shows placements"),
        ("queens 14 --all -o queens.png", "more placements\nhint: choose a smaller N, or print them as text"),
        ("queens 12 --all -o queens.png", "more placements\nhint: add --fundamental, or choose a smaller N"),
        ("queens 939 -o queens.png", "hint: choose a smaller board: 938x938 is the largest of this shape"),
        ("queens 8 --device gpu", "only counts"),
        ("queens 8 --count --fundamental --device gpu", "only counts"),
        ("queens 8 --search-space --count", "--search-space"),
        ("queens 8 -o queens.docx", "extension"),
    ] {
        let text = refused(&run(arguments), 2);
        assert!(text.contains(part), "{arguments}: {text}");
    }
}

#[cfg(feature = "gpu")]
#[test]
fn what_a_device_counts_below_every_prefix_is_compared_with_the_cpu_on_request() {
    let output = run("queens 10 --count --verify-cpu --device gpu");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "724\n");
    assert!(stderr(&output).contains(" prefixes agree with the CPU reference"), "{}", stderr(&output));
    refused(&run("queens 8 --verify-cpu"), 2);
}

#[test]
fn somebody_elses_placement_is_judged() {
    let check = |text: &str, arguments: &str| {
        let mut command = courser();
        command.args(["queens", "check", "-"]).args(arguments.split_whitespace());
        let output = command.write_stdin(text).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(check(&answer("queens 8"), ""), (0, "8 queens, none attacks another\n".into()));
    assert_eq!(check(&answer("queens 8 --all"), ""), (0, "92 placements of 8 queens, none attacks another\n".into()));
    for (text, said) in [
        ("a2 b4 c6 d8 e3 f1 g7 h4", "line 1: b4 and h4 attack each other on row 4\n"),
        ("a2 b4 c6 d8 e3 f1 g7 a5", "line 1: a2 and a5 attack each other on column a\n"),
        ("c5 f2 a1 b1 d1 e1 g1 h1", "line 1: c5 and f2 attack each other on the diagonal a7:g1\n"),
        ("a2 b4 c1 d3\n\na2 b4 c1 d4", "line 3: b4 and d4 attack each other on row 4\n"),
    ] {
        assert_eq!(check(text, ""), (1, said.into()), "{text}");
    }
    assert_eq!(check("a2 b4", "--size 4"), (1, "line 1: 2 of 4 queens, none attacks another\n".into()));
    let json: serde_json::Value = serde_json::from_str(&check("a1 b1", "--json").1).unwrap();
    assert_eq!((&json["ok"], &json["flaw"]), (&false.into(), &"line 1: a1 and b1 attack each other on row 1".into()));
    for (text, part) in [("", "no placement"), ("a1 z9", "'z9'"), ("a1 horse", "'horse'")] {
        let output = courser().args(["queens", "check", "-"]).write_stdin(text).output().unwrap();
        assert!(refused(&output, 2).contains(part), "{text}");
    }
}

#[test]
fn placements_as_others_write_them_are_judged() {
    let check = |text: &str, arguments: &str| {
        let mut command = courser();
        command.args(["queens", "check", "-"]).args(arguments.split_whitespace());
        let output = command.write_stdin(text).output().unwrap();
        let said = stderr(&output);
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), said)
    };
    let one = "4 queens, none attacks another\n";
    for (text, said, noted) in [
        ("2 4 1 3", one, "note: standard input: the columns of the queens are counted from 1\n"),
        ("[1, 3, 0, 2]", one, "note: standard input: the columns of the queens are counted from 0\n"),
        (".Q..\n...Q\nQ...\n..Q.\n", one, ""),
        (
            "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"],[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]",
            "2 placements of 4 queens, none attacks another\n",
            "",
        ),
        ("0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n", one, ""),
        ("a3, b1, c4, d2", one, ""),
    ] {
        assert_eq!(check(text, ""), (0, said.into(), noted.into()), "{text}");
    }
    let json = answer("queens 8 --json");
    assert_eq!(check(&json, "").1, "8 queens, none attacks another\n");
    let all = answer("queens 6 --all --json");
    assert_eq!(check(&all, "").1, "4 placements of 6 queens, none attacks another\n");
    assert_eq!(check("[0, 1, 2, 3]", "").1, "line 1: a4 and b3 attack each other on the diagonal a4:d1\n");
    assert_eq!(check(".Q..\n...Q\n....\n..Q.\n", "").1, "line 1: 3 of 4 queens, none attacks another\n");
    for (text, part) in [("2 4 1 5", "column 7: '5'"), (".Q..\n...Q\nQ.z.\n..Q.\n", "line 3, column 3: 'z'")] {
        let output = courser().args(["queens", "check", "-"]).write_stdin(text).output().unwrap();
        assert!(refused(&output, 2).contains(part), "{text}");
    }
}

#[test]
fn the_query_of_the_article_finds_the_placements() {
    let folder = Folder::new();
    for n in [1, 4, 6, 8] {
        let query = answer(&format!("queens {n} --sql"));
        let all = answer(&format!("queens {n} --all"));
        let found = crate::graph::sqlite(&folder, &query);
        assert_eq!(found.replace('|', " "), all, "{n} queens");
        // In the query, each join has a comment with the number of rows that a database finds. The last of these
        // numbers is the size of the search space.
        let (with, rest) = query.split_once("-- No line of a queen").unwrap();
        let _ = rest;
        let rows = with.rsplit("-- ").find_map(|part| part.split_once(" rows")).unwrap().0.to_owned();
        assert_eq!(crate::graph::sqlite(&folder, &format!("{with} SELECT COUNT(*) FROM w;")).trim(), rows);
    }
    let space = answer("queens 8 --search-space");
    for row in ["q1     8", "q2    42", "q3   180", "q8  5242"] {
        assert!(space.contains(row), "{space}");
    }
    let json: serde_json::Value = serde_json::from_str(&answer("queens 8 --search-space --json")).unwrap();
    assert_eq!(json["joins"][7], "5242");
    assert!(answer("queens 101 --search-space").lines().count() == 5);
    for (arguments, part) in [
        ("queens 27 --sql", "up to 26 queens"),
        ("queens 8 --sql --json", "a query is text"),
        ("queens 8 --sql --format png", "a picture shows placements"),
        ("queens", "<N>"),
    ] {
        assert!(refused(&run(arguments), 2).contains(part), "{arguments}");
    }
}
