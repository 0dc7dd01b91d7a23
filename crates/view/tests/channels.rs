//! Tests that pictures of the decision cycle show the state of every square.

use courser_board::{Board, Square};
use courser_view::{
    Animation, CellState, Channel, ChannelFilm, ChannelFrame, Pace, Palette, Picture, Rgb, StaticPicture, Style,
    ViewError,
};

mod common;

/// Returns a 4x5 board and its state. The knight came from a1 and departs from c2 (row 2, column 2) to b4 (row 0,
/// column 1).
fn moment() -> (Board, ChannelFrame) {
    let board = Board::new(4, 5).unwrap().with_holes([Square::new(3, 4)]).unwrap();
    let mut squares = vec![CellState { rank: 4, is_rank_right: true, next: Some((1, 2)), ..CellState::default() }; 20];
    squares[12] =
        CellState { visit: 2, phase: 3, rank: 3, is_rank_right: true, next: Some((-2, -1)), changed: [false; 4] };
    squares[15] =
        CellState { visit: 1, phase: 4, rank: 2, is_rank_right: false, next: Some((-1, 2)), changed: [false; 4] };
    squares[7].is_rank_right = false;
    (board, ChannelFrame { squares, caption: "move 2, decide".into() })
}

/// Returns a function that computes the centres of squares in a single panel. The panel has a title above the board and
/// coordinates to the left of the board.
fn middles(board: &Board, picture: &Picture) -> impl Fn(Square) -> (u32, u32) + use<> {
    // The leftmost pixels with the colour of the rim form the left side of the rim. The uppermost pixels with this
    // colour form the upper side.
    let rim = Palette::Light.colours().rim;
    let find = |mut places: Box<dyn Iterator<Item = (u32, u32)>>| places.find(|&(x, y)| picture.pixel(x, y) == rim);
    let (width, height) = (picture.width(), picture.height());
    let (left, _) = find(Box::new((0..width).flat_map(move |x| (0..height).map(move |y| (x, y))))).unwrap();
    let (_, top) = find(Box::new((0..height).flat_map(move |y| (0..width).map(move |x| (x, y))))).unwrap();
    assert_eq!((board.rows(), board.cols()), (4, 5));
    move |square| (left + 1 + 48 * square.col + 24, top + 1 + 48 * square.row + 24)
}

fn count(picture: &Picture, (x, y): (u32, u32), colour: Rgb) -> usize {
    let pixels = (y - 24..y + 24).flat_map(|y| (x - 24..x + 24).map(move |x| (x, y)));
    pixels.filter(|&(x, y)| picture.pixel(x, y) == colour).count()
}

fn panel(channel: Channel) -> (Picture, impl Fn(Square) -> (u32, u32)) {
    let (board, moment) = moment();
    let picture = StaticPicture::channels(&board, &[channel], &moment, &Style::default()).unwrap().paint();
    let middle = middles(&board, &picture);
    (picture, middle)
}

#[test]
fn a_visit_is_a_colour_and_a_number() {
    let (picture, middle) = panel(Channel::Visit);
    // The first and the second of 19 visits have the colours at the positions 0 and 1/18 of the gradient.
    assert!(count(&picture, middle(Square::new(3, 0)), Palette::Light.heat(0.0)) > 1500);
    assert!(count(&picture, middle(Square::new(2, 2)), Palette::Light.heat(1.0 / 18.0)) > 500);
    let [_, dark] = Palette::Light.colours().squares;
    assert_eq!(count(&picture, middle(Square::new(0, 3)), dark), 48 * 48);
}

#[test]
fn the_phases_are_shown_by_colour_and_letter() {
    let (picture, middle) = panel(Channel::Phase);
    let departing = [213, 94, 0];
    assert!(count(&picture, middle(Square::new(2, 2)), departing) > 500);
    assert_eq!(count(&picture, middle(Square::new(3, 0)), departing), 0);
    // The panel shows a black letter L with antialiased edges, and nothing on squares that the knight has not visited.
    let dark = |row, col| {
        let (x, y) = middle(Square::new(row, col));
        let pixels = (y - 20..y + 20).flat_map(|y| (x - 20..x + 20).map(move |x| (x, y)));
        pixels.filter(|&(x, y)| picture.pixel(x, y)[0] < 100).count()
    };
    assert!(dark(3, 0) > 10 && dark(0, 3) == 0, "{} and {}", dark(3, 0), dark(0, 3));
}

