//! The overlay of a live window: numbers, marks, knights, arrows, frames and text, drawn over the cells and the line.
//!
//! The functions that draw pictures also draw the overlay, on transparent pixels. Therefore a number looks the same in
//! the window and in a file.

use courser_board::{Board, Square};

use crate::canvas::{Canvas as _, Raster};
use crate::channels::{self, CellState, Channel};
use crate::layout::{CoordinateLabels, Layout, file};
use crate::line::{Lines, window_em};
use crate::{Palette, Rgb, Style, font};

/// A transparent picture. Later shapes cover earlier shapes.
pub struct Overlay {
    raster: Raster,
}

/// The squares of a board under an overlay. All squares have the same size.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// Board to which the squares belong.
    pub board: &'a Board,
    /// Palette of the picture.
    pub palette: Palette,
    /// Reference square for positions. No drawn square is above or to the left of the reference square.
    pub first: Square,
    /// Position of the top left pixel of the square `first`. The pixel can be outside the overlay.
    pub corner: (i32, i32),
    /// Side of a square in pixels, at least [`MIN_LINE_SQUARE`](crate::MIN_LINE_SQUARE).
    pub side: u32,
}

impl Ground<'_> {
    /// Returns the position of the top left pixel of a square, which can be far outside the overlay.
    fn place(&self, row: u32, col: u32) -> (f64, f64) {
        let along = |corner: i32, from: u32, to: u32| {
            f64::from(corner) + (f64::from(to) - f64::from(from)) * f64::from(self.side)
        };
        (along(self.corner.0, self.first.col, col), along(self.corner.1, self.first.row, row))
    }

    /// Returns the centre of a square in pixels.
    pub fn centre(&self, square: Square) -> (f32, f32) {
        let ((x, y), half) = (self.place(square.row, square.col), f64::from(self.side) / 2.0);
        ((x + half) as f32, (y + half) as f32)
    }

    fn layout(&self) -> Layout {
        Layout::over(self.board, self.first, self.side)
    }

    fn style(&self) -> Style {
        Style { palette: self.palette, ..Style::default() }
    }
}

impl Overlay {
    /// Creates an empty overlay of `size` pixels.
    pub fn new(size: (u32, u32)) -> Self {
        Self { raster: Raster::clear(size) }
    }

