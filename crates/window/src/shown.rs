//! The parts of a scene that are drawn, and the constants of their pipelines.

use courser_board::Board;

use crate::camera::{Camera, Wall};
use crate::pipelines::Constants;
use crate::scene::{Progress, Squares};
use courser_view::MIN_LINE_SQUARE;
use courser_view::for_window::DETAILED_SQUARE;
use courser_view::for_window::window_em;
use courser_view::for_window::{SIGN, WORDY_SQUARE};
use courser_view::{Area, Channel, Palette};

/// The look of visit numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// The line, with visit numbers where they can be read.
    #[default]
    Numbers,
    /// The line alone.
    Line,
    /// The visit number as the colour of its square.
    Heat,
}

/// A scene to be drawn: its squares, its place on the screen and its look.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The board; of a wall one of its boards, which are alike.
    pub board: &'a Board,
    /// The arrangement of the boards.
    pub wall: Wall,
    /// Which part of the wall is shown, and how large.
    pub camera: Camera,
    /// The buffer that holds the squares.
    pub squares: Squares<'a>,
    /// The progress of the play.
    pub progress: Progress,
    /// The look of visit numbers.
    pub look: Look,
    /// The channel that is shown instead of visit numbers; `None` for these.
    pub channel: Option<Channel>,
    /// The colours of the picture.
    pub palette: Palette,
    /// The visits that each knight of a wall makes until it is stuck or done, board by board.
    pub walks: &'a [u32],
    /// The part of the picture that it is drawn in; the camera's pixels are counted from its corner.
    pub area: Area,
}

/// The parts of a scene that are drawn beside its squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Parts {
    pub(crate) line: bool,
    /// The em of numbers, if there are any.
    pub(crate) em: Option<f32>,
    pub(crate) marks: bool,
    /// Set if squares of a channel are drawn one by one, with all their details.
    pub(crate) cells: bool,
}

/// No part beside the squares.
const NONE: Parts = Parts { line: false, em: None, marks: false, cells: false };

/// Returns the parts that fit into squares of this size.
pub(crate) fn parts(shown: &Shown<'_>) -> Parts {
    let side = shown.camera.side() as f32;
    let lines = side >= MIN_LINE_SQUARE as f32;
    if matches!(shown.squares, Squares::Cycles(_)) {
        // Cycles have neither numbers nor a start and an end.
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
            Parts { line: lines, em: window_em(digits(shown.progress.of), side), marks: lines, ..NONE }
        }
    }
}

/// Returns the look of the squares, as the shaders number it.
pub(crate) fn look(shown: &Shown<'_>, parts: Parts) -> u32 {
    let channel = shown.channel.filter(|_| !matches!(shown.squares, Squares::Cycles(_)));
    channel.map_or(u32::from(parts == NONE), |channel| 2 + channel as u32)
}

pub(crate) fn common_constants(shown: &Shown<'_>) -> Constants {
    let words = match shown.squares {
        Squares::States { .. } => 4,
        Squares::Visits { .. } | Squares::Cycles(_) => 1,
    };
    let strands = matches!(shown.squares, Squares::Cycles(_));
    let relay = matches!(shown.squares, Squares::States { earlier: Some(_), .. });
    let many = shown.wall.boards > 1;
    [("WORDS", words), ("STRANDS", strands.into()), ("RELAY", relay.into()), ("MANY", many.into())].into()
}

pub(crate) fn board_constants(shown: &Shown<'_>, parts: Parts) -> Constants {
    let side = shown.camera.side();
    let left_out = shown.progress.end.is_some() && !parts.cells;
    let own = [
        // Where squares of a channel are drawn one by one, chess squares lie below them.
        ("LOOK", if parts.cells { 0 } else { look(shown, parts) }),
        ("FINE", u32::from(side < 1.0)),
        ("EDGES", u32::from(shown.board.hole_count() > 0)),
        ("LEFT_OUT", u32::from(left_out)),
        ("STRIPES", u32::from(left_out && side >= f64::from(DETAILED_SQUARE))),
    ];
    [&common_constants(shown)[..], &own].concat()
}

/// The constants of what is drawn for each square of a channel.
pub(crate) fn cell_constants(shown: &Shown<'_>, parts: Parts) -> Constants {
    let shows_changes = match shown.squares {
        Squares::States { before, .. } => before.is_some(),
        // At the end of a path nothing more is decided.
        Squares::Visits { .. } => shown.progress.end.is_none(),
        Squares::Cycles(_) => false,
    };
    [&common_constants(shown)[..], &[("LOOK", look(shown, parts)), ("SHOWS_CHANGES", u32::from(shows_changes))]]
        .concat()
}

pub(crate) fn digits(number: u64) -> u32 {
    number.max(1).ilog10() + 1
}

/// The most signs that a square shows.
pub(crate) fn signs(shown: &Shown<'_>) -> u32 {
    match shown.channel {
        None | Some(Channel::Visit) => digits(shown.progress.of),
        Some(Channel::Phase) => 1,
        // A digit, and a question mark.
        Some(Channel::Rank) => 2,
        Some(Channel::Next) => 0,
    }
}
