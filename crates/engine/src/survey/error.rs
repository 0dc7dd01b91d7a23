//! Errors of surveys.

use courser_board::BoardError;

/// The reason why a survey cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// A board of the survey cannot be.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A text is not a list of boards or seeds, or not a shard of a survey.
    #[error("'{text}' {why}")]
    Text {
        /// The beginning of the text that was read.
        text: String,
        /// The error in the text.
        why: String,
        /// The right form of the text.
        cure: &'static str,
    },
    /// A line is not the first line of a survey's file.
    #[error("{why}")]
    Header {
        /// The error in the line.
        why: String,
    },
    /// The survey has no knights.
    #[error("tries must be at least 1")]
    NoKnights,
    /// A combination has more knights than a cohort can number, or more starts than a list can hold.
    #[error("{starts} starts with {tries} knights each are too many: at most {most} starts and {} knights", u32::MAX)]
    Crowd {
        /// Squares on which knights would begin.
        starts: u64,
        /// The most squares on which knights may begin.
        most: u64,
        /// Knights per start.
        tries: u32,
    },
}

impl SurveyError {
    /// Returns the cure in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Board(error) => error.hint(),
            Self::Text { cure, .. } => (*cure).into(),
            Self::Header { .. } => "give a CSV file that a survey has written".into(),
            Self::NoKnights => "let at least one walk from each start".into(),
            Self::Crowd { .. } => "choose fewer starts or fewer tries, or another seed for the rest".into(),
        }
    }
}
