//! Tests that an output file is either complete or does not exist.

#[cfg(unix)]
use crate::command::is_writing_in;
use crate::command::{Folder, courser, refused, refused_for, run};

#[test]
fn a_failed_run_leaves_the_old_file_and_nothing_else() {
    let folder = Folder::new();
    let path = folder.file("tour.txt", "old");
    let output = courser().args(["cycle", "5x5", "--start", "c5", "-o"]).arg(&path).output().unwrap();
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
    refused_for(&run("tour 8x8 -o tour.docx"), 2, "no format of a tour has this extension");
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
        // Wait until a file is being written.
        while !is_writing_in(child.id(), &folder) {
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
    let command = "walk 300x300 --start 7,8 --rule bottom --partial --format csv --quiet";
    let script = format!("{{ '{}' {command}; echo $? >&3; }} 3>&2 2>/dev/null | head -n 1", binary.display());
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "1\n");
}

#[test]
fn success_says_in_one_line_what_was_written() {
    let folder = Folder::new();
    let path = folder.path("tour.txt");
    let command = |more: &[&str]| courser().args(["tour", "8x8", "-o"]).arg(&path).args(more).output().unwrap();
    let said = crate::command::stderr(&command(&["--device", "cpu"]));
    let bytes = std::fs::metadata(&path).unwrap().len();
    let (file, tour) = said.split_once('\n').unwrap();
    assert_eq!(file, format!("wrote {} ({bytes} B)", path.display()));
    // The second line of stderr describes the tour.
    assert!(tour.contains(" tour of 8x8 from a8") && tour.lines().count() == 1, "{said}");
    assert_eq!(crate::command::stderr(&command(&["--quiet"])), "");
}

#[cfg(unix)]
#[test]
fn a_chain_of_dangling_links_is_followed_to_its_end() {
    let folder = Folder::new();
    for (from, to) in [("a", "b"), ("b", "c"), ("c", "d.txt")] {
        std::os::unix::fs::symlink(to, folder.path(from)).unwrap();
    }
    courser().args(["tour", "8x8", "--format", "grid", "-o"]).arg(folder.path("a")).assert().success();
    for (from, to) in [("a", "b"), ("b", "c"), ("c", "d.txt")] {
        assert_eq!(std::fs::read_link(folder.path(from)).unwrap(), std::path::Path::new(to));
    }
    assert!(folder.path("d.txt").is_file());

    std::os::unix::fs::symlink("round", folder.path("round")).unwrap();
    let round = courser().args(["tour", "8x8", "--format", "grid", "-o"]).arg(folder.path("round")).output().unwrap();
    assert!(refused(&round, 2).contains("links"));
}

