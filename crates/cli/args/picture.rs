//! The look of pictures: the options that `draw` and `tour` share.

use clap::Args;
use clap::builder::TypedValueParser;
use courser::view::{Easing, Look, Pace, Palette, Show, Style};

use super::one_named;
use super::print::PrintArgs;
use crate::error::{Result, refuse};

/// The longest side that a picture of a small board has at least, in pixels.
pub(crate) const LEAST: u32 = 800;

#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct StyleArgs {
    /// The look: auto, line, numbers, heat or arrows [default: auto]
    ///
    /// `auto` is a line, up to 16x16 with the visit numbers, and on boards of more than some 400 squares per side a
    /// heat map: the visit number as colour.
    #[arg(long, value_name = "STYLE")]
    pub(crate) style: Option<Look>,

    /// The colours: light, dark, cividis, ember or paper [default: light]
    ///
    /// Colour-blind people can read all of them; `paper` is black and grey.
    #[arg(long, value_name = "NAME")]
    pub(crate) palette: Option<Palette>,

    /// Bend the line, so that it has no corners
    #[arg(long)]
    pub(crate) curve: bool,

    /// The side of a square in pixels; below 6 it makes a heat map
    #[arg(long, value_name = "PIXELS")]
    pub(crate) square: Option<u32>,

    /// File letters and rank numbers beside the board
    #[arg(long, value_parser = show(), value_name = "WHEN")]
    pub(crate) coordinates: Option<Show>,

    /// The meaning of the colours and the size of the board below a heat map
    ///
    /// Where squares are smaller than a pixel, some of them are shown enlarged, with the moves between them.
    #[arg(long, value_parser = show(), value_name = "WHEN")]
    pub(crate) legend: Option<Show>,

    /// A PNG as a heat map of visit numbers, with N x N squares per pixel
    ///
    /// Boards that are too large for a line are heat maps anyway, and scaled to a picture of bearable size.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "square")]
    pub(crate) scale: Option<u32>,

    /// Of an animation, the moves per second [default: 4, or more so that it lasts 20 seconds]
    #[arg(long, value_name = "MOVES")]
    pub(crate) speed: Option<f64>,

    /// Of an animation, the frames per second, 1 to 60 (a GIF: to 50) [default: 25, and 3 of the decision cycle]
    ///
    /// No animation has more than 10,000 frames.
    #[arg(long, value_name = "N")]
    pub(crate) fps: Option<u32>,

    /// Of an animation, how long the last frame is held [default: 3]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) hold: Option<f64>,

    /// Of an animation, how the knight moves between two squares: smooth or linear [default: smooth]
    #[arg(long, value_name = "HOW")]
    pub(crate) easing: Option<Easing>,

    #[command(flatten)]
    pub(crate) print: PrintArgs,
}

/// The choice whether something is drawn.
fn show() -> impl TypedValueParser<Value = Show> {
    one_named([("auto", "Where it fits", Show::Auto), ("on", "Yes", Show::Always), ("off", "No", Show::Never)])
}

impl StyleArgs {
    pub(crate) fn style(&self) -> Style {
        let look = self.style.unwrap_or_default();
        Style {
            look,
            palette: self.palette.unwrap_or_default(),
            curve: self.curve,
            square: self.square,
            coordinates: self.coordinates.unwrap_or_default(),
            legend: self.legend.unwrap_or_default(),
            lens: true,
            least: LEAST,
            // The line alone, where it is asked for by name.
            numbers: if look == Look::Line { Show::Never } else { Show::Auto },
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

    /// The options that are given.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        let options = [
            (self.style.is_some(), "--style"),
            (self.palette.is_some(), "--palette"),
            (self.curve, "--curve"),
            (self.square.is_some(), "--square"),
            (self.coordinates.is_some(), "--coordinates"),
            (self.legend.is_some(), "--legend"),
            (self.scale.is_some(), "--scale"),
            (self.speed.is_some(), "--speed"),
            (self.fps.is_some(), "--fps"),
            (self.hold.is_some(), "--hold"),
            (self.easing.is_some(), "--easing"),
        ];
        options.into_iter().chain(self.print.given()).filter_map(|(is_given, name)| is_given.then_some(name))
    }

    /// The first of these options that is given.
    pub(crate) fn first_of(&self, options: &[&str]) -> Option<&'static str> {
        self.given().find(|given| options.contains(given))
    }

    /// Refuses the first of these options that is given, unless the answer is `what` they are for.
    pub(crate) fn only(&self, options: &[&str], is_it: bool, what: &str, cure: &str) -> Result<()> {
        let name = self.first_of(options);
        refuse(name.is_some() && !is_it, format_args!("{} is for {what}", name.unwrap_or_default()), cure)
    }
}
