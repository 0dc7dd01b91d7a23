//! `courser census`: its options.

use std::path::PathBuf;

use clap::Args;
use courser::Content;

use super::{BoardArgs, OutputArgs, ToursArgs, formats};

pub(super) const EXAMPLES: &str = "\
Examples:
  courser census 6x6 --samples 10000                         means of closed tours, and their errors
  courser census 5x5 --open --samples 1000 --histogram turns how many tours have how many turns
  courser census 6x6 --samples 10000 --histogram crossings -o crossings.svg
  courser census 6x6 --samples 10000 -o census.csv           all histograms as one table
  courser census 6x6 --samples 10000 -o census.png           all of them as plots on a sheet
  courser census 6x6 --exact                                 the same means, exact";

#[derive(Debug, Args)]
#[command(mut_arg("format", formats(Content::Statistics)))]
pub(crate) struct CensusArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// The number of tours that are drawn, each of all tours equally likely
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) samples: u64,

    /// Another number draws other tours
    #[arg(long, value_name = "N", default_value_t)]
    pub(crate) seed: u64,

    /// Count pairs of moves in all tours instead: the exact means of turns, angles and crossings
    #[arg(long, conflicts_with_all = ["samples", "seed", "histogram", "layers"])]
    pub(crate) exact: bool,

    #[command(flatten)]
    pub(crate) tours: ToursArgs,

    /// The measure whose histogram is printed or plotted, as in turns or angle 90
    ///
    /// Without it a .svg or .png file shows the histograms of all measures.
    #[arg(long, value_name = "MEASURE")]
    pub(crate) histogram: Option<String>,

    /// Keep the layers of the board in FILE, or read them from there
    #[arg(long, value_name = "FILE")]
    pub(crate) layers: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
