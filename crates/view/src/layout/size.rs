//! Selects the size of a picture: the side of the squares of a line picture, the number of pixels per square or of
//! squares per pixel in a heat map, and the folds of a thin board.

use courser_board::{Board, Wrap};

use crate::layout::{CellSize, Drawing, Layout};
use crate::legend::LegendSize;
use crate::limits::{MAX_PICTURE_SIDE, MAX_SQUARE, MIN_LINE_SQUARE};
use crate::{PathStyle, Result, Style, ViewError, Visibility, font};

/// Preferred side, in pixels, of a square in a line picture.
const LINE_SQUARE: u32 = 48;

/// Maximum side, in pixels, of a square on a small board. The side exceeds the preferred side only if the picture would
/// otherwise be too small.
const MAX_LINE_SQUARE: u32 = 96;

/// Maximum side of a line picture in pixels, for a style that does not set the side of a square. For any other style, a
/// thin board is folded only if its unfolded picture would exceed this size.
const LINE_SIDE: u32 = 2400;

/// Minimum value of [`Style::max_side`], in pixels. A smaller value is replaced by this minimum. Every board can be
/// averaged down to a heat map that fits in this size together with its labels.
const MIN_LONGER_SIDE: u32 = 256;

/// Maximum side in pixels of a heat map with more than one pixel per square.
const HEAT_SIDE: u32 = 1200;

/// Minimum ratio of length to width of a thin board. Only thin boards are folded.
const THIN: u32 = 4;

/// Minimum side, in pixels, of the squares of an unfolded thin board. If the squares would be smaller, the board is
/// folded, since numbers would be illegible.
const FOLD_BELOW: u32 = 28;

/// Minimum font size of a caption in pixels per em.
const MIN_CAPTION_EM: f32 = 7.0;

impl Layout {
    /// Computes the layout of a board in this style.
    ///
    /// # Errors
    /// [`ViewError::Square`] or [`ViewError::TooLarge`] if the requested size is impossible, [`ViewError::Legend`] if
    /// the requested legend does not fit, [`ViewError::Caption`] if the caption does not fit. Without a requested size,
    /// legend or caption, every board has a layout.
    pub fn new(board: &Board, style: &Style) -> Result<Self> {
        Self::of_style(board, style).and_then(|layout| legible(layout, board, style))
    }

    fn of_style(board: &Board, style: &Style) -> Result<Self> {
        let drawing = |pixels| match style.look {
            PathStyle::Heat => Drawing::Heat,
            PathStyle::Auto if pixels < MIN_LINE_SQUARE => Drawing::Heat,
            PathStyle::Auto | PathStyle::Line | PathStyle::Numbers | PathStyle::Arrows => Drawing::Line,
        };
        let needs_room = matches!(style.look, PathStyle::Line | PathStyle::Numbers | PathStyle::Arrows);
        match style.square {
            None => match auto(board, style, drawing(MIN_LINE_SQUARE)) {
                Some(layout) => Ok(layout),
                None if needs_room => Err(too_fine(board, style, auto_heat(board, style).square)),
                None => Ok(auto_heat(board, style)),
            },
            Some(square) if needs_room && (1..MIN_LINE_SQUARE).contains(&square) => Err(too_fine(board, style, square)),
            Some(square) => wished(board, style, square, drawing).map_err(|error| match error {
                ViewError::TooLarge { largest, .. } if needs_room && largest < MIN_LINE_SQUARE => {
                    too_fine(board, style, largest.max(1))
                }
                error => error,
            }),
        }
    }

