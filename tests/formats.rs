//! Tests that `check` reads every format that `tour` writes.

use crate::command::{Folder, answer, courser, refused};

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

/// Tests the formats of other programs that docs/formats.md describes. Each case consists of a file, the expected note
/// on stderr, a part of the file, an invalid replacement for this part, and the reported location of the error.
#[test]
fn tours_of_other_programs_are_read_and_their_flaws_reported() {
    let folder = Folder::new();
    let pairs = "(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (0, 3), (1, 1), (2, 3), (0, 2), (1, 0), (2, 1), (1, 3)";
    let from_zero = "the pairs are read as row and column, counted from 0";
    for (file, note, part, flaw, place) in [
        ("[[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]]", "", "9,", "?,", "line 1, column 22: '?'"),
        ("1;4;7;10\n12;9;2;5\n3;6;11;8\n", "", "12;", "", "line 2 has 3 squares where the first has 4"),
        ("| 1 | 4 | 7 | 10 |\n|12 | 9 | 2 | 5 |\n| 3 | 6 |11 | 8 |\n", "", "9", "?", "line 2, column 7: '?'"),
        ("  a  b  c  d\n3  1  4  7 10\n2 12  9  2  5\n1  3  6 11  8\n", "", "11", "-3", "line 4, column 9: '-3'"),
        (
            "  a  b  c  d\n1  3  6 11  8\n2 12  9  2  5\n3  1  4  7 10\n",
            "the rows are read from the bottom: rank 1 is the first",
            "12",
            "1.5",
            "line 3, column 3: '1.5'",
        ),
        (
            "0,1,2,3\n1,4,7,10\n12,9,2,5\n3,6,11,8\n",
            "the numbers of rows and columns around the grid are left out",
            "11,",
            "",
            "line 4 has 3 squares where the first has 4",
        ),
        ("0 3 6 9\n11 8 1 4\n2 5 10 7\n", "the visits are counted from 0", "8", "B", "line 2, column 4: 'B'"),
        (
            "array([[ 1,  4,  7, 10],\n       [12,  9,  2,  5],\n       [ 3,  6, 11,  8]], dtype=int32)",
            "",
            "]]",
            "]",
            "line 3, column 38: the file ends where a closing bracket is expected",
        ),
        (
            "# a heading\n1.0 4.0 7.0 10.0\n12.0 9.0 2.0 5.0\n3.0 6.0 11.0 8.0\n",
            "",
            "9.0",
            "9.5",
            "line 3, column 6: '9.5'",
        ),
        ("a3b1 b1c3 c3a1 a1b3 b3d2", "", "c3a1", "c2a1", "line 1, column 11: 'c2a1' is not a move from where"),
        ("Na3 Nb1 Nc3 Na1", "", "Nc3", "Nc0", "line 1, column 9: 'Nc0'"),
        ("a3-b1, b1-c3, c3-a1", "", "c3-a1", "c3>>%", "line 1, column 19: '%'"),
        ("a3 -> b1 -> c3", "", "-> c3", "-> c?", "line 1, column 14: '?'"),
        ("1. Na3 2. Nb1 3. Nc3", "", "Nb1", "Nb0", "line 1, column 11: 'Nb0'"),
        ("a3\nb1\nc3\na1\n", "", "c3", "c3x", "line 3, column 1: 'c3x'"),
        (
            "1,1\n2,3\n3,1\n1,2\n3,3\n1,4\n2,2\n3,4\n1,3\n2,1\n3,2\n2,4\n",
            "the pairs are read as row and column, counted from 1",
            "3,2",
            "3,?",
            "line 11, column 3: '?'",
        ),
        (pairs, from_zero, "(2, 1)", "(2, 1, 0)", "the row at line 1, column 82 has 3 squares where the first has 2"),
    ] {
        let said = |text: &str| {
            let file = folder.file("tour", text);
            let output = courser().arg("check").arg(&file).output().unwrap();
            (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
        };
        let (code, notes) = said(file);
        // These notes concern the board and the squares, not how the file is read.
        let others = ["does not state the size of its board", "makes a path of these squares"];
        let is_read = |line: &&str| !others.iter().any(|other| line.contains(other));
        let notes: String = notes.lines().filter(is_read).collect();
        // Some of the files contain only the beginning of a tour.
        assert!(code < 2, "{file}: {notes}");
        assert_eq!(notes.contains("note: "), !note.is_empty(), "{file}: {notes}");
        assert!(notes.contains(note), "{file}: {notes}");
        assert!(file.contains(part), "{file}");
        let at = file.rfind(part).unwrap();
        let flawed = format!("{}{flaw}{}", &file[..at], &file[at + part.len()..]);
        let (code, error) = said(&flawed);
        assert!(code == 2 && error.contains(place), "{flawed}: {error}");
    }
    let both = said_of(&folder, "(1, 1), (2, 3)");
    assert!(both.contains("squares by row and column from 0, or squares by row and column from 1"), "{both}");
}

/// Returns the error message for a file with this text.
fn said_of(folder: &Folder, text: &str) -> String {
    let file = folder.file("ambiguous", text);
    refused(&courser().arg("check").arg(&file).output().unwrap(), 2)
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
