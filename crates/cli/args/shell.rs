//! `courser completions` and `courser man`: their options.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  courser completions bash > ~/.local/share/bash-completion/completions/courser
  courser completions zsh > ~/.zfunc/_courser
  courser completions fish > ~/.config/fish/completions/courser.fish
  courser completions powershell >> $PROFILE";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  courser man | man -l -                     the page of courser
  courser man tour | man -l -                the page of one command
  courser man --all ~/.local/share/man/man1  all pages, to be found by `man courser-tour`";

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, ignore_case = true)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command whose page is wanted [default: courser itself]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,

    /// Write all pages into this folder, which is made if it is not there
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub(crate) all: Option<PathBuf>,
}
