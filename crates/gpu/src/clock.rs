//! The time of submissions by the host's clock, by which work is paced.

use std::sync::PoisonError;

use web_time::{Duration, Instant};

use crate::Device;

/// The clock of a device's submissions.
#[derive(Debug)]
pub(crate) struct Clock {
    /// When the last submission that was waited for was done.
    last: Instant,
    /// Factor by which every submission seems to take longer than it does.
    factor: f64,
    submissions: u64,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Self { last: Instant::now(), factor: 1.0, submissions: 0 }
    }

    /// Notes that a submission is done, and returns how long the device was at it.
    pub(crate) fn finished(&mut self, submitted: Instant, metered: Option<Duration>) -> Duration {
        let now = Instant::now();
        let took = metered.unwrap_or_else(|| now - submitted.max(self.last).min(now));
        self.last = now;
        self.submissions += 1;
        Duration::try_from_secs_f64(took.as_secs_f64() * self.factor).unwrap_or(Duration::MAX)
    }
}

impl Device {
    /// Makes every submission from now on seem to take `factor` times as long as it does, to test work that is
    /// throttled by its time.
    pub fn slow_down(&self, factor: f64) {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).factor = factor;
    }

    /// Submissions that were waited for since the device was opened.
    pub fn submissions(&self) -> u64 {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).submissions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waited_for_another_submission_is_not_counted_twice() {
        let mut clock = Clock::new();
        let submitted = clock.last;
        let first = clock.finished(submitted, None);
        assert_eq!(first, clock.last - submitted);
        let between = clock.last;
        // Submitted before the first was done: it had to wait for that one.
        assert_eq!(clock.finished(submitted, None), clock.last - between);
        assert_eq!(clock.submissions, 2);
    }

    #[test]
    fn a_clock_that_is_slowed_down_tells_longer_times() {
        let mut clock = Clock::new();
        let second = Some(Duration::from_secs(1));
        clock.factor = 7.0;
        assert_eq!(clock.finished(Instant::now(), second), Duration::from_secs(7));
        clock.factor = 0.0;
        assert_eq!(clock.finished(Instant::now(), second), Duration::ZERO);
        clock.factor = f64::INFINITY;
        assert_eq!(clock.finished(Instant::now(), second), Duration::MAX);
    }
}
