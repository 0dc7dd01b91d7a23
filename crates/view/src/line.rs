//! What lies on the board: the tour as a line or as arrows, marks and numbers.

use courser_board::{Path, Square};
use tiny_skia::PathBuilder;

use crate::canvas::{Canvas, DETAILED_SQUARE, Pen, Point};
use crate::course::{Course, Piece};
use crate::ground::{self, Fill};
use crate::layout::Layout;
use crate::palette::{mix, text_on};
use crate::{Course as Colouring, Look, Rgb, Show, Style, ViewError, font};

/// Numbers are drawn unasked in squares of at least this many pixels …
const NUMBERED_SQUARE: u32 = 28;

/// … if an em of them has at least this many pixels.
const READABLE_EM: f32 = 9.0;

/// Smaller than this they are not drawn even if asked for.
const LEAST_EM: f32 = 6.0;

/// The line has at most so many colours: as many as the maps.
const COLOURS: usize = 256;

/// Draws squares, then lines, then marks and numbers, each over the one before.
pub(crate) fn draw<C: Canvas>(
    canvas: &mut C,
    path: &Path,
    closed: bool,
    style: &Style,
    layout: &Layout,
) -> Result<(), ViewError> {
    let lines = Lines::new(path, closed, style, layout)?;
    let visits = path.visits();
    let board = path.board();
    let colours = style.palette.colours();
    ground::draw(canvas, board, layout, colours, |square| {
        if visits[board.index(square) as usize] > 0 {
            Fill::plain(square, colours)
        } else {
            Fill::unvisited(square, colours)
        }
    });
    lines.draw(canvas);
    Ok(())
}

/// A path as it lies on a board.
pub(crate) struct Lines<'a> {
    course: Course<'a>,
    style: &'a Style,
    layout: &'a Layout,
    /// Whether the move that closes the tour is drawn.
    closing: bool,
    /// The em of visit numbers in pixels, if there are to be any.
    em: Option<f32>,
    /// Pixels a side of a square.
    square: f32,
}

impl<'a> Lines<'a> {
    /// A path to be drawn; `closed` if its last square is a move from its first, and the style wants it seen.
    pub(crate) fn new(path: &Path, closed: bool, style: &'a Style, layout: &'a Layout) -> Result<Self, ViewError> {
        let course = Course::new(layout, path.squares().collect(), style.curve, closed);
        let em = numbers(path, style, layout)?;
        Ok(Self { course, style, layout, closing: closed && style.closing, em, square: layout.square() as f32 })
    }

