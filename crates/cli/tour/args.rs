//! Options of `courser tour`.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser as _};
use clap::{Args, ValueEnum};
use courser::Content;
use courser::board::{MoveOrder, Symmetry};

use crate::args::picture::{ShowArgs, StyleArgs};
use crate::args::{BoardArgs, DeviceArgs, MovesArgs, OutputArgs, WrapArgs, formats, region, symmetry};

const EXAMPLES: &str = "\
Examples:
  courser tour 8x8                                    a tour of the chessboard, in visit numbers
  courser tour 30x40 --closed -o tour.png             a closed tour, as a picture
  courser tour 8x8 --palette dark -o tour.gif         the knight along the tour
  courser tour 8x8 --start a1 --end h7                from a square to a square
  courser tour 8x8 --closed --with d4-e6 --without c2-e1  with one move and without another
  courser tour 8x8 --start 0,0 --closed --method backtrack --order lexicographic
                                                      the tour of \"Haskell: knight's move II\"
  courser tour 7x7 --start 0,0 --prune reachable --order lexicographic --method backtrack
                                                      its list for 7x7, which has no closed tour
  courser tour 6x6 --prune none --seed 7              plain depth-first search, in random orders
  courser tour 200x200 --closed --method grown --seed 7  a closed tour without visible tiles
  courser tour 40x40 --method grown --animate making -o melt.gif  how cycles are joined into it
  courser tour 100x100 --closed --method relay        many knights, one per region
  courser tour 30x40 --closed --method tame           a tour with few turns
  courser tour 30000x30000 --closed --format none     900 million squares, numbered and proven
  courser tour --board holes.txt --leaper zebra       a board with holes, another piece
  courser tour 6x6 --given a1=1,f6=17,c3=35           a tour with these visit numbers
  courser tour 5x5 --wrap both --closed               a closed tour of a torus

See also: courser cycle (the decision cycle pass by pass), walk (a rule from square to square),
sample (tours among all, drawn or by number) and graph tour (any graph).";

