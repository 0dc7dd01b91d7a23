//! Errors that end a count without a result.

use std::path::PathBuf;

use courser_board::words::bytes;
use courser_board::{BoardError, ErrorClass, ShardError};

use crate::CountOptions;

/// An error that ends a count without a result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The tours of the task cannot be counted, or an input does not fit the task.
    #[error("{message}")]
    Task {
        /// Description of the problem.
        message: String,
        /// Kind of the problem.
        flaw: TaskFlaw,
    },
    /// An end of a path is not a square of the board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The count needs more memory than is available.
    #[error("this count needs {} of memory by an estimate, and {} are available", bytes(*.needed), bytes(*.available as f64))]
    Memory {
        /// Estimated memory of the count in bytes.
        needed: f64,
        /// Memory that the count may use, in bytes.
        available: u64,
        /// True if the count keeps its layers in memory, but can keep them on a disk. The option for this is
        /// [`CountOptions::disk`](crate::CountOptions).
        can_use_disk: bool,
    },
    /// A count with layers on disk needs more disk space or memory than is available.
    #[error(
        "with its layers on a disk this count takes about {} of it and {} of memory, and there are {} and {}",
        bytes(*.disk), bytes(*.memory), bytes(available[0] as f64), bytes(available[1] as f64)
    )]
    OnDisk {
        /// Estimated disk space in bytes.
        disk: f64,
        /// Estimated memory in bytes.
        memory: f64,
        /// Available disk space and memory, both in bytes.
        available: [u64; 2],
    },
    /// The count was stopped through [`CountOptions::stop`](crate::CountOptions).
    #[error("stopped, without a number")]
    Stopped,
    /// The crate cannot count the tours with the requested symmetry.
    #[error("the classes of this board are not known: {reason}")]
    Classes {
        /// The reason, in one clause.
        reason: String,
    },
    /// A checkpoint is damaged, or belongs to another count.
    #[error("{}: {reason}", .path.display())]
    Checkpoint {
        /// Path of the checkpoint file.
        path: PathBuf,
        /// The problem with the file.
        reason: String,
    },
    /// A checkpoint could not be read or written.
    #[error("cannot write {}: {error}", .path.display())]
    Disk {
        /// Checkpoint file or folder.
        path: PathBuf,
        /// Error of the operating system.
        error: std::io::Error,
    },
    /// The results do not include every shard of one count exactly once.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The count exceeds a limit of the tables.
    #[error("{0}")]
    TooLarge(&'static str),
}

impl CountError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Task { .. } | Self::Checkpoint { .. } | Self::Shard(_) => ErrorClass::Input,
            Self::Board(error) => error.class(),
            Self::Classes { .. } => ErrorClass::NoTour,
            Self::Stopped => ErrorClass::Undecided,
            Self::Memory { .. } | Self::OnDisk { .. } | Self::Disk { .. } | Self::TooLarge(_) => ErrorClass::Machine,
        }
    }

    /// Records in a [`CountError::Memory`] whether the count can keep its layers on a disk. Returns other errors
    /// unchanged.
    pub(crate) fn or_on_disk(self, options: &CountOptions<'_>) -> Self {
        match self {
            Self::Memory { needed, available, .. } => {
                let can_use_disk = options.disk.as_ref().is_none_or(|disk| !disk.all);
                Self::Memory { needed, available, can_use_disk }
            }
            error => error,
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
    /// The file contains no layers.
    NoLayers,
    /// The layers in the file are damaged, or belong to another task or version.
    StaleLayers,
    /// The board has only one square.
    SmallBoard,
    /// The board has no tour with the requested number. Tours are numbered from 0.
    Number,
    /// The board has no tour of the requested kind.
    NoTour,
    /// The squares do not form a tour that the layers represent.
    NotOfLayers,
    /// A count in the plain form cannot store its layers in a folder.
    Folder,
    /// The board is too wide for the block form.
    Wide,
    /// Sides of the board are joined.
    Joined,
    /// A count of symmetric tours allows neither open tours nor forced or forbidden moves.
    Symmetric,
    /// The total number of states in the shards differs from the number of states in the whole count.
    Parts,
    /// The text is not the result of a shard, or is damaged.
    Part,
    /// The result of the shard is from another version of courser.
    Version,
    /// The graph has too many vertices.
    LargeGraph,
    /// Both ends are the same square or vertex.
    End,
    /// The board has too many squares.
    TooLarge,
}