#[test]
fn a_rank_that_is_out_of_date_is_striped() {
    let (picture, middle) = panel(Channel::Rank);
    let stripes = Palette::Light.colours().hatch;
    let count = |row, col| count(&picture, middle(Square::new(row, col)), stripes);
    assert!(count(1, 2) > 100 && count(3, 0) > 100, "{} and {}", count(1, 2), count(3, 0));
    assert_eq!((count(1, 1), count(2, 2), count(0, 1)), (0, 0, 0));
    assert!(self::count(&picture, middle(Square::new(1, 1)), Palette::Light.heat(0.5)) > 1500);
}

#[test]
fn only_moves_that_are_followed_are_drawn_in_the_colour_of_the_line() {
    let (picture, middle) = panel(Channel::Next);
    let line = Palette::Light.colours().line;
    let count = |row, col| count(&picture, middle(Square::new(row, col)), line);
    // One arrow leads from c2 over b3 and c3 to b4. Another arrow begins at a1.
    assert!(count(0, 1) > 20 && count(1, 1) + count(1, 2) > 100 && count(3, 0) > 20);
    assert_eq!((count(0, 0), count(1, 4), count(3, 3)), (0, 0, 0));
}

#[test]
fn the_knight_and_where_it_goes_have_frames_in_every_channel() {
    let ink = Palette::Light.colours().ink;
    for channel in Channel::ALL {
        let (picture, middle) = panel(channel);
        let frame = |square: Square| {
            let (x, y) = middle(square);
            // This row of pixels is two pixels below the upper edge of the square.
            (x - 20..x + 20).filter(|&x| picture.pixel(x, y - 22) == ink).count()
        };
        // The arrow of the choice is drawn over the knight and its frame.
        let hidden = 40 - frame(Square::new(2, 2));
        assert!(if channel == Channel::Next { hidden < 15 } else { hidden == 0 }, "{channel}: {hidden}");
        assert!((15..35).contains(&frame(Square::new(0, 1))), "{channel}: {}", frame(Square::new(0, 1)));
        assert!(frame(Square::new(1, 1)) < 5, "{channel}");
    }
}

#[test]
fn channels_stand_side_by_side_without_touching() {
    let (board, moment) = moment();
    let paint =
        |channels: &[Channel]| StaticPicture::channels(&board, channels, &moment, &Style::default()).unwrap().paint();
    let one = paint(&[Channel::Rank]);
    let two = paint(&[Channel::Rank, Channel::Next]);
    let four = paint(&[]);
    assert!(two.width() > one.width() && two.height() == one.height());
    assert!(four.width() >= two.width() && four.height() > two.height());
    assert_eq!(four, paint(&Channel::ALL));
}

#[test]
fn titles_do_not_touch_the_panels() {
    let board = Board::new(8, 8).unwrap();
    let moment = ChannelFrame { squares: vec![CellState::default(); 64], caption: String::new() };
    for square in [10, 48, 90] {
        let style = Style { square: Some(square), ..Style::default() };
        // The titles of these two channels contain letters with descenders.
        for channel in [Channel::Rank, Channel::Phase] {
            let picture = StaticPicture::channels(&board, &[channel], &moment, &style).unwrap().paint();
            let background = Palette::Light.colours().background;
            let is_empty = |y: u32| (0..picture.width()).all(|x| picture.pixel(x, y) == background);
            let title = (0..picture.height()).find(|&y| !is_empty(y)).unwrap();
            let below = (title..picture.height()).find(|&y| is_empty(y)).unwrap();
            // Without a gap below the title, the rows of pixels from `title` to `below` would include the panel.
            assert!(below - title < 40 && (below..below + 3).all(is_empty), "{square}: {title} to {below}");
        }
    }
}

