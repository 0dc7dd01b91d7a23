//! Tests four subjects: puzzles with given visit numbers; placements of queens that contain given queens; boards with
//! joined sides; boards of several layers.

use crate::command::{Folder, answer, courser, refused, refused_for, run, stderr};

#[test]
fn a_puzzle_that_is_sampled_has_one_tour_which_is_found() {
    let folder = Folder::new();
    let file = folder.path("puzzle.txt").display().to_string();
    for arguments in ["6x6 --seed 7", "5x6 --seed 2 --closed", "5x5 --start a1", "3x10"] {
        let puzzle = answer(&format!("sample {arguments} --puzzle"));
        assert_eq!(answer(&format!("sample {arguments} --puzzle")), puzzle);
        assert!(run(&format!("sample {arguments} --puzzle -o {file}")).status.success());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), puzzle);
        let kind = if arguments.contains("--closed") { "--closed" } else { "" };
        assert_eq!(answer(&format!("count --board {file} {kind}")), "1\n", "{puzzle}");
        let tour = answer(&format!("tour --board {file} {kind}"));
        let numbers = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (given, all) = (numbers(&puzzle), numbers(&tour));
        assert_eq!(given.len(), all.len());
        assert!(given.iter().zip(&all).all(|(given, number)| given == "." || given == number), "{puzzle}\n{tour}");
        assert!(given.iter().filter(|given| *given != ".").count() < given.len() / 2, "{puzzle}");
    }
    assert_ne!(answer("sample 6x6 --puzzle --seed 1"), answer("sample 6x6 --puzzle --seed 2"));
    // The command `count` reads the puzzle from a pipe.
    let puzzle = answer("sample 6x6 --puzzle");
    let piped = courser().args(["count", "--board", "-"]).write_stdin(puzzle).output().unwrap();
    assert_eq!(String::from_utf8(piped.stdout).unwrap(), "1\n");
}

#[test]
fn every_sampled_puzzle_is_read_back_even_with_the_numbers_1_10_and_11_only() {
    let (mut with_ones_and_zeros, mut count) = (0, 0);
    for (arguments, seeds) in [
        ("1x1", 0..1),
        ("3x4", 0..48),
        ("5x5", 0..8),
        ("3x10 --closed", 0..16),
        ("5x6 --closed", 0..8),
        ("6x6 --closed", 0..4),
        ("9x9", 0..1),
        ("10x10 --closed", 0..1),
        ("10x11", 0..1),
    ] {
        let kind = if arguments.contains("--closed") { "--closed" } else { "" };
        for seed in seeds {
            let puzzle = answer(&format!("sample {arguments} --puzzle --seed {seed}"));
            with_ones_and_zeros += u32::from(!puzzle.contains(|digit| matches!(digit, '2'..='9')));
            count += 1;
            // The command `tour` finds the only tour that agrees with the numbers of the puzzle.
            let mut tour = courser();
            tour.args(["tour", "--board", "-"]).args(kind.split_whitespace());
            let output = tour.write_stdin(&*puzzle).output().unwrap();
            let found = String::from_utf8(output.stdout.clone()).unwrap();
            assert!(output.status.success(), "{puzzle}{}", stderr(&output));
            let same =
                puzzle.split_whitespace().zip(found.split_whitespace()).all(|(one, all)| one == "." || one == all);
            assert!(same && puzzle.lines().count() == found.lines().count(), "{puzzle}{found}");
        }
    }
    assert!(count > 80 && with_ones_and_zeros > 3, "{with_ones_and_zeros} of {count}");
}

