//! Animates the construction of a tour.

use courser_board::words::titled;
use courser_board::{Board, Kind, Path, Square};

use crate::animation::{Animation, FrameSink, Pace, Screen, Timing, bounded, check_size};
use crate::background::{self, Fill};
use crate::canvas::{Canvas as _, PixelCanvas as _, Raster};
use crate::curve::MovePiece;
use crate::geometry::Area;
use crate::heat::HeatSheet;
use crate::layout::{Drawing, Layout};
use crate::line::Lines;
use crate::making::{CycleColour, CycleSquare};
use crate::palette::mix;
use crate::{PathStyle, Picture, Result, Rgb, Style, ViewError, Visibility, font, paint};

/// Time in seconds during which the last cycle receives the colours of the tour.
const SWEEP: f64 = 3.0;

/// The cycles of the board after a step of the construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MakingFrame {
    /// All squares of the board, row by row. Each value contains the edges of a square and the colour of its cycle.
    pub cycle_squares: Vec<CycleSquare>,
    /// Number of consecutive animation frames that show this step.
    pub frames: u32,
    /// Caption below the board. If the captions of all frames are empty, the animation reserves no space for captions.
    pub caption: String,
    /// Squares with knights, sorted row by row.
    pub knights: Vec<Square>,
}

/// Height of a caption in pixels.
const CAPTION: u32 = 26;

/// Font size of a caption in pixels per em.
const EM: f32 = 14.0;

/// The animation of the construction of a tour. It shows the cycles frame by frame. Then the colours of the tour spread
/// along the last cycle. The last frame, without its caption, equals the picture of [`paint`](crate::paint) for the
/// tour in the same layout.
///
/// While the squares have no visit numbers, crossing lines have no gaps, since no line is on top. If the squares are
/// too small for lines, the colours of the cycles are drawn in the squares.
#[derive(Clone, Debug)]
pub struct MakingFilm {
    moments: Vec<MakingFrame>,
    path: Path,
    closed: bool,
    style: Style,
    layout: Layout,
    timing: Timing,
    /// Height of captions in pixels, or 0 without captions.
    line: u32,
    /// Number of frames before the colours of the tour begin to spread, and number of frames while the colours spread.
    sweep: (u32, u32),
}

impl MakingFilm {
    /// Creates an animation of these frames and of the finished tour, at `pace.fps` frames per second. The other fields
    /// of the pace, except `hold`, are ignored.
    ///
    /// # Errors
    /// [`ViewError::Squares`] if the number of squares of a frame differs from that of the board, and the errors of
    /// [`TourFilm::new`](crate::TourFilm::new).
    pub fn new(moments: Vec<MakingFrame>, path: &Path, kind: Option<Kind>, style: &Style, pace: &Pace) -> Result<Self> {
        let needed = path.board().cells();
        if let Some(moment) = moments.iter().find(|moment| moment.cycle_squares.len() as u64 != needed) {
            return Err(ViewError::Squares { given: moment.cycle_squares.len(), needed });
        }
        let frames = moments.iter().map(|moment| u64::from(moment.frames)).sum();
        let has_captions = moments.iter().any(|moment| !moment.caption.is_empty());
        let line = if has_captions { CAPTION } else { 0 };
        let (style, layout, timing) = Self::plan(path.board(), frames, style, pace)?;
        let sweep = (frames as u32, sweep(pace));
        let closed = paint::is_closed(path, kind)?;
        Ok(Self { moments, path: path.clone(), closed, style, layout, timing, line, sweep })
    }

