//! How much memory a count will take, told before it starts.

/// Bytes that the plain form takes at its peak, from the widths of its frontiers.
pub(crate) fn plain(widths: impl Iterator<Item = usize>) -> f64 {
    let width = widths.max().unwrap_or(0);
    1e3 * 2.3_f64.powi(width as i32)
}
