//! Why something could not be timed.

use courser_board::Flaw;
use courser_engine::EngineError;

/// Why something could not be timed, or a report not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// The engine failed, the device it runs on included.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A rule that cannot be applied there.
    #[error(transparent)]
    Rule(#[from] courser_solve::warnsdorff::RuleError),
    /// What was timed is no tour.
    #[error("the timed run made a wrong tour: {0}")]
    Wrong(#[from] Flaw),
    /// What was timed is not what the CPU's best code says.
    #[error("the timed run gives something else than the reference: {0}")]
    Differs(String),
    /// No tour that could be timed.
    #[error("{0}")]
    NoTour(String),
    /// No report of courser.
    #[error("not a report of courser bench: {0}")]
    Report(String),
}
