//! Decodes written animations, and tests the number of frames, their durations and their contents.

use std::io::Cursor;

use courser_board::{Board, Kind, Path, Square};
use courser_view::{
    Animation, Area, Easing, MAX_FRAMES, Pace, Palette, PathStyle, Picture, Rgb, Style, TourFilm, ViewError,
    Visibility, paint, write_apng, write_gif, write_y4m,
};

mod common;

use common::part;

/// A pace of two moves per second and five frames per second. The last frame is shown for two seconds.
const PACE: Pace = Pace { speed: Some(2.0), fps: 5, hold: 2.0, easing: Easing::Linear };

fn film(path: &Path, kind: Option<Kind>, style: &Style) -> TourFilm {
    TourFilm::new(path, kind, style, PACE).unwrap()
}

/// Returns each frame of an animation, together with the area that the frame changes.
fn frames(film: &mut TourFilm) -> Vec<(Picture, Area)> {
    let mut frames = Vec::new();
    film.play(1, &mut |number, picture, area| {
        assert_eq!(number as usize, frames.len());
        frames.push((picture.clone(), area));
        Ok(())
    })
    .unwrap();
    frames
}

/// The pixels of a decoded frame, and its duration in seconds.
type Shown = (Vec<Rgb>, f64);

fn decode_gif(file: &[u8]) -> Vec<Shown> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("it is a GIF");
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![[0; 3]; width * height];
    let mut shown = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("it has whole frames") {
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
        assert!(frame.palette.is_none(), "all frames share one palette");
        lay(&mut screen, width, (frame.left.into(), frame.top.into(), frame.width.into()), frame.buffer.as_chunks().0);
        shown.push((screen.clone(), f64::from(frame.delay) / 100.0));
    }
    shown
}

fn decode_apng(file: &[u8]) -> Vec<Shown> {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().expect("it is a PNG");
    let control = *reader.info().animation_control().expect("it is animated");
    assert_eq!(control.num_plays, 0);
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let mut screen = vec![[0; 3]; width * height];
    let mut shown = Vec::new();
    for _ in 0..control.num_frames {
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).expect("it has whole frames");
        let frame = *reader.info().frame_control().expect("a frame has its place");
        assert_eq!((frame.dispose_op, frame.blend_op), (png::DisposeOp::None, png::BlendOp::Over));
        let place = (frame.x_offset as usize, frame.y_offset as usize, info.width as usize);
        lay(&mut screen, width, place, pixels[..info.buffer_size()].as_chunks().0);
        shown.push((screen.clone(), f64::from(frame.delay_num) / f64::from(frame.delay_den)));
    }
    shown
}

/// Draws the opaque pixels of a frame over the displayed picture.
fn lay(screen: &mut [Rgb], across: usize, (left, top, width): (usize, usize, usize), pixels: &[[u8; 4]]) {
    for (down, row) in pixels.chunks(width).enumerate() {
        for (right, &[r, g, b, alpha]) in row.iter().enumerate() {
            if alpha > 0 {
                assert_eq!(alpha, 255);
                screen[(top + down) * across + left + right] = [r, g, b];
            }
        }
    }
}

fn written(
    write: fn(&mut dyn Animation, &mut dyn std::io::Write) -> Result<(), ViewError>,
    film: &mut TourFilm,
) -> Vec<u8> {
    let mut file = Vec::new();
    write(film, &mut file).unwrap();
    file
}

fn pixels(picture: &Picture) -> &[Rgb] {
    picture.rgb().as_chunks().0
}

/// Returns the maximum difference between two colour values at the same position of both pictures.
fn apart(one: &[Rgb], two: &[Rgb]) -> u8 {
    assert_eq!(one.len(), two.len());
    let numbers = one.as_flattened().iter().zip(two.as_flattened());
    numbers.map(|(one, two)| one.abs_diff(*two)).max().unwrap_or(0)
}

fn looks() -> Vec<Style> {
    let look = |look| Style { look, ..Style::default() };
    vec![
        Style::default(),
        Style { numbers: Visibility::Never, ..look(PathStyle::Line) },
        Style { curve: true, palette: Palette::Ember, ..Style::default() },
        look(PathStyle::Numbers),
        look(PathStyle::Heat),
        look(PathStyle::Arrows),
        Style { square: Some(3), ..Style::default() },
        Style { square: Some(9), ..Style::default() },
    ]
}

