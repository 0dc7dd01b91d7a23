//! Tests pictures of the construction of a tour: the cycles frame by frame, and then the tour.

use courser_board::{Board, Kind, Tour};
use courser_view::{
    Animation, CycleColours, CycleSquare, MakingFilm, MakingFrame, Pace, Palette, PathStyle, Picture, Style,
    Visibility, paint, write_gif,
};

mod common;

use common::slides;

/// A pace of ten frames per second.
const PACE: Pace = Pace { speed: None, fps: 10, hold: 1.0, easing: courser_view::Easing::Smooth };

/// Returns two frames: the edges of a closed tour as one cycle, and then the same squares as two cycles.
fn moments(tour: &Tour) -> Vec<MakingFrame> {
    let board = tour.board();
    let mut links = vec![0_u8; board.cells() as usize];
    let squares: Vec<_> = tour.squares().collect();
    for (one, two) in squares.iter().zip(squares.iter().cycle().skip(1)) {
        let by = (two.row as i32 - one.row as i32, two.col as i32 - one.col as i32);
        let axes = [(1, 2), (1, -2), (2, 1), (2, -1)];
        let axis = axes.iter().position(|&axis| axis == by || axis == (-by.0, -by.1)).unwrap();
        let (there, back) = if by.0 > 0 { (axis, axis + 4) } else { (axis + 4, axis) };
        links[board.index(*one) as usize] |= 1 << there;
        links[board.index(*two) as usize] |= 1 << back;
    }
    let mut tints = CycleColours::default();
    let mut moment = |labels: Vec<u32>, frames| {
        let cycle_squares = links.iter().zip(tints.follow(&labels)).map(|(&links, tint)| CycleSquare::new(links, tint));
        MakingFrame { cycle_squares: cycle_squares.collect(), frames, caption: String::new(), knights: Vec::new() }
    };
    let halves = (0..board.cells() as u32).map(|square| if square < 16 { 0 } else { 16 }).collect();
    vec![moment(vec![0; board.cells() as usize], 3), moment(halves, 2)]
}

fn film(style: &Style) -> MakingFilm {
    let tour = slides();
    MakingFilm::new(moments(&tour), tour.path(), Some(Kind::Closed), style, &PACE).unwrap()
}

fn frames(film: &mut MakingFilm) -> Vec<Picture> {
    let mut frames = Vec::new();
    film.play(1, &mut |number, picture, _| {
        assert_eq!(number as usize, frames.len());
        frames.push(picture.clone());
        Ok(())
    })
    .unwrap();
    frames
}

fn has(picture: &Picture, colour: [u8; 3]) -> bool {
    picture.rgb().chunks_exact(3).any(|pixel| pixel == colour)
}

#[test]
fn a_making_shows_its_moments_and_ends_with_the_still_picture_of_the_tour() {
    for square in [48, 16, 3] {
        let style = Style { palette: Palette::Dark, square: Some(square), ..Style::default() };
        let shown = frames(&mut film(&style));
        // The single cycle is shown for three frames, and then the two cycles are shown for two frames. Then the
        // colours spread for thirty frames. One last frame follows.
        assert_eq!(shown.len(), 36);
        assert_eq!(shown[0], shown[2]);
        assert_eq!(shown[3], shown[4]);
        assert_ne!(shown[2], shown[3], "a second cycle has another colour");
        let still = Style { numbers: Visibility::Never, ..style.clone() };
        assert!(*shown.last().unwrap() == paint(slides().path(), Some(Kind::Closed), &still).unwrap(), "{square}");
        let neutral = Palette::Dark.colours().closing;
        assert!(has(&shown[0], neutral) && has(&shown[3], neutral), "the largest cycle is neutral");
    }
}

#[test]
fn the_same_moments_make_the_same_bytes_and_curves_others() {
    let written = |style: &Style| {
        let mut file = Vec::new();
        write_gif(&mut film(style), &mut file).unwrap();
        file
    };
    let style = Style { square: Some(20), ..Style::default() };
    assert!(written(&style) == written(&style));
    assert!(written(&style) != written(&Style { curve: true, ..style.clone() }));
}

