//! Tests `courser watch` on a separate display, with simulated keys and clicks.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use courser::board::{Board, Square, Tour, format};
use courser::view::{Layout, Style, Visibility, paint};
use courser::window::{BoardGrid, Camera};
use image::RgbImage;

use crate::command::{Folder, answer, courser, refused, refused_for, stderr};
use crate::display::{DEADLINE, Display, Watch};

/// Maximum mean difference between the channels of the window's picture and the painted picture, on a scale from 0 to
/// 255. crates/window/tests/pictures.rs uses the same limit for more pictures.
const MEAN: f64 = 2.0;

/// Returns the height of the text below the board in pixels. The font size is 14 pixels, the line height is 22 pixels,
/// and a low window has only one line.
const fn words(height: u32) -> u32 {
    if height < 24 * 22 { 22 } else { 44 }
}

/// Returns the pixel at the centre of a square in a window of this size with a single board.
fn pixel_of(board: &Board, square: &str, (width, height): (u32, u32)) -> (u32, u32) {
    let room = (width, height - words(height));
    let camera = Camera::whole(&BoardGrid::new(board, 1, room), board, room);
    let Square { row, col } = board.square(square).unwrap();
    let at = |corner: f64, place: u32| (corner + camera.side() * (f64::from(place) + 0.5)) as u32;
    (at(camera.corner().0, col), at(camera.corner().1, row))
}

/// Returns the mean difference between the window's picture and the painted picture of a tour.
fn difference(saved: &RgbImage, tour: &Tour) -> f64 {
    let board = tour.board();
    let room = (saved.width(), saved.height() - words(saved.height()));
    let square = Camera::whole(&BoardGrid::new(board, 1, room), board, room).side() as u32;
    let style = Style { square: Some(square), numbers: Visibility::Auto, fold: false, ..Style::default() };
    let layout = Layout::new(board, &style).unwrap();
    let painted = paint(tour.path(), Some(tour.kind()), &style).unwrap();
    let (left, top) = ((room.0 - layout.width) / 2, (room.1 - layout.height) / 2);
    let mut sum = 0;
    for y in 0..painted.height() {
        for x in 0..painted.width() {
            let drawn = saved.get_pixel(left + x, top + y).0;
            sum += drawn.iter().zip(painted.pixel(x, y)).map(|(&a, b)| u64::from(a.abs_diff(b))).sum::<u64>();
        }
    }
    sum as f64 / (3 * painted.width() * painted.height()) as f64
}

fn tour(arguments: &str) -> Tour {
    let text = answer(&format!("tour {arguments} --format json"));
    let found = format::read(text.as_bytes(), None, None).unwrap().remove(0);
    let order = found.squares.iter().map(|&square| found.board.index(square) as u32).collect();
    Tour::new(found.board, order).unwrap()
}

#[test]
fn a_tour_is_played_to_its_end_by_keys_and_clicks_and_saved() {
    let display = Display::new();
    let mut watch = Watch::open(&display, "8x8 --start e6 --paused --device 0 --window 640x640 --save tour.png");
    watch.title_ends("8x8, decision cycle, visit 1 of 64, paused");
    watch.keys(&["m"]);
    watch.title_ends("visit 2 of 64, paused");
    watch.keys(&["p", "p", "p"]);
    watch.title_ends("visit 3 of 64, paused");
    // The key `o` goes back by one pass, and the key `j` goes back by one move.
    watch.keys(&["o"]);
    watch.title_ends("visit 2 of 64, paused");
    watch.keys(&["j"]);
    watch.title_ends("visit 1 of 64, paused");
    watch.keys(&["m", "b"]);
    watch.title_ends("visit 1 of 64, paused");
    // A click selects the start, but does not begin the playback.
    let board: Board = "8x8".parse().unwrap();
    watch.click(pixel_of(&board, "a1", (640, 640)));
    watch.keys(&["m"]);
    watch.title_ends("visit 2 of 64, paused");
    // Pressing + three times multiplies the speed of the playback by eight.
    watch.keys(&["plus", "plus", "plus", "space"]);
    watch.title_ends("visit 64 of 64, done");

    let expected = tour("8x8 --start a1");
    let saved = watch.saved("tour.png");
    assert_eq!((saved.width(), saved.height()), (640, 640));
    let apart = difference(&saved, &expected);
    assert!(apart <= MEAN, "the window's picture and the painted one differ by {apart:.2}");
    // The comparison must distinguish different tours.
    let apart = difference(&saved, &tour("8x8 --start e6"));
    assert!(apart > 2.0 * MEAN, "another tour differs by {apart:.2} only");
    assert!(watch.said().contains("saved tour.png"), "{}", watch.said());

    // The help is on top. The first Escape closes the help, and the second closes the window.
    watch.keys(&["question", "Escape"]);
    watch.keys(&["b"]);
    watch.title_ends("visit 1 of 64, paused");
    watch.keys(&["Escape"]);
    watch.ends(0);
}

