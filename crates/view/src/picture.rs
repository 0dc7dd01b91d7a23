//! The picture: pixels, and the one place where they are asked for.

use courser_board::{Kind, Path, Square};

use crate::layout::{Drawing, Layout};
use crate::palette::mix;
use crate::{Rgb, Style, ViewError, heat, line};

/// Opaque pixels, row by row from the top left.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Picture {
    /// A picture in one colour.
    pub(crate) fn new(width: u32, height: u32, colour: Rgb) -> Self {
        Self { width, height, rgb: colour.repeat(width as usize * height as usize) }
    }

    /// A picture of these pixels, red, green, blue and whatever opaque alpha says.
    pub(crate) fn from_rgba(width: u32, height: u32, rgba: &[u8]) -> Self {
        let rgb = rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Self { width, height, rgb }
    }

    /// A picture of these pixels, red, green and blue.
    pub(crate) fn from_rgb(width: u32, height: u32, rgb: Vec<u8>) -> Self {
        debug_assert_eq!(rgb.len(), 3 * width as usize * height as usize, "three bytes a pixel");
        Self { width, height, rgb }
    }

    /// Width in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Red, green and blue of every pixel, 8 bits each, `width * height * 3` bytes.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// The colour of a pixel.
    ///
    /// # Panics
    /// If the picture has no such pixel.
    pub fn pixel(&self, x: u32, y: u32) -> Rgb {
        let at = self.at(x, y);
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// Fills squares of `side` pixels side by side, all of them within the picture.
    pub(crate) fn fill_row(&mut self, (left, top): (u32, u32), side: u32, colours: &[Rgb]) {
        let bytes = 3 * side as usize;
        for y in top..top + side {
            let from = self.at(left, y);
            let row = &mut self.rgb[from..from + bytes * colours.len()];
            for (pixels, colour) in row.chunks_exact_mut(bytes).zip(colours) {
                pixels.as_chunks_mut().0.fill(*colour);
            }
        }
    }

    /// Lays `part` of a colour over a pixel; pixels outside are none.
    pub(crate) fn blend(&mut self, x: i32, y: i32, colour: Rgb, part: f32) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else {
            return;
        };
        if x < self.width && y < self.height {
            let at = self.at(x, y);
            let mixed = mix(self.pixel(x, y), colour, part);
            self.rgb[at..at + 3].copy_from_slice(&mixed);
        }
    }

    fn at(&self, x: u32, y: u32) -> usize {
        assert!(x < self.width && y < self.height, "pixel {x},{y} of a {}x{} picture", self.width, self.height);
        3 * (y as usize * self.width as usize + x as usize)
    }
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}x{})", self.width, self.height)
    }
}

/// Paints a path. `kind` is that of the tour, or `None` for a path that is no tour.
///
/// Squares that the path does not visit are shown as such, whatever `kind` says.
/// Time and memory are proportional to the path and the picture.
///
/// # Errors
/// [`ViewError`] if the style asks for what is not possible on this board, or if
/// `kind` is closed and the path is not.
///
/// ```
/// use courser_board::{Board, Path};
/// use courser_view::{Style, paint};
///
/// // A knight that got stuck on its second square:
/// let path = Path::new(Board::new(3, 3).unwrap(), vec![0, 5]).unwrap();
/// let picture = paint(&path, None, &Style::default()).unwrap();
/// assert_eq!(picture.rgb().len() as u32, picture.width() * picture.height() * 3);
/// ```
pub fn paint(path: &Path, kind: Option<Kind>, style: &Style) -> Result<Picture, ViewError> {
    let layout = Layout::new(path.board(), style)?;
    let closing = if kind == Some(Kind::Closed) { Some(closing_move(path)?) } else { None };
    match layout.drawing() {
        Drawing::Line => line::paint(path, closing.filter(|_| style.closing), style, &layout),
        Drawing::Heat => heat::paint(path, style, &layout),
    }
}

/// The last square and the first, if they are a move apart.
fn closing_move(path: &Path) -> Result<(Square, Square), ViewError> {
    let board = path.board();
    // Index 0 stands for the ends of a path that has none.
    let [first, last] =
        [path.order().first(), path.order().last()].map(|end| board.at(end.copied().unwrap_or(0).into()));
    if path.order().len() > 2 && board.neighbours(last).any(|square| square == first) {
        Ok((last, first))
    } else {
        Err(ViewError::NotClosed { last, first, rows: board.rows() })
    }
}
