//! Checks that `check` reads every format that `tour` writes.

use crate::command::{Folder, answer, courser};

#[test]
fn every_text_format_goes_out_and_comes_back() {
    let folder = Folder::new();
    for extension in ["txt", "grid", "moves", "csv", "json", "npy", "tour"] {
        let path = folder.path(&format!("tour.{extension}"));
        let written = courser().args(["cycle", "8x8", "--start", "e6", "-o"]).arg(&path).output().unwrap();
        assert!(written.status.success() && written.stdout.is_empty(), "{extension}");
        courser().arg("check").arg(&path).assert().success().stdout("closed tour\n");
    }
}

#[test]
fn the_format_option_overrides_the_extension() {
    let folder = Folder::new();
    let path = folder.path("tour.txt");
    courser().args(["cycle", "8x8", "--format", "moves", "--start", "e6", "-o"]).arg(&path).assert().success();
    assert!(std::fs::read_to_string(path).unwrap().starts_with("e6 f8 h7 "));
}

#[test]
fn moves_are_squares_on_one_line() {
    let moves = answer("cycle 8x8 --start e6 --format moves");
    assert_eq!(moves.lines().count(), 1);
    assert_eq!(moves.split_whitespace().count(), 64);
}

#[test]
fn csv_has_a_row_a_visit() {
    let csv = answer("cycle 8x8 --start e6 --format csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[..3], ["visit,row,col,square", "1,2,4,e6", "2,0,5,f8"]);
    assert_eq!(lines.len(), 65);
}

#[test]
fn a_picture_is_a_png_of_the_board() {
    let folder = Folder::new();
    let path = folder.path("tour.png");
    courser().args(["tour", "8x8", "--start", "e6", "-o"]).arg(&path).assert().success();
    let picture = image::open(path).expect("it is a picture");
    assert!(picture.width() >= 800 && picture.height() == picture.width());
}
