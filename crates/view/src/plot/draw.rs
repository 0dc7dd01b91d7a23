//! Drawing a plot, on any backend of the plotter.

use std::ops::Range;
use std::sync::Once;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::{FontStyle, TextStyle, register_font};

use crate::plot::{Axis, Line, Plot, Point, Stroke};
use crate::{Result, Rgb, ViewError, font};

/// Okabe and Ito's colours, without the yellow, which is too light on white.
pub(super) const COLOURS: [Rgb; 7] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [86, 180, 233], [230, 159, 0], [0, 0, 0]];

/// At most about this many marks a line: they distinguish lines, and must not hide them.
const MARKS: usize = 128;

/// Titles, labels, axes.
const INK: RGBColor = RGBColor(24, 26, 36);

const FONT: &str = "sans-serif";

impl Plot {
    /// Draws everything.
    pub(super) fn draw<B: DrawingBackend>(&self, area: DrawingArea<B, Shift>) -> Result<()> {
        static FONT_KNOWN: Once = Once::new();
        FONT_KNOWN.call_once(|| {
            // The font is one: the pictures' text is drawn with it.
            let _ = register_font(FONT, FontStyle::Normal, font::FILE);
        });
        let shown = || self.lines.iter().flat_map(|line| self.shown(line));
        let highs = shown().flat_map(|point| [point.y, point.spread.0, point.spread.1]);
        let x = self.x.over_all(shown().map(|point| point.x)).ok_or(ViewError::NoPoints)?;
        let y = self.y.over_all(highs).ok_or(ViewError::NoPoints)?;
        // Only powers of ten may be long to write.
        let lowest = if self.y.log { self.y.label(10_f64.powf(y.start.log10().ceil())) } else { String::new() };
        match (self.x.log, self.y.log) {
            (false, false) => self.on(&area, x, y, &lowest),
            (false, true) => self.on(&area, x, y.log_scale(), &lowest),
            (true, false) => self.on(&area, x.log_scale(), y, &lowest),
            (true, true) => self.on(&area, x.log_scale(), y.log_scale(), &lowest),
        }
    }

    /// The points of a line that the axes can show.
    fn shown<'a>(&'a self, line: &'a Line) -> impl Iterator<Item = &'a Point> {
        line.points.iter().filter(|point| self.x.shows(point.x) && self.y.shows(point.y))
    }

    /// `lowest` is the number that takes the most room beside the vertical axis.
    fn on<B, X, Y>(&self, area: &DrawingArea<B, Shift>, x: X, y: Y, lowest: &str) -> Result<()>
    where
        B: DrawingBackend,
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        area.fill(&WHITE).map_err(failed)?;
        let (width, height) = area.dim_in_pixel();
        let sizes = Sizes::new(height, self.lines.len());
        let text = sizes.text;
        // The names stand to the right of the lines, each as high as its line ends.
        let longest = self.lines.iter().map(|line| font::width(&line.name, text as f32)).fold(0.0, f32::max);
        let beside = (f64::from(longest) + text * 3.5).min(f64::from(width) / 2.0) as i32;
        let (left, right) = area.split_horizontally(width as i32 - beside);
        let numbers = f64::from(font::width(lowest, text as f32)) + text * 2.2;
        let mut chart = ChartBuilder::on(&left)
            .caption(&self.title, (FONT, text * 1.2).into_font().color(&INK))
            .margin(text as u32)
            .x_label_area_size((text * 2.6) as u32)
            .y_label_area_size((text * 4.2).max(numbers) as u32)
            .build_cartesian_2d(x, y)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .bold_line_style(RGBColor(214, 214, 214))
            .light_line_style(RGBColor(240, 240, 240))
            .axis_style(INK)
            .label_style(sizes.style())
            .axis_desc_style(sizes.style())
            .x_desc(&self.x.name)
            .y_desc(&self.y.name)
            .x_label_formatter(&|value| self.x.label(*value))
            .y_label_formatter(&|value| self.y.label(*value))
            .x_labels((width as f64 / text / 5.0) as usize)
            .y_labels((height as f64 / text / 2.5) as usize)
            .draw()
            .map_err(failed)?;
        let mut ends = Vec::with_capacity(self.lines.len());
        for (place, line) in self.lines.iter().enumerate() {
            self.line(&mut chart, place, line, &sizes)?;
            let end = self.shown(line).last();
            ends.push(end.map_or(0, |point| chart.backend_coord(&(point.x, point.y)).1));
        }
        let heights = apart(&ends, sizes.pitch, (sizes.pitch, height as i32 - sizes.pitch));
        for ((place, line), height) in self.lines.iter().enumerate().zip(heights) {
            name_at(&right, (place, height), line, &sizes)?;
        }
        area.present().map_err(failed)
    }

    /// A line, how far its values are uncertain, and marks on it.
    fn line<B, X, Y>(
        &self,
        chart: &mut ChartContext<'_, B, Cartesian2d<X, Y>>,
        place: usize,
        line: &Line,
        sizes: &Sizes,
    ) -> Result<()>
    where
        B: DrawingBackend,
        X: Ranged<ValueType = f64>,
        Y: Ranged<ValueType = f64>,
    {
        let LineLook { kind, colour, gaps } = LineLook::new(place, line, sizes);
        let style = colour.stroke_width(sizes.stroke);
        let points: Vec<&Point> = self.shown(line).collect();
        let drawn = points.iter().map(|point| (point.x, point.y));
        match gaps {
            None => chart.draw_series(LineSeries::new(drawn, style)).map_err(failed)?,
            Some((on, off)) => chart.draw_series(DashedLineSeries::new(drawn, on, off, style)).map_err(failed)?,
        };
        let spreads = points.iter().filter(|point| {
            point.spread.0 < point.spread.1 && self.y.shows(point.spread.0) && self.y.shows(point.spread.1)
        });
        let bar = |point: &&Point| PathElement::new(vec![(point.x, point.spread.0), (point.x, point.spread.1)], style);
        chart.draw_series(spreads.map(bar)).map_err(failed)?;
        let every = points.len().div_ceil(MARKS).max(1);
        // Lines on top of each other have their marks side by side.
        let marked = points.iter().skip(place % every).step_by(every);
        let marks = marked.map(|point| EmptyElement::at((point.x, point.y)) + mark(kind, (0, 0), sizes.mark, colour));
        chart.draw_series(marks).map_err(failed)?;
        Ok(())
    }
}

