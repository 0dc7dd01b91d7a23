//! The command line: every command, option and help text.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use courser::board::{Board, Leaper, MoveOrder};
use courser::engine::cycle::Schedule;
use courser::solve::warnsdorff::Rule;

/// Knight's tours on the graphics card and on the CPU.
#[derive(Debug, Parser)]
#[command(
    name = "courser",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = "Try first:\n  courser tour 8x8\n  courser tour 8x8 --start e6 -o tour.png"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Say nothing on stderr but errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,

    /// Whether to colour messages
    ///
    /// `auto` colours on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
}

/// When messages are coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find a tour
    ///
    /// A knight visits every square of the board once. Any board that has a tour gets one, and the
    /// tour is checked before it is printed or written; for one that has none the reason is told, with exit code 1.
    #[command(after_help = TOUR_EXAMPLES)]
    Tour(TourArgs),

    /// Judge a tour: open, closed, or its first flaw
    ///
    /// Reads every format that `tour` writes and tells which it is by its content. Prints
    /// `open tour` or `closed tour`, or the first flaw and exits with 1.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),

    /// List the graphics adapters, their limits, and what --device auto takes
    #[command(after_help = DEVICES_EXAMPLES)]
    Devices(DevicesArgs),
}

const TOUR_EXAMPLES: &str = "\
Examples:
  courser tour 8x8                                    a tour of the chessboard, as a grid of visit numbers
  courser tour 30x40 --closed -o tour.png             a closed tour of any board that has one, as a picture
  courser tour 8x8 --start a1 --end h7                from a square to a square
  courser tour 8x8 --start 2,4 --method cycle         the tour of \"Knight's Tour in Cg\" (2007)
  courser tour 8x8 --start d4 --rule bottom --partial a greedy rule that gets stuck, as far as it came
  courser tour 30x30 --rule random --tries 10000      the first of many knights that gets through
  courser tour 200x200 --closed --organic --seed 7    a closed tour that looks grown, not woven
  courser tour 30000x30000 --closed --format none     a billion squares, numbered and proven in a stream
  courser tour --board holes.txt --leaper zebra       a board with holes, another piece";

const CHECK_EXAMPLES: &str = "\
Examples:
  courser tour 8x8 --start e6 | courser check -       is that a tour?
  courser check tour.csv --closed                     and does it close?
  courser check list.moves --size 8x8                 a list of squares does not tell the board's size";

const DEVICES_EXAMPLES: &str = "\
Examples:
  courser devices
  WGPU_BACKEND=gl courser devices --json";

/// Where the run takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DeviceChoice {
    /// A real graphics card if there is one, else the CPU
    Auto,
    /// A graphics adapter, be it a software one
    Gpu,
    /// The CPU
    Cpu,
}

/// What a tour is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Visit numbers, a row a line
    Grid,
    /// Squares on one line, as in `a1 c2 …`
    Moves,
    /// Board, kind, method, device, timing and squares
    Json,
    /// `visit,row,col,square`, a visit a line
    Csv,
    /// A NumPy array of visit numbers
    Npy,
    /// A TSPLIB tour, nodes numbered from 1 row by row
    Tsplib,
    /// A picture
    Png,
    /// Nothing but a line that says what was found
    None,
}

#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// The board: rows x columns, or one number for a square one
    #[arg(value_name = "BOARD", required_unless_present_any = ["board", "chain"])]
    pub(crate) size: Option<Board>,

    /// A board with holes: a text, or a picture whose light pixels are squares
    ///
    /// A text has a line a row, `.` or `1` for a square, `#` or `0` for a hole, `N` for the start.
    /// A PNG has one pixel a square, or is scaled to BOARD.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Of a picture, take the dark pixels for squares
    #[arg(long, requires = "board")]
    pub(crate) invert: bool,

    /// The piece: R,S for one that jumps R one way and S the other, or knight, camel, zebra, giraffe
    #[arg(long, value_name = "R,S", default_value = "1,2", hide_default_value = true)]
    pub(crate) leaper: Leaper,
}

