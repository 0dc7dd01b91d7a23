//! Tests how numbers, arrows, curves and heat maps are drawn. The tests check the pixels at known positions.

use courser_board::{Board, Kind, Leaper, Path, Square, Tour};
use courser_view::{
    Colouring, Drawing, Layout, Palette, PathStyle, Picture, StaticPicture, Style, ViewError, Visibility, paint,
    paint_scaled,
};

mod common;

use common::{at, count, has};

fn styled(look: PathStyle) -> Style {
    Style { look, colouring: Colouring::Plain, ..Style::default() }
}

#[test]
fn numbers_stand_alone_on_plain_squares() {
    let tour = common::slides();
    let style = styled(PathStyle::Numbers);
    let (picture, layout) = (paint(&tour, None, &style).unwrap(), Layout::new(tour.board(), &style).unwrap());
    let colours = style.palette.colours();
    assert!(!has(&picture, colours.line));
    for (visit, square) in tour.squares().enumerate() {
        let digits = count(&picture, &layout, square, colours.ink);
        let plain = count(&picture, &layout, square, colours.squares[square.colour() as usize]);
        assert!(digits >= 10, "visit {} has {digits} pixels of ink", visit + 1);
        assert!(plain > 900, "visit {} has {plain} plain pixels", visit + 1);
    }
}

#[test]
fn numbers_that_cannot_be_read_are_refused() {
    let path = common::walk(&Board::new(60, 60).unwrap(), Square::new(0, 0), 0);
    let error = paint(&path, None, &Style { square: Some(10), ..styled(PathStyle::Numbers) }).unwrap_err();
    let ViewError::Numbers { needed, .. } = error else { panic!("{error:?}") };
    assert!(paint(&path, None, &Style { square: Some(needed), ..styled(PathStyle::Numbers) }).is_ok());
    assert!(paint(&path, None, &Style { square: Some(needed - 1), ..styled(PathStyle::Numbers) }).is_err());
}

/// Returns a closed 6x6 tour that a quarter turn maps onto itself.
fn quarters() -> Path {
    let names =
        "a6 c5 e6 f4 e2 c1 a2 c3 d5 f6 e4 f2 d1 b2 a4 b6 c4 e3 f1 d2 b1 a3 b5 d6 f5 d4 c2 a1 b3 a5 c6 e5 f3 e1 d3 b4";
    let board = Board::new(6, 6).unwrap();
    let order = names.split(' ').map(|name| board.index(board.square(name).unwrap()) as u32).collect();
    Path::new(board, order).unwrap()
}

#[test]
fn the_arrows_of_a_symmetric_tour_are_equally_long() {
    let path = quarters();
    let style = Style { look: PathStyle::Arrows, numbers: Visibility::Never, ..Style::default() };
    let (picture, layout) =
        (paint(&path, Some(Kind::Closed), &style).unwrap(), Layout::new(path.board(), &style).unwrap());
    let squares: Vec<Square> = path.squares().collect();
    let colours = style.palette.colours();
    // Visits 9, 18, 27 and 36 are the last visits of the four quarters. The arrowhead at visit 36 must reach as far as
    // the other three arrowheads.
    for visit in [9, 18, 27, 36] {
        let ((x0, y0), (x1, y1)) = (layout.centre(squares[visit - 2]), layout.centre(squares[visit - 1]));
        let part = 1.0 - 0.15 * layout.square as f32 / (x1 - x0).hypot(y1 - y0);
        let tip = at(&picture, (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part));
        assert!(!colours.squares.contains(&tip), "{visit}: {tip:?}");
    }
}