#[test]
fn the_last_frame_is_the_still_picture() {
    let tour = common::tour(&Board::new(8, 8).unwrap(), Square::new(0, 0), Kind::Closed);
    let holes = common::walk(&common::five_by_five_with_holes(), Square::new(0, 1), 1);
    for style in looks() {
        for (path, kind) in [(tour.path(), Some(Kind::Closed)), (&holes, None)] {
            let mut film = film(path, kind, &style);
            let still = paint(path, kind, film.style()).unwrap();
            let frames = frames(&mut film);
            assert_eq!(frames.last().unwrap().0, still, "{style:?}");
            assert_ne!(frames[0].0, still, "{style:?}");
        }
    }
}

#[test]
fn a_frame_differs_from_the_one_before_only_where_it_says() {
    let (folds, slides) = (part(&common::three_by(100), 16), part(&common::slides(), 16));
    for style in looks() {
        for path in [&folds, &slides] {
            let frames = frames(&mut film(path, None, &style));
            for pair in frames.windows(2) {
                let ((before, _), (after, area)) = (&pair[0], &pair[1]);
                let across = after.width() as usize;
                let rows = pixels(before).chunks(across).zip(pixels(after).chunks(across));
                for (y, (before, after)) in (0..).zip(rows) {
                    let (left, right) = match (area.top..area.top + area.height).contains(&y) {
                        true => (area.left as usize, (area.left + area.width) as usize),
                        false => (across, across),
                    };
                    assert!(before[..left] == after[..left] && before[right..] == after[right..], "{style:?}, row {y}");
                }
            }
        }
    }
}

