//! Tests boards whose tours are never completely in memory. Such tours are numbered, checked and written in bands.

use crate::command::{Folder, answer, courser, refused, refused_for, run, stderr};

#[test]
fn a_large_board_is_numbered_and_proven_without_being_written() {
    let line = answer("tour 5000x5000 --closed --format none");
    assert!(line.starts_with("closed tour of 5000x5000: 25,000,000 squares from "), "{line}");
    // The method, the device and the time have the same form as in the line that describes a printed tour.
    let (_, how) = line.split_once(", by ").expect("the line names the method");
    let (method, time) = how.split_once(" on the CPU, ").expect("the line names the device");
    assert_eq!(method, "a mosaic");
    assert!([" µs", " ms", " s"].iter().any(|unit| time.contains(unit)), "{line}");
    assert!(!line.contains("made") && !line.contains("proven"), "{line}");
}

#[test]
fn a_streamed_array_is_the_tour() {
    let folder = Folder::new();
    let path = folder.path("tour.npy");
    let output = courser().args(["tour", "4097x4098", "--start", "4096,0", "-o"]).arg(&path).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{}", stderr(&output));
    assert_eq!(folder.names(), ["tour.npy"]);
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(bytes.len(), 128 + 4097 * 4098 * 4);
    let number = |row: usize, col: usize| {
        let at = 128 + 4 * (row * 4098 + col);
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
    };
    assert_eq!(number(4096, 0), 1);
    courser().arg("check").arg(&path).assert().success();
}

#[test]
fn what_cannot_be_streamed_is_refused_with_the_memory_it_takes() {
    let text = refused(&run("tour 100000x100000 --closed --format grid"), 3);
    assert!(text.contains(" of memory, and "), "{text}");
    let text = refused(&run("tour 1000000000x1000000000 --closed --format none"), 3);
    assert!(text.contains(" of memory, and "), "{text}");
}

#[test]
fn a_run_without_an_answer_writes_nothing() {
    let folder = Folder::new();
    for (ask, format) in [
        ("300x300 --method grown", "npy"),
        ("300x300 --method grown", "csv"),
        ("300x300 --method grown", "png"),
        ("300x300 --method grown", "gif --animate making"),
        ("3000x3000 --closed", "npy"),
        ("3000x3000 --closed", "png"),
    ] {
        let command = format!("tour {ask} --device cpu --limit 1ms --format {format}");
        refused_for(&run(&command), 4, "no answer within 1ms");
        let file = folder.path("tour").display().to_string();
        refused_for(&run(&format!("{command} -o {file}")), 4, "no answer within 1ms");
        assert_eq!(folder.names(), Vec::<String>::new(), "{command}");
    }
}

/// The time limit applies only to the search, and not to the output. Otherwise the reader of a pipe could receive an
/// incomplete array.
#[test]
fn a_limit_does_not_cut_an_array_off_in_a_pipe() {
    for limit in ["20ms", "50ms", "100ms", "200ms"] {
        let output = run(&format!("tour 4000x4000 --closed --device cpu --quiet --limit {limit} --format npy"));
        let whole = output.status.success();
        assert_eq!(output.stdout.len(), if whole { 128 + 4 * 4000 * 4000 } else { 0 }, "{limit}");
    }
}

