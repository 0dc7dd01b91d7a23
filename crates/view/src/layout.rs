//! Where the squares of a board lie in a picture, and how large it gets.

use courser_board::{Board, Square};

use crate::coordinates::Labels;
use crate::{Look, Show, Style, ViewError};

/// The longest side of a picture, in pixels.
pub const MAX_PICTURE_SIDE: u32 = 16_384;

/// The most pixels of a picture: 96 MiB of them.
pub const MAX_PICTURE_PIXELS: u64 = 1 << 25;

/// The largest square, in pixels.
pub const MAX_SQUARE: u32 = 1024;

/// The smallest square of a line picture, in pixels; smaller ones make a heat map.
pub const MIN_LINE_SQUARE: u32 = 6;

/// The square that a line picture has if the board leaves room for it.
const LINE_SQUARE: u32 = 48;

/// The longest side of a line picture whose size was not asked for, and of a band.
const LINE_SIDE: u32 = 2400;

/// The least that may be asked for as a longest side: whatever is averaged down and labelled fits into it.
const LEAST_LONGEST: u32 = 256;

/// A heat map has more than one pixel a square up to this side.
const HEAT_SIDE: u32 = 1200;

/// A board this many times longer than wide is thin: it may be folded.
const THIN: u32 = 4;

/// Below this many pixels a square a thin board is better folded: no number could be read in it.
const FOLD_BELOW: u32 = 28;

/// The two ways in which a path is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawing {
    /// A line through the centres of the squares.
    Line,
    /// The visit number as colour.
    Heat,
}

/// Where the squares of a board lie in a picture.
///
/// The board is cut into *cells*: one square each, or, where the board is larger
/// than a picture may be, a block of [`squares_a_cell`](Self::squares_a_cell) a
/// side. The cells lie in one *band*, or, on a long thin board, in several: the
/// first so many columns above the next so many (or, on a high narrow board, the
/// upper rows to the left of the lower).
///
/// Every cell lies within the picture, and the picture within [`MAX_PICTURE_SIDE`]
/// and [`MAX_PICTURE_PIXELS`].
///
/// ```
/// use courser_board::{Board, Square};
/// use courser_view::{Drawing, Layout, Style};
///
/// let layout = Layout::new(&Board::new(8, 8).unwrap(), &Style::default()).unwrap();
/// assert_eq!((layout.drawing(), layout.square()), (Drawing::Line, 48));
/// let (x, y) = layout.corner(Square::new(0, 0));
/// assert_eq!(layout.corner(Square::new(2, 1)), (x + 48, y + 96));
///
/// let large = Layout::new(&Board::new(1000, 1000).unwrap(), &Style::default()).unwrap();
/// assert_eq!((large.drawing(), large.width(), large.height()), (Drawing::Heat, 1000, 1000));
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    drawing: Drawing,
    /// Pixels a side of a cell.
    square: u32,
    /// Squares a side of a cell.
    squares_a_cell: u32,
    bands: Bands,
    labels: Labels,
    /// Pixels around everything.
    margin: u32,
    /// Pixels from one band to the next.
    pitch: u32,
    width: u32,
    height: u32,
}

/// How cells are told off into bands.
#[derive(Clone, Copy, Debug)]
struct Bands {
    /// Whether the board is cut below some rows, not right of some columns.
    upright: bool,
    /// Cells of a band along the board's long side.
    length: u32,
    count: u32,
    /// Rows and columns of the board, in cells.
    rows: u32,
    cols: u32,
}

impl Layout {
    /// The layout of a board in this style.
    ///
    /// # Errors
    /// [`ViewError::Square`] or [`ViewError::TooLarge`] if the style asks for a size that cannot be.
    /// Without a size asked for, every board has a layout.
    pub fn new(board: &Board, style: &Style) -> Result<Self, ViewError> {
        match (style.look, style.square) {
            (Look::Auto, None) => Ok(auto(board, style, Drawing::Line).unwrap_or_else(|| auto_heat(board, style))),
            (Look::Auto, Some(square)) => wished(board, style, square, by_size),
            (Look::Heat, None) => Ok(auto(board, style, Drawing::Heat).unwrap_or_else(|| auto_heat(board, style))),
            (Look::Heat, Some(square)) => wished(board, style, square, |_| Drawing::Heat),
            (Look::Line | Look::Numbers | Look::Arrows, None) => {
                auto(board, style, Drawing::Line).ok_or_else(|| too_fine(board, style, auto_heat(board, style).square))
            }
            (Look::Line | Look::Numbers | Look::Arrows, Some(square)) => {
                if (1..MIN_LINE_SQUARE).contains(&square) {
                    return Err(too_fine(board, style, square));
                }
                wished(board, style, square, |_| Drawing::Line)
            }
        }
    }