#[test]
fn the_legend_of_a_symmetric_tour_names_its_parts() {
    let path = quarters();
    let text = |colouring| {
        let style = Style { colouring, square: Some(80), legend: Visibility::Always, ..styled(PathStyle::Heat) };
        let (picture, layout) =
            (paint(&path, Some(Kind::Closed), &style).unwrap(), Layout::new(path.board(), &style).unwrap());
        let legend = picture.height() - layout.legend..picture.height();
        let pixels = legend.flat_map(|y| (0..picture.width()).map(move |x| (x, y)));
        // The text and its antialiased edges are nearly grey, unlike the colour bar.
        let is_text = |[red, green, blue]: [u8; 3]| blue < 240 && red.abs_diff(blue) < 15 && green.abs_diff(blue) < 15;
        pixels.filter(|&(x, y)| is_text(picture.pixel(x, y))).count()
    };
    // The label "visit of each quarter 1" is much longer than the label "visit 1".
    let (part, visit) = (text(Colouring::Part), text(Colouring::Visit));
    assert!(2 * part > 3 * visit && visit > 20, "{part} and {visit}");
}

#[test]
fn an_arrow_points_from_each_square_to_the_next() {
    let tour = common::slides();
    let path = Path::new(tour.board().clone(), tour.order()[..2].to_vec()).unwrap();
    let style = styled(PathStyle::Arrows);
    let (picture, layout) = (paint(&path, None, &style).unwrap(), Layout::new(path.board(), &style).unwrap());
    let line = style.palette.colours().line;
    let squares: Vec<Square> = path.squares().collect();
    let ((x0, y0), (x1, y1)) = (layout.centre(squares[0]), layout.centre(squares[1]));
    let along = |part: f32, aside: f32| {
        let (dx, dy) = (x1 - x0, y1 - y0);
        let length = dx.hypot(dy);
        (x0 + dx * part - dy / length * aside, y0 + dy * part + dx / length * aside)
    };
    assert_eq!(at(&picture, along(0.5, 0.0)), line);
    // The head of an arrow is wider than its shaft, and only one end has a head.
    for aside in [-3.0, 3.0] {
        assert_eq!(at(&picture, along(0.76, aside)), line, "{aside}");
        assert_ne!(at(&picture, along(0.5, aside)), line, "{aside}");
    }
}

#[test]
fn a_heat_map_by_choice_has_squares_as_large_as_a_line_picture() {
    let tour = common::slides();
    for palette in Palette::ALL {
        let style = Style { palette, numbers: Visibility::Never, ..styled(PathStyle::Heat) };
        let (picture, layout) = (paint(&tour, None, &style).unwrap(), Layout::new(tour.board(), &style).unwrap());
        assert_eq!((layout.drawing, layout.square), (Drawing::Heat, 48));
        for (visit, square) in tour.squares().enumerate() {
            let (x, y) = layout.corner(square);
            assert_eq!(
                picture.pixel(x + 2, y + 2),
                palette.heat(visit as f32 / 63.0),
                "{palette}: visit {}",
                visit + 1
            );
        }
        let start = layout.centre(tour.squares().next().unwrap());
        assert_eq!(at(&picture, start), palette.colours().ink);
    }
}

#[test]
fn a_curve_keeps_to_the_middle_of_every_move_and_rounds_the_corners() {
    let tour = common::slides();
    let straight = Style { numbers: Visibility::Never, ..styled(PathStyle::Line) };
    let style = Style { curve: true, ..straight.clone() };
    let layout = Layout::new(tour.board(), &style).unwrap();
    let line = style.palette.colours().line;
    let squares: Vec<Square> = tour.squares().collect();
    let sharp =
        |picture: &Picture| squares[1..63].iter().filter(|&&square| at(picture, layout.centre(square)) != line).count();
    let [curved, straight] = [&style, &straight].map(|style| paint(&tour, None, style).unwrap());
    for pair in squares.windows(2) {
        let ((x0, y0), (x1, y1)) = (layout.centre(pair[0]), layout.centre(pair[1]));
        assert_eq!(at(&curved, ((x0 + x1) / 2.0, (y0 + y1) / 2.0)), line, "{pair:?}");
    }
    assert_eq!(sharp(&straight), 0);
    assert!(sharp(&curved) > 50, "{} corners are rounded", sharp(&curved));
}

