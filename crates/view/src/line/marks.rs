//! Draws the marks on a line: the start and the end, visit numbers, and the knight.

use courser_board::{Board, Path, Square};
use tiny_skia::PathBuilder;

use crate::canvas::{Canvas, DETAILED_SQUARE, Pen};
use crate::geometry::PixelPoint;
use crate::layout::Layout;
use crate::line::{Lines, finer_on};
use crate::palette::text_on;
use crate::{PathStyle, Result, Rgb, Style, ViewError, Visibility, font};

/// Minimum side, in pixels, of a square in which numbers are drawn by default.
pub(crate) const NUMBERED_SQUARE: u32 = 28;

/// Minimum font size, in pixels per em, at which visit numbers are drawn by default.
const READABLE_EM: f32 = 9.0;

/// Maximum number of squares of a board on which visit numbers are drawn by default. On larger boards, the numbers
/// would hide the line.
const MAX_NUMBERED: u64 = 16 * 16;

/// Minimum font size of requested visit numbers, in pixels per em.
pub(crate) const MIN_EM: f32 = 6.0;

impl Lines<'_> {
    /// Draws the start as a disc and, if `ended` is true, the end as a ring. Draws nothing if the picture has numbers.
    pub(crate) fn marks(&self, canvas: &mut dyn Canvas, ended: bool) {
        let (Some(&start), Some(&end)) = (self.squares.first(), self.squares.last()) else {
            return;
        };
        if self.em.is_some() || self.is_symmetric() {
            return;
        }
        if ended && start != end {
            self.end(canvas, end);
        }
        self.start(canvas, start);
    }

    /// Draws the disc at the start.
    pub(crate) fn start(&self, canvas: &mut dyn Canvas, square: Square) {
        let (colours, radius) = (self.style.palette.colours(), self.mark_radius());
        self.disc(canvas, square, radius + (radius * 0.35).max(1.0), colours.background);
        self.disc(canvas, square, radius, colours.ink);
    }

    /// Draws the ring at an end.
    pub(crate) fn end(&self, canvas: &mut dyn Canvas, square: Square) {
        let (colours, radius) = (self.style.palette.colours(), self.mark_radius());
        let rim = (radius * 0.35).max(1.0);
        self.disc(canvas, square, radius + rim, colours.background);
        self.disc(canvas, square, radius, colours.ink);
        self.disc(canvas, square, radius - 1.3 * rim, colours.background);
    }

    /// Returns the radius of marks in pixels. On a board of small squares, a mark can be larger than its square, so
    /// that the mark can be found among thousands of squares.
    pub(crate) fn mark_radius(&self) -> f32 {
        (self.square * 0.24 * self.finer).max(5.0_f32.min(self.square * 0.5 + 1.5))
    }

    /// Draws the given visit numbers if the picture has numbers. The first and the last number are marked as in
    /// [`Self::marks`].
    pub(crate) fn visits(&self, canvas: &mut dyn Canvas, visits: impl IntoIterator<Item = usize>) {
        let Some(em) = self.em else { return };
        for visit in visits {
            let last = self.move_count();
            let place = (visit as u64 + 1, self.place(visit));
            self.number(canvas, self.squares[visit], place, visit == last, em);
        }
    }

    /// Draws the digits of a visit number, counted from 1. If the picture shows the moves, the digits are on a bead.
    /// Otherwise, only the digits of a marked end are on a bead. `part` is the position along the path as a fraction
    /// from 0 to 1.
    pub(crate) fn number(
        &self,
        canvas: &mut dyn Canvas,
        square: Square,
        (visit, part): (u64, f32),
        is_last: bool,
        em: f32,
    ) {
        let colours = self.style.palette.colours();
        let is_end = !self.is_symmetric();
        let (is_first, is_last) = (is_end && visit == 1, is_end && is_last);
        let rim = rim(self.square * self.finer);
        let text = visit.to_string();
        let height = em * 1.5;
        let width = (bead_ems(text.len() as u32) * em).max(height);
        if self.style.look == PathStyle::Heat && (is_first || is_last) {
            // The rim separates the bead from the colour of the square.
            self.bead(canvas, square, width + 4.0 * rim, height + 4.0 * rim, colours.background);
        }
        let ink = if is_first {
            self.bead(canvas, square, width + 2.0 * rim, height + 2.0 * rim, colours.ink);
            colours.background
        } else if is_last {
            self.bead(canvas, square, width + 2.0 * rim, height + 2.0 * rim, colours.ink);
            self.bead(canvas, square, width, height, colours.background);
            colours.ink
        } else {
            match self.style.look {
                PathStyle::Numbers => colours.ink,
                PathStyle::Heat => text_on(self.style.palette.heat(part)),
                PathStyle::Auto | PathStyle::Line | PathStyle::Arrows => {
                    let colour = self.style.line_colour(part);
                    self.bead(canvas, square, width, height, colour);
                    text_on(colour)
                }
            }
        };
        canvas.text(&text, em, self.layout.centre(square), ink);
    }

    /// Draws the knight as a figure with a rim, or as a disc if the squares are small.
    pub(crate) fn knight(&self, canvas: &mut dyn Canvas, (x, y): PixelPoint) {
        let colours = self.style.palette.colours();
        let size = self.square * 0.92;
        if self.layout.square < DETAILED_SQUARE {
            let radius = self.mark_radius();
            self.pill(canvas, (x, y), 2.0 * radius + 3.0, 2.0 * radius + 3.0, colours.background);
            self.pill(canvas, (x, y), 2.0 * radius, 2.0 * radius, colours.ink);
        } else if let Some(knight) = font::knight(size, (x, y)) {
            let rim = Pen { width: (size * 0.12).max(2.0), round: true, dash: None };
            canvas.stroke(&knight, &rim, colours.background);
            canvas.fill(&knight, colours.ink);
        }
    }

    pub(crate) fn disc(&self, canvas: &mut dyn Canvas, square: Square, radius: f32, colour: Rgb) {
        self.bead(canvas, square, 2.0 * radius, 2.0 * radius, colour);
    }

    fn bead(&self, canvas: &mut dyn Canvas, square: Square, width: f32, height: f32, colour: Rgb) {
        self.pill(canvas, self.layout.centre(square), width, height, colour);
    }

    /// Draws a pill of this width and height, or a disc if the width does not exceed the height.
    fn pill(&self, canvas: &mut dyn Canvas, (x, y): PixelPoint, width: f32, height: f32, colour: Rgb) {
        let radius = height / 2.0;
        let arm = (width / 2.0 - radius).max(0.0);
        // A cubic curve approximates a quarter circle if its control points are at the usual distance of 4/3 (√2 - 1)
        // radii.
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
            canvas.fill(&pill, colour);
        }
    }
}

