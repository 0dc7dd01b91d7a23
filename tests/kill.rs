//! Kills commands at various moments. Tests that either the old file or the complete new file exists after each kill.
//!
//! The table of a survey is an exception: it is written row by row and can be resumed (see `survey.rs`).
//!
//! The signal is not Ctrl-C, which courser handles (see `files.rs`), but SIGKILL, which no program can handle. This
//! tests the order of writing, flushing to the disk and renaming.
//!
//! On systems with unnamed files, a killed command leaves no temporary file, unless it is killed between the two system
//! calls that replace an existing file. On other systems, a `.courser-*` file can remain.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::command::{Folder, is_writing_in};

/// Number of killed runs per command. The times of the kills are spread over the duration of an undisturbed run.
const KILLS: u32 = 6;

/// Content of the file before the command runs.
const OLD: &[u8] = b"old";

/// Returns a `courser` command with the option `--quiet`. In `command`, `@` is replaced by `at`, which is the path of
/// the written file or folder.
fn courser(command: &str, at: &Path) -> Command {
    let mut courser = Command::new(assert_cmd::cargo::cargo_bin!("courser"));
    courser.args(command.split(' ').map(|word| word.replace('@', &at.display().to_string())));
    courser.arg("--quiet").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    courser
}

/// Returns the times at which runs are killed, as fractions of the whole duration. The duration is divided into `KILLS`
/// equal intervals. The Weyl sequence of the golden ratio determines one time in each interval.
fn moments() -> impl Iterator<Item = f64> {
    let inside = |n: u32| (f64::from(n) + (f64::from(n) * 0.618_033_988_75).fract()) / f64::from(KILLS);
    (0..KILLS).map(inside)
}

/// The moment at which a run is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// A moment during the run. Contains the time from the start of the run to this moment, as a fraction of the
    /// duration of an undisturbed run.
    Part(f64),
    /// The moment at which the test detects that the run is writing a file. If the test detects no writing during the
    /// run, the moment is after the end of the run.
    Writing,
    /// Any time after the end of the run.
    Ended,
}

/// A summary of the killed runs of one command.
#[derive(Debug, Default)]
struct Tally {
    /// Number of files with the old content.
    old: u32,
    /// Number of files with the complete new content.
    new: u32,
    /// Number of runs killed during writing.
    midway: u32,
}

/// Runs a command repeatedly, and kills each run after a different delay. The command writes the file `name` or, if
/// `name` is empty, any file in the folder.
#[track_caller]
fn killed(name: &str, command: &dyn Fn(&Path) -> Command) -> Tally {
    // The command first runs twice without being killed. These runs give the expected content and the duration, and
    // must write the same bytes.
    let folder = Folder::new();
    let mut whole: Vec<(String, Vec<u8>)> = Vec::new();
    let mut taken = Duration::ZERO;
    for _ in 0..2 {
        let began = Instant::now();
        let status = command(&folder.path(name)).status().expect("the binary runs");
        taken = taken.max(began.elapsed());
        assert!(status.success(), "undisturbed it ends with {status}");
        let read = |name: String| (content(&folder.path(&name)), name);
        let now: Vec<_> = folder.names().into_iter().map(read).map(|(bytes, name)| (name, bytes)).collect();
        assert!(!now.is_empty() && (whole.is_empty() || whole == now), "a second run writes something else");
        whole = now;
    }

    let mut tally = Tally::default();
    for moment in moments().map(Moment::Part).chain([Moment::Writing, Moment::Ended]) {
        let folder = Folder::new();
        for (name, _) in &whole {
            folder.file(name, OLD);
        }
        let mut child = command(&folder.path(name)).spawn().expect("the binary runs");
        match moment {
            Moment::Part(part) => thread::sleep(taken.mul_f64(part)),
            Moment::Writing => {
                while !is_writing_in(child.id(), &folder) && child.try_wait().expect("it is ours").is_none() {
                    thread::yield_now();
                }
            }
            Moment::Ended => _ = child.wait().expect("it ends"),
        }
        tally.midway += u32::from(is_writing_in(child.id(), &folder));
        // The call fails if the run has already ended.
        let _ = child.kill();
        child.wait().expect("it has ended");
        for (name, whole) in &whole {
            let there = content(&folder.path(name));
            match () {
                () if there == OLD => tally.old += 1,
                () if there == *whole => tally.new += 1,
                () => panic!(
                    "killed at {moment:?} of {taken:?} it left {} of {} bytes of {name}",
                    there.len(),
                    whole.len(),
                ),
            }
        }
        let others = folder.names().into_iter().filter(|name| whole.iter().all(|(known, _)| known != name));
        let others: Vec<String> = others.collect();
        assert!(others.iter().all(|name| name.starts_with(".courser-")), "killed at {moment:?} it left {others:?}");
    }
    tally
}