#[test]
fn no_stroke_of_a_curve_touches_the_badge_of_another_square() {
    for (r, s) in [(1, 2), (1, 3), (2, 3), (1, 4)] {
        let leaper = Leaper::new(r, s).unwrap();
        let board = Board::new(17, 17).unwrap().with_leaper(leaper);
        let style = Style {
            curve: true,
            numbers: Visibility::Never,
            coordinates: Visibility::Never,
            ..styled(PathStyle::Line)
        };
        let layout = Layout::new(&board, &style).unwrap();
        let side = layout.square as f32;
        let knight = 5_f32.sqrt();
        let length = ((r * r + s * s) as f32).sqrt();
        // The font size is 0.31 squares, and less for long moves. The height of a bead is one and a half times the font
        // size, and the radius is half of the height.
        let radius = 0.75 * 0.31 * side * (knight / length).min(1.0);
        let middle = Square::new(8, 8);
        // All tested turns begin with the same move. Each untested turn is symmetric to a tested turn.
        let into = middle.offset((r as i32, s as i32)).unwrap();
        for out in board.neighbours(middle).filter(|&out| out != into) {
            let order = [into, middle, out].map(|square| board.index(square) as u32).to_vec();
            let path = Path::new(board.clone(), order).unwrap();
            let picture = paint(&path, None, &style).unwrap();
            for square in board.squares().filter(|&square| !path.squares().any(|one| one == square)) {
                let (x, y) = layout.centre(square);
                for step in 0..64 {
                    let (down, right) = (step as f32 / 64.0 * std::f32::consts::TAU).sin_cos();
                    let pixel = at(&picture, (x + radius * right, y + radius * down));
                    assert_ne!(pixel, style.palette.colours().line, "{leaper} {out:?}: {square:?}");
                }
            }
        }
    }
}

/// A 6x6 tour that is invariant under a quarter turn.
const QUARTER: &str =
    "a6 c5 e6 f4 e2 c1 a2 c3 d5 f6 e4 f2 d1 b2 a4 b6 c4 e3 f1 d2 b1 a3 b5 d6 f5 d4 c2 a1 b3 a5 c6 e5 f3 e1 d3 b4";

#[test]
fn the_colours_of_a_symmetric_tour_agree_under_its_turn() {
    let board = Board::new(6, 6).unwrap();
    let squares: Vec<Square> = QUARTER.split(' ').map(|name| board.square(name).unwrap()).collect();
    let order = squares.iter().map(|&square| board.index(square) as u32).collect();
    let tour = Tour::new(board.clone(), order).unwrap();
    let style = Style { numbers: Visibility::Never, coordinates: Visibility::Never, ..Style::default() };
    let layout = Layout::new(&board, &style).unwrap();
    let (turn, from) = (|square: Square| Square::new(square.col, 5 - square.row), squares.as_slice());
    // Returns the colour of a move near its first square, at a point where no other move passes.
    let near = |picture: &Picture, from: Square, to: Square| {
        let ((x0, y0), (x1, y1)) = (layout.centre(from), layout.centre(to));
        at(picture, (x0 + 0.15 * (x1 - x0), y0 + 0.15 * (y1 - y0)))
    };
    let differ = |colouring: Colouring| {
        let picture = paint(&tour, Some(Kind::Closed), &Style { colouring, ..style.clone() }).unwrap();
        let moves = from.iter().zip(from.iter().cycle().skip(1));
        moves.filter(|&(&a, &b)| near(&picture, a, b) != near(&picture, turn(a), turn(b))).count()
    };
    assert_eq!(differ(Colouring::Part), 0);
    assert!(differ(Colouring::Visit) > 30, "{}", differ(Colouring::Visit));
    let picture = paint(&tour, Some(Kind::Closed), &style).unwrap();
    let mut colours: Vec<_> = from.windows(2).map(|pair| near(&picture, pair[0], pair[1])).collect();
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours.len(), 9, "each of the nine moves of a part has a colour");
    assert!(!has(&picture, style.palette.colours().ink), "a tour without a start has no mark");
    // In the heat map, each square has the same colour as its image under the quarter turn. The same holds for the
    // moves in the picture with lines.
    let heat = Style { look: PathStyle::Heat, ..style.clone() };
    let picture = paint(&tour, Some(Kind::Closed), &heat).unwrap();
    for &square in from {
        let [one, two] = [square, turn(square)].map(|square| layout.corner(square)).map(|(x, y)| picture.pixel(x, y));
        assert_eq!(one, two, "{square:?}");
    }
}

