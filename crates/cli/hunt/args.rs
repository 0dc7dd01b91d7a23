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
  courser hunt board.txt --return -o hunt.png         with the way back to the start, as a picture
  courser hunt board.txt -o hunt.gif                  move by move
  courser hunt large.txt --fast                       hundreds of treasures: a good path
  courser hunt board.txt --check path.txt             check a path, and compare it with the best
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
/// Solves the "Adventure of Knight" on boards of any size. Prints the path and the number of moves. The path is proven
/// to be a shortest one. Reports a treasure that cannot be reached, with exit code 1.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[command(mut_arg("format", formats(Content::Hunt)))]
pub(crate) struct HuntArgs {
    /// The treasure map, or the size of a board, for example 8x8; `-` is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The squares with treasures, as e6,c4,b3 or as "2,4 4,2"; they replace the treasures of the map
    #[arg(long, hide_short_help = true, value_name = "SQ,…")]
    pub(crate) treasures: Option<String>,

    /// Print the number of moves from the start to every square
    ///
    /// In the grid, `#` is a hole and `.` a square that cannot be reached. In JSON both are null.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["treasures", "any_order", "home", "count", "all", "fast", "check", "palette"])]
    pub(crate) distances: bool,

    /// Collect the treasures in any order; with `no`, row by row as on the map
    #[arg(long, value_enum, default_value_t = YesNo::Yes, value_name = "YES|NO")]
    pub(crate) any_order: YesNo,

    /// End the path on the start
    #[arg(long = "return")]
    pub(crate) home: bool,

    /// The start, as e6 or as row,col counted from 0 [default: the square marked N, or the first square]
    #[arg(hide_short_help = true, long, value_name = "SQ")]
    pub(crate) start: Option<String>,

    /// Print the number of shortest paths, exactly
    #[arg(long, group = "answer")]
    pub(crate) count: bool,

    /// Print every shortest path, one per line
    #[arg(long, group = "answer")]
    pub(crate) all: bool,

    /// Find a good path instead of a shortest one; stderr reports the maximum excess in moves
    ///
    /// Without this option, the path is proven to be shortest, for up to 28 treasures. The required memory doubles with
    /// each treasure: 40 MiB for 20 treasures, 768 MiB for 24, 14 GiB for 28. With this option, hundreds of treasures
    /// take seconds, and thousands take minutes.
    #[arg(hide_short_help = true, long, group = "answer")]
    pub(crate) fast: bool,

    /// Check the path in FILE, written as in `a8.N c7 e6.x`, and print the length of a shortest one
    #[arg(hide_short_help = true, long, value_name = "FILE", group = "answer", conflicts_with_all = ["output", "format", "json"])]
    pub(crate) check: Option<PathBuf>,

    /// The piece: R,S for a leap of R squares along one axis and S along the other, or knight, camel, zebra, giraffe
    #[arg(hide_short_help = true, long, value_name = "R,S", default_value = "1,2", hide_default_value = true)]
    pub(crate) leaper: Leaper,

    /// The colours of a picture: light, dark, cividis, ember or paper [default: light]
    #[arg(hide_short_help = true, long, value_name = "NAME")]
    pub(crate) palette: Option<Palette>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A yes-or-no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum YesNo {
    Yes,
    No,
}
