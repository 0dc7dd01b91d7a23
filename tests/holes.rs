//! Tests boards with holes, which are read from text and from pictures.

use image::{GrayImage, Luma};

use crate::command::{Folder, courser, refused, refused_for, stderr};

/// The board of 36 squares of the "Holy Knight's tour" on Rosetta Code. `N` is the start.
const HOLY_36: &str = "\
#...####
#.#..###
#.......
...##.#.
.#.##...
N......#
##..#.##
###...##
";

/// The larger "Holy Knight's tour" of Rosetta Code, with 56 squares.
const HOLY_56: &str = "\
#####N#.#####
#####.#.#####
####.....####
#####...#####
##.##.#.##.##
.....###.....
##..#####..##
.....###.....
##.##.#.##.##
#####...#####
####.....####
#####.#.#####
#####.#.#####
";

#[test]
fn the_holy_boards_have_their_tours_from_the_marked_start() {
    let folder = Folder::new();
    for (text, squares) in [(HOLY_36, 36), (HOLY_56, 56)] {
        let board = folder.file("board.txt", text);
        let output = courser().args(["tour", "--json", "--board"]).arg(&board).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let tour: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(tour["squares"].as_array().map(Vec::len), Some(squares));
        let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains('N')).unwrap();
        assert_eq!(tour["squares"][0], serde_json::json!([row, line.find('N')]));
    }
}

