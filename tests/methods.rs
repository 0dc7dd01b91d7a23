//! Tests the selection of a method by name, the automatic selection of a method, and the reasons why no tour exists.

#[cfg(target_os = "linux")]
use crate::command::wait_for_work;
use crate::command::{Folder, answer, courser, refused, refused_for, run, stderr};

/// Asserts that the check of a tour returns `kind`.
#[track_caller]
fn judged(arguments: &str, kind: &str) {
    courser().args(["check", "-"]).write_stdin(answer(arguments)).assert().success().stdout(format!("{kind} tour\n"));
}

#[test]
fn impossible_wishes_get_their_reason_and_exit_code_1() {
    for (arguments, reason) in [
        ("tour 5x5 --closed", "colour argument"),
        ("tour 4x9 --closed", "Schwenk 1991"),
        ("tour 3x8 --closed", "Schwenk 1991"),
        ("tour 4x4", "Chia and Ong 2005"),
        ("tour 3x5", "Chia and Ong 2005"),
        ("tour 2x9", "no "),
        ("tour 8x8 --start a1 --end a3", "colour argument"),
        ("tour 5x5 --start a2", "colour"),
        ("tour 10x10 --leaper camel", "never changes colour"),
        // Theorems are applied before memory is allocated.
        ("tour 1x1073741824 --format none", "no "),
        ("tour 4x9 --closed --method mosaic", "Schwenk 1991"),
        ("tour 3x8 --closed --format none", "Schwenk 1991"),
        ("tour 10001x10001 --closed --format none", "colour argument"),
    ] {
        let text = refused(&run(arguments), 1);
        assert!(text.contains(reason), "{arguments}: {text}");
    }
}

#[test]
fn auto_finds_what_rules_alone_do_not() {
    // On 5x5, the rule `bottom` gets stuck from a5. On the following boards, `auto` finds the requested tour.
    refused_for(&run("walk 5x5 --start a5 --rule bottom"), 1, "the rule bottom got stuck on e2 at visit 18 of 25");
    judged("tour 6x6 --closed", "closed");
    judged("tour 3x10 --closed", "closed");
    judged("tour 30x41 --closed", "closed");
    judged("tour 41x41", "open");
    judged("tour 4x500", "open");
    judged("tour 8x8 --start a1 --end h7", "open");
}

#[test]
fn every_start_of_a_board_where_the_cycle_gets_stuck_has_a_tour() {
    let mut stuck = 0;
    for file in ["a", "c", "e"] {
        for rank in [1, 3, 5] {
            let start = format!("{file}{rank}");
            stuck += u32::from(!run(&format!("cycle 5x5 --start {start}")).status.success());
            let moves = answer(&format!("tour 5x5 --start {start} --format moves"));
            assert!(moves.starts_with(&start), "{moves}");
        }
    }
    assert!(stuck > 0, "the cycle never got stuck: nothing was shown");
}

#[test]
fn each_method_by_name_makes_its_tour() {
    for (arguments, kind) in [
        ("walk 8x8 --start e6", "closed"),
        ("walk 8x8 --rule pohl", "open"),
        ("walk 8x8 --rule roth", "open"),
        ("walk 50x50 --rule squirrel-cull", "open"),
        ("tour 6x6 --method search --closed", "closed"),
        ("tour 20x30 --method mosaic --closed", "closed"),
        ("tour 40x40 --method grown --closed", "closed"),
        ("tour 40x40 --method grown --closed", "closed"),
        ("tour 31x33 --method grown --start a1", "open"),
    ] {
        judged(arguments, kind);
    }
}