#[test]
fn channels_of_a_high_board_stand_in_a_row_and_those_of_a_wide_one_in_a_column() {
    for (rows, cols, across, down) in [(20, 3, 4, 1), (3, 20, 1, 4), (5, 6, 2, 2)] {
        let board = Board::new(rows, cols).unwrap();
        let squares = vec![CellState::default(); (rows * cols) as usize];
        let moment = ChannelFrame { squares, caption: String::new() };
        let size = |channels: &[Channel]| {
            let picture = StaticPicture::channels(&board, channels, &moment, &Style::default()).unwrap().paint();
            // The caption at the bottom has the height of one and a half lines of text. The text grows with the panel.
            let line = (1.7 * (picture.width() as f32 / (across.min(channels.len() as u32) as f32 * 48.0)).max(13.0))
                .round() as u32;
            (picture.width(), picture.height() - line - line / 2)
        };
        let (one, four) = (size(&[Channel::Next]), size(&[Channel::Next; 4]));
        assert_eq!(four, (across * one.0, down * one.1), "{board}");
    }
}

#[test]
fn more_channels_than_a_picture_holds_are_refused() {
    let (board, moment) = moment();
    let many = vec![Channel::Rank; 1 << 20];
    let error = StaticPicture::channels(&board, &many, &moment, &Style::default()).unwrap_err();
    assert!(matches!(error, ViewError::TooLarge { .. }), "{error}");
}

#[test]
fn an_animation_has_a_frame_a_moment_and_ends_with_the_last() {
    let (board, first) = moment();
    let mut second = first.clone();
    second.squares[1] = CellState { visit: 3, phase: 1, ..second.squares[1] };
    second.squares[12].phase = 4;
    let pace = Pace { fps: 3, hold: 1.0, ..Pace::default() };
    let moments = vec![first, second.clone()];
    let mut film = ChannelFilm::new(&board, &[Channel::Phase], moments, &Style::default(), pace).unwrap();
    assert_eq!(film.timing().frames, 2);
    let mut frames = Vec::new();
    film.play(1, &mut |_, picture, _| {
        frames.push(picture.clone());
        Ok(())
    })
    .unwrap();
    assert_eq!(frames.len(), 2);
    assert_ne!(frames[0], frames[1]);
    // If the last pass changed the value of a square, the square is drawn with a frame.
    for square in [1, 12] {
        second.squares[square].changed[Channel::Phase as usize] = true;
    }
    assert_eq!(
        frames[1],
        StaticPicture::channels(&board, &[Channel::Phase], &second, &Style::default()).unwrap().paint()
    );
}

#[test]
fn the_state_of_another_board_is_refused() {
    let (_, moment) = moment();
    let board = Board::new(8, 8).unwrap();
    let style = Style::default();
    assert!(matches!(
        StaticPicture::channels(&board, &[], &moment, &style),
        Err(ViewError::Squares { given: 20, needed: 64 })
    ));
    let error = ChannelFilm::new(&board, &[], Vec::new(), &style, Pace::default()).unwrap_err();
    assert!(matches!(error, ViewError::Squares { given: 0, .. }));
    let large = Board::new(1000, 1000).unwrap();
    let moment = ChannelFrame { squares: vec![CellState::default(); 1_000_000], caption: String::new() };
    assert!(matches!(StaticPicture::channels(&large, &[], &moment, &style), Err(ViewError::TooFine { .. })));
}

#[test]
fn squares_that_are_too_large_are_refused_with_the_largest_that_are_not() {
    let (board, moment) = moment();
    let paint =
        |square| StaticPicture::channels(&board, &[], &moment, &Style { square: Some(square), ..Style::default() });
    // A single panel would allow squares of 1024 pixels.
    for square in [700, 1024] {
        let Err(ViewError::TooLarge { largest, .. }) = paint(square) else { panic!("{square}") };
        assert!(paint(largest).is_ok() && paint(largest + 1).is_err(), "{largest}");
    }
}