/// Text that can be read where the plot fills a slide or half a page, and what goes with it; in pixels.
struct Sizes {
    text: f64,
    stroke: u32,
    /// Half the width of a mark.
    mark: i32,
    /// From a line's name to the next, at the least.
    pitch: i32,
}

impl Sizes {
    fn new(height: u32, lines: usize) -> Self {
        let text = (f64::from(height) / 26.0).clamp(11.0, 40.0);
        // Closer where there are many: none lies below the plot.
        let pitch = ((1.4 * text) as i32).min((height as i32 - 4 * text as i32) / lines.max(1) as i32);
        Self { text, stroke: (text / 8.0).max(1.5) as u32, mark: (text / 3.4) as i32, pitch }
    }

    fn style(&self) -> TextStyle<'static> {
        (FONT, self.text).into_font().color(&INK)
    }

    /// The style of the lines' names.
    fn name(&self) -> TextStyle<'static> {
        (FONT, self.text.min(f64::from(self.pitch))).into_font().color(&INK)
    }
}

/// The look that distinguishes a line from the others.
struct LineLook {
    /// The number of its mark.
    kind: usize,
    colour: RGBColor,
    /// Pixels that are drawn and that are not; none of a solid line.
    gaps: Option<(i32, i32)>,
}

impl LineLook {
    fn new(place: usize, line: &Line, sizes: &Sizes) -> Self {
        let kind = line.colour.unwrap_or(place) % COLOURS.len();
        let [r, g, b] = COLOURS[kind];
        let stroke = match (line.colour, place / COLOURS.len()) {
            (Some(_), _) | (None, 0) => line.stroke,
            (None, 1) => Stroke::Dashed,
            (None, _) => Stroke::Dotted,
        };
        let gaps = stroke.gaps().map(|(on, off)| (on * sizes.stroke as i32, off * sizes.stroke as i32));
        Self { kind, colour: RGBColor(r, g, b), gaps }
    }
}

/// Heights as near as can be to those wanted, from the first of `within` to the last, each `pitch` or more from the next.
fn apart(wanted: &[i32], pitch: i32, within: (i32, i32)) -> Vec<i32> {
    let mut places: Vec<usize> = (0..wanted.len()).collect();
    places.sort_by_key(|&place| wanted[place]);
    let mut heights = wanted.to_vec();
    let mut least = within.0;
    for &place in &places {
        heights[place] = heights[place].max(least);
        least = heights[place] + pitch;
    }
    let mut most = within.1;
    for &place in places.iter().rev() {
        heights[place] = heights[place].min(most);
        most = heights[place] - pitch;
    }
    heights
}

