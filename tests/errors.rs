//! Tests that invalid input causes one `error:` line, one `hint:` line and the exit code 2, and that no file is lost.

use std::collections::BTreeSet;
use std::process::Output;

use crate::command::{Folder, courser, refused, refused_for, run, stderr};

/// Returns a folder with the files used by the commands.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("t.txt", run("tour 8x8").stdout);
    for board in ["h.txt", "holes.txt"] {
        folder.file(board, ".....\n".repeat(5));
    }
    folder.file("e.csv", "a,b\nb,c\nc,a\n");
    folder.file("hand.moves", "a1 b3 c5 d7\n");
    folder.file("twice.moves", "a1 b3 a1\n");
    folder.file("jump.moves", "a1 b3 b4\n");
    folder.file("zebra.moves", "a1 c4 e1\n");
    folder.file("torus.csv", run("tour 7x7 --wrap both --format csv").stdout);
    folder.file("glued.txt", "..\n...\n");
    folder.file("tall.txt", "1 2 99999999999999999999\n");
    folder.file("word.moves", "a1\nb3\nxx\n");
    folder.file("short.csv", "visit,row,col,square\n1,0,0\n");
    folder.file("column.csv", "visit,square,col\n1,a1,0\n");
    folder.file("queens.txt", "a2 b4 c1 d3\n");
    folder.file("map.txt", "K**\n**X\n***\n");
    folder.file("t-map.txt", "T**\n**x\n***\n");
    folder.file("map.png", b"\x89PNG\r\n\x1a\n");
    folder
}

/// Runs `courser` in a folder, with arguments separated by spaces.
fn run_in(folder: &Folder, arguments: &str) -> Output {
    courser().current_dir(folder.path("")).args(arguments.split_whitespace()).output().expect("the binary runs")
}

/// Asserts that the error message `refusal` of the command `refused` contains a hint, and that the command `cured`
/// follows this hint. Also asserts that the hint helps: `cured` succeeds, or fails at a later step.
#[track_caller]
fn assert_helps(folder: &Folder, refused: &str, refusal: &str, cured: &str) {
    let line =
        |text: &str, first: &str| text.lines().find(|line| line.starts_with(first)).unwrap_or_default().to_owned();
    let options = |text: &str| -> BTreeSet<String> {
        let names =
            text.split_whitespace().filter_map(|word| word.trim_end_matches([',', ';', ':', '.']).strip_prefix("--"));
        names.map(|name| name.split('=').next().unwrap_or(name).to_owned()).collect()
    };
    let hint = line(refusal, "hint: ");
    let changed: BTreeSet<String> = options(refused).symmetric_difference(&options(cured)).cloned().collect();
    let named = options(&hint);
    // If a hint suggests a single change and names options, `refused` and `cured` must differ in at least one of these
    // options.
    if !named.is_empty() && !hint.contains(" or ") && !hint.contains("courser ") && !hint.contains("out: ") {
        assert!(!changed.is_disjoint(&named), "{refused} → {cured} does not follow '{hint}'");
    }
    let output = run_in(folder, cured);
    let text = stderr(&output);
    let error = line(refusal, "error: ");
    assert!(output.status.success() || line(&text, "error: ") != error, "{refused} → {cured}: {text}");
}

