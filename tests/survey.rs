//! Tests `courser survey`, which measures the success rates of rules.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::command::{Folder, answer, courser, refused, refused_for, run, stderr};

/// Returns the rows of the CSV of a survey, each as a list of fields.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let mut lines = table.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with("# courser survey: ")), "{table}");
    assert_eq!(
        lines.next(),
        Some("rows,cols,leaper,rule,order,seed,start,starts,tries,successes,closed,mean_visited,min_visited")
    );
    lines.map(|line| line.split(',').collect()).collect()
}

/// Tests that the survey finds the difficult sizes of the article "Haskell: knight's move II". The article lists all
/// sizes up to 100 on which its backtracking search from the corner does not finish: 49, 60, 64, 76, 87, 89, 98 and
/// 100. On six other sizes, the search undoes a few steps and finishes. On all fourteen sizes, the first descent gets
/// stuck.
#[test]
fn the_articles_troublesome_sizes_are_found() {
    let table = answer("survey 5..=100 --rules warnsdorff --orders lexicographic --start 0,0 --device cpu");
    let failed: Vec<&str> = rows(&table).iter().filter(|row| row[9] == "0").map(|row| row[0]).collect();
    let needs_steps_back = ["11", "25", "43", "58", "79", "85"];
    let named: Vec<&str> = failed.into_iter().filter(|size| !needs_steps_back.contains(size)).collect();
    assert_eq!(named, ["49", "60", "64", "76", "87", "89", "98", "100"]);
}

#[test]
fn squirrel_and_cull_fail_on_74_alone() {
    let table = answer("survey 5..=120 --rules squirrel-cull --device cpu");
    let failed: Vec<&str> = rows(&table).iter().filter(|row| row[9] != row[8]).map(|row| row[0]).collect();
    assert_eq!((rows(&table).len(), failed), (116, vec!["74"]));
}

#[test]
fn boards_without_a_row_of_a_rule_are_noted() {
    let output = run("survey 3..=6 --rules roth,squirrel-cull --device cpu");
    let table = String::from_utf8(output.stdout.clone()).unwrap();
    let of_squirrel_cull = rows(&table).iter().filter(|row| row[3] == "squirrel-cull").count();
    assert_eq!((rows(&table).len(), of_squirrel_cull), (6, 2), "{table}");
    let text = stderr(&output);
    assert!(text.starts_with("note: no rows of squirrel-cull for 2 of 4 boards: squirrel-cull walks from "), "{text}");
    for arguments in ["survey 5..=6 --rules roth,squirrel-cull", "survey 3..=6 --rules roth"] {
        assert_eq!(stderr(&run(&format!("{arguments} --device cpu"))), "", "{arguments}");
    }
}

#[test]
fn a_row_tells_what_the_knights_did() {
    // The starts are the 13 squares of 5x5 from which the colours permit a tour. Each row of the table must agree with
    // a separate run of `walk` by the same rule from the same start.
    let table = answer("survey 5 --rules roth,bottom --starts all --by-start --device cpu");
    let rows = rows(&table);
    assert_eq!(rows.len(), 2 * 13);
    for row in rows {
        let output =
            run(&format!("walk 5x5 --rule {} --start {} --partial --format moves --device cpu", row[3], row[6]));
        let visited = String::from_utf8_lossy(&output.stdout).split_whitespace().count();
        assert_eq!(row[11], format!("{visited}.00"), "{row:?}");
        assert_eq!(row[9], if visited == 25 { "1" } else { "0" }, "{row:?}");
    }
}

#[test]
#[cfg(feature = "gpu")]
fn a_survey_is_the_same_on_every_device() {
    let ask = "survey 5..=9,6x10,20,33 --starts 40 --tries 3 --orders slides,clockwise --seeds 1..=2";
    assert_eq!(answer(&format!("{ask} --device gpu")), answer(&format!("{ask} --device cpu")));
}

