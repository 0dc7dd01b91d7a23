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
    Output::Stdout.put(|out| out.write_all(&script))
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
    let page = page(&command)?;
    Output::Stdout.put(|out| out.write_all(&page))
}

/// Every command's page, and courser's own.
fn all(courser: &Command, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::writing(&folder.display().to_string(), &error))?;
    for command in std::iter::once(courser).chain(courser.get_subcommands()) {
        let page = page(command)?;
        let file = folder.join(format!("{}.1", name(command)));
        Output::open(Some(&file))?.put(|out| out.write_all(&page))?;
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
