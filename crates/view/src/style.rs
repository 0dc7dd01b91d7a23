//! The look of a picture.

use crate::limits::MAX_PICTURE_SIDE;
use crate::{Palette, Rgb, ViewError};

/// The style in which a path is painted.
///
/// The default suits a board of any size: parts that do not fit are left out.
///
/// ```
/// use courser_view::{Palette, Show, Style};
///
/// let poster = Style { palette: Palette::Dark, numbers: Show::Never, square: Some(64), ..Style::default() };
/// assert_eq!(poster.coordinates, Show::Auto);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// The look of the path: a line, numbers, colours or arrows.
    pub look: Look,
    /// The colours of board and line.
    pub palette: Palette,
    /// The side of a square in pixels, 1 to [`MAX_SQUARE`](crate::MAX_SQUARE); `None` chooses it for the
    /// board. Squares below [`MIN_LINE_SQUARE`](crate::MIN_LINE_SQUARE) make a heat map.
    pub square: Option<u32>,
    /// The longest side that a picture may have where `square` leaves the choice, in pixels: 256 or more.
    pub longest: u32,
    /// The longest side that a line picture has at least where `square` leaves the choice and squares of 96 pixels
    /// are enough for it, in pixels.
    pub least: u32,
    /// The visit number in each square. Auto: on boards of up to 256 squares, such as 16x16, where squares have 28
    /// pixels or more and the digits fit.
    pub numbers: Show,
    /// The legend of a heat map: below it the colours of the first visit and the last, and the size of the board, and on it a
    /// mark where the path starts. Auto: where it is at least 320 pixels wide.
    pub legend: Show,
    /// Set if a legend includes a strip of 16x96 squares from the middle of the board, with the moves between them, if
    /// squares are too small for a line.
    pub lens: bool,
    /// File letters below, ranks at the left; every second, fifth, tenth … where they would touch or be many.
    /// Auto: on line pictures, and on heat maps in squares as large as those of a line picture.
    pub coordinates: Show,
    /// The colours of the path from its start to its end.
    pub colouring: Colouring,
    /// Set for a line with rounded corners, tangent to the moves. A move from one fold of a folded board to the next stays
    /// straight, and so do arrows.
    pub curve: bool,
    /// Set to draw the move from the last square of a closed tour to its first.
    pub closing: bool,
    /// Set to fold a long thin board.
    pub fold: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            look: Look::Auto,
            palette: Palette::Light,
            square: None,
            longest: MAX_PICTURE_SIDE,
            least: 0,
            numbers: Show::Auto,
            legend: Show::Never,
            lens: false,
            coordinates: Show::Auto,
            colouring: Colouring::Part,
            curve: false,
            closing: true,
            fold: true,
        }
    }
}

impl Style {
    /// The colour of the line at `at`, 0 at the start of the tour and 1 at its end.
    pub(crate) fn line_colour(&self, at: f32) -> Rgb {
        match self.colouring {
            Colouring::Part | Colouring::Visit => self.palette.gradient(at),
            Colouring::Plain => self.palette.colours().line,
        }
    }
}

/// The look of a path: a line, numbers, colours or arrows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = ViewError, parse_err_fn = unknown)]
pub enum Look {
    /// A line where squares can be distinguished, a heat map where they cannot.
    #[default]
    Auto,
    /// A line through the centres of the squares.
    Line,
    /// The visit numbers alone.
    Numbers,
    /// The visit number as the colour of the square.
    Heat,
    /// An arrow for every move.
    Arrows,
}

impl Look {
    /// Every look, in the order in which they are listed for people.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Line, Self::Numbers, Self::Heat, Self::Arrows];
}

/// A name that is not in the list.
fn unknown(text: &str) -> ViewError {
    ViewError::no_such("style", text, &Look::ALL)
}

/// The choice whether a part of a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Show {
    /// Drawn where it fits.
    #[default]
    Auto,
    /// Drawn; an error if that is not possible.
    Always,
    /// Not drawn.
    Never,
}

/// The colours of a path from its start to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = ViewError, parse_err_fn = no_colouring)]
pub enum Colouring {
    /// The gradient begins again with each image of a symmetric closed tour, so that the colours have its symmetry, too. The
    /// tour has then no start: its closing move is one like the others, and no square is marked. Another path has one part.
    #[default]
    Part,
    /// A gradient: from the first colour of the palette's map at the start to the last at the end.
    Visit,
    /// One colour for the whole line. A heat map keeps its colours.
    #[strum(to_string = "none")]
    Plain,
}

impl Colouring {
    /// Every colouring, in the order in which they are listed for people.
    pub const ALL: [Self; 3] = [Self::Visit, Self::Part, Self::Plain];
}

/// Returns the error for a name that is not in the list.
fn no_colouring(text: &str) -> ViewError {
    ViewError::no_such("colouring", text, &Colouring::ALL)
}
