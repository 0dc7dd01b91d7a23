//! Contact sheets: pictures of many small boards side by side. Each board has a number.

use courser_board::{Board, Kind, Path, Square};

use crate::background::{self, Fill};
use crate::canvas::{Canvas, Shifted};
use crate::layout::{Drawing, Layout};
use crate::limits::{MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, MIN_LINE_SQUARE};
use crate::queens::crown;
use crate::{PathStyle, Result, StaticPicture, Style, ViewError, Visibility, heat, line, paint};

/// Preferred maximum side of a sheet, in pixels.
const SIDE: u32 = 2400;

/// Maximum side of a square in pixels, used if the style sets no size.
const MAX_SQUARE: u32 = 48;

/// The layout of a sheet on which all boards have the same size.
struct ContactSheet {
    /// Number of boards in a row of the sheet.
    columns: u32,
    /// Horizontal and vertical distance, in pixels, from a corner of a board to the same corner of the adjacent board.
    /// The distance includes the space for a board's number.
    place: (u32, u32),
    /// Height, in pixels, of the number below each board.
    number: u32,
    size: (u32, u32),
    layout: Layout,
    style: Style,
}

impl ContactSheet {
    /// Plans a sheet for `count` boards of the size of `board`. The sheet has at most `columns` columns of boards. If
    /// `columns` is `None`, the sheet has nearly as many columns of boards as rows of boards.
    ///
    /// # Errors
    /// [`ViewError::TooMany`] if the boards do not fit.
    fn new(board: &Board, count: u64, columns: Option<u32>, style: &Style) -> Result<Self> {
        let too_many = || ViewError::TooMany { boards: count, board: board.to_string() };
        let count =
            u32::try_from(count).ok().filter(|&count| count <= MAX_PICTURE_SIDE.pow(2) / 64).ok_or_else(too_many)?;
        let columns = columns.unwrap_or_else(|| f64::from(count.max(1)).sqrt().ceil() as u32);
        // Columns without a board would leave a part of the sheet empty.
        let columns = columns.min(count).max(1);
        let look = if style.look == PathStyle::Auto { PathStyle::Line } else { style.look };
        let numbers = if look == PathStyle::Numbers { Visibility::Always } else { Visibility::Never };
        let style = Style {
            look,
            numbers,
            coordinates: Visibility::Never,
            caption: None,
            legend: Visibility::Never,
            fold: false,
            ..style.clone()
        };
        let sheet = |square: u32| {
            let style = Style { square: Some(square), ..style.clone() };
            let layout = Layout::new(board, &style)?;
            let number = (square / 2).clamp(12, 24);
            let gap = (square / 2).max(6);
            let place = (layout.width + gap, layout.height + number + gap / 2);
            let size = [(columns, place.0), (count.div_ceil(columns).max(1), place.1)];
            let [width, height] = size.map(|(boards, side)| u64::from(boards) * u64::from(side) + u64::from(gap));
            if width.max(height) > MAX_PICTURE_SIDE.into() || width * height > MAX_PICTURE_PIXELS {
                return Err(too_many());
            }
            Ok(Self { columns, place, number, size: (width as u32, height as u32), layout, style })
        };
        let fits = |sheet: &Self| sheet.size.0.max(sheet.size.1) <= SIDE;
        let min = if look == PathStyle::Heat { 1 } else { MIN_LINE_SQUARE };
        match style.square {
            Some(square) => sheet(square),
            None => (min..=MAX_SQUARE)
                .rev()
                .filter_map(|square| sheet(square).ok())
                .find(fits)
                .map_or_else(|| sheet(min), Ok),
        }
    }

    /// Calls `draw` for each of `count` boards. Writes the number of each board, counted from 1, below the board.
    fn draw(&self, canvas: &mut dyn Canvas, count: usize, draw: impl Fn(&mut dyn Canvas, usize)) {
        let colours = self.style.palette.colours();
        canvas.rect((0, 0), self.size, colours.background);
        let gap = self.place.0 - self.layout.width;
        for nth in 0..count {
            let (column, row) = (nth as u32 % self.columns, nth as u32 / self.columns);
            let (left, top) = (gap + column * self.place.0, gap / 2 + row * self.place.1);
            draw(&mut Shifted { canvas, shift: (left, top) }, nth);
            let below = (left + self.layout.width / 2, top + self.layout.height + self.number / 2);
            let text = (nth + 1).to_string();
            canvas.text(&text, 0.8 * self.number as f32, (below.0 as f32, below.1 as f32), colours.label);
        }
    }
}

