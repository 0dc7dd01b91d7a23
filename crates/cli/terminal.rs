//! The size of the terminal.

use std::io::{self, IsTerminal as _};

pub(crate) use courser::bench::layout::{table, wrapped};

/// Assumed width in characters of a terminal whose width is unknown.
pub(crate) const COLUMNS: usize = 80;

/// Minimum width in characters to which text is wrapped.
const MIN_COLUMNS: usize = 20;

/// Returns the width of standard output or standard error in characters. Returns `None` if the output is not a terminal
/// and the variable COLUMNS is not set.
pub(crate) fn columns(is_terminal: bool) -> Option<usize> {
    let named = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0);
    let found = || terminal_size::terminal_size().map_or(COLUMNS, |(width, _)| width.0.into());
    let columns: Option<usize> = named.or_else(|| is_terminal.then(found));
    columns.map(|columns| columns.max(MIN_COLUMNS))
}

/// Returns the height of the terminal in lines, or `None` if the height is unknown.
pub(crate) fn lines() -> Option<usize> {
    terminal_size::terminal_size().map(|(_, height)| height.0.into())
}

/// Returns the width of standard output in characters, as [`columns`] does.
pub(crate) fn stdout_columns() -> Option<usize> {
    columns(io::stdout().is_terminal())
}
