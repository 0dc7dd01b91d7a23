//! The answer to a request.

use std::fmt;
use std::time::Duration;

use courser_board::format::{self, Details};
use courser_board::words::a_board;
use courser_board::{Board, MoveOrder, Path, Symmetry, Tour};
use courser_solve::chain::ChainError;
use courser_solve::existence::Reason;
use courser_solve::search::Why;
use courser_solve::warnsdorff::Rule;

use crate::{Progress, Stream, TourError};

/// The answer to a [`Request`](crate::Request).
#[derive(Debug)]
#[non_exhaustive]
pub enum Answer {
    /// A tour in memory, as asked for.
    Tour(Tour, How),
    /// A tour that is not in memory: its visit numbers come row by row, and are proven on the way.
    Stream(Box<Stream>),
    /// The tour does not exist, for this reason.
    None(NoTour),
    /// The method walks where its rule leads, and has no say in where it ends: a tour, but not the one asked for.
    Other(Tour, How),
    /// The rule got stuck: the path up to there.
    Stuck(Path, How),
    /// The work was ended before the answer was known.
    Stopped(Stopped),
}

/// The way in which a tour was made.
#[derive(Clone, Debug)]
pub struct How {
    /// By which method: `cycle`, `warnsdorff`, `backtrack`, `search`, `mosaic`, `narrow` (an automaton over the columns of boards
    /// of three and four rows), `factor` (a cover by cycles, merged into one), `grown` or `chain`.
    pub method: &'static str,
    /// The rule, where it walked by one.
    pub rule: Option<Rule>,
    /// The squares that the rule looked ahead, if that was asked for: then it is `pohl` to this depth.
    pub look_ahead: Option<u32>,
    /// The order in which neighbours were looked at, where they were.
    pub order: Option<MoveOrder>,
    /// The seed that was asked for.
    pub seed: Option<u64>,
    /// The device that did the work.
    pub device: format::DeviceDetails,
    /// The time of the work, without opening the device.
    pub work: Duration,
}

impl How {
    /// The same as the file formats hold it.
    pub fn details(&self) -> Details {
        Details {
            method: Some(self.method.to_owned()),
            rule: self.rule.map(|rule| self.look_ahead.map_or(rule.to_string(), |levels| format!("pohl-{levels}"))),
            order: self.order.map(|order| order.to_string()),
            seed: self.seed,
            device: Some(self.device.clone()),
            seconds: Some(self.work.as_secs_f64()),
        }
    }
}

/// Why the tour that was asked for does not exist, or was not found by the method asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoTour {
    /// A theorem, a count or a search rules it out.
    Proven(Reason),
    /// No closed tour of the board has the symmetry, or none was found, for this reason.
    Asymmetric {
        /// The board that was asked for.
        board: Board,
        /// The symmetry that was asked for.
        symmetry: Symmetry,
        /// The reason why it does not exist; none if the search was given up.
        why: Option<String>,
    },
    /// No grown tour was found; there may be one.
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

/// The state of work that was ended, and the cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The cause.
    pub why: Why,
    /// The progress of the work.
    pub at: Progress,
    /// The time limit that was asked for.
    pub limit: Option<Duration>,
}

impl Answer {
    /// The tour in memory, if this is one or a stream of one.
    ///
    /// # Errors
    /// [`TourError`] if a stream does not fit into memory, or if its device fails.
    pub fn into_tour(self) -> Result<Option<Tour>, TourError> {
        match self {
            Self::Tour(tour, _) => Ok(Some(tour)),
            Self::Stream(stream) => stream.into_tour().map(Some),
            _ => Ok(None),
        }
    }
}
