//! Shards. A computation is divided into shards, so that several computers can share it.

use std::fmt::{self, Display};
use std::ops::Range;
use std::str::FromStr;

use crate::ErrorClass;
use crate::words::shorten;

/// The share of one computer in a computation. It is written as `index/of`, and `index` is less than `of`.
///
/// ```
/// use courser_board::Shard;
///
/// let last: Shard = "3/4".parse()?;
/// assert_eq!((last.index, last.of), (3, 4));
/// assert!("4/4".parse::<Shard>().is_err());
/// # Ok::<(), courser_board::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Index of this computer, from 0.
    pub index: u64,
    /// Number of computers that share the computation.
    pub of: u64,
}

/// The reason why a string is not a shard, or why several shards do not form a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The string is not a shard. Contains the shortened string and the reason.
    #[error("'{0}' {1}")]
    Text(String, String),
    /// Two parts belong to different computations. Contains the names of the two parts.
    #[error("{} and {} are not shards of one whole", .0[0], .0[1])]
    Other([String; 2]),
    /// Two parts have the same shard. Contains the names of the two parts, and the shard.
    #[error("{} and {} are both shard {}", .0[0], .0[1], .1)]
    Twice([String; 2], Shard),
    /// A shard is missing. Contains this shard.
    #[error("shard {0} is missing")]
    Missing(Shard),
}

impl ShardError {
    /// Returns the class of the error, which is always [`ErrorClass::Input`].
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}

impl Shard {
    /// The shard of a computation that is not divided.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Returns the number of this shard's items among the first `place` items. The shard contains every `of`-th item,
    /// beginning with item `index`.
    pub const fn rows_before(self, place: u64) -> u64 {
        place.saturating_sub(self.index).div_ceil(self.of)
    }

    /// Returns the indices of this shard's items in the range `places`. The first `known` items of the shard are
    /// omitted.
    pub fn rows_in(self, places: Range<u64>, known: u64) -> impl Iterator<Item = u64> {
        (self.rows_before(places.start).max(known)..self.rows_before(places.end))
            .map(move |row| self.index + row * self.of)
    }

    /// Returns all parts of a computation with their names, in the order of their shards.
    ///
    /// # Errors
    /// [`ShardError`] if a part is missing, occurs twice, or belongs to another computation. `are_alike` decides
    /// whether two parts belong to the same computation.
    pub fn whole<T>(
        parts: Vec<(String, Self, T)>,
        are_alike: impl Fn(&T, &T) -> bool,
    ) -> Result<Vec<(String, T)>, ShardError> {
        let Some((first, Self { of, .. }, one)) = parts.first() else { return Err(ShardError::Missing(Self::WHOLE)) };
        if let Some((name, ..)) = parts.iter().find(|(_, shard, part)| shard.of != *of || !are_alike(one, part)) {
            return Err(ShardError::Other([first.clone(), name.clone()]));
        }
        let of = *of;
        let mut parts = parts;
        parts.sort_by_key(|(_, shard, _)| shard.index);
        if let Some(twice) = parts.windows(2).find(|two| two[0].1 == two[1].1) {
            return Err(ShardError::Twice([twice[0].0.clone(), twice[1].0.clone()], twice[0].1));
        }
        let missing = (0..).zip(&parts).find(|(index, (_, shard, _))| shard.index != *index);
        let missing = missing.map_or(parts.len() as u64, |(index, _)| index);
        if missing < of {
            return Err(ShardError::Missing(Self { index: missing, of }));
        }
        Ok(parts.into_iter().map(|(name, _, part)| (name, part)).collect())
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parts =
            text.split_once('/').and_then(|(index, of)| Some((index.trim().parse().ok()?, of.trim().parse().ok()?)));
        let why = match parts {
            Some((index, of)) if index < of => return Ok(Self { index, of }),
            Some((_, of)) if of > 0 => format!("is none of {of} shards: the first is 0/{of}, the last {}/{of}", of - 1),
            _ => "is not a shard".into(),
        };
        Err(ShardError::Text(shorten(text), why))
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_numbered_from_0() {
        let half: Shard = "1/2".parse().unwrap();
        assert_eq!(half, Shard { index: 1, of: 2 });
        for text in ["2/2", "0/0", "1", "/", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_shard_has_every_nth_row() {
        for shard in [Shard::WHOLE, Shard { index: 0, of: 3 }, Shard { index: 2, of: 3 }, Shard { index: 7, of: 8 }] {
            let mine: Vec<u64> = (0..40).filter(|row| row % shard.of == shard.index).collect();
            for place in 0..40 {
                assert_eq!(shard.rows_before(place), mine.iter().filter(|&&row| row < place).count() as u64, "{shard}");
                for known in 0..=mine.len() {
                    let rows: Vec<u64> = shard.rows_in(place..40, known as u64).collect();
                    let left: Vec<u64> = mine[known..].iter().copied().filter(|&row| row >= place).collect();
                    assert_eq!(rows, left, "{shard} from {place} without {known}");
                }
            }
        }
    }

    #[test]
    fn shards_that_are_not_a_whole_are_named() {
        let whole = |shards: &[&str]| {
            let part = |text: &&str| {
                let (shard, question) = text.split_at(3);
                (format!("file {text}"), shard.parse::<Shard>().unwrap(), question.to_owned())
            };
            let parts = Shard::whole(shards.iter().map(part).collect(), |one, other| one == other);
            parts.map(|parts| parts.into_iter().map(|(name, _)| name).collect::<Vec<_>>())
        };
        assert_eq!(whole(&["1/3a", "2/3a", "0/3a"]).unwrap(), ["file 0/3a", "file 1/3a", "file 2/3a"]);
        let names = |one: &str, other: &str| [format!("file {one}"), format!("file {other}")];
        let shard = |index, of| Shard { index, of };
        for (shards, error) in [
            (&[][..], ShardError::Missing(Shard::WHOLE)),
            (&["0/2a"], ShardError::Missing(shard(1, 2))),
            (&["2/3a", "0/3a"], ShardError::Missing(shard(1, 3))),
            (&["1/2a", "0/2a", "1/2a"], ShardError::Twice(names("1/2a", "1/2a"), shard(1, 2))),
            (&["0/2a", "1/3a"], ShardError::Other(names("0/2a", "1/3a"))),
            (&["0/2a", "1/2b"], ShardError::Other(names("0/2a", "1/2b"))),
        ] {
            assert_eq!(whole(shards), Err(error));
        }
    }
}
