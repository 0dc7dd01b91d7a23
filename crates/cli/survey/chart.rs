//! The plot of a survey: the part of the knights who got through, against the board's size.

use std::collections::BTreeMap;
use std::path::Path;

use courser::board::Board;
use courser::engine::survey::{Combination, Survey};
use courser::view::{self, Axis, Line, Plot, Point};

use crate::error::Failure;
use crate::output::Output;

/// Width and height of a plot in pixels: half a slide.
const SIZE: (u32, u32) = (1000, 600);

/// Successes and tries, by the board's size.
type Counts = BTreeMap<u64, (u64, u64)>;

/// What is counted so far.
#[derive(Clone)]
pub(super) struct Chart {
    /// A line for each rule and order, in the survey's order; successes and tries each with what it counted.
    lines: Vec<(String, Counts)>,
    square: bool,
    several_orders: bool,
    closed: bool,
}

impl Chart {
    /// A plot of `survey`, of all tours or of the closed ones.
    pub(super) fn new(survey: &Survey, closed: bool) -> Self {
        let lines = Vec::new();
        Self { lines, square: survey.boards.are_square(), several_orders: survey.orders.len() > 1, closed }
    }

    /// Counts a row in: how many of its knights got through, and closed.
    pub(super) fn add(&mut self, board: &Board, combination: &Combination, complete: u64, closed: u64) {
        let mut name = combination.rule.to_string();
        if self.several_orders {
            name = format!("{name}, {}", combination.order);
        }
        let size = if self.square { board.rows().into() } else { board.playable() };
        let line = match self.lines.iter().position(|(known, _)| *known == name) {
            Some(line) => line,
            None => {
                self.lines.push((name, BTreeMap::new()));
                self.lines.len() - 1
            }
        };
        let (successes, tries) = self.lines[line].1.entry(size).or_default();
        *successes += if self.closed { closed } else { complete };
        *tries += u64::from(combination.knights);
    }

    /// Writes the plot, in the format of the file's extension.
    pub(super) fn write(self, file: &Path) -> Result<(), Failure> {
        let of = if self.closed { "closed tours" } else { "tours" };
        let rate = |(size, (successes, tries))| Point::new(size as f64, 100.0 * successes as f64 / tries as f64);
        let line = |(name, sizes): (String, Counts)| Line::new(name, sizes.into_iter().map(rate).collect());
        let plot = Plot {
            title: format!("How often a rule {}", if self.closed { "closes its tour" } else { "tours the board" }),
            x: Axis::whole(if self.square { "squares a side" } else { "squares" }),
            y: Axis::linear(format!("{of}, % of the tries")).over(0.0, 101.0),
            lines: self.lines.into_iter().map(line).collect(),
        };
        let failed = |error: view::ViewError| Failure::input(&error, error.hint());
        let bytes = match picture(file)? {
            Kind::Svg => plot.svg(SIZE.0, SIZE.1).map_err(failed)?.into_bytes(),
            Kind::Png => {
                let mut bytes = Vec::new();
                view::write_png(&plot.png(SIZE.0, SIZE.1).map_err(failed)?, &mut bytes).map_err(failed)?;
                bytes
            }
        };
        let name = file.display().to_string();
        Output::open(Some(file))?.write(|out| out.write_all(&bytes).map_err(|error| Failure::writing(&name, &error)))
    }
}

/// What a plot is written as.
pub(super) enum Kind {
    Png,
    Svg,
}

/// The kind of picture that a file's extension asks for.
pub(super) fn picture(file: &Path) -> Result<Kind, Failure> {
    match file.extension().map(|extension| extension.to_ascii_lowercase()) {
        Some(extension) if extension == "png" => Ok(Kind::Png),
        Some(extension) if extension == "svg" => Ok(Kind::Svg),
        _ => Err(Failure::input(format!("{}: a plot is a PNG or an SVG", file.display()), "name it .png or .svg")),
    }
}
