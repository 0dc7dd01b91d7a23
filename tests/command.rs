//! Runs the `courser` binary and checks its output.

use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;

/// Returns a `courser` command without environment variables that would change its output.
pub(crate) fn courser() -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("courser");
    for variable in
        ["WGPU_BACKEND", "WGPU_ADAPTER_NAME", "WGPU_POWER_PREF", "NO_COLOR", "CLICOLOR_FORCE", "XDG_RUNTIME_DIR"]
    {
        command.env_remove(variable);
    }
    command
}

/// Runs `courser` with arguments separated by spaces.
pub(crate) fn run(arguments: &str) -> Output {
    courser().args(arguments.split_whitespace()).output().expect("the binary runs")
}

/// Returns the standard output of a run, and asserts that the run succeeds.
pub(crate) fn answer(arguments: &str) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "courser {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("answers are UTF-8")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Asserts that a run exits with `code`, prints nothing on stdout, and prints one `error:` line and one `hint:` line on
/// stderr. Returns the text on stderr.
#[track_caller]
pub(crate) fn refused(output: &Output, code: i32) -> String {
    let text = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert_eq!(output.stdout, b"", "stdout must be empty");
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.starts_with("note: ") && !line.starts_with("wrote ")).collect();
    assert!(
        lines.len() == 2 && lines[0].starts_with("error: ") && lines[1].starts_with("hint: "),
        "one error and one hint were expected, this came:\n{text}"
    );
    text
}

/// Returns whether a process is writing a file in this folder. If the system supports unnamed files, the file has no
/// name. Otherwise, the file is next to its final path.
#[cfg(unix)]
pub(crate) fn is_writing_in(process: u32, folder: &Folder) -> bool {
    let place = std::fs::canonicalize(folder.path("")).expect("the folder is there");
    let open = std::fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    let mut unnamed = open.filter_map(|entry| std::fs::read_link(entry.path()).ok());
    let is_unnamed = |path: PathBuf| path.starts_with(&place) && path.to_string_lossy().ends_with(" (deleted)");
    unnamed.any(is_unnamed) || folder.names().iter().any(|name| name.starts_with(".courser-"))
}

/// Waits until a process has used `seconds` seconds of processor time, or until it has ended.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_work(process: u32, seconds: u64) {
    let taken = || -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The process name can contain any characters. The fields after the name are counted from 1. Field 1 is the
        // state, field 12 is the user time and field 13 is the system time.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        (fields[0] != "Z").then_some(fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)
    };
    // Linux reports the user time and the system time in hundredths of a second.
    while taken().is_some_and(|taken| taken < 100 * seconds) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Asserts the same as [`refused`], and that the message contains `words`.
#[track_caller]
pub(crate) fn refused_for(output: &Output, code: i32, words: &str) {
    let text = refused(output, code);
    assert!(text.contains(words), "'{words}' was expected, this came:\n{text}");
}

/// A temporary folder for a test, deleted when the test ends.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("there is a place for temporary files"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect("the file is written");
        path
    }

    /// Returns the names of all files in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.path())
            .expect("the folder is there")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}