#[test]
fn wrong_arguments_get_one_error_and_one_hint() {
    let folder = folder();
    for (arguments, part, cured) in [
        ("tour 0x8", "0x8", "tour 8x8"),
        ("tour 8x", "'8x' is not a board size", "tour 8x8"),
        ("tour x", "'x' is not a board size", "tour 8x8"),
        ("tour 8x8x8", "graph: courser graph tour 8x8x8\n", "graph tour 8x8x8"),
        ("count 3x4x2", "graph: courser graph count 3x4x2\n", "graph count 3x4x2"),
        ("walk 5x5x5", "graph: courser graph tour 5x5x5\n", "graph tour 5x5x5"),
        ("tour 4x4x4x4", "hint: write rows x columns, as in 8x8", "tour 4x4"),
        ("tour 5.0x5", "hint: write rows x columns, as in 8x8", "tour 5x5"),
        ("count 5.0x5", "hint: write sizes as 8, 6x10", "count 5x5"),
        ("tour absent.txt", "as in 8x8, or name an existing file with --board FILE", "tour --board holes.txt"),
        ("graph export 4x4x4x4", "hint: write rows x columns x layers, as in 4x4x4", "graph export 4x4x4"),
        ("graph tour 4x4x4x4", "hint: write rows x columns x layers, as in 4x4x4", "graph tour 4x4x4"),
        ("graph tour 0x4x4", "each from 1 to", "graph tour 4x4x4"),
        ("graph tour 5.0x5", "hint: write rows x columns, as in 8x8", "graph tour 5x5"),
        ("tour 8x8 -o .png", "hint: write a name before it, as in out.png\n", "tour 8x8 -o out.png"),
        (
            "tour 8x8 -o folder/",
            "hint: make the folder, and add the name of a file after folder/\n",
            "tour 8x8 -o t.csv",
        ),
        ("tour -5", "-5", "tour 5"),
        ("tour 99999999999999999999", "each side is 1 to", "tour 9"),
        ("tour", "BOARD", "tour 8x8"),
        ("cycle 70000x70000", "237.3 GiB of memory", "cycle 70x70"),
        ("tour 8x8 --start e9", "ranks 1 to 8", "tour 8x8 --start e8"),
        ("tour 8x8 --start i5", "there is no file i: the board has the files a to h", "tour 8x8 --start h5"),
        ("tour 8x8 --start 8,0", "outside the board", "tour 8x8 --start a1"),
        ("tour 8x8 --start 1,2,3", "not a square", "tour 8x8 --start 2,4"),
        ("tour 8x8 --leaper 0,0", "'0,0' is not a leaper", "tour 8x8 --leaper 1,2"),
        ("tour 8x8 --leaper horse", "'horse' is not a leaper", "tour 8x8 --leaper knight"),
        ("cycle 8x8 --order 1234", "'1234' is not a move order", "cycle 8x8 --order 12345678"),
        ("cycle 8x8 --schedule hourly", "not a schedule", "cycle 8x8 --schedule near"),
        ("tour 8x8 --format docx", "docx", "tour 8x8 --format moves"),
        ("cycle 8x8 --format npy --partial", "cannot be written as npy", "cycle 8x8 --format csv --partial"),
        ("tour 8x8 --json --format grid", "--json", "tour 8x8 --json"),
        ("cycle 99999x99999", "484.3 GiB of memory", "cycle 99x99"),
        ("tour 8x8 --frobnicate", "--frobnicate", "tour --help"),
        ("frobnicate", "frobnicate", "--help"),
        ("frobnicate", "courser --help lists the commands", "--help"),
        ("8x8", "hint: courser tour 8x8 finds a tour", "tour 8x8"),
        ("trou 8x8", "'tour'", "tour 8x8"),
        ("check", "FILE", "check --help"),
        ("check", "courser check --help lists its options", "check --help"),
        ("tour 8x8 --seed -1", "hint: a seed is a whole number from 0 to 18446744073709551615", "tour 8x8 --seed 0"),
        ("tour 8x8 --seed=-1", "a whole number is expected", "tour 8x8 --seed=0"),
        ("tour 8x8 --seed=18446744073709551616", "the number is too large", "tour 8x8 --seed=18446744073709551615"),
        ("tour 8x8 -o a.gif --hold soon", "a number is expected", "tour --help"),
    ] {
        let text = refused(&run_in(&folder, arguments), 2);
        assert!(text.contains(part), "{arguments}: {text}");
        assert_helps(&folder, arguments, &text, cured);
    }
}

