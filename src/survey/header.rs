//! The first line of a survey's file. It contains all options that determine the rows, so that a file can be continued,
//! merged and checked.

use std::fmt::{self, Display};
use std::str::FromStr;

use courser_board::Shard;
use courser_board::words::shorten_to;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Survey;
use crate::survey::SurveyError;

/// The text at the beginning of a survey's file.
const MARK: &str = "# courser survey: ";

/// The first line of a survey file. The line describes the survey, and states which rows of the survey the file
/// contains.
///
/// ```
/// use courser::survey::Header;
///
/// let line = r##"# courser survey: {"boards":"5..=9","leaper":"1,2","starts":"all","by-start":false,"rules":["roth"],"orders":["slides"],"seeds":"0","tries":1,"rows":5,"shard":"1/2"}"##;
/// let header: Header = line.parse().unwrap();
/// assert_eq!((header.survey.rows(), header.rows()), (5, 2));
/// assert_eq!(header.to_string(), line);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The survey to which the rows belong.
    pub survey: Survey,
    /// The shard of the survey that the file contains: rows `shard.index`, `shard.index + shard.of`,
    /// `shard.index + 2 * shard.of` and so on, counted from 0. `None` stands for all rows.
    pub shard: Option<Shard>,
}

impl Header {
    /// Returns the number of rows in the complete file.
    pub fn rows(&self) -> u64 {
        self.share().rows_before(self.survey.rows())
    }

    /// Returns the shard that the file contains. If `shard` is `None`, returns the shard that contains all rows.
    pub fn share(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Returns the maximum total number of moves for all rows of the file except the first `known` rows.
    pub fn moves_from(&self, known: u64) -> u64 {
        let mut place = 0_u64;
        let moves = self.survey.blocks().map(|block| {
            let before = |place| self.share().rows_before(place).max(known);
            let from = place;
            place += block.rows;
            (before(place) - before(from)).saturating_mul(block.moves)
        });
        moves.fold(0, u64::saturating_add)
    }
}

/// The fields of the header as JSON.
#[derive(Deserialize, Serialize)]
struct HeaderLine<S> {
    #[serde(flatten)]
    survey: S,
    rows: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
}

/// Converts fields stored as text.
pub(super) mod text {
    use super::{Deserialize, Deserializer, Display, Error, FromStr, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Converts fields that contain a list of values. Such a field is stored as a list of strings.
pub(super) mod texts {
    use super::{Deserialize, Deserializer, Display, Error, FromStr, Serializer};

    pub(crate) fn serialize<S: Serializer>(values: &[impl Display], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(ToString::to_string))
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

impl Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shard = self.shard.map(|shard| shard.to_string());
        let line = HeaderLine { survey: &self.survey, rows: self.survey.rows(), shard };
        write!(f, "{MARK}{}", serde_json::to_string(&line).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Header {
    type Err = SurveyError;

    fn from_str(line: &str) -> Result<Self, SurveyError> {
        let wrong = |why: String| SurveyError::Header { why };
        let text = line.strip_prefix(MARK);
        let text = text.ok_or_else(|| wrong("it does not begin as a survey of courser does".into()))?;
        let read: HeaderLine<Survey> = serde_json::from_str(text).map_err(|error| {
            wrong(format!("its first line cannot be read: {}", shorten_to(160, &error.to_string())))
        })?;
        let shard = read.shard.map(|shard| shard.parse()).transpose()?;
        let header = Self { survey: read.survey, shard };
        header.survey.check().map_err(|error| wrong(format!("its first line cannot be: {error}")))?;
        // Compares the line with the text of the parsed header. The texts differ if the line has an unknown option or
        // lacks an option. The rows of a file with such a line would not match the parsed header.
        if header.to_string() != line {
            return Err(wrong("its first line is of another version of courser, or was changed".into()));
        }
        Ok(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: &str = r##"# courser survey: {"boards":"8,6x10","leaper":"1,4","starts":"0,0+e6","by-start":true,"rules":["random"],"orders":["slides","clockwise"],"seeds":"0..=9,12","tries":9,"rows":88,"shard":"1/2"}"##;

    #[test]
    fn a_header_is_read_as_it_is_written() {
        let whole = r##"# courser survey: {"boards":"5..=100","leaper":"1,2","starts":"256","by-start":false,"rules":["warnsdorff","squirrel-cull"],"orders":["slides"],"seeds":"0","tries":1,"rows":192}"##;
        for line in [whole, HALF] {
            assert_eq!(line.parse::<Header>().map(|header| header.to_string()).ok().as_deref(), Some(line));
        }
        assert_eq!(HALF.parse::<Header>().unwrap().rows(), 44);
    }

    #[test]
    fn another_first_line_is_refused_with_the_reason() {
        let line = r##"# courser survey: {"boards":"5..=9","leaper":"1,2","starts":"all","by-start":false,"rules":["roth"],"orders":["slides"],"seeds":"0","tries":1,"rows":5}"##;
        assert!(line.parse::<Header>().is_ok());
        for (from, to) in [
            ("\"rows\":5", "\"rows\":6"),
            ("boards", "bords"),
            ("roth", "rooth"),
            ("roth", "ro\u{1b}[2Jth"),
            ("boards", "bo\u{9b}31mrds"),
            ("# courser", "#courser"),
            ("\"tries\":1", "\"tries\":01"),
            ("\"tries\":1", "\"tries\": 1"),
            ("\"tries\":1", "\"tries\":0"),
            ("\"tries\":1", "\"tries\":1,\"more\":1"),
            ("\"all\"", "\"0\""),
            ("\"all\"", "\"z99\""),
            ("\"all\"", "\"h8\""),
            ("5..=9", "5..=99999"),
            ("\"rows\":5", "\"rows\":5,\"shard\":\"0/0\""),
        ] {
            let error = line.replace(from, to).parse::<Header>().unwrap_err();
            assert!(!error.to_string().contains(char::is_control), "{to}: {error}");
        }
    }

    #[test]
    fn the_moves_that_are_left_are_those_of_the_rows_that_are_left() {
        for line in [
            HALF,
            &HALF.replace("1/2", "3/7"),
            &HALF.replace("\"random\"", "\"random\",\"roth\"").replace("\"rows\":88", "\"rows\":176"),
        ] {
            let header: Header = line.parse().unwrap();
            let mut rows = Vec::new();
            for board in header.survey.boards_with_leaper() {
                let moves = |row: super::super::Combination| u64::from(row.knights) * board.playable();
                rows.extend(header.survey.combinations(&board).unwrap().iter().map(moves));
            }
            let mine: Vec<u64> =
                header.share().rows_in(0..rows.len() as u64, 0).map(|row| rows[row as usize]).collect();
            assert_eq!(mine.len() as u64, header.rows());
            for known in 0..=mine.len() {
                assert_eq!(header.moves_from(known as u64), mine[known..].iter().sum::<u64>(), "{known} of {line}");
            }
        }
    }
}