#[test]
fn a_tour_grows_on_the_adapter_of_the_window_as_on_the_cpu() {
    let display = Display::new();
    let mut pictures = Vec::new();
    for device in ["cpu", "0"] {
        let arguments = "64x64 --method grown --closed --start a1 --paused --window 640x684 --save grown.png --device";
        let mut watch = Watch::open(&display, &format!("{arguments} {device}"));
        watch.keys(&["m", "m", "m", "m", "m", "m"]);
        watch.title_ends("64x64, grown closed tour, seed 0, melting, pass 18 of 72, 38 cycles, paused");
        let melting = watch.saved("grown.png");
        // The keys select the next seed and increase the speed. The tour is played to the end.
        watch.keys(&["n", "plus", "plus", "plus", "plus", "plus"]);
        watch.title_ends("64x64, grown closed tour, seed 1, visit 4,096 of 4,096, done");
        pictures.push((melting, watch.saved("grown.png")));
        let by_software = watch.said().contains("is a software adapter: --device cpu is faster");
        assert_eq!(by_software, device == "0", "{}", watch.said());
        watch.keys(&["q"]);
        watch.ends(0);
    }
    assert!(pictures[0] == pictures[1], "CPU and adapter agree to the pixel");
    assert_ne!(pictures[0].0, pictures[0].1);
    for (arguments, words) in [
        ("watch 8x8 --device gpu", "--device cpu and gpu are for grown tours"),
        ("watch 8x8 --method mosaic --device cpu", "--device cpu and gpu are for grown tours"),
    ] {
        refused_for(&crate::command::run(arguments), 2, words);
    }
}

#[test]
fn a_tour_grows_pass_by_pass_and_with_the_next_seed() {
    let display = Display::new();
    let arguments = "20x20 --method grown --closed --start a1 --paused --window 400x440 --save grown.png";
    let mut watch = Watch::open(&display, arguments);
    watch.title_ends("20x20, grown closed tour, seed 0, melting, pass 0 of 72, 1 cycle, paused");
    let mosaic = watch.saved("grown.png");
    watch.keys(&["p", "p"]);
    watch.wait("pass 2", |watch| watch.title().contains("melting, pass 2 of 72, "));
    watch.keys(&["m"]);
    watch.wait("pass 5", |watch| watch.title().contains("melting, pass 5 of 72, "));
    assert_ne!(watch.saved("grown.png"), mosaic);
    watch.keys(&["r"]);
    watch.keys(&["n"]);
    watch.wait("another seed", |watch| watch.title().contains("seed 1, "));
    // The keys increase the speed. The tour is played to the end. Then the picture in the window must equal the picture
    // that `courser tour` writes.
    watch.keys(&["plus", "plus", "plus", "plus"]);
    watch.title_ends("20x20, grown closed tour, seed 1, visit 400 of 400, done");
    let apart = difference(&watch.saved("grown.png"), &tour("20x20 --method grown --closed --start a1 --seed 1"));
    assert!(apart <= MEAN, "the window's picture and the painted one differ by {apart:.2}");
    watch.keys(&["b"]);
    watch.title_ends("seed 1, melting, pass 0 of 72, 1 cycle, paused");
    watch.keys(&["q"]);
    watch.ends(0);
    refused_for(&crate::command::run("watch 20x20 --method grown --rule roth"), 2, "has no rule");
}