#[test]
fn a_board_too_large_for_lines_is_refused_where_lines_are_asked_for() {
    let board = Board::new(1000, 1000).unwrap();
    let path = Path::new(board, vec![0]).unwrap();
    for (look, what) in
        [(PathStyle::Line, "lines"), (PathStyle::Numbers, "visit numbers"), (PathStyle::Arrows, "arrows")]
    {
        let error = paint(&path, None, &styled(look)).unwrap_err();
        let expected = format!("{what} need squares of at least 6 pixels, and a 1000x1000 board would have 1");
        assert_eq!(error.to_string(), expected);
        let small = Style { square: Some(5), ..styled(look) };
        assert!(matches!(paint(&path, None, &small), Err(ViewError::TooFine { square: 5, .. })));
    }
    assert!(paint(&path, None, &styled(PathStyle::Heat)).is_ok());
}

#[test]
fn the_largest_square_that_is_named_is_one_that_lines_can_be_drawn_in() {
    let draw = |side, square| {
        let style = Style { square: Some(square), ..styled(PathStyle::Line) };
        paint(&Path::new(Board::new(side, side).unwrap(), vec![0]).unwrap(), None, &style)
    };
    assert!(matches!(draw(300, 100), Err(ViewError::TooLarge { largest: 18, .. })));
    assert!(draw(300, 18).is_ok() && draw(300, 19).is_err());
    // Squares of 5 pixels would fit, but are too small for lines.
    let error = draw(1000, 20).unwrap_err();
    assert!(matches!(error, ViewError::TooFine { square: 5, .. }), "{error}");
}

#[test]
fn the_longest_side_can_be_bounded() {
    for (rows, cols) in [(8, 8), (100, 100), (3, 500), (1000, 1000), (30_000, 20_000)] {
        for longest in [256, 500, 1080] {
            let style = Style { max_side: longest, ..Style::default() };
            let layout = Layout::new(&Board::new(rows, cols).unwrap(), &style).unwrap();
            assert!(layout.width.max(layout.height) <= longest, "{rows}x{cols} in {longest}");
        }
    }
}

#[test]
fn a_part_of_a_path_is_scaled_as_well() {
    let tour = common::slides();
    let part = Path::new(tour.board().clone(), tour.order()[..32].to_vec()).unwrap();
    let picture = paint_scaled(&part, None, 2, &Style::default()).unwrap();
    assert_eq!((picture.width(), picture.height()), (4, 4));
    assert!(!has(&picture, Palette::Light.colours().background));
    assert!(matches!(paint_scaled(&part, None, 0, &Style::default()), Err(ViewError::NoSquares)));
}

#[test]
fn names_are_those_of_the_looks() {
    for look in PathStyle::ALL {
        assert_eq!(look.to_string().parse::<PathStyle>().unwrap(), look);
    }
    let error = "watercolour".parse::<PathStyle>().unwrap_err();
    assert_eq!(error.to_string(), "'watercolour' is not a style");
}

#[test]
fn dense_lines_are_thicker_and_have_no_chessboard_behind_them() {
    let picture = |side: u32| {
        let path = common::walk(&Board::new(side, side).unwrap(), Square::new(0, 0), 0);
        paint(&path, None, &Style { square: Some(20), ..styled(PathStyle::Line) }).unwrap()
    };
    let colours = Palette::Light.colours();
    let part = |picture: &Picture, colour| {
        let all = (picture.width() * picture.height()) as f32;
        picture.rgb().as_chunks().0.iter().filter(|&&pixel| pixel == colour).count() as f32 / all
    };
    let (sparse, dense) = (picture(50), picture(52));
    assert!(colours.squares.iter().all(|&square| has(&sparse, square) && !has(&dense, square)));
    let [thin, thick] = [&sparse, &dense].map(|picture| part(picture, colours.line));
    assert!(thick > 1.4 * thin, "{thin} of the picture is line, and {thick} of the dense one");
}

