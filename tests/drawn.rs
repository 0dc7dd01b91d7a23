//! Tests tours that are meant to be drawn, such as tours with few turns and symmetric tours. Also tests paper sizes and
//! pens.

use crate::command::{Folder, answer, courser, refused, run};

/// Checks a tour in a file and returns its measures.
fn measured(file: &std::path::Path) -> serde_json::Value {
    let judged = courser().args(["check", "--closed", "--measure", "--json"]).arg(file).output().unwrap();
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stdout));
    serde_json::from_slice(&judged.stdout).expect("it is JSON")
}

#[test]
fn a_tame_tour_has_as_few_turns_as_the_page_says() {
    let folder = Folder::new();
    for (rows, cols) in [(12, 12), (64, 64), (50, 81), (256, 256)] {
        let file = folder.path("tame.csv");
        answer(&format!("tour {rows}x{cols} --closed --method tame -o {}", file.display()));
        let measures = measured(&file)["measures"].clone();
        assert_eq!(measures["turns"], 4 * (rows + cols) - 14, "{rows}x{cols}");
        assert!(measures["crossings"].as_u64().unwrap() <= 6 * (rows + cols) + 16 || rows != cols, "{measures}");
    }
}

#[test]
fn a_tame_tour_of_few_crossings_is_asked_for_by_their_name() {
    let folder = Folder::new();
    let file = folder.path("calm.csv");
    answer(&format!("tour 64x64 --closed --method tame-crossings -o {}", file.display()));
    assert_eq!(measured(&file)["measures"]["crossings"], 465);
    answer(&format!("tour 64x64 --closed --method tame -o {}", file.display()));
    assert_eq!(measured(&file)["measures"]["turns"], 498);
    for (method, few) in [("tame", "turns"), ("tame-crossings", "crossings")] {
        let tour = answer(&format!("tour 64x64 --closed --method {method} --device cpu --json"));
        let tour: serde_json::Value = serde_json::from_str(&tour).unwrap();
        assert_eq!(tour["method"], method);
        let large = answer(&format!("tour 64x64 --closed --method {method} --device cpu --format none"));
        assert!(large.contains(&format!("by parallel lines with few {few} on the CPU, ")), "{large}");
    }
    let wide = refused(&run("tour 21x60 --closed --method tame-crossings"), 2);
    assert!(wide.contains("no tame tour of few crossings") && wide.contains("use --method tame,"), "{wide}");
}

#[test]
fn a_tame_tour_is_streamed_and_the_same_with_any_start() {
    let large = answer("tour 3000x2500 --closed --method tame --device cpu --format none");
    assert!(large.contains("7,500,000 squares") && large.contains("with few turns on the CPU, "), "{large}");
    let folder = Folder::new();
    let file = folder.path("from.csv");
    answer(&format!("tour 20x20 --closed --method tame --start k10 -o {}", file.display()));
    assert_eq!(measured(&file)["measures"]["turns"], 146);
}

#[test]
fn what_no_tame_tour_can_be_is_refused_with_a_cure() {
    let small = refused(&run("tour 8x8 --closed --method tame"), 2);
    assert!(small.contains("too small for a tame tour") && small.contains("--method mosaic"), "{small}");
    let ends = refused(&run("tour 20x20 --start a1 --end b3 --method tame"), 2);
    assert!(ends.contains("has its own ends"), "{ends}");
    // A tame tour with few crossings cannot start on this square, and a tame tour with few turns cannot start there
    // either. Therefore the hint must not suggest `--method tame`, which makes few turns.
    let start = refused(&run("tour 55x17 --start 50,16 --method tame-crossings"), 2);
    assert!(start.contains("has its own ends") && start.contains("leave out --start,"), "{start}");
    let half = refused(&run("tour 64x64 --closed --method tame --symmetry half-turn"), 2);
    assert!(half.contains("has its own ends") && half.contains("leave out --symmetry"), "{half}");
}

