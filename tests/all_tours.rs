//! Tests the sampling and the numbering of all tours of a board.

use crate::command::{Folder, answer, courser, refused, refused_for, run};

#[test]
fn a_number_and_its_tour_are_inverse_on_the_command_line() {
    for (kind, check, number, count) in [
        ("6x6 --closed", "", "0", "9862"),
        ("6x6 --closed", "", "9861", "9862"),
        ("5x6 --open", "--open", "12345", "18784"),
        ("5x5 --open", "", "863", "864"),
        ("4x4 --leaper wazir --closed", "", "5", "6"),
    ] {
        let tour = answer(&format!("sample {kind} --number {number} --format json"));
        let judged =
            courser().args(["check", "-", "--number"]).args(check.split_whitespace()).write_stdin(tour).output();
        let text = String::from_utf8(judged.unwrap().stdout).unwrap();
        assert_eq!(text.lines().last(), Some(&*format!("number {number} of {count}")), "{kind}");
    }
}

#[test]
fn the_order_of_tours_is_that_of_the_docs() {
    // If this test fails, tours have other numbers than before, and tour numbers that users have stored are invalid.
    let tour = answer("sample 6x6 --closed --number 1234 --format moves");
    assert_eq!(tour, TOUR_1234);
    assert_eq!(answer("sample 6x6 --closed --samples 3 --seed 4").lines().next(), Some(FIRST_OF_SEED_4));
}

const TOUR_1234: &str =
    "a6 c5 e6 f4 d5 f6 e4 f2 d1 b2 d3 e1 f3 e5 c6 a5 b3 a1 c2 a3 c4 b6 a4 c3 b1 d2 f1 e3 f5 d6 b5 d4 e2 c1 a2 b4\n";
const FIRST_OF_SEED_4: &str =
    "a6 c5 e6 f4 e2 c1 a2 c3 a4 b6 d5 f6 e4 f2 d3 e1 f3 e5 c6 a5 c4 b2 d1 e3 f1 d2 b1 a3 b5 d6 f5 d4 b3 a1 c2 b4";

#[test]
fn drawn_tours_begin_and_end_where_they_should() {
    for (kind, first, last) in [
        ("5x5 --start c3", Some("c3"), None),
        ("5x5 --end a1", None, Some("a1")),
        ("5x6 --start a1 --end b3", Some("a1"), Some("b3")),
    ] {
        for seed in 0..3 {
            let tour = answer(&format!("sample {kind} --seed {seed} --format moves"));
            let squares: Vec<&str> = tour.split_whitespace().collect();
            assert!(first.is_none_or(|first| squares[0] == first), "{kind}: {tour}");
            assert!(last.is_none_or(|last| squares[squares.len() - 1] == last), "{kind}: {tour}");
        }
    }
}

#[test]
fn many_tours_are_lines_or_one_array() {
    let folder = Folder::new();
    let lines = answer("sample 5x6 --closed --samples 40 --seed 3");
    let verdicts = courser().args(["check", "-", "--size", "5x6", "--closed"]).write_stdin(lines.clone()).output();
    assert_eq!(String::from_utf8(verdicts.unwrap().stdout).unwrap(), "closed tour\n".repeat(40));
    let file = folder.path("tours.npy");
    answer(&format!("sample 5x6 --closed --samples 40 --seed 3 -o {}", file.display()));
    let bytes = std::fs::read(file).unwrap();
    let (head, visits) = bytes.split_at(bytes.len() - 40 * 30);
    let head = String::from_utf8_lossy(head);
    assert!(head.contains("'descr': '<u1'") && head.contains("'shape': (40, 5, 6)"), "{head}");
    for (tour, line) in visits.chunks(30).zip(lines.lines()) {
        for (visit, name) in (1..).zip(line.split(' ')) {
            let (col, row) = (name.as_bytes()[0] - b'a', b'5' - name.as_bytes()[1]);
            assert_eq!(tour[usize::from(row) * 6 + usize::from(col)], visit, "{name} of {line}");
        }
    }
    assert_eq!(answer("sample 5x6 --open --samples 7 --format none"), "7 tours of 5x6, all checked\n");
}