/// Converts a board to the notation of Rosetta Code, in which `0` is a square and `1` is the start.
fn of_digits(text: &str) -> String {
    text.replace('.', "0")
        .replace('N', "1")
        .replace('#', " ")
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Runs a command with the text `board` on standard input. Returns the error message of the command.
fn refused_with(arguments: &str, board: &str) -> String {
    refused(&courser().args(arguments.split_whitespace()).write_stdin(board).output().unwrap(), 2)
}

#[test]
fn a_board_drawn_with_0_for_a_square_is_the_same_board() {
    for (text, holes) in [(HOLY_36, 28), (HOLY_56, 113)] {
        let drawn = |text: &str| {
            let output = courser().args(["tour", "--json", "--board", "-"]).write_stdin(text).output().unwrap();
            assert!(output.status.success(), "{}", stderr(&output));
            let tour: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            (tour["squares"].clone(), stderr(&output))
        };
        let (squares, said) = drawn(&of_digits(text));
        assert_eq!(squares, drawn(text).0);
        let count = squares.as_array().unwrap().len();
        let note = format!("{count} squares (0, the start 1) and {holes} holes (outside) were read");
        assert!(said.contains(&note), "{said}");
    }
    let error = refused_with("tour --board -", &of_digits(HOLY_36).replacen("00 ", "02 ", 1));
    assert!(error.contains("line 4, column 3 of the board: '2' is neither a square nor a hole"), "{error}");
}

#[test]
fn masks_of_0_and_1_say_what_was_read_and_can_be_inverted() {
    let folder = Folder::new();
    let holes = |mask: &std::path::Path, arguments: &[&str]| {
        let output = courser().args(["tour", "--json", "--board"]).arg(mask).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let tour: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (tour["board"]["holes"].clone(), stderr(&output))
    };
    let rows = |hole: u8| (0..30).map(move |at| if at == 7 { hole } else { 1 - hole });
    let table = |hole: u8| {
        let cells: Vec<String> = rows(hole).map(|cell| cell.to_string()).collect();
        cells.chunks(6).map(|row| row.join(",") + "\n").collect::<String>()
    };
    let array = |hole: u8| {
        let text = "{'descr': '|b1', 'fortran_order': False, 'shape': (5, 6), }\n";
        let head = [b"\x93NUMPY\x01\0", &(text.len() as u16).to_le_bytes()[..], text.as_bytes()].concat();
        [head, rows(hole).collect()].concat()
    };
    for (name, hole, arguments, said) in [
        ("mask.csv", 0, &[][..], "29 squares (1) and 1 holes (0) were read"),
        ("mask.csv", 1, &["--invert"], "29 squares (0) and 1 holes (1) were read"),
        ("mask.npy", 0, &[], "29 squares (1) and 1 holes (0) were read"),
        ("mask.npy", 1, &["--invert"], "29 squares (0) and 1 holes (1) were read"),
    ] {
        let path = folder.path(name);
        std::fs::write(&path, if name.ends_with("npy") { array(hole) } else { table(hole).into() }).unwrap();
        let (holes, note) = holes(&path, arguments);
        assert_eq!(holes, serde_json::json!([[1, 1]]), "{name}");
        assert!(note.contains(said), "{note}");
    }
    let error = refused_with("tour --board -", &table(1));
    assert!(error.contains("needs at least 2 squares, and this one has 1: 1 is a square, 0 a hole"), "{error}");
    let error = refused_with("tour --board -", &table(0).replacen('0', "2", 1));
    assert!(error.contains("line 2, column 3: '2' is not a 0 or 1"), "{error}");
}

/// Returns a picture of light squares with a dark block in the middle. A square has `scale` pixels per side.
fn picture(side: u32, scale: u32, light: u8, dark: u8) -> GrayImage {
    GrayImage::from_fn(side * scale, side * scale, |x, y| {
        let (row, col) = (y / scale, x / scale);
        let is_hole = (side / 2 - 1..=side / 2).contains(&row) && (side / 2 - 1..=side / 2).contains(&col);
        Luma([if is_hole { dark } else { light }])
    })
}

#[test]
fn light_pixels_are_squares() {
    let folder = Folder::new();
    let tour = |arguments: &[&str], picture: &GrayImage| {
        let path = folder.path("mask.png");
        picture.save(&path).unwrap();
        let output =
            courser().args(["tour", "--closed", "--json"]).args(arguments).arg("--board").arg(&path).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        let tour: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(tour["board"]["rows"], 10);
        tour["board"]["holes"].clone()
    };
    let holes = serde_json::json!([[4, 4], [4, 5], [5, 4], [5, 5]]);
    assert_eq!(tour(&[], &picture(10, 1, 255, 0)), holes);
    assert_eq!(tour(&["--invert"], &picture(10, 1, 0, 255)), holes);
    assert_eq!(tour(&["10x10"], &picture(10, 7, 200, 30)), holes);
}

#[test]
fn pictures_of_other_programs_are_boards_by_their_content() {
    let folder = Folder::new();
    for extension in ["bmp", "gif", "jpg", "pgm", "tiff", "webp"] {
        let (saved, path) = (folder.path(&format!("mask.{extension}")), folder.path("mask"));
        let picture = picture(10, 8, 255, 0);
        match extension {
            "pgm" => picture.save(&saved).unwrap(),
            _ => image::DynamicImage::from(picture).into_rgb8().save(&saved).unwrap(),
        }
        std::fs::rename(&saved, &path).unwrap();
        let output = courser().args(["tour", "10x10", "--closed", "--json", "--board"]).arg(&path).output().unwrap();
        assert!(output.status.success(), "{extension}: {}", String::from_utf8_lossy(&output.stderr));
        let tour: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(tour["board"]["holes"], serde_json::json!([[4, 4], [4, 5], [5, 4], [5, 5]]), "{extension}");
        let bytes = std::fs::read(&path).unwrap();
        let cut = folder.file("cut", &bytes[..bytes.len() * 2 / 3]);
        let said = refused(&courser().args(["tour", "--board"]).arg(cut).output().unwrap(), 2);
        assert!(said.contains("the picture cannot be read: ") && !said.contains("\\n"), "{extension}: {said}");
    }
}

#[test]
fn a_picture_that_is_no_board_is_refused() {
    let folder = Folder::new();
    let path = folder.path("dark.png");
    picture(10, 1, 0, 0).save(&path).unwrap();
    let text = refused(&courser().args(["tour", "--board"]).arg(&path).output().unwrap(), 2);
    assert!(text.contains("--invert"), "{text}");

    let bytes = std::fs::read(&path).unwrap();
    let cut = folder.file("cut.png", &bytes[..bytes.len() / 2]);
    refused_for(&courser().args(["tour", "--board"]).arg(cut).output().unwrap(), 2, "unexpected end of file");
}

#[test]
fn a_board_of_digits_says_what_was_read() {
    let folder = Folder::new();
    let board = folder.file("ring.txt", "111\n101\n111\n");
    let output = courser().args(["tour", "--closed", "--board"]).arg(&board).output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("ring.txt: 8 squares (1) and 1 holes (0) were read\n"), "{said}");
}

#[test]
fn a_text_and_a_size_must_agree() {
    let folder = Folder::new();
    let board = folder.file("board.txt", HOLY_36);
    let text = refused(&courser().args(["tour", "9x9", "--board"]).arg(&board).output().unwrap(), 2);
    assert!(text.contains("is a board of 8x8, not of 9x9"), "{text}");
    courser().args(["tour", "8x8", "--board"]).arg(&board).assert().success();
}

