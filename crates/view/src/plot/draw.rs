//! Draws plots on any canvas.

use tiny_skia::PathBuilder;

use crate::canvas::{Canvas, Pen, Shifted};
use crate::geometry::PixelPoint as Pixel;
use crate::palette::mix;
use crate::plot::{Plot, PlotLine, PlotPoint, Stroke};
use crate::{Result, Rgb, ViewError, font};

/// Line colours of Okabe and Ito, except yellow, which is too light on white.
pub(super) const COLOURS: [Rgb; 7] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [86, 180, 233], [230, 159, 0], [0, 0, 0]];

/// Approximate maximum number of marks on a line. Marks distinguish lines, but too many marks would hide the lines.
const MARKS: usize = 128;

const WHITE: Rgb = [u8::MAX; 3];

/// Colour of titles, labels and axes.
const INK: Rgb = [24, 26, 36];

/// Colour of the subtitle, of the axis names, and of the crosses for absent values.
const FAINT: Rgb = [95, 98, 108];

const GRID: Rgb = [228, 228, 228];

/// The ranges of the horizontal and the vertical axis.
pub(super) type Ranges = [(f64, f64); 2];

/// The colour, the mark and the stroke of a line. The combination distinguishes the line from other lines.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LineStyle {
    colour: usize,
    mark: usize,
    stroke: Stroke,
}

impl LineStyle {
    fn new(place: usize, line: &PlotLine) -> Self {
        let number = line.colour.unwrap_or(place);
        let (round, colour) = (number / COLOURS.len(), number % COLOURS.len());
        let stroke = match (line.colour, round) {
            (None, 1) => Stroke::Dashed,
            (None, 2..) => Stroke::Dotted,
            _ => line.stroke,
        };
        Self { colour, mark: (colour + round) % COLOURS.len(), stroke }
    }

    fn rgb(self) -> Rgb {
        COLOURS[self.colour]
    }
}

impl Plot {
    /// Returns the ranges of both axes.
    ///
    /// # Errors
    /// [`ViewError::NoPoints`](crate::ViewError::NoPoints) if no point can be shown.
    pub(super) fn ranges(&self) -> Result<Ranges> {
        let shown = || self.lines.iter().flat_map(|line| self.shown(line));
        let has_bars = self.lines.iter().any(|line| line.stroke == Stroke::Bars);
        let highs = shown().flat_map(|point| [point.y, point.spread.0, point.spread.1]);
        let wide = shown().map(|point| point.x).chain(self.absent.iter().copied());
        let x = self.x.over_all(wide).ok_or(ViewError::NoPoints)?;
        let empty = (!self.absent.is_empty()).then_some((0.0, 1.0));
        let (low, high) = self.y.over_all(highs.chain(has_bars.then_some(0.0))).or(empty).ok_or(ViewError::NoPoints)?;
        Ok([x, (if has_bars { 0.0 } else { low }, high)])
    }

    /// Returns the points of a line that have finite coordinates. On a logarithmic axis, the coordinate must also be
    /// positive.
    fn shown<'a>(&'a self, line: &'a PlotLine) -> impl Iterator<Item = &'a PlotPoint> {
        line.points.iter().filter(|point| self.x.shows(point.x) && self.y.shows(point.y))
    }

    /// Draws the plot into a rectangle of the canvas.
    pub(super) fn draw(
        &self,
        canvas: &mut dyn Canvas,
        (corner, size): ((u32, u32), (u32, u32)),
        subtitle: &str,
        ranges: &Ranges,
    ) {
        let canvas = &mut Shifted { canvas, shift: corner };
        let (width, height) = (size.0 as f32, size.1 as f32);
        let em = (height / 32.0).clamp(11.0, 40.0).min(width / 30.0);
        let left_at = |canvas: &mut Shifted<'_>, text: &str, em: f32, (x, y): Pixel, colour: Rgb| {
            canvas.text(text, em, (x + font::width(text, em) / 2.0, y), colour);
        };
        let mut y = 1.4 * em;
        let title = (1.25 * em).min((width - 2.0 * em) / font::width(&self.title, 1.0).max(1.0));
        left_at(canvas, &self.title, title, (em, y), INK);
        for line in wrapped(subtitle, 0.85 * em, width - 2.0 * em) {
            y += 1.35 * em;
            left_at(canvas, &line, 0.85 * em, (em, y), FAINT);
        }
        y += 1.6 * em;
        left_at(canvas, &self.y.name, 0.9 * em, (em, y), FAINT);