#[test]
fn a_file_whose_only_number_is_1_is_a_puzzle() {
    let folder = Folder::new();
    let file = |text: &str| folder.file("one.txt", text).display().to_string();
    for (row, board, square) in [(". 1 . . .\n", "5x5", "b5"), ("1 . .\n", "4x3", "a4")] {
        let rest = row.replace('1', ".").repeat(board[..1].parse::<usize>().unwrap() - 1);
        for text in [format!("{row}{rest}"), format!("{row}{rest}").replace(' ', ",")] {
            let given = answer(&format!("count {board} --given {square}=1"));
            let counted = run(&format!("count --board {}", file(&text)));
            assert_eq!(String::from_utf8_lossy(&counted.stdout), given, "{text}");
            assert!(!stderr(&counted).contains("were read"), "{}", stderr(&counted));
        }
    }
    let none = run(&format!("tour --board {}", file(&format!(". 1 . . .\n{}", ". . . . .\n".repeat(4)))));
    refused_for(&none, 1, "5x5");
    let holes = file("1 . . .\n. # . .\n. . . .\n");
    let drawn = folder.file("drawn.txt", "....\n.#..\n....\n").display().to_string();
    assert_eq!(answer(&format!("count --board {holes}")), answer(&format!("count --board {drawn} --start a3")));
    // Each of these files is ambiguous: the first has no blanks between its squares, the second has two squares with 1,
    // and the third contains both N and 1.
    for text in [".1..\n....\n....\n", ". 1 . .\n. . . 1\n. . . .\n", "N . . .\n1 . . .\n. . . .\n"] {
        refused_for(&run(&format!("tour --board {}", file(text))), 2, "the board may be squares '.'");
    }
}

#[test]
fn numbers_are_given_by_option_and_by_file_and_the_ends_are_numbers_too() {
    let folder = Folder::new();
    let file = folder.file("half.txt", "1 . . .\n. . . .\n. . 4 .\n");
    let file = file.display();
    let all = answer(&format!("count --board {file}"));
    assert_eq!(answer("count 3x4 --given a3=1,c1=4"), all);
    assert_eq!(answer("count 3x4 --given c1=4 --start a3"), all);
    assert_eq!(answer(&format!("count 3x4 --board {file} --given c1=4")), all);
    assert_eq!(answer("count 6x6 --given a1=1"), answer("count 6x6 --start a1"));
    assert_eq!(answer("count 5x6 --given a1=1,c3=30"), answer("count 5x6 --start a1 --end c3"));
    // Every closed tour visits a1 between b3 and c2. In exactly one of the two directions, b3 comes directly before a1.
    // Therefore, the result is the number of all closed tours.
    assert_eq!(answer("count 6x6 --given a1=2,b3=1 --closed"), "9862\n");
    let json: serde_json::Value = serde_json::from_str(&answer("count 3x4 --given a3=1,c1=4 --json")).unwrap();
    assert_eq!(json["given"], serde_json::json!([[0, 0, 1], [2, 2, 4]]));
    assert_eq!(format!("{}\n", json["count"].as_str().unwrap()), all);
    assert!(answer("count 3x4 --given a3=1,c1=4 --format csv").starts_with("rows,cols,kind,given,count\n3,4,open,2,"));
    let tour: serde_json::Value = serde_json::from_str(&answer("tour 6x6 --given a1=1,f6=17,c3=35 --json")).unwrap();
    assert_eq!((&tour["method"], &tour["kind"]), (&"search".into(), &"open".into()));
    assert_eq!(tour["squares"][16], serde_json::json!([0, 5]));
}

#[test]
fn numbers_without_a_tour_are_an_answer_with_a_reason() {
    refused_for(&run("tour 6x6 --given a1=1,f6=18"), 1, "no path of 17 moves leads from a1 (1) to f6 (18)");
    refused_for(&run("tour 5x5 --given a1=1,e5=13"), 1, "choices for the other numbers lead nowhere");
    refused_for(&run("tour 4x4 --given a1=2"), 1, "a 4x4 board has no tour");
    let none = run("count 6x6 --given a1=1,f6=18");
    assert!(none.status.success() && none.stdout == b"0\n" && stderr(&none).contains("no path of 17 moves"));
}

