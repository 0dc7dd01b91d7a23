//! Tests pictures by the pixels at known positions.

use std::collections::HashSet;
use std::io::{self, Cursor, Write};

use courser_board::{Board, Kind, Leaper, Path, Square, Tour, Wrap};
use courser_view::{
    Colouring, Drawing, Layout, MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, MAX_SQUARE, Palette, Picture, Rgb, Style,
    ViewError, Visibility, paint, write_png,
};

mod common;

use common::{at, count, has, part};

/// Returns a style that shows only the line, in one colour.
fn bare() -> Style {
    Style { numbers: Visibility::Never, colouring: Colouring::Plain, ..Style::default() }
}

fn board(rows: u32, cols: u32) -> Board {
    Board::new(rows, cols).unwrap()
}

fn layout(path: &Path, style: &Style) -> Layout {
    Layout::new(path.board(), style).unwrap()
}

fn png(picture: &Picture) -> Vec<u8> {
    let mut file = Vec::new();
    write_png(picture, &mut file).unwrap();
    file
}

#[test]
fn the_size_of_a_picture_is_that_of_its_layout() {
    for (rows, cols) in [(1, 1), (3, 4), (8, 8), (4, 3), (21, 20), (3, 500), (500, 3), (120, 90)] {
        let path = Path::new(board(rows, cols), vec![0]).unwrap();
        for coordinates in [Visibility::Auto, Visibility::Never] {
            let style = Style { coordinates, ..Style::default() };
            let (picture, layout) = (paint(&path, None, &style).unwrap(), layout(&path, &style));
            assert_eq!((picture.width(), picture.height()), (layout.width, layout.height), "{rows}x{cols}");
            assert_eq!(picture.rgb().len() as u32, 3 * layout.width * layout.height);
        }
    }
}

#[test]
fn squares_shrink_as_boards_grow() {
    let square = |side: u32| Layout::new(&board(side, side), &Style::default()).unwrap();
    for side in [1, 8, 20, 32] {
        assert_eq!(square(side).square, 48, "{side}");
    }
    for side in [60, 100, 200, 300, 380] {
        let layout = square(side);
        assert_eq!(layout.drawing, Drawing::Line, "{side}");
        assert!((2000..=2400).contains(&layout.width), "{side} makes {}", layout.width);
    }
    for (side, pixels) in [(401, 2), (600, 2), (601, 1), (1000, 1), (5000, 1)] {
        let layout = square(side);
        assert_eq!((layout.drawing, layout.square, layout.width), (Drawing::Heat, pixels, pixels * side));
    }
}

#[test]
fn every_board_has_a_layout_within_the_limits_in_which_no_two_cells_overlap() {
    let sides = [1, 2, 3, 8, 50, 399, 400, 401, 500, 3000, 5793, 30_000, 1 << 20, 1 << 30];
    for rows in sides {
        for cols in sides {
            for (fold, coordinates) in [(true, Visibility::Auto), (false, Visibility::Auto), (true, Visibility::Always)]
            {
                let style = Style { fold, coordinates, ..Style::default() };
                let layout = Layout::new(&board(rows, cols), &style).unwrap();
                let (width, height) = (layout.width, layout.height);
                assert!(width.max(height) <= MAX_PICTURE_SIDE, "{rows}x{cols}: {width}x{height}");
                assert!(u64::from(width) * u64::from(height) <= MAX_PICTURE_PIXELS, "{rows}x{cols}: {width}x{height}");
                let step = layout.squares_a_cell as usize;
                let some = |side: u32| {
                    let firsts = (0..side).step_by(step).take(70);
                    firsts
                        .chain((0..side).step_by(step).skip(70).step_by(4999))
                        .chain([(side - 1) / step as u32 * step as u32])
                };
                let mut corners = HashSet::new();
                let mut squares = HashSet::new();
                for square in
                    some(rows).take(100).flat_map(|row| some(cols).take(100).map(move |col| Square::new(row, col)))
                {
                    let (x, y) = layout.corner(square);
                    assert!(x + layout.square <= width && y + layout.square <= height, "{rows}x{cols}: {square:?}");
                    if squares.insert(square) {
                        assert!(corners.insert((x, y)), "{rows}x{cols}: {square:?} lies on another");
                    }
                }
            }
        }
    }
}