    /// Checks whether an animation of this board can have `frames` frames.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    pub fn check(board: &Board, frames: u64, style: &Style, pace: &Pace) -> Result<()> {
        Self::plan(board, frames, style, pace).map(|_| ())
    }

    fn plan(board: &Board, frames: u64, style: &Style, pace: &Pace) -> Result<(Style, Layout, Timing)> {
        // The style excludes visit numbers: the cycles have none, and a last frame with numbers would look different.
        let style = Style { numbers: Visibility::Never, ..bounded(style) };
        let layout = Layout::new(board, &style)?;
        check_size((layout.width, layout.height + CAPTION))?;
        let timing = pace.stepwise(frames + u64::from(sweep(pace)))?;
        Ok((style, layout, timing))
    }

    /// Paints the cycles of a frame.
    fn paint(&self, moment: &MakingFrame, lines: &Lines<'_>, background: &Raster) -> Picture {
        let picture = match self.layout.drawing {
            // Only a relay has knights. Squares that no knight has visited yet have the neutral colour.
            Drawing::Heat => {
                self.squares(!moment.knights.is_empty(), |place, square| match moment.knights.binary_search(&square) {
                    Ok(_) => self.style.palette.colours().ink,
                    Err(_) => moment.cycle_squares[place].tint().of_square(self.style.palette),
                })
            }
            Drawing::Line => {
                let mut raster = Raster::new(self.layout.size());
                raster.copy(background, Area::whole(self.layout.size()));
                self.lines(moment, lines, &mut raster, |_, _| true);
                for &knight in &moment.knights {
                    lines.knight(&mut raster, self.layout.centre(knight));
                }
                raster.finish()
            }
        };
        self.captioned(picture, &moment.caption)
    }

    /// Returns the picture with a caption below it. If the animation has no captions, returns the picture unchanged.
    fn captioned(&self, picture: Picture, caption: &str) -> Picture {
        if self.line == 0 {
            return picture;
        }
        let (colours, (width, height)) = (self.style.palette.colours(), self.size());
        let mut raster = Raster::new((width, height));
        raster.rect((0, 0), (width, height), colours.background);
        raster.picture(&picture);
        let em = EM.min((width as f32 - 8.0) / font::width(caption, 1.0).max(1.0));
        let centre = (width as f32 / 2.0, height as f32 - self.line as f32 / 2.0);
        raster.text(caption, em, centre, colours.label);
        raster.finish()
    }

    /// Draws the edges of the cycles in a frame, colour by colour. `is_drawn` is called with the two squares of an
    /// edge, and returns whether the edge is drawn.
    fn lines(
        &self,
        moment: &MakingFrame,
        lines: &Lines<'_>,
        raster: &mut Raster,
        is_drawn: impl Fn(Square, Square) -> bool,
    ) {
        let board = self.path.board();
        let mut pieces: Vec<(CycleColour, MovePiece)> = Vec::new();
        for (index, cycle_square) in (0..).zip(&moment.cycle_squares) {
            let square = board.at(index);
            for step in cycle_square.steps().filter(|step| step.0 > 0) {
                let Some(there) = stepped(board, square, step).filter(|&there| is_drawn(square, there)) else {
                    continue;
                };
                // The square `end` has two neighbours on its cycle. This closure returns the neighbour that differs
                // from `other`.
                let beyond = |end: Square, other: Square| {
                    let cycle_square = moment.cycle_squares[board.index(end) as usize];
                    let mut others = cycle_square.steps().filter_map(|step| stepped(board, end, step));
                    others.find(|&next| next != other).unwrap_or(end)
                };
                let ends = [beyond(square, there), square, there, beyond(there, square)];
                let tint = cycle_square.tint();
                pieces.extend(
                    MovePiece::between_squares(&self.layout, ends, self.style.curve).map(|piece| (tint, piece)),
                );
            }
        }
        // The neutral colour is drawn first, so that the other colours cover it.
        pieces.sort_by_key(|&(tint, _)| tint);
        let pen = lines.pen();
        for run in pieces.chunk_by(|one, two| one.0 == two.0) {
            let colour = run[0].0.of_line(self.style.palette);
            Lines::stroke(raster, run.iter().map(|&(_, piece)| piece), colour, &pen);
        }
    }

    /// Returns a picture of coloured squares. `colour` returns the colour of a square, given the index of the square
    /// and the square itself. If a cell contains several squares, the colours of these squares are mixed. If
    /// `is_partial` is true, the legend explains the neutral colour as the colour of unvisited squares.
    fn squares(&self, is_partial: bool, colour: impl Fn(usize, Square) -> Rgb) -> Picture {
        let board = self.path.board();
        let mut sheet = HeatSheet::new(board, &self.style, self.layout.clone(), board.playable());
        let (rows, cols) = self.layout.cells();
        let per = self.layout.squares_a_cell;
        for row in 0..rows {
            let colours: Vec<Rgb> = (0..cols)
                .map(|col| {
                    let (high, wide) = sheet.squares(row, col);
                    let (mut sum, mut holes) = ([0_u32; 3], 0);
                    for down in 0..high {
                        for right in 0..wide {
                            let square = Square::new(row * per + down, col * per + right);
                            if board.is_playable(square) {
                                let rgb = colour(board.index(square) as usize, square);
                                sum = std::array::from_fn(|i| sum[i] + u32::from(rgb[i]));
                            } else {
                                holes += 1;
                            }
                        }
                    }
                    let all = high * wide;
                    let background = self.style.palette.colours().background;
                    if holes == all {
                        return background;
                    }
                    let mean = sum.map(|sum| (sum / (all - holes)) as u8);
                    mix(mean, background, holes as f32 / all as f32)
                })
                .collect();
            sheet.fill(row, 0, &colours);
        }
        sheet.rest = CycleColour::default().of_square(self.style.palette);
        sheet.explain(None, None, is_partial);
        sheet.finish()
    }
}

