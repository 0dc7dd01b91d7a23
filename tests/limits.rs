//! Tests courser with limits on memory and threads, and with files that claim large sizes.

use std::process::Command;

use crate::command::{Folder, answer, courser, refused, run};

/// Runs a script in a shell, in which `"$courser"` is the tested binary.
fn limited(script: &str) -> std::process::Output {
    let mut shell = Command::new("bash");
    shell.args(["-c", script]).env("courser", assert_cmd::cargo::cargo_bin!("courser"));
    shell.output().expect("there is a bash")
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_is_refused_is_reported_with_exit_code_3() {
    for work in ["walk 6000x6000 --device cpu", "walk compare 4000x4000"] {
        // The memory is enough to start the program, but not for this command.
        let output = limited(&format!("ulimit -v 400000; exec \"$courser\" {work} --quiet"));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let code = output.status.code();
        assert!(code == Some(3) || code == Some(2), "{work}: {code:?} {text}");
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines.len() == 2 && lines[0].starts_with("error: ") && lines[1].starts_with("hint: "),
            "{work}: {text}"
        );
        assert!(text.contains("memory"), "{work}: {text}");
    }
}

/// Tests formats for which the whole tour must be in memory. If the memory is too small, courser must reject the
/// request before it computes or writes anything.
#[cfg(target_os = "linux")]
#[test]
fn formats_that_hold_the_whole_tour_ask_for_its_memory_first() {
    let folder = Folder::new();
    for (format, file) in [("svg", "t.svg"), ("json", "t.json"), ("moves", "t.moves")] {
        let file = folder.path(file);
        let script = format!(
            "ulimit -v 500000; exec \"$courser\" tour 5000x5000 --closed --device cpu --format {format} -o '{}' --quiet",
            file.display()
        );
        let output = limited(&script);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{format}: {text}");
        assert!(text.starts_with("error: ") && text.contains("memory") && text.contains("5000x5000"), "{text}");
        assert!(!file.exists(), "{format}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_single_further_thread_the_work_is_done_all_the_same() {
    // The limit on processes does not apply to root.
    let script = "run() { bash -c 'ulimit -u 1; exec \"$courser\" \"$@\"' run \"$@\"; }; \
                  if [ \"$(id -u)\" = 0 ]; then \
                  run() { setpriv --reuid 65534 --regid 65534 --clear-groups \
                  bash -c 'ulimit -u 1; exec \"$courser\" \"$@\"' run \"$@\"; }; fi; ";
    for work in [
        "tour 600x600 --closed --method mosaic --device cpu --format csv",
        "survey 5..=9 --rules roth --device cpu",
        "queens 10 --count --device cpu",
        "tour 8x8 --method search --limit 1h",
        "count 6x7 --closed",
    ] {
        let output = limited(&format!("{script} run {work} --quiet"));
        assert!(output.status.success(), "{work}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout), answer(&format!("{work} --quiet")), "{work}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_millions_of_paths_takes_the_memory_of_one() {
    let folder = Folder::new();
    let file = folder.file("many.moves", "a1 b3\n".repeat(2_000_000));
    // The file contains 12 MB of text. Storing all the knight's paths at the same time would take about 100 times as
    // much memory.
    let script = format!("ulimit -v 400000; exec \"$courser\" check '{}' --size 8x8 | sort | uniq -c", file.display());
    let output = limited(&script);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(said.split_whitespace().collect::<Vec<_>>().join(" "), "2000000 a8 is not visited: 2 of 64 squares are");

    let picture = folder.path("last.png");
    let draw = format!("draw '{}' --size 8x8 --pick 2000000 --quiet -o '{}'", file.display(), picture.display());
    let output = limited(&format!("ulimit -v 400000; exec \"$courser\" {draw}"));
    assert!(output.status.success() && picture.is_file(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Tests that a file is rejected in advance if reading it needs more memory than is available. The required memory is
/// larger than the file.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_takes_more_memory_than_there_is_is_refused_beforehand() {
    let folder = Folder::new();
    let numbers = folder.file("ones.txt", "1\n".repeat(20 << 20));
    let mut table = String::from("visit,row,col,square\n");
    table.extend((1..=5_000_000).map(|visit| format!("{visit},{},{},\n", (visit - 1) / 2000, (visit - 1) % 2000)));
    let table = folder.file("rows.csv", table);
    for (work, file) in [("check", &numbers), ("check", &table), ("draw --format png", &table)] {
        for from in ["", "< "] {
            let name = if from.is_empty() { format!("'{}'", file.display()) } else { "-".into() };
            let from = if from.is_empty() { String::new() } else { format!("{from}'{}'", file.display()) };
            let output = limited(&format!("ulimit -v 400000; exec \"$courser\" {work} {name} --quiet {from}"));
            let text = refused(&output, 3);
            assert!(text.contains(" of memory, and ") && text.contains(" are available"), "{work} {name}: {text}");
        }
    }
}

/// Tests that an array is rejected if its file is shorter or longer than the header states. The array is rejected as
/// soon as its header is read. The two large files are sparse, and each is larger than the available memory.
#[cfg(target_os = "linux")]
#[test]
fn an_array_whose_length_disagrees_with_its_header_is_not_read() {
    let folder = Folder::new();
    let header = |side: u64| courser::board::format::npy_header(&[side, side], 4);
    let cut = folder.file("cut.npy", header(20_000));
    std::fs::File::options().write(true).open(&cut).unwrap().set_len(128 + 4 * 20_000 * 20_000 - 4).unwrap();
    folder.file("tiny.npy", [header(1_000_000_000), vec![1, 0, 0, 0]].concat());
    let board = folder.file("board.npy", header(20_000));
    std::fs::File::options().write(true).open(&board).unwrap().set_len(5 << 30).unwrap();
    for (work, file, said) in [
        ("check", "cut.npy", "shape (20000, 20000) takes 1600000000 bytes, the file has 1599999996"),
        ("draw -o tour.png", "cut.npy", "the file has 1599999996"),
        ("tour --board", "board.npy", "takes 1600000000 bytes, the file has 5368708992"),
        ("check", "tiny.npy", "shape (1000000000, 1000000000) takes 4000000000000000000 bytes, the file has 4"),
        ("check - <", "tiny.npy", "takes 4000000000000000000 bytes, the file has 4"),
    ] {
        let file = folder.path(file);
        let output = limited(&format!("ulimit -v 500000; exec \"$courser\" {work} '{}'", file.display()));
        let text = refused(&output, 2);
        assert!(text.contains(said), "{work}: {text}");
    }
}

/// Tests that the hint about too little memory suggests only changes that the request allows.
#[cfg(target_os = "linux")]
#[test]
fn a_tour_beyond_the_memory_is_refused_with_a_hint_that_fits_the_command() {
    const STREAM: &str = "hint: choose a smaller board, or use --method mosaic with --format npy or none\n";
    const SMALLER: &str = "hint: choose a smaller board\n";
    for (work, hint) in [
        ("tour 30000x30000 --method grown --format none", STREAM),
        ("tour 20000x20000 --format csv", STREAM),
        ("tour 20000x20000 --json", SMALLER),
        ("tour 20000x20000 --leaper 2,3 --format none", SMALLER),
        ("walk 20000x20000", SMALLER),
        (
            "tour 20000x20000 --closed --symmetry half-turn",
            "hint: choose a smaller board, or use --method mosaic with --format npy or none instead of --symmetry\n",
        ),
    ] {
        let output = limited(&format!("ulimit -v 1500000; exec \"$courser\" {work} --quiet --device cpu"));
        let text = refused(&output, 3);
        assert!(text.contains(" needs about ") && text.ends_with(hint), "{work}: {text}");
    }
}

/// Tests that drawing a picture of a large board needs little memory in addition to the picture and a band of rows.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_of_a_large_board_takes_little_memory() {
    let folder = Folder::new();
    let file = folder.path("tour.png");
    // With one core, there is only one worker thread, so the stacks take little memory.
    let work = format!("tour 6000x6000 --closed --device cpu --scale 12 --quiet -o '{}'", file.display());
    let output = limited(&format!("ulimit -d 40000; exec taskset -c 0 \"$courser\" {work}"));
    assert!(output.status.success() && file.is_file(), "{}", String::from_utf8_lossy(&output.stderr));
    // The memory for this picture already exceeds the limit.
    let work = format!("tour 5000x5000 --closed --device cpu --scale 1 --quiet -o '{}'", file.display());
    let text = refused(&limited(&format!("ulimit -d 40000; exec taskset -c 0 \"$courser\" {work}")), 3);
    assert!(text.contains("the picture takes"), "{text}");
}

#[test]
fn a_graph_of_enormous_boards_asks_first() {
    let text = refused(&run("graph export 40000x40000"), 2);
    assert!(text.contains("1600000000 nodes and 12799040016 edges") && text.contains("--yes"), "{text}");
    assert_eq!(answer("graph export 3x4 --yes"), answer("graph export 3x4"));
}

#[test]
fn control_characters_of_arguments_and_file_names_never_reach_a_terminal() {
    let folder = Folder::new();
    let name = "\u{9b}31m\u{1b}[2J\u{85}x";
    let path = folder.path(name);
    let wrong = folder.file(&format!("{name}.txt"), "1 2\nx");
    for arguments in [
        vec!["--color", "always", name],
        vec!["--color", "always", "tour", name],
        vec!["--color", "always", "tour", "8x8", "--start", name],
        vec!["--color", "always", "tour", "8x8", "--format", name],
        vec!["--color", "always", "man", name],
        vec!["--color", "always", "check", path.to_str().expect("it is text")],
        vec!["--color", "always", "check", wrong.to_str().expect("it is text")],
        vec!["--color", "always", "tour", "8x8", "-o", &format!("{name}.docx")],
    ] {
        let output = courser().args(&arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{arguments:?}");
        let control = |letter: &char| letter.is_control() && !matches!(letter, '\n' | '\u{1b}');
        assert_eq!(text.chars().find(control), None, "{text:?}");
        // The only escape sequences in the output are courser's own colours.
        assert!(!text.contains("\u{1b}[2J"), "{text:?}");
    }
}