#[test]
fn squares_alternate_between_two_colours() {
    let tour = common::slides();
    for palette in [Palette::Light, Palette::Dark] {
        let style = Style { palette, ..Style::default() };
        let (picture, layout) = (paint(&tour, Some(tour.kind()), &style).unwrap(), layout(&tour, &style));
        let colours = palette.colours();
        for square in tour.board().squares() {
            // No line of a knight passes near the corner of a square.
            let (x, y) = layout.corner(square);
            assert_eq!(picture.pixel(x + 1, y + 1), colours.squares[square.colour() as usize], "{square:?}");
        }
        assert_eq!(picture.pixel(0, 0), colours.background);
    }
    // The square a1 is dark.
    let luminance = |colour: Rgb| colour.iter().map(|&c| u32::from(c)).sum::<u32>();
    let [even, odd] = Palette::Light.colours().squares;
    assert_eq!(tour.board().square("a1").unwrap().colour(), 1);
    assert!(luminance(odd) < luminance(even));
}

#[test]
fn the_line_runs_through_the_middle_of_every_square_and_of_every_move() {
    for tour in [common::three_by_four(), common::slides()] {
        let style = bare();
        let (picture, layout) = (paint(&tour, Some(tour.kind()), &style).unwrap(), layout(&tour, &style));
        let line = style.palette.colours().line;
        let squares: Vec<_> = tour.squares().collect();
        for &square in &squares[1..squares.len() - 1] {
            assert_eq!(at(&picture, layout.centre(square)), line, "{square:?}");
        }
        for pair in squares.windows(2) {
            let ((x0, y0), (x1, y1)) = (layout.centre(pair[0]), layout.centre(pair[1]));
            assert_eq!(at(&picture, ((x0 + x1) / 2.0, (y0 + y1) / 2.0)), line, "{pair:?}");
        }
    }
}

#[test]
fn a_move_across_joined_sides_goes_to_the_edge_and_comes_from_the_opposite_one() {
    let board = board(6, 6).wrapping(Wrap::Both);
    let style = bare();
    let line = style.palette.colours().line;
    let touched = |from: &str, to: &str| {
        let order = [from, to].map(|name| board.index(board.square(name).unwrap()) as u32).to_vec();
        let path = Path::new(board.clone(), order).unwrap();
        let (picture, layout) = (paint(&path, None, &style).unwrap(), layout(&path, &style));
        let with_line = board.squares().filter(|&square| count(&picture, &layout, square, line) > 0);
        with_line.map(|square| square.name(6).to_string()).collect::<Vec<_>>().join(" ")
    };
    // The move from f3 goes two columns to the right and one row up.
    assert_eq!(touched("f3", "b4"), "a4 b4 a3 f3");
    // The move from c6 goes two rows up and one column to the left.
    assert_eq!(touched("c6", "b2"), "c6 b2 b1 c1");
    // The move crosses the right edge first, and then the upper edge.
    assert_eq!(touched("f6", "b1"), "a6 f6 a1 b1");
    // A move that crosses no edge of the board is drawn in one piece.
    assert_eq!(touched("b3", "d4"), "c4 d4 b3 c3");
}

#[test]
fn where_no_move_goes_there_is_no_line() {
    let tour = common::slides();
    let path = part(&tour, 2);
    let style = bare();
    let (picture, layout) = (paint(&path, None, &style).unwrap(), layout(&path, &style));
    let line = style.palette.colours().line;
    let touched: Vec<_> = path
        .board()
        .squares()
        .filter(|&square| count(&picture, &layout, square, line) > 0)
        .map(|square| square.name(8).to_string())
        .collect();
    // The line goes from e6 to f8, through the two squares between them.
    assert_eq!(touched, ["f8", "e7", "f7", "e6"]);
}

#[test]
fn the_line_changes_colour_from_start_to_end() {
    let tour = common::slides();
    for palette in [Palette::Light, Palette::Dark] {
        let style = Style { palette, colouring: Colouring::Visit, ..bare() };
        let (picture, layout) = (paint(&tour, Some(tour.kind()), &style).unwrap(), layout(&tour, &style));
        for (visit, square) in tour.squares().enumerate().take(63).skip(1) {
            // Each move is drawn over the preceding move. Therefore the centre of a square shows the move that leaves
            // the square.
            let expected = palette.gradient((visit as f32 + 0.5) / 63.0);
            assert_eq!(at(&picture, layout.centre(square)), expected, "visit {}", visit + 1);
        }
        assert_ne!(palette.gradient(0.0), palette.gradient(1.0));
    }
}