#[test]
fn the_method_grown_says_which_other_method_it_takes_where_it_does_not_serve() {
    for (arguments, words) in [
        ("tour 4x30 --method grown", "a 4x30 board is too small for a grown tour"),
        ("tour 20x20 --leaper zebra --method grown", "only a knight's tour can be grown"),
    ] {
        let output = run(arguments);
        assert!(output.status.success());
        let note = stderr(&output);
        assert!(note.contains(words) && note.contains("another method is tried"), "{note}");
        let described = note.lines().filter(|line| line.contains(" tour of ") && line.contains(", by ")).count();
        assert_eq!((note.lines().count(), described), (2, 1), "{note}");
    }
    // If the requested method is used, stderr contains only the description of the tour.
    let grown = run("tour 40x40 --closed --seed 5 --method grown --format json");
    let json: serde_json::Value = serde_json::from_slice(&grown.stdout).unwrap();
    assert_eq!(json["method"], "grown");
    let said = stderr(&grown);
    assert!(said.starts_with("closed tour of 40x40 from ") && said.lines().count() == 1, "{said}");
}

#[test]
fn a_grown_tour_is_streamed_like_a_mosaic() {
    let folder = tempfile::tempdir().unwrap();
    let array = folder.path().join("grown.npy");
    let output = run(&format!("tour 300x301 --closed --method grown --seed 2 -v -o {}", array.display()));
    let line = stderr(&output);
    for part in
        ["300x301: 90,300 squares", "by growing on the CPU", "melted in", "joined in", "numbered in", "checked in"]
    {
        assert!(line.contains(part), "{part}: {line}");
    }
    let check = run(&format!("check {}", array.display()));
    assert_eq!(String::from_utf8_lossy(&check.stdout), "closed tour\n");
    // The streamed tour must equal the tour computed in memory.
    let again = folder.path().join("memory.csv");
    run(&format!("tour 300x301 --closed --method grown --seed 2 -o {}", again.display()));
    let numbers = |file: &std::path::Path| {
        run(&format!("check {} --json", file.display()));
        String::from_utf8(run(&format!("draw {} --format svg --square 6", file.display())).stdout).unwrap()
    };
    assert!(numbers(&array) == numbers(&again));
}

#[cfg(target_os = "linux")]
#[test]
fn a_board_that_is_too_large_to_be_grown_in_this_memory_is_refused_before_the_work() {
    // A tour of 16000x16000 would take 1.0 GiB of memory.
    let file = assert_cmd::cargo::cargo_bin!("courser");
    let command = format!("ulimit -v 1000000; exec {} tour 16000x16000 --method grown --format none", file.display());
    let output = std::process::Command::new("sh").args(["-c", &command]).output().unwrap();
    let text = refused(&output, 3);
    assert!(text.contains("growing a tour of a 16000x16000 board takes 1.0 GiB of memory, and there is "), "{text}");
}

#[test]
fn the_cycle_and_the_rule_take_the_same_tour() {
    for order in ["slides", "clockwise", "lexicographic", "87654321"] {
        for board in ["8x8 --start c3", "12x9 --start 0,0", "30x30 --start 4,7"] {
            let path = |command: &str| {
                let output = run(&format!("{command} {board} --order {order} --partial --device auto"));
                String::from_utf8(output.stdout).unwrap()
            };
            assert!(!path("cycle").is_empty());
            assert_eq!(path("cycle"), path("walk"), "{board} {order}");
        }
    }
}

#[test]
fn the_greedy_rules_of_the_article_get_stuck_and_show_how_far_they_came() {
    for rule in ["bottom", "center"] {
        let output = run(&format!("walk 8x8 --start d4 --rule {rule} --partial"));
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(&format!("the rule {rule} got stuck on ")));
        assert!(String::from_utf8_lossy(&output.stdout).contains('.'));
    }
}

#[test]
fn the_first_of_many_knights_is_the_same_on_every_device() {
    for asked in [
        "8x8 --rule random --tries 500 --closed",
        "30x30 --rule random --start a1 --tries 200",
        "20x21 --rule warnsdorff --tries 40",
        "8x8 --rule random --tries 2000 --start a1 --end h3",
    ] {
        let cpu = answer(&format!("walk {asked} --device cpu"));
        courser().args(["check", "-"]).write_stdin(cpu.clone()).assert().success();
        if cfg!(feature = "gpu") {
            assert_eq!(answer(&format!("walk {asked} --device gpu")), cpu, "{asked}");
        }
    }
    // All knights get stuck. The message describes the best knight.
    let text = refused(&run("walk 8x8 --rule bottom --tries 64"), 1);
    assert!(text.contains("the rule bottom got stuck on "), "{text}");
    refused_for(&run("walk 8x8 --rule random --tries 0"), 2, "must be at least 1");
}