#[derive(Debug, Args)]
pub(crate) struct TourArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// Where the tour starts, as e6 or as row,col from 0 [default: where it likes, or N of --board]
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// Where the tour ends
    #[arg(long, value_name = "SQ")]
    pub(crate) end: Option<String>,

    /// A closed tour: its last square a move away from its first
    #[arg(long)]
    pub(crate) closed: bool,

    /// The algorithm
    #[arg(long, value_enum, default_value_t = Method::Auto, conflicts_with_all = ["organic", "chain"])]
    pub(crate) method: Method,

    /// How `warnsdorff` picks the next square: warnsdorff, pohl, roth, random, squirrel-cull, bottom, center
    ///
    /// To name a rule is to choose the method `warnsdorff`, which gets stuck where its rule does.
    #[arg(long, value_name = "RULE", conflicts_with_all = ["organic", "chain"])]
    pub(crate) rule: Option<Rule>,

    /// Let N knights ride by the rule, at once on a card, and take the first that gets through (or closes, with --closed)
    ///
    /// They start on --start, or on all squares in turn; the dice of the rule `random` fall anew for each.
    #[arg(long, value_name = "N", conflicts_with_all = ["organic", "chain"], value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tries: Option<u32>,

    /// The order in which neighbours are looked at: slides (the default), clockwise, lexicographic, or eight codes
    ///
    /// The codes 1 to 8 are the moves (rows down, columns right) (2,1) (2,-1) (-2,1) (-2,-1)
    /// (1,2) (1,-2) (-1,2) (-1,-2).
    #[arg(long, value_name = "ORDER")]
    pub(crate) order: Option<MoveOrder>,

    /// Another tour for another number, by any method
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// A tour that looks grown, not woven of tiles
    #[arg(long, conflicts_with = "chain")]
    pub(crate) organic: bool,

    /// Tour the regions that FILE lists one after another, each from its entry to its exit
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "end"])]
    pub(crate) chain: Option<PathBuf>,

    /// Give up the exact search after this time, as in 60s or 5min (exit code 1)
    #[arg(long, value_name = "TIME")]
    pub(crate) limit: Option<humantime::Duration>,

    /// How the cycle's passes are laid over the board; the tour is the same
    ///
    /// `whole`: three passes a move over the whole board, as in the slides. `near`: over the squares that the
    /// move can change. `resident` (the default): many moves in one dispatch.
    #[arg(long, value_name = "SCHEDULE")]
    pub(crate) schedule: Option<Schedule>,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Compare every state of the cycle with the CPU reference, pass by pass, and stop at the first difference
    #[arg(long)]
    pub(crate) verify_cpu: bool,

    /// If a rule gets stuck, write the path as far as it came (the exit code stays 1)
    #[arg(long)]
    pub(crate) partial: bool,

    /// A PNG as a heat map of visit numbers, with N x N squares a pixel
    ///
    /// Boards that are too large for a line are heat maps anyway, and scaled to a picture of bearable size.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) scale: Option<u32>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DeviceArgs {
    /// Where to run
    #[arg(long, value_enum, default_value_t = DeviceChoice::Auto)]
    pub(crate) device: DeviceChoice,

    /// Which adapter: a part of its name, or #INDEX as in `courser devices`
    #[arg(long, value_name = "NAME|#INDEX")]
    pub(crate) adapter: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to FILE, in the format of its extension; `-` is stdout
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The format, whatever the file's extension
    #[arg(long, value_enum)]
    pub(crate) format: Option<OutputFormat>,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// How a tour is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// What is right for the board: an answer for every board
    Auto,
    /// The decision cycle with Warnsdorff's rule: rank, decide, pull
    Cycle,
    /// A rule from square to square, on the CPU
    Warnsdorff,
    /// Exact search: it finds a tour or proves that there is none, and may take for ever
    Search,
    /// Tiles: every square finds its own place
    Mosaic,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The file with the tour; `-` is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The board's size, where the file does not tell it
    #[arg(long, value_name = "BOARD", conflicts_with = "board")]
    pub(crate) size: Option<Board>,

    /// The board with its holes, where the file does not tell them
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Of a picture given with --board, take the dark pixels for squares
    #[arg(long, requires = "board")]
    pub(crate) invert: bool,

    /// The piece, where the file does not tell it
    #[arg(long, value_name = "R,S")]
    pub(crate) leaper: Option<Leaper>,

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

#[derive(Debug, Args)]
pub(crate) struct DevicesArgs {
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_option_has_a_help_text_and_every_command_examples() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            assert!(command.get_about().is_some(), "{name} says nothing of itself");
            let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(examples.matches("courser ").count() >= 2, "{name} has fewer than two examples");
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{name} {} says nothing of itself", argument.get_id());
            }
        }
    }
}