#[test]
fn the_start_is_a_disc_and_the_end_a_ring() {
    let tour = common::slides();
    let style = bare();
    let (picture, layout) = (paint(&tour, Some(tour.kind()), &style).unwrap(), layout(&tour, &style));
    let colours = style.palette.colours();
    let start = layout.centre(tour.squares().next().unwrap());
    let end = layout.centre(tour.squares().last().unwrap());
    let right = |(x, y): (f32, f32), by: f32| (x + by, y);
    assert_eq!(at(&picture, start), colours.ink);
    assert_eq!(at(&picture, right(start, 9.0)), colours.ink);
    assert_eq!(at(&picture, end), colours.background);
    assert_eq!(at(&picture, right(end, 9.0)), colours.ink);
}

#[test]
fn the_move_that_closes_a_tour_is_drawn_if_wanted() {
    let tour = common::tour(&board(8, 8), Square::new(0, 0), Kind::Closed);
    let closing = Palette::Light.colours().closing;
    let draw = |kind, closing| paint(&tour, kind, &Style { closing, ..bare() }).unwrap();
    assert!(has(&draw(Some(Kind::Closed), true), closing));
    let open = draw(Some(Kind::Open), true);
    assert!(!has(&open, closing));
    assert_eq!(draw(Some(Kind::Closed), false), open);
}

#[test]
fn a_tour_that_is_not_closed_cannot_be_drawn_closed() {
    let tour = common::three_by_four();
    let error = paint(&tour, Some(Kind::Closed), &Style::default()).unwrap_err();
    assert_eq!(error.to_string(), "the tour is not closed: d1 to a3 is not a move");
}

#[test]
fn every_square_has_its_number_unless_numbers_are_off() {
    let tour = common::slides();
    let text = [255, 255, 255];
    for (numbers, expected) in [(Visibility::Auto, true), (Visibility::Always, true), (Visibility::Never, false)] {
        let style = Style { numbers, ..bare() };
        let (picture, layout) = (paint(&tour, Some(tour.kind()), &style).unwrap(), layout(&tour, &style));
        let squares: Vec<_> = tour.squares().collect();
        for &square in &squares[1..63] {
            assert_eq!(count(&picture, &layout, square, text) > 0, expected, "{square:?}, {numbers:?}");
        }
    }
}

#[test]
fn the_same_digits_look_the_same_in_every_square() {
    // The numbers 11 and 22 must look different. On 8x8, the side of a square is a whole number of pixels. Therefore a
    // visit number is drawn with the same pixels in every square.
    let tour = common::slides();
    let style = Style { numbers: Visibility::Always, ..bare() };
    let (picture, layout) = (paint(&tour, Some(tour.kind()), &style).unwrap(), layout(&tour, &style));
    let text = |visit: usize| {
        let (x, y) = layout.centre(tour.squares().nth(visit - 1).unwrap());
        let (x, y) = (x as u32, y as u32);
        let pixels = (y - 6..y + 6).flat_map(|y| (x - 9..x + 9).map(move |x| (x, y)));
        pixels.map(|(x, y)| picture.pixel(x, y)).collect::<Vec<_>>()
    };
    assert_ne!(text(11), text(22));
    let shifted = part(&tour, 30);
    let again = paint(&shifted, None, &style).unwrap();
    let (x, y) = layout.centre(tour.squares().nth(10).unwrap());
    let (x, y) = (x as u32, y as u32);
    let pixels = (y - 6..y + 6).flat_map(|y| (x - 9..x + 9).map(move |x| (x, y)));
    assert_eq!(text(11), pixels.map(|(x, y)| again.pixel(x, y)).collect::<Vec<_>>());
}

