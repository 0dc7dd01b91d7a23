//! Knights who cannot walk as a batch.

use courser_board::words::a_board;
use courser_board::{Board, Leaper};

use crate::error::bytes;

/// Why knights cannot walk as a batch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// Knights who begin nowhere.
    #[error("cohort {cohort} has no start")]
    NoStart {
        /// The cohort's place in the batch, from 0.
        cohort: usize,
    },
    /// A board with longer sides than a batch reckons with.
    #[error("a batch walks on boards of at most {most} rows and columns and {squares} squares, and this is {board}")]
    Board {
        /// The board.
        board: Board,
        /// The most rows, and the most columns.
        most: u32,
        /// The most squares.
        squares: u64,
    },
    /// A kernel of the batch that has no room for the board.
    #[error("the kernel '{kernel}' has no room for {}: a knight takes {} of {what}, and there is {}", a_board(.board), bytes(*.needed), bytes(*.there))]
    Kernel {
        /// The kernel's name.
        kernel: &'static str,
        /// The board.
        board: Board,
        /// Bytes that a knight takes.
        needed: u64,
        /// What those bytes are of.
        what: String,
        /// Bytes that there are.
        there: u64,
    },
    /// A kernel of the batch that knows one leaper only.
    #[error("the kernel '{kernel}' walks the 1,2 leaper, the knight, and not the {leaper} leaper")]
    KnightOnly {
        /// The kernel's name.
        kernel: &'static str,
        /// The board's leaper.
        leaper: Leaper,
    },
}

impl BatchError {
    /// What to do about it, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::NoStart { .. } => "give at least one square to begin on".into(),
            Self::Board { .. } => "choose a smaller board".into(),
            Self::Kernel { .. } | Self::KnightOnly { .. } => {
                "let courser pick the kernel, choose a smaller board, or use the CPU".into()
            }
        }
    }
}
