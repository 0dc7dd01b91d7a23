//! Converts errors to Python exceptions.

use std::fmt::Display;

use courser::TourError;
use courser::board::format::FormatError;
use courser::board::graph::GraphError;
use courser::board::{BoardError, ShardError};
use courser::count::CountError;
use courser::engine::{EngineError, memory};
use courser::solve::hunt::{HuntError, MapError};
use courser::solve::search::SearchError;
use courser::solve::warnsdorff::RuleError;
use courser::survey::SurveyError;
use courser::view::ViewError;
use pyo3::prelude::*;

/// An exception for Python: its class, message and hint.
pub(crate) struct Fault {
    class: &'static str,
    message: String,
    hint: String,
}

impl Fault {
    /// The input is invalid.
    const INPUT: &'static str = "InputError";
    /// A theorem, a count or a search proves that there is no tour.
    pub(crate) const NO_TOUR: &'static str = "NoTour";
    /// The method found nothing, but a tour may exist.
    pub(crate) const NOT_FOUND: &'static str = "NotFound";
    /// The work reached its time limit.
    const LIMIT: &'static str = "LimitReached";
    /// The work needs more memory than is available.
    const TOO_LARGE: &'static str = "TooLarge";
    /// The machine failed.
    pub(crate) const MACHINE: &'static str = "MachineError";

    pub(crate) fn new(class: &'static str, message: impl Display, hint: impl Into<String>) -> Self {
        Self { class, message: message.to_string(), hint: hint.into() }
    }

    pub(crate) fn input(message: impl Display, hint: impl Into<String>) -> Self {
        Self::new(Self::INPUT, message, hint)
    }

    /// Returns the exception for a reached time limit.
    pub(crate) fn limit() -> Self {
        Self::new(Self::LIMIT, "no answer within the time limit", "give it more time, or no limit")
    }

    /// Checks that work of `bytes` fits in the available memory.
    pub(crate) fn afford(what: &str, bytes: u64) -> Result<(), Self> {
        // Every machine has this much memory.
        let there = if bytes < 1 << 24 { bytes } else { memory::available() };
        if bytes <= there {
            return Ok(());
        }
        let message = format!("{what} takes about {} MiB of memory, and there are {}", bytes >> 20, there >> 20);
        Err(Self::new(Self::TOO_LARGE, message, "choose a smaller one"))
    }

    /// Converts the fault to the Python exception.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        let class = py.import("courser._errors").and_then(|module| module.getattr(self.class));
        match class.and_then(|class| class.call1((self.message, self.hint))) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }
}

/// Implements `From` for error types that always mean invalid input.
macro_rules! input {
    ($($error:ty),*) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self::input(&error, error.hint())
            }
        }
    )*};
}

input!(BoardError, FormatError, GraphError, MapError, RuleError, ShardError, ViewError);

impl From<SurveyError> for Fault {
    fn from(error: SurveyError) -> Self {
        Self::new(if error.is_input() { Self::INPUT } else { Self::MACHINE }, &error, error.hint())
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        Self::new(if error.is_input() { Self::INPUT } else { Self::MACHINE }, &error, error.hint())
    }
}

impl From<TourError> for Fault {
    fn from(error: TourError) -> Self {
        let class = match &error {
            TourError::Memory { .. } | TourError::Band { .. } => Self::TOO_LARGE,
            TourError::Search(SearchError::Memory { .. }) => Self::TOO_LARGE,
            TourError::Stopped(_) => Self::LIMIT,
            error if error.is_input() => Self::INPUT,
            _ => Self::MACHINE,
        };
        Self::new(class, &error, error.hint())
    }
}

impl From<SearchError> for Fault {
    fn from(error: SearchError) -> Self {
        TourError::Search(error).into()
    }
}

impl From<CountError> for Fault {
    fn from(error: CountError) -> Self {
        let class = match &error {
            CountError::Memory { .. } | CountError::TooLarge => Self::TOO_LARGE,
            error if error.is_input() => Self::INPUT,
            _ => Self::MACHINE,
        };
        Self::new(class, &error, error.hint())
    }
}

impl From<HuntError> for Fault {
    fn from(error: HuntError) -> Self {
        let class = match &error {
            HuntError::Memory { .. } => Self::TOO_LARGE,
            error if error.is_input() => Self::INPUT,
            _ => Self::NOT_FOUND,
        };
        Self::new(class, &error, error.hint())
    }
}
