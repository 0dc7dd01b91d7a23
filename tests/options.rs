//! Tests that no option is ignored. An option that is combined with another option of the same command must either be
//! rejected or change the answer, a file or a note.
//!
//! The options are read from the completions, which the parser generates from its own definition. Every pair of options
//! is run on a small board. [`SILENT`] lists the pairs in which an option correctly changes nothing, and the reason for
//! each pair.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::command::{Folder, answer, courser};

/// Command lines to which the test adds options, grouped by command. Every command is listed here or in [`UNTRIED`].
const RUNS: &[(&str, &[&str])] = &[
    (
        "tour",
        &[
            "6x6 --board mask.png",
            "5x6 --closed",
            "12x12 --closed --method tame",
            "24x24 --closed --method relay",
            "--regions chain.txt",
            "6x6 --board mask.png --format png",
        ],
    ),
    (
        "cycle",
        &[
            "6x6",
            "12x12 --regions 6x6",
            "6x6 --channel visit --format png --square 9",
            "6x6 --channel visit --format csv",
        ],
    ),
    ("walk", &["6x6", "6x6 --tries 9 --rule random", "6x6 --format svg"]),
    ("walk compare", &["6x6"]),
    ("sample", &["5x6", "5x6 --open --samples 2", "5x6 --samples 2 --format svg"]),
    ("sample stats", &["5x6 --samples 20"]),
    ("graph tour", &["5x6"]),
    ("graph count", &["5x6"]),
    ("graph check", &["5x6 vertices.txt"]),
    ("graph export", &["5x6"]),
    ("check", &["open.moves"]),
    ("draw", &["tour.csv --format png", "tour.csv --format svg", "tour.csv --format gif --square 8"]),
    ("count", &["5x6", "5x4..=6", "3x4 --open"]),
    ("queens", &["8", "8 --count", "6 --all"]),
    ("hunt", &["map.txt"]),
    ("survey", &["5 --starts 2 --device cpu"]),
];

/// Pairs of a command and an option that the test does not add to this command. With `--wrap`, the commands would take
/// minutes. With the mask that the test passes to `--board`, no tour exists.
const UNSUITED: &[(&str, &str)] = &[("count 5x6", "wrap"), ("count 5x4..=6", "wrap"), ("count 3x4 --open", "board")];

/// Commands whose options are not tested in pairs, each with the reason.
const UNTRIED: &[(&str, &str)] = &[
    ("bench", "every run takes seconds"),
    ("watch", "it needs a display: tests/window.rs"),
    ("devices", "it has one option"),
    ("completions", "it has no option"),
    ("man", "it has one option"),
    ("graph", "it has no option of its own"),
    ("count merge", "it needs parts: tests/shards.rs"),
    ("count known", "it has no option"),
    ("survey merge", "it needs shards: tests/survey.rs"),
    ("survey plot", "it needs a survey: tests/survey.rs"),
    ("queens check", "it needs a placement: tests/queens.rs"),
];

/// Values of the options that require a value. Each value is small and not the default.
const VALUES: &[(&str, &str)] = &[
    ("animate", "making"),
    ("any-order", "no"),
    ("board", "mask.png"),
    ("by", "slope"),
    ("channel", "visit"),
    ("check", "path.txt"),
    ("colour", "none"),
    ("coordinates", "off"),
    ("device", "cpu"),
    ("disk", "layers"),
    ("dpi", "100"),
    ("easing", "linear"),
    ("end", "e3"),
    ("format", "json"),
    ("fps", "7"),
    ("histogram", "turns"),
    ("given", "c3=7"),
    ("hold", "1"),
    ("input-format", "csv"),
    ("labels", "hana"),
    ("layers", "layers.bin"),
    ("leaper", "wazir"),
    ("legend", "off"),
    ("limit", "60s"),
    ("look-ahead", "4"),
    ("margin", "20mm"),
    ("melt", "3"),
    ("method", "backtrack"),
    ("nodes", "nodes.csv"),
    ("number", "3"),
    ("order", "lexicographic"),
    ("orders", "lexicographic"),
    ("output", "out.csv"),
    ("palette", "ember"),
    ("paper", "A5"),
    ("passes", "5"),
    ("pen", "1mm"),
    ("pick", "2"),
    ("prune", "reachable"),
    ("regions", "6x12"),
    ("rule", "roth"),
    ("rules", "roth"),
    ("samples", "30"),
    ("scale", "2"),
    ("schedule", "whole"),
    ("seed", "5"),
    ("seeds", "5"),
    ("shard", "0/2"),
    ("sheet", "1x2"),
    ("size", "6x6"),
    ("speed", "9"),
    ("square", "9"),
    ("start", "c2"),
    ("starts", "3"),
    ("stroke", "single"),
    ("stroke-layers", "2"),
    ("style", "heat"),
    ("symmetry", "half-turn"),
    ("target", "d1"),
    ("tour", "tour.csv"),
    ("tries", "7"),
    ("with", "d4-e2"),
    ("treasures", "b1,d3,e2"),
    ("without", "d4-e2"),
    ("wrap", "rows"),
    ("queens given", "a1"),
    ("sample with", "c3-a2"),
    ("tour regions", "12x12"),
    ("count symmetry", "mirror"),
    ("draw input-format", "moves"),
    ("draw size", "6x7"),
];

