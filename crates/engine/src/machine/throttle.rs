//! The amount of work per submission, determined from the measured durations of submissions.

use web_time::Duration;

/// Target duration of a submission. This duration is long compared with the overhead of a submission, but short enough
/// for a progress bar and for the watchdog of a desktop's GPU.
pub(crate) const SUBMIT: Duration = Duration::from_millis(25);

/// An amount of work per submission, which is doubled or halved until a submission takes about the target duration.
#[derive(Clone, Copy, Debug)]
pub struct Throttle {
    /// Amount of work of the next submission, in the unit that the host uses.
    pub amount: u64,
    /// Minimum amount of work.
    pub min: u64,
    /// Maximum amount of work.
    pub max: u64,
    /// Target duration of a submission.
    pub aim: Duration,
}

impl Throttle {
    /// Adjusts the amount of work after a submission. `took` is the duration of the submission. `is_full` is true if
    /// the submission had the whole amount of work. Otherwise, a short duration does not increase the amount.
    pub(crate) fn learn(&mut self, took: Duration, is_full: bool) {
        if is_full && took < self.aim / 2 {
            self.amount = self.amount.saturating_mul(2).min(self.max);
        } else if took > self.aim * 2 {
            self.amount = (self.amount / 2).max(self.min);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_amount_goes_towards_the_time_aimed_at_and_stays_within_its_bounds() {
        let milliseconds = Duration::from_millis;
        let mut throttle = Throttle { amount: 6, min: 3, max: 20, aim: milliseconds(10) };
        let mut after = |took, is_full| {
            throttle.learn(milliseconds(took), is_full);
            throttle.amount
        };
        assert_eq!([after(4, true), after(4, true), after(4, true)], [12, 20, 20]);
        assert_eq!([after(5, true), after(20, true), after(1, false)], [20, 20, 20]);
        assert_eq!([after(21, true), after(21, false), after(21, true), after(21, true)], [10, 5, 3, 3]);
    }
}