#[test]
fn a_frame_is_the_same_whichever_frames_were_shown_before_it() {
    let slides = part(&common::slides(), 40);
    for style in looks() {
        let mut film = film(&slides, None, &style);
        let all = frames(&mut film);
        film.play(7, &mut |number, picture, _| {
            assert!(*picture == all[number as usize].0, "{style:?}: frame {number}");
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn a_gif_has_the_frames_and_the_time_of_its_film() {
    let slides = common::slides();
    let mut film = film(&slides, Some(Kind::Open), &Style::default());
    let frames = frames(&mut film);
    let shown = decode_gif(&written(write_gif, &mut film));
    // The animation has two moves per second and five frames per second. After its 63 moves, the last frame is shown
    // for two seconds.
    assert_eq!(shown.len(), 159);
    assert_eq!(frames.len(), 159);
    for (_, delay) in &shown[..158] {
        assert_eq!(*delay, 0.2);
    }
    assert_eq!(shown[158].1, 2.0);
    for (number, ((picture, _), (decoded, _))) in frames.iter().zip(&shown).enumerate() {
        // Antialiased edges have thousands of colours, of which the palette contains only some. Therefore small
        // differences are allowed.
        assert!(apart(pixels(picture), decoded) <= 40, "frame {number}");
    }
    // The colours of the board are kept exactly.
    let colours = Palette::Light.colours();
    for colour in [colours.background, colours.squares[0], colours.squares[1]] {
        assert!(shown[158].0.contains(&colour), "{colour:?}");
    }
}

#[test]
fn an_apng_has_every_colour_of_its_film() {
    let tour = common::tour(&Board::new(8, 8).unwrap(), Square::new(0, 0), Kind::Closed);
    for style in [Style::default(), Style { look: PathStyle::Heat, ..Style::default() }] {
        let mut film = film(&tour, Some(Kind::Closed), &style);
        let frames = frames(&mut film);
        let shown = decode_apng(&written(write_apng, &mut film));
        assert_eq!(shown.len(), frames.len());
        for (number, ((picture, _), (decoded, delay))) in frames.iter().zip(&shown).enumerate() {
            assert!(pixels(picture) == decoded, "frame {number}");
            let held = if number + 1 == frames.len() { 2.0 } else { 0.2 };
            assert!((delay - held).abs() < 1e-9, "frame {number} is shown for {delay} s");
        }
    }
}

#[test]
fn a_film_that_is_black_has_whole_frames() {
    // With the palette `paper`, the first colour of a heat map is black.
    let path = Path::new(Board::new(1, 1).unwrap(), vec![0]).unwrap();
    let style = Style { square: Some(5), palette: Palette::Paper, ..Style::default() };
    assert_eq!(decode_apng(&written(write_apng, &mut film(&path, None, &style))), [(vec![[0; 3]; 25], 2.0)]);
    let file = written(write_gif, &mut film(&path, None, &style));
    let mut decoder = gif::DecodeOptions::new().read_info(&*file).unwrap();
    let frame = decoder.read_next_frame().unwrap().unwrap();
    assert_eq!((frame.width, frame.height), (5, 5));
}

#[test]
fn raw_video_has_even_sides_and_a_constant_rate() {
    // The width and the height of the picture are odd numbers.
    let path = common::walk(&Board::new(5, 5).unwrap(), Square::new(0, 0), 0);
    let style = Style { square: Some(15), coordinates: Visibility::Never, ..Style::default() };
    let mut film = film(&path, None, &style);
    assert_eq!(film.size(), (85, 85));
    let file = written(write_y4m, &mut film);
    let header = b"YUV4MPEG2 W86 H86 F5:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n";
    assert_eq!(&file[..header.len()], header);
    let frame = 6 + 86 * 86 * 3 / 2;
    let frames = (file.len() - header.len()) / frame;
    assert_eq!(file.len(), header.len() + frames * frame);
    // The last frame is repeated for two seconds.
    assert_eq!(frames as u32, film.timing().frames - 1 + 10);
    for at in 0..frames {
        assert!(file[header.len() + at * frame..].starts_with(b"FRAME\n"), "frame {at}");
    }
    let held = &file[file.len() - 10 * frame..];
    assert!(held.chunks(frame).all(|one| one == &held[..frame]));
    assert_ne!(&file[header.len()..][..frame], &held[..frame]);
}

#[test]
fn the_knight_is_where_its_tour_is() {
    let slides = common::slides();
    let style = Style { numbers: Visibility::Never, look: PathStyle::Line, ..Style::default() };
    let mut film = film(&slides, None, &style);
    let layout = courser_view::Layout::new(slides.board(), film.style()).unwrap();
    let ink = style.palette.colours().ink;
    let dark = |picture: &Picture, square: Square| {
        let (left, top) = layout.corner(square);
        let side = layout.square;
        let squares = (top..top + side).flat_map(|y| (left..left + side).map(move |x| (x, y)));
        squares.filter(|&(x, y)| picture.pixel(x, y) == ink).count()
    };
    let squares: Vec<Square> = slides.squares().collect();
    let frames = frames(&mut film);
    // A move lasts two and a half frames. Therefore the knight is on a square in every fifth frame.
    for number in (0..frames.len() - 1).step_by(5) {
        let (here, next) = (squares[number * 2 / 5], squares[number * 2 / 5 + 1]);
        assert!(dark(&frames[number].0, here) > 300, "frame {number}");
        assert!(dark(&frames[number].0, next) < 50, "frame {number}");
    }
}

#[test]
fn an_8x8_animation_is_a_small_file() {
    let slides = common::slides();
    let mut film = TourFilm::new(&slides, Some(Kind::Closed), &Style::default(), Pace::default()).unwrap();
    let size = written(write_gif, &mut film).len();
    assert!((50_000..500_000).contains(&size), "{size} bytes");
    let size = written(write_apng, &mut film).len();
    assert!((50_000..1_000_000).contains(&size), "{size} bytes");
}

#[test]
fn a_large_board_is_animated_in_bearable_size() {
    for (side, style) in [(100, Style::default()), (600, Style::default())] {
        let path = common::walk(&Board::new(side, side).unwrap(), Square::new(0, 0), 0);
        let film = TourFilm::new(&path, None, &style, Pace::default()).unwrap();
        let (width, height) = film.size();
        assert!(width.max(height) <= 1080 && film.timing().frames <= 501, "{side}: {width}x{height}");
    }
    let path = common::walk(&Board::new(100, 100).unwrap(), Square::new(0, 0), 0);
    let wide = Style { square: Some(40), ..Style::default() };
    let error = TourFilm::new(&path, None, &wide, Pace::default()).unwrap_err();
    assert!(matches!(error, ViewError::TooWide { .. }), "{error}");
    let slow = Pace { speed: Some(1.0), ..Pace::default() };
    let error = TourFilm::new(&path, None, &Style::default(), slow).unwrap_err();
    assert!(matches!(error, ViewError::TooLong { max: MAX_FRAMES, .. }), "{error}");
}

#[test]
fn a_gif_of_more_frames_a_second_than_browsers_show_is_refused() {
    let slides = common::slides();
    let fast = Pace { fps: 60, ..PACE };
    let mut film = TourFilm::new(&slides, None, &Style::default(), fast).unwrap();
    let error = write_gif(&mut film, &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "the number of frames per second of a GIF cannot be 60: 1 to 50");
}

#[test]
fn an_error_of_the_file_is_handed_on_by_every_writer() {
    /// A pipe that closes after a number of bytes.
    struct Closing(usize);
    impl std::io::Write for Closing {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let tour = common::three_by_four();
    for write in [write_gif, write_apng, write_y4m] {
        for room in [0, 100, 9000] {
            match write(&mut film(&tour, None, &Style::default()), &mut Closing(room)) {
                Err(ViewError::Write(error)) => assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe),
                other => panic!("{room} bytes: {other:?}"),
            }
        }
    }
}