/// Options of pictures. Commands reject these options if they draw no picture. Pairs of two such options are tested
/// only with the command `draw`.
const PICTURE: &[&str] = &[
    "caption",
    "colour",
    "coordinates",
    "curve",
    "dpi",
    "easing",
    "fps",
    "hold",
    "legend",
    "margin",
    "palette",
    "paper",
    "pen",
    "scale",
    "speed",
    "square",
    "stroke",
    "stroke-layers",
    "style",
];

/// Options common to all commands. They do not affect the answer.
const EVERYWHERE: [&str; 4] = ["color", "help", "quiet", "version"];

/// Options that never alter the result, alone or together with other options. Each option is followed by the reason.
const NEUTRAL: &[(&str, &str)] = &[
    ("limit", "a limit ends only work that takes longer"),
    ("device", "every device gives the same answer"),
    ("show", "nothing is drawn if standard output is no terminal"),
];

/// An entry of [`SILENT`], as four texts: the command, the options without effect, the options that cause the lack of
/// effect (`*` for every combination), and the reason.
type Silent = (&'static str, &'static str, &'static str, &'static str);

/// Combinations of options in which an option correctly changes nothing. The test fails if an entry is not needed.
const SILENT: &[Silent] = &[
    ("tour", "method", "prune", "an option of one method implies it"),
    ("cycle", "schedule", "*", "every schedule finds the same tour"),
    ("cycle", "partial", "*", "it is for a walk that gets stuck, and this one gets through"),
    ("walk", "partial", "*", "it is for a walk that gets stuck, and this one gets through"),
    ("walk", "tries", "*", "the first knight gets through"),
    ("cycle", "closed", "*", "the tour of a relay is closed"),
    ("cycle", "closed start end", "passes regions", "the states before the end are the same"),
    ("graph count", "directed open", "start end", "a tour with a given end is open, and has a direction"),
    ("count", "directed open", "start end given", "a tour with a given end is open, and has a direction"),
    ("sample", "open", "start end puzzle", "a tour with a given end is open, and so is that of a puzzle"),
    ("sample stats", "open", "start end", "a tour with a given end is open"),
    ("count", "closed", "symmetry", "a tour with a symmetry is closed"),
    ("count", "disk", "*", "layers on a disk have the same counts"),
    ("count", "format json", "shard", "a part is always JSON"),
    ("graph export", "yes", "*", "it is for files that are larger"),
    ("queens", "all", "fundamental", "the fundamental placements are all listed"),
    ("tour", "seed with", "wrap", "the search finds the same tour, which uses the move"),
    ("tour", "closed", "prune seed", "the tour without it closes as well"),
    ("cycle", "seed", "leaper passes rule start", "the first tries need no random choice"),
    ("walk", "closed", "board", "the tour without it closes as well"),
    ("walk", "end", "rule", "the walk by this rule ends there without it"),
    ("cycle", "end", "rule", "the walk by this rule ends there without it"),
    ("sample", "seed without", "with", "the move is in two tours"),
    ("sample", "without", "board", "the tour without it does not use the move, either"),
    ("cycle", "rule", "passes", "the first moves are the same"),
    ("draw", "legend", "scale style", "this heat map is too small for one"),
    ("draw", "wrap", "*", "no move of the tour crosses a joined side"),
    ("check", "open", "*", "the tour is open"),
    ("draw", "easing", "fps speed", "a move that takes one frame has no way"),
    ("draw", "style", "scale", "a scaled picture is a heat map"),
];

