//! The animation of a tour, in which the knight moves and draws its path.

use courser_board::{Board, Kind, Path};

use crate::animation::{Animation, FrameSink, Pace, Screen, Timing, bounded, check_size};
use crate::background::{self, Fill};
use crate::canvas::{DETAILED_SQUARE, Raster};
use crate::geometry::Area;
use crate::heat::{HeatSheet, Tallies};
use crate::layout::{Drawing, Layout};
use crate::limits::MIN_LINE_SQUARE;
use crate::line::Lines;
use crate::repeat::Repeat;
use crate::{Colouring, Picture, Result, Style, geometry, paint};

/// The animation of a path.
///
/// Unvisited squares are drawn like visited squares. The last frame equals the picture of [`paint`](crate::paint) for
/// the same path and layout. Each frame is painted from the previous one, in time proportional to the changed area. The
/// animation needs memory for three pictures and the path.
///
/// ```
/// use courser_board::{Board, Path};
/// use courser_view::{Animation, Pace, Style, TourFilm};
///
/// let path = Path::new(Board::new(3, 4).unwrap(), vec![0, 6, 8]).unwrap();
/// let mut film = TourFilm::new(&path, None, &Style::default(), Pace { speed: Some(1.0), ..Pace::default() }).unwrap();
/// let mut shown = 0;
/// film.play(1, &mut |_, picture, _| {
///     assert_eq!((picture.width(), picture.height()), (242, 198));
///     shown += 1;
///     Ok(())
/// }).unwrap();
/// // Two moves at one per second, 25 frames per second, and the last frame.
/// assert_eq!(shown, 51);
/// ```
#[derive(Clone, Debug)]
pub struct TourFilm {
    path: Path,
    closed: bool,
    style: Style,
    layout: Layout,
    pace: Pace,
    timing: Timing,
}

impl TourFilm {
    /// Creates an animation. `kind` is the kind of the tour, or `None` for a path that is not a tour.
    ///
    /// Without a size in the style, no side is longer than 1080 pixels.
    ///
    /// # Errors
    /// [`ViewError`](crate::ViewError) as in [`paint`](crate::paint), [`ViewError::TooWide`](crate::ViewError::TooWide)
    /// if the squares make frames of more than [`MAX_FRAME_PIXELS`](crate::MAX_FRAME_PIXELS),
    /// [`ViewError::Pace`](crate::ViewError::Pace) and [`ViewError::TooLong`](crate::ViewError::TooLong) as in
    /// [`Pace::timing`].
    pub fn new(path: &Path, kind: Option<Kind>, style: &Style, pace: Pace) -> Result<Self> {
        let (style, layout, timing) = Self::plan(path.board(), path.order().len() as u64, style, &pace)?;
        let film = Self { closed: paint::is_closed(path, kind)?, path: path.clone(), style, layout, pace, timing };
        film.still()?;
        Ok(film)
    }