#[test]
fn numbers_are_left_out_where_they_could_not_be_read() {
    let tour = common::slides();
    let draw = |square, numbers| paint(&tour, None, &Style { square: Some(square), numbers, ..bare() });
    assert_eq!(draw(27, Visibility::Auto).unwrap(), draw(27, Visibility::Never).unwrap());
    assert_ne!(draw(30, Visibility::Auto).unwrap(), draw(30, Visibility::Never).unwrap());
    assert_ne!(draw(27, Visibility::Always).unwrap(), draw(27, Visibility::Never).unwrap());
    let error = draw(10, Visibility::Always).unwrap_err();
    assert_eq!(error.to_string(), "visit numbers up to 64 need squares of at least 20 pixels, these have 10");
    assert!(draw(20, Visibility::Always).is_ok() && draw(19, Visibility::Always).is_err());
    assert!(matches!(draw(2, Visibility::Always), Err(ViewError::Numbers { square: 2, .. })));
}

#[test]
fn squares_that_a_stuck_knight_did_not_reach_are_hatched() {
    let path = part(&common::slides(), 41);
    let visits = path.visits();
    for palette in [Palette::Light, Palette::Dark] {
        let style = Style { palette, ..bare() };
        let (picture, layout) = (paint(&path, None, &style).unwrap(), layout(&path, &style));
        let colours = palette.colours();
        for square in path.board().squares() {
            let visited = visits[path.board().index(square) as usize] > 0;
            let tone = square.colour() as usize;
            let counts = [colours.squares[tone], colours.unvisited[tone], colours.hatch]
                .map(|colour| count(&picture, &layout, square, colour) > 0);
            assert_eq!(counts, [visited, !visited, !visited], "{square:?}");
        }
    }
}

#[test]
fn unvisited_squares_are_shown_whatever_the_path_is_called() {
    let path = part(&common::slides(), 41);
    assert_eq!(paint(&path, Some(Kind::Open), &bare()).unwrap(), paint(&path, None, &bare()).unwrap());
}

#[test]
fn a_hole_is_no_square() {
    let board = common::five_by_five_with_holes();
    let path = common::walk(&board, Square::new(0, 1), 1);
    let style = bare();
    let (picture, layout) = (paint(&path, None, &style).unwrap(), layout(&path, &style));
    let colours = style.palette.colours();
    for hole in board.holes() {
        assert_eq!(at(&picture, layout.centre(hole)), colours.background, "{hole:?}");
        for colour in [colours.squares, colours.unvisited].concat() {
            assert_eq!(count(&picture, &layout, hole, colour), 0, "{hole:?}");
        }
    }
    // The rim of the hole in the middle is drawn inside the hole, next to the surrounding squares.
    let (x, y) = layout.corner(Square::new(2, 2));
    assert_eq!(picture.pixel(x, y), colours.rim);
    assert_ne!(picture.pixel(x - 1, y - 1), colours.rim);
}

#[test]
fn the_smallest_board_is_a_start() {
    let path = Path::new(board(1, 1), vec![0]).unwrap();
    let style = bare();
    let (picture, layout) = (paint(&path, Some(Kind::Open), &style).unwrap(), layout(&path, &style));
    assert_eq!(at(&picture, layout.centre(Square::new(0, 0))), style.palette.colours().ink);
}

#[test]
fn a_path_without_a_square_is_an_empty_board() {
    let path = Path::new(board(3, 3), Vec::new()).unwrap();
    let picture = paint(&path, None, &Style::default()).unwrap();
    assert!(!has(&picture, Palette::Light.colours().ink));
    assert!(matches!(paint(&path, Some(Kind::Closed), &Style::default()), Err(ViewError::NotClosed { .. })));
    let heat = Style { square: Some(2), ..Style::default() };
    assert_eq!(paint(&path, None, &heat).unwrap().pixel(0, 0), Palette::Light.colours().cold);
}

#[test]
fn coordinates_stand_below_and_at_the_left_unless_they_are_off() {
    let tour = common::slides();
    let label = Palette::Light.colours().label;
    let style = bare();
    let (with, layout) = (paint(&tour, None, &style).unwrap(), layout(&tour, &style));
    let without = paint(&tour, None, &Style { coordinates: Visibility::Never, ..bare() }).unwrap();
    assert!(has(&with, label) && !has(&without, label));
    assert!(with.width() > without.width() && with.height() > without.height());
    let background = Palette::Light.colours().background;
    let written = |(left, top): (u32, u32), (width, height): (u32, u32)| {
        (top..top + height)
            .flat_map(|y| (left..left + width).map(move |x| (x, y)))
            .any(|(x, y)| with.pixel(x, y) != background)
    };
    for n in 0..8 {
        let (_, top) = layout.corner(Square::new(n, 0));
        let (left, bottom) = layout.corner(Square::new(7, n));
        assert!(written((0, top), (layout.corner(Square::new(n, 0)).0 - 1, 48)), "rank of row {n}");
        assert!(written((left, bottom + 50), (48, with.height() - bottom - 50)), "file of column {n}");
    }
}