#[test]
fn a_moment_of_another_board_is_refused() {
    let tour = slides();
    let mut moments = moments(&tour);
    moments[1].cycle_squares.pop();
    let refused = MakingFilm::new(moments, tour.path(), Some(Kind::Closed), &Style::default(), &PACE);
    assert_eq!(refused.unwrap_err().to_string(), "the state of 63 squares for a board of 64");
    let board: Board = "8x8".parse().unwrap();
    assert!(MakingFilm::check(&board, 10_000, &Style::default(), &PACE).is_err(), "too many frames");
}

#[test]
fn captions_stand_below_the_board_and_knights_on_it() {
    let style = Style { square: Some(24), ..Style::default() };
    let (tour, plain) = (slides(), frames(&mut film(&style)));
    let mut moments = moments(&tour);
    moments[0].caption = "relay, pass 3, 2 of 4 knights move".into();
    moments[1].knights = vec![courser_board::Square::new(0, 0), courser_board::Square::new(7, 7)];
    let mut film = MakingFilm::new(moments, tour.path(), Some(Kind::Closed), &style, &PACE).unwrap();
    let shown = frames(&mut film);
    let (width, height) = (plain[0].width(), plain[0].height());
    assert_eq!((shown[0].width(), shown[0].height()), (width, height + 26));
    let label = Palette::Light.colours().label;
    let captioned = |frame: &Picture| (height..height + 26).any(|y| (0..width).any(|x| frame.pixel(x, y) == label));
    assert!(captioned(&shown[0]) && !captioned(&shown[3]) && captioned(shown.last().unwrap()));
    let ink = Palette::Light.colours().ink;
    assert!(has(&shown[3], ink) && !has(&shown[0], ink));
    let last = shown.last().unwrap();
    let same = (0..height).all(|y| (0..width).all(|x| last.pixel(x, y) == plain.last().unwrap().pixel(x, y)));
    assert!(same, "above the caption the last frame is the still picture");
}

#[test]
fn the_legend_of_a_relay_explains_unvisited_squares() {
    let style = Style { look: PathStyle::Heat, square: Some(20), legend: Visibility::Always, ..Style::default() };
    let tour = slides();
    let mut moments = moments(&tour);
    moments[0].knights = vec![courser_board::Square::new(0, 0)];
    let height = courser_view::Layout::new(tour.board(), &style).map_or(0, |layout| layout.height - layout.legend);
    let mut film = MakingFilm::new(moments, tour.path(), None, &style, &PACE).unwrap();
    let neutral = Palette::Light.colours().closing;
    let shown = frames(&mut film);
    let [with, without] = [&shown[0], &shown[3]].map(|frame| {
        let pixels = (height..frame.height()).flat_map(|y| (0..frame.width()).map(move |x| (x, y)));
        pixels.filter(|&(x, y)| frame.pixel(x, y) == neutral).count()
    });
    assert!(with > without + 100, "{with} and {without}");
}

#[test]
fn lines_keep_their_width_when_the_colours_of_the_tour_have_spread() {
    let tour = slides();
    let style = Style { square: Some(16), ..Style::default() };
    let mut film = MakingFilm::new(moments(&tour), tour.path(), None, &style, &PACE).unwrap();
    let shown = frames(&mut film);
    let [before, last] = [&shown[shown.len() - 2], &shown[shown.len() - 1]];
    let layout = courser_view::Layout::new(tour.board(), &style).unwrap();
    let squares: Vec<_> = tour.squares().collect();
    let ends = [squares[0], squares[63]].map(|square| layout.centre(square));
    // The last frame adds the marks of both ends, and omits the edge that closes the cycle.
    let is_apart = |x: u32, y: u32| {
        let ((x0, y0), (x1, y1)) = (ends[0], ends[1]);
        let (x, y) = (x as f32, y as f32);
        !(x0.min(x1) - 16.0..x0.max(x1) + 16.0).contains(&x) || !(y0.min(y1) - 16.0..y0.max(y1) + 16.0).contains(&y)
    };
    let mut compared = 0;
    for (x, y) in (0..last.height()).flat_map(|y| (0..last.width()).map(move |x| (x, y))) {
        if is_apart(x, y) {
            assert_eq!(before.pixel(x, y), last.pixel(x, y), "{x},{y}");
            compared += 1;
        }
    }
    assert!(compared > 128 * 100, "{compared}");
}