#[test]
fn the_time_of_writing_is_all_of_it() {
    let folder = Folder::new();
    for (board, file) in
        [("300x300 --method grown", "a.png"), ("1000x1000 --closed", "b.png"), ("300x300 --method grown", "c.csv")]
    {
        let file = folder.path(file);
        let said = stderr(&run(&format!("tour {board} --device cpu -v -o {}", file.display())));
        let (_, written) = said.split_once("written in ").expect("the summary says it");
        let unit = written.split([' ', '\n', ',']).nth(1).unwrap();
        // A file of a hundred thousand bytes cannot be compressed and renamed in a few microseconds.
        assert!(["ms", "s"].contains(&unit), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_in_the_middle_is_reported_with_exit_code_3() {
    let text = refused(&run("tour 5000x5000 --closed --format npy -o /dev/full"), 3);
    assert!(text.contains("no space left"), "{text}");
}

#[cfg(feature = "gpu")]
#[test]
fn the_gpu_and_the_cpu_write_the_same_bytes() {
    let folder = Folder::new();
    for asked in ["--closed", "--start 17,3", "--start 0,0 --end 4096,4101 --seed 5"] {
        let written = |device: &str| {
            let path = folder.path(device);
            let arguments = format!("tour 4097x4102 {asked} --device {device} --method mosaic --format npy -o");
            let output = courser().args(arguments.split(' ')).arg(&path).output().unwrap();
            assert!(output.status.success(), "{}", stderr(&output));
            std::fs::read(path).unwrap()
        };
        assert!(written("gpu") == written("cpu"), "{asked}");
    }
}

#[cfg(feature = "gpu")]
#[test]
fn small_boards_of_the_gpu_are_the_cpus() {
    for board in ["8x8 --closed", "9x31 --start a9", "20x21 --start a1 --end b1", "24x40 --closed --seed 3"] {
        let tour = |device: &str| answer(&format!("tour {board} --method mosaic --device {device}"));
        assert_eq!(tour("gpu"), tour("cpu"), "{board}");
    }
}

#[cfg(feature = "gpu")]
#[test]
fn a_large_board_is_computed_and_checked_by_the_gpu() {
    let line = answer("tour 6000x6001 --closed --device gpu --format none -v");
    for part in ["36,006,000 squares", "computed in", "checked in", "clock"] {
        assert!(line.contains(part), "{line}");
    }
}

#[test]
fn a_picture_of_a_board_that_is_never_in_memory_is_a_heat_map() {
    let folder = Folder::new();
    let path = folder.path("tour.png");
    courser().args(["tour", "6000x5000", "--closed", "--scale", "10", "-q", "-o"]).arg(&path).assert().success();
    let picture = image::open(&path).expect("it is a picture").into_rgb8();
    assert_eq!(picture.dimensions(), (500, 600 + 17 * 6 + 30));
    let colours: std::collections::BTreeSet<_> = picture.pixels().map(|pixel| pixel.0).collect();
    assert!(colours.len() > 50, "only {} colours", colours.len());

    // If no scale is given, the picture has the maximum size. Below the map is a strip with 16 rows of enlarged
    // squares. Below the strip is the legend.
    courser().args(["tour", "20000x20000", "--closed", "-q", "-o"]).arg(&path).assert().success();
    let (width, height) = image::image_dimensions(&path).expect("it is a picture");
    assert!(width + width / 96 * 17 + width / 40 == height && width >= 2000, "{width}x{height}");
}

#[test]
fn a_scale_without_a_picture_is_refused() {
    refused_for(&run("tour 8x8 --scale 2"), 2, "--scale is for pictures");
    refused_for(&run("tour 8x8 --scale 0 --format png -o x.png"), 2, "must be at least 1");
}

#[test]
fn a_large_array_is_judged_without_being_kept() {
    let folder = Folder::new();
    let file = folder.path("tour.npy");
    let name = file.display();
    for (size, kind) in [("5000x4000 --closed", "closed"), ("4097x4099", "open")] {
        run(&format!("tour {size} -q -o {name}"));
        // The visit numbers and the order of the squares would take 80 MB, which is much more than the limit.
        let check =
            format!("ulimit -v 1000000; exec {} check {name}", assert_cmd::cargo::cargo_bin!("courser").display());
        let output = std::process::Command::new("sh").args(["-c", &check]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{kind} tour\n"));
        assert!(answer(&format!("check {name} --json")).contains(&format!("\"kind\":\"{kind}\"")));
        assert_eq!(run(&format!("check {name} --closed")).status.success(), kind == "closed");
    }
    // The last visit number in the file is replaced by the second-to-last visit number.
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 4;
    bytes.copy_within(last - 4..last, last);
    std::fs::write(&file, bytes).unwrap();
    let output = run(&format!("check {name}"));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains(" is not a knight's move away"), "{output:?}");
}

#[test]
fn the_kind_of_a_streamed_tour_is_its_actual_kind() {
    let folder = Folder::new();
    let file = folder.path("tour.npy");
    let mut kinds = Vec::new();
    for method in ["mosaic", "tame", "relay", "grown"] {
        for size in ["104x104", "103x105"] {
            let output = run(&format!("tour {size} --method {method} -o {}", file.display()));
            let found = answer(&format!("check {}", file.display())).trim().to_owned();
            let said = stderr(&output);
            assert!(said.lines().any(|line| line.starts_with(&format!("{found} of {size}: "))), "{found}: {said}");
            kinds.push(found);
        }
    }
    // None of these tours was requested as a closed tour.
    assert!(kinds.iter().any(|kind| kind == "closed tour") && kinds.iter().any(|kind| kind == "open tour"));
}
