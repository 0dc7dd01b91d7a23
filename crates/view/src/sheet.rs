//! Sheets of paper with sizes in millimetres, for plotters and printers.

use std::io::Write;
use std::str::FromStr;

use courser_board::words::shorten;
use courser_board::{Board, Kind, Path, Square, Wrap};

use crate::curve::MovePiece;
use crate::geometry::PixelPoint;
use crate::layout::Layout;
use crate::limits::{MAX_PICTURE_SIDE, MAX_SQUARE};
use crate::svg::Hex;
use crate::{Palette, Picture, Result, Style, ViewError, paint};

/// Length of an inch in millimetres.
const INCH: f64 = 25.4;

/// Maximum number of pixels of a sheet. It permits A2 at 300 pixels per inch, or A1 at 250.
const MAX_PIXELS: f64 = 5e7;

/// A length on paper.
///
/// ```
/// use courser_view::Length;
///
/// assert_eq!("1.5cm".parse::<Length>()?.mm(), 15.0);
/// # Ok::<(), courser_view::ViewError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length(f64);

impl Length {
    /// Creates a length in millimetres.
    pub const fn new(mm: f64) -> Self {
        Self(mm)
    }

    /// Returns the length in millimetres.
    pub const fn mm(self) -> f64 {
        self.0
    }
}

impl FromStr for Length {
    type Err = ViewError;

    fn from_str(text: &str) -> Result<Self> {
        let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let unit = match unit {
            "" | "mm" => 1.0,
            "cm" => 10.0,
            "in" => INCH,
            _ => f64::NAN,
        };
        let mm = number.trim().parse::<f64>().map_or(f64::NAN, |number| number * unit);
        // Lengths of a kilometre or more are rejected.
        let is_length = (0.0..1e6).contains(&mm);
        is_length.then_some(Self(mm)).ok_or_else(|| ViewError::Length(shorten(text)))
    }
}

/// A paper size: A0 to A10, letter, legal, tabloid, or width and height such as `210x297mm`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres.
    pub height: f64,
    /// True if the size was given by a name such as `A3`, not by two sides. Only paper with a named size can be turned.
    pub is_named: bool,
}

impl Paper {
    /// Returns the paper in the orientation that gives the largest picture of a board: landscape if the board has more
    /// columns than rows. The paper is not turned if its size was given as two lengths.
    ///
    /// ```
    /// use courser_view::Paper;
    ///
    /// let [wide, high] = ["30x42", "42x30"].map(|size| size.parse().unwrap());
    /// let (paper, sides) = ("A3".parse::<Paper>()?, "297x420mm".parse::<Paper>()?);
    /// assert_eq!([paper.lying_for(&wide).width, paper.lying_for(&high).width], [420.0, 297.0]);
    /// assert_eq!(sides.lying_for(&wide), sides);
    /// # Ok::<(), courser_view::ViewError>(())
    /// ```
    #[must_use]
    pub fn lying_for(self, board: &Board) -> Self {
        let is_across = self.width > self.height;
        match self.is_named && is_across != (board.cols() > board.rows()) {
            true => Self { width: self.height, height: self.width, ..self },
            false => self,
        }
    }
}

impl FromStr for Paper {
    type Err = ViewError;

    fn from_str(text: &str) -> Result<Self> {
        let lower = text.to_ascii_lowercase();
        let wrong = || ViewError::Paper(shorten(text));
        let is_named = lower.starts_with(|first: char| first.is_ascii_alphabetic());
        let (width, height) = match lower.as_str() {
            "letter" => (215.9, 279.4),
            "legal" => (215.9, 355.6),
            "tabloid" => (279.4, 431.8),
            sides if sides.starts_with('a') => {
                let halved = sides[1..].parse::<u32>().ok().filter(|&halved| halved <= 10).ok_or_else(wrong)?;
                // Each size is half of the preceding size, rounded down to millimetres (ISO 216).
                (0..halved).fold((841.0, 1189.0), |(width, height): (f64, f64), _| ((height / 2.0).floor(), width))
            }
            sides => {
                let (width, height) = sides.split_once('x').ok_or_else(wrong)?;
                // A unit after the second number applies to both numbers.
                let unit = height.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
                let width = if width.ends_with(unit) { width.to_owned() } else { format!("{width}{unit}") };
                let mm = |side: &str| side.parse::<Length>().map(Length::mm).map_err(|_| wrong());
                (mm(&width)?, mm(height)?)
            }
        };
        if width < 10.0 || height < 10.0 {
            return Err(wrong());
        }
        Ok(Self { width, height, is_named })
    }
}

