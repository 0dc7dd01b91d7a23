//! Tests the output on a terminal: tours are drawn, text is wrapped to the width, the progress bar does not mix with
//! the rows of a survey, and no binary data is printed.

use std::process::{Command, Stdio};

use crate::command::{Folder, answer, courser, run, stderr};

/// Runs a command on a terminal of 80 columns, with `script` of util-linux. Returns the displayed text and the exit
/// code.
fn on_a_terminal(arguments: &str) -> (String, Option<i32>) {
    on_a_terminal_of(80, "", arguments)
}

/// Runs a command on a terminal with this number of columns. `variables` sets environment variables, in the form
/// `NAME=value` that a shell accepts before a command.
fn on_a_terminal_of(columns: u32, variables: &str, arguments: &str) -> (String, Option<i32>) {
    let courser = assert_cmd::cargo::cargo_bin!("courser");
    let command = format!("stty cols {columns} rows 24; {variables} '{}' {arguments}", courser.display());
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &command, "/dev/null"]).stdin(Stdio::null());
    let output = script
        .env_remove("NO_COLOR")
        .env("TERM", "xterm-256color")
        .env_remove("COLORTERM")
        .output()
        .expect("util-linux has a script");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn what_is_not_for_reading_is_refused_before_the_work() {
    // The error must be reported immediately, since computing the tour of this board would take minutes.
    for (format, what) in [("npy", "array"), ("png", "picture")] {
        let (shown, code) = on_a_terminal(&format!("tour 60000x60000 --closed --device cpu --format {format}"));
        assert!(shown.contains(&format!("no {what} is written to a terminal")), "{shown}");
        assert_eq!(code, Some(2));
    }
}

#[test]
fn rows_of_a_survey_come_without_a_bar_among_them() {
    let (shown, code) = on_a_terminal("survey 5..=7 --rules roth --device cpu");
    assert_eq!(code, Some(0), "{shown}");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 5, "{shown:?}");
    assert!(lines[2].starts_with("5,5,knight,roth") && !shown.contains('\u{1b}'), "{shown:?}");
}

#[test]
fn columns_that_are_asked_for_are_those_of_help_and_reports() {
    let widest = |text: &str| text.lines().map(|line| line.trim_end().chars().count()).max().unwrap();
    for terminal in ["", "stty cols 120; "] {
        let courser = assert_cmd::cargo::cargo_bin!("courser").display().to_string();
        let command = format!("{terminal}COLUMNS=40 '{courser}' check --help --color never");
        let script = Command::new("script").args(["--quiet", "--command", &command, "/dev/null"]).output().unwrap();
        let shown = String::from_utf8_lossy(&script.stdout).into_owned();
        // The examples are not wrapped.
        let (options, _) = shown.split_once("Examples:").unwrap();
        assert!(widest(options) <= 40 && options.contains("--measure"), "{shown}");
    }
    let report = ["bench", "--from", "crates/bench/results/2026-11-21-xeon-2-cores-llvmpipe.json"];
    let report = courser().args(report).env("COLUMNS", "40").output().unwrap();
    // The path of the file is longer than 40 characters, and is not wrapped. Therefore the folder is removed from the
    // path before the width is measured.
    let shown = String::from_utf8(report.stdout).unwrap().replace("crates/bench/results/", "");
    assert!(widest(&shown) <= 40 && shown.contains("Fastest for one tour"), "{shown}");
}

#[test]
fn errors_are_coloured_there() {
    let (shown, code) = on_a_terminal("tour 0x8");
    assert!(shown.contains("\u{1b}[31merror:") && code == Some(2), "{shown:?}");
}

