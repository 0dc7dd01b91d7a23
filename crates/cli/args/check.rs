//! `courser check`: its options.

use clap::Args;

use super::TourFileArgs;

pub(super) const EXAMPLES: &str = "\
Examples:
  courser tour 8x8 --start e6 | courser check -       is that a tour?
  courser check tour.csv --closed                     and does it close?
  courser check list.moves --size 8x8                 a list of squares says no size";

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,

    /// The format, whatever the content looks like
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<courser::board::format::Format>,

    /// Accept closed tours only
    #[arg(long)]
    pub(crate) closed: bool,

    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}
