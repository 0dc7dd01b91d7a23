//! The drawn parts of a scene, and the constants of their pipelines.

use courser_board::{Board, Square};
use courser_view::{Area, Channel, DETAILED_SQUARE, MIN_LINE_SQUARE, Palette};

use crate::camera::{BoardGrid, Camera};
use crate::pipelines::Constants;
use crate::scene::{BoardSquare, SceneEnd, SceneProgress, Squares};

/// The look of visit numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberStyle {
    /// The line, and visit numbers if they are legible.
    #[default]
    Numbers,
    /// Only the line.
    Line,
    /// The visit number as the colour of its square.
    Heat,
}

/// Maximum number of visible squares for drawing lines in a grid whose squares are smaller than in a line picture.
const MAX_TINY: u64 = 1 << 21;

/// Minimum side of squares in a grid with lines, in pixels.
const TINY_SQUARE: f64 = 0.6;

/// The inputs of a frame: the squares of a scene, its position on the screen and its style.
#[derive(Clone, Copy, Debug)]
pub struct FrameInputs<'a> {
    /// The board; in a grid, all boards are equal.
    pub board: &'a Board,
    /// The arrangement of the boards.
    pub wall: BoardGrid,
    /// The visible part of the grid and its scale.
    pub camera: Camera,
    /// The buffer with the squares.
    pub squares: Squares<'a>,
    /// The progress of the scene.
    pub progress: SceneProgress,
    /// The look of visit numbers.
    pub look: NumberStyle,
    /// The channel shown instead of visit numbers, or `None` for visit numbers.
    pub channel: Option<Channel>,
    /// The colours of the picture.
    pub palette: Palette,
    /// Number of visits of each knight of a grid until it is stuck or done, board by board.
    pub walks: &'a [u32],
    /// The squares that the last pass invoked, unless these are all squares. They are marked in a corner.
    pub invoked: Option<&'a [Square]>,
    /// A square and the squares that its invocation reads. Lines are drawn between them.
    pub reads: Option<(BoardSquare, &'a [Square])>,
    /// True if there is a line for a title above the area.
    pub has_title: bool,
    /// The area of the picture in which the scene is drawn. The camera's pixels are relative to its corner.
    pub area: Area,
}

impl FrameInputs<'_> {
    /// Returns the side of a square in pixels.
    pub(crate) const fn side(&self) -> f64 {
        self.camera.side()
    }

    /// Returns the words per square of the buffer, and the distance between rows in squares.
    pub(crate) const fn words(&self) -> (u32, u32) {
        match self.squares {
            Squares::States { .. } => (4, self.wall.cols),
            Squares::Visits { stride, .. } => (1, stride),
            Squares::Cycles(_) => (1, self.wall.cols),
        }
    }

    /// Returns whether visit numbers are drawn if they are legible.
    pub(crate) fn numbers(&self) -> bool {
        self.look == NumberStyle::Numbers
    }

    /// Returns the visit number at the end of the gradient. If the path is stuck, this is its last visit.
    pub(crate) fn last(&self) -> u64 {
        match (self.squares, self.progress.end) {
            // Positions in cycles count all squares, including holes.
            (Squares::Cycles(_), _) => self.board.cells(),
            (_, Some(SceneEnd::Stuck)) if self.channel.is_none() && self.walks.is_empty() => self.progress.visit,
            _ => self.progress.of,
        }
    }

    /// Returns whether the lines of a grid show the outcome of their walks.
    fn shows_walks(&self) -> bool {
        !self.walks.is_empty() && self.channel.is_none()
    }

    /// Returns whether the boards of a grid have lines although their squares are smaller than in a line picture.
    fn has_tiny_lines(&self) -> bool {
        let sight = self.camera.sight(&self.wall, (self.area.width, self.area.height), 0);
        let seen = u64::from(sight.seen[0]) * u64::from(sight.seen[1]);
        self.shows_walks() && self.side() >= TINY_SQUARE && seen <= MAX_TINY
    }
}

/// The drawn parts of a scene in addition to its squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SceneParts {
    pub(crate) line: bool,
    /// True if the start, the end and numbers are marked.
    pub(crate) marks: bool,
    /// True if the squares of a channel are drawn in detail.
    pub(crate) cells: bool,
}

/// No parts except the squares.
const NONE: SceneParts = SceneParts { line: false, marks: false, cells: false };

/// Returns the parts that fit in squares of this size.
pub(crate) fn parts(shown: &FrameInputs<'_>) -> SceneParts {
    let lines = shown.side() >= f64::from(MIN_LINE_SQUARE);
    if matches!(shown.squares, Squares::Cycles(_)) {
        // Cycles have no numbers, no start and no end.
        return SceneParts { line: lines && shown.look != NumberStyle::Heat, ..NONE };
    }
    match (shown.channel, shown.look) {
        (Some(_), _) => SceneParts { cells: lines, ..NONE },
        (None, NumberStyle::Heat) => NONE,
        (None, _) => SceneParts { line: lines || shown.has_tiny_lines(), marks: lines, ..NONE },
    }
}

/// Returns the number of the squares' look in the shaders.
fn look(shown: &FrameInputs<'_>, parts: SceneParts) -> u32 {
    let channel = shown.channel.filter(|_| !matches!(shown.squares, Squares::Cycles(_)));
    channel.map_or(u32::from(parts == NONE), |channel| 2 + channel as u32)
}

pub(crate) fn common_constants(shown: &FrameInputs<'_>) -> Constants {
    let strands = matches!(shown.squares, Squares::Cycles(_));
    let relay = matches!(shown.squares, Squares::States { earlier: Some(_), .. });
    let many = shown.wall.boards > 1;
    let walks = shown.shows_walks();
    [
        ("WORDS", shown.words().0),
        ("STRANDS", strands.into()),
        ("RELAY", relay.into()),
        ("MANY", many.into()),
        ("WALKS", walks.into()),
    ]
    .into()
}

pub(crate) fn board_constants(shown: &FrameInputs<'_>, parts: SceneParts) -> Constants {
    let side = shown.side();
    let left_out = shown.progress.end.is_some() && !parts.cells;
    let own = [
        ("LOOK", look(shown, parts)),
        ("FINE", u32::from(side < 1.0)),
        ("LEFT_OUT", u32::from(left_out)),
        ("STRIPES", u32::from(left_out && side >= f64::from(DETAILED_SQUARE))),
    ];
    [&common_constants(shown)[..], &own].concat()
}

pub(crate) fn digits(number: u64) -> u32 {
    number.max(1).ilog10() + 1
}
