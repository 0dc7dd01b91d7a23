//! The class of an error.

/// The class of an error, or of a result other than the requested one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorClass {
    /// The requested tour or placement does not exist, or the method does not find it.
    NoTour,
    /// The work reached its limit before the answer was known.
    Undecided,
    /// The input is wrong.
    Input,
    /// The computer failed, or lacks memory, disk space or an adapter.
    Machine,
}
