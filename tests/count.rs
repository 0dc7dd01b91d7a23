//! Tests `courser count`.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::command::{Folder, answer, courser, refused, refused_for, run, stderr};

#[test]
fn the_counts_of_many_boards_are_plotted() {
    let folder = Folder::new();
    let file = folder.path("counts.svg");
    answer(&format!("count 3x3..=12 --closed -o {}", file.display()));
    let svg = std::fs::read_to_string(&file).unwrap();
    // 3x10 has 16 closed tours, and 3x12 has 176 closed tours. Boards of three rows and fewer than ten columns have no
    // closed tour.
    for text in ["The number of closed tours", "×: there is none.", "10^1", "10^2", "3x10", "board, rows x columns"] {
        assert!(svg.contains(text), "{text}");
    }
    refused_for(&run(&format!("count 5x6 -o {}", file.display())), 2, "no format of a count has this extension");
}

#[test]
fn the_number_stands_alone_on_stdout() {
    for (arguments, number) in [
        // Six of these numbers are printed in "Haskell: knight's move II": the five numbers of directed closed tours,
        // and the number of tours that start in the corner of the 6x6 board.
        ("5x6 --closed", "8"),
        ("5x6 --closed --directed", "16"),
        ("3x10 --closed --directed", "32"),
        ("3x12 --closed --directed", "352"),
        ("3x14 --closed --directed", "3072"),
        ("6x6 --closed --directed", "19724"),
        ("6x6 --start a1", "524486"),
        ("6x6 --start a1 --directed", "524486"),
        ("6x6 --end f1", "524486"),
        ("5x5 --open --directed", "1728"),
        ("6x6 --open --directed", "6637920"),
        ("6x6 --open", "3318960"),
        ("5x6 --start a5 --end d3", "26"),
        ("6x6 --up-to-symmetry", "1245"),
        ("8x8 --closed --symmetry half-turn", "2432932"),
        ("8x8 --symmetry quarter-turn", "0"),
        ("10x10 --symmetry quarter-turn --directed", "1663608"),
        ("8x10 --symmetry quarter-turn", "0"),
        ("3x46", "10145938076107491328"),
        ("5x26 --closed", "1877435447920358266870897874"),
        // If no tour exists, the output is the number 0.
        ("4x9 --closed", "0"),
        ("7x7 --closed", "0"),
        ("1 --open --directed", "1"),
        ("1 --closed", "0"),
        ("4x4 --leaper wazir", "6"),
        ("6x8", "55488142"),
        ("5x6 --open", "18784"),
    ] {
        assert_eq!(answer(&format!("count {arguments}")), format!("{number}\n"), "{arguments}");
    }
}

#[test]
fn what_is_counted_is_said_where_nobody_chose() {
    assert!(stderr(&run("count 5x6")).contains("note: closed tours"));
    assert_eq!(stderr(&run("count 5x6 --closed")), "");
    assert_eq!(stderr(&run("count 5x6 --start a1")), "");
    assert_eq!(stderr(&run("count 5x6 --quiet")), "");
}

#[test]
fn json_has_the_number_as_a_string() {
    let json: serde_json::Value = serde_json::from_str(&answer("count 6x6 --start a1 --json")).unwrap();
    assert_eq!(json["board"], serde_json::json!({"rows": 6, "cols": 6, "leaper": [1, 2]}));
    assert_eq!((&json["kind"], &json["count"]), (&"open".into(), &"524486".into()));
    assert_eq!(json["start"], serde_json::json!([5, 0]));
    assert_eq!(json["directed"], false);
    assert!(json["states"].as_u64().unwrap() > 1000);
    assert!(json["seconds"].is_f64());
}

#[test]
fn a_list_has_every_tour_once_and_each_is_one() {
    for (board, kind, number) in
        [("5x6", "--closed", 8), ("5x6", "--closed --directed", 16), ("3x4", "--open", 8), ("3x4", "--start a3", 2)]
    {
        let list = answer(&format!("count {board} {kind} --list"));
        let mut tours: Vec<&str> = list.lines().collect();
        let judged = courser().args(["check", "-", "--size", board]).write_stdin(list.clone()).output().unwrap();
        let verdict = if kind.contains("closed") { "closed tour" } else { "open tour" };
        let verdicts = String::from_utf8(judged.stdout).unwrap();
        assert_eq!(verdicts.lines().filter(|line| *line == verdict).count(), number, "{kind}: {verdicts}");
        tours.sort_unstable();
        tours.dedup();
        assert_eq!(tours.len(), number, "{kind}");
    }
}