#[test]
fn rules_channels_and_looks_change_what_is_seen() {
    let display = Display::new();
    let mut watch = Watch::open(&display, "6x6 --speed 100000 --window 400x400 --save look.png");
    watch.title_ends("6x6, decision cycle, visit 36 of 36, done");
    let mut seen = vec![watch.saved("look.png")];
    // The keys show the line, the heat map, the channels R, G, B and A, and all four channels side by side.
    for key in ["l", "l", "c", "c", "c", "c", "a"] {
        watch.keys(&[key]);
        let next = watch.saved("look.png");
        assert!(!seen.contains(&next), "{key} changes nothing");
        seen.push(next);
    }
    watch.keys(&["r"]);
    watch.wait("the next rule", |watch| watch.title().contains("6x6, decision cycle by pohl, "));
    watch.keys(&["d"]);
    let dark = watch.saved("look.png");
    assert!(dark.get_pixel(2, 2).0.iter().all(|&channel| channel < 64), "{:?}", dark.get_pixel(2, 2));
    watch.keys(&["q"]);
    watch.ends(0);
}

#[test]
fn a_window_that_is_resized_hidden_and_zoomed_goes_on() {
    let display = Display::new();
    let mut watch = Watch::open(&display, "20x20 --speed 20 --window 500x500 --save size.png");
    for (width, height) in [("300", "700"), ("1200", "240"), ("640", "480")] {
        display.xdotool(&["windowsize", "--sync", &watch.window, width, height]);
        let size = (width.parse().unwrap(), height.parse().unwrap());
        watch.wait("a picture of that size", |watch| watch.saved("size.png").dimensions() == size);
    }
    let whole = watch.saved("size.png");
    display.xdotool(&["windowunmap", "--sync", &watch.window]);
    display.xdotool(&["windowmap", "--sync", &watch.window]);
    display.xdotool(&["windowfocus", "--sync", &watch.window]);
    watch.keys(&["Prior", "Prior", "Prior", "Right"]);
    // In the nearer view, no background is visible around the board.
    watch.wait("a nearer view", |watch| watch.saved("size.png").get_pixel(2, 2) != whole.get_pixel(2, 2));
    watch.keys(&["0", "space"]);
    watch.wait("a pause", |watch| watch.title().ends_with("paused"));
    watch.keys(&["q"]);
    watch.ends(0);
}

#[test]
fn a_tour_file_is_played() {
    let display = Display::new();
    let folder = Folder::new();
    let closed = tour("6x7 --closed");
    folder.file("tour.moves", answer("tour 6x7 --closed --format moves"));
    let mut watch = Watch::open_in(&display, folder, "tour.moves --speed 1000 --window 480x480 --save file.png");
    watch.title_ends("tour.moves, visit 42 of 42, done");
    let apart = difference(&watch.saved("file.png"), &closed);
    assert!(apart <= MEAN, "the window's picture and the painted one differ by {apart:.2}");
    watch.keys(&["q"]);
    watch.ends(0);
}

