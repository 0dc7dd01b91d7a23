//! What one may wish of a picture.

use crate::Palette;

/// How a path is to be painted.
///
/// The default is right for a board of any size: what does not fit is left out.
///
/// ```
/// use courser_view::{Palette, Show, Style};
///
/// let poster = Style { palette: Palette::Dark, numbers: Show::Never, square: Some(64), ..Style::default() };
/// assert_eq!(poster.coordinates, Show::Auto);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// The colours of board and line.
    pub palette: Palette,
    /// The side of a square in pixels, 1 to [`MAX_SQUARE`](crate::MAX_SQUARE); `None` chooses it for the
    /// board. Squares below [`MIN_LINE_SQUARE`](crate::MIN_LINE_SQUARE) make a heat map.
    pub square: Option<u32>,
    /// The visit number in each square. Auto: where squares have 28 pixels or more and the digits fit.
    pub numbers: Show,
    /// File letters below, ranks at the left; every second, fifth, tenth … where they would touch.
    /// Auto: on line pictures.
    pub coordinates: Show,
    /// How the line is coloured along its course.
    pub course: Course,
    /// Whether the move from the last square of a closed tour to its first is drawn.
    pub closing: bool,
    /// Whether a long thin board is folded into bands.
    pub fold: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            palette: Palette::Light,
            square: None,
            numbers: Show::Auto,
            coordinates: Show::Auto,
            course: Course::Gradient,
            closing: true,
            fold: true,
        }
    }
}

/// Whether something is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Show {
    /// Where it fits.
    #[default]
    Auto,
    /// Yes, or an error if it cannot be.
    Always,
    /// No.
    Never,
}

/// How the line is coloured along its course.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Course {
    /// From the first colour of the palette's map at the start to the last at the end.
    #[default]
    Gradient,
    /// One colour.
    Plain,
}
