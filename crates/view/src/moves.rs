//! Boards with moves on them, each as thick as it is used.

use std::io::Write;

use courser_board::{Board, Square};

use crate::background::{self, Fill};
use crate::canvas::{Canvas, Raster};
use crate::layout::Layout;
use crate::svg::Svg;
use crate::{Picture, Result, Style};

/// The width of a move that is used always, in squares.
const WIDEST: f32 = 0.3;

/// A move, and how much it is used, from 0 to 1.
pub type UsedMove = (Square, Square, f64);

/// Paints moves on a board, each as thick as it is used; those that are never used are left out.
///
/// # Errors
/// [`ViewError`](crate::ViewError) if the board's squares would be too small, or the style asks for what cannot be.
///
/// ```
/// use courser_board::{Board, Square};
/// use courser_view::{Style, paint_moves};
///
/// let moves = [(Square::new(0, 0), Square::new(1, 2), 1.0), (Square::new(0, 1), Square::new(2, 0), 0.5)];
/// let picture = paint_moves(&Board::new(3, 4).unwrap(), &moves, &Style::default()).unwrap();
/// assert!(picture.width() >= 4 * 48);
/// ```
pub fn paint_moves(board: &Board, moves: &[UsedMove], style: &Style) -> Result<Picture> {
    let layout = Layout::with_pieces(board, style)?;
    let mut raster = Raster::new(layout.width, layout.height);
    draw(&mut raster, board, moves, style, &layout);
    Ok(raster.finish())
}

/// Writes the picture that [`paint_moves`] paints as SVG. `out` is not flushed.
///
/// # Errors
/// As [`paint_moves`], and [`ViewError::Write`](crate::ViewError::Write) with the error of `out`.
pub fn write_moves_svg(board: &Board, moves: &[UsedMove], style: &Style, out: &mut dyn Write) -> Result<()> {
    let layout = Layout::with_pieces(board, style)?;
    let mut svg = Svg::new(layout.width, layout.height);
    draw(&mut svg, board, moves, style, &layout);
    svg.write(&format!("moves of {board}, as thick as they are used"), out)
}

fn draw<C: Canvas>(canvas: &mut C, board: &Board, moves: &[UsedMove], style: &Style, layout: &Layout) {
    let colours = style.palette.colours();
    background::draw(canvas, board, layout, colours, |square| Fill::plain(square, colours));
    for &(from, to, used) in moves.iter().filter(|(.., used)| *used > 0.0) {
        let width = used as f32 * WIDEST * layout.square as f32;
        canvas.lines(&[(layout.centre(from), layout.centre(to))], width, true, colours.line);
    }
}
