//! Tests `courser draw`, and pictures that `courser tour -o` writes.

use std::path::Path;

use crate::command::{Folder, answer, courser, refused, refused_for, run, stderr};

const FORMATS: [&str; 5] = ["png", "svg", "gif", "apng", "y4m"];

fn tour() -> String {
    answer("cycle 6x6 --start a1 --format json --partial")
}

/// Returns the first bytes of a file in this format.
fn magic(format: &str) -> &'static [u8] {
    match format {
        "png" | "apng" => b"\x89PNG\r\n\x1a\n",
        "svg" => b"<svg xmlns",
        "gif" => b"GIF89a",
        _ => b"YUV4MPEG2 ",
    }
}

fn drawn(file: &Path, output: &Path, options: &str) -> Vec<u8> {
    let result = courser()
        .arg("draw")
        .arg(file)
        .args(options.split_whitespace())
        .arg("-o")
        .arg(output)
        .output()
        .expect("the binary runs");
    assert!(result.status.success() && result.stdout.is_empty(), "{options}: {}", stderr(&result));
    std::fs::read(output).expect("the picture is there")
}

#[test]
fn the_extension_picks_the_format_and_a_pipe_gives_the_same() {
    let folder = Folder::new();
    let file = folder.file("tour.json", tour());
    for format in FORMATS {
        let picture = drawn(&file, &folder.path(&format!("tour.{format}")), "");
        assert!(picture.starts_with(magic(format)), "{format}");
        let piped = courser().args(["draw", "-", "--format", format]).write_stdin(tour()).output().unwrap();
        assert!(piped.status.success(), "{}", stderr(&piped));
        assert!(piped.stdout == picture, "{format} differs in a pipe");
    }
    // If the output has no extension, the format is PNG.
    let piped = courser().args(["draw", "-"]).write_stdin(tour()).output().unwrap();
    assert!(piped.stdout == drawn(&file, &folder.path("again.png"), ""));
    assert!(piped.stdout == drawn(&file, &folder.path("odd.name"), "--format png"));
}

#[test]
fn tour_and_draw_make_the_same_pictures() {
    let folder = Folder::new();
    let file = folder.file("tour.txt", answer("cycle 8x8 --start e6"));
    for (format, options) in [
        ("png", ""),
        ("png", "--style heat --palette cividis"),
        ("svg", "--curve --palette dark --coordinates off"),
        ("gif", "--speed 20 --fps 10 --hold 1 --style arrows --square 24"),
    ] {
        let path = folder.path(&format!("tour.{format}"));
        let arguments = format!("cycle 8x8 --start e6 {options} -o");
        courser().args(arguments.split_whitespace()).arg(&path).assert().success();
        let by_tour = std::fs::read(&path).unwrap();
        assert!(by_tour == drawn(&file, &folder.path(&format!("draw.{format}")), options), "{format} {options}");
    }
}

#[test]
fn every_style_and_palette_is_another_picture() {
    let folder = Folder::new();
    let file = folder.file("tour.json", tour());
    let mut pictures = std::collections::BTreeMap::new();
    for options in [
        "",
        "--style line",
        "--style numbers",
        "--style heat",
        "--style arrows",
        "--palette dark",
        "--palette cividis",
        "--palette ember",
        "--palette paper",
        "--curve",
        "--square 30",
        "--square 4",
        "--coordinates off",
        "--scale 2",
    ] {
        let picture = drawn(&file, &folder.path("tour.png"), options);
        let other = pictures.insert(picture, options);
        assert_eq!(other, None, "{options} makes the same");
    }
    assert_eq!(folder.names(), ["tour.json", "tour.png"]);
}

