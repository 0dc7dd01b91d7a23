//! Errors that end a request without an answer.

use courser_board::words::{a_board, bytes, shorten};
use courser_board::{Board, ErrorClass, Symmetry, TourViolation, Violation};
use courser_engine::EngineError;
use courser_engine::grown::MIN_SQUARES;
use courser_solve::TilingError;
use courser_solve::chain::ChainError;
use courser_solve::search::SearchError;
use courser_solve::warnsdorff::RuleError;

use crate::Stopped;

/// The reasons why a request ends without an answer. If no tour exists, the request ends with an answer, not with an
/// error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TourError {
    /// A GPU or a comparison with the CPU is requested, but the method runs only on the CPU.
    #[error("this method runs only on the CPU")]
    CpuOnly,
    /// The request has a start or an end, but the regions already determine the start and the end.
    #[error("the regions determine where the tour starts and ends")]
    RegionEnds,
    /// The request requires or excludes moves, but the method does not support this.
    #[error("only an exact search requires and forbids moves")]
    Moves,
    /// Sides of the board are joined, but the method or the symmetry does not support such boards.
    #[error("a board with joined sides is toured only by exact search, and without a symmetry")]
    Joined,
    /// The rule cannot be used on this board or from this start.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A mosaic, a tame tour or a relay does not fit the board.
    #[error(transparent)]
    Tiling(#[from] TilingError),
    /// A relay's tour has too few or too many squares to be melted. Contains the board.
    #[error("a relay of {} cannot be melted: {}", a_board(.0), melting_takes(.0))]
    Melt(Board),
    /// The search cannot begin.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The chain of regions does not match the board.
    #[error(transparent)]
    Regions(#[from] ChainError),
    /// An engine cannot run or has failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An engine made a tour that fails its check. This is a bug in courser, and the tour is not returned.
    #[error("the engine made a wrong tour: {0}")]
    WrongTour(#[from] Violation),
    /// The tour does not fit in memory.
    #[error("a tour of {board} needs about {} of memory, and {} are available", bytes(*.needed as f64), bytes(*.there as f64))]
    Memory {
        /// The requested board.
        board: Board,
        /// Memory that the tour needs, in bytes.
        needed: u64,
        /// Available memory, in bytes.
        there: u64,
    },
    /// The rows are so long that not even one band of rows fits in memory.
    #[error(
        "a band of {} needs {} of memory, and {} are available",
        a_board(.board), bytes(*.needed as f64), bytes(*.there as f64)
    )]
    Band {
        /// The requested board.
        board: Board,
        /// Memory that a band needs, in bytes.
        needed: u64,
        /// Available memory, in bytes.
        there: u64,
    },
    /// The board is too large for the search for a symmetric tour.
    #[error(
        "a tour of {} with the symmetry {symmetry} is searched for on boards of at most {limit} squares, since the board has \
         holes or another leaper than the knight",
        a_board(.board)
    )]
    Unsearched {
        /// The requested board.
        board: Board,
        /// The requested symmetry.
        symmetry: Symmetry,
        /// Maximum number of squares, including holes.
        limit: u64,
    },
    /// A name is not in a list of valid names.
    #[error("'{text}' is not {what}")]
    Name {
        /// The kind of the name, such as "a method".
        what: &'static str,
        /// The invalid name, shortened if it is long.
        text: String,
        /// The valid names, separated by commas.
        known: String,
    },
    /// The computation of a tour was stopped before its last row.
    #[error("stopped before the answer was known")]
    Stopped(Stopped),
}

/// Returns the reason why melting does not support the board: too few or too many squares.
fn melting_takes(board: &Board) -> String {
    if board.cells() < MIN_SQUARES {
        format!("melting takes at least {MIN_SQUARES} squares, and the board has {}", board.cells())
    } else {
        "the board has too many squares for melting".into()
    }
}

impl From<TourViolation> for TourError {
    fn from(flaw: TourViolation) -> Self {
        Violation::from(flaw).into()
    }
}

impl TourError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Rule(error) => error.class(),
            Self::Tiling(error) => error.class(),
            Self::Search(error) => error.class(),
            Self::Regions(error) => error.class(),
            Self::Engine(error) => error.class(),
            Self::CpuOnly
            | Self::RegionEnds
            | Self::Moves
            | Self::Joined
            | Self::Name { .. }
            | Self::Melt(_)
            | Self::Unsearched { .. } => ErrorClass::Input,
            Self::Stopped(_) => ErrorClass::Undecided,
            // The request may succeed on a computer with more memory or with another device.
            Self::WrongTour(_) | Self::Memory { .. } | Self::Band { .. } => ErrorClass::Machine,
        }
    }

    /// Returns the error for an unknown name.
    pub(crate) fn unknown(what: &'static str, text: &str, known: &[&str]) -> Self {
        Self::Name { what, text: shorten(text), known: known.join(", ") }
    }
}
