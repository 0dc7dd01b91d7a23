//! What `-h` shows: a screen of 24 lines per command, what people need first. `--help` has everything.

use clap::{Command, CommandFactory};

use super::Cli;

/// By command, the arguments that `-h` shows.
const SHOWN: &[(&str, &[&str])] = &[
    ("tour", &["size", "board", "start", "end", "closed", "method", "organic", "seed", "device", "output", "format"]),
    ("check", &["file", "size", "board", "format", "closed", "json"]),
    ("survey", &["boards", "rules", "seeds", "tries", "output"]),
    ("bench", &["methods", "boards", "device", "quick", "full", "from", "output", "wide"]),
    ("hunt", &["file", "any_order", "home", "count", "all", "output"]),
    ("queens", &["n", "all", "fundamental", "count", "device", "output"]),
    ("graph", &["size", "board", "undirected", "tour", "nodes", "output", "format"]),
    ("rules", &["size", "board", "start", "output"]),
    ("draw", &["file", "output", "style", "palette", "square", "speed"]),
    ("watch", &["what", "board", "start", "method", "organic", "rule", "knights", "speed", "paused"]),
    ("count", &["size", "board", "closed", "open", "start", "symmetry", "list", "workers", "checkpoint", "json"]),
];

/// Lines of the examples that `-h` shows.
const EXAMPLES: usize = 3;

/// The command line, with a short help of its own per command.
pub(crate) fn command() -> Command {
    Cli::command().mut_args(|argument| argument.hide_short_help(true)).mut_subcommands(|command| {
        match SHOWN.iter().find(|(name, _)| *name == command.get_name()) {
            Some((_, shown)) => brief(command, shown),
            None => command,
        }
    })
}

fn brief(command: Command, shown: &[&str]) -> Command {
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let first: Vec<&str> = examples.lines().take(1 + EXAMPLES).collect();
    command
        .mut_args(|argument| {
            let is_shown = shown.contains(&argument.get_id().as_str());
            argument.hide_short_help(!is_shown)
        })
        .after_help(first.join("\n"))
        .after_long_help(examples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_help_fits_a_screen_and_a_long_one_has_every_option() {
        for sub in command().get_subcommands_mut() {
            let name = sub.get_name().to_owned();
            let short = sub.render_help().to_string();
            assert!(short.lines().count() <= 24, "{name}: {} lines\n{short}", short.lines().count());
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
