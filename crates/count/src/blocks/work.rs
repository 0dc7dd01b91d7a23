//! Estimates of the memory and the work that a count in blocks needs. The estimates are based on measurements of
//! completed counts.

use courser_board::Leaper;

use super::half::SweepBoard;
use crate::CountTask;
use crate::estimate::{FIRST, states};
use crate::progress::{CountOptions, CountProgress, CountStage};

/// Peak memory in bytes, divided by the number of states of the largest layer. The value includes two adjacent layers,
/// the heads of their blocks, and the transitions between them. On 8x10, which is large enough for the estimate to
/// matter, 12.6 bytes were measured.
const STATE: f64 = 13.5;

/// The first value is a row: from this row on, most counts exceed 32 bits. The second value is the number of bytes of
/// memory per state from this row on. On 8x15, 23.8 bytes were measured.
const WIDE: (usize, f64) = (7, 24.0);

/// Disk space in bytes of two adjacent layers, divided by the number of states of one layer. The first value applies to
/// the rows in which most counts fit in 32 bits. The second value applies to all later rows.
const ON_DISK: [f64; 2] = [18.0, 26.0];

/// Memory in bytes for the tables if the layers are on disk. Each thread needs a further [`THREAD`] bytes, plus memory
/// for the part of the layers that it processes.
///
/// With two threads, 295 MB were measured on 8x8, 781 MB on 8x10, and 1,076 MB for the open tours of 8x8.
const TABLES: f64 = 1.6e8;
const THREAD: f64 = 5e7;

/// Size of the data that a thread has in memory at a time, as a fraction of two layers. During a step, a thread has one
/// group in memory. During the join, a thread has at most the largest class in memory.
const PART: f64 = 0.05;

/// Returns whether intermediate numbers certainly exceed 64 bits. This is known only for the knight on large
/// rectangles. For all other boards, returns `false`.
///
/// Each additional row multiplies the number of closed tours by a factor that is computed from published numbers. The
/// intermediate numbers grow by about the same factor per row. The first few rows contribute less.
pub(crate) fn outgrows(task: &CountTask, layout: &SweepBoard) -> bool {
    /// Number of bits by which the intermediate numbers grow per additional row, for boards 5 to 8 squares wide.
    const BITS: [f64; 4] = [4.18, 6.0, 7.57, 9.0];
    let board = task.board();
    let is_measured = board.leaper() == Leaper::KNIGHT && board.hole_count() == 0;
    let bits = layout.cols.checked_sub(FIRST as usize).map(|at| BITS[at.min(3)]);
    is_measured && bits.is_some_and(|bits| layout.halves().1.saturating_sub(3) as f64 * bits > 64.0)
}

/// Returns the peak memory of the count, in bytes.
pub(crate) fn bytes(layout: &SweepBoard) -> f64 {
    let of_row = |(row, states): (usize, f64)| states * if row < WIDE.0 { STATE } else { WIDE.1 };
    2e7 + (1..).zip(row_states(layout, layout.halves().1)).map(of_row).fold(STATE, f64::max)
}

/// Returns the disk space and the memory, in bytes, that a count with layers on disk needs at its peak.
pub(crate) fn on_disk(layout: &SweepBoard) -> [f64; 2] {
    let of_row = |(row, states): (usize, f64)| states * ON_DISK[usize::from(row >= WIDE.0)];
    let disk = (1..).zip(row_states(layout, layout.halves().1)).map(of_row).fold(1e6, f64::max);
    let threads = rayon::current_num_threads() as f64;
    // The estimate of the memory is at most the estimate for a count with all layers in memory, however many threads
    // are used.
    [disk, (TABLES + threads * (THREAD + disk * PART)).min(bytes(layout))]
}

/// Estimates the size in bytes of all layers of both halves. If the halves are equal, the estimate contains only one
/// half.
///
/// On 8x8, the measured size is 8.2 bytes per state.
pub(crate) fn all_bytes(layout: &SweepBoard) -> f64 {
    let (above, below) = layout.halves();
    let half = |rows: usize| step_states(layout).take(rows * layout.cols).sum::<f64>() * 8.5;
    half(below) + if layout.is_same_rotated() { 0.0 } else { half(above) }
}

/// Estimates the number of states in each layer of one half of the board. In the first four fifths of a row, each
/// square multiplies the number of states by about the same factor. In the last fifth, this number stays the same
/// (measured on boards 7 and 8 squares wide).
fn step_states(layout: &SweepBoard) -> impl Iterator<Item = f64> {
    let cols = layout.cols;
    let by_row: Vec<f64> = std::iter::once(1.0).chain(row_states(layout, layout.halves().1)).collect();
    (0..(by_row.len() - 1) * cols).map(move |at| {
        let (row, part) = (at / cols, (1.25 * (at % cols + 1) as f64 / cols as f64).min(1.0));
        by_row[row] * (by_row[row + 1] / by_row[row]).powf(part)
    })
}