    /// Checks whether paths with a given number of visits can be animated on this board. `visits` is this number.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    pub fn check(board: &Board, visits: u64, style: &Style, pace: &Pace) -> Result<()> {
        Self::plan(board, visits, style, pace).map(|_| ())
    }

    fn plan(board: &Board, visits: u64, style: &Style, pace: &Pace) -> Result<(Style, Layout, Timing)> {
        let style = bounded(style);
        let layout = Layout::new(board, &style)?;
        check_size(layout.size())?;
        let timing = pace.timing(visits.saturating_sub(1))?;
        Ok((style, layout, timing))
    }

    /// Returns the style of the frames. The last frame is painted by [`paint`](crate::paint) in this style.
    pub const fn style(&self) -> &Style {
        &self.style
    }

    fn still(&self) -> Result<Picture> {
        paint::paint_in(&self.path, self.closed, &self.style, &self.layout)
    }

    /// Returns the number of completed moves at a frame, and the completed fraction of the next move.
    fn moment(&self, frame: u32) -> (usize, f32) {
        let moves = self.path.order().len().saturating_sub(1);
        let moment = self.pace.moment(frame, moves as u64);
        ((moment as usize).min(moves), moment.fract() as f32)
    }

    /// Animates a knight that draws its path as a line.
    fn walk(&self, every: u32, screen: &mut Screen, sink: &mut FrameSink<'_>) -> Result<()> {
        let (board, layout, colours) = (self.path.board(), &self.layout, self.style.palette.colours());
        let lines = Lines::new(&self.path, self.closed, &self.style, layout)?;
        let moves = lines.move_count();
        let mut background = Raster::new(layout.size());
        background::draw(&mut background, board, layout, colours, |square| Fill::under_line(square, colours, layout));
        let mut frame = Raster::new(layout.size());
        let start = lines.squares.first().map(|&square| {
            let ((x, y), reach) = (layout.centre(square), 1.5 * lines.mark_radius() + 1.0);
            Area::around((x - reach, y - reach), (x + reach, y + reach), self.size())
        });

        let (mut drawn, mut filled) = (0, 0);
        let mut passing = vec![Area::whole(self.size())];
        for number in (0..self.timing.frames - 1).step_by(every as usize) {
            let (visit, part) = self.moment(number);
            let mut areas = std::mem::take(&mut passing);
            lines.moves(&mut background, drawn, visit);
            for visit in drawn..visit {
                self.areas(&lines, visit).into_iter().for_each(|area| geometry::add(&mut areas, area));
            }
            if layout.drawing == Drawing::Heat {
                for visit in filled..=visit {
                    let colour = self.style.palette.heat(lines.place(visit));
                    let fill = Fill { colour, stripes: None };
                    background::fill_square(&mut background, layout, lines.squares[visit], fill);
                }
                filled = visit + 1;
            }
            drawn = visit;
            passing = self.areas(&lines, visit.min(moves.saturating_sub(1)));
            passing.iter().for_each(|&area| geometry::add(&mut areas, area));
            // An antialiased edge that is drawn twice looks less smooth. Therefore squares are redrawn completely.
            let start = start.filter(|start| lines.em.is_none() && areas.iter().any(|area| area.meets(start)));
            if let Some(start) = start {
                geometry::add(&mut areas, start);
            }

            for area in &areas {
                frame.copy(&background, *area);
            }
            let head =
                if visit < moves { lines.part(&mut frame, visit, part) } else { layout.centre(lines.squares[visit]) };
            if lines.em.is_some() {
                let seen = (0..=visit).filter(|&visit| {
                    let (left, top) = layout.corner(lines.squares[visit]);
                    let square = Area { left, top, width: layout.square, height: layout.square };
                    areas.iter().any(|area| area.meets(&square))
                });
                lines.visits(&mut frame, seen);
            }
            if start.is_some() {
                lines.marks(&mut frame, false);
            }
            lines.knight(&mut frame, head);
            let changed = areas.iter().map(|&area| screen.show::<4>(area, frame.rgba()));
            let changed = changed.reduce(|one, two| one.with(&two)).unwrap_or(Area::whole(self.size()));
            sink(number, &screen.picture, changed)?;
        }
        Ok(())
    }

    /// Returns the areas of the picture that can change when a move and the knight on it are drawn. The areas are
    /// extended to whole squares.
    fn areas(&self, lines: &Lines<'_>, visit: usize) -> Vec<Area> {
        if lines.move_count() == 0 {
            return vec![Area::whole(self.size())];
        }
        let side = self.layout.square as f32;
        // On small squares, the knight extends beyond its square.
        let pad = if self.layout.square < DETAILED_SQUARE { lines.mark_radius() + 3.0 } else { 0.0 };
        let corners = [lines.squares[visit], lines.squares[visit + 1]].map(|square| self.layout.corner(square));
        let pieces = lines.pieces(visit).zip(corners);
        let areas = pieces.map(|(piece, (x, y))| {
            let (x, y) = (x as f32, y as f32);
            let ((left, top), (right, bottom)) = piece.bounds();
            let down = |at: f32, from: f32| from + ((at - 0.45 * side - from) / side).floor() * side - pad;
            let up = |at: f32, from: f32| from + ((at + 0.45 * side - from) / side).ceil() * side + pad;
            Area::around((down(left, x), down(top, y)), (up(right, x), up(bottom, y)), self.size())
        });
        let mut disjoint = Vec::new();
        areas.for_each(|area| geometry::add(&mut disjoint, area));
        disjoint
    }

    /// Animates a heat map whose squares are filled in the order of the visits.
    fn fill(&self, every: u32, screen: &mut Screen, sink: &mut FrameSink<'_>) -> Result<()> {
        let (board, layout) = (self.path.board(), &self.layout);
        let tones = self.style.palette.colours().squares;
        let visits = self.path.order().len();
        let part = self.style.colouring == Colouring::Part;
        let repeat = if part { Repeat::of(&self.path, self.closed) } else { Repeat::Once };
        let (_, last) = repeat.of_visit(0, visits);
        let mut sheet = HeatSheet::new(board, &self.style, layout.clone(), last as u64 + 1);
        sheet.first = repeat.first_label(visits);
        sheet.rest = crate::palette::mix(tones[0], tones[1], 0.5);
        let mut tallies = Tallies::new(board, layout);
        tallies.fill_all(&mut sheet);
        sheet.label();
        sheet.explain(None, None, false);
        let mut filled = 0;
        let mut area = Area::whole(self.size());
        for number in (0..self.timing.frames - 1).step_by(every as usize) {
            let (visit, _) = self.moment(number);
            for visit in filled..=visit {
                let square = board.at(self.path.order()[visit].into());
                let (row, col) = tallies.visit(square, repeat.of_visit(visit, visits).0 as u64);
                tallies.fill(&mut sheet, row, col);
                let (left, top) = layout.corner(square);
                area = area.with(&Area { left, top, width: layout.square, height: layout.square });
            }
            filled = visit + 1;
            let changed = screen.show::<3>(area, sheet.picture.rgb());
            let (left, top) = layout.corner(board.at(self.path.order()[visit].into()));
            area = Area { left, top, width: layout.square, height: layout.square };
            sink(number, &screen.picture, changed)?;
        }
        Ok(())
    }
}

impl Animation for TourFilm {
    fn size(&self) -> (u32, u32) {
        self.layout.size()
    }

    fn timing(&self) -> Timing {
        self.timing
    }

    fn play(&mut self, every: u32, sink: &mut FrameSink<'_>) -> Result<()> {
        let mut screen = Screen::new(self.size());
        if self.layout.square < MIN_LINE_SQUARE {
            self.fill(every.max(1), &mut screen, sink)?;
        } else {
            self.walk(every.max(1), &mut screen, sink)?;
        }
        let changed = screen.show::<3>(Area::whole(self.size()), self.still()?.rgb());
        sink(self.timing.frames - 1, &screen.picture, changed)
    }
}
