//! Plots: lines over two axes, as a picture or as SVG.
//!
//! Drawn by the crate plotters in the font that ships with this crate. The colours
//! are those of M. Okabe and K. Ito ("Color Universal Design", 2008), which people
//! with any kind of colour vision tell apart, and each line has a mark of its own
//! shape besides.

use std::ops::Range;
use std::sync::Once;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

use crate::{Picture, Rgb, ViewError, font};

/// Lines over two axes.
///
/// ```
/// use courser_view::{Axis, Line, Plot, Point};
///
/// let points = [(8.0, 0.02), (80.0, 1.1), (800.0, 120.0)].map(|(x, y)| Point::new(x, y));
/// let plot = Plot {
///     title: "time a tour".into(),
///     x: Axis::log("squares a side"),
///     y: Axis::log("milliseconds"),
///     lines: vec![Line::new("warnsdorff", points.to_vec())],
/// };
/// assert_eq!(plot.png(800, 500).unwrap().width(), 800);
/// assert!(plot.svg(800, 500).unwrap().contains("warnsdorff"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What is shown.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// The lines, named in the legend in this order.
    pub lines: Vec<Line>,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it counts, with its unit.
    pub name: String,
    /// Whether equal steps are equal factors; values of 0 or less are then not shown.
    pub log: bool,
    /// From where to where, or as far as the points go.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// An axis on which equal steps are equal differences.
    pub fn linear(name: impl Into<String>) -> Self {
        Self { name: name.into(), log: false, range: None }
    }

    /// An axis on which equal steps are equal factors.
    pub fn log(name: impl Into<String>) -> Self {
        Self { name: name.into(), log: true, range: None }
    }

    /// From where to where the axis goes, whatever the points are.
    #[must_use]
    pub fn over(self, from: f64, to: f64) -> Self {
        Self { range: Some((from, to)), ..self }
    }

    fn shows(&self, value: f64) -> bool {
        value.is_finite() && (!self.log || value > 0.0)
    }

    /// The range that shows all of `values`, with some air around it.
    fn over_all(&self, values: impl Iterator<Item = f64>) -> Option<Range<f64>> {
        if let Some((from, to)) = self.range {
            return Some(from..to);
        }
        let (low, high) = values
            .filter(|&value| self.shows(value))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return None;
        }
        Some(if self.log {
            low / 1.3..high * 1.3
        } else {
            let air = if high > low { (high - low) * 0.03 } else { 0.5 };
            low - air..high + air
        })
    }
}

/// A line, drawn through its points in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// Its points.
    pub points: Vec<Point>,
    /// The number of its colour and mark, as far as there are different ones; its place in the plot if none.
    /// Lines of one kind have one colour.
    pub colour: Option<usize>,
    /// How it is drawn.
    pub stroke: Stroke,
}

impl Line {
    /// A solid line in the colour of its place.
    pub fn new(name: impl Into<String>, points: Vec<Point>) -> Self {
        Self { name: name.into(), points, colour: None, stroke: Stroke::Solid }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// Without gaps.
    #[default]
    Solid,
    /// In dashes.
    Dashed,
    /// In dots.
    Dotted,
}

impl Stroke {
    /// Length of what is drawn and of what is not, in strokes; none of a solid line.
    const fn gaps(self) -> Option<(i32, i32)> {
        match self {
            Self::Solid => None,
            Self::Dashed => Some((5, 3)),
            Self::Dotted => Some((1, 2)),
        }
    }
}

/// A point, and how far its value is uncertain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// The least and the greatest that `y` may be; none is drawn where both are `y`.
    pub spread: (f64, f64),
}

impl Point {
    /// A point without a spread.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, spread: (y, y) }
    }
}

/// Okabe and Ito's colours but for black and the yellow, which is too light on white.
const COLOURS: [Rgb; 7] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [86, 180, 233], [230, 159, 0], [0, 0, 0]];

/// At most about this many marks a line: they tell lines apart, and must not hide them.
const MARKS: usize = 12;

const FONT: &str = "sans-serif";