#[test]
fn a_wall_of_knights_and_a_mosaic_of_millions_are_played() {
    let display = Display::new();
    let mut watch = Watch::open(&display, "5x5 --knights 50 --speed 1000 --window 500x400 --save wall.png");
    // Two knights start on each of the 25 squares. On 5x5, no tour starts on a square of the less frequent colour, so
    // at least 24 knights get stuck.
    watch.wait("an end", |watch| watch.title().ends_with("visit 25 of 25, done"));
    let stuck: u32 = watch.title().split(", ").find_map(|part| part.strip_suffix(" stuck")?.parse().ok()).unwrap();
    assert!(stuck >= 24 && watch.title().contains(&format!(", {} through, ", 50 - stuck)), "{}", watch.title());
    watch.keys(&["b"]);
    watch.title_ends("50 knights on 5x5, warnsdorff, 0 stuck, 0 through, visit 1 of 25, paused");
    watch.keys(&["space"]);
    watch.wait("an end", |watch| watch.title().ends_with("visit 25 of 25, done"));
    let wall = watch.saved("wall.png");
    let colours: std::collections::BTreeSet<[u8; 3]> = wall.pixels().map(|pixel| pixel.0).collect();
    assert!(colours.len() > 100, "{} colours", colours.len());
    watch.keys(&["q"]);
    watch.ends(0);
    drop(watch);

    let mut watch =
        Watch::open(&display, "2000x1500 --method mosaic --closed --speed 1e9 --window 500x400 --save mosaic.png");
    watch.title_ends("2000x1500, closed mosaic, visit 3,000,000 of 3,000,000, done");
    let whole = watch.saved("mosaic.png");
    // At the largest zoom, the window shows single squares: lines and chess colours instead of a heat map.
    display.xdotool(&["mousemove", "--sync", "--window", &watch.window, "250", "150"]);
    watch.keys(&["Prior"; 18]);
    watch.wait("single squares", |watch| {
        let near = watch.saved("mosaic.png");
        near.pixels().any(|pixel| pixel.0 == [243, 240, 233]) && near != whole
    });
    assert!(!whole.pixels().any(|pixel| pixel.0 == [243, 240, 233]));
    watch.keys(&["q"]);
    watch.ends(0);
}

#[test]
fn a_window_lies_within_a_small_screen_with_its_status_line() {
    for screen in [(800, 600), (1280, 800)] {
        let display = Display::of_size(screen);
        let mut watch = Watch::open(&display, "8x8 --channel r,g,b,a --paused --save small.png");
        watch.title_ends("paused");
        let geometry = display.xdotool(&["getwindowgeometry", "--shell", &watch.window]);
        let value = |name: &str| {
            let line = geometry.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
            line.and_then(|value| value.parse::<u32>().ok()).unwrap_or_else(|| panic!("{name} in {geometry}"))
        };
        let (right, below) = (value("X") + value("WIDTH"), value("Y") + value("HEIGHT"));
        assert!(right <= screen.0 && below <= screen.1, "{screen:?}: {geometry}");
        let saved = watch.saved("small.png");
        // No board extends into the lowest 22 rows of the picture, which are reserved for the status line.
        let lowest = saved.height() - 22;
        let background = *saved.get_pixel(0, saved.height() - 1);
        assert!((lowest..saved.height()).all(|y| (0..saved.width()).all(|x| *saved.get_pixel(x, y) == background)));
    }
}

