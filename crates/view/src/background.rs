//! Draws the board itself: squares, holes, the rim, and the coordinates.

use courser_board::{Board, Square};

use crate::canvas::{Canvas, DETAILED_SQUARE};
use crate::layout::Layout;
use crate::{Colours, Rgb, coordinates};

/// The appearance of a square: its colour, and the colour of its stripes if it has stripes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fill {
    pub(crate) colour: Rgb,
    pub(crate) stripes: Option<Rgb>,
}

impl Fill {
    /// Returns the appearance of a visited square, or of an unvisited square that can still be visited.
    pub(crate) fn plain(square: Square, colours: &Colours) -> Self {
        Self { colour: colours.squares[square.colour() as usize], stripes: None }
    }

    /// Returns the appearance of a square over which a line is drawn. On large boards, all squares have the same
    /// colour, because the colours of a chessboard between thousands of lines would look like noise.
    pub(crate) fn under_line(square: Square, colours: &Colours, layout: &Layout) -> Self {
        let plain = Self::plain(square, colours);
        if layout.is_dense() { Self { colour: colours.casing(), ..plain } } else { plain }
    }

    /// Returns the appearance of a square that is never visited.
    pub(crate) fn unvisited(square: Square, colours: &Colours) -> Self {
        Self { colour: colours.unvisited[square.colour() as usize], stripes: Some(colours.hatch) }
    }
}

/// Draws the background, the coordinates, the rim of the board, and every square that is not a hole. `fill` returns the
/// appearance of a square.
pub(crate) fn draw(
    canvas: &mut dyn Canvas,
    board: &Board,
    layout: &Layout,
    colours: &Colours,
    fill: impl Fn(Square) -> Fill,
) {
    canvas.rect((0, 0), layout.size(), colours.background);
    rim(canvas, board, layout, colours);
    for square in board.squares() {
        fill_square(canvas, layout, square, fill(square));
    }
    coordinates::draw(layout, |text, em, centre| canvas.text(text, em, centre, colours.label));
}

/// Draws the rim of the board. The layout must have a margin.
pub(crate) fn rim(canvas: &mut dyn Canvas, board: &Board, layout: &Layout, colours: &Colours) {
    let side = layout.square;
    let rim = (side / 32).clamp(1, 3);
    let is_playable = |square: Square, by| square.offset(by).is_some_and(|next| board.is_playable(next));
    // A rim lies outside its square, along the edges without a neighbouring square. The rim also covers each corner of
    // its square that is not a corner of another square.
    for square in board.squares() {
        let (x, y) = layout.corner(square);
        let along = |at: u32, step: i32| match step {
            -1 => (at - rim, rim),
            1 => (at + side, rim),
            _ => (at, side),
        };
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let is_corner = down != 0 && right != 0;
            let is_beside = is_corner && (is_playable(square, (down, 0)) || is_playable(square, (0, right)));
            if !is_beside && !is_playable(square, (down, right)) {
                let ((left, width), (top, height)) = (along(x, right), along(y, down));
                canvas.rect((left, top), (width, height), colours.rim);
            }
        }
    }
}

/// Fills one square. Small squares get no stripes.
pub(crate) fn fill_square(canvas: &mut dyn Canvas, layout: &Layout, square: Square, fill: Fill) {
    let (corner, side) = (layout.corner(square), layout.square);
    canvas.rect(corner, (side, side), fill.colour);
    if let Some(stripes) = fill.stripes.filter(|_| side >= DETAILED_SQUARE) {
        canvas.hatch(corner, side, stripes);
    }
}
