//! `courser graph`: its options.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use courser::board::graph::Labels;
use courser::{Content, Format};

use super::{BoardArgs, formats, one_named};

pub(super) const EXAMPLES: &str = "\
Examples:
  courser graph 8x8 -o edges.csv --nodes nodes.csv    a table of the edges, and one of the nodes
  courser graph 8x8 -o board.sql                      the same as SQL: sqlite3 board.db < board.sql
  courser graph 8x8 --labels hana -o hana.sql         the tables of \"Knight's tour in HANA\"
  courser tour 8x8 -o t.json; courser graph 8x8 --tour t.json -o tour.graphml
                                                      with a tour as attributes of nodes and edges
  courser graph 8x8 -o knight.hcp                     for a solver; then: courser check its.tour
  courser graph 8x8 --undirected -o knight.dot        for Graphviz: neato -n2 -Tpng knight.dot

Nodes have the labels and numbers of tours: e6 is row 2, column 4, counted from 0 at the top left;
with --labels hana E6 is row 6, column 5, counted from 1 at the bottom left.
In .hcp they are the squares that are not holes, row by row from 1 at the top left,
as in TSPLIB tours that courser reads and writes.";

#[derive(Debug, Args)]
#[command(mut_arg("format", formats(Content::Graph)))]
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,

    /// Write it however large it is; without this a graph of more than 16,777,216 squares is refused
    #[arg(long)]
    pub(crate) yes: bool,

    /// One edge for each pair of squares, and not one for each move
    #[arg(long)]
    pub(crate) undirected: bool,

    /// The labels and numbers of the nodes
    ///
    /// The article's formulas for Roth's rule, `center` and `bottom` count rows and columns from 1 at the bottom left.
    #[arg(long, value_name = "LABELS", default_value = "board", ignore_case = true, value_parser = labels())]
    pub(crate) labels: Labels,

    /// Lay a tour, or a path, over it: `visit` of a node, `move` of an edge; `-` is stdin
    #[arg(long, value_name = "FILE")]
    pub(crate) tour: Option<PathBuf>,

    /// With the format csv, write the table of the nodes to FILE; the edges go to --output
    #[arg(long, value_name = "FILE")]
    pub(crate) nodes: Option<PathBuf>,

    /// Write to FILE, in the format of its extension (.csv, .sql, .dot, .graphml, .hcp); `-` is stdout
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The format, whatever the file's extension
    #[arg(long)]
    pub(crate) format: Option<Format>,
}

/// The labels of the nodes.
fn labels() -> impl TypedValueParser<Value = Labels> {
    one_named([
        ("board", "As in tours: e6 is row 2, column 4, counted from 0 at the top left", Labels::Board),
        (
            "hana",
            "As in \"Knight's tour in HANA\": E6 is row 6, column 5, counted from 1 at the bottom left",
            Labels::Hana,
        ),
    ])
}
