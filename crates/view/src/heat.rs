//! Heat maps, which show the visit number as a colour.

use courser_board::{Board, Path, Square};

use crate::background::{self, Fill};
use crate::canvas::{Canvas, PixelCanvas};
use crate::geometry::{Area, PixelPoint};
use crate::layout::Layout;
use crate::legend::{FIRST, Legend};
use crate::lens::{self, Inset};
use crate::limits::MIN_LINE_SQUARE;
use crate::line::Lines;
use crate::palette::mix;
use crate::repeat::Repeat;
use crate::{Colouring, Palette, Picture, Result, Rgb, Style, Visibility, coordinates, font, line};

/// Radius of the mark at the first square, in pixels.
const START_RADIUS: f32 = 5.0;

/// A heat map under construction: the layout of its cells, and the values that determine their colours.
///
/// Both [`paint`] and [`HeatStream`](crate::HeatStream) paint on such a sheet.
pub(crate) struct HeatSheet {
    pub(crate) layout: Layout,
    palette: Palette,
    pub(crate) picture: Picture,
    /// The strip of enlarged squares, if the picture has one.
    pub(crate) lens: Option<Inset>,
    /// Number of rows of the board, and number of columns of the board.
    sides: (u32, u32),
    /// Number of the last visit, counted from 0.
    last: u64,
    /// Colour of unvisited squares.
    pub(crate) rest: Rgb,
    /// Label of the first colour in the legend.
    pub(crate) first: &'static str,
}

/// The content of a cell: the numbers of its squares, visits and holes, and the sum of its visit numbers.
pub(crate) struct CellTally {
    /// Number of squares.
    pub(crate) squares: u64,
    /// Number of visited squares.
    pub(crate) visits: u64,
    /// Number of holes.
    pub(crate) holes: u64,
    /// Sum of the visit numbers, each counted from 0.
    pub(crate) sum: u128,
}

impl HeatSheet {
    /// Returns an empty heat map of a board for a path of `visits` visits.
    pub(crate) fn new(board: &Board, style: &Style, layout: Layout, visits: u64) -> Self {
        let picture = Picture::new(layout.width, layout.height, style.palette.colours().background);
        let sides = (board.rows(), board.cols());
        let rest = style.palette.colours().cold;
        let lens = Inset::new(board, &layout);
        // `last` is at least 1, so that the only square of a path with one visit has the colour of the start.
        Self { layout, palette: style.palette, picture, lens, sides, last: visits.max(2) - 1, rest, first: FIRST }
    }

    /// Returns the size of a cell as two numbers: the number of rows of squares, and the number of columns of squares.
    /// Cells at the bottom and right edges can have fewer squares than the other cells.
    pub(crate) fn squares(&self, row: u32, col: u32) -> (u32, u32) {
        let per = self.layout.squares_a_cell;
        (per.min(self.sides.0 - row * per), per.min(self.sides.1 - col * per))
    }

    /// Returns the colour of a cell: the colour of its mean visit number, mixed with the colours of unvisited squares
    /// and holes. The weights are the numbers of visited squares, unvisited squares and holes.
    pub(crate) fn colour(&self, tally: &CellTally) -> Rgb {
        // Nearly all sums fit in 64 bits. A larger sum is converted by a slower library function.
        let sum = u64::try_from(tally.sum).map_or_else(|_| tally.sum as f64, |sum| sum as f64);
        let heat = || self.palette.heat((sum / (tally.visits as f64 * self.last as f64)) as f32);
        let others = tally.squares - tally.visits;
        if others == 0 {
            return heat();
        }
        let colours = self.palette.colours();
        let colour = mix(self.rest, colours.background, tally.holes as f32 / others as f32);
        if tally.visits == 0 {
            return colour;
        }
        mix(colour, heat(), tally.visits as f32 / tally.squares as f32)
    }

    /// Fills consecutive cells of a row with these colours, from column `col`.
    pub(crate) fn fill(&mut self, row: u32, col: u32, colours: &[Rgb]) {
        let mut col = col;
        let mut rest = colours;
        while !rest.is_empty() {
            let (run, after) = rest.split_at(rest.len().min(self.layout.cells_on(col) as usize));
            self.picture.fill_row(self.layout.cell_corner(row, col), self.layout.square, run);
            rest = after;
            col += run.len() as u32;
        }
    }