/// An option and its value as command line arguments.
type Given = Vec<String>;

/// Returns the options of every command, as defined by the parser. The outer key is the command, the inner key is the
/// option. An entry is true if the option takes a value.
fn options() -> BTreeMap<String, BTreeMap<String, bool>> {
    let mut all: BTreeMap<String, BTreeMap<String, bool>> = BTreeMap::new();
    for line in answer("completions fish").lines() {
        let Some((_, rest)) = line.split_once("__fish_courser_using_subcommand ") else { continue };
        let Some((condition, option)) = rest.split_once('"') else { continue };
        let words: Vec<&str> = condition.split([';', ' ']).filter(|word| !word.is_empty()).collect();
        let below = words.iter().position(|word| *word == "__fish_seen_subcommand_from");
        let name = match below {
            Some(at) if words[at - 1] != "not" => format!("{} {}", words[0], words[at + 1]),
            _ => words[0].to_owned(),
        };
        if name.split(' ').any(|word| word == "help") {
            continue;
        }
        let command = all.entry(name).or_default();
        let Some((_, long)) = option.split_once(" -l ") else { continue };
        let (long, help) = long.split_once(' ').unwrap_or((long, ""));
        let flags = help.rsplit_once("' ").map_or("", |(_, flags)| flags);
        let takes_value = help.contains("' -r") || flags.contains("-r");
        if !EVERYWHERE.contains(&long) {
            command.insert(long.to_owned(), takes_value);
        }
    }
    all
}

/// The result of a run: its exit code, its output, and its files.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ended {
    code: i32,
    printed: [String; 2],
    files: BTreeMap<String, Vec<u8>>,
}

/// Replaces the times and hashes in a text by `T`. A time is a number before a unit, a number with many decimals, or
/// the value of `"seconds"`.
fn untimed(text: &[u8]) -> String {
    const UNITS: [&str; 4] = ["s", "ms", "µs", "ns"];
    let bare = |word: &str| word.trim_end_matches([' ', '\n', ',', ':', '}']).to_owned();
    let mut words: Vec<String> = Vec::new();
    for word in String::from_utf8_lossy(text).split_inclusive([' ', '\n', ',', ':', '}']) {
        let unit = bare(word).trim_start_matches(|digit: char| digit.is_ascii_digit() || digit == '.').to_owned();
        let decimals = bare(word).split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let is_seconds = words.last().is_some_and(|last| last.ends_with("\"seconds\":"));
        let is_precise = unit.is_empty() && (is_seconds || decimals >= 6);
        // 64 hexadecimal digits in quotes are a hash. The hash differs between runs, because the hashed text contains a
        // measured time.
        let hash = bare(word);
        let is_hash = hash.len() == 66 && hash.trim_matches('"').chars().all(|digit| digit.is_ascii_hexdigit());
        if UNITS.contains(&&*bare(word)) {
            words.pop();
        }
        let is_time = is_precise || is_hash || UNITS.contains(&&*unit);
        words.push(if is_time { "T".into() } else { word.to_owned() });
    }
    words.concat()
}

/// Runs a command in a folder, and deletes the files that the command has written.
fn run(folder: &Path, kept: &BTreeSet<String>, command: &str, options: &[&Given]) -> Ended {
    let arguments = command.split(' ').chain(options.iter().flat_map(|given| given.iter().map(String::as_str)));
    let output = courser().current_dir(folder).args(arguments).output().unwrap();
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if kept.contains(&name) {
            continue;
        }
        if path.is_dir() {
            std::fs::remove_dir_all(&path).unwrap();
            files.insert(name, Vec::new());
        } else {
            let bytes = std::fs::read(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            files.insert(name, if bytes.is_ascii() { untimed(&bytes).into_bytes() } else { bytes });
        }
    }
    let stdout = if output.stdout.is_ascii() {
        untimed(&output.stdout)
    } else {
        output.stdout.iter().map(|byte| char::from(*byte)).collect()
    };
    let code = output.status.code().filter(|code| *code < 5);
    let code = code.unwrap_or_else(|| panic!("courser {command} {options:?}: {:?}", output.status));
    Ended { code, printed: [stdout, untimed(&output.stderr)], files }
}

