//! Tests `courser tour --method relay`. With this method, many knights walk, each in its own region of the board.

use crate::command::{Folder, answer, courser, refused_for, run};

#[test]
fn a_relay_makes_tours_of_any_board_from_6_by_6_on() {
    for arguments in [
        "100x100 --closed",
        "101x99 --start c3 --seed 4",
        "8x8 --start 3,4 --end 2,6",
        "9x50 --start 4,17 --regions 9x7",
        "40x40 --end 0,0",
        "50x41 --start 4,17 --end 44,2",
        "31x33 --start a1 --end c1 --seed 2",
        "64x64 --closed --start 0,0 --end 2,1",
        "6x6 --closed --start e3 --end d5",
        "8x13 --start g1 --end g8 --seed 1233384720",
        "8x13 --start g1 --end g8 --seed 1233384720",
        "40x40 --end 0,0 --rule roth",
    ] {
        let command: &[&str] = if arguments.contains("--rule") || arguments.starts_with("8x13") {
            &["cycle", "--regions", "8x8"]
        } else {
            &["tour", "--method", "relay"]
        };
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = courser().args(command).args(&arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        let closed = arguments.contains(&"--closed");
        let judged = courser().args(["check", "-"]).write_stdin(output.stdout).output().unwrap();
        let kind = String::from_utf8_lossy(&judged.stdout).into_owned();
        assert!(kind == "closed tour\n" || !closed && kind == "open tour\n", "{arguments:?}: {kind}");
    }
}

#[test]
fn the_report_of_a_relay_counts_its_knights() {
    let arguments = ["tour", "1000x1000", "--closed", "--method", "relay", "--format", "none", "-v"];
    let output = courser().args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("closed tour of 1000x1000: 1,000,000 squares from "), "{text}");
    assert!(text.contains(" tries per knight of 15,750, "), "{text}");
}

#[cfg(feature = "gpu")]
#[test]
fn the_passes_of_a_relay_agree_on_the_gpu_and_make_the_same_tour() {
    let numbers = |command: &[&str], more: &[&str]| {
        let arguments = ["30x40", "--closed", "--seed", "5", "--format", "csv"];
        let output = courser().args(command).args(arguments).args(more).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{more:?}: {said}");
        (output.stdout, said)
    };
    let by_passes = ["cycle", "--regions", "8x8"];
    let (lanes, _) = numbers(&["tour", "--method", "relay"], &["--verify-cpu"]);
    let (passes, said) = numbers(&by_passes, &["--device", "gpu", "--verify-cpu"]);
    assert_eq!(passes, lanes);
    assert!(said.contains("states"), "{said}");
    assert_eq!(numbers(&by_passes, &["--device", "cpu"]).0, lanes);
}

#[test]
fn what_a_relay_cannot_do_is_refused_with_a_cure() {
    let refused = |arguments: &str, words: &str| {
        let output = courser().args(["tour", "--method", "relay"]).args(arguments.split(' ')).output().unwrap();
        refused_for(&output, 2, words);
    };
    refused("5x40", "too small for a relay");
    refused("40x40 --regions 5x8", "a region of 5x8 is not possible: its sides are 6 to 12");
    refused("40x40 --regions 8x13", "a region of 8x13 is not possible");
    refused("40x40 --regions eight", "--regions of a relay needs rows and columns, and not the file eight");
    refused("40x40 --order clockwise", "--order is not an option of the method relay");
    refused("40x40 --leaper zebra", "not the 2,3 leaper's");
    for (arguments, words) in [
        ("--rule center", "the rule center is not for a relay"),
        ("--schedule near", "--schedule is for one knight"),
        ("--order clockwise", "--order is for one knight"),
        ("--partial", "--partial is for one knight"),
    ] {
        refused_for(&run(&format!("cycle 40x40 --regions 8x8 {arguments}")), 2, words);
    }
    let output = courser().args(["tour", "40x40", "--method", "mosaic", "--regions", "8x8"]).output().unwrap();
    refused_for(&output, 2, "--regions ROWSxCOLS is not an option of the method");
}

