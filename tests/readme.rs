//! Tests the README and the pages of docs: runs every command, and compares every output and every picture.
//!
//! A command is an indented line that begins with `courser`, or with `$ courser` if its output follows. A line that
//! ends with ` \` continues on the next line. Text after two spaces is a comment. In an output, `…` matches any text in
//! its line.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::assets::is_same;
use crate::command::Folder;

/// A command of a page, with its output.
#[derive(Debug)]
struct Example {
    /// Page that contains the command, and line number in this page, as `page:line`.
    place: String,
    command: String,
    output: Option<String>,
}

fn examples(page: &str, text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    // True while lines without `$` belong to the output of the most recent command.
    let mut printing = false;
    for (number, line) in text.lines().enumerate() {
        let Some(line) = line.strip_prefix("    ") else {
            printing = false;
            continue;
        };
        if let Some(before) = examples.last_mut().map(|last| &mut last.command).filter(|last| last.ends_with('\\')) {
            before.pop();
            before.push_str(line.trim());
            continue;
        }
        let (command, prints) = match line.strip_prefix("$ ") {
            Some(command) => (command, true),
            None => (line, false),
        };
        let command = command.split("  ").next().unwrap_or(command).trim_end();
        let command = command.to_owned();
        if !prints && printing {
            let output = examples.last_mut().and_then(|example| example.output.as_mut()).expect("a command prints it");
            output.push_str(line);
            output.push('\n');
        } else if command.starts_with("courser ") || prints {
            printing = prints;
            examples.push(Example {
                place: format!("{page}:{}", number + 1),
                command,
                output: prints.then(String::new),
            });
        }
    }
    examples
}

/// Returns whether `output` matches `printed`, the output that a page shows for a command. In `printed`, `…` matches
/// any text in the same line.
fn is_like(printed: &str, output: &str) -> bool {
    let line_is_like = |(printed, output): (&str, &str)| match printed.split_once('…') {
        Some((before, after)) => {
            output.len() >= before.len() + after.len() && output.starts_with(before) && output.ends_with(after)
        }
        None => printed.trim_end() == output.trim_end(),
    };
    printed.lines().count() == output.lines().count() && printed.lines().zip(output.lines()).all(line_is_like)
}

/// Copies all files of a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Returns the README and the pages of docs, sorted by name.
fn pages(root: &Path) -> Vec<String> {
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut pages: Vec<String> = docs.map(|name| format!("docs/{}", name.to_str().unwrap())).collect();
    pages.retain(|page| page.ends_with(".md"));
    pages.push("README.md".into());
    pages.sort();
    pages
}

#[test]
fn the_readme_and_the_docs_do_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = pages(root).into_iter().map(|page| (fs::read_to_string(root.join(&page)).unwrap(), page));
    let mut examples: Vec<Example> = pages.flat_map(|(text, page)| examples(&page, &text)).collect();
    // A command that is shown without its output runs only once, even if it occurs several times.
    let mut seen = std::collections::BTreeSet::new();
    examples.retain(|example| example.output.is_some() || seen.insert(example.command.clone()));
    assert!(examples.len() > 40, "the pages have commands: {examples:?}");
    // The commands run in a folder with the files that they read. The commands write only in this folder.
    let folder = Folder::new();
    copy(&root.join("assets"), &folder.path("assets"));
    copy(&root.join("crates/bench/results"), &folder.path("crates/bench/results"));
    image::GrayImage::from_fn(8, 8, |x, y| image::Luma([if x + y < 2 { 0 } else { 255 }]))
        .save(folder.path("mask.png"))
        .unwrap();
    let program = Path::new(assert_cmd::cargo::cargo_bin!("courser"));
    let mut path = vec![program.parent().unwrap().to_path_buf()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let path = std::env::join_paths(path).unwrap();

    for Example { place, command, output } in &examples {
        if !cfg!(feature = "gpu") && (command.contains("--device gpu") || command.contains("watch")) {
            continue;
        }
        let mut shell = Command::new("bash");
        shell.args(["-o", "pipefail", "-c", command]).current_dir(folder.path("")).env("PATH", &path);
        shell.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("NO_COLOR");
        let ran = shell.output().unwrap();
        let mut answer = String::from_utf8_lossy(&ran.stdout).into_owned();
        // The note about a long run is ignored, since the program prints it only on slow computers.
        let is_of_any = |line: &&str| !line.starts_with("note: this takes about ");
        answer.extend(String::from_utf8_lossy(&ran.stderr).split_inclusive('\n').filter(is_of_any));
        match output {
            Some(printed) => {
                assert!(is_like(printed, &answer), "{place}: {command}\nprints\n{answer}\nnot\n{printed}")
            }
            // With `--partial`, the exit code 1 means that a rule got stuck.
            None if command.contains("--partial") => assert_eq!(ran.status.code(), Some(1), "{place}\n{answer}"),
            None => assert!(ran.status.success(), "{place}: {command}\nends with {}\n{answer}", ran.status),
        }
    }

    // If a page contains the command of a picture, the picture must equal the output of the command.
    let made =
        examples.iter().flat_map(|example| example.command.split(' ')).filter(|word| word.starts_with("assets/"));
    for file in made {
        assert!(is_same(&folder.path(file), &root.join(file)), "{file} is not what its command makes");
    }
}

