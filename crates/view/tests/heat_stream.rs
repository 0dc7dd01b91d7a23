//! Paints heat maps from streams, and compares them with the pictures of `paint`. In some of the pictures, each pixel
//! shows the average of several squares.

use courser_board::{Board, Leaper, Path, Square};
use courser_view::{
    HeatStream, MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, Palette, Picture, Style, ViewError, Visibility, paint,
    paint_scaled,
};

mod common;

/// Pushes visit numbers to a heat map in bands, and returns the picture. The bands have the given heights, which are
/// repeated until the board ends.
fn streamed<T: Copy + Into<u64> + Sync>(
    (rows, cols): (u32, u32),
    squares_a_pixel: Option<u32>,
    style: &Style,
    visits: &[T],
    heights: &[usize],
) -> Picture {
    let mut stream = HeatStream::new(&Board::new(rows, cols).unwrap(), squares_a_pixel, style).unwrap();
    let mut rest = visits;
    for height in heights.iter().cycle() {
        let (band, after) = rest.split_at((height * cols as usize).min(rest.len()));
        stream.push(band).unwrap();
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    stream.finish().unwrap()
}

/// Returns all visit numbers of a board in a scattered order.
fn scattered(rows: u32, cols: u32) -> Vec<u32> {
    let squares = u64::from(rows) * u64::from(cols);
    // The step and the number of squares are coprime. Therefore every visit number occurs.
    let step = (squares * 5 / 8..).find(|&step| gcd(step, squares) == 1).unwrap();
    (0..squares).map(|at| (at * step % squares + 1) as u32).collect()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns a path over all squares that goes back and forth, row by row from the top or column by column from the left.
fn boustrophedon(rows: u32, cols: u32) -> Path {
    let board = Board::new(rows, cols).unwrap().with_leaper(Leaper::new(0, 1).unwrap());
    let (outer, inner) = if rows > cols { (rows, cols) } else { (cols, rows) };
    let order = (0..outer).flat_map(|line| {
        (0..inner).map(move |at| {
            let across = if line % 2 == 0 { at } else { inner - 1 - at };
            if rows > cols { line * cols + across } else { across * cols + line }
        })
    });
    Path::new(board, order.collect()).unwrap()
}

#[test]
fn a_stream_makes_the_picture_that_paint_makes() {
    let knight = |rows, cols| common::walk(&Board::new(rows, cols).unwrap(), Square::new(0, 0), 0);
    let small = |pixels| Style { square: Some(pixels), ..Style::default() };
    let named = Style { coordinates: Visibility::Always, ..Style::default() };
    let dark = Style { palette: Palette::Dark, ..Style::default() };
    let plain = Style { fold: false, ..Style::default() };
    let cases = [
        (common::slides().path().clone(), small(3)),
        (common::three_by(500).path().clone(), small(1)),
        (common::three_by(500).path().clone(), plain.clone()),
        (knight(64, 64), Style { coordinates: Visibility::Always, ..small(5) }),
        (boustrophedon(450, 500), Style::default()),
        (boustrophedon(500, 450), named.clone()),
        (boustrophedon(700, 650), dark),
        (boustrophedon(30, 20_000), named.clone()),
        (boustrophedon(20_000, 30), Style::default()),
        // These boards exceed the limits, so a pixel contains several squares. The last pixel of a row or column can
        // contain fewer squares than the other pixels.
        (boustrophedon(3, 40_000), plain.clone()),
        (boustrophedon(40_000, 3), plain),
        (boustrophedon(6000, 6001), named),
    ];
    for (path, style) in cases {
        let board = path.board();
        let visits = path.visits();
        assert!(!visits.contains(&0), "{board} is toured");
        let stream = streamed((board.rows(), board.cols()), None, &style, &visits, &[100]);
        let painted = paint(&path, None, &style).unwrap();
        assert_eq!((stream.width(), stream.height()), (painted.width(), painted.height()), "{board}");
        assert!(stream == painted, "{board} in {style:?}");
    }
}

#[test]
fn squares_smaller_than_a_pixel_are_shown_enlarged() {
    let path = boustrophedon(1300, 1250);
    let style = Style { legend: Visibility::Auto, lens: true, ..Style::default() };
    let painted = paint_scaled(&path, None, 2, &style).unwrap();
    // The picture consists of the map, a gap, a strip and a legend. The strip shows 16 rows of 96 squares. Each of
    // these squares has a side of 6 pixels.
    assert_eq!((painted.width(), painted.height()), (625, 650 + 17 * 6 + 30));
    for height in [1, 7, 646, 1300] {
        assert!(streamed((1300, 1250), Some(2), &style, &path.visits(), &[height]) == painted, "{height}");
    }
    // The strip shows squares in the middle of the board, where the path runs along the rows. Therefore a horizontal
    // line crosses each row of the strip from its left edge to its right edge.
    let squares = Palette::Light.colours().squares;
    for row in 0..16_u32 {
        let is_square = |x, down: u32| squares.contains(&painted.pixel(x, 656 + row * 6 + down));
        let left = (625 - 96 * 6) / 2;
        assert!((left..left + 96 * 6).all(|x| is_square(x, 0) && !is_square(x, 3)), "{row}");
    }
    // In a picture of nearly the maximum width, the squares of the strip have a side of 96 pixels.
    let unfolded = Style { fold: false, ..style.clone() };
    let wide = streamed((100, 30_000), Some(2), &unfolded, &scattered(100, 30_000), &[100]);
    assert_eq!((wide.width(), wide.height()), (15_000, 50 + 17 * 96 + 375));
    let bare = paint_scaled(&path, None, 2, &Style { lens: false, ..style }).unwrap();
    assert_eq!(bare.height(), 650 + 30);
}

#[test]
fn a_small_board_is_a_heat_map_as_well() {
    let picture = streamed((8, 8), None, &Style::default(), &common::slides().path().visits(), &[8]);
    assert_eq!((picture.width(), picture.height()), (40, 40));
    // The tour starts at row 2, column 4.
    assert_eq!(picture.pixel(4 * 5 + 2, 2 * 5 + 2), Palette::Light.heat(0.0));
    let large = Style { square: Some(48), ..Style::default() };
    let picture = streamed((8, 8), None, &large, &common::slides().path().visits(), &[8]);
    assert_eq!((picture.width(), picture.pixel(4 * 48, 2 * 48 + 47)), (384, Palette::Light.heat(0.0)));
    let one = streamed((1, 1), None, &Style::default(), &[1_u32], &[1]);
    assert_eq!(one.pixel(0, 0), Palette::Light.heat(0.0));
}

#[test]
fn the_bands_of_a_stream_do_not_show_nor_does_the_width_of_its_numbers() {
    // The sizes are below and above two limits. The first limit is 1024, the number of columns whose visit numbers are
    // summed at a time. The second limit is 65536, the minimum number of visit numbers for which several threads are
    // used.
    for (rows, cols) in [(97, 31), (60, 1023), (65, 1025), (61, 4100), (2500, 40)] {
        let visits = scattered(rows, cols);
        let wide: Vec<u64> = visits.iter().map(|&visit| visit.into()).collect();
        for squares_a_pixel in [None, Some(2), Some(7), Some(1500)] {
            let picture = |visits: &[u32], heights: &[usize]| {
                streamed((rows, cols), squares_a_pixel, &Style::default(), visits, heights)
            };
            let whole = picture(&visits, &[rows as usize]);
            for heights in [&[1][..], &[7], &[3, 1, 11, 0, 2], &[14], &[40, 1]] {
                assert!(picture(&visits, heights) == whole, "{rows}x{cols}, {squares_a_pixel:?}, {heights:?}");
                let wide = streamed((rows, cols), squares_a_pixel, &Style::default(), &wide, heights);
                assert!(wide == whole, "{rows}x{cols}, {squares_a_pixel:?}, {heights:?}, 64 bits");
            }
            // Checks that the comparison can fail: a path with other numbers must give another picture, unless the
            // picture has only one pixel.
            let mut other = visits.clone();
            other.swap(0, cols as usize * (rows as usize - 1));
            other.reverse();
            let one_pixel = squares_a_pixel.is_some_and(|scale| scale >= rows.max(cols));
            assert_eq!(picture(&other, &[7]) == whole, one_pixel, "{rows}x{cols}, {squares_a_pixel:?}");
        }
    }
}

#[test]
fn a_pixel_has_the_colour_of_the_mean_of_its_squares() {
    #[rustfmt::skip]
    let visits = [
         1_u32, 14,  9, 20,  3,
         8, 19,  2, 15, 10,
        13,  4, 17,  6, 21,
        18,  7, 12, 11, 16,
         5, 22, 23, 24, 25,
    ];
    let picture = streamed((5, 5), Some(2), &Style::default(), &visits, &[1, 3]);
    assert_eq!((picture.width(), picture.height()), (3, 3));
    // A pixel at the lower or right edge contains 2 squares, and the pixel in the corner contains 1 square. Each pair
    // of the array contains the sum of the numbers in one pixel and the count of these numbers.
    let sums = [[(42, 4), (46, 4), (13, 2)], [(42, 4), (46, 4), (37, 2)], [(27, 2), (47, 2), (25, 1)]]
        .map(|row| row.map(heat));
    fn heat((sum, count): (u32, u32)) -> [u8; 3] {
        // On the colour scale, the first visit has the position 0, and the 25th visit has the position 1.
        Palette::Light.heat((sum - count) as f32 / (count * 24) as f32)
    }
    for (y, row) in (0..).zip(sums) {
        for (x, colour) in (0..).zip(row) {
            assert_eq!(picture.pixel(x, y), colour, "{x}, {y}");
        }
    }
    let one = streamed((5, 5), Some(5), &Style::default(), &visits, &[2]);
    assert_eq!((one.width(), one.height()), (1, 1));
    assert_eq!(one.pixel(0, 0), heat((325, 25)));
    assert!(one == streamed((5, 5), Some(u32::MAX), &Style::default(), &visits, &[2]));
}

#[test]
fn a_long_thin_stream_is_folded_or_averaged_as_paint_does() {
    for (rows, cols) in [(40_000, 3), (3, 40_000)] {
        let path = boustrophedon(rows, cols);
        let visits = path.visits();
        for heights in [&[rows as usize][..], &[1], &[1000]] {
            let folded = streamed((rows, cols), None, &Style::default(), &visits, heights);
            assert!(folded == paint(&path, None, &Style::default()).unwrap(), "{rows}x{cols} in {heights:?}");
        }
        let stream = HeatStream::new(&Board::new(rows, cols).unwrap(), None, &Style::default()).unwrap();
        let (layout, last) = (stream.layout(), (120_000 - 1) as f32);
        assert_eq!(layout.squares_a_cell, 1);
        assert!(layout.folds() > 10 && layout.width.max(layout.height) <= 1200);
        let folded = streamed((rows, cols), None, &Style::default(), &visits, &[500]);
        for square in [(0, 0), (1, 1), (rows - 1, cols - 1), (rows / 2, cols / 2)].map(|(r, c)| Square::new(r, c)) {
            let (x, y) = layout.corner(square);
            let visit = visits[path.board().index(square) as usize];
            assert_eq!(folded.pixel(x, y), Palette::Light.heat((visit - 1) as f32 / last), "{square:?}");
        }
        let straight = Style { fold: false, ..Style::default() };
        let picture = streamed((rows, cols), None, &straight, &visits, &[rows as usize]);
        assert_eq!(picture.width().max(picture.height()), 13_334);
        assert_eq!(picture.width().min(picture.height()), 1);
        // The board is three squares wide, and the path goes back and forth across this width. The first pixel contains
        // the first nine squares of the path, whose mean visit number is 5.
        assert_eq!(picture.pixel(0, 0), Palette::Light.heat(4.0 / last));
        let scaled = streamed((rows, cols), Some(10), &straight, &visits, &[999]);
        assert_eq!(scaled.width().max(scaled.height()), 4000);
    }
}

#[test]
fn rows_that_are_too_many_too_few_or_broken_are_refused() {
    let new = || HeatStream::new(&Board::new(4, 5).unwrap(), None, &Style::default()).unwrap();
    let visits: Vec<u32> = (1..=20).collect();

    let mut short = new();
    short.push(&visits[..15]).unwrap();
    let error = short.finish().unwrap_err();
    assert_eq!(error.to_string(), "3 rows of visit numbers for a board of 4");
    assert!(matches!(new().finish(), Err(ViewError::Rows { given: 0, rows: 4 })));

    let mut long = new();
    long.push(&visits[..10]).unwrap();
    assert!(matches!(long.push(&visits[..15]), Err(ViewError::Rows { given: 5, rows: 4 })));
    let error = long.push(&visits[10..16]).unwrap_err();
    assert_eq!(error.to_string(), "6 visit numbers are not a whole number of rows of 5");
    // The rejected rows have no effect, and the stream can continue.
    long.push(&visits[10..]).unwrap();
    long.push::<u32>(&[]).unwrap();
    assert!(matches!(long.push(&visits[..5]), Err(ViewError::Rows { given: 5, rows: 4 })));
    assert!(long.finish().unwrap() == streamed((4, 5), None, &Style::default(), &visits, &[4]));
}

#[test]
fn a_number_that_is_none_of_the_board_is_named_with_its_square_and_nothing_is_taken() {
    let visits: Vec<u64> = (1..=20).collect();
    for squares_a_pixel in [Some(1), Some(3)] {
        let whole = streamed((4, 5), squares_a_pixel, &Style::default(), &visits, &[4]);
        for wrong in [0, 21, 1 << 32, (1 << 63) - 1, 1 << 63, u64::MAX] {
            let mut stream = HeatStream::new(&Board::new(4, 5).unwrap(), squares_a_pixel, &Style::default()).unwrap();
            stream.push(&visits[..5]).unwrap();
            let mut band = visits[5..].to_vec();
            band[7] = wrong;
            let error = stream.push(&band).unwrap_err();
            assert_eq!(error.to_string(), format!("{wrong} on c2 is not a visit number: 1 to 20"));
            stream.push(&visits[5..]).unwrap();
            assert!(stream.finish().unwrap() == whole);
        }
    }
}

#[test]
fn a_board_of_any_size_takes_no_more_than_its_picture() {
    const SIDES: [u32; 6] = [1, 3, 20_000, 1 << 20, (1 << 30) - 1, 1 << 30];
    for (rows, cols) in SIDES.iter().flat_map(|&rows| SIDES.map(|cols| (rows, cols))) {
        for fold in [true, false] {
            let stream =
                HeatStream::new(&Board::new(rows, cols).unwrap(), None, &Style { fold, ..Style::default() }).unwrap();
            let (width, height) = (stream.layout().width, stream.layout().height);
            assert!(width.max(height) <= MAX_PICTURE_SIDE, "{rows}x{cols}");
            assert!(u64::from(width) * u64::from(height) <= MAX_PICTURE_PIXELS, "{rows}x{cols}");
        }
    }
    let stream = HeatStream::new(&Board::new(1 << 30, 1 << 30).unwrap(), None, &Style::default()).unwrap();
    assert_eq!((stream.layout().squares_a_cell, stream.layout().width), (185_384, 5792));
}

#[test]
fn a_scale_that_cannot_be_is_refused_with_one_that_can() {
    let new = |rows, cols, scale| HeatStream::new(&Board::new(rows, cols).unwrap(), Some(scale), &Style::default());
    let error = new(30_000, 30_000, 3).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a 30000x30000 board with 3 x 3 squares per pixel is not a possible picture: \
         at most 16384 pixels per side and 33554432 in all"
    );
    for (rows, cols) in [(30_000, 30_000), (3, 1 << 30), (1 << 30, 3), (1 << 20, 1 << 30), (1 << 30, 1 << 30)] {
        let Err(ViewError::TooFewSquares { smallest, .. }) = new(rows, cols, 1) else { panic!("{rows}x{cols}") };
        assert!(new(rows, cols, smallest).is_ok() && new(rows, cols, smallest - 1).is_err(), "{rows}x{cols}");
        let chosen = HeatStream::new(&Board::new(rows, cols).unwrap(), None, &Style::default()).unwrap();
        assert_eq!(chosen.layout().squares_a_cell, smallest, "{rows}x{cols}");
    }
    let error = new(8, 8, 0).unwrap_err();
    assert_eq!(error.to_string(), "0 squares per pixel are not possible: 1 or more");
}

#[test]
fn what_no_heat_map_can_show_is_refused() {
    let digits = Style { numbers: Visibility::Always, ..Style::default() };
    assert!(matches!(HeatStream::new(&Board::new(8, 8).unwrap(), None, &digits), Err(ViewError::NoDigits)));
    for square in [0, 1025] {
        let style = Style { square: Some(square), ..Style::default() };
        assert!(matches!(HeatStream::new(&Board::new(8, 8).unwrap(), None, &style), Err(ViewError::Square { .. })));
        // The number of squares per pixel takes precedence over the size of squares.
        assert!(HeatStream::new(&Board::new(8, 8).unwrap(), Some(1), &style).is_ok());
    }
    let style = Style { square: Some(20), ..Style::default() };
    let error = HeatStream::new(&Board::new(1000, 1000).unwrap(), None, &style).unwrap_err();
    assert!(matches!(error, ViewError::TooLarge { largest: 5, .. }), "{error:?}");
}

#[test]
fn the_start_and_the_end_are_marked_inside_of_the_picture() {
    let (rows, cols) = (400_u32, 600_u32);
    let board = Board::new(rows, cols).unwrap();
    let style = Style { legend: Visibility::Always, lens: true, ..Style::default() };
    let last = rows * cols - 1;
    for (start, end) in [(0, last), (last, 0), (cols - 1, last + 1 - cols)] {
        let mut stream = HeatStream::new(&board, Some(1), &style).unwrap();
        let mut numbers: Vec<u32> = (1..=last + 1).collect();
        numbers.swap(0, start as usize);
        let there = numbers.iter().position(|&number| number == last + 1).unwrap();
        numbers.swap(there, end as usize);
        stream.push(&numbers).unwrap();
        let picture = stream.finish().unwrap();
        let ink = Palette::Light.colours().ink;
        // The complete disc has a radius of five pixels, and the ring has a hole.
        let near = |index: u32| {
            let (x, y) = (index % cols, index / cols);
            let (left, top) = (x.saturating_sub(15).min(cols - 30), y.saturating_sub(15).min(rows - 30));
            let pixels = (top..top + 30).flat_map(|y| (left..left + 30).map(move |x| (x, y)));
            pixels.filter(|&(x, y)| picture.pixel(x, y) == ink).count()
        };
        assert!((60..100).contains(&near(start)), "start at {start}: {}", near(start));
        assert!((25..60).contains(&near(end)), "end at {end}: {}", near(end));
    }
}

#[test]
fn squares_of_a_pixel_are_shown_enlarged_as_well() {
    let style = |lens| Style { legend: Visibility::Always, lens, ..Style::default() };
    for (side, square) in [(500, 2), (1000, 1), (6000, 1)] {
        let board = Board::new(side, side).unwrap();
        let layout = courser_view::Layout::new(&board, &style(true)).unwrap();
        assert!(layout.square == square && layout.lens >= 6, "{side}: {layout:?}");
        assert_eq!(courser_view::Layout::new(&board, &style(false)).unwrap().lens, 0);
    }
}

#[test]
fn folded_heat_maps_show_squares_of_their_middle_fold_enlarged() {
    let style = Style { legend: Visibility::Auto, lens: true, coordinates: Visibility::Always, ..Style::default() };
    for (rows, cols) in [(30, 20_000), (20_000, 30), (5, 90_000), (90_000, 5)] {
        let path = boustrophedon(rows, cols);
        let layout = courser_view::Layout::new(path.board(), &style).unwrap();
        let shown = if rows < cols { rows.min(16) } else { 16 };
        assert!(layout.folds() > 1 && layout.lens >= 6, "{rows}x{cols}: {layout:?}");
        let painted = paint(&path, None, &style).unwrap();
        assert!(streamed((rows, cols), None, &style, &path.visits(), &[rows as usize]) == painted, "{rows}x{cols}");
        // The path must run through the middle row of the strip.
        let colours = Palette::Light.colours();
        let y = painted.height() - layout.legend - shown / 2 * layout.lens + layout.lens / 2;
        let row: std::collections::BTreeSet<_> = (0..painted.width()).map(|x| painted.pixel(x, y)).collect();
        let is_line = |pixel: &[u8; 3]| !colours.squares.contains(pixel) && *pixel != colours.background;
        assert!(row.iter().any(is_line), "{rows}x{cols} has no line in its strip");
        // On the board, a frame surrounds the squares that the strip shows enlarged.
        let frame = (0..painted.width()).map(|x| {
            (0..painted.height() - layout.legend - (shown + 1) * layout.lens)
                .filter(|&y| painted.pixel(x, y) == colours.ink)
                .count()
        });
        assert!(frame.filter(|&pixels| pixels > 0).count() >= cols.min(16) as usize, "{rows}x{cols} has no frame");
    }
}

#[test]
fn the_texts_of_a_legend_do_not_run_into_each_other() {
    let path = boustrophedon(1000, 1000);
    for (scale, from) in [(1, 0.61), (2, 0.49), (3, 0.4)] {
        let legend = |lens: bool| {
            let style = Style { legend: Visibility::Always, lens, ..Style::default() };
            let picture = paint_scaled(&path, None, scale, &style).unwrap();
            let (width, height) = (picture.width(), picture.height());
            let right = (height - 30..height).flat_map(|y| ((width as f32 * from) as u32..width).map(move |x| (x, y)));
            right.map(|(x, y)| picture.pixel(x, y)).collect::<Vec<_>>()
        };
        assert!(legend(true) == legend(false), "at {scale} squares per pixel");
    }
}
