//! The plot of a survey: the fraction of knights with complete tours as a function of the board size.

use std::collections::BTreeMap;

use courser::board::{Board, Kind, TourSpec};
use courser::solve::existence::{Existence, decide};
use courser::survey::{Combination, Survey};
use courser::view::{Axis, Plot, PlotLine, PlotPoint, Scale};

/// Width and height of a plot in pixels, suitable for half a slide.
pub(super) const SIZE: (u32, u32) = (1000, 600);

/// Number of knights below which a sample is marked as small.
const FEW: u64 = 30;

/// Number of successes and number of tries for each board. The key is the index of the board in the survey.
type SuccessCounts = BTreeMap<usize, (u64, u64)>;

/// The data of a plot, collected row by row.
pub(super) struct SurveyChart {
    /// Name, successes and tries of each line, in the order of the survey. A line stands for a rule, or for a rule and
    /// a move order.
    lines: Vec<(String, SuccessCounts)>,
    boards: Vec<Board>,
    square: bool,
    several_orders: bool,
    closed: bool,
}

impl SurveyChart {
    /// Creates an empty plot for `survey`. If `closed` is true, only closed tours count as successes.
    pub(super) fn new(survey: &Survey, closed: bool) -> Self {
        let (square, several_orders) = (survey.boards.are_square(), survey.orders.len() > 1);
        Self { lines: Vec::new(), boards: Vec::new(), square, several_orders, closed }
    }

    /// Adds a row. `complete` is the number of knights with a complete tour, and `closed` is the number of knights with
    /// a closed tour. Rows must be added board by board.
    pub(super) fn add(&mut self, board: &Board, combination: &Combination, complete: u64, closed: u64) {
        let mut name = combination.rule.to_string();
        if self.several_orders {
            name = format!("{name}, {}", combination.order);
        }
        if self.boards.last() != Some(board) {
            self.boards.push(board.clone());
        }
        let line = match self.lines.iter().position(|(known, _)| *known == name) {
            Some(line) => line,
            None => {
                self.lines.push((name, BTreeMap::new()));
                self.lines.len() - 1
            }
        };
        let (successes, tries) = self.lines[line].1.entry(self.boards.len() - 1).or_default();
        *successes += if self.closed { closed } else { complete };
        *tries += u64::from(combination.knights);
    }

    /// Returns the plot.
    pub(super) fn plot(&self) -> Plot {
        let (of, kind) = if self.closed { ("closed tours", Kind::Closed) } else { ("tours", Kind::Open) };
        let has_none = |board: &Board| {
            TourSpec::new(board, kind, None, None).is_ok_and(|spec| matches!(decide(&spec), Existence::None(_)))
        };
        let none: Vec<bool> = self.boards.iter().map(has_none).collect();
        // Rectangular boards have no natural order. Therefore, their points are placed side by side.
        let place = |nth: usize| if self.square { f64::from(self.boards[nth].rows()) } else { nth as f64 };
        let point = |(&nth, &(successes, tries)): (&usize, &(u64, u64))| {
            let (low, high) = wilson(successes, tries);
            let rate = 100.0 * successes as f64 / tries as f64;
            PlotPoint { spread: (100.0 * low, 100.0 * high), is_few: tries < FEW, ..PlotPoint::new(place(nth), rate) }
        };
        let line = |(name, counts): &(String, SuccessCounts)| {
            let shown = || counts.iter().filter(|&(&nth, _)| !none[nth]);
            let tries = || shown().map(|(_, &(_, tries))| tries);
            let (min, max) = (tries().min().unwrap_or(0), tries().max().unwrap_or(0));
            let sample = if min == max { min.to_string() } else { format!("{min}–{max}") };
            PlotLine::new(format!("{name} (n = {sample})"), shown().map(point).collect())
        };
        let lines: Vec<PlotLine> = self.lines.iter().map(line).collect();
        // If the highest upper limit of the confidence intervals is between 1 % and 50 %, the axis ends at this limit
        // instead of at 100 %. Small samples are ignored.
        let highest = lines.iter().flat_map(|line| &line.points).filter(|point| !point.is_few);
        let highest = highest.map(|point| point.spread.1).fold(0.0, f64::max);
        let top = if (1.0..50.0).contains(&highest) { highest } else { 101.0 };
        let absent: Vec<f64> = (0..none.len()).filter(|&nth| none[nth]).map(place).collect();
        let mut said = vec!["Bars: 95 % confidence intervals after Wilson for n knights per board.".to_owned()];
        if lines.iter().flat_map(|line| &line.points).any(|point| point.is_few) {
            said.push(format!("Hollow: n below {FEW}."));
        }
        if !absent.is_empty() {
            said.push(format!("×: no {} exists.", if self.closed { "closed tour" } else { "tour" }));
        }
        let who = if let [line] = &lines[..] { &line.name } else { "a rule" };
        let does = if self.closed { "closes its tour" } else { "tours the board" };
        let x = match self.square {
            true => Axis::new("squares per side", Scale::Whole),
            false => Axis::new("board, rows x columns", Scale::Whole)
                .with_ticks((0..self.boards.len()).map(|nth| (nth as f64, sides(&self.boards[nth])))),
        };
        Plot {
            title: format!("How often {who} {does}"),
            subtitle: said.join(" "),
            x,
            y: Axis::new(format!("{of}, % of the knights"), Scale::Linear).over(0.0, top),
            lines,
            absent,
            mean: None,
        }
    }
}

/// Formats the numbers of rows and columns of a board, but not its piece.
pub(crate) fn sides(board: &Board) -> String {
    format!("{}x{}", board.rows(), board.cols())
}

/// Returns the 95 % confidence interval of a probability after `successes` in `tries` (E. B. Wilson, "Probable
/// inference, the law of succession, and statistical inference", 1927).
fn wilson(successes: u64, tries: u64) -> (f64, f64) {
    /// The 97.5 % quantile of the standard normal distribution.
    const DEVIATIONS: f64 = 1.959_963_985;
    let (tries, squared) = (tries as f64, DEVIATIONS * DEVIATIONS);
    let rate = successes as f64 / tries;
    let centre = rate + squared / (2.0 * tries);
    let half = DEVIATIONS * (rate * (1.0 - rate) / tries + squared / (4.0 * tries * tries)).sqrt();
    let scale = 1.0 + squared / tries;
    (((centre - half) / scale).max(0.0), ((centre + half) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the results of `wilson` with the examples of R. G. Newcombe, "Two-sided confidence intervals for the
    /// single proportion", 1998, method 3.
    #[test]
    fn intervals_are_those_of_wilson() {
        for (successes, tries, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let found = wilson(successes, tries);
            assert!((found.0 - low).abs() < 5e-5 && (found.1 - high).abs() < 5e-5, "{successes} of {tries}: {found:?}");
        }
    }
}
