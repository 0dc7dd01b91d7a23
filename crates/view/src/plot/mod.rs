//! Plots: lines over two axes, as a picture or as SVG.
//!
//! Drawn by the crate plotters in the font that ships with this crate. The colours
//! are those of M. Okabe and K. Ito ("Color Universal Design", 2008), which people
//! with any kind of colour vision can distinguish, and each line has a mark of its own
//! shape besides.

mod draw;

use courser_board::words::printable;
use plotters::prelude::{BitMapBackend, IntoDrawingArea as _, SVGBackend};

use crate::{Picture, Result};

/// A plot: lines over two axes.
///
/// ```
/// use courser_view::{Axis, Line, Plot, Point};
///
/// let points = [(8.0, 0.02), (80.0, 1.1), (800.0, 120.0)].map(|(x, y)| Point::new(x, y));
/// let plot = Plot {
///     title: "time a tour".into(),
///     x: Axis::log("squares per side"),
///     y: Axis::log("milliseconds"),
///     lines: vec![Line::new("warnsdorff", points.to_vec())],
/// };
/// assert_eq!(plot.png(800, 500).unwrap().width(), 800);
/// assert!(plot.svg(800, 500).unwrap().contains("warnsdorff"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The title, above the plot.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// The lines, each labelled at its last point.
    pub lines: Vec<Line>,
}

/// An axis of a plot: what it measures, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity of the axis, with its unit.
    pub name: String,
    /// Set if the axis is logarithmic; values of 0 or less are then not shown.
    pub log: bool,
    /// Set if the axis counts things: only whole numbers are written on it.
    pub whole: bool,
    /// The least and the greatest value shown; `None` for those of the points.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// A linear axis.
    pub fn linear(name: impl Into<String>) -> Self {
        Self { name: name.into(), log: false, whole: false, range: None }
    }

    /// A linear axis that counts things: only whole numbers are written on it.
    pub fn whole(name: impl Into<String>) -> Self {
        Self { whole: true, ..Self::linear(name) }
    }

    /// A logarithmic axis.
    pub fn log(name: impl Into<String>) -> Self {
        Self { log: true, ..Self::linear(name) }
    }

    /// The same axis, from one value to another whatever the points are.
    #[must_use]
    pub fn over(self, from: f64, to: f64) -> Self {
        Self { range: Some((from, to)), ..self }
    }
}

/// A line of a plot, drawn through its points in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The line's label.
    pub name: String,
    /// The line's points, in drawing order.
    pub points: Vec<Point>,
    /// The number of its colour and mark, as far as there are different ones; its place in the plot if none, and
    /// where the colours repeat, the stroke differs. Lines of one kind have one colour.
    pub colour: Option<usize>,
    /// Solid, dashed or dotted.
    pub stroke: Stroke,
}

impl Line {
    /// A solid line, whose colour follows from its place in the plot.
    pub fn new(name: impl Into<String>, points: Vec<Point>) -> Self {
        Self { name: name.into(), points, colour: None, stroke: Stroke::Solid }
    }
}

/// The gaps of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// A line without gaps.
    #[default]
    Solid,
    /// A line of dashes.
    Dashed,
    /// A line of dots.
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

/// A point of a line, with the uncertainty of its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The value on the axis to the right.
    pub x: f64,
    /// The value on the axis upwards.
    pub y: f64,
    /// The least and the greatest that `y` may be; not drawn where both are `y`.
    pub spread: (f64, f64),
}

impl Point {
    /// A point without a spread.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, spread: (y, y) }
    }
}

impl Plot {
    /// The plot as pixels.
    ///
    /// # Errors
    /// [`ViewError::NoPoints`](crate::ViewError::NoPoints) if no point can be shown, [`ViewError::Plot`](crate::ViewError::Plot) if the plotter fails.
    ///
    /// # Panics
    /// If a side is beyond [`MAX_PICTURE_SIDE`](crate::MAX_PICTURE_SIDE).
    pub fn png(&self, width: u32, height: u32) -> Result<Picture> {
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
        let mut picture = Picture::new(width, height, [0; 3]);
        for (at, pixel) in picture.rgb_mut().chunks_exact_mut(3).enumerate() {
            let (y, x) = (at / width as usize, at % width as usize);
            pixel.copy_from_slice(&[0, 1, 2].map(|channel| average(y, x, channel)));
        }
        Ok(picture)
    }

    /// The plot as an SVG document.
    ///
    /// # Errors
    /// As [`Plot::png`].
    pub fn svg(&self, width: u32, height: u32) -> Result<String> {
        let mut text = String::new();
        self.draw(SVGBackend::with_string(&mut text, (width, height)).into_drawing_area())?;
        // A title may hold what no XML may.
        Ok(text.lines().map(printable).collect::<Vec<_>>().join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::draw::COLOURS;
    use super::*;
    use crate::Rgb;
    use crate::ViewError;

    fn plot(lines: &[&[(f64, f64)]], x: Axis, y: Axis) -> Plot {
        let line = |(number, points): (usize, &&[(f64, f64)])| {
            Line::new(format!("line <{number}>"), points.iter().map(|&(x, y)| Point::new(x, y)).collect())
        };
        Plot { title: "a & b".into(), x, y, lines: lines.iter().enumerate().map(line).collect() }
    }

    /// Returns whether a pixel has this colour, within the tolerance of smooth edges.
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
        assert!(matches!(zero.png(300, 200), Err(ViewError::NoPoints)));
        assert!(matches!(plot(&[], Axis::linear("x"), Axis::linear("y")).svg(300, 200), Err(ViewError::NoPoints)));
        assert!(
            plot(&[&[(0.0, 5.0), (3.0, f64::NAN), (1.0, 2.0)]], Axis::log("x"), Axis::log("y")).png(300, 200).is_ok()
        );
    }

    #[test]
    fn names_are_escaped_in_svg() {
        let svg = plot(&[&[(1.0, 1.0), (2.0, 2.0)]], Axis::linear("x"), Axis::linear("y")).svg(300, 200).unwrap();
        assert!(svg.contains("a &amp; b") && svg.contains("line &lt;0&gt;"), "{svg}");
    }
}
