//! `courser queens`: its options.

use clap::{Args, ValueEnum};
use courser::view::Palette;

use super::{DeviceArgs, OutputArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  courser queens 8                                    one placement, as `a2 b4 …`
  courser queens 8 --all                              all 92, one a line
  courser queens 8 --fundamental                      the 12 that no turn or mirror makes equal
  courser queens 16 --count                           how many there are
  courser queens 8 --search-space                     the funnel of \"Eight Queens in SQL\"
  courser queens 12 --palette dark -o queens.png      a picture";

#[derive(Debug, Args)]
pub(crate) struct QueensArgs {
    /// How many queens, and the side of the board
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PLACED)))]
    pub(crate) n: u32,

    /// Every placement, one a line, by rising ranks from the first file on (N to 32)
    #[arg(long)]
    pub(crate) all: bool,

    /// Of the placements that turning and mirroring make of each other, the first only
    #[arg(long)]
    pub(crate) fundamental: bool,

    /// The number of placements, and not the placements (N to 32; 18 takes one core a minute and a half)
    #[arg(long)]
    pub(crate) count: bool,

    /// Count below every prefix on the CPU as well, and compare
    #[arg(long, requires = "count", conflicts_with = "fundamental")]
    pub(crate) verify_cpu: bool,

    /// The article's five reductions of the search space, with their numbers for N (N to 10,000)
    ///
    /// "Eight Queens in SQL [4]" prints 5,424 for the last of them; it is 5,242.
    #[arg(long, conflicts_with_all = ["all", "fundamental", "count"])]
    pub(crate) search_space: bool,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Of a picture, the colours: light, dark, cividis, ember or paper [default: light]
    #[arg(long, value_name = "NAME")]
    pub(crate) palette: Option<Palette>,

    #[command(flatten)]
    pub(crate) output: OutputArgs<QueensFormat>,
}

/// The most queens that are placed: a line of some 200 MB.
const MOST_PLACED: u32 = 1 << 24;

/// What queens are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum QueensFormat {
    /// Squares, numbers, tables
    Text,
    /// Squares as [row, col], numbers as strings
    Json,
    /// A picture of one placement, of pixels
    Png,
    /// The same of lines
    Svg,
}
