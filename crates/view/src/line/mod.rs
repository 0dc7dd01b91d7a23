//! Draws a tour on the board, as a line or as arrows. The module `marks` draws the marks over the line.

mod marks;

use courser_board::{Board, Path, Square};
use tiny_skia::PathBuilder;

pub(crate) use self::marks::window_em;
pub(crate) use self::marks::{MIN_EM, NUMBERED_SQUARE, numbers_need};
use crate::background::{self, Fill};
use crate::canvas::{Canvas, DETAILED_SQUARE, Pen};
use crate::curve::{MovePiece, finer};
use crate::geometry::PixelPoint;
use crate::layout::Layout;
use crate::repeat::Repeat;
use crate::{Colouring, PathStyle, Result, Rgb, Style};

/// Maximum number of colours of a line, which equals the number of colours in a colour map.
const COLOURS: usize = 256;

/// Draws the squares, then the line, then marks and numbers.
///
/// # Errors
/// [`ViewError::Numbers`](crate::ViewError::Numbers) if requested numbers do not fit.
pub(crate) fn draw(canvas: &mut dyn Canvas, path: &Path, closed: bool, style: &Style, layout: &Layout) -> Result<()> {
    let lines = Lines::new(path, closed, style, layout)?;
    let visits = path.visits();
    let board = path.board();
    let colours = style.palette.colours();
    background::draw(canvas, board, layout, colours, |square| {
        if visits[board.index(square) as usize] > 0 {
            Fill::under_line(square, colours, layout)
        } else {
            Fill::unvisited(square, colours)
        }
    });
    lines.draw(canvas);
    Ok(())
}

/// A path on a board, and the style and the layout in which the path is drawn.
pub(crate) struct Lines<'a> {
    /// Squares in visiting order.
    pub(crate) squares: Vec<Square>,
    /// True if the last square of the path is one move from the first.
    closed: bool,
    /// The distribution of the colours along the path.
    pub(crate) repeat: Repeat,
    pub(crate) style: &'a Style,
    pub(crate) layout: &'a Layout,
    /// Font size of visit numbers in pixels per em, or `None` if no visit numbers are drawn.
    pub(crate) em: Option<f32>,
    /// Side of a square in pixels.
    pub(crate) square: f32,
    /// Scale of pens and marks. The scale is 1 if the leaper is the knight.
    finer: f32,
}

/// Returns the scale of pens and marks on this board. The scale is 1 if the leaper is the knight.
pub(crate) fn finer_on(board: &Board) -> f32 {
    let leaper = board.leaper();
    finer((leaper.r() as f32).hypot(leaper.s() as f32))
}

impl<'a> Lines<'a> {
    /// Prepares a path for drawing. `closed` is true if the last square of the path is one move from the first.
    ///
    /// # Errors
    /// [`ViewError::Numbers`](crate::ViewError::Numbers) if the requested numbers do not fit.
    pub(crate) fn new(path: &Path, closed: bool, style: &'a Style, layout: &'a Layout) -> Result<Self> {
        let em = marks::em(path, style, layout)?;
        let repeat = if style.colouring == Colouring::Part { Repeat::of(path, closed) } else { Repeat::Once };
        let (squares, square) = (path.squares().collect(), layout.square as f32);
        Ok(Self { squares, closed, repeat, style, layout, em, square, finer: finer_on(path.board()) })
    }

    /// Prepares the marks and numbers that are drawn over an existing line.
    pub(crate) fn over(board: &Board, style: &'a Style, layout: &'a Layout, em: Option<f32>) -> Self {
        let (repeat, square, finer) = (Repeat::Once, layout.square as f32, finer_on(board));
        Self { squares: Vec::new(), closed: false, repeat, style, layout, em, square, finer }
    }

    /// Draws everything except the squares of the board.
    pub(crate) fn draw(&self, canvas: &mut dyn Canvas) {
        let closes = self.closed && self.style.closing && self.moved();
        if closes && !self.is_symmetric() {
            self.closing_move(canvas);
        }
        self.moves(canvas, 0, self.move_count() + usize::from(closes && self.is_symmetric()));
        self.visits(canvas, 0..self.squares.len());
        self.marks(canvas, true);
    }