/// A sheet of paper with a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    paper: Paper,
    margin: f64,
}

/// Options for drawing a tour as a single continuous line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SingleStroke {
    /// Width of the pen.
    pub pen: Length,
    /// Number of layers of the line. Each layer has a separate colour.
    pub layers: u32,
    /// True if the corners of the line are rounded.
    pub curve: bool,
    /// Palette of the colours of the layers.
    pub palette: Palette,
}

impl Sheet {
    /// Creates a sheet of paper with the same margin on all sides.
    ///
    /// # Errors
    /// [`ViewError::Margin`] if the margins leave less than a millimetre of space.
    pub fn new(paper: Paper, margin: Length) -> Result<Self> {
        let left = paper.width.min(paper.height) - 2.0 * margin.mm();
        if left < 1.0 {
            return Err(ViewError::Margin { margin: margin.mm(), paper });
        }
        Ok(Self { paper, margin: margin.mm() })
    }

    /// Returns the width and the height, in millimetres, of the space between the margins.
    fn inside(&self) -> (f64, f64) {
        (self.paper.width - 2.0 * self.margin, self.paper.height - 2.0 * self.margin)
    }

    /// Returns the attributes `width`, `height` and `viewBox` of an SVG that puts a picture of `width` x `height`
    /// pixels between the margins of the paper. The centre of the board is the centre of the paper, regardless of the
    /// labels.
    ///
    /// Also returns the left edge, the upper edge, the width and the height of the paper, in pixels of the picture.
    /// `labels` contains two sizes in pixels: the width of the coordinates to the left of the board, and the height of
    /// the coordinates below the board.
    pub(crate) fn attributes(&self, (width, height): (f64, f64), labels: (u32, u32)) -> (String, [f64; 4]) {
        let (across, down) = self.inside();
        let (beside, below) = (f64::from(labels.0), f64::from(labels.1));
        let pixels = ((width + beside) / across).max((height + below) / down);
        let (wide, high) = (self.paper.width * pixels, self.paper.height * pixels);
        let (left, top) = ((width + beside - wide) / 2.0, (height - below - high) / 2.0);
        let place = [left, top, wide, high];
        let [width, height, left, top, wide, high] =
            [self.paper.width, self.paper.height, left, top, wide, high].map(Mm);
        (format!(r#"width="{width}mm" height="{height}mm" viewBox="{left} {top} {wide} {high}""#), place)
    }

    /// Converts a length in millimetres to pixels at `dpi` pixels per inch.
    fn pixels(mm: f64, dpi: f64) -> u32 {
        (mm / INCH * dpi).round() as u32
    }

    /// Returns a copy of `style` with the largest square size at which the board fits between the margins. If `style`
    /// already contains a square size, or if no size fits, only [`Style::max_side`] is changed.
    ///
    /// # Errors
    /// [`ViewError::Sheet`] if the sheet has too many pixels, or too few pixels between its margins.
    pub fn style(&self, board: &Board, style: &Style, dpi: f64) -> Result<Style> {
        let (across, down) = self.inside();
        let (width, height) = (Self::pixels(across, dpi), Self::pixels(down, dpi));
        let all = self.paper.width * self.paper.height * (dpi / INCH).powi(2);
        let longest = self.paper.width.max(self.paper.height) * dpi / INCH;
        if all > MAX_PIXELS || longest > MAX_PICTURE_SIDE.into() || width.min(height) < 64 {
            return Err(ViewError::Sheet { dpi, paper: self.paper });
        }
        let with = |square| Style { square: Some(square), fold: false, ..style.clone() };
        // The board is in the middle of the paper. Therefore the side opposite the labels has an empty space as large
        // as the labels.
        let fits = |square: &u32| {
            Layout::new(board, &with(*square)).is_ok_and(|there| {
                let (beside, below) = there.labelled();
                there.width + beside <= width && there.height + below <= height
            })
        };
        let square = style.square.is_none().then(|| (1..=MAX_SQUARE).rev().find(fits)).flatten();
        Ok(square.map_or_else(|| Style { max_side: width.min(height), ..style.clone() }, with))
    }

    /// Returns the picture on a sheet in the background colour of the palette, with the board in the middle. `labels`
    /// are the two values of [`Layout::labelled`]: the width of the coordinates to the left of the board, and the
    /// height of the coordinates and the caption below the board.
    ///
    /// # Errors
    /// [`ViewError::Sheet`] if the picture is larger than the sheet.
    pub fn around(&self, picture: &Picture, labels: (u32, u32), palette: Palette, dpi: f64) -> Result<Picture> {
        let (across, down) = (Self::pixels(self.paper.width, dpi), Self::pixels(self.paper.height, dpi));
        if picture.width() > across || picture.height() > down {
            return Err(ViewError::Sheet { dpi, paper: self.paper });
        }
        let mut sheet = Picture::new(across, down, palette.colours().background);
        let (free, (beside, below)) = ((across - picture.width(), down - picture.height()), labels);
        let (left, top) = (free.0.saturating_sub(beside) / 2, (free.1.saturating_add(below) / 2).min(free.1));
        let bytes = 3 * picture.width() as usize;
        for (row, line) in (top as usize..).zip(picture.rgb().chunks_exact(bytes)) {
            let at = 3 * (row * across as usize + left as usize);
            sheet.rgb_mut()[at..at + bytes].copy_from_slice(line);
        }
        Ok(sheet)
    }

    /// Writes the tour as one continuous line in millimetres, as an SVG for plotters. A closed tour is a closed line.
    /// The file has no fills and no text. Each layer is a group that Inkscape and plotters recognise as a layer.
    ///
    /// # Errors
    /// [`ViewError`] if `kind` is closed but the path is not, [`ViewError::Joined`] if the board has joined sides,
    /// [`ViewError::Layers`] if there are fewer moves than layers, [`ViewError::Write`] if writing to `out` fails.
    pub fn write_stroke(
        &self,
        path: &Path,
        kind: Option<Kind>,
        stroke: &SingleStroke,
        out: &mut dyn Write,
    ) -> Result<()> {
        let closed = paint::is_closed(path, kind)?;
        let line = StrokeLine::new(self, path, closed, stroke)?;
        let (moves, layers) = (line.moves(), stroke.layers as usize);
        if layers == 0 || layers > moves.max(1) {
            return Err(ViewError::Layers { layers: stroke.layers, moves });
        }
        let Paper { width, height, .. } = self.paper;
        let (width, height) = (Mm(width), Mm(height));
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">"#
        )?;
        for layer in 0..layers {
            let colour = match layers {
                1 => [0; 3],
                _ => stroke.palette.gradient((layer as f32 + 0.5) / layers as f32),
            };
            let number = layer + 1;
            writeln!(
                out,
                r#"<g id="layer{number}" inkscape:groupmode="layer" inkscape:label="{number}" fill="none" stroke="{}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round">"#,
                Hex(colour),
                Mm(stroke.pen.mm())
            )?;
            write!(out, r#"<path d=""#)?;
            line.write(layer * moves / layers..number * moves / layers, out)?;
            let close = if closed && layers == 1 { "Z" } else { "" };
            writeln!(out, "{close}\"/>\n</g>")?;
        }
        writeln!(out, "</svg>")?;
        Ok(())
    }
}

/// The line of a path on paper, with coordinates in millimetres.
struct StrokeLine {
    /// Centres of the squares in visiting order. On a closed tour, the first point is repeated at the end.
    points: Vec<PixelPoint>,
    /// Side of a square in millimetres.
    square: f32,
    closed: bool,
    curve: bool,
}

impl StrokeLine {
    fn new(sheet: &Sheet, path: &Path, closed: bool, stroke: &SingleStroke) -> Result<Self> {
        let board = path.board();
        if board.wrap() != Wrap::None {
            return Err(ViewError::Joined);
        }
        let (rows, cols) = (f64::from(board.rows()), f64::from(board.cols()));
        let (across, down) = sheet.inside();
        let pen = stroke.pen.mm();
        if pen <= 0.0 || pen >= across.min(down) {
            return Err(ViewError::Pen { pen });
        }
        // The line is as wide as the pen, and may touch the margins but not cross them. Therefore the points, which are
        // in the middle of the line, are at least half the width of the pen away from the margins.
        let square = ((across - pen) / (cols - 1.0).max(1.0)).min((down - pen) / (rows - 1.0).max(1.0));
        let left = (sheet.paper.width - square * (cols - 1.0)) / 2.0;
        let top = (sheet.paper.height - square * (rows - 1.0)) / 2.0;
        let place = |at: Square| {
            let (x, y) = (left + square * f64::from(at.col), top + square * f64::from(at.row));
            (x as f32, y as f32)
        };
        let mut points: Vec<PixelPoint> = path.squares().map(place).collect();
        points.extend(points.first().copied().filter(|_| closed));
        Ok(Self { points, square: square as f32, closed, curve: stroke.curve })
    }

    const fn moves(&self) -> usize {
        self.points.len().saturating_sub(1)
    }

    /// Returns the point with the index `at` + `by`. In a closed line, indices wrap around. In an open line, an index
    /// beyond an end stands for the point at this end.
    fn beside(&self, at: usize, by: isize) -> PixelPoint {
        let moves = self.moves() as isize;
        let to = at as isize + by;
        self.points[if self.closed { to.rem_euclid(moves.max(1)) } else { to.clamp(0, moves) } as usize]
    }

    /// Writes a range of moves as SVG path data. If the corners are not rounded, the data have a line to each point at
    /// which the direction changes. If the corners are rounded, the data consist of lines and curves.
    fn write(&self, moves: std::ops::Range<usize>, out: &mut dyn Write) -> Result<()> {
        let way = |from: PixelPoint, to: PixelPoint| (to.0 - from.0, to.1 - from.1);
        let at = |(x, y): PixelPoint| format!("{} {}", Mm(x.into()), Mm(y.into()));
        let rounded = |from: usize| {
            let points = [self.beside(from, -1), self.points[from], self.points[from + 1], self.beside(from + 1, 1)];
            MovePiece::rounded(points, self.square)
        };
        let start =
            if self.curve && !moves.is_empty() { rounded(moves.start).start() } else { self.points[moves.start] };
        write!(out, "M{}", at(start))?;
        for from in moves.clone() {
            if self.curve {
                for (is_line, [_, by, to]) in rounded(from).quads() {
                    let bend = if is_line { "L".into() } else { format!("Q{} ", at(by)) };
                    write!(out, "{bend}{}", at(to))?;
                }
                continue;
            }
            let (start, end) = (self.points[from], self.points[from + 1]);
            let is_last = from + 1 == moves.end;
            let (here, next) = (way(start, end), way(end, self.beside(from + 1, 1)));
            let turns = (here.0 - next.0).abs() + (here.1 - next.1).abs() > 1e-3 * self.square;
            // In a closed line, `Z` replaces the last move.
            if (turns || is_last) && !(is_last && self.closed && moves.len() == self.moves()) {
                write!(out, "L{}", at(end))?;
            }
        }
        Ok(())
    }
}

/// A number of millimetres, formatted with three decimals.
struct Mm(f64);

impl std::fmt::Display for Mm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (self.0 * 1000.0).round() / 1000.0;
        // This prevents "-0".
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_and_lengths_have_names_and_units() {
        let sides = |text: &str| text.parse::<Paper>().map(|paper| (paper.width, paper.height)).map_err(|_| ());
        assert_eq!(sides("A4"), Ok((210.0, 297.0)));
        assert_eq!(sides("a2"), Ok((420.0, 594.0)));
        assert_eq!(sides("A10"), Ok((26.0, 37.0)));
        assert_eq!(sides("210x297mm"), Ok((210.0, 297.0)));
        assert_eq!(sides("21cmx29.7cm"), Ok((210.0, 297.0)));
        assert_eq!(sides("letter"), Ok((215.9, 279.4)));
        for wrong in
            ["", "A", "A11", "B4", "210", "210x", "x297mm", "0x10mm", "1e400x10mm", "NaNxNaNmm", "-5x20mm", "ä"]
        {
            assert_eq!(sides(wrong), Err(()), "{wrong}");
        }
        for wrong in ["", "mm", "5m", "-1mm", "infmm", "1e9mm", "nan"] {
            assert!(wrong.parse::<Length>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn margins_leave_something() {
        let paper: Paper = "A6".parse().unwrap();
        assert!(Sheet::new(paper, Length::new(52.0)).is_ok());
        assert!(matches!(Sheet::new(paper, Length::new(52.1)), Err(ViewError::Margin { .. })));
    }
}