#[test]
fn what_people_type_by_mistake_is_answered_by_what_they_mean() {
    let folder = folder();
    for (arguments, said, cured) in [
        ("tour 8x8 --open", "hint: leave it out: a tour is open unless --closed is given", "tour 8x8"),
        ("tour 8x8 --from a1 --to h8", "hint: use --start, as in --start a1", "tour 8x8 --start a1 --to h8"),
        ("count 6x6 --to h8", "hint: use --end, as in --end h8", "count 6x6 --end h8"),
        ("tour 8x8 --holes h.txt", "hint: use --board FILE", "tour --board h.txt"),
        ("tour 8x8 --piece camel", "hint: use --leaper, as in --leaper camel", "tour 8x8 --leaper camel"),
        ("count 8x8 --threads 2", "hint: set RAYON_NUM_THREADS=2", "count 6x6"),
        ("tour --width 8", "hint: write the board as rows x columns", "tour 8x8"),
        ("count 6x6 --all", "hint: use --list", "count 5x5 --open --list"),
        ("graph count 5x6 --limit 5s", "hint: leave it out: there is no time limit here", "graph count 5x6"),
        ("tour 8x8 --timeout 5s", "hint: use --limit, as in --limit 60s", "tour 8x8 --limit 60s"),
        ("tour 8x8 --gif", "hint: use --output FILE, or -o FILE", "tour 6x6 --output a.gif"),
        ("solve 8x8", "hint: courser tour 8x8 finds a tour", "tour 8x8"),
        ("generate", "hint: courser tour 8x8 finds a tour", "tour 8x8"),
        ("verify t.txt", "hint: courser check FILE judges a tour", "check t.txt"),
        ("show t.txt", "hint: courser draw FILE -o tour.png draws a tour", "draw t.txt -o tour.png"),
        ("version", "hint: courser --version prints the version", "--version"),
        ("cycle 8x8 --adapter llvmpipe", "hint: that is now --device DEVICE\n", "cycle 8x8 --device cpu"),
        ("watch 8x8 --adapter llvmpipe", "hint: that is now --device DEVICE\n", "watch 8x8 --device gpu"),
        // This command has no option --device.
        ("draw t.txt --adapter x", "hint: courser draw --help lists its options", "draw t.txt"),
        ("tour 8x8 --tame", "hint: that is now courser tour BOARD --method tame\n", "tour 12x12 --method tame"),
        (
            "tour 8x8 --minimize crossings",
            "hint: that is now courser tour BOARD --method tame-crossings\n",
            "tour 64x64 --closed --method tame-crossings",
        ),
        (
            "tour 8x8 --tame=crossings",
            "hint: that is now courser tour BOARD --method tame-crossings\n",
            "tour 64x64 --closed --method tame-crossings",
        ),
        (
            "cycle 32x32 --region 8x8",
            "hint: that is now courser cycle BOARD --regions ROWSxCOLS\n",
            "cycle 32x32 --regions 8x8",
        ),
        (
            "tour 12x12 --region 6x6",
            "hint: that is now courser tour BOARD --regions ROWSxCOLS\n",
            "tour 12x12 --regions 6x6",
        ),
        (
            "tour 12x12 --regions 6by6",
            "hint: name a file that lists regions, or the size of a region, as in 8x8\n",
            "tour 12x12 --regions 6x6",
        ),
        ("tour 8x8 --format jpg", "hint: use png", "tour 8x8 --format png"),
        ("tour 8x8 -closed", "hint: write --closed", "tour 8x8 --closed"),
        ("tour 8x8 closed", "hint: write --closed", "tour 8x8 --closed"),
        ("tour 8x8 x.png", "hint: use -o x.png to write there", "tour 8x8 -o x.png"),
        ("draw t.txt out.gif", "hint: use -o out.gif to write there", "draw t.txt -o out.gif"),
        (
            "tour holes.txt",
            "hint: a board in a file is given with --board holes.txt, or a graph in a file: courser graph tour holes.txt",
            "tour --board holes.txt",
        ),
        ("count holes.txt", "or a graph in a file: courser graph count holes.txt\n", "count --board holes.txt"),
        ("count e.csv", "or a graph in a file: courser graph count e.csv\n", "graph count e.csv"),
        (
            "graph export holes.txt",
            "hint: a board in a file is given with --board holes.txt\n",
            "graph export --board holes.txt",
        ),
        ("graph 8x8", "hint: that is now courser graph export BOARD\n", "graph export 8x8"),
        ("rules 8x8", "hint: that is now courser walk compare BOARD\n", "walk compare 8x8"),
        ("census 6x6 --exact", "hint: that is now courser sample stats BOARD\n", "sample stats 6x6 --exact"),
        ("tour --graph e.csv", "hint: that is now courser graph tour GRAPH\n", "graph tour e.csv"),
        ("tour 8x8 --method cycle", "hint: that is now courser cycle BOARD\n", "cycle 8x8"),
        (
            "tour 8x8 --method closable",
            "--method backtrack --prune reachable\n",
            "tour 8x8 --method backtrack --prune reachable",
        ),
        ("tour 8x8 --uniform", "hint: that is now courser sample BOARD\n", "sample 6x6"),
        ("tour 8x8 --organic", "hint: that is now courser tour BOARD --method grown\n", "tour 8x8 --method grown"),
        (
            "count 6x6 --symmetry",
            "hint: that is now courser count BOARD --up-to-symmetry\n",
            "count 6x6 --up-to-symmetry",
        ),
        (
            "count 6x6 --symmetric mirror",
            "hint: that is now courser count BOARD --symmetry KIND\n",
            "count 6x6 --symmetry mirror",
        ),
        ("tour --board 8x8", "hint: name a file: the size of a board is given without --board", "tour 8x8"),
        ("check 8x8", "or with --size 8x8 for a tour in a file", "check t.txt --size 8x8"),
        ("queens 8 8", "hint: one number is enough: courser queens 8", "queens 8"),
        ("tour 8x8 --limit 5", "in one word, as in 5s or 5min", "tour 8x8 --limit 5s"),
        ("tour 8x8 --limit 5 min", "hint: write 5min, in one word\n", "tour 8x8 --limit 5min"),
        ("tour 8x8 --limit=5 min", "in one word, as in 5s or 5min\n", "tour 8x8 --limit=5min"),
        // In these two commands, the last two words do not follow `--limit`. Therefore the hint does not join the two
        // words.
        ("tour 8x8 --seed 5 min", "hint: leave out 'min'\n", "tour 8x8 --seed 5"),
        ("tour 5 5s", "hint: leave out '5s'\n", "tour 5"),
        ("tour 8x8 --limit NaN", "': a time is expected\nhint: write a number and its unit", "tour 8x8 --limit 60s"),
        ("tour 8x8 --limit 1e400", "': a time is expected\nhint: write a number and its unit", "tour 8x8 --limit 5min"),
        ("count 6x6 --limit 99999999999999999999999y", "the time is too long", "count 6x6 --closed --limit 5min"),
        ("sample 6x6 -n 0", "': must be at least 1\nhint: choose a whole number from 1\n", "sample 6x6 -n 1"),
        ("tour 8x8 -o a.png --scale 0", "': must be at least 1\n", "tour 8x8 -o a.png --scale 1"),
        ("tour 8x8 -o a.png --scale 5000000000", "': must be from 1 to 4294967295\n", "tour 8x8 -o a.png --scale 1"),
        ("sample 6x6 -n -5", "hint: write a number without the sign\n", "sample 6x6 -n 5"),
        ("sample 6x6 --number x", "hint: write it as in 4\n", "sample 6x6 --number 4"),
        ("survey 5 --starts x", "hint: write it as in 16\n", "survey 5 --starts 16"),
        ("cycle 8x8 --regions 6by6", "hint: write it as in 8x8\n", "cycle 32x32 --regions 8x8"),
        ("count 6x6 --closed --start a1", "hint: leave out one of them\n", "count 6x6 --start a1"),
        ("count 6x6 --closed --open", "hint: leave out one of them\n", "count 6x6 --closed"),
        ("tour 8x8 --json --format csv", "hint: leave out one of them\n", "tour 8x8 --format csv"),
        ("sample 6x6 -n 3 --number 4", "hint: leave out one of them\n", "sample 6x6 --number 4"),
        ("tour --board h.txt --board holes.txt", "hint: leave out all but one of them\n", "tour --board h.txt"),
        ("tour 8x8 --device=", "hint: write a value after --device, or leave it out\n", "tour 8x8"),
        ("tour 8x8 --output=", "hint: write a value after --output, or leave it out\n", "tour 8x8 --output o.csv"),
        ("tour 8x8 9x9", "hint: leave out '9x9'\n", "tour 8x8"),
        ("tour 8 x 9", "hint: write the board in one word: courser tour 8x9\n", "tour 8x9"),
        ("tour 8x8 --json=yes", "hint: leave out the value\n", "tour 8x8 --json"),
        ("completions tcsh", "hint: choose one of the possible values\n", "completions zsh"),
        ("survey 5 --runs 0", "hint: courser survey --help lists its options", "survey 5"),
        ("tour 8x8 --method grwn", "hint: a similar value exists: 'grown'\n", "tour 8x8 --method grown"),
        ("tour 6x6 --given a1=1 --device 0", "hint: leave out --device\n", "tour 6x6 --given a1=1"),
        (
            "tour 8x8 --leaper zebra --method search --verify-cpu",
            "hint: leave out --verify-cpu\n",
            "tour 8x8 --leaper zebra --method search",
        ),
        ("walk 8x8 --tries 0", "hint: choose a whole number from 1\n", "walk 8x8 --tries 1"),
        ("draw t.txt --pick 0", "hint: choose a whole number from 1\n", "draw t.txt -o t.png --pick 1"),
        (
            "tour 8x8 -o a.png --dpi 0",
            "hint: choose a whole number from 10 to 4800",
            "tour 8x8 -o a.png --dpi 100 --paper A4",
        ),
        ("walk 8x8 --look-ahead 11", "hint: choose a whole number from 0 to 10", "walk 8x8 --look-ahead 3"),
        ("tour 8x8 --symmetry mirror", "hint: add --closed", "tour 6x7 --symmetry mirror --closed"),
        ("tour -1", "'-1' is not a board size", "tour 8x8"),
        ("tour -8x8 --closed", "'-8x8' is not a board size", "tour 8x8 --closed"),
        ("queens -1", "invalid value '-1' for '<N>'", "queens 1"),
        ("tour 8x8 --limit -5s", "invalid value '-5s' for '--limit <TIME>'", "tour 8x8 --limit 5s"),
        ("sample 6x6 --number -5 --closed", "invalid value '-5' for '--number <N>'", "sample 6x6 --number 5 --closed"),
        ("tour 8x8 --square -3 -o a.png", "invalid value '-3' for '--square <", "tour 8x8 --square 3 -o a.png"),
        (
            "tour 8x8 --paper A4 --margin -1mm -o a.svg",
            "invalid value '-1mm' for '--margin <LENGTH>'",
            "tour 8x8 --paper A4 --margin 10mm -o a.svg",
        ),
        ("graph export 3x3 --labels foo", "[possible values: board, hana]", "graph export 3x3 --labels hana"),
        ("tour 8x8 --tries 3 --method mosaic", "courser walk BOARD --tries N\n", "walk 8x8 --tries 3"),
        ("sample stats 5x5 --closed --layers", "--layers <FILE>", "sample stats 6x6 --samples 10"),
        ("hunt map.png", "hint: give a text file\n", "hunt map.txt"),
        ("queens check map.png", "hint: give a text file\n", "queens check queens.txt"),
    ] {
        let text = refused(&run_in(&folder, arguments), 2);
        assert!(text.contains(said), "{arguments}: {text}");
        assert_helps(&folder, arguments, &text, cured);
    }
    for arguments in ["tour 8x8 --device CPU", "completions BASH", "graph export 3x4 --labels Hana", "tour -- 5x5"] {
        let output = run(arguments);
        assert!(output.status.success(), "{arguments}: {}", stderr(&output));
    }
}