impl Plot {
    /// The plot as pixels.
    ///
    /// # Errors
    /// [`ViewError::NoPoints`] if no point can be shown, [`ViewError::Plot`] if the plotter fails.
    ///
    /// # Panics
    /// If a side is beyond [`MAX_PICTURE_SIDE`](crate::MAX_PICTURE_SIDE).
    pub fn png(&self, width: u32, height: u32) -> Result<Picture, ViewError> {
        assert!(width.max(height) <= crate::MAX_PICTURE_SIDE, "a plot of {width}x{height} pixels");
        // The plotter's own edges are rough: it draws four times as many pixels, which are averaged.
        let (wide, high) = (2 * width, 2 * height);
        let mut fine = vec![0; 3 * wide as usize * high as usize];
        self.draw(BitMapBackend::with_buffer(&mut fine, (wide, high)).into_drawing_area())?;
        let row = 3 * wide as usize;
        let average = |y: usize, x: usize, channel: usize| {
            let at = 2 * y * row + 6 * x + channel;
            let sum: u32 = [at, at + 3, at + row, at + row + 3].iter().map(|&at| u32::from(fine[at])).sum();
            ((sum + 2) / 4) as u8
        };
        let pixels = (0..height as usize).flat_map(|y| (0..width as usize).map(move |x| (y, x)));
        let rgb = pixels.flat_map(|(y, x)| [0, 1, 2].map(|channel| average(y, x, channel))).collect();
        Ok(Picture::from_rgb(width, height, rgb))
    }

    /// The plot as an SVG document.
    ///
    /// # Errors
    /// As [`Plot::png`].
    pub fn svg(&self, width: u32, height: u32) -> Result<String, ViewError> {
        let mut text = String::new();
        self.draw(SVGBackend::with_string(&mut text, (width, height)).into_drawing_area())?;
        Ok(text)
    }

    fn draw<B: DrawingBackend>(&self, area: DrawingArea<B, Shift>) -> Result<(), ViewError> {
        static FONT_KNOWN: Once = Once::new();
        FONT_KNOWN.call_once(|| {
            // The font is one: the pictures' text is drawn with it.
            let _ = register_font(FONT, FontStyle::Normal, font::FILE);
        });
        let nothing = |why| ViewError::NoPoints { why };
        let shown = || self.lines.iter().flat_map(|line| &line.points).filter(|point| self.shows(point));
        let x = self.x.over_all(shown().map(|point| point.x)).ok_or(nothing("no line has a point"))?;
        let highs = shown().flat_map(|point| [point.y, point.spread.0, point.spread.1]);
        let y = self.y.over_all(highs).ok_or(nothing("no line has a point"))?;
        match (self.x.log, self.y.log) {
            (false, false) => self.on(&area, x, y),
            (false, true) => self.on(&area, x, y.log_scale()),
            (true, false) => self.on(&area, x.log_scale(), y),
            (true, true) => self.on(&area, x.log_scale(), y.log_scale()),
        }
    }

    fn shows(&self, point: &Point) -> bool {
        self.x.shows(point.x) && self.y.shows(point.y)
    }

    fn on<B, X, Y>(&self, area: &DrawingArea<B, Shift>, x: X, y: Y) -> Result<(), ViewError>
    where
        B: DrawingBackend,
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let failed = |error: DrawingAreaErrorKind<B::ErrorType>| ViewError::Plot { message: error.to_string() };
        area.fill(&WHITE).map_err(failed)?;
        let (width, height) = area.dim_in_pixel();
        // Text that can be read where the plot fills a slide or half a page.
        let text = (height as f64 / 26.0).clamp(11.0, 40.0);
        let ink = RGBColor(24, 26, 36);
        let small = (FONT, text).into_font().color(&ink);
        // The legend stands to the right of the lines, where it hides none.
        let longest = self.lines.iter().map(|line| font::width(&line.name, text as f32)).fold(0.0, f32::max);
        let beside = (f64::from(longest) + text * 3.5).min(f64::from(width) / 2.0) as i32;
        let (left, legend) = area.split_horizontally(width as i32 - beside);
        let mut chart = ChartBuilder::on(&left)
            .caption(&self.title, (FONT, text * 1.2).into_font().color(&ink))
            .margin(text as u32)
            .x_label_area_size((text * 2.6) as u32)
            .y_label_area_size((text * 4.2) as u32)
            .build_cartesian_2d(x, y)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .bold_line_style(RGBColor(214, 214, 214))
            .light_line_style(RGBColor(240, 240, 240))
            .axis_style(ink)
            .label_style(small.clone())
            .axis_desc_style(small.clone())
            .x_desc(&self.x.name)
            .y_desc(&self.y.name)
            .x_label_formatter(&|value| number(*value))
            .y_label_formatter(&|value| number(*value))
            .x_labels((width as f64 / text / 5.0) as usize)
            .y_labels((height as f64 / text / 2.5) as usize)
            .draw()
            .map_err(failed)?;

