//! The positions of a board's squares in a picture.

mod labels;
mod size;

use courser_board::{Board, MoveOrder, Square, Wrap};

pub(crate) use self::labels::{CoordinateLabels, file};
use crate::geometry::between;
use crate::legend::LegendSize;
use crate::lens;
use crate::limits::{MAX_CHEQUERED, MAX_PICTURE_PIXELS, MIN_LINE_SQUARE};
use crate::{PathStyle, Style, Visibility, coordinates, font};

/// Minimum width in pixels of a picture with an automatic legend.
const LEGEND_FROM: u64 = 320;

/// The kind of drawing: a line, or a heat map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawing {
    /// A line through the centres of the squares.
    Line,
    /// A colour for each square's visit number.
    Heat,
}

/// The positions of a board's squares in a picture.
///
/// The board is divided into *cells*. A cell is one square or, if the board is larger than the maximum picture size, a
/// block with [`squares_a_cell`](Self::squares_a_cell) squares per side. A long thin board can be divided into several
/// *folds* of equal length. On a wide board, the fold with the first columns is above the next fold. On a tall board,
/// the fold with the upper rows is left of the next fold.
///
/// Every cell is inside the picture, and the picture is within [`MAX_PICTURE_SIDE`](crate::MAX_PICTURE_SIDE) and
/// [`MAX_PICTURE_PIXELS`].
///
/// ```
/// use courser_board::{Board, Square};
/// use courser_view::{Drawing, Layout, Style};
///
/// let layout = Layout::new(&Board::new(8, 8).unwrap(), &Style::default()).unwrap();
/// assert_eq!((layout.drawing, layout.square), (Drawing::Line, 48));
/// let (x, y) = layout.corner(Square::new(0, 0));
/// assert_eq!(layout.corner(Square::new(2, 1)), (x + 48, y + 96));
///
/// let large = Layout::new(&Board::new(1000, 1000).unwrap(), &Style::default()).unwrap();
/// assert_eq!((large.drawing, large.width, large.height), (Drawing::Heat, 1000, 1000));
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    /// The kind of drawing: a line or a heat map.
    pub drawing: Drawing,
    /// Side of a cell in pixels. A cell is a single square, unless the board is so large that each cell shows the mean
    /// of several squares.
    pub square: u32,
    /// Number of squares along a side of a cell. It is 1 unless the board is averaged down.
    pub squares_a_cell: u32,
    folds: Folds,
    /// Square at the top left corner of the picture.
    first: Square,
    /// The board if some of its sides are joined, otherwise `None`. A board with joined sides is never divided into
    /// folds.
    joined: Option<Board>,
    pub(crate) labels: CoordinateLabels,
    /// Width in pixels of the margin around the board and its labels.
    margin: u32,
    /// Distance in pixels from the top left corner of a fold to the top left corner of the next fold.
    pitch: u32,
    /// Width of the picture in pixels.
    pub width: u32,
    /// Height of the picture in pixels.
    pub height: u32,
    /// Height of the legend in pixels, or 0 without a legend. The legend is at the lower edge of the picture, above the
    /// caption.
    pub legend: u32,
    /// Height of a line of the legend, and number of lines. The field `legend` of this layout contains their product.
    pub(crate) legend_size: LegendSize,
    /// Side in pixels of an enlarged square in the strip above the legend, or 0 without a strip.
    pub lens: u32,
    /// Height in pixels of the strip of enlarged squares, including the gap above it.
    pub(crate) strip: u32,
    /// The caption at the lower edge of the picture, or `None` if the picture has no caption.
    pub(crate) caption: Option<Caption>,
}

/// A line of text below a picture.
#[derive(Clone, Debug)]
pub(crate) struct Caption {
    pub(crate) text: String,
    /// Preferred font size in pixels per em. The font is smaller if the text would be too wide.
    em: f32,
    /// Height of the line in pixels.
    height: u32,
}

impl Caption {
    fn new(text: &str, em: f32) -> Self {
        Self { text: text.to_owned(), em, height: (2.0 * em).ceil() as u32 }
    }
}

/// The folds of a layout.
#[derive(Clone, Copy, Debug)]
struct Folds {
    /// True if the folds are ranges of rows. Otherwise they are ranges of columns.
    upright: bool,
    /// Length of a fold in cells.
    length: u32,
    count: u32,
    /// Height of the board in cells.
    rows: u32,
    /// Width of the board in cells.
    cols: u32,
}

