//! Estimates of the number of states and of the memory, based on measurements.

/// Decimal logarithms of the number of states in a layer of closed tours, measured on rectangles. Each line is for one
/// width of the board, from 5 to 8 squares. Each column is for one number of decided rows, from 1 to 6. For more
/// decided rows, the last number of the line is a good approximation.
const STATES: [[f64; 6]; 4] = [
    [1.1, 2.5, 3.3, 4.2, 4.5, 4.7],
    [2.0, 3.7, 4.7, 5.8, 6.1, 6.1],
    [2.9, 4.8, 6.1, 7.3, 7.6, 7.6],
    [4.1, 6.1, 7.4, 8.7, 8.9, 8.92],
];

/// Width of the board in the first line of [`STATES`].
pub(crate) const FIRST: f64 = 5.0;

/// Ratio of the number of states of open tours to the number of states of closed tours, after 1 to 6 decided rows.
const OPEN: [f64; 6] = [40.0, 35.0, 18.0, 9.0, 7.5, 7.0];

/// Peak memory of the plain form, in bytes per state. This value covers the space of the state in its layer, and also
/// the space of the states of the next layer that follow from this state.
const PLAIN_STATE: f64 = 200.0;

/// Estimates the number of states in a layer of a board `width` squares wide, after `rows` decided rows.
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
    // For widths beyond the table, the number of states is extrapolated. Each additional column multiplies the number
    // of states by the same factor: the ratio of the numbers of states for the last two widths of the table.
    let log = low + (high - low) * (width - FIRST - below as f64);
    10_f64.powf(log.max(0.0)) * if open { along(&OPEN) } else { 1.0 }
}

/// Estimates the peak memory, in bytes, of a count in the plain form. The arguments are the number of vertices and the
/// width of the widest frontier.
pub(crate) fn plain(vertices: u64, width: usize) -> f64 {
    let most = width as f64 / 2.0;
    states(most, vertices as f64 / most.max(1.0) - 2.0, false) * PLAIN_STATE
}
