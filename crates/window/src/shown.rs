//! The drawn parts of a scene, and the constants of the pipelines that draw them.

use courser_board::{Board, Square};
use courser_view::{Area, Channel, DETAILED_SQUARE, MAX_CHEQUERED, MIN_LINE_SQUARE, Palette};

use crate::camera::{BoardGrid, Camera};
use crate::pipelines::Constants;
use crate::scene::{BoardSquare, SceneEnd, SceneProgress, Squares};

/// The style of visit numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberStyle {
    /// The line, and the visit numbers if they are legible.
    #[default]
    Numbers,
    /// Only the line.
    Line,
    /// A colour for the visit number of each square.
    Heat,
}

/// Maximum number of visible squares in a grid of boards with tiny squares. If more squares are visible, the walks are
/// not drawn as lines. A square is tiny if its side is less than [`MIN_LINE_SQUARE`] pixels.
const MAX_TINY: u64 = 1 << 21;

/// Minimum side of a square, in pixels, at which the walks in a grid of boards are drawn as lines.
const TINY_SQUARE: f64 = 0.6;

/// The inputs of a frame: the squares of a scene, the position of the scene in the picture, and the style of the scene.
#[derive(Clone, Copy, Debug)]
pub struct FrameInputs<'a> {
    /// Board of the scene. In a grid, all boards are equal.
    pub board: &'a Board,
    /// Arrangement of the boards.
    pub wall: BoardGrid,
    /// Visible part of the grid, and the scale.
    pub camera: Camera,
    /// Buffer that contains the squares.
    pub squares: Squares<'a>,
    /// Progress of the scene.
    pub progress: SceneProgress,
    /// Style of the visit numbers.
    pub look: NumberStyle,
    /// Channel shown instead of visit numbers, or `None` for visit numbers.
    pub channel: Option<Channel>,
    /// Palette of the picture.
    pub palette: Palette,
    /// For each board of a grid of boards, the number of squares that its knight visits before the knight is stuck or
    /// done.
    pub walks: &'a [u32],
    /// Squares whose invocations ran in the last pass, or `None` if the invocations of all squares ran. Each of the
    /// listed squares has a mark in a corner.
    pub invoked: Option<&'a [Square]>,
    /// A square, and the squares that its invocation reads. Lines connect the square with these squares. If `None`, no
    /// lines are drawn.
    pub reads: Option<(BoardSquare, &'a [Square])>,
    /// True if a title has its own line above the area.
    pub has_title: bool,
    /// Area of the picture in which the scene is drawn. The pixel coordinates of the camera are relative to the top
    /// left corner of this area.
    pub area: Area,
}

impl FrameInputs<'_> {
    /// Returns the side of a square in pixels.
    pub(crate) const fn side(&self) -> f64 {
        self.camera.side()
    }

    /// Returns two numbers that describe the buffer: the number of words per square, and the row stride in squares.
    pub(crate) const fn words(&self) -> (u32, u32) {
        match self.squares {
            Squares::States { .. } => (4, self.wall.cols),
            Squares::Visits { stride, .. } => (1, stride),
            Squares::Cycles(_) => (1, self.wall.cols),
        }
    }

    /// Returns whether the style has visit numbers, which are drawn if they are legible.
    pub(crate) fn numbers(&self) -> bool {
        self.look == NumberStyle::Numbers
    }

    /// Returns the visit number at the end of the gradient. If the knight is stuck, this is the visit number of the
    /// knight's square.
    pub(crate) fn last(&self) -> u64 {
        match (self.squares, self.progress.end) {
            // The position of a square on its cycle can be any number up to the number of all squares, including holes.
            (Squares::Cycles(_), _) => self.board.cells(),
            (_, Some(SceneEnd::Stuck)) if self.channel.is_none() && self.walks.is_empty() => self.progress.visit,
            _ => self.progress.of,
        }
    }

    /// Returns whether so many squares of a board are visible that drawing their colours would hide the line.
    pub(crate) fn is_dense(&self, [rows, cols]: [u32; 2]) -> bool {
        self.board.cells().min(u64::from(rows) * u64::from(cols)) > MAX_CHEQUERED
    }

    /// Returns whether the lines on the boards of a grid are coloured by the results of the walks.
    fn shows_walks(&self) -> bool {
        !self.walks.is_empty() && self.channel.is_none()
    }

    /// Returns whether the walks in a grid of boards are drawn as lines even if the squares are tiny.
    fn has_tiny_lines(&self) -> bool {
        let sight = self.camera.sight(&self.wall, (self.area.width, self.area.height), 0);
        let seen = u64::from(sight.seen[0]) * u64::from(sight.seen[1]);
        self.shows_walks() && self.side() >= TINY_SQUARE && seen <= MAX_TINY
    }
}

/// The parts of a scene that are drawn in addition to the squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SceneParts {
    pub(crate) line: bool,
    /// True if the start, the end and the visit numbers are marked.
    pub(crate) marks: bool,
    /// True if the values of a channel are drawn on the squares.
    pub(crate) cells: bool,
}

/// Only the squares are drawn, without other parts.
const NONE: SceneParts = SceneParts { line: false, marks: false, cells: false };

/// Selects the parts of a scene that are drawn. A part is omitted if the side of a square in pixels is too small for
/// this part.
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

/// Returns the value of the shader constant `LOOK`, which selects how squares are coloured.
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