#[test]
fn layers_in_a_file_give_the_same_tours() {
    let folder = Folder::new();
    let file = folder.path("kept.layers");
    let command = format!("sample 5x6 --closed --seed 9 --layers {}", file.display());
    let first = answer(&command);
    assert!(file.exists());
    assert_eq!([answer(&command), answer("sample 5x6 --closed --seed 9")], [first.clone(), first]);
    let refused_again = |words: &str| refused_for(&run(&command), 2, words);
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&file, &bytes).unwrap();
    refused_again("damaged");
    std::fs::write(&file, &bytes[..middle]).unwrap();
    refused_again("damaged");
    std::fs::remove_file(&file).unwrap();
    answer(&command);
    let other = format!("sample 6x6 --closed --layers {}", file.display());
    refused_for(&run(&other), 2, "kept.layers: the layers are of another board, or of other tours");
    let mut longer = std::fs::read(&file).unwrap();
    longer.push(0);
    std::fs::write(&file, longer).unwrap();
    refused_again("damaged");
    // A file that courser has not written must not be deleted.
    for content in ["", "a1 c2", "a1 c2 a1 c2 a1 c2 a1 c2 a1 c2 a1 c2 a1 c2"] {
        std::fs::write(&file, content).unwrap();
        let said = refused(&run(&command), 2);
        assert!(said.contains("kept.layers: the file has no layers") && !said.contains("delete"), "{said}");
    }
    assert_eq!(folder.names(), ["kept.layers"]);
    let said = refused(&run(&format!("sample 5x6 --closed --layers {}", folder.path("").display())), 2);
    assert!(said.contains("this is a folder") && !said.contains("delete"), "{said}");
    for command in ["sample 5x6 --closed --layers -", "check - --number --layers -"] {
        let output = courser().args(command.split(' ')).write_stdin(answer("tour 5x6 --closed")).output();
        refused_for(&output.unwrap(), 2, "layers are kept in a file");
    }
    let twice = folder.path("twice.npy").display().to_string();
    refused_for(&run(&format!("sample 5x6 --closed --samples 2 --layers {twice} -o {twice}")), 2, "is named twice");
    assert_eq!(folder.names(), ["kept.layers"]);
}

#[test]
fn what_cannot_be_drawn_or_numbered_is_refused() {
    for (command, code, words) in [
        ("sample 6x6 --closed --number 9862", 2, "numbered from 0 to 9861"),
        ("sample 6x6 --closed --number -1", 2, "a whole number is expected"),
        ("sample 6x6 --closed --number 1e3", 2, "a whole number is expected"),
        ("sample 6x6 --closed --number 99999999999999999999999999999999999999999999", 2, "there is no tour"),
        ("sample 5x5 --closed", 1, "25 squares"),
        // The memory is not estimated for boards without a tour.
        ("sample 9x9", 1, "81 squares"),
        ("sample 11x11", 1, "121 squares"),
        ("sample 13x13 --number 3", 1, "169 squares"),
        ("sample 9x9 --samples 3", 1, "81 squares"),
        ("sample 9x9 --layers layers", 1, "81 squares"),
        ("sample stats 9x9", 1, "81 squares"),
        ("sample stats 9x9 --exact", 1, "81 squares"),
        ("sample 21x21", 1, "441 squares"),
        ("sample 4x100", 1, "Schwenk"),
        ("sample 4x100 --with a1-b3", 1, "Schwenk"),
        ("sample 3x100", 3, "a number of partial tours exceeds 64 bits\n"),
        ("sample 20x20 --closed", 2, "too wide"),
        ("sample 12x12 --closed", 3, "of memory"),
        ("sample 6x6 --open --samples 0", 2, "must be at least 1"),
        ("sample 6x6 --open --samples 3 -o tours.csv", 2, "only as moves"),
        ("sample 6x6 --open --rule pohl", 2, "unexpected argument"),
        ("sample 6x6 --number 3 --samples 2", 2, "cannot be used with"),
        ("sample 6x6 --number 3 --seed 2", 2, "cannot be used with"),
        ("sample 1x1 --open", 2, "single square"),
    ] {
        refused_for(&run(command), code, words);
    }
    let folder = Folder::new();
    let file = folder.path("tours.npy");
    let many = format!("sample 6x6 --closed --samples 9000000000000000 -o {}", file.display());
    refused_for(&run(&many), 3, "cannot write");
    assert!(folder.names().is_empty(), "half an array is left");
}