#[test]
fn listed_tours_begin_and_end_on_the_given_squares() {
    for (board, number) in [("3x4", 2), ("1x1", 1)] {
        let list = answer(&format!("count {board} --end a1 --list"));
        assert_eq!(answer(&format!("count {board} --end a1")), format!("{number}\n"));
        assert_eq!(list.lines().filter(|line| line.ends_with("a1")).count(), number, "{list}");
        assert_eq!(list.lines().count(), number, "{list}");
    }
    let table = answer("count 3x4 --end a1 --list --format csv");
    assert!(table.lines().skip(1).all(|line| line.ends_with(" a1")), "{table}");
}

#[test]
fn holes_are_left_out_and_a_marked_start_is_taken() {
    let folder = Folder::new();
    let ring = folder.file("ring.txt", "...\n.#.\n...\n");
    let count = |more: &[&str]| {
        let output = courser().arg("count").arg("--board").arg(&ring).args(more).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(count(&["--closed"]), "1\n");
    assert_eq!(count(&["--open"]), "8\n");
    assert_eq!(count(&["--start", "a1"]), "2\n");
    assert_eq!(count(&["--up-to-symmetry"]), "1\n");
    let marked = folder.file("marked.txt", "N..\n.#.\n...\n");
    let output = courser().args(["count", "--open", "--board"]).arg(&marked).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "2\n");
}

#[test]
fn what_no_machine_can_count_is_refused_at_once_with_an_estimate() {
    const ON_DISK: &str = "hint: count a smaller board, or keep its layers on a disk with --disk\n";
    const SMALLER: &str = "hint: count a smaller board\n";
    let folder = Folder::new();
    let kept = folder.path("kept");
    for (arguments, hint) in [
        ("20x20 --closed", SMALLER),
        ("20x20 --open", SMALLER),
        ("20x20 --start a1", SMALLER),
        ("20x20 --with a1-b3", SMALLER),
        ("20x20 --shard 0/2", SMALLER),
        ("16x16", SMALLER),
        ("12x12", ON_DISK),
        ("300x400", SMALLER),
        ("9 --open", ON_DISK),
        ("10x10 --shard 0/2", ON_DISK),
        ("20x20 --up-to-symmetry", SMALLER),
        ("20x20 --symmetry half-turn", SMALLER),
        ("12,14x12", SMALLER),
        ("10x10 --given a1=1", SMALLER),
    ] {
        let text = refused(&run(&format!("count {arguments}")), 3);
        assert!(text.contains("of memory") && text.contains(hint), "{arguments}: {text}");
        if arguments.contains("symmetry") || arguments.contains(',') || arguments.contains("--given") {
            continue;
        }
        // With --disk, the same count is refused again. This second error mentions the layers only if the count can
        // keep its layers on a disk. The hint of the first error suggests --disk only for such counts.
        let text = refused(&run(&format!("count {arguments} --disk {}", kept.display())), 3);
        assert_eq!(text.contains("with its layers on a disk"), hint == ON_DISK, "{arguments}: {text}");
    }
    let text = refused(&run(&format!("count 4x4 --wrap both --disk {}", kept.display())), 2);
    assert!(text.contains("does not keep its layers on a disk") && text.contains("hint: leave out --disk\n"), "{text}");
    assert!(folder.names().is_empty());
}

#[test]
fn a_list_that_reaches_its_limit_has_whole_lines_and_says_so() {
    // On the first board, the time is too short to list all closed tours. On the second board, the time is too short to
    // find even one closed tour.
    for board in ["6x8", "20x20"] {
        let output = run(&format!("count {board} --closed --list --limit 1s"));
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(4), "{text}");
        assert!(text.contains("error: the list is incomplete: ") && text.contains(" found within 1s\n"), "{text}");
        assert!(text.contains("hint: give it more time with --limit, or leave out --limit\n"), "{text}");
        let list = String::from_utf8(output.stdout).unwrap();
        assert!(list.is_empty() || list.ends_with('\n'), "{board}");
        assert!(list.lines().all(|line| line.split(' ').count() == 48), "{board}");
    }
    let folder = Folder::new();
    refused(&run(&format!("count 6x8 --closed --list --limit 1s -o {}", folder.path("list.txt").display())), 4);
    assert!(folder.names().is_empty(), "an incomplete list is left");
    // If a board has no tour, its list of tours is empty, and no search is needed.
    assert_eq!(answer("count 9x9 --closed --list"), "");
}

