//! Pictures of boards with queens.

use courser_board::{Board, Square};

use crate::background::{self, Fill};
use crate::canvas::Canvas;
use crate::geometry::PixelPoint;
use crate::layout::Layout;
use crate::{Colours, Result, StaticPicture, Style};

impl<'a> StaticPicture<'a> {
    /// Draws a queen on each given square of `board`.
    ///
    /// A queen is a crown with five points. Each point has a ball if the squares are large enough.
    ///
    /// # Errors
    /// [`ViewError`](crate::ViewError) if the board's squares would be too small, or the style is impossible.
    ///
    /// ```
    /// use courser_board::{Board, Square};
    /// use courser_view::{StaticPicture, Style};
    ///
    /// let board = Board::new(4, 4).unwrap();
    /// let queens = [(2, 0), (0, 1), (3, 2), (1, 3)].map(|(row, col)| Square::new(row, col));
    /// let picture = StaticPicture::queens(&board, &queens, &Style::default()).unwrap().paint();
    /// assert!(picture.width() >= 4 * 48);
    /// ```
    pub fn queens(board: &'a Board, queens: &'a [Square], style: &Style) -> Result<Self> {
        let (layout, colours) = (Layout::with_pieces(board, style)?, style.palette.colours());
        let title = format!("{} queens on {board}", queens.len());
        Ok(Self::new(layout.size(), title, move |canvas| {
            background::draw(canvas, board, &layout, colours, |square| Fill::plain(square, colours));
            for &queen in queens {
                crown(canvas, layout.centre(queen), layout.square as f32 / 2.0, colours);
            }
        }))
    }
}

/// Tips of the crown, from left to right. The unit is half the side of a square.
const TIPS: [PixelPoint; 5] = [(-0.72, -0.32), (-0.40, -0.56), (0.0, -0.64), (0.40, -0.56), (0.72, -0.32)];
/// Points between the tips of the crown, from left to right. The unit is half the side of a square.
const VALLEYS: [PixelPoint; 4] = [(-0.40, 0.08), (-0.14, 0.02), (0.14, 0.02), (0.40, 0.08)];

pub(crate) fn crown(
    canvas: &mut dyn Canvas,
    (x, y): PixelPoint,
    half: f32,
    &Colours { ink, background, .. }: &Colours,
) {
    let at = |(dx, dy): PixelPoint| (x + dx * half, y + dy * half);
    let mut corners = vec![at((-0.46, 0.40))];
    for (tip, tip_at) in TIPS.into_iter().enumerate() {
        corners.push(at(tip_at));
        corners.extend(VALLEYS.get(tip).copied().map(at));
    }
    corners.push(at((0.46, 0.40)));
    canvas.polygon(&corners, ink);
    canvas.polygon(&[(-0.52, 0.50), (0.52, 0.50), (0.52, 0.66), (-0.52, 0.66)].map(at), ink);
    if half >= 7.0 {
        for tip in TIPS {
            canvas.disc(at(tip), half * 0.105, ink);
        }
        canvas.lines(&[(at((-0.38, 0.26)), at((0.38, 0.26)))], half * 0.08, true, background);
    }
}