/// Estimates the number of states in the layers after 1, 2, … `rows` rows.
fn row_states(layout: &SweepBoard, rows: usize) -> impl Iterator<Item = f64> + '_ {
    let mut decided = 0;
    (1..=rows).map(move |row| {
        let squares = &layout.squares[(row - 1) * layout.cols..row * layout.cols];
        decided += squares.iter().filter(|&&square| square).count();
        // The function `states` is based on counts for knights. In these counts, the frontier is two rows deep.
        let width = layout.reached(row) as f64 / 2.0;
        states(width, (decided as f64 / width.max(1.0)).min(row as f64), layout.free_ends.is_some())
    })
}

/// The work of a count, and the finished fraction of this work.
///
/// A step with n states has the work n^0.7. The exponent comes from measurements. The exponent is less than 1
/// because the blocks of a large layer are fuller.
#[derive(Debug)]
pub(crate) struct WorkEstimate {
    /// Work of each step of a half.
    steps: Vec<f64>,
    done: f64,
    /// Work of the current join. In a count with a single join, the field contains the work of this join even before
    /// the join begins. In a sweep over several boards, the field is 0 between the joins.
    classes: f64,
    /// Total work of all steps and all joins.
    all: f64,
}

impl WorkEstimate {
    /// Estimates the work of deciding the rows of each half, and of joining the halves. `rows` contains the number of
    /// rows of each half. If both halves are equal, `rows` contains only one number.
    pub(crate) fn new(layout: &SweepBoard, rows: &[usize]) -> Self {
        let steps: Vec<f64> = step_states(layout).map(|states| states.powf(0.7)).collect();
        let layers = rows.iter().map(|&rows| steps[..rows * layout.cols].iter().sum::<f64>()).sum::<f64>();
        let classes = join(layout);
        Self { steps, done: 0.0, classes, all: (layers + classes).max(1.0) }
    }

    /// Estimates the work of computing and joining both halves of a board. If both halves are equal, only one of them
    /// is computed.
    pub(crate) fn of_halves(layout: &SweepBoard) -> Self {
        let (above, below) = layout.halves();
        if layout.is_same_rotated() { Self::new(layout, &[below]) } else { Self::new(layout, &[above, below]) }
    }

    /// Estimates the work of a sweep over several boards. The sweep decides the squares in `rows` rows of the longest
    /// board, and joins the halves of each board in `boards`.
    pub(crate) fn of_sweep(longest: &SweepBoard, rows: usize, boards: &[SweepBoard]) -> Self {
        let half = Self::new(longest, &[rows]);
        Self { classes: 0.0, all: half.all - half.classes + boards.iter().map(join).sum::<f64>(), ..half }
    }

    /// Marks a step of one half of the board as finished. `at` is the index of this step. Returns the finished fraction
    /// of the work.
    pub(crate) fn step(&mut self, at: usize) -> f64 {
        // A given end has a separate step, so the number of steps can exceed the number of squares.
        self.done += self.steps.get(at).unwrap_or(&0.0);
        self.classes(0.0)
    }

    /// Reduces the work of the join to `share`, the fraction that a shard performs.
    pub(crate) fn share(&mut self, share: f64) {
        let rest = self.classes * (1.0 - share);
        (self.classes, self.all) = (self.classes - rest, (self.all - rest).max(1.0));
    }

    /// Begins the join of the two halves of one board, during a sweep over several boards.
    pub(crate) fn join(&mut self, layout: &SweepBoard) {
        self.classes = join(layout);
    }

    /// Ends the current join.
    pub(crate) fn joined(&mut self) {
        self.done += std::mem::take(&mut self.classes);
    }

    /// Returns the finished fraction of the work. `share` is the finished fraction of the current join.
    pub(crate) fn classes(&self, share: f64) -> f64 {
        ((self.done + self.classes * share) / self.all).clamp(0.0, 1.0)
    }
}

/// A reporter of a count's progress.
pub(crate) struct ProgressReporter<'a, 'b> {
    pub(crate) options: &'a CountOptions<'b>,
    pub(crate) work: WorkEstimate,
    /// Largest number of states of a layer so far.
    pub(crate) peak: u64,
}

impl ProgressReporter<'_, '_> {
    /// Reports a layer, which the step with index `step` has finished. `at` is the number of finished layers, and `of`
    /// is the total number of layers. `states` is the number of states in the new layer, and `bytes` is its size.
    pub(crate) fn layer(&mut self, step: usize, [at, of]: [usize; 2], [states, bytes]: [u64; 2]) {
        self.peak = self.peak.max(states);
        let (stage, done) = (CountStage::Layer { at, of }, self.work.step(step));
        self.options.report(CountProgress { stage, states, peak: self.peak, bytes, done });
    }

