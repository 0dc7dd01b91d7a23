//! Options of `courser check`.

use std::path::PathBuf;

use clap::Args;

use crate::args::TourFileArgs;

const EXAMPLES: &str = "\
Examples:
  courser tour 8x8 --start e6 | courser check -       is that a tour?
  courser check tour.csv --closed                     and does it close?
  courser check list.moves --size 8x8                 a list of squares says no size
  courser check tour.npy --measure                    how many turns and crossings?
  courser check tour.txt --number                     which of all tours of its board is it?";

/// Judge a tour: open, closed, or its first flaw
///
/// Reads every format that `tour` writes and says which it is by its content. Prints
/// `open tour` or `closed tour`, or the first flaw and exits with 1.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,

    /// The format, whatever the content looks like
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<courser::board::format::Format>,

    /// Accept closed tours only
    #[arg(long, group = "kind")]
    pub(crate) closed: bool,

    /// Measure the tour: turns, crossings, angles, directions, the longest straight run, area, sums and symmetry
    ///
    /// A turn is a square where the direction changes, a crossing a pair of moves that cross. Beside each of these counts
    /// is its ratio to the side of the board, the mean of both on a rectangle. Angles are in degrees; moves have
    /// directions, columns to the right and rows up. The area of a closed tour is in squares; parts that the tour goes
    /// around in the other direction are subtracted. Sums are semi-magic if all rows have the same and all columns, and magic
    /// if both diagonals of a square board have it as well. Symmetry is told of tours that fit into memory.
    #[arg(long)]
    pub(crate) measure: bool,

    /// Tell the number that `courser sample --number` has for the tour, among all of its board
    ///
    /// A closed tour is numbered among the closed ones, any other among the open ones.
    #[arg(hide_short_help = true, long)]
    pub(crate) number: bool,

    /// With --number, number closed tours among the open ones, too
    #[arg(hide_short_help = true, long, requires = "number", group = "kind")]
    pub(crate) open: bool,

    /// With --number, keep the layers of the board in FILE, or read them from there
    #[arg(hide_short_help = true, long, value_name = "FILE", requires = "number")]
    pub(crate) layers: Option<PathBuf>,

    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}
