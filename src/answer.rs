//! The answer to a request.

use std::fmt;

use courser_board::words::a_board;
use courser_board::{Board, Path, Symmetry, Tour, Violation};
use courser_solve::chain::ChainError;
use courser_solve::existence::Reason;

use crate::{FoundTour, Hooks, Provenance, Stopped, TourError};

/// The answer to a [`Request`](crate::Request).
#[derive(Debug)]
#[non_exhaustive]
pub enum Answer {
    /// The requested tour, in memory or to be computed later.
    Found(Box<FoundTour>),
    /// The tour does not exist. Contains the reason.
    None(NoTour),
    /// The rule got stuck, or the tour made by the rule is not the requested tour.
    Failed {
        /// The path that the rule made.
        path: Path,
        /// The first requirement that the path does not satisfy.
        violation: Violation,
        /// The provenance of the path.
        how: Provenance,
    },
    /// The work was stopped before the answer was known.
    Stopped(Stopped),
}

/// The reasons why the requested tour does not exist, or why the requested method found no such tour.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoTour {
    /// A theorem, a count or a search rules out the tour.
    Proven(Reason),
    /// No closed tour of the board has the symmetry, or no such tour was found.
    Asymmetric {
        /// The requested board.
        board: Board,
        /// The requested symmetry.
        symmetry: Symmetry,
        /// The reason why the tour does not exist, or `None` if the search gave up.
        why: Option<String>,
    },
    /// No grown tour was found, although the board possibly has one.
    NotGrown,
    /// No tour leads through the regions.
    Regions(ChainError),
}

impl fmt::Display for NoTour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven(reason) => reason.fmt(f),
            Self::Asymmetric { board, symmetry, why: Some(why) } => {
                write!(f, "no closed tour of {} with the symmetry {symmetry}: {why}", a_board(board))
            }
            Self::Asymmetric { board, symmetry, why: None } => {
                write!(
                    f,
                    "no closed tour of {} with the symmetry {symmetry} was found; there may be one",
                    a_board(board)
                )
            }
            Self::NotGrown => f.write_str("no grown tour was found"),
            Self::Regions(error) => error.fmt(f),
        }
    }
}

impl Answer {
    /// Returns the tour, or `None` if none was found.
    ///
    /// # Errors
    /// Returns the errors of [`FoundTour::tour`].
    pub fn into_tour(self) -> Result<Option<Tour>, TourError> {
        match self {
            Self::Found(found) => found.tour(&Hooks::default()).map(|(tour, _)| Some(tour)),
            _ => Ok(None),
        }
    }
}