#[test]
fn tours_with_several_reflections_are_counted_once() {
    let folder = Folder::new();
    // The expected numbers are from lists of all tours. A program that shares no code with courser counted the
    // symmetric tours in these lists.
    for (leaper, mirror, rows) in [
        // The board has 227 tours. Eleven tours are symmetric under one reflection of the board, and seven under the
        // other. One tour is symmetric under both.
        ("knight", 17, "#....# #....# ...... #.##.# ...... #....# #....#"),
        ("knight", 134, "#....# .#..#. ...... ...... .#..#. #....#"),
        ("knight", 8, "##.##.## ###..### .##..##. #......# #......# .##..##. ###..### ##.##.##"),
        ("wazir", 82, "...... ...... ...... ...... ...... ......"),
        // Each of these boards has only one tour, which is symmetric under all four reflections.
        ("wazir", 1, "#....# ..##.. .####. .####. ..##.. #....#"),
        ("1,4", 1, "#..#..# ....... ..###.. #.###.# ..###.. ....... #..#..#"),
    ] {
        let file = folder.file("board.txt", format!("{}\n", rows.replace(' ', "\n")));
        let arguments = ["--leaper", leaper, "--closed", "--symmetry", "mirror"];
        let output = courser().args(["count", "--board"]).arg(file).args(arguments).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{mirror}\n"), "{rows}: {}", stderr(&output));
    }
}

#[test]
fn wrong_input_is_refused() {
    for (arguments, part) in [
        ("", "BOARD"),
        ("8x", "is not a size of boards"),
        ("0x8", "each side is 1 to"),
        ("99999x99999", "no count goes through"),
        ("8x8 --open --closed", "cannot be used"),
        ("8x8 --closed --start a1", "cannot be used"),
        ("8x8 --start i1", "there is no file i"),
        ("8x8 --start a1 --end a1", "does not end where it starts"),
        ("8x8 --up-to-symmetry --open", "--up-to-symmetry counts closed tours only"),
        ("8x8 --up-to-symmetry --start a1", "hint: leave out --open, --start and --end"),
        ("8x8 --symmetry half-turn --open", "--symmetry counts closed tours only"),
        ("8x8 --up-to-symmetry --with a1-b3", "without forced or forbidden moves"),
        ("8x8 --symmetry half-turn --shard 0/2", "cannot be used"),
        ("8x8 --symmetry half-turn --with a1-b3", "hint: leave out --with and --without"),
        ("8x8 --symmetry third-turn", "third-turn"),
        ("8x8 --shard 2/2", "the last 1/2"),
        ("8x8 --shard 0", "is not a shard"),
        ("8x8 --layers d", "--shard"),
        ("8x8 --shard 0/2 --layers d --disk d", "cannot be used"),
        ("8x8 --shard 0/2 --csv", "--csv"),
        ("8x8 --shard 0/2 --format csv", "the result of a shard is JSON"),
        ("8x8 --shard 0/2 -o part.csv", "the result of a shard is JSON"),
        ("8x8 merge part.json", "merge"),
        ("merge", "PART"),
        ("8x8 --list --json", "use --format csv"),
        ("8x8 --disk d --up-to-symmetry", "cannot be used"),
        ("8x8,9 --disk d", "are for one board"),
        ("8x8,9 --shard 0/2", "are for one board"),
        ("known soon", "soon"),
    ] {
        let text = refused(&run(&format!("count {arguments}")), 2);
        assert!(text.contains(part), "{arguments}: {text}");
    }
}

/// Starts a count that stores its layers in the folder `kept`, and kills the count as soon as `is_there` returns true.
/// If the count ends before this moment, starts another count.
fn killed_once(arguments: &[&str], kept: &Path, is_there: &dyn Fn() -> bool) {
    for _ in 0..20 {
        let mut child =
            Command::new(assert_cmd::cargo::cargo_bin!("courser")).args(arguments).arg(kept).spawn().unwrap();
        while !is_there() && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        if child.wait().unwrap().code().is_none() && is_there() {
            return;
        }
    }
    panic!("every run ended before it was killed");
}

