//! The strip of enlarged squares below a heat map whose squares are too small for a line, with the moves between them.

use courser_board::{Board, Square};

use crate::geometry::{Area, Point};
use crate::{Colours, Picture, Rgb};

/// Rows that it shows.
pub(crate) const ROWS: u32 = 16;

/// Columns that it shows.
pub(crate) const COLS: u32 = 96;

/// Pixels per side of an enlarged square at most: the strip is narrower than a picture of more than 9216.
pub(crate) const LARGEST_SQUARE: u32 = 96;

/// Squares around these that moves lead to.
const RIM: u32 = 2;

/// The squares in the middle of a board, and the visits of the path to them.
pub(crate) struct Lens {
    /// The first square that is shown.
    pub(crate) corner: Square,
    /// Each visit, counted from 0, and its square, counted from the corner of the rim.
    visits: Vec<(u64, Square)>,
}

impl Lens {
    /// Returns whether the board has that many squares.
    pub(crate) fn serves(board: &Board) -> bool {
        board.rows() >= ROWS + 2 * RIM && board.cols() >= COLS + 2 * RIM
    }

    pub(crate) fn new(board: &Board) -> Self {
        Self { corner: Square::new((board.rows() - ROWS) / 2, (board.cols() - COLS) / 2), visits: Vec::new() }
    }

    /// Rows and columns of the board, from the first to the last, of the squares whose visits it takes.
    pub(crate) fn area(&self) -> [std::ops::Range<u32>; 2] {
        let Square { row, col } = self.corner;
        [row - RIM..row + ROWS + RIM, col - RIM..col + COLS + RIM]
    }

    /// Records a visit, counted from 0, if its square is in the area.
    pub(crate) fn take(&mut self, square: Square, visit: u64) {
        let [rows, cols] = self.area();
        if rows.contains(&square.row) && cols.contains(&square.col) {
            self.visits.push((visit, Square::new(square.row - rows.start, square.col - cols.start)));
        }
    }

    /// Paints its squares, of `pixels` each, from the top left pixel `corner` of a picture on, and the moves between them. It does
    /// without a canvas: heat maps are all that the page in a browser draws in pixels.
    pub(crate) fn paint(mut self, picture: &mut Picture, corner: (u32, u32), pixels: u32, colours: &Colours) {
        let strip = Area { left: corner.0, top: corner.1, width: COLS * pixels, height: ROWS * pixels };
        let shown = |square: Square| Some((square.row.checked_sub(RIM)?, square.col.checked_sub(RIM)?));
        for &(_, square) in &self.visits {
            if let Some((row, col)) = shown(square).filter(|&(row, col)| row < ROWS && col < COLS) {
                let corner = (strip.left + col * pixels, strip.top + row * pixels);
                picture.fill_row(corner, pixels, &[colours.squares[square.colour() as usize]]);
            }
        }
        self.visits.sort_unstable_by_key(|&(visit, _)| visit);
        let centre = |square: Square| {
            let along = |at: u32, from: u32| from as f32 + (at as f32 - RIM as f32 + 0.5) * pixels as f32;
            (along(square.col, strip.left), along(square.row, strip.top))
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

/// Draws a straight line with round ends and antialiased edges, clipped to an area; a disc if both ends are equal.
pub(crate) fn segment(picture: &mut Picture, within: &Area, [from, to]: [Point; 2], width: f32, colour: Rgb) {
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
