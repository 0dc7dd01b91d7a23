//! Errors that end a request without an answer.

use courser_board::words::{a_board, shorten};
use courser_board::{Board, Flaw, Symmetry, Violation};
use courser_engine::EngineError;
use courser_engine::grown::MIN_SQUARES;
use courser_solve::chain::ChainError;
use courser_solve::mosaic::MosaicError;
use courser_solve::relay::RelayError;
use courser_solve::search::SearchError;
use courser_solve::tame::TameError;
use courser_solve::warnsdorff::RuleError;

use crate::Stopped;

/// Why a request ends without an answer. That a tour does not exist is an answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TourError {
    /// The request names a GPU or a comparison with the CPU, for a method that runs only on the CPU.
    #[error("this method runs only on the CPU")]
    CpuOnly,
    /// The request has a start or an end, and the regions have their own.
    #[error("the regions determine where the tour starts and ends")]
    RegionEnds,
    /// The rule cannot walk on this board.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A mosaic does not cover the board.
    #[error(transparent)]
    Mosaic(#[from] MosaicError),
    /// A tame tour does not cover the board.
    #[error(transparent)]
    Tame(#[from] TameError),
    /// A relay cannot run on the board.
    #[error(transparent)]
    Relay(#[from] RelayError),
    /// A relay's tour has too few squares to be melted, or too many.
    #[error("a relay of {} cannot be melted: {}", a_board(.0), melting_takes(.0))]
    Melt(Board),
    /// The search cannot begin.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The chain of regions does not fit the board.
    #[error(transparent)]
    Regions(#[from] ChainError),
    /// An engine cannot run, or failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An engine made a tour that fails its check: a mistake in courser, whose tour is not returned.
    #[error("the engine made a wrong tour: {0}")]
    WrongTour(#[from] Violation),
    /// The tour does not fit into memory.
    #[error("a tour of {board} takes about {} MiB of memory, and there are {}", .needed >> 20, .there >> 20)]
    Memory {
        /// The board that was asked for.
        board: Board,
        /// Bytes that the tour takes.
        needed: u64,
        /// Bytes that are available.
        there: u64,
    },
    /// The rows are so long that not even one band of them fits into memory.
    #[error("a band of {} takes {} MiB of memory, and there are {}", a_board(.board), .needed >> 20, .there >> 20)]
    Band {
        /// The board that was asked for.
        board: Board,
        /// Bytes that a band takes.
        needed: u64,
        /// Bytes that are available.
        there: u64,
    },
    /// A symmetric tour of a board that is too large to be searched.
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
        /// Maximum number of squares, holes included.
        limit: u64,
    },
    /// A name that is not in a list.
    #[error("'{text}' is not {what}")]
    Name {
        /// The kind of name, as in "a method".
        what: &'static str,
        /// The name, shortened if it is long.
        text: String,
        /// The names that there are.
        known: String,
    },
    /// A stream was ended before its last row.
    #[error("stopped before the answer was known")]
    Stopped(Stopped),
}

/// The bound on the squares of a melted tour that a board does not keep.
fn melting_takes(board: &Board) -> String {
    if board.cells() < MIN_SQUARES {
        format!("melting takes at least {MIN_SQUARES} squares, and the board has {}", board.cells())
    } else {
        "the board has too many squares for melting".into()
    }
}

impl From<Flaw> for TourError {
    fn from(flaw: Flaw) -> Self {
        Violation::from(flaw).into()
    }
}

impl TourError {
    /// The error of a name that is not in a list.
    pub(crate) fn unknown(what: &'static str, text: &str, known: &[&str]) -> Self {
        Self::Name { what, text: shorten(text), known: known.join(", ") }
    }

    /// Returns the cure, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::CpuOnly => "leave out the device and the comparison, or choose a method that runs on a GPU".into(),
            Self::RegionEnds => "leave out the start and the end".into(),
            Self::Rule(error) => error.hint(),
            Self::Mosaic(error) => error.hint(),
            Self::Tame(error) => error.hint(),
            Self::Relay(error) => error.hint(),
            Self::Melt(_) => "ask for the relay as it is, or choose another board".into(),
            Self::Search(error) => error.hint(),
            Self::Regions(error) => error.hint(),
            Self::Engine(error) => error.hint(),
            Self::WrongTour(_) => "this is a fault of courser's: please report it".into(),
            Self::Memory { .. } => "choose a smaller board, or take its numbers as a stream".into(),
            Self::Band { .. } => "choose a board with shorter rows: a band is as wide as the board".into(),
            Self::Unsearched { .. } => "choose a smaller board, or the knight and no holes".into(),
            Self::Name { known, .. } => format!("choose {known}"),
            Self::Stopped(_) => "give it more time".into(),
        }
    }

    /// Returns whether the input is at fault, not the machine.
    pub fn is_input(&self) -> bool {
        match self {
            Self::Engine(error) => error.is_input(),
            Self::WrongTour(_) | Self::Stopped(_) => false,
            // Another machine could have the memory.
            Self::Memory { .. } | Self::Band { .. } => false,
            Self::Relay(RelayError::Memory { .. } | RelayError::Stuck { .. } | RelayError::Ends) => false,
            Self::CpuOnly | Self::RegionEnds | Self::Rule(_) | Self::Mosaic(_) | Self::Search(_) | Self::Regions(_) => {
                true
            }
            Self::Name { .. } | Self::Relay(_) | Self::Melt(_) | Self::Tame(_) | Self::Unsearched { .. } => true,
        }
    }
}