/// Find a tour
///
/// A knight visits every square of the board once. If the board has a tour, courser finds one and checks it before it
/// is printed or written; otherwise the reason is printed, with exit code 1.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[command(mut_arg("format", formats(Content::Tour)))]
pub(crate) struct TourArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    #[command(flatten)]
    pub(crate) wrap: WrapArgs,

    /// The first square, as e6 or as row,col counted from 0 [default: any, or the mark N in --board]
    #[arg(long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// The last square
    #[arg(hide_short_help = true, long, value_name = "SQ")]
    pub(crate) end: Option<String>,

    /// End the tour one move from this square, which can be a hole or a visited square
    #[arg(hide_short_help = true, long, value_name = "SQ")]
    pub(crate) target: Option<String>,

    /// A closed tour: its last square is a move away from its first
    #[arg(long)]
    pub(crate) closed: bool,

    /// A closed tour with this symmetry: half-turn, quarter-turn or mirror
    ///
    /// The turn or reflection of the board maps the tour onto itself. The method computes a path through a half or a
    /// quarter of the board, and the images of the path complete the tour. For boards with holes, and for leapers other
    /// than the knight, a search finds the tour; in both cases, the board may have at most 400 squares.
    #[arg(hide_short_help = true, long, value_name = "KIND", value_parser = symmetry())]
    pub(crate) symmetry: Option<Symmetry>,

    #[command(flatten)]
    pub(crate) moves: MovesArgs,

    /// Only tours with these visit numbers, for example a1=1,c2=7
    ///
    /// An exact search finds the other numbers, or proves that no tour has the given numbers. The file of --board can
    /// contain visit numbers as well, separated by blanks: `.` is a square without a number, `#` a hole.
    #[arg(hide_short_help = true, long, value_name = "SQ=N", value_delimiter = ',')]
    pub(crate) given: Vec<String>,

    /// The algorithm; implied by an option that only one algorithm has
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: TourMethod,

    /// Method backtrack: the condition for going back a step
    #[arg(hide_short_help = true, long, value_enum, value_name = "WHEN")]
    pub(crate) prune: Option<Prune>,

    /// Move order of methods `search` and `backtrack`: slides (the default), clockwise, lexicographic, or eight codes
    ///
    /// The codes 1 to 8 are the moves (rows down, columns right) (2,1) (-2,1) (2,-1) (-2,-1)
    /// (1,2) (-1,2) (1,-2) (-1,-2).
    #[arg(hide_short_help = true, long, value_name = "ORDER")]
    pub(crate) order: Option<MoveOrder>,

    /// Method relay: approximate rows and columns of a region, 6 to 12 each [default: 8x8]; method regions: FILE
    ///
    /// The regions listed in FILE are toured one after another, each from its entry to its exit. If the file is named
    /// 8x8, write ./8x8.
    #[arg(hide_short_help = true, long, value_name = "ROWSxCOLS|FILE", value_parser = PathBufValueParser::new().map(Regions::from))]
    pub(crate) regions: Option<Regions>,

    /// Method relay: number of melting passes; 12 blur the borders of the regions, and 72 remove them
    #[arg(hide_short_help = true, long, value_name = "PASSES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) melt: Option<u32>,

    /// Seed: another number gives another tour
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Stop after this time, for example 60s or 5min (exit code 4)
    ///
    /// The limit applies to finding the tour. Once writing has begun, the file is completed, even after the limit.
    #[arg(hide_short_help = true, long, value_name = "TIME")]
    pub(crate) limit: Option<humantime::Duration>,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Compare the device's results with the CPU's; stop at the first difference
    #[arg(hide_short_help = true, long)]
    pub(crate) verify_cpu: bool,

    /// The subject of an animation [default: tour]
    ///
    /// `making` shows how the method `grown` computes a tour: a mosaic is broken into cycles, each in its own colour;
    /// the cycles are joined until one remains, which is drawn in the tour's colours.
    #[arg(hide_short_help = true, long, value_enum, value_name = "WHAT", help_heading = "Pictures")]
    pub(crate) animate: Option<Animate>,

    #[command(flatten)]
    pub(crate) show: ShowArgs,

    /// Print how long each step took
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
    /// The best method for the board; supports every board, with the same tour on every device
    #[default]
    Auto,
    /// Exact search: finds a tour or proves that none exists; its time is not bounded
    Search,
    /// Exact search in the order of Warnsdorff's rule, with backtracking
    Backtrack,
    /// Tiles: every square computes its own visit number
    Mosaic,
    /// Lines and heels: few turns
    Tame,
    /// Lines and heels: few crossings, and more turns
    TameCrossings,
    /// Random cycles joined into one tour, without visible tiles
    Grown,
    /// Many knights, one per region of the board
    Relay,
    /// Regions from a file: a suitable method for each
    Regions,
}

impl TourArgs {
    /// Returns the size of the regions of a relay, if it is given.
    pub(crate) const fn region_size(&self) -> Option<(u32, u32)> {
        match self.regions {
            Some(Regions::Size(rows, cols)) => Some((rows, cols)),
            _ => None,
        }
    }

    /// Returns the file that lists the regions, if it is given.
    pub(crate) fn regions_file(&self) -> Option<&Path> {
        match &self.regions {
            Some(Regions::File(file)) => Some(file),
            _ => None,
        }
    }
}

impl TourMethod {
    /// Returns the name of the method as written on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }
}

/// The regions into which a board is divided.
#[derive(Clone, Debug)]
pub(crate) enum Regions {
    /// Regions with approximately these numbers of rows and columns.
    Size(u32, u32),
    /// The regions listed in a file.
    File(PathBuf),
}

impl From<PathBuf> for Regions {
    fn from(text: PathBuf) -> Self {
        match text.to_str().map(region) {
            Some(Ok((rows, cols))) => Self::Size(rows, cols),
            _ => Self::File(text),
        }
    }
}

/// The condition under which backtracking takes a step back before it gets stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Prune {
    /// Prune if unvisited squares are disconnected, as in "Haskell: knight's move II" [default]
    Connected,
    /// Prune if the start is unreachable, as in "Haskell: knight's move II" for 7x7
    Reachable,
    /// No pruning: plain depth-first search in the move order, or in random orders with --seed; reports its steps
    None,
}

/// The subject of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Animate {
    /// The knight moving along the tour
    Tour,
    /// The computation of a grown tour
    Making,
}