    /// Computes the layout of a board with chess pieces. The board is not divided into folds, and its squares are large
    /// enough for the pieces.
    ///
    /// # Errors
    /// [`ViewError::TooSmall`] if the squares would be too small.
    pub(crate) fn with_pieces(board: &Board, style: &Style) -> Result<Self> {
        let style = Style { fold: false, ..style.clone() };
        let layout = Self::new(board, &style)?;
        if layout.drawing != Drawing::Heat {
            return Ok(layout);
        }
        let min = Style { square: Some(MIN_LINE_SQUARE), ..style };
        Self::new(board, &min).map_err(|_| {
            // A bisection finds the largest board of the same shape that can be drawn with chess pieces.
            let (mut fits, mut fails) = (1, long_side(board));
            let shrunk = |long: u32| {
                let side = |side: u32| (u64::from(side) * u64::from(long) / u64::from(long_side(board))).max(1) as u32;
                (side(board.rows()), side(board.cols()))
            };
            while fits + 1 < fails {
                let long = fits.midpoint(fails);
                let (rows, cols) = shrunk(long);
                let is_drawn = Board::new(rows, cols).is_ok_and(|board| Self::new(&board, &min).is_ok());
                *(if is_drawn { &mut fits } else { &mut fails }) = long;
            }
            ViewError::TooSmall { board: board.to_string(), largest: shrunk(fits) }
        })
    }

    /// Computes the layout of a heat map for a board of any size. `squares_a_pixel` overrides `style.square`. If
    /// `squares_a_pixel` is `None` and [`new`](Self::new) would also select a heat map, both functions return the same
    /// layout.
    ///
    /// # Errors
    /// Returns the errors of [`HeatStream::new`](crate::HeatStream::new).
    pub fn heat(board: &Board, style: &Style, squares_a_pixel: Option<u32>) -> Result<Self> {
        let layout = match (squares_a_pixel, style.square) {
            (None, None) => Ok(auto_heat(board, style)),
            (None, Some(square)) => wished(board, style, square, |_| Drawing::Heat),
            (Some(0), _) => Err(ViewError::NoSquares),
            (Some(squares), _) => averaged(board, style, squares).ok_or_else(|| ViewError::TooFewSquares {
                board: board.to_string(),
                squares_a_pixel: squares,
                smallest: first_averaged(board, style, squares).squares_a_cell,
            }),
        };
        layout.and_then(|layout| legible(layout, board, style))
    }
}

/// Returns the layout, or an error if the style requires a legend or a caption that does not fit.
///
/// # Errors
/// [`ViewError::Legend`] or [`ViewError::Caption`] with the minimum width.
fn legible(layout: Layout, board: &Board, style: &Style) -> Result<Layout> {
    let is_heat = layout.drawing == Drawing::Heat && style.legend == Visibility::Always;
    if let Some((text, em, _)) = layout.captioned().filter(|&(text, em, _)| !text.is_empty() && em < MIN_CAPTION_EM) {
        let missing = (MIN_CAPTION_EM - em) * font::width(text, 1.0);
        return Err(ViewError::Caption { width: layout.width, needed: layout.width + missing.ceil() as u32 });
    }
    if is_heat && let Err(needed) = LegendSize::new(board, layout.width, layout.labels.size) {
        return Err(ViewError::Legend { width: layout.width, needed });
    }
    Ok(layout)
}

fn long_side(board: &Board) -> u32 {
    board.rows().max(board.cols())
}

/// Returns whether a board may be folded. A board with joined sides is never folded, since its moves lead across the
/// joined sides.
fn may_fold(board: &Board, style: &Style) -> bool {
    style.fold && board.wrap() == Wrap::None && long_side(board) / THIN >= board.rows().min(board.cols())
}

/// Returns the maximum side length, in pixels, of a picture. If the style sets the size of squares, only the general
/// limit applies.
pub(super) fn longest(style: &Style) -> u32 {
    if style.square.is_some() { MAX_PICTURE_SIDE } else { style.max_side.clamp(MIN_LONGER_SIDE, MAX_PICTURE_SIDE) }
}

/// Returns the error for a board whose squares are too small for lines, arrows or visit numbers.
fn too_fine(board: &Board, style: &Style, square: u32) -> ViewError {
    let what = match style.look {
        PathStyle::Numbers => "visit numbers",
        PathStyle::Arrows => "arrows",
        PathStyle::Auto | PathStyle::Line | PathStyle::Heat => "lines",
    };
    ViewError::TooFine { what, needed: MIN_LINE_SQUARE, board: board.to_string(), square }
}

