//! Options of `courser walk` and `courser walk compare`.

use clap::{Args, Subcommand};
use courser::Content;
use courser::board::MoveOrder;
use courser::solve::warnsdorff::Rule;

use crate::args::picture::{ShowArgs, StyleArgs};
use crate::args::{BoardArgs, DeviceArgs, KnightArgs, OutputArgs, formats};

const EXAMPLES: &str = "\
Examples:
  courser walk 8x8 --start a1                         by Warnsdorff's rule, from a corner
  courser walk 8x8 --start d4 --rule bottom --partial a rule that gets stuck, as far as it got
  courser walk 50x50 --rule roth -o roth.png          another way to break ties
  courser walk 100x100 --look-ahead 4                 ties broken by looking four squares ahead
  courser walk 30x30 --rule random --tries 10000      the first of many knights that gets through
  courser walk 8x8 --rule random --tries 1000 --end e5  the first that ends on e5
  courser walk compare 8x8 --start a1                 several rules side by side";

/// Walk from square to square by a rule
///
/// One knight walks on the CPU; with --tries, many knights walk on any device, and the first complete walk is printed.
/// A rule cannot lead the knight to a given last square, and on some boards the knight gets stuck. If the
/// requested tour is not found, the exit code is 1. `courser tour` finds a tour of every board that has one.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true)]
#[command(mut_arg("format", formats(Content::Tour)), mut_arg("rule", |rule| rule.group("ties")))]
pub(crate) struct WalkArgs {
    #[command(subcommand)]
    pub(crate) command: Option<WalkCommand>,

    #[command(flatten)]
    pub(crate) board: BoardArgs,

    #[command(flatten)]
    pub(crate) knight: KnightArgs,

    /// Break ties by looking N squares ahead, 0 to 10; 0 to 3 are the rules warnsdorff, pohl, pohl-2 and pohl-3
    ///
    /// From 4 on, only a single knight is supported. Each increase of N by 1 multiplies the time by up to nine.
    #[arg(hide_short_help = true, long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(Rule::MAX_LEVELS)), group = "ties")]
    pub(crate) look_ahead: Option<u32>,

    /// Let N knights walk, and print the first complete walk
    ///
    /// All knights start on --start. Without --start, the knights start on consecutive squares of the board. With the
    /// rule `random`, each knight has its own random bits. With --end, the first complete walk that ends there is
    /// printed.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tries: Option<u32>,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// With --tries, repeat each walk on the CPU; stop at the first difference
    #[arg(hide_short_help = true, long)]
    pub(crate) verify_cpu: bool,

    #[command(flatten)]
    pub(crate) show: ShowArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) picture: StyleArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum WalkCommand {
    Compare(CompareArgs),
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  courser walk compare 8x8 --start a1                the procedures of \"Knight's tour in HANA\"
  courser walk compare 30 --start o15 --order clockwise  a larger board, another move order
  courser walk compare 8x8 --json                    the same numbers, for a program
  courser walk 8x8 --start a1 --rule bottom --partial the path of one of them

pohl is the rule that the article describes; pohl-code is the procedure that it prints, which
takes the last of several equal candidates: also courser walk --rule warnsdorff --order 87654321.";

/// Compare the walks of several rules from one square
///
/// `bottom` and `center` are expected to fail; `warnsdorff`, `pohl` and `roth` differ in how they break ties. Prints
/// how many squares each rule visits, and how many moves each pair of rules shares.
#[derive(Debug, Args)]
#[command(after_long_help = COMPARE_EXAMPLES)]
#[command(mut_arg("format", formats(Content::Rules)))]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// The start, as e6 or as row,col counted from 0
    ///
    /// By default the square marked N in --board, or the first square if none is marked.
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// The move order for examining neighbours: slides, clockwise, lexicographic, or eight move codes
    #[arg(long, value_name = "ORDER", default_value_t)]
    pub(crate) order: MoveOrder,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
