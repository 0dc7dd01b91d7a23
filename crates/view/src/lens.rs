//! The strip of enlarged squares below a heat map, with the moves between these squares. A heat map with
//! a legend has this strip if its squares are too small to draw the tour as a line.

use courser_board::{Board, Square};

use crate::geometry::{Area, PixelPoint};
use crate::layout::Layout;
use crate::limits::MIN_LINE_SQUARE;
use crate::{Colours, Picture, Rgb};

/// Maximum number of rows in the strip.
pub(crate) const ROWS: u32 = 16;

/// Maximum number of columns in the strip.
const COLS: u32 = 96;

/// Maximum side of an enlarged square in pixels. If a picture is wider than 9216 pixels, this limit makes the strip of
/// enlarged squares narrower than the picture.
const MAX_INSET_SQUARE: u32 = 96;

/// Returns the side of an enlarged square, in pixels. `width` is the width of the picture, in pixels.
pub(crate) fn square(width: u32) -> u32 {
    (width / COLS).clamp(MIN_LINE_SQUARE, MAX_INSET_SQUARE)
}

/// The enlarged squares, and the visits to these squares. The squares are in the middle of the board. If the board is
/// drawn in several folds, the squares are in the middle of the middle fold.
pub(crate) struct Inset {
    /// The top left square among the enlarged squares.
    pub(crate) corner: Square,
    /// Number of rows of enlarged squares.
    pub(crate) rows: u32,
    /// Number of columns of enlarged squares.
    pub(crate) cols: u32,
    /// Width, in squares, of the area around the enlarged squares. Moves from this area reach the enlarged squares.
    rim: u32,
    /// The enlarged squares that are not holes.
    squares: Vec<Square>,
    /// Recorded visits to the enlarged squares and to the area around them. Each element contains the visit number,
    /// counted from 0, and the square.
    visits: Vec<(u64, Square)>,
}

impl Inset {
    /// Returns the strip of enlarged squares of a layout, or `None` if the layout has no strip.
    pub(crate) fn new(board: &Board, layout: &Layout) -> Option<Self> {
        let room = layout.width.checked_div(layout.lens)?;
        let (first_row, first_col, rows, cols) = layout.middle_fold(board);
        let (high, wide) = (rows.min(ROWS), cols.min(COLS).min(room));
        let corner = Square::new(first_row + (rows - high) / 2, first_col + (cols - wide) / 2);
        let enlarged = (0..high * wide).map(|at| Square::new(corner.row + at / wide, corner.col + at % wide));
        let squares = enlarged.filter(|&square| board.is_playable(square)).collect();
        let leaper = board.leaper();
        Some(Self { corner, rows: high, cols: wide, rim: leaper.r().max(leaper.s()), squares, visits: Vec::new() })
    }

    /// Returns the ranges of rows and columns whose visits are recorded. The ranges can extend beyond the board.
    pub(crate) fn area(&self) -> [std::ops::Range<u32>; 2] {
        let Square { row, col } = self.corner;
        let around = |at: u32, shown: u32| at.saturating_sub(self.rim)..at + shown + self.rim;
        [around(row, self.rows), around(col, self.cols)]
    }

    /// Records the visit with the index `visit`, counted from 0, if its square is in the area.
    pub(crate) fn take(&mut self, square: Square, visit: u64) {
        let [rows, cols] = self.area();
        if rows.contains(&square.row) && cols.contains(&square.col) {
            self.visits.push((visit, square));
        }
    }

    /// Paints the enlarged squares and the moves between them, centred below the board in a picture of this layout.
    ///
    /// This function does not draw on a [`Raster`](crate::canvas::Raster), because the web page does not contain the
    /// code of `Raster`. The only pixel pictures of the web page are heat maps, which do not need a `Raster`.
    pub(crate) fn paint(mut self, picture: &mut Picture, layout: &Layout, colours: &Colours) {
        let (pixels, rows, cols) = (layout.lens, self.rows, self.cols);
        let (width, height) = (cols * pixels, rows * pixels);
        let strip = Area {
            left: (layout.width - width) / 2,
            top: layout.board_height() + layout.strip - height,
            width,
            height,
        };
        let shown =
            |square: Square| Some((square.row.checked_sub(self.corner.row)?, square.col.checked_sub(self.corner.col)?));
        let mut fill = |square: Square, colours: &[Rgb; 2]| {
            if let Some((row, col)) = shown(square).filter(|&(row, col)| row < rows && col < cols) {
                let corner = (strip.left + col * pixels, strip.top + row * pixels);
                picture.fill_row(corner, pixels, &[colours[square.colour() as usize]]);
            }
        };
        self.squares.iter().for_each(|&square| fill(square, &colours.unvisited));
        self.visits.iter().for_each(|&(_, square)| fill(square, &colours.squares));
        self.visits.sort_unstable_by_key(|&(visit, _)| visit);
        let centre = |square: Square| {
            let along = |at: u32, first: u32, from: u32| {
                from as f32 + ((f64::from(at) - f64::from(first)) as f32 + 0.5) * pixels as f32
            };
            (along(square.col, self.corner.col, strip.left), along(square.row, self.corner.row, strip.top))
        };
        for pair in self.visits.windows(2) {
            if let [(visit, from), (next, to)] = *pair
                && visit + 1 == next
            {
                segment(picture, &strip, [centre(from), centre(to)], (pixels as f32 * 0.1).max(1.4), colours.line);
            }
        }
    }
}

/// Draws a straight line with round ends and antialiased edges, clipped to an area. If both ends are equal, draws a
/// disc.
pub(crate) fn segment(picture: &mut Picture, within: &Area, [from, to]: [PixelPoint; 2], width: f32, colour: Rgb) {
    let (low, high) = ((from.0.min(to.0), from.1.min(to.1)), (from.0.max(to.0), from.1.max(to.1)));
    let along = |low: f32, high: f32, first: u32, end: u32| {
        ((low - width).max(first as f32) as u32)..((high + width).clamp(first as f32, end as f32) as u32)
    };
    let way = (to.0 - from.0, to.1 - from.1);
    for y in along(low.1, high.1, within.top, within.bottom()) {
        for x in along(low.0, high.0, within.left, within.right()) {
            let here = (x as f32 + 0.5 - from.0, y as f32 + 0.5 - from.1);
            let length = (way.0 * way.0 + way.1 * way.1).max(f32::MIN_POSITIVE);
            let part = ((here.0 * way.0 + here.1 * way.1) / length).clamp(0.0, 1.0);
            let away = (here.0 - part * way.0).hypot(here.1 - part * way.1);
            picture.blend(x as i32, y as i32, colour, (width / 2.0 + 0.5 - away).clamp(0.0, 1.0));
        }
    }
}