#[test]
fn a_tour_uses_the_moves_that_it_must_and_no_other_that_it_may_not() {
    for (kind, moves) in [
        ("tour 8x8 --closed", "--with d4-e6,c2-e1 --without e4-f6"),
        ("tour 8x8 --closed --start h8", "--with a4-c5,c5-d7"),
        ("tour 6x6 --start a1", "--with c3-d5 --without a1-b3"),
        ("tour 6x6 --end a1", "--with c3-d5"),
        ("tour 7x7", "--without d4-e6,d4-f5"),
        ("tour 20x20 --closed", "--with k10-l12,k10-i9"),
        ("tour 20x20 --start a1 --end t1", "--with k10-l12"),
        ("sample 6x6 --closed", "--with c3-d5"),
        ("sample 6x6 --closed --number 5", "--without c3-d5"),
        ("tour 6x6", "--with d2-b1"),
        ("tour 4x3", "--without a2-c3"),
        ("tour 3x7", "--with e1-f3"),
        ("tour 9x9", "--with a1-b3"),
        // A closed tour whose ends are both given must contain the move between them.
        ("tour 6x6 --closed --start c5 --end e4", "--with c3-d5"),
    ] {
        let tour = answer(&format!("{kind} {moves} --format moves"));
        let mut squares: Vec<&str> = tour.split_whitespace().collect();
        if kind.contains("--closed") {
            squares.push(squares[0]);
        }
        let uses = |text: &str| {
            let (a, b) = text.split_once('-').unwrap();
            squares.windows(2).any(|two| two == [a, b] || two == [b, a])
        };
        let (with, without) = moves.split_once("--without ").unwrap_or((moves, ""));
        let with = with.trim().strip_prefix("--with ").unwrap_or("");
        assert!(with.split(',').filter(|text| !text.is_empty()).all(uses), "{kind} {moves}: {tour}");
        assert!(!without.split(',').filter(|text| !text.is_empty()).any(uses), "{kind} {moves}: {tour}");
        let start = kind.split("--start ").nth(1).map(|rest| &rest[..2]);
        assert!(start.is_none_or(|start| squares[0] == start), "{kind}: {tour}");
        let end = kind.split("--end ").nth(1).map(|rest| &rest[..2]);
        let last = squares[squares.len() - 1 - usize::from(kind.contains("--closed"))];
        assert!(end.is_none_or(|end| last == end), "{kind} {moves}: {tour}");
    }
}

#[test]
fn a_tour_with_any_moves_of_a_tour_and_without_any_others_is_found() {
    let mut dice = 1_u32;
    let mut roll = |below: usize| {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (dice >> 8) as usize % below
    };
    for (size, kind) in
        ["4x3", "3x7", "5x5", "6x6", "5x6", "7x5"].into_iter().flat_map(|size| [(size, ""), (size, "--closed")])
    {
        let planted = run(&format!("tour {size} {kind} --seed {} --format moves", roll(1000)));
        let planted = String::from_utf8(planted.stdout).unwrap();
        let mut squares: Vec<&str> = planted.split_whitespace().collect();
        if squares.is_empty() {
            continue;
        }
        squares.extend(squares.first().copied().filter(|_| !kind.is_empty()));
        let used: Vec<String> = squares.windows(2).map(|two| format!("{}-{}", two[0], two[1])).collect();
        let edges = answer(&format!("graph export {size} --format csv"));
        let others: Vec<String> = edges
            .lines()
            .skip(1)
            .filter_map(|row| row.split(',').find(|field| field.contains('-')).map(str::to_owned))
            .filter(|text| {
                let (a, b) = text.split_once('-').unwrap();
                !used.contains(&format!("{a}-{b}")) && !used.contains(&format!("{b}-{a}"))
            })
            .collect();
        assert!(!others.is_empty(), "{edges}");
        for _ in 0..4 {
            let with: Vec<&str> = used.iter().map(String::as_str).filter(|_| roll(5) == 0).collect();
            let without: Vec<&str> = others.iter().map(String::as_str).filter(|_| roll(4) == 0).collect();
            let moves = [("--with", with), ("--without", without)].into_iter().filter(|(_, moves)| !moves.is_empty());
            let moves: Vec<String> = moves.map(|(option, moves)| format!("{option} {}", moves.join(","))).collect();
            answer(&format!("tour {size} {kind} {} --format moves", moves.join(" ")));
        }
    }
}

