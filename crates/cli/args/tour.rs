//! `courser tour`: its options.

use std::path::PathBuf;

use clap::{Arg, Args, ValueEnum};
use courser::board::{MoveOrder, Symmetry};
use courser::count::BigUint;
use courser::engine::cycle::Schedule;
use courser::solve::tame::Fewest;
use courser::solve::warnsdorff::Rule;
use courser::view::Channel;
use courser::{Content, MethodName};

use super::picture::StyleArgs;
use super::{BoardArgs, DeviceArgs, MovesArgs, OutputArgs, formats, region};

pub(super) const EXAMPLES: &str = "\
Examples:
  courser tour 8x8                                    a tour of the chessboard, in visit numbers
  courser tour 30x40 --closed -o tour.png             a closed tour, as a picture
  courser tour 8x8 --palette dark -o tour.gif         the knight on its way
  courser tour 8x8 --channel r,g,b,a -o cycle.gif     what every square knows, pass by pass
  courser tour 8x8 --start a1 --end h7                from a square to a square
  courser tour 8x8 --start 2,4 --method cycle         the tour of \"Knight's Tour in Cg\" (2007)
  courser tour 8x8 --start 0,0 --closed --method backtrack --order lexicographic
                                                      the tour of \"Haskell: knight's move II\"
  courser tour 7x7 --start 0,0 --method closable --order lexicographic
                                                      its list for 7x7, which cannot close
  courser tour 6x6 --method depth-first --seed 7      plain depth-first search, in random orders
  courser tour 8x8 --start d4 --rule bottom --partial a rule that gets stuck, as far as it got
  courser tour 30x30 --rule random --tries 10000      the first of many knights that gets through
  courser tour 200x200 --closed --organic --seed 7    a closed tour that looks grown, not woven
  courser tour 40x40 --organic --animate making -o melt.gif  how it grows: cycles that join
  courser tour 100x100 --closed --method relay        many knights, a region each
  courser tour 30000x30000 --closed --format none     900 million squares, numbered and proven
  courser tour --board holes.txt --leaper zebra       a board with holes, another piece
  courser tour 8x8 --closed --uniform --seed 7        drawn among all, each equally likely
  courser tour 8x8 --closed --number 1234567890123    the tour with this number
  courser tour 6x6 --closed --uniform --many 1000 -o tours.npy  a thousand of them
  courser tour 6x6 --closed --uniform --many 12 -o sheet.png    twelve of them side by side
  courser tour 8x8 --closed --with d4-e6 --without c2-e1  a tour with a move and without another
  courser tour --graph edges.csv --closed             a Hamiltonian cycle of any graph";

