//! Line pictures: the squares, the tour as a line through their centres, marks and numbers.

use courser_board::{Path, Square};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

use crate::layout::Layout;
use crate::palette::{mix, text_on};
use crate::{Course, Picture, Rgb, Show, Style, ViewError, coordinates, font};

/// Numbers are drawn unasked in squares of at least this many pixels …
const NUMBERED_SQUARE: u32 = 28;

/// … if an em of them has at least this many pixels.
const READABLE_EM: f32 = 9.0;

/// Smaller than this they are not drawn even if asked for.
const LEAST_EM: f32 = 6.0;

/// The line has at most so many colours: as many as the maps.
const COLOURS: usize = 256;

/// Squares of at least this many pixels have room for stripes, and for a gap where lines cross.
pub(crate) const DETAILED_SQUARE: u32 = 14;

type Point = (f32, f32);

/// Paints squares, then lines, then marks and numbers, each over the one before.
pub(crate) fn paint(
    path: &Path,
    closing: Option<(Square, Square)>,
    style: &Style,
    layout: &Layout,
) -> Result<Picture, ViewError> {
    let em = numbers(path, style, layout)?;
    let mut painter = Painter {
        pixmap: Pixmap::new(layout.width(), layout.height()).expect("a layout is neither empty nor beyond its limits"),
        path,
        style,
        layout,
        square: layout.square() as f32,
    };
    painter.squares();
    if let Some((last, first)) = closing {
        painter.closing_move(last, first);
    }
    painter.course();
    match em {
        Some(em) => painter.numbers(em),
        None => painter.marks(),
    }
    let label = style.palette.colours().label;
    coordinates::draw(layout, |x, y, part| painter.blend(x, y, label, part));
    Ok(Picture::from_rgba(layout.width(), layout.height(), painter.pixmap.data()))
}

/// The em of numbers of so many digits in a square of the window, or none if they could not be read.
#[cfg(feature = "window")]
pub(crate) fn window_em(digits: u32, square: f32) -> Option<f32> {
    let em = em_of(digits, square);
    (square >= NUMBERED_SQUARE as f32 && em >= READABLE_EM).then_some(em)
}

/// The em of the visit numbers in pixels, or none if there are to be none.
fn numbers(path: &Path, style: &Style, layout: &Layout) -> Result<Option<f32>, ViewError> {
    let em = number_em(path, layout.square());
    match style.numbers {
        Show::Never => Ok(None),
        Show::Auto => Ok((layout.square() >= NUMBERED_SQUARE && em >= READABLE_EM).then_some(em)),
        Show::Always if em >= LEAST_EM => Ok(Some(em)),
        Show::Always => Err(numbers_need(path, layout)),
    }
}

/// The em at which the largest number fits into a square.
fn number_em(path: &Path, square: u32) -> f32 {
    em_of(path.order().len().max(1).ilog10() + 1, square as f32)
}

fn em_of(digits: u32, square: f32) -> f32 {
    (0.31 * square).min(0.72 * square / (digits as f32 * font::DIGIT_WIDTH))
}

/// The error that says how large squares have to be for the numbers of this path.
pub(crate) fn numbers_need(path: &Path, layout: &Layout) -> ViewError {
    let fits = |square: &u32| number_em(path, *square) >= LEAST_EM;
    let needed = (1..=crate::MAX_SQUARE).find(fits).expect("ten digits fit into the largest square");
    ViewError::Numbers { largest: path.order().len(), square: layout.square(), needed }
}

struct Painter<'a> {
    /// Opaque throughout, so that premultiplied and plain colours are the same.
    pixmap: Pixmap,
    path: &'a Path,
    style: &'a Style,
    layout: &'a Layout,
    /// Pixels a side of a square.
    square: f32,
}

