//! Why something could not be timed.

/// Why a case could not be timed, or a report not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// The engine or its device failed, or the result that was timed is wrong.
    #[error("{0}")]
    Failed(String),
    /// The method made no tour that could be timed.
    #[error("{0}")]
    NoTour(String),
    /// The text is not a report of courser.
    #[error("not a report of courser bench: {0}")]
    Report(String),
}

impl BenchError {
    /// The failure of an engine.
    pub fn failed(error: impl std::fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }
}