        let stroke = (text / 8.0).max(1.5) as u32;
        let size = (text / 3.4) as i32;
        for (place, line) in self.lines.iter().enumerate() {
            let number = line.colour.unwrap_or(place) % COLOURS.len();
            let [r, g, b] = COLOURS[number];
            let colour = RGBColor(r, g, b);
            let style = colour.stroke_width(stroke);
            let points: Vec<&Point> = line.points.iter().filter(|point| self.shows(point)).collect();
            let drawn = points.iter().map(|point| (point.x, point.y));
            let gaps = line.stroke.gaps().map(|(on, off)| (on * stroke as i32, off * stroke as i32));
            let named = match gaps {
                None => chart.draw_series(LineSeries::new(drawn, style)),
                Some((on, off)) => chart.draw_series(DashedLineSeries::new(drawn, on, off, style)),
            };
            named.map_err(failed)?;
            // The line again, beside its name: three pieces, which of a solid line touch.
            let (x, y) = (size, text as i32 * (3 + 2 * place as i32));
            let length = 6 * size;
            for number in 0..3 {
                let on = gaps.map_or(length / 3 + 1, |(on, _)| on.min(length / 4));
                let from = x + number * (length - on) / 2;
                let piece = PathElement::new(vec![(from, y), (from + on, y)], style);
                legend.draw(&piece).map_err(failed)?;
            }
            legend.draw(&mark(number, (x + length / 2, y), size, colour)).map_err(failed)?;
            let name = Text::new(line.name.as_str(), (x + length + size, y - text as i32 / 3), small.clone());
            legend.draw(&name).map_err(failed)?;
            let spreads = points.iter().filter(|point| {
                point.spread.0 < point.spread.1 && self.y.shows(point.spread.0) && self.y.shows(point.spread.1)
            });
            let bar =
                |point: &&Point| PathElement::new(vec![(point.x, point.spread.0), (point.x, point.spread.1)], style);
            chart.draw_series(spreads.map(bar)).map_err(failed)?;
            let every = points.len().div_ceil(MARKS).max(1);
            // Lines on top of each other have their marks side by side.
            let marked = points.iter().skip(place % every).step_by(every);
            chart
                .draw_series(
                    marked.map(|point| EmptyElement::at((point.x, point.y)) + mark(number, (0, 0), size, colour)),
                )
                .map_err(failed)?;
        }
        area.present().map_err(failed)
    }
}

/// A number on an axis: 0.001, 12.5, 4000, 2M, 3G.
fn number(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        size if size >= 1e12 => (value / 1e12, "T"),
        size if size >= 1e9 => (value / 1e9, "G"),
        size if size >= 1e6 => (value / 1e6, "M"),
        _ => (value, ""),
    };
    // Enough digits to tell, none that say nothing.
    let digits = if scaled == 0.0 { 0 } else { (3 - scaled.abs().log10().floor() as i32).clamp(0, 12) as usize };
    let text = format!("{scaled:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{unit}")
}

