//! Options of `courser hunt`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use courser::Content;
use courser::board::Leaper;
use courser::view::Palette;

use crate::args::{OutputArgs, formats};

const EXAMPLES: &str = "\
Examples:
  courser hunt board.txt                              a shortest path over all treasures, proven
  courser hunt board.txt --return -o hunt.png         and home again, as a picture
  courser hunt board.txt -o hunt.gif                  move by move
  courser hunt large.txt --fast                       hundreds of treasures: a good path
  courser hunt board.txt --check path.txt             judge a path beside a shortest one
  courser hunt board.txt --count                      how many shortest paths there are
  courser hunt board.txt --all --start a1             all of them, from another square
  courser hunt 8x8 --start a8 --treasures e6,c4,b3    treasures without a map
  courser hunt 8x8 --start a1 --treasures h8          a shortest path to a square
  courser hunt 8x8 --start a1 --distances             the number of moves to every square

A map has a line per row: N for the knight, x for a treasure, * for any other square, # for one that
cannot be entered. Ranks and file letters around it are read if they are there:

    a b c
  3 N * *
  2 * # *
  1 * * x
    a b c";

/// Find a shortest path that collects every treasure
///
/// The "Adventure of Knight" on boards of any size. Prints the path and the number of moves. The path is
/// shortest, and proven to be; a treasure that cannot be reached is named, with exit code 1.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[command(mut_arg("format", formats(Content::Hunt)))]
pub(crate) struct HuntArgs {
    /// The treasure map, or the size of a board, as 8x8; `-` is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The squares with treasures, as e6,c4,b3 or as "2,4 4,2"; those of a map are left out
    #[arg(long, hide_short_help = true, value_name = "SQ,…")]
    pub(crate) treasures: Option<String>,

    /// Print the number of moves from the start to every square
    ///
    /// A grid: `#` is a hole, `.` a square that cannot be reached. In JSON both are null.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["treasures", "any_order", "home", "count", "all", "fast", "check", "palette"])]
    pub(crate) distances: bool,

    /// Collect the treasures in any order, or (no) row by row as the map has them
    #[arg(long, value_enum, default_value_t = YesNo::Yes, value_name = "YES|NO")]
    pub(crate) any_order: YesNo,

    /// Come home: the path ends where the knight starts
    #[arg(long = "return")]
    pub(crate) home: bool,

    /// Where the knight starts, as e6 or as row,col from 0 [default: N of the map, or its first square]
    #[arg(hide_short_help = true, long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// Print the number of shortest paths, exactly
    #[arg(long, group = "answer")]
    pub(crate) count: bool,

    /// Every shortest path, one per line
    #[arg(long, group = "answer")]
    pub(crate) all: bool,

    /// Look for a good path, not a shortest; stderr says by how much it may be too long
    ///
    /// A shortest path is proven for up to 28 treasures. The memory for it doubles with each: 40 MiB for 20,
    /// 768 MiB for 24, 14 GiB for 28. This takes hundreds of treasures in seconds, thousands in minutes.
    #[arg(hide_short_help = true, long, group = "answer")]
    pub(crate) fast: bool,

    /// Judge the path in FILE, written as in `a8.N c7 e6.x`, and say how many moves a shortest one has
    #[arg(hide_short_help = true, long, value_name = "FILE", group = "answer", conflicts_with_all = ["output", "format", "json"])]
    pub(crate) check: Option<PathBuf>,

    /// The piece: R,S for one that jumps R one way and S the other, or knight, camel, zebra, giraffe
    #[arg(hide_short_help = true, long, value_name = "R,S", default_value = "1,2", hide_default_value = true)]
    pub(crate) leaper: Leaper,

    /// Colours of a picture: light, dark, cividis, ember or paper [default: light]
    #[arg(hide_short_help = true, long, value_name = "NAME")]
    pub(crate) palette: Option<Palette>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    Yes,
    No,
}
