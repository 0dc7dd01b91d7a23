//! Heat maps: the visit number as colour.

use courser_board::Path;

use crate::layout::Layout;
use crate::palette::mix;
use crate::{Picture, Show, Style, ViewError, coordinates, line};

/// What lies in a cell.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// Mean of the visits in it, 0 at the start of the path and 1 at its end.
    mean: f32,
    visits: u32,
    holes: u32,
}

/// Paints every cell in the colour of its mean visit number.
///
/// A cell of several squares shows visited, unvisited and holes in proportion.
pub(crate) fn paint(path: &Path, style: &Style, layout: &Layout) -> Result<Picture, ViewError> {
    if style.numbers == Show::Always {
        return Err(line::numbers_need(path, layout));
    }
    let board = path.board();
    let colours = style.palette.colours();
    let per = layout.squares_a_cell();
    let (rows, cols) = layout.cells();
    let mut cells = vec![Cell::default(); rows as usize * cols as usize];
    let at = |square: courser_board::Square| (square.row / per) as usize * cols as usize + (square.col / per) as usize;
    // Of a path of one square that square is the start.
    let last = (path.order().len().max(2) - 1) as f64;
    for (visit, square) in path.squares().enumerate() {
        let cell = &mut cells[at(square)];
        cell.visits += 1;
        cell.mean += ((visit as f64 / last) as f32 - cell.mean) / cell.visits as f32;
    }
    for hole in board.holes() {
        cells[at(hole)].holes += 1;
    }

    let mut picture = Picture::new(layout.width(), layout.height(), colours.background);
    for (row, line) in (0..rows).zip(cells.chunks_exact(cols as usize)) {
        // Cells at the right and lower edge may be smaller.
        let high = per.min(board.rows() - row * per);
        for (col, cell) in (0..cols).zip(line) {
            let squares = u64::from(high) * u64::from(per.min(board.cols() - col * per));
            let others = squares - u64::from(cell.visits);
            let mut colour = mix(colours.cold, colours.background, cell.holes as f32 / others.max(1) as f32);
            if cell.visits > 0 {
                colour = mix(colour, style.palette.heat(cell.mean), cell.visits as f32 / squares as f32);
            }
            picture.fill(layout.cell_corner(row, col), (layout.square(), layout.square()), colour);
        }
    }
    coordinates::draw(layout, |x, y, part| picture.blend(x, y, colours.label, part));
    Ok(picture)
}