/// Checks whether `count` boards of the size of `board` fit on a sheet. This check can precede the computation of the
/// tours.
///
/// # Errors
/// [`ViewError::TooMany`] if the boards do not fit. If the style is impossible, returns the error of
/// [`paint`](crate::paint).
pub fn check_sheet(board: &Board, count: u64, columns: Option<u32>, style: &Style) -> Result<()> {
    ContactSheet::new(board, count, columns, style).map(|_| ())
}

impl<'a> StaticPicture<'a> {
    /// Creates a contact sheet of paths on boards of equal size. The boards are numbered from 1. Each path comes with
    /// its kind, which is `None` if the path is not a tour. `columns` is the maximum number of boards in a row. If it
    /// is `None`, the sheet has about as many columns of boards as rows. If `tours` is empty, the sheet has the size of
    /// one board.
    ///
    /// # Errors
    /// [`ViewError::Sizes`] if the boards differ in size, [`ViewError::TooMany`] if the boards do not fit on the sheet.
    /// Also returns the errors of [`paint`](crate::paint).
    ///
    /// ```
    /// use courser_board::{Board, Path};
    /// use courser_view::{StaticPicture, Style};
    ///
    /// let path = Path::new(Board::new(3, 4).unwrap(), vec![0, 6, 8, 1]).unwrap();
    /// let tours = [(path.clone(), None), (path, None)];
    /// let picture = StaticPicture::tours(&tours, None, &Style::default()).unwrap().paint();
    /// assert!(picture.width() > picture.height());
    /// ```
    pub fn tours(tours: &'a [(Path, Option<Kind>)], columns: Option<u32>, style: &Style) -> Result<Self> {
        let one = Board::new(1, 1).expect("a board of one square");
        let first = tours.first().map_or(&one, |(path, _)| path.board());
        let size = |board: &Board| (board.rows(), board.cols());
        if let Some((other, _)) = tours.iter().find(|(path, _)| size(path.board()) != size(first)) {
            return Err(ViewError::Sizes { one: first.to_string(), other: other.board().to_string() });
        }
        let sheet = ContactSheet::new(first, tours.len() as u64, columns, style)?;
        let closed = tours.iter().map(|(path, kind)| paint::is_closed(path, *kind)).collect::<Result<Vec<bool>>>()?;
        // The only possible error is that the squares are too small for the visit numbers.
        if let Some((longest, _)) = tours.iter().max_by_key(|(path, _)| path.order().len()) {
            line::Lines::new(longest, false, &sheet.style, &sheet.layout)?;
        }
        let draw = match sheet.layout.drawing {
            Drawing::Line => line::draw,
            Drawing::Heat => heat::draw_squares,
        };
        let title = format!("{} tours of {first}", tours.len());
        Ok(Self::new(sheet.size, title, move |canvas| {
            sheet.draw(canvas, tours.len(), |canvas, nth| {
                draw(canvas, &tours[nth].0, closed[nth], &sheet.style, &sheet.layout)
                    .expect("the longest path has numbers that fit in this layout");
            });
        }))
    }

    /// Draws placements of queens on a contact sheet. The boards are numbered from 1.
    ///
    /// # Errors
    /// [`ViewError::TooMany`] if the boards do not fit.
    pub fn placements(board: &'a Board, placements: &'a [Vec<Square>], style: &Style) -> Result<Self> {
        let sheet = ContactSheet::new(board, placements.len() as u64, None, style)?;
        let title = format!("{} placements of queens on {board}", placements.len());
        Ok(Self::new(sheet.size, title, move |canvas| {
            let (layout, colours) = (&sheet.layout, sheet.style.palette.colours());
            sheet.draw(canvas, placements.len(), |canvas, nth| {
                background::draw(canvas, board, layout, colours, |square| Fill::plain(square, colours));
                for &queen in &placements[nth] {
                    crown(canvas, layout.centre(queen), layout.square as f32 / 2.0, colours);
                }
            });
        }))
    }
}
