//! `courser check`: its options.

use std::path::PathBuf;

use clap::Args;
use courser::board::{Board, Leaper};

pub(super) const EXAMPLES: &str = "\
Examples:
  courser tour 8x8 --start e6 | courser check -       is that a tour?
  courser check tour.csv --closed                     and does it close?
  courser check list.moves --size 8x8                 a list of squares does not tell the board's size";

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The file with the tour; `-` is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The board's size, where the file does not tell it
    #[arg(long, value_name = "BOARD", conflicts_with = "board")]
    pub(crate) size: Option<Board>,

    /// The board with its holes, where the file does not tell them
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Of a picture given with --board, take the dark pixels for squares
    #[arg(long, requires = "board")]
    pub(crate) invert: bool,

    /// The piece, where the file does not tell it
    #[arg(long, value_name = "R,S")]
    pub(crate) leaper: Option<Leaper>,

    /// The format, whatever the content looks like
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<courser::board::format::Format>,

    /// Accept closed tours only
    #[arg(long)]
    pub(crate) closed: bool,

    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}