#[test]
fn moves_that_contradict_each_other_are_refused() {
    for command in ["count 6x6 --closed", "tour 6x6 --closed"] {
        for (moves, words) in [
            ("--with a1-b2", "a1-b2 is not a move"),
            ("--with a1", "'a1' is not a move"),
            ("--without a1-z9", "z9 is outside"),
            ("--with a1-b3 --without b3-a1", "both forced and forbidden"),
            ("--with c3-a2,c3-a4,c3-b1", "3 forced moves of c3"),
            ("--with c3-e4,e4-d6,d6-b5,b5-c3", "make a cycle"),
        ] {
            refused_for(&run(&format!("{command} {moves}")), 2, words);
        }
    }
    refused_for(&run("tour 6x6 --closed --without a1-b3"), 1, "no closed tour with these moves");
    // Moves are checked on boards of any size, including boards that are too large for a count.
    refused_for(&run("tour 1200x1200 --closed --with a1-b2"), 2, "a1-b2 is not a move");
    refused_for(
        &run("tour 6x6 --closed --with a1-b3 --method mosaic"),
        2,
        "--with is not an option of the method mosaic",
    );
    let closing = "tour 6x6 --closed --start c5 --end e4 --without c5-e4";
    refused_for(&run(closing), 1, "no closed tour from c5 to e4 with these moves: it contains the move c5-e4");
    refused_for(&run("count 6x6 --up-to-symmetry --with a1-b3"), 2, "leave out --with and --without");
    assert_eq!(answer("count 6x6 --closed --without a1-b3"), "0\n");
    assert_eq!(answer("count 6x6 --closed --with a1-b3,a1-c2"), "9862\n");
}

