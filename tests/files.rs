//! Output files: there whole, or not at all.

use crate::command::{Folder, courser, refused, refused_for, run};

#[test]
fn a_failed_run_leaves_the_old_file_and_nothing_else() {
    let folder = Folder::new();
    let path = folder.file("tour.txt", "old");
    let output =
        courser().args(["tour", "5x5", "--start", "a4", "--method", "cycle", "-o"]).arg(&path).output().unwrap();
    refused_for(&output, 1, "got stuck");
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    assert_eq!(folder.names(), ["tour.txt"]);
}

#[test]
fn a_good_run_replaces_the_old_file() {
    let folder = Folder::new();
    let path = folder.file("tour.txt", "old");
    courser().args(["tour", "8x8", "-o"]).arg(&path).assert().success();
    assert_ne!(std::fs::read(&path).unwrap(), b"old");
    assert_eq!(folder.names(), ["tour.txt"]);
}

#[test]
fn a_place_that_cannot_be_written_to_is_refused_before_the_work() {
    let folder = Folder::new();
    let file = folder.file("file", "old");
    let long = "long".repeat(100);
    for path in [
        folder.path("no/such/folder/tour.txt"),
        folder.path("."),
        folder.path("folder/"),
        file.join("tour.txt"),
        folder.path(&long),
    ] {
        let output = courser().args(["tour", "8x8", "--format", "grid", "-o"]).arg(path).output().unwrap();
        refused_for(&output, 2, "cannot write");
    }
    refused_for(&run("tour 8x8 -o tour.docx"), 2, "no format has this extension");
    assert_eq!(folder.names(), ["file"]);
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt as _;

    courser().args(["tour", "8x8", "--format", "grid", "-o", "/dev/null"]).assert().success();
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = Folder::new();
    let real = folder.file("real.txt", "old");
    let link = folder.path("link.txt");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    courser().args(["tour", "8x8", "-o"]).arg(&link).assert().success();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_ne!(std::fs::read(&real).unwrap(), b"old");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_the_old_file_and_nothing_else() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    for signal in ["INT", "TERM"] {
        let folder = Folder::new();
        let path = folder.file("big.npy", "old");
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("courser"))
            .args(["tour", "40000x40000", "--closed", "-q", "-o"])
            .arg(&path)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // As soon as there is something half done.
        while folder.names().len() < 2 {
            assert!(child.try_wait().unwrap().is_none(), "the run has ended by itself");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(20));
        Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(folder.names(), ["big.npy"], "{signal}");
        assert_eq!(std::fs::read(&path).unwrap(), b"old", "{signal}");
    }
}

#[cfg(unix)]
#[test]
fn a_dangling_link_stays_a_link() {
    let folder = Folder::new();
    let link = folder.path("link.txt");
    std::os::unix::fs::symlink("real.txt", &link).unwrap();
    courser().args(["tour", "8x8", "-o"]).arg(&link).assert().success();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(folder.path("real.txt").is_file());
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_does_not_turn_no_into_yes() {
    let binary = assert_cmd::cargo::cargo_bin!("courser");
    let command = "tour 300x300 --start 7,8 --rule bottom --partial --format csv --quiet";
    let script = format!("{{ '{}' {command}; echo $? >&3; }} 3>&2 2>/dev/null | head -n 1", binary.display());
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "1\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_exit_code_3() {
    let text = refused(&courser().args(["tour", "8x8", "--format", "grid", "-o", "/dev/full"]).output().unwrap(), 3);
    assert!(text.contains("no space left"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let binary = assert_cmd::cargo::cargo_bin!("courser");
    let script = format!(
        "'{}' tour 400x400 --format csv --method cycle --device cpu --quiet --partial | head -n 1",
        binary.display()
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "visit,row,col,square\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked") && !said.contains("pipe"), "{said}");
}
