//! Options shared by all commands that draw tours: the style of a picture, its paper and pen, and drawing in the
//! terminal.

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use courser::board::Board;
use courser::view::{
    Colouring, Easing, Length, Pace, Palette, Paper, PathStyle, Sheet, SingleStroke, Style, ViewError, Visibility,
};

use super::one_named;
use crate::error::{Result, refuse};

/// Minimum length of the longest side of a picture of a small board, in pixels.
pub(crate) const MIN_PICTURE: u32 = 800;

/// Default resolution of a PNG on paper, in pixels per inch.
const DPI: f64 = 300.0;

#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct StyleArgs {
    /// The style: auto, line, numbers, heat or arrows [default: auto]
    ///
    /// `auto` draws a line, and also visit numbers on boards up to 16x16; boards with more than about 400 squares per
    /// side are drawn as a heat map, in which the colour shows the visit number.
    #[arg(hide_short_help = true, long, value_name = "STYLE")]
    pub(crate) style: Option<PathStyle>,

    /// The colours: light, dark, cividis, ember or paper [default: light]
    ///
    /// All are legible to colour-blind people; `paper` draws tours and heat maps in black and grey.
    #[arg(hide_short_help = true, long, value_name = "NAME")]
    pub(crate) palette: Option<Palette>,

    /// The colours along the tour: visit, part or none [default: part]
    ///
    /// `visit` is one gradient from the first visit to the last, and `none` is a single colour. A symmetric closed tour
    /// consists of parts that the symmetry maps onto each other: `part` repeats the gradient for each of these parts,
    /// so that the colours are symmetric as well. For other tours, `part` equals `visit`.
    #[arg(hide_short_help = true, long, value_name = "BY")]
    pub(crate) colour: Option<Colouring>,

    /// Round the corners of the line
    #[arg(hide_short_help = true, long)]
    pub(crate) curve: bool,

    /// The side of a square in pixels; below 6, the picture is a heat map
    #[arg(hide_short_help = true, long, value_name = "PIXELS", group = "side")]
    pub(crate) square: Option<u32>,

    /// Chess coordinates beside the board
    #[arg(hide_short_help = true, long, value_parser = show(), value_name = "WHEN")]
    pub(crate) coordinates: Option<Visibility>,

    /// Caption below the drawing: the board, the method and, if known, the seed
    #[arg(hide_short_help = true, long)]
    pub(crate) caption: bool,

    /// A legend below a heat map: the meaning of the colours and the size of the board
    ///
    /// If the squares are too small to draw the tour as a line, the legend shows a few of them enlarged, with the
    /// moves between them.
    #[arg(hide_short_help = true, long, value_parser = show(), value_name = "WHEN")]
    pub(crate) legend: Option<Visibility>,

    /// A heat map of visit numbers as a PNG, with N x N squares per pixel
    ///
    /// If a board is too large to draw its tour as a line, the picture is always a heat map, scaled down to moderate
    /// size.
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), group = "side")]
    pub(crate) scale: Option<u32>,

    /// Moves per second of an animation [default: 4, or enough to end within 20 seconds]
    #[arg(hide_short_help = true, long, value_name = "MOVES")]
    pub(crate) speed: Option<f64>,

    /// Frames per second of an animation, 1 to 60 (GIF: 1 to 50) [default: 25; 3 for states of the decision cycle]
    ///
    /// No animation has more than 10,000 frames.
    #[arg(hide_short_help = true, long, value_name = "N")]
    pub(crate) fps: Option<u32>,

    /// Seconds for which an animation holds its last frame [default: 3]
    #[arg(hide_short_help = true, long, value_name = "SECONDS")]
    pub(crate) hold: Option<f64>,

    /// Motion of the knight in an animation: smooth or linear [default: smooth]
    #[arg(hide_short_help = true, long, value_name = "HOW")]
    pub(crate) easing: Option<Easing>,

    #[command(flatten)]
    pub(crate) print: PrintArgs,
}

/// The option to draw the tour in the terminal.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// Draw the tour in the terminal: as a picture in kitty and iTerm2, otherwise in Braille or as a heat map
    ///
    /// A board that is too wide or too high for Braille is drawn as a heat map of half blocks in 24-bit colours.
    /// Nothing is drawn if standard output is not a terminal.
    #[arg(hide_short_help = true, long, help_heading = "Output", group = "written")]
    pub(crate) show: bool,
}

/// Returns the parser for the visibility of an element.
fn show() -> impl TypedValueParser<Value = Visibility> {
    one_named([
        ("auto", "Where it fits", Visibility::Auto),
        ("on", "Yes", Visibility::Always),
        ("off", "No", Visibility::Never),
    ])
}