#[test]
fn a_long_thin_board_is_folded_and_its_line_goes_on_in_the_next_fold() {
    let tour = common::three_by(500);
    let style = bare();
    let (picture, layout) = (paint(&tour, Some(tour.kind()), &style).unwrap(), layout(&tour, &style));
    assert_eq!((layout.drawing, layout.square, layout.folds()), (Drawing::Line, 48, 11));
    assert!(picture.width().max(picture.height()) <= 2400);
    let line = style.palette.colours().line;
    let squares: Vec<_> = tour.squares().collect();
    let mut folded = 0;
    for pair in squares.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let ((x0, y0), (x1, y1)) = (layout.centre(from), layout.centre(to));
        let across = (f64::from(to.col) - f64::from(from.col)) as f32 * 48.0;
        let down = (f64::from(to.row) - f64::from(from.row)) as f32 * 48.0;
        folded += u32::from((x1 - x0 - across).abs() > 1.0);
        if from != squares[0] {
            // At both ends, the move has the same direction as if the board were not folded.
            assert_eq!(at(&picture, (x0 + 0.12 * across, y0 + 0.12 * down)), line, "{from:?}");
        }
        if to != squares[1499] {
            assert_eq!(at(&picture, (x1 - 0.12 * across, y1 - 0.12 * down)), line, "{to:?}");
        }
    }
    assert!(folded >= 10, "{folded} moves between eleven folds");
    let straight = Layout::new(tour.board(), &Style { fold: false, ..style }).unwrap();
    assert_eq!((straight.drawing, straight.folds(), straight.width), (Drawing::Heat, 1, 1000));
}

#[test]
fn a_high_narrow_board_is_folded_as_well() {
    let layout = Layout::new(&board(500, 3), &Style::default()).unwrap();
    assert_eq!((layout.drawing, layout.square, layout.folds()), (Drawing::Line, 46, 10));
    let [(x0, y0), (x1, y1)] = [0, 50].map(|row| layout.corner(Square::new(row, 0)));
    assert!(x1 > x0 + 3 * 46 && y0 == y1);
}

#[test]
fn a_heat_map_shows_the_visit_number_of_every_square() {
    let path = common::walk(&board(1000, 1000), Square::new(0, 0), 0);
    let picture = paint(&path, None, &Style::default()).unwrap();
    assert_eq!((picture.width(), picture.height()), (1000, 1000));
    let last = (path.order().len() - 1) as f64;
    for (visit, square) in path.squares().enumerate() {
        let expected = Palette::Light.heat((visit as f64 / last) as f32);
        assert_eq!(picture.pixel(square.col, square.row), expected, "{square:?}");
    }
    let visits = path.visits();
    let cold: Vec<_> =
        path.board().squares().filter(|&square| visits[path.board().index(square) as usize] == 0).collect();
    assert!(!cold.is_empty(), "this walk is known to get stuck");
    for square in cold {
        assert_eq!(picture.pixel(square.col, square.row), Palette::Light.colours().cold, "{square:?}");
    }
}

#[test]
fn a_heat_map_tells_holes_from_squares_not_visited() {
    let board = common::five_by_five_with_holes();
    let path = Path::new(board.clone(), vec![1]).unwrap();
    let style = Style { square: Some(3), ..Style::default() };
    let (picture, layout) = (paint(&path, None, &style).unwrap(), layout(&path, &style));
    let colours = style.palette.colours();
    assert_eq!((layout.drawing, picture.width(), picture.height()), (Drawing::Heat, 15, 15));
    for square in (0..25).map(|index| board.at(index)) {
        let expected = match square {
            Square { row: 0, col: 1 } => style.palette.heat(0.0),
            _ if board.is_playable(square) => colours.cold,
            _ => colours.background,
        };
        assert_eq!(count(&picture, &layout, square, expected), 9, "{square:?}");
    }
}