    /// Reports the progress of a join. `at` is the number of states in the finished classes, and `of` is the number of
    /// states in all classes. `states` is the value for [`CountProgress::states`].
    pub(crate) fn joined(&self, [at, of]: [u64; 2], states: u64) {
        let (stage, peak) = (CountStage::Join { at, of }, self.peak.max(states));
        let done = self.work.classes(at as f64 / (of as f64).max(1.0));
        self.options.report(CountProgress { stage, states, peak, bytes: 0, done });
    }
}

/// Estimates the work of joining the halves of a board.
///
/// According to measurements, the work of a join is proportional to the square root of the number of states. For closed
/// tours of 8x8 to 8x12, 20 million states took 3.8 s, 200 million states took 13 s, and 300 million states took 15 s.
/// Above a certain width, the work of a join increases much faster than the work of a layer.
fn join(layout: &SweepBoard) -> f64 {
    let factor = if layout.width() < 16 { 23.0 } else { 136.0 };
    factor * row_states(layout, layout.halves().1).last().unwrap_or(1.0).sqrt()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{CountProgress, CountStage, Forecast, Tours};

    const OPEN: Tours = Tours::Open { start: None, end: None };

    /// Recorded progress of a count on two cores.
    struct Recorded {
        board: &'static str,
        tours: Tours,
        /// Elapsed time in seconds after each layer.
        layers: &'static [f64],
        /// Progress of the join. A pair consists of the finished fraction of the join and the elapsed time in seconds
        /// since the start of the count.
        classes: &'static [(f64, f64)],
        end: f64,
    }

    #[rustfmt::skip]
    const RECORDED: [Recorded; 7] = [
        Recorded {
            board: "8x8",
            tours: Tours::Closed,
            layers: &[0.0, 0.0, 0.0, 0.0, 0.0, 0.04, 0.22, 0.96, 1.61, 1.94, 2.78, 3.95, 4.71, 4.96, 5.48, 6.09, 6.8, 7.72, 10.31, 13.73, 18.2, 22.31, 25.72, 28.83],
            classes: &[(0.07, 36.8), (0.2, 39.6), (0.3, 41.1), (0.42, 46.2), (0.54, 53.1), (0.65, 56.4), (0.75, 59.3), (0.86, 62.6), (0.96, 69.3)],
            end: 71.919,
        },
        Recorded {
            board: "8x8",
            tours: Tours::Closed,
            layers: &[0.01, 0.01, 0.02, 0.02, 0.02, 0.05, 0.2, 0.72, 2.05, 2.4, 3.53, 5.36, 5.83, 6.64, 7.78, 8.22, 9.0, 9.85, 12.6, 16.7, 20.05, 29.22, 34.76, 39.59],
            classes: &[(0.0, 41.9), (0.13, 49.5), (0.28, 49.8), (0.38, 52.7), (0.48, 53.0), (0.62, 54.6), (0.72, 57.9), (0.84, 58.7), (0.94, 61.0)],
            end: 86.396,
        },
        Recorded {
            board: "8x10",
            tours: Tours::Closed,
            layers: &[0.0, 0.0, 0.0, 0.0, 0.0, 0.01, 0.04, 0.18, 0.28, 0.33, 0.46, 0.67, 0.79, 0.84, 0.92, 0.99, 1.07, 1.16, 1.53, 1.98, 2.65, 3.54, 4.49, 5.48, 6.31, 7.84, 12.17, 15.82, 19.06, 23.36, 27.65, 29.85],
            classes: &[(0.05, 31.72), (0.2, 32.74), (0.3, 34.54), (0.4, 35.91), (0.5, 36.58), (0.6, 37.23), (0.7, 38.46), (0.8, 39.92), (0.9, 41.35), (1.0, 42.94)],
            end: 42.998,
        },
        Recorded {
            board: "8x12",
            tours: Tours::Closed,
            layers: &[0.0, 0.0, 0.0, 0.0, 0.0, 0.01, 0.04, 0.17, 0.28, 0.33, 0.46, 0.65, 0.77, 0.85, 0.96, 1.08, 1.18, 1.32, 1.8, 2.34, 3.16, 4.11, 4.92, 5.67, 6.31, 7.36, 9.97, 13.0, 16.04, 20.27, 24.54, 26.74, 27.79, 29.52, 36.2, 44.5, 55.72, 68.03, 76.99, 80.18],
            classes: &[(0.05, 82.71), (0.2, 84.87), (0.3, 88.58), (0.4, 90.77), (0.5, 91.73), (0.6, 92.5), (0.7, 93.1), (0.8, 93.94), (0.9, 94.65), (1.0, 95.56)],
            end: 95.611,
        },
        Recorded {
            board: "7x10",
            tours: Tours::Closed,
            layers: &[0.0, 0.0, 0.0, 0.0, 0.01, 0.04, 0.15, 0.24, 0.32, 1.41, 1.75, 2.03, 2.17, 2.25, 2.32, 2.74, 3.24, 3.71, 4.48, 5.37, 5.96, 6.5, 7.67, 11.14, 18.43, 25.0, 30.02, 32.31],
            classes: &[(0.09, 34.0), (0.26, 35.0), (0.39, 37.0), (0.49, 38.5), (0.62, 39.9), (0.74, 40.6), (0.85, 41.4), (0.95, 42.3)],
            end: 42.892,
        },
        Recorded {
            board: "7x7",
            tours: OPEN,
            layers: &[0.0, 0.01, 0.01, 0.01, 0.02, 0.06, 0.32, 0.75, 1.66, 4.28, 5.5, 6.05, 7.69, 8.65, 9.52, 10.46, 13.51, 17.19, 21.81, 25.73, 29.3],
            classes: &[(0.04, 30.1), (0.16, 31.2), (0.3, 33.2), (0.41, 33.6), (0.51, 34.4), (0.61, 34.7), (0.71, 36.1), (0.82, 37.2), (0.92, 38.0)],
            end: 39.486,
        },
        Recorded {
            board: "6x12",
            tours: OPEN,
            layers: &[0.0, 0.01, 0.01, 0.01, 0.04, 0.1, 0.27, 0.41, 0.88, 0.98, 1.05, 1.09, 1.11, 1.13, 1.44, 1.61, 1.85, 2.37, 2.62, 3.08, 3.79, 4.63, 5.64, 6.24, 6.61, 6.92, 7.78, 9.04, 10.48, 11.24],
            classes: &[(0.05, 11.5), (0.2, 11.7), (0.32, 11.8), (0.43, 11.9), (0.53, 12.1), (0.64, 12.4), (0.74, 12.6), (0.85, 12.9), (0.95, 13.2)],
            end: 13.491,
        },
    ];

    #[test]
    fn forecasts_after_a_tenth_are_right_within_a_factor_of_two() {
        for Recorded { board, tours, layers, classes, end } in RECORDED {
            let task = CountTask::new(board.parse().unwrap(), tours).unwrap();
            let layout = SweepBoard::new(&task).unwrap();
            let mut work = WorkEstimate::new(&layout, &[layout.halves().1]);
            let mut forecast = Forecast::default();
            let of = layers.len();
            let mut shares: Vec<(CountStage, f64, f64)> = Vec::new();
            shares.extend((0..of).map(|at| (CountStage::Layer { at, of }, work.step(at), layers[at])));
            shares.extend(
                classes.iter().map(|&(part, time)| (CountStage::Join { at: 0, of: 1 }, work.classes(part), time)),
            );
            let mut first = None;
            for (stage, done, time) in shares {
                let progress = CountProgress { stage, states: 0, peak: 0, bytes: 0, done };
                let Some(left) = forecast.left(Duration::from_secs_f64(time), &progress) else { continue };
                let times = (time + left.as_secs_f64()) / end;
                assert!(
                    (0.5..=2.0).contains(&times),
                    "{board} {tours:?} at {time} s of {end}: {times:.2} times as long"
                );
                first = first.or(Some(time));
            }
            assert!(first.is_some_and(|first| first < 0.3 * end), "{board} {tours:?}: {first:?} of {end}");
        }
    }

    #[test]
    fn a_forecast_is_not_made_of_what_is_done_once() {
        // In a real count of 8x8 with two workers, the forecast after two seconds was six more minutes. The count
        // finished in 70 s.
        let mut forecast = Forecast::default();
        let mut left = |time: f64, done: f64, of: usize| {
            let stage = CountStage::Layer { at: (done * of as f64) as usize, of };
            let progress = CountProgress { stage, states: 0, peak: 0, bytes: 0, done };
            forecast.left(Duration::from_secs_f64(time), &progress).map(|left| left.as_secs_f64().round())
        };
        assert_eq!([left(0.0, 0.0, 24), left(2.0, 0.005, 24), left(6.0, 0.09, 24)], [None; 3]);
        assert_eq!(left(16.0, 0.19, 24), Some(81.0));
        // A pass with a wider type for the numbers starts again at the first layer.
        assert_eq!([left(20.0, 0.0, 24), left(30.0, 0.05, 24)], [None; 2]);
        assert_eq!(left(40.0, 0.1, 24), Some(180.0));
        // All layers of a long board are similar.
        assert_eq!([left(50.0, 0.0, 4000), left(51.0, 0.01, 4000)], [None; 2]);
        assert_eq!(left(52.0, 0.02, 4000), Some(98.0));
    }
}