    /// Returns whether the colours show the symmetry of the tour. In this case the first and the last square have no
    /// marks.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.repeat != Repeat::Once
    }

    /// Returns the position of a visit in the colour gradient, 0 to 1.
    pub(crate) fn place(&self, visit: usize) -> f32 {
        let (place, last) = self.repeat.of_visit(visit, self.squares.len());
        place as f32 / last.max(1) as f32
    }

    /// Returns the number of moves, not counting the closing move.
    pub(crate) fn move_count(&self) -> usize {
        self.squares.len().saturating_sub(1)
    }

    /// Returns the move that follows the visit with the index `visit`, counted from 0. A move between two folds is
    /// returned as one piece in each fold. The move after the last visit is the closing move.
    pub(crate) fn pieces(&self, visit: usize) -> impl Iterator<Item = MovePiece> + use<> {
        let next = (visit + 1) % self.squares.len();
        let squares = [self.beside(visit, -1), self.squares[visit], self.squares[next], self.beside(next, 1)];
        MovePiece::between_squares(self.layout, squares, self.style.curve && self.style.look != PathStyle::Arrows)
    }

    /// Returns the square with the index `visit + by` in the visiting order. On a closed tour, the index wraps around.
    /// On an open path, an index beyond an end stands for this end.
    fn beside(&self, visit: usize, by: isize) -> Square {
        let (to, visits) = (visit as isize + by, self.squares.len() as isize);
        self.squares[if self.closed { to.rem_euclid(visits) } else { to.clamp(0, visits - 1) } as usize]
    }

    /// Returns whether the style shows moves.
    fn moved(&self) -> bool {
        matches!(self.style.look, PathStyle::Auto | PathStyle::Line | PathStyle::Arrows)
    }

    /// Draws the moves that begin at the visits `from` to `to` - 1, in visiting order. Later moves are drawn over
    /// earlier moves.
    pub(crate) fn moves(&self, canvas: &mut dyn Canvas, from: usize, to: usize) {
        if !self.moved() {
            return;
        }
        let mut at = from;
        while at < to {
            let colour = self.colour(at);
            // Find the end of the run of moves with the same colour.
            let until = (at + 1..to).find(|&visit| self.shade(visit) != self.shade(at)).unwrap_or(to);
            if self.style.look == PathStyle::Arrows {
                (at..until).for_each(|visit| self.arrow(canvas, visit, colour));
            } else {
                self.run(canvas, at, until, colour);
            }
            at = until;
        }
    }

    /// Returns two values: the index of a colour, and the total number of colours. The colour is that of the move that
    /// follows the visit.
    fn shade(&self, visit: usize) -> (usize, usize) {
        let (place, moves) = self.repeat.of_move(visit, self.squares.len());
        let shades = moves.min(COLOURS);
        (((place + 1) * shades - 1) / moves, shades)
    }

    fn colour(&self, visit: usize) -> Rgb {
        let (shade, shades) = self.shade(visit);
        self.style.line_colour((shade as f32 + 0.5) / shades as f32)
    }

    /// Draws a run of moves in one colour.
    fn run(&self, canvas: &mut dyn Canvas, from: usize, to: usize, colour: Rgb) {
        let pieces = || (from..to).flat_map(|visit| self.pieces(visit));
        // The gap covers only the middle of the move. Therefore the gap does not interrupt the line of the next move at
        // the common square of both moves.
        self.casing(canvas, pieces().map(|piece| piece.between(0.16, 0.84)));
        Self::stroke(canvas, pieces(), colour, &self.pen());
    }

    /// Draws the fraction `part`, 0 to 1, of the move after a visit. Returns the point at which the drawn line ends.
    pub(crate) fn part(&self, canvas: &mut dyn Canvas, visit: usize, part: f32) -> PixelPoint {
        let pieces: Vec<MovePiece> = self.pieces(visit).collect();
        let share = part * pieces.len() as f32;
        let mut reached = self.layout.centre(self.squares[visit]);
        let mut gone = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            let part = (share - at as f32).clamp(0.0, 1.0);
            if part > 0.0 {
                gone.push(piece.between(0.0, part));
                reached = piece.at(part);
            }
        }
        if self.moved() && !gone.is_empty() {
            let colour = self.colour(visit);
            let cased = gone.iter().map(|piece| piece.between(0.16, 0.84));
            self.casing(canvas, cased);
            let pen = if self.style.look == PathStyle::Arrows { self.shaft() } else { self.pen() };
            Self::stroke(canvas, gone.iter().copied(), colour, &pen);
        }
        reached
    }

    /// Draws a wide stroke under these pieces of moves, before the pieces are drawn. The stroke has the colour of gaps.
    /// At a crossing, the stroke interrupts the line that was drawn earlier, so that the crossing shows which line is
    /// on top.
    fn casing(&self, canvas: &mut dyn Canvas, pieces: impl Iterator<Item = MovePiece>) {
        if self.layout.square < DETAILED_SQUARE {
            return;
        }
        let gap = self.style.palette.colours().casing();
        let width = self.pen().width + (self.square * 0.07 * self.finer).max(1.6);
        Self::stroke(canvas, pieces, gap, &Pen { width, round: false, dash: None });
    }

    /// Draws pieces as lines. If a piece begins at the end of the previous piece, both are drawn as one line.
    pub(crate) fn stroke(canvas: &mut dyn Canvas, pieces: impl Iterator<Item = MovePiece>, colour: Rgb, pen: &Pen) {
        let mut line = PathBuilder::new();
        let mut at = None;
        for piece in pieces {
            if at != Some(piece.start()) {
                line.move_to(piece.start().0, piece.start().1);
            }
            piece.add_to(&mut line);
            at = Some(piece.end());
        }
        if let Some(line) = line.finish() {
            canvas.stroke(&line, pen, colour);
        }
    }

    /// Draws a move as an arrow. The arrow begins and ends near the centres of the two squares.
    fn arrow(&self, canvas: &mut dyn Canvas, visit: usize, colour: Rgb) {
        let pieces: Vec<MovePiece> = self.pieces(visit).collect();
        let last = pieces.len() - 1;
        let (length, half) = ((self.square * 0.28).max(4.0), (self.square * 0.13).max(2.0));
        let dot = (self.square * 0.075).max(1.5);
        // The arrowhead ends at the dot of the next move, or at the ring of the last square if this square has a ring.
        let has_ring = visit + 1 == self.move_count() && !self.is_symmetric();
        let gap = if has_ring { self.mark_radius() * 1.35 } else { dot };
        let whole = pieces[last].length();
        let part = |before: f32| (1.0 - before / whole).max(0.0);
        let shafts = (0..)
            .zip(&pieces)
            .map(|(at, piece)| piece.between(0.0, if at == last { part(gap + length * 0.8) } else { 1.0 }));
        let shafts: Vec<MovePiece> = shafts.collect();
        let Some((dx, dy)) = pieces[last].between(0.0, part(gap)).heading() else {
            return;
        };
        let tip = pieces[last].at(part(gap));
        let foot = (tip.0 - dx * length, tip.1 - dy * length);
        let head = [
            tip,
            (foot.0 - dy * half, foot.1 + dx * half),
            (foot.0 + dx * length * 0.2, foot.1 + dy * length * 0.2),
            (foot.0 + dy * half, foot.1 - dx * half),
        ];
        self.casing(canvas, shafts.iter().map(|shaft| shaft.between(0.16, 0.84)));
        Self::stroke(canvas, shafts.iter().copied(), colour, &self.shaft());
        canvas.polygon(&head, colour);
        // Draw the dot at the start of the move.
        self.disc(canvas, self.squares[visit], dot, colour);
    }

    /// Draws the closing move as a dashed line. The other moves are drawn later, over this line.
    fn closing_move(&self, canvas: &mut dyn Canvas) {
        let dash = Some([self.square * 0.16, self.square * 0.12]);
        let pen = Pen { round: false, dash, ..self.pen() };
        let pieces = self.pieces(self.move_count());
        Self::stroke(canvas, pieces, self.style.palette.colours().closing, &pen);
    }

    /// Returns the pen of the line.
    pub(crate) fn pen(&self) -> Pen {
        let part = if self.layout.is_dense() { 0.17 } else { 0.1 };
        Pen { width: (self.square * part * self.finer).max(1.4), round: true, dash: None }
    }

    /// Returns the pen of an arrow.
    fn shaft(&self) -> Pen {
        Pen { width: (self.square * 0.07).max(1.2), round: false, dash: None }
    }
}
