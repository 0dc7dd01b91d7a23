//! A board as a surface to draw pieces on: its squares and holes, and shapes in it.

use courser_board::{Board, Square};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

use crate::layout::{Drawing, Layout};
use crate::palette::mix;
use crate::{Colours, MIN_LINE_SQUARE, Picture, Rgb, Style, ViewError, coordinates, font};

/// A point in pixels, from the top left.
pub(crate) type Point = (f32, f32);

/// The squares of a board, in one band.
pub(crate) struct Surface {
    /// Opaque throughout, so that premultiplied and plain colours are the same.
    pixmap: Pixmap,
    layout: Layout,
    colours: &'static Colours,
}

impl Surface {
    /// An empty board, its holes left out.
    ///
    /// # Errors
    /// [`ViewError::TooSmall`] if its squares would be too small to draw in.
    pub(crate) fn new(board: &Board, style: &Style) -> Result<Self, ViewError> {
        let style = Style { fold: false, ..style.clone() };
        let mut layout = Layout::new(board, &style)?;
        if layout.drawing() == Drawing::Heat {
            let least = Style { square: Some(MIN_LINE_SQUARE), ..style.clone() };
            let too_small = ViewError::TooSmall { rows: board.rows(), cols: board.cols() };
            layout = Layout::new(board, &least).map_err(|_| too_small)?;
        }
        let colours = style.palette.colours();
        let pixmap = Pixmap::new(layout.width(), layout.height()).expect("a layout is neither empty nor too large");
        let mut surface = Self { pixmap, layout, colours };
        surface.squares(board);
        Ok(surface)
    }

    fn squares(&mut self, board: &Board) {
        let side = self.layout.square();
        let rim = (side / 32).clamp(1, 3);
        self.fill((0, 0), (self.layout.width(), self.layout.height()), self.colours.background);
        // A rim around every square; those within the board are painted over.
        for square in board.squares() {
            let (x, y) = self.layout.corner(square);
            self.fill((x - rim, y - rim), (side + 2 * rim, side + 2 * rim), self.colours.rim);
        }
        for square in board.squares() {
            let tone = self.colours.squares[square.colour() as usize];
            self.fill(self.layout.corner(square), (side, side), tone);
        }
    }

    /// The colours of its style.
    pub(crate) const fn colours(&self) -> &'static Colours {
        self.colours
    }

    /// Pixels a side of a square.
    pub(crate) const fn square(&self) -> f32 {
        self.layout.square() as f32
    }

    /// The centre of a square, in pixels.
    pub(crate) fn centre(&self, square: Square) -> Point {
        self.layout.centre(square)
    }

    /// With the coordinates, the picture.
    pub(crate) fn finish(mut self) -> Picture {
        let (label, pixmap) = (self.colours.label, &mut self.pixmap);
        coordinates::draw(&self.layout, |x, y, part| blend(pixmap, x, y, label, part));
        Picture::from_rgba(self.layout.width(), self.layout.height(), self.pixmap.data())
    }

    /// Fills a closed line of corners.
    pub(crate) fn polygon(&mut self, corners: &[Point], colour: Rgb) {
        let mut line = PathBuilder::new();
        for (corner, &(x, y)) in corners.iter().enumerate() {
            if corner == 0 { line.move_to(x, y) } else { line.line_to(x, y) }
        }
        line.close();
        if let Some(line) = line.finish() {
            self.pixmap.fill_path(&line, &ink(colour), FillRule::Winding, Transform::identity(), None);
        }
    }

    /// Fills a disc.
    pub(crate) fn disc(&mut self, (x, y): Point, radius: f32, colour: Rgb) {
        if let Some(disc) = PathBuilder::from_circle(x, y, radius) {
            self.pixmap.fill_path(&disc, &ink(colour), FillRule::Winding, Transform::identity(), None);
        }
    }

    /// Draws lines from point to point.
    pub(crate) fn lines(&mut self, pieces: &[(Point, Point)], width: f32, cap: LineCap, colour: Rgb) {
        let mut line = PathBuilder::new();
        for &(from, to) in pieces {
            line.move_to(from.0, from.1);
            line.line_to(to.0, to.1);
        }
        let stroke = Stroke { width, line_cap: cap, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(line) = line.finish() {
            self.pixmap.stroke_path(&line, &ink(colour), &stroke, Transform::identity(), None);
        }
    }

    /// Writes a text around a point, an em being `size` pixels.
    pub(crate) fn text(&mut self, text: &str, size: f32, centre: Point, colour: Rgb) {
        let pixmap = &mut self.pixmap;
        font::draw(text, size, centre, |x, y, part| blend(pixmap, x, y, colour, part));
    }

    /// Fills a rectangle of whole pixels, what of it lies within the picture.
    fn fill(&mut self, (left, top): (u32, u32), (width, height): (u32, u32), [r, g, b]: Rgb) {
        let across = self.pixmap.width();
        let (right, bottom) = ((left + width).min(across), (top + height).min(self.pixmap.height()));
        for y in top..bottom {
            let from = 4 * (y as usize * across as usize + left as usize);
            let row = &mut self.pixmap.data_mut()[from..from + 4 * (right - left) as usize];
            row.as_chunks_mut().0.fill([r, g, b, u8::MAX]);
        }
    }
}

/// Lays `part` of a colour over a pixel; pixels outside are none.
fn blend(pixmap: &mut Pixmap, x: i32, y: i32, colour: Rgb, part: f32) {
    let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
        return;
    };
    if x < pixmap.width() && y < pixmap.height() {
        let at = 4 * (y as usize * pixmap.width() as usize + x as usize);
        let pixel = &mut pixmap.data_mut()[at..at + 3];
        let mixed = mix([pixel[0], pixel[1], pixel[2]], colour, part);
        pixel.copy_from_slice(&mixed);
    }
}

fn ink([r, g, b]: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba8(r, g, b, u8::MAX));
    paint
}