#[test]
fn wrong_numbers_and_options_beside_them_are_refused() {
    let folder = Folder::new();
    let file = folder.file("numbers.txt", "1 . 3\n. . .\n. 0 .\n");
    let file = file.display();
    refused_for(&run(&format!("tour --board {file}")), 2, "line 3, column 3 of the board: '0'");
    let file = folder.file("numbers.txt", "1 . .\n. . .\n. 7 .\n");
    let file = file.display();
    for command in ["graph export", "sample", "cycle", "walk"] {
        refused_for(&run(&format!("{command} --board {file}")), 2, "has visit numbers");
    }
    for (arguments, words) in [
        ("tour 6x6 --given a1", "'a1' is not a square with its number"),
        ("tour 6x6 --given a1=x", "'a1=x' has no number"),
        ("tour 6x6 --given a1=0", "the numbers of this board are 1 to 36"),
        ("tour 6x6 --given a1=37", "the numbers of this board are 1 to 36"),
        ("tour 6x6 --given a1=2,b1=2", "both have the number 2"),
        ("tour 6x6 --given a1=2,a1=3", "a1 has the numbers 2 and 3"),
        ("tour 6x6 --given z1=2", "there is no file z"),
        ("tour 6x6 --given a1=3 --start a1", "a1 has the numbers 1 and 3"),
        ("tour 200x200 --given a1=3", "at most 8192 squares"),
        ("tour 6x6 --given a1=3 --method mosaic", "--given is not an option of the method mosaic"),
        ("tour 6x6 --given a1=3 --with a1-b3", "--with cannot be combined with given visit numbers"),
        ("tour 6x6 --given a1=3 --target a1", "--target"),
        ("tour 6x6 --given a1=3 --order clockwise", "--order cannot be combined with given visit numbers"),
        (
            "tour 6x6 --given a1=3 --closed --symmetry half-turn",
            "--symmetry cannot be combined with given visit numbers",
        ),
        ("tour 6x6 --given a1=3 --device gpu", "runs only on the CPU"),
        ("count 6x6 --given a1=3 --directed", "--directed cannot be combined with given visit numbers"),
        ("count 6x6 --given a1=3 --by move", "--by cannot be combined with given visit numbers"),
        ("count 6x6 --given a1=3 --list", "--list cannot be combined with given visit numbers"),
        ("count 6x6 --given a1=3 --shard 0/2", "--shard cannot be combined with given visit numbers"),
        ("count 5..=6 --given a1=3", "visit numbers are for one board"),
        ("sample 6x6 --puzzle --format png", "a puzzle is text"),
        ("sample 6x6 --puzzle --samples 3", "--puzzle"),
    ] {
        refused_for(&run(arguments), 2, words);
    }
}

#[test]
fn queens_are_placed_listed_and_counted_around_given_ones() {
    let all = answer("queens 8 --all");
    let with = |square: &str| all.lines().filter(|line| line.contains(square)).collect::<Vec<_>>();
    for square in ["a1", "d4", "h5"] {
        let given = answer(&format!("queens 8 --given {square} --all"));
        assert_eq!(given.lines().collect::<Vec<_>>(), with(square));
        assert_eq!(answer(&format!("queens 8 --given {square} --count")), format!("{}\n", with(square).len()));
        let one = answer(&format!("queens 8 --given {square}"));
        assert!(with(square).contains(&one.trim()));
    }
    refused_for(&run("queens 4 --given a1"), 1, "cannot be placed on 4x4 with queens on these squares");
    assert_eq!(answer("queens 4 --given a1 --count"), "0\n");
    refused_for(&run("queens 8 --given a1,b2"), 1, "a1 and b2 attack each other");
    refused_for(&run("queens 8 --given i1"), 2, "there is no file i");
    refused_for(&run("queens 33 --given a1"), 2, "at most 32 queens");
    refused_for(&run("queens 8 --given a1 --count --device gpu"), 2, "the GPU only counts queens");
    refused_for(&run("queens 8 --given a1 --fundamental"), 2, "--fundamental");
}