#[test]
fn the_knights_of_a_relay_are_seen_on_their_way() {
    let folder = Folder::new();
    let tour = |arguments: &str, file: &str| {
        let all = format!(
            "cycle 12x18 --closed --regions 8x8 --device cpu --seed 2 {arguments} -o {}",
            folder.path(file).display()
        );
        answer(&all);
        std::fs::read(folder.path(file)).unwrap()
    };
    // After thirty passes, each of the two knights has made ten moves and is on a square of its region.
    let states = String::from_utf8(tour("--channel r,g --passes 30", "relay.csv")).unwrap();
    let visited = |pass: &str| {
        let lines = states.lines().filter(|line| line.split(',').next() == Some(pass));
        lines.filter(|line| line.split(',').nth(3) != Some("0")).count()
    };
    let knights = visited("0");
    assert!(knights > 1, "{knights} knights");
    assert_eq!([visited("3"), visited("30")], [2 * knights, 11 * knights]);
    let making = tour("--square 10 --fps 50 --hold 0", "relay.gif");
    assert!(making.starts_with(b"GIF89a"));
    let refused = run("tour 12x12 --method mosaic --animate making --format gif");
    refused_for(&refused, 2, "--animate making is for the method grown");
}

#[test]
fn a_limit_ends_a_relay() {
    let arguments = ["tour", "20000x20000", "--closed", "--method", "relay", "--format", "none", "--limit", "1ms"];
    let output = courser().args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains("hint:"));
}

#[test]
fn a_relay_that_has_melted_has_no_lines_between_its_regions() {
    // Counts the moves that cross the border between the regions in the first eight columns and the regions in the next
    // eight columns.
    let moves_over = |arguments: &str| {
        let csv = answer(&format!("tour {arguments} --method relay --seed 3 --format csv"));
        let judged = courser().args(["check", "-"]).write_stdin(csv.clone()).output().unwrap();
        assert!(judged.status.success(), "{arguments}: {}", String::from_utf8_lossy(&judged.stderr));
        let column = |line: &str| line.split(',').nth(2).unwrap().parse::<u32>().unwrap();
        let columns: Vec<u32> = csv.lines().skip(1).map(column).collect();
        columns.windows(2).filter(|two| (two[0] < 8) != (two[1] < 8)).count()
    };
    for arguments in ["64x64 --closed", "65x64 --end 3,3"] {
        let (plain, molten) = (moves_over(arguments), moves_over(&format!("{arguments} --melt 24")));
        assert!(plain <= 10 && molten > 40, "{arguments}: {plain} and {molten} moves over a border");
    }
    refused_for(&run("tour 64x64 --melt 24 --method mosaic"), 2, "--melt is not an option of the method mosaic");
    refused_for(&run("cycle 64x64 --regions 8x8 --melt 24"), 2, "unexpected argument");
    for size in ["6x6 --closed", "7x7"] {
        let melted = run(&format!("tour {size} --method relay --melt 24"));
        refused_for(&melted, 2, "cannot be melted: melting takes at least 64 squares, and the board has");
        refused_for(&melted, 2, "leave out --melt");
    }
}

#[test]
fn the_size_of_the_regions_may_have_a_capital_x_and_a_file_of_that_name_is_named_with_its_folder() {
    let folder = Folder::new();
    let regions = std::fs::read("assets/chains/10x10-four-5x5.txt").unwrap();
    folder.file("8x8", regions);
    let method = |arguments: &str| {
        let output = courser().current_dir(folder.path("")).args(arguments.split(' ')).output().unwrap();
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
        let tour: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        tour["method"].as_str().unwrap().to_owned()
    };
    assert_eq!(method("tour 32x32 --regions 8x8 --json"), "relay");
    assert_eq!(method("tour 32X32 --regions 8X8 --json"), "relay");
    assert_eq!(method("tour 10x10 --regions ./8x8 --json"), "chain");
}