impl Layout {
    /// Returns the width and the height of the picture in pixels.
    pub(crate) const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns two values in pixels: the width of the coordinates to the left of the board, and the height of the
    /// coordinates and the caption below the board.
    pub fn labelled(&self) -> (u32, u32) {
        (self.labels.left, self.labels.below + self.caption_height())
    }

    /// Returns the height of the caption in pixels, or 0 without a caption.
    pub(crate) fn caption_height(&self) -> u32 {
        self.caption.as_ref().map_or(0, |caption| caption.height)
    }

    /// Returns three values: the caption, the font size in pixels per em, and the centre of the caption. The caption is
    /// at the lower edge of the picture, centred horizontally on the board. Returns `None` if the layout has no
    /// caption.
    pub(crate) fn captioned(&self) -> Option<(&str, f32, (f32, f32))> {
        let Caption { text, em, height } = self.caption.as_ref()?;
        let (left, wide, high) = (self.labels.left as f32, self.width as f32, self.height as f32);
        let em = em.min((wide - left - em) / font::width(text, 1.0).max(1.0));
        Some((text, em, ((left + wide) / 2.0, high - *height as f32 / 2.0)))
    }

    /// Returns whether the board has so many squares that drawing their colours would hide the line.
    pub(crate) fn is_dense(&self) -> bool {
        u64::from(self.folds.rows) * u64::from(self.folds.cols) > MAX_CHEQUERED
    }

    /// Returns the number of folds, which are the pieces of a divided board. An undivided board is a single fold.
    pub const fn folds(&self) -> u32 {
        self.folds.count
    }

    /// Returns the top left pixel of a square, or of the cell that contains the square.
    pub fn corner(&self, square: Square) -> (u32, u32) {
        self.cell_corner(square.row / self.squares_a_cell, square.col / self.squares_a_cell)
    }

    /// Returns the centre of a square, in pixels from the top left corner of the picture.
    pub fn centre(&self, square: Square) -> (f32, f32) {
        let (x, y) = self.corner(square);
        let half = self.square as f32 / 2.0;
        (x as f32 + half, y as f32 + half)
    }

    /// Returns the number of rows of cells and the number of columns of cells.
    pub(crate) const fn cells(&self) -> (u32, u32) {
        (self.folds.rows, self.folds.cols)
    }

    /// Returns the top left pixel of a cell.
    pub(crate) fn cell_corner(&self, row: u32, col: u32) -> (u32, u32) {
        let (x, y, fold) = if self.folds.upright {
            (col, row % self.folds.length, row / self.folds.length)
        } else {
            (col % self.folds.length, row, col / self.folds.length)
        };
        let (left, top) = self.fold_corner(fold);
        (left + (x - self.first.col) * self.square, top + (y - self.first.row) * self.square)
    }

    /// Returns a layout for drawing over existing squares. The side of a square is `square` pixels long, and the board
    /// is not folded. All positions are relative to the top left corner of `first`.
    pub(crate) fn over(board: &Board, first: Square, square: u32) -> Self {
        let (rows, cols) = (board.rows(), board.cols());
        Self {
            drawing: Drawing::Line,
            square,
            squares_a_cell: 1,
            folds: Folds { upright: false, length: cols, count: 1, rows, cols },
            first,
            joined: None,
            labels: CoordinateLabels::default(),
            margin: 0,
            pitch: 0,
            width: 0,
            height: 0,
            legend: 0,
            legend_size: LegendSize::default(),
            lens: 0,
            strip: 0,
            caption: None,
        }
    }

    /// Returns the number of cells from column `col` to the end of the fold that contains this column. In the picture,
    /// these cells are next to each other.
    pub(crate) const fn cells_on(&self, col: u32) -> u32 {
        let Folds { upright, length, cols, .. } = self.folds;
        if upright { cols - col } else { length - col % length }
    }

    /// Returns the index of the fold that contains a square.
    pub(crate) fn fold(&self, square: Square) -> u32 {
        let along = if self.folds.upright { square.row } else { square.col };
        along / self.squares_a_cell / self.folds.length
    }