#[test]
fn the_text_beside_a_board_grows_with_the_picture() {
    let style = Style { coordinates: Visibility::Always, ..styled(PathStyle::Line) };
    let height = |side: u32, square: u32| {
        let path = common::walk(&Board::new(side, side).unwrap(), Square::new(0, 0), 0);
        let style = Style { square: Some(square), ..style.clone() };
        let (picture, layout) = (paint(&path, None, &style).unwrap(), Layout::new(path.board(), &style).unwrap());
        let below = layout.corner(Square::new(side - 1, 0)).1 + square + 3;
        let background = style.palette.colours().background;
        let has_ink = |y: &u32| (0..picture.width()).any(|x| picture.pixel(x, *y) != background);
        (below..picture.height()).filter(has_ink).count() as f32 / picture.width() as f32
    };
    // The height of the column letters is at least 0.75 % of the width of the picture, for widths from 800 to 3900
    // pixels.
    for (side, square) in [(8, 96), (20, 48), (40, 48), (40, 96)] {
        let part = height(side, square);
        assert!(part > 0.0075, "{side}x{side} in squares of {square}: {part} of the picture");
    }
}

#[test]
fn a_caption_stands_under_all_and_shrinks_rather_than_being_cut() {
    let path = common::slides();
    let with = |text: &str| Style { caption: Some(text.into()), ..styled(PathStyle::Line) };
    let plain = paint(&path, None, &styled(PathStyle::Line)).unwrap();
    let layout = Layout::new(path.board(), &styled(PathStyle::Line)).unwrap();
    // The caption is centred under the board, and not under the board with its coordinates.
    let axis = layout.corner(Square::new(0, 4)).0;
    for text in ["8x8", "a caption that is wider than the picture of a chessboard unless it shrinks"] {
        let picture = paint(&path, None, &with(text)).unwrap();
        assert_eq!(picture.width(), plain.width());
        assert!(picture.height() > plain.height());
        let above = plain.rgb().len();
        assert!(picture.rgb()[..above] == *plain.rgb(), "what is above the caption stays as it is");
        let background = Palette::Light.colours().background;
        let ink = |x: u32| (plain.height()..picture.height()).any(|y| picture.pixel(x, y) != background);
        let inked: Vec<u32> = (0..picture.width()).filter(|&x| ink(x)).collect();
        let (first, last) = (inked[0], *inked.last().unwrap());
        assert!(first > 2 && last < picture.width() - 2, "{first} to {last}");
        assert!((first + last).abs_diff(2 * axis) <= 8, "{first} to {last}, and the axis of the board is {axis}");
    }
    // A caption that would be too small to be legible is refused, and the error contains a sufficient width.
    let narrow = |square| Style { square: Some(square), ..with("closed tour of 8x8, by a mosaic") };
    let Err(ViewError::Caption { needed, .. }) = paint(&path, None, &narrow(6)) else { panic!("it is not refused") };
    let fits = |square: &u32| paint(&path, None, &narrow(*square)).is_ok();
    let smallest = (6..40).find(fits).expect("a large picture has room for the caption");
    assert!((8 * smallest).abs_diff(needed) <= 40, "{smallest} and {needed}");
    let heat = Style { look: PathStyle::Heat, legend: Visibility::Always, ..with("8x8") };
    let without = Style { caption: None, ..heat.clone() };
    let [with, without] = [&heat, &without].map(|style| paint(&path, None, style).unwrap());
    assert!(with.rgb()[..without.rgb().len()] == *without.rgb(), "the legend stays where it is");
}