    /// The layout of a heat map whatever the size of the board: the one that [`new`](Self::new) gives where
    /// that is a heat map too, unless so many squares a pixel are asked for. These decide before `style.square`.
    pub(crate) fn heat(board: &Board, style: &Style, squares_a_pixel: Option<u32>) -> Result<Self, ViewError> {
        match (squares_a_pixel, style.square) {
            (None, None) => Ok(auto_heat(board, style)),
            (None, Some(square)) => wished(board, style, square, |_| Drawing::Heat),
            (Some(0), _) => Err(ViewError::NoSquares),
            (Some(squares), _) => averaged(board, style, squares).ok_or_else(|| ViewError::TooFewSquares {
                rows: board.rows(),
                cols: board.cols(),
                squares_a_pixel: squares,
                smallest: first_averaged(board, style, squares).squares_a_cell,
            }),
        }
    }

    /// Line or heat map.
    pub const fn drawing(&self) -> Drawing {
        self.drawing
    }

    /// Pixels a side of a cell, which is a square unless the board was averaged down.
    pub const fn square(&self) -> u32 {
        self.square
    }

    /// Squares a side of a cell: 1, or more where the board is averaged down.
    pub const fn squares_a_cell(&self) -> u32 {
        self.squares_a_cell
    }

    /// The bands that the board is folded into; 1 if it is not.
    pub const fn bands(&self) -> u32 {
        self.bands.count
    }

    /// Width of the picture in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height of the picture in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The top left pixel of a square of the board, or of the cell that it is part of.
    pub fn corner(&self, square: Square) -> (u32, u32) {
        self.cell_corner(square.row / self.squares_a_cell, square.col / self.squares_a_cell)
    }

    /// The middle of a square, in pixels from the top left corner of the picture.
    pub fn centre(&self, square: Square) -> (f32, f32) {
        let (x, y) = self.corner(square);
        let half = self.square as f32 / 2.0;
        (x as f32 + half, y as f32 + half)
    }

    pub(crate) const fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Rows and columns of the board, in cells.
    pub(crate) const fn cells(&self) -> (u32, u32) {
        (self.bands.rows, self.bands.cols)
    }

    /// The top left pixel of a cell.
    pub(crate) fn cell_corner(&self, row: u32, col: u32) -> (u32, u32) {
        let (x, y, band) = if self.bands.upright {
            (col, row % self.bands.length, row / self.bands.length)
        } else {
            (col % self.bands.length, row, col / self.bands.length)
        };
        let (left, top) = self.band_corner(band);
        (left + x * self.square, top + y * self.square)
    }

    /// The cells from a column of cells on that lie side by side in the picture.
    pub(crate) const fn cells_on(&self, col: u32) -> u32 {
        let Bands { upright, length, cols, .. } = self.bands;
        if upright { cols - col } else { length - col % length }
    }

    /// The band that a square lies in, from 0.
    pub(crate) fn band(&self, square: Square) -> u32 {
        let along = if self.bands.upright { square.row } else { square.col };
        along / self.squares_a_cell / self.bands.length
    }

    /// First row, first column, rows and columns of a band, in cells.
    pub(crate) fn band_cells(&self, band: u32) -> (u32, u32, u32, u32) {
        let Bands { upright, length, rows, cols, .. } = self.bands;
        let from = band * length;
        if upright { (from, 0, length.min(rows - from), cols) } else { (0, from, rows, length.min(cols - from)) }
    }

    /// Where `square` would be if the board went on beyond the ends of this band.
    pub(crate) fn centre_seen_from(&self, band: u32, square: Square) -> (f32, f32) {
        let (x, y) = self.centre(square);
        let (left, top) = self.band_corner(self.band(square));
        let (seen_left, seen_top) = self.band_corner(band);
        let away = (f64::from(self.band(square)) - f64::from(band)) * f64::from(self.bands.length * self.square);
        let (right, down) = if self.bands.upright { (0.0, away) } else { (away, 0.0) };
        (
            (f64::from(x) - f64::from(left) + f64::from(seen_left) + right) as f32,
            (f64::from(y) - f64::from(top) + f64::from(seen_top) + down) as f32,
        )
    }

