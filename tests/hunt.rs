//! Tests `courser hunt`, which finds shortest paths that collect all treasures.

use crate::command::{Folder, answer, courser, refused, refused_for, run, stderr};

/// The board of "PWC118 - Adventure of Knight" (F. Polettini, 2021).
const BOARD: &str = include_str!("../crates/solve/tests/data/hunt/board.txt");

fn hunt(map: &str, arguments: &str) -> std::process::Output {
    courser().args(["hunt", "-"]).args(arguments.split_whitespace()).write_stdin(map).output().expect("the binary runs")
}

fn printed(map: &str, arguments: &str) -> String {
    let output = hunt(map, arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_articles_board_takes_eleven_moves_in_the_articles_notation() {
    let text = printed(BOARD, "");
    let (path, moves) = text.split_once('\n').unwrap();
    assert_eq!(moves, "11 moves\n");
    assert!(path.starts_with("a8.N c7 e6.x ") && path.matches(".x").count() == 6, "{path}");
    assert_eq!(printed(BOARD, ""), text, "the same command prints the same");
    assert!(printed(BOARD, "--any-order no").ends_with("\n16 moves\n"));
    assert!(printed(BOARD, "--return").ends_with(" a8\n14 moves\n"));
}

#[test]
fn treasures_are_named_by_their_squares() {
    // The treasures in this command are the treasures on `BOARD`.
    let listed = answer("hunt 8x8 --start a8 --treasures e6,c4,b3,a2,b2,b1");
    assert_eq!(listed, printed(BOARD, ""));
    assert_eq!(answer("hunt 8x8 --start a8 --treasures 2,4;4,2;5,1;6,0;6,1;7,1"), listed);
    for other in ["", " --count"] {
        let [listed, turned] = ["e6,c4,b3,a2,b2,b1", "b1,a2,e6,b2,b3,c4"].map(|treasures| {
            let answer = answer(&format!("hunt 8x8 --start a8 --treasures {treasures}{other}"));
            answer.lines().last().unwrap().to_owned()
        });
        assert_eq!(listed, turned, "the order in which they are listed");
    }
    assert!(answer("hunt 8x8 --start a1 --treasures h8").ends_with("h8.x\n6 moves\n"));
    let in_order = answer("hunt 8x8 --start a8 --treasures c7,a8,e6 --any-order no");
    assert!(in_order.ends_with("\n4 moves\n"), "{in_order}");
    for (arguments, words) in [
        ("hunt 8x8 --treasures e6,e9", "error: --treasures: "),
        ("hunt 8x8 --treasures e6,c4,e6", "error: --treasures: e6 has a treasure twice"),
        ("hunt 8x8", "error: 8x8 has no treasures"),
        ("hunt 8x8 --treasures e6 --distances", "cannot be used with"),
        ("hunt 30000x30000 --treasures c3", "error: 30000x30000: a hunt goes over a board of at most "),
    ] {
        let error = refused(&run(arguments), 2);
        assert!(error.contains(words), "{error}");
    }
    let far = run("hunt 3x3 --start a3 --treasures c3,b2");
    assert_eq!(far.status.code(), Some(1));
    assert!(
        stderr(&far).contains("--treasures: line 1, column 4: the treasure on b2 cannot be reached from a3"),
        "{}",
        stderr(&far)
    );
}

#[test]
fn distances_are_a_grid() {
    assert_eq!(answer("hunt 3x3 --distances"), "0 3 2\n3 . 1\n2 1 4\n");
    // The first and the last row of this grid are those of the table for 8x8 in the problem "Knight Moves Grid" of
    // CSES.
    let grid = answer("hunt 8x8 --start a8 --distances");
    let lines: Vec<&str> = grid.lines().collect();
    assert_eq!((lines[0], lines[7]), ("0 3 2 3 2 3 4 5", "5 4 5 4 5 4 5 6"));
    assert_eq!(printed("N*#\n***\n**#\n", "--distances"), "0 3 #\n. . 1\n2 1 #\n");
    let json: serde_json::Value = serde_json::from_str(&answer("hunt 3x3 --start c1 --distances --json")).unwrap();
    assert_eq!((&json["start"], &json["distances"][1]), (&serde_json::json!([2, 2]), &serde_json::json!([1, null, 3])));
}

#[test]
fn somebody_elses_path_is_judged() {
    let folder = Folder::new();
    let board = folder.file("board.txt", BOARD);
    let judge = |path: &str, arguments: &[&str]| {
        let output =
            courser().arg("hunt").arg(&board).args(["--check", "-"]).args(arguments).write_stdin(path).output();
        let output = output.expect("the binary runs");
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    // Both paths are printed in the article "PWC118 - Adventure of Knight".
    for path in [
        "a8.N c7 e6.x c5 b3.x c1 a2.x c3 b1.x a3 c4.x b2.x\n11 moves\n",
        "a8.N c7 e6.x d4 b3.x c1 a2.x c3 b1.x d2 c4.x b2.x\n11 moves\n",
    ] {
        assert_eq!(judge(path, &[]), (Some(0), "all 6 treasures in 11 moves; none is shorter\n".into()));
    }
    let longer = "a8.N c7 e6.x c7 a8 b6 c4.x a5 b3.x c1 a2.x b4 d3 b2.x a4 c3 b1.x\n16 moves\n";
    assert_eq!(judge(longer, &[]), (Some(0), "all 6 treasures in 16 moves; the shortest has 11\n".into()));
    assert_eq!(
        judge(longer, &["--any-order", "no"]),
        (Some(0), "all 6 treasures in 16 moves; none is shorter\n".into())
    );
    assert_eq!(judge("a8 c7 e5", &[]), (Some(1), "square 2 to square 3: c7 to e5 is not a move\n".into()));
    assert_eq!(judge("a8 c7 e6", &[]), (Some(1), "the treasure on c4 is not collected\n".into()));
    assert_eq!(judge("", &[]), (Some(1), "the way has no square\n".into()));
}

#[test]
fn json_holds_the_path_and_what_is_known_of_it() {
    let text = printed(BOARD, "--json");
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((json["moves"].as_u64(), json["at_least"].as_u64()), (Some(11), Some(11)));
    assert_eq!(json["method"], "exact");
    assert_eq!(json["squares"].as_array().unwrap().len(), 12);
    assert_eq!(json["squares"][0], serde_json::json!([0, 0]));
    assert_eq!(json["collected"].as_array().unwrap().len(), 6);
    assert_eq!(json["treasures"][0], serde_json::json!([2, 4]));
    assert!(json["path"].as_str().unwrap().starts_with("a8.N c7 e6.x"));
}

#[test]
fn files_are_written_by_their_extension() {
    let folder = Folder::new();
    let board = folder.file("board.txt", BOARD);
    for name in ["hunt.png", "hunt.json", "path.txt"] {
        courser().arg("hunt").arg(&board).arg("-o").arg(folder.path(name)).assert().success().stdout("");
    }
    let read = |name: &str| std::fs::read(folder.path(name)).unwrap();
    assert_eq!(read("path.txt"), printed(BOARD, "").into_bytes());
    assert!(read("hunt.png").starts_with(b"\x89PNG") && read("hunt.json").starts_with(b"{"));
    let output = courser().arg("hunt").arg(&board).arg("-o").arg(folder.path("hunt.docx")).output().unwrap();
    refused_for(&output, 2, "no format of a hunt has this extension");
    assert_eq!(folder.names(), ["board.txt", "hunt.json", "hunt.png", "path.txt"]);
}

#[test]
fn the_fast_way_says_how_good_it_is() {
    let output = hunt(BOARD, "--fast");
    assert!(stderr(&output).starts_with("note: no path has fewer than 11 moves: this one is shortest\n"));
    assert_eq!(stderr(&hunt(BOARD, "--fast --quiet")), "");
    let many: String = (0..900)
        .map(|i| {
            if i == 0 {
                "N"
            } else if i % 7 == 3 {
                "x"
            } else {
                "*"
            }
        })
        .collect::<Vec<_>>()
        .chunks(30)
        .map(|row| row.concat() + "\n")
        .collect();
    let text = refused(&hunt(&many, ""), 2);
    assert!(text.contains("there are 129") && text.contains("--fast"), "{text}");
    let output = hunt(&many, "--fast");
    assert!(
        output.status.success() && stderr(&output).starts_with("note: it may not be shortest: no path has fewer than ")
    );
}

#[test]
fn twenty_treasures_say_beforehand_what_memory_they_take() {
    let mut map: Vec<&str> = vec!["*"; 10_000];
    map[0] = "N";
    for treasure in 1..=20 {
        map[treasure * 487] = "x";
    }
    let map: String = map.chunks(100).map(|row| row.join(" ") + "\n").collect();
    let output = hunt(&map, "");
    assert!(stderr(&output).starts_with("note: the search over 20 treasures takes 40 MiB of memory\n"));
    let path = String::from_utf8(output.stdout).unwrap();
    let folder = Folder::new();
    let (map, path) = (folder.file("map.txt", map), folder.file("path.txt", path));
    let verdict = courser().arg("hunt").arg(map).arg("--check").arg(path).output().unwrap();
    assert!(String::from_utf8_lossy(&verdict.stdout).starts_with("all 20 treasures in "), "{verdict:?}");
}

#[test]
fn another_piece_hunts_as_well() {
    assert_eq!(printed("N * *\n* * x\n", "--leaper wazir"), "a2.N a1 b1 c1.x\n3 moves\n");
}

#[test]
fn what_is_wrong_gets_one_error_with_its_place() {
    for (map, part) in [
        ("", "line 1, column 1: a board was expected"),
        ("N *\n* o\n", "line 2, column 3: 'o' is none of"),
        ("N *\n* N\n", "line 2, column 3: a second knight"),
        ("N * *\n* *\n", "line 2, column 4: the row has 2 squares, not 3"),
    ] {
        let text = refused(&hunt(map, ""), 2);
        assert!(text.contains(part), "{map:?}: {text}");
    }
    let text = refused(&hunt("N * *\n* x *\n* * *\n", ""), 1);
    assert!(text.contains("line 2, column 3: the treasure on b2 cannot be reached from a3"), "{text}");
    for (arguments, words) in [
        ("hunt", "<FILE>"),
        ("hunt nowhere.txt", "cannot read nowhere.txt"),
        ("hunt - --check -", "cannot both come from standard input"),
        ("hunt - --any-order perhaps", "'perhaps'"),
        ("hunt - --json --format png", "cannot be used with"),
    ] {
        refused_for(&run(arguments), 2, words);
    }
    assert!(answer("hunt --help").contains("--any-order"));
}

#[test]
fn a_map_without_a_treasure_is_reported() {
    let output = hunt("N * *\n* * *\n* * *\n", "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a3.N\n0 moves\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let note = "note: standard input has no treasure: x marks one, and * is any other square\n";
    assert!(said.starts_with(note) && said.contains("over 0 treasures, 0 moves"), "{said}");
}

#[test]
fn all_shortest_paths_are_counted_and_listed() {
    let map = "N * *\n* * *\n* * x\n";
    assert_eq!(printed(map, "--count"), "2\n");
    assert_eq!(printed(map, "--all"), "a3.N b1 c3 a2 c1.x\na3.N c2 a1 b3 c1.x\n");
    let json: serde_json::Value = serde_json::from_str(&printed(map, "--all --json")).unwrap();
    assert_eq!((&json["count"], &json["moves"], json["paths"].as_array().unwrap().len()), (&"2".into(), &4.into(), 2));
    let board = BOARD;
    let (count, all) = (printed(board, "--count"), printed(board, "--all"));
    assert_eq!(count.trim().parse::<usize>().unwrap(), all.lines().count());
    assert!(all.contains("a8.N c7 e6.x d4 b3.x c1 a2.x c3 b1.x d2 c4.x b2.x\n"), "the article's");
    refused_for(&hunt(map, "--count --fast"), 2, "cannot be used with");
    refused_for(&hunt(map, "--all --format png"), 2, "a picture shows one path");
}

#[test]
fn the_knight_starts_where_it_is_asked_to_or_at_the_first_square() {
    assert_eq!(printed("* * *\n* * *\n* * x\n", "--count"), "2\n");
    assert_eq!(printed("N * *\n* * *\n* * x\n", "--start a2"), "a2.N c1.x\n1 move\n");
    refused_for(&hunt("N # *\n* * x\n", "--start b2"), 2, "--start");
    refused_for(&hunt("N # *\n* * x\n", "--start z2"), 2, "--start");
}
