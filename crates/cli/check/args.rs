//! Options of `courser check`.

use std::path::PathBuf;

use clap::Args;

use crate::args::TourFileArgs;

const EXAMPLES: &str = "\
Examples:
  courser tour 8x8 --start e6 | courser check -       check a tour
  courser check tour.csv --closed                     check that it is closed
  courser check list.moves --size 8x8                 a list of squares without the board's size
  courser check tour.npy --measure                    turns, crossings and other measures
  courser check tour.txt --number                     its number among all tours of its board";

/// Check whether a tour is open, closed or invalid
///
/// Reads every format that `tour` writes, and recognises the format by the content. Prints `open tour` or `closed tour`
/// if the tour is valid. Otherwise prints the first violation and exits with 1.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,

    /// The format, regardless of the content
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<courser::board::format::Format>,

    /// Accept closed tours only
    #[arg(long, group = "kind")]
    pub(crate) closed: bool,

    /// Print measures of the tour: turns, crossings, angles, directions, the longest straight run, area, sums and
    /// symmetry
    ///
    /// A turn is a square where the direction changes; a crossing is a pair of moves that intersect. Each of these
    /// counts is followed by its ratio to the side of the board, or to the mean of both sides. Angles are in degrees. A
    /// direction is two numbers: columns to the right, and rows up. The area of a closed tour is in squares; areas
    /// enclosed clockwise and areas enclosed anticlockwise are subtracted from each other. A tour is semi-magic if all
    /// rows and columns have the same sum, and magic if both diagonals of a square board have it as well. Symmetry is
    /// reported for tours that fit into memory.
    #[arg(long)]
    pub(crate) measure: bool,

    /// Print the number of the tour, as accepted by `courser sample --number`
    ///
    /// A closed tour is numbered among the closed tours of its board, any other among the open ones.
    #[arg(hide_short_help = true, long)]
    pub(crate) number: bool,

    /// With --number, treat a closed tour as an open one
    #[arg(hide_short_help = true, long, requires = "number", group = "kind")]
    pub(crate) open: bool,

    /// With --number, store the layers of the count in FILE, or read them from FILE
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "number")]
    pub(crate) layers: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
