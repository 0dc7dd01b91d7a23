//! Statistics of several runs.

/// Statistics of the runs of one case. All times are in seconds. There is at least one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Median time of the runs.
    pub median: f64,
    /// Mean time of the runs.
    pub mean: f64,
    /// Standard deviation of the times of the runs, or 0 if there is only one run.
    pub deviation: f64,
    /// Time of the shortest run.
    pub min: f64,
    /// Time of the longest run.
    pub max: f64,
    /// Number of runs.
    pub runs: usize,
    /// The outliers, as run numbers counted from 1.
    pub outliers: Vec<usize>,
}

/// Value of the modified z-score above which a run is an outlier (B. Iglewicz and D. Hoaglin, "How to Detect and Handle
/// Outliers", 1993).
const FAR: f64 = 3.5;

impl Sample {
    /// Returns the statistics of `times`, or `None` if there are no runs.
    pub(crate) fn of(times: &[f64]) -> Option<Self> {
        if times.is_empty() {
            return None;
        }
        let median = median(times);
        let apart: Vec<f64> = times.iter().map(|time| (time - median).abs()).collect();
        // In a normal distribution, the median distance from the median is 0.6745 standard deviations.
        let typical = self::median(&apart) / 0.6745;
        let far = |(place, &apart): (usize, &f64)| (typical > 0.0 && apart > FAR * typical).then_some(place + 1);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
        Some(Self {
            median,
            mean,
            deviation: if times.len() > 1 { (squares / (times.len() - 1) as f64).sqrt() } else { 0.0 },
            min: times.iter().copied().fold(f64::INFINITY, f64::min),
            max: times.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            runs: times.len(),
            outliers: apart.iter().enumerate().filter_map(far).collect(),
        })
    }

    /// Returns the relative standard error of the mean.
    pub(crate) fn uncertainty(&self) -> f64 {
        if self.mean > 0.0 { self.deviation / (self.runs as f64).sqrt() / self.mean } else { 0.0 }
    }

    /// Converts the statistics to another unit by multiplying them by `factor`.
    #[must_use]
    pub(crate) fn times(&self, factor: f64) -> Self {
        Self {
            median: self.median * factor,
            mean: self.mean * factor,
            deviation: self.deviation * factor,
            min: self.min * factor,
            max: self.max * factor,
            ..self.clone()
        }
    }
}

/// Returns the median of the values. If the number of values is even, the median is the mean of the two middle values.
/// There must be at least one value.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

/// Returns two values: the quotient `a / b` of the two means, and the standard deviation of the quotient. The samples
/// are assumed to be independent.
pub(crate) fn ratio(a: &Sample, b: &Sample) -> (f64, f64) {
    let ratio = a.mean / b.mean;
    let part = |sample: &Sample| sample.deviation / sample.mean;
    (ratio, ratio * part(a).hypot(part(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_what_its_runs_come_to() {
        let sample = Sample::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((sample.median, sample.mean, sample.min, sample.max, sample.runs), (4.5, 5.0, 2.0, 9.0, 8));
        assert!((sample.deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(Sample::of(&[]), None);
        assert_eq!(Sample::of(&[3.0]).unwrap().deviation, 0.0);
    }

    #[test]
    fn a_run_unlike_the_others_is_named() {
        let sample = Sample::of(&[10.0, 10.1, 9.9, 10.2, 30.0, 10.0, 9.8]).unwrap();
        assert_eq!(sample.outliers, [5]);
        assert_eq!(Sample::of(&[1.0, 1.0, 1.0]).unwrap().outliers, Vec::<usize>::new());
    }

    #[test]
    fn a_ratio_has_the_errors_of_both() {
        let sample = |mean: f64, deviation: f64| Sample { mean, deviation, ..Sample::of(&[mean]).unwrap() };
        let (ratio, error) = ratio(&sample(30.0, 3.0), &sample(10.0, 1.0));
        assert_eq!(ratio, 3.0);
        assert!((error - 3.0 * 0.02_f64.sqrt()).abs() < 1e-12);
    }
}
