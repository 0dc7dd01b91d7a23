//! Options of `courser queens`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use courser::Content;
use courser::view::Palette;

use crate::args::{DeviceArgs, OutputArgs, formats};

const EXAMPLES: &str = "\
Examples:
  courser queens 8                                    one placement, as `a2 b4 …`
  courser queens 8 --all                              all 92, one per line
  courser queens 8 --fundamental                      the 12 that are no turn or reflection
  courser queens 16 --count                           how many there are
  courser queens 8 --given a1,b5 --all                those with queens on a1 and b5
  courser queens 8 --search-space                     the funnel of \"Eight Queens in SQL\"
  courser queens 8 --sql | sqlite3                    its query, which lists the 92
  courser queens 8 --all | courser queens check -     check every line
  courser queens 12 --palette dark -o queens.png      a picture
  courser queens 8 --all -o all.png                   all 92 side by side";

/// Place queens so that none attacks another, list the placements, or count them
///
/// A placement is a line of text with a square for each column. 2 and 3 queens cannot be placed: the exit code is 1,
/// and --count prints 0. The same holds for --given queens that attack each other.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(mut_arg("format", formats(Content::Queens)))]
pub(crate) struct QueensArgs {
    #[command(subcommand)]
    pub(crate) command: Option<QueensCommand>,

    /// The number of queens, and of squares per side of the board
    #[arg(value_name = "N", required = true, default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLACED)))]
    pub(crate) n: u32,

    /// Print every placement, one per line, sorted by the queens' rows (N up to 32)
    #[arg(long, group = "answer")]
    pub(crate) all: bool,

    /// If placements are equal up to rotation and reflection, use only the first of them
    #[arg(hide_short_help = true, long, conflicts_with_all = ["verify_cpu", "search_space", "sql"])]
    pub(crate) fundamental: bool,

    /// Print the number of placements (N up to 32; N = 18 takes 90 seconds on one core)
    #[arg(long, group = "answer")]
    pub(crate) count: bool,

    /// Queens placed in advance, for example a1,c2 (N up to 32)
    ///
    /// The other queens are placed around them; the placements are printed, listed or counted.
    #[arg(hide_short_help = true, long, value_name = "SQUARES", value_delimiter = ',', conflicts_with_all = ["fundamental", "search_space", "sql", "verify_cpu"])]
    pub(crate) given: Vec<String>,

    /// Count every prefix on the CPU as well, and compare the counts
    #[arg(hide_short_help = true, long, requires = "count")]
    pub(crate) verify_cpu: bool,

    /// Print the reductions of the search space in "Eight Queens in SQL [4]", with sizes for N (up to 10,000)
    ///
    /// For N up to 100, also prints the number of rows after each join of the article's query. For N = 8, the last of
    /// the five reductions leaves 5,242 placements; the article gives 5,424.
    #[arg(hide_short_help = true, long, group = "answer")]
    pub(crate) search_space: bool,

    /// Print the query of "Eight Queens in SQL [4]" (N up to 26), with comments that give the row count after each join
    ///
    /// SQLite and PostgreSQL run the query unchanged. The query reads no tables.
    #[arg(hide_short_help = true, long, group = "answer")]
    pub(crate) sql: bool,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// The colours of a picture: light, dark, cividis, ember or paper [default: light]
    #[arg(hide_short_help = true, long, value_name = "NAME")]
    pub(crate) palette: Option<Palette>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The subcommands of `courser queens`.
#[derive(Debug, Subcommand)]
pub(crate) enum QueensCommand {
    /// Check placements: whether a queen is attacked, by which other queen, and along which line
    ///
    /// A placement is a line of text with its squares, as printed by `courser queens`. The exit code is 1 if a
    /// placement is invalid.
    #[command(
        after_long_help = "Examples:\n  courser queens 8 | courser queens check -\n  courser queens check placements.txt --json"
    )]
    Check(QueensCheckArgs),
}

#[derive(Debug, Args)]
pub(crate) struct QueensCheckArgs {
    /// The file with the placements; `-` is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The side of the board [default: the number of queens in the first line of FILE]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLACED)))]
    pub(crate) size: Option<u32>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Maximum number of queens in a placement. As a line of text, such a placement takes about 200 MB.
const MAX_PLACED: u32 = 1 << 24;
