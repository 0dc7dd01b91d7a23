//! Plots of lines or bars over two axes, and sheets of several plots.
//!
//! The colours come from M. Okabe and K. Ito ("Color Universal Design", 2008). People with any kind of colour vision
//! can distinguish these colours. In addition, each line has a mark of a different shape.

mod axis;
mod draw;

pub use axis::{Axis, Scale};

use crate::{Result, StaticPicture};

/// A plot of lines over two axes.
///
/// ```
/// use courser_view::{Axis, PlotLine, Plot, PlotPoint, Scale, StaticPicture};
///
/// let points = [(8.0, 2e-5), (80.0, 1.1e-3), (800.0, 0.12)].map(|(x, y)| PlotPoint::new(x, y));
/// let plot = Plot {
///     title: "time of a tour".into(),
///     x: Axis::new("squares per side", Scale::Log),
///     y: Axis::new("time", Scale::Seconds),
///     lines: vec![PlotLine::new("warnsdorff", points.to_vec())],
///     ..Plot::default()
/// };
/// let plots = [plot];
/// assert_eq!(StaticPicture::plots(&plots, (800, 500)).unwrap().paint().width(), 800);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Title above the plot.
    pub title: String,
    /// Subtitle below the title, in a smaller font and on one or more lines.
    pub subtitle: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Lines of the plot. Each line is labelled at its last point, unless it is the only line.
    pub lines: Vec<PlotLine>,
    /// Horizontal values without a vertical value. They are drawn as crosses on the axis.
    pub absent: Vec<f64>,
    /// Mean of the horizontal values, and the error of this mean. If `None`, no mean is drawn.
    pub mean: Option<(f64, f64)>,
}

/// A line of a plot, drawn through its points in the given order.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotLine {
    /// Label of the line.
    pub name: String,
    /// Points in drawing order.
    pub points: Vec<PlotPoint>,
    /// Index that selects both the colour and the mark of the line. Lines of the same kind share an index and differ in
    /// their strokes. If the value is `None`, the index is that of the line in the plot. In this case, the line is
    /// dashed or dotted if its index is not below the number of colours.
    pub colour: Option<usize>,
    /// Stroke of the line: solid, dashed, dotted, or bars.
    pub stroke: Stroke,
}

impl PlotLine {
    /// Creates a solid line whose colour depends on the index of the line in the plot.
    pub fn new(name: impl Into<String>, points: Vec<PlotPoint>) -> Self {
        Self { name: name.into(), points, colour: None, stroke: Stroke::Solid }
    }
}

/// The stroke of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// A solid line.
    #[default]
    Solid,
    /// A dashed line.
    Dashed,
    /// A dotted line.
    Dotted,
    /// A bar from 0 to each point. It is nearly as wide as the smallest distance between two points.
    Bars,
}

/// A point of a line, with the uncertainty of its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotPoint {
    /// Value on the horizontal axis.
    pub x: f64,
    /// Value on the vertical axis.
    pub y: f64,
    /// Minimum and maximum of the possible values of `y`. If both equal `y`, the spread is not drawn.
    pub spread: (f64, f64),
    /// True if the value comes from a small sample. The mark of such a point is hollow, and no line is drawn to the
    /// point.
    pub is_few: bool,
}

impl PlotPoint {
    /// Creates a point without a spread.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, spread: (y, y), is_few: false }
    }
}

impl<'a> StaticPicture<'a> {
    /// Draws one plot, or several plots on one sheet, in a picture of this size in pixels.
    ///
    /// # Errors
    /// [`ViewError::NoPoints`](crate::ViewError::NoPoints) if a plot has no point that its axes can show.
    ///
    /// # Panics
    /// Panics if `plots` is empty, or a side exceeds [`MAX_PICTURE_SIDE`](crate::MAX_PICTURE_SIDE).
    pub fn plots(plots: &'a [Plot], (width, height): (u32, u32)) -> Result<Self> {
        assert!(width.max(height) <= crate::MAX_PICTURE_SIDE, "a plot of {width}x{height} pixels");
        let ranges = plots.iter().map(Plot::ranges).collect::<Result<Vec<_>>>()?;
        // A subtitle that all plots have in common is written only once.
        let common = &plots[0].subtitle;
        let is_common = plots.len() > 1 && !common.is_empty() && plots.iter().all(|plot| plot.subtitle == *common);
        let top = if is_common { height / 30 } else { 0 };
        // The number of columns is chosen so that the ratio of each plot's width to its height is close to 1.8.
        let shape = |columns: &u32| {
            let rows = (plots.len() as u32).div_ceil(*columns);
            (f64::from(width * rows) / f64::from(height * columns) - 1.8).abs()
        };
        let columns = (1..=plots.len() as u32).min_by(|a, b| shape(a).total_cmp(&shape(b))).expect("there is a plot");
        let (wide, high) = (width / columns, (height - top) / (plots.len() as u32).div_ceil(columns));
        let title = plots[0].title.clone();
        Ok(Self::new((width, height), title, move |canvas| {
            canvas.rect((0, 0), (width, height), [u8::MAX; 3]);
            if is_common {
                draw::heading(canvas, common, top);
            }
            for ((nth, plot), ranges) in (0..).zip(plots).zip(&ranges) {
                let corner = (nth % columns * wide, top + nth / columns * high);
                let subtitle = if is_common { "" } else { &plot.subtitle };
                plot.draw(canvas, (corner, (wide, high)), subtitle, ranges);
            }
        }))
    }
}
