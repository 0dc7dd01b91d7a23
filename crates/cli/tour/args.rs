//! Options of `courser tour`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use courser::Content;
use courser::board::{MoveOrder, Symmetry};
use courser::solve::tame::Minimised;

use crate::args::picture::{ShowArgs, StyleArgs};
use crate::args::{BoardArgs, DeviceArgs, MovesArgs, OutputArgs, fewest, formats, region, symmetry};

const EXAMPLES: &str = "\
Examples:
  courser tour 8x8                                    a tour of the chessboard, in visit numbers
  courser tour 30x40 --closed -o tour.png             a closed tour, as a picture
  courser tour 8x8 --palette dark -o tour.gif         the knight on its way
  courser tour 8x8 --start a1 --end h7                from a square to a square
  courser tour 8x8 --closed --with d4-e6 --without c2-e1  a tour with a move and without another
  courser tour 8x8 --start 0,0 --closed --method backtrack --order lexicographic
                                                      the tour of \"Haskell: knight's move II\"
  courser tour 7x7 --start 0,0 --prune reachable --order lexicographic --method backtrack
                                                      its list for 7x7, which cannot close
  courser tour 6x6 --prune none --seed 7              plain depth-first search, in random orders
  courser tour 200x200 --closed --method grown --seed 7  a closed tour that looks grown, not woven
  courser tour 40x40 --method grown --animate making -o melt.gif  how it grows: cycles that join
  courser tour 100x100 --closed --method relay        many knights, a region each
  courser tour 30x40 --closed --minimize turns        a tour with few turns
  courser tour 30000x30000 --closed --format none     900 million squares, numbered and proven
  courser tour --board holes.txt --leaper zebra       a board with holes, another piece
  courser tour 6x6 --given a1=1,f6=17,c3=35           a tour with these visit numbers

See also: courser cycle (the decision cycle pass by pass), walk (a rule from square to square),
sample (tours among all, drawn or by number) and graph tour (any graph).";

/// Find a tour
///
/// A knight visits every square of the board once. Any board that has a tour gets one, and the
/// tour is checked before it is printed or written; where there is none the reason is given, with exit code 1.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[command(mut_arg("format", formats(Content::Tour)))]
pub(crate) struct TourArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// Where the tour starts, as e6 or as row,col from 0 [default: anywhere, or N of --board]
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// Where the tour ends
    #[arg(hide_short_help = true, long, value_name = "SQ")]
    pub(crate) end: Option<String>,

    /// The tour ends a move from this square, which may be a hole or visited before
    #[arg(hide_short_help = true, long, value_name = "SQ")]
    pub(crate) target: Option<String>,

    /// A closed tour: its last square a move away from its first
    #[arg(long)]
    pub(crate) closed: bool,

    /// A closed tour that this turn or reflection of the board maps onto itself: half-turn, quarter-turn or mirror
    ///
    /// The method makes the tour of a half or a quarter of the board; its images are the rest. Boards with holes, and boards
    /// of other leapers, are searched; they have at most 400 squares.
    #[arg(hide_short_help = true, long, value_name = "KIND", value_parser = symmetry())]
    pub(crate) symmetry: Option<Symmetry>,

    #[command(flatten)]
    pub(crate) moves: MovesArgs,

    /// Only tours with these visit numbers, as in a1=1,c2=7
    ///
    /// An exact search fills in the others, or proves that they do not exist. A text of --board can have visit numbers
    /// as well: `.` is a square without one, `#` a hole, and blanks separate them.
    #[arg(hide_short_help = true, long, value_name = "SQ=N", value_delimiter = ',')]
    pub(crate) given: Vec<String>,

    /// The algorithm; an option that only one algorithm has implies it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: TourMethod,

    /// Method tame: the number to keep small, turns (the default) or crossings
    #[arg(hide_short_help = true, long, value_name = "WHAT", value_parser = fewest())]
    pub(crate) minimize: Option<Minimised>,

    /// Method backtrack: when a step is taken back
    #[arg(hide_short_help = true, long, value_enum, value_name = "WHEN")]
    pub(crate) prune: Option<Prune>,

    /// Methods search and backtrack: the order of the moves, slides (the default), clockwise, lexicographic, or eight codes
    ///
    /// The codes 1 to 8 are the moves (rows down, columns right) (2,1) (-2,1) (2,-1) (-2,-1)
    /// (1,2) (-1,2) (1,-2) (-1,-2).
    #[arg(hide_short_help = true, long, value_name = "ORDER")]
    pub(crate) order: Option<MoveOrder>,

    /// Method relay: rows and columns of a region, 6 to 12 each, as nearly as the board allows [default: 8x8]
    #[arg(hide_short_help = true, long, value_name = "ROWSxCOLS", value_parser = region)]
    pub(crate) region: Option<(u32, u32)>,

    /// Method relay: passes of melting, by which the lines between regions disappear (12 are a start, 72 make it grown)
    #[arg(hide_short_help = true, long, value_name = "PASSES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) melt: Option<u32>,

    /// Method regions: tour the regions that FILE lists one after another, each from its entry to its exit
    #[arg(hide_short_help = true, long, value_name = "FILE")]
    pub(crate) regions: Option<PathBuf>,

    /// Another number gives another tour
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Give up after this time, as in 60s or 5min (exit code 4)
    ///
    /// The limit is for finding the tour. Once a file is begun it is completed, which may take longer.
    #[arg(hide_short_help = true, long, value_name = "TIME")]
    pub(crate) limit: Option<humantime::Duration>,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Compare all that a device makes with the CPU's; stop at the first difference
    #[arg(hide_short_help = true, long)]
    pub(crate) verify_cpu: bool,

    /// The subject of an animation [default: tour]
    ///
    /// The making is that of the method `grown`: a mosaic melts into cycles, each in a colour of its own; they join, and
    /// the last one takes the colours of the tour.
    #[arg(hide_short_help = true, long, value_enum, value_name = "WHAT", help_heading = "Pictures")]
    pub(crate) animate: Option<Animate>,

    #[command(flatten)]
    pub(crate) show: ShowArgs,

    /// Say how long each part of the work took
    #[arg(hide_short_help = true, long, short, help_heading = "Output")]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) picture: StyleArgs,
}

/// The algorithms of `courser tour`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TourMethod {
    /// The best one for the board: an answer for every board, the same on every device
    #[default]
    Auto,
    /// Exact search: finds a tour or proves that there is none, and may take for ever
    Search,
    /// Warnsdorff's rule with steps taken back: an exact search, too
    Backtrack,
    /// Tiles: every square computes its own visit number
    Mosaic,
    /// Lines and heels: few turns or few crossings
    Tame,
    /// Cycles that join: a tour that looks grown, not woven of tiles
    Grown,
    /// Many knights, a region of the board each
    Relay,
    /// The regions of a file, each by the method that suits it
    Regions,
}

impl TourMethod {
    /// Returns the name of the method as written on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }
}

/// The condition under which backtracking takes a step back before it gets stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Prune {
    /// The unvisited squares are no longer connected, as in "Haskell: knight's move II" [default]
    Connected,
    /// The start cannot be reached any more: that article's list for 7x7
    Reachable,
    /// Never: plain depth-first search in the move order, or in random orders by --seed; its steps are counted
    None,
}

/// The subject of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Animate {
    /// The knight on its way
    Tour,
    /// A grown tour as it is made
    Making,
}