#[test]
fn boards_with_joined_sides_and_of_several_layers_are_graphs() {
    assert_eq!(answer("graph count 3x3 --wrap both --closed"), "48\n");
    assert_eq!(answer("graph count 4x4 --wrap both --closed"), "1344\n");
    assert_eq!(answer("graph count 6x6 --closed"), answer("count 6x6 --closed"));
    assert_eq!(answer("graph count 6x6 --closed --wrap none"), "9862\n");
    for graph in ["4x4x4", "5x5 --wrap both", "6x4 --wrap rows", "4x6 --wrap cols"] {
        let tour = answer(&format!("graph tour {graph} --closed"));
        let mut check = courser();
        check.args(["graph", "check"]).args(graph.split(' ')).arg("-").write_stdin(tour.clone());
        assert_eq!(String::from_utf8(check.output().unwrap().stdout).unwrap(), "closed tour\n", "{graph}");
        // Without `--wrap`, the tour is invalid: some of its moves lead over joined sides.
        let board = graph.split(' ').next().unwrap();
        let plain = courser().args(["graph", "check", board, "-"]).write_stdin(tour).output().unwrap();
        assert_eq!(plain.status.success(), !graph.contains("--wrap"), "{graph}");
    }
    let folder = Folder::new();
    for name in ["cube.csv", "cube.graphml", "cube.dot", "cube.hcp"] {
        let file = folder.path(name).display().to_string();
        assert!(run(&format!("graph export 3x4x2 -o {file}")).status.success());
        assert_eq!(answer(&format!("graph count {file} --open")), answer("graph count 3x4x2 --open"), "{name}");
    }
    assert!(answer("graph export 3x3 --wrap both --undirected").starts_with("label,from_node,to_node\n"));
    assert!(answer("graph export 3x4x2 --format sql").contains("'a3:2'"));
    let edges = folder.file("edges.csv", "a,b\nb,c\n").display().to_string();
    for (arguments, words) in [
        (format!("graph tour {edges} --wrap both"), "--wrap and --leaper are for boards"),
        ("graph export 4x4x4 --nodes n.csv".into(), "--nodes"),
        ("graph export 4x4x4 --labels hana".into(), "--labels"),
        ("graph export 3x3x2".into(), "b2:1 has no move"),
        ("graph export 3000x3000x3000".into(), "more than 4194304 vertices"),
        ("graph tour 4x4x0".into(), "4x4x0"),
    ] {
        refused_for(&run(&arguments), 2, words);
    }
}

#[test]
fn a_count_that_takes_too_long_is_undecided() {
    for arguments in ["8x8", "8x8 --start a1", "7x7 --open --by move"] {
        let text = refused(&run(&format!("count {arguments} --limit 20ms")), 4);
        assert!(text.contains("no answer within 20ms"), "{text}");
        assert!(text.contains("give it more time with --limit"), "{text}");
    }
    // The puzzles of these commands have too many solutions to be counted within the limit. On a slow machine, the
    // search can reach the limit before it finds a solution.
    for arguments in ["8x8 --given a1=1,d5=20,g2=42", "8x8 --given a1=1", "8x8 --given a1=2,b3=1 --closed"] {
        let output = run(&format!("count {arguments} --limit 300ms --json"));
        assert_eq!(output.status.code(), Some(4), "{arguments}");
        let text = stderr(&output).replace('\n', " ");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["answer"], "undecided", "{arguments}");
        let at_least: u128 = json["at_least"].as_str().unwrap().parse().unwrap();
        let known = match at_least {
            0 => "no tour with these numbers is found yet".to_owned(),
            1 => "at least 1 tour has these numbers".to_owned(),
            _ => format!("at least {at_least} tours have these numbers"),
        };
        assert!(text.contains(&known), "{arguments}: {text}");
        assert!(json["reason"].as_str().unwrap().starts_with(&known), "{arguments}");
    }
    let json = run("count 8x8 --limit 20ms --json");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["answer"], "undecided");
    assert_eq!(answer("count 6x6 --closed --limit 1h"), "9862\n");
}

#[test]
fn no_and_undecided_have_their_own_exit_codes_and_objects() {
    let undecided = "tour 200x200 --leaper 12,13 --method search --limit 100ms";
    refused_for(&run(undecided), 4, "no answer within 100ms");
    refused(&run("tour 3x8 --closed"), 1);
    for (arguments, code, said) in [(undecided, 4, "undecided"), ("tour 3x8 --closed", 1, "no"), ("queens 3", 1, "no")]
    {
        let output = run(&format!("{arguments} --json"));
        assert_eq!(output.status.code(), Some(code));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["answer"], said, "{arguments}");
        let reason = json["reason"].as_str().unwrap();
        assert!(stderr(&output).replace('\n', " ").contains(reason), "{arguments}: {reason}");
    }
    // The output is a single JSON object, which describes the path to the square on which the rule gets stuck.
    let partial = run("walk 8x8 --rule bottom --partial --json");
    assert_eq!(partial.status.code(), Some(1), "{}", stderr(&partial));
    assert!(serde_json::from_slice::<serde_json::Value>(&partial.stdout).unwrap()["answer"].is_null());
}