#[test]
fn a_sheet_of_heat_maps_shows_every_visit_number_as_a_colour() {
    let (tour, part) = (common::slides(), Path::new(Board::new(8, 8).unwrap(), vec![0, 10]).unwrap());
    let tours = [(tour.path().clone(), None), (part, None)];
    for square in [48, 3] {
        let style = Style { square: Some(square), ..styled(PathStyle::Heat) };
        let picture = StaticPicture::tours(&tours, None, &style).unwrap().paint();
        let has = |colour| has(&picture, colour);
        let palette = Palette::Light;
        // The marks hide only parts of the squares of the first and last visits.
        assert!((0..64).all(|visit| has(palette.heat(visit as f32 / 63.0))), "{square}");
        assert!(has(palette.colours().cold) && !has(palette.colours().squares[0]), "{square}");
    }
}

#[test]
fn a_sheet_has_no_columns_and_rows_without_a_board() {
    let tours = vec![(common::slides().path().clone(), None); 3];
    let style = Style::default();
    let sheet = |columns| StaticPicture::tours(&tours, Some(columns), &style).unwrap().paint();
    assert!(sheet(40) == sheet(3));
    assert!(sheet(2).width() < sheet(3).width());
}

#[test]
fn numbers_on_a_sheet_fit_the_longest_path() {
    let (tour, part) = (common::slides(), Path::new(Board::new(8, 8).unwrap(), vec![0]).unwrap());
    let tours = [(part, None), (tour.path().clone(), None)];
    let style = |square| Style { square: Some(square), ..styled(PathStyle::Numbers) };
    let drawn = |square| StaticPicture::tours(&tours, None, &style(square)).map(|picture| picture.paint());
    let smallest = (6..40).find(|&square| drawn(square).is_ok()).unwrap();
    assert!(matches!(drawn(smallest - 1), Err(ViewError::Numbers { largest: 64, needed, .. }) if needed == smallest));
}

#[test]
fn the_legend_of_a_path_explains_unvisited_squares() {
    let part = Path::new(Board::new(100, 100).unwrap(), vec![0, 102]).unwrap();
    let cold = Palette::Light.colours().cold;
    let style = |square| Style { legend: Visibility::Always, square: Some(square), ..styled(PathStyle::Heat) };
    for square in [2, 5] {
        let style = style(square);
        let (picture, layout) = (paint(&part, None, &style).unwrap(), Layout::new(part.board(), &style).unwrap());
        let legend = picture.height() - layout.legend;
        let pixels = (legend..picture.height()).flat_map(|y| (0..picture.width()).map(move |x| (x, y)));
        assert!(pixels.filter(|&(x, y)| picture.pixel(x, y) == cold).count() > 100, "{square}");
    }
    let refused = paint(&part, None, &style(1)).unwrap_err();
    assert!(matches!(refused, ViewError::Legend { width: 100, needed: 101.. }), "{refused}");
}

#[test]
fn a_heat_map_has_the_same_rim_as_a_line_picture() {
    let tour = common::slides();
    for palette in Palette::ALL {
        let style = Style { palette, ..styled(PathStyle::Heat) };
        let (picture, layout) = (paint(&tour, None, &style).unwrap(), Layout::new(tour.board(), &style).unwrap());
        let (left, top) = layout.corner(Square::new(0, 0));
        let rim = palette.colours().rim;
        assert_eq!([picture.pixel(left - 1, top + 9), picture.pixel(left + 9, top - 1)], [rim; 2], "{palette}");
    }
    // The rim of a hole does not cover the corners of the squares around the hole.
    let board = Board::new(5, 5).unwrap().with_holes([Square::new(2, 2)]).unwrap();
    let path = Path::new(board, vec![0]).unwrap();
    let style = styled(PathStyle::Heat);
    let (picture, layout) = (paint(&path, None, &style).unwrap(), Layout::new(path.board(), &style).unwrap());
    let (left, top) = layout.corner(Square::new(2, 2));
    let colours = style.palette.colours();
    assert_eq!((picture.pixel(left, top), picture.pixel(left - 1, top - 1)), (colours.rim, colours.cold));
}
