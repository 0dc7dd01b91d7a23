//! Tests pictures of treasure hunts and pictures of queens. Compares the pixels at known positions.

use courser_board::{Board, Path, Square};
use courser_view::{
    Animation as _, HuntFilm, Layout, Palette, Picture, Rgb, StaticPicture, Style, ViewError, check_sheet,
};

const GEM: Rgb = [240, 178, 30];

/// Returns the colour at a point in a square. The point is given by two distances from the upper left corner, to the
/// right and down, as fractions of the side.
fn at(picture: &Picture, board: &Board, square: (u32, u32), (right, down): (f32, f32)) -> Rgb {
    let layout = Layout::new(board, &Style { fold: false, ..Style::default() }).unwrap();
    let (x, y) = layout.corner(Square::new(square.0, square.1));
    let side = layout.square as f32;
    picture.pixel(x + (right * side) as u32, y + (down * side) as u32)
}

const CENTRE: (f32, f32) = (0.5, 0.5);

#[test]
fn a_queen_stands_on_her_square_and_on_no_other() {
    let board = Board::new(4, 4).unwrap();
    let queens = [(2, 0), (0, 1), (3, 2), (1, 3)];
    let colours = Palette::Light.colours();
    let picture = StaticPicture::queens(&board, &queens.map(|(row, col)| Square::new(row, col)), &Style::default())
        .unwrap()
        .paint();
    for row in 0..4 {
        for col in 0..4 {
            let found = at(&picture, &board, (row, col), (0.5, 0.57));
            let expected =
                if queens.contains(&(row, col)) { colours.ink } else { colours.squares[((row + col) & 1) as usize] };
            assert_eq!(found, expected, "row {row}, column {col}");
        }
    }
}

#[test]
fn a_hunt_shows_gems_start_end_and_holes() {
    let board = Board::new(5, 5).unwrap().with_holes([Square::new(4, 0)]).unwrap();
    let colours = Palette::Light.colours();
    // The route is a5, b3 (a treasure), d2 (no treasure), b3 again, a5.
    let way = [(0, 0), (2, 1), (3, 3), (2, 1), (0, 0)].map(|(row, col)| Square::new(row, col));
    let treasures = [Square::new(2, 1), Square::new(4, 4)];
    let picture = StaticPicture::hunt(&board, &way, &treasures, &Style::default()).unwrap().paint();
    // The point is inside the gem, below the number.
    for treasure in [(2, 1), (4, 4)] {
        assert_eq!(at(&picture, &board, treasure, (0.5, 0.66)), GEM, "{treasure:?}");
    }
    assert_eq!(at(&picture, &board, (0, 0), CENTRE), colours.ink);
    assert_eq!(at(&picture, &board, (4, 0), CENTRE), colours.background);
    assert_eq!(at(&picture, &board, (0, 4), CENTRE), colours.squares[0]);
    // This route does not return to its start, so a ring is drawn on its last square.
    let picture = StaticPicture::hunt(&board, &way[..3], &treasures[..1], &Style::default()).unwrap().paint();
    assert_eq!(at(&picture, &board, (3, 3), CENTRE), colours.background);
    assert_eq!(at(&picture, &board, (3, 3), (0.5 + 0.12, 0.5)), colours.ink);
}

#[test]
fn the_way_is_drawn_from_square_to_square() {
    let board = Board::new(3, 3).unwrap();
    let way = [Square::new(0, 0), Square::new(2, 1)];
    let with = StaticPicture::hunt(&board, &way, &[], &Style::default()).unwrap().paint();
    let without = StaticPicture::hunt(&board, &way[..1], &[], &Style::default()).unwrap().paint();
    // The middle of the move from a3 to b1 is on the border between a2 and b2.
    assert_ne!(at(&with, &board, (1, 1), (0.0, 0.5)), at(&without, &board, (1, 1), (0.0, 0.5)));
}