#[test]
fn the_first_of_many_knights_can_be_one_that_ends_on_a_given_square() {
    let squares =
        |arguments: &str| -> Vec<String> { answer(arguments).split_whitespace().map(str::to_owned).collect() };
    let tour = squares("walk 8x8 --rule random --tries 2000 --end e5 --format moves");
    assert_eq!((tour.len(), tour.last().map(String::as_str)), (64, Some("e5")));
    // Without `--end`, the command prints the first complete walk of the same 2000 knights. This walk does not end on
    // e5.
    assert_ne!(squares("walk 8x8 --rule random --tries 2000 --format moves").last().map(String::as_str), Some("e5"));
    for (arguments, said) in [
        (
            "walk 8x8 --tries 64 --end h8",
            "none of 64 tries made a complete walk that ends on h8: the first complete walk goes from a8 to g3",
        ),
        ("walk 8x8 --tries 3 --closed", "none of 3 tries made a closed tour: the first complete walk goes from a8 to "),
    ] {
        let text = refused(&run(arguments), 1);
        assert!(
            text.contains(said) && text.contains("hint: use --rule random and more --tries; "),
            "{arguments}: {text}"
        );
    }
}

/// Tests that the automatic method depends on the board and the request, but never on the device.
#[cfg(feature = "gpu")]
#[test]
fn auto_gives_the_same_tour_on_every_device() {
    for arguments in ["8x8", "8x8 --seed 3", "4x44 --seed 3", "3x10 --closed", "3x100001", "20x30 --closed", "5x5"] {
        let tour = |device: &str| answer(&format!("tour {arguments} --device {device}"));
        assert!(tour("gpu") == tour("cpu"), "{arguments}");
    }
}

#[test]
fn a_limit_ends_every_method() {
    let holes = "#".to_owned() + &".".repeat(1499) + "\n" + &(".".repeat(1500) + "\n").repeat(1499);
    let folder = Folder::new();
    let file = folder.file("one-hole.txt", holes);
    let file = file.display();
    for command in [
        "cycle 3000x3000 --device cpu".to_owned(),
        "walk 2000x2000".into(),
        "walk 202x202 --closed --rule random --tries 1000000".into(),
        "tour 100000x100000 --closed".into(),
        "tour 8000x8000 --method grown".into(),
        format!("tour --board {file}"),
        format!("tour --board {file} --method grown"),
    ] {
        let text = refused(&run(&format!("{command} --limit 20ms --format none")), 4);
        assert!(text.contains("no answer within 20ms"), "{command}: {text}");
    }
}

#[test]
fn a_method_by_name_that_cannot_serve_the_wish_says_so() {
    let text = refused(&run("cycle 32x32 --start 9,15 --closed"), 1);
    assert!(text.contains("is open"), "{text}");
    let text = refused(&run("walk 8x8 --start e6 --end a1"), 1);
    assert!(text.contains("has other ends"), "{text}");
}

#[test]
fn a_seed_gives_another_tour_by_every_method() {
    for arguments in [
        "tour 8x8",
        "tour 8x8 --closed",
        "cycle 8x8 --rule random",
        "walk 8x8",
        "tour 8x8 --method search",
        "tour 24x40 --method mosaic --closed",
        "tour 20x20 --method grown --closed",
        "tour 3x20",
    ] {
        // With some seeds, the rule gets stuck and the command prints nothing.
        let tours: Vec<_> = (1..8).map(|seed| run(&format!("{arguments} --seed {seed}")).stdout).collect();
        let mut different: Vec<_> = tours.iter().filter(|tour| !tour.is_empty()).collect();
        different.sort();
        different.dedup();
        assert!(different.len() > 1, "{arguments}: every seed gives the same tour");
        assert_eq!(run(&format!("{arguments} --seed 1")).stdout, tours[0], "{arguments}");
    }
}