#[test]
fn two_islands_have_no_tour_and_a_reason() {
    let folder = Folder::new();
    let board = folder.file("board.txt", "....##....\n".repeat(6));
    let text = refused(&courser().args(["tour", "--board"]).arg(&board).output().unwrap(), 1);
    assert!(text.contains("no way from"), "{text}");
}

#[test]
fn a_grown_tour_around_holes_ends_where_it_is_told_to() {
    let folder = Folder::new();
    let full = "..........\n".repeat(8);
    let board = folder.file("board.txt", format!("#.........\n{full}#.........\n"));
    let devices: &[&str] = if cfg!(feature = "gpu") { &["cpu", "gpu"] } else { &["cpu"] };
    for &device in devices {
        for (kind, ends, last) in [
            ("closed", "--end d4", vec![[6, 3]]),
            ("closed", "--target d4", vec![[4, 2], [4, 4], [5, 1], [5, 5], [7, 1], [7, 5], [8, 2], [8, 4]]),
            ("closed", "--start c6 --end d4", vec![[6, 3]]),
            ("open", "--end d4", vec![[6, 3]]),
        ] {
            let mut command = courser();
            command.args(["tour", "--method", "grown", "--json", "--seed", "2", "--device", device, "--board"]);
            command.arg(&board).args(ends.split(' ')).args((kind == "closed").then_some("--closed"));
            let output = command.output().unwrap();
            assert!(output.status.success(), "{kind} {ends}: {}", String::from_utf8_lossy(&output.stderr));
            let tour: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(tour["method"], "grown");
            assert!(kind == "open" || tour["kind"] == kind, "{tour}");
            let squares = tour["squares"].as_array().unwrap();
            assert_eq!(squares.len(), 98);
            assert!(last.iter().any(|last| squares[97] == serde_json::json!(last)), "{kind} {ends}: {}", squares[97]);
        }
    }
}

#[test]
fn rows_and_columns_of_holes_around_a_board_are_left_out_with_a_note() {
    let folder = Folder::new();
    let wide = "######\n######\n#....#\n#.N..#\n#....#\n######\n";
    let (large, small) = (folder.file("large.txt", wide), folder.file("small.txt", "....\n.N..\n....\n"));
    let of = |board: &std::path::Path, more: &[&str]| {
        let output = courser().args(["tour", "--format", "csv", "--board"]).arg(board).args(more).output().unwrap();
        (output.stdout, String::from_utf8(output.stderr).unwrap(), output.status.code())
    };
    let open = of(&small, &["--start", "a1"]);
    assert_eq!(open.2, Some(0), "{}", open.1);
    let trimmed = of(&large, &["--start", "a1", "--trim"]);
    assert_eq!(trimmed.0, open.0);
    assert!(
        trimmed.1.contains("(2 above, 1 below), and columns (1 at the left, 1 at the right)")
            && trimmed.1.contains("squares are named on a board of 3x4"),
        "{}",
        trimmed.1
    );
    // The tour begins on the marked start, even if the board is trimmed. A board without a margin of holes is not
    // trimmed, and no note is printed about such a board.
    let [marked, plain] = [of(&large, &["--trim"]), of(&small, &["--trim"])];
    assert_eq!((marked.0, marked.2), (plain.0, plain.2));
    assert!(!plain.1.contains("left out"), "{}", plain.1);
    let alone = courser().args(["tour", "8x8", "--trim"]).output().unwrap();
    assert_eq!(alone.status.code(), Some(2));
    // The board is read from a picture. Then a tour of the trimmed board is read.
    let mask = folder.path("mask.png");
    GrayImage::from_fn(10, 9, |x, y| Luma([if (1..9).contains(&x) && y < 8 { 255 } else { 0 }])).save(&mask).unwrap();
    let tour = folder.path("tour.moves");
    let made = courser().args(["tour", "--trim", "--board"]).arg(&mask).arg("-o").arg(&tour).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for command in ["check", "draw"] {
        let picture = folder.path("tour.png");
        let mut read = courser();
        read.arg(command).arg(&tour).arg("--board").arg(&mask).arg("--trim");
        if command == "draw" {
            read.arg("-o").arg(&picture);
        }
        let output = read.output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
