//! Heat maps: the visit number as colour.

use courser_board::{Board, Path, Square};

use crate::layout::Layout;
use crate::palette::mix;
use crate::{Palette, Picture, Rgb, Show, Style, ViewError, coordinates, line};

/// A heat map while it is painted: where the cells lie, and what makes their colour.
///
/// Both ways to a heat map, a path and a stream of numbers, end here.
pub(crate) struct Sheet {
    layout: Layout,
    palette: Palette,
    picture: Picture,
    /// Rows and columns of the board, in squares.
    sides: (u32, u32),
    /// The last visit, counted from 0.
    last: u64,
}

/// What lies in a cell, in numbers of squares.
pub(crate) struct Tally {
    /// All of them.
    pub(crate) squares: u64,
    /// Those that the path visits.
    pub(crate) visits: u64,
    /// Those that are holes.
    pub(crate) holes: u64,
    /// The visits, each counted from 0, added up.
    pub(crate) sum: u128,
}

impl Sheet {
    /// An empty heat map of a board that is visited so many times.
    pub(crate) fn new(board: &Board, style: &Style, layout: Layout, visits: u64) -> Self {
        let picture = Picture::new(layout.width(), layout.height(), style.palette.colours().background);
        let sides = (board.rows(), board.cols());
        // Of a path of one square that square is the start.
        Self { layout, palette: style.palette, picture, sides, last: visits.max(2) - 1 }
    }

    pub(crate) const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Rows and columns of squares in a cell: fewer at the lower and the right edge.
    pub(crate) fn squares(&self, row: u32, col: u32) -> (u32, u32) {
        let per = self.layout.squares_a_cell();
        (per.min(self.sides.0 - row * per), per.min(self.sides.1 - col * per))
    }

    /// The colour of the mean visit number; visited, unvisited and holes in proportion.
    pub(crate) fn colour(&self, tally: &Tally) -> Rgb {
        let colours = self.palette.colours();
        let others = tally.squares - tally.visits;
        let colour = mix(colours.cold, colours.background, tally.holes as f32 / others.max(1) as f32);
        if tally.visits == 0 {
            return colour;
        }
        let mean = tally.sum as f64 / (tally.visits as f64 * self.last as f64);
        mix(colour, self.palette.heat(mean as f32), tally.visits as f32 / tally.squares as f32)
    }

    pub(crate) fn fill(&mut self, row: u32, col: u32, colour: Rgb) {
        let side = self.layout.square();
        self.picture.fill(self.layout.cell_corner(row, col), (side, side), colour);
    }

    /// The picture, all of whose cells are filled.
    pub(crate) fn finish(self) -> Picture {
        let Self { layout, palette, mut picture, .. } = self;
        coordinates::draw(&layout, |x, y, part| picture.blend(x, y, palette.colours().label, part));
        picture
    }
}

/// Paints every cell in the colour of its mean visit number.
pub(crate) fn paint(path: &Path, style: &Style, layout: &Layout) -> Result<Picture, ViewError> {
    /// A path has less than 2^32 visits: their sum is one of 64 bits.
    #[derive(Clone, Copy, Default)]
    struct Cell {
        sum: u64,
        visits: u32,
        holes: u32,
    }

    if style.numbers == Show::Always {
        return Err(line::numbers_need(path, layout));
    }
    let board = path.board();
    let per = layout.squares_a_cell();
    let (rows, cols) = layout.cells();
    let mut cells = vec![Cell::default(); rows as usize * cols as usize];
    let at = |square: Square| (square.row / per) as usize * cols as usize + (square.col / per) as usize;
    for (visit, square) in (0..).zip(path.squares()) {
        let cell = &mut cells[at(square)];
        cell.visits += 1;
        cell.sum += visit;
    }
    for hole in board.holes() {
        cells[at(hole)].holes += 1;
    }

    let mut sheet = Sheet::new(board, style, layout.clone(), path.order().len() as u64);
    for (row, line) in (0..rows).zip(cells.chunks_exact(cols as usize)) {
        for (col, cell) in (0..cols).zip(line) {
            let (high, wide) = sheet.squares(row, col);
            let colour = sheet.colour(&Tally {
                squares: u64::from(high) * u64::from(wide),
                visits: cell.visits.into(),
                holes: cell.holes.into(),
                sum: cell.sum.into(),
            });
            sheet.fill(row, col, colour);
        }
    }
    Ok(sheet.finish())
}