#[test]
fn a_census_has_the_means_of_all_tours() {
    let json = |command: &str| -> serde_json::Value { serde_json::from_str(&answer(command)).unwrap() };
    let census = json("sample stats 6x6 --closed --samples 4000 --seed 5 --json");
    assert_eq!((&census["count"], &census["samples"]), (&"9862".into(), &4000.into()));
    // The means of the sample must agree, within four standard errors, with the means of all tours in the complete
    // list.
    let list = answer("count 6x6 --closed --list");
    let measured = courser().args(["check", "-", "--size", "6x6", "--measure", "--json"]).write_stdin(list).output();
    let all: Vec<serde_json::Value> = serde_json::from_slice(&measured.unwrap().stdout).unwrap();
    assert_eq!(all.len(), 9862);
    let measure = |name: &str| census["measures"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    for name in ["turns", "crossings"] {
        let sum: f64 = all.iter().map(|one| one["measures"][name].as_f64().unwrap()).sum();
        let [mean, error] = ["mean", "error"].map(|part| measure(name)[part].as_f64().unwrap());
        assert!((mean - sum / 9862.0).abs() < 4.0 * error, "{name}: {mean} by the census, {}", sum / 9862.0);
        assert!(error > 0.0 && error < 0.1, "{name}: {error}");
    }
    // `--exact` computes each average by counting the tours that contain certain pairs of moves. Each exact average
    // must equal the average over the tours in `list`.
    let exact = json("sample stats 6x6 --closed --exact --json");
    for one in exact["measures"].as_array().unwrap() {
        let name = one["name"].as_str().unwrap();
        let of = |tour: &serde_json::Value| match name.strip_prefix("angle ") {
            Some(angle) => tour["measures"]["angles"][angle].as_u64().unwrap_or(0),
            None => tour["measures"][name].as_u64().unwrap(),
        };
        let (part, whole) = one["fraction"].as_str().unwrap().split_once('/').unwrap();
        let [part, whole] = [part, whole].map(|number| number.parse::<u64>().unwrap());
        assert_eq!(part * (9862 / whole), all.iter().map(of).sum::<u64>(), "{name}");
        let [mean, error] = ["mean", "error"].map(|part| measure(name)[part].as_f64().unwrap());
        assert!((mean - one["mean"].as_f64().unwrap()).abs() < 4.0 * error, "{name}: {mean}");
    }
    assert!(exact["measures"].as_array().unwrap().len() > 5, "{exact}");
    assert!(answer("sample stats 5x5 --open --exact --format csv").starts_with("measure,mean,fraction\n"));
    refused_for(&run("sample stats 5x5 --closed --exact"), 1, "a 5x5 board has no closed tour");
    refused_for(&run("sample stats 6x6 --exact --samples 50"), 2, "cannot be used with");
    // In a closed tour, every move has a direction and every square has an angle.
    let sum = |prefix: &str| -> f64 {
        let of = census["measures"].as_array().unwrap().iter();
        of.filter(|one| one["name"].as_str().unwrap().starts_with(prefix))
            .map(|one| one["mean"].as_f64().unwrap())
            .sum()
    };
    assert!((sum("moves ") - 36.0).abs() < 1e-9 && (sum("angle ") - 36.0).abs() < 1e-9);
    let straight = measure("angle 180")["mean"].as_f64().unwrap();
    assert!((straight + measure("turns")["mean"].as_f64().unwrap() - 36.0).abs() < 1e-9);
    let folder = Folder::new();
    for (name, options, head) in [
        ("turns.svg", "--histogram turns ", &b"<svg"[..]),
        ("turns.png", "--histogram turns ", b"\x89PNG"),
        ("all.csv", "", b"measure,value,tours"),
    ] {
        let file = folder.path(name);
        answer(&format!("sample stats 5x5 --open --samples 100 {options}-o {}", file.display()));
        assert!(std::fs::read(file).unwrap().starts_with(head), "{name}");
    }
    let histogram = answer("sample stats 5x6 --closed --samples 50 --histogram crossings");
    assert_eq!(
        histogram.lines().map(|line| line.split_whitespace().nth(1).unwrap().parse::<u32>().unwrap()).sum::<u32>(),
        50
    );
    refused_for(&run("sample stats 5x6 --closed --samples 50 --histogram height"), 2, "not a measure");
    // If no measure is selected, the sheet shows all measures.
    let sheet = folder.path("sheet.svg");
    answer(&format!("sample stats 5x6 --closed --samples 50 -o {}", sheet.display()));
    let sheet = std::fs::read_to_string(sheet).unwrap();
    for name in ["turns", "crossings", "area", "moves 1,2"] {
        assert!(sheet.contains(&format!("aria-label=\"{name}\"")), "{name}");
    }
    refused_for(&run("sample stats 5x5 --closed --samples 50"), 1, "--open");
    refused_for(&run("sample stats 6x6 --closed --samples 50 --without a1-b3"), 1, "leave out some of the moves");
}

#[test]
fn an_open_tour_whose_ends_are_a_move_apart_is_measured_as_an_open_one() {
    let json = |command: &str| -> serde_json::Value { serde_json::from_str(&answer(command)).unwrap() };
    let sampled = json("sample stats 3x10 --start e3 --samples 4000 --seed 5 --json");
    let exact = json("sample stats 3x10 --start e3 --exact --json");
    let measure = |census: &serde_json::Value, name: &str| -> Option<serde_json::Value> {
        census["measures"].as_array().unwrap().iter().find(|one| one["name"] == name).cloned()
    };
    // The two ends of an open tour are not turns, so an open tour of 30 squares has at most 28 turns.
    let turns = measure(&sampled, "turns").unwrap();
    assert!(turns["maximum"].as_f64().unwrap() <= 28.0, "{turns}");
    for name in ["turns", "crossings"] {
        let of = |census, part: &str| measure(census, name).unwrap()[part].as_f64().unwrap();
        let apart = (of(&sampled, "mean") - of(&exact, "mean")).abs();
        assert!(apart < 4.0 * of(&sampled, "error"), "{name}: {sampled} {exact}");
    }
    assert_eq!([measure(&sampled, "area"), measure(&sampled, "symmetric")], [None, None]);
    assert_eq!((&sampled["kind"], &sampled["start"]), (&"open".into(), &serde_json::json!([0, 4])));
}

#[test]
fn an_answer_says_which_tours_were_asked_for() {
    let exact = answer("sample stats 6x6 --closed --with c3-d5 --without d1-e3 --exact");
    let first = exact.lines().next().unwrap();
    assert!(first.ends_with(" tours of 6x6 with d5-c3 without e3-d1"), "{first}");
    let first = answer("sample stats 5x5 --start a1 --end e5 --samples 50");
    assert!(first.starts_with("50 of 56 tours of 5x5 from a1 to e5\n"), "{first}");
    for command in [
        "count 6x6 --closed --with c3-d5 --without d1-e3 --json",
        "count 6x6 --closed --with c3-d5 --without d1-e3 --by move --format json",
        "sample stats 6x6 --closed --with c3-d5 --without d1-e3 --samples 50 --json",
    ] {
        let said: serde_json::Value = serde_json::from_str(&answer(command)).unwrap();
        assert_eq!(said["kind"], "closed", "{command}: {said}");
        assert_eq!(said["with"], serde_json::json!([[[1, 3], [3, 2]]]), "{command}: {said}");
        assert_eq!(said["without"], serde_json::json!([[[3, 4], [5, 3]]]), "{command}: {said}");
    }
}

#[test]
fn a_measure_that_there_is_not_is_refused_before_the_work() {
    // The error must be reported before the layers are computed.
    let text = refused(&run("sample stats 20x20 --closed --histogram nonsense"), 2);
    assert!(text.contains("'nonsense' is not a measure") && text.contains("angle 127, "), "{text}");
    refused_for(&run("sample stats 20x20 --closed --histogram turns"), 2, "too wide");
    refused_for(&run("sample stats 5x5 --open --histogram area"), 2, "not a measure");
    // The measure `moves 2,1` is accepted. Its value is 0 in every tour that has no move in the direction 2,1.
    let command = ["sample", "stats", "3x4", "--open", "--samples", "50", "--histogram", "moves 2,1"];
    let shown = courser().args(command).output().unwrap();
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
}

#[test]
fn a_board_too_wide_for_layers_is_told_how_wide_it_may_be() {
    refused_for(
        &run("sample stats 10x10 --leaper 2,3 --open --samples 50"),
        2,
        "for this leaper the shorter side has at most 9",
    );
    refused_for(&run("sample stats 15x15 --open --samples 50"), 2, "for the knight the shorter side has at most 14");
}

#[test]
fn check_and_draw_read_an_array_of_many_tours() {
    let folder = Folder::new();
    let (array, list) = (folder.path("many.npy"), folder.path("many.moves"));
    for file in [&array, &list] {
        answer(&format!("sample 5x6 --closed --samples 3 -o {}", file.display()));
    }
    assert_eq!(answer(&format!("check {}", array.display())), "closed tour\n".repeat(3));
    let drawn = |file: &std::path::Path| answer(&format!("draw {} --pick 3 --size 5x6 --format svg", file.display()));
    assert_eq!(drawn(&array), drawn(&list));
}

#[test]
fn n_is_short_for_samples() {
    for (short, long) in [
        ("sample 5x6 --closed -n 3", "sample 5x6 --closed --samples 3"),
        ("sample stats 5x6 --closed -n 3", "sample stats 5x6 --closed --samples 3"),
    ] {
        assert_eq!(answer(short), answer(long));
    }
    let folder = Folder::new();
    answer(&format!("sample 6x6 -n 12 -o {}", folder.path("sheet.png").display()));
    assert_eq!(folder.names(), ["sheet.png"]);
}
