//! The text of `-h`: a screen of 24 lines per command, with the options that people need first. `--help` has everything.

use std::io::IsTerminal;

use clap::{Command, CommandFactory};

use super::{Cli, WIDTH};
use crate::terminal;

/// By command, the arguments that `-h` shows.
const SHOWN: &[(&str, &[&str])] = &[
    ("tour", &["size", "start", "closed", "method", "organic", "seed", "device", "output"]),
    ("check", &["file", "size", "board", "format", "closed", "json"]),
    ("survey", &["boards", "rules", "output"]),
    ("bench", &["methods", "boards", "device", "quick", "full", "from", "output", "wide"]),
    ("hunt", &["file", "any_order", "home", "count", "all", "output"]),
    ("queens", &["n", "all", "count", "device", "output"]),
    ("graph", &["size", "board", "undirected", "tour", "nodes", "output", "format"]),
    ("rules", &["size", "board", "start", "output"]),
    ("draw", &["file", "output", "style", "palette", "square", "speed"]),
    ("watch", &["what", "board", "start", "method", "organic", "knights", "speed", "paused"]),
    ("census", &["size", "samples", "seed", "closed", "open", "histogram", "output"]),
    ("count", &["size", "board", "closed", "open", "start", "symmetry", "list", "shard", "json"]),
];

/// Lines of a screen.
const SCREEN: usize = 24;

/// The command line, with a short help of its own per command.
pub(crate) fn command() -> Command {
    // clap looks at COLUMNS only where there is no terminal.
    in_columns(terminal::columns(std::io::stdout().is_terminal()).unwrap_or(WIDTH))
}

/// The command line, with help of at most so many columns.
fn in_columns(columns: usize) -> Command {
    let all = Cli::command().term_width(columns.min(WIDTH));
    all.mut_args(|argument| argument.hide_short_help(true)).mut_subcommands(|command| {
        match SHOWN.iter().find(|(name, _)| *name == command.get_name()) {
            Some((_, shown)) => brief(command, shown),
            None => command,
        }
    })
}

fn brief(command: Command, shown: &[&str]) -> Command {
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let command = command.after_long_help(examples.clone()).after_help("").mut_args(|argument| {
        let is_shown = shown.contains(&argument.get_id().as_str());
        argument.hide_short_help(!is_shown)
    });
    // A blank line before the examples, and the line of --version, which is not there yet.
    let taken = command.clone().render_help().to_string().lines().count() + 2;
    let lines: Vec<&str> = examples.lines().collect();
    let mut fit = SCREEN.saturating_sub(taken).min(lines.len());
    // No example is cut in two.
    while lines.get(fit).is_some_and(|next| next.starts_with("          ")) {
        fit -= 1;
    }
    if fit > 1 { command.after_help(lines[..fit].join("\n")) } else { command }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_help_fits_a_screen_and_a_long_one_has_every_option() {
        let mut all = in_columns(WIDTH);
        all.build();
        for sub in all.get_subcommands_mut() {
            let name = sub.get_name().to_owned();
            let short = sub.render_help().to_string();
            assert!(short.lines().count() <= SCREEN, "{name}: {} lines\n{short}", short.lines().count());
            let long = sub.render_long_help().to_string();
            for option in sub.get_arguments().filter_map(|argument| argument.get_long()) {
                assert!(long.contains(&format!("--{option}")), "{name} --{option}");
            }
        }
    }

    #[test]
    fn what_a_short_help_shows_is_there() {
        let all = Cli::command();
        for (name, shown) in SHOWN {
            let command = all.find_subcommand(name).unwrap();
            for id in *shown {
                assert!(command.get_arguments().any(|argument| argument.get_id() == id), "{name} {id}");
            }
        }
    }
}
