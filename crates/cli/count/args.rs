//! Options of `courser count`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand, ValueEnum};
use courser::Content;
use courser::board::{Leaper, Shard, Symmetry};
use courser::count::known::Effort;
use courser::survey::Boards;

use crate::args::{HolesArgs, OutputArgs, ToursArgs, WrapArgs, formats, one_named};

const EXAMPLES: &str = "\
Examples:
  courser count 8x8                                 closed tours of the chessboard: 13267364410532
  courser count 6x6 --open --directed               open tours, in both directions: 6637920
  courser count 6x6 --start a1                      open tours from a corner: 524486
  courser count 5x6 --start a1 --end c3             from a square to a square
  courser count 6x6 --up-to-symmetry                up to rotation and reflection: 1245
  courser count 8x8 --symmetry half-turn            invariant under a half turn: 2432932
  courser count 6x1..=20 --closed                   a row for each of 20 boards, in one sweep
  courser count 6x1..=20 --closed -o counts.png     the same as a logarithmic plot
  courser count 5x6 --closed --list                 a list of the tours, one per line
  courser count 8x8 --closed --with d4-e6,c2-e1     tours that use these moves
  courser count 6x6 --given a1=1,f6=17,c3=35        tours with these visit numbers
  courser count 4x4 --wrap both                     closed tours of a torus: 1344
  courser count 6x6 --closed --by move -o moves.svg  the share of each move, as its width
  courser count 8x10 --disk kept                    with layers on a disk, so it can be interrupted
  courser count 8x10 --shard 3/16 -o part3.json     the share of one of 16 machines
  courser count merge part*.json                    the number from all parts
  courser count known minute                        published numbers, recounted";

/// Count the tours of a board, exactly
///
/// Counts closed tours, unless --open, --start or --end selects open ones. A tour and its reverse count as one, unless
/// --directed distinguishes them. Prints the number in digits on one line; 0 if no tour exists.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(mut_arg("format", formats(Content::Count)))]
pub(crate) struct CountArgs {
    #[command(subcommand)]
    pub(crate) command: Option<CountCommand>,

    /// The board, for example 8x8, or several boards, for example 6x1..=20
    ///
    /// Rows x columns, or one number for a square board. Several boards: 6x1..=20, 3..=30x4 or 5,6,8x8. Narrow boards
    /// with the same number of rows or of columns are counted in one sweep along the other side. The output has one row
    /// per board. If the output is a .svg or .png file, it is a plot of the numbers.
    #[arg(value_name = "BOARD")]
    pub(crate) size: Option<Boards>,

    #[command(flatten)]
    pub(crate) holes: HolesArgs,

    /// The piece: R,S for a leap of R squares along one axis and S along the other, or knight, camel, zebra, giraffe
    #[arg(hide_short_help = true, long, value_name = "R,S", default_value = "1,2", hide_default_value = true)]
    pub(crate) leaper: Leaper,

    #[command(flatten)]
    pub(crate) wrap: WrapArgs,

    #[command(flatten)]
    pub(crate) tours: ToursArgs,

    /// Count the open tours, or with --closed the closed tours, that have these visit numbers, for example a1=1,c2=7
    ///
    /// The file of --board can contain visit numbers as well, separated by blanks: `.` is a square without a number,
    /// `#` a hole.
    #[arg(hide_short_help = true, long, value_name = "SQ=N", value_delimiter = ',')]
    pub(crate) given: Vec<String>,

    /// Count a tour and its reverse as two
    ///
    /// By default they count as one. Tours from a given start, or between two given squares, have only one direction,
    /// so their number is the same with and without this option.
    #[arg(hide_short_help = true, long)]
    pub(crate) directed: bool,

    /// Count tours up to rotations and reflections of the board
    #[arg(long, group = "question")]
    pub(crate) up_to_symmetry: bool,

