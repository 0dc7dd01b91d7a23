//! The plot of a survey: the part of the knights with complete tours, against the size of the board.

use std::collections::BTreeMap;

use courser::board::Board;
use courser::engine::survey::{Combination, Survey};
use courser::view::{Axis, Line, Plot, Point};

/// Width and height of a plot in pixels: half a slide.
pub(super) const SIZE: (u32, u32) = (1000, 600);

/// Successes and tries, by the board's size.
type Counts = BTreeMap<u64, (u64, u64)>;

/// The counts so far.
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

    /// Adds a row: the number of its knights with complete tours, and with closed ones.
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

    /// Returns the plot.
    pub(super) fn plot(self) -> Plot {
        let of = if self.closed { "closed tours" } else { "tours" };
        let rate = |(size, (successes, tries))| Point::new(size as f64, 100.0 * successes as f64 / tries as f64);
        let line = |(name, sizes): (String, Counts)| Line::new(name, sizes.into_iter().map(rate).collect());
        Plot {
            title: format!("How often a rule {}", if self.closed { "closes its tour" } else { "tours the board" }),
            x: Axis::whole(if self.square { "squares per side" } else { "squares" }),
            y: Axis::linear(format!("{of}, % of the tries")).over(0.0, 101.0),
            lines: self.lines.into_iter().map(line).collect(),
        }
    }
}