/// A line's name beside its end: three pieces of it, which of a solid line touch, its mark and its name.
fn name_at<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    (place, y): (usize, i32),
    line: &Line,
    sizes: &Sizes,
) -> Result<()> {
    let LineLook { kind, colour, gaps } = LineLook::new(place, line, sizes);
    let text = sizes.text as i32;
    let x = sizes.mark;
    let length = 6 * sizes.mark;
    for piece in 0..3 {
        let on = gaps.map_or(length / 3 + 1, |(on, _)| on.min(length / 4));
        let from = x + piece * (length - on) / 2;
        let piece = PathElement::new(vec![(from, y), (from + on, y)], colour.stroke_width(sizes.stroke));
        area.draw(&piece).map_err(failed)?;
    }
    area.draw(&mark(kind, (x + length / 2, y), sizes.mark, colour)).map_err(failed)?;
    let name = Text::new(line.name.as_str(), (x + length + sizes.mark, y - text / 3), sizes.name());
    area.draw(&name).map_err(failed)
}

fn failed<E: std::error::Error + Send + Sync>(error: DrawingAreaErrorKind<E>) -> ViewError {
    ViewError::Plot(error.to_string())
}

impl Axis {
    fn shows(&self, value: f64) -> bool {
        value.is_finite() && (!self.log || value > 0.0)
    }

    /// Returns the label of a value.
    fn label(&self, value: f64) -> String {
        // A step away from a whole number is more than what rounding makes of one.
        if self.whole && (value - value.round()).abs() > 1e-6 { String::new() } else { number(value) }
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
            let (low, high) = (low / 1.3, high * 1.3);
            // Powers of ten are labelled: less than one of them could not be read. A hair more on both sides, or
            // rounding would leave them outside.
            let power = |value: f64, by: f64| 10_f64.powf(value) * by;
            let powers = power(low.log10().floor(), 0.999_999)..power(high.log10().ceil(), 1.000_001);
            if high < 10.0 * low { powers } else { low..high }
        } else {
            let air = if high > low { (high - low) * 0.03 } else { 0.5 };
            let air = if self.whole { air.max(0.5) } else { air };
            low - air..high + air
        })
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
    // Enough digits to see the difference, and not more.
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

    #[test]
    fn an_axis_has_at_least_one_power_of_ten() {
        let range = |values: &[f64]| Axis::log("x").over_all(values.iter().copied()).unwrap();
        for (values, powers) in [(&[8.0][..], [1.0, 10.0, 100.0]), (&[0.002, 0.005], [0.001, 0.005, 0.01])] {
            assert!(powers.iter().all(|power| range(values).contains(power)), "{:?}", range(values));
            assert!(!range(values).contains(&(powers[0] / 1.1)) && !range(values).contains(&(powers[2] * 1.1)));
        }
        let wide = range(&[8.0, 1000.0]);
        assert!(wide.start > 6.0 && wide.end < 1301.0, "{wide:?}");
    }

    #[test]
    fn what_there_are_no_parts_of_has_no_parts_on_its_axis() {
        let labels = |axis: Axis| [5.8, 6.0, 6.2].map(|value| axis.label(value));
        assert_eq!(labels(Axis::whole("squares")), ["", "6", ""]);
        assert_eq!(labels(Axis::linear("squares")), ["5.8", "6", "6.2"]);
        assert_eq!(Axis::whole("squares").over_all([6.0, 7.0].into_iter()), Some(5.5..7.5));
    }

    #[test]
    fn lines_differ_in_stroke_where_colours_begin_anew_and_the_names_of_all_fit() {
        let line = Line::new("line", Vec::new());
        let sizes = Sizes::new(600, 21);
        let looks: Vec<_> =
            (0..21).map(|place| LineLook::new(place, &line, &sizes)).map(|look| (look.kind, look.gaps)).collect();
        for (at, look) in looks.iter().enumerate() {
            assert!(!looks[..at].contains(look), "line {at} looks like one before");
        }
        assert!(3 * sizes.text as i32 + 20 * sizes.pitch + sizes.pitch / 2 < 600 && sizes.pitch > 15);
        assert_eq!(Sizes::new(600, 5).pitch, (1.4 * sizes.text) as i32);
    }

    #[test]
    fn names_stand_where_their_lines_end_and_not_on_each_other() {
        assert_eq!(apart(&[50, 10, 90], 20, (5, 100)), [50, 10, 90]);
        assert_eq!(apart(&[50, 50, 52], 20, (5, 100)), [50, 70, 90]);
        assert_eq!(apart(&[98, 99, 97], 20, (5, 100)), [80, 100, 60]);
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