/// Returns the number of frames during which the colours of the tour spread along the last cycle.
fn sweep(pace: &Pace) -> u32 {
    (SWEEP * f64::from(pace.fps)).ceil() as u32
}

fn stepped(board: &Board, square: Square, step: (i32, i32)) -> Option<Square> {
    square.offset(step).filter(|&to| board.contains(to))
}

impl Animation for MakingFilm {
    fn size(&self) -> (u32, u32) {
        (self.layout.width, self.layout.height + self.line)
    }

    fn timing(&self) -> Timing {
        self.timing
    }

    fn play(&mut self, every: u32, sink: &mut FrameSink<'_>) -> Result<()> {
        let (every, whole) = (every.max(1), Area::whole(self.size()));
        let mut screen = Screen::new(self.size());
        let (board, colours) = (self.path.board(), self.style.palette.colours());
        let mut background = Raster::new(self.layout.size());
        if self.layout.drawing == Drawing::Line {
            let layout = &self.layout;
            background::draw(&mut background, board, layout, colours, |square| {
                Fill::under_line(square, colours, layout)
            });
        }
        let style = Style { look: PathStyle::Auto, ..self.style.clone() };
        let lines = Lines::new(&self.path, self.closed, &style, &self.layout)?;
        let mut number = 0;
        let mut last = None;
        for moment in &self.moments {
            let shown = (number..number + moment.frames).filter(|number| number % every == 0);
            for (nth, number) in shown.enumerate() {
                // Only the first frame of a step is painted; the other frames repeat it.
                let picture = if nth == 0 { self.paint(moment, &lines, &background) } else { screen.picture.clone() };
                let changed = screen.show::<3>(whole, picture.rgb());
                sink(number, &screen.picture, changed)?;
            }
            number += moment.frames;
            last = Some(moment);
        }
        let kind = if self.closed { Kind::Closed } else { Kind::Open };
        let caption = titled(Some(kind), board);
        let (first, frames) = self.sweep;
        let moves = lines.move_count();
        let visits = self.path.visits();
        for nth in (0..frames).filter(|nth| (first + nth) % every == 0) {
            // The motion is slow at the start and at the end.
            let part = f64::from(nth + 1) / f64::from(frames);
            let visit = ((part * part * (3.0 - 2.0 * part)) * moves as f64) as usize;
            let picture = match self.layout.drawing {
                Drawing::Line => {
                    let mut raster = Raster::new(self.layout.size());
                    raster.copy(&background, Area::whole(self.layout.size()));
                    // Each edge is drawn only once. If the same line were drawn twice, its antialiased borders would
                    // make it look thicker.
                    let is_left = |one: Square, other: Square| {
                        let [one, other] = [one, other].map(|square| visits[board.index(square) as usize] as usize);
                        one.abs_diff(other) != 1 || one.max(other) > visit + 1
                    };
                    if let Some(moment) = last {
                        self.lines(moment, &lines, &mut raster, is_left);
                    }
                    lines.moves(&mut raster, 0, visit);
                    raster.finish()
                }
                Drawing::Heat => {
                    let palette = self.style.palette;
                    self.squares(false, |place, _| {
                        let here = visits[place].saturating_sub(1) as usize;
                        let tint = last.map_or(CycleColour::default(), |moment| moment.cycle_squares[place].tint());
                        if here <= visit {
                            palette.heat(here as f32 / moves.max(1) as f32)
                        } else {
                            tint.of_square(palette)
                        }
                    })
                }
            };
            let changed = screen.show::<3>(whole, self.captioned(picture, &caption).rgb());
            sink(first + nth, &screen.picture, changed)?;
        }
        let still = paint::paint_in(&self.path, self.closed, &self.style, &self.layout)?;
        let changed = screen.show::<3>(whole, self.captioned(still, &caption).rgb());
        sink(self.timing.frames - 1, &screen.picture, changed)
    }
}
