//! Errors of the engines.

use courser_board::proof::NumberingViolation;
use courser_board::words::{a_board, bytes};
use courser_board::{Board, BoardError, ErrorClass};
use courser_solve::relay::RelayError;
use courser_solve::warnsdorff::RuleError;

mod batch;
mod cycle;
mod difference;
mod grown;
mod numbers;

pub use batch::BatchError;
pub use cycle::CycleError;
pub use difference::Difference;
pub use grown::{GrowError, GrowthObstacle, MIN_SQUARES};
pub(crate) use grown::{MAX_CELLS, MIN_SIDE};
pub use numbers::NumbersError;

/// The reason why an engine cannot run, or stopped before completing its work.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The start is not a square of the board.
    #[error(transparent)]
    Start(#[from] BoardError),
    /// The work needs more memory than the machine or a binding of the adapter has.
    #[error("{work} {} takes {} of {what}, and there is {}", a_board(.board), bytes(*.needed as f64), bytes(*.there as f64))]
    TooLarge {
        /// The work, in the form in which it precedes the board in the message: `the decision cycle on`, `growing a
        /// tour of`.
        work: &'static str,
        /// The requested board.
        board: Board,
        /// Memory needed by the work, in bytes.
        needed: u64,
        /// The resource: memory, or a storage binding of an adapter.
        what: String,
        /// Available memory, in bytes.
        there: u64,
    },
    /// A pass needs more workgroups than the adapter allows in a dispatch.
    #[error("{} takes {needed} workgroups per dispatch, and the adapter has {there}", a_board(.board))]
    Dispatch {
        /// The requested board.
        board: Board,
        /// Number of workgroups needed by the pass.
        needed: u64,
        /// Maximum number of workgroups in a dispatch.
        there: u64,
    },
    /// No run of the cycle can reach this state: the device has computed a wrong result.
    #[error("the state is damaged: {0}")]
    Damaged(String),
    /// A word of a device's buffers differs from the word of the reference on the CPU.
    #[error("the device and the CPU reference differ: {0}")]
    Lockstep(Box<Difference>),
    /// A result differs from the result of the kernel's mirror on the CPU.
    #[error("the device and the CPU reference differ: {0}")]
    Differs(String),
    /// The host does not have enough memory for a result.
    #[error("there is no room for {what}, {} of memory", bytes(*.needed as f64))]
    Memory {
        /// The purpose of the memory.
        what: String,
        /// Requested memory, in bytes.
        needed: u64,
    },
    /// The visit numbers computed by a device are not those of a tour.
    #[error("the visit numbers are not a tour: {0}")]
    Proof(#[from] NumberingViolation),
    /// A check on the GPU has omitted squares.
    #[error("the GPU checked {seen} squares of a band of {squares}")]
    Unseen {
        /// Number of squares that the GPU checked.
        seen: u64,
        /// Number of squares that the GPU should have checked.
        squares: u64,
    },
    /// A knight of a batch cannot walk by its rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The decision cycle cannot run on this board.
    #[error(transparent)]
    Cycle(#[from] CycleError),
    /// A tour cannot be grown, or some of its cycles were not joined.
    #[error(transparent)]
    Grow(#[from] GrowError),
    /// The visit numbers of a mosaic do not fit a binding of the GPU.
    #[error(transparent)]
    Numbers(#[from] NumbersError),
    /// A knight of a relay got stuck in its region.
    #[error(transparent)]
    Relay(#[from] RelayError),
    /// A batch of knights cannot walk.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The GPU is missing or has failed.
    #[cfg(feature = "gpu")]
    #[error(transparent)]
    Gpu(#[from] courser_gpu::GpuError),
    /// This build has no GPU support.
    #[error("this courser is built without GPU support")]
    NoGpu,
}

/// A result that can be an [`EngineError`].
pub type Result<T, E = EngineError> = std::result::Result<T, E>;

impl From<Difference> for EngineError {
    fn from(difference: Difference) -> Self {
        Self::Lockstep(Box::new(difference))
    }
}

impl EngineError {
    /// Returns the class of the error.
    pub const fn class(&self) -> ErrorClass {
        match self {
            #[cfg(feature = "gpu")]
            Self::Gpu(courser_gpu::GpuError::NoMatch { .. }) => ErrorClass::Input,
            Self::Start(error) => error.class(),
            Self::Rule(error) => error.class(),
            Self::Cycle(error) => error.class(),
            Self::Numbers(error) => error.class(),
            Self::Batch(error) => error.class(),
            Self::Grow(error) => error.class(),
            Self::Relay(error) => error.class(),
            // The work is possibly feasible on a machine with more memory.
            _ => ErrorClass::Machine,
        }
    }

    /// Returns whether a growing tour ended with several cycles. Another method or another seed finds a tour.
    pub const fn is_unjoined(&self) -> bool {
        matches!(self, Self::Grow(error) if error.is_unjoined())
    }
}
