//! Tests boards with joined sides, which the option `--wrap` selects.

use serde_json::Value;

use crate::command::{Folder, answer, courser, refused_for, run};

/// Runs `courser check` with additional options, and returns its output. The command reads the tour `text` from
/// standard input.
fn checked(text: &str, options: &str) -> String {
    let output = courser().args(["check", "-"]).args(options.split_whitespace()).write_stdin(text).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_tour_of_joined_sides_is_printed_written_and_checked_in_every_format() {
    for (board, wrap) in [("5x5", "both"), ("3x6", "both"), ("5x6", "rows"), ("6x5", "cols"), ("2x7", "both")] {
        for format in ["grid", "moves", "csv", "json"] {
            let text = answer(&format!("tour {board} --wrap {wrap} --closed --format {format}"));
            let size = if ["moves", "csv"].contains(&format) { format!(" --size {board}") } else { String::new() };
            assert_eq!(checked(&text, &format!("--wrap {wrap}{size}")), "closed tour\n", "{board}, {wrap}, {format}");
            // Only the JSON format stores the joined sides. Without `--wrap`, the squares in the other formats are not
            // a tour.
            let plain = checked(&text, &size);
            assert_eq!(plain == "closed tour\n", format == "json", "{board}, {wrap}, {format}: {plain}");
            if format == "json" {
                let object: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(object["board"]["wrap"], wrap);
                assert!(checked(&text, "--wrap none").ends_with("is not a move of the knight\n"), "{text}");
            }
        }
    }
    assert_eq!(answer("tour 6x6 --wrap none --seed 3"), answer("tour 6x6 --seed 3"));
    // For a board without joined sides, the JSON output does not contain `wrap`.
    assert!(!answer("tour 6x6 --json").contains("wrap"));
}

#[test]
fn ends_holes_leapers_moves_and_visit_numbers_go_with_joined_sides() {
    let folder = Folder::new();
    let holes = folder.file("holes.txt", ". . . .\n. # . .\n. . . .\n. . . .\n").display().to_string();
    let squares = |arguments: &str| {
        let text = answer(&format!("tour {arguments} --wrap both --json"));
        assert!(checked(&text, "").ends_with(" tour\n"), "{arguments}: {text}");
        serde_json::from_str::<Value>(&text).unwrap()["squares"].as_array().unwrap().clone()
    };
    let from_to = squares("4x4 --start a1 --end b1");
    assert_eq!((&from_to[0], &from_to[15]), (&serde_json::json!([3, 0]), &serde_json::json!([3, 1])));
    assert_eq!(squares(&format!("--board {holes}")).len(), 15);
    assert_eq!(squares("5x5 --leaper 0,1 --closed").len(), 25);
    let with = squares("5x5 --closed --with a1-e3 --start a1 --end e3");
    assert_eq!(with.last(), Some(&serde_json::json!([2, 4])));
    let given = squares("5x5 --given a1=1,c3=12,e5=25");
    assert_eq!((&given[11], &given[24]), (&serde_json::json!([2, 2]), &serde_json::json!([0, 4])));
    assert_eq!(answer("count 3x3 --wrap both --given a1=1"), answer("count 3x3 --wrap both --start a1"));
    // The number of solutions of a partly numbered torus must equal the number of listed tours that begin or end with
    // the given squares.
    let begins = |text: &str| {
        answer("count 3x3 --wrap both --open --list").lines().filter(|tour| tour.starts_with(text)).count()
    };
    assert_eq!(
        answer("count 3x3 --wrap both --given a1=1,b3=2"),
        format!("{}\n", begins("a1 b3") + begins_back("b3 a1"))
    );
}

/// Returns the number of open tours of the 3x3 torus that end with the squares in `text`.
fn begins_back(text: &str) -> usize {
    answer("count 3x3 --wrap both --open --list").lines().filter(|tour| tour.ends_with(text)).count()
}

#[test]
fn tours_of_joined_sides_are_counted() {
    assert_eq!(answer("count 3x3 --wrap both --closed"), "48\n");
    assert_eq!(answer("count 4x4 --wrap both --closed"), "1344\n");
    for (board, wrap) in [("3x4", "rows"), ("4x3", "rows"), ("3x4", "cols"), ("3x5", "both"), ("2x4", "both")] {
        for kind in ["--closed", "--open", "--open --directed", "--start a1", "--start a1 --end b1"] {
            let arguments = format!("{board} --wrap {wrap} {kind}");
            assert_eq!(
                answer(&format!("count {arguments}")),
                answer(&format!("graph count {arguments}")),
                "{arguments}"
            );
        }
    }
    assert_eq!(answer("count 3x3..=4 --wrap both --closed"), "3x3  48\n3x4  14934\n");
    let json: Value = serde_json::from_str(&answer("count 3x3 --wrap both --closed --json")).unwrap();
    assert_eq!((&json["board"]["wrap"], &json["count"]), (&"both".into(), &"48".into()));
    assert_eq!(answer("count 3x3 --wrap both --closed --list").lines().count(), 48);
    for option in ["--up-to-symmetry", "--symmetry half-turn", "--by move", "--by slope", "--shard 0/2", "--disk d"] {
        refused_for(&run(&format!("count 4x4 --wrap both --closed {option}")), 2, "");
    }
}

#[test]
fn joined_sides_without_such_a_tour_are_proven_to_have_none() {
    for (arguments, words) in [
        ("1x2 --wrap both --closed", "a 1x2 torus has no closed tour: a cycle has at least three squares"),
        ("2x4 --wrap rows", "a 2x4 cylinder has no tour: there is no way from a2 to b2"),
        ("4x4 --wrap rows --closed", "the moves that every tour must have contradict each other"),
        ("4x4 --wrap both --start a1 --end c1", "are of one kind"),
        ("4x4 --wrap both --closed --start a1 --end b1", "b1 is not a move from a1"),
    ] {
        refused_for(&run(&format!("tour {arguments}")), 1, words);
        assert!(!run(&format!("tour {arguments}")).status.success());
    }
    assert_eq!(answer("count 2x4 --wrap rows --open"), "0\n");
}

#[test]
fn what_has_no_meaning_on_joined_sides_is_refused() {
    let folder = Folder::new();
    let tour = folder.file("tour.json", answer("tour 5x5 --wrap both --json")).display().to_string();
    for (arguments, words) in [
        ("tour 8x8 --wrap both --method mosaic", "--wrap is not an option of the method mosaic"),
        ("tour 8x8 --wrap both --prune none", "--wrap is not an option of the method backtrack"),
        ("tour 8x8 --wrap both --closed --symmetry half-turn", "--symmetry and --wrap exclude each other"),
        ("tour 8x8 --wrap both --device gpu", "runs only on the CPU"),
        ("tour 8x8 --wrap both --verify-cpu", "there is nothing to compare"),
        ("tour 8x8 --wrap all", "rows, cols, both"),
    ] {
        refused_for(&run(arguments), 2, words);
    }
    refused_for(
        &run(&format!("check {tour} --measure")),
        2,
        "a 5x5 torus is not measured: moves over its joined sides have no angle or crossing",
    );
    refused_for(&run(&format!("check {tour} --number")), 2, "tours are not numbered for boards with joined sides");
    let svg = folder.path("tour.svg").display().to_string();
    refused_for(&run(&format!("draw {tour} --stroke single -o {svg}")), 2, "is not a single stroke");
    assert!(!folder.names().contains(&"tour.svg".to_owned()));
}

#[test]
fn a_tour_of_joined_sides_is_drawn_in_every_picture() {
    let folder = Folder::new();
    let text = folder.file("tour.txt", answer("tour 5x5 --wrap both --closed")).display().to_string();
    for name in ["tour.png", "tour.svg", "tour.gif"] {
        let (made, drawn) = (folder.path(name), folder.path(&format!("drawn-{name}")));
        answer(&format!("tour 5x5 --wrap both --closed -o {}", made.display()));
        answer(&format!("draw {text} --wrap both -o {}", drawn.display()));
        assert_eq!(std::fs::read(made).unwrap(), std::fs::read(drawn).unwrap(), "{name}");
    }
    refused_for(
        &run(&format!("draw {text} -o {}", folder.path("flat.png").display())),
        2,
        "is not a move of the knight",
    );
}