#[test]
fn the_animation_of_a_hunt_is_of_bearable_size() {
    let board = Board::new(60, 60).unwrap();
    let way = [Square::new(0, 0), Square::new(2, 1)];
    let film = HuntFilm::new(&board, &way, &way[1..], &Style::default()).unwrap();
    let (width, height) = film.size();
    assert!((900..=1080).contains(&width.max(height)), "{width}x{height}");
    assert_eq!(film.timing().frames, 2);
}

#[test]
fn large_boards_have_small_squares_and_larger_ones_no_picture() {
    let board = Board::new(600, 600).unwrap();
    let picture = StaticPicture::queens(&board, &[Square::new(599, 0)], &Style::default()).unwrap().paint();
    assert!(picture.width() >= 3600 && picture.rgb().chunks(3).any(|pixel| pixel == Palette::Light.colours().ink));
    for (rows, cols) in [(5000, 5000), (3, 100_000)] {
        let error = StaticPicture::hunt(&Board::new(rows, cols).unwrap(), &[], &[], &Style::default()).unwrap_err();
        let ViewError::TooSmall { largest: (high, wide), .. } = error else { panic!("{error}") };
        let draws = |rows, cols| {
            let board = Board::new(rows, cols).unwrap();
            StaticPicture::hunt(&board, &[], &[], &Style::default()).is_ok()
        };
        assert!(draws(high, wide) && !draws(high + rows.div_ceil(cols), wide + cols.div_ceil(rows)), "{high}x{wide}");
        assert!(
            u64::from(high) * u64::from(cols) <= u64::from(wide) * u64::from(rows) + u64::from(cols),
            "{high}x{wide}"
        );
    }
}

#[test]
fn the_same_pieces_make_the_same_picture() {
    let board = Board::new(8, 8).unwrap();
    let squares = [Square::new(7, 0), Square::new(5, 1)];
    let paint = || {
        (
            StaticPicture::queens(&board, &squares, &Style::default()).unwrap().paint(),
            StaticPicture::hunt(&board, &squares, &squares[1..], &Style::default()).unwrap().paint(),
        )
    };
    let ((a, b), (c, d)) = (paint(), paint());
    assert!(a == c && b == d);
}

#[test]
fn the_tours_of_a_contact_sheet_stand_side_by_side() {
    let board = Board::new(3, 4).unwrap();
    let orders = [vec![0, 6, 8, 1], vec![0, 6], vec![0], vec![3, 5], vec![4, 10]];
    let tours = orders.map(|order| (Path::new(board.clone(), order).unwrap(), None));
    let style = Style { square: Some(20), ..Style::default() };
    let sheet = StaticPicture::tours(&tours, Some(3), &style).unwrap().paint();
    let one = StaticPicture::tours(&tours[..1], Some(1), &style).unwrap().paint();
    // The boards are in two rows of three, at equal distances.
    let (across, down) = ((sheet.width() - one.width()) / 2, sheet.height() - one.height());
    let marks = |left: u32, top: u32| {
        let pixels = (top..top + down).flat_map(|y| (left..left + across).map(move |x| (x, y)));
        pixels.filter(|&(x, y)| sheet.pixel(x, y) == Palette::Light.colours().ink).count()
    };
    let places = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)].map(|(x, y)| marks(x * across, y * down) > 20);
    assert_eq!(places, [true, true, true, true, true, false]);
    let other = [tours[0].clone(), (Path::new(Board::new(3, 3).unwrap(), vec![0]).unwrap(), None)];
    assert!(matches!(StaticPicture::tours(&other, None, &style), Err(ViewError::Sizes { .. })));
    assert!(check_sheet(&board, 1000, None, &Style::default()).is_ok());
    for count in [100_000, u64::MAX] {
        assert!(matches!(check_sheet(&board, count, None, &Style::default()), Err(ViewError::TooMany { .. })));
    }
}
