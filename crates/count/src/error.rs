//! Reasons why a count ends without a number.

use std::path::PathBuf;

use courser_board::words::bytes;
use courser_board::{ErrorClass, ShardError};

/// Why a count ended without a number.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// An end is not a square of the board, or both ends are the same square.
    #[error("{message}")]
    Task {
        /// The problem with the squares.
        message: String,
        /// The kind of the problem.
        flaw: TaskFlaw,
    },
    /// The count needs more memory than is available.
    #[error("this count needs {} of memory by an estimate, and {} are available", bytes(*.needed), bytes(*.available as f64))]
    Memory {
        /// Estimated number of bytes for the count.
        needed: f64,
        /// Number of bytes that the count may use.
        available: u64,
    },
    /// A count with layers on disk needs more disk space or memory than is available.
    #[error(
        "with its layers on a disk this count takes about {} of it and {} of memory, and there are {} and {}",
        bytes(*.disk), bytes(*.memory), bytes(available[0] as f64), bytes(available[1] as f64)
    )]
    OnDisk {
        /// Estimated bytes of disk space.
        disk: f64,
        /// Estimated bytes of memory.
        memory: f64,
        /// Available bytes of disk space and of memory.
        available: [u64; 2],
    },
    /// The count was stopped through [`CountOptions::stop`](crate::CountOptions).
    #[error("stopped, without a number")]
    Stopped,
    /// The tours of a symmetry that this crate cannot count.
    #[error("the classes of this board are not known: {reason}")]
    Classes {
        /// The reason, in one clause.
        reason: String,
    },
    /// A damaged checkpoint, or one of another count.
    #[error("{}: {reason}", .path.display())]
    Checkpoint {
        /// The checkpoint's file.
        path: PathBuf,
        /// The problem with the file.
        reason: String,
    },
    /// A checkpoint could not be read or written.
    #[error("cannot write {}: {error}", .path.display())]
    Disk {
        /// The checkpoint's file or folder.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// The parts of a count do not form a whole.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The count exceeds its tables: numbers of 64 bits, pairs in a frontier, or blocks in a layer.
    #[error("a number on the way outgrows 64 bits, or a frontier has more than ten pairs of open ends")]
    TooLarge,
}

impl CountError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Task { .. } | Self::Checkpoint { .. } | Self::Shard(_) => ErrorClass::Input,
            Self::Classes { .. } => ErrorClass::NoTour,
            Self::Stopped => ErrorClass::Undecided,
            Self::Memory { .. } | Self::OnDisk { .. } | Self::Disk { .. } | Self::TooLarge => ErrorClass::Machine,
        }
    }

    /// Creates the error for an impossible task.
    pub(crate) fn task(message: impl Into<String>, flaw: TaskFlaw) -> Self {
        Self::Task { message: message.into(), flaw }
    }
}

/// The kind of a [`CountError::Task`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TaskFlaw {
    /// The file has no layers.
    NoLayers,
    /// The layers in the file cannot serve.
    StaleLayers,
    /// The board is too small.
    SmallBoard,
    /// The number is larger than the number of tours.
    Number,
    /// The board has no tour of the kind.
    NoTour,
    /// The squares are no tour of the layers.
    NotOfLayers,
    /// The count keeps nothing in a folder.
    Folder,
    /// The board is too wide.
    Wide,
    /// Tours with a symmetry are closed and have no forced or forbidden moves.
    Symmetric,
    /// The parts are of different programs.
    Parts,
    /// The text is not a part of a count.
    Part,
    /// The part is of another version.
    Version,
    /// The graph is too large.
    LargeGraph,
    /// The ends are the same.
    End,
    /// The board is too large.
    TooLarge,
    /// An end is not a square of the board.
    Square,
    /// Two squares are not a move apart.
    Move,
    /// A move is forced and forbidden.
    Both,
    /// Too many moves of a square are forced.
    Degree,
    /// The forced moves are a cycle that leaves squares out.
    Cycle,
}
