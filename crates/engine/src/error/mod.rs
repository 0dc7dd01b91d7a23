//! Errors of the engines.

use courser_board::proof::NumberingViolation;
use courser_board::words::{a_board, bytes};
use courser_board::{Board, BoardError, ErrorClass, Leaper};
use courser_solve::TilingError;
use courser_solve::warnsdorff::RuleError;

mod difference;
mod grown;

pub use difference::Difference;
pub use grown::{GrowError, MIN_SQUARES};
pub(crate) use grown::{MAX_CELLS, MIN_SIDE};

/// The reason why an engine cannot run, or stopped before completing its work.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The start is not a square of the board.
    #[error(transparent)]
    Start(#[from] BoardError),
    /// The work needs more memory than the computer has, or more than a binding of the adapter can hold.
    #[error("{work} {} takes {} of {what}, and there is {}", a_board(.board), bytes(*.needed as f64), bytes(*.there as f64))]
    TooLarge {
        /// Description of the work, such as `the decision cycle on` or `growing a tour of`. In the message, a
        /// description of the board follows.
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
    /// The device has computed a state that no correct run can reach.
    #[error("the state is damaged: {0}")]
    Damaged(String),
    /// A word of a device's buffers differs from the word of the reference on the CPU.
    #[error("the device and the CPU reference differ: {0}")]
    Lockstep(Box<Difference>),
    /// Too little main memory is available for a result.
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
    /// A check on the GPU did not check all squares.
    #[error("the GPU checked {seen} squares of a band of {squares}")]
    Unseen {
        /// Number of squares that the GPU checked.
        seen: u64,
        /// Number of squares that the GPU should have checked.
        squares: u64,
    },
    /// The rule of a knight does not apply to the board and the start.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A tour cannot be grown, or some of its cycles were not joined.
    #[error(transparent)]
    Grow(#[from] GrowError),
    /// A mosaic, a tame tour or a relay does not fit the board, or a knight of a relay got stuck.
    #[error(transparent)]
    Tiling(#[from] TilingError),
    /// The board has more squares than the decision cycle's 32-bit indices support.
    #[error("the decision cycle on {} takes {} of memory; it runs on at most {max} squares, and this board has {squares}", a_board(.board), bytes(*.needed as f64))]
    CycleSize {
        /// The requested board.
        board: Board,
        /// Number of squares of the board.
        squares: u64,
        /// Maximum number of squares.
        max: u64,
        /// Memory that the cycle would need, in bytes.
        needed: u64,
    },
    /// The sides of the board are so long that the rule `roth` would compare numbers of more than 31 bits.
    #[error("the rule roth compares differences of up to {needed} on {}, and the decision cycle those below {max}", a_board(.board))]
    RothSides {
        /// The requested board.
        board: Board,
        /// Maximum difference that the rule `roth` compares on boards of this size.
        needed: u64,
        /// Exclusive upper bound of the differences that the rule can compare.
        max: u64,
    },
    /// A cohort of a batch has no starting square.
    #[error("cohort {cohort} has no start")]
    NoStart {
        /// Index of the cohort in the batch, from 0.
        cohort: usize,
    },
    /// A side of the board, or the number of squares of the board, exceeds the maximum that a batch supports.
    #[error("a batch walks on boards of at most {max} rows and columns and {squares} squares, and this is {board}")]
    BatchBoard {
        /// The requested board.
        board: Board,
        /// Maximum number of rows and of columns.
        max: u32,
        /// Maximum number of squares.
        squares: u64,
    },
    /// A kernel's memory for one knight is too small for the board.
    #[error("the kernel '{kernel}' has no room for {}: a knight takes {} of {what}, and there is {}", a_board(.board), bytes(*.needed as f64), bytes(*.there as f64))]
    BatchMemory {
        /// Name of the kernel.
        kernel: &'static str,
        /// The requested board.
        board: Board,
        /// Memory needed by one knight, in bytes.
        needed: u64,
        /// Kind of the memory, for example `storage`.
        what: String,
        /// Available memory, in bytes.
        there: u64,
    },
    /// The kernel supports only the knight, and the board has another leaper.
    #[error("the kernel '{kernel}' walks the 1,2 leaper, the knight, and not the {leaper} leaper")]
    KnightOnly {
        /// Name of the kernel.
        kernel: &'static str,
        /// Leaper of the board.
        leaper: Leaper,
    },
    /// The rows are so long that too few of them fit into one binding of the adapter. A check needs five rows at a
    /// time: one new row, and the four rows before it. For a relay, the number of new rows is the maximum height of a
    /// region.
    #[error("a check of a {rows}x{cols} board needs {} of a storage binding, and {adapter} has {}", bytes(*.needed as f64), bytes(*.there as f64))]
    LongRows {
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
        /// Size, in bytes, of the visit numbers of the needed rows.
        needed: u64,
        /// Name of the adapter.
        adapter: String,
        /// Maximum size of a binding on the adapter, in bytes.
        there: u64,
    },
    /// The visit numbers of a mosaic were requested in one buffer of the GPU, but do not fit in one binding.
    #[error("the numbers of a {rows}x{cols} board take {} of one storage binding, and {adapter} has {}", bytes(*.needed as f64), bytes(*.there as f64))]
    OneBinding {
        /// Number of rows of the board.
        rows: u32,
        /// Number of columns of the board.
        cols: u32,
        /// Total size of all visit numbers in bytes.
        needed: u64,
        /// Name of the adapter.
        adapter: String,
        /// Maximum size of a binding on the adapter, in bytes.
        there: u64,
    },
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
            Self::Grow(error) => error.class(),
            Self::Tiling(error) => error.class(),
            Self::CycleSize { .. }
            | Self::RothSides { .. }
            | Self::NoStart { .. }
            | Self::BatchBoard { .. }
            | Self::BatchMemory { .. }
            | Self::KnightOnly { .. }
            | Self::LongRows { .. }
            | Self::OneBinding { .. } => ErrorClass::Input,
            // The work is possibly feasible on a machine with more memory.
            _ => ErrorClass::Machine,
        }
    }

    /// Returns whether the GPU has too little memory.
    pub(crate) const fn is_out_of_memory(&self) -> bool {
        #[cfg(feature = "gpu")]
        return matches!(self, Self::Gpu(courser_gpu::GpuError::OutOfMemory { .. }));
        #[cfg(not(feature = "gpu"))]
        false
    }

    /// Returns whether the growth of a tour ended with several cycles. Another method or another seed can find a tour.
    pub const fn is_unjoined(&self) -> bool {
        matches!(self, Self::Grow(error) if error.is_unjoined())
    }
}
