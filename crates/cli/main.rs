//! Entry point of the command line program courser.

mod answer;
mod args;
mod bench;
mod check;
mod command;
mod count;
mod counting;
mod cycle;
mod devices;
mod draw;
mod error;
mod failures;
mod files;
mod film;
mod found;
mod graph;
mod hints;
mod hunt;
mod input;
mod interrupt;
mod large;
mod layers;
mod memory;
mod new_file;
mod output;
mod picture;
mod progress;
mod queens;
mod sample;
mod search;
mod shell;
mod slips;
mod survey;
mod terminal;
mod terminal_picture;
mod threads;
mod tour;
mod walk;
#[cfg_attr(not(feature = "window"), path = "no_window.rs")]
mod watch;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ColorChoice, Parser, ValueEnum};

use crate::command::{Cli, Command};
use crate::error::{Failure, Result};
use crate::slips::CommandLine;

fn main() -> ExitCode {
    keep_mesa_quiet();
    let line = CommandLine::new(std::env::args_os());
    colour(colour_asked_for(&line));
    let threads = threads::given();
    let options = line.clone();
    interrupt::watch(threads > 0, move || options.options());
    threads::start(threads);
    let arguments = line.with_hyphens();
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Parsing the arguments is fast. Wrapping the help texts to the width of the terminal is slower.
            // Therefore the texts are wrapped only after an error.
            let error = command::in_columns().try_get_matches_from(&arguments).err().unwrap_or(error);
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ended(
                    &line,
                    output::stdout()
                        .map(drop)
                        .and_then(|()| error.print().map_err(|error| Failure::writing("standard output", &error))),
                ),
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                    // The help is printed on stderr, where write errors are ignored.
                    let _ = error.print();
                    ExitCode::from(2)
                }
                _ => slips::usage(&error, &line).report(&line.options()),
            };
        }
    };
    colour(cli.color);
    if cli.quiet {
        error::be_quiet();
    }
    let done = match &cli.command {
        Command::Tour(args) => tour::run(args),
        Command::Cycle(args) => cycle::run(args),
        Command::Walk(args) => walk::run(args),
        Command::Sample(args) => sample::run(args),
        Command::Check(args) => check::run(args),
        Command::Survey(args) => survey::run(args),
        Command::Bench(args) => bench::run(args, line.text()),
        Command::Hunt(args) => hunt::run(args),
        Command::Queens(args) => queens::run(args),
        Command::Graph(args) => graph::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Watch(args) => watch::run(args),
        Command::Count(args) => count::run(args),
        Command::Devices(args) => devices::run(args),
        Command::Completions(args) => shell::completions(args),
        Command::Man(args) => shell::man(args),
    };
    ended(&line, done)
}

/// Reports a failure if there is one. Returns the exit code.
fn ended(line: &CommandLine, done: Result<()>) -> ExitCode {
    done.map_or_else(|failure| failure.report(&line.options()), |()| ExitCode::SUCCESS)
}

fn colour(when: ColorChoice) {
    match when {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Returns the value of `--color` before the arguments are parsed, since errors in the arguments are also coloured.
fn colour_asked_for(line: &CommandLine) -> ColorChoice {
    let arguments: Vec<_> = line.words().collect();
    let value = |at: usize| match arguments[at].split_once('=') {
        Some(("--color", value)) => Some(value),
        None if arguments[at] == "--color" => arguments.get(at + 1).map(String::as_str),
        _ => None,
    };
    let asked = (0..arguments.len()).find_map(value);
    asked.and_then(|value| ColorChoice::from_str(value, false).ok()).unwrap_or(ColorChoice::Auto)
}

/// Prevents messages of other software on stderr.
///
/// On a Linux machine without a session (a server, a container), Mesa's device-select layer prints `error:
/// XDG_RUNTIME_DIR is invalid` on every run. The Vulkan loader loads this layer by itself. The layer only reorders
/// adapters, which courser does itself. The environment variable named in the layer's manifest disables the layer.
#[expect(unsafe_code, reason = "an environment variable is the layer's only switch")]
fn keep_mesa_quiet() {
    if cfg!(target_os = "linux") && std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: `main` calls this function first, so that no other thread reads the environment. The test
        // `stderr_holds_only_our_own_words` runs this code.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
