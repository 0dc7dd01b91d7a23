//! Options of `courser count`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand, ValueEnum};
use courser::Content;
use courser::board::{Leaper, Shard, Symmetry};
use courser::count::known::Effort;
use courser::survey::Boards;

use crate::args::{HolesArgs, OutputArgs, ToursArgs, formats, one_named};

const EXAMPLES: &str = "\
Examples:
  courser count 8x8                                 closed tours of the chessboard: 13267364410532
  courser count 6x6 --open --directed               open tours, in both directions: 6637920
  courser count 6x6 --start a1                      open tours from a corner: 524486
  courser count 5x6 --start a1 --end c3             from a square to a square
  courser count 6x6 --up-to-symmetry                up to rotation and reflection: 1245
  courser count 8x8 --symmetry half-turn            tours that a half turn keeps: 2432932
  courser count 6x1..=20 --closed                   a row for each of 20 boards, in one sweep
  courser count 6x1..=20 --closed -o counts.png     the same as a logarithmic plot
  courser count 5x6 --closed --list                 the tours themselves, one per line
  courser count 8x8 --closed --with d4-e6,c2-e1     tours that use these moves
  courser count 6x6 --given a1=1,f6=17,c3=35        tours with these visit numbers
  courser count 6x6 --closed --by move -o moves.svg  moves as thick as they are used
  courser count 8x10 --disk kept                    with layers on a disk: it can be stopped
  courser count 8x10 --shard 3/16 -o part3.json     the share of one of 16 machines
  courser count merge part*.json                    the number, by all of them
  courser count known minute                        published numbers, recounted";

/// Count the tours of a board, exactly
///
/// Closed tours, unless --open, --start or --end selects open ones. A tour and its reverse are one, unless --directed
/// distinguishes them. Prints the number in digits on one line; that there is none is a number, too: 0.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(mut_arg("format", formats(Content::Count)))]
pub(crate) struct CountArgs {
    #[command(subcommand)]
    pub(crate) command: Option<CountCommand>,

    /// The board, as in 8x8, or many, as in 6x1..=20
    ///
    /// Rows x columns, or one number for a square one. Many: 6x1..=20, 3..=30x4 or 5,6,8x8.
    /// Boards that agree in one side and are narrow are counted in one sweep along the other, a row for each.
    /// A .svg or .png file plots them.
    #[arg(value_name = "BOARD")]
    pub(crate) size: Option<Boards>,

    #[command(flatten)]
    pub(crate) holes: HolesArgs,

    /// The piece: R,S for one that jumps R one way and S the other, or knight, camel, zebra, giraffe
    #[arg(hide_short_help = true, long, value_name = "R,S", default_value = "1,2", hide_default_value = true)]
    pub(crate) leaper: Leaper,

    #[command(flatten)]
    pub(crate) tours: ToursArgs,

    /// Count the tours with these visit numbers, as in a1=1,c2=7; open ones, or with --closed closed ones
    ///
    /// A text of --board can have visit numbers as well: `.` is a square without one, `#` a hole, and blanks separate them.
    #[arg(hide_short_help = true, long, value_name = "SQ=N", value_delimiter = ',')]
    pub(crate) given: Vec<String>,

    /// Count a tour and its reverse as two
    ///
    /// Without it they are one. Tours from a given start, or between two given squares, have one direction:
    /// their number is the same either way.
    #[arg(hide_short_help = true, long)]
    pub(crate) directed: bool,

    /// Count tours up to rotations and reflections of the board
    #[arg(long, group = "question")]
    pub(crate) up_to_symmetry: bool,

    /// Count the closed tours that this turn or reflection of the board maps onto themselves: half-turn, quarter-turn or mirror
    #[arg(hide_short_help = true, long, value_name = "KIND", value_parser = crate::args::symmetry(), group = "question")]
    pub(crate) symmetry: Option<Symmetry>,

    /// Count the tours by what they use: each move, or each number of moves of a direction
    ///
    /// `move`: for each move the number of tours that use it; a .svg or .png file shows the moves as thick as they are
    /// used. `slope`: for each direction of moves the number of tours that use 0, 1, 2 … of them.
    #[arg(hide_short_help = true, long, value_enum, value_name = "WHAT", group = "question")]
    pub(crate) by: Option<By>,

    /// List the tours of a small board, one per line
    ///
    /// By plain backtracking.
    /// As text or, with --format csv, as a table `tour,squares`.
    #[arg(long, group = "question")]
    pub(crate) list: bool,

    /// Count shard I of N, from 0 to N-1
    ///
    /// `count merge` puts the parts together.
    ///
    /// The part is JSON. A killed shard leaves no part, and the same command counts it again; a part that is there is not
    /// counted again. Both halves of the board lie beside the part for the other shards, in a folder of this count.
    #[arg(long, value_name = "I/N", group = "question")]
    pub(crate) shard: Option<Shard>,

    /// Read the halves of the board from DIR, or write them there for the other shards
    ///
    /// A folder on storage that all machines share serves one count. The first shard that comes makes the halves, and the
    /// others wait for them.
    #[arg(hide_short_help = true, long, value_name = "DIR", requires = "shard", group = "place")]
    pub(crate) layers: Option<PathBuf>,

    /// Count with all layers in files in DIR, not in memory; the same command goes on from the last whole layer
    ///
    /// The disk takes two layers, memory a small part of them. What is needed is estimated before the count begins. The
    /// files are deleted at the end; those of a --shard stay for the other shards, as with --layers.
    #[arg(hide_short_help = true, long, value_name = "DIR", group = "place", conflicts_with_all = ["list", "symmetry", "up_to_symmetry", "by"])]
    pub(crate) disk: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CountCommand {
    /// Put the shards of a count together: prints the number
    ///
    /// A part that is damaged, of another count or version, missing or there twice is refused.
    #[command(
        after_long_help = "Examples:\n  courser count merge part0.json part1.json\n  courser count merge parts/*.json --json"
    )]
    Merge(MergeArgs),
    Known(KnownArgs),
}

/// Recount the published numbers, and compare
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:\n  courser count known quick\n  courser count known minute")]
pub(crate) struct KnownArgs {
    /// The time that each of them may take
    #[arg(value_name = "EFFORT", value_parser = effort())]
    pub(crate) effort: Effort,
}

#[derive(Debug, Args)]
#[command(mut_arg("format", formats(Content::Count)))]
pub(crate) struct MergeArgs {
    /// The parts, all of them, in any order
    #[arg(value_name = "PART", required = true)]
    pub(crate) parts: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The classes that `--by` counts tours in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// The moves that they use
    Move,
    /// The number of moves of each direction
    Slope,
}

/// Parses the maximum time for the recount of a published number.
fn effort() -> impl TypedValueParser<Value = Effort> {
    one_named([
        ("quick", "Less than a second each", Effort::Quick),
        ("minute", "Up to a minute each", Effort::Minute),
        ("long", "All of them: minutes, and gigabytes", Effort::Long),
    ])
}
