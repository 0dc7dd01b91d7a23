//! `courser rules`: five rules side by side.

use crate::command::{Folder, answer, courser, refused, run};

const RULES: [&str; 5] = ["bottom", "center", "warnsdorff", "pohl", "roth"];

#[test]
fn every_rule_says_how_far_it_got() {
    let text = answer("rules 8x8 --start a1");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["rule", "visited", "of", "64"]);
    for (line, rule) in lines[1..6].iter().zip(RULES) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], rule);
        // As the article found: the greedy ones get stuck, the others do not.
        match rule {
            "bottom" | "center" => assert!(words[1] != "64" && words[2] == "stuck", "{line}"),
            _ => assert!(words[1] == "64" && words[3] == "tour", "{line}"),
        }
    }
    // All five grids in one row, each with its 1 in the corner.
    assert_eq!(lines[7].split_whitespace().collect::<Vec<_>>(), RULES);
    assert_eq!(lines.last().unwrap().split_whitespace().filter(|&word| word == "1").count(), 5);
}

#[test]
fn each_path_is_that_of_the_command_tour() {
    let json: serde_json::Value = serde_json::from_str(&answer("rules 6x7 --start c3 --json")).expect("it is JSON");
    for (ridden, rule) in json["rules"].as_array().unwrap().iter().zip(RULES) {
        assert_eq!(ridden["rule"], rule);
        let tour = run(&format!("tour 6x7 --start c3 --rule {rule} --partial --json"));
        let tour: serde_json::Value = serde_json::from_slice(&tour.stdout).expect("it is JSON");
        assert_eq!(ridden["squares"], tour["squares"], "{rule}");
        assert_eq!(ridden["visited"].as_u64().unwrap() as usize, tour["squares"].as_array().unwrap().len());
    }
}

#[test]
fn boards_too_wide_for_grids_have_the_table_alone() {
    assert_eq!(answer("rules 40x60").lines().count(), 6);
    assert_eq!(answer("rules 200x5").lines().count(), 6);
    assert!(answer("rules 5x30").lines().count() > 20, "five grids one below the other");
}

#[test]
fn holes_and_their_start_are_kept() {
    let folder = Folder::new();
    let path = folder.file("board.txt", "....\n.#N.\n....\n....\n....\n");
    let output = courser().args(["rules", "--board"]).arg(path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("of 19") && text.matches('#').count() == 5 && text.matches(" 1 ").count() >= 5, "{text}");
}

#[test]
fn what_cannot_be_is_refused() {
    for (arguments, part) in [
        ("rules", "BOARD"),
        ("rules 8x8 --start z9", "--start"),
        ("rules 8x8 --order 123", "no move order"),
        ("rules 9000x9000", "at most 16777216"),
    ] {
        let text = refused(&run(arguments), 2);
        assert!(text.contains(part), "{arguments}: {text}");
    }
}