/// The mark of the line at `place`: a disc, a triangle, a square and so on, in pixels around `centre`.
fn mark(place: usize, centre: (i32, i32), size: i32, colour: RGBColor) -> Polygon<(i32, i32)> {
    // Corners, and how far the first is turned from straight up, in turns.
    let (corners, turned) =
        [(24, 0.0), (3, 0.0), (4, 0.125), (4, 0.0), (3, 0.5), (5, 0.0), (6, 0.0)][place % COLOURS.len()];
    let radius = f64::from(size) * if corners > 6 { 0.9 } else { 1.15 };
    let corner = |i: i32| {
        let angle = (f64::from(i) / f64::from(corners) + turned) * std::f64::consts::TAU;
        (centre.0 + (radius * angle.sin()).round() as i32, centre.1 - (radius * angle.cos()).round() as i32)
    };
    Polygon::new((0..corners).map(corner).collect::<Vec<_>>(), colour.filled())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(lines: &[&[(f64, f64)]], x: Axis, y: Axis) -> Plot {
        let line = |(number, points): (usize, &&[(f64, f64)])| {
            Line::new(format!("line <{number}>"), points.iter().map(|&(x, y)| Point::new(x, y)).collect())
        };
        Plot { title: "a & b".into(), x, y, lines: lines.iter().enumerate().map(line).collect() }
    }

    /// Whether a pixel is of this colour but for its smooth edge.
    fn like(pixel: &[u8], colour: Rgb) -> bool {
        pixel.iter().zip(colour).all(|(&is, should)| is.abs_diff(should) <= 40)
    }

    #[test]
    fn each_line_is_drawn_in_its_own_colour() {
        let lines: [&[(f64, f64)]; 2] = [&[(0.0, 0.0), (10.0, 10.0)], &[(0.0, 10.0), (10.0, 0.0)]];
        for (x, y) in [(Axis::linear("x"), Axis::linear("y")), (Axis::log("x").over(0.1, 10.0), Axis::linear("y"))] {
            let picture = plot(&lines, x, y).png(600, 400).unwrap();
            for colour in &COLOURS[..2] {
                let pixels = picture.rgb().chunks_exact(3).filter(|pixel| like(pixel, *colour)).count();
                assert!(pixels > 80, "{pixels} pixels of {colour:?}");
            }
            assert!(!picture.rgb().chunks_exact(3).any(|pixel| pixel == COLOURS[5]), "there is no sixth line");
        }
    }

    #[test]
    fn higher_values_are_drawn_higher() {
        let rising = plot(&[&[(1.0, 1.0), (1000.0, 1000.0)]], Axis::log("x"), Axis::log("y")).png(600, 400).unwrap();
        let blue = |from: u32, to: u32| {
            let hits = (from..to).flat_map(|x| (0..400).map(move |y| (x, y)));
            let rows: Vec<u32> = hits.filter(|&(x, y)| like(&rising.pixel(x, y), COLOURS[0])).map(|(_, y)| y).collect();
            rows.iter().sum::<u32>() / rows.len() as u32
        };
        assert!(blue(350, 400) > blue(500, 550) + 50, "{} {}", blue(350, 400), blue(500, 550));
    }

    #[test]
    fn what_an_axis_cannot_show_is_left_out_and_nothing_at_all_is_an_error() {
        let zero = plot(&[&[(0.0, 5.0), (1.0, 0.0)]], Axis::log("x"), Axis::log("y"));
        assert!(matches!(zero.png(300, 200), Err(ViewError::NoPoints { .. })));
        assert!(matches!(
            plot(&[], Axis::linear("x"), Axis::linear("y")).svg(300, 200),
            Err(ViewError::NoPoints { .. })
        ));
        assert!(
            plot(&[&[(0.0, 5.0), (3.0, f64::NAN), (1.0, 2.0)]], Axis::log("x"), Axis::log("y")).png(300, 200).is_ok()
        );
    }

    #[test]
    fn names_are_escaped_in_svg() {
        let svg = plot(&[&[(1.0, 1.0), (2.0, 2.0)]], Axis::linear("x"), Axis::linear("y")).svg(300, 200).unwrap();
        assert!(svg.contains("a &amp; b") && svg.contains("line &lt;0&gt;"), "{svg}");
    }

    #[test]
    fn numbers_on_axes_are_short() {
        let pairs = [
            (0.0, "0"),
            (0.001, "0.001"),
            (12.5, "12.5"),
            (4000.0, "4000"),
            (2e6, "2M"),
            (3e9, "3G"),
            (1e-9, "0.000000001"),
        ];
        for (value, text) in pairs {
            assert_eq!(number(value), text);
        }
    }
}
