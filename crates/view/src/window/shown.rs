//! What of a scene is drawn, and what a pipeline has to be for it.

use courser_board::Board;

use super::atlas::Letter;
use super::camera::{Camera, Wall};
use super::pipelines::Constants;
use super::scene::{Moment, Squares};
use crate::canvas::DETAILED_SQUARE;
use crate::channels::{SIGN, WORDY_SQUARE};
use crate::limits::MIN_LINE_SQUARE;
use crate::line::window_em;
use crate::{Area, Channel, Palette};

/// What the squares show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// The line, with visit numbers where they can be read.
    #[default]
    Numbers,
    /// The line.
    Line,
    /// The visit number as colour.
    Heat,
}

/// How a scene is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The board; of a wall one of them.
    pub board: &'a Board,
    /// How many boards there are.
    pub wall: Wall,
    /// Where they lie.
    pub camera: Camera,
    /// Where the squares are.
    pub squares: Squares<'a>,
    /// Where the tour stands.
    pub moment: Moment,
    /// What squares show.
    pub look: Look,
    /// A channel, instead of the look.
    pub channel: Option<Channel>,
    /// The colours.
    pub palette: Palette,
    /// The part of the picture that it is drawn in; the camera's pixels are counted from its corner.
    pub area: Area,
}

/// What of a scene is drawn beside its squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parts {
    pub(super) line: bool,
    /// The em of numbers, if there are any.
    pub(super) em: Option<f32>,
    pub(super) marks: bool,
    /// Whether squares of a channel are drawn one by one, with all that there is to say of them.
    pub(super) cells: bool,
}

/// No part beside the squares.
const NONE: Parts = Parts { line: false, em: None, marks: false, cells: false };

/// What there is room for in squares of this size.
pub(super) fn parts(shown: &Shown<'_>) -> Parts {
    let side = shown.camera.side() as f32;
    let lines = side >= MIN_LINE_SQUARE as f32;
    if matches!(shown.squares, Squares::Strands(_)) {
        // There are no numbers yet, nor a start or an end.
        return Parts { line: lines && shown.look != Look::Heat, ..NONE };
    }
    match (shown.channel, shown.look) {
        (Some(_), _) => {
            let has_words = side >= WORDY_SQUARE as f32;
            Parts { cells: lines, em: has_words.then_some(SIGN * side), ..NONE }
        }
        (None, Look::Heat) => NONE,
        (None, Look::Line) => Parts { line: lines, marks: lines, ..NONE },
        (None, Look::Numbers) => {
            Parts { line: lines, em: window_em(digits(shown.moment.of), side), marks: lines, ..NONE }
        }
    }
}

/// What the squares show, as the shaders number it.
pub(super) fn look(shown: &Shown<'_>, parts: Parts) -> u32 {
    let channel = shown.channel.filter(|_| !matches!(shown.squares, Squares::Strands(_)));
    channel.map_or(u32::from(parts == NONE), |channel| 2 + channel as u32)
}

pub(super) fn common_constants(shown: &Shown<'_>) -> Constants {
    let words = match shown.squares {
        Squares::States { .. } => 4,
        Squares::Visits { .. } | Squares::Strands(_) => 1,
    };
    let strands = matches!(shown.squares, Squares::Strands(_));
    vec![("WORDS", words), ("STRANDS", u32::from(strands)), ("MANY", u32::from(shown.wall.boards > 1))]
}

pub(super) fn board_constants(shown: &Shown<'_>, parts: Parts) -> Constants {
    let side = shown.camera.side();
    let mut constants = common_constants(shown);
    let left_out = shown.moment.end.is_some() && !parts.cells;
    constants.extend([
        // Where squares of a channel are drawn one by one, chess squares lie below them.
        ("LOOK", if parts.cells { 0 } else { look(shown, parts) }),
        ("FINE", u32::from(side < 1.0)),
        ("EDGES", u32::from(shown.board.hole_count() > 0)),
        ("LEFT_OUT", u32::from(left_out)),
        ("STRIPES", u32::from(left_out && side >= f64::from(DETAILED_SQUARE))),
    ]);
    constants
}