#[test]
fn every_even_board_with_a_symmetry_has_a_tour_that_is_judged_to_have_it_and_has_no_seam() {
    use courser::Request;
    use courser::board::{Board, Kind, Symmetry, Tour, TourSpec};
    let mut counts = [0; Symmetry::ALL.len()];
    for (rows, cols) in (6..=60_u32).flat_map(|rows| (6..=60).map(move |cols| (rows, cols))) {
        if rows * cols % 2 == 1 {
            continue;
        }
        let board = Board::new(rows, cols).unwrap();
        for (count, symmetry) in counts.iter_mut().zip(Symmetry::ALL) {
            if symmetry.ruled_out(&board).is_some() {
                continue;
            }
            let made = courser::tour(&Request::new(TourSpec::closed(&board).with_symmetry(symmetry)))
                .unwrap()
                .into_tour()
                .unwrap();
            let made = made.unwrap_or_else(|| panic!("{rows}x{cols} has no tour with a {symmetry}"));
            let tour = Tour::new(board.clone(), made.order().to_vec()).unwrap();
            assert!(tour.kind() == Kind::Closed && symmetry.is_of(&tour), "{rows}x{cols} {symmetry}");
            // If the seam between the two halves is visible, only two moves cross it. In a tour without a visible seam,
            // the middle line of the board is crossed by about three moves per two squares of its length.
            let (squares, next) = (tour.squares(), tour.squares().cycle().skip(1));
            let crossing = squares.zip(next).fold([0; 2], |[down, right], (from, to)| {
                let crosses = |one: u32, two: u32, side: u32| u32::from((one < side / 2) != (two < side / 2));
                [down + crosses(from.row, to.row, rows), right + crosses(from.col, to.col, cols)]
            });
            let is_seamless = 3 * crossing[0] > cols && 3 * crossing[1] > rows;
            assert!(is_seamless || rows.min(cols) < 10, "{rows}x{cols} {symmetry}: {crossing:?} cross the middle");
            *count += 1;
        }
    }
    assert_eq!(counts, [2296, 14, 756]);
}

#[test]
fn a_symmetry_that_no_tour_has_is_refused_by_a_theorem() {
    for (size, symmetry, why) in [
        ("8x8", "quarter-turn", "the side must be 2 more than a multiple of 4"),
        ("8x10", "quarter-turn", "a quarter turn makes a 10x8 board"),
        ("8x8", "mirror", "the other is odd"),
        ("5x5", "half-turn", "colour"),
        // None of the 8 tours of this board has this symmetry, although 4 of them have another symmetry.
        ("5x6", "half-turn", "a search of all tours finds none"),
    ] {
        let output = run(&format!("tour {size} --closed --symmetry {symmetry}"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.contains(why)), (Some(1), true), "{size} {symmetry}: {said}");
    }
    let open = run("tour 8x8 --symmetry half-turn");
    assert_eq!(open.status.code(), Some(2));
}