/// Writes the files for the runs, and returns the names of these files.
fn fill(folder: &Folder) -> BTreeSet<String> {
    image::GrayImage::from_fn(7, 6, |x, y| {
        image::Luma([if x == 0 || [1, 6].contains(&x) && [0, 5].contains(&y) { 0 } else { 255 }])
    })
    .save(folder.path("mask.png"))
    .unwrap();
    folder.file("chain.txt", std::fs::read("assets/chains/10x10-four-5x5.txt").unwrap());
    folder.file("graph.csv", "a1,b3\nb3,c2\nc2,d\nd,a1\nb3,d\n");
    folder.file("tour.csv", answer("tour 6x6 --closed --format csv"));
    folder.file("open.moves", answer("tour 5x6 --start c2 --end c5 --format moves"));
    folder.file("vertices.txt", answer("graph tour 5x6 --start c2"));
    folder.file("map.txt", "N . . . .\n. . . . x\n. . . . .\n. x . . .\n. . . x .\n");
    folder.file("path.txt", "a5.N b3 c5 e4.x c3 d1.x b2.x c4 a5\n");
    folder.names().into_iter().collect()
}

/// An option that changes nothing in combination with another option.
struct Ignored {
    option: String,
    other: String,
    run: String,
    /// Line of the test's message. It contains the command line with the option `other`, and the name of the ignored
    /// option.
    line: String,
}

impl Ignored {
    /// Returns whether an entry of [`SILENT`] covers this option.
    fn is_in(&self, (command, options, others, _): &Silent) -> bool {
        let names = |list: &str, name: &str| list == "*" || list.split(' ').any(|word| word == name);
        let is_of_command = self.run.strip_prefix(command).is_some_and(|rest| rest.starts_with(' '));
        is_of_command && names(options, &self.option) && names(others, &self.other)
    }
}

/// A run with a pair of options.
struct Pair {
    run: String,
    options: [String; 2],
    given: [Given; 2],
}

#[test]
fn the_options_of_every_command_are_tried() {
    let all = options();
    for name in all.keys() {
        let is_known = RUNS.iter().any(|(known, _)| known == name) || UNTRIED.iter().any(|(known, _)| known == name);
        assert!(is_known, "the options of {name} are not tried");
    }
    for (name, _) in RUNS {
        assert!(all.contains_key(*name), "there is no command {name}");
    }
}

#[test]
fn no_option_of_tour_is_ignored() {
    try_pairs(&["tour"]);
}

#[test]
fn no_option_of_cycle_and_walk_is_ignored() {
    try_pairs(&["cycle", "walk", "walk compare"]);
}

#[test]
fn no_option_of_sample_and_graph_is_ignored() {
    try_pairs(&["sample", "sample stats", "graph tour", "graph count", "graph check", "graph export"]);
}

#[test]
fn no_option_of_draw_and_check_is_ignored() {
    try_pairs(&["draw", "check"]);
}

#[test]
fn no_option_of_count_queens_hunt_and_survey_is_ignored() {
    try_pairs(&["count", "queens", "hunt", "survey"]);
}

#[test]
fn times_are_left_out() {
    assert_eq!(untimed("a tour, 437 µs\n".as_bytes()), untimed("a tour, 2 ms\n".as_bytes()));
    assert_eq!(untimed(b"{\"seconds\":0.000123,\"n\":1}"), untimed(b"{\"seconds\":0.0123456,\"n\":1}"));
    assert_ne!(untimed(b"a tour of 5 squares"), untimed(b"a tour of 6 squares"));
}

#[test]
fn an_option_that_changes_nothing_is_found() {
    let given = |words: &str| words.split(' ').map(str::to_owned).collect();
    let pair = |run: &str, options: [&str; 2]| Pair {
        run: run.to_owned(),
        options: options.map(|option| option.split(' ').next().unwrap()[2..].to_owned()),
        given: options.map(given),
    };
    let found = |pair| -> Vec<String> { ignored(&[pair]).into_iter().map(|found| found.option).collect() };
    assert_eq!(found(pair("cycle 6x6", ["--schedule whole", "--order lexicographic"])), ["schedule"]);
    assert_eq!(found(pair("count 5x6", ["--open", "--start c2"])), ["open"]);
    assert!(found(pair("cycle 6x6", ["--start c2", "--order lexicographic"])).is_empty());
}

