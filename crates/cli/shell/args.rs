//! Options of `courser completions` and `courser man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  courser completions bash > ~/.local/share/bash-completion/completions/courser
  courser completions zsh > ~/.zfunc/_courser
  courser completions fish > ~/.config/fish/completions/courser.fish
  courser completions powershell >> $PROFILE";

const MAN_EXAMPLES: &str = "\
Examples:
  courser man | man -l -                     the page of courser
  courser man tour | man -l -                the page of one command
  courser man --all ~/.local/share/man/man1  all pages, to be found by `man courser-tour`";

/// Print a script for completing commands and options in a shell
#[derive(Debug, Args)]
#[command(after_long_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, ignore_case = true)]
    pub(crate) shell: Shell,
}

/// Print manual pages
#[derive(Debug, Args)]
#[command(after_long_help = MAN_EXAMPLES)]
pub(crate) struct ManArgs {
    /// The command whose page to print, for example tour or walk-compare [default: courser itself]
    #[arg(value_name = "COMMAND", group = "pages")]
    pub(crate) command: Option<String>,

    /// Write all pages into this folder, which is created if necessary
    #[arg(long, value_name = "FOLDER", group = "pages")]
    pub(crate) all: Option<PathBuf>,
}
