//! How much memory and work a count in blocks takes: estimated from measured counts.

use courser_board::Leaper;

use super::half::Layout;
use crate::Task;
use crate::estimate::{FIRST, states};

/// Bytes that this form takes for a state of its largest layer at its peak: two adjacent layers, the heads of their
/// blocks, and what leads from one to the other. Measured: 12.6 on 8x10, where it matters.
const STATE: f64 = 13.5;

/// How many times as many bytes workers take together, who keep what others gather from as well.
///
/// Measured on 8x8: 2.1 with two workers, 2.6 with eight.
#[cfg(feature = "workers")]
pub(crate) const AMONG_WORKERS: f64 = 2.75;

/// Whether numbers on the way are certain to outgrow 64 bits: of the knight on rectangles, where they are large.
///
/// A row multiplies them by the same as it does the number of closed tours, from the published ones; the first few rows
/// less.
pub(crate) fn outgrows(task: &Task, layout: &Layout) -> bool {
    /// Bits per row of boards 5 to 8 squares wide.
    const BITS: [f64; 4] = [4.18, 6.0, 7.57, 9.0];
    let board = task.board();
    let is_measured = board.leaper() == Leaper::KNIGHT && board.hole_count() == 0;
    let bits = layout.cols.checked_sub(FIRST as usize).map(|at| BITS[at.min(3)]);
    is_measured && bits.is_some_and(|bits| layout.halves().1.saturating_sub(3) as f64 * bits > 64.0)
}

/// Bytes that this form takes at its peak.
pub(crate) fn bytes(layout: &Layout) -> f64 {
    let rows = layout.halves().1;
    let most = (1..=rows).map(|row| row_states(layout, row)).fold(1.0, f64::max);
    2e7 + most * STATE
}

/// States of a layer with so many rows decided.
fn row_states(layout: &Layout, row: usize) -> f64 {
    let decided = layout.squares[..row * layout.cols].iter().filter(|&&square| square).count();
    // The measured frontiers are two rows of knights.
    let width = layout.reached(row) as f64 / 2.0;
    states(width, (decided as f64 / width.max(1.0)).min(row as f64), layout.free_ends.is_some())
}

/// The work of a count, to say which share of it is done.
#[derive(Debug)]
pub(crate) struct Work {
    done: f64,
    all: f64,
    /// What deciding the rows of both halves takes.
    layers: f64,
}

/// How many times as long as the layers the classes take.
const CLASSES: f64 = 2.0;

impl Work {
    /// Of deciding `rows` rows on one or both sides.
    pub(crate) fn new(layout: &Layout, rows: &[usize]) -> Self {
        let layers: f64 = rows.iter().flat_map(|&rows| 1..=rows).map(|row| row_states(layout, row)).sum();
        Self { done: 0.0, all: (1.0 + CLASSES) * layers.max(1.0), layers: layers.max(1.0) }
    }

    /// A step of a row has been done.
    pub(crate) fn step(&mut self, layout: &Layout, at: usize) -> f64 {
        self.done += row_states(layout, at / layout.cols + 1) / layout.cols as f64;
        self.share()
    }

    /// Layers are all done, and this share of the classes.
    pub(crate) fn classes(&self, share: f64) -> f64 {
        (self.layers * (1.0 + CLASSES * share) / self.all).clamp(0.0, 1.0)
    }

    fn share(&self) -> f64 {
        (self.done / self.all).clamp(0.0, 1.0)
    }
}
