//! The command line: the commands, and the options that several of them share. One file per command
//! holds its own options and examples.

pub(crate) mod bench;
pub(crate) mod brief;
pub(crate) mod census;
pub(crate) mod check;
pub(crate) mod count;
pub(crate) mod devices;
pub(crate) mod draw;
pub(crate) mod graph;
pub(crate) mod hunt;
pub(crate) mod picture;
pub(crate) mod queens;
pub(crate) mod rules;
pub(crate) mod shell;
pub(crate) mod survey;
pub(crate) mod tour;
pub(crate) mod watch;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ColorChoice, Parser, Subcommand, ValueEnum};
use courser::board::{Board, Leaper, Symmetry};
use courser::solve::tame::Fewest;
use courser::{Content, DeviceChoice, Format};

use crate::error::{Result, refuse};

/// The version, and the commit where it is known.
pub(crate) const VERSION: &str = match env!("COURSER_COMMIT").is_empty() {
    true => env!("CARGO_PKG_VERSION"),
    false => concat!(env!("CARGO_PKG_VERSION"), " (", env!("COURSER_COMMIT"), ")"),
};

/// The options of every command are apart from those of the command.
const EVERYWHERE: &str = "Options of every command";

/// No line of help is longer.
const WIDTH: usize = 100;

/// Knight's tours on the GPU and on the CPU.
#[derive(Debug, Parser)]
#[command(
    name = "courser",
    version = VERSION,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = WIDTH,
    after_help = "Try first:\n  courser tour 8x8\n  courser tour 8x8 --start e6 -o tour.png"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Say nothing on stderr but errors
    #[arg(long, short, global = true, help_heading = EVERYWHERE)]
    pub(crate) quiet: bool,

    /// Colour messages
    ///
    /// `auto` colours on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, help_heading = EVERYWHERE, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(crate) color: ColorChoice,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find a tour
    ///
    /// A knight visits every square of the board once. Any board that has a tour gets one, and the
    /// tour is checked before it is printed or written; where there is none the reason is given, with exit code 1.
    #[command(after_help = tour::EXAMPLES)]
    Tour(Box<tour::TourArgs>),

    /// Judge a tour: open, closed, or its first flaw
    ///
    /// Reads every format that `tour` writes and says which it is by its content. Prints
    /// `open tour` or `closed tour`, or the first flaw and exits with 1.
    #[command(after_help = check::EXAMPLES)]
    Check(check::CheckArgs),

    /// Measure the success rate of rules: boards x rules x orders x seeds, as CSV and as a plot
    ///
    /// Many knights walk on every board, from squares all over it, and a row says how many got through. The
    /// result is the same on every device. Cut off, a survey goes on where it was when it is started
    /// again with the same -o FILE.csv.
    #[command(after_help = survey::EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Survey(survey::SurveyArgs),

    /// Measure: GPU against CPU, methods x devices x boards
    ///
    /// Every case is warmed up, timed in rounds with the others until its spread is known, and every result that
    /// was timed is judged. The first run, in which a driver compiles, is shown apart.
    #[command(after_help = bench::EXAMPLES)]
    Bench(bench::BenchArgs),

    /// Find a shortest path that collects every treasure
    ///
    /// The "Adventure of Knight" on boards of any size. Prints the path and the number of moves. The path is
    /// shortest, and proven to be; a treasure that cannot be reached is named, with exit code 1.
    #[command(after_help = hunt::EXAMPLES)]
    Hunt(hunt::HuntArgs),

    /// Place queens so that none attacks another, list the placements, or count them
    ///
    /// Each file has one queen: a placement is a line of squares. 2 and 3 queens cannot be placed: the exit code is
    /// 1, and their number is 0.
    #[command(after_help = queens::EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Queens(queens::QueensArgs),

    /// Write the board as a graph: a square is a node, a move is an edge
    ///
    /// As CSV and SQL tables, for Graphviz, as GraphML, and as a Hamiltonian cycle problem for TSPLIB solvers.
    #[command(after_help = graph::EXAMPLES)]
    Graph(graph::GraphArgs),

    /// Compare the walks of several rules from one square
    ///
    /// `bottom` and `center` fail on purpose; `warnsdorff`, `pohl` and `roth` differ in how they break ties. Prints
    /// how far each got, how many moves each two share, and where there is room all five grids.
    #[command(after_help = rules::EXAMPLES)]
    Rules(rules::RulesArgs),
    /// Draw a tour file as a picture or an animation
    ///
    /// Reads every format that `tour` writes, and writes PNG, SVG, GIF, APNG or raw video (y4m). A path that does
    /// not visit every square is drawn as far as it goes; one with a wrong move is refused.
    #[command(after_help = draw::EXAMPLES)]
    Draw(draw::DrawArgs),
    /// Watch a tour being made, in a window
    ///
    /// The decision cycle as it runs on the GPU, pass by pass or a million moves per second; a tour from a
    /// file; many knights side by side; a mosaic of millions of squares. In the window `?` shows what the keys do.
    #[command(after_help = watch::EXAMPLES)]
    Watch(watch::WatchArgs),
    /// Count the tours of a board, exactly
    ///
    /// Closed tours, unless others are asked for. A tour and its reverse are one, unless --directed distinguishes them.
    /// Prints the number in digits on one line; that there is none is a number, too: 0.
    #[command(after_help = count::EXAMPLES, args_conflicts_with_subcommands = true)]
    Count(count::CountArgs),

    /// Draw tours of a board uniformly, and measure them
    ///
    /// For each measure (turns, crossings, angles, moves of each direction, the longest straight run, wedges, the area
    /// of a closed tour, symmetry) the mean with its standard error, the least and the greatest value, and a histogram.
    #[command(after_help = census::EXAMPLES)]
    Census(census::CensusArgs),

    /// List the graphics adapters, their limits, and what --device auto takes
    #[command(after_help = devices::EXAMPLES)]
    Devices(devices::DevicesArgs),

    /// Print what a shell needs to complete commands and options
    #[command(after_help = shell::COMPLETIONS_EXAMPLES)]
    Completions(shell::CompletionsArgs),

    /// Print manual pages
    #[command(after_help = shell::MAN_EXAMPLES)]
    Man(shell::ManArgs),
}

