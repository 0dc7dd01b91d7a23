//! Writers of SVG pictures, which can be enlarged without loss.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use courser_board::words::{printable, titled};
use courser_board::{Kind, Path};
use tiny_skia::PathSegment;

use crate::canvas::{Canvas, Pen, PixelCanvas, stripes};
use crate::geometry::PixelPoint;
use crate::layout::Layout;
use crate::{Picture, Result, Rgb, Sheet, Style, font, paint, png};

/// Writes the picture of [`paint`](crate::paint) as SVG 1.1 (with the `href` of SVG 2). Does not flush `out`.
///
/// Text consists of outlines of the included font, so that the file looks the same everywhere. The squares of a heat
/// map are pixels of an embedded PNG. The whole file is assembled in memory.
///
/// # Errors
/// Returns the errors of [`paint`](crate::paint), and [`ViewError::Write`](crate::ViewError::Write) if writing to `out`
/// fails.
///
/// ```
/// use courser_board::{Board, Path};
/// use courser_view::{Style, write_svg};
///
/// let path = Path::new(Board::new(3, 3).unwrap(), vec![0, 5]).unwrap();
/// let mut file = Vec::new();
/// write_svg(&path, None, &Style::default(), &mut file).unwrap();
/// assert!(file.starts_with(b"<svg xmlns"));
/// ```
pub fn write_svg(path: &Path, kind: Option<Kind>, style: &Style, out: &mut dyn Write) -> Result<()> {
    write_svg_on(None, path, kind, style, out)
}

/// Writes an SVG as [`write_svg`] does, with an optional sheet of paper. If a sheet is given, the picture has a size in
/// millimetres and is centred on the sheet.
///
/// # Errors
/// Returns the errors of [`write_svg`].
pub fn write_svg_on(
    sheet: Option<&Sheet>,
    path: &Path,
    kind: Option<Kind>,
    style: &Style,
    out: &mut dyn Write,
) -> Result<()> {
    let layout = Layout::new(path.board(), style)?;
    let closed = paint::is_closed(path, kind)?;
    let mut svg = Svg::new(layout.size());
    svg.sheet = sheet.map(|&sheet| (sheet, style.palette.colours().background, layout.labelled()));
    paint::draw(&mut svg, path, closed, style, &layout)?;
    svg.write(&titled(kind, path.board()), out)
}

/// An SVG document under construction.
pub(crate) struct Svg {
    width: u32,
    height: u32,
    body: String,
    /// Characters of all text in the document.
    characters: BTreeSet<char>,
    /// Side lengths, in pixels, of the squares that have stripes.
    hatched: BTreeSet<u32>,
    /// Data of a picture with a size in millimetres: the sheet of paper, the colour of the paper, and two sizes in
    /// pixels. These sizes are the width of the coordinates to the left of the board, and the height of the coordinates
    /// below the board.
    sheet: Option<(Sheet, Rgb, (u32, u32))>,
}

impl Svg {
    pub(crate) const fn new((width, height): (u32, u32)) -> Self {
        Self { width, height, body: String::new(), characters: BTreeSet::new(), hatched: BTreeSet::new(), sheet: None }
    }