    pub(crate) const fn course(&self) -> &Course<'a> {
        &self.course
    }

    /// Whether every visit has its number.
    pub(crate) const fn numbered(&self) -> bool {
        self.em.is_some()
    }

    /// Everything but the board.
    pub(crate) fn draw<C: Canvas>(&self, canvas: &mut C) {
        if self.closing && self.moved() {
            self.closing_move(canvas);
        }
        self.moves(canvas, 0, self.course.moves());
        self.visits(canvas, 0..self.course.squares().len());
        self.marks(canvas, true);
    }

    /// Whether moves are shown.
    fn moved(&self) -> bool {
        matches!(self.style.look, Look::Auto | Look::Line | Look::Arrows)
    }

    /// The moves after visit `from` and before visit `to`, in visiting order, so that later moves pass over earlier ones.
    pub(crate) fn moves<C: Canvas>(&self, canvas: &mut C, from: usize, to: usize) {
        if !self.moved() {
            return;
        }
        let (moves, runs) = (self.course.moves(), self.course.moves().min(COLOURS));
        let mut at = from;
        while at < to {
            // The run of moves in one colour that this one is part of ends before the next run's first move.
            let run = ((at + 1) * runs - 1) / moves;
            let until = ((run + 1) * moves / runs).min(to);
            if self.style.look == Look::Arrows {
                for visit in at..until {
                    self.arrow(canvas, visit, self.colour(run, runs));
                }
            } else {
                self.run(canvas, at, until, self.colour(run, runs));
            }
            at = until;
        }
    }

    fn colour(&self, run: usize, runs: usize) -> Rgb {
        match self.style.course {
            Colouring::Gradient => self.style.palette.course((run as f32 + 0.5) / runs as f32),
            Colouring::Plain => self.style.palette.colours().line,
        }
    }

    /// Moves in one colour.
    fn run<C: Canvas>(&self, canvas: &mut C, from: usize, to: usize, colour: Rgb) {
        let pieces = || (from..to).flat_map(|visit| self.course.pieces(visit));
        // Short of the ends, where the line must not be cut off from its own neighbours.
        self.casing(canvas, pieces().map(|piece| piece.between(0.16, 0.84)));
        self.stroke(canvas, pieces(), colour, &self.pen());
    }

    /// The first `part` of the move after a visit, 0 to 1, and the point that it reaches.
    pub(crate) fn part<C: Canvas>(&self, canvas: &mut C, visit: usize, part: f32) -> Point {
        let pieces: Vec<Piece> = self.course.pieces(visit).collect();
        let share = part * pieces.len() as f32;
        let mut reached = self.layout.centre(self.course.squares()[visit]);
        let mut gone = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            let part = (share - at as f32).clamp(0.0, 1.0);
            if part > 0.0 {
                gone.push(piece.between(0.0, part));
                reached = piece.at(part);
            }
        }
        if self.moved() && !gone.is_empty() {
            let (moves, runs) = (self.course.moves(), self.course.moves().min(COLOURS));
            let colour = self.colour(((visit + 1) * runs - 1) / moves, runs);
            let cased = gone.iter().map(|piece| piece.between(0.16, 0.84));
            self.casing(canvas, cased);
            self.stroke(canvas, gone.iter().copied(), colour, &self.pen());
        }
        reached
    }

    /// A gap in whatever lies below: it shows which line passes over which.
    fn casing<C: Canvas>(&self, canvas: &mut C, pieces: impl Iterator<Item = Piece>) {
        if self.layout.square() < DETAILED_SQUARE {
            return;
        }
        let colours = self.style.palette.colours();
        let gap = mix(colours.squares[0], colours.squares[1], 0.5);
        let width = self.line_width() + (self.square * 0.07).max(1.6);
        let mut line = PathBuilder::new();
        for piece in pieces {
            line.move_to(piece.start().0, piece.start().1);
            piece.add_to(&mut line);
        }
        if let Some(line) = line.finish() {
            canvas.stroke(&line, &Pen { width, round: false, dash: None }, gap);
        }
    }

    /// Pieces one after another; where one begins at the end of the one before the line goes on.
    fn stroke<C: Canvas>(&self, canvas: &mut C, pieces: impl Iterator<Item = Piece>, colour: Rgb, pen: &Pen) {
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

    /// A move from beside the middle of its square to beside the middle of the next.
    fn arrow<C: Canvas>(&self, canvas: &mut C, visit: usize, colour: Rgb) {
        let pieces: Vec<Piece> = self.course.pieces(visit).collect();
        let last = pieces.len() - 1;
        let shafts = (0..).zip(&pieces).map(|(at, piece)| piece.between(0.0, if at == last { 0.84 } else { 1.0 }));
        let shafts: Vec<Piece> = shafts.collect();
        let Some((dx, dy)) = pieces[last].between(0.0, 0.9).heading() else {
            return;
        };
        let tip = pieces[last].at(0.92);
        let (length, half) = ((self.square * 0.28).max(4.0), (self.square * 0.13).max(2.0));
        let foot = (tip.0 - dx * length, tip.1 - dy * length);
        let mut head = PathBuilder::new();
        head.move_to(tip.0, tip.1);
        head.line_to(foot.0 - dy * half, foot.1 + dx * half);
        head.line_to(foot.0 + dx * length * 0.2, foot.1 + dy * length * 0.2);
        head.line_to(foot.0 + dy * half, foot.1 - dx * half);
        head.close();
        self.casing(canvas, shafts.iter().map(|shaft| shaft.between(0.16, 0.84)));
        let pen = Pen { width: (self.square * 0.07).max(1.2), round: false, dash: None };
        self.stroke(canvas, shafts.iter().copied(), colour, &pen);
        if let Some(head) = head.finish() {
            canvas.fill(&head, colour);
        }
        // Where it comes from.
        self.disc(canvas, self.course.squares()[visit], (self.square * 0.075).max(1.5), colour);
    }

    /// The move from the last square back to the first: dashed, and below all others.
    fn closing_move<C: Canvas>(&self, canvas: &mut C) {
        let mut line = PathBuilder::new();
        for piece in self.course.pieces(self.course.moves()) {
            line.move_to(piece.start().0, piece.start().1);
            piece.add_to(&mut line);
        }
        let dash = Some([self.square * 0.16, self.square * 0.12]);
        let pen = Pen { round: false, dash, ..self.pen() };
        if let Some(line) = line.finish() {
            canvas.stroke(&line, &pen, self.style.palette.colours().closing);
        }
    }

    /// Start and end where there are no numbers: a disc and a ring.
    pub(crate) fn marks<C: Canvas>(&self, canvas: &mut C, ended: bool) {
        let (Some(&start), Some(&end)) = (self.course.squares().first(), self.course.squares().last()) else {
            return;
        };
        if self.em.is_some() {
            return;
        }
        let colours = self.style.palette.colours();
        let radius = self.mark_radius();
        let rim = (radius * 0.35).max(1.0);
        if ended && start != end {
            self.disc(canvas, end, radius + rim, colours.paper);
            self.disc(canvas, end, radius, colours.ink);
            self.disc(canvas, end, radius - 1.3 * rim, colours.paper);
        }
        self.disc(canvas, start, radius + rim, colours.paper);
        self.disc(canvas, start, radius, colours.ink);
    }

    /// On small squares larger than the square, or nobody would find the marks among thousands.
    pub(crate) fn mark_radius(&self) -> f32 {
        (self.square * 0.24).max(5.0_f32.min(self.square * 0.5 + 1.5))
    }

    /// Some visit numbers, the first and the last marked as in [`Self::marks`]; nothing where there are none.
    pub(crate) fn visits<C: Canvas>(&self, canvas: &mut C, visits: impl IntoIterator<Item = usize>) {
        let Some(em) = self.em else { return };
        for visit in visits {
            self.visit(canvas, visit, em);
        }
    }

    /// A visit number: a bead on the line, or digits alone where there is no line.
    fn visit<C: Canvas>(&self, canvas: &mut C, visit: usize, em: f32) {
        let colours = self.style.palette.colours();
        let square = self.course.squares()[visit];
        let last = self.course.moves();
        let rim = (self.square * 0.045).max(1.3);
        let text = (visit + 1).to_string();
        let height = em * 1.5;
        let width = (text.len() as f32 * font::DIGIT_WIDTH * em + em * 0.6).max(height);
        if self.style.look == Look::Heat && (visit == 0 || visit == last) {
            // Set off from whatever colour the square has.
            self.bead(canvas, square, width + 4.0 * rim, height + 4.0 * rim, colours.paper);
        }
        let ink = if visit == 0 {
            self.bead(canvas, square, width + 2.0 * rim, height + 2.0 * rim, colours.ink);
            colours.paper
        } else if visit == last {
            self.bead(canvas, square, width + 2.0 * rim, height + 2.0 * rim, colours.ink);
            self.bead(canvas, square, width, height, colours.paper);
            colours.ink
        } else {
            match self.style.look {
                Look::Numbers => colours.ink,
                Look::Heat => text_on(self.style.palette.heat(visit as f32 / last as f32)),
                Look::Auto | Look::Line | Look::Arrows => {
                    let colour = match self.style.course {
                        Colouring::Gradient => self.style.palette.course(visit as f32 / last as f32),
                        Colouring::Plain => colours.line,
                    };
                    self.bead(canvas, square, width, height, colour);
                    text_on(colour)
                }
            }
        };
        canvas.text(&text, em, self.layout.centre(square), ink);
    }

    /// The knight: a figure with a rim, or a disc where squares are small.
    pub(crate) fn knight<C: Canvas>(&self, canvas: &mut C, (x, y): Point) {
        let colours = self.style.palette.colours();
        let size = self.square * 0.92;
        if self.layout.square() < DETAILED_SQUARE {
            let radius = self.mark_radius();
            self.pill(canvas, (x, y), 2.0 * radius + 3.0, 2.0 * radius + 3.0, colours.paper);
            self.pill(canvas, (x, y), 2.0 * radius, 2.0 * radius, colours.ink);
        } else if let Some(knight) = font::knight(size, (x, y)) {
            let rim = Pen { width: (size * 0.12).max(2.0), round: true, dash: None };
            canvas.stroke(&knight, &rim, colours.paper);
            canvas.fill(&knight, colours.ink);
        }
    }

    fn line_width(&self) -> f32 {
        (self.square * 0.1).max(1.4)
    }

    fn pen(&self) -> Pen {
        Pen { width: self.line_width(), round: true, dash: None }
    }

    fn disc<C: Canvas>(&self, canvas: &mut C, square: Square, radius: f32, colour: Rgb) {
        self.bead(canvas, square, 2.0 * radius, 2.0 * radius, colour);
    }

    fn bead<C: Canvas>(&self, canvas: &mut C, square: Square, width: f32, height: f32, colour: Rgb) {
        self.pill(canvas, self.layout.centre(square), width, height, colour);
    }

    /// A disc drawn out to a pill of this width.
    fn pill<C: Canvas>(&self, canvas: &mut C, (x, y): Point, width: f32, height: f32, colour: Rgb) {
        let radius = height / 2.0;
        let arm = (width / 2.0 - radius).max(0.0);
        // A quarter of a circle as a cubic curve (the usual 4/3 (√2 - 1)).
        let pull = radius * 0.552_284_8;
        let mut pill = PathBuilder::new();
        pill.move_to(x - arm, y - radius);
        pill.line_to(x + arm, y - radius);
        pill.cubic_to(x + arm + pull, y - radius, x + arm + radius, y - pull, x + arm + radius, y);
        pill.cubic_to(x + arm + radius, y + pull, x + arm + pull, y + radius, x + arm, y + radius);
        pill.line_to(x - arm, y + radius);
        pill.cubic_to(x - arm - pull, y + radius, x - arm - radius, y + pull, x - arm - radius, y);
        pill.cubic_to(x - arm - radius, y - pull, x - arm - pull, y - radius, x - arm, y - radius);
        pill.close();
        if let Some(pill) = pill.finish() {
            canvas.fill(&pill, colour);
        }
    }
}