#[test]
fn a_pen_gets_one_stroke_in_millimetres() {
    let folder = Folder::new();
    let file = folder.path("pen.svg");
    let write = |more: &str| {
        answer(&format!("tour 16x16 --closed --method tame {more} -o {}", file.display()));
        std::fs::read_to_string(&file).unwrap()
    };
    let one = write("--stroke single --paper A4 --margin 10mm --pen 0.3mm");
    assert!(one.contains(r#"width="210mm" height="297mm" viewBox="0 0 210 297""#), "{one}");
    assert_eq!((one.matches("<path").count(), one.matches('M').count(), one.matches("Z\"").count()), (1, 1, 1));
    assert!(one.contains(r#"stroke-width="0.3""#) && !one.contains("<text") && !one.contains("<rect"));
    // The line has a point at each change of direction and nowhere else.
    assert_eq!(one.matches('L').count() + 1, 4 * 32 - 14);
    let four = write("--stroke single --paper 300x200mm --stroke-layers 4 --curve");
    assert_eq!((four.matches("inkscape:groupmode=\"layer\"").count(), four.matches("<path").count()), (4, 4));
    let picture = write("--paper A3");
    assert!(picture.contains(r#"width="297mm" height="420mm""#) && picture.contains("<rect"), "{picture:.300}");
}

#[test]
fn paper_with_a_name_lies_as_the_board_does() {
    let folder = Folder::new();
    for (board, paper, width, height) in [
        ("30x42", "A3", 420, 297),
        ("42x30", "A3", 297, 420),
        ("30x30", "A3", 297, 420),
        ("30x42", "297x420mm", 297, 420),
        ("42x30", "420x297mm", 420, 297),
    ] {
        for stroke in ["", "--stroke single"] {
            let file = folder.path("sheet.svg");
            answer(&format!("tour {board} --closed --paper {paper} {stroke} -o {}", file.display()));
            let picture = std::fs::read_to_string(&file).unwrap();
            let sides = format!(r#"width="{width}mm" height="{height}mm""#);
            assert!(picture.contains(&sides), "{board} on {paper} {stroke}: {picture:.300}");
        }
    }
    let file = folder.path("sheet.png");
    answer(&format!("tour 12x20 --closed --paper A6 --dpi 200 -o {}", file.display()));
    let bytes = std::fs::read(&file).unwrap();
    let word = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((word(16), word(20)), (1165, 827));
}

#[test]
fn a_print_has_its_size_and_resolution_in_the_file() {
    let folder = Folder::new();
    let file = folder.path("print.png");
    answer(&format!("tour 12x12 --closed --paper A6 --dpi 200 -o {}", file.display()));
    let bytes = std::fs::read(&file).unwrap();
    let word = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    // The size of the picture is 105 x 148 mm. The resolution is 200 pixels per inch, or 7874 pixels per metre.
    assert_eq!((word(16), word(20)), (827, 1165));
    let at = bytes.windows(4).position(|four| four == b"pHYs").expect("the resolution is there");
    assert_eq!((word(at + 4), word(at + 8), bytes[at + 12]), (7874, 7874, 1));
}

#[test]
fn a_print_of_a_large_board_is_the_same_from_a_tour_and_from_its_file() {
    let folder = Folder::new();
    let file = |name: &str| folder.path(name).display().to_string();
    // Without `--paper`, the picture is a heat map. With `--paper`, the squares are so large that the picture shows a
    // line.
    answer(&format!("tour 420x420 -o {}", file("tour.csv")));
    answer(&format!("tour 420x420 --paper A3 --dpi 300 -o {}", file("tour.png")));
    answer(&format!("draw {} --paper A3 --dpi 300 -o {}", file("tour.csv"), file("draw.png")));
    assert!(std::fs::read(file("tour.png")).unwrap() == std::fs::read(file("draw.png")).unwrap());
}

#[test]
fn options_of_paper_and_pen_are_not_passed_over_in_silence() {
    for (arguments, said) in [
        ("--paper A4 -o a.gif", "--paper is for an SVG or a PNG"),
        ("--pen 0.3mm -o a.svg", "--pen is for a single stroke"),
        ("--stroke single -o a.png", "--stroke is for an SVG"),
        ("--dpi 300 -o a.svg", "--dpi is for a PNG"),
        ("--margin 5mm -o a.png", "--margin is for paper"),
        ("--stroke single --square 20 -o a.svg", "so --square has no effect"),
        ("--paper A4 --margin 20cm -o a.svg", "leave nothing"),
        ("--paper A0 -o a.png", "not a possible picture"),
        ("--paper A4", "--paper is for pictures"),
        ("--stroke single --stroke-layers 256 -o a.svg", "cannot have 256 layers"),
        ("--stroke single --pen 0mm -o a.svg", "draws no line"),
        ("--stroke single --pen 30cm -o a.svg", "draws no line"),
    ] {
        let error = refused(&run(&format!("tour 8x8 --closed {arguments}")), 2);
        assert!(error.contains(said), "{arguments}: {error}");
    }
    assert!(refused(&run("tour 8x8 --paper A99 -o a.svg"), 2).contains("is not a size of paper"));
}

#[test]
fn tours_with_a_symmetry_are_found_and_counted_as_check_finds_them_in_a_list() {
    use courser::Request;
    use courser::board::{Board, Square, Symmetry, Tour, TourSpec};
    use courser::count::{CountOptions, CountTask, Tours, invariant, tours};
    let knight = |size: &str| size.parse::<Board>().unwrap();
    let holed = |size: &str, holes: &[(u32, u32)]| {
        knight(size).with_holes(holes.iter().map(|&(row, col)| Square::new(row, col))).unwrap()
    };
    let wazir = |board: Board| board.with_leaper("wazir".parse().unwrap());
    let margin = (0..5).flat_map(|row| (0..6).map(move |col| (row, col)));
    let margin: Vec<_> =
        margin.filter(|&at| !(1..=3).contains(&at.0) || !(2..=4).contains(&at.1) || at == (2, 3)).collect();
    let mut all = [0; Symmetry::ALL.len()];
    for board in [
        knight("5x6"),
        knight("6x5"),
        knight("6x6"),
        knight("3x10"),
        knight("10x3"),
        knight("3x14"),
        // The squares of these boards form a ring that every symmetry maps to itself. The second board also has a
        // margin of holes.
        holed("3x3", &[(1, 1)]),
        holed("5x6", &margin),
        holed("5x5", &[(2, 2)]),
        holed("5x6", &[(2, 2), (2, 3)]),
        holed("4x5", &[(0, 0), (3, 4)]),
        // On each of these boards, a reflection maps some moves or squares to themselves.
        wazir(knight("2x2")),
        wazir(knight("4x4")),
        wazir(knight("4x5")),
        wazir(knight("6x5")),
        // The next two boards have more than 16 squares. Some of their tours are invariant under two or four
        // reflections.
        wazir(knight("6x6")),
        wazir(holed("6x6", &[(0, 0), (0, 5), (5, 0), (5, 5), (2, 2), (2, 3), (3, 2), (3, 3)])),
        wazir(holed("3x3", &[(1, 1)])),
        wazir(holed("4x4", &[(0, 0), (3, 3)])),
        wazir(holed("3x5", &[(1, 2)])),
        knight("4x6").with_leaper("1,4".parse().unwrap()),
    ] {
        let task = CountTask::new(board.clone(), Tours::Closed).unwrap();
        let mut listed = [0_u32; Symmetry::ALL.len()];
        let options = CountOptions::default();
        tours(&task, &options, &mut |order| {
            let tour = Tour::new(board.clone(), order.to_vec()).unwrap();
            for (count, symmetry) in listed.iter_mut().zip(Symmetry::ALL) {
                *count += u32::from(symmetry.is_of(&tour));
            }
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
        for ((symmetry, listed), all) in Symmetry::ALL.into_iter().zip(listed).zip(&mut all) {
            let counted = invariant(&task, symmetry, &options).unwrap();
            assert_eq!(counted, listed.into(), "{board:?} {symmetry}");
            let found = courser::tour(&Request::new(TourSpec::closed(&board).with_symmetry(symmetry)))
                .unwrap()
                .into_tour()
                .unwrap();
            assert_eq!(found.is_some(), listed > 0, "{board:?} {symmetry}");
            assert!(found.is_none_or(|tour| symmetry.is_of(&tour)), "{board:?} {symmetry}");
            *all += u32::from(listed > 0);
        }
    }
    assert!(all.iter().all(|&boards| boards > 3), "{all:?} boards have each symmetry");
}

#[test]
fn all_commands_find_the_symmetries_of_a_tour_around_a_hole() {
    let folder = Folder::new();
    let (board, tour) = (folder.path("ring.txt"), folder.path("tour.csv"));
    std::fs::write(&board, "...\n.#.\n...\n").unwrap();
    let board = format!("--board {}", board.display());
    for symmetry in ["half-turn", "quarter-turn", "mirror"] {
        assert_eq!(answer(&format!("count {board} --closed --symmetry {symmetry}")), "1\n");
        answer(&format!("tour {board} --closed --symmetry {symmetry} -o {}", tour.display()));
        let measured = answer(&format!("check {} {board} --measure", tour.display()));
        assert!(["half-turn", "quarter-turn", "mirror"].iter().all(|name| measured.contains(name)), "{measured}");
    }
    let census = answer(&format!("sample stats {board} --closed --samples 10 --format csv"));
    assert!(census.contains("\"symmetric\",1,10\n"), "{census}");
    answer("tour 6x5 --leaper 0,1 --closed --symmetry half-turn");
    let large = refused(&run("tour 20x22 --leaper 0,1 --closed --symmetry half-turn"), 2);
    assert!(large.contains("at most 400 squares"), "{large}");
}

#[test]
fn a_dark_palette_fills_the_paper_and_the_board_is_in_its_middle() {
    let folder = Folder::new();
    let [png, svg] = ["dark.png", "dark.svg"].map(|name| folder.path(name));
    for file in [&png, &svg] {
        answer(&format!("tour 8x8 --palette dark --style line --paper A6 --caption -o {}", file.display()));
    }
    let picture = image::open(&png).unwrap().into_rgb8();
    let background = [19, 21, 27];
    let (width, height) = picture.dimensions();
    for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
        assert_eq!(picture.get_pixel(x, y).0, background);
    }
    // Pixels of squares are recognised by their colours. The coordinates beside the board have other colours.
    let is_square = |pixel: &image::Rgb<u8>| [[52, 57, 69], [40, 44, 55]].contains(&pixel.0);
    let squares: Vec<_> = picture.enumerate_pixels().filter(|(.., pixel)| is_square(pixel)).collect();
    let ends = |of: fn(&(u32, u32, &image::Rgb<u8>)) -> u32| {
        let all = || squares.iter().map(of);
        all().min().unwrap() + all().max().unwrap()
    };
    let (x, y) = (ends(|pixel| pixel.0), ends(|pixel| pixel.1));
    assert!(x.abs_diff(width - 1) <= 2 && y.abs_diff(height - 1) <= 2, "{x} of {width}, {y} of {height}");
    assert!(std::fs::read_to_string(&svg).unwrap().contains(r##"fill="#13151b"/>"##));
}

#[test]
fn a_caption_names_the_board_the_method_and_the_seed() {
    let folder = Folder::new();
    let (svg, json) = (folder.path("tour.svg"), folder.path("tour.json"));
    let caption = |command: String, part: &str| {
        answer(&format!("{command} --caption -o {}", svg.display()));
        let text = std::fs::read_to_string(&svg).unwrap();
        assert!(text.contains(&format!(r#"aria-label="{part}""#)), "{part}: {command}");
    };
    caption("tour 12x12 --closed --method mosaic --seed 5".into(), "closed tour of 12x12, by a mosaic, seed 5");
    caption("walk 8x8 --start e6 --rule roth --device cpu".into(), "closed tour of 8x8, by Roth's rule");
    // Without `--seed`, the caption contains no seed.
    caption("tour 6x6 --given a1=1,f6=17,c3=35".into(), "open tour of 6x6, by exact search");
    caption(
        "tour 100x100 --closed --method relay --melt 24 --seed 9 --device cpu".into(),
        "closed tour of 100x100, by a melted relay of knights, seed 9",
    );
    caption("tour 5x5 --wrap both --closed --device cpu".into(), "closed tour of a 5x5 torus, by exact search");
    caption("tour 12x12 --leaper 1,4 --device cpu".into(), "closed giraffe's tour of 12x12, by joining cycles");
    caption("tour --board assets/holes.txt --device cpu".into(), "open tour of 8x8 with 28 holes, by joining cycles");
    // A JSON file records how its tour was found.
    answer(&format!("tour 12x12 --closed --method mosaic --seed 5 -o {}", json.display()));
    caption(format!("draw {}", json.display()), "closed tour of 12x12, by a mosaic, seed 5");
    // Heat maps have a line for the caption, even if they are painted in bands.
    let rows = |more: &str| {
        let file = folder.path("heat.png");
        answer(&format!("tour 4100x4100 --closed --device cpu --scale 5 {more} -o {}", file.display()));
        image::image_dimensions(&file).unwrap().1
    };
    assert!(rows("--caption") > rows(""));
    let refused_of = |command: &str| refused(&run(command), 2);
    assert!(refused_of("tour 8x8 --caption").contains("--caption is for pictures"));
    for narrow in ["png", "svg", "gif"].map(|format| folder.path("narrow").with_extension(format)) {
        let text = refused_of(&format!("tour 8x8 --caption --square 5 --device cpu -o {}", narrow.display()));
        assert!(text.contains("the caption needs a picture of at least") && !narrow.exists(), "{text}");
    }
    assert!(refused_of("tour 8x8 --stroke single --caption -o a.svg").contains("so --caption has no effect"));
    assert!(
        refused_of("tour 12x12 --closed --method grown --animate making --caption -o a.gif")
            .contains("captions of its own")
    );
}
