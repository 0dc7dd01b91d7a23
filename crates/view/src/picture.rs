//! The picture: pixels, and the one place where they are asked for.

use courser_board::{Kind, Path};

use crate::canvas::{Plate, Raster};
use crate::layout::{Drawing, Layout, MIN_LINE_SQUARE};
use crate::palette::mix;
use crate::{Area, Look, Rgb, Style, ViewError, heat, line};

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

    pub(crate) fn rgb_mut(&mut self) -> &mut [u8] {
        &mut self.rgb
    }

    /// The colour of a pixel.
    ///
    /// # Panics
    /// If the picture has no such pixel.
    pub fn pixel(&self, x: u32, y: u32) -> Rgb {
        let at = self.at(x, y);
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    /// Takes over the pixels of an area of a picture of the same size.
    pub(crate) fn take(&mut self, area: Area, from: &Self) {
        for y in area.top..area.bottom() {
            let row = self.at(area.left, y)..self.at(area.right() - 1, y) + 3;
            self.rgb[row.clone()].copy_from_slice(&from.rgb[row]);
        }
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
    let closed = is_closed(path, kind)?;
    paint_in(path, closed, style, &layout)
}

/// Paints a path as a heat map in which a pixel shows `squares_a_pixel` x `squares_a_pixel` squares.
///
/// # Errors
/// [`ViewError::NoSquares`] or [`ViewError::TooFewSquares`] if there is no such picture, [`ViewError::Numbers`] if
/// the style insists on written numbers.
pub fn paint_scaled(path: &Path, squares_a_pixel: u32, style: &Style) -> Result<Picture, ViewError> {
    let style = &Style { look: Look::Auto, ..style.clone() };
    heat::paint(path, style, &Layout::heat(path.board(), style, Some(squares_a_pixel))?)
}

/// Paints a path in the layout that the style has for its board.
pub(crate) fn paint_in(path: &Path, closed: bool, style: &Style, layout: &Layout) -> Result<Picture, ViewError> {
    if layout.square() < MIN_LINE_SQUARE {
        return heat::paint(path, style, layout);
    }
    let mut raster = Raster::new(layout.width(), layout.height());
    draw(&mut raster, path, closed, style, layout)?;
    Ok(raster.finish())
}

/// Draws a path on whatever canvas.
pub(crate) fn draw<C: Plate>(
    canvas: &mut C,
    path: &Path,
    closed: bool,
    style: &Style,
    layout: &Layout,
) -> Result<(), ViewError> {
    match layout.drawing() {
        Drawing::Line => line::draw(canvas, path, closed, style, layout),
        Drawing::Heat => heat::draw(canvas, path, style, layout),
    }
}

/// Whether a path is that of a closed tour.
pub(crate) fn is_closed(path: &Path, kind: Option<Kind>) -> Result<bool, ViewError> {
    if kind != Some(Kind::Closed) {
        return Ok(false);
    }
    let board = path.board();
    // Index 0 stands for the ends of a path that has none.
    let [first, last] =
        [path.order().first(), path.order().last()].map(|end| board.at(end.copied().unwrap_or(0).into()));
    if path.order().len() > 2 && board.neighbours(last).any(|square| square == first) {
        Ok(true)
    } else {
        Err(ViewError::NotClosed { last, first, rows: board.rows() })
    }
}