impl Painter<'_> {
    /// Background, squares, stripes over those not visited, and a rim where the board ends.
    fn squares(&mut self) {
        let colours = self.style.palette.colours();
        self.fill((0, 0), (self.layout.width(), self.layout.height()), colours.background);
        let board = self.path.board();
        let visits = self.path.visits();
        let side = self.layout.square();
        let rim = (side / 32).clamp(1, 3);
        // Rims first: they lie outside of the squares that they surround, corners included.
        for square in board.squares() {
            let (x, y) = self.layout.corner(square);
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let next = square.row.checked_add_signed(down).zip(square.col.checked_add_signed(right));
                if next.is_some_and(|(row, col)| board.is_playable(Square::new(row, col))) {
                    continue;
                }
                let place = |at: u32, step: i32, across: bool| match step {
                    -1 => (at - rim, rim),
                    1 => (at + side, rim),
                    _ if across => (at - rim, side + 2 * rim),
                    _ => (at, side),
                };
                let ((left, width), (top, height)) = (place(x, right, down != 0), place(y, down, right != 0));
                self.fill((left, top), (width, height), colours.rim);
            }
        }
        for square in board.squares() {
            let corner = self.layout.corner(square);
            let tone = square.colour() as usize;
            if visits[board.index(square) as usize] > 0 {
                self.fill(corner, (side, side), colours.squares[tone]);
            } else {
                self.fill(corner, (side, side), colours.unvisited[tone]);
                self.hatch(corner, colours.hatch);
            }
        }
    }

    /// Stripes from the lower left to the upper right.
    fn hatch(&mut self, (left, top): (u32, u32), colour: Rgb) {
        let side = self.layout.square();
        if side < DETAILED_SQUARE {
            return;
        }
        let period = (side as f32 / 6.0).max(4.0);
        let width = period * 0.28;
        for y in 0..side {
            for x in 0..side {
                // The stripe's cross-section, with edges softened over a pixel.
                let across = ((x + y) as f32 + 0.5).rem_euclid(period) - period / 2.0;
                let part = (width / 2.0 + 0.5 - across.abs() * std::f32::consts::FRAC_1_SQRT_2).clamp(0.0, 1.0);
                self.blend((left + x) as i32, (top + y) as i32, colour, part);
            }
        }
    }

    /// The line, piece by piece in visiting order, so that later moves pass over earlier ones.
    fn course(&mut self) {
        let squares: Vec<Square> = self.path.squares().collect();
        let moves = squares.len().saturating_sub(1);
        let runs = moves.min(COLOURS);
        for run in 0..runs {
            let colour = match self.style.course {
                Course::Gradient => self.style.palette.course((run as f32 + 0.5) / runs as f32),
                Course::Plain => self.style.palette.colours().line,
            };
            let of_run = &squares[run * moves / runs..=(run + 1) * moves / runs];
            if self.layout.square() >= DETAILED_SQUARE {
                self.casing(of_run);
            }
            let mut line = PathBuilder::new();
            let mut at = None;
            for pair in of_run.windows(2) {
                for (from, to) in self.pieces(pair[0], pair[1]) {
                    if at != Some(from) {
                        line.move_to(from.0, from.1);
                    }
                    line.line_to(to.0, to.1);
                    at = Some(to);
                }
            }
            self.stroke(line, colour, &self.pen());
        }
    }

    /// A gap in whatever lies below the middle of each move: it shows which line passes over which.
    fn casing(&mut self, squares: &[Square]) {
        let mut line = PathBuilder::new();
        for pair in squares.windows(2) {
            for (from, to) in self.pieces(pair[0], pair[1]) {
                // Short of the ends, where the line must not be cut off from its own neighbours.
                let at = |part: f32| (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
                let (from, to) = (at(0.16), at(0.84));
                line.move_to(from.0, from.1);
                line.line_to(to.0, to.1);
            }
        }
        let colours = self.style.palette.colours();
        let gap = mix(colours.squares[0], colours.squares[1], 0.5);
        let width = self.line_width() + (self.square * 0.07).max(1.6);
        self.stroke(line, gap, &Stroke { width, line_cap: LineCap::Butt, ..Stroke::default() });
    }

    /// The move from the last square back to the first: dashed, and below all others.
    fn closing_move(&mut self, last: Square, first: Square) {
        let mut line = PathBuilder::new();
        for (from, to) in self.pieces(last, first) {
            line.move_to(from.0, from.1);
            line.line_to(to.0, to.1);
        }
        let dash = StrokeDash::new(vec![self.square * 0.16, self.square * 0.12], 0.0);
        let pen = Stroke { line_cap: LineCap::Butt, dash, ..self.pen() };
        self.stroke(line, self.style.palette.colours().closing, &pen);
    }

    /// Start and end where there are no numbers: a disc and a ring.
    fn marks(&mut self) {
        let (Some(start), Some(end)) = (self.path.squares().next(), self.path.squares().last()) else {
            return;
        };
        let colours = self.style.palette.colours();
        // On small squares larger than the square, or nobody would find them among thousands.
        let radius = (self.square * 0.24).max(5.0_f32.min(self.square * 0.5 + 1.5));
        let rim = (radius * 0.35).max(1.0);
        if start != end {
            self.disc(end, radius + rim, colours.paper);
            self.disc(end, radius, colours.ink);
            self.disc(end, radius - 1.3 * rim, colours.paper);
        }
        self.disc(start, radius + rim, colours.paper);
        self.disc(start, radius, colours.ink);
    }

    /// The visit numbers as beads on the line, the first and the last marked as in [`Self::marks`].
    fn numbers(&mut self, em: f32) {
        let colours = self.style.palette.colours();
        let squares: Vec<Square> = self.path.squares().collect();
        let last = squares.len().saturating_sub(1);
        let rim = (self.square * 0.045).max(1.3);
        for (visit, &square) in squares.iter().enumerate() {
            let text = (visit + 1).to_string();
            let height = em * 1.5;
            let width = (text.len() as f32 * font::DIGIT_WIDTH * em + em * 0.6).max(height);
            let ink = if visit == 0 {
                self.bead(square, width + 2.0 * rim, height + 2.0 * rim, colours.ink);
                colours.paper
            } else if visit == last {
                self.bead(square, width + 2.0 * rim, height + 2.0 * rim, colours.ink);
                self.bead(square, width, height, colours.paper);
                colours.ink
            } else {
                let colour = match self.style.course {
                    Course::Gradient => self.style.palette.course(visit as f32 / last as f32),
                    Course::Plain => colours.line,
                };
                self.bead(square, width, height, colour);
                text_on(colour)
            };
            let centre = self.layout.centre(square);
            let mut pixels = Vec::new();
            font::draw(&text, em, centre, |x, y, part| pixels.push((x, y, part)));
            for (x, y, part) in pixels {
                self.blend(x, y, ink, part);
            }
        }
    }

    /// A move as the one line that it is, or, if it leaves its band, as one line in each of the two.
    fn pieces(&self, from: Square, to: Square) -> impl Iterator<Item = (Point, Point)> + use<> {
        let (here, there) = (self.layout.band(from), self.layout.band(to));
        let (start, end) = (self.layout.centre(from), self.layout.centre(to));
        let pieces = if here == there {
            [Some((start, end)), None]
        } else {
            let leaves = self.layout.leaves(here, start, self.layout.centre_seen_from(here, to));
            let enters = self.layout.leaves(there, end, self.layout.centre_seen_from(there, from));
            [Some((start, leaves)), Some((enters, end))]
        };
        pieces.into_iter().flatten()
    }

    fn line_width(&self) -> f32 {
        (self.square * 0.1).max(1.4)
    }

    fn pen(&self) -> Stroke {
        Stroke { width: self.line_width(), line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
    }

    fn stroke(&mut self, line: PathBuilder, colour: Rgb, pen: &Stroke) {
        if let Some(line) = line.finish() {
            self.pixmap.stroke_path(&line, &ink(colour), pen, Transform::identity(), None);
        }
    }

    fn disc(&mut self, square: Square, radius: f32, colour: Rgb) {
        self.bead(square, 2.0 * radius, 2.0 * radius, colour);
    }

    /// A disc drawn out to a pill of this width.
    fn bead(&mut self, square: Square, width: f32, height: f32, colour: Rgb) {
        let (x, y) = self.layout.centre(square);
        let radius = height / 2.0;
        let arm = (width / 2.0 - radius).max(0.0);
        // A quarter of a circle as a cubic curve (the usual 4/3 (√2 - 1)).
        let pull = radius * 0.552_284_8;
        let mut pill = PathBuilder::new();
        pill.move_to(x - arm, y - radius);
        pill.line_to(x + arm, y - radius);
        pill.cubic_to(x + arm + pull, y - radius, x + arm + radius, y - pull, x + arm + radius, y);
        pill.cubic_to(x + arm + radius, y + pull, x + arm + pull, y + radius, x + arm, y + radius);
        pill.line_to(x - arm, y + radius);
        pill.cubic_to(x - arm - pull, y + radius, x - arm - radius, y + pull, x - arm - radius, y);
        pill.cubic_to(x - arm - radius, y - pull, x - arm - pull, y - radius, x - arm, y - radius);
        pill.close();
        if let Some(pill) = pill.finish() {
            self.pixmap.fill_path(&pill, &ink(colour), FillRule::Winding, Transform::identity(), None);
        }
    }

    /// Fills a rectangle of whole pixels that lies within the picture.
    fn fill(&mut self, (left, top): (u32, u32), (width, height): (u32, u32), [r, g, b]: Rgb) {
        let across = self.pixmap.width() as usize;
        for y in top as usize..(top + height) as usize {
            let from = 4 * (y * across + left as usize);
            for pixel in self.pixmap.data_mut()[from..from + 4 * width as usize].as_chunks_mut().0 {
                *pixel = [r, g, b, u8::MAX];
            }
        }
    }

    /// Lays `part` of a colour over a pixel; pixels outside are none.
    fn blend(&mut self, x: i32, y: i32, colour: Rgb, part: f32) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return;
        };
        if x < self.pixmap.width() && y < self.pixmap.height() {
            let at = 4 * (y as usize * self.pixmap.width() as usize + x as usize);
            let pixel = &mut self.pixmap.data_mut()[at..at + 3];
            let mixed = mix([pixel[0], pixel[1], pixel[2]], colour, part);
            pixel.copy_from_slice(&mixed);
        }
    }
}

fn ink([r, g, b]: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba8(r, g, b, u8::MAX));
    paint
}