#[test]
fn a_tour_is_drawn_in_the_terminal() {
    let (shown, code) = on_a_terminal("tour 8x8 --closed --start a8 --device cpu --show");
    assert_eq!(code, Some(0), "{shown}");
    let is_dots = |line: &&str| line.chars().any(|character| ('\u{2801}'..='\u{28ff}').contains(&character));
    // The board is 64 dots high, with eight dots per square. From the middle of the first row of squares to the middle
    // of the last row, there are 15 lines of characters.
    assert_eq!(shown.lines().filter(is_dots).count(), 15, "{shown}");
    assert!(shown.contains("\u{1b}[38;2;"), "{shown}");
    assert!(shown.contains("closed tour of 8x8 from a8, by a mosaic on the CPU, "), "{shown}");
    // The board is too wide for dots, so it is shown as a heat map of half blocks.
    let (shown, _) = on_a_terminal_of(40, "", "tour 60x60 --closed --device cpu --show");
    let blocks = |line: &str| line.chars().filter(|&character| character == '\u{2580}').count();
    assert!(shown.lines().any(|line| blocks(line) == 30) && shown.lines().all(|line| blocks(line) <= 40), "{shown}");
    // With squares of eight dots, the picture of this tour would need 40 lines of text, and the terminal has 24.
    // Therefore the squares are smaller. If the line of a tour would be illegible in such squares, the board is shown
    // as a heat map, with two rows of squares per line of text.
    let (shown, _) = on_a_terminal("tour 20x20 --closed --device cpu --show");
    assert_eq!(shown.lines().filter(is_dots).count(), 20, "{shown}");
    let (shown, _) = on_a_terminal("tour 40x40 --closed --device cpu --show");
    assert_eq!(shown.lines().map(blocks).filter(|&blocks| blocks > 0).collect::<Vec<_>>(), [40; 20], "{shown}");
    let (shown, _) = on_a_terminal("tour 40x40 --closed --device cpu --show --style line");
    assert!(shown.lines().filter(is_dots).count() > 24, "{shown}");
    // A terminal that can show pictures sets this variable.
    let (shown, _) = on_a_terminal_of(80, "KITTY_WINDOW_ID=1", "tour 8x8 --device cpu --show");
    assert!(shown.contains("\u{1b}_Ga=T,f=100,m=1;"), "{}", &shown[..200.min(shown.len())]);
    let (shown, _) = on_a_terminal_of(80, "TERM_PROGRAM=iTerm.app", "tour 8x8 --device cpu --show");
    assert!(shown.contains("\u{1b}]1337;File=inline=1;size="), "{}", &shown[..200.min(shown.len())]);
}

#[test]
fn a_tour_in_a_file_is_drawn_in_the_terminal() {
    let folder = Folder::new();
    let (file, board) = (folder.path("tour.csv"), "tour 8x8 --closed --start a8 --device cpu");
    assert!(run(&format!("{board} -o {}", file.display())).status.success());
    let draw = format!("draw {} --show", file.display());
    let (drawn, code) = on_a_terminal(&draw);
    let (made, _) = on_a_terminal(&format!("{board} --show --quiet"));
    assert_eq!((code, drawn), (Some(0), made));
    let (dark, _) = on_a_terminal(&format!("{draw} --palette dark"));
    let (made, _) = on_a_terminal(&format!("{board} --show --quiet --palette dark"));
    assert_eq!(dark, made);
    let (shown, _) = on_a_terminal_of(80, "KITTY_WINDOW_ID=1", &draw);
    assert!(shown.contains("\u{1b}_Ga=T,f=100,m=1;"), "{}", &shown[..200.min(shown.len())]);
    let piped = run(&draw);
    assert!(piped.status.success() && piped.stdout.is_empty(), "{}", stderr(&piped));
    assert!(stderr(&piped).contains("--show draws nothing"), "{}", stderr(&piped));
    let picture = folder.path("tour.png");
    let (shown, _) = on_a_terminal(&format!("{draw} -o {}", picture.display()));
    assert!(shown.contains('\u{28}') || shown.contains("wrote"), "{shown}");
    assert!(picture.exists());
    let other = run(&format!("{draw} --speed 4"));
    assert_eq!(other.status.code(), Some(2), "{}", stderr(&other));
}

#[test]
fn nothing_is_drawn_where_standard_output_is_no_terminal() {
    let (plain, shown) = (run("tour 8x8 --device cpu --quiet"), run("tour 8x8 --device cpu --show"));
    assert_eq!(plain.stdout, shown.stdout);
    assert!(
        stderr(&shown).contains("note: standard output is no terminal: --show draws nothing"),
        "{}",
        stderr(&shown)
    );
}