#[test]
fn two_shards_merged_equal_the_whole() {
    let folder = Folder::new();
    let ask = "survey 5..=30 --starts 20 --seeds 0..=2 --device cpu";
    let whole = answer(ask);
    let parts: Vec<String> = (0..2).map(|i| folder.path(&format!("{i}.csv")).display().to_string()).collect();
    for (i, part) in parts.iter().enumerate() {
        answer(&format!("{ask} --shard {i}/2 -o {part}"));
    }
    assert_eq!(answer(&format!("survey merge {} {}", parts[1], parts[0])), whole);

    // These files cannot be merged: one shard of two, the same shard twice, a shard of another survey, or a truncated
    // file.
    let text = refused(&run(&format!("survey merge {}", parts[0])), 2);
    assert!(text.contains("shard 1/2 is missing"), "{text}");
    let text = refused(&run(&format!("survey merge {0} {0}", parts[0])), 2);
    assert!(text.contains("both shard 0/2"), "{text}");
    let other = folder.path("other.csv");
    answer(&format!("survey 5..=30 --starts 21 --seeds 0..=2 --device cpu --shard 1/2 -o {}", other.display()));
    refused_for(&run(&format!("survey merge {} {}", parts[0], other.display())), 2, "are not shards of one whole");
    // An additional row in any shard is reported, even if the row does not end with a line break.
    for part in &parts {
        let right = fs::read_to_string(part).unwrap();
        let last = right.lines().last().unwrap();
        for row in [format!("{last}\n"), last.to_owned()] {
            fs::write(part, format!("{right}{row}")).unwrap();
            let text = refused(&run(&format!("survey merge {} {}", parts[0], parts[1])), 2);
            assert!(
                text.contains(&format!("{part} goes on after the last row of its shard: '{}", &last[..20])),
                "{text}"
            );
        }
        fs::write(part, right).unwrap();
    }
    let cut = fs::read(&parts[1]).unwrap();
    fs::write(&parts[1], &cut[..cut.len() - 3]).unwrap();
    let text = refused(&run(&format!("survey merge {} {}", parts[0], parts[1])), 2);
    assert!(text.contains("ends before its last row"), "{text}");
}

