//! Paper, pens and print: options of pictures.

use clap::{Args, ValueEnum};
use courser::view::{Length, Paper, Sheet, SingleStroke, ViewError};

use super::StyleArgs;
use crate::error::Result;

/// Pixels to the inch of a PNG on paper, unless others are asked for.
const DPI: f64 = 300.0;

/// The way in which the line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrokeKind {
    /// As in every picture
    Picture,
    /// One line without fills and texts, for a pen
    Single,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Paper and pen")]
pub(crate) struct PrintArgs {
    /// The paper of an SVG or a PNG: A0 to A10, letter, legal, tabloid, or sides as in 210x297mm [default: A4]
    #[arg(long, value_name = "SIZE")]
    pub(crate) paper: Option<Paper>,

    /// The margin on all sides of the paper [default: 10mm]
    #[arg(long, value_name = "LENGTH")]
    pub(crate) margin: Option<Length>,

    /// The width of the pen that draws an SVG in a single stroke [default: 0.3mm]
    #[arg(long, value_name = "LENGTH")]
    pub(crate) pen: Option<Length>,

    /// The line of an SVG: `single` is one continuous stroke for a plotter, without fills and texts
    #[arg(long, value_enum, value_name = "KIND")]
    pub(crate) stroke: Option<StrokeKind>,

    /// Cut the single stroke into N layers, each a group with a number and a colour of its own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) stroke_layers: Option<u32>,

    /// Pixels to the inch of a PNG [default: 300 on paper]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=4800))]
    pub(crate) dpi: Option<u32>,
}

impl PrintArgs {
    /// The options that are given.
    pub(crate) fn given(&self) -> [(bool, &'static str); 6] {
        [
            (self.paper.is_some(), "--paper"),
            (self.margin.is_some(), "--margin"),
            (self.pen.is_some(), "--pen"),
            (self.stroke.is_some(), "--stroke"),
            (self.stroke_layers.is_some(), "--stroke-layers"),
            (self.dpi.is_some(), "--dpi"),
        ]
    }

    pub(crate) fn is_single(&self) -> bool {
        self.stroke == Some(StrokeKind::Single)
    }

    /// The sheet of paper, where one is asked for.
    pub(crate) fn sheet(&self) -> Result<Option<Sheet>, ViewError> {
        let margin = self.margin.unwrap_or(Length::new(10.0));
        let usual = || "A4".parse::<Paper>().ok().filter(|_| self.is_single());
        self.paper.or_else(usual).map(|paper| Sheet::new(paper, margin)).transpose()
    }

    /// The line for a pen, where one is asked for.
    pub(crate) fn stroke(&self, style: &StyleArgs) -> Option<SingleStroke> {
        self.is_single().then(|| SingleStroke {
            pen: self.pen.unwrap_or(Length::new(0.3)),
            layers: self.stroke_layers.unwrap_or(1),
            curve: style.curve,
            palette: style.palette.unwrap_or_default(),
        })
    }

    /// Pixels to the inch, where they are asked for or the picture is on paper.
    pub(crate) fn dpi(&self) -> Option<f64> {
        self.dpi.map(f64::from).or_else(|| self.paper.map(|_| DPI))
    }
}
