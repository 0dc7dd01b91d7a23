//! Estimates of states and memory, from measured counts.

/// Decimal logarithms of the states of a layer of closed tours, for boards 5 to 8 squares wide (down) and 1 to 6
/// decided rows (across), measured on rectangles. More rows have about as many states as the last number of a line.
const STATES: [[f64; 6]; 4] = [
    [1.1, 2.5, 3.3, 4.2, 4.5, 4.7],
    [2.0, 3.7, 4.7, 5.8, 6.1, 6.1],
    [2.9, 4.8, 6.1, 7.3, 7.6, 7.6],
    [4.1, 6.1, 7.4, 8.7, 8.9, 8.92],
];

/// The width of the first row of [`STATES`].
pub(crate) const FIRST: f64 = 5.0;

/// Ratio of the states for open tours to those for closed tours, for 1 to 6 decided rows.
const OPEN: [f64; 6] = [40.0, 35.0, 18.0, 9.0, 7.5, 7.0];

/// Bytes per state of the plain form at its peak: the layer, and the states that follow from it.
const PLAIN_STATE: f64 = 200.0;

/// Estimates the states of a layer on a board `width` squares wide, with `rows` rows decided.
pub(crate) fn states(width: f64, rows: f64, open: bool) -> f64 {
    let along = |values: &[f64; 6]| {
        let at = (rows - 1.0).clamp(0.0, 5.0);
        let below = at.floor() as usize;
        let above = (below + 1).min(5);
        values[below] + (values[above] - values[below]) * (at - at.floor())
    };
    let at = (width - FIRST).clamp(0.0, 3.0);
    let below = (at.floor() as usize).min(2);
    let (low, high) = (along(&STATES[below]), along(&STATES[below + 1]));
    // Beyond the table, each column multiplies by the same factor as the last one.
    let log = low + (high - low) * (width - FIRST - below as f64);
    10_f64.powf(log.max(0.0)) * if open { along(&OPEN) } else { 1.0 }
}

/// Estimates the bytes of the plain form at its peak, from the number of vertices and the widest frontier.
pub(crate) fn plain(vertices: u64, width: usize) -> f64 {
    let most = width as f64 / 2.0;
    states(most, vertices as f64 / most.max(1.0) - 2.0, false) * PLAIN_STATE
}
