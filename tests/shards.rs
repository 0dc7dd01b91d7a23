//! Tests `courser count --shard` and `courser count merge`, which distribute a count over many computers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::command::{Folder, answer, courser, refused, refused_for, run, stderr};

/// Runs `courser count`. Splits `words` at blanks into arguments, and appends the paths in `more` as further arguments.
fn count(words: &str, more: &[&Path]) -> Output {
    courser().arg("count").args(words.split_whitespace()).args(more).output().unwrap()
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Runs the counts of all shards and writes each result to a file in a folder. Returns the paths of these files.
fn parts(folder: &Folder, words: &str, of: usize) -> Vec<PathBuf> {
    let part = |index: usize| {
        let path = folder.path(&format!("part{index}.json"));
        assert_eq!(printed(&count(&format!("{words} --shard {index}/{of} --quiet -o"), &[&path])), "");
        path
    };
    (0..of).map(part).collect()
}

fn paths(parts: &[PathBuf]) -> Vec<&Path> {
    parts.iter().map(PathBuf::as_path).collect()
}

#[test]
fn parts_of_every_kind_of_count_are_merged_to_its_number() {
    let board = Folder::new();
    let holed = board.file("holed.txt", ".......\n..#....\n.......\n....#..\n.......\n.......\n");
    let from_file = format!("--board {}", holed.display());
    for (words, of) in [
        ("6x8 --closed", 1),
        ("6x8 --closed", 3),
        ("7x8 --closed", 16),
        ("6x7 --open", 3),
        ("6x6 --start a1", 16),
        ("6x6 --start a1 --end d1 --directed", 3),
        ("6x6 --closed --directed", 2),
        ("6x6 --closed --with c3-d5,c3-a2 --without d4-f5", 3),
        ("5x7 --leaper zebra --open", 3),
        (&format!("{from_file} --open"), 3),
        (&format!("{from_file} --closed"), 16),
        // Each of these counts is computed modulo primes, is computed in the plain form, or needs no computation.
        ("5x40 --closed", 3),
        ("3x46 --closed", 2),
        ("5x5 --closed", 2),
        ("1 --open", 2),
    ] {
        let folder = Folder::new();
        let parts = parts(&folder, words, of);
        let whole = answer(&format!("count {words} --quiet"));
        assert_eq!(printed(&count("merge", &paths(&parts))), whole, "{words} in {of} shards");
        for format in ["--json", "--format csv"] {
            let merged = printed(&count(&format!("merge {format}"), &paths(&parts)));
            let whole = answer(&format!("count {words} --quiet {format}"));
            if format == "--json" {
                let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
                let (merged, mut whole) = (json(&merged), json(&whole));
                assert!(merged["seconds"].is_f64());
                whole["seconds"] = merged["seconds"].clone();
                whole.as_object_mut().unwrap().remove("states");
                assert_eq!(merged, whole, "{words}");
            } else {
                assert_eq!(merged, whole, "{words}");
            }
        }
    }
}

#[test]
fn parts_are_merged_to_a_file_and_read_from_a_pipe() {
    let folder = Folder::new();
    let parts = parts(&folder, "6x6 --closed", 2);
    let (csv, first) = (folder.path("number.csv"), fs::read(&parts[0]).unwrap());
    let output = courser().args(["count", "merge", "--quiet"]).args(&parts).arg("-o").arg(&csv).output().unwrap();
    assert_eq!(printed(&output), "");
    assert!(fs::read_to_string(&csv).unwrap().ends_with("6,6,closed,false,false,9862\n"));
    let output = courser().args(["count", "merge", "-"]).arg(&parts[1]).write_stdin(first).output().unwrap();
    assert_eq!(printed(&output), "9862\n");
    // Without an output file, the result is printed, and no folder is created for the halves of the board.
    let part = answer("count 6x6 --closed --shard 1/2");
    let [printed, written] = [part, fs::read_to_string(&parts[1]).unwrap()].map(|text| {
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        [json["count"].clone(), json["shard"].clone(), json["sum"].clone(), json["states"].clone()]
    });
    assert_eq!(printed, written);
}

#[test]
fn a_part_that_is_there_is_not_counted_again() {
    let folder = Folder::new();
    let part = parts(&folder, "6x6 --closed", 3).remove(1);
    let before = (fs::read(&part).unwrap(), fs::metadata(&part).unwrap().modified().unwrap());
    let output = count("6x6 --closed --shard 1/3 -o", &[&part]);
    assert!(output.status.success() && stderr(&output).contains("part1.json is there already"), "{}", stderr(&output));
    assert_eq!((fs::read(&part).unwrap(), fs::metadata(&part).unwrap().modified().unwrap()), before);
    for other in ["6x6 --closed --shard 2/3 -o", "6x8 --closed --shard 1/3 -o", "6x6 --open --shard 1/3 -o"] {
        refused_for(&count(other, &[&part]), 2, "part1.json exists and is not shard ");
    }
    fs::write(&part, "a diary").unwrap();
    refused_for(&count("6x6 --closed --shard 1/3 -o", &[&part]), 2, "part1.json: this is not the result of a shard");
    assert_eq!(fs::read_to_string(&part).unwrap(), "a diary");
    fs::write(&part, [0xff, 0xfe]).unwrap();
    refused_for(&count("6x6 --closed --shard 1/3 -o", &[&part]), 2, "part1.json: this is not the result of a shard");
}

#[test]
fn parts_that_are_not_a_whole_are_refused_with_their_names() {
    let folder = Folder::new();
    let whole = parts(&folder, "6x6 --closed", 3);
    let [zero, one, two] = [0, 1, 2].map(|index| whole[index].as_path());
    let other = |name: &str, words: &str| {
        let path = folder.path(name);
        printed(&count(&format!("{words} --quiet -o"), &[&path]));
        path
    };
    let (open, pair) = (other("open.json", "6x6 --open --shard 1/3"), other("pair.json", "6x6 --shard 1/2"));
    refused_for(&count("merge", &[zero, two]), 2, "shard 1/3 is missing");
    let text = refused(&count("merge", &[zero, one, zero, two]), 2);
    assert!(text.matches("part0.json").count() == 2 && text.contains("are both shard 0/3"), "{text}");
    for other in [&open, &pair] {
        let text = refused(&count("merge", &[zero, other, two]), 2);
        let name = other.file_name().unwrap().to_str().unwrap();
        assert!(text.contains(name) && text.contains("are not shards of one whole"), "{text}");
    }
    let text = fs::read_to_string(one).unwrap();
    let older = text.replace(&format!("\"courser\":\"{}", env!("CARGO_PKG_VERSION")), "\"courser\":\"0.0.9");
    assert_ne!(older, text);
    let file = folder.file("older.json", older);
    refused_for(
        &count("merge", &[zero, &file, two]),
        2,
        "older.json: the result of a shard is of another version, courser 0.0.9",
    );
    refused_for(&count("merge", &[zero, &folder.path("none.json")]), 2, "none.json");
    // Only a sample of the bytes is damaged here. Tests of the crate `courser-count` damage every bit.
    for at in (0..text.len()).step_by(7) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        let file = folder.file("damaged.json", bytes);
        let said = refused(&count("merge", &[zero, &file, two]), 2);
        assert!(said.contains("damaged.json: "), "byte {at}: {said}");
    }
}

