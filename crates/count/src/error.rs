//! Reasons why a count ends without a number, with a hint for each.

use std::path::PathBuf;

use courser_board::ShardError;
use courser_board::words::bytes;

/// Why a count ended without a number.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The squares that were given as ends are not on the board, or are the same.
    #[error("{message}")]
    Task {
        /// The problem with the squares.
        message: String,
        /// The cure, in one sentence.
        hint: &'static str,
    },
    /// The count needs more memory than there is.
    #[error("this count takes about {} of memory, and there are {}", bytes(*.needed), bytes(*.available as f64))]
    Memory {
        /// Bytes that the count would take, by estimate.
        needed: f64,
        /// Bytes that the count may take.
        available: u64,
    },
    /// A count whose layers lie on a disk needs more of the disk, or of memory, than there is.
    #[error(
        "with its layers on a disk this count takes about {} of it and {} of memory, and there are {} and {}",
        bytes(*.disk), bytes(*.memory), bytes(available[0] as f64), bytes(available[1] as f64)
    )]
    OnDisk {
        /// Bytes of the disk that the count would take, by estimate.
        disk: f64,
        /// Bytes of memory that it would take.
        memory: f64,
        /// Bytes of both that it may take.
        available: [u64; 2],
    },
    /// The count was stopped through [`CountOptions::stop`](crate::CountOptions).
    #[error("stopped, without a number")]
    Stopped,
    /// A symmetry whose tours this crate cannot count.
    #[error("the classes of this board are not known: {reason}")]
    Classes {
        /// The reason, in one clause.
        reason: String,
    },
    /// A checkpoint that is of something else, or damaged.
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
    /// Parts of a count are not a whole.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The count outgrows its tables: numbers of 64 bits, pairs of a frontier, or blocks of a layer.
    #[error("a number on the way outgrows 64 bits, or a frontier has more than ten pairs of open ends")]
    TooLarge,
}

impl CountError {
    /// A count that cannot be asked for.
    pub(crate) fn task(message: impl Into<String>, hint: &'static str) -> Self {
        Self::Task { message: message.into(), hint }
    }

    /// Returns the cure, in one sentence.
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

    /// Returns true if the input is at fault, not the machine.
    pub const fn is_input(&self) -> bool {
        matches!(self, Self::Task { .. } | Self::Checkpoint { .. } | Self::Shard(_))
    }
}