/// Runs each of these commands with every pair of its options. Asserts for each option of a pair that the command
/// rejects the option, or that the option changes the output.
///
/// Picture options are combined with only some of the other options.
fn try_pairs(commands: &[&str]) {
    let all = options();
    let mut pairs = Vec::new();
    for (command, runs) in RUNS.iter().filter(|(command, _)| commands.contains(command)) {
        runs.iter().for_each(|run| pairs.extend(pairs_of(command, run, &all[*command])));
    }
    assert!(pairs.len() > 100, "{} pairs", pairs.len());
    let ignored = ignored(&pairs);
    let is_right = |found: &&Ignored| SILENT.iter().any(|row| found.is_in(row));
    let mut wrong: Vec<_> = ignored.iter().filter(|found| !is_right(found)).map(|found| &*found.line).collect();
    wrong.sort_unstable();
    assert!(wrong.is_empty(), "{} of {} pairs:\n{}", wrong.len(), pairs.len(), wrong.join("\n"));
    let is_tried = |row: &&Silent| commands.contains(&row.0);
    for row in SILENT.iter().filter(is_tried) {
        assert!(ignored.iter().any(|found| found.is_in(row)), "this row is not needed: {row:?}");
    }
}

/// Returns the pairs of options for a run of a command. An entry of `options` is true if the option takes a value.
fn pairs_of(command: &str, run: &str, options: &BTreeMap<String, bool>) -> Vec<Pair> {
    let value = |name: &str| {
        let known = |key: &str| VALUES.iter().find(|(known, _)| *known == key).map(|(_, value)| (*value).to_owned());
        let value = known(&format!("{command} {name}")).or_else(|| known(name));
        value.unwrap_or_else(|| panic!("no value of {command} --{name} is known"))
    };
    let given = |(name, takes_value): (&String, &bool)| -> Given {
        [Some(format!("--{name}")), takes_value.then(|| value(name))].into_iter().flatten().collect()
    };
    let of_picture = |name: &String| PICTURE.contains(&name.as_str());
    let is_picture = ["png", "svg", "gif"].iter().any(|format| run.contains(&format!("--format {format}")));
    let is_tried = |name: &String| {
        let is_given = run.split(' ').any(|word| word.strip_prefix("--") == Some(name));
        let is_neutral = NEUTRAL.iter().any(|(neutral, _)| neutral == name);
        let is_unsuited = UNSUITED.contains(&(&*format!("{command} {run}"), name));
        !is_given && !is_neutral && !is_unsuited && (is_picture || !of_picture(name))
    };
    let free: Vec<_> = options.iter().filter(|(name, _)| is_tried(name)).collect();
    let (mut pairs, mut mixed) = (Vec::new(), 0);
    for (index, &first) in free.iter().enumerate() {
        for &second in &free[..index] {
            let every = match (of_picture(first.0), of_picture(second.0)) {
                (true, true) if command != "draw" => continue,
                (true, true) | (false, false) => 1,
                _ => 4,
            };
            mixed += u32::from(every > 1);
            if every == 1 || mixed % every == 0 {
                pairs.push(Pair {
                    run: format!("{command} {run}"),
                    options: [first.0.clone(), second.0.clone()],
                    given: [given(first), given(second)],
                });
            }
        }
    }
    pairs
}

/// Returns the options that have no effect when used together with another option.
///
/// If the answer of a run is "no" or "undecided", the run is not evaluated, since such an answer does not depend on the
/// options.
fn ignored(pairs: &[Pair]) -> Vec<Ignored> {
    let (next, ignored) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let alone: Mutex<BTreeMap<(&str, &Given), Ended>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                let folder = Folder::new();
                let kept = fill(&folder);
                let place = folder.path("");
                while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let [first, second] = &pair.given;
                    let both = run(&place, &kept, &pair.run, &[first, second]);
                    if both.code != 0 {
                        continue;
                    }
                    let [one, two] = &pair.options;
                    for (given, option, other) in [(first, two, one), (second, one, two)] {
                        let key = (&*pair.run, given);
                        let known = alone.lock().unwrap().get(&key).cloned();
                        let single = known.unwrap_or_else(|| {
                            let single = run(&place, &kept, &pair.run, &[given]);
                            alone.lock().unwrap().insert(key, single.clone());
                            single
                        });
                        if single == both {
                            let line = format!("courser {} {}: --{option} is ignored", pair.run, given.join(" "));
                            let (option, other, run) = (option.clone(), other.clone(), pair.run.clone());
                            ignored.lock().unwrap().push(Ignored { option, other, run, line });
                        }
                    }
                }
            });
        }
    });
    ignored.into_inner().unwrap()
}