#[test]
fn a_path_that_is_no_tour_yet_is_drawn_as_far_as_it_goes() {
    let folder = Folder::new();
    let file = folder.file("path.moves", "a1 b3 c5 d7");
    let part = drawn(&file, &folder.path("part.png"), "--size 8x8");
    let (width, height) = image::image_dimensions(folder.path("part.png")).unwrap();
    assert_eq!((width, height), (827, 827));
    let other = drawn(&folder.file("path.moves", "a1 b3 c5"), &folder.path("other.png"), "--size 8x8");
    assert!(part != other);
    // If the knight gets stuck, the animation still shows the path to the last square.
    let path = folder.path("stuck.gif");
    let output = courser()
        .args(["cycle", "5x5", "--start", "a4", "--partial", "--speed", "50", "-o"])
        .arg(&path)
        .output()
        .unwrap();
    refused_for(&output, 1, "got stuck");
    assert!(std::fs::read(path).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn one_of_several_tours_is_picked() {
    let folder = Folder::new();
    let one = answer("tour 6x6 --format moves --seed 1");
    let two = answer("tour 6x6 --format moves --seed 2");
    let list = folder.file("list.moves", format!("{one}{two}"));
    let single = folder.file("one.moves", &two);
    let out = folder.path("out.svg");
    let picked = drawn(&list, &out, "--pick 2 --size 6 --quiet");
    assert!(picked == drawn(&single, &out, "--size 6"));
    assert!(picked != drawn(&list, &out, "--size 6 --quiet"));
    let output = courser().arg("draw").arg(&list).args(["--size", "6", "--pick", "3"]).output().unwrap();
    let text = refused(&output, 2);
    assert!(text.contains("contains 2 tours"), "{text}");
}

#[test]
fn holes_and_other_pieces_are_drawn() {
    let folder = Folder::new();
    let board = folder.file("holes.txt", "#...\n....\n....\n");
    let tour = courser().args(["tour", "--format", "moves", "--board"]).arg(&board).output().unwrap();
    assert!(tour.status.success(), "{}", stderr(&tour));
    let moves = folder.file("tour.moves", &tour.stdout);
    let options = format!("--board {}", board.display());
    assert!(drawn(&moves, &folder.path("a.png"), &options) != drawn(&moves, &folder.path("b.png"), "--size 3x4"));
    let camel = folder.file("camel.moves", "a1 b4 c1 d4");
    drawn(&camel, &folder.path("c.png"), "--size 8 --leaper camel");
    refused_for(
        &courser().arg("draw").arg(&camel).args(["--size", "8"]).output().unwrap(),
        2,
        "a1 to b4 is not a move of the knight",
    );
}

#[test]
fn what_cannot_be_drawn_is_refused_and_leaves_the_old_file() {
    let folder = Folder::new();
    let good = folder.file("good.json", tour());
    let wrong = folder.file("wrong.moves", "a1 b3 b4");
    let empty = folder.file("empty.moves", "");
    let large = folder.file("large.moves", "a1 b3");
    let old = folder.file("old.png", "old");
    for (file, options, part) in [
        (&wrong, "--size 8", "b3 to b4 is not a move"),
        (&empty, "--size 8", "empty"),
        (&folder.path("nowhere"), "", "cannot read"),
        (&good, "--style sketch", "'sketch' is not a style"),
        (&good, "--style sketch", "hint: choose one of auto, line, numbers, heat, arrows"),
        (&good, "--palette beige", "'beige' is not a palette"),
        (&good, "--square 0", "squares of 0 pixels"),
        (&good, "--square 2000", "1 to 1024"),
        (&good, "--square 1000000000000", "--square"),
        (&good, "--style line --square 3", "lines need squares of at least 6 pixels"),
        (&good, "--speed 3", "--speed is for animations"),
        (&good, "--format gif --scale 2", "--scale is for a PNG"),
        (&good, "--style line --scale 2", "--scale makes a heat map"),
        (&good, "--style heat --curve", "--curve rounds the corners of a line"),
        (&good, "--scale 2 --square 3", "--scale"),
        (&good, "--scale 0", "--scale"),
        (&good, "--format gif --speed 0", "the speed in moves per second cannot be 0"),
        (&good, "--format gif --speed nan", "cannot be NaN"),
        (&good, "--format gif --speed 0.01 --fps 50", "is too long: at most 10000"),
        (&good, "--format gif --fps 51", "of a GIF cannot be 51"),
        (&good, "--format apng --fps 61", "cannot be 61: 1 to 60"),
        (&good, "--format gif --hold 61", "cannot be 61: 0 to 60"),
        (&good, "--format gif --easing bouncy", "'bouncy' is not a kind of easing"),
        (&good, "--format gif --square 900", "is too large"),
        (&good, "--format grid", "grid"),
        (&good, "--pick 0", "--pick"),
        (&good, "--size 8x8", "6x6"),
        (&large, "--size 1000x1000 --style arrows", "arrows need squares"),
        (&large, "--size 100000x100000", "too large to be drawn from a file"),
    ] {
        let output = courser()
            .arg("draw")
            .arg(file)
            .args(options.split_whitespace())
            .arg("-o")
            .arg(&old)
            .output()
            .expect("the binary runs");
        let text = refused(&output, 2);
        assert!(text.contains(part), "{options}: {text}");
    }
    assert_eq!(std::fs::read(&old).unwrap(), b"old");
    assert!(!folder.names().iter().any(|name| name.starts_with(".courser")));
    let output = courser().arg("draw").arg(&good).args(["-o", "tour.docx"]).output().unwrap();
    assert!(refused(&output, 2).contains("no format of a picture has this extension"));
}

#[test]
fn options_of_pictures_are_for_pictures() {
    for (arguments, part) in [
        ("tour 8x8 --palette dark", "--palette is for pictures"),
        ("tour 8x8 --style heat --format csv", "--style is for pictures"),
        ("tour 8x8 --hold 3", "--hold is for pictures"),
        ("tour 8x8 --format png --fps 3", "--fps is for animations"),
        ("tour 1000x1000 --format gif --speed 5", "is too long"),
        ("tour 1000x1000 --format svg --style numbers", "visit numbers need squares"),
        ("tour 300x300 --format gif --style line", "lines need squares"),
    ] {
        let text = refused(&run(arguments), 2);
        assert!(text.contains(part), "{arguments}: {text}");
    }
}

#[test]
fn numbers_are_written_up_to_16x16_and_beyond_it_the_line_is_alone() {
    let folder = Folder::new();
    for (board, has_numbers) in [("16x16", true), ("17x17", false)] {
        let file = folder.file("tour.json", answer(&format!("tour {board} --device cpu --json")));
        let usual = drawn(&file, &folder.path("usual.png"), "");
        assert_eq!(usual != drawn(&file, &folder.path("line.png"), "--style line"), has_numbers, "{board}");
    }
}

#[test]
fn a_heat_map_says_what_it_shows() {
    let folder = Folder::new();
    let made = |name: &str, options: &str| {
        let path = folder.path(name);
        let command = format!("tour 500x450 --closed --start 50,200 --device cpu {options} -o");
        courser().args(command.split_whitespace()).arg(&path).assert().success();
        image::open(&path).expect("it is a picture").into_rgb8()
    };
    let (legend, bare) = (made("legend.png", ""), made("bare.png", "--legend off"));
    assert_eq!((legend.width(), legend.height()), (bare.width(), bare.height() + 30 + 17 * 9));
    // The legend below the map consists of text and a bar in the colours of the map.
    let strip = (0..legend.width()).flat_map(|x| (bare.height()..legend.height()).map(move |y| (x, y)));
    let colours: std::collections::BTreeSet<_> = strip.map(|(x, y)| legend.get_pixel(x, y).0).collect();
    assert!(colours.len() > 100, "{} colours", colours.len());
    // In the first 240 rows of the board, the map has only one mark: the mark on the start square of the tour. The
    // frame around the enlarged squares is below these rows.
    let square = bare.width() / 450;
    let (x, y) = (200 * square + square / 2, 50 * square + square / 2);
    let differs = |x: u32, y: u32| legend.get_pixel(x, y) != bare.get_pixel(x, y);
    assert!(differs(x, y));
    let far = (0..bare.width()).flat_map(|x| (0..240 * square).map(move |y| (x, y)));
    let mut far = far.filter(|&(at_x, at_y)| at_x.abs_diff(x) > 9 || at_y.abs_diff(y) > 9);
    assert!(!far.any(|(x, y)| differs(x, y)));
    // The picture of a streamed tour also has a legend below the map.
    let file = folder.path("tour.npy");
    courser().args(["tour", "4100x4100", "--closed", "--device", "cpu", "-q", "-o"]).arg(&file).assert().success();
    drawn(&file, &folder.path("legend.png"), "--scale 5");
    let scaled = image::open(folder.path("legend.png")).expect("it is a picture").into_rgb8();
    assert_eq!((scaled.width(), scaled.height()), (820, 850 + 17 * 8));
    drawn(&file, &folder.path("bare.png"), "--scale 5 --legend off");
    assert_eq!(image::image_dimensions(folder.path("bare.png")).unwrap(), (820, 820));
}

#[test]
fn a_heat_map_of_a_new_tour_is_that_of_its_file() {
    let folder = Folder::new();
    let holes =
        folder.file("holes.txt", "..#....\n.......\n.......\n....#..\n.......\n.......\n").display().to_string();
    let symmetric = |size: &str, turn: &str| format!("tour {size} --closed --symmetry {turn}");
    for (tour, style) in [
        ("tour 700x500 --closed".to_owned(), "--scale 3"),
        ("tour 300x200".into(), "--style heat --square 2 --palette ember"),
        ("tour 64x64 --closed".into(), "--style heat --square 7"),
        ("tour 64x64 --closed".into(), "--style heat --square 8"),
        (symmetric("6x6", "quarter-turn"), "--square 5"),
        (symmetric("5x8", "half-turn"), "--colour part --square 5"),
        (symmetric("6x6", "half-turn"), "--colour visit --square 5"),
        (format!("tour --board {holes}"), "--square 5"),
        (format!("tour --board {holes}"), "--scale 2"),
        (format!("tour --board {holes} --closed"), "--style heat --square 4"),
        (format!("walk --board {holes} --tries 1000"), "--square 3"),
        (format!("cycle --board {holes} --start b6"), "--square 3"),
    ] {
        let command = format!("{tour} --device cpu");
        let file = folder.file("tour.json", answer(&format!("{command} --json")));
        let path = folder.path("new.png");
        answer(&format!("{command} {style} -o {}", path.display()));
        let is_equal = std::fs::read(path).unwrap() == drawn(&file, &folder.path("file.png"), style);
        assert!(is_equal, "{command} {style}");
    }
}

#[test]
fn a_large_board_is_a_heat_map_of_bearable_size() {
    let folder = Folder::new();
    let file = folder.path("tour.npy");
    courser().args(["tour", "1500x1200", "--closed", "-q", "-o"]).arg(&file).assert().success();
    drawn(&file, &folder.path("scaled.png"), "--scale 5");
    assert_eq!(image::image_dimensions(folder.path("scaled.png")).unwrap(), (240, 300));
    drawn(&file, &folder.path("whole.png"), "");
    assert_eq!(image::image_dimensions(folder.path("whole.png")).unwrap(), (1200, 1530 + 17 * 12));
    let film = drawn(&file, &folder.path("tour.gif"), "--speed 300000 --fps 2 --hold 0");
    assert!(film.starts_with(b"GIF89a"));
}

#[test]
fn the_cycle_is_shown_pass_by_pass() {
    let folder = Folder::new();
    let run = |options: &str, name: &str| {
        let path = folder.path(name);
        let arguments = format!("cycle 5x5 --start a1 --device cpu {options} -o");
        let output = courser().args(arguments.split_whitespace()).arg(&path).output().unwrap();
        assert!(output.status.success() && output.stdout.is_empty(), "{options}: {}", stderr(&output));
        std::fs::read(path).unwrap()
    };
    let mut states: Vec<Vec<u8>> =
        (0..7).map(|pass| run(&format!("--channel r,g,b,a --passes {pass}"), "a.png")).collect();
    let shown = states.len();
    states.sort();
    states.dedup();
    assert_eq!(states.len(), shown, "every pass changes something");
    // Channels have short and long names.
    assert!(run("--channel b --passes 5", "a.png") == run("--channel rank --passes 5", "a.png"));
    let svg = run("--channel next --passes 2", "a.svg");
    assert!(String::from_utf8(svg).unwrap().contains("<title>the decision cycle on 5x5: move 1, decide: "));

    // The animation has one frame before the first pass, and one frame after each pass.
    let film = run("--channel phase --passes 10 --format apng --fps 6 --hold 0", "a.apng");
    let at = film.windows(4).position(|bytes| bytes == b"acTL").expect("it is animated");
    assert_eq!(film[at + 4..at + 8], 11_u32.to_be_bytes());
}

#[test]
fn a_cycle_that_gets_stuck_is_shown_if_asked_for() {
    let folder = Folder::new();
    let path = folder.path("stuck.gif");
    let arguments = ["cycle", "5x5", "--start", "a4", "--channel", "visit", "--device", "cpu", "-o"];
    let output = courser().args(arguments).arg(&path).output().unwrap();
    assert!(refused(&output, 1).contains("got stuck"));
    assert!(folder.names().is_empty());
    let output = courser().args(arguments).arg(&path).arg("--partial").output().unwrap();
    refused_for(&output, 1, "got stuck");
    assert!(std::fs::read(&path).unwrap().starts_with(b"GIF89a"));
    // If the run ends before the knight gets stuck, the command succeeds.
    courser().args(arguments).arg(&path).args(["--passes", "9"]).assert().success();
}

#[test]
fn the_states_of_the_cycle_are_written_as_data() {
    let csv = answer("cycle 3x4 --start a3 --channel r,g,b,a --format csv --device cpu");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("pass,row,col,visit,phase,rank,next"));
    let last: Vec<Vec<u32>> =
        lines.map(|line| line.split(',').map(|word| word.parse().unwrap()).collect::<Vec<_>>()).collect();
    let passes = last.last().unwrap()[0];
    assert_eq!(last.len() as u32, 12 * (passes + 1), "one line per square and state");
    // In the first state, the knight is on its first square. The last state contains the visit numbers of the tour.
    assert_eq!(
        last.iter().filter(|line| line[0] == 0 && line[3] == 1).map(|line| (line[1], line[2])).collect::<Vec<_>>(),
        [(0, 0)]
    );
    let grid = answer("cycle 3x4 --start a3 --device cpu");
    let visits: Vec<u32> = grid.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let written: Vec<u32> = last.iter().filter(|line| line[0] == passes).map(|line| line[3]).collect();
    assert_eq!(written, visits);

    let npy = run("cycle 3x4 --start a3 --channel visit,next --passes 6 --format npy --device cpu");
    assert!(npy.status.success());
    let header = String::from_utf8_lossy(&npy.stdout[..80]).into_owned();
    assert!(header.contains("'descr': '<u4'") && header.contains("'shape': (7, 3, 4, 2"), "{header}");
    assert_eq!(npy.stdout.len() % 64, 7 * 3 * 4 * 2 * 4 % 64);
    refused_for(&run("cycle 8x8 --channel rank --format moves"), 2, "--channel is for pictures and data");
}

#[test]
fn what_the_cycle_cannot_show_is_refused() {
    for (arguments, part) in [
        ("cycle 8x8 --channel x --format png", "'x' is not a channel"),
        ("cycle 8x8 --channel rank", "--channel is for pictures"),
        ("cycle 8x8 --passes 3 --format png", "add --channel"),
        ("tour 8x8 --channel rank --format png", "courser cycle BOARD --channel CHANNELS"),
        ("cycle 8x8 --channel rank --format png --schedule near", "every pass over the whole board"),
        ("cycle 8x8 --channel rank --format png --style heat", "--style is for pictures of tours"),
        ("cycle 8x8 --channel rank --format gif --speed 3", "--speed is for pictures of tours"),
        ("cycle 8x8 --channel rank --format png --fps 3", "--fps is for animations"),
        ("cycle 100x100 --channel rank --format gif", "use --passes 837 or fewer"),
        ("cycle 3000x3000 --channel rank --format gif", "is too long"),
        ("cycle 1000x1000 --channel rank --format png", "need squares of at least 6 pixels"),
        ("cycle 300x300 --channel rank --passes 1 --format gif", "need squares of at least 6 pixels"),
        ("cycle 8x8 --channel rank --format gif --fps 0", "of a GIF cannot be 0: 1 to 50"),
    ] {
        let text = refused(&run(&format!("{arguments} --device cpu")), 2);
        assert!(text.contains(part), "{arguments}: {text}");
    }
}

#[cfg(feature = "gpu")]
#[test]
fn the_gpu_and_the_cpu_show_the_same() {
    let shown = |device: &str| run(&format!("cycle 6x7 --channel r,g,b,a --passes 40 --format png --device {device}"));
    let (gpu, cpu) = (shown("gpu"), shown("cpu"));
    assert!(gpu.status.success() && cpu.status.success(), "{}", stderr(&gpu));
    assert!(gpu.stdout == cpu.stdout);
}

/// Decodes the video with ffmpeg if it is installed. Tests the number of frames, and the colours of the squares in the
/// last frame.
#[cfg(unix)]
#[test]
fn ffmpeg_takes_the_video_where_it_is_installed() {
    use std::process::Command;

    if Command::new("ffmpeg").arg("-version").output().is_err() {
        return;
    }
    let folder = Folder::new();
    let binary = assert_cmd::cargo::cargo_bin!("courser");
    let last = folder.path("last.png");
    let script = format!(
        "'{}' cycle 8x8 --start e6 --device cpu --style heat --square 48 --speed 20 --fps 10 --hold 1 --format y4m |
         ffmpeg -v error -i - -vf reverse -frames:v 1 -update 1 '{}'",
        binary.display(),
        last.display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", stderr(&output));
    let still = folder.path("still.png");
    let arguments = "cycle 8x8 --start e6 --device cpu --style heat --square 48 -o";
    courser().args(arguments.split(' ')).arg(&still).assert().success();
    let [last, still] = [last, still].map(|path| image::open(path).expect("it is a picture").into_rgb8());
    assert_eq!(last.dimensions(), still.dimensions());
    let apart = last.as_raw().iter().zip(still.as_raw()).map(|(one, two)| u64::from(one.abs_diff(*two))).sum::<u64>();
    let mean = apart as f64 / last.as_raw().len() as f64;
    assert!(mean < 4.0, "{mean} on the average");
}

#[test]
fn an_array_too_large_to_be_kept_is_proven_and_drawn_in_bands() {
    let folder = Folder::new();
    let file = folder.path("tour.npy");
    let by_tour = folder.path("tour.png");
    for output in [&file, &by_tour] {
        let scale = if output == &file { "" } else { "--scale 16" };
        let arguments = format!("tour 4097x4098 --start 4096,0 --device cpu -q {scale} -o");
        courser().args(arguments.split_whitespace()).arg(output).assert().success();
    }
    let picture = drawn(&file, &folder.path("draw.png"), "--scale 16");
    assert!(picture == std::fs::read(by_tour).unwrap());

    // After one visit number was changed, the content of the file is not a tour.
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.len() - 4;
    bytes[at..].copy_from_slice(&7_u32.to_le_bytes());
    std::fs::write(&file, &bytes).unwrap();
    let old = folder.file("old.png", "old");
    let output = courser().arg("draw").arg(&file).arg("-o").arg(&old).output().unwrap();
    let text = refused(&output, 2);
    assert!(text.contains("is not a knight's move away"), "{text}");
    assert_eq!(std::fs::read(&old).unwrap(), b"old");

    // The reader for complete files reports a truncated file.
    std::fs::write(&file, &bytes[..at]).unwrap();
    let output = courser().arg("draw").arg(&file).arg("-o").arg(&old).output().unwrap();
    assert!(refused(&output, 2).contains("the file has"));
}

#[test]
fn the_making_of_a_grown_tour_is_an_animation_that_ends_with_its_tour() {
    let folder = Folder::new();
    let made = |name: &str, arguments: &str| {
        let path = folder.path(name);
        let output = run(&format!("tour 20x20 --closed --method grown --seed 4 {arguments} -o {}", path.display()));
        assert!(output.status.success(), "{}", stderr(&output));
        std::fs::read(path).unwrap()
    };
    let making = "--animate making --fps 8 --square 12 --coordinates off";
    let film = made("one.y4m", making);
    assert!(film == made("two.y4m", making), "the same command, the same bytes");
    // The last frame of this animation, without its caption, equals the last frame of `tour.y4m`, the animation of the
    // finished tour.
    let end = made("tour.y4m", "--speed 1000 --fps 8 --square 12 --coordinates off");
    let size = |film: &[u8]| String::from_utf8_lossy(&film[..19]).into_owned();
    assert_eq!([size(&film), size(&end)], ["YUV4MPEG2 W248 H274", "YUV4MPEG2 W248 H248"]);
    // Returns the brightness values of the rows of the board.
    let board = |film: &[u8], high: usize| film[film.len() - 248 * high * 3 / 2..][..248 * 248].to_vec();
    assert!(board(&film, 274) == board(&end, 248));
    for name in ["making.gif", "making.apng"] {
        assert!(made(name, &format!("{making} --hold 1")).len() > 10_000);
    }
    for (arguments, words) in [
        ("tour 20x20 --method grown --animate making", "--animate is for animations"),
        ("tour 20x20 --animate making --format gif", "--animate making is for the method grown"),
        ("tour 20x20 --method grown --animate making --format gif --speed 3", "--speed is for animations of a tour"),
        ("tour 20x20 --method grown --animate making --format gif --style arrows", "shows lines or a heat map"),
        ("tour 2000x2000 --method grown --animate making --format gif", "is too long for an animation"),
    ] {
        refused_for(&run(arguments), 2, words);
    }
    // The tour of 4x30 is made by a method other than `grown`. Therefore the tour has no construction to animate.
    let text =
        refused(&run(&format!("tour 4x30 --method grown --animate making -o {}", folder.path("no.gif").display())), 1);
    assert!(text.contains("was not grown"), "{text}");
    assert!(!folder.path("no.gif").exists());
}
