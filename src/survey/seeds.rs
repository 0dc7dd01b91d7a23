//! The seeds of the random bits. Their text form is a list of numbers and ranges.

use std::fmt;
use std::str::FromStr;

use courser_board::words::shorten;

use super::list::Progression;
use crate::survey::SurveyError;

/// Maximum number of seeds in a survey.
const MAX_SEEDS: u64 = 1 << 16;

/// Seeds in the given order. Examples of the text form are `7`, `0..=9`, `0..10`, `0..=90:10`, and comma-separated
/// lists of these.
///
/// ```
/// use courser::survey::Seeds;
///
/// let seeds: Seeds = "7,0..=2".parse().unwrap();
/// assert_eq!(seeds.as_slice(), [7, 0, 1, 2]);
/// assert_eq!(seeds.to_string(), "7,0..=2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds(Vec<u64>);

impl Seeds {
    /// Returns the seeds, in the given order.
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }
}

impl Default for Seeds {
    /// Returns a list that contains only the seed 0.
    fn default() -> Self {
        Self(vec![0])
    }
}

impl FromStr for Seeds {
    type Err = SurveyError;

    fn from_str(text: &str) -> Result<Self, SurveyError> {
        let wrong = |part: &str, why: String| SurveyError::Seeds { text: shorten(part), why };
        let mut seeds = Vec::new();
        for part in text.split(',') {
            let run = Progression::parse(part.trim(), "a seed").map_err(|why| wrong(part, why))?;
            if run.count() > MAX_SEEDS - seeds.len() as u64 {
                return Err(wrong(text, format!("names more than {MAX_SEEDS} seeds")));
            }
            seeds.extend(run.numbers());
        }
        Ok(Self(seeds))
    }
}

impl fmt::Display for Seeds {
    /// Writes the shortest form of the list, such as `0..=9,12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.0.chunk_by(|&a, &b| a.checked_add(1) == Some(b));
        let runs = runs.map(|run| Progression { from: run[0], to: run[run.len() - 1], step: 1 }.to_string());
        f.write_str(&runs.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_are_read_and_written() {
        for (text, seeds, written) in [
            ("7,0..=2,5..6", &[7, 0, 1, 2, 5][..], "7,0..=2,5"),
            ("18446744073709551615", &[u64::MAX], "18446744073709551615"),
            (
                "18446744073709551614..=18446744073709551615,0",
                &[u64::MAX - 1, u64::MAX, 0],
                "18446744073709551614..=18446744073709551615,0",
            ),
        ] {
            let read: Seeds = text.parse().unwrap();
            assert_eq!((read.as_slice(), read.to_string().as_str()), (seeds, written));
        }
        assert_eq!("0..65536".parse::<Seeds>().unwrap().as_slice().len(), 65536);
    }

    #[test]
    fn what_is_no_list_of_seeds_is_refused() {
        for text in
            ["", "x", "3..=1", "4..4", "0..0", "0..=65536", "0..65536,7", "0..=18446744073709551615", "-1", "1,"]
        {
            assert!(text.parse::<Seeds>().is_err(), "{text}");
        }
    }
}
