//! `courser completions` and `courser man`: what a shell and `man` know of courser.

use std::fs;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::error::Failure;
use crate::output::Output;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "courser", &mut script);
    write(Output::Stdout, "standard output", &script)
}

pub(crate) fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut courser = Cli::command();
    courser.build();
    if let Some(folder) = &args.all {
        return all(&courser, folder);
    }
    let command = match &args.command {
        None => courser,
        Some(name) => {
            let found = courser.find_subcommand(name).cloned();
            let names: Vec<&str> = courser.get_subcommands().map(Command::get_name).collect();
            let hint = format!("choose one of {}", names.join(", "));
            found.ok_or_else(|| Failure::input(format!("'{name}' is no command of courser"), hint))?
        }
    };
    write(Output::Stdout, "standard output", &page(&command)?)
}

/// Every command's page, and courser's own.
fn all(courser: &Command, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::writing(&folder.display().to_string(), &error))?;
    for command in std::iter::once(courser).chain(courser.get_subcommands()) {
        let file = folder.join(format!("{}.1", name(command)));
        write(Output::open(Some(&file))?, &file.display().to_string(), &page(command)?)?;
    }
    Ok(())
}

/// What a page is called: `courser`, `courser-tour`.
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let man = Man::new(command.clone()).title(name(command).to_uppercase()).manual("courser");
    man.render(&mut page).map_err(|error| Failure::writing("a manual page", &error))?;
    Ok(page)
}

fn write(output: Output, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    output.write(|out| out.write_all(bytes).map_err(|error| Failure::writing(name, &error)))
}
