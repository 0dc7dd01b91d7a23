//! How much memory a count will take, and which share of the work is done: estimated from measured counts.

use crate::blocks::Layout;

/// Decimal logarithms of the states of a layer of closed tours, for boards 5 to 8 squares wide (down) and 1 to 6 rows
/// decided (across): as measured on rectangles, the last number of a row being about that of any more rows.
const STATES: [[f64; 6]; 4] = [
    [1.1, 2.5, 3.3, 4.2, 4.5, 4.7],
    [2.0, 3.7, 4.7, 5.8, 6.1, 6.1],
    [2.9, 4.8, 6.1, 7.3, 7.6, 7.6],
    [4.1, 6.1, 7.4, 8.7, 9.0, 9.1],
];

/// The width of the first row of [`STATES`].
const FIRST: f64 = 5.0;

/// How many times as many states open tours have, for 1 to 6 rows decided.
const OPEN: [f64; 6] = [40.0, 35.0, 18.0, 9.0, 7.5, 7.0];

/// Bytes that the block form takes for a state of its largest layer at its peak: two adjacent layers, the heads of
/// their blocks, and what leads from one to the other. Measured: 12.6 on 8x10, where it matters.
const STATE: f64 = 13.5;

/// Bytes that the plain form takes for a state at its peak: the layer, and what follows from it.
const PLAIN_STATE: f64 = 200.0;

/// States of a layer on a board `width` squares wide, `rows` of it decided.
fn states(width: f64, rows: f64, open: bool) -> f64 {
    let along = |values: &[f64; 6]| {
        let at = (rows - 1.0).clamp(0.0, 5.0);
        let below = at.floor() as usize;
        let above = (below + 1).min(5);
        values[below] + (values[above] - values[below]) * (at - at.floor())
    };
    let at = (width - FIRST).clamp(0.0, 3.0);
    let below = (at.floor() as usize).min(2);
    let (low, high) = (along(&STATES[below]), along(&STATES[below + 1]));
    // Beyond the table each column multiplies as the last one did.
    let log = low + (high - low) * (width - FIRST - below as f64);
    10_f64.powf(log.max(0.0)) * if open { along(&OPEN) } else { 1.0 }
}

/// Bytes that the block form takes at its peak.
pub(crate) fn blocks(layout: &Layout) -> f64 {
    let rows = layout.halves().1;
    let most = (1..=rows).map(|row| row_states(layout, row)).fold(1.0, f64::max);
    2e7 + most * STATE
}

/// States of a layer with so many rows decided.
fn row_states(layout: &Layout, row: usize) -> f64 {
    let first = (row - 1) * layout.cols;
    let here = &layout.squares[first..(first + (1 + layout.shared) * layout.cols).min(layout.squares.len())];
    let squares = here[layout.cols.min(here.len())..].iter().filter(|&&square| square).count();
    let decided = layout.squares[..row * layout.cols].iter().filter(|&&square| square).count();
    // Of a jump two rows deep: a frontier of two rows.
    let width = squares as f64 / 2.0;
    states(width, (decided as f64 / width.max(1.0)).min(row as f64), layout.free_ends.is_some())
}

/// Bytes that the plain form takes at its peak, from the widths of its frontiers.
pub(crate) fn plain(widths: impl Iterator<Item = usize>) -> f64 {
    let widths: Vec<usize> = widths.collect();
    let most = widths.iter().max().map_or(0.0, |&width| width as f64 / 2.0);
    states(most, widths.len() as f64 / most.max(1.0) - 2.0, false) * PLAIN_STATE
}

/// The work of a count, to tell which share of it is done.
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
