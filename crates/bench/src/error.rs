//! Why something could not be timed.

use courser_board::Flaw;
use courser_engine::EngineError;

/// Why a case could not be timed, or a report not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// The engine failed, or the device it runs on.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A rule cannot walk the board of the case.
    #[error(transparent)]
    Rule(#[from] courser_solve::warnsdorff::RuleError),
    /// The tour that was timed is not a tour.
    #[error("the timed run made a wrong tour: {0}")]
    Wrong(#[from] Flaw),
    /// The result that was timed differs from that of the CPU's best code.
    #[error("the timed run gives something else than the reference: {0}")]
    Differs(String),
    /// The request was not answered, for this reason.
    #[error("{0}")]
    Unanswered(String),
    /// The method made no tour that could be timed.
    #[error("{0}")]
    NoTour(String),
    /// The text is not a report of courser.
    #[error("not a report of courser bench: {0}")]
    Report(String),
}
