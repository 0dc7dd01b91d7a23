//! Pictures of boards with moves. The width of a move shows the fraction of tours that contain the move.

use courser_board::{Board, Square};

use crate::background::{self, Fill};
use crate::layout::Layout;
use crate::{Result, StaticPicture, Style};

/// Width of a move that all tours contain, as a fraction of the side of a square.
const WIDEST: f32 = 0.3;

/// The two squares of a move, and a fraction from 0 to 1. The fraction is the number of tours that use the move,
/// divided by the number of all tours.
pub type UsedMove = (Square, Square, f64);

impl<'a> StaticPicture<'a> {
    /// Draws moves on a board. The width of a move is proportional to the fraction of tours that contain the move.
    /// Unused moves are not drawn.
    ///
    /// # Errors
    /// [`ViewError`](crate::ViewError) if the board's squares would be too small, or the style is impossible.
    ///
    /// ```
    /// use courser_board::{Board, Square};
    /// use courser_view::{StaticPicture, Style};
    ///
    /// let board = Board::new(3, 4).unwrap();
    /// let moves = [(Square::new(0, 0), Square::new(1, 2), 1.0), (Square::new(0, 1), Square::new(2, 0), 0.5)];
    /// let picture = StaticPicture::moves(&board, &moves, &Style::default()).unwrap().paint();
    /// assert!(picture.width() >= 4 * 48);
    /// ```
    pub fn moves(board: &'a Board, moves: &'a [UsedMove], style: &Style) -> Result<Self> {
        let (layout, colours) = (Layout::with_pieces(board, style)?, style.palette.colours());
        let title = format!("moves of {board}, as thick as they are used");
        Ok(Self::new(layout.size(), title, move |canvas| {
            background::draw(canvas, board, &layout, colours, |square| Fill::plain(square, colours));
            for &(from, to, used) in moves.iter().filter(|(.., used)| *used > 0.0) {
                let width = used as f32 * WIDEST * layout.square as f32;
                canvas.lines(&[(layout.centre(from), layout.centre(to))], width, true, colours.line);
            }
        }))
    }
}