/// Commands and descriptions of their results. The first string of an entry is a command, which makes a tour, a path or
/// a placement. The second string is a part of the line that describes the result. The commands cover every method.
const DESCRIBED: [(&str, &str); 28] = [
    ("tour 8x8 --closed --start a8 --device cpu", "closed tour of 8x8 from a8, by a mosaic on the CPU, "),
    ("tour 5x5 --method search --start a1 --device cpu", "open tour of 5x5 from a1 to "),
    ("tour 8x8 --method backtrack --device cpu", ", by backtracking on the CPU, "),
    ("tour 40x40 --closed --method mosaic --device cpu", "closed tour of 40x40 from "),
    ("tour 12x12 --closed --method tame --device cpu", ", by parallel lines with few turns on the CPU, "),
    (
        "tour 64x64 --closed --method tame-crossings --device cpu --json",
        ", by parallel lines with few crossings on the CPU, ",
    ),
    ("tour 12x12 --closed --method grown --device cpu", ", by growing on the CPU, "),
    ("tour 32x32 --method relay --device cpu", ", by a relay of knights on the CPU, "),
    ("tour 10x10 --regions assets/chains/10x10-four-5x5.txt --device cpu", ", by a chain of regions on the CPU, "),
    ("tour 3x10 --device cpu", ", by an automaton along the longer side on the CPU, "),
    ("tour 10x10 --leaper zebra --closed --device cpu", "closed zebra's tour of 10x10 from "),
    ("tour 5x5 --wrap both --closed --device cpu", "closed tour of a 5x5 torus from "),
    ("tour --board assets/holes.txt --device cpu", "open tour of 8x8 with 28 holes from "),
    (
        "tour 100x100 --closed --method relay --melt 24 --seed 9 --device cpu",
        "closed tour of 100x100 from f95, by a melted relay of knights on the CPU, ",
    ),
    ("tour 6x6 --closed --symmetry half-turn --device cpu", "closed tour of 6x6 from "),
    ("tour 3000x3000 --closed --device cpu --format npy -o /dev/null", "closed tour of 3000x3000: 9,000,000 squares "),
    ("cycle 8x8 --start a8 --device cpu", "open tour of 8x8 from a8 to "),
    ("cycle 32x32 --regions 8x8 --device cpu", ", by a relay of knights on the CPU, "),
    ("walk 8x8 --rule roth --device cpu", ", by Roth's rule on the CPU, "),
    ("sample 6x6 --closed", "closed tour of 6x6 from a6, by a uniform draw, "),
    ("sample 6x6 --closed --number 5", "closed tour of 6x6 from a6, by its number, "),
    ("sample 6x6 --closed --samples 2000 --format none", "2,000 closed tours of 6x6, by a uniform draw, "),
    ("sample 5x6 --closed --samples 1", "1 closed tour of 5x6, by a uniform draw, "),
    ("hunt assets/treasures.txt", "shortest path of 8x8 from a8 over 6 treasures, 11 moves, "),
    ("hunt assets/treasures.txt --json", "shortest path of 8x8 from a8 over 6 treasures, 11 moves, "),
    ("queens 1000", "1,000 queens on 1000x1000, none attacks another, "),
    ("queens 8 --all", "92 placements of 8 queens on 8x8, none attacks another, "),
    ("queens 8 --fundamental --json", "12 placements of 8 queens on 8x8, none attacks another, "),
];

#[test]
fn one_line_on_stderr_describes_the_result() {
    for (arguments, part) in DESCRIBED {
        let output = run(arguments);
        let described = stderr(&output);
        let lines: Vec<&str> = described.lines().filter(|line| !line.starts_with("note: ")).collect();
        assert!(matches!(lines[..], [line] if line.contains(part)), "{arguments}: {described}");
        let quiet = run(&format!("{arguments} --quiet"));
        assert!(quiet.status.success() && quiet.stderr.is_empty(), "{}", stderr(&quiet));
    }
    let folder = Folder::new();
    let path = "a,b\nb,c\nc,d\n";
    for (edges, part) in [
        (path.to_owned(), "open tour of 4 vertices from "),
        (format!("{path}d,a\n"), "closed tour of 4 vertices from a, by exact search on the CPU, "),
    ] {
        let output = run(&format!("graph tour {}", folder.file("edges.csv", edges).display()));
        let described = stderr(&output);
        assert!(described.starts_with(part) && described.lines().count() == 1, "{described}");
    }
}