    /// Writes the complete document.
    ///
    /// # Errors
    /// [`ViewError::Write`](crate::ViewError::Write) if writing to `out` fails.
    pub(crate) fn write(&self, title: &str, out: &mut dyn Write) -> Result<()> {
        let Self { width, height, .. } = self;
        let size = self.sheet.map_or_else(
            || (format!(r#"width="{width}" height="{height}" viewBox="0 0 {width} {height}""#), None),
            |(sheet, colour, labels)| {
                let (size, place) = sheet.attributes((f64::from(*width), f64::from(*height)), labels);
                (size, Some((place, Hex(colour))))
            },
        );
        let (size, paper) = size;
        writeln!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" {size}>"#)?;
        writeln!(out, "<title>{}</title>", escaped(title))?;
        writeln!(out, "<defs>")?;
        for &character in &self.characters {
            if let Some(shape) = font::outline(character) {
                writeln!(out, r#"<path id="{}" d="{}"/>"#, name(character), Data(&shape))?;
            }
        }
        for &side in &self.hatched {
            writeln!(out, r#"<path id="hatch{side}" d="{}"/>"#, hatch(side))?;
        }
        writeln!(out, "</defs>")?;
        if let Some(([left, top, wide, high], colour)) = paper {
            let [left, top, wide, high] = [left, top, wide, high].map(|length| SvgNumber(length as f32));
            writeln!(out, r#"<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{colour}"/>"#)?;
        }
        out.write_all(self.body.as_bytes())?;
        writeln!(out, "</svg>")?;
        Ok(())
    }

    fn add(&mut self, words: fmt::Arguments<'_>) {
        self.body.write_fmt(words).expect("a string takes any words");
        self.body.push('\n');
    }
}

impl Canvas for Svg {
    fn rect(&mut self, (x, y): (u32, u32), (width, height): (u32, u32), colour: Rgb) {
        let colour = Hex(colour);
        self.add(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>"#));
    }

    fn hatch(&mut self, (x, y): (u32, u32), side: u32, colour: Rgb) {
        self.hatched.insert(side);
        let colour = Hex(colour);
        self.add(format_args!(r##"<use href="#hatch{side}" x="{x}" y="{y}" fill="{colour}"/>"##));
    }

    fn stroke(&mut self, line: &tiny_skia::Path, pen: &Pen, colour: Rgb) {
        let (line, width, colour) = (Data(line), SvgNumber(pen.width), Hex(colour));
        let cap = if pen.round { "round" } else { "butt" };
        let dash = pen
            .dash
            .map_or(String::new(), |[on, off]| format!(r#" stroke-dasharray="{} {}""#, SvgNumber(on), SvgNumber(off)));
        self.add(format_args!(
            r#"<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="{cap}" stroke-linejoin="round"{dash}/>"#
        ));
    }

    fn fill(&mut self, shape: &tiny_skia::Path, colour: Rgb) {
        let (shape, colour) = (Data(shape), Hex(colour));
        self.add(format_args!(r#"<path d="{shape}" fill="{colour}"/>"#));
    }

    fn text(&mut self, text: &str, em: f32, centre: PixelPoint, colour: Rgb) {
        // The attribute `aria-label` contains the text for screen readers.
        self.add(format_args!(r#"<g fill="{}" aria-label="{}">"#, Hex(colour), escaped(text)));
        let scale = em / font::units();
        for (character, (x, y)) in font::feet(text, em, centre) {
            if character == ' ' {
                continue;
            }
            self.characters.insert(character);
            let (name, x, y) = (name(character), SvgNumber(x), SvgNumber(y));
            self.add(format_args!(r##"<use href="#{name}" transform="translate({x} {y}) scale({scale:.6})"/>"##));
        }
        self.body.push_str("</g>\n");
    }
}

impl PixelCanvas for Svg {
    fn picture(&mut self, picture: &Picture) {
        let mut file = Vec::new();
        png::write_png(picture, &mut file).expect("a picture in memory is written to memory");
        let (width, height, data) = (picture.width(), picture.height(), STANDARD.encode(file));
        self.add(format_args!(
            r#"<image width="{width}" height="{height}" style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>"#
        ));
    }
}

/// Returns the stripes of a square at 0, 0. The stripes are parallel to the rising diagonal and clipped at the sides.
fn hatch(side: u32) -> String {
    let (period, width) = stripes(side);
    let side = side as f32;
    // Half the width of a stripe, measured along a side of the square. The stripes are shifted by half a pixel, since
    // pixels are sampled at their centres.
    let half = width / 2.0 * std::f32::consts::SQRT_2;
    let mut data = String::new();
    let mut middle = period / 2.0 + 0.5;
    while middle - half < 2.0 * side {
        // The line x + y = sum leads from the left or lower side to the upper or right side.
        let ends = |sum: f32| {
            let sum = sum.clamp(0.0, 2.0 * side);
            let from = if sum <= side { (0.0, sum) } else { (sum - side, side) };
            (from, (from.1, from.0))
        };
        let ((low, high), (after_low, after_high)) = (ends(middle - half), ends(middle + half));
        let mut corners = vec![low, high];
        if middle - half < side && middle + half > side {
            corners.push((side, 0.0));
        }
        corners.extend([after_high, after_low]);
        if middle - half < side && middle + half > side {
            corners.push((0.0, side));
        }
        for (at, (x, y)) in corners.into_iter().enumerate() {
            let verb = if at == 0 { 'M' } else { 'L' };
            write!(data, "{verb}{} {}", SvgNumber(x), SvgNumber(y)).expect("a string takes any words");
        }
        data.push('Z');
        middle += period;
    }
    data
}

/// Returns the id of the outline of a character.
fn name(character: char) -> String {
    format!("u{:x}", u32::from(character))
}

/// A length or a coordinate in pixels, rounded to two decimals.
struct SvgNumber(f32);

impl fmt::Display for SvgNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // This prevents "-0".
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

pub(crate) struct Hex(pub(crate) Rgb);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// A path, formatted as the attribute `d`.
struct Data<'a>(&'a tiny_skia::Path);

impl fmt::Display for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in self.0.segments() {
            let (verb, points) = match segment {
                PathSegment::MoveTo(a) => ('M', vec![a]),
                PathSegment::LineTo(a) => ('L', vec![a]),
                PathSegment::QuadTo(a, b) => ('Q', vec![a, b]),
                PathSegment::CubicTo(a, b, c) => ('C', vec![a, b, c]),
                PathSegment::Close => ('Z', Vec::new()),
            };
            write!(f, "{verb}")?;
            for (at, point) in points.iter().enumerate() {
                let gap = if at == 0 { "" } else { " " };
                write!(f, "{gap}{} {}", SvgNumber(point.x), SvgNumber(point.y))?;
            }
        }
        Ok(())
    }
}

/// Escapes a text for XML. Control characters are invalid in XML and are replaced by escape sequences.
fn escaped(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let text = |number| SvgNumber(number).to_string();
        assert_eq!([1.0, 0.5, 1.0 / 3.0, -0.001, 1234.567].map(text), ["1", "0.5", "0.33", "0", "1234.57"]);
    }

    #[test]
    fn a_title_cannot_end_its_element() {
        assert_eq!(escaped("</title> & \"x\""), "&lt;/title&gt; &amp; &quot;x&quot;");
    }
}