#[test]
fn a_count_on_a_disk_that_was_killed_goes_on_from_its_last_layer() {
    let folder = Folder::new();
    let kept = folder.path("kept");
    let arguments = ["count", "7x8", "--closed", "--disk"];
    // A layer of about a megabyte is one of the last layers. The count is killed as soon as a layer has this size.
    let has_begun = || std::fs::metadata(kept.join("upper.blocks-0")).is_ok_and(|file| file.len() >= 1 << 20);
    killed_once(&arguments, &kept, &has_begun);
    let whole = std::fs::read(kept.join("upper.index")).unwrap();
    std::fs::write(kept.join("upper.index"), &whole[..whole.len() - 1]).unwrap();
    let again = || courser().args(arguments).arg(&kept).output().unwrap();
    refused_for(&again(), 2, "the checkpoint is damaged");
    std::fs::write(kept.join("upper.index"), whole).unwrap();
    let output = again();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "34524432316\n", "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(&kept).unwrap().count(), 0, "what was half written is gone as well");
    let output = courser().args(["count", "14x14", "--closed", "--disk"]).arg(kept.join("new/inner")).output().unwrap();
    refused_for(&output, 3, "with its layers on a disk this count takes about");
    assert_eq!(std::fs::read_dir(&kept).unwrap().count(), 0, "the folders that it created are gone");
    let output = courser().args(["count", "6x8", "--closed", "--disk", "/dev/null"]).output().unwrap();
    refused_for(&output, 2, "or choose a folder that may be written to");
    // A non-empty file with the name of the lock does not belong to courser.
    std::fs::write(kept.join("lock"), "a diary").unwrap();
    let output = courser().args(arguments).arg(&kept).output().unwrap();
    refused_for(&output, 2, "this is not a file of this count");
    assert_eq!(std::fs::read_to_string(kept.join("lock")).unwrap(), "a diary");
}

#[test]
fn what_cannot_be_is_counted_at_once() {
    // Earlier versions ran forever on these boards, or rejected them because the counts needed too much memory.
    for (arguments, number) in [
        ("1x1000000", "0"),
        ("2x100000", "0"),
        ("2x100000 --open", "0"),
        ("1x65535 --start a1", "0"),
        ("5x18 --leaper 1,4", "0"),
        ("5x18 --leaper 1,4 --directed", "0"),
        ("9x9", "0"),
        ("4x200 --up-to-symmetry", "0"),
        ("20x20 --symmetry quarter-turn", "0"),
        ("30x40 --symmetry mirror", "0"),
        ("1x1000000 --leaper 0,1", "0"),
        ("2x3000 --leaper 0,1", "1"),
        ("2x3000 --leaper 0,1 --up-to-symmetry", "1"),
        ("3000x2 --leaper 0,1 --up-to-symmetry", "1"),
    ] {
        assert_eq!(answer(&format!("count {arguments} --quiet")), format!("{number}\n"), "{arguments}");
    }
    let classes = answer("count 3x100 --up-to-symmetry --quiet");
    let all = answer("count 3x100 --closed --quiet");
    let [classes, all] = [classes, all].map(|text| text.trim().parse::<courser::count::BigUint>().unwrap());
    // Nearly all classes consist of four tours.
    assert!(&all / 4_u32 < classes && classes < &all / 3_u32, "{classes} classes of {all}");
}