/// A file with a tour, and what the file does not say of its board.
#[derive(Debug, Args)]
pub(crate) struct TourFileArgs {
    /// The file with the tour, in any format that `tour` writes, or as a grid or list of another program; `-` is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The board's size, where the file does not say it
    #[arg(long, value_name = "BOARD", conflicts_with = "board")]
    pub(crate) size: Option<Board>,

    /// The board with its holes, where the file does not say them
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Of a picture given with --board, take the dark pixels for squares
    #[arg(long, requires = "board")]
    pub(crate) invert: bool,

    /// The piece, where the file does not say it
    #[arg(long, value_name = "R,S")]
    pub(crate) leaper: Option<Leaper>,
}

/// A board: one is asked for by `input::board`, since some commands have other ways to name one.
#[derive(Debug, Args)]
pub(crate) struct BoardArgs {
    /// The board: rows x columns, or one number for a square one
    #[arg(value_name = "BOARD")]
    pub(crate) size: Option<Board>,

    #[command(flatten)]
    pub(crate) holes: HolesArgs,

    /// The piece: R,S for one that jumps R one way and S the other, or knight, camel, zebra, giraffe
    #[arg(long, value_name = "R,S", default_value = "1,2", hide_default_value = true)]
    pub(crate) leaper: Leaper,
}

/// A board with holes, from a file.
#[derive(Debug, Args)]
pub(crate) struct HolesArgs {
    /// A board with holes: a text, or a picture whose light pixels are squares
    ///
    /// A text has one line per row, `.` or `1` for a square, `#` or `0` for a hole, `N` for the start. Of digits stderr
    /// says how many of each were read.
    /// A PNG has one pixel per square, or is scaled to BOARD.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Of a picture, take the dark pixels for squares
    #[arg(long, requires = "board")]
    pub(crate) invert: bool,
}

/// Which tours of a board are meant.
#[derive(Debug, Args)]
pub(crate) struct ToursArgs {
    /// Closed tours: the last square a move away from the first [default]
    #[arg(long, conflicts_with_all = ["open", "start", "end"])]
    pub(crate) closed: bool,

