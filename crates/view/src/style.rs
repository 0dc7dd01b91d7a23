//! The style of a picture.

use crate::limits::MAX_PICTURE_SIDE;
use crate::{Palette, Rgb, ViewError};

/// The style of a painted path.
///
/// The default fits a board of any size: parts that do not fit are left out.
///
/// ```
/// use courser_view::{Palette, Visibility, Style};
///
/// let poster = Style { palette: Palette::Dark, numbers: Visibility::Never, square: Some(64), ..Style::default() };
/// assert_eq!(poster.coordinates, Visibility::Auto);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// The look of the path: a line, numbers, colours or arrows.
    pub look: PathStyle,
    /// The colours of the board and the line.
    pub palette: Palette,
    /// Side of a square in pixels, 1 to [`MAX_SQUARE`](crate::MAX_SQUARE); `None` chooses it for the board. Squares
    /// smaller than [`MIN_LINE_SQUARE`](crate::MIN_LINE_SQUARE) make a heat map.
    pub square: Option<u32>,
    /// Maximum side of the picture in pixels if `square` is `None`; 256 or more.
    pub longest: u32,
    /// Minimum longest side of a line picture in pixels if `square` is `None` and squares of 96 pixels are enough for
    /// it.
    pub least: u32,
    /// When each square has its visit number. With `Auto`, they are drawn on boards of up to 256 squares, such as
    /// 16x16, if squares have at least 28 pixels and the digits fit.
    pub numbers: Visibility,
    /// The legend of a heat map: below it the colours of the first visit and the last, and the size of the board, and on it a
    /// mark where the path starts. Auto: where it is at least 320 pixels wide.
    pub legend: Visibility,
    /// Set if a legend includes a strip of squares from the middle of the board, 16x96 at most, with the moves between them,
    /// if squares are too small for a line.
    pub lens: bool,
    /// File letters below, ranks at the left; every second, fifth, tenth … where they would touch.
    /// Auto: on line pictures, and on heat maps in squares as large as those of a line picture.
    pub coordinates: Visibility,
    /// A line of text under the drawing, drawn smaller if it is wider than the picture.
    pub caption: Option<String>,
    /// The colours of the path from its start to its end.
    pub colouring: Colouring,
    /// Set for a line with rounded corners, tangent to the moves. A move from one fold of a folded board to the next stays
    /// straight, and so do arrows.
    pub curve: bool,
    /// True if the move from the last square of a closed tour to its first is drawn.
    pub closing: bool,
    /// True if a long thin board is folded.
    pub fold: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            look: PathStyle::Auto,
            palette: Palette::Light,
            square: None,
            longest: MAX_PICTURE_SIDE,
            least: 0,
            numbers: Visibility::Auto,
            legend: Visibility::Never,
            lens: false,
            coordinates: Visibility::Auto,
            caption: None,
            colouring: Colouring::Part,
            curve: false,
            closing: true,
            fold: true,
        }
    }
}

impl Style {
    /// Returns the colour of the line at `at`, 0 at the start of the tour and 1 at its end.
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
pub enum PathStyle {
    /// A line if squares can be distinguished, otherwise a heat map.
    #[default]
    Auto,
    /// A line through the centres of the squares.
    Line,
    /// Only the visit numbers.
    Numbers,
    /// The visit number as the colour of the square.
    Heat,
    /// An arrow for every move.
    Arrows,
}

impl PathStyle {
    /// All looks, in the order in which they are listed for users.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Line, Self::Numbers, Self::Heat, Self::Arrows];
}

/// Returns the error for a name that is not in the list.
fn unknown(text: &str) -> ViewError {
    ViewError::no_such("style", text, &PathStyle::ALL)
}

/// Whether a part of a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// It is drawn if it fits.
    #[default]
    Auto,
    /// It is drawn, or an error is returned if that is impossible.
    Always,
    /// It is not drawn.
    Never,
}

/// The colours of a path from its start to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = ViewError, parse_err_fn = no_colouring)]
pub enum Colouring {
    /// The gradient is repeated for each symmetric part of a closed tour, so that the colours are also symmetric. Such
    /// a tour has no visible start: its closing move is drawn like the others, and no square is marked. Other paths
    /// have a single gradient.
    #[default]
    Part,
    /// A gradient from the first colour of the palette's map at the start to the last at the end.
    Visit,
    /// One colour for the whole line. A heat map keeps its colours.
    #[strum(to_string = "none")]
    Plain,
}

impl Colouring {
    /// All colourings, in the order in which they are listed for users.
    pub const ALL: [Self; 3] = [Self::Visit, Self::Part, Self::Plain];
}

/// Returns the error for a name that is not in the list.
fn no_colouring(text: &str) -> ViewError {
    ViewError::no_such("colouring", text, &Colouring::ALL)
}
