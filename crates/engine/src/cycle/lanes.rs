//! The number of lanes of a resident run: tried at the beginning of a long run, and kept.

use web_time::Duration;

/// The most lanes that a resident workgroup may have: one per neighbour.
pub const MAX_LANES: u32 = 8;

/// Squares from which on a resident run tries how many lanes are faster: below, the trial costs more than it gains.
const TRIAL_CELLS: u64 = 1 << 16;

/// Moves in one trial.
pub(super) const TRIAL_MOVES: u64 = 1 << 10;

/// The number of lanes of a resident run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lanes {
    /// This number of lanes.
    Settled(u32),
    /// It is tried, once the run is long enough: by this trial next, after these times of one lane and of all.
    Trial { next: usize, took: [Duration; 2] },
}

impl Lanes {
    /// The lanes of each trial. A pipeline's first run is not timed: some drivers finish building it then.
    const TRIALS: [(u32, bool); 4] = [(1, false), (1, true), (MAX_LANES, false), (MAX_LANES, true)];

    pub(super) const fn first(board_cells: u64) -> Self {
        if board_cells < TRIAL_CELLS { Self::Settled(1) } else { Self::Trial { next: 0, took: [Duration::ZERO; 2] } }
    }

    pub(super) const fn count(self) -> u32 {
        match self {
            Self::Settled(lanes) => lanes,
            Self::Trial { next, .. } => Self::TRIALS[next].0,
        }
    }

    /// Learns how long a trial took.
    pub(super) fn learn(&mut self, elapsed: Duration) {
        let Self::Trial { next, took } = self else { return };
        let (lanes, is_timed) = Self::TRIALS[*next];
        if is_timed {
            took[usize::from(lanes > 1)] = elapsed;
        }
        *next += 1;
        if *next == Self::TRIALS.len() {
            *self = Self::Settled(if took[1] < took[0] { MAX_LANES } else { 1 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_keeps_the_lanes_that_were_faster_and_times_no_first_run() {
        let milliseconds = Duration::from_millis;
        for (took, expected) in [([9, 2, 9, 1], MAX_LANES), ([1, 2, 1, 3], 1), ([9, 2, 1, 2], 1)] {
            let mut lanes = Lanes::first(TRIAL_CELLS);
            let mut counts = Vec::new();
            for took in took {
                counts.push(lanes.count());
                lanes.learn(milliseconds(took));
            }
            assert_eq!(counts, [1, 1, MAX_LANES, MAX_LANES]);
            assert_eq!(lanes, Lanes::Settled(expected));
            lanes.learn(milliseconds(0));
            assert_eq!(lanes, Lanes::Settled(expected));
        }
        assert_eq!(Lanes::first(TRIAL_CELLS - 1), Lanes::Settled(1));
    }
}