/// Returns the paths in a text that lead to files of the repository. The paths are link targets or are in backquotes.
/// Placeholders such as `NAME.rs` are ignored.
fn named_files(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let folders = ["crates/", "shaders/", "src/", "tests/", "fuzz/", "examples/", "assets/"];
    let is_file =
        |name: &&str| folders.iter().any(|folder| name.starts_with(folder)) && !name.contains(['*', ' ', '$']);
    quoted.chain(links(text)).filter(is_file).filter(|name| !name.contains("NAME")).collect()
}

#[test]
fn files_that_readme_and_contributing_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for text in ["README.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(text)).unwrap();
        let named = named_files(&text);
        assert!(named.len() > 10, "{named:?}");
        let missing: Vec<&str> = named.into_iter().filter(|name| !root.join(name).exists()).collect();
        assert_eq!(missing, [] as [&str; 0]);
    }
    assert_eq!(named_files("`src/lib.rs` [x](tests/NAME.rs) [y](crates/no.rs)"), ["src/lib.rs", "crates/no.rs"]);
}

#[test]
fn a_wrong_readme_is_noticed() {
    let text = "Say\n\n    $ courser tour 3x3\n    error: no …\n    hint: none\n\n    courser tour 8x8   a tour\n    let x;\n\n    \
         courser tour 8x8 \\\n        --closed\n";
    let found = examples("page", text);
    assert_eq!((found.len(), found[2].command.as_str()), (3, "courser tour 8x8 --closed"));
    assert_eq!(found[0].output.as_deref(), Some("error: no …\nhint: none\n"));
    assert_eq!((found[1].command.as_str(), found[1].place.as_str()), ("courser tour 8x8", "page:7"));
    assert!(is_like("error: no …\n", "error: no tour\n") && !is_like("error: no …\n", "error: yes\n"));
    assert!(!is_like("a\n", "a\nb\n") && !is_like("a\nb\n", "a\n"));
}

#[test]
fn the_readme_is_short_and_narrow() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    assert!(
        text.len() <= 12_000 && text.lines().count() <= 200,
        "{} bytes, {} lines",
        text.len(),
        text.lines().count()
    );
    let wide = text.lines().find(|line| line.chars().count() > 100);
    assert_eq!(wide, None, "a line of the README has more than 100 columns");
}

/// Returns the paths of the local files in the links of a page. A link has the form `](path)` or `]: path`.
fn links(text: &str) -> Vec<&str> {
    let inline = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let listed = text.lines().filter(|line| line.starts_with('[')).filter_map(|line| line.split_once("]: "));
    inline.chain(listed.map(|(_, there)| there)).filter(|there| !there.is_empty() && !there.contains("://")).collect()
}

#[test]
fn every_link_leads_to_a_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in pages(root) {
        let text = fs::read_to_string(root.join(&page)).unwrap();
        for link in links(&text) {
            let there = root.join(&page).parent().unwrap().join(link);
            assert!(there.exists(), "{page} links to {link}, which is not there");
        }
    }
    assert_eq!(links("[a](b.md) and [c](d.md#e)\n[f]: g/h\n[web](https://example.org)\n"), ["b.md", "d.md", "g/h"]);
}

#[test]
fn the_recipe_in_rust_is_part_of_the_program_that_the_tests_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let (page, program) = (read("docs/install.md"), read("tests/library/src/main.rs"));
    let recipe =
        page.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the page has a recipe");
    let (uses, main) = recipe.split_once("fn main() -> Result<(), Box<dyn std::error::Error>> {\n").unwrap();
    assert!(main.lines().count() > 3, "{recipe}");
    let missing: Vec<&str> = main.lines().filter(|line| !program.contains(line.trim())).collect();
    assert_eq!(missing, [] as [&str; 0], "lines of the recipe that tests/package does not run");
    assert!(uses.lines().filter(|line| !line.is_empty()).all(|line| line.starts_with("use courser::")), "{uses}");
}

#[test]
fn the_limits_of_the_browsers_page_are_those_of_its_build() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let build = fs::read_to_string(root.join("crates/web/build")).unwrap();
    let page = fs::read_to_string(root.join("docs/browser.md")).unwrap().replace(',', "");
    for name in ["most=", "most_compressed="] {
        let limit = build.lines().find_map(|line| line.strip_prefix(name)).expect("the build has the limit");
        assert!(limit.len() >= 6 && page.contains(limit), "docs/browser.md does not say {limit}");
    }
}
