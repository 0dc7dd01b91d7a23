//! Pictures of treasure hunts. The route is drawn as a line, and each treasure is drawn as a gem.

use courser_board::{Board, Square};

use crate::animation::{Animation, FrameSink, Pace, Timing, bounded, check_size, play_drawn};
use crate::background::{self, Fill};
use crate::canvas::{Canvas, DETAILED_SQUARE};
use crate::geometry::{PixelPoint, between};
use crate::layout::Layout;
use crate::line::NUMBERED_SQUARE;
use crate::palette::{mix, text_on};
use crate::{Palette, Result, Rgb, StaticPicture, Style};

/// Maximum number of colours of the line.
const COLOURS: usize = 64;

/// Returns two colours: the colour of a gem, and the colour of the dark line around a gem.
const fn gem_colours(palette: Palette) -> (Rgb, Rgb) {
    match palette {
        Palette::Paper => ([200; 3], [40; 3]),
        _ => ([240, 178, 30], [74, 48, 8]),
    }
}

impl<'a> StaticPicture<'a> {
    /// Draws the treasures and a route on `board`. The route can visit a square twice.
    ///
    /// The first square is marked by a disc, and the last square by a ring. Treasures are numbered in the order of
    /// collection if the numbers fit.
    ///
    /// # Errors
    /// [`ViewError`](crate::ViewError) if the board's squares would be too small, or the style is impossible.
    ///
    /// ```
    /// use courser_board::{Board, Square};
    /// use courser_view::{StaticPicture, Style};
    ///
    /// let way = [Square::new(0, 0), Square::new(2, 1)];
    /// let picture = StaticPicture::hunt(&Board::new(3, 3).unwrap(), &way, &way[1..], &Style::default()).unwrap().paint();
    /// assert!(picture.width() >= 3 * 48);
    /// ```
    pub fn hunt(board: &Board, way: &[Square], treasures: &[Square], style: &Style) -> Result<Self> {
        let hunt = Hunt::new(board, way, treasures, style)?;
        let title = format!("hunt for {} treasures on {board}", treasures.len());
        Ok(Self::new(hunt.layout.size(), title, move |canvas| hunt.draw(canvas, hunt.way.len())))
    }
}

/// An animation of a treasure hunt, move by move. A treasure gets its number when the knight collects the treasure.
#[derive(Clone, Debug)]
pub struct HuntFilm {
    hunt: Hunt,
    timing: Timing,
}

/// Speed of the animation in moves per second.
const MOVES_A_SECOND: u32 = 2;

impl HuntFilm {
    /// Creates an animation of the route with one frame per move. The maximum size is the same as for the animation of
    /// a tour.
    ///
    /// # Errors
    /// Returns the errors of [`StaticPicture::hunt`]. Also returns [`ViewError::TooLong`](crate::ViewError::TooLong) if
    /// the route is too long for an animation, and [`ViewError::TooWide`](crate::ViewError::TooWide) if the picture is
    /// too large for an animation.
    pub fn new(board: &Board, way: &[Square], treasures: &[Square], style: &Style) -> Result<Self> {
        let hunt = Hunt::new(board, way, treasures, &bounded(style))?;
        check_size(hunt.layout.size())?;
        let pace = Pace { fps: MOVES_A_SECOND, ..Pace::default() };
        let timing = pace.stepwise(way.len().saturating_sub(1) as u64)?;
        Ok(Self { hunt, timing })
    }
}

impl Animation for HuntFilm {
    fn size(&self) -> (u32, u32) {
        self.hunt.layout.size()
    }

    fn timing(&self) -> Timing {
        self.timing
    }

    fn play(&mut self, every: u32, sink: &mut FrameSink<'_>) -> Result<()> {
        play_drawn(self, every, sink, |canvas, frame| self.hunt.draw(canvas, frame as usize + 1))
    }
}

/// The content of a picture of a treasure hunt.
#[derive(Clone, Debug)]
struct Hunt {
    board: Board,
    way: Vec<Square>,
    treasures: Vec<Square>,
    style: Style,
    layout: Layout,
}

