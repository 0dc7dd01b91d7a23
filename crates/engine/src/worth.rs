//! Where work is done faster: on a GPU, or on the CPU. What `auto` goes by.
//!
//! Opening a GPU takes some tenths of a second, its kernels as many again on a driver that has not built them yet. Then
//! it makes about a million moves of one knight in a second, and a CPU core twenty to fifty million: a knight must know
//! one move before the next. What a GPU is faster at is what many lanes do at once, if there is enough of it.
//!
//! Nothing is opened and nothing is remembered to decide that: it follows from what is to be done.

use std::fmt;

use crate::cycle::Schedule;

/// A piece of work, with what decides whether a GPU is worth starting for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// One tour of a board, from square to square or by tiles, in memory.
    Tour,
    /// One tour by the decision cycle.
    Cycle {
        /// How its passes are laid over the board.
        schedule: Schedule,
        /// Squares of the board.
        squares: u64,
    },
    /// The walks of many knights at once.
    Knights {
        /// Moves of all of them together, at most.
        moves: u64,
    },
    /// The visit numbers of a mosaic, band by band.
    Mosaic {
        /// Squares of the board.
        squares: u64,
    },
    /// A tour grown by all squares at once.
    Grown {
        /// Squares of the board.
        squares: u64,
    },
    /// A count of placements of queens.
    Queens {
        /// The number of queens.
        n: u32,
    },
}

/// Moves that a few CPU cores make while a GPU is opened.
const KNIGHTS: u64 = 1 << 25;

/// Squares of the board from which three passes over all of them take the CPU longer than three dispatches take a GPU.
const WHOLE: u64 = 64 * 64;

/// Squares that a few CPU cores number and prove while a GPU is opened.
const MOSAIC: u64 = 1 << 28;

/// Squares of a tour that a few CPU cores grow while a GPU is opened.
const GROWN: u64 = 1 << 24;

/// Queens that one core counts in less time than it takes to open a GPU are fewer than these.
const QUEENS: u32 = 15;

impl Work {
    /// Whether a GPU finishes the work sooner than the CPU, measured from the start of the program; a software
    /// adapter never does.
    pub const fn gpu_wins(self) -> bool {
        match self {
            Self::Tour => false,
            Self::Cycle { schedule, squares } => matches!(schedule, Schedule::Whole) && squares >= WHOLE,
            Self::Knights { moves } => moves >= KNIGHTS,
            Self::Mosaic { squares } => squares >= MOSAIC,
            Self::Grown { squares } => squares >= GROWN,
            Self::Queens { n } => n >= QUEENS,
        }
    }
}

impl fmt::Display for Work {
    /// Why the CPU takes it, or why a GPU does, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wins = self.gpu_wins();
        match self {
            Self::Tour | Self::Cycle { schedule: Schedule::Near | Schedule::Resident, .. } => {
                f.write_str("one knight moves faster on a CPU core than on any GPU")
            }
            Self::Cycle { squares, .. } if wins => write!(f, "a GPU passes over {squares} squares at once"),
            Self::Knights { moves } if wins => write!(f, "up to {moves} moves of many knights are made side by side"),
            Self::Mosaic { squares } if wins => write!(f, "{squares} squares are numbered side by side"),
            Self::Grown { squares } if wins => write!(f, "{squares} squares grow side by side"),
            Self::Queens { n } if wins => write!(f, "thousands of lanes count {n} queens"),
            _ => f.write_str("the CPU is done before a GPU is opened"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpu_wins_where_there_is_much_to_be_done_at_once() {
        let cycle = |schedule, squares| Work::Cycle { schedule, squares };
        for (work, wins) in [
            (Work::Tour, false),
            (cycle(Schedule::Resident, 1 << 30), false),
            (cycle(Schedule::Near, 1 << 30), false),
            (cycle(Schedule::Whole, 64), false),
            (cycle(Schedule::Whole, 1 << 18), true),
            (Work::Knights { moves: 64_000 }, false),
            (Work::Knights { moves: 1 << 30 }, true),
            (Work::Mosaic { squares: 1 << 24 }, false),
            (Work::Mosaic { squares: 1 << 32 }, true),
            (Work::Grown { squares: 1 << 20 }, false),
            (Work::Grown { squares: 1 << 28 }, true),
            (Work::Queens { n: 14 }, false),
            (Work::Queens { n: 18 }, true),
        ] {
            assert_eq!(work.gpu_wins(), wins, "{work:?}");
            let says = work.to_string();
            assert_eq!(says.contains("CPU"), !wins, "{says}");
            assert!(!says.contains('\n'));
        }
    }
}
