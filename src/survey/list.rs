//! The text form of lists of numbers: `7`, `5..=9`, `5..10`, `10..=100:10`.

use std::fmt;

/// An arithmetic progression of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progression {
    /// The first number of the progression.
    pub(super) from: u64,
    /// Upper bound of the numbers. The difference between this bound and the last number is less than `step`.
    pub(super) to: u64,
    /// Difference from each number to the next, at least 1.
    pub(super) step: u64,
}

impl Progression {
    /// Parses one element of a list. `what` names an element in error messages.
    ///
    /// # Errors
    /// Returns the reason why the text is not a valid element.
    pub(super) fn parse(text: &str, what: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let digits = Some(text.trim()).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<u64>().ok()).ok_or_else(|| format!("is not {what}"))
        };
        let empty = || "is an empty range".to_owned();
        let (range, step) = match text.split_once(':') {
            Some((range, step)) => (range, number(step)?),
            None => (text, 1),
        };
        let (from, to) = match range.split_once("..") {
            Some((from, to)) => match to.strip_prefix('=') {
                Some(to) => (number(from)?, number(to)?),
                None => (number(from)?, number(to)?.checked_sub(1).ok_or_else(empty)?),
            },
            None => (number(range)?, number(range)?),
        };
        match (step, from <= to) {
            (0, _) => Err("has a step of 0".into()),
            (_, false) => Err(empty()),
            _ => Ok(Self { from, to, step }),
        }
    }

    /// Returns the number of elements of the progression, limited to 2^64 - 1.
    pub(super) const fn count(self) -> u64 {
        ((self.to - self.from) / self.step).saturating_add(1)
    }

    /// Returns the numbers in ascending order.
    pub(super) fn numbers(self) -> impl Iterator<Item = u64> {
        (0..self.count()).map(move |place| self.from + place * self.step)
    }
}

impl fmt::Display for Progression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        if self.to > self.from {
            write!(f, "..={}", self.to)?;
        }
        if self.step > 1 { write!(f, ":{}", self.step) } else { Ok(()) }
    }
}
