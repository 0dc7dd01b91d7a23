//! Progress on a terminal: how much is done, and the time that is left.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of `length` `things`; hidden where nobody looks.
pub(crate) fn bar(length: u64, things: &str, quiet: bool) -> ProgressBar {
    of(Some(length), &format!("{{bar:40}} {{human_pos}}/{{human_len}} {things}, {{eta}} left"), quiet)
}

/// A bar that says what indicatif's template says.
pub(crate) fn of(length: Option<u64>, template: &str, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("templates are constants that parse");
    ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(10)).with_style(style)
}
