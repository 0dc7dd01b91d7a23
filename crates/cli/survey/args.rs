//! Options of `courser survey` and of its commands `merge` and `plot`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use courser::board::{Leaper, MoveOrder, Shard};
use courser::solve::warnsdorff::Rule;
use courser::survey::{Boards, Seeds, Starts};

use crate::args::DeviceArgs;

const EXAMPLES: &str = "\
Examples:
  courser survey 5..=100 -o rules.csv -o rules.png      five rules on 96 boards: data and a plot
  courser survey 5..=50 --rules random --seeds 0..=9 --tries 100
                                                        1,000 random walks per start
  courser survey 5..=100 --rules warnsdorff --orders lexicographic --start 0,0
                                                        where a knight from the corner gets stuck
  courser survey 5..=500 --shard $SLURM_ARRAY_TASK_ID/8 -o part$SLURM_ARRAY_TASK_ID.csv
                                                        the share of one of eight machines
  courser survey merge part*.csv -o whole.csv           all shares combined
  courser survey plot whole.csv --closed -o closed.svg  how many of the tours close";

/// Measure the success rate of rules
///
/// Runs every combination of boards, rules, orders and seeds, and writes CSV and plots. Many knights walk on each
/// board, from starts spread over it. Each CSV row contains the number of knights that completed a tour. The result is
/// the same on every device. An interrupted survey continues if it is started again with the same -o FILE.csv.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct SurveyArgs {
    #[command(subcommand)]
    pub(crate) command: Option<SurveyCommand>,

    /// The boards: 8, 6x10, 5..=100, 10..=100:10, 3x4..=40, or a list with commas
    #[arg(value_name = "BOARDS", required = true)]
    pub(crate) boards: Option<Boards>,

    /// The rules
    #[arg(
        long,
        value_name = "RULE,…",
        value_delimiter = ',',
        default_value = "warnsdorff,pohl,roth,random,squirrel-cull"
    )]
    pub(crate) rules: Vec<Rule>,

    /// The move orders, each `slides`, `clockwise`, `lexicographic` or eight codes
    #[arg(hide_short_help = true, long, value_name = "ORDER,…", value_delimiter = ',', default_value = "slides")]
    pub(crate) orders: Vec<MoveOrder>,

    /// The seeds: numbers and ranges, for example 0,7 or 0..=9
    #[arg(hide_short_help = true, long, value_name = "SEED,…", default_value = "0")]
    pub(crate) seeds: Seeds,

    /// Number of starts per board, spread over the board, or `all`
    ///
    /// On a board with an odd number of squares, only squares of the corners' colour are used, since no tour starts on
    /// the other colour. `squirrel-cull` starts only on its corner, 0,0.
    #[arg(hide_short_help = true, long, value_name = "N|all", default_value = "256", value_parser = spread, group = "squares")]
    pub(crate) starts: Starts,

    /// A start, as e6 or as row,col counted from 0; may be repeated
    #[arg(hide_short_help = true, long, value_name = "SQ", group = "squares")]
    pub(crate) start: Vec<String>,

    /// Write a row for each start
    #[arg(hide_short_help = true, long)]
    pub(crate) by_start: bool,

    /// Knights per start; they differ in their random bits, which only `random` uses
    #[arg(hide_short_help = true, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tries: u32,

    /// The piece: R,S for a leap of R squares along one axis and S along the other, or knight, camel, zebra, giraffe
    #[arg(hide_short_help = true, long, value_name = "R,S", default_value = "1,2", hide_default_value = true)]
    pub(crate) leaper: Leaper,

    /// Compute shard I of N (I is 0 to N-1): every N-th row, beginning with row I
    #[arg(hide_short_help = true, long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Write to FILE.csv, which a later run continues, or plot to FILE.png or .svg; may be repeated
    ///
    /// By default, the rows are written to stdout.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SurveyCommand {
    /// Combine the shards of a survey
    ///
    /// The result has the same bytes as the file that a single machine would write.
    #[command(
        after_long_help = "Examples:\n  courser survey merge part0.csv part1.csv -o whole.csv\n  courser survey merge part*.csv | head"
    )]
    Merge(SurveyMergeArgs),

    /// Plot the share of knights that completed a tour, by board size, one line per rule
    #[command(
        after_long_help = "Examples:\n  courser survey plot rules.csv -o rules.png\n  courser survey plot rules.csv --closed -o closed.svg"
    )]
    Plot(PlotArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SurveyMergeArgs {
    /// All shards, in any order
    #[arg(value_name = "FILE", required = true)]
    pub(crate) parts: Vec<PathBuf>,

    /// Write to FILE; `-` is stdout
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PlotArgs {
    /// The survey, complete or not; `-` is stdin
    #[arg(value_name = "FILE")]
    pub(crate) survey: PathBuf,

    /// Count only closed tours
    #[arg(long)]
    pub(crate) closed: bool,

    /// Write to FILE.png or FILE.svg
    #[arg(long, short, value_name = "FILE", required = true)]
    pub(crate) output: PathBuf,
}

/// Parses a number of starts, or `all`.
fn spread(text: &str) -> Result<Starts, String> {
    text.parse()
        .ok()
        .filter(|starts| !matches!(starts, Starts::Named(_)))
        .ok_or_else(|| "a number of squares from 1 on, or all, as in 16".into())
}
