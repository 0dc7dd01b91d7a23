//! Axes of plots, with their ranges and labels.

/// An axis of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// Name of the quantity, with its unit.
    pub name: String,
    /// Scale of the axis.
    pub scale: Scale,
    /// Minimum and maximum of the values on the axis. `None` selects a range that contains all points.
    pub range: Option<(f64, f64)>,
    /// Labelled values. `None` selects round numbers. Labels that do not fit are left out.
    pub ticks: Option<Vec<(f64, String)>>,
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// A linear scale: equal distances stand for equal differences.
    #[default]
    Linear,
    /// A linear scale for integers, on which only whole numbers are labelled.
    Whole,
    /// A logarithmic scale: equal distances stand for equal ratios. Values of 0 or less are not shown.
    Log,
    /// A logarithmic scale for times in seconds, labelled in ns, µs, ms and s.
    Seconds,
    /// A scale for decimal logarithms, labelled as powers of ten.
    Powers,
}

impl Axis {
    /// Creates an axis whose range and labels depend on the points of the plot.
    pub fn new(name: impl Into<String>, scale: Scale) -> Self {
        Self { name: name.into(), scale, range: None, ticks: None }
    }

    /// Returns the axis with the given range.
    #[must_use]
    pub fn over(self, from: f64, to: f64) -> Self {
        Self { range: Some((from, to)), ..self }
    }

    /// Returns the axis with the given labelled values.
    #[must_use]
    pub fn with_ticks(self, ticks: impl IntoIterator<Item = (f64, String)>) -> Self {
        Self { ticks: Some(ticks.into_iter().collect()), ..self }
    }

    fn is_log(&self) -> bool {
        matches!(self.scale, Scale::Log | Scale::Seconds)
    }

    pub(super) fn shows(&self, value: f64) -> bool {
        value.is_finite() && (!self.is_log() || value > 0.0)
    }

    /// Returns the position of a value in a range, as a fraction from 0 to 1.
    pub(super) fn place(&self, value: f64, (from, to): (f64, f64)) -> f64 {
        let on = |value: f64| if self.is_log() { value.log10() } else { value };
        (on(value) - on(from)) / (on(to) - on(from))
    }

    /// Returns the fixed range of the axis. Without a fixed range, returns a range that contains all of `values`, with
    /// some space around them. Returns `None` if `values` is empty.
    pub(super) fn over_all(&self, values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
        if self.range.is_some() {
            return self.range;
        }
        let (low, high) = values
            .filter(|&value| self.shows(value))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return None;
        }
        if self.scale == Scale::Powers {
            return Some((low.floor(), high.ceil().max(low.floor() + 1.0)));
        }
        if !self.is_log() {
            let air = if high > low { (high - low) * 0.03 } else { 0.5 };
            let air = if self.scale == Scale::Whole { air.max(0.5) } else { air };
            return Some((low - air, high + air));
        }
        let (low, high) = (low / 1.3, high * 1.3);
        if high >= 10.0 * low || self.ticks.is_some() {
            return Some((low, high));
        }
        // Only powers of ten are labelled, and the axis must include at least one power of ten. Both ends are moved
        // slightly outwards, since rounding could exclude a power of ten.
        Some((10_f64.powf(low.log10().floor()) * 0.999_999, 10_f64.powf(high.log10().ceil()) * 1.000_001))
    }

    /// Returns the labelled values of a range, each with its label. The range has space for about `room` labels.
    pub(super) fn ticks(&self, range: (f64, f64), room: f64) -> Vec<(f64, String)> {
        if let Some(ticks) = &self.ticks {
            return ticks.iter().filter(|(value, _)| self.shows(*value)).cloned().collect();
        }
        let on = |value: f64| if self.is_log() { value.log10() } else { value };
        let (from, to) = (on(range.0), on(range.1));
        let whole = self.scale != Scale::Linear;
        let min = ((to - from) / room.max(1.0)).max(if whole { 1.0 } else { f64::MIN_POSITIVE });
        let ten = 10_f64.powf(min.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|first| first * ten).into_iter().find(|&step| step >= min * 0.999_999);
        let step = step.unwrap_or(10.0 * ten);
        let (first, last) = ((from / step - 1e-9).ceil() as i64, (to / step + 1e-9).floor() as i64);
        let values = (first..=last).map(|nth| nth as f64 * step);
        values
            .map(|value| if self.is_log() { 10_f64.powf(value) } else { value })
            .map(|at| (at, self.label(at)))
            .collect()
    }

    fn label(&self, value: f64) -> String {
        match self.scale {
            Scale::Powers => format!("10^{}", number(value)),
            Scale::Seconds => {
                let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")];
                let (unit, name) = units.into_iter().find(|(unit, _)| value >= unit * 0.999).unwrap_or(units[3]);
                format!("{} {name}", number(value / unit))
            }
            _ => number(value),
        }
    }
}

/// Formats a number on an axis, such as 0.001, 12.5, 4000, 2M or 3G.
pub(super) fn number(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        size if size >= 1e12 => (value / 1e12, "T"),
        size if size >= 1e9 => (value / 1e9, "G"),
        size if size >= 1e6 => (value / 1e6, "M"),
        _ => (value, ""),
    };
    // The text has four significant digits.
    let digits = if scaled == 0.0 { 0 } else { (3 - scaled.abs().log10().floor() as i32).clamp(0, 12) as usize };
    let text = format!("{scaled:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, range: (f64, f64), room: f64) -> Vec<String> {
        Axis::new("x", scale).ticks(range, room).into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn an_axis_has_at_least_one_power_of_ten() {
        let range = |values: &[f64]| Axis::new("x", Scale::Log).over_all(values.iter().copied()).unwrap();
        for (values, powers) in [(&[8.0][..], [1.0, 10.0]), (&[0.002, 0.005], [0.001, 0.01])] {
            let (from, to) = range(values);
            assert!(from <= powers[0] && from > powers[0] / 1.1 && to >= powers[1], "{from} {to}");
        }
        let (from, to) = range(&[8.0, 1000.0]);
        assert!(from > 6.0 && to < 1301.0, "{from} {to}");
    }

    #[test]
    fn ticks_are_round_numbers_and_whole_where_things_have_no_parts() {
        assert_eq!(labels(Scale::Linear, (0.0, 1.0), 5.0), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(labels(Scale::Whole, (5.5, 8.5), 10.0), ["6", "7", "8"]);
        assert_eq!(labels(Scale::Whole, (0.0, 101.0), 10.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(labels(Scale::Log, (0.5, 2e6), 20.0), ["1", "10", "100", "1000", "10000", "100000", "1M"]);
        assert_eq!(labels(Scale::Powers, (0.0, 20.0), 5.0), ["10^0", "10^5", "10^10", "10^15", "10^20"]);
        assert_eq!(Axis::new("squares", Scale::Whole).over_all([6.0, 7.0].into_iter()), Some((5.5, 7.5)));
    }

    #[test]
    fn seconds_are_written_in_their_own_unit() {
        let expected = ["1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"];
        assert_eq!(labels(Scale::Seconds, (1e-9, 10.0), 20.0), expected);
    }

    #[test]
    fn numbers_on_axes_are_short() {
        let pairs = [(0.0, "0"), (0.001, "0.001"), (12.5, "12.5"), (4000.0, "4000"), (2e6, "2M"), (3e9, "3G")];
        for (value, text) in pairs {
            assert_eq!(number(value), text);
        }
    }
}