#[test]
fn a_search_with_a_limit_says_that_it_ended_without_an_answer() {
    let text = refused(&run("tour 200x200 --leaper 12,13 --method search --limit 200ms"), 4);
    assert!(text.contains("no answer within 200ms"), "{text}");
}

#[test]
fn a_limit_holds_on_a_board_that_takes_long_to_set_up() {
    let begun = std::time::Instant::now();
    let text = refused(&run("tour 3000x3000 --method search --limit 100ms --format none"), 4);
    assert!(text.contains("no answer within 100ms"), "{text}");
    println!("ended after {:?}", begun.elapsed());
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_a_search_cleanly() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};

    for (arguments, words) in [
        ("tour 200x200 --leaper 12,13 --method search", "error: stopped after "),
        ("sample 8x8 --closed --samples 3", "error: stopped before the layers were made"),
    ] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("courser"))
            .args(arguments.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The program starts in less than one second of processor time. After one second, the search is therefore
        // running.
        wait_for_work(child.id(), 1);
        assert!(child.try_wait().unwrap().is_none(), "{arguments} has ended by itself");
        let interrupted = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
        assert!(interrupted.success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        // The search must have been stopped by the signal and must not have ended by itself.
        assert!(text.starts_with(words), "{text}");
        assert!(!text.contains("count it again"), "{text}");
    }
}

#[test]
fn contradictions_among_the_options_are_refused() {
    for (arguments, words) in [
        ("tour 8x8 --method search --rule roth", "--rule"),
        ("tour 8x8 --method search --device gpu", "runs only on the CPU"),
        ("walk 8x8 --rule roth --verify-cpu", "one knight walks on the CPU"),
        ("walk 8x8 --rule nimble", "'nimble'"),
        ("walk 8x8 --rule roth --seed 3", "no random choice"),
        ("cycle 8x8 --order clockwise --seed 3", "no random choice"),
        ("tour 8x8 --limit soon", "'soon'"),
        ("walk 8x8 --rule squirrel-cull --start b2", "for the start b2"),
        ("tour 8x8 --invert", "--board <FILE>"),
        ("walk 8x8 --schedule near", "--schedule"),
        ("tour 8x8 --method mosaic --order clockwise", "--order"),
        ("tour 8x8 --method search --partial", "--partial"),
        ("tour 8x8 --method search --verify-cpu", "--verify-cpu"),
    ] {
        refused_for(&run(arguments), 2, words);
    }
}

/// Returns the squares of the tour printed by a command, with rows and columns counted from 1.
fn squares_from_1(command: &str) -> Vec<Vec<u64>> {
    let tour: serde_json::Value = serde_json::from_str(&answer(&format!("{command} --json"))).unwrap();
    let squares: Vec<Vec<u64>> = serde_json::from_value(tour["squares"].clone()).unwrap();
    squares.iter().map(|at| at.iter().map(|number| number + 1).collect()).collect()
}