/// The constants of what is drawn for each square of a channel.
pub(super) fn cell_constants(shown: &Shown<'_>, parts: Parts) -> Constants {
    let mut constants = common_constants(shown);
    let shows_changes = match shown.squares {
        Squares::States { before, .. } => before.is_some(),
        // At the end of a path nothing more is decided.
        Squares::Visits { .. } => shown.moment.end.is_none(),
        Squares::Strands(_) => false,
    };
    constants.extend([("LOOK", look(shown, parts)), ("SHOWS_CHANGES", u32::from(shows_changes))]);
    constants
}

/// The rims of boards without holes, those in sight of a picture of this size; around holes they are found
/// square by square.
pub(super) fn rims(board: &Board, wall: &Wall, camera: &Camera, palette: Palette, size: (u32, u32)) -> Vec<Letter> {
    let side = camera.side();
    if board.hole_count() > 0 || side < f64::from(MIN_LINE_SQUARE) {
        return Vec::new();
    }
    let rim = (side / 32.0).floor().clamp(1.0, 3.0);
    let colour = palette.colours().rim;
    let (wide, high) = (side * f64::from(wall.cols), side * f64::from(wall.rows));
    let sight = camera.sight(wall, size, 0);
    // The boards in sight, along one side of the wall.
    let boards = |axis: usize, squares: u32| {
        let (first, pitch) = (sight.first[axis].unsigned_abs(), squares + wall.gap);
        first / pitch..(first + sight.seen[axis]).div_ceil(pitch)
    };
    let mut letters = Vec::new();
    for down in boards(0, wall.rows) {
        for right in boards(1, wall.cols).take_while(|right| down * wall.across + right < wall.boards) {
            let place = |corner: f64, count: u32, squares: u32| {
                corner + side * f64::from(count) * f64::from(squares + wall.gap)
            };
            let left = place(camera.corner().0, right, wall.cols);
            let top = place(camera.corner().1, down, wall.rows);
            let mut add = |x: f64, y: f64, width: f64, height: f64| {
                letters.push(Letter::filled((x as f32, y as f32), (width as f32, height as f32), colour, u8::MAX));
            };
            add(left - rim, top - rim, wide + 2.0 * rim, rim);
            add(left - rim, top + high, wide + 2.0 * rim, rim);
            add(left - rim, top, rim, high);
            add(left + wide, top, rim, high);
        }
    }
    letters
}

pub(super) fn digits(number: u64) -> u32 {
    number.max(1).ilog10() + 1
}

/// The most signs that a square shows.
pub(super) fn signs(shown: &Shown<'_>) -> u32 {
    match shown.channel {
        None | Some(Channel::Visit) => digits(shown.moment.of),
        Some(Channel::Phase) => 1,
        // A digit, and a question mark.
        Some(Channel::Rank) => 2,
        Some(Channel::Next) => 0,
    }
}

#[cfg(test)]
mod tests {
    use courser_board::Square;

    use super::*;

    fn rims_of(board: &Board, boards: u32, zoom: f64) -> usize {
        let size = (600, 400);
        let wall = Wall::new(board, boards, size);
        let mut camera = Camera::whole(&wall, board, size);
        camera.zoom(&wall, (0.0, 0.0), zoom);
        rims(board, &wall, &camera, Palette::Light, size).len()
    }

    #[test]
    fn every_board_in_sight_has_a_rim_and_no_other() {
        let board: Board = "5x5".parse().unwrap();
        assert_eq!(rims_of(&board, 1, 1.0), 4);
        assert_eq!(rims_of(&board, 7, 1.0), 28);
        // So near that there is room for the first board only.
        assert_eq!(rims_of(&board, 7, 1000.0), 4);
        // Around holes rims are found square by square.
        let holed = board.with_holes([Square::new(0, 0)]).unwrap();
        assert_eq!(rims_of(&holed, 1, 1.0), 0);
    }
}