    /// Returns the width and the height in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.raster.size()
    }

    /// Returns red, green, blue and alpha of every pixel, row by row. The colours are premultiplied by alpha.
    pub fn rgba(&self) -> &[u8] {
        self.raster.rgba()
    }

    /// Draws another overlay over this overlay, with the top left pixel of the other overlay at `corner`. Pixels beyond
    /// the edges are not drawn.
    pub fn lay(&mut self, over: &Self, corner: (u32, u32)) {
        self.raster.lay(&over.raster, corner);
    }

    /// Returns the font size, in pixels per em, of visit numbers with `digits` digits in squares of `side` pixels.
    /// Returns `None` if the numbers would be illegible on this board.
    pub fn number_em(board: &Board, digits: u32, side: u32) -> Option<f32> {
        window_em(board, digits, side as f32)
    }

    /// Returns the width of a text in pixels at a font size of `em` pixels per em.
    pub fn width(text: &str, em: f32) -> f32 {
        font::width(text, em)
    }

    /// Fills a rectangle with a colour of the given opacity, 0 to 1.
    pub fn fill(&mut self, corner: (f32, f32), size: (f32, f32), colour: Rgb, opacity: f32) {
        self.raster.tint(corner, size, colour, opacity);
    }

    /// Draws a text that begins at `left`. Digits in the text are vertically centred at `middle`. Question marks
    /// replace characters that are not printable ASCII.
    pub fn text(&mut self, text: &str, em: f32, (left, middle): (f32, f32), colour: Rgb) {
        let known: String = text.chars().map(|c| if (' '..='~').contains(&c) { c } else { '?' }).collect();
        self.raster.text(&known, em, (left + font::width(&known, em) / 2.0, middle), colour);
    }

    /// Draws a line with round ends.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, colour: Rgb) {
        self.raster.lines(&[(from, to)], width, true, colour);
    }

    /// Draws a frame along the inner edges of a square. The lines of the frame are `width` pixels wide.
    pub fn frame(&mut self, ground: &Ground<'_>, square: Square, width: f32, colour: Rgb) {
        let ((x, y), side) = (ground.place(square.row, square.col), ground.side as f32);
        let (x, y) = (x as f32, y as f32);
        for (corner, size) in [
            ((x, y), (side, width)),
            ((x, y + side - width), (side, width)),
            ((x, y + width), (width, side - 2.0 * width)),
            ((x + side - width, y + width), (width, side - 2.0 * width)),
        ] {
            self.fill(corner, size, colour, 1.0);
        }
    }

    /// Draws the visit numbers in beads on the line. `em` is the font size in pixels per em. If `em` is `None`, the
    /// visit numbers are replaced by marks: a disc at the start of the path, and a ring on each square on which a
    /// knight's path ends. Each visit consists of a square, its visit number counted from 1, and a flag that is true if
    /// a knight's path ends on the square. The colours of the beads are a gradient that ends at the visit `last`.
    pub fn visits(
        &mut self,
        ground: &Ground<'_>,
        em: Option<f32>,
        last: u64,
        squares: impl IntoIterator<Item = (Square, u64, bool)>,
    ) {
        let (style, layout) = (ground.style(), ground.layout());
        let lines = Lines::over(ground.board, &style, &layout, em);
        self.raster.shift = ground.corner;
        for (square, visit, is_end) in squares {
            let part = (visit - 1) as f32 / (last.max(2) - 1) as f32;
            match em {
                Some(em) => lines.number(&mut self.raster, square, (visit, part.min(1.0)), is_end, em),
                None if visit == 1 => lines.start(&mut self.raster, square),
                None if is_end => lines.end(&mut self.raster, square),
                None => {}
            }
        }
        self.raster.shift = (0, 0);
    }

    /// Draws the values of one channel on squares whose background colours are already drawn.
    pub fn cells(&mut self, ground: &Ground<'_>, channel: Channel, squares: &[(Square, CellState)]) {
        self.raster.shift = ground.corner;
        channels::over(&mut self.raster, ground.board, &ground.style(), ground.layout(), channel, squares);
        self.raster.shift = (0, 0);
    }

    /// Writes the letters of the columns below the board, and the numbers of the rows to the left of the board, as in a
    /// picture. If these positions are not visible, writes the coordinates at the edge of the overlay.
    pub fn coordinates(&mut self, ground: &Ground<'_>) {
        let (board, side) = (ground.board, f64::from(ground.side));
        let CoordinateLabels { files, ranks, size: em, .. } = CoordinateLabels::new(board, ground.side as f32, 0.0);
        let (wide, high) = (f64::from(self.size().0), f64::from(self.size().1));
        let ((left, top), (_, bottom)) = (ground.place(0, 0), ground.place(board.rows(), 0));
        let (colours, size) = (ground.palette.colours(), f64::from(em));
        let mut write = |text: &str, (x, y): (f64, f64), is_inside: bool| {
            let width = f64::from(font::width(text, em));
            let corner = ((x - width / 2.0) as f32, y as f32);
            if is_inside {
                let (x, y) = (corner.0 - 0.2 * em, corner.1 - 0.6 * em);
                self.fill((x, y), (width as f32 + 0.4 * em, 1.2 * em), colours.background, 0.8);
            }
            self.text(text, em, corner, colours.label);
        };
        let below = bottom + size * 0.85;
        let y = below.min(high - size * 0.75);
        for number in multiples(files, board.cols(), left, side, wide) {
            write(&file(number - 1), (left + side * (f64::from(number) - 0.5), y), y < below);
        }
        // Rows are numbered upwards, and columns are lettered to the right. Therefore the positions of rows are
        // measured from the bottom of the board, and the positions of columns from the left.
        for rank in multiples(ranks, board.rows(), high - bottom, side, high) {
            let text = rank.to_string();
            let half = f64::from(font::width(&text, em)) / 2.0;
            let beside = left - 0.45 * size - half;
            let x = beside.max(half + 0.3 * size);
            write(&text, (x, top + side * (f64::from(board.rows() - rank) + 0.5)), x > beside);
        }
    }
}

impl std::fmt::Debug for Overlay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (width, height) = self.size();
        write!(f, "Overlay({width}x{height})")
    }
}

/// Returns the multiples of `step` from 1 to `count`, for the labels of columns or of rows. A multiple is left out if
/// the labelled square is outside the `pixels` pixels of the axis.
fn multiples(step: u32, count: u32, corner: f64, side: f64, pixels: f64) -> impl Iterator<Item = u32> {
    let each = step.max(1);
    let first = ((-corner / side).floor().max(0.0) as u32).min(count) / each;
    let last = if step == 0 { 0.0 } else { ((pixels - corner) / side).ceil().clamp(0.0, count.into()) };
    (first.max(1)..).map(move |nth| nth.saturating_mul(each)).take_while(move |&number| f64::from(number) <= last)
}