/// Returns the font size of visit numbers in pixels per em, or `None` if the picture has no numbers.
///
/// # Errors
/// [`ViewError::Numbers`] if the requested numbers do not fit.
pub(crate) fn em(path: &Path, style: &Style, layout: &Layout) -> Result<Option<f32>> {
    let em = number_em(path, style.look, layout.square);
    match (style.look, style.numbers) {
        (PathStyle::Numbers, _) | (_, Visibility::Always) if em < MIN_EM => Err(numbers_need(path, style.look, layout)),
        (PathStyle::Numbers, _) | (_, Visibility::Always) => Ok(Some(em)),
        (PathStyle::Arrows, _) | (_, Visibility::Never) => Ok(None),
        (PathStyle::Auto | PathStyle::Line | PathStyle::Heat, Visibility::Auto) => {
            let readable = layout.square >= NUMBERED_SQUARE && em >= READABLE_EM;
            Ok((readable && path.board().cells() <= MAX_NUMBERED).then_some(em))
        }
    }
}

/// Returns the font size in pixels per em at which the largest number fits in a square. The font is larger if the
/// squares contain only numbers.
fn number_em(path: &Path, look: PathStyle, square: u32) -> f32 {
    let (high, rims, finer) = match look {
        PathStyle::Numbers => (0.42, 2.0, 1.0),
        PathStyle::Heat => (BEAD, 4.0, 1.0),
        PathStyle::Auto | PathStyle::Line | PathStyle::Arrows => (BEAD, 2.0, finer_on(path.board())),
    };
    em_of(path.order().len().max(1).ilog10() + 1, square as f32, high, rims) * finer
}

/// Maximum font size of a number in a bead, as a fraction of the side of a square.
const BEAD: f32 = 0.31;

/// Returns the width in ems of a bead for a number with `digits` digits.
fn bead_ems(digits: u32) -> f32 {
    digits as f32 * font::DIGIT_WIDTH + 0.6
}

/// Returns the width in pixels of the rim of the first and of the last bead.
fn rim(square: f32) -> f32 {
    (square * 0.045).max(1.3)
}

/// Returns the largest font size, in pixels per em, at which a number with `digits` digits fits in a square. The number
/// is in a bead, which has a rim. The width of the bead plus `rims` times the width of the rim must not exceed the side
/// of the square. `high` is the maximum font size as a fraction of the side of a square.
fn em_of(digits: u32, square: f32, high: f32, rims: f32) -> f32 {
    (high * square).min((square - rims * rim(square)) / bead_ems(digits))
}

/// Returns the font size, in pixels per em, of numbers with `digits` digits in the window. `square` is the width, in
/// pixels, of a square of the board. Returns `None` if the numbers would be illegible.
pub(crate) fn window_em(board: &Board, digits: u32, square: f32) -> Option<f32> {
    let em = em_of(digits, square, BEAD, 2.0) * finer_on(board);
    (square >= NUMBERED_SQUARE as f32 && em >= READABLE_EM).then_some(em)
}

/// Returns the error for squares that are too small for the numbers of this path. The error contains the minimum side
/// of a square.
pub(crate) fn numbers_need(path: &Path, look: PathStyle, layout: &Layout) -> ViewError {
    let fits = |square: &u32| number_em(path, look, *square) >= MIN_EM;
    let needed = (1..=crate::MAX_SQUARE).find(fits).expect("ten digits fit into the largest square");
    ViewError::Numbers { largest: path.order().len(), square: layout.square, needed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bead_of_the_largest_number_fits_in_its_square() {
        for (high, rims) in [(0.42, 2.0), (BEAD, 4.0), (BEAD, 2.0)] {
            for (digits, square) in (1..=6).flat_map(|digits| (6..=96).map(move |square| (digits, square as f32))) {
                let em = em_of(digits, square, high, rims);
                let width = bead_ems(digits) * em + rims * rim(square);
                assert!(width <= square + 1e-3 && em <= high * square, "{digits} digits in {square} pixels: {width}");
            }
        }
    }
}