        let (top, mut bottom) = (y + 1.1 * em, height - 3.4 * em);
        let rungs = self.y.ticks(ranges[1], f64::from((bottom - top) / (2.0 * em)));
        let widest = rungs.iter().map(|(_, label)| font::width(label, em)).fold(0.0, f32::max);
        let names = self.lines.iter().map(|line| font::width(&line.name, em)).fold(0.0, f32::max);
        let beside = if self.lines.len() > 1 { names + 5.0 * em } else { em };
        let (left, right) = (widest + 1.8 * em, width - beside.min(0.45 * width));
        let across = |value: f64| left + self.x.place(value, ranges[0]) as f32 * (right - left);
        let is_seen = |at: f32, from: f32, to: f32| at >= from - 0.5 && at <= to + 0.5;
        let mut steps = self.x.ticks(ranges[0], f64::from((right - left) / (4.0 * em)));
        steps.retain(|&(value, _)| is_seen(across(value), left, right));
        let span = |(value, label): &(f64, String)| {
            let (at, half) = (across(*value), font::width(label, em) / 2.0 + 0.3 * em);
            (at - half, at + half)
        };
        let fits = |first: usize, every: usize| {
            let spans: Vec<(f32, f32)> = steps.iter().skip(first).step_by(every).map(span).collect();
            spans.windows(2).all(|pair| pair[0].1 <= pair[1].0)
        };
        // If the caller's labels do not fit on one line, they alternate between two lines. If that does not suffice,
        // only every n-th value is labelled, with the smallest n for which the labels fit.
        let is_double = self.x.ticks.is_some() && !fits(0, 1) && fits(0, 2) && fits(1, 2);
        let every = if is_double { 1 } else { (1..=steps.len()).find(|&every| fits(0, every)).unwrap_or(1) };
        let second = if is_double { 1.1 * em } else { 0.0 };
        bottom -= second;
        let up = |value: f64| bottom - self.y.place(value, ranges[1]) as f32 * (bottom - top);

