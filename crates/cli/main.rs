//! The command line of courser.

mod args;
mod check;
mod device;
mod devices;
mod error;
mod input;
mod output;
mod tour;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::args::{Cli, Color, Command};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.exit(),
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
                _ => error::usage(&error).report(),
            };
        }
    };
    match cli.color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let done = match &cli.command {
        Command::Tour(args) => tour::run(args, cli.quiet),
        Command::Check(args) => check::run(args, cli.quiet),
        Command::Devices(args) => devices::run(args, cli.quiet),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