/// Returns the content of a file. If the file is a tour as JSON, the duration of the search is omitted.
fn content(file: &Path) -> Vec<u8> {
    let bytes = std::fs::read(file).expect("a file is there all the time");
    match serde_json::from_slice(&bytes) {
        Ok(serde_json::Value::Object(mut tour)) => {
            tour.remove("seconds");
            serde_json::to_vec(&tour).expect("what was read is written")
        }
        _ => bytes,
    }
}

#[test]
fn a_tour_killed_while_it_is_written_leaves_the_old_file_or_the_whole_new_one() {
    let mut midway = 0;
    for name in ["x.txt", "x.moves", "x.csv", "x.json", "x.npy", "x.tour", "x.png"] {
        let tour = |at: &Path| courser("tour 400x400 --closed --device cpu -o @", at);
        midway += killed(name, &tour).midway;
    }
    assert!(midway > 0, "none was killed at work, so that nothing is shown");
}

#[test]
fn a_streamed_tour_killed_while_it_is_written_leaves_the_old_file_or_the_whole_new_one() {
    let tally = killed("x.npy", &|at| courser("tour 4100x4100 --closed --device cpu -o @", at));
    assert!(tally.old > 0 && tally.midway > 0, "{tally:?}");
}

#[test]
fn a_plot_of_a_survey_killed_while_it_is_written_is_the_old_or_the_whole_new_one() {
    for name in ["x.png", "x.svg"] {
        killed(name, &|at| courser("survey 5..=30 --rules warnsdorff,roth --device cpu -o @", at));
    }
}

#[test]
fn a_merge_of_shards_killed_while_it_is_written_is_the_old_or_the_whole_new_one() {
    let shards = Folder::new();
    let [first, second] = ["0", "1"].map(|shard| {
        let path = shards.path(shard);
        let command = format!("survey 5..=30 --by-start --device cpu --shard {shard}/2 -o @.csv");
        assert!(courser(&command, &path).status().expect("the binary runs").success());
        format!("{}.csv", path.display())
    });
    killed("x.csv", &|at| courser(&format!("survey merge {first} {second} -o @"), at));
}

#[test]
fn a_report_killed_while_it_is_printed_again_is_the_old_or_the_whole_new_one() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/report/two");
    for name in ["x.json", "x.csv", "x.md", "x.png", "x.svg"] {
        killed(name, &|at| courser(&format!("bench --from {kept} -o @"), at));
    }
}

#[test]
fn manual_pages_killed_while_they_are_written_are_old_or_whole_each() {
    let tally = killed("", &|at| courser("man --all @", at));
    assert!(tally.new > 0, "{tally:?}");
}

#[test]
#[should_panic(expected = "it left 1 of 2 bytes")]
fn a_command_that_writes_in_place_is_caught() {
    killed("x.txt", &|at| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "printf a > \"$0\"; sleep 0.3; printf b >> \"$0\""]).arg(at);
        shell
    });
}