        for (value, label) in rungs {
            let at = up(value);
            if is_seen(at, top, bottom) {
                canvas.lines(&[((left, at), (right, at))], 1.0, false, GRID);
                canvas.text(&label, em, (left - 0.6 * em - font::width(&label, em) / 2.0, at), INK);
            }
        }
        for (value, _) in &steps {
            let at = across(*value);
            canvas.lines(&[((at, top), (at, bottom + 0.35 * em))], 1.0, false, GRID);
        }
        for (nth, (value, label)) in steps.iter().enumerate().step_by(every) {
            let below = if self.absent.is_empty() { 1.05 } else { 1.3 } * em + if nth % 2 == 1 { second } else { 0.0 };
            canvas.text(label, em, (across(*value), bottom + below), INK);
        }
        canvas.lines(&[((left, top), (left, bottom)), ((left, bottom), (right, bottom))], 1.2, true, INK);
        canvas.text(&self.x.name, 0.9 * em, ((left + right) / 2.0, bottom + second + 2.5 * em), FAINT);
        let gaps = self.absent.windows(2).map(|pair| across(pair[1]) - across(pair[0]));
        let arm = gaps.fold(0.7 * em, f32::min) * 0.4;
        for &value in &self.absent {
            let (x, y) = (across(value), bottom + 0.1 * em + arm);
            let cross = [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))];
            canvas.lines(&cross, (0.4 * arm).max(1.0), true, FAINT);
        }

        let pixel = |x: f64, y: f64| (across(x), up(y));
        let looks: Vec<LineStyle> =
            self.lines.iter().enumerate().map(|(place, line)| LineStyle::new(place, line)).collect();
        let is_few = |line: &PlotLine| line.points.iter().all(|point| point.is_few);
        let mut order: Vec<(&PlotLine, &LineStyle)> = self.lines.iter().zip(&looks).collect();
        order.sort_by_key(|(line, _)| !is_few(line));
        for (line, look) in order {
            for point in self.shown(line).filter(|point| point.spread.0 < point.spread.1) {
                let [low, high] = [point.spread.0, point.spread.1].map(|end| pixel(point.x, end));
                // Small samples have long spreads, which could hide other points. Therefore these spreads are drawn as
                // thin and pale lines.
                let (width, part) = if point.is_few { (0.07 * em, 0.25) } else { (0.12 * em, 0.45) };
                canvas.lines(&[(low, (high.0, high.1.max(top)))], width, false, mix(WHITE, look.rgb(), part));
            }
        }
        for (place, (line, look)) in self.lines.iter().zip(&looks).enumerate() {
            let points: Vec<&PlotPoint> = self.shown(line).collect();
            if look.stroke == Stroke::Bars {
                let gap =
                    points.windows(2).map(|pair| across(pair[1].x) - across(pair[0].x)).fold(right - left, f32::min);
                let half = 0.4 * gap.min((right - left) / 2.0);
                for point in points {
                    let (x, y) = pixel(point.x, point.y);
                    let [from, to] = [x - half, x + half].map(|side| side.clamp(left, right));
                    canvas.polygon(&[(from, y), (to, y), (to, bottom), (from, bottom)], look.rgb());
                }
                continue;
            }
            let mut path = PathBuilder::new();
            let mut goes_on = false;
            for point in &points {
                let (x, y) = pixel(point.x, point.y);
                if goes_on && !point.is_few {
                    path.line_to(x, y)
                } else {
                    path.move_to(x, y)
                }
                goes_on = !point.is_few;
            }
            if let Some(path) = path.finish() {
                canvas.stroke(&path, &pen(look.stroke, em), look.rgb());
            }
            let every = points.len().div_ceil(MARKS).max(1);
            // The marks of each line begin at a different point, so that the marks of coinciding lines are next to each
            // other.
            for point in points.iter().skip(place % every).step_by(every) {
                mark(canvas, *look, pixel(point.x, point.y), 0.3 * em, point.is_few);
            }
        }
        if let Some((mean, error)) = self.mean {
            let [low, middle, high] = [mean - error, mean, mean + error].map(across);
            canvas.polygon(&[(low, top), (high, top), (high, bottom), (low, bottom)], mix(WHITE, COLOURS[1], 0.5));
            canvas.lines(&[((middle, top), (middle, bottom))], 0.12 * em, false, COLOURS[1]);
            // The error is written with two significant digits.
            let digits = (1.0 - error.log10().floor()).clamp(0.0, 9.0) as usize;
            let text = format!("{mean:.digits$} ± {error:.digits$}");
            let half = font::width(&text, 0.85 * em) / 2.0;
            let at = middle.clamp(left + half, (right - half).max(left + half));
            canvas.text(&text, 0.85 * em, (at, top - 0.6 * em), COLOURS[1]);
        }
        if self.lines.len() > 1 {
            let ends = self.lines.iter().map(|line| self.shown(line).last().map_or(top, |point| up(point.y)));
            let pitch = (1.4 * em).min((height - 2.0 * em) / self.lines.len() as f32);
            let heights = apart(&ends.collect::<Vec<_>>(), pitch, (top.min(height - em), height - em));
            for ((line, look), y) in self.lines.iter().zip(&looks).zip(heights) {
                let (from, to) = (right + em, right + 3.2 * em);
                let mut path = PathBuilder::new();
                path.move_to(from, y);
                path.line_to(to, y);
                if let Some(path) = path.finish().filter(|_| !is_few(line)) {
                    canvas.stroke(&path, &pen(look.stroke, em), look.rgb());
                }
                mark(canvas, *look, ((from + to) / 2.0, y), 0.3 * em, is_few(line));
                let name = em.min(pitch).min((width - to - em) / font::width(&line.name, 1.0).max(1.0));
                left_at(canvas, &line.name, name, (to + 0.5 * em, y), INK);
            }
        }
    }
}

fn pen(stroke: Stroke, em: f32) -> Pen {
    let width = (em / 8.0).max(1.5);
    let dash = match stroke {
        Stroke::Solid | Stroke::Bars => None,
        Stroke::Dashed => Some([5.0 * width, 3.0 * width]),
        Stroke::Dotted => Some([width, 2.0 * width]),
    };
    Pen { width, round: false, dash }
}

/// Draws a mark at a point, in the shape that belongs to the line: a disc, a triangle, a square or another shape. If
/// `is_hollow`, draws only the outline.
fn mark(canvas: &mut dyn Canvas, look: LineStyle, (x, y): Pixel, size: f32, is_hollow: bool) {
    // The number of corners, and the angle between the top and the first corner. The unit of the angle is a full turn.
    let (corners, turned) =
        [(24, 0.0), (3, 0.0), (4, 0.125), (4, 0.0), (3, 0.5), (5, 0.0), (6, 0.0)][look.mark % COLOURS.len()];
    let shape = |size: f32| {
        let radius = size * if corners > 6 { 0.9 } else { 1.15 };
        let corner = |nth: i32| {
            let angle = (nth as f32 / corners as f32 + turned) * std::f32::consts::TAU;
            (x + radius * angle.sin(), y - radius * angle.cos())
        };
        (0..corners).map(corner).collect::<Vec<_>>()
    };
    canvas.polygon(&shape(size), look.rgb());
    if is_hollow {
        canvas.polygon(&shape(0.55 * size), WHITE);
    }
}