#[test]
fn an_empty_argument_is_refused_with_the_name_of_the_argument() {
    for (arguments, hint) in [
        (&["check", ""][..], "hint: write a value for <FILE>\n"),
        (&["queens", "check", ""], "hint: write a value for <FILE>\n"),
        (&["check", "t.csv", "--layers", ""], "hint: write a value after --layers, or leave it out\n"),
        (&["completions", ""], "hint: choose one of the possible values\n"),
    ] {
        let text = refused(&courser().args(arguments).output().unwrap(), 2);
        assert!(text.ends_with(hint), "{arguments:?}: {text}");
    }
}

#[test]
fn wrong_boards_are_refused_with_line_and_column() {
    let folder = Folder::new();
    for (content, part, hint, cured) in [
        ("", "empty", "write one line per row", ".....\n".repeat(5)),
        ("..\n...\n", "line 2", "give every line the same number of squares", "...\n...\n".into()),
        ("...\n.x.\n", "line 2, column 2", "write '.' or '1' for a square", "...\n.#.\n".into()),
        ("N.\n.N\n", "second start", "mark one square with 'N', or none", "N.\n..\n".into()),
        ("##\n##\n", "no square", "leave at least one square open", "#.\n##\n".into()),
        (
            "000\n000\n010\n",
            "a board of digits needs at least 2 squares, and this one has 1",
            "write '.' for a square",
            "...\n...\n.#.\n".into(),
        ),
    ] {
        folder.file("board.txt", content);
        let text = refused(&run_in(&folder, "tour --board board.txt"), 2);
        assert!(text.contains(part) && text.contains(hint), "{content:?}: {text}");
        folder.file("cured.txt", cured);
        assert_helps(&folder, "tour --board board.txt", &text, "tour --board cured.txt");
    }
    let path = folder.file("binary.txt", [0xff, 0xfe, 0x00]);
    refused_for(&courser().args(["tour", "--board"]).arg(path).output().unwrap(), 2, "byte 1 is not UTF-8");
    let output = courser().args(["tour", "--board"]).arg(folder.path("nowhere")).output().unwrap();
    refused_for(&output, 2, "nowhere: no such file");
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let argument = std::ffi::OsStr::from_bytes(b"8x\xff");
    for (arguments, words) in [
        (&["tour"][..], "the argument '8x\u{fffd}' is not UTF-8"),
        (&["frobnicate"], "frobnicate"),
        (&[], "unrecognized subcommand"),
        (&["survey"], "is not UTF-8"),
    ] {
        refused_for(&courser().args(arguments).arg(argument).output().unwrap(), 2, words);
    }
}