/// Runs a command that reports how many moves the knight has taken back. Returns this number.
fn taken_back(command: &str) -> u64 {
    let output = run(command);
    assert!(output.status.success(), "{command}: {}", stderr(&output));
    let (before, _) = stderr(&output).split_once(" of ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    before.rsplit(' ').next().unwrap().replace(['_', ','], "").parse().unwrap()
}

#[test]
fn the_rule_with_steps_taken_back_makes_the_tours_of_the_haskell_article() {
    let printed = include_str!("../crates/solve/tests/data/rules/haskell-closed-tours.json");
    let printed: serde_json::Value = serde_json::from_str(printed).unwrap();
    for (side, options) in [
        ("6", "--closed --method backtrack"),
        ("8", "--closed --method backtrack"),
        ("6", "--method backtrack --prune reachable"),
        ("7", "--method backtrack --prune reachable"),
        ("8", "--method backtrack --prune reachable"),
    ] {
        let ours = squares_from_1(&format!("tour {side} --start 0,0 {options} --order lexicographic"));
        let theirs: Vec<Vec<u64>> = serde_json::from_value(printed["tours"][side].clone()).unwrap();
        assert_eq!(ours, theirs, "{side} {options}");
    }
    let said = stderr(&run("tour 49 --start 0,0 --method backtrack --order lexicographic --limit 1s"));
    assert!(said.contains("no answer within 1s") && said.contains("steps were taken back"), "{said}");
    assert!(stderr(&run("tour 6 --method backtrack")).contains("taken back"));
    let text = refused(&run("tour 3x3 --leaper 0,1 --start b3 --end b1 --method backtrack"), 1);
    assert!(text.contains("no tour from b3 to b1"), "{text}");
    refused(&run("tour 6x6 --method backtrack --rule roth"), 2);
    refused(&run("tour 6x6 --method backtrack --device gpu"), 2);
}

#[test]
fn the_table_of_steps_taken_back_is_what_the_commands_say() {
    let mut sides = vec![];
    for row in include_str!("../docs/methods.md").lines() {
        let cells: Vec<u64> = row.split('|').filter_map(|cell| cell.trim().replace(',', "").parse().ok()).collect();
        let [side, first, last] = cells[..] else { continue };
        let steps =
            |options| taken_back(&format!("tour {side} --start 0,0 {options} --order lexicographic --format none"));
        assert_eq!(steps("--method backtrack --prune reachable"), first, "side {side}");
        assert_eq!(steps("--closed --method backtrack"), last, "side {side}");
        sides.push(side);
    }
    assert_eq!(sides, (3..=25).map(|half| 2 * half).collect::<Vec<_>>());
}

#[test]
fn depth_first_search_counts_its_steps_and_takes_random_orders_by_seed() {
    // With each random order, a different number of moves is taken back. The same seed gives the same number.
    let steps = |options: &str| taken_back(&format!("tour 5x5 --start a1 --method backtrack --prune none {options}"));
    let random: Vec<u64> = (0..6).map(|seed| steps(&format!("--seed {seed}"))).collect();
    assert_eq!(steps("--seed 3"), random[3]);
    assert!(random.iter().any(|&steps| steps != random[0]), "{random:?}");
    assert_ne!(steps(""), steps("--order lexicographic"));
    let text = refused(&run("tour 8x8 --method backtrack --prune none --limit 200ms"), 4);
    assert!(text.contains("no answer within 200ms") && text.contains("taken back"), "{text}");
    let text = refused(&run("tour 4x4 --start b2 --leaper 0,1 --end c3 --method backtrack --prune none"), 1);
    assert!(text.contains("colour argument"), "{text}");
}

#[test]
fn colour_speaks_before_any_method_starts() {
    for arguments in [
        "tour 7x7 --start 0,0 --closed --method backtrack",
        "tour 6x6 --start a1 --end c1 --method backtrack",
        "tour 6x6 --start a1 --target a2 --method backtrack",
        "tour 101x101 --closed --method search",
        "cycle 8x8 --start a1 --end c1",
        "walk 8x8 --start a1 --end c1 --rule roth",
        "tour 8x8 --start a1 --end c1 --prune none",
    ] {
        let text = refused(&run(arguments), 1);
        assert!(text.contains("(colour argument)"), "{arguments}: {text}");
    }
    let text = refused(&run("tour 3x2 --leaper 0,1 --closed --start a2 --end b2"), 1);
    assert!(
        text.contains("from a2 to b2") && text.contains("no path from a2 to b2, alone or beside cycles, covers"),
        "{text}"
    );
}

#[test]
fn looking_farther_ahead_than_any_rule_is_for_one_knight() {
    let json: serde_json::Value = serde_json::from_str(&answer("walk 30x30 --look-ahead 7 --json")).unwrap();
    assert_eq!((json["rule"].as_str(), json["method"].as_str()), (Some("pohl-7"), Some("warnsdorff")));
    refused_for(&run("cycle 30x30 --look-ahead 7"), 2, "unexpected argument");
    refused_for(&run("walk 30x30 --look-ahead 7 --tries 9"), 2, "is for one knight");
    refused_for(&run("walk 30x30 --look-ahead 11"), 2, "11");
    assert_eq!(answer("walk 30x30 --look-ahead 3"), answer("walk 30x30 --rule pohl-3"));
}

#[test]
fn the_hint_of_a_cycle_that_gets_stuck_names_rules_that_get_through() {
    let text = refused(&run("cycle 1000x1000 --device cpu --format none"), 1);
    for rule in ["roth", "squirrel-cull"] {
        assert!(text.contains(&format!("--rule {rule}")), "{text}");
        answer(&format!("cycle 1000x1000 --rule {rule} --device cpu --format none"));
    }
}

#[test]
fn giraffe_tours_exist_where_the_references_say() {
    let page = include_str!("../docs/references.md").replace('\n', " ");
    assert!(page.contains("5xn for n = 24, 32, 34 and every even n from 38 to 70"), "the page says something else");
    for rows in [5, 11] {
        for cols in (8..=70).step_by(2) {
            let has = if rows == 5 { matches!(cols, 24 | 32 | 34) || cols >= 38 } else { cols >= 10 };
            let output = run(&format!("tour {rows}x{cols} --leaper giraffe --closed --format none"));
            assert_eq!(output.status.code(), Some(i32::from(!has)), "{rows}x{cols}: {}", stderr(&output));
        }
    }
}

#[test]
fn a_tour_ends_a_move_from_its_target() {
    for command in [
        "tour 8x8 --start a1 --target e5",
        "tour 8x8 --start a1 --target a1",
        "tour 5x5 --start a1 --target c4 --method search",
        "tour 6x6 --start a1 --target d4 --method backtrack",
        "tour 20x30 --target a1",
        "tour 7x3 --target b5 --method backtrack",
        "tour 6x6 --method backtrack --target a1",
    ] {
        let text = answer(&format!("{command} --format moves --device cpu"));
        let last = text.split_whitespace().last().unwrap();
        let words: Vec<&str> = command.split_whitespace().collect();
        let target = words[words.iter().position(|word| *word == "--target").unwrap() + 1];
        let at = |name: &str| (name.as_bytes()[0], name[1..].parse::<u8>().unwrap());
        let ((a, b), (c, d)) = (at(last), at(target));
        assert_eq!(a.abs_diff(c) * b.abs_diff(d), 2, "{command}: {last}");
    }
    // On a board with an even number of squares, the start must have the same colour as the target.
    for options in ["", " --method backtrack", " --method search"] {
        let text = refused(&run(&format!("tour 8x8 --start a1 --target g8{options}")), 1);
        let reason = "an 8x8 board has no tour from a1 that ends a move from g8: none of h6, f6, e7 can be the last \
                      square (for h6, a1 and h6 are of one colour, and 63 moves end on the other (colour argument))";
        assert!(text.contains(reason) && text.contains("try f8 as the target"), "{text}");
    }
    let text = refused(&run("tour 8x8 --target z9"), 2);
    assert!(text.contains("--target"), "{text}");
    refused(&run("tour 8x8 --target a1 --end b1"), 2);
}

#[test]
fn a_rectangle_in_a_margin_of_holes_has_the_reason_of_the_rectangle() {
    let folder = Folder::new();
    for (board, kind, reason) in [
        ("##########\n#........#\n#........#\n#........#\n##########\n", "--closed", "a 3x8 board has no closed tour"),
        ("....##\n....##\n....##\n....##\n", "--closed", "a 4x4 board has no closed tour"),
        ("....##\n....##\n....##\n....##\n", "--quiet", "a 4x4 board has no tour"),
        ("#....\n#....\n#....\n", "--start=b1", ""),
    ] {
        let file = folder.file("board.txt", board);
        let output = courser().args(["tour", kind, "--board"]).arg(&file).output().unwrap();
        if reason.is_empty() {
            assert!(output.status.success(), "{}", stderr(&output));
        } else {
            let text = refused(&output, 1);
            assert!(text.contains(reason), "{board}: {text}");
        }
    }
}
