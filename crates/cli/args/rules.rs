//! `courser rules`: its options.

use clap::Args;
use courser::Content;
use courser::board::MoveOrder;

use super::{BoardArgs, OutputArgs, formats};

pub(super) const EXAMPLES: &str = "\
Examples:
  courser rules 8x8 --start a1                        the procedures of \"Knight's tour in HANA\"
  courser rules 30 --start o15 --order clockwise      a larger board, another move order
  courser rules 8x8 --json                            the same numbers, for a program
  courser tour 8x8 --start a1 --rule bottom --partial the path of one of them

pohl is the rule that the article describes; pohl-code is the procedure that it prints, which
takes the last of several equal candidates: also courser tour --rule warnsdorff --order 87654321.";

#[derive(Debug, Args)]
#[command(mut_arg("format", formats(Content::Rules)))]
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
    pub(crate) output: OutputArgs,
}