    /// Count the closed tours with this symmetry: half-turn, quarter-turn or mirror
    ///
    /// The turn or reflection of the board maps such a tour onto itself.
    #[arg(hide_short_help = true, long, value_name = "KIND", value_parser = crate::args::symmetry(), group = "question")]
    pub(crate) symmetry: Option<Symmetry>,

    /// Count the tours by the moves they use, or by their number of moves in a direction
    ///
    /// `move` prints, for each move, the number of tours that use it; in a .svg or .png file the width of a move shows
    /// this number. `slope` prints, for each direction, the number of tours that use 0, 1, 2 … moves in it.
    #[arg(hide_short_help = true, long, value_enum, value_name = "WHAT", group = "question")]
    pub(crate) by: Option<By>,

    /// List the tours of a small board, one per line
    ///
    /// The tours are found by plain backtracking. The list is text or, with --format csv, a table `tour,squares`.
    #[arg(long, group = "question")]
    pub(crate) list: bool,

    /// Count shard I of N; I is from 0 to N-1
    ///
    /// The result is a JSON file, called a part. `count merge` combines the parts of all shards.
    ///
    /// A killed shard leaves no part; the same command counts the shard again. A shard whose part exists is not counted
    /// again. The computed halves of the board are stored beside the part, in a folder of this count, for the other
    /// shards.
    #[arg(long, value_name = "I/N", group = "question")]
    pub(crate) shard: Option<Shard>,

    /// Read the computed halves of the board from DIR, or write them to DIR for the other shards
    ///
    /// Each count needs its own DIR, on storage shared by all computers. The first shard computes the halves, and the
    /// others wait for them.
    #[arg(hide_short_help = true, long, value_name = "DIR", requires = "shard", group = "place")]
    pub(crate) layers: Option<PathBuf>,

    /// Store all layers in files in DIR instead of in memory; the same command continues from the last complete layer
    ///
    /// The disk holds at most two layers at a time, and the memory holds a small part of them. The required disk space
    /// and memory are estimated before the count begins. The files are deleted at the end. With --shard, the files are
    /// kept for the other shards, like the files of --layers.
    #[arg(hide_short_help = true, long, value_name = "DIR", group = "place", conflicts_with_all = ["list", "symmetry", "up_to_symmetry", "by"])]
    pub(crate) disk: Option<PathBuf>,

    /// Give up after this time, as in 60s or 5min (exit code 4)
    ///
    /// With --list, the tours found until then are printed.
    #[arg(hide_short_help = true, long, value_name = "TIME")]
    pub(crate) limit: Option<humantime::Duration>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CountCommand {
    /// Combine the results of all shards, and print the number of tours
    ///
    /// A part is the result of one shard. The command fails if a part is damaged, missing, given twice, or of another
    /// count or version.
    #[command(
        after_long_help = "Examples:\n  courser count merge part0.json part1.json\n  courser count merge parts/*.json --json"
    )]
    Merge(MergeArgs),
    Known(KnownArgs),
}

/// Recount the published numbers, and compare the results
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  courser count known quick\n  courser count known minute")]
pub(crate) struct KnownArgs {
    /// Time that each count may take
    #[arg(value_name = "EFFORT", value_parser = effort())]
    pub(crate) effort: Effort,
}

#[derive(Debug, Args)]
#[command(mut_arg("format", formats(Content::Count)))]
pub(crate) struct MergeArgs {
    /// All parts, in any order
    #[arg(value_name = "PART", required = true)]
    pub(crate) parts: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The property of tours for which `--by` prints separate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// The moves that the tours use
    Move,
    /// The number of moves of each direction
    Slope,
}

/// Returns the parser for the maximum time for the recount of a published number.
fn effort() -> impl TypedValueParser<Value = Effort> {
    one_named([
        ("quick", "Less than a second each", Effort::Quick),
        ("minute", "Up to a minute each", Effort::Minute),
        ("long", "All of them: minutes, and gigabytes", Effort::Long),
    ])
}