/// Returns heights that are close to the heights `wanted`, but at least `pitch` apart and in the range `within`.
fn apart(wanted: &[f32], pitch: f32, within: (f32, f32)) -> Vec<f32> {
    let mut places: Vec<usize> = (0..wanted.len()).collect();
    places.sort_by(|&one, &two| wanted[one].total_cmp(&wanted[two]));
    let mut heights = wanted.to_vec();
    let mut min = within.0;
    for &place in &places {
        heights[place] = heights[place].max(min);
        min = heights[place] + pitch;
    }
    let mut max = within.1;
    for &place in places.iter().rev() {
        heights[place] = heights[place].min(max);
        max = heights[place] - pitch;
    }
    heights
}

/// Draws the common subtitle of a sheet in a line of `height` pixels.
pub(super) fn heading(canvas: &mut dyn Canvas, text: &str, height: u32) {
    let em = 0.5 * height as f32;
    canvas.text(text, em, (em + font::width(text, em) / 2.0, 0.6 * height as f32), FAINT);
}

/// Breaks a text at spaces into lines of at most the given width. A word that is wider gets its own line.
fn wrapped(text: &str, em: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if font::width(&format!("{line} {word}"), em) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Axis, Scale};
    use crate::{Picture, StaticPicture};

    fn plot(lines: &[&[(f64, f64)]], scale: Scale) -> Plot {
        let line = |(number, points): (usize, &&[(f64, f64)])| {
            PlotLine::new(format!("line <{number}>"), points.iter().map(|&(x, y)| PlotPoint::new(x, y)).collect())
        };
        let (x, y) = (Axis::new("x", scale), Axis::new("y", scale));
        let lines = lines.iter().enumerate().map(line).collect();
        Plot { title: "a & b".into(), x, y, lines, ..Plot::default() }
    }

    fn painted(plot: Plot, size: (u32, u32)) -> Result<Picture> {
        Ok(StaticPicture::plots(&[plot], size)?.paint())
    }

    fn pixels(picture: &Picture, colour: Rgb) -> Vec<(u32, u32)> {
        let all = (0..picture.height()).flat_map(|y| (0..picture.width()).map(move |x| (x, y)));
        all.filter(|&(x, y)| picture.pixel(x, y) == colour).collect()
    }

    #[test]
    fn each_line_is_drawn_in_its_own_colour() {
        let lines: [&[(f64, f64)]; 2] = [&[(1.0, 1.0), (10.0, 10.0)], &[(1.0, 10.0), (10.0, 1.0)]];
        for scale in [Scale::Linear, Scale::Log] {
            let picture = painted(plot(&lines, scale), (600, 400)).unwrap();
            for colour in &COLOURS[..2] {
                assert!(pixels(&picture, *colour).len() > 80, "{colour:?}");
            }
            assert!(pixels(&picture, COLOURS[5]).is_empty(), "there is no sixth line");
        }
    }

    #[test]
    fn higher_values_are_drawn_higher_and_small_samples_are_hollow_and_apart() {
        let mut rising = plot(&[&[(1.0, 1.0), (1000.0, 1000.0)]], Scale::Log);
        let blue = pixels(&painted(rising.clone(), (600, 400)).unwrap(), COLOURS[0]);
        let [left, right] = [blue.iter().min().unwrap(), blue.iter().max().unwrap()];
        assert!(left.1 > right.1 + 100, "{left:?} {right:?}");
        rising.lines[0].points[1].is_few = true;
        let few = painted(rising, (600, 400)).unwrap();
        let apart = pixels(&few, COLOURS[0]);
        assert!(apart.len() * 2 < blue.len() && apart.len() > 20, "{} of {}", apart.len(), blue.len());
        let (x, y) = *apart.iter().max().unwrap();
        assert_eq!(few.pixel(x - 4, y), WHITE, "the mark is hollow");
    }

    #[test]
    fn bars_stand_on_the_axis_and_a_cross_where_there_is_no_value() {
        let mut bars = plot(&[&[(3.0, 10.0), (4.0, 20.0)]], Scale::Whole);
        bars.lines[0].stroke = Stroke::Bars;
        let picture = painted(bars.clone(), (600, 400)).unwrap();
        let blue = pixels(&picture, COLOURS[0]);
        let height = |x: u32| blue.iter().filter(|pixel| pixel.0 == x).count();
        let (left, right) = (blue.iter().min().unwrap().0, blue.iter().max().unwrap().0);
        let ratio = height(right - 5) as f32 / height(left + 5) as f32;
        assert!((ratio - 2.0).abs() < 0.05, "{ratio}");
        let crosses = |plot: Plot| pixels(&painted(plot, (600, 400)).unwrap(), FAINT).len();
        let without = crosses(bars.clone());
        assert!(crosses(Plot { absent: vec![3.0, 4.0], ..bars }) > without);
    }

    #[test]
    fn named_ticks_that_do_not_fit_on_one_line_alternate_between_two() {
        // Returns the number of labels for `ticks` ticks, and the number of text lines that the labels occupy.
        let heights = |ticks: u32, width: u32| {
            let mut named = plot(&[&[(0.0, 1.0), (f64::from(ticks - 1), 2.0)]], Scale::Whole);
            named.x = named.x.with_ticks((0..ticks).map(|nth| (f64::from(nth), format!("10x{}", 10 + nth))));
            let mut svg = Vec::new();
            StaticPicture::plots(&[named], (width, 400)).unwrap().write_svg(&mut svg).unwrap();
            let svg = String::from_utf8(svg).unwrap();
            let labels = svg.split("aria-label=\"10x").skip(1);
            let height = |label: &str| label.split(['(', ')']).nth(1).unwrap().split(' ').nth(1).unwrap().to_owned();
            let mut all: Vec<String> = labels.map(height).collect();
            let labels = all.len();
            all.sort_unstable();
            all.dedup();
            (labels, all.len())
        };
        assert_eq!((heights(12, 1200), heights(12, 600)), ((12, 1), (12, 2)));
        assert!(heights(40, 600).0 < 40);
    }

    #[test]
    fn what_an_axis_cannot_show_is_left_out_and_nothing_at_all_is_an_error() {
        let zero = plot(&[&[(0.0, 5.0), (1.0, 0.0)]], Scale::Log);
        assert!(matches!(painted(zero, (300, 200)), Err(ViewError::NoPoints)));
        assert!(matches!(painted(plot(&[], Scale::Linear), (300, 200)), Err(ViewError::NoPoints)));
        let partly = plot(&[&[(0.0, 5.0), (3.0, f64::NAN), (1.0, 2.0)]], Scale::Log);
        assert!(painted(partly, (300, 200)).is_ok());
    }

    #[test]
    fn several_plots_share_a_sheet_and_texts_are_escaped_in_svg() {
        let one = plot(&[&[(1.0, 1.0), (2.0, 2.0)], &[(1.0, 2.0), (2.0, 2.0)]], Scale::Linear);
        let plots = vec![one; 5];
        let mut svg = Vec::new();
        StaticPicture::plots(&plots, (900, 600)).unwrap().write_svg(&mut svg).unwrap();
        let svg = String::from_utf8(svg).unwrap();
        assert_eq!((svg.matches("a &amp; b").count(), svg.matches("line &lt;0&gt;").count()), (6, 5));
    }

    #[test]
    fn lines_of_one_colour_differ_in_their_marks_or_strokes() {
        for colour in [None, Some(())] {
            let look = |place: usize| {
                let line = PlotLine { colour: colour.map(|()| place), ..PlotLine::new("line", Vec::new()) };
                LineStyle::new(place, &line)
            };
            let looks: Vec<LineStyle> = (0..21).map(look).collect();
            assert!((0..21).all(|at| !looks[..at].contains(&looks[at])), "{looks:?}");
        }
    }

    #[test]
    fn names_stand_where_their_lines_end_and_not_on_each_other() {
        assert_eq!(apart(&[50.0, 10.0, 90.0], 20.0, (5.0, 100.0)), [50.0, 10.0, 90.0]);
        assert_eq!(apart(&[50.0, 50.0, 52.0], 20.0, (5.0, 100.0)), [50.0, 70.0, 90.0]);
        assert_eq!(apart(&[98.0, 99.0, 97.0], 20.0, (5.0, 100.0)), [80.0, 100.0, 60.0]);
    }

    #[test]
    fn a_subtitle_is_broken_at_words() {
        let lines = wrapped("one two three four", 10.0, font::width("three four", 10.0));
        assert_eq!(lines, ["one two", "three four"]);
    }
}
