//! A board as a surface to put pieces on: its squares and holes, and shapes in them.

use courser_board::{Board, Square};
use tiny_skia::PathBuilder;

use crate::background::{self, Fill};
use crate::canvas::{Canvas, Pen};
use crate::geometry::{Point, polygon};
use crate::layout::{Drawing, Layout};
use crate::limits::MIN_LINE_SQUARE;
use crate::{Colours, Rgb, Style, ViewError};

/// The layout of a board with pieces: one fold, in squares large enough to draw in.
///
/// # Errors
/// [`ViewError::TooSmall`] if its squares would be too small.
pub(crate) fn layout(board: &Board, style: &Style) -> Result<Layout, ViewError> {
    let style = Style { fold: false, ..style.clone() };
    let layout = Layout::new(board, &style)?;
    if layout.drawing() != Drawing::Heat {
        return Ok(layout);
    }
    let least = Style { square: Some(MIN_LINE_SQUARE), ..style };
    Layout::new(board, &least).map_err(|_| ViewError::TooSmall { rows: board.rows(), cols: board.cols() })
}

/// The squares of a board on a canvas.
pub(crate) struct Surface<'a, C> {
    canvas: &'a mut C,
    layout: &'a Layout,
    colours: &'static Colours,
}

impl<'a, C: Canvas> Surface<'a, C> {
    /// An empty board, its holes left out.
    pub(crate) fn new(canvas: &'a mut C, board: &Board, layout: &'a Layout, style: &Style) -> Self {
        let colours = style.palette.colours();
        background::draw(canvas, board, layout, colours, |square| Fill::plain(square, colours));
        Self { canvas, layout, colours }
    }

    /// The colours of its style.
    pub(crate) const fn colours(&self) -> &'static Colours {
        self.colours
    }

    /// Pixels per side of a square.
    pub(crate) const fn square(&self) -> f32 {
        self.layout.square() as f32
    }

    /// The centre of a square, in pixels.
    pub(crate) fn centre(&self, square: Square) -> Point {
        self.layout.centre(square)
    }

    /// Fills a closed line of corners.
    pub(crate) fn polygon(&mut self, corners: &[Point], colour: Rgb) {
        if let Some(shape) = polygon(corners) {
            self.canvas.fill(&shape, colour);
        }
    }

    /// Fills a disc.
    pub(crate) fn disc(&mut self, (x, y): Point, radius: f32, colour: Rgb) {
        if let Some(disc) = PathBuilder::from_circle(x, y, radius) {
            self.canvas.fill(&disc, colour);
        }
    }

    /// Draws lines from point to point, with round ends or cut off.
    pub(crate) fn lines(&mut self, pieces: &[(Point, Point)], width: f32, round: bool, colour: Rgb) {
        let mut line = PathBuilder::new();
        for &(from, to) in pieces {
            line.move_to(from.0, from.1);
            line.line_to(to.0, to.1);
        }
        if let Some(line) = line.finish() {
            self.canvas.stroke(&line, &Pen { width, round, dash: None }, colour);
        }
    }

    /// Writes a text around a point, an em being `size` pixels.
    pub(crate) fn text(&mut self, text: &str, size: f32, centre: Point, colour: Rgb) {
        self.canvas.text(text, size, centre, colour);
    }
}
