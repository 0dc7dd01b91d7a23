//! The thresholds of `auto`: the minimum amounts of work for which a GPU is faster than the CPU.
//!
//! Opening a GPU takes tenths of a second. On a driver without a cache, building the kernels takes about the same time.
//! Afterwards, a GPU makes about half a million moves of one knight per second, while a CPU core makes fifty million,
//! since each move depends on the previous one. A GPU is therefore faster only under two conditions: many lanes share
//! the work, and all cores of the CPU together would need more time for the same work.
//!
//! The decision opens no device and stores nothing. It depends only on the work and the number of cores. The figures
//! were measured on an NVIDIA H100 and the cores of its machine.

use std::fmt;
use std::thread::available_parallelism;

use crate::schedule::Schedule;

/// A description of some work, with the quantities that determine whether a GPU is faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// One tour in memory, found square by square or made of tiles.
    Tour,
    /// One tour found by the decision cycle.
    Cycle {
        /// Schedule of the passes.
        schedule: Schedule,
        /// Number of squares of the board.
        squares: u64,
    },
    /// The walks of many knights at the same time.
    Knights {
        /// Maximum total number of moves of all knights.
        moves: u64,
        /// Number of knights that walk at the same time.
        together: u64,
    },
    /// The visit numbers of a mosaic, band by band.
    Mosaic {
        /// Number of squares of the board.
        squares: u64,
    },
    /// A grown tour.
    Grown {
        /// Number of squares of the board.
        squares: u64,
    },
    /// A computation that counts placements of queens.
    Queens {
        /// Number of queens.
        n: u32,
    },
}

/// Number of moves that a CPU core can make while a GPU is being opened.
const KNIGHTS: u64 = 1 << 24;

/// Number of knights that a GPU must move at the same time to make as many moves per second as a CPU core with one
/// knight.
const TOGETHER: u64 = 128;

/// Minimum number of squares at which three passes over a board take longer on the CPU than three dispatches on a GPU.
const WHOLE: u64 = 64 * 64;

/// Number of squares whose visit numbers a CPU core can compute and check in the time in which a GPU is opened.
const MOSAIC: u64 = 1 << 26;

/// Size, in squares, of a tour that a CPU core can grow in the time in which a GPU is opened and its kernels are built.
const GROWN: u64 = 6 << 20;

/// Number of queens. While a GPU is being opened, two CPU cores can count all placements of this number of queens. With
/// one more queen, the count takes seven times as long.
const QUEENS: u32 = 15;

impl Workload {
    /// Returns whether a GPU finishes the work sooner than the CPU, measured from the start of the program. A software
    /// adapter is never faster.
    pub fn gpu_wins(self) -> bool {
        self.gpu_wins_over(available_parallelism().map_or(1, |cores| cores.get() as u64))
    }

    /// Returns whether a GPU finishes the work sooner than a CPU with `cores` cores.
    fn gpu_wins_over(self, cores: u64) -> bool {
        match self {
            Self::Tour => false,
            Self::Cycle { schedule, squares } => matches!(schedule, Schedule::Whole) && squares >= WHOLE,
            Self::Knights { moves, together } => moves >= cores * KNIGHTS && together >= cores * TOGETHER,
            Self::Mosaic { squares } => squares >= cores * MOSAIC,
            Self::Grown { squares } => squares >= cores * GROWN,
            Self::Queens { n } => n >= QUEENS + (cores / 2).max(1).ilog(7),
        }
    }
}

impl fmt::Display for Workload {
    /// Writes the reason for the choice of the CPU or a GPU, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wins = self.gpu_wins();
        match self {
            Self::Tour | Self::Cycle { schedule: Schedule::Near | Schedule::Resident, .. } => {
                f.write_str("one knight moves faster on a CPU core than on any GPU")
            }
            Self::Cycle { squares, .. } if wins => write!(f, "a GPU passes over {squares} squares at once"),
            Self::Knights { moves, .. } if wins => {
                write!(f, "up to {moves} moves of many knights are made side by side")
            }
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
        let cycle = |schedule, squares| Workload::Cycle { schedule, squares };
        for (work, wins) in [
            (Workload::Tour, false),
            (cycle(Schedule::Resident, 1 << 30), false),
            (cycle(Schedule::Near, 1 << 30), false),
            (cycle(Schedule::Whole, 64), false),
            (cycle(Schedule::Whole, 1 << 18), true),
            (Workload::Knights { moves: 64_000, together: 1000 }, false),
            (Workload::Knights { moves: 1 << 50, together: 100 }, false),
            (Workload::Knights { moves: 1 << 30, together: 1 << 20 }, true),
            (Workload::Mosaic { squares: 1 << 24 }, false),
            (Workload::Mosaic { squares: 1 << 32 }, true),
            (Workload::Grown { squares: 1 << 20 }, false),
            (Workload::Grown { squares: 1 << 28 }, true),
            (Workload::Queens { n: 14 }, false),
            (Workload::Queens { n: 18 }, true),
        ] {
            assert_eq!(work.gpu_wins_over(4), wins, "{work:?}");
            // The message depends on the number of cores of this computer, not on the 4 cores above.
            let says = work.to_string();
            assert_eq!(says.contains("CPU"), !work.gpu_wins(), "{says}");
            assert!(!says.contains('\n'));
        }
    }

    #[test]
    fn the_more_cores_there_are_the_more_a_gpu_must_have_to_do() {
        for (work, cores) in [
            (Workload::Knights { moves: 1 << 28, together: 1 << 11 }, 16),
            (Workload::Mosaic { squares: 1 << 28 }, 4),
            (Workload::Grown { squares: 1 << 24 }, 2),
            (Workload::Queens { n: 16 }, 16),
        ] {
            assert!(work.gpu_wins_over(cores) && !work.gpu_wins_over(64 * cores), "{work:?}");
        }
    }
}
