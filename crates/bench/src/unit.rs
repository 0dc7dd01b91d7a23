//! Units of time.

/// The unit of a column, and how many digits its values have.
pub(crate) struct Unit {
    pub(crate) name: &'static str,
    seconds: f64,
}

impl Unit {
    /// The unit in which the smallest value of a column has a digit before the point, or nearly.
    pub(crate) fn of(values: &[f64]) -> Self {
        let least = values.iter().copied().filter(|&value| value > 0.0).fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        // Columns span many powers of ten: their middle should be easy to read.
        let middle = if least.is_finite() { (least * most).sqrt() } else { 1.0 };
        let units = [("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)];
        let (name, seconds) = units.into_iter().find(|(_, seconds)| middle >= *seconds).unwrap_or(("ns", 1e-9));
        Self { name, seconds }
    }

    /// A time with its own unit.
    pub(crate) fn one(time: f64) -> String {
        let unit = Self::of(&[time]);
        format!("{} {}", unit.say(time), unit.name)
    }

    /// A time with three significant digits.
    pub(crate) fn say(&self, time: f64) -> String {
        let value = time / self.seconds;
        if value <= 0.0 {
            return "0".into();
        }
        let digits = (2 - value.log10().floor() as i32).clamp(0, 6) as usize;
        format!("{value:.digits$}")
    }
}