    /// Cuts a line from inside a band to outside where it leaves the band: the point where it does.
    pub(crate) fn leaves(&self, band: u32, from: (f32, f32), to: (f32, f32)) -> (f32, f32) {
        let (left, top) = self.band_corner(band);
        let (_, _, rows, cols) = self.band_cells(band);
        let (inside, outside, low, high) = if self.bands.upright {
            (from.1, to.1, top, top + rows * self.square)
        } else {
            (from.0, to.0, left, left + cols * self.square)
        };
        let edge = if outside < inside { low } else { high } as f32;
        let part = (edge - inside) / (outside - inside);
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    }

    /// The top left pixel of a band's first cell.
    fn band_corner(&self, band: u32) -> (u32, u32) {
        let (left, top) = (self.margin + self.labels.left(), self.margin);
        if self.bands.upright { (left + band * self.pitch, top) } else { (left, top + band * self.pitch) }
    }

    /// The layout with exactly these measures, if the picture stays within the limits.
    fn of(board: &Board, style: &Style, drawing: Drawing, cell: Cell, length: u32) -> Option<Self> {
        let (rows, cols) = cell.count(board);
        let upright = rows > cols;
        let long = rows.max(cols);
        let count = long.div_ceil(length);
        // Bands of equal length, but for the last.
        let length = long.div_ceil(count);
        // A heat map by choice, where a line could be drawn as well.
        let roomy = style.look == Look::Heat && cell.pixels >= MIN_LINE_SQUARE;
        let labels = match (style.coordinates, drawing) {
            (Show::Never, _) => Labels::none(),
            (Show::Auto, Drawing::Heat) if !roomy => Labels::none(),
            _ => Labels::new(board, cell.pixels as f32 / cell.squares as f32),
        };
        let margin = match drawing {
            Drawing::Line => (cell.pixels / 3).clamp(3, 16),
            Drawing::Heat if roomy => (cell.pixels / 3).clamp(3, 16),
            Drawing::Heat => labels.below().min(8),
        };
        let side = |cells: u32| u64::from(cells) * u64::from(cell.pixels);
        let (band_width, band_height) =
            if upright { (side(cols), side(length)) } else { (side(length.min(cols)), side(rows)) };
        let (left, below) = (u64::from(labels.left()), u64::from(labels.below()));
        let gap = u64::from((cell.pixels / 2).max(2));
        let pitch = gap + if upright { left + band_width } else { band_height + below };
        let (mut width, mut height) =
            (left + band_width + 2 * u64::from(margin), band_height + below + 2 * u64::from(margin));
        *if upright { &mut width } else { &mut height } += u64::from(count - 1) * pitch;
        let fits = width.max(height) <= longest(style).into() && width * height <= MAX_PICTURE_PIXELS;
        fits.then_some(Self {
            drawing,
            square: cell.pixels,
            squares_a_cell: cell.squares,
            bands: Bands { upright, length, count, rows, cols },
            labels,
            margin,
            pitch: pitch as u32,
            width: width as u32,
            height: height as u32,
        })
    }

    fn longest(&self) -> u32 {
        self.width.max(self.height)
    }
}

/// Pixels and squares a side of a cell.
#[derive(Clone, Copy)]
struct Cell {
    pixels: u32,
    squares: u32,
}

impl Cell {
    fn count(self, board: &Board) -> (u32, u32) {
        (board.rows().div_ceil(self.squares), board.cols().div_ceil(self.squares))
    }
}

fn long_side(board: &Board) -> u32 {
    board.rows().max(board.cols())
}

fn may_fold(board: &Board, style: &Style) -> bool {
    style.fold && long_side(board) / THIN >= board.rows().min(board.cols())
}

/// The longest side of a picture: where the size of a square is asked for there is one limit only.
fn longest(style: &Style) -> u32 {
    if style.square.is_some() { MAX_PICTURE_SIDE } else { style.longest.clamp(LEAST_LONGEST, MAX_PICTURE_SIDE) }
}

