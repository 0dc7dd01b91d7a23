//! Definitions of the commands. The options of a command are in the same folder as its code.

use std::ffi::OsStr;
use std::io::IsTerminal as _;

use clap::{ColorChoice, CommandFactory, Parser, Subcommand};

use crate::args::VERSION;
use crate::bench::args::BenchArgs;
use crate::check::args::CheckArgs;
use crate::count::args::CountArgs;
use crate::cycle::args::CycleArgs;
use crate::devices::args::DevicesArgs;
use crate::draw::args::DrawArgs;
use crate::graph::args::GraphArgs;
use crate::hunt::args::HuntArgs;
use crate::queens::args::QueensArgs;
use crate::sample::args::SampleArgs;
use crate::shell::args::{CompletionsArgs, ManArgs};
use crate::survey::args::SurveyArgs;
use crate::terminal;
use crate::tour::args::TourArgs;
use crate::walk::args::WalkArgs;
use crate::watch::args::WatchArgs;

/// Heading of the options common to all commands.
const EVERYWHERE: &str = "Options of every command";

/// Maximum width of help texts in characters.
const WIDTH: usize = 100;

/// Knight's tours on the GPU and on the CPU.
#[derive(Debug, Parser)]
#[command(
    name = "courser",
    version = VERSION,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = WIDTH,
    after_help = "Try first:\n  courser tour 8x8\n  courser tour 8x8 --start e6 -o tour.png"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Print only errors on stderr
    #[arg(hide_short_help = true, long, short, global = true, help_heading = EVERYWHERE)]
    pub(crate) quiet: bool,

    /// Use colours in messages
    ///
    /// `auto` uses colours on a terminal, unless NO_COLOR is set.
    #[arg(hide_short_help = true, long, global = true, help_heading = EVERYWHERE, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(crate) color: ColorChoice,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Tour(Box<TourArgs>),
    Cycle(Box<CycleArgs>),
    Walk(Box<WalkArgs>),
    Sample(Box<SampleArgs>),
    Check(CheckArgs),
    Survey(SurveyArgs),
    Bench(BenchArgs),
    Hunt(HuntArgs),
    Queens(QueensArgs),
    Graph(GraphArgs),
    Draw(DrawArgs),
    Watch(WatchArgs),
    Count(CountArgs),
    Devices(DevicesArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Returns the command line parser, whose help texts are as wide as the terminal.
pub(crate) fn in_columns() -> clap::Command {
    // clap reads COLUMNS only if there is no terminal.
    let columns = terminal::columns(std::io::stdout().is_terminal()).unwrap_or(WIDTH);
    Cli::command().term_width(columns.min(WIDTH))
}

/// Returns the last subcommand in `arguments`, or `None` if `arguments` contain no subcommand. The returned command has
/// its full name and all its options.
pub(crate) fn named(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Option<clap::Command> {
    let mut all = Cli::command();
    all.build();
    let mut found = &all;
    for argument in arguments {
        found = found.find_subcommand(argument.as_ref()).unwrap_or(found);
    }
    (found.get_name() != all.get_name()).then(|| found.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    /// Returns all commands and subcommands, including the options common to all commands.
    fn all() -> Vec<clap::Command> {
        let mut all = Cli::command().term_width(80);
        all.build();
        let is_ours = |command: &&clap::Command| command.get_name() != "help";
        let top: Vec<_> = all.get_subcommands().filter(is_ours).cloned().collect();
        let below: Vec<_> = top.iter().flat_map(clap::Command::get_subcommands).filter(is_ours).cloned().collect();
        [top, below].concat()
    }

    #[test]
    fn every_command_and_option_has_a_help_text_and_every_command_examples() {
        for command in all() {
            let name = command.get_bin_name().unwrap_or_default();
            assert!(command.get_about().is_some(), "{name} says nothing of itself");
            let examples = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            assert!(examples.matches("courser ").count() >= 2, "{name} has fewer than two examples");
            let wide = examples.lines().find(|line| line.chars().count() > WIDTH);
            assert_eq!(wide, None, "a line of {name}'s examples is broken where it should not be");
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{name} {} says nothing of itself", argument.get_id());
            }
        }
    }

    #[test]
    fn a_short_help_fits_a_screen_of_80_columns_and_a_long_one_has_every_option() {
        for mut command in all() {
            let name = command.get_bin_name().unwrap_or_default().to_owned();
            let short = command.render_help().to_string();
            assert!(short.lines().count() <= 24, "{name}: {} lines\n{short}", short.lines().count());
            assert!(short.lines().all(|line| line.chars().count() <= 80), "{name}\n{short}");
            let long = command.render_long_help().to_string();
            for option in command.get_arguments().filter_map(|argument| argument.get_long()) {
                assert!(long.contains(&format!("--{option}")), "{name} --{option}");
            }
        }
    }
}
