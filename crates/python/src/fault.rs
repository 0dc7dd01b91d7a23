//! Converts errors to Python exceptions.

use std::fmt::Display;

use courser::TourError;
use courser::board::format::FormatError;
use courser::board::graph::GraphError;
use courser::board::{BoardError, ErrorClass, ShardError, words};
use courser::count::CountError;
use courser::engine::{EngineError, memory};
use courser::solve::existence::Reason;
use courser::solve::hunt::HuntError;
use courser::solve::search::SearchError;
use courser::solve::warnsdorff::RuleError;
use courser::survey::SurveyError;
use courser::view::ViewError;
use pyo3::prelude::*;

/// A Python exception: its class, its message and its hint.
pub(crate) struct PyFault {
    class: &'static str,
    message: String,
    hint: String,
}

impl PyFault {
    /// Exception class for invalid input.
    const INPUT: &'static str = "InputError";
    /// Exception class for a request that no tour satisfies, according to a theorem, a count or a search.
    pub(crate) const NO_TOUR: &'static str = "NoTour";
    /// Exception class for a method that found no tour and did not prove that none exists.
    pub(crate) const NOT_FOUND: &'static str = "NotFound";
    /// Exception class for work that reached its time limit.
    const LIMIT: &'static str = "LimitReached";
    /// Exception class for work that exceeds the available memory.
    const TOO_LARGE: &'static str = "TooLarge";
    /// Exception class for a failure of the machine.
    pub(crate) const MACHINE: &'static str = "MachineError";

    pub(crate) fn new(class: &'static str, message: impl Display, hint: impl Into<String>) -> Self {
        Self { class, message: message.to_string(), hint: hint.into() }
    }

    pub(crate) fn input(message: impl Display, hint: impl Into<String>) -> Self {
        Self::new(Self::INPUT, message, hint)
    }

    /// Returns the exception for an error of the given class.
    fn of(message: impl Display, class: ErrorClass) -> Self {
        match class {
            ErrorClass::NoTour => Self::new(Self::NOT_FOUND, message, "try another request"),
            ErrorClass::Undecided => Self::limit(),
            ErrorClass::Input => Self::input(message, "correct the argument that the message names"),
            _ => Self::new(Self::MACHINE, message, "try again, or on another device"),
        }
    }

    /// Returns the exception for work that exceeds the available memory.
    fn too_large(message: impl Display) -> Self {
        Self::new(Self::TOO_LARGE, message, "choose a smaller one")
    }

    /// Returns the exception for an exceeded time limit.
    pub(crate) fn limit() -> Self {
        Self::new(Self::LIMIT, "no answer within the time limit", "give it more time, or no limit")
    }

    /// Checks that at least `bytes` bytes of memory are available for work. `what` is the name of the work in the
    /// message of the exception.
    ///
    /// # Errors
    /// Returns a `TooLarge` exception if less memory is available.
    pub(crate) fn afford(what: &str, bytes: u64) -> Result<(), Self> {
        // Amounts below 16 MiB are accepted without a query of the available memory.
        let there = if bytes < 1 << 24 { bytes } else { memory::available() };
        if bytes <= there {
            return Ok(());
        }
        let [needed, there] = [bytes, there].map(|bytes| words::bytes(bytes as f64));
        Err(Self::too_large(format!("{what} needs about {needed} of memory, and {there} are available")))
    }

    /// Converts the fault to a Python exception.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        let class = py.import("courser._errors").and_then(|module| module.getattr(self.class));
        match class.and_then(|class| class.call1((self.message, self.hint))) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }
}

/// Implements the conversion of library errors to faults.
macro_rules! faults {
    ($($error:ty),* $(,)?) => {$(
        impl From<$error> for PyFault {
            fn from(error: $error) -> Self {
                Self::of(&error, error.class())
            }
        }
    )*};
}

faults!(EngineError, FormatError, GraphError, RuleError, ShardError, SurveyError, ViewError);

impl From<BoardError> for PyFault {
    fn from(error: BoardError) -> Self {
        match &error {
            // Equal ends are invalid input. No theorem is needed to reject the request.
            BoardError::SameEnds { .. } => Self::input(&error, "choose two different squares"),
            _ => Self::of(&error, error.class()),
        }
    }
}

impl From<TourError> for PyFault {
    fn from(error: TourError) -> Self {
        match &error {
            TourError::Memory { .. } | TourError::Band { .. } | TourError::Search(SearchError::Memory { .. }) => {
                Self::too_large(error)
            }
            TourError::Name { known, .. } => Self::input(&error, format!("choose {known}")),
            TourError::Stopped(_) => Self::limit(),
            _ => Self::of(&error, error.class()),
        }
    }
}

impl From<SearchError> for PyFault {
    fn from(error: SearchError) -> Self {
        TourError::Search(error).into()
    }
}

impl From<CountError> for PyFault {
    fn from(error: CountError) -> Self {
        match &error {
            CountError::Memory { .. } | CountError::TooLarge(_) => Self::too_large(error),
            _ => Self::of(&error, error.class()),
        }
    }
}

impl From<HuntError> for PyFault {
    fn from(error: HuntError) -> Self {
        match &error {
            HuntError::Memory { .. } => Self::too_large(error),
            _ => Self::of(&error, error.class()),
        }
    }
}

impl From<&Reason> for PyFault {
    fn from(reason: &Reason) -> Self {
        let remedies: Vec<String> = reason.remedies().iter().map(ToString::to_string).collect();
        Self::new(Self::NO_TOUR, reason, remedies.join(", or "))
    }
}