/// The error that this board's squares are too small for a line.
fn too_fine(board: &Board, style: &Style, square: u32) -> ViewError {
    let what = match style.look {
        Look::Numbers => "visit numbers",
        Look::Arrows => "arrows",
        Look::Auto | Look::Line | Look::Heat => "lines",
    };
    ViewError::TooFine { what, needed: MIN_LINE_SQUARE, rows: board.rows(), cols: board.cols(), square }
}

/// A picture of at most [`LINE_SIDE`], in the largest squares there are, if squares as small as a line
/// needs them allow it.
fn auto(board: &Board, style: &Style, drawing: Drawing) -> Option<Layout> {
    let long = long_side(board);
    let side = LINE_SIDE.min(longest(style));
    let largest = |from: u32, length: &dyn Fn(u32) -> u32| {
        (from..=LINE_SQUARE)
            .rev()
            .filter_map(|pixels| Layout::of(board, style, drawing, Cell { pixels, squares: 1 }, length(pixels)))
            .find(|layout| layout.longest() <= side)
    };
    let straight = largest(MIN_LINE_SQUARE, &|_| long);
    let from = straight.as_ref().map_or(MIN_LINE_SQUARE, |layout| layout.square + 1);
    if from > FOLD_BELOW || !may_fold(board, style) {
        return straight;
    }
    largest(from, &|pixels| band_length(pixels, side)).or(straight)
}

/// A heat map: several pixels a square if the board is small, several squares a pixel if it is large.
fn auto_heat(board: &Board, style: &Style) -> Layout {
    let fold = may_fold(board, style);
    let grown = (1..MIN_LINE_SQUARE).rev().find_map(|pixels| {
        let side = HEAT_SIDE.min(longest(style));
        let length = if fold { side / pixels } else { long_side(board) };
        let layout = Layout::of(board, style, Drawing::Heat, Cell { pixels, squares: 1 }, length);
        layout.filter(|layout| layout.longest() <= side)
    });
    grown.unwrap_or_else(|| first_averaged(board, style, 1))
}

/// The heat map of so many squares a pixel or as few more as make it possible.
fn first_averaged(board: &Board, style: &Style, from: u32) -> Layout {
    (from..=long_side(board))
        .find_map(|squares| averaged(board, style, squares))
        .expect("a board averaged down to one cell fits any picture")
}

/// The heat map of this many squares a pixel, if it is no larger than a picture may be.
fn averaged(board: &Board, style: &Style, squares: u32) -> Option<Layout> {
    let cell = Cell { pixels: 1, squares };
    let (rows, cols) = cell.count(board);
    // As many bands as make the picture about square; 2 is the gap between them.
    let area = u64::from(rows.max(cols)) * u64::from(rows.min(cols) + 2);
    let length = if may_fold(board, style) { area.isqrt().max(1) as u32 } else { rows.max(cols) };
    Layout::of(board, style, Drawing::Heat, cell, length)
}

/// How squares of this size are drawn.
const fn by_size(pixels: u32) -> Drawing {
    if pixels < MIN_LINE_SQUARE { Drawing::Heat } else { Drawing::Line }
}

/// The layout in squares of the size asked for, if it may be asked for.
fn wished(board: &Board, style: &Style, square: u32, drawing: impl Fn(u32) -> Drawing) -> Result<Layout, ViewError> {
    if !(1..=MAX_SQUARE).contains(&square) {
        return Err(ViewError::Square { square });
    }
    let given = |pixels| given(board, style, pixels, drawing(pixels));
    given(square).ok_or_else(|| ViewError::TooLarge {
        rows: board.rows(),
        cols: board.cols(),
        square,
        largest: (1..square).rev().find(|&pixels| given(pixels).is_some()).unwrap_or(0),
    })
}

/// The layout in squares of this size.
fn given(board: &Board, style: &Style, pixels: u32, drawing: Drawing) -> Option<Layout> {
    let of = |length| Layout::of(board, style, drawing, Cell { pixels, squares: 1 }, length);
    let straight = of(long_side(board));
    if !may_fold(board, style) || straight.as_ref().is_some_and(|layout| layout.longest() <= LINE_SIDE) {
        return straight;
    }
    of(band_length(pixels, LINE_SIDE)).or(straight)
}

/// Squares of a band that is as long as a side may be, less a little for the margins.
fn band_length(pixels: u32, side: u32) -> u32 {
    ((side - 80) / pixels).max(1)
}
