//! Pictures of tours in the terminal.

use std::io::{IsTerminal, Write as _};

use courser::board::{Kind, Path};
use courser::view::{self, Palette, PathStyle, Style, Visibility, terminal};

use crate::args::picture::StyleArgs;
use crate::error::{Failure, Result, note};
use crate::output::stdout;
use crate::terminal::{COLUMNS, columns, lines};

/// Number of lines that a drawing leaves free: the line that describes the tour, and the next prompt.
const OTHER_LINES: u32 = 3;

/// The protocol with which a terminal shows pictures, detected from environment variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Kitty,
    Iterm2,
    /// No protocol for pictures: tours are drawn with characters.
    Text,
}

impl Protocol {
    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let is = |name: &str, values: &[&str]| variable(name).is_some_and(|value| values.contains(&&*value));
        // Terminal multiplexers forward neither of the two protocols for pictures.
        if variable("TMUX").is_some() || variable("STY").is_some() {
            return Self::Text;
        }
        if variable("KITTY_WINDOW_ID").is_some()
            || is("TERM", &["xterm-kitty", "xterm-ghostty"])
            || is("TERM_PROGRAM", &["ghostty"])
        {
            return Self::Kitty;
        }
        if is("TERM_PROGRAM", &["iTerm.app", "WezTerm"]) || is("LC_TERMINAL", &["iTerm2"]) {
            return Self::Iterm2;
        }
        Self::Text
    }
}

/// Draws a path on standard output if it is a terminal. Otherwise, prints a note.
///
/// Returns whether the path was drawn.
pub(crate) fn show(path: &Path, kind: Option<Kind>, args: &StyleArgs) -> Result<bool> {
    if !std::io::stdout().is_terminal() {
        note("standard output is no terminal: --show draws nothing");
        return Ok(false);
    }
    let columns = columns(true).unwrap_or(COLUMNS) as u32;
    let style = Style { caption: None, ..args.style() };
    let text = match Protocol::of(|name| std::env::var(name).ok()) {
        Protocol::Kitty => terminal::kitty(&view::paint(path, kind, &style)?)?,
        Protocol::Iterm2 => terminal::iterm2(&view::paint(path, kind, &style)?)?,
        Protocol::Text => {
            let is_coloured = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
            let palette = args.palette.unwrap_or_else(|| palette(std::env::var("COLORFGBG").ok().as_deref()));
            let is_heat = args.style == Some(PathStyle::Heat);
            let is_closed = kind == Some(Kind::Closed);
            let dots = |columns| terminal::braille(path, is_closed, is_coloured.then_some(palette), columns);
            let board = path.board();
            let lines = lines().map_or(u32::MAX, |lines| (lines as u32).saturating_sub(OTHER_LINES).max(1));
            // A character is two dots wide and four dots high.
            let high = (u64::from(lines) * 4 / u64::from(board.rows()) * u64::from(board.cols())).div_ceil(2);
            let dots = || {
                let fitting = dots(columns.min(u32::try_from(high).unwrap_or(u32::MAX)));
                // If the line is too high for the terminal, a heat map is drawn instead, unless the terminal has no
                // colours or a line is requested.
                let is_line = !is_coloured || args.style == Some(PathStyle::Line);
                if is_line { fitting.or_else(|| dots(columns)) } else { fitting }
            };
            match (!is_heat).then(dots).flatten() {
                Some(dots) => dots,
                None if is_coloured => {
                    let style = Style {
                        palette,
                        coordinates: Visibility::Never,
                        legend: Visibility::Never,
                        ..Style::default()
                    };
                    let squares = board.cols().div_ceil(columns).max(board.rows().div_ceil(lines.saturating_mul(2)));
                    terminal::half_blocks(&view::paint_scaled(path, kind, squares, &style)?)
                }
                None => {
                    note("a heat map needs colours: --show draws nothing");
                    return Ok(false);
                }
            }
        }
    };
    let written = stdout()?.write_all(text.as_bytes());
    written.map_err(|error| Failure::writing("standard output", &error)).map(|()| true)
}

/// Returns a palette that is legible on the background colour in the variable COLORFGBG. By default, the background is
/// assumed to be dark.
fn palette(colours: Option<&str>) -> Palette {
    match colours.and_then(|colours| colours.rsplit(';').next()) {
        Some("7" | "15") => Palette::Light,
        _ => Palette::Ember,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_pictures_only_if_it_says_so() {
        let of = |variables: &[(&str, &str)]| {
            Protocol::of(|name| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[("TERM", "xterm-kitty")]), Protocol::Kitty);
        assert_eq!(of(&[("KITTY_WINDOW_ID", "1"), ("TERM", "xterm-256color")]), Protocol::Kitty);
        assert_eq!(of(&[("TERM_PROGRAM", "iTerm.app")]), Protocol::Iterm2);
        assert_eq!(of(&[("TERM", "xterm-256color")]), Protocol::Text);
        assert_eq!(of(&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/tmux")]), Protocol::Text);
    }

    #[test]
    fn the_colours_are_those_that_the_background_allows() {
        assert_eq!(
            [None, Some("15;0"), Some("0;15"), Some("0;default;15")].map(palette),
            [Palette::Ember, Palette::Ember, Palette::Light, Palette::Light]
        );
    }
}