#[test]
fn a_killed_survey_goes_on_without_losing_or_doubling_a_row() {
    let folder = Folder::new();
    let file = folder.path("rules.csv");
    let ask = "survey 5..=40 --starts 32 --seeds 0..=3 --device cpu --quiet";
    let whole = answer(ask);
    let again = || {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("courser"));
        command.args(ask.split(' ')).arg("-o").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let (mut kills, mut seen) = (0, 0);
    loop {
        let mut running = again().spawn().unwrap();
        // The survey is killed as soon as it has written new rows.
        let ended = loop {
            if let Some(status) = running.try_wait().unwrap() {
                break Some(status);
            }
            if fs::metadata(&file).is_ok_and(|there| there.len() > seen + 6_000) {
                running.kill().unwrap();
                running.wait().unwrap();
                break None;
            }
        };
        let now = fs::read(&file).unwrap();
        assert!(whole.as_bytes().starts_with(&now), "rows were lost or doubled");
        seen = now.len() as u64;
        match ended {
            Some(status) => {
                assert!(status.success());
                break;
            }
            None => kills += 1,
        }
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    assert!(kills >= 3, "it was killed {kills} times only");

    // A survey that was cut off in the middle of a row can be resumed. The resumed run reports the number of existing
    // rows.
    let cut = whole.len() / 2;
    fs::write(&file, &whole.as_bytes()[..cut]).unwrap();
    let output = run(&format!("{} -o {}", ask.replace(" --quiet", ""), file.display()));
    assert!(output.status.success() && stderr(&output).contains("rows are there already"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
}

#[test]
fn a_file_that_holds_something_else_is_left_alone() {
    let folder = Folder::new();
    let file = folder.path("mine.csv");
    let ask = format!("survey 5..=8 --device cpu -o {}", file.display());
    for text in ["name,age\nAnn,7\n", "# courser survey: {\"boards\":\"5..=9\"}\n"] {
        fs::write(&file, text).unwrap();
        refused_for(&run(&ask), 2, "exists and belongs to another survey");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    // A manually changed row and an additional row are detected.
    fs::remove_file(&file).unwrap();
    answer(&ask);
    let whole = fs::read_to_string(&file).unwrap();
    let hand = whole.replacen("5,5,knight,pohl", "5,5,knight,roth", 1);
    for (changed, words) in
        [(hand, "another row is expected here"), (format!("{whole}9,9\n"), "has more than its 20 rows")]
    {
        assert_ne!(changed, whole);
        fs::write(&file, &changed).unwrap();
        refused_for(&run(&ask), 2, words);
        assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    }
}

#[test]
fn a_survey_says_what_it_has_written() {
    let folder = Folder::new();
    let file = folder.path("rules.csv");
    let said = stderr(&run(&format!("survey 5..=6 --device cpu -o {}", file.display())));
    let bytes = fs::metadata(&file).unwrap().len();
    assert!(said.starts_with(&format!("wrote {} (", file.display())), "{bytes}: {said}");
}

#[test]
fn rectangles_have_their_sides_below_the_plot_and_boards_without_a_tour_a_cross() {
    let folder = Folder::new();
    let svg = folder.path("a.svg").display().to_string();
    answer(&format!("survey 3x4,3x5,3x7 --rules roth --device cpu -o {svg}"));
    let text = fs::read_to_string(&svg).unwrap();
    for label in ["3x4", "3x5", "3x7", "board, rows x columns"] {
        assert!(text.contains(&format!("aria-label=\"{label}\"")), "{label} is not on the axis");
    }
    // The knights on 3x5, which has no tour, do not count as a sample.
    assert!(text.contains("×: no tour exists.") && text.contains("roth (n = 11–12)"), "{text}");
}

#[test]
fn a_plot_has_a_line_a_rule() {
    let folder = Folder::new();
    let [table, svg, png] = ["a.csv", "a.svg", "a.png"].map(|name| folder.path(name));
    let [table, svg, png] = [&table, &svg, &png].map(|path| path.display().to_string());
    answer(&format!("survey 5..=12 --starts 9 --device cpu -o {table} -o {svg} -o {png}"));
    let text = fs::read_to_string(&svg).unwrap();
    for rule in ["warnsdorff", "pohl", "roth", "random", "squirrel-cull"] {
        assert!(text.contains(rule), "{rule} is not in the legend");
    }
    let size = image::open(&png).unwrap();
    assert_eq!((size.width(), size.height()), (1000, 600));

    // `survey plot` must draw the same plot from the survey's file as `survey` draws. With `--closed`, it must draw a
    // different plot.
    let again = folder.path("b.svg").display().to_string();
    answer(&format!("survey plot {table} -o {again}"));
    assert_eq!(fs::read_to_string(&again).unwrap(), text);
    answer(&format!("survey plot {table} --closed -o {again}"));
    // In the plot of open tours, the label of each rule contains the sample size. The plot of closed tours shows ×
    // instead of a rate of 0, since a board with 25 squares has no closed tours.
    assert!(text.contains("squirrel-cull (n = 1)") && text.contains("Hollow: n below 30.") && !text.contains('×'));
    assert!(fs::read_to_string(&again).unwrap().contains("×: no closed tour exists."));
    assert_ne!(fs::read_to_string(&again).unwrap(), text);
    refused_for(&run(&format!("survey plot {table} -o {again}.pdf")), 2, "no format of a plot has this extension");
}

#[test]
fn what_cannot_be_surveyed_is_refused() {
    for (arguments, words) in [
        ("survey", "<BOARDS>"),
        ("survey 9..=5", "empty range"),
        ("survey 0", "a board of 0x0"),
        ("survey 5..=9 --rules knuth", "'knuth'"),
        ("survey 5..=9 --start h8", "h8 is outside the board"),
        ("survey 5..=9 --starts 0", "a number of squares from 1 on"),
        ("survey 5..=9 --seeds 3..=1", "empty range"),
        ("survey 5..=9 --shard 2/2", "the last 1/2"),
        ("survey 5..=9 --tries 0", "must be at least 1"),
        ("survey 6x10 --rules squirrel-cull", "none of the rules can be used on these boards"),
        ("survey 5..=9 -o a.txt", "a.txt: no format of a survey"),
        ("survey 5..=9 -o /nowhere/a.csv", "cannot write /nowhere/a.csv"),
        ("survey 5..=9 --seeds 0..=65536", "more than 65536 seeds"),
        // The next requests would require very long lists: 16 million starts per board, or a billion boards. Each error
        // is reported before such a list is allocated.
        ("survey 4096,4100 --starts all", "16810000 starts"),
        ("survey 3..=1000000000", "more than 1048576"),
        ("survey 40000 --starts all --tries 9", "1600000000 starts"),
        ("survey 99999", "at most 46340 rows"),
        ("survey merge", "<FILE>"),
        ("survey merge /nowhere.csv", "cannot read /nowhere.csv"),
        ("survey plot /nowhere.csv -o a.png", "cannot read /nowhere.csv"),
    ] {
        refused_for(&run(arguments), 2, words);
    }
}

/// Tests one shard of a survey with more rows than fit in memory: four million start squares with 65,536 seeds per
/// square. Only the rows of the shard are generated.
#[test]
fn more_rows_than_memory_holds_are_no_list() {
    let row = answer(
        "survey 2000 --starts all --by-start --rules bottom --seeds 0..=65535 --shard 0/262144000000 --device cpu",
    );
    assert_eq!(rows(&row).len(), 1, "{row}");
}

#[test]
fn files_that_cannot_be_are_refused_before_anything_is_written() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name).display().to_string();
    let ask = |more: &str, words: &str| refused_for(&run(&format!("survey 5..=9 {more}")), 2, words);
    ask(&format!("--device cpu -o {} -o /nowhere/a.png", path("a.csv")), "cannot write /nowhere/a.png");
    ask(&format!("--device cpu -o {0} -o {0}", path("a.csv")), "two files for one table");
    ask(&format!("--device cpu -o {0} -o {0}", path("a.svg")), "is named twice");
    // If the device is missing, the command must not leave a file with the beginning of a table.
    let output = run(&format!("survey 5..=9 --device voodoo -o {}", path("a.csv")));
    let (code, words) = if cfg!(feature = "gpu") { (2, "'voodoo'") } else { (3, "built without") };
    refused_for(&output, code, words);
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn a_first_line_that_cannot_be_is_refused() {
    let folder = Folder::new();
    let whole = answer("survey 5..=6 --rules roth --device cpu");
    for (from, to) in
        [("\"tries\":1", "\"tries\":0"), ("\"256\"", "\"0\""), ("5..=6", "5..=99999"), ("roth", "ro\u{1b}th")]
    {
        let file = folder.file("a.csv", whole.replacen(from, to, 1));
        let text = refused(&courser().args(["survey", "plot", "-o", "/nowhere/a.png"]).arg(file).output().unwrap(), 2);
        assert!(text.contains("is not a survey") && !text.contains('\u{1b}'), "{text}");
    }
}

#[test]
fn a_survey_comes_through_a_pipe_as_well() {
    let whole = answer("survey 5..=6 --rules roth --device cpu");
    let merged = courser().args(["survey", "merge", "-"]).write_stdin(whole.clone()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&merged.stdout), whole);
}

#[test]
fn a_reader_who_has_enough_is_no_error() {
    let mut survey = courser();
    survey.args(["survey", "5..=40", "--device", "cpu"]);
    let mut child = Command::new(survey.get_program())
        .args(survey.get_args())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn a_survey_that_is_stopped_says_how_to_go_on() {
    let folder = Folder::new();
    let path = folder.path("long.csv");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("courser"))
        .args(["survey", "400..=500", "--rules", "roth", "--device", "cpu", "-q", "-o"])
        .arg(&path)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while fs::read_to_string(&path).is_ok_and(|text| text.lines().count() < 3) || !path.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it has ended by itself");
        std::thread::sleep(Duration::from_millis(2));
    }
    Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "error: stopped\nhint: run the same command again to go on\n");
}

#[cfg(unix)]
#[test]
fn a_pipe_of_any_name_gets_the_rows() {
    let folder = Folder::new();
    let pipe = folder.path("rows.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    courser().args(["survey", "5..=7", "--rules", "roth", "--device", "cpu", "-o"]).arg(&pipe).assert().success();
    assert_eq!(reader.join().unwrap(), answer("survey 5..=7 --rules roth --device cpu"));
}
