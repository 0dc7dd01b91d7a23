//! `courser rules`: its options.

use clap::{Args, ValueEnum};
use courser::board::MoveOrder;

use super::{BoardArgs, OutputArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  courser rules 8x8 --start a1                        the five rules of \"Knight's tour in HANA\"
  courser rules 30 --start o15 --order clockwise      a larger board, another move order
  courser rules 8x8 --json                            every path, for a program";

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// Where the knight starts, as e6 or as row,col from 0 [default: the first square, or N of --board]
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// The order in which neighbours are looked at: slides, clockwise, lexicographic, or eight codes
    #[arg(long, value_name = "ORDER", default_value_t)]
    pub(crate) order: MoveOrder,

    #[command(flatten)]
    pub(crate) output: OutputArgs<RulesFormat>,
}

/// What five paths are written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesFormat {
    /// How far each got, the moves that two share, and where there is room all five grids
    #[default]
    Text,
    /// Every path, and the moves that two share
    Json,
}