#[test]
fn an_empty_argument_is_no_square_and_no_board() {
    for arguments in [["tour", "8x8", "--start", ""], ["tour", "8x8", "--end", ""], ["tour", "", "--start", "a1"]] {
        refused_for(&courser().args(arguments).output().unwrap(), 2, "''");
    }
}

#[test]
fn a_leaper_longer_than_the_board_goes_nowhere_and_breaks_nothing() {
    for leaper in ["1,1073741824", "1073741824,1073741824", "0,9"] {
        for command in ["cycle 8x8", "walk 8x8", "tour 8x8 --method search", "tour 8x8"] {
            let output = run(&format!("{command} --leaper {leaper}"));
            refused_for(&output, 1, "an 8x8 board has no tour of the ");
        }
    }
}

#[test]
fn a_limit_longer_than_the_clock_goes_is_none() {
    for tour in ["8x8 --method search", "10x10 --regions assets/chains/10x10-four-5x5.txt"] {
        let output = run(&format!("tour {tour} --limit 18446744073709551615s --quiet"));
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{tour}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn a_start_on_a_hole_is_refused() {
    let folder = Folder::new();
    let path = folder.file("board.txt", ".#.\n...\n...\n");
    let text = refused(&courser().args(["tour", "--start", "b3", "--board"]).arg(path).output().unwrap(), 2);
    assert!(text.contains("b3 is a hole"), "{text}");
}

#[test]
fn help_goes_to_stdout_and_is_no_error() {
    for arguments in ["--help", "tour --help", "check --help", "devices --help", "--version", "tour -h"] {
        let output = run(arguments);
        assert!(output.status.success() && output.stderr.is_empty() && !output.stdout.is_empty(), "{arguments}");
    }
}

#[test]
fn colours_are_off_in_a_pipe_and_on_when_asked_for() {
    let plain = run("tour 0x0").stderr;
    assert!(!plain.contains(&0x1b));
    assert!(run("tour 8x8 --start z99 --color always").stderr.contains(&0x1b));
    assert!(run("tour 0x0 --color=always").stderr.contains(&0x1b));
    assert!(!run("tour 0x0 --color never").stderr.contains(&0x1b));
}

/// Tests that the command in the hint of an error works.
#[test]
fn the_command_that_a_hint_names_works() {
    let folder = Folder::new();
    let output = |name: &str| folder.path(name).display().to_string();
    let mut wrong = Vec::new();
    for (refused_command, hint, cured) in [
        ("tour 8x", "rows x columns", "tour 8x8"),
        ("8x8", "courser tour 8x8 finds a tour", "tour 8x8"),
        ("tour 8 x 8", "courser tour 8x8", "tour 8x8"),
        ("tour 8 8", "courser tour 8x8", "tour 8x8"),
        ("check 8x8 --magic", "courser check --help", "check --help"),
        ("tour 8x8 --magic", "courser tour --help lists the options", "tour --help"),
        ("tour 8x8 --zzz", "courser tour --help lists its options", "tour --help"),
        ("frobnicate", "courser --help lists the commands", "--help"),
        ("tour 8x8 --start i9", "choose a square from a1 to h8", "tour 8x8 --start h8"),
        ("tour 8x8 --start e9", "1 to 8", "tour 8x8 --start e8"),
        ("tour 8x8 --start i5", "a to h", "tour 8x8 --start h5"),
        ("tour 8x8 --start 8,0", "choose a square from a1 to h8", "tour 8x8 --start a1"),
        ("tour 8x8 --start x", "as in e6", "tour 8x8 --start e6"),
        ("tour 8x8 --leaper horse", "knight, camel, zebra, giraffe", "tour 8x8 --leaper knight"),
        ("tour 8x8 --seed -1", "a whole number from 0", "tour 8x8 --seed 0"),
        ("walk 8x8 --rule horse", "roth", "walk 8x8 --rule roth"),
        ("tour 8x8 --method search --device gpu", "leave out --device", "tour 8x8 --method search"),
        ("tour 8x8 --method search --rule roth", "courser walk BOARD --rule RULE", "walk 8x8 --rule roth"),
        ("tour 8x8 --method search --verify-cpu", "leave out --verify-cpu", "tour 8x8 --method search"),
        ("tour 8x8 --schedule near", "courser cycle BOARD --schedule", "cycle 8x8 --schedule near"),
        ("tour 8x8 --method mosaic --order slides", "leave out --order", "tour 8x8 --method mosaic"),
        ("tour 8x8 --regions 8x8 --method mosaic", "leave out --regions", "tour 8x8 --method mosaic"),
        ("tour 8x8 --partial", "courser walk BOARD --partial", "walk 8x8 --partial"),
        ("tour 8x8 --order slides", "use --method search or backtrack", "tour 8x8 --order slides --method search"),
        ("tour 8x8 --palette dark", "write to a .png", "tour 8x8 --palette dark --format png"),
        ("tour 8x8 --fps 3 --format png", "write to a .gif", "tour 6x6 --fps 3 --format gif"),
        ("tour 8x8 --scale 2 --format svg", "write to a .png", "tour 8x8 --scale 2 --format png"),
        ("cycle 8x8 --passes 3", "add --channel", "cycle 8x8 --passes 3 --channel rank --format csv"),
        ("cycle 8x8 --channel rank", ".npy or .csv", "cycle 8x8 --channel rank --format csv"),
        (
            "tour 8x8 --animate making",
            "write to a .gif",
            "tour 8x8 --method grown --animate making --format gif --square 9",
        ),
        (
            "tour 10x10 --animate making --format gif",
            "use --method grown",
            "tour 8x8 --method grown --animate making --format gif --square 9",
        ),
        (
            "cycle 100x100 --channel rank --format npy",
            "use --passes 837",
            "cycle 100x100 --channel rank --passes 9 --format npy",
        ),
        ("tour 5x5 --closed", "leave out --closed", "tour 5x5"),
        ("tour 5x5 --closed", "try 6x6", "tour 6x6 --closed"),
        ("count 6x6 -o six.png", ".txt, .json or .csv", "count 6x6 --closed -q"),
        ("count 6x6 --start i9", "choose a square from a1 to f6", "count 6x6 --start f6"),
        ("graph export 8x8 --format hcp --undirected", "leave out --undirected", "graph export 8x8 --format hcp"),
        ("graph export 8x8 --nodes -", "write one of them to a file", "graph export 8x8 --format sql"),
        ("queens 3", "4 or more", "queens 4"),
        ("queens 8 --sql --json", "leave out --json", "queens 8 --sql"),
        ("queens 8 --palette dark", "write to a picture", "queens 8 --palette dark --format png"),
        ("survey 5 --start a9 --device cpu", "1 to 5", "survey 5 --start e5 --rules roth --device cpu"),
        ("man knuth", "choose one of", "man tour"),
    ] {
        let output_of = |command: &str| run(&command.replace("six.png", &output("six.png")));
        let refused = output_of(refused_command);
        let text = stderr(&refused);
        let hinted =
            text.lines().find(|line| line.starts_with("hint: ")).unwrap_or_else(|| panic!("{refused_command}: {text}"));
        if !matches!(refused.status.code(), Some(1 | 2)) {
            wrong.push(format!("{refused_command}: exit {:?}: {text}", refused.status.code()));
        }
        if !hinted.contains(hint) {
            wrong.push(format!("{refused_command}: '{hint}' was expected: {text}"));
        }
        let cured_output = output_of(cured);
        if !cured_output.status.success() {
            wrong.push(format!("{refused_command} → {cured}: {}", stderr(&cured_output)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_no_tour_and_no_board_is_named() {
    let folder = folder();
    let drawn = run_in(&folder, "tour 5x5 -o p.png");
    assert!(drawn.status.success(), "{}", stderr(&drawn));
    let mut damaged = std::fs::read(folder.path("p.png")).unwrap();
    // This is the last byte of the checksum of the header.
    damaged[32] ^= 1;
    folder.file("damaged.png", damaged);
    for (arguments, code, error, hint, cured) in [
        (
            "check p.png",
            2,
            "p.png is a picture, and no tour is read from a picture",
            "-o tour.csv",
            "tour 5x5 -o tour.csv",
        ),
        (
            "tour --board damaged.png",
            2,
            "damaged.png: the picture is damaged (IHDR)",
            "save it again as PNG",
            "tour --board p.png",
        ),
        ("graph export 9x9 --tour t.txt", 2, "9x9", "hint: give the board 8x8\n", "graph export 8x8 --tour t.txt"),
        (
            "count 20x20 --closed --symmetry half-turn",
            3,
            "more than 1,000 EiB",
            "hint: count a smaller board\n",
            "count 6x6 --closed --symmetry half-turn",
        ),
        ("hunt t-map.txt", 2, "'T'", "write N for the knight, x for a treasure", "hunt map.txt"),
        (
            "tour 8x8 --leaper 9,10",
            1,
            "an 8x8 board has no tour of the 9,10 leaper",
            "hint: try another leaper\n",
            "tour 8x8 --leaper knight",
        ),
        (
            "tour 8x8 --leaper camel",
            1,
            "an 8x8 board has no tour of the camel: ",
            "choose a leaper",
            "tour 8x8 --leaper 1,2",
        ),
        (
            "tour 9x9 --leaper 0,1 --closed",
            1,
            "a 9x9 board has no closed tour of the wazir: 81 squares",
            "hint: leave out --closed, try 10x10, or try another leaper\n",
            "tour 10x10 --leaper 0,1 --closed",
        ),
        (
            "tour 100x100 --square 1 --style heat --legend on -o x.png",
            2,
            "the legend of this heat map needs a picture of at least ",
            "make the picture larger with --square",
            "tour 100x100 --square 2 --style heat --legend on -o x.png",
        ),
        (
            "tour 10000x10000 -o x.gif",
            2,
            "a path of 99999999 moves is too long",
            "write to a .png",
            "tour 6x6 -o x.gif",
        ),
        (
            "tour 8x8 -o q.gif --fps 0",
            2,
            "of a GIF cannot be 0",
            "hint: choose a number from 1 to 50\n",
            "tour 6x6 -o q.gif --fps 50",
        ),
        (
            "tour 8x8 -o q.gif --fps 61",
            2,
            "cannot be 61",
            "choose a number from 1 to 50\n",
            "tour 6x6 -o q.gif --fps 1",
        ),
        ("tour 8x8 -o q.apng --fps 61", 2, "cannot be 61", "number from 1 to 60\n", "tour 6x6 -o q.apng --fps 60"),
        (
            "walk 8x8 --start d4 --rule bottom",
            1,
            "got stuck on a8",
            ", or add --partial to write the path so far\n",
            "walk 8x8 --start d4 --rule roth",
        ),
        (
            "walk 8x8 --start d4 --rule bottom --partial -o stuck.png --quiet",
            1,
            "got stuck on a8",
            "or use --rule roth to get through from d4\n",
            "walk 8x8 --start d4 --rule roth",
        ),
        (
            "cycle 41x41 --partial -o stuck.csv --device cpu --quiet",
            1,
            "got stuck on n24",
            "or use --rule roth or --rule squirrel-cull to get through from a41\n",
            "cycle 41x41 --rule roth --device cpu -o stuck.csv",
        ),
        (
            "tour 450x450 --curve -o x.png",
            2,
            "this picture is a heat map",
            "hint: leave it out, or use larger squares, with --square 6 or more\n",
            "tour 450x450 --curve --square 6 -o x.png",
        ),
        (
            "draw twice.moves --size 5x5",
            2,
            "a1 is visited twice",
            "hint: correct the file: a path visits ",
            "draw hand.moves",
        ),
        (
            "draw jump.moves --size 5x5",
            2,
            "b3 to b4 is not a move of the knight",
            "with --leaper or joined sides with --wrap\n",
            "draw hand.moves",
        ),
        (
            "draw zebra.moves -o x.png",
            2,
            "not a move of the knight",
            "hint: use --leaper zebra\n",
            "draw zebra.moves --leaper zebra -o x.png",
        ),
        (
            "draw torus.csv -o x.png",
            2,
            "is not a move of the knight",
            "hint: use --wrap both\n",
            "draw torus.csv --wrap both -o x.png",
        ),
        ("check glued.txt", 2, "'..' is not a visit number", "hint: separate the squares by blanks", "check t.txt"),
        ("check tall.txt", 2, "'99999999999999999999'", "hint: number the visited squares from 1", "check t.txt"),
        ("check word.moves", 2, "'xx' is not a square", "hint: write a square there", "check hand.moves"),
        ("check short.csv", 2, "3 fields where the header has 4", "hint: give the line 4 fields", "check t.txt"),
        (
            "draw column.csv --input-format csv -o t.png",
            2,
            "no column 'row'",
            "hint: add the column 'row' to the header and the rows, or name the format with --input-format",
            "draw t.txt --input-format grid -o t.png",
        ),
        ("tour 8x8 -o x.gif --speed 1e9", 2, "the speed in moves per second", "", "tour 6x6 -o x.gif --speed 9"),
    ] {
        let text = refused(&run_in(&folder, arguments), code);
        assert!(text.contains(error) && text.contains(hint), "{arguments}: {text}");
        assert_helps(&folder, arguments, &text, cured);
    }
}

#[test]
fn a_hint_about_a_leaper_names_only_boards_that_have_a_tour() {
    let folder = folder();
    for (arguments, named) in [
        ("tour 3x3 --leaper 1,4", Some("9x9")),
        ("tour 3x3 --leaper 3,4", Some("14x14")),
        ("tour 3x3 --leaper 2,3", Some("10x10")),
        ("tour 7x9 --leaper 3,4", Some("14x14")),
        ("tour 5x9 --leaper 1,4 --closed", Some("10x10")),
        ("tour 3x3 --leaper 1000,1001", None),
    ] {
        let text = refused(&run_in(&folder, arguments), 1);
        let first = named.map_or(String::new(), |board| format!("try {board}, or "));
        assert!(text.ends_with(&format!("hint: {first}try another leaper\n")), "{arguments}: {text}");
        if let Some(board) = named {
            let cured: Vec<&str> = ["tour", board].into_iter().chain(arguments.split(' ').skip(2)).collect();
            let output = run_in(&folder, &cured.join(" "));
            assert!(output.status.success(), "{cured:?}: {}", stderr(&output));
        }
    }
}

#[test]
fn lists_of_squares_are_read_as_people_write_them() {
    let folder = folder();
    for list in ["a1,b3", "a1-b3", "1. a1\n2. b3\n", "1. a1 2. b3", "(7,0) (5,1)"] {
        folder.file("list.txt", list);
        let output = run_in(&folder, "check list.txt --size 8x8");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output);
        assert!(output.status.code() == Some(1) && said.contains("is not visited: 2 of 64"), "{list:?}: {said}");
    }
}

#[test]
fn a_short_list_of_squares_says_that_its_board_is_assumed() {
    let folder = folder();
    let output = run_in(&folder, "check hand.moves");
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(
        text.contains("hand.moves does not state the size of its board, and 7x4 is assumed: --size sets it"),
        "{text}"
    );
    let drawn = run_in(&folder, "draw hand.moves -o hand.png");
    let note = "7x4 is assumed: --size sets it, and --board its holes\n";
    assert!(drawn.status.success() && stderr(&drawn).contains(note), "{}", stderr(&drawn));
    let sized = run_in(&folder, "draw hand.moves --size 8x8 -o hand.png --quiet");
    assert!(sized.status.success() && sized.stderr.is_empty(), "{}", stderr(&sized));
    let sized = run_in(&folder, "check hand.moves --size 8x8");
    assert!(sized.status.code() == Some(1) && sized.stderr.is_empty(), "{}", stderr(&sized));
}

#[test]
fn a_check_names_the_option_that_makes_a_path_of_the_squares() {
    let folder = folder();
    for (file, option) in [("torus.csv", "--wrap both"), ("zebra.moves", "--leaper zebra")] {
        let output = run_in(&folder, &format!("check {file}"));
        let note = format!("note: {file}: {option} makes a path of these squares\n");
        assert!(output.status.code() == Some(1) && stderr(&output).contains(&note), "{}", stderr(&output));
        let cured = run_in(&folder, &format!("check {file} {option}"));
        assert!(!stderr(&cured).contains("makes a path"), "{}", stderr(&cured));
        assert!(!String::from_utf8_lossy(&cured.stdout).contains("is not a move"), "{file}");
    }
    let other = run_in(&folder, "check jump.moves --size 5x5");
    assert!(other.status.code() == Some(1) && other.stderr.is_empty(), "{}", stderr(&other));
}

#[test]
fn a_treasure_map_may_have_x_and_k_in_capitals() {
    let folder = folder();
    let output = run_in(&folder, "hunt map.txt");
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn the_same_square_as_start_and_end_is_refused_by_every_command_in_the_same_words() {
    let folder = Folder::new();
    let graph = folder.file("graph.txt", "a,b\nb,c\n").display().to_string();
    for (command, what) in [
        ("tour 8x8 --start a1 --end a1", "both ends are a1"),
        ("tour 8x8 --closed --start a1 --end a1", "both ends are a1"),
        ("count 8x8 --start a1 --end a1", "both ends are a1"),
        ("sample 8x8 --start a1 --end a1", "both ends are a1"),
        (&format!("graph tour {graph} --start a --end a"), "both ends are the same vertex"),
        (&format!("graph count {graph} --start a --end a"), "both ends are the same vertex"),
    ] {
        let text = refused(&run(command), 2);
        let expected = format!(
            "error: a tour does not end where it starts, and {what}\nhint: choose another end, or leave it out\n"
        );
        assert_eq!(text, expected, "{command}");
    }
}

#[test]
fn a_symmetry_is_refused_for_open_tours() {
    for command in ["tour 3x4 --start a1 --symmetry half-turn", "tour 8x8 --symmetry mirror"] {
        let text = refused(&run(command), 2);
        let expected = "error: --symmetry makes closed tours only\nhint: add --closed, or leave out --symmetry\n";
        assert_eq!(text, expected, "{command}");
    }
}