impl StyleArgs {
    pub(crate) fn style(&self) -> Style {
        let look = self.style.unwrap_or_default();
        Style {
            look,
            palette: self.palette.unwrap_or_default(),
            colouring: self.colour.unwrap_or_default(),
            curve: self.curve,
            square: self.square,
            coordinates: self.coordinates.unwrap_or_default(),
            // The caption is filled in when the tour is known.
            caption: self.caption.then(String::new),
            legend: self.legend.unwrap_or_default(),
            lens: true,
            min_side: MIN_PICTURE,
            // If the style `line` is requested by name, the line has no numbers.
            numbers: if look == PathStyle::Line { Visibility::Never } else { Visibility::Auto },
            ..Style::default()
        }
    }

    pub(crate) fn pace(&self) -> Pace {
        let usual = Pace::default();
        Pace {
            speed: self.speed,
            fps: self.fps.unwrap_or(usual.fps),
            hold: self.hold.unwrap_or(usual.hold),
            easing: self.easing.unwrap_or(usual.easing),
        }
    }

    /// Returns the names of the options that are present on the command line.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        let options = [
            (self.style.is_some(), "--style"),
            (self.palette.is_some(), "--palette"),
            (self.colour.is_some(), "--colour"),
            (self.curve, "--curve"),
            (self.square.is_some(), "--square"),
            (self.coordinates.is_some(), "--coordinates"),
            (self.caption, "--caption"),
            (self.legend.is_some(), "--legend"),
            (self.scale.is_some(), "--scale"),
            (self.speed.is_some(), "--speed"),
            (self.fps.is_some(), "--fps"),
            (self.hold.is_some(), "--hold"),
            (self.easing.is_some(), "--easing"),
        ];
        options.into_iter().chain(self.print.given()).filter_map(|(is_given, name)| is_given.then_some(name))
    }

    /// Returns the first name in [`given`](Self::given) that is also in `options`. Returns `None` if no option in
    /// `options` is given.
    pub(crate) fn first_of(&self, options: &[&str]) -> Option<&'static str> {
        self.given().find(|given| options.contains(given))
    }

    /// Returns an error for the first given option of `options`, unless `is_it` is true. According to the error, the
    /// option applies only to `what`.
    pub(crate) fn only(&self, options: &[&str], is_it: bool, what: &str, cure: &str) -> Result<()> {
        let name = self.first_of(options);
        refuse(name.is_some() && !is_it, format_args!("{} is for {what}", name.unwrap_or_default()), cure)
    }
}

/// How the line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrokeKind {
    /// The line as drawn without this option
    Picture,
    /// One line without fills or text, for a pen
    Single,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Paper and pen")]
pub(crate) struct PrintArgs {
    /// The paper size of an SVG or a PNG: A0 to A10, letter, legal, tabloid, or width and height, such as 210x297mm
    /// [default: A4]
    ///
    /// Named paper is in landscape orientation if the board has more columns than rows.
    #[arg(hide_short_help = true, long, value_name = "SIZE")]
    pub(crate) paper: Option<Paper>,

    /// The margin on all sides of the paper [default: 10mm]
    #[arg(hide_short_help = true, long, value_name = "LENGTH")]
    pub(crate) margin: Option<Length>,

    /// The width of the pen that draws an SVG in a single stroke [default: 0.3mm]
    #[arg(hide_short_help = true, long, value_name = "LENGTH")]
    pub(crate) pen: Option<Length>,

    /// The tour line of an SVG: `single` is one continuous stroke for a plotter, without fills or text
    #[arg(hide_short_help = true, long, value_enum, value_name = "KIND")]
    pub(crate) stroke: Option<StrokeKind>,

    /// Divide the single stroke into N layers, each a numbered group with its own colour
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) stroke_layers: Option<u32>,

    /// PNG pixels per inch [default: 300 with --paper]
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=4800))]
    pub(crate) dpi: Option<u32>,
}

impl PrintArgs {
    /// Returns the name of each option, with a flag that is true if the option is present.
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

    /// Returns the sheet of paper for a board, or `None` if no paper is requested.
    pub(crate) fn sheet(&self, board: &Board) -> Result<Option<Sheet>, ViewError> {
        let margin = self.margin.unwrap_or(Length::new(10.0));
        let usual = || "A4".parse::<Paper>().ok().filter(|_| self.is_single());
        self.paper.or_else(usual).map(|paper| Sheet::new(paper.lying_for(board), margin)).transpose()
    }

    /// Returns the options for drawing a tour with a single pen stroke, or `None` if no single stroke is requested.
    pub(crate) fn stroke(&self, style: &StyleArgs) -> Option<SingleStroke> {
        self.is_single().then(|| SingleStroke {
            pen: self.pen.unwrap_or(Length::new(0.3)),
            layers: self.stroke_layers.unwrap_or(1),
            curve: style.curve,
            palette: style.palette.unwrap_or_default(),
        })
    }

    /// Returns the resolution in pixels per inch. Returns `None` if no resolution is requested and the picture is not
    /// on paper.
    pub(crate) fn dpi(&self) -> Option<f64> {
        self.dpi.map(f64::from).or_else(|| self.paper.map(|_| DPI))
    }
}