    /// Returns the position and the size of a fold in cells: first row, first column, number of rows, number of
    /// columns.
    pub(crate) fn fold_cells(&self, fold: u32) -> (u32, u32, u32, u32) {
        let Folds { upright, length, rows, cols, .. } = self.folds;
        let from = fold * length;
        if upright { (from, 0, length.min(rows - from), cols) } else { (0, from, rows, length.min(cols - from)) }
    }

    /// Returns the point at which the centre of `square` would be if the fold with the index `fold` were extended
    /// beyond its ends to this square.
    pub(crate) fn centre_seen_from(&self, fold: u32, square: Square) -> (f32, f32) {
        let (x, y) = self.centre(square);
        let (left, top) = self.fold_corner(self.fold(square));
        let (seen_left, seen_top) = self.fold_corner(fold);
        let away = (f64::from(self.fold(square)) - f64::from(fold)) * f64::from(self.folds.length * self.square);
        let (right, down) = if self.folds.upright { (0.0, away) } else { (away, 0.0) };
        (
            (f64::from(x) - f64::from(left) + f64::from(seen_left) + right) as f32,
            (f64::from(y) - f64::from(top) + f64::from(seen_top) + down) as f32,
        )
    }

    /// Returns the point at which a line crosses the edge of a fold. The line leads from a point inside the fold to a
    /// point outside.
    pub(crate) fn leaves(&self, fold: u32, from: (f32, f32), to: (f32, f32)) -> (f32, f32) {
        let (left, top) = self.fold_corner(fold);
        let (_, _, rows, cols) = self.fold_cells(fold);
        let (inside, outside, low, high) = if self.folds.upright {
            (from.1, to.1, top, top + rows * self.square)
        } else {
            (from.0, to.0, left, left + cols * self.square)
        };
        let edge = if outside < inside { low } else { high } as f32;
        let part = (edge - inside) / (outside - inside);
        between(from, to, part)
    }

    /// Returns the offset in pixels, right and down, of a move across joined sides. Returns `None` if the move does not
    /// cross a joined side.
    pub(crate) fn crossing(&self, from: Square, to: Square) -> Option<(f32, f32)> {
        let board = self.joined.as_ref()?;
        let moves = board.leaper().moves(MoveOrder::SLIDES);
        let is_straight = moves.iter().any(|by| from.offset((by.row, by.col)) == Some(to));
        let by = moves.into_iter().find(|&by| !is_straight && board.step(from, by) == Some(to))?;
        Some((by.col as f32 * self.square as f32, by.row as f32 * self.square as f32))
    }

    /// Returns two pairs in pixels for a board with joined sides: the positions of the left and upper edges of the
    /// board, and the width and height of the board.
    pub(crate) fn edges(&self) -> ((f32, f32), (f32, f32)) {
        let (left, top) = self.fold_corner(0);
        let (rows, cols) = self.cells();
        ((left as f32, top as f32), ((cols * self.square) as f32, (rows * self.square) as f32))
    }

    /// Returns the top left pixel of the first cell of a fold.
    fn fold_corner(&self, fold: u32) -> (u32, u32) {
        let (left, top) = (self.margin + self.labels.left, self.margin);
        if self.folds.upright { (left + fold * self.pitch, top) } else { (left, top + fold * self.pitch) }
    }

    /// Returns the layout with the given cells, and with folds of at most `length` cells. Returns `None` if the picture
    /// would exceed the limits.
    fn of(board: &Board, style: &Style, drawing: Drawing, cell: CellSize, length: u32) -> Option<Self> {
        let layout = Self::with_margin(board, style, drawing, cell, length, 0)?;
        match coordinates::overhang(&layout) {
            0 => Some(layout),
            cut => Self::with_margin(board, style, drawing, cell, length, layout.margin + cut),
        }
    }