    /// Marks the start and the end of the path, and writes the legend. `is_partial` is true if the map shows unvisited
    /// squares.
    pub(crate) fn explain(&mut self, start: Option<Square>, end: Option<Square>, is_partial: bool) {
        let size = self.layout.legend_size;
        if size.height() == 0 {
            return;
        }
        let colours = self.palette.colours();
        let larger = size.scale();
        // On larger squares, the marks of the start and of the end are drawn together with the path.
        if let Some(start) = start.filter(|_| self.layout.square < MIN_LINE_SQUARE) {
            let all = Area::whole(self.layout.size());
            let reach = (START_RADIUS + 2.0) * larger;
            // The mark stays inside the picture, even if its square is at the edge of the picture.
            let limits = (all.width as f32 - reach, self.layout.board_height() as f32 - reach);
            let inside = |square: Square| {
                let (x, y) = self.layout.centre(square);
                (x.min(limits.0).max(reach), y.min(limits.1).max(reach))
            };
            let centre = inside(start);
            let mut disc = |centre: PixelPoint, radius: f32, colour: Rgb| {
                lens::segment(&mut self.picture, &all, [centre; 2], 2.0 * radius * larger, colour);
            };
            let apart = |end: &PixelPoint| (end.0 - centre.0).hypot(end.1 - centre.1) > 2.0 * reach;
            if let Some(end) = end.map(inside).filter(apart) {
                disc(end, START_RADIUS + 2.0, colours.background);
                disc(end, START_RADIUS, colours.ink);
                disc(end, 0.5 * START_RADIUS, colours.background);
            }
            disc(centre, START_RADIUS + 2.0, colours.background);
            disc(centre, START_RADIUS, colours.ink);
        }
        let mut notes = vec![format!("{}x{}", self.sides.0, self.sides.1)];
        if let Some(lens) = self.lens.take() {
            self.frame(&lens, larger);
            let framed = format!("{}x{} squares", lens.rows, lens.cols);
            let size = notes[0].clone();
            notes.extend([format!("{size}, {framed} enlarged"), format!("{size}, the framed {framed} enlarged")]);
            lens.paint(&mut self.picture, &self.layout, colours);
        }
        let unvisited = is_partial.then_some(self.rest);
        let legend = Legend { notes: &notes, first: self.first, last: self.last + 1, unvisited, ink: colours.label };
        let bottom = self.picture.height() - self.layout.caption_height();
        legend.draw(&mut self.picture, size, bottom, |at| self.palette.heat(at));
    }

    /// Draws a frame on the board around the squares that the strip enlarges.
    fn frame(&mut self, lens: &Inset, larger: f32) {
        let (per, pixels) = (self.layout.squares_a_cell, self.layout.square);
        let (left, top) = self.layout.corner(lens.corner);
        let (left, top) = (left as i32, top as i32);
        let [right, bottom] =
            [(left, lens.cols), (top, lens.rows)].map(|(at, squares)| at + (squares.div_ceil(per) * pixels) as i32);
        let colours = self.palette.colours();
        let line = larger.ceil() as i32;
        for y in top - 2 * line..bottom + 2 * line {
            for x in left - 2 * line..right + 2 * line {
                let out = (left - x).max(x + 1 - right).max(top - y).max(y + 1 - bottom);
                if out > 0 {
                    self.picture.blend(x, y, if out > line { colours.background } else { colours.ink }, 1.0);
                }
            }
        }
    }

    /// Writes the coordinates and the caption.
    pub(crate) fn label(&mut self) {
        let Self { layout, palette, picture, .. } = self;
        let label = palette.colours().label;
        coordinates::draw(layout, |text, em, centre| {
            font::draw(text, em, centre, |x, y, part| picture.blend(x, y, label, part));
        });
    }

    /// Writes the coordinates and the caption, and returns the finished picture. All cells must already be filled.
    pub(crate) fn finish(mut self) -> Picture {
        self.label();
        self.picture
    }
}

/// The contents of all cells, to which visits are added one at a time.
pub(crate) struct Tallies {
    squares_a_cell: u32,
    /// Number of cells per row.
    cols: usize,
    cells: Vec<HeatSum>,
}

/// The content of a cell: the sum of its visit indices, and its numbers of visits and holes. The sum needs at most 64
/// bits, since a path has fewer than 2^32 visits.
#[derive(Clone, Copy, Default)]
struct HeatSum {
    sum: u64,
    visits: u32,
    holes: u32,
}

impl Tallies {
    /// Creates tallies without visits.
    pub(crate) fn new(board: &Board, layout: &Layout) -> Self {
        let (rows, cols) = layout.cells();
        let cells = vec![HeatSum::default(); rows as usize * cols as usize];
        let mut tallies = Self { squares_a_cell: layout.squares_a_cell, cols: cols as usize, cells };
        for hole in board.holes() {
            let (row, col) = tallies.cell(hole);
            tallies.at(row, col).holes += 1;
        }
        tallies
    }

    /// Adds the visit with the index `visit`, counted from 0. Returns the row and the column of the visited cell.
    pub(crate) fn visit(&mut self, square: Square, visit: u64) -> (u32, u32) {
        let (row, col) = self.cell(square);
        let cell = self.at(row, col);
        cell.visits += 1;
        cell.sum += visit;
        (row, col)
    }