/// Returns the folder in which a shard stores the halves of the board. A shard creates this folder next to its result.
/// Returns `None` if no such folder exists.
fn layers(folder: &Folder) -> Option<PathBuf> {
    let name = folder.names().into_iter().find(|name| name.starts_with("layers-"))?;
    Some(folder.path(&name))
}

#[test]
fn a_shard_that_was_killed_leaves_no_part_and_is_counted_by_the_same_command() {
    let folder = Folder::new();
    let part = folder.path("part1.json");
    let start = || {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("courser"));
        command.args(["count", "7x8", "--closed", "--quiet", "--shard", "1/2", "-o"]).arg(&part);
        command.stdout(Stdio::null()).spawn().unwrap()
    };
    let mut child = start();
    // Wait until the computation of the halves has begun.
    while layers(&folder).is_none_or(|layers| !layers.join("lock").exists()) {
        assert_eq!(child.try_wait().unwrap(), None, "it was done before it was killed");
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!part.exists());
    assert!(start().wait().unwrap().success());
    let other = folder.path("part0.json");
    printed(&count("7x8 --closed --quiet --shard 0/2 -o", &[&other]));
    assert_eq!(printed(&count("merge", &[&part, &other])), "34524432316\n");
}

#[test]
fn halves_lie_where_they_are_wanted_and_are_read_from_there() {
    let shared = Folder::new();
    for option in ["--layers", "--disk"] {
        let (folder, halves) = (Folder::new(), shared.path(option));
        let words = format!("6x7 --closed {option} {}", halves.display());
        let parts = parts(&folder, &words, 2);
        assert_eq!(folder.names(), ["part0.json", "part1.json"]);
        let mut names: Vec<_> = fs::read_dir(&halves).unwrap().map(|file| file.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names.len(), 4, "{names:?}");
        assert_eq!(printed(&count("merge", &paths(&parts))), "1067638\n");
        // The folder contains the layers of both halves of a 6x7 board. A run that counts another board must reject
        // these layers.
        let other = format!("6x8 --closed --shard 0/2 {option} {}", halves.display());
        refused_for(&count(&other, &[]), 2, "upper.index: this is the checkpoint of another count");
    }
    // The shards with `--disk` have stored the layers of both halves of the board. Shards that count in memory must be
    // able to read these layers.
    let part =
        |index: u64| run(&format!("count 6x7 --closed --shard {index}/2 --layers {}", shared.path("--disk").display()));
    let folder = Folder::new();
    let parts = [0, 1].map(|index| folder.file(&format!("{index}.json"), printed(&part(index))));
    assert_eq!(printed(&count("merge", &paths(&parts))), "1067638\n");
    let blocks = fs::read_dir(shared.path("--disk")).unwrap().map(|file| file.unwrap().path());
    for file in blocks.filter(|path| path.to_str().unwrap().contains("blocks")) {
        let mut bytes = fs::read(&file).unwrap();
        // A block is read only if it matches a block of the other half of the board. A single damaged byte could be in
        // a block that is not read. Therefore, all bytes in the second half of the file are damaged.
        let half = bytes.len() / 2;
        bytes[half..].iter_mut().for_each(|byte| *byte ^= 1);
        fs::write(file, bytes).unwrap();
    }
    let texts = [0, 1].map(part).map(|output| stderr(&output));
    assert!(texts.iter().any(|text| text.contains("the checkpoint is damaged")), "{texts:?}");
}

/// Tests GNU parallel as the scheduler. This machine acts as two hosts.
#[cfg(target_os = "linux")]
#[test]
fn gnu_parallel_counts_the_shards_of_a_board() {
    let folder = Folder::new();
    let courser = assert_cmd::cargo::cargo_bin!("courser");
    let words = ["--will-cite", "--sshlogin", "1/:", "--sshlogin", "1/:", "--workdir", ".", "--retries", "2"];
    let shard = format!("{} count 6x8 --closed --quiet --shard {{}}/4 -o part{{}}.json ::: ", courser.display());
    let script = format!("parallel {} {shard} $(seq 0 3)", words.join(" "));
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder.path(""))
        .env("HOME", folder.path(""))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let parts: Vec<PathBuf> = (0..4).map(|index| folder.path(&format!("part{index}.json"))).collect();
    assert_eq!(printed(&count("merge", &paths(&parts))), "55488142\n");
}
