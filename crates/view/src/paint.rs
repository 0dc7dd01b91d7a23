//! Draws a path in a style.

use courser_board::{Kind, Path};

use crate::canvas::{PixelCanvas, Raster};
use crate::layout::{Drawing, Layout};
use crate::limits::MIN_LINE_SQUARE;
use crate::{PathStyle, Picture, Result, Style, ViewError, heat, line};

/// Paints a path. `kind` is the kind of the tour, or `None` for a path that is not a tour.
///
/// Unvisited squares are marked for every `kind`. Time and memory are proportional to the size of the path plus the
/// size of the picture.
///
/// # Errors
/// [`ViewError`] if the style is impossible on this board, or if `kind` is closed but the path is not.
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
pub fn paint(path: &Path, kind: Option<Kind>, style: &Style) -> Result<Picture> {
    let layout = Layout::new(path.board(), style)?;
    let closed = is_closed(path, kind)?;
    paint_in(path, closed, style, &layout)
}

/// Paints a path as a heat map with `squares_a_pixel` x `squares_a_pixel` squares per pixel.
///
/// # Errors
/// [`ViewError::NoSquares`] or [`ViewError::TooFewSquares`] if the picture is impossible, [`ViewError::Numbers`] if the
/// style requires written numbers.
pub fn paint_scaled(path: &Path, kind: Option<Kind>, squares_a_pixel: u32, style: &Style) -> Result<Picture> {
    let style = &Style { look: PathStyle::Auto, ..style.clone() };
    heat::paint(path, is_closed(path, kind)?, style, &Layout::heat(path.board(), style, Some(squares_a_pixel))?)
}

/// Paints a path. `layout` must have been computed from `style` and the board of the path.
pub(crate) fn paint_in(path: &Path, closed: bool, style: &Style, layout: &Layout) -> Result<Picture> {
    if layout.square < MIN_LINE_SQUARE {
        return heat::paint(path, closed, style, layout);
    }
    let mut raster = Raster::new(layout.size());
    draw(&mut raster, path, closed, style, layout)?;
    Ok(raster.finish())
}

/// Draws a path on any canvas.
pub(crate) fn draw(
    canvas: &mut dyn PixelCanvas,
    path: &Path,
    closed: bool,
    style: &Style,
    layout: &Layout,
) -> Result<()> {
    match layout.drawing {
        Drawing::Line => line::draw(canvas, path, closed, style, layout),
        Drawing::Heat => heat::draw(canvas, path, closed, style, layout),
    }
}

/// Returns whether `kind` is closed.
///
/// # Errors
/// [`ViewError::NotClosed`] if `kind` is closed, but the last square of the path is not one move from the first.
pub(crate) fn is_closed(path: &Path, kind: Option<Kind>) -> Result<bool> {
    if kind != Some(Kind::Closed) {
        return Ok(false);
    }
    let board = path.board();
    // An empty path has no ends, so index 0 is used for both ends.
    let [first, last] =
        [path.order().first(), path.order().last()].map(|end| board.at(end.copied().unwrap_or(0).into()));
    if path.order().len() > 2 && board.neighbours(last).any(|square| square == first) {
        Ok(true)
    } else {
        Err(ViewError::NotClosed { last, first, rows: board.rows() })
    }
}
