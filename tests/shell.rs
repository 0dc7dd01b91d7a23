//! Tests completions, manual pages and the version.

use std::process::{Command, Stdio};

use crate::command::{Folder, answer, refused_for, run};

#[test]
fn every_shell_gets_completions_that_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = answer(&format!("completions {shell}"));
        for word in ["cycle", "survey", "--closed", "--schedule"] {
            // The completions for the shell `fish` contain long options without the leading dashes.
            assert!(script.contains(word.trim_start_matches('-')), "{shell} does not know {word}");
        }
    }
    refused_for(&run("completions csh"), 2, "'csh'");
}

#[cfg(unix)]
#[test]
fn bash_completes_the_values_of_options() {
    let script = answer("completions bash");
    for (words, value) in [
        ("tour 8x8 --palette em", "ember"),
        ("tour 8x8 --style ar", "arrows"),
        ("walk 8x8 --rule ro", "roth"),
        ("tour 8x8 --leaper ze", "zebra"),
        ("draw a.txt --easing li", "linear"),
        ("watch 8x8 --look he", "heat"),
        ("hunt a.txt --palette pa", "paper"),
    ] {
        let count = words.split(' ').count();
        let (before, word) = words.rsplit_once(' ').unwrap();
        let option = before.rsplit(' ').next().unwrap();
        let ask = format!(
            "{script}\nCOMP_WORDS=(courser {words}); COMP_CWORD={count}; _courser courser {word} {option}; \
             echo \"${{COMPREPLY[*]}}\"\n"
        );
        let output = Command::new("bash").args(["--norc", "-c", &ask]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), value, "{words}: {output:?}");
    }
}

#[cfg(unix)]
#[test]
fn bash_takes_its_completions() {
    let script = answer("completions bash") + "\ncomplete -p courser\n";
    let mut bash = Command::new("bash").arg("--norc").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut bash.stdin.take().unwrap(), script.as_bytes()).unwrap();
    let output = bash.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("_courser"), "{output:?}");
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let folder = Folder::new();
    let place = folder.path("man1");
    answer(&format!("man --all {}", place.display()));
    let tour = std::fs::read_to_string(place.join("courser-tour.1")).unwrap();
    assert!(tour.starts_with(".ie") || tour.contains(".TH"), "{tour}");
    assert_eq!(answer("man tour"), tour);
    assert_eq!(answer("man"), std::fs::read_to_string(place.join("courser.1")).unwrap());
    assert!(tour.contains("closed") && tour.contains("Examples"), "options and examples are in it");
    // The footer names the program, not the subcommand.
    assert!(answer("man walk-compare").contains("\"courser 0."), "{}", answer("man walk-compare"));
    assert!(answer("man walk-compare").contains("compare") && answer("man count-merge").contains("merge"));
    for page in std::fs::read_dir(&place).unwrap() {
        let text = std::fs::read_to_string(page.unwrap().path()).unwrap().replace('\\', "");
        let lines: Vec<&str> = text.lines().collect();
        for two in lines.windows(2) {
            // Every option has a description, and every mentioned page exists.
            assert!(!two[0].starts_with("fB-") || !two[1].is_empty(), "{}", two[0]);
            if let Some(name) = two[0].strip_suffix("(1)") {
                assert!(place.join(format!("{name}.1")).exists(), "{name}");
            }
        }
    }
    refused_for(&run("man knuth"), 2, "'knuth'");
    let file = folder.file("t.txt", "");
    refused_for(&run(&format!("man --all {}", file.display())), 2, "t.txt is a file, not a folder");
}

#[test]
fn the_version_names_the_commit() {
    let text = answer("--version");
    assert!(text.starts_with(&format!("courser {}", env!("CARGO_PKG_VERSION"))), "{text}");
    let commit = Command::new("git").args(["rev-parse", "--short=9", "HEAD"]).output();
    // Outside a repository there is no commit.
    if let Some(commit) = commit.ok().filter(|output| output.status.success()) {
        let commit = String::from_utf8_lossy(&commit.stdout).trim().to_owned();
        assert!(text.contains(&commit), "{text} does not name {commit}");
    }
}
