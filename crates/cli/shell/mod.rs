//! Implements two commands. `courser completions` prints a shell completion script. `courser man` prints manual pages.

pub(crate) mod args;

use std::fs;
use std::path::Path;

use clap::builder::{PossibleValuesParser, Resettable};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use courser::solve::warnsdorff::Rule;
use courser::view::{Palette, PathStyle};

use crate::args::VERSION;
use crate::command::Cli;
use crate::error::{Failure, Result, refuse};
use crate::output::OutputTarget;
use crate::shell::args::{CompletionsArgs, ManArgs};

pub(crate) fn completions(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut with_values(Cli::command()), "courser", &mut script);
    OutputTarget::Stdout.put(|out| out.write_all(&script))
}

/// Returns the command with lists of the values of some options. Shells use these lists for completions. When courser
/// parses such a value itself, other spellings are also accepted.
fn with_values(command: Command) -> Command {
    let command = command.mut_args(|argument| match values(argument.get_id().as_str()) {
        Some(values) => argument.default_value(Resettable::Reset).value_parser(PossibleValuesParser::new(values)),
        None => argument,
    });
    command.mut_subcommands(with_values)
}

/// Returns the values of an option for shell completions, or `None` if this function has no list of values for the
/// option.
fn values(option: &str) -> Option<Vec<&'static str>> {
    Some(match option {
        "palette" => Palette::ALL.map(Into::into).to_vec(),
        "style" => PathStyle::ALL.map(Into::into).to_vec(),
        "easing" => vec!["smooth", "linear"],
        "rule" | "rules" => Rule::ALL.map(Rule::name).to_vec(),
        "leaper" => vec!["knight", "camel", "zebra", "giraffe"],
        "order" | "orders" => vec!["slides", "clockwise", "lexicographic"],
        "schedule" => vec!["whole", "near", "fused", "resident"],
        _ => return None,
    })
}

pub(crate) fn man(args: &ManArgs) -> Result<()> {
    let mut courser = for_pages(Cli::command());
    courser.build();
    let commands = commands(&courser);
    if let Some(folder) = &args.all {
        return all(&commands, folder);
    }
    let command = match &args.command {
        None => &courser,
        Some(name) => {
            let found = commands.iter().find(|command| short_name(command) == name.replace(' ', "-"));
            let names: Vec<String> = commands[1..].iter().map(|command| short_name(command)).collect();
            let hint = format!("choose one of {}", names.join(", "));
            found.ok_or_else(|| Failure::input(format!("'{name}' is not a command of courser"), hint))?
        }
    };
    let page = page(command)?;
    OutputTarget::Stdout.put(|out| out.write_all(&page))
}

/// Returns the command in the form for manual pages: the descriptions of all options are shown, and there are no
/// subcommands that print help.
fn for_pages(command: Command) -> Command {
    command
        .disable_help_subcommand(true)
        .mut_args(|argument| argument.hide_short_help(false))
        .mut_subcommands(for_pages)
}

/// Returns the command and all commands below it.
fn commands(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(command.get_subcommands().flat_map(commands)).collect()
}

/// Writes the manual pages of these commands.
fn all(commands: &[&Command], folder: &Path) -> Result<()> {
    let text = format_args!("{} is a file, not a folder", folder.display());
    refuse(folder.is_file(), text, "name a folder, which may be a new one")?;
    fs::create_dir_all(folder).map_err(|error| Failure::writing(&folder.display().to_string(), &error))?;
    for command in commands {
        let page = page(command)?;
        let file = folder.join(format!("{}.1", name(command)));
        OutputTarget::open(Some(&file))?.put(|out| out.write_all(&page))?;
    }
    Ok(())
}

/// Returns the name of a command as an argument of `courser man`, such as `tour` or `walk-compare`.
fn short_name(command: &Command) -> String {
    let name = name(command);
    name.strip_prefix("courser-").unwrap_or(&name).to_owned()
}

/// Returns the name of a manual page, such as `courser` or `courser-tour`.
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    let man = Man::new(command.clone()).title(name(command).to_uppercase()).manual("courser");
    let man = man.source(format!("courser {VERSION}"));
    man.render(&mut page).map_err(|error| Failure::writing("a manual page", &error))?;
    Ok(page)
}