/// Runs a script with `bash -c`. In the script, `courser` is the tested binary. Returns the stdout and the exit code of
/// the script.
#[cfg(unix)]
fn shell(script: &str, folder: &Folder) -> (String, Option<i32>) {
    let binary = assert_cmd::cargo::cargo_bin!("courser");
    let script =
        format!("courser() {{ '{}' \"$@\"; }}; cd '{}'; {script}", binary.display(), folder.path("").display());
    let output = std::process::Command::new("bash").args(["-c", &script]).output().expect("there is a bash");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_process_has_open_is_written_to_where_it_stands() {
    let folder = Folder::new();
    let tour = crate::command::answer("tour 8x8");
    for script in [
        "{ echo head; courser tour 8x8 -q --format grid -o /dev/stdout; echo tail; } > file; cat file",
        "{ echo head; courser tour 8x8 -q --format grid -o /proc/self/fd/1; echo tail; } > file; cat file",
        "{ echo head >&3; courser tour 8x8 -q --format grid -o /dev/fd/3; echo tail >&3; } 3> file; cat file",
        "ln -s /dev/fd/3 link; { echo head >&3; courser tour 8x8 -q --format grid -o link; echo tail >&3; } 3> file; cat file",
        "{ echo head; courser tour 8x8 -q --format grid -o /dev/stdout; echo tail; } | cat",
    ] {
        assert_eq!(shell(script, &folder), (format!("head\n{tour}tail\n"), Some(0)), "{script}");
    }
    let piped = "courser tour 8x8 -q --format grid -o >(cat) | cat";
    assert_eq!(shell(piped, &folder), (tour, Some(0)));
    assert_eq!(folder.names(), ["file", "link"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stderr_changes_nothing_of_the_work() {
    let folder = Folder::new();
    for (script, code) in [
        ("courser tour 8x8 --device auto -o z.png 2> /dev/full", 0),
        ("courser tour 8x8 --device auto --format grid -o z.txt 2> /dev/full", 0),
        ("courser tour 4x4 2> /dev/full", 1),
        ("courser tour 8x 2> /dev/full", 2),
        ("courser frobnicate 2> /dev/full", 2),
        ("courser 2> /dev/full", 2),
        ("courser count 4x4 2> /dev/full", 0),
        ("courser tour 8x8 -o no/such/folder.txt 2> /dev/full", 2),
        ("courser tour 8x8 --format grid -o /dev/full 2> /dev/full", 3),
        ("courser --help > /dev/full", 3),
        ("courser tour --help > /dev/full 2> /dev/full", 3),
        ("courser --version > /dev/full", 3),
        ("courser tour 4x4 2>&-", 1),
        ("exec 2> >(true); sleep 0.1; courser tour 4x4", 1),
        ("exec 2> >(true); sleep 0.1; courser tour 8x8 -o pipe.png", 0),
    ] {
        assert_eq!(shell(script, &folder).1, Some(code), "{script}");
    }
    assert_eq!(folder.names(), ["pipe.png", "z.png", "z.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_reported_with_exit_code_3() {
    let folder = Folder::new();
    for (script, code) in [
        ("courser tour 8x8 >&-", 3),
        ("courser tour 8x8 --format png -o - >&-", 3),
        ("courser count 4x4 >&-", 3),
        ("courser check <(courser tour 8x8 --format grid) >&-", 3),
        ("courser survey 5 --device cpu >&-", 3),
        ("courser queens 8 >&-", 3),
        ("courser graph export 3x4 >&-", 3),
        ("courser completions bash >&-", 3),
        ("courser --help >&-", 3),
        ("courser --version >&-", 3),
        ("courser tour 8x8 -q -o tour.png >&-", 0),
        ("courser survey 5 --device cpu -q -o rows.csv >&-", 0),
        ("courser tour 8x8 > /dev/null", 0),
        // Standard output is open, but not for writing.
        ("courser tour 8x8 1</dev/null", 3),
        ("courser count 4x4 1</dev/null", 3),
        ("courser --version 1</dev/null", 3),
        ("courser tour 8x8 -o /dev/stdout 1</dev/null", 3),
        ("courser tour 8x8 -q -o tour.png 1</dev/null", 0),
    ] {
        assert_eq!(shell(script, &folder).1, Some(code), "{script}");
    }
    let (said, _) = shell("courser tour 8x8 2>&1 >&-", &folder);
    assert!(said.starts_with("error: standard output is closed, or not open for writing\nhint: "), "{said}");
    assert_eq!(folder.names(), ["rows.csv", "tour.png"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_grow_no_further_is_reported_with_exit_code_3() {
    let folder = Folder::new();
    // In bash, a block of `ulimit -f` has 1024 bytes.
    let script = "ulimit -f 16; courser tour 200x200 -q --format csv -o tour.csv 2>&1";
    let (said, code) = shell(script, &folder);
    assert!(said.starts_with("error: cannot write the tour: file too large"), "{said}");
    assert_eq!((code, folder.names()), (Some(3), Vec::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_killed_leaves_nothing_beside_the_output() {
    use std::process::{Command, Stdio};

    for signal in ["KILL", "QUIT"] {
        let folder = Folder::new();
        // A background job of a shell ignores SIGQUIT, and so do its child processes. `env` restores the default
        // action.
        let child = Command::new("env")
            .arg("--default-signal=QUIT")
            .arg(assert_cmd::cargo::cargo_bin!("courser"))
            .args(["tour", "40000x40000", "--closed", "-q", "-o"])
            .arg(folder.file("big.npy", "old"))
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.unwrap();
        while !is_writing_in(child.id(), &folder) {
            assert!(child.try_wait().unwrap().is_none(), "the run has ended by itself");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        Command::new("sh").args(["-c", &format!("ulimit -c 0; kill -{signal} {}", child.id())]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), None, "{signal}");
        assert_eq!(folder.names(), ["big.npy"], "{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_with_exit_code_3() {
    let text = refused(&courser().args(["tour", "8x8", "--format", "grid", "-o", "/dev/full"]).output().unwrap(), 3);
    assert!(text.contains("no space left"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let ring =
        "BEGIN { print \"source,target\"; for (i = 0; i < 9000; i++) printf \"v%020d,v%020d\\n\", i, (i + 1) % 9000 }";
    for (before, arguments, first) in [
        ("", "cycle 400x400 --format csv --device cpu --quiet --partial", "visit,row,col,square\n"),
        (&format!("awk '{ring}' | "), "graph tour - --closed --format csv", "visit,vertex\n"),
    ] {
        let binary = assert_cmd::cargo::cargo_bin!("courser");
        let script = format!("{before}'{}' {arguments} | head -n 1", binary.display());
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), first);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked") && !said.contains("pipe"), "{said}");
    }
}

/// Tests every command that prints an answer. The standard output of a command is a pipe whose reader is closed before
/// the command starts, so that the first write fails.
#[test]
fn every_command_ends_quietly_if_its_reader_has_gone() {
    let folder = Folder::new();
    folder.file("e.csv", "a,b\nb,c\nc,a\n");
    folder.file("map.txt", "N * *\n* * x\n* * *\n");
    folder.file("t.txt", crate::command::answer("tour 5x5"));
    folder
        .file("ring.csv", (0..9000).map(|vertex| format!("v{vertex},v{}\n", (vertex + 1) % 9000)).collect::<String>());
    let formats = |command: &str, formats: &[&str]| -> Vec<String> {
        formats.iter().map(|format| format!("{command} --format {format}")).collect()
    };
    // The text of each graph is longer than any buffer, so that a write error occurs before the whole graph is written.
    let mut commands = formats("graph export 200x200", &["csv", "graphml", "hcp", "sql", "dot"]);
    commands.extend(formats("graph export 40x40 --wrap both", &["csv", "graphml", "hcp", "sql", "dot"]));
    commands.extend(formats("tour 200x200", &["grid", "moves", "csv", "json", "npy", "tsplib", "none", "png", "svg"]));
    commands.extend(formats("draw t.txt", &["png", "svg", "gif", "apng", "y4m"]));
    commands.extend(formats("graph tour ring.csv --closed", &["csv", "json"]));
    commands.extend(formats("cycle 64x64", &["grid", "csv"]));
    commands.extend(formats("count 6x6", &["text", "json"]));
    commands.extend(
        [
            "graph export 200x200 --nodes - -o edges.csv",
            "graph count e.csv",
            "graph check e.csv e.csv",
            "walk 8x8",
            "walk compare 8x8",
            "walk compare 8x8 --json",
            "sample 6x6 -n 1000",
            "sample stats 6x6 --samples 10",
            "sample stats 6x6 --samples 10 --json",
            "check t.txt",
            "check t.txt --json",
            "survey 5..=6 --device cpu -o -",
            "survey 5..=6 --device cpu",
            "bench --boards 8 --runs 1 --device cpu --json",
            "bench --boards 8 --runs 1 --device cpu",
            "hunt map.txt",
            "hunt map.txt --json",
            "hunt map.txt --all",
            "queens 8",
            "queens 8 --all",
            "queens 8 --count",
            "queens 8 --sql",
            "count 5x5 --open --list",
            "count known quick",
            "devices",
            "devices --json",
            "completions bash",
            "completions zsh",
            "man",
            "man tour",
            "--help",
            "tour --help",
            "--version",
        ]
        .map(str::to_owned),
    );
    for command in commands {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut process = std::process::Command::new(assert_cmd::cargo::cargo_bin!("courser"));
        process.current_dir(folder.path("")).args(command.split(' ')).stdin(std::process::Stdio::null());
        let output = process.stdout(writer).stderr(std::process::Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // `graph check` finds that the list of edges is not a tour. This result is an answer and not an error.
        let code = i32::from(command.starts_with("graph check"));
        assert!(output.status.code() == Some(code) && !said.contains("error: "), "{command}: {} {said}", output.status);
    }
}

#[test]
fn a_file_that_is_read_is_not_written() {
    let folder = Folder::new();
    let map = "N * *\n* * *\n* * x\n";
    let tour = crate::command::answer("tour 5x5");
    let files = [
        ("m.txt", map.to_owned()),
        ("m.png", map.to_owned()),
        ("t.txt", tour.clone()),
        ("t.svg", tour),
        ("e.csv", "a,b\nb,c\nc,a\n".to_owned()),
        ("holes.txt", "....\n....\n....\n".to_owned()),
        ("r.json", "{}".to_owned()),
    ];
    for (name, content) in &files {
        folder.file(name, content);
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("m.txt", folder.path("link.txt")).unwrap();
    for command in [
        "hunt m.txt -o m.txt",
        "hunt m.png -o m.png",
        "hunt m.txt -o ./m.txt",
        #[cfg(unix)]
        "hunt m.txt -o link.txt",
        #[cfg(unix)]
        "hunt link.txt -o m.txt",
        "draw t.svg -o t.svg",
        "graph tour e.csv -o e.csv",
        "graph count e.csv --format csv -o e.csv",
        "tour --board holes.txt -o holes.txt",
        "graph export 5x5 --tour t.txt --format csv -o t.txt",
        "graph export 5x5 --tour t.txt -o new.csv --nodes t.txt",
        "bench --from r.json -o r.json",
    ] {
        let output = courser().args(command.split(' ')).current_dir(folder.path("")).output().unwrap();
        let said = refused(&output, 2);
        assert!(said.contains("is both read and written"), "{command}: {said}");
    }
    let there: Vec<&str> = files.iter().map(|(name, _)| *name).filter(|name| *name != "link.txt").collect();
    for (name, content) in &files {
        assert_eq!(&std::fs::read_to_string(folder.path(name)).unwrap(), content, "{name}");
    }
    assert_eq!(folder.names().iter().filter(|name| *name != "link.txt").count(), there.len());
    // The input and the output may be two files with equal contents. They may also be a pipe and a file.
    #[cfg(unix)]
    assert_eq!(
        shell("cp m.txt n.txt; courser hunt m.txt -q -o n.txt; cat m.txt | courser hunt - -q -o m.txt", &folder).1,
        Some(0)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_at_standard_input_is_not_written() {
    let folder = Folder::new();
    folder.file("m.txt", "N * *\n* * *\n* * x\n");
    let (said, code) = shell("courser hunt - -o m.txt < m.txt 2>&1", &folder);
    assert!(said.starts_with("error: m.txt is both read and written\nhint: "), "{said}");
    assert_eq!((code, folder.names()), (Some(2), vec!["m.txt".to_owned()]));
}

#[cfg(target_os = "linux")]
#[test]
fn two_tables_are_both_written_or_none_is() {
    let folder = Folder::new();
    folder.file("n.csv", "old");
    // In bash, a block of `ulimit -f` has 1024 bytes. The nodes fit within the limit, but the edges do not.
    let script = "ulimit -f 16; courser graph export 20x20 -q -o e.csv --nodes n.csv 2>&1";
    let (said, code) = shell(script, &folder);
    assert!(said.starts_with("error: cannot write the graph: file too large"), "{said}");
    assert_eq!((code, folder.names()), (Some(3), vec!["n.csv".to_owned()]));
    assert_eq!(std::fs::read_to_string(folder.path("n.csv")).unwrap(), "old");
}
