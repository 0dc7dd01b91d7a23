//! The command line of courser.

mod args;
mod check;
mod device;
mod devices;
mod error;
mod input;
mod mask;
mod output;
mod tour;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::args::{Cli, Color, Command};

fn main() -> ExitCode {
    keep_mesa_quiet();
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

/// Keeps words that are not ours off stderr.
///
/// On a Linux machine without a session (a server, a container) Mesa's device-select layer, which the
/// Vulkan loader brings in by itself, prints `error: XDG_RUNTIME_DIR is invalid` on every run. The layer
/// only reorders adapters, and courser orders them itself; so there it is switched off in the way that
/// its manifest names.
#[expect(unsafe_code, reason = "an environment variable is the layer's only switch")]
fn keep_mesa_quiet() {
    if cfg!(all(target_os = "linux", feature = "gpu")) && std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: this is the first thing that main does: no other thread is there to read the environment.
        // The test `stderr_holds_only_our_own_words` runs it.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
