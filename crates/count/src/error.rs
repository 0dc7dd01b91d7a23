//! Reasons why a count ends without a number, with a hint for each.

use std::path::PathBuf;

use courser_board::ShardError;
use courser_board::words::bytes;

/// Why a count ended without a number.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// An end is not a square of the board, or both ends are the same square.
    #[error("{message}")]
    Task {
        /// The problem with the squares.
        message: String,
        /// The hint, in one sentence.
        hint: &'static str,
    },
    /// The count needs more memory than is available.
    #[error("this count takes about {} of memory, and there are {}", bytes(*.needed), bytes(*.available as f64))]
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
    /// A checkpoint that is damaged, or belongs to something else.
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
    /// Creates the error for an impossible task.
    pub(crate) fn task(message: impl Into<String>, hint: &'static str) -> Self {
        Self::Task { message: message.into(), hint }
    }

    /// Returns the hint, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Task { hint, .. } => (*hint).into(),
            Self::Memory { .. } => "count a smaller board, or keep its layers on a disk".into(),
            Self::OnDisk { .. } => "count a smaller board, or choose a folder with more room".into(),
            Self::Stopped => {
                "a count with its layers on a disk can be continued later from where it was stopped".into()
            }
            Self::Classes { .. } => "count the tours themselves, without classes by symmetry".into(),
            Self::Checkpoint { .. } => "give a folder that only this count uses, or an empty one".into(),
            Self::Disk { .. } => "make room on the disk, or choose a folder that may be written to".into(),
            Self::Shard(error) => error.hint(),
            Self::TooLarge => "choose a smaller board, or count the whole without shards".into(),
        }
    }

    /// Returns true if the error is in the input and not in the machine.
    pub const fn is_input(&self) -> bool {
        matches!(self, Self::Task { .. } | Self::Checkpoint { .. } | Self::Shard(_))
    }
}