    /// Open tours, those included that could close
    #[arg(long)]
    pub(crate) open: bool,

    /// Open tours that start here, as e6 or as row,col from 0
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// Open tours that end here
    #[arg(long, value_name = "SQ")]
    pub(crate) end: Option<String>,

    #[command(flatten)]
    pub(crate) moves: MovesArgs,
}

impl ToursArgs {
    /// Returns true if open tours are meant.
    pub(crate) const fn are_open(&self) -> bool {
        self.open || self.start.is_some() || self.end.is_some()
    }
}

/// Moves that a tour must use, and others that it may not.
#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// Only tours that use these moves, as in a1-b3,c2-e1
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    pub(crate) with: Vec<String>,

    /// Only tours that do not use these moves
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DeviceArgs {
    /// Where to run
    #[arg(long, value_parser = device(), default_value = "auto", ignore_case = true)]
    pub(crate) device: DeviceChoice,

    /// Which adapter: a part of its name, or #INDEX as in `courser devices`
    #[arg(long, value_name = "NAME|#INDEX")]
    pub(crate) adapter: Option<String>,
}

impl DeviceArgs {
    /// The device that is asked for; an adapter is refused where the CPU is asked for.
    pub(crate) fn choice(&self) -> Result<DeviceChoice> {
        let Some(name) = &self.adapter else { return Ok(self.device.clone()) };
        let is_cpu = self.device == DeviceChoice::Cpu;
        refuse(is_cpu, "--adapter names a graphics adapter, and --device is cpu", "leave out one of them")?;
        Ok(DeviceChoice::Adapter(name.clone()))
    }
}

/// The place and the format of an answer. A command names its formats by [`formats`].
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to FILE, in the format of its extension; `-` is stdout
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The format, whatever the file's extension
    #[arg(long)]
    pub(crate) format: Option<Format>,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// Has an argument take these values only, and list them in the help.
fn one_of<T>(values: impl IntoIterator<Item = T>) -> impl FnOnce(Arg) -> Arg
where
    T: ValueEnum + Send + Sync + 'static,
{
    let names: Vec<_> = values.into_iter().filter_map(|value| value.to_possible_value()).collect();
    let parser = PossibleValuesParser::new(names).map(|name| T::from_str(&name, false).expect("the name of a value"));
    |argument| argument.value_parser(parser)
}

/// One of these values of a library: its name, its help, and itself.
fn one_named<T, const N: usize>(values: [(&'static str, &'static str, T); N]) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names = values.each_ref().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).map(move |name| {
        let known = |(known, ..): &&(&str, &str, T)| known.eq_ignore_ascii_case(&name);
        let (.., value) = values.iter().find(known).expect("the name of a value");
        value.clone()
    })
}

/// Where the run takes place.
fn device() -> impl TypedValueParser<Value = DeviceChoice> {
    one_named([
        ("auto", "A real graphics card if there is one and it is faster, else the CPU", DeviceChoice::Auto),
        ("gpu", "A graphics adapter, even a software one", DeviceChoice::Gpu),
        ("cpu", "The CPU", DeviceChoice::Cpu),
    ])
}

/// The name of a symmetry.
fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(Symmetry::ALL.map(<&str>::from)).try_map(|name| name.parse::<Symmetry>())
}

/// Of which a tame tour has few.
fn fewest() -> impl TypedValueParser<Value = Fewest> {
    PossibleValuesParser::new(["turns", "crossings"]).try_map(|name| name.parse::<Fewest>())
}

/// Rows and columns, as in 8x8.
fn region(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once('x').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    sides.ok_or_else(|| "not rows and columns, as in 8x8".into())
}

/// Has an argument take the formats that can hold this content.
fn formats(content: Content) -> impl FnOnce(Arg) -> Arg {
    one_of(content.formats())
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
            let wide = examples.lines().find(|line| line.chars().count() > WIDTH);
            assert_eq!(wide, None, "a line of {name}'s examples is broken where it should not be");
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{name} {} says nothing of itself", argument.get_id());
            }
        }
    }
}
