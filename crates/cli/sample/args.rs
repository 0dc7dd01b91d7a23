//! Options of `courser sample` and `courser sample stats`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use courser::Content;
use courser::count::BigUint;

use crate::args::picture::{ShowArgs, StyleArgs};
use crate::args::{BoardArgs, OutputArgs, ToursArgs, formats};

const EXAMPLES: &str = "\
Examples:
  courser sample 8x8 --seed 7                         a closed tour, sampled uniformly
  courser sample 8x8 --number 1234567890123           the tour with this number
  courser sample 5x5 --open --start a1                an open tour from a corner
  courser sample 6x6 -n 1000 -o tours.npy             1,000 tours in an array
  courser sample 8x8 -n 12 -o sheet.png               12 tours side by side
  courser sample 8x8 --layers layers                  the second run takes seconds
  courser sample 6x6 --puzzle --seed 7                a puzzle: visit numbers with a unique tour
  courser sample stats 6x6                            means and errors of 10000 tours";

/// Sample tours of a board uniformly, or print one by its number
///
/// Every tour of the board is equally likely. Samples closed tours, unless --open, --start or --end selects open ones.
/// Tours are numbered from 0 to one less than the result of `courser count`; `courser check --number` prints the number
/// of a tour.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true)]
#[command(mut_arg("format", formats(Content::Tour)))]
pub(crate) struct SampleArgs {
    #[command(subcommand)]
    pub(crate) command: Option<SampleCommand>,

    #[command(flatten)]
    pub(crate) board: BoardArgs,

    #[command(flatten)]
    pub(crate) tours: ToursArgs,

    /// Print the tour with this number
    ///
    /// Numbers are from 0 to one less than the result of `courser count`.
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, groups = ["choice", "amount"])]
    pub(crate) number: Option<BigUint>,

    /// Sample N tours, as lines of moves, an array or a sheet
    ///
    /// A .npy file contains an array of shape (N, rows, columns). A .png or .svg file contains a sheet.
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "amount")]
    pub(crate) samples: Option<u64>,

    /// Generate a partly numbered board with a unique solution, as text for `tour --board` and `count --board`
    ///
    /// The solution is the only open tour with these numbers or, with --closed, the only closed one.
    #[arg(hide_short_help = true, long, conflicts_with_all = ["number", "samples", "layers", "show", "with", "without", "json"])]
    pub(crate) puzzle: bool,

    /// Seed of the random choices
    #[arg(long, value_name = "N", allow_negative_numbers = true, group = "choice")]
    pub(crate) seed: Option<u64>,

    /// Store the layers of the count in FILE, or read them from FILE, to sample or number tours
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    pub(crate) layers: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) show: ShowArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) picture: StyleArgs,
}

/// Parses an integer of any size.
fn whole(text: &str) -> Result<BigUint, String> {
    text.parse().map_err(|_| "a whole number is expected, as in 4".into())
}

#[derive(Debug, Subcommand)]
pub(crate) enum SampleCommand {
    Stats(StatsArgs),
}

const STATS_EXAMPLES: &str = "\
Examples:
  courser sample stats 6x6                            means of closed tours, and their errors
  courser sample stats 5x5 --open --histogram turns   the distribution of the number of turns
  courser sample stats 6x6 --histogram crossings -o crossings.svg
  courser sample stats 6x6 -o stats.csv               all histograms as one table
  courser sample stats 6x6 -o stats.png               all histograms as plots on one sheet
  courser sample stats 6x6 --exact                    the same means, exact";

/// Measure uniformly sampled tours
///
/// For each measure (turns, crossings, angles, moves in each direction, the longest straight run, wedges, the area of a
/// closed tour, symmetry), prints the mean, its standard error, the minimum, the maximum, and a histogram.
#[derive(Debug, Args)]
#[command(after_long_help = STATS_EXAMPLES)]
#[command(mut_arg("format", formats(Content::Statistics)))]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// Number of sampled tours
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) samples: u64,

    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Print the exact means over all tours, not over a sample
    ///
    /// Counts pairs of moves in all tours, which gives the means of turns, angles and crossings.
    #[arg(long, conflicts_with_all = ["samples", "seed", "histogram", "layers"])]
    pub(crate) exact: bool,

    #[command(flatten)]
    pub(crate) tours: ToursArgs,

    /// The measure to print or plot, for example turns or angle 90
    ///
    /// By default, a .svg or .png file shows the histograms of all measures.
    #[arg(long, value_name = "MEASURE")]
    pub(crate) histogram: Option<String>,

    /// Store the layers of the count in FILE, or read them from FILE
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    pub(crate) layers: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