#[test]
fn a_halted_pass_shows_what_it_invoked_and_its_shader() {
    let display = Display::new();
    let board: Board = "12x12".parse().unwrap();
    let size = (640, 640);
    let mut pictures = Vec::new();
    for schedule in ["whole", "near"] {
        let arguments = format!("12x12 --start a1 --paused --window 640x640 --save taught.png --schedule {schedule}");
        let mut watch = Watch::open(&display, &arguments);
        watch.keys(&["m", "m", "p"]);
        watch.title_ends("12x12, decision cycle, visit 3 of 144, paused");
        let boards = watch.saved("taught.png");
        // This key shows the shader beside the boards, which then use half of the window.
        watch.keys(&["w"]);
        let room = size.1 - words(size.1);
        let is_empty = |picture: &RgbImage| {
            (0..room).all(|y| (size.0 / 2 + 1..size.0).all(|x| picture.get_pixel(x, y) == picture.get_pixel(0, 0)))
        };
        watch.wait("boards in half of the window", |watch| is_empty(&watch.saved("taught.png")));
        assert!(!is_empty(&boards));
        pictures.push(boards);
        watch.keys(&["q"]);
        watch.ends(0);
    }
    let room = (size.0, size.1 - words(size.1));
    let half = Camera::whole(&BoardGrid::new(&board, 1, room), &board, room).side() as u32 / 2;
    let corner = |picture: &RgbImage, square: &str| {
        let (x, y) = pixel_of(&board, square, size);
        picture.get_pixel(x - half + 2, y - half + 2).0
    };
    // The knight is on c1. In a pass of the schedule `near`, a mark shows that a square has an invocation. If all
    // squares have an invocation, no square has a mark.
    for (square, is_marked) in [("b3", true), ("e2", true), ("l12", false), ("c2", false)] {
        assert_eq!(corner(&pictures[0], square) != corner(&pictures[1], square), is_marked, "{square}");
    }
    for arguments in ["watch 8x8 --method mosaic --schedule near", "watch 12x12 --method relay --schedule near"] {
        refused_for(&crate::command::run(arguments), 2, "--schedule is for the decision cycle of one knight");
    }
}

#[test]
fn a_wall_from_afar_has_lines_in_the_colours_of_its_outcomes() {
    let display = Display::new();
    let mut watch =
        Watch::open(&display, "8x8 --knights 1500 --rule random --speed 1e6 --window 700x600 --save afar.png");
    watch.wait("the end", |watch| watch.title().ends_with("visit 64 of 64, done"));
    let wall = watch.saved("afar.png");
    // The lines of stuck knights are orange, and the lines of finished knights are blue. The backgrounds of the boards
    // are paler tints of the two colours.
    let count = |is_it: fn([u8; 3]) -> bool| wall.pixels().filter(|pixel| is_it(pixel.0)).count();
    let orange = count(|[r, _, b]| r > b.saturating_add(80));
    let blue = count(|[r, _, b]| b > r.saturating_add(30));
    assert!(orange > 500 && blue > 200, "{orange} orange pixels and {blue} blue ones");
    let grounds: std::collections::BTreeSet<[u8; 3]> = wall.pixels().map(|pixel| pixel.0).collect();
    assert!(grounds.len() > 30, "{} colours", grounds.len());
}

#[test]
fn a_display_that_goes_away_is_a_failure_of_the_machine() {
    let mut display = Display::new();
    let mut watch = Watch::open(&display, "8x8 --speed 1 --window 400x400 --save left.png");
    let mut process = std::mem::replace(&mut watch.process, Command::new("true").spawn().unwrap());
    let folder = std::mem::replace(&mut watch.folder, Folder::new());
    drop(watch);
    let _ = display.server.kill();
    let _ = display.server.wait();
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = process.try_wait().expect("the process is ours") {
            break status;
        }
        if begun.elapsed() > DEADLINE {
            let _ = process.kill();
            panic!("it does not end");
        }
        thread::sleep(Duration::from_millis(20));
    };
    // If the display server is gone, libX11 ends the process with its own message. The exit code must not be 1, which
    // stands for a negative answer.
    let said = fs::read_to_string(folder.path("stderr")).unwrap();
    assert_eq!(status.code(), Some(3), "{said}");
    assert!(said.contains("\nerror: ") && said.contains("\nhint: ") && !said.contains("panicked"), "{said}");
    assert_eq!(folder.names(), ["stderr"]);
}