    /// Returns the layout as [`of`](Self::of) does, with a margin of at least `min_margin` pixels.
    fn with_margin(
        board: &Board,
        style: &Style,
        drawing: Drawing,
        cell: CellSize,
        length: u32,
        min_margin: u32,
    ) -> Option<Self> {
        let (rows, cols) = cell.count(board);
        let upright = rows > cols;
        let long = rows.max(cols);
        let count = long.div_ceil(length);
        // All folds except the last one have the same length.
        let length = long.div_ceil(count);
        // Whether the style requests a heat map although the squares are large enough for a line.
        let roomy = style.look == PathStyle::Heat && cell.pixels >= MIN_LINE_SQUARE;
        let (across, down) =
            if upright { (cols.saturating_mul(count), length) } else { (length, rows.saturating_mul(count)) };
        let longest = cell.pixels as f32 * across.max(down) as f32;
        let square = cell.pixels as f32 / cell.squares as f32;
        let labels = match (style.coordinates, drawing) {
            (Visibility::Never, _) => CoordinateLabels::default(),
            (Visibility::Auto, Drawing::Heat) if !roomy => CoordinateLabels::default(),
            _ => CoordinateLabels::new(board, square, longest),
        };
        let caption = style.caption.as_ref().map(|text| Caption::new(text, labels::em(square, longest)));
        let margin = match drawing {
            Drawing::Line => (cell.pixels / 3).clamp(3, 16),
            Drawing::Heat if roomy => (cell.pixels / 3).clamp(3, 16),
            Drawing::Heat => labels.below.min(8),
        };
        let margin = margin.max(min_margin);
        let side = |cells: u32| u64::from(cells) * u64::from(cell.pixels);
        let (fold_width, fold_height) =
            if upright { (side(cols), side(length)) } else { (side(length.min(cols)), side(rows)) };
        let (left, below) = (u64::from(labels.left), u64::from(labels.below));
        let gap = u64::from((cell.pixels / 2).max(2));
        let pitch = gap + if upright { left + fold_width } else { fold_height + below };
        let (mut width, mut height) =
            (left + fold_width + 2 * u64::from(margin), fold_height + below + 2 * u64::from(margin));
        *if upright { &mut width } else { &mut height } += u64::from(count - 1) * pitch;
        let has_legend = match style.legend {
            Visibility::Auto => width >= LEGEND_FROM,
            Visibility::Always => true,
            Visibility::Never => false,
        };
        // A legend that does not fit is left out here. If the style requires this legend, `legible` returns an error.
        let legend_size = if has_legend && drawing == Drawing::Heat {
            LegendSize::new(board, u32::try_from(width).ok()?, labels.size).unwrap_or_default()
        } else {
            LegendSize::default()
        };
        let legend = legend_size.height();
        let has_lens = style.lens && legend > 0 && cell.pixels < MIN_LINE_SQUARE;
        let lens = if has_lens { lens::square(width as u32) } else { 0 };
        let fold_rows = if upright { length.saturating_mul(cell.squares) } else { board.rows() };
        let strip = lens * (fold_rows.min(lens::ROWS) + 1);
        height +=
            u64::from(legend) + u64::from(strip) + u64::from(caption.as_ref().map_or(0, |caption| caption.height));
        let fits = width.max(height) <= size::longest(style).into() && width * height <= MAX_PICTURE_PIXELS;
        fits.then_some(Self {
            drawing,
            square: cell.pixels,
            squares_a_cell: cell.squares,
            folds: Folds { upright, length, count, rows, cols },
            first: Square::new(0, 0),
            joined: Some(board).filter(|board| board.wrap() != Wrap::None).cloned(),
            labels,
            margin,
            pitch: pitch as u32,
            width: width as u32,
            height: height as u32,
            legend,
            legend_size,
            lens,
            strip,
            caption,
        })
    }

    /// Returns the height of the picture in pixels, without the strip of enlarged squares, the legend and the caption.
    pub(crate) fn board_height(&self) -> u32 {
        self.height - self.caption_height() - self.legend - self.strip
    }

    /// Returns the position and the size of the fold in the middle of the board, in squares: first row, first column,
    /// number of rows, number of columns.
    pub(crate) fn middle_fold(&self, board: &Board) -> (u32, u32, u32, u32) {
        let per = self.squares_a_cell;
        let (row, col, rows, cols) = self.fold_cells(self.folds.count / 2);
        let (row, col) = (row * per, col * per);
        (row, col, (rows * per).min(board.rows() - row), (cols * per).min(board.cols() - col))
    }

    /// Returns the longer side of the picture in pixels, without the strip of enlarged squares, the legend and the
    /// caption, which do not affect the size of squares.
    fn longest(&self) -> u32 {
        self.width.max(self.board_height())
    }
}

/// The side of a cell in pixels and in squares.
#[derive(Clone, Copy)]
struct CellSize {
    pixels: u32,
    squares: u32,
}

impl CellSize {
    fn count(self, board: &Board) -> (u32, u32) {
        (board.rows().div_ceil(self.squares), board.cols().div_ceil(self.squares))
    }
}