#[test]
fn no_line_for_reading_is_wider_than_the_terminal() {
    let tour = answer("tour 5x6 --closed --device cpu --format moves");
    for columns in [20, 40, 80] {
        let narrow_of = |arguments: &str, input: &str| {
            let mut command = courser();
            command.args(arguments.split(' ')).env("COLUMNS", columns.to_string()).write_stdin(input);
            let output = command.output().unwrap();
            (String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
        };
        let narrow = |arguments: &str| narrow_of(arguments, "");
        // A word that is wider than the terminal, such as the name of a file, is not cut.
        let check = |arguments: &str, text: &str| {
            let wide = text.lines().find(|line| line.chars().count() > columns && line.trim().contains(' '));
            assert_eq!(wide, None, "{columns} columns: {arguments}");
        };
        for (arguments, _) in DESCRIBED {
            check(arguments, &narrow(arguments).1);
        }
        // These commands print their answer as text.
        for arguments in [
            "devices",
            "walk compare 8x8",
            "walk compare 200x200",
            "bench --from crates/bench/results/2026-11-22-xeon-16-cores-h100.json",
            "count 5x6 --closed --by move",
            "count 3x100..=102 --closed",
            "count 5x6 --closed --by slope",
            "queens 8 --search-space",
            "queens 100 --search-space",
            "sample stats 6x6 --closed -n 100",
            "sample stats 6x6 --closed -n 100 --histogram crossings",
            "sample stats 6x6 --closed --exact",
            "tour 8x8 --device cpu --format none",
            "tour 3000x3000 --closed --device cpu --format none --verbose",
            "sample 6x6 --closed --samples 2000 --format none",
        ] {
            let (answer, notes) = narrow(arguments);
            assert!(!answer.is_empty(), "{arguments}: {notes}");
            check(arguments, &answer);
            check(arguments, &notes);
        }
        // These commands check their input.
        for (arguments, input) in [
            ("check - --measure --number --size 5x6", &*tour),
            ("check - --closed --size 3x4", "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1"),
            ("check - --size 5x6", "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1"),
            ("graph check 5x6 - --closed", "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1"),
            ("hunt assets/treasures.txt --check -", "a8 b6 c8 b6 a8 b6"),
            ("queens check -", "c5 f2 a1 b1 d1 e1 g1 h1"),
        ] {
            let (answer, notes) = narrow_of(arguments, input);
            assert!(!answer.is_empty(), "{arguments}: {notes}");
            check(arguments, &answer);
            check(arguments, &notes);
        }
        // These commands print notes, or an error and a hint.
        for arguments in [
            "count 6x6",
            "sample stats 6x6 --samples 100",
            "sample 6x6",
            "walk 8x8 --rule bottom",
            "walk 8x8 --rule bottom --partial",
            "tour 5x5 --closed",
            "tour 8x8 --closed --method tame",
            "tour 6x6 --closed --symmetry quarter-turn --from a1",
            "tour 12x12 --closed --symmetry quarter-turn",
            "cycle 8x8 --passes 5",
            "hunt assets/treasures.txt --fast",
            "queens 3",
            "queens 60 --all",
            "check assets/holes.txt",
            "draw assets/holes.txt",
            "graph tour assets/holes.txt",
            "survey 5 --rules nobody",
            "bench --methods nobody",
            "watch 8x8 --method mosaic --rule roth",
        ] {
            check(arguments, &narrow(arguments).1);
        }
    }
}

#[test]
fn words_are_broken_at_the_columns_and_bars_take_one_line() {
    for columns in [40, 80] {
        let narrow = |arguments: &str| {
            let arguments = arguments.split(' ');
            let output = courser().args(arguments).env("COLUMNS", columns.to_string()).output().unwrap();
            (String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
        };
        let (devices, notes) = narrow("devices");
        let (_, remarks) = narrow("tour 12x12 --closed --method mosaic --device cpu --format none --verbose");
        let (_, refused) = narrow("tour 8x8 --device cpu --schedule near --method mosaic");
        // Each limit is on the same line as its name.
        let binding = devices.lines().find(|line| line.contains("storage binding"));
        assert!(binding.is_some_and(|line| line.ends_with(" MiB")), "{devices}");
        for text in [devices, notes, remarks, refused] {
            let wide = text.lines().find(|line| line.chars().count() > columns && line.contains(' '));
            assert_eq!(wide, None, "{columns} columns: {text}");
        }
        // The progress line begins with a carriage return and is never wider than the terminal.
        let (shown, _) = on_a_terminal_of(columns as u32, "", "tour 300x300 --method grown --device cpu -o /dev/null");
        let parts = shown.split(['\r', '\n']).map(|part| part.replace("\u{1b}[2K", ""));
        let wide = parts.filter(|part| !part.contains('\u{1b}')).find(|part| part.chars().count() > columns);
        assert_eq!(wide, None, "{columns} columns: {shown:?}");
    }
}
