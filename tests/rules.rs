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
    assert_eq!(lines[16].split_whitespace().collect::<Vec<_>>(), RULES);
    assert_eq!(lines.last().unwrap().split_whitespace().filter(|&word| word == "1").count(), 5);
}

#[test]
fn each_path_is_that_of_the_command_tour() {
    let json: serde_json::Value = serde_json::from_str(&answer("rules 6x7 --start c3 --json")).expect("it is JSON");
    for (walked, rule) in json["rules"].as_array().unwrap().iter().zip(RULES) {
        assert_eq!(walked["rule"], rule);
        let tour = run(&format!("tour 6x7 --start c3 --rule {rule} --partial --json"));
        let tour: serde_json::Value = serde_json::from_slice(&tour.stdout).expect("it is JSON");
        assert_eq!(walked["squares"], tour["squares"], "{rule}");
        assert_eq!(walked["visited"].as_u64().unwrap() as usize, tour["squares"].as_array().unwrap().len());
    }
}

#[test]
fn every_two_rules_say_how_many_moves_they_share() {
    let json: serde_json::Value = serde_json::from_str(&answer("rules 8x8 --start a1 --json")).expect("it is JSON");
    let shared = json["shared"].as_array().unwrap();
    assert_eq!(shared.len(), 10);
    let text = answer("rules 8x8 --start a1");
    let table: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("moves that two of them share")).collect();
    assert!(table[0].ends_with("of 63"));
    for pair in shared {
        // Counted once more, from the squares.
        let names = [pair["rules"][0].as_str().unwrap(), pair["rules"][1].as_str().unwrap()];
        let [one, other] = names.map(|name| {
            let rule = json["rules"].as_array().unwrap().iter().find(|rule| rule["rule"] == name).unwrap();
            let squares = rule["squares"].as_array().unwrap();
            squares.windows(2).map(|two| format!("{}{}", two[0], two[1])).collect::<std::collections::HashSet<_>>()
        });
        let moves = one.intersection(&other).count();
        assert_eq!(pair["moves"].as_u64().unwrap() as usize, moves, "{names:?}");
        let row = table.iter().find(|line| line.starts_with(names[1])).unwrap();
        let column = RULES.iter().position(|rule| *rule == names[0]).unwrap();
        assert_eq!(row.split_whitespace().nth(column + 1), Some(moves.to_string().as_str()), "{text}");
    }
}

#[test]
fn the_articles_claim_is_held_against_every_start() {
    // "Roth gives the same as Pohl most of the time": shown once more, by the command tour.
    let said = answer("rules 8x8");
    assert!(said.contains("\npohl and roth walk the same from 0 of 64 starts"), "{said}");
    let walks = |rule: &str, start: &str| {
        let output = run(&format!("tour 5x5 --start {start} --rule {rule} --partial --format moves"));
        String::from_utf8(output.stdout).unwrap()
    };
    let starts = (0..25).map(|at| format!("{},{}", at / 5, at % 5));
    let same = starts.filter(|start| walks("pohl", start) == walks("roth", start)).count();
    let json: serde_json::Value = serde_json::from_str(&answer("rules 5x5 --json")).unwrap();
    assert_eq!(
        (json["pohl_as_roth"]["same"].as_u64(), json["pohl_as_roth"]["of"].as_u64()),
        (Some(same as u64), Some(25))
    );
}

#[test]
fn rules_are_written_to_a_file_by_its_extension() {
    let folder = Folder::new();
    for (name, arguments) in [("rules.txt", "rules 8x8 --start d4"), ("rules.json", "rules 8x8 --start d4 --json")] {
        let path = folder.path(name);
        courser().args(["rules", "8x8", "--start", "d4", "-o"]).arg(&path).assert().success().stdout("");
        assert_eq!(std::fs::read_to_string(path).unwrap(), answer(arguments));
    }
    refused(&run("rules 8x8 -o rules.png"), 2);
}

#[test]
fn boards_too_wide_for_grids_have_the_table_alone() {
    assert_eq!(answer("rules 40x60").lines().count(), 13);
    assert_eq!(answer("rules 200x5").lines().count(), 15);
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
        ("rules 8x8 --order 123", "not a move order"),
        ("rules 9000x9000", "at most 16777216"),
    ] {
        let text = refused(&run(arguments), 2);
        assert!(text.contains(part), "{arguments}: {text}");
    }
}
