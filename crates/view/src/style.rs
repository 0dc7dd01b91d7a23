//! The style of a picture.

use crate::limits::MAX_PICTURE_SIDE;
use crate::{Palette, Rgb, ViewError};

/// The style of a painted path.
///
/// The default style fits a board of any size: elements that do not fit are left out.
///
/// ```
/// use courser_view::{Palette, Visibility, Style};
///
/// let poster = Style { palette: Palette::Dark, numbers: Visibility::Never, square: Some(64), ..Style::default() };
/// assert_eq!(poster.coordinates, Visibility::Auto);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    /// Form of the path: a line, numbers, colours or arrows.
    pub look: PathStyle,
    /// Palette of the board and the line.
    pub palette: Palette,
    /// Side of a square in pixels, 1 to [`MAX_SQUARE`](crate::MAX_SQUARE). `None` selects a size that is suitable for
    /// the board. If squares are smaller than [`MIN_LINE_SQUARE`](crate::MIN_LINE_SQUARE), the picture is a heat map.
    pub square: Option<u32>,
    /// Maximum side of the picture in pixels, at least 256. This field is used if `square` is `None`.
    pub max_side: u32,
    /// Minimum length in pixels of the longest side of a line picture. This field is used if `square` is `None`. To
    /// reach this length, squares are enlarged to at most 96 pixels.
    pub min_side: u32,
    /// Visibility of the visit number of each square. With `Auto`, numbers are drawn on boards of up to 256 squares,
    /// such as 16x16, if squares have at least 28 pixels and the digits fit.
    pub numbers: Visibility,
    /// Visibility of the legend of a heat map. The legend below the map shows the size of the board, and the colours of
    /// the first and the last visit. A mark on the map shows the start of the path. With `Auto`, maps that are at least
    /// 320 pixels wide have a legend.
    pub legend: Visibility,
    /// True if the legend can include a strip of enlarged squares. The strip is drawn only if the squares of the board
    /// are too small for the line of the tour. The strip shows at most 16x96 squares from the middle of the board, and
    /// the moves between these squares.
    pub lens: bool,
    /// Visibility of the column letters below the board and the row numbers to the left of the board. If labels would
    /// touch, only every second, fifth, tenth … column or row has a label. With `Auto`, coordinates are drawn on line
    /// pictures, and on heat maps whose squares have a side of at least [`MIN_LINE_SQUARE`](crate::MIN_LINE_SQUARE)
    /// pixels.
    pub coordinates: Visibility,
    /// Line of text below the drawing. Its font is smaller if the text is wider than the picture.
    pub caption: Option<String>,
    /// Colours of the path from its start to its end.
    pub colouring: Colouring,
    /// True if the line has rounded corners, tangent to the moves. Arrows stay straight. On a folded board, moves from
    /// one fold to another stay straight, too.
    pub curve: bool,
    /// True if the closing move of a closed tour is drawn.
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
            max_side: MAX_PICTURE_SIDE,
            min_side: 0,
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
    /// Returns the colour of the line at the position `at`, which is 0 at the start of the tour and 1 at its end.
    pub(crate) fn line_colour(&self, at: f32) -> Rgb {
        match self.colouring {
            Colouring::Part | Colouring::Visit => self.palette.gradient(at),
            Colouring::Plain => self.palette.colours().line,
        }
    }
}

/// The form in which a path is drawn: a line, numbers, colours or arrows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = ViewError, parse_err_fn = unknown)]
pub enum PathStyle {
    /// A line if the squares can be distinguished, otherwise a heat map.
    #[default]
    Auto,
    /// A line through the centres of the squares.
    Line,
    /// The visit numbers without a line.
    Numbers,
    /// A heat map, in which the colour of a square shows its visit number.
    Heat,
    /// An arrow for every move.
    Arrows,
}

impl PathStyle {
    /// All styles of paths, in the order in which they are listed to users.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Line, Self::Numbers, Self::Heat, Self::Arrows];
}

/// Returns the error for an unknown style name.
fn unknown(text: &str) -> ViewError {
    ViewError::no_such("style", text, &PathStyle::ALL)
}

/// The visibility of an element of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// The element is drawn if it fits.
    #[default]
    Auto,
    /// The element is drawn. If it does not fit, an error is returned.
    Always,
    /// The element is not drawn.
    Never,
}

/// The colours of a path from its start to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = ViewError, parse_err_fn = no_colouring)]
pub enum Colouring {
    /// One gradient for each part of a symmetric closed tour, so that the colours are also symmetric. The symmetry maps
    /// the parts to each other. Such a tour has no visible start: its closing move is drawn like the other moves, and
    /// no square is marked. Other paths have a single gradient.
    #[default]
    Part,
    /// A single gradient. The start of the path has the first colour of the palette's heat map, and the end of the path
    /// has the last colour.
    Visit,
    /// One colour for the whole line. Heat maps keep their colours.
    #[strum(to_string = "none")]
    Plain,
}

impl Colouring {
    /// All colourings, in the order in which they are listed to users.
    pub const ALL: [Self; 3] = [Self::Visit, Self::Part, Self::Plain];
}

/// Returns the error for an unknown colouring name.
fn no_colouring(text: &str) -> ViewError {
    ViewError::no_such("colouring", text, &Colouring::ALL)
}