#[test]
fn a_channel_is_called_by_its_name_or_its_colour() {
    for (text, channel) in [("r", Channel::Visit), ("G", Channel::Phase), ("rank", Channel::Rank), ("A", Channel::Next)]
    {
        assert_eq!(text.parse::<Channel>().unwrap(), channel);
    }
    assert_eq!("x".parse::<Channel>().unwrap_err().to_string(), "'x' is not a channel");
}

#[test]
fn another_renderer_makes_the_same_of_the_svg() {
    let (board, moment) = moment();
    let picture = StaticPicture::channels(&board, &[], &moment, &Style::default()).unwrap().paint();
    let mut file = Vec::new();
    StaticPicture::channels(&board, &[], &moment, &Style::default()).unwrap().write_svg(&mut file).unwrap();
    let pixmap = common::rendered(str::from_utf8(&file).unwrap());
    assert_eq!((pixmap.width(), pixmap.height()), (picture.width(), picture.height()));
    let pairs = picture.rgb().chunks_exact(3).zip(pixmap.data().chunks_exact(4));
    let far = pairs.filter(|(one, two)| one.iter().zip(*two).any(|(one, two)| one.abs_diff(*two) > 64)).count();
    let pixels = (picture.width() * picture.height()) as usize;
    assert!(far * 200 < pixels, "{far} of {pixels} pixels differ");
}

#[test]
fn a_film_frames_the_squares_that_a_pass_has_changed() {
    let (board, before) = moment();
    let mut after = before.clone();
    after.squares[3].rank = 2;
    let style = Style { square: Some(48), ..Style::default() };
    let frames = vec![before.clone(), after, before];
    let mut film = ChannelFilm::new(&board, &[Channel::Rank], frames, &style, Pace::default()).unwrap();
    let mut framed = Vec::new();
    film.play(1, &mut |_, picture, _| {
        let middle = middles(&board, picture);
        // Tests the left edge of the frame of a square.
        let has_frame = |index: u32| {
            let (x, y) = middle(Square::new(index / 5, index % 5));
            picture.pixel(x - 23, y) == [230, 0, 150]
        };
        framed.push((0..19).filter(|&index| has_frame(index)).collect::<Vec<u32>>());
        Ok(())
    })
    .unwrap();
    assert_eq!(framed, [vec![], vec![3], vec![3]]);
}

#[test]
fn a_number_on_stripes_stands_on_the_colour_of_its_square() {
    let (picture, middle) = panel(Channel::Rank);
    let (x, y) = middle(Square::new(1, 2));
    let stripes = Palette::Light.colours().hatch;
    // The text `4?` is about 20 pixels wide and 12 pixels high.
    let text = (y - 6..y + 6).flat_map(|y| (x - 9..x + 9).map(move |x| (x, y)));
    assert_eq!({ text }.filter(|&(x, y)| picture.pixel(x, y) == stripes).count(), 0);
}

#[test]
fn numbers_that_would_be_too_small_are_left_out_of_all_squares() {
    let plain = |rows, square| {
        let board = Board::new(rows, rows).unwrap();
        let mut squares = vec![CellState::default(); board.cells() as usize];
        squares[0] = CellState { visit: 5, phase: 4, is_rank_right: true, ..CellState::default() };
        let moment = ChannelFrame { squares, caption: String::new() };
        let style = Style { square: Some(square), coordinates: courser_view::Visibility::Never, ..Style::default() };
        let picture = StaticPicture::channels(&board, &[Channel::Visit], &moment, &style).unwrap().paint();
        let colour = Palette::Light.heat(4.0 / (board.cells() - 1) as f32);
        picture.rgb().chunks_exact(3).filter(|pixel| *pixel == colour).count()
    };
    assert!(plain(9, 18) < 18 * 18, "numbers up to 81 fit");
    assert_eq!(plain(40, 18), 18 * 18, "numbers up to 1600 do not fit");
}
