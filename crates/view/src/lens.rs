//! The lens: some squares of a heat map whose squares are smaller than a pixel, enlarged below it, with the moves between them.

use courser_board::{Board, Square};

use crate::background::{self, Fill};
use crate::canvas::{Canvas as _, Raster};
use crate::curve::Curve;
use crate::geometry::Area;
use crate::layout::Layout;
use crate::line::Lines;
use crate::{Look, Picture, Show, Style};

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

    /// Takes a visit, counted from 0, if it is to one of its squares.
    pub(crate) fn take(&mut self, square: Square, visit: u64) {
        let [rows, cols] = self.area();
        if rows.contains(&square.row) && cols.contains(&square.col) {
            self.visits.push((visit, Square::new(square.row - rows.start, square.col - cols.start)));
        }
    }

    /// A picture of its squares in `pixels` each, and of the moves between them; and the part of it to be shown.
    pub(crate) fn paint(mut self, style: &Style, pixels: u32) -> (Picture, Area) {
        let board = Board::new(ROWS + 2 * RIM, COLS + 2 * RIM).expect("it is a board");
        let plain =
            Style { look: Look::Line, square: Some(pixels), coordinates: Show::Never, fold: false, ..style.clone() };
        let layout = Layout::new(&board, &plain).expect("squares of a lens are large enough for lines");
        let colours = style.palette.colours();
        let mut raster = Raster::new(layout.width, layout.height);
        raster.rect((0, 0), (layout.width, layout.height), colours.background);
        for &(_, square) in &self.visits {
            background::fill_square(&mut raster, &layout, square, Fill::plain(square, colours));
        }
        self.visits.sort_unstable_by_key(|&(visit, _)| visit);
        for run in self.visits.chunk_by(|one, next| one.0 + 1 == next.0) {
            let curve = Curve::new(&layout, run.iter().map(|&(_, square)| square).collect(), style.curve, false);
            let pieces = (0..run.len() - 1).flat_map(|visit| curve.pieces(visit));
            Lines::stroke(&mut raster, pieces, colours.line, &Lines::pen_of(&layout));
        }
        let (left, top) = layout.corner(Square::new(RIM, RIM));
        (raster.finish(), Area { left, top, width: COLS * pixels, height: ROWS * pixels })
    }
}