#[derive(Debug, Args)]
#[command(mut_arg("format", formats(Content::Tour)))]
#[command(mut_args(by_search))]
pub(crate) struct TourArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// Tour the graph in FILE instead of a board: a list of edges, GraphML, DOT, graph6 or a TSPLIB HCP; `-` is stdin
    ///
    /// By exact search, for undirected graphs with at most 64 edges per vertex. --start and --end take the names of
    /// vertices; the answer has a name per line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "board", "leaper", "target", "method", "rule", "look_ahead", "tries", "order", "organic", "chain", "schedule", "device", "adapter", "verify_cpu", "partial", "channel", "animate", "passes"])]
    pub(crate) graph: Option<PathBuf>,

    /// Where the tour starts, as e6 or as row,col from 0 [default: anywhere, or N of --board]
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// Where the tour ends
    #[arg(long, value_name = "SQ")]
    pub(crate) end: Option<String>,

    /// The tour ends a move from this square, which may be a hole or visited before
    #[arg(long, value_name = "SQ", conflicts_with_all = ["end", "chain"])]
    pub(crate) target: Option<String>,

    /// A closed tour: its last square a move away from its first
    #[arg(long)]
    pub(crate) closed: bool,

    /// A closed tour that this turn or reflection of the board maps onto itself: half-turn, quarter-turn or mirror
    ///
    /// The method makes the tour of a half or a quarter of the board; its images are the rest. Boards with holes, and boards
    /// of other leapers, are searched; they have at most 400 squares.
    #[arg(long, value_name = "KIND", requires = "closed", value_parser = super::symmetry(), conflicts_with_all = ["end", "target", "chain", "graph", "rule", "tries", "look_ahead", "schedule", "region", "verify_cpu", "partial", "channel", "animate"])]
    pub(crate) symmetry: Option<Symmetry>,

    /// The algorithm
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["organic", "chain"])]
    pub(crate) method: MethodName,

    /// How `warnsdorff`, `cycle` and `relay` pick the next square: warnsdorff, pohl, pohl-2, pohl-3, roth, random, squirrel-cull, bottom, center
    ///
    /// To name a rule and no method is to choose the method `warnsdorff`, which gets stuck where its rule does. A relay
    /// takes random, warnsdorff, pohl and roth: every knight's first try is by the rule, later ones by the dice.
    #[arg(long, value_name = "RULE", conflicts_with_all = ["organic", "chain"])]
    pub(crate) rule: Option<Rule>,

    /// Break ties by looking N squares ahead, 0 to 10; 0 to 3 are the rules warnsdorff, pohl, pohl-2 and pohl-3
    ///
    /// From 4 on one knight walks so, on the CPU. Each square more takes up to nine times as long.
    #[arg(long, value_name = "N", conflicts_with_all = ["organic", "chain"], value_parser = clap::value_parser!(u32).range(..=i64::from(Rule::MAX_LEVELS)))]
    pub(crate) look_ahead: Option<u32>,

    /// Let N knights walk by the rule, at once on a GPU, and take the first that gets through (or closes, with --closed)
    ///
    /// They start on --start, or on all squares in turn; the rule `random` has other dice for each.
    #[arg(long, value_name = "N", conflicts_with_all = ["organic", "chain"], value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tries: Option<u32>,

    /// The order in which neighbours are looked at: slides (the default), clockwise, lexicographic, or eight codes
    ///
    /// The codes 1 to 8 are the moves (rows down, columns right) (2,1) (-2,1) (2,-1) (-2,-1)
    /// (1,2) (-1,2) (1,-2) (-1,-2).
    #[arg(long, value_name = "ORDER")]
    pub(crate) order: Option<MoveOrder>,

    /// Another number gives another tour, by any method
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// A tour that looks grown, not woven of tiles: by the method `grown`, where that does not serve by another one
    #[arg(long, conflicts_with = "chain")]
    pub(crate) organic: bool,

    /// Tour the regions that FILE lists one after another, each from its entry to its exit
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "end"])]
    pub(crate) chain: Option<PathBuf>,

    /// Give up after this time, as in 60s or 5min (exit code 1)
    ///
    /// The limit is for finding the tour. Once a file is begun it is completed, which may take longer.
    #[arg(long, value_name = "TIME")]
    pub(crate) limit: Option<humantime::Duration>,

    /// The squares that each pass of the cycle computes; the tour is the same
    ///
    /// `whole`: three passes per move over the whole board, as in the slides. `near`: over the squares that the
    /// move can change. `resident` (the default): many moves in one dispatch.
    #[arg(long, value_name = "SCHEDULE")]
    pub(crate) schedule: Option<Schedule>,

    /// Rows and columns of the regions of a relay, 6 to 12 each, as nearly as the board allows [default: 8x8]
    #[arg(long, value_name = "ROWSxCOLS", value_parser = region)]
    pub(crate) region: Option<(u32, u32)>,

    /// Passes of melting after a relay, by which the lines between its regions disappear: 12 are a start, 72 make it grown
    #[arg(long, value_name = "PASSES", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u32).range(..=1000), conflicts_with_all = ["chain", "graph", "channel", "animate"])]
    pub(crate) melt: u32,

    /// A tame tour, of few turns or of few crossings: turns, crossings [default of --method tame: turns]
    #[arg(long, value_name = "FEW", value_parser = super::fewest(), conflicts_with_all = ["chain", "graph", "organic", "channel", "uniform", "number"])]
    pub(crate) tame: Option<Fewest>,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Compare all that is made with the CPU's (states pass by pass, knights, numbers); stop at the first difference
    #[arg(long)]
    pub(crate) verify_cpu: bool,

    /// If a rule gets stuck, write the path as far as it got (the exit code is still 1)
    #[arg(long)]
    pub(crate) partial: bool,

    /// Write the states of the decision cycle: visit, phase, rank and next, or r, g, b and a, or several as in r,g,b,a
    ///
    /// A still picture shows the state after --passes passes or at the end, an animation the state after every pass. The
    /// formats npy and csv hold every state as numbers: an array of shape (states, rows, columns, channels), or a table.
    #[arg(long, value_name = "CHANNELS", value_delimiter = ',', help_heading = "Pictures")]
    pub(crate) channel: Vec<Channel>,

    /// The subject of an animation [default: tour]
    ///
    /// The making is that of the method `grown`: a mosaic melts into cycles, each in a colour of its own; they join, and
    /// the last one takes the colours of the tour. Or that of a `relay`: all its knights move at once.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Pictures")]
    pub(crate) animate: Option<Animate>,

    /// With --channel, the passes that are done, three per move [default: all]
    #[arg(long, value_name = "N", help_heading = "Pictures")]
    pub(crate) passes: Option<u64>,

    /// Draw the tour in the terminal: as a picture where kitty or iTerm2 are announced, else in Braille or as a heat map
    ///
    /// A board that is too wide for Braille is a heat map of half blocks in 24-bit colours. Nothing is drawn if standard output
    /// is no terminal.
    #[arg(long, conflicts_with_all = ["graph", "channel", "many", "json", "format"])]
    pub(crate) show: bool,

    /// Say how long each part of the work took
    #[arg(long, short)]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) moves: MovesArgs,

    #[command(flatten)]
    pub(crate) all: AllArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) picture: StyleArgs,
}

