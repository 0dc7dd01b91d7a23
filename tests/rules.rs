//! Tests `courser walk compare`, which compares the procedures of an article.

use crate::command::{Folder, answer, courser, refused, run};

/// The procedures of the article "Knight's tour in HANA". Each procedure is listed with the options of `cycle` that
/// give the same path.
const PROCEDURES: [(&str, &str); 6] = [
    ("bottom", "--rule bottom"),
    ("center", "--rule center"),
    ("warnsdorff", "--rule warnsdorff"),
    ("pohl", "--rule pohl"),
    ("pohl-code", "--rule warnsdorff --order 87654321"),
    ("roth", "--rule roth"),
];

fn json(arguments: &str) -> serde_json::Value {
    // If a knight gets stuck, the command prints the path of the knight and exits with 1.
    serde_json::from_slice(&run(arguments).stdout).expect("it is JSON")
}

#[test]
fn every_procedure_reports_its_visits() {
    let text = answer("walk compare 8x8 --start a1");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["rule", "visited", "of", "64"]);
    for (line, (rule, _)) in lines[1..7].iter().zip(PROCEDURES) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], rule);
        // The procedures `bottom` and `center` get stuck, and all other procedures make a tour, as in the article.
        match rule {
            "bottom" | "center" => assert!(words[1] != "64" && words[2] == "stuck", "{line}"),
            _ => assert!(words[1] == "64" && words[3] == "tour", "{line}"),
        }
    }
}

#[test]
fn the_numbers_are_those_of_the_paths_of_the_command_tour() {
    let (compared, text) = (json("walk compare 6x7 --start c3 --json"), answer("walk compare 6x7 --start c3"));
    let tours = PROCEDURES.map(|(_, options)| json(&format!("cycle 6x7 --start c3 {options} --partial --json")));
    let squares = tours.each_ref().map(|tour| tour["squares"].as_array().unwrap());
    for ((walked, (rule, _)), squares) in compared["rules"].as_array().unwrap().iter().zip(PROCEDURES).zip(squares) {
        assert_eq!((&walked["rule"], &walked["end"]), (&rule.into(), squares.last().unwrap()));
        assert_eq!(walked["visited"].as_u64().unwrap() as usize, squares.len());
    }
    let moves = squares.map(|squares| squares.windows(2).map(|two| two.to_vec()).collect::<Vec<_>>());
    let shared = compared["shared"].as_array().unwrap();
    assert_eq!(shared.len(), 15);
    let table: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("moves that two of them share")).collect();
    for pair in shared {
        let place = |at: usize| PROCEDURES.iter().position(|(rule, _)| pair["rules"][at] == *rule).unwrap();
        let (one, other) = (place(0), place(1));
        let both = moves[one].iter().filter(|two| moves[other].contains(two)).count();
        assert_eq!(pair["moves"].as_u64(), Some(both as u64), "{pair}");
        let row = [PROCEDURES[one].0, PROCEDURES[other].0, &both.to_string()];
        assert!(table.iter().any(|line| line.split_whitespace().eq(row)), "{text}");
    }
}

#[test]
fn the_articles_claim_is_compared_with_every_start() {
    // The article claims: "Roth gives the same as Pohl most of the time". The test checks this claim with the command
    // `cycle`.
    let walks = |options: &str, start: &str| run(&format!("cycle 5x5 --start {start} {options} --partial")).stdout;
    let starts: Vec<String> = (0..25).map(|at| format!("{},{}", at / 5, at % 5)).collect();
    let compared = json("walk compare 5x5 --json");
    for (place, procedure) in [3, 4].into_iter().enumerate() {
        let (rule, options) = PROCEDURES[procedure];
        let same = starts.iter().filter(|start| walks(options, start) == walks("--rule roth", start)).count();
        let found = &compared["as_roth"][place];
        assert_eq!(found["rule"], rule);
        assert_eq!((found["same"].as_u64(), found["of"].as_u64()), (Some(same as u64), Some(25)), "{rule}");
    }
    let said = answer("walk compare 8x8");
    for rule in ["pohl", "pohl-code"] {
        assert!(said.lines().any(|line| line.split_whitespace().eq([rule, "0"])), "{said}");
    }
}

#[test]
fn rules_are_written_to_a_file_by_its_extension() {
    let folder = Folder::new();
    for (name, arguments) in
        [("rules.txt", "walk compare 8x8 --start d4"), ("rules.json", "walk compare 8x8 --start d4 --json")]
    {
        let path = folder.path(name);
        courser().args(["walk", "compare", "8x8", "--start", "d4", "-o"]).arg(&path).assert().success().stdout("");
        assert_eq!(std::fs::read_to_string(path).unwrap(), answer(arguments));
    }
    refused(&run("walk compare 8x8 -o rules.png"), 2);
}

#[test]
fn holes_and_their_start_are_kept() {
    let folder = Folder::new();
    let path = folder.file("board.txt", "....\n.#N.\n....\n....\n....\n");
    let output = courser().args(["walk", "compare", "--board"]).arg(path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("of 19") && text.contains("starts with the same path as roth, of 19"), "{text}");
    let tour = run("walk 5x4 --start 1,2 --rule center --partial --format moves");
    assert!(String::from_utf8(tour.stdout).unwrap().starts_with("c4 "));
}

#[test]
fn what_cannot_be_is_refused() {
    for (arguments, part) in [
        ("walk compare", "BOARD"),
        ("walk compare 8x8 --start z9", "--start"),
        ("walk compare 8x8 --order 123", "not a move order"),
        ("walk compare 9000x9000", "at most 16777216"),
    ] {
        let text = refused(&run(arguments), 2);
        assert!(text.contains(part), "{arguments}: {text}");
    }
}