/// The em of the visit numbers in pixels, or none if there are to be none.
fn numbers(path: &Path, style: &Style, layout: &Layout) -> Result<Option<f32>, ViewError> {
    let em = number_em(path, style.look, layout.square());
    match (style.look, style.numbers) {
        (Look::Numbers, _) | (_, Show::Always) if em < LEAST_EM => Err(numbers_need(path, style.look, layout)),
        (Look::Numbers, _) | (_, Show::Always) => Ok(Some(em)),
        (Look::Arrows, _) | (_, Show::Never) => Ok(None),
        (Look::Auto | Look::Line | Look::Heat, Show::Auto) => {
            Ok((layout.square() >= NUMBERED_SQUARE && em >= READABLE_EM).then_some(em))
        }
    }
}

/// The em at which the largest number fits into a square: larger where it has the square for itself.
fn number_em(path: &Path, look: Look, square: u32) -> f32 {
    let (high, wide) = if look == Look::Numbers { (0.42, 0.8) } else { (0.31, 0.72) };
    let digits = path.order().len().max(1).ilog10() + 1;
    let square = square as f32;
    (high * square).min(wide * square / (digits as f32 * font::DIGIT_WIDTH))
}

/// The error that says how large squares have to be for the numbers of this path.
pub(crate) fn numbers_need(path: &Path, look: Look, layout: &Layout) -> ViewError {
    let fits = |square: &u32| number_em(path, look, *square) >= LEAST_EM;
    let needed = (1..=crate::MAX_SQUARE).find(fits).expect("ten digits fit into the largest square");
    ViewError::Numbers { largest: path.order().len(), square: layout.square(), needed }
}