/// A tour among all tours of the board.
#[derive(Debug, Args)]
#[command(next_help_heading = "All tours")]
pub(crate) struct AllArgs {
    /// Draw one of all tours, each equally likely, by --seed
    #[arg(long, conflicts_with_all = ["graph", "method", "rule", "look_ahead", "tries", "order", "organic", "chain", "schedule", "region", "channel", "limit", "number", "symmetry"])]
    pub(crate) uniform: bool,

    /// The tour with this number, from 0 to one less than `courser count` prints
    #[arg(long, value_name = "N", value_parser = whole, conflicts_with_all = ["graph", "method", "rule", "look_ahead", "tries", "order", "organic", "chain", "schedule", "region", "channel", "limit", "seed", "symmetry"])]
    pub(crate) number: Option<BigUint>,

    /// Draw N tours: a line of moves each, in a .npy file an array of shape (N, rows, columns), in a .png or .svg a sheet
    #[arg(long, value_name = "N", requires = "uniform", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) many: Option<u64>,

    /// Keep the layers of the board, by which tours are drawn and numbered, in FILE, or read them from there
    #[arg(long, value_name = "FILE")]
    pub(crate) layers: Option<PathBuf>,
}

/// Has `--with` and `--without` refuse the options of methods that cannot be told moves.
fn by_search(argument: Arg) -> Arg {
    const OTHERS: &str = "graph target method rule look_ahead tries order organic chain schedule region verify_cpu \
                          partial channel animate symmetry";
    if matches!(argument.get_id().as_str(), "with" | "without") {
        argument.conflicts_with_all(OTHERS.split(' '))
    } else {
        argument
    }
}

/// A whole number of any size.
pub(super) fn whole(text: &str) -> Result<BigUint, String> {
    text.parse().map_err(|_| "a whole number is expected".into())
}

impl TourArgs {
    /// The rule that is named, by its name or by how far it looks ahead.
    pub(crate) fn rule(&self) -> Option<Rule> {
        self.look_ahead.map(|levels| Rule::looking_ahead(levels).unwrap_or(Rule::Pohl3)).or(self.rule)
    }
}

/// The subject of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Animate {
    /// The knight on its way
    Tour,
    /// A grown tour or a relay as it is made
    Making,
}