impl Hunt {
    fn new(board: &Board, way: &[Square], treasures: &[Square], style: &Style) -> Result<Self> {
        let layout = Layout::with_pieces(board, style)?;
        let (way, mut treasures) = (way.to_vec(), treasures.to_vec());
        treasures.sort_unstable();
        treasures.dedup();
        Ok(Self { board: board.clone(), way, treasures, style: style.clone(), layout })
    }

    /// Draws the first `visits` squares of the route.
    fn draw(&self, canvas: &mut dyn Canvas, visits: usize) {
        let Self { board, treasures, style, layout, .. } = self;
        let way = &self.way[..self.way.len().min(visits)];
        let (square, colours) = (layout.square as f32, style.palette.colours());
        background::draw(canvas, board, layout, colours, |square| Fill::plain(square, colours));
        let width = (square * 0.08).max(1.4);
        let points: Vec<PixelPoint> = way.iter().map(|&square| layout.centre(square)).collect();
        let legs: Vec<(PixelPoint, PixelPoint)> = points.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let runs = legs.len().min(COLOURS);
        for run in 0..runs {
            let of_run = &legs[run * legs.len() / runs..(run + 1) * legs.len() / runs];
            if layout.square >= DETAILED_SQUARE {
                // A wider line, called the gap, lies under the line of a move. The gap interrupts earlier lines. It
                // does not extend to the ends of the move. Therefore the gap does not interrupt the line of the
                // previous move near the square that both moves share.
                let middle = of_run.iter().map(|&(from, to)| (between(from, to, 0.16), between(from, to, 0.84)));
                let gap = mix(colours.squares[0], colours.squares[1], 0.5);
                canvas.lines(&middle.collect::<Vec<_>>(), width + square * 0.07, false, gap);
            }
            canvas.lines(of_run, width, true, style.line_colour((run as f32 + 0.5) / runs as f32));
        }

        // Treasures are drawn in the order of the route. Treasures that are not yet collected are drawn last, without a
        // number.
        let mut lies = treasures.clone();
        let mut number = 0;
        for &at in way {
            if let Ok(found) = lies.binary_search(&at) {
                lies.remove(found);
                number += 1;
                gem(canvas, layout, style.palette, at, Some(number));
            }
        }
        for at in lies {
            gem(canvas, layout, style.palette, at, None);
        }
        if let (Some(&start), Some(&end)) = (way.first(), way.last()) {
            let radius = (square * 0.16).max(3.0);
            if start != end && !treasures.contains(&end) {
                let centre = layout.centre(end);
                canvas.disc(centre, radius, colours.ink);
                canvas.disc(centre, radius * 0.55, colours.background);
            }
            let centre = layout.centre(start);
            canvas.disc(centre, radius * 1.3, colours.background);
            canvas.disc(centre, radius, colours.ink);
        }
    }
}

/// Draws a gem that is about two thirds as wide as its square.
fn gem(canvas: &mut dyn Canvas, layout: &Layout, palette: Palette, square: Square, number: Option<u32>) {
    let (fill, rim) = gem_colours(palette);
    let (x, y) = layout.centre(square);
    let side = layout.square as f32;
    let outline = |half: f32| {
        [(-1.0, -0.25), (-0.55, -0.8), (0.55, -0.8), (1.0, -0.25), (0.0, 0.95)]
            .map(|(dx, dy)| (x + dx * half, y + dy * half))
    };
    let half = (side * 0.32).max(2.5);
    canvas.polygon(&outline(half + (side * 0.04).max(1.0)), rim);
    canvas.polygon(&outline(half), fill);
    if let Some(number) = number.filter(|_| side >= NUMBERED_SQUARE as f32) {
        let text = number.to_string();
        let em = (side * 0.26).min(side * 0.6 / text.len() as f32);
        canvas.text(&text, em, (x, y - half * 0.2), text_on(fill));
    }
}