#[test]
fn what_is_ruled_out_has_no_tour() {
    use courser::board::{Board, Kind, Square, TourSpec};
    use courser::count::{CountOptions, CountTask, Tours};
    use courser::solve::existence::{Existence, decide};
    let mut seen = [0, 0];
    for leaper in ["knight", "wazir", "1,1", "0,2", "1,3", "2,3", "1,4", "2,2"] {
        for (rows, cols) in (1..=5).flat_map(|rows| (1..=6).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).unwrap().with_leaper(leaper.parse().unwrap());
            let squares: Vec<Square> = board.squares().collect();
            let holed = |holes: &[usize]| {
                let holes = holes.iter().filter_map(|&at| squares.get(at).copied());
                board.clone().with_holes(holes).ok().filter(|board| board.playable() > 0)
            };
            let boards = [&[][..], &[0], &[squares.len() / 2], &[1, 5, 7]].map(holed);
            for board in boards.into_iter().flatten().filter(|board| board.playable() <= 16) {
                let first = board.squares().next();
                let last = board.squares().last().filter(|&last| Some(last) != first);
                let open = [(None, None), (first, None), (None, last), (first, last)];
                let all = open.map(|(start, end)| (Tours::Open { start, end }, Kind::Open, start, end));
                for (tours, kind, start, end) in all.into_iter().chain([(Tours::Closed, Kind::Closed, None, None)]) {
                    let spec = TourSpec::new(&board, kind, start, end).unwrap();
                    let is_out = matches!(decide(&spec), Existence::None(_));
                    let task = CountTask::new(board.clone(), tours).unwrap();
                    let mut found = false;
                    courser::count::tours(&task, &CountOptions::default(), &mut |_| {
                        found = true;
                        std::ops::ControlFlow::Break(())
                    })
                    .unwrap();
                    assert!(!(is_out && found), "{board:?} {tours:?} has a tour");
                    let number = courser::count::count(&task, &CountOptions::default()).unwrap();
                    assert_eq!(number > 0_u32.into(), found, "{board:?} {tours:?}");
                    seen[usize::from(is_out)] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
}

#[test]
fn a_list_is_written_as_a_table_too() {
    let folder = Folder::new();
    let text = answer("count 3x4 --open --list");
    let table = answer("count 3x4 --open --list --format csv");
    let rows: Vec<String> = text.lines().enumerate().map(|(at, line)| format!("{},{line}\n", at + 1)).collect();
    assert_eq!(table, format!("tour,squares\n{}", rows.concat()));
    for (name, expected) in [("list.csv", &table), ("list.txt", &text), ("list", &text)] {
        let path = folder.path(name);
        courser().args(["count", "3x4", "--open", "--list", "-o"]).arg(&path).assert().success().stdout("");
        assert_eq!(&std::fs::read_to_string(path).unwrap(), expected);
    }
    refused(&run("count 3x4 --open --list --format json"), 2);
    refused(&run("count 3x4 --open --list -o list.png"), 2);
}

#[test]
fn a_margin_of_holes_changes_no_number() {
    let folder = Folder::new();
    let boards = [("....##\n", 3, "right of 3x4"), ("......####\n", 6, "right of 6x6")];
    let [narrow, wide] = boards.map(|(row, rows, name)| folder.file(name, row.repeat(rows)));
    let above = |holes: usize, rows: usize, cols: usize| {
        let text = format!("{}\n", "#".repeat(cols)).repeat(holes) + &format!("{}\n", ".".repeat(cols)).repeat(rows);
        folder.file(&format!("above {rows}x{cols}"), &text)
    };
    let (five, four) = (above(4, 5, 6), above(3, 4, 3));
    for (board, arguments, number) in [
        (&narrow, "--open", "8"),
        (&narrow, "--open --directed", "16"),
        (&narrow, "--start a3", "2"),
        (&wide, "--closed", "9862"),
        (&wide, "--closed --directed", "19724"),
        (&wide, "--start a1", "524486"),
        (&wide, "--up-to-symmetry", "1245"),
        (&wide, "--symmetry half-turn", "78"),
        (&five, "--open", "18784"),
        (&five, "--start a5 --end d3", "26"),
        (&four, "--open", "8"),
    ] {
        let output =
            courser().args(["count", "--board"]).arg(board).args(arguments.split_whitespace()).output().unwrap();
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(found, format!("{number}\n"), "{board:?} {arguments}: {}", stderr(&output));
    }
}

#[test]
fn a_range_of_boards_has_the_numbers_of_each() {
    for (range, boards, arguments) in [
        ("6x1..=9", (1..=9).map(|cols| format!("6x{cols}")).collect::<Vec<_>>(), "--closed"),
        ("1..=8x5", (1..=8).map(|rows| format!("{rows}x5")).collect(), "--open"),
        ("3..=7x6", (3..=7).map(|rows| format!("{rows}x6")).collect(), "--start a1"),
        ("4x3..=9", (3..=9).map(|cols| format!("4x{cols}")).collect(), "--open --directed"),
        ("4,3x10,5x6..=8", ["4x4", "3x10", "5x6", "5x7", "5x8"].map(str::to_owned).to_vec(), "--closed"),
        ("3x10..=12", ["3x10", "3x11", "3x12"].map(str::to_owned).to_vec(), "--up-to-symmetry"),
        ("6x5..=7", ["6x5", "6x6", "6x7"].map(str::to_owned).to_vec(), "--symmetry mirror"),
        ("5x3..=7", ["5x3", "5x4", "5x5", "5x6", "5x7"].map(str::to_owned).to_vec(), "--open --leaper zebra"),
    ] {
        let table = answer(&format!("count {range} {arguments} --quiet"));
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        let one = |board: &String| answer(&format!("count {board} {arguments} --quiet")).trim().to_owned();
        let expected: Vec<[String; 2]> = boards.iter().map(|board| [board.clone(), one(board)]).collect();
        assert_eq!(rows, expected, "{range} {arguments}");
        let csv = answer(&format!("count {range} {arguments} --quiet --format csv"));
        let numbers: Vec<&str> = csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap()).collect();
        assert_eq!(numbers, expected.iter().map(|row| &row[1]).collect::<Vec<_>>());
        let json: serde_json::Value =
            serde_json::from_str(&answer(&format!("count {range} {arguments} --quiet --json"))).unwrap();
        let numbers: Vec<&str> = json.as_array().unwrap().iter().map(|row| row["count"].as_str().unwrap()).collect();
        assert_eq!(numbers, expected.iter().map(|row| &row[1]).collect::<Vec<_>>());
    }
    let folder = Folder::new();
    let path = folder.path("counts.csv");
    courser().args(["count", "3x10..=12", "--closed", "-o"]).arg(&path).assert().success().stdout("");
    let table = std::fs::read_to_string(path).unwrap();
    assert_eq!(
        table,
        "rows,cols,kind,directed,symmetry,count\n3,10,closed,false,false,16\n3,11,closed,false,false,0\n3,12,closed,false,false,176\n"
    );
    for arguments in ["6x1..=9 --list", "6x9..=1", "5x1..=9 --start z9"] {
        refused(&run(&format!("count {arguments}")), 2);
    }
}

#[test]
fn a_count_that_takes_long_says_so_first() {
    let mut child = Command::new(courser().get_program())
        .args(["count", "6x1..=400", "--closed"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let announced = lines.map_while(Result::ok).find(|line| line.contains("this takes about "));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(announced.is_some_and(|line| line.starts_with("note: ") && line.contains("longer")));
}

#[test]
fn tours_are_counted_by_the_moves_that_they_use() {
    let table = answer("count 6x6 --closed --by move --format csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows[0][..3].join(" "), rows.len()), ("from to count".into(), 81));
    let sum: u64 = rows[1..].iter().map(|row| row[2].parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 36 * 9862);
    assert!(table.contains("a6,b4,9862,1.000000\n"), "{table}");
    let json: serde_json::Value = serde_json::from_str(&answer("count 5x6 --closed --by move --json")).unwrap();
    assert_eq!((&json["count"], json["moves"][0]["share"].as_f64()), (&"8".into(), Some(1.0)));
    let folder = Folder::new();
    for (name, head) in [("moves.svg", &b"<svg"[..]), ("moves.png", b"\x89PNG")] {
        let file = folder.path(name);
        answer(&format!("count 5x6 --closed --by move -o {}", file.display()));
        assert!(std::fs::read(file).unwrap().starts_with(head), "{name}");
    }
    refused_for(&run("count 5x5..=7 --closed --by move"), 2, "for one board");
}

#[test]
fn tours_are_counted_by_the_number_of_moves_of_a_direction() {
    let table = answer("count 6x6 --closed --by slope --format csv");
    assert_eq!(table.lines().next(), Some("moves,\"1,2\",\"2,1\",\"2,-1\",\"1,-2\""), "{table}");
    let column = |at: usize| -> u64 {
        table.lines().skip(1).map(|line| line.split(',').nth(at).unwrap().parse::<u64>().unwrap()).sum()
    };
    assert_eq!([1, 2, 3, 4].map(column), [9862; 4]);
    let text = answer("count 5x6 --closed --by slope");
    assert!(text.starts_with("moves   ") && text.lines().count() > 2, "{text}");
}