    /// Fills every cell with its colour.
    pub(crate) fn fill_all(&self, sheet: &mut HeatSheet) {
        let (rows, cols) = sheet.layout.cells();
        for row in 0..rows {
            let colours: Vec<Rgb> = (0..cols).map(|col| self.colour(sheet, row, col)).collect();
            sheet.fill(row, 0, &colours);
        }
    }

    /// Fills a cell with its colour.
    pub(crate) fn fill(&self, sheet: &mut HeatSheet, row: u32, col: u32) {
        let colour = self.colour(sheet, row, col);
        sheet.fill(row, col, &[colour]);
    }

    fn colour(&self, sheet: &HeatSheet, row: u32, col: u32) -> Rgb {
        let (high, wide) = sheet.squares(row, col);
        let cell = self.cells[row as usize * self.cols + col as usize];
        sheet.colour(&CellTally {
            squares: u64::from(high) * u64::from(wide),
            visits: cell.visits.into(),
            holes: cell.holes.into(),
            sum: cell.sum.into(),
        })
    }

    const fn cell(&self, square: Square) -> (u32, u32) {
        (square.row / self.squares_a_cell, square.col / self.squares_a_cell)
    }

    fn at(&mut self, row: u32, col: u32) -> &mut HeatSum {
        &mut self.cells[row as usize * self.cols + col as usize]
    }
}

/// Draws every cell in the colour of its mean visit number, with marks or numbers if the squares are large enough.
pub(crate) fn draw(
    canvas: &mut dyn PixelCanvas,
    path: &Path,
    closed: bool,
    style: &Style,
    layout: &Layout,
) -> Result<()> {
    let sheet = filled(path, closed, style, layout)?;
    canvas.picture(&sheet.picture);
    let colours = style.palette.colours();
    coordinates::draw(layout, |text, em, centre| canvas.text(text, em, centre, colours.label));
    if layout.square >= MIN_LINE_SQUARE {
        background::rim(canvas, path.board(), layout, colours);
        Lines::new(path, closed, style, layout)?.draw(canvas);
    }
    Ok(())
}

/// Paints every cell in the colour of its mean visit number. This function is used instead of [`draw`] if the squares
/// are too small to draw the tour as a line.
pub(crate) fn paint(path: &Path, closed: bool, style: &Style, layout: &Layout) -> Result<Picture> {
    Ok(filled(path, closed, style, layout)?.finish())
}

fn filled(path: &Path, closed: bool, style: &Style, layout: &Layout) -> Result<HeatSheet> {
    if style.numbers == Visibility::Always && layout.square < MIN_LINE_SQUARE {
        return Err(line::numbers_need(path, style.look, layout));
    }
    let board = path.board();
    let repeat = if style.colouring == Colouring::Part { Repeat::of(path, closed) } else { Repeat::Once };
    let visits = path.order().len();
    let (_, last) = repeat.of_visit(0, visits);
    let mut sheet = HeatSheet::new(board, style, layout.clone(), last as u64 + 1);
    sheet.first = repeat.first_label(visits);
    let mut tallies = Tallies::new(board, layout);
    for (visit, square) in path.squares().enumerate() {
        tallies.visit(square, repeat.of_visit(visit, visits).0 as u64);
        if let Some(lens) = &mut sheet.lens {
            lens.take(square, visit as u64);
        }
    }
    tallies.fill_all(&mut sheet);
    let ends = [path.squares().next(), path.squares().last()];
    let [start, end] = ends.map(|end| end.filter(|_| repeat == Repeat::Once));
    sheet.explain(start, end, (visits as u64) < board.playable());
    Ok(sheet)
}

/// Draws every square in the colour of its visit number on any canvas, with marks or numbers if the squares are large
/// enough. Unlike [`draw`], this function draws no legend and no coordinates, and every cell must be one square.
pub(crate) fn draw_squares(
    canvas: &mut dyn Canvas,
    path: &Path,
    closed: bool,
    style: &Style,
    layout: &Layout,
) -> Result<()> {
    let lines = Lines::new(path, closed, style, layout)?;
    let visits = path.visits();
    let (board, colours) = (path.board(), style.palette.colours());
    for square in board.squares() {
        let colour = match visits[board.index(square) as usize] {
            0 => colours.cold,
            visit => style.palette.heat(lines.place(visit as usize - 1)),
        };
        background::fill_square(canvas, layout, square, Fill { colour, stripes: None });
    }
    if layout.square >= MIN_LINE_SQUARE {
        background::rim(canvas, board, layout, colours);
        lines.draw(canvas);
    }
    Ok(())
}
