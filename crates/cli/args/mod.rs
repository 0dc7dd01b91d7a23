//! The command line: the commands, and the options that several of them share. A file a command
//! holds its own options and examples.

mod check;
mod count;
mod devices;
mod tour;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use courser::board::{Board, Leaper};

pub(crate) use self::check::CheckArgs;
pub(crate) use self::count::{CountArgs, Effort};
pub(crate) use self::devices::DevicesArgs;
pub(crate) use self::tour::{Method, TourArgs};

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
    #[command(after_help = tour::EXAMPLES)]
    Tour(TourArgs),

    /// Judge a tour: open, closed, or its first flaw
    ///
    /// Reads every format that `tour` writes and tells which it is by its content. Prints
    /// `open tour` or `closed tour`, or the first flaw and exits with 1.
    #[command(after_help = check::EXAMPLES)]
    Check(CheckArgs),

    /// Count the tours of a board, exactly
    ///
    /// Closed tours, unless others are asked for. A tour and its reverse are one, unless --directed tells them apart.
    /// Prints the number in digits on one line; that there is none is a number, too: 0.
    #[command(after_help = count::EXAMPLES)]
    Count(CountArgs),

    /// List the graphics adapters, their limits, and what --device auto takes
    #[command(after_help = devices::EXAMPLES)]
    Devices(DevicesArgs),
}

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
