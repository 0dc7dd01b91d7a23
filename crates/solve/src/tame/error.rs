//! Errors of a tame tour, and their cures.

use courser_board::words::article;
use courser_board::{Leaper, Square, TourSpec};

use super::Plan;
use crate::existence::{Existence, Reason, decide};

/// Why a tame tour could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TameError {
    /// The board has holes.
    #[error("a tame tour covers whole rectangles, and this {rows}x{cols} board has {holes} holes")]
    Holes {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Holes in the board.
        holes: u64,
    },
    /// The board's leaper is not the knight.
    #[error("a tame tour is the knight's, not the {leaper} leaper's")]
    Leaper {
        /// The board's leaper.
        leaper: Leaper,
    },
    /// A side is shorter than two corners.
    #[error("{} {rows}x{cols} board is too small for a tame tour: both sides must be at least {}", article(*.rows), Plan::LEAST)]
    Small {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// The tour does not exist, for this reason.
    #[error(transparent)]
    None(Reason),
    /// The construction has its own ends.
    #[error("a tame tour of {} {rows}x{cols} board has its own ends: {} cannot be chosen", article(*.rows), .square.name(*.rows))]
    Ends {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// The end that was asked for.
        square: Square,
    },
    /// A half of a symmetric tour has given ends.
    #[error("a tame tour has its own ends, so it is not a half or a quarter of a symmetric tour")]
    Symmetric,
    /// The board has no room for what a tour of few crossings consists of.
    #[error("no tame tour of few crossings is made of {} {rows}x{cols} board", article(*.rows))]
    Crossings {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// No choice of corners makes one tour.
    #[error("no corners make a tame tour of {} {rows}x{cols} board", article(*.rows))]
    NoCorners {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
}

impl TameError {
    /// Returns the cure of the error in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Holes { .. } | Self::Leaper { .. } => "choose another method, such as search".into(),
            Self::Small { .. } | Self::NoCorners { .. } => "choose --method mosaic, or a larger board".into(),
            Self::Crossings { .. } => "choose --tame turns, or a board with even sides from 22".into(),
            Self::None(reason) => reason.hint(),
            Self::Symmetric => "leave out --symmetry, or choose --method mosaic".into(),
            Self::Ends { .. } => "leave out the end, or choose --method mosaic".into(),
        }
    }
}

/// Refuses what no tame tour meets.
pub(super) fn check(spec: &TourSpec) -> Result<(), TameError> {
    let board = spec.board();
    let (rows, cols) = (board.rows(), board.cols());
    if board.leaper() != Leaper::KNIGHT {
        return Err(TameError::Leaper { leaper: board.leaper() });
    }
    if board.hole_count() > 0 {
        return Err(TameError::Holes { rows, cols, holes: board.hole_count() });
    }
    if let Existence::None(reason) = decide(spec) {
        return Err(TameError::None(reason));
    }
    if rows.min(cols) < Plan::LEAST {
        return Err(TameError::Small { rows, cols });
    }
    match spec.end() {
        Some(square) => Err(TameError::Ends { rows, cols, square }),
        None => Ok(()),
    }
}