/// Returns a layout with a side of at most [`LINE_SIDE`] and the largest possible squares. Returns `None` if these
/// squares are too small to draw the tour as a line.
fn auto(board: &Board, style: &Style, drawing: Drawing) -> Option<Layout> {
    let long = long_side(board);
    let side = LINE_SIDE.min(longest(style));
    let max = LINE_SQUARE.max(MAX_LINE_SQUARE.min(style.min_side / long));
    let largest = |from: u32, length: &dyn Fn(u32) -> u32| {
        (from..=max)
            .rev()
            .filter_map(|pixels| Layout::of(board, style, drawing, CellSize { pixels, squares: 1 }, length(pixels)))
            .find(|layout| layout.longest() <= side)
    };
    let straight = largest(MIN_LINE_SQUARE, &|_| long);
    let from = straight.as_ref().map_or(MIN_LINE_SQUARE, |layout| layout.square + 1);
    if from > FOLD_BELOW || !may_fold(board, style) {
        return straight;
    }
    largest(from, &|pixels| fold_length(pixels, side)).or(straight)
}

/// Returns the layout of a heat map. A small board has several pixels per square. A large board has several squares per
/// pixel.
fn auto_heat(board: &Board, style: &Style) -> Layout {
    let fold = may_fold(board, style);
    let grown = (1..MIN_LINE_SQUARE).rev().find_map(|pixels| {
        let side = HEAT_SIDE.min(longest(style));
        let length = if fold { side / pixels } else { long_side(board) };
        let layout = Layout::of(board, style, Drawing::Heat, CellSize { pixels, squares: 1 }, length);
        layout.filter(|layout| layout.longest() <= side)
    });
    grown.unwrap_or_else(|| first_averaged(board, style, 1))
}

/// Returns the layout of the heat map with the smallest possible number of squares per pixel, at least `from`.
fn first_averaged(board: &Board, style: &Style, from: u32) -> Layout {
    (from..=long_side(board))
        .find_map(|squares| averaged(board, style, squares))
        .expect("a board averaged down to one cell fits any picture")
}

/// Returns the layout of the heat map in which each pixel shows `squares` x `squares` squares, or `None` if the layout
/// exceeds the limits.
fn averaged(board: &Board, style: &Style, squares: u32) -> Option<Layout> {
    let cell = CellSize { pixels: 1, squares };
    let (rows, cols) = cell.count(board);
    // The number of folds is chosen so that the picture is approximately square. The gap between folds is 2 pixels
    // wide.
    let area = u64::from(rows.max(cols)) * u64::from(rows.min(cols) + 2);
    let length = if may_fold(board, style) { area.isqrt().max(1) as u32 } else { rows.max(cols) };
    Layout::of(board, style, Drawing::Heat, cell, length)
}

/// Returns the layout with squares of the requested size.
///
/// # Errors
/// [`ViewError::Square`] or [`ViewError::TooLarge`] if the size is impossible.
fn wished(board: &Board, style: &Style, square: u32, drawing: impl Fn(u32) -> Drawing) -> Result<Layout> {
    if !(1..=MAX_SQUARE).contains(&square) {
        return Err(ViewError::Square(square));
    }
    let given = |pixels| given(board, style, pixels, drawing(pixels));
    given(square).ok_or_else(|| ViewError::TooLarge {
        board: board.to_string(),
        square,
        largest: (1..square).rev().find(|&pixels| given(pixels).is_some()).unwrap_or(0),
    })
}

/// Returns the layout with squares of `pixels` pixels per side, or `None` if the picture exceeds the limits.
fn given(board: &Board, style: &Style, pixels: u32, drawing: Drawing) -> Option<Layout> {
    let of = |length| Layout::of(board, style, drawing, CellSize { pixels, squares: 1 }, length);
    let straight = of(long_side(board));
    if !may_fold(board, style) || straight.as_ref().is_some_and(|layout| layout.longest() <= LINE_SIDE) {
        return straight;
    }
    of(fold_length(pixels, LINE_SIDE)).or(straight)
}

/// Returns the maximum length of a fold in squares. A fold is a part of a divided long board. The picture has a maximum
/// side of `side` pixels, and a square has a side of `pixels` pixels. Some space is left for the margins.
fn fold_length(pixels: u32, side: u32) -> u32 {
    ((side - 80) / pixels).max(1)
}
