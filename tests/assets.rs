//! Tests that the pictures in `assets` equal the output of the documented commands.

use std::path::Path;

use crate::command::{Folder, courser, stderr};

/// Returns the commands in assets/README.md that write a file to `assets`. Each entry contains the arguments and the
/// name of the written file.
fn commands() -> Vec<(Vec<String>, String)> {
    let table = std::fs::read_to_string("assets/README.md").expect("assets have a table of contents");
    let commands = table.split('`').filter_map(|text| text.strip_prefix("courser "));
    let parted = commands.filter_map(|command| command.split_once(" -o "));
    parted.map(|(arguments, file)| (arguments.split(' ').map(str::to_owned).collect(), file.to_owned())).collect()
}

/// Returns whether the first frames of two pictures are nearly equal. Antialiased edges can be rounded differently on
/// other processors.
fn nearly(one: &[u8], two: &[u8]) -> bool {
    let [one, two] = [one, two].map(|file| image::load_from_memory(file).expect("it is a picture").into_rgb8());
    let near = |(one, two): (&u8, &u8)| one.abs_diff(*two) <= 2;
    one.dimensions() == two.dimensions() && one.as_raw().iter().zip(two.as_raw()).all(near)
}

/// Returns whether a picture equals the stored picture, except for small differences between processors.
pub(crate) fn is_same(made: &Path, kept: &Path) -> bool {
    let [made, there] = [made, kept].map(|path| std::fs::read(path).expect("the picture is there"));
    match kept.extension().and_then(|extension| extension.to_str()) {
        Some("png") => nearly(&made, &there),
        Some("gif") => made.len().abs_diff(there.len()) * 50 < there.len(),
        _ => made == there,
    }
}

#[test]
fn every_picture_is_made_by_the_command_beside_it() {
    let folder = Folder::new();
    let commands = commands();
    assert!(commands.len() >= 10, "the table has {} commands", commands.len());
    for (arguments, file) in commands {
        let name = Path::new(&file).file_name().expect("a file has a name").to_string_lossy().into_owned();
        let made = folder.path(&name);
        // The CPU is always available and gives the same results as a GPU.
        let device: &[&str] = if arguments[0] == "tour" { &["--device", "cpu"] } else { &[] };
        let output = courser().args(&arguments).args(device).arg("-o").arg(&made).output().unwrap();
        // If a rule gets stuck, the command still writes the path and exits with 1.
        assert!(output.status.code() <= Some(1) && made.is_file(), "{file}: {}", stderr(&output));
        let same = is_same(&made, Path::new(&file));
        assert!(same, "{file} is not what `courser {} -o {file}` makes", arguments.join(" "));
    }
}

#[test]
fn the_comparison_tells_two_pictures_apart() {
    let [one, two] = ["assets/bottom-8x8.png", "assets/center-8x8.png"].map(|path| std::fs::read(path).unwrap());
    assert!(nearly(&one, &one) && !nearly(&one, &two));
}