#[test]
fn where_the_rule_gets_stuck_the_tour_goes_on_by_what_finds_one() {
    let display = Display::new();
    let found: serde_json::Value = serde_json::from_str(&answer("tour 9x35 --json")).unwrap();
    let method = found["method"].as_str().unwrap();
    assert_ne!(method, "cycle");
    let mut watch = Watch::open(&display, "9x35 --speed 400 --window 600x300 --save on.png");
    watch.wait("the end", |watch| {
        let title = watch.title();
        title.contains(&format!("9x35, {method} (the decision cycle got stuck at visit "))
            && title.ends_with("visit 315 of 315, done")
    });
    let apart = difference(&watch.saved("on.png"), &tour("9x35"));
    assert!(apart <= MEAN, "the window's picture and the painted one differ by {apart:.2}");
    // A walk by a requested rule is shown until the knight gets stuck. If the board has no tour, a message says so.
    drop(watch);
    let mut watch = Watch::open(&display, "9x35 --look-ahead 0 --speed 1e6 --window 600x300");
    watch.wait("a rule that is stuck", |watch| watch.title().ends_with(" of 315, stuck"));
    drop(watch);
    let mut watch = Watch::open(&display, "4x4 --speed 1e6 --window 300x300");
    watch.title_ends("of 16, stuck");
    assert!(watch.said().contains("a 4x4 board has no tour"), "{}", watch.said());
    drop(watch);
    let mut watch = Watch::open(&display, "6x6 --look-ahead 2 --speed 1e6 --window 300x300");
    watch.wait("the rule", |watch| watch.title().contains("6x6, decision cycle by pohl-2, "));
}

#[test]
fn a_window_that_is_told_to_end_blames_no_display() {
    let display = Display::new();
    let mut watch = Watch::open(&display, "8x8 --paused --window 300x300");
    watch.title_ends("paused");
    let id = watch.process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let said = watch.ends(130);
    assert!(!said.contains("error: "), "{said}");
}

#[test]
fn without_a_display_it_says_what_to_do_instead() {
    for display in [None, Some(":9876")] {
        let mut command = courser();
        command.args(["watch", "8x8"]).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let text = refused(&command.output().unwrap(), 3);
        assert!(text.contains("display") && text.contains("courser draw"), "{text}");
    }
}

#[test]
fn what_is_wrong_is_reported_before_a_window_opens() {
    let folder = Folder::new();
    let file = folder.file("no.csv", "visit,row,col,square\n1,0,0,a1\n2,0,1,b1\n");
    let file = file.to_str().unwrap();
    for (arguments, code, words) in [
        ("8", 3, "there is no display"),
        ("4x4", 3, "there is no display"),
        ("12X12 --window 900X800", 3, "there is no display"),
        ("8x", 2, "not a board size"),
        ("nowhere.csv", 2, "cannot read nowhere.csv"),
        ("8x8 --start j9", 2, "j9 is outside the board"),
        ("8x8 --speed 0", 2, "--speed"),
        ("8x8 --window 0x10", 2, "'0x10'"),
        ("8x8 --knights 0", 2, "must be from 1 to"),
        ("8x8 --knights 2 --closed", 2, "does not choose where it ends"),
        ("8x8 --save picture.gif", 2, "saves PNG"),
        ("8x8 --method mosaic --rule pohl", 2, "a mosaic has no rule"),
        ("12x12 --method relay --order clockwise", 2, "one knight per region"),
        ("12x12 --regions 6x6", 2, "--regions is for the method relay"),
        ("5x12 --method relay", 2, "too small for a relay"),
        ("4x4 --method mosaic", 1, "a 4x4 board has no tour"),
        ("3x8 --closed", 1, "Schwenk 1991"),
        (file, 1, "a1 to b1 is not a move"),
        (&format!("{file} --rule pohl"), 2, "contains a tour, and"),
    ] {
        let mut command = courser();
        command.arg("watch").args(arguments.split(' ')).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments}: {}", stderr(&output));
        // Some notes describe the content of the window. Such a note is printed only if the window opens.
        assert!(!stderr(&output).contains("note: "), "{arguments}: {}", stderr(&output));
        refused_for(&output, code, words);
    }
    assert!(!Path::new("courser-8x8.png").exists());
}