#[test]
fn a_board_beyond_the_limits_is_averaged_down() {
    let board = board(1, 40_000).with_leaper(Leaper::new(0, 1).unwrap());
    let style = Style { fold: false, ..Style::default() };
    let path = Path::new(board.clone(), (0..5).collect()).unwrap();
    let picture = paint(&path, None, &style).unwrap();
    assert_eq!((layout(&path, &style).squares_a_cell, picture.width(), picture.height()), (3, 13_334, 1));
    // The path has five visits. The first pixel contains the visits 1, 2 and 3, which have the positions 0, ¼ and ½ on
    // the path. The mean of these three positions is ¼.
    assert_eq!(picture.pixel(0, 0), style.palette.heat(0.25));
    let (cold, hot) = (style.palette.colours().cold, style.palette.heat(0.875));
    let two_thirds: Vec<_> =
        cold.iter().zip(hot).map(|(&c, h)| ((f32::from(c) + 2.0 * f32::from(h)) / 3.0).round() as u8).collect();
    assert_eq!(picture.pixel(1, 0).as_slice(), two_thirds);
    assert_eq!(picture.pixel(2, 0), cold);
    // The last cell contains only one square, which is a hole in this test.
    let holed = Path::new(board.with_holes([Square::new(0, 39_999)]).unwrap(), vec![0]).unwrap();
    assert_eq!(paint(&holed, None, &style).unwrap().pixel(13_333, 0), style.palette.colours().background);
}

#[test]
fn a_png_decodes_to_the_pixels_that_were_painted() {
    for (rows, cols, square) in [(3, 4, None), (8, 8, None), (5, 7, Some(2)), (1, 1, Some(1))] {
        let path = common::walk(&board(rows, cols), Square::new(0, 0), 1);
        let picture = paint(&path, None, &Style { square, ..Style::default() }).unwrap();
        let file = png(&picture);
        let mut decoded = png::Decoder::new(Cursor::new(&file)).read_info().unwrap();
        assert_eq!(decoded.output_color_type(), (png::ColorType::Rgb, png::BitDepth::Eight));
        assert_eq!(decoded.info().size(), (picture.width(), picture.height()));
        let mut pixels = vec![0; decoded.output_buffer_size().unwrap()];
        decoded.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, picture.rgb());
    }
}

#[test]
fn a_second_run_gives_the_same_bytes_and_another_path_others() {
    let draw = |path: &Path| png(&paint(path, None, &Style::default()).unwrap());
    let tour = common::slides();
    assert_eq!(draw(&tour), draw(&common::slides()));
    assert_ne!(draw(&tour), draw(&part(&tour, 63)));
}

#[test]
fn an_8x8_picture_is_a_small_file() {
    let tour = common::slides();
    let size = png(&paint(&tour, Some(tour.kind()), &Style::default()).unwrap()).len();
    assert!((10_000..80_000).contains(&size), "{size} bytes");
}

#[test]
fn a_size_that_cannot_be_is_refused_with_one_that_can() {
    let draw = |board: &Board, square| {
        let path = Path::new(board.clone(), vec![0]).unwrap();
        paint(&path, None, &Style { square: Some(square), ..Style::default() })
    };
    for square in [0, MAX_SQUARE + 1, u32::MAX] {
        let error = draw(&board(8, 8), square).unwrap_err();
        assert_eq!(error.to_string(), format!("squares of {square} pixels are not possible: 1 to 1024"));
    }
    let large = board(1000, 1000);
    let error = draw(&large, 20).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a 1000x1000 board in squares of 20 pixels is not a possible picture: \
         at most 16384 pixels per side and 33554432 in all"
    );
    let ViewError::TooLarge { largest, .. } = error else { panic!("{error:?}") };
    assert_eq!(largest, 5);
    let style = |square| Style { square: Some(square), ..Style::default() };
    assert!(Layout::new(&large, &style(5)).is_ok() && Layout::new(&large, &style(6)).is_err());
    assert!(matches!(draw(&board(1 << 30, 1 << 30), 1), Err(ViewError::TooLarge { largest: 0, .. })));
}

#[test]
fn an_error_of_the_file_is_handed_on() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let tour: Tour = common::three_by_four();
    let picture = paint(&tour, None, &Style::default()).unwrap();
    match write_png(&picture, &mut Closed) {
        Err(ViewError::Write(error)) => assert_eq!(error.kind(), io::ErrorKind::BrokenPipe),
        other => panic!("{other:?}"),
    }
}
