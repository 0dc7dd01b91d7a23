//! Boards whose tour is never in memory: numbered, proven and written in bands.

use crate::command::{Folder, answer, courser, refused, run, stderr};

#[test]
fn a_large_board_is_numbered_and_proven_without_being_written() {
    let line = answer("tour 5000x5000 --closed --format none");
    assert!(line.starts_with("closed tour of 5000x5000: 25000000 squares from "), "{line}");
    assert!(line.contains("proven in"), "{line}");
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
    let text = refused(&run("tour 100000x100000 --closed --format grid"), 2);
    assert!(text.contains("GiB"), "{text}");
    let text = refused(&run("tour 1000000000x1000000000 --closed --format none"), 2);
    assert!(text.contains("MiB of memory"), "{text}");
}
