//! Options of `courser draw`.

use std::path::PathBuf;

use clap::Args;
use courser::{Content, FileFormat};

use crate::args::picture::StyleArgs;
use crate::args::{TourFileArgs, formats};

const EXAMPLES: &str = "\
Examples:
  courser draw tour.csv -o tour.png                   a tour from courser or another program
  courser tour 8x8 | courser draw - -o tour.svg       the same through a pipe
  courser draw tour.txt -o tour.gif --speed 6         the knight on its way, six moves per second
  courser draw tour.txt --format y4m | ffmpeg -i - tour.mp4
  courser draw tour.csv --show                        in the terminal
  courser draw tour.npy --style heat --palette cividis -o tour.png
  courser draw list.moves --size 8x8 --pick 3 --curve -o third.png
  courser draw list.moves --size 8x8 --sheet 3x4 -o sheet.png  the first twelve side by side";

/// Draw a tour file as a picture or an animation
///
/// Reads every format that `tour` writes, and writes PNG, SVG, GIF, APNG or raw video (y4m). A path that does not visit
/// every square is drawn as it is; a path with an invalid move is rejected.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[command(mut_arg("format", formats(Content::Picture)))]
#[command(mut_args(|argument| match argument.get_id().as_str() {
    "style" | "palette" | "square" => argument.hide_short_help(false),
    _ => argument,
}))]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,

    /// The format of the tour file [default: detected from its content]
    #[arg(hide_short_help = true, long, value_name = "FORMAT")]
    pub(crate) input_format: Option<courser::board::format::Format>,

    /// The index, counted from 1, of the tour in a file with several tours
    #[arg(hide_short_help = true, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), group = "several")]
    pub(crate) pick: u32,

    /// Draw the first tours of the file in a grid of this many rows and columns, as one PNG or SVG
    #[arg(hide_short_help = true, long, value_name = "ROWSxCOLS", value_parser = crate::args::region, group = "several")]
    pub(crate) sheet: Option<(u32, u32)>,

    /// Draw the tour in the terminal, as `tour --show` does
    #[arg(hide_short_help = true, long, conflicts_with = "sheet")]
    pub(crate) show: bool,

    /// Write to FILE, in the format of its extension; `-` is stdout
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The format, regardless of the file's extension [default: png]
    #[arg(hide_short_help = true, long)]
    pub(crate) format: Option<FileFormat>,

    #[command(flatten)]
    pub(crate) style: StyleArgs,
}
