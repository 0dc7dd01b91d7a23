//! Why an engine cannot run, or stopped.

use courser_board::proof::Fault;
use courser_board::words::a_board;
use courser_board::{Board, BoardError, Leaper};
use courser_solve::warnsdorff::RuleError;

use crate::grown::Unfit;

/// Why an engine cannot run, or ended before its work was done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The start is not a square of the board.
    #[error(transparent)]
    Start(#[from] BoardError),
    /// The state of the board is larger than the memory or a binding of the adapter.
    #[error("the decision cycle on {} takes {} of {what}, and there is {}", a_board(.board), bytes(*.needed), bytes(*.there))]
    TooLarge {
        /// The board that was asked for.
        board: Board,
        /// Bytes that the cycle takes.
        needed: u64,
        /// What those bytes are of: memory, or a storage binding of an adapter.
        what: String,
        /// Bytes that are available.
        there: u64,
    },
    /// Growing a tour takes more memory than the machine or the adapter has.
    #[error("growing a tour of {} takes {} of {what}, and there is {}", a_board(.board), bytes(*.needed), bytes(*.there))]
    Grown {
        /// The board that was asked for.
        board: Board,
        /// Bytes that growing the tour takes.
        needed: u64,
        /// What those bytes are of: memory, or a storage binding of an adapter.
        what: String,
        /// Bytes that are available.
        there: u64,
    },
    /// The board or the tour is not one that can be grown.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The board melts into more cycles than the adapter's list of them has room for.
    #[error("the board melts into {cycles} cycles, and there is room for {room}")]
    Crowded {
        /// Cycles that were found.
        cycles: u32,
        /// Cycles that the list has room for.
        room: u32,
    },
    /// Cycles are left that no switch of edges joins.
    #[error("{cycles} cycles are left that nothing joins, after {shakes} attempts to loosen them")]
    Unjoined {
        /// Cycles that are left.
        cycles: u32,
        /// How often the squares around the cycles that are left were melted again.
        shakes: u32,
    },
    /// The board has more squares than the cycle's 32-bit indices can number.
    #[error("the decision cycle on {} takes {} of memory; it runs on at most {most} squares, and this board has {squares}", a_board(.board), bytes(*.needed))]
    TooMany {
        /// The board that was asked for.
        board: Board,
        /// Squares of the board.
        squares: u64,
        /// The most squares that a board may have.
        most: u64,
        /// Bytes that the cycle would take.
        needed: u64,
    },
    /// The board is so long that the rule roth would compare numbers of more than 31 bits.
    #[error("the rule roth compares differences of up to {needed} on {}, and the decision cycle those below {most}", a_board(.board))]
    RothSides {
        /// The board that was asked for.
        board: Board,
        /// The greatest difference that the rule would compare.
        needed: u64,
        /// The bound that differences have to stay below.
        most: u64,
    },
    /// A pass needs more workgroups than a dispatch on the adapter may have.
    #[error("{} takes {needed} workgroups per dispatch, and the adapter has {there}", a_board(.board))]
    Dispatch {
        /// The board that was asked for.
        board: Board,
        /// Workgroups that the pass needs.
        needed: u64,
        /// Workgroups that one dispatch may have.
        there: u64,
    },
    /// The state is one that no run of the cycle can have: the device computed wrongly.
    #[error("the state is damaged: {0}")]
    Damaged(String),
    /// A result differs from that of the same kernel's mirror on the CPU.
    #[error("the device and the CPU reference differ: {0}")]
    Differs(String),
    /// The rows are so long that the adapter cannot hold as many as a check needs.
    #[error("five rows of a {rows}x{cols} board take {} of a storage binding, and {adapter} has {}", bytes(*.needed), bytes(*.there))]
    LongRows {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Bytes that five rows of numbers take.
        needed: u64,
        /// The name of the adapter.
        adapter: String,
        /// Bytes that a binding of the adapter may have.
        there: u64,
    },
    /// The board was asked for in one buffer of the GPU, and does not fit.
    #[error("the numbers of a {rows}x{cols} board take {} of one storage binding, and {adapter} has {}", bytes(*.needed), bytes(*.there))]
    Whole {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Bytes that the numbers take.
        needed: u64,
        /// The name of the adapter.
        adapter: String,
        /// Bytes that a binding of the adapter may have.
        there: u64,
    },
    /// Visit numbers of 32 bits were asked for, and the board has too many squares for them.
    #[error("a {rows}x{cols} board has {squares} squares, and numbers of 32 bits are enough for {most}")]
    Narrow {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
        /// Squares of the board.
        squares: u64,
        /// The most squares that 32 bits can number.
        most: u64,
    },
    /// The host has no memory for a result.
    #[error("there is no room for {what}, {} of memory", bytes(*.needed))]
    Memory {
        /// What the memory would have been for.
        what: String,
        /// Bytes that were asked for.
        needed: u64,
    },
    /// The visit numbers that the GPU made are not those of a tour.
    #[error("the GPU's numbers are not a tour: {0}")]
    Proof(#[from] Fault),
    /// A check of the GPU left squares out.
    #[error("the GPU checked {seen} squares of a band of {squares}")]
    Unseen {
        /// Squares that the GPU checked.
        seen: u64,
        /// Squares that it should have checked.
        squares: u64,
    },
    /// A knight of a batch cannot walk by its rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A cohort has no square to begin on.
    #[error("cohort {cohort} has no start")]
    NoStart {
        /// The cohort's place in the batch, from 0.
        cohort: usize,
    },
    /// The board has longer sides than a batch can compute with.
    #[error("a batch walks on boards of at most {most} rows and columns and {squares} squares, and this is {board}")]
    BatchBoard {
        /// The board that was asked for.
        board: Board,
        /// The most rows, and the most columns, that a board may have.
        most: u32,
        /// The most squares that a board may have.
        squares: u64,
    },
    /// A text is not a list of boards.
    #[error("'{text}' {why}")]
    Boards {
        /// The beginning of the text that was read.
        text: String,
        /// What is wrong with the text.
        why: String,
    },
    /// A text is not a list of seeds.
    #[error("'{text}' {why}")]
    Seeds {
        /// The beginning of the text that was read.
        text: String,
        /// What is wrong with the text.
        why: String,
    },
    /// A text is not a shard of a survey.
    #[error("'{text}' {why}")]
    Shard {
        /// The beginning of the text that was read.
        text: String,
        /// What is wrong with the text.
        why: String,
    },
    /// A line is not the first line of a survey's file.
    #[error("{why}")]
    Header {
        /// What is wrong with the line.
        why: String,
    },
    /// The survey has no knights.
    #[error("0 tries per start: nobody would walk")]
    NoKnights,
    /// A combination has more knights than a cohort has numbers for, or more starts than a list of them has room for.
    #[error("{starts} starts with {tries} knights each are too many: at most {most} starts and {} knights", u32::MAX)]
    Crowd {
        /// Squares on which knights would begin.
        starts: u64,
        /// The most squares on which knights may begin.
        most: u64,
        /// Knights per start.
        tries: u32,
    },
    /// A kernel of the batch has no room for the board.
    #[error("the kernel '{kernel}' has no room for {}: a knight takes {} of {what}, and there is {}", a_board(.board), bytes(*.needed), bytes(*.there))]
    Kernel {
        /// The name of the kernel.
        kernel: &'static str,
        /// The board that was asked for.
        board: Board,
        /// Bytes that one knight takes.
        needed: u64,
        /// What the bytes are of, as in `storage`.
        what: String,
        /// Bytes that are available.
        there: u64,
    },
    /// A kernel of the batch walks the knight only, and the board has another leaper.
    #[error("the kernel '{kernel}' walks the 1,2 leaper, the knight, and not the {leaper} leaper")]
    KnightOnly {
        /// The name of the kernel.
        kernel: &'static str,
        /// The leaper of the board.
        leaper: Leaper,
    },
    /// The GPU is missing or failed.
    #[cfg(feature = "gpu")]
    #[error(transparent)]
    Gpu(#[from] courser_gpu::GpuError),
}

impl EngineError {
    /// What to do about the error, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Start(error) => error.hint(),
            Self::Unjoined { .. } | Self::Crowded { .. } => "try another seed, or another method".into(),
            Self::Unfit(_) => "use --organic, which makes such tours by another method".into(),
            Self::TooLarge { .. } | Self::Grown { .. } | Self::TooMany { .. } | Self::Dispatch { .. } => {
                "choose a smaller board, or a machine or adapter with more memory".into()
            }
            Self::Rule(error) => error.hint(),
            Self::RothSides { .. } => "choose a shorter board, or another rule".into(),
            Self::NoStart { .. } => "give at least one square to begin on".into(),
            Self::Boards { .. } => "write sizes as 8, 6x10, 5..=100 or 10..=100:10, with commas between them".into(),
            Self::Seeds { .. } => {
                "write numbers as 0,7 or 0..=9, with commas between them; --tries throws the dice more often by one seed".into()
            }
            Self::Shard { .. } => "write I/N, as in 0/4 for the first of four".into(),
            Self::Header { .. } => "give a CSV file that `courser survey -o` has written".into(),
            Self::NoKnights => "let at least one walk from each start".into(),
            Self::Crowd { .. } => "choose fewer starts or fewer tries, or another seed for the rest".into(),
            Self::BatchBoard { .. } => "choose a smaller board".into(),
            Self::Kernel { .. } | Self::KnightOnly { .. } => {
                "let courser pick the kernel, choose a smaller board, or use --device cpu".into()
            }
            Self::LongRows { rows, cols, .. } => format!("swap the sides, {cols}x{rows}, or use --device cpu"),
            Self::Whole { .. } => "number the board a band of rows at a time, or use --device cpu".into(),
            Self::Narrow { .. } => "ask for numbers of 64 bits, or choose a smaller board".into(),
            Self::Memory { .. } => "choose a smaller board, or write the result to a file".into(),
            Self::Differs(_) => {
                "the driver or the GPU is at fault: update it, try another --adapter, or use --device cpu".into()
            }
            Self::Damaged(_) | Self::Proof(_) | Self::Unseen { .. } => {
                "try again, or use --device cpu; if it happens again, the driver is at fault".into()
            }
            #[cfg(feature = "gpu")]
            Self::Gpu(error) => error.hint(),
        }
    }

    /// Whether a tour was to be grown and cycles were left: another method, or another seed, makes a tour.
    pub const fn is_unjoined(&self) -> bool {
        matches!(self, Self::Unjoined { .. } | Self::Crowded { .. })
    }

    /// Whether the input is at fault, rather than the machine.
    pub fn is_input(&self) -> bool {
        matches!(
            self,
            Self::Start(_)
                | Self::TooLarge { .. }
                | Self::Unfit(_)
                | Self::TooMany { .. }
                | Self::Dispatch { .. }
                | Self::LongRows { .. }
                | Self::Whole { .. }
                | Self::Narrow { .. }
                | Self::Rule(_)
                | Self::RothSides { .. }
                | Self::NoStart { .. }
                | Self::BatchBoard { .. }
                | Self::Boards { .. }
                | Self::Seeds { .. }
                | Self::Shard { .. }
                | Self::Header { .. }
                | Self::NoKnights
                | Self::Crowd { .. }
                | Self::Kernel { .. }
                | Self::KnightOnly { .. }
        )
    }
}

/// A size in bytes, in the largest unit that leaves at least one.
fn bytes(count: u64) -> String {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = (count.max(1).ilog2() / 10) as usize;
    if unit == 0 {
        return format!("{count} bytes");
    }
    format!("{:.1} {}", count as f64 / 1024_f64.powi(unit as i32), UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_reported_in_their_own_unit() {
        assert_eq!(bytes(0), "0 bytes");
        assert_eq!(bytes(1023), "1023 bytes");
        assert_eq!(bytes(1024), "1.0 KiB");
        assert_eq!(bytes(70_000 * 70_000 * 32), "146.0 GiB");
        assert_eq!(bytes(u64::MAX), "16.0 EiB");
    }
}
