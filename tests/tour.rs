//! Tests `courser tour` with the decision cycle.

use crate::command::{Folder, answer, courser, refused, run, stderr};

/// The tour printed in "Knight's Tour in Cg" (2007), aligned like courser's output.
const SLIDES: &str = "\
27 12 37 16 25  2 47 18
36 15 26 13 50 17 24  3
11 28 63 38  1 48 19 46
56 35 14 49 62 51  4 23
29 10 57 64 39 22 45 20
34 55 32 61 52 59 42  5
 9 30 53 58  7 40 21 44
54 33  8 31 60 43  6 41
";

fn devices() -> &'static [&'static str] {
    if cfg!(feature = "gpu") { &["gpu", "cpu", "auto"] } else { &["cpu", "auto"] }
}

#[test]
fn the_slides_tour_is_printed_to_the_last_number_on_each_schedule_and_device() {
    for device in devices() {
        for schedule in ["whole", "near", "resident"] {
            for start in ["2,4", "e6"] {
                let tour = answer(&format!("cycle 8x8 --start {start} --device {device} --schedule {schedule}"));
                assert_eq!(tour, SLIDES, "{device} {schedule} {start}");
            }
        }
    }
}

#[test]
fn the_slides_32x32_tour_from_9_15_completes() {
    for device in devices() {
        let grid = answer(&format!("cycle 32x32 --start 9,15 --device {device}"));
        assert_eq!(grid.lines().count(), 32);
        let mut judge = courser();
        judge.args(["check", "-"]).write_stdin(grid).assert().success().stdout("open tour\n");
    }
}

#[test]
fn without_any_option_a_checked_tour_is_printed() {
    let grid = answer("tour 8x8");
    courser().args(["check", "-"]).write_stdin(grid).assert().success();
}

#[test]
fn the_same_command_gives_the_same_bytes() {
    for format in ["grid", "moves", "csv", "npy", "tsplib", "png"] {
        let run = || run(&format!("tour 8x9 --format {format}")).stdout;
        let first = run();
        assert!(!first.is_empty());
        assert!(first == run(), "{format} differs from run to run");
    }
}

#[test]
fn every_move_order_can_be_named() {
    let slides = answer("cycle 8x8 --start e6 --order slides");
    assert_eq!(slides, answer("cycle 8x8 --start e6 --order 12345678"));
    assert_ne!(slides, answer("cycle 8x8 --start e6 --order clockwise"));
    assert_eq!(
        answer("cycle 8x8 --start e6 --order lexicographic --format moves"),
        answer("cycle 8x8 --start e6 --order 42867531 --format moves")
    );
}

#[test]
fn a_cycle_that_gets_stuck_says_where_and_exits_with_1() {
    let output = run("cycle 5x5 --start c1");
    let text = refused(&output, 1);
    assert!(text.contains("got stuck on "), "{text}");
    assert!(text.contains(" of 25: no unvisited neighbour"), "{text}");
}

#[test]
fn a_stuck_path_is_written_if_asked_for() {
    let output = run("cycle 5x5 --start a4 --partial --format json");
    assert_eq!(output.status.code(), Some(1));
    let path: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(path["kind"], "partial");
    let visited = path["squares"].as_array().expect("squares").len();
    assert!((1..25).contains(&visited));
    assert!(stderr(&output).contains(&format!("at visit {visited} of 25")));

    let grid = String::from_utf8(run("cycle 5x5 --start a4 --partial").stdout).unwrap();
    assert_eq!(grid.matches('.').count(), 25 - visited);
}

#[test]
fn holes_and_the_marked_start_are_honoured() {
    let folder = Folder::new();
    let board = folder.file("holes.txt", "N....#\n......\n......\n......\n.....#\n");
    let output = courser().args(["cycle", "--format", "json", "--partial", "--board"]).arg(&board).output().unwrap();
    let tour: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(tour["squares"][0], serde_json::json!([0, 0]));
    assert_eq!(tour["board"]["holes"], serde_json::json!([[0, 5], [4, 5]]));
}

#[test]
fn other_leapers_move_as_they_do() {
    // A wazir can tour any board row by row, back and forth.
    let moves = answer("cycle 2x3 --leaper wazir --start a1 --format moves");
    courser().args(["check", "-", "--leaper", "0,1", "--size", "2x3"]).write_stdin(moves).assert().success();
}

#[test]
fn verify_cpu_compares_every_pass() {
    for device in devices() {
        let output = run(&format!("cycle 8x8 --start e6 --device {device} --schedule whole --verify-cpu"));
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), SLIDES);
        // If the device is the CPU, no comparison with a GPU is possible. The message says so.
        let said = if *device == "cpu" || !cfg!(feature = "gpu") {
            "no GPU was compared; 194 states of 64 squares"
        } else {
            "194 states of 64 squares agree"
        };
        assert!(stderr(&output).contains(said), "{device}: {}", stderr(&output));
    }
}

/// Tests that `--verify-cpu` compares the GPU with the CPU for every engine that runs on both, not only for the
/// decision cycle. For knights, each move is compared. For tours, each visit number is compared.
#[test]
fn verify_cpu_compares_knights_and_numbers() {
    for device in devices() {
        for (arguments, compared) in [
            ("walk 8x8 --rule random --tries 300 --seed 1", "knights"),
            ("tour 20x30 --method mosaic --closed --seed 3", "600 visit numbers"),
            ("tour 300x200 --method mosaic --format none", "60,000 visit numbers"),
            ("tour 16x20 --method grown --closed --seed 2", "320 visit numbers"),
        ] {
            let output = run(&format!("{arguments} --device {device} --verify-cpu"));
            assert!(output.status.success(), "{arguments}: {}", stderr(&output));
            let said = stderr(&output);
            assert!(said.contains(&format!("{compared} agree")), "{arguments}: {said}");
            let on_cpu = *device == "cpu" || !cfg!(feature = "gpu");
            assert_eq!(said.contains("no GPU was compared"), on_cpu, "{arguments}: {said}");
        }
    }
}

#[test]
fn json_tells_how_the_tour_came_about() {
    let text = answer("cycle 8x8 --start e6 --json --device cpu");
    let tour: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(tour["board"]["rows"], 8);
    assert_eq!(tour["board"]["leaper"], serde_json::json!([1, 2]));
    assert_eq!(tour["kind"], "closed");
    assert_eq!(tour["method"], "cycle");
    assert_eq!(tour["rule"], "warnsdorff");
    assert_eq!(tour["order"], "slides");
    assert_eq!(tour["device"]["name"], "cpu");
    assert!(tour["seconds"].is_number());
    assert_eq!(tour["squares"].as_array().map(Vec::len), Some(64));
}

#[test]
fn stderr_holds_only_our_own_words() {
    for device in devices() {
        for line in stderr(&run(&format!("tour 8x8 --device {device}"))).lines() {
            let is_own = line.starts_with("note: ")
                || line.starts_with("open tour of 8x8 from ")
                || line.starts_with("closed tour of 8x8 from ");
            assert!(is_own, "{device}: {line}");
        }
    }
}

#[test]
fn quiet_means_nothing_on_stderr() {
    assert_eq!(stderr(&run("tour 8x8 --quiet")), "");
}
